"""黄庄、诈胡、起手胡、商定, and the early end of a round: deals that are entered without a pad."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from zipai_ledger.entries.forms import NOTE_LONGEST, Setting
from zipai_ledger.entries.minimum import MinimumChoice, minimum_choices
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.notation import format_hand, parse_hand

from .fields import TextField, WholeNumberField
from .problems import add_problems


class HandField(forms.CharField):
    """一手牌 (yi shou pai): a hand in the notation of 字牌, as it is stored; None where nothing is written."""

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(required=False)
        self.speaker = speaker

    def clean(self, value: str | None) -> dict[str, Any] | None:
        """The hand."""
        text = (value or "").strip()
        try:
            return parse_hand(text, "").to_json() if text else None
        except Refused as refused:
            raise ValidationError([*map(self.speaker.problem, refused.problems)]) from None


class NoteField(forms.CharField):
    """附注 (fuzhu): a remark, None where there is none."""

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(required=False)
        self.speaker = speaker

    def clean(self, value: str | None) -> str | None:
        """The remark."""
        note = (value or "").strip()
        if len(note) > NOTE_LONGEST:
            long = Problem("bad_note", "note", "long", {"got": len(note), "longest": NOTE_LONGEST})
            raise ValidationError(self.speaker.problem(long))
        return note or None


class DealForm(forms.Form):
    """A deal of one ``result``; ``fact`` is what a valid form states. ``client_id`` and ``base``: see `CorrectionForm`."""

    result: ClassVar[str]

    client_id = TextField(widget=forms.HiddenInput)
    base = TextField(widget=forms.HiddenInput)

    def __init__(
        self,
        setting: Setting,
        data: Mapping[str, str] | None = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), auto_id=False)
        self.setting = setting
        self.fact: facts.Deal | None = None
        self.add_fields()
        self.fields["note"] = NoteField(setting.speaker)

    def add_fields(self) -> None:
        """Fields that depend on who plays, and by which rules."""

    @property
    def minima(self) -> tuple[MinimumChoice, ...]:
        """The minima to choose from."""
        return minimum_choices(self.setting, self["min_hu"].value()) if "min_hu" in self.fields else ()

    def document(self) -> Mapping[str, Any]:
        """What the fields state besides the note; None where one states nothing."""
        return {}

    @classmethod
    def values(cls, fact: Mapping[str, Any]) -> Mapping[str, Any]:
        """The values of a form that states this fact."""
        return {}

    def clean(self) -> None:
        """Have the fact made, where all of its fields can be read."""
        if self.errors:
            return
        try:
            stated = {**self.document(), "note": self.cleaned_data["note"]}
            given = {name: value for name, value in stated.items() if value is not None}
            self.fact = facts.from_json({"result": self.result, **given})
        except Refused as refused:
            self.refuse(refused.problems)

    def refuse(self, problems: tuple[Problem, ...]) -> None:
        """Say what the rules or the ledger refuse."""
        add_problems(self, problems, self.setting.speaker)


class DeadForm(DealForm):
    """黄庄 (huangzhuang): nobody won."""

    result = facts.Dead.result


class FoulForm(DealForm):
    """诈胡 (zhahu): who fouled, and what the game has to know of it."""

    result = facts.Foul.result

    def add_fields(self) -> None:
        """Only what this game asks."""
        ask, speaker = self.setting.game.foul_ask, self.setting.speaker
        nobody = speaker.problem(Problem("bad_deal", "offender", "offender_missing"))
        self.fields["offender"] = WholeNumberField(error_messages={"required": nobody})
        asked: dict[str, forms.Field | None] = {
            "units": WholeNumberField(required=False) if ask.units else None,
            "hu": WholeNumberField(required=False) if ask.hu else None,
            "hand": HandField(speaker) if ask.hand else None,
            "min_hu": WholeNumberField(required=False) if self.setting.game.minima else None,
        }
        self.fields.update({name: field for name, field in asked.items() if field})

    def document(self) -> Mapping[str, Any]:
        """Who, and how much."""
        return {name: self.cleaned_data.get(name) for name in ("offender", "units", "hu", "hand", "min_hu")}

    @classmethod
    def values(cls, fact: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same fields."""
        plain = {name: fact.get(name) for name in ("offender", "units", "hu", "min_hu")}
        return {**plain, "hand": hand_text(fact.get("hand"))}


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

    result = facts.Opening.result

    def add_fields(self) -> None:
        """Three for each player."""
        for seat in range(self.setting.table.seats):
            self.fields[f"open_{seat}"] = forms.BooleanField(required=False)
            self.fields[f"open_hu_{seat}"] = WholeNumberField(required=False)
            self.fields[f"open_hand_{seat}"] = HandField(self.setting.speaker)
        if self.setting.game.minima:
            self.fields["min_hu"] = WholeNumberField(required=False)

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

    def document(self) -> Mapping[str, Any]:
        """The winners."""
        seats = range(self.setting.table.seats)
        wins = [win for seat in seats if (win := self._win(seat))]
        return {"wins": wins, "min_hu": self.cleaned_data.get("min_hu")}

    def _win(self, seat: int) -> Mapping[str, Any] | None:
        opens, hu, hand = (
            self.cleaned_data[name] for name in (f"open_{seat}", f"open_hu_{seat}", f"open_hand_{seat}")
        )
        if hu is None and hand is None and not opens:
            return None
        return {
            "winner": seat,
            **({} if hu is None else {"hu": hu}),
            **({} if hand is None else {"hand": hand}),
        }

    @classmethod
    def values(cls, fact: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields of each winner."""
        values = {"min_hu": fact.get("min_hu")}
        for win in fact["wins"]:
            seat = win["winner"]
            values |= {f"open_{seat}": True, f"open_hu_{seat}": win.get("hu")}
            values[f"open_hand_{seat}"] = hand_text(win.get("hand"))
        return values


class EndRoundForm(DealForm):
    """一轮不打完 (yi lun bu da wan): how a round that is not over ends. ``then``: what it stood in the way of."""

    result = facts.EndRound.result

    how = TextField()
    then = TextField(widget=forms.HiddenInput)

    def clean_how(self) -> str:
        """How; the rules know which there are."""
        how: str = self.cleaned_data["how"]
        if not how:
            raise ValidationError(self.setting.speaker.problem(Problem("bad_deal", "how", "how_missing")))
        return how

    def document(self) -> Mapping[str, Any]:
        """How."""
        return {"how": self.cleaned_data["how"]}

    @classmethod
    def values(cls, fact: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same field."""
        return {"how": fact["how"]}


@dataclass(frozen=True, slots=True)
class Share:
    """The field of one player: what he gets, or with a minus pays."""

    player: int
    name: str
    field: BoundField


class AdjustForm(DealForm):
    """商定 (shangding): units agreed at the table, also of who sits out."""

    result = facts.Adjust.result

    deltas = TextField()
    """Never sent: here stands what is wrong with all of them together."""

    def add_fields(self) -> None:
        """One for each player."""
        for player in self.setting.table.players:
            self.fields[f"delta_{player}"] = WholeNumberField(least=-999, required=False)

    @property
    def shares(self) -> tuple[Share, ...]:
        """The fields by player, as they sit."""
        return tuple(
            Share(player, self.setting.name(seat), self[f"delta_{player}"])
            for seat, player in enumerate(self.setting.table.players)
        )

    def document(self) -> Mapping[str, Any]:
        """Units by player; who is not at the table has none."""
        deltas = [self.cleaned_data.get(f"delta_{player}") or 0 for player in range(self.setting.table.count)]
        if not any(deltas):
            raise Refused(Problem("bad_deal", "deltas", "deltas_empty"))
        return {"deltas": deltas}

    def refuse(self, problems: tuple[Problem, ...]) -> None:
        """Of one player's units beside them."""
        fields = {f"deltas.{player}": f"delta_{player}" for player in self.setting.table.players}
        add_problems(self, problems, self.setting.speaker, fields)

    @classmethod
    def values(cls, fact: Mapping[str, Any]) -> Mapping[str, Any]:
        """The units by player."""
        return {f"delta_{player}": units for player, units in enumerate(fact["deltas"])}


FORMS: Mapping[str, type[DealForm]] = {
    form.result: form for form in (DeadForm, FoulForm, OpeningForm, EndRoundForm, AdjustForm)
}
"""Result of a deal → the form that states it."""


def hand_text(hand: Mapping[str, Any] | None) -> str:
    """A stored hand as it is written."""
    return format_hand(Hand.from_json(dict(hand), "hand")) if hand else ""
