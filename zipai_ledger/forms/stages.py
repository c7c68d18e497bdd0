"""一段 (yi duan): the form of a stage, who sits where under which rules; that of the next one of an evening (换人、换规矩).

It is shown again as it was typed (`unsent`), however far it is filled in.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Self

from django import forms
from django.http import QueryDict

from zipai_ledger.ledger.names import name_key
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.ledger.record import NewStage, Stake
from zipai_ledger.models import Player
from zipai_ledger.own_rules import HouseRules
from zipai_ledger.rules import registry
from zipai_ledger.rules.codec import Count, JsonValue
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.ruleset import Carried, Ruleset

from .fields import (
    AMOUNT,
    CURRENCY,
    QUOTED,
    ClientIdField,
    HiddenNumberField,
    TextField,
    WholeNumberField,
    plain_digits,
    read_number,
)
from .game_choice import GameChoice, named_presets
from .house_rules import PREFIX, SEATS, RulesForm, named_ruleset, played_rules

CARRIED = "carried-"
"""Before a part of `Carried`: its field in a row."""
LEAST = -999
STAKE = "stake.minor_per_unit"
"""The stake as the rules name it where they refuse it."""


class RowField(TextField):
    """One of the rows of names by number, −1 for what is none; ``absent`` where nobody is chosen."""

    def __init__(self, *, absent: int | None) -> None:
        super().__init__()
        self.absent = absent

    def clean(self, value: str | None) -> int | None:
        """The row."""
        return read_row(value, self.absent)


GAME = "ruleset"
"""The field of what is played, see `GameChoice`."""
FindOwn = Callable[[str], HouseRules | None]
"""Own rules by their id, None where the phone has none such."""


def none_of_its_own(_public_id: str) -> HouseRules | None:
    """For a form that knows of no own rules."""
    return None


RESTING = "resting"
"""The field of who rests."""
MOST_ROWS = 24
"""As many names are kept in a form, of those who sit and those who rest."""


def most_seats() -> int:
    """As many sit at a table of any game."""
    return max(max(ruleset.seats) for ruleset in registry.all_rulesets().values())


def read_row(typed: str | None, absent: int | None) -> int | None:
    """A row by number, −1 for what is none; ``absent`` where nothing was chosen."""
    if not (typed or "").strip():
        return absent
    row = read_number(typed or "")
    return -1 if row is None else row


class StakeWidget(forms.Widget):
    """The amount chosen, in minor units; one written in 元 beside it wins, nonsense stays as it is."""

    def value_from_datadict(self, data: Mapping[str, str], files: object, name: str) -> str:
        """Minor units as text, "" for none."""
        written = plain_digits(data.get(f"{name}_other", ""))
        if not written:
            return str(data.get(name, ""))
        found = AMOUNT.fullmatch(written)
        return str(int(found["yuan"]) * 100 + int((found["fen"] or "").ljust(2, "0"))) if found else written


class StakeField(TextField):
    """彩头 (caitou): what a unit is worth; None where nothing is staked, 0, which the ledger refuses, for what is no number."""

    widget = StakeWidget

    def clean(self, value: str | None) -> Stake | None:
        """The stake."""
        typed = (value or "").strip()
        return Stake(currency=CURRENCY, minor_per_unit=Count(read_number(typed) or 0)) if typed else None


class SeatForm(forms.Form):
    """A row: who sits there, and what he brings along of a round carried in; numbers only count while one is."""

    player = TextField()

    def __init__(
        self,
        carries: Sequence[str],
        data: Mapping[str, str] | None = None,
        initial: Mapping[str, str] | None = None,
        *,
        counts: bool,
    ) -> None:
        super().__init__(data, initial={**(initial or {})})
        for part in carries:
            number = WholeNumberField(least=LEAST, required=False) if counts else TextField()
            self.fields[CARRIED + part] = number


def in_form(rules: HouseRules) -> dict[str, JsonValue]:
    """What stands in the form of a stage with these rules, who sits among them."""
    seats = rules.options.get(rules.ruleset.seats_by)
    return {**played_rules(rules.options), **({} if seats is None else {SEATS: seats})}


class StageForm(RulesForm):
    """A stage however far it is filled in: who sits where under which rules, who deals, the stake, a round carried in.

    A row of names is a form of its own; rows below those who sit name who rests (歇着), where somebody does. ``initial`` and
    ``rows`` are what stands in a form that nobody sent.
    """

    find = TextField()
    """What is looked for among the games, without scripts; ``looked``: what was looked for before, ``search``: look now."""
    looked = TextField()
    search = TextField()
    shown = TextField()
    """Whose rules the form that was sent shows: without scripts that may be another game than the one chosen in it."""
    client_id = ClientIdField()
    dealer = RowField(absent=0)
    sitting = RowField(absent=None)
    """Who sits out first; absent: the usual seat."""
    stake = StakeField()
    stake_seen = TextField()
    """The large stake beside which it was said that it is one."""
    carry = forms.BooleanField(required=False)

    def __init__(
        self,
        ruleset: Ruleset,
        data: QueryDict | None = None,
        initial: Mapping[str, JsonValue] | None = None,
        rows: Sequence[Mapping[str, str]] = (),
    ) -> None:
        super().__init__(ruleset, data, initial)
        self.own: HouseRules | None = None
        self.sent_seats = len(data.getlist("player")) if data is not None else 0
        self.typed_rows = self._sent_rows(data) if data is not None else self._padded(rows)

    @classmethod
    def from_data(cls, data: QueryDict, usual: str = "", find_own: FindOwn = none_of_its_own) -> Self:
        """The form that was sent, of the ruleset named in it; ``usual`` where it names none."""
        choice = GameChoice.read(data.get(GAME, usual))
        ruleset = named_ruleset(choice.slug)
        if choice.preset and ruleset.options.preset:
            data = data.copy()
            data[PREFIX + ruleset.options.preset] = choice.preset
        form = cls(ruleset, data)
        form.own = find_own(choice.own) if choice.own else None
        return form

    @property
    def choice(self) -> GameChoice:
        """What is chosen, and the preset where that makes the name of the game."""
        chosen = self._sent_choice
        if chosen.own and chosen.slug == self.ruleset.slug:
            return chosen
        return GameChoice(self.ruleset.slug, self.preset if self.takes_preset_as_game else "")

    @classmethod
    def from_table(cls, view: TableView, carried: Carried | None) -> Self:
        """The form as a table stands: its seats, its rules unless they are gone, its stake, and whose turn it is to deal.

        ``carried``: the round that it left open, by player.
        """
        stage, ruleset = view.stage, named_ruleset(view.stage.stage.ruleset)
        stake = str(stage.stake.minor_per_unit) if stage.stake else ""
        stands: dict[str, JsonValue] = {
            "dealer": str(stage.seats.index(view.next_dealer)),
            "stake": stake,
            "stake_seen": stake,
        }
        if ruleset.slug == stage.stage.ruleset:
            resting = view.standing.state.sitting
            stands |= {PREFIX + code: value for code, value in stage.options.items()}
            stands |= {"sitting": "" if resting is None else str(resting)}
            stands |= {SEATS: stage.options.get(ruleset.seats_by)}
        parts = {"tally": carried.tally, "wins": carried.wins} if carried else {}
        columns = {CARRIED + part: values for part, values in parts.items() if values}
        rows = [
            {
                "player": view.players[player].name,
                **{name: str(values[player]) for name, values in columns.items()},
            }
            for player in stage.seats
        ]
        return cls(ruleset, initial={**stands, "carry": carried is not None}, rows=rows)

    @property
    def sought(self) -> str | None:
        """What is looked for among the games, None where nobody looks for one."""
        typed: str = (self["find"].value() or "")[:QUOTED]
        return typed if typed or self["search"].value() else None

    @property
    def takes_preset_as_game(self) -> bool:
        """Whether its preset is chosen where the game is, and not among its rules."""
        return bool(named_presets(self.ruleset))

    @property
    def _sent_choice(self) -> GameChoice:
        """The choice as it was sent. It is no field: pages know the ruleset of a form by that name."""
        return GameChoice.read(str((self.data if self.is_bound else self.initial).get(GAME, "")))

    def _sent_rows(self, data: QueryDict) -> Sequence[Mapping[str, str]]:
        names = ("player", *(CARRIED + part for part in self.ruleset.carries))
        columns = {name: data.getlist(name)[:MOST_ROWS] for name in names}
        columns["player"] += list(filter(str.strip, data.getlist(RESTING)))[:MOST_ROWS]
        return [
            {name: column[row] if row < len(column) else "" for name, column in columns.items()}
            for row in range(max(self.row_count, len(columns["player"])))
        ]

    def _padded(self, rows: Sequence[Mapping[str, str]]) -> Sequence[Mapping[str, str]]:
        return [*rows, *[dict[str, str]()] * (self.row_count - len(rows))]

    @cached_property
    def rows(self) -> tuple[SeatForm, ...]:
        """A form for every row."""
        carries = self.ruleset.carries
        if not self.is_bound:
            return tuple(SeatForm(carries, initial=row, counts=False) for row in self.typed_rows)
        counts = bool(self["carry"].value())
        return tuple(SeatForm(carries, row, counts=counts) for row in self.typed_rows)

    @property
    def row_count(self) -> int:
        """How many rows for names there are at least."""
        return max(self.count, most_seats())

    @property
    def count(self) -> int:
        """How many sit."""
        return self.ruleset.places(self.resolved)

    @property
    def names(self) -> tuple[str, ...]:
        """What stands in every row."""
        return tuple(row.get("player", "") for row in self.typed_rows)

    @property
    def first_resting(self) -> int:
        """The row from which on names rest: below those who sit, and below whom somebody sent as sitting."""
        return max(self.count, self.sent_seats)

    @property
    def people(self) -> tuple[str, ...]:
        """The names that count; more than ``count`` where somebody wrote them, so that they are not dropped unseen."""
        extra = [name for name in self.names[self.count : self.first_resting] if name.strip()]
        return (*self.names[: self.count], *extra)

    @property
    def dealer_row(self) -> int:
        """The row that deals first."""
        return read_row(self["dealer"].value(), 0) or 0

    @property
    def sitting_row(self) -> int | None:
        """The row picked to sit out first."""
        return read_row(self["sitting"].value(), None)

    @property
    def usual_sitting(self) -> int | None:
        """Steps from the dealer to who usually sits out first; None where the table does not say who does."""
        return self.ruleset.game(self.resolved).usual_sitting

    @property
    def playing_rows(self) -> tuple[int, ...]:
        """Rows that play the first deal, counter-clockwise from the dealer; all where the table does not say who rests."""
        around = tuple((self.dealer_row + steps) % self.count for steps in range(self.count))
        if self.usual_sitting is None:
            return around
        resting = around[self.usual_sitting] if self.sitting_row is None else self.sitting_row
        return tuple(row for row in around if row != resting or row == self.dealer_row)

    @property
    def stake_text(self) -> str:
        """The stake as it was typed, in minor units where it is a number."""
        return (self["stake"].value() or "").strip()

    @property
    def is_large(self) -> bool:
        """Whether a unit is worth more than it should be among friends."""
        return (read_number(self.stake_text) or 0) > self.ruleset.modest_stake

    def unsent(self, rows: Sequence[Mapping[str, str]] | None = None, **changes: JsonValue) -> Self:
        """The same form, not sent yet, with other rows, and with some of its values changed."""
        stands = {name: self[name].value() for name in self.fields if name != "was"}
        stands |= {PREFIX + code: value for code, value in self.values.items()}
        stands |= {SEATS: self.seating} if SEATS in self.fields else {}
        stands[GAME] = str(self.choice)
        return type(self)(self.ruleset, initial=stands | changes, rows=rows or self.typed_rows)

    def with_usual_rules(self) -> Self:
        """The form with everything about the rules as it usually is, and nothing carried in from another game."""
        own = [
            name
            for name in self.fields
            if name in self.base_fields and name not in ("was", "sitting", "carry")
        ]
        initial = {name: self[name].value() for name in own}
        return type(self)(self.ruleset, initial={**initial, **self.usual_rules()}, rows=self.typed_rows)

    def usual_rules(self) -> dict[str, JsonValue]:
        """What stands in its fields: own rules where those are chosen, else what is usual with the preset chosen."""
        options = self.ruleset.options
        if self.own:
            return {GAME: str(self.choice), **in_form(self.own)}
        preset = self._sent_choice.preset
        if preset not in options.presets:
            return {}
        usual = {option.code: option.default for option in options.usual({options.preset: preset})}
        return in_form(HouseRules(self.ruleset, {**usual, options.preset: preset}))

    def with_rules(self, rules: HouseRules, choice: GameChoice, **more: JsonValue) -> Self:
        """The form with these rules in it."""
        kept = {
            name: self[name].value() for name in self.fields if name in self.base_fields and name != "was"
        }
        initial = {**kept, GAME: str(choice), **in_form(rules), **more}
        return type(self)(rules.ruleset, initial=initial, rows=self.typed_rows)

    def with_rows_swapped(self, here: int) -> Self:
        """The form with one row changed for the one after it; unchanged where there is none."""
        rows = list(self.typed_rows)
        if not 0 <= here < len(rows) - 1:
            return self.unsent()
        rows[here], rows[here + 1] = rows[here + 1], rows[here]
        there = {here: here + 1, here + 1: here}
        resting = "" if self.sitting_row is None else str(there.get(self.sitting_row, self.sitting_row))
        return self.unsent(
            rows=rows, dealer=str(there.get(self.dealer_row, self.dealer_row)), sitting=resting
        )

    @property
    def is_other_game(self) -> bool:
        """Whether the form shows the rules of another game than the one chosen in it, as it does without scripts."""
        rendered = self["shown"].value()
        if not rendered:
            return False
        before, now = GameChoice.read(rendered), self.choice
        return (before.slug, before.own) != (now.slug, now.own)

    @property
    def unsent_step(self) -> Self | None:
        """What to show where the form is not sent yet: for another game, a look for one, changed places, drawn cards."""
        if self.is_other_game:
            return self.with_usual_rules()
        if "move" in self.data:
            here = read_number(self.data["move"])
            return self.with_rows_swapped(-1 if here is None else here)
        before = (self["looked"].value() or "")[:QUOTED]
        is_looked_for = "search" in self.data or (self.sought or "") != before
        return self.unsent() if "drawn" in self.data or is_looked_for else None

    def clean(self) -> None:
        """A large stake is asked for twice; whoever wants it has to see what the page says about it."""
        if self.is_large and self.cleaned_data["stake_seen"].strip() != self.stake_text:
            self.refuse([Problem("bad_stage", STAKE, "large_stake")])

    def is_valid(self) -> bool:
        """Whether everything can be read, in every row too."""
        return all([super().is_valid(), *(row.is_valid() for row in self.rows)])

    def stage(self, seats: Sequence[int | str], known: int) -> NewStage:
        """What a valid form asks for, with whoever sits on each seat; ``known`` players were there before."""
        return NewStage(
            ruleset=self.ruleset.slug,
            seats=seats,
            options=self.options(),
            first_dealer=self.cleaned_data["dealer"],
            first_sitting=None if self.usual_sitting is None else self.cleaned_data["sitting"],
            stake=self.cleaned_data["stake"],
            carried_in=self._carried(seats, known) if self.cleaned_data["carry"] else None,
        )

    def _carried(self, seats: Sequence[int | str], known: int) -> Carried | None:
        """By player, for who sits on each seat; those who join get the numbers from ``known`` on."""
        if not self.ruleset.carries:
            return None
        joining = [seat for seat in seats if isinstance(seat, str)]
        players = [known + joining.index(seat) if isinstance(seat, str) else seat for seat in seats]
        parts: dict[str, tuple[int, ...]] = {}
        for part in self.ruleset.carries:
            numbers = [0] * (known + len(joining))
            for row, player in zip(self.rows, players, strict=False):
                numbers[player] = row.cleaned_data[CARRIED + part] or 0
            parts[part] = tuple(numbers)
        return Carried(**parts)

    def quoted(self, problem: Problem) -> dict[str, str]:
        """The stake as it was typed too."""
        return {"got": self.stake_text[:QUOTED]} if problem.field == STAKE else super().quoted(problem)

    def field_of(self, place: str) -> tuple[forms.Form, str | None]:
        """The same with rows, the stake, and who sits out where the table says so."""
        column, _dot, row = place.partition(".")
        if column == "players" and row.isdecimal() and int(row) < len(self.rows):
            return self.rows[int(row)], "player"
        if place == STAKE:
            return self, "stake"
        if place == "first_sitting" and self.usual_sitting is not None:
            return self, "sitting"
        return super().field_of(place)


class NextStageForm(StageForm):
    """The next stage. ``base``: the ledger that the sender saw; ``known``: how many players there were then."""

    base = HiddenNumberField()
    known = HiddenNumberField()

    @classmethod
    def from_table(cls, view: TableView, carried: Carried | None) -> Self:
        """The same, with who was here before and rests."""
        form = super().from_table(view, carried)
        away = [player.name for player in view.players if player.index not in view.stage.seats]
        rows = [*form.typed_rows[: form.count], *({"player": name} for name in away)]
        return form.unsent(rows=rows)

    def seats(self, present: Sequence[Player]) -> list[int | str]:
        """Those who are known by number, the others by name: they join.

        ``present`` were here when the form was shown: sent twice it must ask for the same, though somebody has joined by it.
        """
        known = {player.name_key: player.index for player in present}
        return [known.get(name_key(name.strip()), name) for name in self.people]

    def rebase(self, ledger_seq: int) -> None:
        """Let the same form be sent again, now that it has been said what others changed."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["base"] = str(ledger_seq)
        self.data = data
