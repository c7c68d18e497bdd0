"""我来替一手: who plays for whom from a deal on, or that somebody is back."""

from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from .fields import ClientIdField, HiddenNumberField, TextField, read_number

BACK, NEW = "back", "new"
"""In the field ``by``: he plays again himself; somebody whose name is written. Else the number of a player."""
LAST = "last"
"""In the field ``from``: the deal just played was already one of his. Else the next one is the first."""
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Change:
    """替手: ``by`` (a player, the name of a newcomer, None for himself) plays for ``player``, from the last deal on or the next."""

    player: int
    by: int | str | None
    from_last: bool


class StandInForm(forms.Form):
    """Fields ``player``, ``by``, ``name``, ``from`` and ``client_id``."""

    client_id = ClientIdField()
    player = HiddenNumberField(otherwise=NOBODY)
    by = TextField()
    name = TextField()
    locals()["from"] = TextField()

    def clean(self) -> None:
        """Who is missing is asked for one after the other, as one taps."""
        if self.cleaned_data["player"] < 0:
            raise ValidationError(_("先点替谁打。"))
        if self.substitute == "":
            raise ValidationError(_("先点谁来替，或者写个名字。"))

    @property
    def substitute(self) -> int | str | None:
        """A player's number, the name of somebody new, None for who plays again himself."""
        picked = self.cleaned_data["by"]
        if picked == BACK:
            return None
        number = read_number(picked)
        return self.cleaned_data["name"].strip() if number is None or number < 0 else number

    def change(self) -> Change:
        """What the form says."""
        return Change(self.cleaned_data["player"], self.substitute, self.cleaned_data["from"] == LAST)
