"""字号、颜色、语言: how this device shows things, on every page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preferences:
    """``theme``, ``type`` and ``signs`` as in `forms.preferences`, for the frame of every page."""

    theme: str
    type: str
    signs: str
