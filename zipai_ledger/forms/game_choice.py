"""打什么 (da shenme): what is chosen where a game is: a ruleset, one of its presets, or own rules of it."""

from dataclasses import dataclass

from zipai_ledger.rules.presets import NamedPreset
from zipai_ledger.rules.ruleset import Ruleset

OWN = "@"
"""Before the id of own rules."""


def named_presets(ruleset: Ruleset) -> tuple[NamedPreset, ...]:
    """The choices of its preset that are games by themselves, and so are chosen where a game is."""
    return tuple(preset for preset in ruleset.presets_named if preset.code)


@dataclass(frozen=True, slots=True)
class GameChoice:
    """``guilin``, ``paohuzi:shaoyang`` for a preset, ``guilin:@ID`` for own rules."""

    slug: str
    preset: str = ""
    own: str = ""

    @classmethod
    def read(cls, text: str) -> "GameChoice":
        """The choice that a form sends; what is none of it names no ruleset that there is."""
        slug, _colon, rest = text.partition(":")
        own = rest.removeprefix(OWN)
        return cls(slug, own=own) if own != rest else cls(slug, preset=rest)

    def __str__(self) -> str:
        rest = OWN + self.own if self.own else self.preset
        return f"{self.slug}:{rest}" if rest else self.slug
