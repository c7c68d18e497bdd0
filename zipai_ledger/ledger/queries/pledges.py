"""报锤 (bao chui): what everybody pledges for the coming deal, as far as anybody has said."""

from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Deal, Event, Stage
from zipai_ledger.rules.ruleset import State

LATEST = 8
"""Among so many deals the last one is looked for that says what was pledged: fouls and agreed rows do not."""


def coming_pledges(stage: Stage, rules: Rules, state: State) -> tuple[int, ...]:
    """By seat: as announced since the last deal that had pledges, else as they were in it, else nothing.

    Where they stand for a round: those of the open one, for a new one what was announced since the last deal.
    ``state`` is the one before the coming deal: who sits it out pledges nothing. Two queries; none and an empty tuple where
    the table plays without pledges.
    """
    pledging = rules.game.house.pledging
    if not pledging.is_played:
        return ()
    if state.pledges is not None:
        return state.pledges
    deals = Deal.objects.filter(session_id=stage.session_id, stage=stage).order_by("-position")
    stored = ((key, canonical.parse(fact)) for key, fact in deals.values_list("key", "fact")[:LATEST])
    pledged = ((key, fact.get("pledges")) for key, fact in stored if pledging.by_round or fact.get("pledges"))
    key, latest = next(pledged, (0, None))
    pledges = None if pledging.by_round else latest
    announced = _announced(stage, key) or pledges or [0] * rules.table.seats
    return tuple(0 if seat == state.sitting else pledge for seat, pledge in enumerate(announced))


def _announced(stage: Stage, since: int) -> list[int]:
    """What was announced last in a stage, after an event; empty where nothing was."""
    events = Event.objects.filter(session_id=stage.session_id, seq__gt=since, kind=Kind.PLEDGED)
    latest = events.order_by("-seq").values_list("body", flat=True).first()
    body = canonical.parse(latest) if latest else {}
    pledges: list[int] = body["pledges"] if body.get("stage") == stage.index else []
    return pledges
