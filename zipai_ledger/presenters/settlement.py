"""结账 (jiezhang): who stands where, who gives whom how much by the chosen method, and what the sums rest on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zipai_ledger.formats.speaker import unit_word
from zipai_ledger.ledger.settlement import Settling
from zipai_ledger.models import GameSession, Player
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.ways import Way

from .boards import Board, boards
from .carry_over import CarriedOver, carried_over
from .disputes import DisputeNotice
from .payments import Reasons, Row, payment_rows

FEWEST_FOR_METHODS = 3
"""Players from whom on there is a choice of methods."""


@dataclass(frozen=True, slots=True)
class Transfers:
    """付清 (fuqing): the methods, and who gives whom how much by the one that is chosen.

    ``methods`` are empty where there is nothing to choose, ``cashiers`` where nobody collects; ``unpaid``: transfers that
    are left, ``owing``: whether any of them is in money. ``is_tickable``: whether this visitor may tick them.
    """

    rows: tuple[Row, ...]
    methods: tuple[Way, ...]
    method: Way
    cashiers: tuple[Player, ...]
    cashier: int
    unpaid: int
    owing: bool
    keeps_money: bool
    is_tickable: bool


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """The page on which a table settles.

    ``in_round``: a round is open, which has to end before the table is closed.
    ``payments``: how many count; ``unit`` and ``stake`` of the stage that is played; ``is_damaged``: nothing more is
    written here; ``round_left``: the table has ended a round that may be played on elsewhere; ``starts_circle``: whether
    a circle may be made of these people. ``base`` is the ledger that closing is about.
    """

    boards: tuple[Board, ...]
    transfers: Transfers
    carried: tuple[CarriedOver, ...]
    disputes: tuple[DisputeNotice, ...]
    payments: int
    unit: str
    stake: Stake | None
    is_damaged: bool
    in_round: bool
    round_left: bool
    starts_circle: bool
    client_id: str
    base: int

    @property
    def disputed_keys(self) -> str:
        """The deals that closing overrides, as its form sends them."""
        return " ".join(str(notice.dispute.key) for notice in self.disputes)


def settlement_page(
    settled: Settling,
    transfers: Transfers,
    disputes: Sequence[DisputeNotice],
    ends: Mapping[int, GameSession],
    *,
    client_id: str,
    is_damaged: bool,
    round_left: bool,
    starts_circle: bool,
) -> SettlementPage:
    """The page; ``ends``: event → the table that it carried something to, or from which it did."""
    view = settled.view
    session = view.session
    return SettlementPage(
        boards=boards([player.name for player in view.players], view.settlement, view.rulesets),
        transfers=transfers,
        carried=carried_over(settled.carried, ends, view.players),
        disputes=tuple(disputes),
        payments=len(settled.live),
        unit=unit_word(view.rulesets, view.stage.stage.unit),
        stake=view.stage.stake,
        is_damaged=is_damaged,
        in_round=session.is_open and view.standing.state.in_round,
        round_left=round_left,
        starts_circle=starts_circle,
        client_id=client_id,
        base=session.ledger_seq,
    )


def transfers_of(
    settled: Settling, reasons: Reasons, holders: Mapping[int, str], *, is_tickable: bool
) -> Transfers:
    """The rows and what can be chosen about them; ``holders``: seq → whose phone noted it."""
    players = settled.view.players
    has_choice = len(players) >= FEWEST_FOR_METHODS and bool(settled.dues or settled.live)
    collects = has_choice and settled.choice.way is Way.CASHIER
    return Transfers(
        rows=payment_rows(settled, reasons, holders),
        methods=tuple(Way) if has_choice else (),
        method=settled.choice.way,
        cashiers=players if collects else (),
        cashier=settled.cashier,
        unpaid=len(settled.dues),
        owing=settled.owing,
        keeps_money=keeps_money(settled),
        is_tickable=is_tickable,
    )


def keeps_money(settled: Settling) -> bool:
    """Whether anything can be paid at this table."""
    return bool(settled.view.settlement.money or settled.carried)
