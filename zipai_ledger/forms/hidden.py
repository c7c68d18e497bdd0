"""Forms that nobody types in: what a button of a page of ours sends along."""

from collections.abc import Mapping

from django import forms


class HiddenForm(forms.Form):
    """A form whose fields are never wrong, so that it is clean at once: what it should not say, the ledger refuses."""

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        self.full_clean()
