"""What goes with every entry and every correction: its id, the ledger it was made on, and what was chosen on the way."""

from collections.abc import Iterable, Mapping

from django import forms

from zipai_ledger.access import Visit
from zipai_ledger.http.digits import number
from zipai_ledger.ledger.record import LaterSeats, Sent
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.settlement import MOST_PLAYERS

from .fields import QUOTED, LenientForm, TextField

CHOSEN = ("reason", "keep", "follow", "shown")
"""Fields of the page that shows a correction."""
OWN = ("csrfmiddlewaretoken", "confirm", *CHOSEN)
"""Fields that belong to a page on the way, and not to the entry."""


class KeysField(forms.Field):
    """Keys of deals; whatever is none is passed over."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Iterable[str] | None) -> frozenset[int]:
        """The keys."""
        keys = map(number, value or ())
        return frozenset(key for key in keys if key is not None)


class PeopleField(forms.Field):
    """在座的 (zaizuo de): who sits where, players by number, as a page of ours sends it along; None where it says nothing."""

    def to_python(self, value: str | None) -> tuple[int, ...] | None:
        """The numbers; -1, which is nobody, for what is none."""
        found = tuple(number(one) for one in (value or "").split()[:MOST_PLAYERS])
        return tuple(-1 if one is None else one for one in found) or None


PEOPLE = PeopleField(required=False)
"""Never wrong, as the fields of a `LenientForm`."""


def people_in(data: Mapping[str, str]) -> tuple[int, ...] | None:
    """Who sat where when an entry was made; None where it does not say."""
    people: tuple[int, ...] | None = PEOPLE.clean(data.get("people"))
    return people


class CorrectionForm(LenientForm):
    """``base`` and ``people``: see `sent`; ``keep``: deals that stay as agreed.

    ``confirm``: its effect was shown, with ``shown`` as ``follow``: later deals shall follow the rule in who deals and sits
    out.
    """

    client_id = TextField()
    base = TextField()
    people = PEOPLE
    confirm = forms.BooleanField(required=False)
    reason = TextField()
    keep = KeysField(required=False)
    follow = forms.BooleanField(required=False)
    shown = forms.BooleanField(required=False)

    @property
    def seats(self) -> LaterSeats:
        """Who deals and who sits out in later deals."""
        return LaterSeats.BY_RULE if self.cleaned_data["follow"] else LaterSeats.AS_SEEN

    @property
    def is_confirmed(self) -> bool:
        """Whether this very correction was shown before; with another tick it has to be shown anew."""
        return bool(
            self.cleaned_data["confirm"] and self.cleaned_data["follow"] == self.cleaned_data["shown"]
        )

    def sent(self, visit: Visit) -> Sent:
        """Who sends it, and what it builds on; raises `Refused` (``bad_entry``)."""
        return visit.sent(self.cleaned_data["client_id"], self._base(), self.cleaned_data["people"])

    def _base(self) -> int | str | None:
        """A seq, ``after:<client id>``, or nothing."""
        text = self.cleaned_data["base"]
        if not text:
            return None
        if (seq := number(text)) is not None:
            return seq
        if text.startswith("after:"):
            return str(text)
        raise Refused(Problem("bad_entry", "base", "base", {"got": text[:QUOTED]}))

    @property
    def entry_fields(self) -> tuple[tuple[str, str], ...]:
        """The fields of the entry itself, to be sent along."""
        return tuple((name, value) for name, value in self.data.items() if name not in OWN)

    @property
    def chosen_fields(self) -> tuple[tuple[str, str], ...]:
        """What was chosen on the page that showed the correction."""
        return tuple((name, value) for name in CHOSEN for value in self.data.getlist(name))  # type: ignore[attr-defined]
