"""An archive becomes a session: the trail as it was, and every row rebuilt from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db import DatabaseError, IntegrityError
from django.db.models import Model

from zipai_ledger.ledger import names
from zipai_ledger.ledger.record import Conflict, Recorded
from zipai_ledger.ledger.record.sessions import new_public_id
from zipai_ledger.ledger.record.write import in_turn
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.columns import Columns, fact_columns, hu_columns, outcome_columns, spread
from zipai_ledger.ledger.trail.projection import Projection
from zipai_ledger.ledger.verify import SENSELESS, rules_damages
from zipai_ledger.ledger.verify.rows import compare
from zipai_ledger.models import (
    COLUMNS,
    PLAYERS,
    Carried,
    Deal,
    Event,
    GameSession,
    Hu,
    Payment,
    Player,
    Posting,
    Stage,
    StandIn,
)
from zipai_ledger.rules.codec import Count
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.replay import Watch, unwatched
from zipai_ledger.rules.speaker import find_ruleset
from zipai_ledger.rules.totals import MoneyMove, StageTotal, paid, settle

from .archive_reader import Trail, damaged
from .known import find_known
from .preview import Preview, StagePreview, handed

BATCH = 500
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that was read, whose chain holds and whose deals the rules score as it says."""

    trail: Trail

    @classmethod
    def checked(cls, trail: Trail, watch: Watch = unwatched) -> "Archive":
        """Ask the rules about every deal; raises `Refused` (``bad_archive``), and what ``watch`` raises."""
        stages = [Stage(**columns) for columns in trail.projection.stages]
        try:
            found, _ = rules_damages(stages, trail.projection, watch)
        except SENSELESS as error:
            raise damaged(f"makes no sense: {error!r}") from None
        for damage in found:
            raise damaged(str(damage))
        return cls(trail)

    def preview(self) -> Preview:
        """What it says of itself; raises `Refused` where that makes no sense."""
        try:
            return self._preview()
        except SENSELESS as error:
            raise damaged(f"makes no sense: {error!r}") from None

    def _preview(self) -> Preview:
        projection = self.trail.projection
        live = [deal.stage for deal in projection.deals.values() if deal.live]
        stages = [
            StagePreview(
                columns["ruleset"],
                find_ruleset(columns["ruleset"], columns["unit"]).name_under(
                    canonical.parse(columns["options"])
                ),
                columns["unit"],
                tuple(canonical.parse(columns["seats"])),
                live.count(n),
                tuple((canonical.parse(columns["carried_in"]) or {"tally": ()})["tally"]),
            )
            for n, columns in enumerate(projection.stages)
        ]
        pairs = zip(projection.stages, projection.totals, strict=True)
        return Preview(
            name=self.trail.title.name,
            players=tuple(player.name for player in self.trail.players),
            stages=tuple(stages),
            settlement=settle(
                [StageTotal(c["unit"], tuple(sums), _stake(c)) for c, sums in pairs], _moves(projection)
            ),
            verbatim=True,
            events=projection.head_seq,
            head=projection.head_hash,
            known=find_known(self.trail.events),
            paid=handed(projection.payments),
            carried=_carried(projection),
        )

    def store(self, client_id: str | None = None) -> Recorded:
        """Store trail and rows under a new address, then compare them; raises `Refused`, `Conflict`.

        Sent again under the same id it answers with the session stored the first time.
        """
        try:
            with in_turn():
                return self._earlier(client_id) or self._store(client_id)
        except IntegrityError as error:
            earlier = self._earlier(client_id)
            if earlier is None:
                raise damaged(f"cannot be stored: {error}") from None
            return earlier
        except Refused:
            raise
        except (*SENSELESS, DatabaseError) as error:
            raise damaged(f"cannot be stored: {error!r}") from None

    def _earlier(self, client_id: str | None) -> Recorded | None:
        session = GameSession.objects.filter(opening_id=client_id).first() if client_id else None
        if session is None:
            return None
        last = self.trail.events[-1]
        event = Event.objects.get(session=session, seq=min(last.seq, session.head_seq))
        if event.hash != last.hash:
            raise Conflict(event)
        return Recorded(session, last.seq, replay=True)

    def _store(self, client_id: str | None) -> Recorded:
        session = store_trail(self.trail, client_id)
        for damage in compare(session, self.trail.projection):
            raise damaged(str(damage))
        return Recorded(session, session.head_seq, replay=False)


def _moves(projection: Projection) -> list[MoneyMove]:
    """What was paid and carried."""
    payments = [
        paid(row["payer"], row["payee"], row["currency"], row["minor"] * (-1 if row["cancels"] else 1))
        for row in projection.payments.values()
    ]
    return [*payments, *_carried(projection)]


def _carried(projection: Projection) -> tuple[MoneyMove, ...]:
    """What was carried in and out."""
    return tuple(MoneyMove(row["currency"], row["minor"]) for row in projection.carried.values())


def _stake(columns: Columns) -> Stake | None:
    minor = columns["minor_per_unit"]
    return None if minor is None else Stake(currency=columns["currency"], minor_per_unit=Count(minor))


def store_trail(trail: Trail, client_id: str | None) -> GameSession:
    """Every row of a session that follows from a trail; raises what a database says of rows it cannot hold."""
    projection = trail.projection
    session = _fitting(
        GameSession(
            public_id=new_public_id(),
            opening_id=client_id,
            name=trail.title.name,
            name_salt=trail.title.salt,
            time_zone=projection.time_zone,
            opened_at=datetime.fromisoformat(projection.opened_at),
            status=projection.status,
            head_seq=projection.head_seq,
            ledger_seq=projection.ledger_seq,
            head_hash=projection.head_hash,
            deal_count=len(projection.order),
        )
    )
    session.save(force_insert=True)
    Player.objects.bulk_create([_player(session, index, trail) for index in range(len(trail.players))])
    stages = [_fitting(Stage(session=session, **columns)) for columns in projection.stages]
    _deals(session, trail, Stage.objects.bulk_create(stages))
    _events(session, trail)
    return session


def _player(session: GameSession, index: int, trail: Trail) -> Player:
    named = trail.players[index]
    key = names.name_key(named.name)
    return Player(session=session, index=index, name=named.name, name_key=key, salt=named.salt)


def _deals(session: GameSession, trail: Trail, stages: list[Stage]) -> None:
    projection, deals, hus = trail.projection, [], []
    for position, key in enumerate(projection.order, 1):
        now = projection.deals[key]
        deal = Deal(
            session=session,
            stage=stages[now.stage],
            key=key,
            position=position,
            live=now.live,
            agreed=now.agreed,
            disputed=now.disputed,
            **fact_columns(now.fact),
            **outcome_columns(now.outcome),
        )
        deals.append(_fitting(deal))
        hus += [_fitting(Hu(session=session, deal=deal, **columns)) for columns in hu_columns(now.outcome)]
    Deal.objects.bulk_create(deals, batch_size=BATCH)
    for hu in hus:
        hu.deal_id = hu.deal.pk
    Hu.objects.bulk_create(hus, batch_size=BATCH)


def _events(session: GameSession, trail: Trail) -> None:
    for event in trail.events:
        event.pk, event.session = None, session
    stored = {event.seq: event for event in Event.objects.bulk_create(trail.events, batch_size=BATCH)}
    postings = [
        Posting(session=session, event=stored[seq], deal_key=key, **_units(units))
        for (seq, key), units in sorted(trail.projection.postings.items())
    ]
    Posting.objects.bulk_create(postings, batch_size=BATCH)
    _around(session, trail.projection, stored)


def _around(session: GameSession, projection: Projection, stored: Mapping[int, Event]) -> None:
    """The rows of what happened around the deals."""
    made: dict[int | None, Payment] = {}
    for seq, columns in projection.payments.items():
        cancels = made.get(columns["cancels"])
        payment = Payment(session=session, event=stored[seq], **{**columns, "cancels": cancels})
        _fitting(payment).save(force_insert=True)
        made[seq] = payment
    carried = [
        Carried(session=session, event=stored[seq], currency=row["currency"], **_units(row["minor"]))
        for seq, row in projection.carried.items()
    ]
    Carried.objects.bulk_create([_fitting(row) for row in carried])
    StandIn.objects.bulk_create(
        [StandIn(session=session, event=stored[seq], **row) for seq, row in projection.stand_ins.items()]
    )


def _units(units: tuple[int, ...]) -> Mapping[str, Any]:
    return dict(zip(COLUMNS, spread(units, PLAYERS), strict=True))


def _fitting(row: Row) -> Row:
    """The row; raises ValueError where a text is longer than its column, which not every database notices."""
    for column in row._meta.concrete_fields:
        most, value = column.max_length, getattr(row, column.attname)
        if most is not None and value is not None and len(value) > most:
            raise ValueError(f"{column.name} holds {len(value)} characters, not {most}")
    return row
