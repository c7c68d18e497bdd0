"""付款 (fukuan): who gives whom how much, row by row: what was paid, what is left of it, and why something is left."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from typing import ClassVar
from zoneinfo import ZoneInfo

from zipai_ledger.formats.speaker import unit_word
from zipai_ledger.ledger.queries import PaymentRow
from zipai_ledger.ledger.settlement import Cause, CauseKind, Reason, Settling, reasons_of
from zipai_ledger.models import GameSession, Player
from zipai_ledger.rules.totals import Due

from .template_values import TemplateValue

MOST_NAMED = 4
"""Deals that are named by their number; of more the first ones, and how many they are."""
MOST_KINDS = 3
"""Kinds of causes that a row has room for: those that moved most."""


@dataclass(frozen=True, slots=True)
class CauseGroup:
    """Everything of one kind that moved the money of two people; ``numbers`` are those of the first deals."""

    kind: CauseKind
    numbers: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Remainder:
    """Why a due is there where something was paid before.

    ``paid``: minor units that were paid of it, 0 where that says nothing; ``overpaid``: it comes of what was paid too
    much the other way. ``others``: there are more kinds of causes than are named. ``back``: money has to be returned.
    """

    paid: int
    overpaid: bool
    causes: tuple[CauseGroup, ...]
    others: bool
    back: bool


@dataclass(frozen=True, slots=True)
class PaidRow:
    """A payment; its tick takes it back. ``at`` and ``opened`` are on the table's clock; ``holder`` noted it, if known."""

    is_paid: ClassVar[bool] = True
    payer: Player
    payee: Player
    amount: PaymentRow
    at: datetime
    opened: datetime
    holder: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class DueRow(TemplateValue):
    """What is left to give: in money where there is a stake, else in units, which nobody ticks.

    ``remainder`` is None where nothing was paid yet; ``payment`` the id under which it is stored once.
    """

    is_paid: ClassVar[bool] = False
    payer: Player
    payee: Player
    amount: Due
    unit: str
    remainder: Remainder | None
    payment: str
    key: str = ""


Row = PaidRow | DueRow


def payment_rows(settled: Settling, holders: Mapping[int, str]) -> tuple[Row, ...]:
    """Paid rows and rows to pay, together by who pays whom, so that a tick moves nothing; ``holders`` by seq."""
    reasons = reasons_of(settled)
    rows: list[Row] = [
        *(paid_row(paid, settled, holders) for paid in settled.live),
        *(
            due_row(due, settled, reasons.get((due.payer, due.payee), {}).get(due.currency))
            for due in settled.dues
        ),
    ]
    rows.sort(key=lambda row: (row.payer.index, row.payee.index, not row.is_paid))
    counts: Counter[tuple[int, int]] = Counter()
    named: list[Row] = []
    for row in rows:
        pair = row.payer.index, row.payee.index
        counts[pair] += 1
        named.append(replace(row, key="-".join(map(str, (*pair, counts[pair])))))
    return tuple(named)


def paid_row(paid: PaymentRow, settled: Settling, holders: Mapping[int, str]) -> PaidRow:
    """A payment, whether it counts or was taken back."""
    session, players = settled.view.session, settled.view.players
    return PaidRow(
        payer=players[paid.payer],
        payee=players[paid.payee],
        amount=paid,
        at=_at_table(datetime.fromisoformat(paid.at), session),
        opened=_at_table(session.opened_at, session),
        holder=holders.get(paid.seq, ""),
    )


def _at_table(at: datetime, session: GameSession) -> datetime:
    return at.astimezone(ZoneInfo(session.time_zone))


def due_row(due: Due, settled: Settling, reason: Reason | None) -> DueRow:
    """What one still has to give another."""
    players = settled.view.players
    return DueRow(
        payer=players[due.payer],
        payee=players[due.payee],
        amount=due,
        unit=unit_word(settled.view.rulesets, due.unit),
        remainder=remainder(due, settled, reason) if reason else None,
        payment=settled.next_payment(due.payer, due.payee, due.currency),
    )


def remainder(due: Due, settled: Settling, reason: Reason) -> Remainder | None:
    """What to say of a due that has a reason; None where it says nothing more than that nobody has paid."""
    between = [each for each in settled.between(due.payer, due.payee, due.currency) if not each.cancelled]
    paid, overpaid = paid_so_far(due, between, reason.before) if reason.before > 0 else (0, False)
    if reason.before > 0 and not (paid or overpaid):
        return None
    causes = cause_groups(reason.causes)
    named = most_moving(causes, reason.causes)
    return Remainder(
        paid=paid,
        overpaid=overpaid,
        causes=named,
        others=len(causes) > len(named),
        back=(due.minor or 0) <= latest_payments(due.payee, between),
    )


def paid_so_far(due: Due, between: Sequence[PaymentRow], before: int) -> tuple[int, bool]:
    """What the payments ``between`` two, oldest first, say of the part that was due ``before``.

    Minor units that were given of it, or that it is what was paid too much the other way. Neither where they say
    nothing: none of it was paid, or it is more than what was paid too much.
    """
    received = latest_payments(due.payee, between)
    if not received:
        return latest_payments(due.payer, between), False
    kept = sum(paid.minor if paid.payer == due.payer else -paid.minor for paid in between)
    overpaid = before <= received
    return 0 if overpaid else max(kept, 0), overpaid


def latest_payments(player: int, between: Sequence[PaymentRow]) -> int:
    """What a player has given since the other one gave something; what can be given back."""
    return sum(paid.minor for paid in takewhile(lambda each: each.payer == player, reversed(between)))


def cause_groups(causes: Iterable[Cause]) -> tuple[CauseGroup, ...]:
    """改了第 3、7 盘 … 又记了 4 盘: each kind of cause once."""
    kinds: defaultdict[CauseKind, list[Cause]] = defaultdict(list)
    for cause in causes:
        kinds[cause.kind].append(cause)
    return tuple(
        CauseGroup(kind, tuple(f"{cause.number}" for cause in kinds[kind][:MOST_NAMED]), len(kinds[kind]))
        for kind in CauseKind
        if kind in kinds
    )


def most_moving(groups: Sequence[CauseGroup], causes: Iterable[Cause]) -> tuple[CauseGroup, ...]:
    """As many of the kinds as a row has room for: those that moved most, in their order."""
    weights: Counter[CauseKind] = Counter()
    for cause in causes:
        weights[cause.kind] += abs(cause.minor)
    most = sorted(weights, key=lambda kind: -weights[kind])[:MOST_KINDS]
    return tuple(group for group in groups if group.kind in most)
