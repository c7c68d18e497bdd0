"""打法的名字 (dafa de mingzi): a way to play that a preset of a ruleset is, by the name its players look for."""

from dataclasses import dataclass

from .options import Words


@dataclass(frozen=True, slots=True)
class NamedPreset:
    """One choice of the preset of a ruleset: what it is called, where it is played, and what it is called there.

    ``code`` is the value of the option. ``aliases`` are other names in Chinese.
    """

    code: str
    name: Words
    regions: tuple[Words, ...] = ()
    aliases: tuple[str, ...] = ()
