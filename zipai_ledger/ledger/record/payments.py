"""付款 (fukuan): money that changed hands, noted; the program itself moves none."""

from django.db.models import Q

from zipai_ledger.ledger.trail.kinds import CARRYING, LEDGER, PAYING, Kind
from zipai_ledger.models import Carried, Event, GameSession, Payment, Player, Stage
from zipai_ledger.rules.problems import Collector, Problem, Refused

from .sent import Recorded, Sent
from .write import Writing, write

PAYMENT_MOST = 10**12
"""Minor units; far beyond any table, far below what a column holds."""


def pay(*, session: GameSession, sent: Sent, payer: int, payee: int, currency: str, minor: int) -> Recorded:
    """Note that ``payer`` gave ``payee`` money, in minor units; what was won stays as it is. A closed table takes it too.

    ``sent.base`` is the head (``session.head_seq``) that the sender saw: whoever ticks what another phone has ticked
    meanwhile, or what a correction has changed, is told so; what others pay each other stops nobody.
    Raises `Refused` (``bad_payment``), `Stale`, `Conflict`.
    """
    body = {"payer": payer, "payee": payee, "currency": currency, "minor": minor}
    between = Q(payments__payer__in=(payer, payee), payments__payee__in=(payer, payee))

    def work(writing: Writing) -> Event:
        writing.require_base(LEDGER | CARRYING)
        writing.require_base(PAYING, between)
        _check(writing.session, payer, payee, currency, minor)
        event = writing.append(Kind.PAYMENT_MADE, body)
        Payment.objects.create(session=writing.session, event=event, **body)
        return event

    return write(session, sent, {"pay": body}, work)


def cancel_payment(*, session: GameSession, sent: Sent, payment: int) -> Recorded:
    """Take a payment back by another row; ``payment`` is the seq of the event that made it.

    Raises `Refused` (``bad_payment.unknown``, ``bad_payment.cancelled``), `Conflict`.
    """

    def work(writing: Writing) -> Event:
        made = Payment.objects.filter(session=writing.session, event__seq=payment, cancels=None).first()
        if made is None:
            raise Refused(Problem("bad_payment", "payment", "unknown", {"got": payment}))
        if made.cancelled_by.exists():
            raise Refused(Problem("bad_payment", "payment", "cancelled"))
        event = writing.append(Kind.PAYMENT_CANCELLED, {"payment": payment})
        Payment.objects.create(
            session=writing.session,
            event=event,
            payer=made.payer,
            payee=made.payee,
            currency=made.currency,
            minor=made.minor,
            cancels=made,
        )
        return event

    return write(session, sent, {"cancel": payment}, work)


def currencies_of(session: GameSession) -> set[str]:
    """The currencies in which anything can be owed at this table: of its stakes, and carried in."""
    stakes = Stage.objects.filter(session=session).exclude(currency="").values_list("currency", flat=True)
    return {*stakes, *Carried.objects.filter(session=session).values_list("currency", flat=True)}


def _check(session: GameSession, payer: int, payee: int, currency: str, minor: int) -> None:
    found = Collector()
    count = Player.objects.filter(session=session).count()
    for field, player in (("payer", payer), ("payee", payee)):
        if player not in range(count):
            found.add(Problem("bad_payment", field, "player", {"got": player, "count": count}))
    if payer == payee:
        found.add(Problem("bad_payment", "payee", "self"))
    if currency not in currencies_of(session):
        found.add(Problem("bad_payment", "currency", "currency", {"got": currency[:40]}))
    if not 1 <= minor <= PAYMENT_MOST:
        found.add(Problem("bad_payment", "minor", "range", {"got": minor, "greatest": PAYMENT_MOST}))
    found.finish()
