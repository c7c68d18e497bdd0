"""名堂说成话 (mingtang shuo cheng hua): rows of a table in words, for the rules of a table and its form."""

from collections.abc import Mapping
from typing import Final

from ..conditions import Comparison, Condition
from ..options import Words
from ..rowtable import Kind, Row
from .counts import NAMES, YES_OR_NO

HOW: Final[Mapping[str, Words]] = {
    "=": Words("{name}正好 {n}", "{name} exactly {n}"),
    "!=": Words("{name}不是 {n}", "{name} not {n}"),
    "<": Words("{name}不到 {n}", "{name} below {n}"),
    "<=": Words("{name}最多 {n}", "{name} at most {n}"),
    ">": Words("{name}多过 {n}", "{name} above {n}"),
    ">=": Words("{name}至少 {n}", "{name} at least {n}"),
}

VALUES: Final[Mapping[Kind, Words]] = {
    "hu": Words("算 {n} 胡", "counts as {n} hu"),
    "worth": Words("值 {n} 胡", "is worth {n} hu"),
    "hu_times": Words("胡数乘 {n}", "hu times {n}"),
    "hu_plus": Words("加 {n} 胡", "{n} hu more"),
    "plus": Words("加 {n}", "{n} more"),
    "times": Words("乘 {n}", "times {n}"),
}


def condition_words(when: Condition) -> Words:
    """When a row holds."""
    ways = [_all([comparison_words(each) for each in way]) for way in when.ways]
    return Words("；或者".join(way.zh for way in ways), "; or ".join(way.en for way in ways))


def _all(parts: list[Words]) -> Words:
    return Words("，".join(part.zh for part in parts), ", ".join(part.en for part in parts))


def comparison_words(one: Comparison) -> Words:
    """One comparison: 红字至少 10."""
    name = NAMES[one.name]
    if one.name in YES_OR_NO:
        if one.holds({one.name: 1}) and not one.holds({one.name: 0}):
            return name
        if one.holds({one.name: 0}) and not one.holds({one.name: 1}):
            return Words(f"不是{name.zh}", f"not: {name.en}")
    words = HOW[one.how]
    return Words(words.zh.format(name=name.zh, n=one.number), words.en.format(name=name.en, n=one.number))


def value_words(row: Row) -> Words:
    """What a row is worth, and what else there is of it."""
    words, n = VALUES[row.kind], row.number
    parts = [Words(words.zh.format(n=n), words.en.format(n=n))]
    if row.each:
        of, over, add = NAMES[row.each.of], row.each.over, row.each.add
        parts.append(
            Words(f"{of.zh}过 {over}，每多一个再加 {add}", f"{add} more for each of {of.en} above {over}")
        )
    if row.least is not None:
        parts.append(Words(f"{row.least} 胡就能胡", f"wins with {row.least} hu"))
    if row.last:
        parts.append(Words("最后再乘", "multiplied last"))
    if row.alone:
        parts.append(Words("有它别的不算", "no other counts beside it"))
    return _all(parts)


def row_words(row: Row) -> Words:
    """A whole row in one sentence: 红胡：红字至少 10，乘 2."""
    when, value = condition_words(row.when), value_words(row)
    return Words(f"{row.name.zh}：{when.zh}，{value.zh}", f"{row.name.en}: {when.en}; {value.en}")
