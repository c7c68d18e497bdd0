"""自家规矩 (zijia guiju): the forms by which house rules get a name and a place, and by which they are written."""

from collections.abc import Mapping, Sequence

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from zipai_ledger.circles import CircleRow
from zipai_ledger.models import Circle
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.ruleset import Ruleset

from .fields import TextField
from .house_rules import RulesForm

PHONE = "phone"
"""Where rules are kept: on this phone, else in the circle with this id."""


class PlaceField(TextField):
    """Where rules are kept: a circle of this phone, None for the phone itself."""

    def __init__(self, circles: Sequence[CircleRow]) -> None:
        super().__init__(initial=PHONE)
        self.circles = {row.circle.public_id: row.circle for row in circles}

    def clean(self, value: str | None) -> Circle | None:
        """The circle."""
        if value in (None, "", PHONE):
            return None
        if value not in self.circles:
            raise ValidationError(_("这一项没有选对，请再选一次。"))
        return self.circles[value]


class KeepForm(forms.Form):
    """What rules are to be called and where they go. ``instead``: those of that name there make room for them."""

    name = TextField()
    instead = forms.BooleanField(required=False)

    def __init__(
        self,
        circles: Sequence[CircleRow],
        data: QueryDict | None = None,
        initial: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data, initial={**(initial or {})})
        self.fields["where"] = PlaceField(circles)

    @property
    def place(self) -> Circle | None:
        """The circle of a valid form, None for the phone."""
        found: Circle | None = self.cleaned_data["where"]
        return found


class OwnRulesForm(RulesForm):
    """House rules that are written or changed by themselves, with their name and, where they are new, their place."""

    name = TextField()
    shown = TextField()
    """Whose rules the form that was sent shows: without scripts that may be another game than the one chosen in it."""

    def __init__(
        self,
        ruleset: Ruleset,
        data: QueryDict | None = None,
        initial: Mapping[str, JsonValue] | None = None,
        circles: Sequence[CircleRow] = (),
    ) -> None:
        super().__init__(ruleset, data, initial)
        self.fields["where"] = PlaceField(circles)

    @property
    def place(self) -> Circle | None:
        """The circle of a valid form, None for the phone."""
        found: Circle | None = self.cleaned_data["where"]
        return found
