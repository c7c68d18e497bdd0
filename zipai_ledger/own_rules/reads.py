"""What is shown of own rules, and who may change them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from zipai_ledger.access import CircleAction, can
from zipai_ledger.models import CircleGrant, Device, GameSession, OwnRules, RulesName, Stage
from zipai_ledger.rules.problems import Refused

from .values import HouseRules, Unread, of_row, of_stage


@dataclass(frozen=True, slots=True)
class OwnRulesRow:
    """Own rules as a phone sees them; ``rules`` is None where their game is gone.

    ``may_change``: its own, those it put into a circle, and all of a circle that it owns.
    """

    row: OwnRules
    rules: HouseRules | None
    unread: Unread
    may_change: bool


def rules_of(device: Device | None) -> tuple[OwnRulesRow, ...]:
    """Those of a phone and of its circles, the ones used last first. Two queries."""
    if device is None:
        return ()
    roles = _roles(device)
    return tuple(_own_row(row, device, roles) for row in _rows(device, roles).order_by("-used_at", "-pk"))


def find(public_id: str, device: Device | None) -> OwnRulesRow | None:
    """The ones at an address, None where this phone may not see them. Two queries."""
    if device is None:
        return None
    roles = _roles(device)
    row = _rows(device, roles).filter(public_id=public_id).first()
    return _own_row(row, device, roles) if row else None


def _roles(device: Device) -> dict[int, str]:
    """Circles of a phone by key → its role there."""
    held = CircleGrant.objects.filter(device=device, revoked_at=None)
    return dict(held.values_list("circle_id", "role"))


def _rows(device: Device, roles: Mapping[int, str]) -> QuerySet[OwnRules]:
    mine = Q(device=device) | Q(circle__in=roles)
    return OwnRules.objects.filter(mine).select_related("circle", "device")


def _own_row(row: OwnRules, device: Device, roles: Mapping[int, str]) -> OwnRulesRow:
    may_change = (
        row.circle_id is None
        or row.by_id == device.pk
        or can(roles[row.circle_id], CircleAction.CHANGE_RULES)
    )
    try:
        rules, unread = of_row(row)
    except Refused:
        return OwnRulesRow(row, None, Unread(), may_change)
    return OwnRulesRow(row, rules, unread, may_change)


def same_rules(own_rows: Sequence[OwnRulesRow], rules: HouseRules) -> OwnRules | None:
    """The first of these that are just these rules."""
    return next((one.row for one in own_rows if one.rules and one.rules.code == rules.code), None)


def rules_of_stage(stage: Stage, own_rows: Sequence[OwnRulesRow]) -> OwnRulesRow | None:
    """The first of these that a stage was played by; None where it was by none of them."""
    try:
        code = of_stage(stage).code
    except Refused:
        return None
    return next((one for one in own_rows if one.rules and one.rules.code == code), None)


def name_of_stage(session: GameSession, stage: int) -> str:
    """What the rules of a stage were called when it was opened, "" where they had no name."""
    found = RulesName.objects.filter(session=session, stage=stage).first()
    return found.name if found else ""
