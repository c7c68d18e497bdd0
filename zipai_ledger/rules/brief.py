"""规矩一行 (guiju yi hang): the house rules of a table in a line, what people quarrel about before anything else.

A game writes its line in `Ruleset.brief`, in the language of its rulebook (`ruletext`): a phrase for what every table has to
settle, and one for what is not as usual.
"""

from .options import Option, Options, Value, Words, entries
from .rulebook import listed
from .ruleset import Ruleset
from .ruletext import Known, Reader


def in_brief(ruleset: Ruleset, options: Options) -> tuple[Words, ...]:
    """The phrases of the line: 起胡 10, 每舵 5 胡, 点炮付两家.

    A rule that came after the table was opened is as usual there.
    """
    return _reader(ruleset, options).phrases(ruleset.brief)


def tagline_under(ruleset: Ruleset, options: Options) -> Words:
    """The game in a few words, as a table with these options plays it."""
    return next(iter(_reader(ruleset, options).phrases(ruleset.lead)), ruleset.tagline)


def foremost(ruleset: Ruleset, options: Options) -> frozenset[str]:
    """The house rules that tables settle before any other: what its line names where all is as usual, and the preset.

    ``options``: of these the preset counts, which sets what is usual.
    """
    usual = {option.code: option.default for option in ruleset.options.usual(options)}
    named = _reader(ruleset, usual).named(ruleset.brief) | {ruleset.options.preset}
    return named.intersection(ruleset.options.by_code)


def _reader(ruleset: Ruleset, options: Options) -> Reader:
    usual = ruleset.options.usual(options)
    chosen = {option.code: options.get(option.code, option.default) for option in usual}
    known: dict[str, Known] = {option.code: _known(option, chosen[option.code]) for option in usual}
    return Reader({}, {**known, **ruleset.known_in_brief(chosen)})


def _known(option: Option, value: Value) -> Known:
    """The value; of any number of choices each, by its code and its English name, of named numbers those not as usual."""
    if option.many:
        chosen = [option.choice(each) for each in entries(value, str)]
        return Words("".join(str(each.value) for each in chosen), ", ".join(each.name.en for each in chosen))
    if isinstance(value, dict) and isinstance(option.default, dict):
        usual = option.default
        names = {str(part.value): part.name for part in option.parts}
        return listed(
            Words(f"{names[code].zh} {number}", f"{names[code].en} {number}")
            for code, number in value.items()
            if number != usual.get(code)
        )
    return value
