"""跑胡子的规矩书 (paohuzi de guijushu): what both rulesets show of their tables: rows, ladders, values (docs/rules/paohuzi.md)."""

from collections.abc import Mapping, Sequence

from ..options import Options, Words
from ..rowtable import Row, RowTable
from ..rulebook import Grid, listed, one
from ..ruleset import Ruleset
from .melds import USUAL
from .paohuzi_options import GROUPS
from .row_words import condition_words, value_words

NONE = one("none")
HEAD = (Words("名堂", "Pattern"), Words("什么时候", "When"), Words("算多少", "Worth"))


def row_grid(rows: Sequence[Row]) -> Grid:
    """The rows that are played: name, condition, worth."""
    return Grid(HEAD, tuple((row.name, condition_words(row.when), value_words(row)) for row in rows))


def ladder_words(points: Sequence[Sequence[int]]) -> Words:
    """10 胡 1 囤、12 胡 2 囤, ``none`` where there are no points."""
    if not points:
        return NONE
    return listed(Words(f"{hu} 胡 {units} 囤", f"{hu} hu {units} tun") for hu, units in points)


def values_words(values: Mapping[str, Sequence[int]]) -> Words:
    """What groups count that are not as usual, ``none`` where all are."""
    unusual = [kind for kind, pair in values.items() if tuple(pair) != USUAL[kind]]
    if not unusual:
        return NONE
    return listed(
        Words(f"{GROUPS[kind][0]} {small}、{big} 胡", f"{GROUPS[kind][1]} {small}, {big} hu")
        for kind in unusual
        for small, big in [values[kind]]
    )


def every_value(values: Mapping[str, Sequence[int]]) -> Words:
    """What all groups count."""
    return listed(
        Words(f"{GROUPS[kind][0]} {pair[0]} 和 {pair[1]}", f"{GROUPS[kind][1]} {pair[0]} and {pair[1]}")
        for kind, pair in values.items()
    )


def brief_words(ruleset: Ruleset, options: Options) -> dict[str, Words]:
    """The rows that are not as the preset has them, ``none`` where all are."""
    usual = {option.code: option for option in ruleset.options.usual(options)}
    table, value = usual["patterns"], options.get("patterns", usual["patterns"].default)
    changed = table.changes_in_words(value) if isinstance(table, RowTable) else ()
    return {"rows": listed(changed) if changed else NONE}
