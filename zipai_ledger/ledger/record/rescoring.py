"""重算 (chongsuan): deals that older rules scored, scored anew by today's, where the owner wants it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zipai_ledger.ledger.posting import Derived, Rules, Step, entries_from, post
from zipai_ledger.ledger.posting import rescore as fold
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Event, GameSession, Stage
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import State

from . import rows
from .changes import after
from .sent import Blocked, Recorded, Sent, check_note
from .write import Writing, write


@dataclass(frozen=True, slots=True)
class Rescoring:
    """What scoring anew would do, by stage, and where the ledger stands ``before`` and ``after``."""

    stages: tuple[Derived, ...]
    before: Standing
    after: Standing

    @property
    def steps(self) -> tuple[Step, ...]:
        """The deals that would come to something else, in order."""
        return tuple(step for derived in self.stages for step in derived.steps)

    @property
    def kept(self) -> tuple[int, ...]:
        """Deals that stay as agreed although today's rules refuse them."""
        return tuple(key for derived in self.stages for key in derived.kept)

    @property
    def blocked(self) -> Mapping[int, tuple[Problem, ...]]:
        """Deals that today's rules refuse, and why: each has to be kept as agreed, or voided first."""
        return {key: why for derived in self.stages for key, why in derived.blocked.items()}


def preview_rescore(*, session: GameSession, keep: Collection[int] = ()) -> Rescoring:
    """What `rescore` would store now. Stages whose rules are gone stay as they are."""
    standing = before = Standing.of(session)
    found = []
    for stage, rules in _stages_with_rules(session):
        derived = fold(rules, State.from_text(stage.opening), entries_from(stage, 1), keep)
        found.append(derived)
        if derived.steps:
            standing = after(standing, stage, rules, derived)
    return Rescoring(tuple(found), before, standing)


def _stages_with_rules(session: GameSession) -> Iterator[tuple[Stage, Rules]]:
    for stage in Stage.objects.filter(session=session).order_by("index"):
        try:
            yield stage, Rules.of(stage)
        except Refused:
            continue


def rescore(*, session: GameSession, sent: Sent, reason: str = "", keep: Collection[int] = ()) -> Recorded:
    """Score every deal by the rules as they are today, all in one event; what was seen stays as it was seen.

    Raises `Refused` (``bad_stage.scored_today`` where nothing would change), `Blocked`, `Stale`, `Closed`, `Conflict`.
    """
    check_note(reason, "reason")

    def work(writing: Writing) -> Event:
        writing.require_open()
        writing.require_base()
        planned = preview_rescore(session=writing.session, keep=keep)
        if planned.blocked:
            raise Blocked(planned.blocked)
        if not planned.steps and not planned.kept:
            raise Refused(Problem("bad_stage", "", "scored_today"))
        event = writing.append(Kind.RESCORED, _body(planned, reason))
        rows.change_later(writing.session, planned.steps, planned.kept)
        for derived in planned.stages:
            post(event, derived)
        return event

    return write(session, sent, {"rescore": True, "reason": reason, "keep": sorted(keep)}, work)


def _body(planned: Rescoring, reason: str) -> dict[str, Any]:
    changed = [{"deal": step.entry.key, **step.after.body} for step in planned.steps if step.after]
    return {
        "deal": changed[0]["deal"] if changed else planned.kept[0],
        **({"reason": reason} if reason else {}),
        **({"kept": list(planned.kept)} if planned.kept else {}),
        "outcomes": changed,
        **planned.after.body(),
    }
