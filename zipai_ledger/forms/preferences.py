"""字号、颜色、语言: how one device shows things."""

from collections.abc import Mapping

from django import forms
from django.conf import settings

THEMES, TYPES, SIGNS = ("auto", "light", "dark"), ("normal", "large"), ("red-wins", "green-wins")
"""What may be chosen, first what holds until somebody chooses."""


def _choice(values: tuple[str, ...]) -> forms.ChoiceField:
    return forms.ChoiceField(choices=[(value, value) for value in values], required=False)


class PreferencesForm(forms.Form):
    """Whichever of them somebody chooses; whatever is none of the choices is passed over."""

    theme = _choice(THEMES)
    type = _choice(TYPES)
    signs = _choice(SIGNS)
    language = forms.ChoiceField(choices=lambda: settings.LANGUAGES, required=False)

    def chosen(self) -> Mapping[str, str]:
        """Name → what was chosen."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}
