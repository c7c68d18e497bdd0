"""The changes that can be made to deals, and what each would do: the preview and the verbs share one plan."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from zipai_ledger.ledger import queries
from zipai_ledger.ledger.posting import (
    Derived,
    Entry,
    LaterSeats,
    Rules,
    Step,
    derive,
    entries_from,
    read_fact,
    state_before,
)
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail.kinds import Kind, recording
from zipai_ledger.models import Deal, GameSession, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused


@dataclass(frozen=True, slots=True)
class Target:
    """Which deal of which stage a change edits, and the deals after it, all with the numbers that they will have."""

    stage: Stage
    edited: Entry
    later: Iterable[Entry]


class Change(Protocol):
    """Something asked for: its kind of event, and what it edits."""

    @property
    def kind(self) -> Kind:
        """The kind of event that stores it."""

    @property
    def fact(self) -> facts.Deal | None:
        """What was seen, None where that does not change."""

    def request(self) -> Mapping[str, Any]:
        """Everything asked for, as JSON."""

    def target(self, session: GameSession) -> Target:
        """What it edits; raises `Refused` (``bad_deal``) where there is no such deal to edit."""


@dataclass(frozen=True, slots=True)
class Record:
    """Add a deal at the end of the stage that is played."""

    fact: facts.Deal

    @property
    def kind(self) -> Kind:
        return recording(self.fact.result)

    def request(self) -> Mapping[str, Any]:
        return {"record": facts.to_json(self.fact)}

    def target(self, session: GameSession) -> Target:
        entry = Entry(key=session.head_seq + 1, position=session.deal_count + 1, fact=self.fact)
        return Target(queries.last_stage(session), entry, ())


@dataclass(frozen=True, slots=True)
class Insert:
    """Add a forgotten deal before the one with key ``beside``, in the same stage."""

    fact: facts.Deal
    beside: int
    word: ClassVar[str] = "before"
    step: ClassVar[int] = 0

    @property
    def kind(self) -> Kind:
        return recording(self.fact.result)

    def request(self) -> Mapping[str, Any]:
        return {"insert": facts.to_json(self.fact), self.word: self.beside}

    def target(self, session: GameSession) -> Target:
        deal = find(session, self.beside)
        position = deal.position + self.step
        entry = Entry(key=session.head_seq + 1, position=position, fact=self.fact)
        later = (replace(one, position=one.position + 1) for one in entries_from(deal.stage, position))
        return Target(deal.stage, entry, later)


@dataclass(frozen=True, slots=True)
class InsertAfter(Insert):
    """Add a forgotten deal after the one with key ``beside``: the last one of a stage that is over, say."""

    word: ClassVar[str] = "after"
    step: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Void:
    """Let a deal count no longer; its line stays, struck through."""

    key: int
    kind: ClassVar[Kind] = Kind.DEAL_VOIDED
    fact: ClassVar[None] = None

    def request(self) -> Mapping[str, Any]:
        return {"void": self.key}

    def target(self, session: GameSession) -> Target:
        deal = find_live(session, self.key)
        return _target(deal, replace(Entry.of(deal), live=False, agreed=False))


@dataclass(frozen=True, slots=True)
class Replace:
    """Let something else have been seen in a deal."""

    key: int
    fact: facts.Deal
    kind: ClassVar[Kind] = Kind.DEAL_REPLACED

    def request(self) -> Mapping[str, Any]:
        return {"replace": self.key, "by": facts.to_json(self.fact)}

    def target(self, session: GameSession) -> Target:
        deal = find_live(session, self.key)
        return _target(deal, replace(Entry.of(deal), fact=self.fact, agreed=False))


@dataclass(frozen=True, slots=True)
class Restore:
    """Let a void deal count again."""

    key: int
    kind: ClassVar[Kind] = Kind.DEAL_RESTORED
    fact: ClassVar[None] = None

    def request(self) -> Mapping[str, Any]:
        return {"restore": self.key}

    def target(self, session: GameSession) -> Target:
        deal = find(session, self.key)
        if deal.live:
            raise Refused(Problem("bad_deal", "deal", "not_void", {"deal": deal.position}))
        entry = Entry(key=deal.key, position=deal.position, fact=read_fact(deal.fact))
        return _target(deal, entry)


def _target(deal: Deal, entry: Entry) -> Target:
    return Target(deal.stage, entry, entries_from(deal.stage, deal.position + 1))


def find(session: GameSession, key: int) -> Deal:
    """The deal with this key; raises `Refused` (``bad_deal``)."""
    deal = Deal.objects.select_related("stage").filter(session=session, key=key).first()
    if deal is None:
        raise Refused(Problem("bad_deal", "deal", "unknown", {"got": key}))
    return deal


def find_live(session: GameSession, key: int) -> Deal:
    """The same, of a deal that counts."""
    deal = find(session, key)
    if not deal.live:
        raise Refused(Problem("bad_deal", "deal", "void", {"deal": deal.position}))
    return deal


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a change does: ``derived`` by deal, and where the ledger stands ``before`` and ``after``."""

    stage: Stage
    derived: Derived
    before: Standing
    after: Standing

    @property
    def edited(self) -> Step:
        """The deal that the change is about."""
        return self.derived.steps[0]

    @property
    def later(self) -> tuple[Step, ...]:
        """Later deals whose outcome changes, in order."""
        return self.derived.steps[1:]

    @property
    def leaves_round_open(self) -> bool:
        """Whether a stage that is over would be left with a round that nobody settled, dropped or carried on."""
        over = self.stage.index < len(self.after.totals) - 1
        return over and not self.derived.met and self.derived.state.in_round


def plan(
    session: GameSession, change: Change, keep: Collection[int] = (), seats: LaterSeats = LaterSeats.AS_SEEN
) -> Plan:
    """What ``change`` would do now, nothing stored; raises `Refused` where it cannot be.

    Deals that would block it are listed in ``derived.blocked`` and taken to stay as they are.
    """
    target = change.target(session)
    rules = Rules.of(target.stage)
    opening = state_before(target.stage, target.edited.position)
    derived = derive(rules, opening, target.edited, target.later, keep, seats)
    before = Standing.of(session)
    return Plan(
        stage=target.stage, derived=derived, before=before, after=after(before, target.stage, rules, derived)
    )


def after(before: Standing, stage: Stage, rules: Rules, derived: Derived) -> Standing:
    """Where the ledger stands once ``derived`` is stored."""
    gained = derived.difference
    totals = tuple(
        tuple(a + b for a, b in zip(row, gained, strict=True)) if index == stage.index else row
        for index, row in enumerate(before.totals)
    )
    if derived.met or stage.index < len(totals) - 1:
        return replace(before, totals=totals)
    return Standing(totals, rules.tally(derived.state), derived.state)
