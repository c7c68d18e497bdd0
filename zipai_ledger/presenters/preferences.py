"""字号、颜色、语言: how this device shows things, on every page and on the one where that is chosen."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preferences:
    """``theme``, ``type`` and ``signs`` as in `forms.preferences`, for the frame of every page."""

    theme: str
    type: str
    signs: str


@dataclass(frozen=True, slots=True)
class PreferencesPage:
    """The page to go ``back`` to or "", and whether this phone has a place to sign off from."""

    back: str
    may_sign_off: bool
