"""How far a half-entered 字牌 hand has come: 胡 so far, what is missing, what is wrong."""

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.http.digits import number
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.zipai.asks import Asks
from zipai_ledger.rules.zipai.cards import COPIES, card_name
from zipai_ledger.rules.zipai.melds import QUADS, Values, meld

from . import pad
from .forms import Data, Setting, Verdict, wrong

Known = tuple[Values, Asks]


def verdict(setting: Setting, data: Data, refused: Refused, known: Known) -> Verdict:
    """The band for a form that was refused: progress where something is only missing, else what is wrong."""
    keys = {problem.key for problem in refused.problems}
    waiting = next((say() for key, say in WAITING.items() if keys == {key}), "")
    field = refused.problems[0].field
    if data.get("mode") == "hu":
        return _by_hu(setting, data, refused, waiting)
    if waiting:
        turned = len(data.get("flipped", "")) + 1 if "bad_xing.again" in keys else 1
        so_far = _so_far(setting, data, known)
        return replace(so_far, why=waiting, field=field, detail=waiting, turned=turned)
    if "胡" in data.get("groups", "") or data.get("mode") == "groups":
        return wrong(setting, refused.problems[0])
    return _so_far(setting, data, known)


def needed(setting: Setting, data: Data) -> Item | None:
    """坎 (kan): what the winner's hand has to reach beyond the house's minimum, None where that is enough."""
    seat = number(data.get("winner", ""))
    if seat is None or seat >= setting.table.seats:
        return None
    return setting.game.outlook.need(setting.table, setting.state, seat)


def _need_text(setting: Setting, need: Item | None) -> str:
    return setting.speaker.item(need) if need else ""


def _by_hu(setting: Setting, data: Data, refused: Refused, waiting: str) -> Verdict:
    if not data.get("hu"):
        asked, told = {"hu": setting.speaker.hu}, _need_text(setting, needed(setting, data))
        why = _("先点多少%(hu)s") % asked
        return Verdict(why=why, field="hu", title=told or _("报了多少%(hu)s？") % asked)
    if waiting:
        return Verdict(why=waiting, field=refused.problems[0].field, title=waiting)
    return wrong(setting, refused.problems[0])


WAITING: dict[str, Callable[[], str]] = {
    "bad_deal.winner_missing": lambda: _("先点谁胡了"),
    "bad_source.missing": lambda: _("先点哪来的"),
    "bad_xing.missing": lambda: _("先点翻的醒"),
    "bad_xing.needs_count": lambda: _("先点醒了几张"),
    "bad_xing.needs_lower": lambda: _("先点下醒几张"),
    "bad_xing.again": lambda: _("重醒，再翻一张"),
}


def _so_far(setting: Setting, data: Data, known: Known) -> Verdict:
    values, asks = known
    try:
        tapped = pad.read(data.get("groups", ""))
        hu = sum(_worth(values, group) for group in tapped.groups)
    except Refused as refused:
        return wrong(setting, refused.problems[0])
    over = next((card for card, copies in tapped.counts.items() if copies > COPIES), None)
    if over is not None:
        problem = Problem(
            "too_many_copies", "groups", "", {"card": card_name(over), "got": tapped.counts[over]}
        )
        return wrong(setting, problem)
    need = needed(setting, data)
    missing = _missing(asks, tapped) if tapped.groups else _("照桌上摆的点")
    return Verdict(
        big=hu,
        unit=setting.speaker.hu,
        title=_enough(setting, asks, hu) if need is None else _to_the_gate(setting, need, hu),
        detail=_("。").join(filter(None, [_need_text(setting, need), missing])),
        why=_("还没点完"),
    )


def _to_the_gate(setting: Setting, need: Item, hu: int) -> str:
    """How far the hand is from what just this winner needs."""
    left = cast(int, need.params["least"]) - hu
    return _("还差 %(n)d %(hu)s") % {"n": left, "hu": setting.speaker.hu} if left > 0 else _("够起胡了")


def _worth(values: Values, group: pad.Group) -> int:
    if group.kind != "held":
        return values.of(meld(group.kind, group.faces, "groups"))
    if len(group.faces) != COPIES - 1 or len(set(group.faces)) == 1:
        return 0
    try:
        return values.of(meld("shun", group.faces))
    except Refused:
        return 0


def _enough(setting: Setting, asks: Asks, hu: int) -> str:
    if hu < asks.min_hu:
        return _("差 %(n)d %(hu)s起胡") % {"n": asks.min_hu - hu, "hu": setting.speaker.hu}
    if not asks.hu_per_unit:
        return _("够起胡了")
    units = asks.first_units + (hu - asks.min_hu) // asks.hu_per_unit
    return _("已够 %(units)d %(unit)s") % {"units": units, "unit": setting.speaker.unit}


def _missing(asks: Asks, tapped: pad.Tapped) -> str:
    """“还差两组三张、一对眼”."""
    quads = sum(group.kind in QUADS for group in tapped.groups)
    pairs = sum(group.kind == "held" and len(group.cards) == 2 for group in tapped.groups)
    loose = sum(len(group.cards) for group in tapped.groups if group.word == "手")
    groups = sum(group.word != "手" for group in tapped.groups)
    pair_due = quads > 0 and not pairs
    threes = asks.groups - groups - pair_due - loose // 3
    parts = []
    if threes > 0:
        parts.append(ngettext(" %(n)d 组三张", " %(n)d 组三张", threes) % {"n": threes})
    if pair_due:
        parts.append(_("一对眼"))
    return _("还差%(what)s") % {"what": _("、").join(parts)} if parts else ""
