"""加锤 (jiachui), 封顶 (fengding): pledges before a deal, and the most paid for a win (docs/rules/common.md#pledges)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from .facts import Deal
from .options import Option, number, one_of
from .outcome import Flow, Item
from .problems import Problem
from .state import Table

DOUBLINGS: Final = 10
"""No player doubles more often, whatever else a table lets announce."""

PledgeKind = Literal["none", "sum", "power", "add"]


def pledge_options(most: int = 10) -> tuple[Option, Option, Option]:
    """How pledges count, the greatest of one player (at most ``most``), and the most paid for a win."""
    return (
        one_of(
            "pledge",
            "none",
            ("加锤", "Pledges"),
            (
                "开打前各人报一个数，胡了照两家报的多付。也叫打坨、打鸟、飘。",
                "Before the deal each announces a number; a win pays more by those of payer and winner.",
            ),
            "P",
            {
                "none": ("不加", "None"),
                "sum": ("乘（1 加两家报的）", "Times 1 plus both"),
                "power": ("报几翻几番", "Doubled as often"),
                "add": ("另加两家报的", "Both added"),
            },
        ),
        number(
            "pledge_max",
            1,
            ("最多锤几个", "Greatest pledge"),
            ("一个人一盘最多报多少。", "The most that one player announces for a deal."),
            "P",
            least=1,
            greatest=most,
        ),
        number(
            "cap",
            0,
            ("一家最多付", "Most paid by one"),
            (
                "胡一次，一家付给一家最多这么多，锤也算在里面。0 就是不封顶。",
                "The most that one pays another for a win, pledges included; 0 is no limit.",
            ),
            "P",
        ),
    )


class Pledged(NamedTuple):
    """The payments of a win in their order, some at nothing, and the lines that explain what became of them."""

    flows: tuple[Flow, ...]
    lines: tuple[Item, ...] = ()


@dataclass(frozen=True)
class Pledging:
    """锤 (chui): how pledges count at a table, ``most`` for one player, and the ``cap`` on a payment, 0 for none.

    ``by_round``: they are those of the first deal of a round, and stand until it is settled.
    Payments are by seat, and so are ``player``, who pays, and ``payee`` of the lines.
    """

    kind: PledgeKind = "none"
    most: int = 1
    cap: int = 0
    by_round: bool = False

    @property
    def is_played(self) -> bool:
        """Whether the table plays with pledges at all."""
        return self.kind != "none"

    @property
    def greatest(self) -> int:
        """The most that one player may announce here."""
        return min(self.most, DOUBLINGS) if self.kind == "power" else self.most

    def problems(self, table: Table, deal: Deal) -> Iterator[Problem]:
        """What is wrong with the pledges of a deal, dealer and sitting seat filled in."""
        pledges = deal.pledges or ()
        if deal.pledges is not None and len(pledges) != table.seats:
            yield Problem("bad_deal", "pledges", "pledges", {"expected": table.seats, "got": len(pledges)})
        for seat, pledge in enumerate(pledges):
            if pledge and (why := self._refusal(deal, seat, pledge)):
                yield Problem("bad_deal", f"pledges.{seat}", why, {"got": pledge, "most": self.greatest})

    def _refusal(self, deal: Deal, seat: int, pledge: int) -> str:
        if not self.is_played:
            return "pledges_off"
        if seat == deal.sitting:
            return "pledges_sits"
        return "pledges_most" if pledge > self.greatest else ""

    def paid(self, deal: Deal, flows: Sequence[Flow]) -> Pledged:
        """The payments of a win, all of them together; what goes to who sits out stays as it is."""
        if not self.is_played and not self.cap:
            return Pledged(tuple(flows))
        owed: dict[tuple[int, int], int] = {}
        for flow in flows:
            if flow.payee != deal.sitting and flow.units:
                pair = flow.payer, flow.payee
                owed[pair] = owed.get(pair, 0) + flow.units
        due, lines = dict(owed), list[Item]()
        for pair, units in owed.items():
            due[pair], explained = self._due(deal, pair, units)
            lines += explained
        return Pledged(_paid(flows, owed, due), tuple(lines))

    def _due(self, deal: Deal, pair: tuple[int, int], units: int) -> tuple[int, list[Item]]:
        """What one owes another, and why it is not just the hand's."""
        who: dict[str, int] = {"player": pair[0], "payee": pair[1]}
        lines: list[Item] = []
        together = sum(_pledge(deal, seat) for seat in pair)
        if together and self.is_played:
            how, n = self._raise(together)
            paid = units + n if how else units * n
            params: Mapping[str, int | str] = {**({"how": how} if how else {}), **who}
            lines.append(Item("pledge", {**params, "units": units, "n": n, "paid": paid}, 0))
            units = paid
        if self.cap and units > self.cap:
            lines.append(Item("cap", {**who, "units": units, "paid": self.cap}, 0))
            units = self.cap
        return units, lines

    def _raise(self, together: int) -> tuple[str, int]:
        """The wording, and what is added or multiplied by."""
        if self.kind == "add":
            return "add", together
        return "", 1 + together if self.kind == "sum" else 2**together


NO_PLEDGES: Final = Pledging()


def _pledge(deal: Deal, seat: int) -> int:
    pledges = deal.pledges
    return pledges[seat] if pledges else 0


def _paid(
    flows: Sequence[Flow], owed: Mapping[tuple[int, int], int], due: Mapping[tuple[int, int], int]
) -> tuple[Flow, ...]:
    """The payments at what is due: the first between two players takes up the change, the others what is left of it."""
    left = {pair: due[pair] - units for pair, units in owed.items()}
    return tuple(_changed(flow, left) for flow in flows)


def _changed(flow: Flow, left: dict[tuple[int, int], int]) -> Flow:
    pair = flow.payer, flow.payee
    change = max(left.get(pair, 0), -flow.units)
    if not change:
        return flow
    left[pair] -= change
    return replace(flow, units=flow.units + change)
