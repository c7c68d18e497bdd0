"""The kinds of entry: how a deal is asked for on a phone. A ruleset names its kind; nothing here names a game."""

from collections.abc import Callable, Mapping

from .forms import EntryKind, Setting
from .heard import Understood, filled, understand
from .mahjong_win import MAHJONG_WIN
from .points_band import POINTS_BAND
from .zipai_hand import ZIPAI_HAND

KINDS: Mapping[str, EntryKind] = {
    "mahjong_win": MAHJONG_WIN,
    "points_band": POINTS_BAND,
    "zipai_hand": ZIPAI_HAND,
}

HEARING: Mapping[str, Callable[[Setting, str], Understood]] = {"zipai_hand": understand}
"""Kind of entry → how a sentence fills its form, for those that can be told so."""

__all__ = ["HEARING", "KINDS", "EntryKind", "Setting", "Understood", "filled"]
