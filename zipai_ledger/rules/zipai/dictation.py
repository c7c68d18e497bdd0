"""听写 (tingxie): a deal as somebody says it across the table: ``小李点炮老王 碰小八 扫大二 一二三 胡四``.

Who won and how, the groups in local words (a word with one card means the whole group), the winning card, 醒, or only
the number of 胡, in any order. Names are those of the table.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from ..problems import Collector, Problem, Refused
from .cards import Card, quote
from .dictation_groups import Chunk, Piece, pieces
from .dictation_words import NUMERALS, Lexeme, Vocabulary, lexemes, number, spoken

LONGEST: Final = 300
"""Characters; a hand said in full has fewer than 150."""

_TEN_OR_MORE: Final = rf"[1-9][0-9]|[{NUMERALS}]?十[{NUMERALS}]?"

_OWN: Final = ("self_draw", "dealt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dictation:
    """What a sentence says; what it does not say is None or empty. ``winner`` and ``giver`` are seats.

    ``result``: that of a deal which nobody won; of a foul ``winner`` is who claimed it. ``lower``: how many of 醒 are 下醒.
    """

    result: str = ""
    winner: int | None = None
    giver: int | None = None
    source: str = ""
    mark: str = ""
    groups: tuple[Piece, ...] = ()
    won: Card | None = None
    flipped: tuple[Card, ...] = ()
    hu: int | None = None
    xing: int | None = None
    lower: int | None = None

    @property
    def cards(self) -> int:
        """How many cards were said to be in the hand."""
        return sum(len(group.cards) for group in self.groups)


def hear(text: str, vocabulary: Vocabulary) -> Dictation:
    """What a sentence says.

    Raises `Refused` with every problem, each quoting what was not understood: ``bad_meld``, ``bad_deal``,
    ``bad_source``.
    """
    if len(text) > LONGEST:
        raise Refused(Problem("bad_card", "said", "too_long", {"text": quote(text), "most": LONGEST}))
    words = [*_verbs(lexemes(text, vocabulary))]
    found = Collector()
    found.extend(
        Problem("bad_meld", "said", "not_heard", {"text": quote(word.text)})
        for word in words
        if word.sort == "unknown"
    )
    found.extend(Problem("bad_deal", "said", "who_am_i") for word in words if word.sort == "me")
    people = found.attempt(lambda: _people(words)) or _People()
    chunks, hu = [*_chunks(words)], _number(words, "hu")
    if hu is None and (hu := _bare_hu(chunks)) is not None:
        chunks = []
    result = str(_last(words, "result") or "")
    if result == "dead" and (people.winner is not None or chunks or hu is not None):
        found.add(Problem("bad_deal", "said", "dead_and_won"))
    groups = [found.attempt(partial(pieces, chunk)) or () for chunk in chunks if chunk.kind not in _SINGLE]
    won = found.attempt(lambda: _won(chunks))
    found.finish()
    return Dictation(
        result=result,
        winner=people.winner,
        giver=people.giver,
        source=people.source,
        mark=str(_last(words, "mark") or ""),
        groups=tuple(piece for some in groups for piece in some),
        won=won,
        flipped=tuple(card for chunk in chunks if chunk.kind == "turned" for card in chunk.readings[-1]),
        hu=hu,
        xing=_number(words, "xing"),
        lower=_number(words, "lower"),
    )


def _bare_hu(chunks: Sequence[Chunk]) -> int | None:
    """22 胡 of which only the number was said, where no card is: 老王自摸，二十二."""
    if len(chunks) != 1 or chunks[0].kind:
        return None
    text = spoken(chunks[0].text)
    return number(text) if re.fullmatch(_TEN_OR_MORE, text) else None


def _verbs(words: Iterable[Lexeme]) -> Iterator[Lexeme]:
    """After a name 胡 is what that player did, where no card follows at once: 老王胡 一二三."""
    before, held = "", None
    for word in words:
        if held is not None:
            yield held if word.sort == "card" else held._replace(sort="called")
            held = None
        if word.sort == "won" and before == "name":
            held = word
        else:
            yield word
        before = before if word.sort in ("space", "filler") else word.sort
    if held is not None:
        yield held._replace(sort="called")


def _last(words: Iterable[Lexeme], sort: str) -> int | str | None:
    found = [word.value for word in words if word.sort == sort]
    return found[-1] if found else None


def _number(words: Iterable[Lexeme], sort: str) -> int | None:
    found = _last(words, sort)
    return None if found is None else int(found)


@dataclass(slots=True)
class _People:
    """Who won and from whom, gathered word by word."""

    winner: int | None = None
    giver: int | None = None
    source: str = ""
    named: int | None = None
    """A name that nothing has been said of yet."""
    owed: bool = False
    """Whether the next name belongs to the source just said."""
    has_hu: bool = False
    """Whether somebody's 胡 were said: those behind another name are another win."""

    def wins(self, seat: int) -> None:
        if self.winner not in (None, seat):
            raise Refused(Problem("bad_deal", "said", "two_winners"))
        self.winner = seat

    def name(self, seat: int) -> None:
        if self.owed:
            self.owed = False
            if self.source in _OWN or self.giver is not None:
                self.wins(seat)
            else:
                self.giver = seat
            return
        if self.named is not None and self.winner is None:
            self.wins(self.named)
        self.named = seat

    def came(self, source: str, text: str) -> None:
        if self.source not in ("", source):
            raise Refused(Problem("bad_source", "said", "several", {"text": text}))
        self.source, self.owed = source, True
        if self.named is None:
            return
        if source in _OWN:
            self.wins(self.named)
            self.owed = False
        else:
            self.giver = self.named
            self.owed = self.winner is None
        self.named = None

    def called(self) -> None:
        if self.named is not None:
            self.wins(self.named)
            self.named = None

    def counted(self) -> None:
        if self.winner is None or (self.has_hu and self.named is not None):
            self.called()
        self.has_hu = True

    def finish(self) -> None:
        if self.named is None:
            return
        if self.winner is None:
            self.winner = self.named
        elif self.named != self.winner and self.giver is None:
            self.giver = self.named


def _people(words: Iterable[Lexeme]) -> _People:
    people = _People()
    for word in words:
        match word.sort:
            case "name":
                people.name(int(word.value))
            case "source":
                people.came(str(word.value), word.text)
            case "feeds":
                people.came("discard", word.text)
            case "takes":
                people.called()
                people.came("discard", word.text)
            case "won" | "called" | "mark" | "result":
                people.called()
            case "hu":
                people.counted()
    people.finish()
    return people


_SINGLE: Final = ("won", "turned")
"""Words before single cards that are no group."""


def _chunks(words: Iterable[Lexeme]) -> Iterator[Chunk]:
    """Cards said in one breath, each with the word before it."""
    kind = word = ""
    cards: list[Lexeme] = []
    for each in words:
        if each.sort == "card":
            cards.append(each)
            continue
        if cards:
            yield from _finished(kind, word, cards)
            kind, word, cards = "", "", []
        if each.sort == "unknown":
            kind = word = ""
        if each.sort in ("group", *_SINGLE):
            if kind and kind not in _SINGLE:
                yield Chunk(kind, word, ())
            kind, word = (str(each.value) if each.sort == "group" else each.sort), each.text
    if cards or (kind and kind not in _SINGLE):
        yield from _finished(kind, word, cards)


def _finished(kind: str, word: str, cards: list[Lexeme]) -> Iterator[Chunk]:
    """After 胡 one card is said; what follows it without a breath is no part of it."""
    first = 1 if kind == "won" else len(cards)
    yield Chunk(kind, word, tuple(cards[:first]))
    if cards[first:]:
        yield Chunk("", "", tuple(cards[first:]))


def _won(chunks: Iterable[Chunk]) -> Card | None:
    """The winning card; 胡 without a card says only who won."""
    winning = {chunk.readings[-1][0] for chunk in chunks if chunk.kind == "won"}
    if len(winning) > 1:
        raise Refused(Problem("bad_deal", "said", "two_winning_cards"))
    return next(iter(winning), None)
