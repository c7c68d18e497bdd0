"""彩头 (caitou): what a unit is worth, off at first; small amounts are offered, below a calm word about large ones."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.formats.numbers import amount
from zipai_ledger.formats.speaker import language, word
from zipai_ledger.forms.fields import CURRENCY
from zipai_ledger.rules.ruleset import Ruleset

from .draft import STAKE, Draft
from .typed import whole

STAKES = ("10", "20", "50", "100")
COIN = 10
"""分 in a 角."""


def stake(draft: Draft, wrong: Mapping[str, str]) -> dict[str, Any]:
    """彩头: off unless somebody chooses it; what was sent stays even where it cannot be."""
    typed = draft.stake.strip()
    minor = whole(typed, 0)
    offered = ["", *STAKES, *([typed] if minor > 0 and typed not in STAKES else [])]
    error = wrong.get(STAKE, "")
    return {
        "summary": stake_text(typed, draft.ruleset),
        "open": bool(error or typed),
        "warning": warning(draft.ruleset),
        "seen": typed if draft.is_large else "",
        "choices": [{"value": value, "label": price(value), "checked": value == typed} for value in offered],
        "other": typed if typed and minor <= 0 else "",
        "error": error,
    }


def warning(ruleset: Ruleset) -> str:
    """What stands above the amounts: the words of 邓桂荣 on stakes, calmly (docs/rules/common.md#stages)."""
    most = coins(ruleset.modest_stake)
    words = _("这里只记数，不经手钱。亲戚朋友打牌图个高兴，1 %(unit)s 别超过 %(most)s；输多了就收桌。")
    return words % {"unit": word(ruleset.unit), "most": most}


def coins(minor: int) -> str:
    """An amount as it is said where it is a round one: 5 角, 1 元; in English as it is written."""
    if language() == "en":
        return amount(minor, CURRENCY)
    if minor % 100 == 0:
        return _("%(n)d 元") % {"n": minor // 100}
    return (
        _("%(n)d 角") % {"n": minor // COIN} if minor < 100 and minor % COIN == 0 else amount(minor, CURRENCY)
    )


def stake_text(value: str, ruleset: Ruleset) -> str:
    """A stake in words."""
    return f"1 {word(ruleset.unit)} {price(value)}" if value else _("只记分，不算钱")


def price(value: str) -> str:
    """What a unit is worth; as it was typed where that is no number."""
    if not value:
        return _("不算钱")
    minor = whole(value, 0)
    return coins(minor) if minor > 0 else value[:40]
