"""The verb about pledges: what everybody announces before a deal."""

from collections.abc import Sequence

from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Event, GameSession, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.problems import Problem, Refused

from .sent import Recorded, Sent
from .write import Writing, write


def pledge(*, session: GameSession, sent: Sent, pledges: Sequence[int]) -> Recorded:
    """报锤: what each seat of the stage that is played announces for the coming deal.

    Nobody's entry becomes stale: what counts is what its deal says. Raises `Refused` (``bad_deal`` on ``pledges`` or
    ``pledges.N``), `Closed`, `Conflict`.
    """

    def work(writing: Writing) -> Event:
        writing.require_open()
        stage = Stage.objects.filter(session=writing.session).order_by("-index")[0]
        rules, state = Rules.of(stage), Standing.of(writing.session).state
        if state.pledges is not None:
            raise Refused(Problem("bad_deal", "pledges", "pledges_round"))
        sitting = None if state.sitting is None else Seat(state.sitting)
        coming = facts.Dead(pledges=tuple(map(Count, pledges)), sitting=sitting)
        if problems := tuple(rules.game.house.pledging.problems(rules.table, coming)):
            raise Refused(*problems)
        body = {"stage": stage.index, "seats": list(rules.table.players), "pledges": list(pledges)}
        return writing.append(Kind.PLEDGED, body)

    return write(session, sent, {"pledges": list(pledges)}, work)
