"""帮助 (bangzhu): what is said and drawn where people ask how it goes."""

from collections.abc import Mapping
from dataclasses import dataclass

from zipai_ledger.formats.speaker import common_speaker, word
from zipai_ledger.rules.ways import Way
from zipai_ledger.rules.zipai.asks import DISCARDED, OWN_DRAW, TURNED

from .fans import Fan, group_fan

GROUPS = (("peng", "捌捌捌"), ("sao", "伍伍伍"), ("shun", "一二三"), ("shun", "六七八"))
"""Of a hand: the groups that the page draws, the winning one last."""


@dataclass(frozen=True, slots=True)
class HelpPage:
    """Every question; ``opened`` is the one that stands open, or "".

    ``words`` are the terms of all games, the three after them say where a winning card came from.
    """

    opened: str
    words: Mapping[str, str]
    own_draw: str
    discarded: str
    turned: str
    fans: tuple[Fan, ...]
    methods: tuple[Way, ...]


def help_page(opened: str) -> HelpPage:
    """The page in the reader's language."""
    speaker = common_speaker()
    return HelpPage(
        opened=opened,
        words=speaker.terms,
        own_draw=word(OWN_DRAW),
        discarded=word(DISCARDED),
        turned=word(TURNED),
        fans=tuple(group_fan(kind, cards, speaker) for kind, cards in GROUPS),
        methods=tuple(Way),
    )
