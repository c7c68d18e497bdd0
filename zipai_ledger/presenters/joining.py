"""请你上桌: what an invitation shows of where it leads, once its secret was sent."""

from collections.abc import Collection
from dataclasses import dataclass

from zipai_ledger.access import grants
from zipai_ledger.access.grants import AnyLink, Place
from zipai_ledger.formats.speaker import stored_speaker
from zipai_ledger.ledger import queries
from zipai_ledger.models import Circle, Device, GameSession, Link, Person, Player, Role


@dataclass(frozen=True, slots=True)
class JoiningPage:
    """A table or a circle, and who is known there; ``count``: its deals, or its evenings; ``taken``: whose phone is another one.

    ``may_play_instead``: whoever comes may play for somebody; ``keeps_score``: may write at the table.
    """

    name: str
    is_circle: bool
    game: str
    size: int
    count: int
    people: tuple[Player | Person, ...]
    taken: Collection[int]
    keeps_score: bool
    may_play_instead: bool


def joining_page(link: AnyLink, device: Device | None) -> JoiningPage:
    """What is shown to whoever holds the link, on this device."""
    taken = _taken(link.place, device)
    return _of_table(link, link.session, taken) if isinstance(link, Link) else _of_circle(link.circle, taken)


def _taken(place: Place, device: Device | None) -> Collection[int]:
    """Players whose phone is another one."""
    others = grants.holding(place).filter(player__isnull=False)
    if device:
        others = others.exclude(device=device)
    return set(others.values_list("player", flat=True))


def _of_table(link: Link, session: GameSession, taken: Collection[int]) -> JoiningPage:
    view = queries.table_view(session, most=0)
    keeps_score = link.role == Role.SCOREKEEPER
    return JoiningPage(
        name=session.name,
        is_circle=False,
        game=stored_speaker(view.stage.stage.ruleset).game,
        size=len(view.stage.seats),
        count=session.deal_count,
        people=view.players,
        taken=taken,
        keeps_score=keeps_score,
        may_play_instead=keeps_score and session.is_open,
    )


def _of_circle(circle: Circle, taken: Collection[int]) -> JoiningPage:
    people = tuple(circle.people.order_by("index"))
    return JoiningPage(
        name=circle.name,
        is_circle=True,
        game="",
        size=len(people),
        count=circle.evenings.count(),
        people=people,
        taken=taken,
        keeps_score=False,
        may_play_instead=False,
    )
