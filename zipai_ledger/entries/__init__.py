"""The kinds of entry: how a deal is asked for on a phone. A ruleset names its kind; nothing here names a game."""

from collections.abc import Mapping

from .forms import EntryKind, Setting
from .mahjong_win import MAHJONG_WIN
from .points_band import POINTS_BAND
from .zipai_hand import ZIPAI_HAND

KINDS: Mapping[str, EntryKind] = {
    "mahjong_win": MAHJONG_WIN,
    "points_band": POINTS_BAND,
    "zipai_hand": ZIPAI_HAND,
}

__all__ = ["KINDS", "EntryKind", "Setting"]
