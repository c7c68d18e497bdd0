"""规矩码 (guijuma): the house rules of a table in a short code, and label by label, for whatever programs read.

What people read of them is `brief`.
"""

from collections.abc import Mapping

from .options import Bands, Option, Options, Pairs, RowValue, Steps, Value, Words, entries
from .rowtable import RowTable
from .rulebook import band_words, listed, one, signed, value_words
from .ruleset import Ruleset

FIRST = 3
"""As many house rules are always named, beside those that are not as usual."""


NOTHING = Words("没有", "none")


def changed(ruleset: Ruleset, options: Options) -> tuple[Option, ...]:
    """The options that are not as usual, in their order; what a preset brings along is usual with it."""
    usual = ruleset.options.usual(options)
    return tuple(option for option in usual if options.get(option.code, option.default) != option.default)


def code(ruleset: Ruleset, version: int, options: Options) -> str:
    """The ruleset with its version and what is not as usual: ``guilin-1 min_hu=15 xing_kinds=上+下``.

    Of a table of named numbers those that differ: ``values=pinghu:2``; steps as a whole: ``bands=20:-5+50:5``.
    """
    parts = (f"{option.code}={_value(option, options[option.code])}" for option in changed(ruleset, options))
    return " ".join([f"{ruleset.slug}-{version}", *parts])


def in_words(ruleset: Ruleset, options: Options) -> tuple[Words, ...]:
    """The first house rules that are no tables, or the table that comes before them all, and what is not as usual: 起胡 15.

    A rule that came after the table was opened is as usual there.
    """
    unusual = {option.code for option in changed(ruleset, options)}
    first, *_ = ruleset.options.options
    plain = [option.code for option in ruleset.options.options if not _is_table(option)]
    codes = unusual.union([first.code] if _is_table(first) else plain[:FIRST])
    return tuple(
        rule(option, options.get(option.code, option.default))
        for option in ruleset.options.options
        if option.code in codes
    )


def _is_table(option: Option) -> bool:
    return bool(option.parts) or isinstance(option, Bands | Steps | RowTable)


def rule(option: Option, value: Value) -> Words:
    """One house rule with what was chosen."""
    words = chosen(option, value)
    return Words(f"{option.name.zh} {words.zh}", f"{option.name.en}: {words.en}")


def chosen(option: Option, value: Value) -> Words:
    """A value in words; of steps each one."""
    if isinstance(option, RowTable):
        return listed(option.changes_in_words(value)) if option.changes(value) else Words("照常", "as usual")
    if isinstance(option, Pairs) and isinstance(value, Mapping):
        return _pairs(option, value)
    if isinstance(option, Steps):
        return listed(one(f"{row[0]}: {row[1]}") for row in entries(value, list)) if value else NOTHING
    if not isinstance(option, Bands) or isinstance(value, str):
        return value_words(option, value)
    start, bands = option.least, list[Words]()
    for end, worth in entries(value, list):
        band, gets = band_words(start, None if end == option.greatest else end), signed(worth)
        bands.append(Words(f"{band.zh} {gets.zh}", f"{band.en} {gets.en}"))
        start = end + 1
    return listed(bands)


def _pairs(option: Pairs, value: Mapping[str, object]) -> Words:
    """Each part with its numbers."""
    pairs = {code: "/".join(map(str, pair)) for code, pair in value.items() if isinstance(pair, list)}
    names = {str(part.value): part.name for part in option.parts}
    return listed(
        Words(f"{names[code].zh} {pair}", f"{names[code].en} {pair}") for code, pair in pairs.items()
    )


def _row(change: RowValue) -> str:
    """A row that is not as usual: its code, whether it counts, and its value where that is another one."""
    parts = [str(change["code"]), *(["on" if change["on"] else "off"] if "on" in change else [])]
    return ":".join([*parts, *([str(change["value"])] if "value" in change else [])])


def _value(option: Option, value: Value) -> str:
    if isinstance(option, RowTable):
        return "+".join(map(_row, option.changes(value)))
    if isinstance(option, Pairs) and isinstance(value, Mapping):
        usual = option.default if isinstance(option.default, dict) else {}
        pairs = {code: pair for code, pair in value.items() if usual.get(code) != pair}
        return "+".join(
            f"{code}:{':'.join(map(str, pair))}" for code, pair in pairs.items() if isinstance(pair, list)
        )
    if isinstance(value, Mapping):
        usual = option.default if isinstance(option.default, dict) else {}
        return "+".join(f"{part}:{number}" for part, number in value.items() if usual.get(part) != number)
    if not isinstance(value, list):
        return str(value)
    return "+".join(":".join(map(str, one)) if isinstance(one, list) else str(one) for one in value) or "none"
