"""抓分 (zhuafen): the form of a deal whose points are counted in bands, in hundreds, tens and a five."""

from collections.abc import Mapping

from django import forms

from zipai_ledger.entries.setting import Setting
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.problems import Problem

from .entry import EntryForm, Values
from .fields import WholeNumberField

PARTS = (100, 10, 5)
"""A number is entered as so many hundreds, tens, and a five or none."""
KITTY = ("kitty_points_10", "kitty_points_5")


class PointsBandForm(EntryForm):
    """抓分 (zhuafen): the points that one side caught, and with how many cards the kitty (底牌)."""

    result = facts.Points

    points_100 = WholeNumberField(required=False)
    points_10 = WholeNumberField(required=False)
    points_5 = WholeNumberField(required=False)
    kitty_cards = WholeNumberField(required=False)
    kitty_points_10 = WholeNumberField(required=False)
    kitty_points_5 = WholeNumberField(required=False)
    gongzhu = forms.BooleanField(required=False)

    def clean(self) -> None:
        """A 公主 has no kitty, and a kitty that was not caught no points, so that none are read."""
        if self.cleaned_data["gongzhu"]:
            self.pass_over("kitty_cards", *KITTY)
        elif not self.cleaned_data.get("kitty_cards"):
            self.pass_over(*KITTY)
        if not self.errors and self._number("points") is None:
            self.refuse([Problem("bad_points", "points", "missing")])

    def _number(self, name: str) -> int | None:
        """A number of its parts, None where none of them is there."""
        parts = [self.cleaned_data.get(f"{name}_{part}") for part in PARTS]
        return None if parts == [None] * len(PARTS) else sum(part or 0 for part in parts)

    def result_fields(self) -> Mapping[str, JsonValue]:
        """The points."""
        return {
            "points": self._number("points"),
            "kitty_cards": self.cleaned_data["kitty_cards"],
            "kitty_points": self._number("kitty_points"),
            "gongzhu": self.cleaned_data["gongzhu"],
        }

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.Points) -> Values:
        """The fields of these points."""
        return {
            **_parts("points", fact.points),
            **_parts("kitty_points", fact.kitty_points),
            "kitty_cards": fact.kitty_cards,
            "gongzhu": "1" if fact.gongzhu else "",
        }


def _parts(name: str, number: int | None) -> Values:
    """A number as its parts."""
    if number is None:
        return {}
    hundreds, rest = divmod(number, 100)
    tens, five = divmod(rest, 10)
    return {f"{name}_100": hundreds * 100, f"{name}_10": tens * 10, f"{name}_5": five or ""}
