"""Finds every ruleset in ``rules.games`` by itself: a new file is a new game."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from . import games
from .options import Options
from .problems import Problem, Refused
from .ruleset import Ruleset


@cache
def all_rulesets() -> Mapping[str, Ruleset]:
    """Slug → ruleset, in the order they are offered."""
    names = sorted(module.name for module in pkgutil.iter_modules(games.__path__))
    found = [import_module(f"{games.__name__}.{name}").RULESET for name in names]
    return {ruleset.slug: ruleset for ruleset in sorted(found, key=lambda ruleset: ruleset.rank)}


def get(slug: object) -> Ruleset:
    """The ruleset of that slug; raises `Refused` (``unknown_ruleset``) naming those there are."""
    rulesets = all_rulesets()
    if not isinstance(slug, str) or slug not in rulesets:
        raise Refused(
            Problem("unknown_ruleset", "ruleset", "", {"got": str(slug)[:40], "known": " ".join(rulesets)})
        )
    return rulesets[slug]


def played(slug: str, version: int, stored: Options) -> Options:
    """The options that a stage stores, with what was as usual in its version for rules that have come since."""
    ruleset = all_rulesets().get(slug)
    return ruleset.as_of(version).options.filled(stored) if ruleset else stored
