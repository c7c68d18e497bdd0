"""自家规矩 (own rules): house rules under a name, of a phone or of a circle. Not part of any trail.

`values`: house rules by themselves; `packed`: the text of a link that carries them; `shelf`: keeping, renaming, letting
go; `reads`: what is shown.
"""

from .packed import NamedRules, pack, unpack
from .reads import KeptRules, find, kept_as, kept_by, name_of_stage, same_rules
from .shelf import PLACES_MOST, copy, keep, note_stage, remove, rename, replace
from .values import HouseRules, Unread, of_stage, read, resolved

__all__ = [
    "PLACES_MOST",
    "HouseRules",
    "KeptRules",
    "NamedRules",
    "Unread",
    "copy",
    "find",
    "keep",
    "kept_as",
    "kept_by",
    "name_of_stage",
    "note_stage",
    "of_stage",
    "pack",
    "read",
    "remove",
    "rename",
    "replace",
    "resolved",
    "same_rules",
    "unpack",
]
