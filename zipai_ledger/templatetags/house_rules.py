"""House rules in a form: most are as usual, so each is rendered once as it stands and kept. `{% load house_rules %}`."""

from dataclasses import dataclass
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from zipai_ledger.formats.speaker import language
from zipai_ledger.presenters.house_rules import HouseRule

register = template.Library()

KEPT = 2_048
"""Rules kept in each process, two kilobytes each: those of twenty games in three languages."""


@dataclass(frozen=True, slots=True)
class Face:
    """Everything that the looks of a rule depend on, as values; see ``components/option.html``."""

    option: HouseRule
    rules_url: str
    is_open: bool
    has_preset_above: bool
    language: str


@register.simple_tag
def house_rule(
    option: HouseRule, rules_url: str = "", rule_open: str = "", has_preset_above: object = False
) -> SafeString:
    """``{% house_rule option rules_url rule_open has_preset_above %}``: one rule, folded to a line unless it is the open one."""
    return rendered(Face(option, rules_url, option.field == rule_open, bool(has_preset_above), language()))


@lru_cache(maxsize=KEPT)
def rendered(face: Face) -> SafeString:
    """The rule as HTML."""
    context = {
        "option": face.option,
        "rules_url": face.rules_url,
        "is_open": face.is_open,
        "has_preset_above": face.has_preset_above,
    }
    return render_to_string("components/option.html", context)
