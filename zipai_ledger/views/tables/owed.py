"""结转 (jiezhuan): what one evening did not settle, brought into the next by the owner of both, and where it went."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from zipai_ledger import access
from zipai_ledger.access import Action, Visit
from zipai_ledger.formats.numbers import amount, signed_amount
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.queries import CarriedRow
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Carried, GameSession, Player
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.totals import Due

FROM, FIELD = "owed_from", "owed"
"""The fields: which table it comes from, and whether it is brought along."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What is still owed at a table whose owner asks; ``dues`` in money, never empty."""

    visit: Visit
    players: tuple[Player, ...]
    dues: tuple[Due, ...]
    on: bool

    def context(self) -> dict[str, Any]:
        """What the form of a new table says of it."""
        return {
            "from": self.visit.session.public_id,
            "name": self.visit.session.name,
            "lines": [line(due, self.players) for due in self.dues],
            "on": self.on,
        }

    def carry(self, into: GameSession, client_id: str) -> None:
        """Bring it along: players are known by their names.

        Who does not sit there, or owes nobody there, keeps his account where it is. Raises `Refused` where the new table
        keeps no money, or the other one was purged meanwhile.
        """
        if not queries.keeps_money(into.stages.all()):
            raise Refused(Problem("bad_stage", FIELD, "owed_without_stake"))
        there = {player.name_key: player.index for player in queries.players_of(into)}
        players = {one.index: there[one.name_key] for one in self.players if one.name_key in there}
        if any(due.payer in players and due.payee in players for due in self.dues):
            self._carry(into, players, self.visit.sent(f"carry-{client_id}"[:64]))

    def _carry(self, into: GameSession, players: Mapping[int, int], sent: record.Sent) -> None:
        try:
            record.carry_over(session=self.visit.session, sent=sent, into=into, players=players)
        except GameSession.DoesNotExist:
            raise Refused(Problem("bad_stage", FIELD, "owed_gone")) from None


def line(due: Due, players: Sequence[Player]) -> str:
    """小李付老王 1.50 元."""
    params = {"a": players[due.payer].name, "b": players[due.payee].name}
    return _("%(a)s付%(b)s %(amount)s") % {**params, "amount": amount(due.minor or 0, due.currency)}


def named(request: HttpRequest, sent: Mapping[str, str]) -> Owed | None:
    """What the table that a form names still owes, if this device owns that table; None where nothing is owed."""
    public_id = sent.get(FROM, "")
    try:
        visit = access.visit(request, public_id) if public_id else None
    except Http404:
        return None
    return of(visit, on=bool(sent.get(FIELD))) if visit else None


def of(visit: Visit, *, on: bool) -> Owed | None:
    """What is owed at a table, None for anybody but its owner, or where there is nothing."""
    if not visit.may(Action.CLOSE):
        return None
    view = queries.table_view(visit.session, most=0)
    dues = tuple(due for due in view.settlement.dues if due.minor is not None)
    return Owed(visit, view.players, dues, on) if dues else None


def moved(visit: Visit, carried: Iterable[CarriedRow], players: Sequence[Player]) -> list[dict[str, str]]:
    """What went into another evening and what came from one, with a link where this device may look there."""
    rows = list(carried)
    there = elsewhere(visit) if rows else {}
    return [said(row, there.get(row.seq), players) for row in rows]


def said(row: CarriedRow, other: GameSession | None, players: Sequence[Player]) -> dict[str, str]:
    """One of them in words."""
    total = amount(sum(minor for minor in row.minor if minor > 0), row.currency)
    name = other.name if other else (_("上次那一桌") if row.into else _("下一桌"))
    text = (
        _("从“%(name)s”带来：%(who)s") % {"name": name, "who": balances(row, players)}
        if row.into
        else _("没付清的 %(total)s带到了“%(name)s”。") % {"name": name, "total": total}
    )
    return {"text": text, "url": reverse("tables:settle", args=[other.public_id]) if other else ""}


def balances(row: CarriedRow, players: Sequence[Player]) -> str:
    """老王 +1.50 元，小李 −1.50 元."""
    return _("，").join(
        f"{player.name} {signed_amount(minor, row.currency)}"
        for player, minor in zip(players, row.minor, strict=False)
        if minor
    )


def elsewhere(visit: Visit) -> dict[int, GameSession]:
    """Event here → the table at the other end, of those this device may look at. Two queries."""
    mine = Carried.objects.filter(session=visit.session).select_related("event")
    known = (
        Carried.objects.filter(session__grants__device=visit.device, session__grants__revoked_at=None)
        .exclude(session=visit.session)
        .select_related("event", "session")
    )
    arrived = {canonical.parse(row.event.body).get("from", ""): row.session for row in known}
    left = {row.event.hash: row.session for row in known}
    found: dict[int, GameSession] = {}
    for row in mine:
        came = row.event.kind == Kind.CARRIED_IN
        other = left.get(canonical.parse(row.event.body)["from"]) if came else arrived.get(row.event.hash)
        if other:
            found[row.event.seq] = other
    return found
