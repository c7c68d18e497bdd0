"""A hand that won, as it is drawn: groups of cards, or tiles."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from zipai_ledger.presenters.fans import group_fan, group_fans, loose_fan, spoken
from zipai_ledger.rules.mahjong.tiles import TILES, parse_tiles, tile_name
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.waiting import Laid
from zipai_ledger.rules.zipai.cards import CARDS

from .rulebook import tile

Shown = dict[str, Any]
LAID = re.compile(r"碰([^\s碰]+)")
"""A tile of which three were laid, named once."""
OF_KIND = {"kong": 4}
"""Tiles of a laid group that is named by one of them."""


def drawn(win: Mapping[str, Any], speaker: Speaker) -> Shown:
    """The cards of a stored win; nothing where only its worth was told."""
    if win["melds"]:
        return {"fans": group_fans(win["melds"], speaker), "tiles": []}
    return {"fans": [], "tiles": tiles(win["hand"])}


def tiles(text: str) -> list[Shown]:
    """A hand of tiles as it is stored; none where it is no such hand."""
    try:
        found = parse_tiles(LAID.sub(r"\1\1\1 ", text), "tiles")
    except Refused:
        return []
    return [tile(tile_name(one)) for one in found]


def card(name: str) -> Shown:
    """One card or tile by name: what is drawn, and what a screen reader says."""
    if name in TILES:
        return {"tile": tile(name), "fan": None, "label": name}
    if name in CARDS:
        label = spoken(name)
        return {
            "tile": None,
            "fan": loose_fan((CARDS.index(name),)),
            "label": label,
        }
    return {"tile": None, "fan": None, "label": name}


def laid(groups: Iterable[Laid], speaker: Speaker) -> list[Shown]:
    """Groups that lay on the table."""
    shown: list[Shown] = []
    for kind, cards in groups:
        if cards in TILES:
            shown.append({"fan": None, "tiles": [tile(cards)] * OF_KIND.get(kind, 3)})
        else:
            shown.append({"fan": group_fan(kind, cards, speaker), "tiles": []})
    return shown
