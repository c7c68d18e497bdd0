"""What the reasons of a table are worked out from: four queries at most, however many deals there are."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from django.db.models import QuerySet

from zipai_ledger.ledger.queries import CarriedRow, PaymentRow, StageView
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.columns import Body
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import COLUMNS, Deal, Event, GameSession, Posting
from zipai_ledger.rules.settlement import fewest_transfers
from zipai_ledger.rules.ways import Way

from .dues import Settling, carried_transfers
from .reasons import (
    Book,
    DealMovement,
    DealPlace,
    MoneyMovement,
    Movement,
    Pair,
    Reason,
    last_settled,
    reason,
)

CORRECTING = frozenset((Kind.DEAL_VOIDED, Kind.DEAL_REPLACED, Kind.DEAL_RESTORED))
"""Kinds that are about a deal which another event recorded."""
Debts = Mapping[Pair, int]


def reasons_of(settled: Settling) -> dict[Pair, dict[str, Reason]]:
    """Payer and payee → currency → why that due of the table is there, where the two had settled before.

    No query where nobody has.
    """
    money = tuple(_money(settled))
    dues = [due for due in settled.dues if due.minor is not None]
    firsts = [seq for due in dues if (seq := last_settled(money, due)) is not None]
    if not firsts:
        return {}
    book = _book(settled, money, min(firsts))
    found: defaultdict[Pair, dict[str, Reason]] = defaultdict(dict)
    for due in dues:
        if why := reason(book, due, dues):
            found[due.payer, due.payee][due.currency] = why
    return dict(found)


def _money(settled: Settling) -> Iterator[MoneyMovement]:
    """Payments, and what was carried in and out."""
    yield from map(_payment, settled.payments)
    yield from map(_carried, settled.carried)


def _payment(paid: PaymentRow) -> MoneyMovement:
    won = [0] * (max(paid.payer, paid.payee) + 1)
    won[paid.payer], won[paid.payee] = paid.minor, -paid.minor
    movement = Movement(tuple(won), {(paid.payer, paid.payee): -paid.minor})
    return MoneyMovement(paid.seq, True, paid.currency, movement, paid.cancelled_by)


def _carried(row: CarriedRow) -> MoneyMovement:
    if row.into:
        debts = {(payer, payee): minor for payer, payee, minor in fewest_transfers(row.minor)}
        return MoneyMovement(row.seq, False, row.currency, Movement(row.minor, debts))
    given = {(payer, payee): -minor for payer, payee, minor in carried_transfers(row)}
    return MoneyMovement(row.seq, True, row.currency, Movement(row.minor, given))


def _book(settled: Settling, money: tuple[MoneyMovement, ...], first: int) -> Book:
    """Everything that happened after the event ``first``. Three queries, four where debts are settled pair by pair."""
    session = settled.view.session
    stages = {stage.stage.pk: stage for stage in settled.view.stages}
    # What another phone stores while this is read is left out here as it is from the dues.
    rows = Deal.objects.filter(session=session, key__lte=session.head_seq)
    known = list(rows.values_list("key", "position", "live", "stage_id"))
    of_stage = {key: stages[stage_id] for key, _position, _live, stage_id in known}
    deals = {
        key: DealPlace(position, live, _currency(of_stage[key]), frozenset(of_stage[key].seats))
        for key, position, live, _stage_id in known
    }
    debts = _debts(session, first) if settled.choice.way is Way.PAIRS else {}
    return Book(deals, tuple(_entries(session, first, of_stage, debts)), money, settled.flows)


def _currency(stage: StageView) -> str:
    return stage.stake.currency if stage.stake else ""


def _entries(
    session: GameSession,
    first: int,
    of_stage: Mapping[int, StageView],
    debts: Mapping[tuple[int, int], Debts],
) -> Iterator[DealMovement]:
    """The postings after an event, in order, in minor units. Two queries."""
    corrections = Event.objects.filter(session=session, seq__gt=first, kind__in=CORRECTING)
    about = {seq: canonical.parse(body)["deal"] for seq, body in corrections.values_list("seq", "body")}
    rows = _postings(session, first).order_by("event__seq", "pk")
    for seq, kind, key, *units in rows.values_list("event__seq", "event__kind", "deal_key", *COLUMNS):
        if key not in of_stage:
            continue  # Of a deal that a damaged ledger has lost.
        stake = of_stage[key].stake
        worth = stake.minor_per_unit if stake else 0
        won = tuple(worth * each for each in units)
        owed = {pair: worth * each for pair, each in debts.get((seq, key), {}).items()}
        yield DealMovement(seq, Kind(kind), key, about.get(seq, seq) == key, Movement(won, owed))


def _postings(session: GameSession, first: int) -> QuerySet[Posting]:
    """The postings after an event, up to the head that the session was read at."""
    return Posting.objects.filter(session=session, event__seq__gt=first, event__seq__lte=session.head_seq)


def _debts(session: GameSession, first: int) -> dict[tuple[int, int], Debts]:
    """Event and deal → by how much the event changed, in units, what the deal made one owe another.

    One query: postings say what everybody won, only the outcomes in the trail from whom.
    """
    touched = _postings(session, first).values("deal_key")
    events = Event.objects.filter(session=session, postings__deal_key__in=touched).distinct()
    now: dict[int, Debts] = {}
    found: dict[tuple[int, int], Debts] = {}
    for seq, kind, body in events.order_by("seq").values_list("seq", "kind", "body"):
        for key, debts in _owed_by_deal(Kind(kind), canonical.parse(body)).items():
            before = now.get(key, {})
            if seq > first:
                found[seq, key] = {
                    pair: debts.get(pair, 0) - before.get(pair, 0) for pair in {*debts, *before}
                }
            now[key] = debts
    return found


def _owed_by_deal(kind: Kind, body: Body) -> dict[int, Debts]:
    """Deal → pair → units that the one owes the other through it, once the event has come; nothing through a void deal."""
    found: dict[int, Debts] = {body["deal"]: {}} if kind is Kind.DEAL_VOIDED else {}
    for outcome in body["outcomes"]:
        debts: defaultdict[Pair, int] = defaultdict(int)
        for flow in outcome["flows"]:
            debts[flow["payer"], flow["payee"]] += flow["units"]
        found[outcome["deal"]] = debts
    return found
