"""剥皮 (bopi): 胡 are counted up to a hundred, then everybody's difference is paid in 皮 (docs/rules/bopi.md)."""

from ..options import Options, Words
from ..rulebook import Section
from ..zipai.counter import counter_options
from ..zipai.skin_rules import skins_told
from ..zipai.skins import SELF_DRAW_HU, SKIN_OPTIONS, SKIN_TEXTS, SkinsRuleset

OWN_DRAW = """- [S4] 自摸多记 {self_draw_hu} 胡。
+ A self-draw counts {self_draw_hu} more.
@ own
"""


class Bopi(SkinsRuleset):
    """剥皮: an own draw counts ten more."""

    slug = "bopi"
    version = 1
    rank = 31
    name = Words("剥皮", "Bopi")
    tagline = Words("记胡，满 100 结皮", "Count 胡 to 100, paid in 皮")
    options = counter_options(("three_and_counter", "three"), SELF_DRAW_HU, *SKIN_OPTIONS)
    texts = {**SKIN_TEXTS, "self_draw.counted": Words("自摸，多记 {hu} 胡", "Self-draw: {hu} more")}

    def rulebook(self, options: Options) -> tuple[Section, ...]:
        return skins_told(self, options, OWN_DRAW)


RULESET = Bopi()
