"""黄庄、诈胡、起手胡、商定, and the early end of a round: deals that are entered without a pad."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from zipai_ledger.entries import pad
from zipai_ledger.entries.setting import Setting
from zipai_ledger.http.digits import number
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.zipai.game import ZipaiGame
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.notation import format_hand, parse_hand

from .entry import DealForm, Values, without_gaps
from .fields import TextField, WholeNumberField
from .problems import ProblemError
from .quads import (
    QuadRow,
    WangRow,
    quad_fields,
    quad_rows,
    quad_values,
    quads_json,
    wang_fields,
    wang_json,
    wang_rows,
    wang_values,
)


class HandField(forms.CharField):
    """一手牌 (yi shou pai): a hand in the notation of 字牌, as it is stored; None where nothing is written."""

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(required=False)
        self.speaker = speaker

    def clean(self, value: str | None) -> Mapping[str, JsonValue] | None:
        """The hand."""
        text = (value or "").strip()
        try:
            return parse_hand(text, "").to_json() if text else None
        except Refused as refused:
            raise ValidationError([ProblemError(each, self.speaker) for each in refused.problems]) from None


class DeadForm(DealForm):
    """黄庄 (huangzhuang): nobody won; 提 and 王 where these are paid for all the same."""

    result = facts.Dead
    is_pledged = True

    def table_fields(self) -> Mapping[str, forms.Field]:
        """Only what this game asks."""
        return {**super().table_fields(), **quad_fields(self.setting), **wang_fields(self.setting)}

    @property
    def quads(self) -> tuple[QuadRow, ...]:
        """提 (ti) of every player."""
        return quad_rows(self)

    @property
    def wang(self) -> tuple[WangRow, ...]:
        """王 (wang) of every player."""
        return wang_rows(self)

    def result_fields(self) -> Mapping[str, JsonValue]:
        """What is paid besides."""
        return {**super().result_fields(), "quads": quads_json(self), "wang": wang_json(self)}

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.Dead) -> Values:
        """The same fields."""
        return {**quad_values(fact.quads), **wang_values(fact.wang)}


class FoulForm(DealForm):
    """诈胡 (zhahu): who fouled, and what the game has to know of it."""

    result = facts.Foul

    offender = WholeNumberField(required=False)

    def table_fields(self) -> Mapping[str, forms.Field]:
        """Only what this game asks."""
        ask = self.setting.game.foul_ask
        fields: dict[str, forms.Field | None] = {
            "units": WholeNumberField(required=False) if ask.units else None,
            "hu": WholeNumberField(required=False) if ask.hu else None,
            "hand": HandField(self.setting.speaker) if ask.hand else None,
            "min_hu": WholeNumberField(required=False) if self.setting.game.minima else None,
        }
        return {name: field for name, field in fields.items() if field}

    @classmethod
    def begun(cls, setting: Setting, query: Mapping[str, str]) -> Values:
        """Who claimed a hand that did not win, and the hand: as a remark where the game does not ask for it."""
        offender, tapped = number(query.get("offender", "")), query.get("hand", "")
        if offender not in setting.playing:
            return {}
        if not tapped:
            return {"offender": offender}
        try:
            hand = pad.hand_of(tapped, query.get("source", ""), setting.game.of_kind(ZipaiGame).valuing)
        except Refused:
            return {"offender": offender}
        return {"offender": offender, "hand" if setting.game.foul_ask.hand else "note": format_hand(hand)}

    def clean(self) -> None:
        """Who fouled is asked for here."""
        if self.cleaned_data.get("offender", "") is None:
            self.refuse([Problem("bad_deal", "offender", "offender_missing")])

    def result_fields(self) -> Mapping[str, JsonValue]:
        """Who, and how much."""
        return {name: self.cleaned_data.get(name) for name in ("offender", "units", "hu", "hand", "min_hu")}

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.Foul) -> Values:
        """The same fields."""
        plain = {name: getattr(fact, name) for name in ("offender", "units", "hu", "min_hu")}
        return {**plain, "hand": hand_text(fact.hand)}


@dataclass(frozen=True, slots=True)
class Opener:
    """Fields of one player."""

    seat: int
    name: str
    opens: BoundField
    hu: BoundField
    hand: BoundField


class OpeningForm(DealForm):
    """起手胡 (qishou hu): everybody who won with the cards dealt, each with 胡 or a hand."""

    result = facts.Opening
    is_pledged = True

    def table_fields(self) -> Mapping[str, forms.Field]:
        """Three for each player."""
        fields: dict[str, forms.Field] = {}
        for seat in range(self.setting.table.seats):
            fields[f"open_{seat}"] = forms.BooleanField(required=False)
            fields[f"open_hu_{seat}"] = WholeNumberField(required=False)
            fields[f"open_hand_{seat}"] = HandField(self.setting.speaker)
        return {**fields, "min_hu": WholeNumberField(required=False)} if self.setting.game.minima else fields

    @property
    def openers(self) -> tuple[Opener, ...]:
        """The fields by player, as they sit."""
        return tuple(
            Opener(
                seat,
                self.setting.name(seat),
                self[f"open_{seat}"],
                self[f"open_hu_{seat}"],
                self[f"open_hand_{seat}"],
            )
            for seat in range(self.setting.table.seats)
        )

    def result_fields(self) -> Mapping[str, JsonValue]:
        """The winners."""
        seats = range(self.setting.table.seats)
        wins = [win for seat in seats if (win := self._win(seat))]
        return {"wins": wins, "min_hu": self.cleaned_data.get("min_hu")}

    def refuse(self, problems: Iterable[Problem]) -> None:
        """What is wrong with a winner stands at his number, or at his hand where that was written."""
        super().refuse(map(self._at_winner, problems))

    def _at_winner(self, problem: Problem) -> Problem:
        path = problem.field.split(".")
        if path[0] != "wins" or len(path) == 1:
            return problem
        seats = [seat for seat in range(self.setting.table.seats) if self._win(seat)]
        seat = seats[int(path[1])]
        what = "hand" if self.cleaned_data.get(f"open_hand_{seat}") else "hu"
        return replace(problem, field=f"open_{what}_{seat}")

    def _win(self, seat: int) -> Mapping[str, JsonValue] | None:
        opens, hu, hand = (
            self.cleaned_data.get(name) for name in (f"open_{seat}", f"open_hu_{seat}", f"open_hand_{seat}")
        )
        won = without_gaps({"hu": hu, "hand": hand})
        return {"winner": seat, **won} if won or opens else None

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.Opening) -> Values:
        """The fields of each winner."""
        values: dict[str, JsonValue] = {"min_hu": fact.min_hu}
        for win in fact.wins:
            seat = win.winner
            values |= {f"open_{seat}": True, f"open_hu_{seat}": win.hu}
            values[f"open_hand_{seat}"] = hand_text(win.hand)
        return values


class EndRoundForm(DealForm):
    """一轮不打完 (yi lun bu da wan): how a round that is not over ends. ``then``: what it stood in the way of."""

    result = facts.EndRound

    how = TextField()
    then = TextField(widget=forms.HiddenInput)

    def clean_how(self) -> str:
        """How; the rules know which there are."""
        how: str = self.cleaned_data["how"]
        if not how:
            raise ProblemError(Problem("bad_deal", "how", "how_missing"), self.setting.speaker)
        return how

    def result_fields(self) -> Mapping[str, JsonValue]:
        """How."""
        return {"how": self.cleaned_data["how"]}

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.EndRound) -> Values:
        """The same field."""
        return {"how": fact.how}


class CloseForm(DealForm):
    """收场 (shouchang): two close what they have played. ``then``: what it stood in the way of."""

    result = facts.Close

    then = TextField(widget=forms.HiddenInput)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Fields of one line: who gives whom how much. ``is_spare``: one that nobody needs yet."""

    gives: BoundField
    gets: BoundField
    units: BoundField
    is_spare: bool


@dataclass(frozen=True, slots=True)
class Person:
    """Who may give or get: the number of a player, and the name."""

    index: int
    name: str


class AdjustForm(DealForm):
    """商定 (shangding): who gives whom how many units, also of who sits out; so the sum is zero whatever is said.

    Where no number is written, it is one.
    """

    result = facts.Adjust
    most: ClassVar[int] = 4
    """Lines there are; what any four have come to takes three."""

    deltas = TextField()
    """Never sent: here stands what is wrong with all of them together."""

    def table_fields(self) -> Mapping[str, forms.Field]:
        """Three for each line."""
        fields: dict[str, forms.Field] = {}
        for at in range(self.most):
            fields[f"gives_{at}"] = WholeNumberField(required=False)
            fields[f"gets_{at}"] = WholeNumberField(required=False)
            fields[f"units_{at}"] = WholeNumberField(least=1, required=False)
        return fields

    @property
    def partners(self) -> tuple[Person, ...]:
        """Who is at the table, as they sit."""
        return tuple(
            Person(player, self.setting.speaker.names[player]) for player in self.setting.table.players
        )

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """The lines."""
        return tuple(self._transfer(at) for at in range(self.most))

    def _transfer(self, at: int) -> Transfer:
        gives, gets, units = (self[f"{name}_{at}"] for name in ("gives", "gets", "units"))
        is_filled = any(field.errors or field.value() not in (None, "") for field in (gives, gets, units))
        return Transfer(gives, gets, units, is_spare=at > 0 and not is_filled)

    def clean(self) -> None:
        """Whoever gives or gets has to be said of every line that is begun, and of one at least."""
        for at in range(self.most):
            self.refuse(self._missing(at))
        if not self.errors and not any(self._deltas):
            self.refuse([Problem("bad_deal", "deltas", "deltas_empty")])

    def _line(self, at: int) -> tuple[int | None, int | None, int | None]:
        gives, gets, units = (self.cleaned_data.get(f"{name}_{at}") for name in ("gives", "gets", "units"))
        return gives, gets, units

    def _missing(self, at: int) -> Iterator[Problem]:
        gives, gets, units = self._line(at)
        here = self.setting.table.players
        if gives is None and gets is None and units is None:
            return
        if gives not in here:
            yield Problem("bad_deal", f"gives_{at}", "gives_missing")
        if gets not in here:
            yield Problem("bad_deal", f"gets_{at}", "gets_missing")
        elif gives == gets:
            yield Problem("bad_deal", f"gets_{at}", "gives_himself")
        if units is not None and units < 1:
            yield Problem("bad_deal", f"units_{at}", "integer", {"got": units, "least": 1, "greatest": 999})

    @property
    def _deltas(self) -> list[int]:
        """Units by player; who is not at the table has none."""
        deltas = [0] * self.setting.table.count
        for gives, gets, units in map(self._line, range(self.most)):
            if gives is not None and gets is not None:
                deltas[gives] -= 1 if units is None else units
                deltas[gets] += 1 if units is None else units
        return deltas

    def result_fields(self) -> Mapping[str, JsonValue]:
        """The units."""
        return {"deltas": self._deltas}

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.Adjust) -> Values:
        """As few lines as come to the same."""
        left, values = list(fact.deltas), dict[str, JsonValue]()
        for at in range(cls.most):
            gives, gets = left.index(min(left)), left.index(max(left))
            units = min(-left[gives], left[gets])
            if units > 0:
                values |= {f"gives_{at}": gives, f"gets_{at}": gets, f"units_{at}": units}
                left[gives] += units
                left[gets] -= units
        return values


FORMS: Mapping[str, type[DealForm]] = {
    form.result.result: form
    for form in (DeadForm, FoulForm, OpeningForm, EndRoundForm, CloseForm, AdjustForm)
}
"""Result of a deal → the form that states it."""


def hand_text(hand: Mapping[str, JsonValue] | None) -> str:
    """A stored hand as it is written."""
    return format_hand(Hand.from_json(dict(hand), "hand")) if hand else ""
