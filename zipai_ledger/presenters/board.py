"""墙上的大牌 (qiang shang de da pai): a table for a screen that everybody looks at from where he sits."""

from dataclasses import dataclass

from zipai_ledger.access import Visit
from zipai_ledger.formats.numbers import signed
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.ledger.settlement import MethodChoice, settling

from .deals import DealLine, Roster, Score, deal_row
from .desk import DeskSeat
from .payments import Row, payment_rows
from .table import TablePage, table_page

BEFORE = 8
"""Deals before the last one, as far as there is room for them."""
LONG = 4
"""Characters up to which totals stand beside each other on a screen that stands upright: −128."""


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """A seat, and what its player got by the last deal; None where nothing is known of one."""

    seat: DeskSeat
    gain: Score | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The board. ``last``: the newest deal that counts, None before the first one; ``before``: those before it.

    ``is_long``: there are totals of many digits. ``transfers``: who gives whom how much, once the table is closed.
    """

    table: TablePage
    seats: tuple[BoardSeat, ...]
    last: DealLine | None
    before: tuple[DealLine, ...]
    is_long: bool
    transfers: tuple[Row, ...]


def board_page(visit: Visit, view: TableView) -> BoardPage:
    """The board of a table. Six queries at least, three more once it is closed."""
    table = table_page(visit, view, invites=False)
    deals = _latest(view)
    last = deals[0] if deals else None
    totals = [seat.total for seat in table.desk.seats]
    return BoardPage(
        table=table,
        seats=tuple(
            BoardSeat(seat, last.scores[at] if last else None) for at, seat in enumerate(table.desk.seats)
        ),
        last=last,
        before=tuple(deals[1:]),
        is_long=any(len(signed(total)) > LONG for total in totals),
        transfers=() if view.session.is_open else _transfers(visit),
    )


def _latest(view: TableView) -> list[DealLine]:
    """The deals that count, newest first; their numbers as people sit now."""
    roster = Roster([player.name for player in view.players], view.stage.seats)
    rows = [row for row in view.deals if row.deal.live]
    return [deal_row(row, roster) for row in rows[: BEFORE + 1]]


def _transfers(visit: Visit) -> tuple[Row, ...]:
    return payment_rows(settling(visit.session, MethodChoice()), {})
