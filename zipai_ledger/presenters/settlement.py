"""结账 (jiezhang): who stands where, who gives whom how much by the chosen method, and what the sums rest on."""

from collections.abc import Iterator
from dataclasses import dataclass

from zipai_ledger import circles
from zipai_ledger.access import Action, Visit
from zipai_ledger.entries.slots import find_standing
from zipai_ledger.formats.speaker import unit_word
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import DealCount
from zipai_ledger.ledger.settlement import MethodChoice, Settling, settling
from zipai_ledger.ledger.verify import quick_check
from zipai_ledger.models import GameSession
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ways import Way

from .boards import Board, boards
from .carry_over import CarriedOver, carried_over
from .disputes import DisputedTotals, disputed_totals
from .payments import Row, payment_rows
from .phones import names_of
from .rounds import closing_raises
from .template_values import TemplateValue

FEWEST_FOR_METHODS = 3
"""Players from whom on there is a choice of methods."""
MOST_WEIGHED = 5
"""Disputed deals of which both totals are shown: each of them is folded from there on."""


@dataclass(frozen=True, slots=True)
class Transfers(TemplateValue):
    """付清 (fuqing): the methods, and who gives whom how much by the one that is chosen.

    ``methods`` are empty where there is nothing to choose. ``is_tickable``: whether this visitor may tick transfers.
    """

    settled: Settling
    rows: tuple[Row, ...]
    methods: tuple[Way, ...]
    is_tickable: bool


@dataclass(frozen=True, slots=True)
class SettlementPage(TemplateValue):
    """The page on which a table settles.

    ``disputes`` with both totals, None where only the deal's own page shows them. ``in_round``: a round is open, which has
    to end before the table is closed; ``closes``: so has what two have played; ``unit`` of the stage that is played;
    ``is_damaged``: nothing more is written here; ``round_left``: the table has ended a round that may be played on
    elsewhere; ``starts_circle``: whether a circle may be
    made of these people.
    """

    boards: tuple[Board, ...]
    transfers: Transfers
    carried: tuple[CarriedOver, ...]
    disputes: tuple[tuple[queries.Dispute, DisputedTotals | None], ...]
    deals: DealCount
    unit: str
    is_damaged: bool
    in_round: bool
    closes: bool
    round_left: bool
    starts_circle: bool
    client_id: str

    @property
    def disputed_keys(self) -> str:
        """The deals that closing overrides, as its form sends them."""
        return " ".join(str(dispute.key) for dispute, _totals in self.disputes)


def settlement_page(visit: Visit, choice: MethodChoice) -> SettlementPage:
    """The page as it stands, for this visitor."""
    session, settled = visit.session, settling(visit.session, choice)
    view, is_damaged = settled.view, bool(quick_check(session))
    ends = queries.carried_ends(session, visit.device.pk) if settled.carried else {}
    return SettlementPage(
        boards=boards(names_of(view.holders), view.settlement, view.rulesets),
        transfers=transfers(visit, settled, is_damaged=is_damaged),
        carried=carried_over(settled.carried, ends, view.players),
        disputes=tuple(_disputes(session)),
        deals=queries.deal_count_of(session),
        unit=unit_word(view.rulesets, view.stage.stage.unit),
        is_damaged=is_damaged,
        in_round=session.is_open and view.standing.state.in_round,
        closes=session.is_open and closing_raises(view.standing.state),
        round_left=queries.round_carried_on(session) is not None,
        starts_circle=visit.may(Action.CIRCLE) and not circles.evening_of(session),
        client_id=new_client_id(),
    )


def transfers(visit: Visit, settled: Settling, *, is_damaged: bool = False) -> Transfers:
    """Who gives whom how much; nothing can be ticked on a damaged table."""
    players = settled.view.players
    holders = queries.phone_holders(visit.session, settled.live, players)
    has_choice = len(players) >= FEWEST_FOR_METHODS and bool(settled.dues or settled.live)
    return Transfers(
        settled=settled,
        rows=payment_rows(settled, holders),
        methods=tuple(Way) if has_choice else (),
        is_tickable=visit.may(Action.PAY) and not is_damaged,
    )


def _disputes(session: GameSession) -> Iterator[tuple[queries.Dispute, DisputedTotals | None]]:
    """The deals that somebody doubts, the first ones with both totals."""
    for number, dispute in enumerate(queries.disputes_of(session)):
        yield dispute, _totals(session, dispute.key) if number < MOST_WEIGHED else None


def _totals(session: GameSession, key: int) -> DisputedTotals | None:
    """Both totals; None where the rules that were played are gone, or the deal was voided meanwhile."""
    slot = find_standing(session, key)
    try:
        return disputed_totals(slot) if slot else None
    except Refused:
        return None
