"""收桌 (shouzhuo): what the buttons that close a table or open it again send along."""

from django import forms

from zipai_ledger.access import Visit
from zipai_ledger.ledger.record import Sent

from .fields import HiddenNumberField, LenientForm, read_number


class ClosingForm(LenientForm):
    """``entry`` is the id where a page has two such forms, of which scripts keep the first; ``despite``: disputed deals."""

    client_id = forms.Field(required=False)
    entry = forms.Field(required=False)
    base = HiddenNumberField()
    despite = forms.Field(required=False)

    def sent(self, visit: Visit) -> Sent:
        """Who sends it, and what was seen; raises `Refused` (``bad_entry``)."""
        known = self.cleaned_data
        return visit.sent(known["client_id"] or known["entry"], known["base"] or None)

    @property
    def overridden(self) -> list[int]:
        """Keys of the deals that stay in dispute; 0, which is none, for what is no number."""
        return [read_number(key) or 0 for key in (self.cleaned_data["despite"] or "").split()]
