"""The groups of a dictated sentence: 碰小八 is three of them, 一二三 a run, 大八大八小八 a 搭."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from ..problems import Param, Problem, Refused
from .cards import SIZE, Card, is_special, number, other_size
from .dictation_words import Lexeme, carried
from .melds import IDENTICAL, SHAPES, meld

_THREE: Final = 3
_SHAPES: Final = frozenset(tuple(sorted(shape)) for shape in SHAPES)


class Piece(NamedTuple):
    """One group by its kind (``da``: 搭), or the cards that are left over (``rest``)."""

    kind: str
    cards: tuple[Card, ...]


class Chunk(NamedTuple):
    """Cards said in one breath, and the word before them; its kind is empty where there was none."""

    kind: str
    word: str
    cards: tuple[Lexeme, ...]

    @property
    def readings(self) -> tuple[tuple[Card, ...], ...]:
        """As written, and with 大 or 小 said once for several."""
        literal = tuple(int(card.value) for card in self.cards)
        return tuple(dict.fromkeys((literal, carried(self.cards))))

    @property
    def text(self) -> str:
        """As it was said."""
        return self.word + "".join(card.text for card in self.cards)


def pieces(chunk: Chunk) -> tuple[Piece, ...]:
    """The groups that were said; raises `Refused` (``bad_meld``), quoting what makes no group."""
    if not chunk.cards:
        raise Refused(Problem("bad_meld", "said", "no_cards", {"text": chunk.word}))
    if any(is_special(card) for card in chunk.readings[0]):
        return (Piece(_plain_kind(chunk.kind or "rest"), chunk.readings[0]),)
    if chunk.kind in IDENTICAL:
        return _alike(chunk)
    if chunk.kind in ("chi", "shun"):
        return _shape(chunk)
    if chunk.kind == "rest":
        return (Piece("rest", chunk.readings[0]),)
    return _bare(chunk.cards)


def _plain_kind(kind: str) -> str:
    return {"kan": "sao", "chi": "shun"}.get(kind, kind)


def _alike(chunk: Chunk) -> tuple[Piece, ...]:
    """A word for cards alike, with one of them or all."""
    size, kind = IDENTICAL[chunk.kind], _plain_kind(chunk.kind)
    runs = [len([*takewhile(reading[0].__eq__, reading)]) for reading in chunk.readings]
    for wanted in (size, 1):
        for run, reading in zip(runs, chunk.readings, strict=True):
            if run == wanted or (wanted == size and run > size):
                return (Piece(kind, reading[:1] * size), *_bare(chunk.cards[min(run, size) :]))
    params: dict[str, Param] = {"kind": kind, "cards": chunk.text, "expected": size}
    raise Refused(Problem("bad_meld", "said", "not_identical", params))


def _shape(chunk: Chunk) -> tuple[Piece, ...]:
    """A word for a run or 搭, with its three cards, or with the one that it begins with."""
    if len(chunk.cards) == 1:
        begun = _begun(chunk.word, chunk.readings[0][0])
        return (_shaped(begun),) if begun else _no_shape(chunk)
    for reading in chunk.readings:
        if tuple(sorted(reading[:_THREE])) in _SHAPES:
            return (_shaped(reading[:_THREE]), *_bare(chunk.cards[_THREE:]))
    return _no_shape(chunk)


def _no_shape(chunk: Chunk) -> tuple[Piece, ...]:
    raise Refused(Problem("bad_meld", "said", "no_shape", {"cards": chunk.text}))


def _begun(word: str, card: Card) -> tuple[Card, ...]:
    if word.startswith("搭"):
        return (card, card, other_size(card))
    if not word.startswith("顺"):
        return ()
    if number(card) == SIZE:
        return (card - 8, card - 3, card)
    return (card, card + 1, card + 2) if number(card) <= SIZE - 2 else ()


def _shaped(cards: Sequence[Card]) -> Piece:
    made = meld("shun", cards).cards
    return Piece("da" if made[0] == made[1] else "shun", made)


def _bare(cards: tuple[Lexeme, ...]) -> tuple[Piece, ...]:
    """Cards without a word: groups where they fall into groups, else cards that are left over."""
    if not cards:
        return ()
    readings = Chunk("", "", cards).readings
    split = next(filter(None, map(_split, readings)), None)
    return split or (Piece("rest", readings[0]),)


def _split(cards: tuple[Card, ...]) -> tuple[Piece, ...]:
    """Groups of three and pairs from left to right; nothing where that leaves cards over."""
    for first in (_three(cards[:_THREE]), _pair(cards[:2])):
        rest = cards[len(first.cards) :] if first else ()
        if first and not rest:
            return (first,)
        if first and (others := _split(rest)):
            return (first, *others)
    return ()


def _three(cards: tuple[Card, ...]) -> Piece | None:
    if len(cards) == _THREE and len(set(cards)) == 1:
        return Piece("sao", cards)
    return _shaped(cards) if tuple(sorted(cards)) in _SHAPES else None


def _pair(cards: tuple[Card, ...]) -> Piece | None:
    return Piece("pair", cards) if len(cards) == IDENTICAL["pair"] and len(set(cards)) == 1 else None
