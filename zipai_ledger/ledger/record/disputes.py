"""有异议 (you yiyi): somebody doubts a deal, and the table agrees about it."""

from zipai_ledger.ledger.queries import doubters_of
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Deal, Event, GameSession
from zipai_ledger.rules.problems import Problem, Refused

from .changes import find, find_live
from .sent import Recorded, Sent, check_note
from .write import Writing, write


def dispute_deal(*, session: GameSession, sent: Sent, key: int, note: str = "") -> Recorded:
    """有异议: mark a deal as doubted; nobody's entry becomes stale, and the deal counts as before.

    More may be said of a deal that is doubted already. Raises `Refused` (``bad_deal.disputed`` where it is and nothing
    is said, ``bad_deal.void``, ``bad_note`` …), `Closed`, `Conflict`.
    """
    check_note(note, "note")

    def work(writing: Writing) -> Event:
        writing.require_open()
        deal = find_live(writing.session, key)
        if deal.disputed and not note:
            raise Refused(Problem("bad_deal", "deal", "disputed", {"deal": deal.position}))
        return _mark(writing, Kind.DEAL_DISPUTED, deal, note)

    return write(session, sent, {"dispute": key, "note": note}, work)


def resolve_dispute(*, session: GameSession, sent: Sent, key: int, note: str = "") -> Recorded:
    """说好了，照旧: the deal stays as it is. A correction of the deal resolves its dispute by itself.

    Raises `Refused` (``bad_deal.not_disputed`` …), `Closed`, `Conflict`.
    """
    check_note(note, "note")

    def work(writing: Writing) -> Event:
        writing.require_open()
        return _mark(writing, Kind.DEAL_RESOLVED, _doubted(writing, key), note)

    return write(session, sent, {"resolve": key, "note": note}, work)


def take_back_dispute(*, session: GameSession, sent: Sent, key: int, note: str = "") -> Recorded:
    """收回: whoever doubted a deal does so no longer; what somebody else doubts too is not theirs to settle.

    Raises `Refused` (``bad_deal.others_dispute``, ``bad_deal.not_disputed`` …), `Closed`, `Conflict`.
    """
    check_note(note, "note")

    def work(writing: Writing) -> Event:
        writing.require_open()
        deal = _doubted(writing, key)
        if doubters_of(writing.session, key) != {sent.grant}:
            raise Refused(Problem("bad_deal", "deal", "others_dispute", {"deal": deal.position}))
        return _mark(writing, Kind.DEAL_RESOLVED, deal, note)

    return write(session, sent, {"take_back": key, "note": note}, work)


def _doubted(writing: Writing, key: int) -> Deal:
    """A deal that somebody doubts; raises `Refused`."""
    deal = find(writing.session, key)
    if not deal.disputed:
        raise Refused(Problem("bad_deal", "deal", "not_disputed", {"deal": deal.position}))
    return deal


def _mark(writing: Writing, kind: Kind, deal: Deal, note: str) -> Event:
    deal.disputed = kind == Kind.DEAL_DISPUTED
    deal.save(update_fields=["disputed"])
    return writing.append(kind, {"deal": deal.key, **({"note": note} if note else {})})
