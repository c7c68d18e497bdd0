"""A hand as people type it: ``碰八八八 扫贰贰贰 开舵五五五五 吃一二三(一) 手四肆柒捌玖七七 胡四 翻``.

A word, then its cards; at the end ``胡`` and the winning card, and where it came from. Every local word is
understood.
"""

import dataclasses
import re
from collections.abc import Iterable
from functools import partial
from typing import Final

from ..problems import Collector, Param, Problem, Refused
from .cards import (
    CARD,
    NAMES,
    SPACE,
    Card,
    card_name,
    card_text,
    parse_card,
    parse_cards,
    plain,
    quote,
)
from .hand import ExposedMeld, Hand, hand_problems
from .words import GUILIN, HELD_WORDS, LAID_WORDS, SOURCE_WORDS, SOURCES, FamilyWords

LONGEST: Final = 300
"""Characters; the longest real hand has fewer than 100."""

_WON: Final = "胡"
_WORDS: Final = sorted((*LAID_WORDS, *HELD_WORDS, *SOURCE_WORDS, _WON), key=lambda word: (-len(word), word))
_LEXEME: Final = re.compile(
    rf"(?P<space>{SPACE})|(?P<word>{'|'.join(_WORDS)})|(?P<card>{CARD})|\((?P<claim>[^()]*)\)|(?P<unknown>.)",
    re.DOTALL,
)


@dataclasses.dataclass(slots=True)
class _Token:
    """A word and what followed it; ``word`` is empty where it is none that is known."""

    word: str
    cards: str = ""
    unknown: str = ""
    claim: str | None = None


def parse_hand(text: str, field: str = "hand") -> Hand:
    """A hand from text; groups that are still held (坎 顺子 比子 眼 对) are read as held cards.

    Raises `Refused` with every problem found, each quoting the offender: ``bad_card``, ``bad_meld``,
    ``bad_source``, ``too_many_copies``.
    """
    try:
        return _parse(text)
    except Refused as refused:
        raise Refused(*(problem.within(field) for problem in refused.problems)) from None


def _parse(text: str) -> Hand:
    if len(text) > LONGEST:
        raise Refused(Problem("bad_card", "", "too_long", {"text": quote(text), "most": LONGEST}))
    tokens = _tokens(text)
    problems = Collector()
    problems.extend(problem for token in tokens for problem in _misspelt(token))
    laid = [
        problems.attempt(partial(_laid, token), "exposed") for token in tokens if token.word in LAID_WORDS
    ]
    won = problems.attempt(lambda: _winning_card([token for token in tokens if token.word == _WON]))
    source = problems.attempt(lambda: _source([token for token in tokens if token.word in SOURCE_WORDS]))
    held = "".join(token.cards for token in tokens if token.word in HELD_WORDS)
    hand = Hand(tuple(filter(None, laid)), parse_cards(held, "concealed"), won, source)
    problems.extend(hand_problems(hand))
    problems.finish()
    return hand


def _tokens(text: str) -> list[_Token]:
    """The text cut at its words. An unknown character opens a token after a blank, else spoils its token."""
    known = plain(text)
    tokens: list[_Token] = []
    after_blank = True
    for lexeme in _LEXEME.finditer(known):
        sort = lexeme.lastgroup
        if sort == "word":
            tokens.append(_Token(lexeme[0]))
        elif sort != "space" and (not tokens or (sort == "unknown" and after_blank)):
            tokens.append(_Token(""))
        if sort == "card":
            tokens[-1].cards += lexeme[0]
        elif sort == "claim":
            tokens[-1].claim = lexeme["claim"]
        elif sort == "unknown":
            tokens[-1].unknown += text[lexeme.start()]
        after_blank = sort == "space"
    return tokens


def _misspelt(token: _Token) -> Iterable[Problem]:
    if not token.word:
        params: dict[str, Param] = {"text": quote(token.unknown + token.cards), "expected": [*_expected()]}
        yield Problem("bad_meld", "", "unknown_word", params)
    elif token.unknown:
        yield Problem("bad_card", "", params={"text": quote(token.unknown)})
    if token.claim is not None and token.word and LAID_WORDS.get(token.word) != "chi":
        yield Problem(
            "bad_meld", "exposed", "claimed_only_chi", {"kind": token.word, "cards": quote(token.cards)}
        )
    if token.cards and token.word in SOURCE_WORDS:
        yield Problem("bad_card", "source", "after_source", {"text": quote(token.cards), "word": token.word})


def _expected() -> Iterable[str]:
    return (
        *(GUILIN.names[kind] for kind in ("chi", "peng", "sao", "kaiduo", "saochuan")),
        "手",
        _WON,
        *SOURCES.values(),
    )


def _laid(token: _Token) -> ExposedMeld:
    kind = LAID_WORDS[token.word]
    claimed = parse_card(token.claim, "claimed") if token.claim is not None and kind == "chi" else None
    return ExposedMeld(kind, parse_cards(token.cards, "cards"), claimed)


def _winning_card(tokens: list[_Token]) -> Card | None:
    return parse_card("".join(token.cards for token in tokens), "winning_card") if tokens else None


def _source(tokens: list[_Token]) -> str | None:
    sources = [SOURCE_WORDS[token.word] for token in tokens]
    if len(sources) > 1:
        raise Refused(
            Problem("bad_source", "source", "several", {"text": "".join(token.word for token in tokens)})
        )
    return sources[0] if sources else None


_WON_CARD: Final = re.compile(rf"(?:^| ){_WON}({CARD})")


def winning_card(text: str) -> Card | None:
    """胡的那张 (hu de na zhang): the card that completed a hand, from a text that `format_hand` wrote."""
    found = _WON_CARD.search(text)
    return parse_card(found[1], "winning_card") if found else None


_CLAIMED: Final[dict[Card | None, str]] = {
    None: "",
    **{card: f"({name})" for card, name in enumerate(NAMES)},
}


def format_hand(hand: Hand, words: FamilyWords = GUILIN) -> str:
    """The text of a hand in one family's words; `parse_hand` gives the same hand back."""
    names = words.names
    parts = [f"{names[laid.kind]}{laid.meld.text}{_CLAIMED[laid.claimed]}" for laid in hand.exposed]
    if hand.concealed:
        parts.append(f"手{card_text(hand.concealed)}")
    if hand.winning_card is not None:
        parts.append(f"{_WON}{card_name(hand.winning_card)}")
    if hand.source is not None:
        parts.append(SOURCES[hand.source])
    return " ".join(parts)
