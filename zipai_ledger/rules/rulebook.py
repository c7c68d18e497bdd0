"""规矩 (guiju): a game's rules in sentences, filled in with what one table has chosen.

They are in `Game.rulebook`. Each statement has its source, and whether that source settles it. What is
worked out (`Case`) is played by the rules when it is read.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .facts import Deal
from .options import Bands, Option, Value, Words, entries

Standing = Literal["source", "open", "ours"]
"""Settled by its source; left open by it and settled here; or a rule of this program alone."""

Part = Literal["hand", "lines", "paid", "next"]


class Source(NamedTuple):
    """Where a rule can be from: one character that marks it, and what it is."""

    mark: str
    name: Words


SOURCES: Mapping[str, Source] = {
    "S0": Source("大", Words("《大字牌》，一篇讲玩法的文章", "“Dazipai”, an article on how it is played")),
    "S1": Source(
        "桂", Words("《桂林字牌》，一篇讲玩法的文章", "“Guilin Zipai”, an article on how it is played")
    ),
    "S2": Source("贵", Words("杨泽铧《贵阳麻将详细规则介绍》", "杨泽铧, “贵阳麻将详细规则介绍”")),
    "S3": Source("林", Words("《打林》，讲山西洪洞的打法", "“Dalin”, on the game as played in Hongtong")),
    "S4": Source("邓", Words("邓桂荣《怎样打好字牌》", "邓桂荣, “怎样打好字牌”")),
    "P": Source(
        "馆", Words("网上牌馆的规则，各家不全一样", "Help pages of public game servers, which differ")
    ),
    "O": Source("别", Words("别处的打法，各地不全一样", "House rules published elsewhere, which differ")),
    "the owner": Source("友", Words("一位牌友说的", "Told by a player")),
    "ours": Source("本", Words("本子定的", "Decided by this ledger")),
}
"""In the order a legend lists them; what they are: docs/rules/index.md#sources."""

_SOURCE = re.compile("|".join(rf"\b{re.escape(code)}\b" for code in SOURCES))


def sources_in(text: str) -> tuple[str, ...]:
    """The sources that ``S1; P`` or ``S2; 清七对 O`` names, each once."""
    return tuple(dict.fromkeys(_SOURCE.findall(text)))


class CardGroup(NamedTuple):
    """One group as it lies: its canonical ``kind``, its cards, and the caption below it."""

    kind: str
    cards: str
    label: Words


class Cards(NamedTuple):
    """字牌 side by side."""

    groups: tuple[CardGroup, ...]


class Tiles(NamedTuple):
    """Mahjong tiles, each row with what it is called."""

    rows: tuple[tuple[Words, tuple[str, ...]], ...]


class Grid(NamedTuple):
    """A small table: what its columns are, and its rows; the first column names the row."""

    head: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A worked example: deals in a row at a fresh table, of which the last is displayed.

    Players are called 甲 乙 丙 丁 by seat and 甲 deals first. ``shows``: the winner's ``hand``, the explained ``lines``, what
    is ``paid``, who deals ``next``; of the lines only those with the codes ``only``, where it names any. A round may be
    carried in: ``tally`` and ``wins`` by seat.
    """

    caption: Words
    deals: tuple[Deal, ...]
    shows: tuple[Part, ...] = ("hand", "lines", "paid")
    only: tuple[str, ...] = ()
    tally: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()


Figure = Cards | Tiles | Grid | Case


@dataclass(frozen=True, slots=True)
class Statement:
    """One rule. ``of``: the options it depends on."""

    text: Words
    source: str
    standing: Standing = "source"
    of: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """The codes of `SOURCES` that it names."""
        return sources_in(self.source)


@dataclass(frozen=True, slots=True)
class Section:
    """Rules about one matter; ``code`` names it in an address."""

    code: str
    title: Words
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Saying:
    """行话 (hanghua): a word of the table, what it means, and where it is said."""

    word: str
    meaning: Words
    where: Words
    source: str
    more: tuple[Words, ...] = ()
    """What is said elsewhere."""


def one(text: Value) -> Words:
    """A number, or a word that is the same in every language."""
    return Words(str(text), str(text))


def listed(words: Iterable[Words]) -> Words:
    """Several words in a row."""
    parts = tuple(words)
    return Words("、".join(part.zh for part in parts), ", ".join(part.en for part in parts))


def signed(number: int) -> Words:
    """Units with their sign, a real minus."""
    return one(f"+{number}" if number > 0 else f"\u2212{-number}" if number else "0")


def band_words(start: int, end: int | None) -> Words:
    """The numbers of a band, open at its end where it has none."""
    return Words(f"{start} 以上", f"{start} and more") if end is None else one(f"{start}–{end}")


def band_grid(columns: tuple[Words, ...], rows: Sequence[Sequence[int]], step: int = 1) -> Grid:
    """Rows of [the greatest number of a band, what it is worth], the last one open; numbers come in ``step``s."""
    starts = [0, *(row[0] + step for row in rows)]
    ends = [*(row[0] for row in rows[:-1]), None]
    lines = [
        (band_words(start, end), signed(row[1])) for start, end, row in zip(starts, ends, rows, strict=False)
    ]
    return Grid(columns, tuple(lines))


def value_words(option: Option, value: Value) -> Words:
    """A value in words: the choices, or each number with what it is; parts that are usually 0 only where they are not."""
    if isinstance(option, Bands) and option.instead is not None and value == option.instead.value:
        return option.instead.name
    if option.many:
        chosen = [option.choice(each).name for each in entries(value, str)]
    elif option.parts:
        numbers = zip(option.parts, _numbers(value), _numbers(option.default), strict=True)
        chosen = [
            Words(f"{part.name.zh} {number}", f"{part.name.en} {number}")
            for part, number, usual in numbers
            if number or usual
        ]
    else:
        known = {choice.value: choice.name for choice in option.choices}
        return known.get(value, one(value)) if isinstance(value, int | str) else one(value)
    return listed(chosen) if chosen else Words("没有", "none")


def _numbers(value: Value) -> list[int]:
    numbers = list(value.values()) if isinstance(value, dict) else value
    return [each for each in numbers if isinstance(each, int)] if isinstance(numbers, list) else []


def merged(*sections: Section) -> tuple[Section, ...]:
    """The sections in the order they first come; those of one code are one, under the first one's title."""
    found: dict[str, Section] = {}
    for section in sections:
        known = found.get(section.code)
        statements = (known.statements if known else ()) + section.statements
        found[section.code] = Section(section.code, (known or section).title, statements)
    return tuple(section for section in found.values() if section.statements)
