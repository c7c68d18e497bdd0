"""更正 (gengzheng): what a correction would do, before it is made: to its deal, to the totals, to the deals after it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from zipai_ledger.entries.slots import Slot
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.posting import Followed, Step, Turn
from zipai_ledger.ledger.queries import DealRow, Version
from zipai_ledger.ledger.trail.outcomes import Stored
from zipai_ledger.models import Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.proposed import PROPOSED
from zipai_ledger.rules.totals import Settlement

from .boards import TotalChange
from .deal_changes import DealChange, deal_changes, deal_summary, version_row
from .deals import Roster

FIRST = 3
"""Deals after the corrected one that are named one by one."""
DEPARTURES = ("dealer_differs", "sitting_differs")
"""What the rules remark on who deals and who sits out."""


@dataclass(frozen=True, slots=True)
class CorrectedDeal:
    """The deal in a few words as it goes (``gone``) or comes (``added``), or what is ``changed`` of it."""

    gone: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    changed: tuple[DealChange, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockedDeal:
    """A deal that could no longer stand, why, and whether it is to be ``kept`` as agreed."""

    key: int
    number: int
    why: tuple[str, ...]
    kept: bool


class LeftOpen(NamedTuple):
    """The last deal of a round that a change leaves open."""

    key: int
    number: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change would do: ``totals`` in the unit of the deal, ``counted`` 胡 of the round that is played, later deals.

    Totals are those of the whole table, as its seats show them: of who sat at the deal, and of whoever's would be another.

    By the number that a deal will have: whether a round now ends with it or no longer does (``ends``), and who would now deal
    or sit out by the rule (``turns``). ``left_open`` is there where a stage that is over is left with an open round.
    """

    totals: tuple[TotalChange, ...]
    moves: bool
    counted: tuple[TotalChange, ...]
    later: tuple[int, ...]
    ends: tuple[tuple[int, bool], ...]
    turns: tuple[tuple[int, str], ...]
    blocked: tuple[BlockedDeal, ...]
    left_open: LeftOpen | None


@dataclass(frozen=True, slots=True)
class FollowOffer:
    """照规矩改: the choice to let ``count`` later deals follow the rule in ``what`` they are called.

    The ``first`` of them by number, with what changes of each; of ``contrary`` ones it would make deals that cannot be.
    """

    count: int
    what: tuple[str, ...]
    first: tuple[tuple[int, tuple[DealChange, ...]], ...]
    contrary: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPage:
    """A correction before it is made; without `effect` where what was sent with it cannot be.

    ``act``: ``void``, ``restore``, ``insert`` or ``replace``; ``fields`` are sent along unchanged; ``follows``: the effect
    is shown with the rule followed.
    """

    act: str
    slot: Slot
    fields: tuple[tuple[str, str], ...]
    follows: bool
    deal: CorrectedDeal = CorrectedDeal()
    effect: Effect | None = None
    offer: FollowOffer | None = None


def slot_roster(slot: Slot) -> Roster:
    """The people of the deals on these pages."""
    return Roster(slot.setting.speaker.names, slot.setting.table.players)


def corrected_deal(plan: record.Plan, slot: Slot) -> CorrectedDeal:
    """What becomes of the deal itself."""
    roster, before, after = slot_roster(slot), slot.now, _row_after(plan)
    if after is None:
        return CorrectedDeal(gone=tuple(deal_summary(before, roster)) if before else ())
    if slot.aim.way == "replace" and before is not None and before.deal.live:
        return CorrectedDeal(changed=tuple(deal_changes(before, after, roster)))
    return CorrectedDeal(added=tuple(deal_summary(after, roster)))


def _row_after(plan: record.Plan) -> DealRow | None:
    """The deal as it shall stand, None where it shall not count."""
    entry, after = plan.edited.entry, plan.edited.after
    if after is None:
        return None
    return version_row(Version(facts.to_json(entry.fact), after.body), plan.stage, entry.position)


def change_effect(plan: record.Plan, slot: Slot, keep: Collection[int] = ()) -> Effect:
    """Everything else that a change would do; ``keep``: blocked deals that are to stay as agreed."""
    totals = total_changes(plan, slot)
    return Effect(
        totals=totals,
        moves=any(one.gain for one in totals),
        counted=counted_changes(plan, slot),
        later=later_changed(plan),
        ends=tuple(_round_ends(plan)),
        turns=tuple(
            (turn.position, _in_sentences(_departures(turn, slot), slot)) for turn in plan.derived.turns
        ),
        blocked=blocked_deals(plan, slot, keep),
        left_open=_left_open(plan, slot),
    )


def _left_open(plan: record.Plan, slot: Slot) -> LeftOpen | None:
    last = queries.last_deal(plan.stage) if plan.leaves_round_open else None
    return LeftOpen(last.key, last.position + slot.shift) if last else None


def settlements(plan: record.Plan, slot: Slot) -> tuple[Settlement, Settlement]:
    """What the whole table comes to before the change and after it, without what was paid. One query."""
    stages = [*Stage.objects.filter(session=slot.session).order_by("index")]
    return queries.settlement_of(stages, plan.before.totals), queries.settlement_of(stages, plan.after.totals)


def total_changes(plan: record.Plan, slot: Slot) -> tuple[TotalChange, ...]:
    """See `Effect`."""
    before, after = (each.units[plan.stage.unit] for each in settlements(plan, slot))
    changes = enumerate(_changes(before, after, slot.setting.speaker.names))
    return tuple(one for player, one in changes if one.gain or player in slot.setting.table.players)


def counted_changes(plan: record.Plan, slot: Slot) -> tuple[TotalChange, ...]:
    """Whose 胡 of the round that is played would be other ones."""
    before, after = plan.before.tally or (), plan.after.tally or ()
    return tuple(one for one in _changes(before, after, slot.setting.speaker.names) if one.gain)


def later_changed(plan: record.Plan) -> tuple[int, ...]:
    """Later deals that would pay or count otherwise, by number."""
    return tuple(step.entry.position for step in plan.later if _counts_otherwise(step))


def _changes(before: Iterable[int], after: Iterable[int], names: Iterable[str]) -> Iterator[TotalChange]:
    for name, was, now in zip(names, before, after, strict=False):
        yield TotalChange(name, was, now)


def _counts_otherwise(step: Step) -> bool:
    """Whether a deal would pay otherwise, or count otherwise towards its round; not only remark something else."""
    was, now = (stored.body.get("gains") if stored else None for stored in (step.entry.counted, step.after))
    return any(step.difference) or was != now


def _round_ends(plan: record.Plan) -> Iterator[tuple[int, bool]]:
    """The deals with which a round would now end, or no longer does."""
    for step in plan.derived.steps:
        was, now = _ends_round(step.entry.counted), _ends_round(step.after)
        if was != now:
            yield step.entry.position, now


def _ends_round(stored: Stored | None) -> bool:
    """Whether a round ends with a deal, which may not count at all."""
    return stored is not None and stored.round_over


def _departures(turn: Turn, slot: Slot) -> Iterator[Problem]:
    players = slot.setting.table.players
    if turn.dealer != turn.proposed_dealer:
        yield Problem("dealer_differs", "dealer", "", {"player": players[turn.proposed_dealer]})
    if turn.proposed_sitting is not None and turn.sitting != turn.proposed_sitting:
        yield Problem("sitting_differs", "sitting", "", {"player": players[turn.proposed_sitting]})


def _in_sentences(problems: Iterable[Problem], slot: Slot) -> str:
    return _("。").join(map(slot.setting.speaker.problem, problems))


def blocked_deals(plan: record.Plan, slot: Slot, keep: Collection[int] = ()) -> tuple[BlockedDeal, ...]:
    """Later deals that could stand no more; ``keep``: those that are to stay as agreed."""
    problems = plan.derived.blocked
    numbers = queries.positions_of(slot.session, problems)
    return tuple(
        BlockedDeal(
            key, numbers[key] + slot.shift, tuple(map(slot.setting.speaker.problem, found)), key in keep
        )
        for key, found in problems.items()
    )


def follow_offer(plan: record.Plan, slot: Slot) -> FollowOffer | None:
    """The choice to follow the rule, None where nothing would; ``plan`` is the correction with the rule followed."""
    followed = plan.derived.followed
    if not followed:
        return None
    fields = [name for name in PROPOSED if any(_differs(one, name) for one in followed)]
    return FollowOffer(
        count=len(followed),
        what=tuple(_word(name, slot) for name in fields),
        first=tuple((one.position, tuple(_follows(one, slot))) for one in followed[:FIRST]),
        contrary=tuple(plan.derived.contrary[:FIRST]),
    )


def departures(slot: Slot) -> str:
    """Who would deal or sit out in the deal that stands there, if the rule were followed; nothing where it is."""
    if slot.row.deal.agreed:
        return ""
    found = [Problem(**one) for one in slot.row.outcome["warnings"] if one["code"] in DEPARTURES]
    return _in_sentences(found, slot)


def _differs(one: Followed, name: str) -> bool:
    return getattr(one.was, name, None) != getattr(one.now, name, None)


def _follows(one: Followed, slot: Slot) -> Iterator[DealChange]:
    for name in PROPOSED:
        if _differs(one, name):
            was, now = (_value(getattr(fact, name), name, slot) for fact in (one.was, one.now))
            yield DealChange(_word(name, slot), was, now)


def _word(name: str, slot: Slot) -> str:
    return _("起胡") if name == "min_hu" else slot.setting.speaker.terms[name]


def _value(value: int | None, name: str, slot: Slot) -> str:
    if value is None:
        return "–"
    return str(value) if name == "min_hu" else slot.setting.name(value)
