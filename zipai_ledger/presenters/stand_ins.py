"""Who plays for whom, and who might."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zipai_ledger.ledger.queries import Seating
from zipai_ledger.models import GameSession, Player


@dataclass(frozen=True, slots=True)
class Person:
    """A player by number and name."""

    index: int
    name: str


@dataclass(frozen=True, slots=True)
class StandIn:
    """``by`` plays for ``name``, whose number is ``player``."""

    player: int
    name: str
    by: str


@dataclass(frozen=True, slots=True)
class StandInsPage:
    """Who stands in now; who sits and plays himself, who is here and does not play; the number of the last deal.

    ``last`` is 0 where the stage has no deal yet.
    """

    is_closed: bool
    standing: tuple[StandIn, ...]
    seats: tuple[Person, ...]
    free: tuple[Person, ...]
    last: int


def stand_ins_page(session: GameSession, seating: Seating) -> StandInsPage:
    """The page as it stands before anybody taps."""
    return StandInsPage(
        is_closed=session.status == GameSession.Status.CLOSED,
        standing=stand_ins(seating.playing, seating.players),
        seats=tuple(person(seating.players[seat]) for seat in seating.seats if seat not in seating.playing),
        free=tuple(map(person, seating.free)),
        last=session.deal_count if seating.before_last is not None else 0,
    )


def stand_ins(playing: Mapping[int, int], players: Sequence[Player]) -> tuple[StandIn, ...]:
    """Account → who plays for it, by name."""
    return tuple(StandIn(account, players[account].name, players[by].name) for account, by in playing.items())


def person(player: Player) -> Person:
    """A player of the ledger as a page names him."""
    return Person(player.index, player.name)
