"""字号、颜色、语言: how this device shows things, on every page."""

from dataclasses import dataclass

from .template_values import TemplateValue


@dataclass(frozen=True, slots=True)
class Preferences(TemplateValue):
    """``theme``, ``type`` and ``signs`` as in `forms.preferences`, for the frame of every page."""

    theme: str
    type: str
    signs: str
