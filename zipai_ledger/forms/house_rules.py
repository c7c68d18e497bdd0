"""规矩 (guiju): the form of house rules, a field for each option of a ruleset.

The rules judge what is asked for as a whole; what they refuse stands beside its field (`refuse`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from zipai_ledger.formats.speaker import speaker, word
from zipai_ledger.rules import registry
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.options import Option, Value
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.rowtable import RowTable
from zipai_ledger.rules.ruleset import Ruleset

from .entry_kinds import ENTRY_FORMS
from .fields import TextField, read_number
from .row_table import sent_rows

PREFIX = "rule-"
"""Before the code of an option: its field."""
SEPARATOR = " "
"""Between the choices that set the defaults of others, where a form remembers them."""
SEATS = "seats"
"""The field of who sits: the option that says so is asked for beside the names, where a ruleset has one."""


def offered_rulesets() -> Mapping[str, Ruleset]:
    """Slug → ruleset, for those whose deals can be entered."""
    return {
        slug: ruleset for slug, ruleset in registry.all_rulesets().items() if ruleset.entry in ENTRY_FORMS
    }


def named_ruleset(slug: str) -> Ruleset:
    """The ruleset with this slug, else the one that a new table starts with."""
    offered = offered_rulesets()
    return offered.get(slug) or next(iter(offered.values()))


def seating(ruleset: Ruleset, typed: str) -> JsonValue:
    """The choice of who sits that was sent; a plain number stands for the first choice with so many seats."""
    option = ruleset.options.by_code.get(ruleset.seats_by)
    if option is None or not typed:
        return option.default if option else None
    known = [choice.value for choice in option.choices]
    fitting = [value for value in known if ruleset.places({option.code: value}) == read_number(typed)]
    return next((value for value in known if str(value) == typed), fitting[0] if fitting else typed)


def played_rules(options: Mapping[str, Value]) -> dict[str, JsonValue]:
    """What stands in the form of a stage that was played with these."""
    return {PREFIX + code: value for code, value in options.items()}


class OptionWidget(forms.Widget):
    """How the value of an option is sent: in a field, or for a table of numbers in several with one name or more."""

    def __init__(self, option: Option) -> None:
        super().__init__()
        self.option = option

    def value_from_datadict(self, data: Mapping[str, str], files: object, name: str) -> JsonValue:
        """What was typed, which may be nothing that the option can be; None where it is not asked for."""
        option, sent = self.option, data if isinstance(data, MultiValueDict) else MultiValueDict()
        match option.kind:
            case "many":
                return sent.getlist(name)
            case "parts":
                usual = option.default if isinstance(option.default, dict) else {}
                codes = [str(part.value) for part in option.parts]
                return {code: sent.get(f"{name}.{code}", usual.get(code)) for code in codes}
            case "series":
                return sent.getlist(name) or None
            case "rows":
                return sent_rows(sent, name) if isinstance(sent, QueryDict) else None
            case "steps":
                return _steps(sent, name)
            case "pairs":
                return _pairs(option, sent, name)
            case "bands":
                return _bands(sent.getlist(f"{name}.end"), sent.getlist(f"{name}.worth")) or None
        return sent.get(name)


def _bands(ends: Sequence[str], worths: Sequence[str]) -> list[list[int | str | None]]:
    """The rows that hold something; one without an end is open."""
    rows = [(end.strip(), worth.strip()) for end, worth in zip(ends, worths, strict=False)]
    return [[_number(end) if end else None, _number(worth)] for end, worth in rows if end or worth]


def _steps(sent: "MultiValueDict[str, str]", name: str) -> list[list[int | str | None]] | None:
    """The rows that hold something; None where the table is not among what was sent."""
    starts = sent.getlist(f"{name}.end")
    rows = _bands(starts, sent.getlist(f"{name}.worth"))
    return [["" if start is None else start, worth] for start, worth in rows] if starts else None


def _pairs(option: Option, sent: "MultiValueDict[str, str]", name: str) -> dict[str, list[int | str]] | None:
    codes = [str(part.value) for part in option.parts]
    pairs = {code: sent.getlist(f"{name}.{code}") for code in codes}
    return {code: list(map(_number, pair)) for code, pair in pairs.items()} if any(pairs.values()) else None


def _number(text: str) -> int | str:
    """The number; the text where it is none."""
    found = read_number(text)
    return text if found is None else found


class OptionField(forms.Field):
    """One house rule: as usual until something is chosen, then whatever was typed; the rules judge it."""

    def __init__(self, option: Option) -> None:
        super().__init__(required=False, widget=OptionWidget(option))
        self.option = option

    def bound_data(self, data: JsonValue, initial: JsonValue) -> JsonValue:
        """What stands in the form that was sent, None where it was not sent."""
        return data


class SeatingField(TextField):
    """Who sits, where a ruleset leaves that open."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(initial=seating(ruleset, ""))
        self.ruleset = ruleset

    def bound_data(self, data: str | None, initial: JsonValue) -> JsonValue:
        """The choice that was sent."""
        return seating(self.ruleset, data or "")


@cache
def option_fields(ruleset: Ruleset) -> Mapping[str, forms.Field]:
    """A field for each option of a ruleset; they are the same in every form."""
    own = [option for option in ruleset.options.options if option.code != ruleset.seats_by]
    seats = {SEATS: SeatingField(ruleset)} if len(own) < len(ruleset.options.options) else {}
    return {**{PREFIX + option.code: OptionField(option) for option in own}, **seats}


class RulesForm(forms.Form):
    """The house rules of one ruleset: a field for each of its options.

    ``was`` are the choices whose defaults stand in the form that was sent: where another is chosen, they follow.
    """

    was = TextField()

    def __init__(
        self, ruleset: Ruleset, data: QueryDict | None = None, initial: Mapping[str, JsonValue] | None = None
    ) -> None:
        super().__init__(data, initial={**(initial or {})})
        self.ruleset = ruleset
        self.fields.update(option_fields(ruleset))

    @property
    def single_options(self) -> list[Option]:
        """The house rules that are asked for one by one: all but who sits."""
        return [field.option for field in self.fields.values() if isinstance(field, OptionField)]

    @cached_property
    def values(self) -> Mapping[str, JsonValue]:
        """Code → what stands in its field."""
        stands = {option.code: self[PREFIX + option.code].value() for option in self.single_options}
        filled = {code: value for code, value in stands.items() if value is not None}
        usual = {each.code: each.default for each in self.ruleset.options.usual(self._with_seating(filled))}
        return self._following(
            {code: usual[code] if value is None else value for code, value in stands.items()}
        )

    @property
    def seating(self) -> JsonValue:
        """Who sits, None where the ruleset leaves no choice; as is usual with another preset, where it was as usual."""
        if SEATS not in self.fields:
            return None
        options = self.ruleset.options
        typed: JsonValue = self[SEATS].value()
        was = dict(zip(options.leads, str(self["was"].value() or "").split(SEPARATOR), strict=False))
        if PREFIX + options.preset not in self.fields or not was.get(options.preset):
            return typed
        now = self[PREFIX + options.preset].value()
        if was[options.preset] == now:
            return typed
        before, after = (self._usual_seats(preset) for preset in (was[options.preset], now))
        return after if f"{typed}" == f"{before}" else typed

    def _usual_seats(self, preset: JsonValue) -> Value:
        """Who usually sits with a preset."""
        options = self.ruleset.options
        usual = {each.code: each.default for each in options.usual({options.preset: preset})}
        return usual[self.ruleset.seats_by]

    def options(self) -> dict[str, JsonValue]:
        """The house rules as they were chosen, who sits among them."""
        return self._with_seating(self.values)

    @cached_property
    def resolved(self) -> Mapping[str, Value]:
        """The house rules with the default wherever something cannot be."""
        chosen, values = self.options(), dict[str, Value]()
        for option in self.ruleset.options.usual(chosen):
            try:
                values[option.code] = option.parse(chosen.get(option.code, option.default))
            except Refused:
                values[option.code] = option.default
        return values

    @property
    def preset(self) -> str:
        """The preset chosen, "" where the ruleset has none."""
        return self._preset_among(self.values)

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Say what the rules refuse beside the field that it is about, or above all of them where it is about none.

        The form must have been validated.
        """
        for place, text in self.explained(problems).items():
            form, field = self.field_of(place)
            form.add_error(field, text)

    def explained(self, problems: Iterable[Problem]) -> dict[str, str]:
        """Where the rules say something is wrong → what, in words."""
        found: dict[str, str] = {}
        for problem in problems:
            text = self._in_words(problem)
            found[problem.field] = f"{found[problem.field]} {text}" if problem.field in found else text
        return found

    def _in_words(self, problem: Problem) -> str:
        """A problem, which says itself where in a table it stands."""
        quoted = replace(problem, params={**problem.params, **self.quoted(problem)})
        return speaker(self.ruleset).problem(quoted)

    def wrong_in(self, option: Option) -> tuple[Problem, ...]:
        """What cannot be in the value that stands in the field of an option, taken by itself."""
        try:
            option.parse(self.values[option.code])
        except Refused as refused:
            return refused.problems
        return ()

    def quoted(self, problem: Problem) -> dict[str, str]:
        """What a sentence names otherwise than the rules do: an option and a row by their names."""
        option = self.ruleset.options.by_code.get(str(problem.params.get("option", "")))
        if option is None:
            return {}
        rows = self.values.get(option.code) if "row" in problem.params else None
        names = [
            {"row": f"{row['zh']}", "row_en": f"{row.get('en') or row['zh']}"}
            for row in (rows if isinstance(rows, list) else ())
            if isinstance(row, dict) and row.get("code") == problem.params["row"] and row.get("zh")
        ]
        return {"option": word(option.name), **(names[0] if names else {})}

    def field_of(self, place: str) -> "tuple[forms.Form, str | None]":
        """The field that the rules mean by a place."""
        return self, PREFIX + place if PREFIX + place in self.fields else None

    def _with_seating(self, values: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        return {**values, **({self.ruleset.seats_by: self.seating} if SEATS in self.fields else {})}

    @property
    def led(self) -> str:
        """The choices that set the defaults of others, in one text: what stands beside the form as it is sent."""
        return SEPARATOR.join(self._led_by(self.values))

    def _led_by(self, values: Mapping[str, JsonValue]) -> tuple[str, ...]:
        chosen = self._with_seating(values)
        return tuple(str(chosen.get(code, "")) for code in self.ruleset.options.leads)

    def _preset_among(self, values: Mapping[str, JsonValue]) -> str:
        return str(self._with_seating(values).get(self.ruleset.options.preset, ""))

    def _following(self, typed: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """The values with what is as usual beside the choices of now, where one still is as usual beside those of before."""
        options, sent = self.ruleset.options, self._led_by(typed)
        was = tuple(str(self["was"].value() or "").split(SEPARATOR))
        if len(was) != len(options.leads) or was == sent or not any(was):
            return typed
        chosen = dict(zip(options.leads, was, strict=True))
        now = self._leads_following(chosen, dict(zip(options.leads, sent, strict=True)))
        before = {each.code: each for each in options.usual(chosen)}
        after = {each.code: each for each in options.usual(now)}
        kept = {code: _following(after[code], value, before[code].default) for code, value in typed.items()}
        led = {code: now[code] for code in options.leads if code in typed}
        return {**kept, **led}

    def _leads_following(self, was: Mapping[str, str], sent: Mapping[str, str]) -> dict[str, str]:
        """The choices that set defaults, where the preset itself sets theirs too (醒 of 永州, which then brings its kinds)."""
        options = self.ruleset.options
        preset = {options.preset: was.get(options.preset, "")}, {options.preset: sent.get(options.preset, "")}
        before, after = ({each.code: f"{each.default}" for each in options.usual(each)} for each in preset)
        return {
            code: after[code] if code != options.preset and value == was[code] == before[code] else value
            for code, value in sent.items()
        }


def _following(option: Option, typed: JsonValue, before: Value) -> JsonValue:
    """The default where that of before still stands, of a table of named numbers each for itself; else what was typed."""
    after = option.default
    if _same(option, typed, before):
        return after
    if isinstance(option, RowTable):
        return option.following(typed, before)
    if not (isinstance(typed, Mapping) and isinstance(before, dict) and isinstance(after, dict)):
        return typed
    return {
        code: after[code] if f"{number}" == f"{before[code]}" else number for code, number in typed.items()
    }


def _same(option: Option, typed: JsonValue, default: Value) -> bool:
    try:
        return replace(option, default=default).parse(typed) == default
    except Refused:
        return False
