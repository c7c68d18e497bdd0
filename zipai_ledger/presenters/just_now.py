"""刚才 (gangcai): what happened last, which stays at the top of a table until something else does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zipai_ledger.formats.numbers import sign
from zipai_ledger.ledger.queries import LatestChange, TableView, latest_change
from zipai_ledger.ledger.trail.kinds import RECORDING, Kind

from .deals import Roster, deal_row
from .template_values import TemplateValue

ACTS = {Kind.DEAL_VOIDED: "void", Kind.DEAL_RESTORED: "restore", Kind.DEAL_REPLACED: "replace"}


@dataclass(frozen=True, slots=True)
class Gain(TemplateValue):
    """What somebody won or lost by it; ``name`` is empty where the title has it."""

    name: str
    units: int
    sign: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JustNow(TemplateValue):
    """The deal ``key``, what was done to it (``act``, as in `presenters.corrections`; empty where it was just played).

    ``title`` is the deal in a word, ``gains`` are those of whoever stands against all others. ``undo`` names the view of
    `views.corrections` that takes it back, or is empty.
    """

    key: int
    number: int
    act: str
    title: str
    gains: tuple[Gain, ...]
    undo: str


def just_now(view: TableView, roster: Roster) -> JustNow | None:
    """None where something else than a deal changed the ledger last."""
    change = latest_change(view)
    if change is None:
        return None
    row, act = change.row, _act(change)
    title = deal_row(row, roster).title
    return JustNow(
        key=row.deal.key,
        number=row.deal.position,
        act=act,
        title=title,
        gains=tuple(_gains(change.units, roster.names, "" if act else title)),
        undo={"void": "restore", "replace": ""}.get(act, "void"),
    )


def _act(change: LatestChange) -> str:
    if change.kind in RECORDING:
        return "" if change.is_last else "insert"
    return ACTS[change.kind]


def _gains(units: Sequence[int], names: Sequence[str], title: str) -> Iterator[Gain]:
    """One against all others says it all: of winners and losers those that are fewer."""
    won = [player for player, count in enumerate(units) if count > 0]
    lost = [player for player, count in enumerate(units) if count < 0]
    fewer = lost if 0 < len(lost) < len(won) else won
    for number, player in enumerate(sorted(fewer, key=lambda one: -abs(units[one]))):
        is_named = number == 0 and title.startswith(names[player])
        yield Gain("" if is_named else names[player], units[player], sign(units[player]))
