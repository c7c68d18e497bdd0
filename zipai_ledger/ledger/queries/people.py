"""Who played for whom, and through whose phone something was sent."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from django.db.models import QuerySet

from zipai_ledger.database.prepared import prepared
from zipai_ledger.models import Deal, GameSession, Grant, Player, StandIn
from zipai_ledger.rules.totals import Settlement

from .kept import kept


class Written(Protocol):
    """Something that the trail tells: its number, when it was stored (ISO time in UTC), through which grant."""

    @property
    def seq(self) -> int: ...
    @property
    def at(self) -> str: ...
    @property
    def grant(self) -> int | None: ...


class HeldGrant(NamedTuple):
    """A grant of this place, and which player held it; None for an onlooker."""

    grant: int
    player: int | None


def phones_of(session: GameSession, written: Iterable[Written]) -> dict[int, HeldGrant]:
    """Seq → the phone through which it was sent, where that is one of this place. One query, none where there is none.

    What an archive brought along names grants of another place by number: one that was given here later is not meant.
    """
    sent = [(one.seq, one.grant, datetime.fromisoformat(one.at)) for one in written if one.grant]
    if not sent:
        return {}
    rows = Grant.objects.filter(session=session, pk__in={grant for _seq, grant, _at in sent})
    held = {
        pk: (HeldGrant(pk, player), since)
        for pk, player, since in rows.values_list("pk", "player", "created")
    }
    found = ((seq, at, *held[grant]) for seq, grant, at in sent if grant in held)
    return {seq: phone for seq, at, phone, since in found if since <= at}


def phone_holders(
    session: GameSession, written: Iterable[Written], players: Sequence[Player]
) -> dict[int, str]:
    """Seq → the name of the player through whose phone it was sent. One query, none where there is none."""
    phones = phones_of(session, written)
    return {seq: players[phone.player].name for seq, phone in phones.items() if phone.player is not None}


def account_holders(seats: Iterable[Sequence[int]], settlement: Settlement) -> tuple[int, ...]:
    """有账的人 (you zhang de ren): whose numbers a table keeps: who had a seat, and whoever has something.

    In order. Who only ever stood in (替一手) is none of them: what he won and lost is another's.
    """
    sums = (*settlement.units.values(), *settlement.money.values(), *settlement.owed.values())
    unbalanced = {player for balances in sums for player, balance in enumerate(balances) if balance}
    return tuple(sorted(unbalanced.union(*seats)))


@dataclass(frozen=True, slots=True)
class StandInChange:
    """替一手 (ti yi shou): in the stage with this index, from the deal at ``first`` on, ``by`` plays for ``player``.

    ``first`` is a position, 0 where it is the first deal of the stage; ``by`` is None where he plays again himself.
    """

    seq: int
    at: str
    player: int
    by: int | None
    stage: int
    first: int


@kept
def stand_ins_of(session: GameSession) -> tuple[StandInChange, ...]:
    """Every change of who plays for whom, as they were noted. Two queries, one where there are none."""
    rows = _stand_ins_of(session.pk)
    if not rows:
        return ()
    keys = [row.after for row in rows]
    places = dict(Deal.objects.filter(session=session, key__in=keys).values_list("key", "position"))
    return tuple(
        StandInChange(
            row.event.seq, row.event.at, row.player, row.by, row.stage, places.get(row.after, -1) + 1
        )
        for row in rows
    )


@prepared
def _stand_ins_of(session: int) -> QuerySet[StandIn]:
    return StandIn.objects.filter(session=session).select_related("event").order_by("event__seq")


def playing_at(stand_ins: Iterable[StandInChange], stage: int, position: int) -> Mapping[int, int]:
    """Account → who plays for it in the deal at a position of a stage, where that is not its own player.

    What was noted for a later deal wins over what was noted for an earlier one, then what was noted last.
    """
    found: dict[int, int | None] = {}
    for change in sorted(stand_ins, key=lambda one: (one.first, one.seq)):
        if change.stage == stage and change.first <= position:
            found[change.player] = change.by
    return {player: by for player, by in found.items() if by is not None}


def played_for(playing: Mapping[int, int], player: int | None) -> int | None:
    """The account that a player plays for; None where for nobody else's."""
    return next((account for account, by in playing.items() if by == player), None)
