"""An evening as it leaves from one phone: who pays whom in the way in which that phone settles the table."""

from dataclasses import replace

from django.http import HttpRequest

from zipai_ledger.exports.summary import Summary, summary_of
from zipai_ledger.forms.settlement_method import requested_method
from zipai_ledger.ledger.settlement import settling
from zipai_ledger.models import GameSession


def chosen(request: HttpRequest, session: GameSession) -> Summary:
    """The summary of a session, with the transfers of its settling page."""
    summary = summary_of(session)
    dues = settling(session, requested_method(request)).dues
    return replace(summary, settlement=replace(summary.settlement, dues=dues))
