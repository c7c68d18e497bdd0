"""The only place that folds stored deals: what each deal does now, and the difference to what was posted."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from zipai_ledger.models import COLUMNS, PLAYERS, Deal, Event, Posting, Stage
from zipai_ledger.rules import codec, facts, registry
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Carried, Ruleset, State, Table
from zipai_ledger.trail import canonical, outcomes
from zipai_ledger.trail.outcomes import Stored
from zipai_ledger.trail.projection import difference, spread

FIRST_CHUNK, LARGEST_CHUNK = 16, 1024
"""How many later deals are read at a time: few at first, because most corrections settle soon."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A ruleset at one stage's table."""

    ruleset: Ruleset
    table: Table

    @classmethod
    def of(cls, stage: Stage) -> "Rules":
        """The rules of a stored stage; raises `Refused` (``unknown_ruleset``) where they are gone."""
        carried = canonical.parse(stage.carried_in)
        table = Table(
            options=canonical.parse(stage.options),
            players=tuple(canonical.parse(stage.seats)),
            count=stage.player_count,
            first_dealer=stage.first_dealer,
            first_sitting=stage.first_sitting,
            carried_in=None if carried is None else codec.read(Carried, carried),
        )
        return cls(registry.get(stage.ruleset), table)

    def tally(self, state: State) -> tuple[int, ...] | None:
        """The running 胡 of the open round by player."""
        return None if state.tally is None else self.table.by_player(state.tally)

    def play(self, state: State, fact: facts.Deal) -> tuple[facts.Deal, Stored]:
        """The deal with dealer, sitting seat and minimum, and what it does; raises `Refused`."""
        outcome = self.ruleset.play(self.table, state, fact)
        return outcome.deal, outcomes.write(outcome, self.table, self.ruleset.version)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A deal as it shall stand: ``counted`` is the outcome that counted so far, None where none did."""

    key: int
    position: int
    fact: facts.Deal
    live: bool = True
    agreed: bool = False
    counted: Stored | None = None

    @classmethod
    def of(cls, deal: Deal) -> "Entry":
        """The entry of a stored deal, unchanged."""
        return cls(
            key=deal.key,
            position=deal.position,
            fact=read_fact(deal.fact),
            live=deal.live,
            agreed=deal.agreed,
            counted=Stored.read(deal.outcome) if deal.live else None,
        )


def read_fact(text: str) -> facts.Deal:
    """The fact that a deal stores."""
    return facts.from_json(canonical.parse(text))


def write_fact(fact: facts.Deal) -> str:
    """The text that a deal stores of its fact."""
    return canonical.to_text(facts.to_json(fact))


@dataclass(frozen=True, slots=True)
class Step:
    """What becomes of one entry. ``after`` is the outcome that counts from now on, None where none does."""

    entry: Entry
    after: Stored | None

    @property
    def changed(self) -> bool:
        """Whether something else counts than before."""
        return self.after != self.entry.counted

    @property
    def difference(self) -> tuple[int, ...]:
        """Posting target minus already posted, by player."""
        return difference(_deltas(self.after), _deltas(self.entry.counted))


def _deltas(stored: Stored | None) -> tuple[int, ...]:
    return stored.deltas if stored else ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A deal for which the rule would now propose another dealer or sitting seat; facts stay as seen."""

    key: int
    position: int
    dealer: int | None
    sitting: int | None
    proposed_dealer: int
    proposed_sitting: int | None


@dataclass(frozen=True, slots=True)
class Derived:
    """The result of a fold: the edited step first, then each later deal that changed.

    ``blocked`` names deals that can no longer stand and why, ``kept`` those kept as agreed for that reason.
    ``met`` tells that the new states have met the stored ones, so that nothing after can change; otherwise
    ``state`` is the state after the last deal.
    """

    steps: tuple[Step, ...]
    blocked: Mapping[int, tuple[Problem, ...]]
    kept: tuple[int, ...]
    turns: tuple[Turn, ...]
    state: State
    met: bool

    @property
    def difference(self) -> tuple[int, ...]:
        """What the stage's totals gain, by player."""
        total: tuple[int, ...] = ()
        for step in self.steps:
            total = difference(total, tuple(-value for value in step.difference))
        return total


def derive(
    rules: Rules, opening: State, edited: Entry, later: Iterable[Entry], keep: Collection[int] = ()
) -> Derived:
    """Fold from the edited entry, ``opening`` the state before it, until the states meet the stored ones.

    ``later`` is read only as far as needed. A later deal that can no longer stand is reported as blocked, or
    kept as agreed if its key is in ``keep``; either way what follows it is folded as if it were kept. Raises
    `Refused` when the edited deal itself cannot stand.
    """
    fold = _Fold(rules, opening, keep)
    fold.take(edited, _edited(rules, opening, edited))
    remaining = iter(later)
    while not fold.met and (entry := next(remaining, None)):
        fold.take(entry, fold.after(entry))
    return fold.result()


def _edited(rules: Rules, state: State, entry: Entry) -> tuple[Entry, Stored | None]:
    if not entry.live:
        return entry, None
    fact, stored = rules.play(state, entry.fact)
    return replace(entry, fact=fact), stored


class _Fold:
    """Two folds side by side: the states as they were stored, and as they become."""

    def __init__(self, rules: Rules, opening: State, keep: Collection[int]) -> None:
        self.rules = rules
        self.keep = keep
        self.state = self.stored = opening.to_text()
        self.steps: list[Step] = []
        self.turns: list[Turn] = []
        self.blocked: dict[int, tuple[Problem, ...]] = {}
        self.kept: list[int] = []
        self.met = False

    def take(self, entry: Entry, now: tuple[Entry, Stored | None]) -> None:
        """Go over one deal."""
        shown, after = now
        step = Step(shown, after)
        if step.changed or not self.steps:
            self.steps.append(step)
        if after:
            self.state = after.state
        if entry.counted:
            self.stored = entry.counted.state
        self.met = self.state == self.stored

    def after(self, entry: Entry) -> tuple[Entry, Stored | None]:
        """What a later deal does now."""
        if not entry.live or entry.counted is None:
            return entry, None
        state = State.from_text(self.state)
        if entry.agreed:
            return entry, self._as_agreed(state, entry.counted)
        self._compare_seats(entry, state)
        try:
            found = self.rules.play(state, entry.fact)[1]
        except Refused as refused:
            self._block(entry.key, refused.problems)
            return entry, self._as_agreed(state, entry.counted)
        return entry, entry.counted if found.same_but_for_version(entry.counted) else found

    def _as_agreed(self, state: State, counted: Stored) -> Stored:
        return counted.on(state, State.from_text(self.stored), self.rules.table)

    def _block(self, key: int, problems: tuple[Problem, ...]) -> None:
        if key in self.keep:
            self.kept.append(key)
        else:
            self.blocked[key] = problems

    def _compare_seats(self, entry: Entry, state: State) -> None:
        stored, fact = State.from_text(self.stored), entry.fact
        proposed = (state.dealer, state.sitting)
        if proposed not in ((stored.dealer, stored.sitting), (fact.dealer, fact.sitting)):
            self.turns.append(Turn(entry.key, entry.position, fact.dealer, fact.sitting, *proposed))

    def result(self) -> Derived:
        """All that was found."""
        return Derived(
            tuple(self.steps),
            self.blocked,
            tuple(self.kept),
            tuple(self.turns),
            State.from_text(self.state),
            self.met,
        )


def _deals(stage: Stage) -> QuerySet[Deal]:
    return Deal.objects.filter(session_id=stage.session_id, stage=stage)


def state_before(stage: Stage, position: int) -> State:
    """The state of the stage before a position: after the last deal there that counts, or as it opened."""
    last = _deals(stage).filter(live=True, position__lt=position).order_by("-position").first()
    return State.from_text(Stored.read(last.outcome).state if last else stage.opening)


def entries_from(stage: Stage, position: int) -> Iterator[Entry]:
    """The stage's deals from a position on, read in growing chunks as they are asked for."""
    size = FIRST_CHUNK
    while True:
        found = list(_deals(stage).filter(position__gte=position).order_by("position")[:size])
        yield from map(Entry.of, found)
        if len(found) < size:
            return
        position = found[-1].position + 1
        size = min(4 * size, LARGEST_CHUNK)


def post(event: Event, derived: Derived) -> None:
    """Append one posting for each deal that the event changed, or kept as agreed."""
    Posting.objects.bulk_create(postings_of(event, derived))


def postings_of(event: Event, derived: Derived) -> list[Posting]:
    """The postings of an event, not stored yet."""
    differences = {step.entry.key: step.difference for step in derived.steps}
    differences |= dict.fromkeys(derived.kept, ())
    return [
        Posting(
            session_id=event.session_id,
            event=event,
            deal_key=key,
            **dict(zip(COLUMNS, spread(units, PLAYERS), strict=True)),
        )
        for key, units in differences.items()
    ]


def recheck(rules: Rules, state: State, fact: facts.Deal) -> Stored | Refused:
    """What the rules say today of a stored deal: for verification, which changes nothing."""
    try:
        return rules.play(state, fact)[1]
    except Refused as refused:
        return refused
