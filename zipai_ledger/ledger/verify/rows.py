"""Every projected row twice: as it is stored, and as the trail tells it."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import zip_longest
from typing import Any

from zipai_ledger.ledger import names
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.chain import Damage
from zipai_ledger.ledger.trail.columns import Columns, fact_columns, hu_columns, outcome_columns, spread
from zipai_ledger.ledger.trail.projection import Projection
from zipai_ledger.models import (
    COLUMNS,
    PLAYERS,
    Carried,
    Deal,
    GameSession,
    Hu,
    Payment,
    Player,
    Posting,
    Stage,
    StandIn,
)

ABSENT: Columns = {}

STAGE = (
    "index", "ruleset", "version", "unit", "options", "seats", "player_count", "first_dealer", "first_sitting",
    "currency", "minor_per_unit", "carried_in", "opening",
)  # fmt: skip
HU = (
    "ordinal", "winner", "source", "from_player", "hand", "melds", "hu", "units", "xing", "marks",
)  # fmt: skip
DEAL = (
    "key", "position", "live", "agreed", "disputed", "dealer", "sitting", "checked", "fact", "outcome",
)  # fmt: skip
PAYMENT = ("payer", "payee", "currency", "minor")
STAND_IN = ("player", "by", "stage", "after")


def compare(session: GameSession, projection: Projection) -> Iterator[Damage]:
    """Every difference between the rows of a session and the fold of its trail."""
    stages = Stage.objects.filter(session=session).order_by("index")
    yield from differences("session", [_session_row(session)], [_expected_session(projection)])
    yield from differences("player", _player_rows(session), _expected_players(projection))
    yield from differences("stage", _rows(stages, STAGE), projection.stages)
    yield from differences("deal", _deal_rows(session), _expected_deals(projection))
    yield from differences("hu", _hu_rows(session), _expected_hus(projection))
    yield from differences("posting", _posting_rows(session), _expected_postings(projection))
    yield from differences("payment", _payment_rows(session), _expected_rows(projection.payments))
    yield from differences("carried", _carried_rows(session), _expected_carried(projection))
    yield from differences("stand-in", _stand_in_rows(session), _expected_rows(projection.stand_ins))


def differences(what: str, rows: Iterable[Columns], projected: Iterable[Columns]) -> Iterator[Damage]:
    """Row by row and column by column, what is stored and what the trail tells."""
    for number, (row, expected) in enumerate(zip_longest(rows, projected, fillvalue=ABSENT), 1):
        if not row or not expected:
            yield Damage(0, f"{what} {number} " + ("is not in the trail" if row else "is missing"))
            continue
        for column, wants in expected.items():
            if row[column] != wants:
                yield Damage(0, f"{what} {number}: {column} is {row[column]!r}, expected {wants!r}")


def _rows(rows: Iterable[Any], columns: tuple[str, ...]) -> Iterator[Columns]:
    return (_columns(row, columns) for row in rows)


def _columns(row: Any, columns: tuple[str, ...]) -> Columns:
    return {column: getattr(row, column) for column in columns}


def _session_row(session: GameSession) -> Columns:
    return {
        "name": canonical.name_hash(session.name_salt, session.name),
        "time_zone": session.time_zone,
        "opened_at": session.opened_at,
        "status": session.status,
        "head_seq": session.head_seq,
        "ledger_seq": session.ledger_seq,
        "head_hash": session.head_hash,
        "deal_count": session.deal_count,
    }


def _expected_session(projection: Projection) -> Columns:
    return {
        "name": projection.name,
        "time_zone": projection.time_zone,
        "opened_at": datetime.fromisoformat(projection.opened_at),
        "status": projection.status,
        "head_seq": projection.head_seq,
        "ledger_seq": projection.ledger_seq,
        "head_hash": projection.head_hash,
        "deal_count": len(projection.order),
    }


def _player_rows(session: GameSession) -> Iterator[Columns]:
    for player in Player.objects.filter(session=session).order_by("index"):
        hashed = canonical.name_hash(player.salt, player.name)
        same = player.name_key == names.name_key(player.name)
        yield {"index": player.index, "name": hashed, "name_key": same}


def _expected_players(projection: Projection) -> Iterator[Columns]:
    for index, hashed in enumerate(projection.names):
        yield {"index": index, "name": hashed, "name_key": True}


def _deal_rows(session: GameSession) -> Iterator[Columns]:
    deals = Deal.objects.filter(session=session).select_related("stage").order_by("position")
    for deal in deals:
        yield {"stage": deal.stage.index, **_columns(deal, DEAL)}


def _expected_deals(projection: Projection) -> Iterator[Columns]:
    for position, key in enumerate(projection.order, 1):
        deal = projection.deals[key]
        yield {
            "stage": deal.stage,
            "key": key,
            "position": position,
            "live": deal.live,
            "agreed": deal.agreed,
            "disputed": deal.disputed,
            **fact_columns(deal.fact),
            **outcome_columns(deal.outcome),
        }


def _hu_rows(session: GameSession) -> Iterator[Columns]:
    hus = Hu.objects.filter(session=session).select_related("deal").order_by("deal__position", "ordinal")
    for hu in hus:
        yield {"deal": hu.deal.key, **_columns(hu, HU)}


def _expected_hus(projection: Projection) -> Iterator[Columns]:
    for key in projection.order:
        yield from ({"deal": key, **columns} for columns in hu_columns(projection.deals[key].outcome))


def _posting_rows(session: GameSession) -> Iterator[Columns]:
    # Not the event itself: one correction may have a posting for each of thousands of deals, and its body each of them.
    postings = Posting.objects.filter(session=session).order_by("event__seq", "deal_key")
    for seq, key, *units in postings.values_list("event__seq", "deal_key", *COLUMNS):
        yield {"event": seq, "deal": key, "units": tuple(units)}


def _expected_postings(projection: Projection) -> Iterator[Columns]:
    for (seq, key), units in sorted(projection.postings.items()):
        yield {"event": seq, "deal": key, "units": spread(units, PLAYERS)}


def _payment_rows(session: GameSession) -> Iterator[Columns]:
    payments = Payment.objects.filter(session=session).order_by("event__seq")
    rows = payments.values_list("event__seq", *PAYMENT, "cancels__event__seq")
    return (dict(zip(("event", *PAYMENT, "cancels"), row, strict=True)) for row in rows)


def _carried_rows(session: GameSession) -> Iterator[Columns]:
    rows = Carried.objects.filter(session=session).order_by("event__seq")
    for seq, currency, *minor in rows.values_list("event__seq", "currency", *COLUMNS):
        yield {"event": seq, "currency": currency, "minor": tuple(minor)}


def _expected_carried(projection: Projection) -> Iterator[Columns]:
    for seq, carried in projection.carried.items():
        yield {"event": seq, **carried, "minor": spread(carried["minor"], PLAYERS)}


def _stand_in_rows(session: GameSession) -> Iterator[Columns]:
    rows = StandIn.objects.filter(session=session).order_by("event__seq").values_list("event__seq", *STAND_IN)
    return (dict(zip(("event", *STAND_IN), row, strict=True)) for row in rows)


def _expected_rows(rows: Mapping[int, Columns]) -> Iterator[Columns]:
    return ({"event": seq, **columns} for seq, columns in rows.items())
