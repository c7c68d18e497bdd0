"""House rules as a form asks for them: each with its choices in words, and a worked example beside it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from django import forms

from zipai_ledger.formats import outcomes
from zipai_ledger.formats.speaker import language, speaker, word
from zipai_ledger.forms.house_rules import PREFIX, RulesForm
from zipai_ledger.forms.rulebook import TABLES, rulebook_query
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.bodies import MeldBody
from zipai_ledger.rules import examples
from zipai_ledger.rules.brief import foremost, in_brief
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.options import Bands, NumberOrAs, Option, Options, Pairs, Steps, Value
from zipai_ledger.rules.rowtable import RowTable
from zipai_ledger.rules.rulebook import value_words
from zipai_ledger.rules.ruleset import Ruleset

from .fans import Fan, group_fans
from .row_table import OfferedTable, offered_table
from .template_values import TemplateValue

SPARE = 2
"""Empty rows below a table that may grow."""
KEPT = 1_024
"""Worked examples kept in each process, a few hundred bytes each."""


@dataclass(frozen=True, slots=True)
class OfferedChoice(TemplateValue):
    """One value to choose, and what it is called; ``seats``: how many sit then, where that is what is chosen."""

    value: int | str
    label: str
    is_chosen: bool
    seats: int = 0


@dataclass(frozen=True, slots=True)
class WorkedExample(TemplateValue):
    """A hand and what it comes to: ``units`` of ``unit``, with a sign where no hand is shown.

    It starts from the cards ``fans``, from ``hu`` of ``hu_word``, or where it has none from what ``wording`` says.
    """

    wording: str
    hu: int | None
    hu_word: str
    fans: tuple[Fan, ...]
    text: str
    units: int
    unit: str


@dataclass(frozen=True, slots=True)
class TableRow(TemplateValue):
    """A row of an option that is a table: a number with its ``label`` and ``code``, or the ``end`` of a band and its worth.

    Numbers as they were typed.
    """

    code: int | str = ""
    label: str = ""
    value: str = ""
    end: str = ""
    worth: str = ""
    is_wrong: bool = False


@dataclass(frozen=True, slots=True)
class HouseRule(TemplateValue):
    """One option as `components/option.html` asks for it; ``value`` and ``rows`` as they were typed.

    ``kind``: ``one`` or ``many`` of the choices, ``number``, or a table: ``parts``, ``series``, ``bands``. ``chosen``: the
    value in words, "" of a table that is too long for a line. ``is_preset``: the choice says which game it is; ``leads``:
    it sets others; ``is_foremost``: most tables settle it before the others. ``table``: the rows of a table of them.
    ``example`` is None where its sentence says it all.
    """

    field: str
    kind: str
    label: str
    meaning: str
    chosen: str
    is_usual: bool
    choices: tuple[OfferedChoice, ...]
    value: str
    rows: tuple[TableRow, ...]
    columns: tuple[str, ...]
    least: int
    greatest: int
    step: int
    error: str
    is_preset: bool
    is_foremost: bool
    leads: bool
    table: OfferedTable | None
    example: WorkedExample | None

    @property
    def is_typed(self) -> bool:
        """Whether it is typed, so that something may be wrong with it."""
        return self.kind not in ("one", "many")


FEW = 3
"""So many rules are not worth a fold of their own."""


@dataclass(frozen=True, slots=True)
class RulesPart:
    """The rules of a game as a form asks for them, and in ``brief``.

    ``query``: its book with them; ``preset``: the choices that set others.
    """

    game: str
    slug: str
    query: str
    preset: str
    brief: tuple[str, ...]
    options: tuple[HouseRule, ...]

    @property
    def is_wrong(self) -> bool:
        """Whether something is wrong with one of them."""
        return any(option.error for option in self.options)

    @property
    def foremost(self) -> tuple[HouseRule, ...]:
        """Those that stand open: all of them where few would be left."""
        return self._which(foremost=True) if self.others else self.options

    @property
    def others(self) -> tuple[HouseRule, ...]:
        """Those that are folded."""
        found = self._which(foremost=False)
        return found if FEW < len(found) < len(self.options) else ()

    def _which(self, *, foremost: bool) -> tuple[HouseRule, ...]:
        return tuple(option for option in self.options if option.is_foremost == foremost)

    @property
    def changed_others(self) -> int:
        """How many of these are not as usual."""
        return sum(not option.is_usual for option in self.others)

    @property
    def are_others_wrong(self) -> bool:
        """Whether something is wrong with one of these."""
        return any(option.error for option in self.others)


def error_of(form: forms.Form, field: str) -> str:
    """What is wrong with a field, "" where nothing is or nobody has looked yet."""
    return " ".join(map(str, form.errors.get(field, ())))


def house_rules(form: RulesForm) -> RulesPart:
    """The house rules, each with its example."""
    ruleset = form.ruleset
    first, chosen = foremost(ruleset, form.resolved), canonical.to_text(form.resolved)
    return RulesPart(
        game=word(ruleset.name_under(form.resolved)),
        slug=ruleset.slug,
        query=rulebook_query(ruleset, form.resolved),
        preset=form.led,
        brief=tuple(map(word, in_brief(ruleset, form.resolved))),
        options=tuple(_house_rule(form, option, option.code in first, chosen) for option in _usual(form)),
    )


def _usual(form: RulesForm) -> tuple[Option, ...]:
    """The options with a field of their own, with the defaults of the preset chosen.

    One that says nothing where so many sit is left out, unless it was changed.
    """
    codes, values = {option.code for option in form.single_options}, form.resolved
    places = form.ruleset.places(values)
    return tuple(
        option
        for option in form.ruleset.options.usual(values)
        if option.code in codes
        and (option.players in (0, places) or values[option.code] != option.default or form.wrong_in(option))
    )


def _value_text(option: Option, value: Value) -> str:
    """The value in words; of a table the numbers where there are few, or that there are none."""
    if isinstance(value, Mapping):
        return "" if any(value.values()) else word(value_words(replace(option, default=value), value))
    is_table = isinstance(option, Bands | Steps | RowTable) and not isinstance(value, str)
    return "" if is_table else word(value_words(option, value))


def _house_rule(form: RulesForm, option: Option, is_foremost: bool, chosen: str) -> HouseRule:
    value, resolved = form.values[option.code], form.resolved[option.code]
    wrong = form.wrong_in(option)
    kept = [str(one) for one in value] if isinstance(value, list) else [str(value)]
    if isinstance(option, NumberOrAs) and kept == [option.default_word]:
        kept = [""]
    return HouseRule(
        field=PREFIX + option.code,
        kind=option.kind,
        label=word(option.name),
        meaning=word(option.meaning),
        chosen=_value_text(option, resolved),
        is_usual=resolved == option.default,
        choices=tuple(
            OfferedChoice(choice.value, word(choice.name), str(choice.value) in kept)
            for choice in option.choices
        ),
        value=kept[0] if kept else "",
        rows=tuple(_table_rows(option, value, {str(one.params.get("at")) for one in wrong}))
        if option.kind in TABLES
        else (),
        columns=tuple(map(word, option.columns)) if isinstance(option, Bands | Steps | Pairs) else (),
        least=option.least,
        greatest=option.greatest,
        step=option.step,
        error=error_of(form, PREFIX + option.code) or " ".join(form.explained(wrong).values()),
        is_preset=option.code == form.ruleset.options.preset,
        is_foremost=is_foremost,
        leads=option.code in form.ruleset.options.leads,
        table=offered_table(option, value, {str(one.params.get("row")) for one in wrong})
        if isinstance(option, RowTable)
        else None,
        example=_example(ExampleKey(form.ruleset, option.code, chosen, language(), form.resolved)),
    )


def _table_rows(option: Option, value: JsonValue, wrong: Collection[str]) -> Iterator[TableRow]:
    """The rows of an option that is a table, as they were typed; bands with room for more, their last one open.

    ``wrong``: rows by number, from 1, or parts by code, that cannot be so.
    """
    names = {part.value: word(part.name) for part in option.parts}
    if option.kind == "rows":
        return
    if isinstance(value, Mapping) and option.kind == "pairs":
        pairs = ((code, pair) for code, pair in value.items() if isinstance(pair, list) and len(pair) == 2)
        yield from (
            TableRow(
                code,
                names.get(code, ""),
                end=_typed(pair[0]),
                worth=_typed(pair[1]),
                is_wrong=code in wrong,
            )
            for code, pair in pairs
        )
    elif isinstance(value, Mapping):
        yield from (
            TableRow(code, names.get(code, ""), _typed(number), is_wrong=code in wrong)
            for code, number in value.items()
        )
    elif isinstance(value, list) and option.kind == "series":
        yield from (
            TableRow(place, names.get(place, ""), _typed(number), is_wrong=str(place) in wrong)
            for place, number in enumerate(value)
        )
    elif isinstance(value, list):
        for number, (end, worth) in enumerate((row for row in value if isinstance(row, list)), start=1):
            is_open = option.kind == "bands" and end in (None, option.greatest)
            yield TableRow(
                end="" if is_open else _typed(end), worth=_typed(worth), is_wrong=str(number) in wrong
            )
        yield from [TableRow()] * SPARE
    else:
        yield from [TableRow()] * SPARE


def _typed(number: JsonValue) -> str:
    return "" if number is None else str(number)


@dataclass(frozen=True, slots=True)
class ExampleKey:
    """Which example, under which rules, in whose language: all that it depends on; ``values`` say the rules once more."""

    ruleset: Ruleset
    code: str
    rules: str
    language: str
    values: Options = field(compare=False, repr=False)


@lru_cache(maxsize=KEPT)
def _example(key: ExampleKey) -> WorkedExample | None:
    """A hand and what it comes to under these rules, None where an option has no example."""
    ruleset = key.ruleset
    worked = examples.play_example(ruleset, key.values, key.code)
    if worked is None:
        return None
    words = speaker(ruleset)
    items = [item for item in worked.items if item.units]
    lines = [(words.item(item), item.units) for item in items]
    return WorkedExample(
        wording="" if worked.hu else words.item(worked.items[0]),
        hu=worked.hu,
        hu_word=words.hu,
        fans=tuple(
            group_fans(
                [MeldBody(kind=meld.kind, cards=meld.cards, hu=meld.hu) for meld in worked.melds], words
            )
        ),
        text=outcomes.explained(lines, [words.flow(flow.code) for flow in worked.paid[:1]]),
        units=worked.units,
        unit=words.unit,
    )
