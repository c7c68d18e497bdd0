"""The session document of a stored session: what was seen at the table, for other programs and other ledgers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from zipai_ledger.ledger import queries
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, GameSession, Stage
from zipai_ledger.rules import codec, document, facts
from zipai_ledger.rules.codec import Seat
from zipai_ledger.rules.document import SessionDocument, StageDocument
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Carried

from .pieces import pieces
from .snapshot import Line, lines_of

FIRST = ("result", "dealer", "sitting", "at", "note")
"""What stands first in every deal, as facts are written."""


def write(session: GameSession, _lang: str = "") -> Iterator[str]:
    """The document in pieces, deals that count only; the same in every language."""
    players = tuple(player.name for player in queries.players_of(session))
    stages = tuple(Stage.objects.filter(session=session).order_by("index"))
    written = _written(session.name, players, stages)
    yield from pieces(written)
    yield "\n"


def _written(name: str, players: tuple[str, ...], stages: Sequence[Stage]) -> dict[str, Any]:
    """The document with an iterator for the deals of each stage, which are read when they are written."""
    count = len(players)
    everybody = tuple(range(count))
    single = len(stages) == 1 and queries.stage_seats(stages[0]) == everybody
    documents = tuple(_stage(stage, count) for stage in stages)
    whole = SessionDocument(name=name, players=players, stages=documents, single=single)
    written: dict[str, Any] = {**document.write(whole)}
    places = [written] if single else written["stages"]
    for place, stage in zip(places, stages, strict=True):
        place["deals"] = _deals(stage, count)
    return written


def _stage(stage: Stage, count: int) -> StageDocument:
    return StageDocument(
        ruleset=stage.ruleset,
        options=canonical.parse(stage.options),
        stake=queries.stage_stake(stage),
        seats=tuple(map(Seat, queries.stage_seats(stage))),
        first_dealer=Seat(stage.first_dealer),
        first_sitting=None if stage.first_sitting is None else Seat(stage.first_sitting),
        carried_in=_carried(canonical.parse(stage.carried_in), count),
        deals=(),
    )


def _carried(carried: Any, count: int) -> Carried | None:
    """A round carried in, with a place for those who joined later."""
    if carried is None:
        return None
    return codec.read(Carried, {name: _spread(values, count) for name, values in carried.items()})


def _deals(stage: Stage, count: int) -> Iterator[str]:
    deals = Deal.objects.filter(session_id=stage.session_id, stage=stage, live=True)
    return (canonical.to_text(deal(line, count)) for line in lines_of(deals))


def deal(line: Line, count: int) -> dict[str, Any]:
    """One deal of the document: the fact with the time at which it was recorded, where it names no other.

    A deal kept as agreed (商定) is what was agreed about it: the rules would refuse what was seen. Raises
    `Refused` (``agreed_deal``) where it left a running 胡 too, which a document has no words for.
    """
    fact = canonical.parse(line.deal.fact)
    if line.deal.agreed:
        fact = _agreed(line.deal, fact)
    fields = {"at": line.recorded, **fact}
    if fact["result"] == facts.Adjust.result:
        fields["deltas"] = _spread(fact["deltas"], count)
    return {**{name: fields[name] for name in FIRST if name in fields}, **fields}


def _agreed(row: Deal, fact: Mapping[str, Any]) -> dict[str, Any]:
    outcome = canonical.parse(row.outcome)
    if outcome["tally"] is not None:
        raise Refused(Problem("agreed_deal", "", "", {"deal": row.position}))
    kept = {name: fact[name] for name in FIRST if name in fact}
    return {**kept, "result": facts.Adjust.result, "deltas": outcome["deltas"]}


def _spread(values: Iterable[int], count: int) -> list[int]:
    """Values by player, zeros for those who joined later."""
    found = list(values)
    return found + [0] * (count - len(found))
