"""我来替一手: who plays for whom from a deal on, or that somebody is back."""

from django import forms
from django.utils.translation import gettext as _

from .fields import ClientIdField, HiddenNumberField, TextField, read_number

BACK, NEW = "back", "new"
"""In the field ``by``: he plays again himself; somebody whose name is written. Else the number of a player."""
LAST = "last"
"""In the field ``from``: the deal just played was already one of his. Else the next one is the first."""
NOBODY = -1


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
            self.add_error("player", _("先点替谁打。"))
        elif self.substitute == "":
            self.add_error("by", _("先点谁来替，或者写个名字。"))

    @property
    def substitute(self) -> int | str | None:
        """A player's number, the name of somebody new, None for who plays again himself."""
        picked = self.cleaned_data["by"]
        if picked == BACK:
            return None
        number = read_number(picked)
        return self.cleaned_data["name"].strip() if number is None or number < 0 else number

    @property
    def from_last(self) -> bool:
        """Whether he already played the last deal."""
        return bool(self.cleaned_data["from"] == LAST)
