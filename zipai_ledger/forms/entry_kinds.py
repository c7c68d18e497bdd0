"""记法 (jifa): how the deals of a game are entered. A ruleset names its kind of entry; nothing here names a game."""

from collections.abc import Mapping

from .entry import EntryForm
from .mahjong_win import MahjongWinForm
from .points_band import PointsBandForm
from .zipai_hand import ZipaiHandForm

ENTRY_FORMS: Mapping[str, type[EntryForm]] = {
    "mahjong_win": MahjongWinForm,
    "points_band": PointsBandForm,
    "zipai_hand": ZipaiHandForm,
}
"""Kind of entry → its form."""
