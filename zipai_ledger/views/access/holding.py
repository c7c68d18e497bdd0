"""Devices at a table, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from zipai_ledger.models import Grant, Link, Player, Role


def holder(grant: Grant, players: Sequence[Player]) -> str:
    """Whose device it is: a player, or what stands on the invitation it came by."""
    if grant.player is not None and grant.player < len(players):
        return players[grant.player].name
    label = grant.link.label if grant.link else ""
    return label or _("不打牌的")


def came_by(grant: Grant) -> str:
    """How it came, beside what `holder` says."""
    if grant.recovered_at:
        return _("用恢复码")
    if grant.link is None:
        return _("从牌友圈来") if grant.role == Role.VIEWER else ""
    if grant.link.kind == Link.Kind.RECOVERY:
        return _("用恢复码")
    if grant.link.kind == Link.Kind.SPOKEN:
        return _("用口令")
    return grant.link.label if grant.player is not None else ""
