"""对不上: a table whose trail does not hold together is shown, but never quietly, and nothing more is written in it."""

from zipai_ledger.ledger.verify import quick_check
from zipai_ledger.models import GameSession
from zipai_ledger.views.refusals import damaged_text


def warning(session: GameSession) -> str:
    """What stands above a table that is damaged, nothing where its newest events hold. One query."""
    return damaged_text() if quick_check(session) else ""
