"""报锤 (bao chui): what everybody pledges, before a deal and where the deal is entered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.forms import BoundField

from zipai_ledger.entries.setting import Setting

from .fields import ClientIdField, WholeNumberField

PREFIX = "pledge_"
"""Before the number of a seat: its field."""
LISTED = 5
"""Up to so many every number is a choice of its own."""


@dataclass(frozen=True, slots=True)
class PledgeRow:
    """One player: the field, the most that may be pledged."""

    name: str
    field: BoundField
    greatest: int

    @property
    def choices(self) -> Sequence[int]:
        """The numbers to choose from; none where there are too many."""
        return range(self.greatest + 1) if self.greatest <= LISTED else ()

    @property
    def chosen(self) -> int:
        """What stands there; 0 where that is no number."""
        text = str(self.field.value() or "")
        return int(text) if text.isascii() and text.isdigit() else 0


def pledge_fields(setting: Setting) -> Mapping[str, forms.Field]:
    """A field for each seat; none where the table plays without pledges, or where those of the round stand."""
    house = setting.game.house
    seats = range(setting.table.seats) if house.asks_pledges(setting.state) else ()
    greatest = house.pledging.greatest
    return {f"{PREFIX}{seat}": WholeNumberField(required=False, greatest=greatest) for seat in seats}


def pledge_rows(form: forms.BaseForm, setting: Setting) -> tuple[PledgeRow, ...]:
    """The rows of those who play the coming deal by the rule."""
    greatest = setting.game.house.pledging.greatest
    names = [(seat, f"{PREFIX}{seat}") for seat in setting.playing]
    return tuple(
        PledgeRow(setting.name(seat), form[name], greatest) for seat, name in names if name in form.fields
    )


def pledge_values(pledges: Sequence[int]) -> dict[str, int]:
    """What stands in the fields for these pledges by seat."""
    return {f"{PREFIX}{seat}": count for seat, count in enumerate(pledges)}


def pledge_parts(setting: Setting) -> Mapping[str, str]:
    """Part of a fact → the field that states it."""
    return {f"pledges.{seat}": f"{PREFIX}{seat}" for seat in range(setting.table.seats)}


def pledges_in(form: forms.BaseForm, setting: Setting) -> list[int] | None:
    """The pledges by seat of a valid form; None where there are none to tell. Who sits out has nothing written."""
    names = [f"{PREFIX}{seat}" for seat in range(setting.table.seats)]
    if names[0] not in form.fields:
        return None
    return [form.cleaned_data.get(name) or 0 for name in names]


class PledgesForm(forms.Form):
    """What everybody announces for the coming deal; its errors stand at the players' fields."""

    client_id = ClientIdField()

    def __init__(
        self, setting: Setting, data: Mapping[str, str] | None = None, pledges: Sequence[int] = ()
    ) -> None:
        super().__init__(data, initial=pledge_values(pledges), auto_id=False)
        self.setting = setting
        self.fields.update(pledge_fields(setting))

    @property
    def pledges(self) -> tuple[PledgeRow, ...]:
        """A row for each player."""
        return pledge_rows(self, self.setting)

    @property
    def standing(self) -> bool:
        """Whether those of the open round stand until it is settled."""
        house = self.setting.game.house
        return house.pledging.is_played and not house.asks_pledges(self.setting.state)

    @property
    def announced(self) -> list[int]:
        """The pledges by seat of a valid form."""
        return pledges_in(self, self.setting) or [0] * self.setting.table.seats
