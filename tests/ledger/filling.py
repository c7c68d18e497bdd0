"""Fill a table with many deals at once."""

from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Sent
from zipai_ledger.models import GameSession


def fill(session, deals):
    """Record all of ``deals``; gives their keys."""
    head = GameSession.objects.get(pk=session.pk).head_seq
    recorded = record.record_deals(session=session, sent=Sent(role="owner"), deals=deals)
    return list(range(head + 1, recorded.event_seq + 1))
