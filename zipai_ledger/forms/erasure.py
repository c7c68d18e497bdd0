"""不留痕迹: the name of what is to be erased for good, typed once more."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from zipai_ledger.ledger import names

from .fields import TextField


class PurgeForm(forms.Form):
    """Valid where ``name`` is what was typed, however it is written."""

    DIFFERENT = _("和桌名不一样，再看看。")

    name = TextField()

    def __init__(self, name: str, sent: dict[str, str] | None = None) -> None:
        super().__init__(sent)
        self.expected = name

    def clean_name(self) -> str:
        """What was typed."""
        typed: str = self.cleaned_data["name"]
        if names.name_key(typed.strip()) != names.name_key(self.expected):
            raise ValidationError(self.DIFFERENT)
        return typed
