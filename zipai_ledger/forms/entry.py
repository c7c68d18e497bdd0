"""记一盘 (ji yi pan): what the forms of all kinds of deals have in common."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from django import forms

from zipai_ledger.entries.setting import Setting
from zipai_ledger.formats.speaker import common_speaker
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.problems import Problem, Refused

from .fields import TextField, WholeNumberField
from .pledges import PledgeRow, pledge_fields, pledge_parts, pledge_rows, pledge_values, pledges_in
from .problems import ProblemError, add_problems

T = TypeVar("T")

Values = Mapping[str, JsonValue]
"""What stands in the fields of a form, by the names by which they are sent."""
NOTE_LONGEST = 500
LAST = ("dealer", "note")
"""Fields that stand below all others."""


class NoteField(TextField):
    """附注 (fuzhu): a remark, None where there is none."""

    def to_python(self, value: str | None) -> Any:
        """The remark without spaces around it."""
        note = (value or "").strip()
        if len(note) > NOTE_LONGEST:
            problem = Problem("bad_note", "note", "long", {"got": len(note), "longest": NOTE_LONGEST})
            raise ProblemError(problem, common_speaker())
        return note or None


class PartForm(forms.Form):
    """A form, or a row of one, whose errors stay known as problems of the rules."""

    def __getitem__(self, name: str) -> forms.BoundField:
        """A field; raises KeyError.

        A template looks for a field whatever it asks a form for: Django's error lists all fields, which takes time.
        """
        if name not in self.fields:
            raise KeyError(name)
        return super().__getitem__(name)

    def pass_over(self, *names: str) -> None:
        """Have these fields say nothing, whatever stands in them: what they ask for is not needed."""
        for name in names:
            self.errors.pop(name, None)
            self.cleaned_data[name] = None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong, with the part of the fact or the field that it is about."""
        return tuple(
            error.problem if error.problem.field else error.problem.within(self.add_prefix(name))
            for name, errors in self.errors.as_data().items()
            for error in errors
            if isinstance(error, ProblemError)
        )


class DealForm(PartForm):
    """One deal of one ``result`` as it is entered: texts become a fact, the rules judge it.

    ``parts``: part of a fact → the field that states it, where the two have different names. ``client_id``, ``base``
    and ``people``: see `CorrectionForm`. What was sent to be looked at is shown as ``initial``, and what is wrong with it
    is `refuse`d.
    """

    result: ClassVar[type[facts.Deal]]
    parts: ClassVar[Mapping[str, str]] = {}
    is_pledged: ClassVar[bool] = False
    """Whether what was announced before the deal belongs to what it states."""

    client_id = TextField(widget=forms.HiddenInput)
    base = TextField(widget=forms.HiddenInput)
    people = TextField(widget=forms.HiddenInput)
    note = NoteField()

    def __init__(
        self, setting: Setting, data: Mapping[str, str] | None = None, initial: Values | None = None
    ) -> None:
        super().__init__(data, initial={**(initial or {})}, auto_id=False)
        self.setting = setting
        self.cleaned_data = {}
        self.fields.update(self.table_fields())
        if self.is_pledged:
            self.fields.update(pledge_fields(setting))
        self.order_fields([*(name for name in self.fields if name not in LAST), *LAST])

    def table_fields(self) -> Mapping[str, forms.Field]:
        """The fields that only this table asks for."""
        return {}

    @classmethod
    def begun(cls, setting: Setting, query: Mapping[str, str]) -> Values:
        """What an address has already put into its fields."""
        return {}

    @classmethod
    def usual(cls, latest: Iterable[Mapping[str, JsonValue]]) -> Values:
        """What the next form begins with, for how the latest deals were entered, newest first."""
        return {}

    @classmethod
    def values(cls, setting: Setting, fact: facts.Deal) -> Values:
        """Field → what stands in it in the form that states this fact; nothing for a fact of another kind."""
        if not isinstance(fact, cls.result):
            return {}
        pledged = pledge_values(fact.pledges or ()) if cls.is_pledged else {}
        return {**cls.result_values(setting, fact), **pledged, "dealer": fact.dealer, "note": fact.note or ""}

    @classmethod
    def result_values(cls, setting: Setting, fact: Any) -> Values:
        """Those of its own, of a deal of its result."""
        return {}

    def document(self) -> Mapping[str, JsonValue]:
        """The fact that a valid form states, as the document of a deal."""
        last = {name: self.cleaned_data[name] for name in LAST if name in self.fields}
        pledges: dict[str, JsonValue] = {"pledges": pledges_in(self, self.setting)}
        return without_gaps({"result": self.result.result, **self.result_fields(), **pledges, **last})

    def result_fields(self) -> Mapping[str, JsonValue]:
        """What its own fields state."""
        return {}

    @property
    def pledges(self) -> tuple[PledgeRow, ...]:
        """What was pledged before the deal, a row for each player; none where nobody pledges."""
        return pledge_rows(self, self.setting) if self.is_pledged else ()

    @property
    def has_wrong_pledges(self) -> bool:
        """Whether one of them says what is wrong."""
        return any(row.field.errors for row in self.pledges)

    def fact(self) -> facts.Deal:
        """The deal that it states; raises `Refused` with everything that keeps it from stating one."""
        if not self.is_valid():
            raise Refused(*self.problems)
        return facts.from_json(self.document())

    def attempt(self, read: Callable[[], T]) -> T | None:
        """What is read, None where it is refused; that stands in the form then."""
        try:
            return read()
        except Refused as refused:
            self.refuse(refused.problems)
            return None

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Say what is wrong at the fields that it is about, each once."""
        known = self.problems
        news = [problem for problem in problems if problem not in known]
        parts = {**pledge_parts(self.setting), **self.parts} if self.is_pledged else self.parts
        add_problems(self, news, self.setting.speaker, parts)


class EntryForm(DealForm):
    """A deal of a game's kind of entry: its page asks who deals, as the rule proposes it.

    ``reopened``: question that a correction may be about → the fields that are asked anew then.
    """

    reopened: ClassVar[Mapping[str, Sequence[str]]] = {}

    dealer = WholeNumberField(required=False)

    def __init__(
        self, setting: Setting, data: Mapping[str, str] | None = None, initial: Values | None = None
    ) -> None:
        super().__init__(setting, data, {"dealer": setting.state.dealer, **(initial or {})})


class RowForm(PartForm):
    """A row of a form: what is asked of one seat, or of one 豆; ``index`` tells its fields from those of other rows.

    ``name``: who sits there. ``initial`` is that of the form itself: its keys are the names by which fields are sent.
    """

    def __init__(self, index: int, data: Mapping[str, str] | None, initial: Values, name: str = "") -> None:
        super().__init__(data, initial={**initial}, auto_id=False)
        self.index, self.name = index, name

    def add_prefix(self, field_name: str) -> str:
        """The name by which a field is sent."""
        return f"{field_name}_{self.index}"

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> object:
        """What stands in a field before anything is sent."""
        return (self.initial or {}).get(self.add_prefix(field_name), field.initial)


Row = TypeVar("Row", bound=RowForm)


class SeatsForm(EntryForm, Generic[Row]):
    """A deal of which every seat has a row of its own."""

    seat_form: Callable[..., Row]
    """A row, from the seat, what was sent, what stands in the form before that, and who sits there."""

    @cached_property
    def seats(self) -> tuple[Row, ...]:
        """What is asked of each seat."""
        return tuple(
            self.seat_form(seat, self.sent, self.initial, self.setting.name(seat))
            for seat in self.setting.playing
        )

    @property
    def sent(self) -> Mapping[str, str] | None:
        """What was sent, None where nothing was."""
        return self.data if self.is_bound else None

    @property
    def rows(self) -> Sequence[RowForm]:
        """All rows."""
        return self.seats

    def clean(self) -> None:
        """What is wrong with a row is wrong with the form."""
        for row in self.rows:
            self.refuse(row.problems)


def form_data(values: Values) -> dict[str, str]:
    """Values as a form sends them: seat 0 is a number, an empty box is nothing."""
    return {name: "" if value is None or value is False else str(value) for name, value in values.items()}


def without_gaps(document: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """A document without what was not said: 0 is a number, an empty text or box is nothing."""
    return {
        name: value
        for name, value in document.items()
        if value is not None and value is not False and value != ""
    }
