"""请你上桌: what an invitation shows of where it leads, once its secret was sent."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from zipai_ledger import circles
from zipai_ledger.access import grants
from zipai_ledger.access.grants import AnyLink
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import PlayedGame
from zipai_ledger.models import Device, Link, Person, Player, Role


@dataclass(frozen=True, slots=True)
class JoiningPage:
    """Where a link leads, and who is known there; ``taken``: whose phone is another one; ``likely``: who probably comes.

    ``count``: of its deals, or evenings; ``size``: how many sit there, or belong to it; ``game``: what is played there.
    """

    link: AnyLink
    people: tuple[Player | Person, ...]
    taken: Collection[int]
    count: int
    size: int
    game: PlayedGame | None = None
    likely: int | None = None

    @property
    def is_circle(self) -> bool:
        """Whether it leads into a circle."""
        return not isinstance(self.link, Link)

    @property
    def moves(self) -> bool:
        """Whether it carries over what another browser may do."""
        return self.link.kind == Link.Kind.TRANSFER

    @property
    def keeps_score(self) -> bool:
        """Whether whoever comes may write at the table."""
        return self.link.role == Role.SCOREKEEPER

    @property
    def may_play_instead(self) -> bool:
        """Whether whoever comes may play for somebody."""
        return isinstance(self.link, Link) and self.keeps_score and self.link.session.is_open


def joining_page(link: AnyLink, device: Device | None, name: str = "") -> JoiningPage:
    """What is shown to whoever holds the link, on this device; ``name``: who was last asked for on it."""
    others = grants.holding(link.place).filter(player__isnull=False)
    if device:
        others = others.exclude(device=device)
    taken = set(others.values_list("player", flat=True))
    if isinstance(link, Link):
        view = queries.table_view(link.session, most=0)
        stage, deals = view.stage, queries.deal_count_of(link.session)
        likely = _likely(link, view.players, taken, name)
        size, game = len(stage.seats), PlayedGame(stage.stage.ruleset, stage.options)
        return JoiningPage(link, view.players, taken, deals.counted, size, game, likely)
    people = circles.people_of(link.circle)
    count, likely = link.circle.evenings.count(), _likely(link, people, taken, name)
    return JoiningPage(link, people, taken, count, len(people), likely=likely)


def _likely(
    link: AnyLink, people: Iterable[Player | Person], taken: Collection[int], name: str
) -> int | None:
    """For whom the invitation was made, else who is called that; nobody whose phone is there."""
    candidates = {one.index for one in people if one.name == name} if link.player is None else {link.player}
    return next(iter(candidates - set(taken)), None)
