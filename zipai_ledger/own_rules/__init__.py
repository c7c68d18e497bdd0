"""自家规矩 (own rules): house rules under a name, of a phone or of a circle. Not part of any trail.

`values`: house rules by themselves; `packed`: the text of a link that carries them; `shelf`: keeping, renaming, letting
go; `reads`: what is shown.
"""

from .packed import NamedRules, pack, unpack
from .reads import OwnRulesRow, find, name_of_stage, rules_of, rules_of_stage, same_rules
from .shelf import PLACES_MOST, copy, keep, note_stage, remove, rename, replace
from .values import HouseRules, Unread, of_stage, read, resolved

__all__ = [
    "PLACES_MOST",
    "HouseRules",
    "NamedRules",
    "OwnRulesRow",
    "Unread",
    "copy",
    "find",
    "keep",
    "name_of_stage",
    "note_stage",
    "of_stage",
    "pack",
    "read",
    "remove",
    "rename",
    "replace",
    "resolved",
    "rules_of",
    "rules_of_stage",
    "same_rules",
    "unpack",
]
