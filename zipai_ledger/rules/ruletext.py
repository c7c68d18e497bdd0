"""The text that a game's rules are written in, and its reader.

    # next 下一盘 | The next deal
    - [S1; P] 起胡 {min_hu} 胡。
    + A hand below {min_hu} 胡 does not win.
    @ won
    - [open S1 | seats=4 xing!=none] …

``#`` begins a section (its code, its titles), ``-`` a rule in Chinese, ``+`` the same in English, ``@`` names what is
shown beside it; any other line goes on with the one before. In the brackets stands the source, after ``open`` where it
leaves the matter open, and behind a bar when the rule holds: options and the values they may have; one without values
only is what the rule depends on. In braces stand
options, or what else the game makes known.

Phrases are written alike, without sections, and in brackets, where there are any, stands only when they hold.
"""

import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from .options import Options, Value, Words
from .rulebook import Figure, Section, Standing, Statement

Known = Value | Words
_FIELDS = string.Formatter()
_OPEN = "open "
_Test = tuple[str, Sequence[str], bool]
"""An option, values, and whether it has to have one of them."""


@dataclass(slots=True)
class _Rule:
    """One rule as it is written."""

    head: str
    zh: str
    en: str = ""
    figures: list[str] = field(default_factory=list)


class Reader:
    """Reads rules for one table: what its options make of them, with what a game makes known and shows."""

    def __init__(
        self, options: Options, known: Mapping[str, Known], figures: Mapping[str, Figure] | None = None
    ) -> None:
        self.options = options
        self.known: dict[str, Known] = {**known, **options}
        self._in_zh, self._in_en = self._in("zh"), self._in("en")
        self.figures = figures or {}

    def sections(self, text: str) -> tuple[Section, ...]:
        """Every section of a text, without the rules that do not hold under these options."""
        return tuple(self._section(head, rules) for head, rules in _split(text))

    def phrases(self, text: str) -> tuple[Words, ...]:
        """Every phrase of a text that holds."""
        rules = [rule for _head, found in _split(text) for rule in found]
        return tuple(self._filled(rule.zh, rule.en) for rule in rules if self._holds(_tests(rule.head)))

    def named(self, text: str) -> frozenset[str]:
        """What the phrases of a text that hold are filled in with, and what they hold by."""
        rules = [rule for _head, found in _split(text) for rule in found]
        holding = [rule for rule in rules if self._holds(_tests(rule.head))]
        filled = (name for rule in holding for _, name, _, _ in _FIELDS.parse(rule.zh) if name)
        tested = (test[0] for rule in holding for test in _tests(rule.head))
        return frozenset((*map(_root, filled), *tested))

    def _section(self, head: str, rules: Sequence[_Rule]) -> Section:
        code, _, titles = head.partition(" ")
        zh, _, en = titles.partition(" | ")
        found = [statement for rule in rules for statement in self._statement(rule)]
        return Section(code, self._filled(zh, en), tuple(found))

    def _statement(self, rule: _Rule) -> Iterator[Statement]:
        source, _, conditions = rule.head.partition(" | ")
        tests = _tests(conditions)
        if not self._holds(tests):
            return
        standing: Standing = "open" if source.startswith(_OPEN) else "ours" if source == "ours" else "source"
        named = (_root(name) for _, name, _, _ in _FIELDS.parse(rule.zh) if name)
        of = dict.fromkeys(code for code in (*(test[0] for test in tests), *named) if code in self.options)
        yield Statement(
            text=self._filled(rule.zh, rule.en),
            source=source.removeprefix(_OPEN),
            standing=standing,
            of=tuple(of),
            figures=tuple(self.figures[name] for name in rule.figures if name in self.figures),
        )

    def _holds(self, tests: Sequence[_Test]) -> bool:
        return all((_text(self.known[code]) in values) is wanted for code, values, wanted in tests if values)

    def _filled(self, zh: str, en: str) -> Words:
        return Words(zh.format_map(self._in_zh), en.format_map(self._in_en))

    def _in(self, language: str) -> dict[str, Value]:
        return {
            name: getattr(value, language) if isinstance(value, Words) else value
            for name, value in self.known.items()
        }


@lru_cache(maxsize=256)
def _split(text: str) -> tuple[tuple[str, list[_Rule]], ...]:
    """Heads of sections with the rules below them; texts stand in the program, and each is taken apart once."""
    return tuple(_sections_in(text))


def _sections_in(text: str) -> Iterator[tuple[str, list[_Rule]]]:
    head, rules = "", list[_Rule]()
    for line in filter(None, map(str.strip, text.splitlines())):
        mark, _, rest = line.partition(" ")
        if mark == "#":
            if head:
                yield head, rules
            head, rules = rest, []
        else:
            _read(mark, rest, line, rules)
    yield head, rules


def _read(mark: str, rest: str, line: str, rules: list[_Rule]) -> None:
    """Take up one line that begins no section."""
    if mark == "-":
        bracket, _, zh = rest.partition("] ") if rest.startswith("[") else ("", "", rest)
        rules.append(_Rule(bracket.removeprefix("["), zh))
    elif mark == "+":
        rules[-1].en = rest
    elif mark == "@":
        rules[-1].figures += rest.split()
    elif rules[-1].en:
        rules[-1].en += f" {line}"
    else:
        rules[-1].zh += line


def _tests(conditions: str) -> list[_Test]:
    return [_test(condition) for condition in conditions.split()]


def _test(condition: str) -> _Test:
    """``seats=2,3`` or ``xing!=none``; ``special_cards!=`` holds where there is something to say of them."""
    code, equals, values = condition.partition("=")
    return code.removesuffix("!"), values.split(",") if equals else [], not code.endswith("!")


def _text(value: Known) -> str:
    return value.zh if isinstance(value, Words) else str(value)


def _root(name: str) -> str:
    """The option that ``levels[0]`` is about."""
    return name.partition("[")[0]
