"""What a house rule changes: outcomes by aspect, and what each ruleset's own tests declare.

Aspects are ``stands`` (whether such a deal is one), ``hu``, ``units`` and ``marks`` of the winners, the code of each
payment (``each``, ``discard``, …), ``payers`` (who pays whom at all), ``counted`` (胡 added to the tally), ``round`` (where
it stands and whether it is over), ``next`` (who deals and sits out), ``minimum`` and ``level``, ``over`` (whether the evening
was over before). Those of a deal that nobody won stand behind its result: ``foul.foul``, ``dead.next``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Flow, Outcome, Ruleset, State, Table

TESTS = Path(__file__).resolve().parent.parent
IN_ORDER = attrgetter("payer", "payee", "units", "code")
LIKELY = ("win", "points")
CLOSING = {"bad_deal.closed", "bad_deal.close_round"}
"""Of a game that two may play: a stage is closed before, or with a round open."""


def _tests_of(slug: str) -> Any:
    """The ruleset's test file, or ``at`` in its folder."""
    (found,) = [*TESTS.rglob(f"test_{slug}.py"), *TESTS.glob(f"{slug}/at.py")]
    return import_module(".".join(found.relative_to(TESTS.parent.parent).with_suffix("").parts))


def declared(slug: str) -> Mapping[str, set[str]]:
    """House rule → the aspects it may change, as ``CHANGES`` of the ruleset's tests says."""
    changes: Mapping[str, set[str]] = _tests_of(slug).CHANGES
    return changes


@dataclass(frozen=True)
class Correction:
    """One after which something later can no longer stand, told from the last deal's seat.

    ``deals`` are recorded, those in ``void`` voided at once; then ``aim`` is voided, or restored if it is void. Deals are
    numbered from 1. ``blocked``: number → key of its problem and what is said of it; ``instead``: what could be seen in each
    of them both before and after the correction.
    """

    name: str
    ruleset: str
    deals: tuple[facts.Deal, ...]
    blocked: Mapping[int, tuple[str, str]]
    instead: Mapping[int, facts.Deal]
    aim: int = 1
    void: frozenset[int] = frozenset()
    players: int = 3
    options: Mapping[str, object] = field(default_factory=dict)


def blocked(slug: str) -> tuple[Correction, ...]:
    """One of each kind of correction that makes a later deal impossible: ``BLOCKED`` of the ruleset's tests, if any."""
    found: tuple[Correction, ...] = getattr(_tests_of(slug), "BLOCKED", ())
    return found


def impossible(slug: str) -> set[str]:
    """Why a deal can stop standing when one before it is corrected."""
    return CLOSING | {key for each in blocked(slug) for key, _words in each.blocked.values()}


def aspects(ruleset: Ruleset, table: Table, state: State, fact: facts.Deal) -> dict[str, Any]:
    """What a deal comes to, by aspect."""
    try:
        return aspects_of(ruleset.play(table, state, fact))
    except Refused:
        return {f"{_of(fact)}stands": False}


def aspects_of(outcome: Outcome) -> dict[str, Any]:
    """What a deal that stands came to; the aspects of one that nobody won are named after its result."""
    of = _of(outcome.deal)
    return {f"{of}stands": True, **{of + aspect: value for aspect, value in _seen(outcome).items()}}


def _of(deal: facts.Deal) -> str:
    """What aspects of such a deal begin with."""
    return "" if deal.result in LIKELY else f"{deal.result}."


def _seen(outcome: Outcome) -> dict[str, Any]:
    after = outcome.state
    paid = sorted((flow for flow in outcome.flows if flow.units), key=IN_ORDER)
    reasons: dict[str, list[Flow]] = {}
    for flow in paid:
        reasons.setdefault(flow.code, []).append(flow)
    return {
        "hu": [won.hu for won in outcome.wins],
        "units": [won.units for won in outcome.wins],
        "marks": [won.marks for won in outcome.wins],
        "payers": [(flow.payer, flow.payee) for flow in paid],
        "counted": outcome.gains,
        "round": (outcome.round_over, outcome.tally, after.tally, after.wins),
        "next": (after.dealer, after.sitting, after.streak),
        "minimum": after.min_hu,
        "over": any(warning.code == "evening_over" for warning in outcome.warnings),
        "level": (after.level, dict(outcome.answers)),
        **reasons,
    }


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> set[str]:
    """The aspects in which two outcomes of a deal differ; only whether it stands, where one of them does not."""
    changed = {aspect for aspect in one.keys() | other.keys() if one.get(aspect) != other.get(aspect)}
    return {aspect for aspect in changed if aspect.endswith("stands")} or changed
