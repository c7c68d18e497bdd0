"""桌面 (zhuomian): who sits where, round the desk as one of them sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.queries import TableView, coming_pledges, played_for

from .boards import units_of
from .rounds import SeatInRound, seat_in_round
from .template_values import TemplateValue

PLACES = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}
"""Places of the desk by seats away from the one below: 1 is 下手 on the right, 3 上手 on the left."""
SIZES = {2: "two", 3: "three", 4: "four"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskSeat(TemplateValue):
    """座位 (zuowei): a seat of the desk, drawn at the place ``at``, and what its player has won in all.

    ``by``: who plays for him now, or ""; ``round``: how the open round stands for him; ``pledge``: what he has announced for
    the coming deal.
    """

    seat: int
    player: int
    name: str
    at: int
    total: int
    is_dealer: bool
    is_sitting: bool
    is_me: bool
    by: str
    round: SeatInRound | None
    pledge: int


@dataclass(frozen=True, slots=True)
class Desk(TemplateValue):
    """The seats, seat 0 first."""

    seats: tuple[DeskSeat, ...]

    @property
    def size(self) -> str:
        """The class for how many sit: two, three, four."""
        return SIZES[len(self.seats)]


@dataclass(frozen=True, slots=True)
class Resting:
    """歇着的人 (xiezhe de ren): somebody who sat here, and his total in the unit that is played.

    ``instead_of``: for whom he plays now, or "".
    """

    name: str
    total: int
    instead_of: str


def resting(view: TableView, playing: Mapping[int, int]) -> tuple[Resting, ...]:
    """Who has no seat any more; ``playing``: account → who plays for it."""
    totals, names = view.settlement.units[view.stage.stage.unit], [player.name for player in view.players]
    gone = sorted({seat for stage in view.stages for seat in stage.seats}.difference(view.stage.seats))
    instead = {by: names[account] for account, by in playing.items()}
    return tuple(Resting(names[one], units_of(totals, one), instead.get(one, "")) for one in gone)


def place(seat: int, bottom: int, size: int) -> int:
    """Where a seat is drawn; ``bottom`` is the seat that is drawn below."""
    return PLACES[size][(seat - bottom) % size]


def desk(view: TableView, player: int | None, playing: Mapping[int, int], rules: Rules | None) -> Desk:
    """The desk as ``player`` sees it (None: an onlooker); ``playing``: account → who plays for it.

    Two queries where the table plays with pledges.
    """
    bottom, pledges = _bottom(view, player, playing), _pledges(view, rules)
    return Desk(
        tuple(
            _seat(view, seat, bottom, player, playing, rules, pledges[seat])
            for seat in range(len(view.stage.seats))
        )
    )


def _pledges(view: TableView, rules: Rules | None) -> Sequence[int]:
    """By seat, what is announced for the coming deal; nothing once the table is closed."""
    found = (
        coming_pledges(view.stage.stage, rules, view.standing.state) if rules and view.session.is_open else ()
    )
    return found or [0] * len(view.stage.seats)


def _bottom(view: TableView, player: int | None, playing: Mapping[int, int]) -> int:
    """The seat whose cards the player holds, for an onlooker the first."""
    account = played_for(playing, player)
    account, seats = player if account is None else account, view.stage.seats
    return seats.index(account) if account in seats else 0


def _seat(
    view: TableView,
    seat: int,
    bottom: int,
    player: int | None,
    playing: Mapping[int, int],
    rules: Rules | None,
    pledge: int,
) -> DeskSeat:
    seats, totals = view.stage.seats, view.settlement.units[view.stage.stage.unit]
    account = seats[seat]
    return DeskSeat(
        seat=seat,
        player=account,
        name=view.players[account].name,
        at=place(seat, bottom, len(seats)),
        total=units_of(totals, account),
        is_dealer=account == view.next_dealer,
        is_sitting=account == view.next_sitting,
        is_me=account == player,
        by=view.players[playing[account]].name if account in playing else "",
        round=seat_in_round(rules, view, seat),
        pledge=pledge,
    )
