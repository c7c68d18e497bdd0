"""别家的牌: a hand that somebody shows after the deal."""

from collections.abc import Mapping
from typing import Any

from django import forms

from zipai_ledger.entries.slots import Slot
from zipai_ledger.ledger import posting
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.waiting import OpenHand, Waiting


class SeatField(forms.ChoiceField):
    """Who of those at the table; the first where none of them was chosen."""

    widget = forms.RadioSelect

    def __init__(self, names: Mapping[int, str]) -> None:
        super().__init__(choices=[(str(seat), name) for seat, name in names.items()])
        self.first = str(next(iter(names)))

    def bound_data(self, data: str | None, initial: Any) -> str:
        """What stands in the form when it is shown again."""
        return data if data is not None and self.valid_value(data) else self.first

    def clean(self, value: str | None) -> int:
        """The seat."""
        return int(self.bound_data(value, None))


class OpenHandForm(forms.Form):
    """Whose hand, and the hand one card short, in the notation of its game; ``hand`` may be empty."""

    hand = forms.CharField(required=False)

    def __init__(self, data: Mapping[str, str], slot: Slot) -> None:
        super().__init__(data)
        self.slot, setting = slot, slot.setting
        sitting = slot.row.fact.get("sitting")
        self.fields["seat"] = SeatField(
            {seat: setting.name(seat) for seat in range(setting.table.seats) if seat != sitting}
        )
        self.waiting: Waiting | None = None

    def clean(self) -> None:
        """Have the rules look at the hand: `waiting` is what it waited for, or None."""
        if not self.cleaned_data.get("hand"):
            return
        open_hand = OpenHand(self.cleaned_data["seat"], self.cleaned_data["hand"])
        setting = self.slot.setting
        try:
            fact = posting.read_fact(self.slot.row.deal.fact)
            self.waiting = setting.game.hands.waiting_with(setting.table, setting.state, fact, open_hand)
        except Refused as refused:
            self.add_error("hand", [setting.speaker.problem(problem) for problem in refused.problems])
