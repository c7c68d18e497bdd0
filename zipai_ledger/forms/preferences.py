"""字号、颜色、语言: how one device shows things."""

from collections.abc import Mapping

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

TYPES = {"normal": _("平常"), "large": _("大号"), "huge": _("特大")}
THEMES = {"auto": _("跟手机"), "light": _("亮"), "dark": _("暗")}
SIGNS = {"red-wins": _("红的"), "green-wins": _("绿的")}
"""What may be chosen and how it is called, first what holds until somebody chooses."""


CLOSED = "closed"
"""Of the word about the browser of a chat app, and of the one about a screen that sleeps, once they were read."""


class PreferencesForm(forms.Form):
    """Whichever of them somebody chooses; whatever is none of the choices is passed over."""

    type = forms.ChoiceField(choices=TYPES, required=False)
    theme = forms.ChoiceField(choices=THEMES, required=False)
    signs = forms.ChoiceField(choices=SIGNS, required=False)
    chat = forms.ChoiceField(choices=[(CLOSED, CLOSED)], required=False)
    awake = forms.ChoiceField(choices=[(CLOSED, CLOSED)], required=False)
    # Read where a form is made: servers of the tests are forked from a process that has no settings yet.
    language = forms.ChoiceField(choices=lambda: settings.LANGUAGES, required=False)

    def chosen(self) -> Mapping[str, str]:
        """Name → what was chosen."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}
