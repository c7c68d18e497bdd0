"""The fold of stored deals, pure: what each deal does now."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from zipai_ledger.ledger.trail.outcomes import Stored
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import State

from .entries import Derived, Entry, Followed, LaterSeats, Rules, Step, Turn


def derive(
    rules: Rules,
    opening: State,
    edited: Entry,
    later: Iterable[Entry],
    keep: Collection[int] = (),
    seats: LaterSeats = LaterSeats.AS_SEEN,
) -> Derived:
    """Fold from the edited entry, ``opening`` the state before it, until the states meet the stored ones.

    ``later`` is read only as far as needed, each deal by the rules of the version that scored it
    (`rules.ruleset.Ruleset.as_of`). A later deal that can no longer stand is reported as blocked, or
    kept as agreed if its key is in ``keep``; either way what follows it is folded as if it were kept. With
    ``BY_RULE`` dealer, sitting seat and minimum of later deals follow the rule where they did so far; a deal that
    could not stand like that stays as it was seen. Raises `Refused` when the edited deal itself cannot stand.
    """
    fold = _Fold(rules, opening, keep, seats)
    fold.begin(*_edited(rules, opening, edited))
    remaining = iter(later)
    while not fold.met and (entry := next(remaining, None)):
        fold.take(entry)
    return fold.result()


def rescore(rules: Rules, opening: State, entries: Iterable[Entry], keep: Collection[int] = ()) -> Derived:
    """Fold all deals of a stage by the rules as they are today; ``steps`` are those that come to something else.

    A deal that differs in nothing but the version that scored it stays as it is. Blocked and kept as in `derive`.
    """
    fold = _Anew(rules, opening, keep, LaterSeats.AS_SEEN)
    for entry in entries:
        fold.take(entry)
    return fold.result()


def _edited(rules: Rules, state: State, entry: Entry) -> tuple[Entry, Stored | None]:
    if not entry.live:
        return entry, None
    fact, stored = rules.play(state, entry.fact)
    return replace(entry, fact=fact), stored


class _Fold:
    """Two folds side by side: the states as they were stored, and as they become."""

    def __init__(self, rules: Rules, opening: State, keep: Collection[int], seats: LaterSeats) -> None:
        self.rules, self.keep, self.seats = rules, keep, seats
        self.state = self.stored = opening.to_text()
        self.steps: list[Step] = []
        self.turns: list[Turn] = []
        self.blocked: dict[int, tuple[Problem, ...]] = {}
        self.kept: list[int] = []
        self.followed: list[Followed] = []
        self.contrary: list[int] = []
        self.met = False

    def reading(self, counted: Stored) -> Rules:
        """The rules by which a deal that counted like this is folded on."""
        return self.rules.as_of(counted.version)

    def begin(self, edited: Entry, after: Stored | None) -> None:
        """Go over the edited deal, which is listed whether it changes or not."""
        self.steps.append(Step(edited, after))
        self._pass(edited, after)

    def take(self, entry: Entry) -> None:
        """Go over a later deal."""
        now, after = self.after(entry)
        step = Step(now, after)
        if step.changed or now is not entry:
            self.steps.append(step)
        self._pass(now, after)

    def _pass(self, entry: Entry, after: Stored | None) -> None:
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
        rules = self.reading(entry.counted)
        followed = self._by_rule(entry, state, rules)
        return followed or (entry, self._with_its_seats(entry, state, entry.counted, rules))

    def _by_rule(self, entry: Entry, state: State, rules: Rules) -> tuple[Entry, Stored] | None:
        """A later deal that follows the rule, None where there is nothing to follow or it cannot."""
        if self.seats == LaterSeats.AS_SEEN:
            return None
        fact = rules.follow(entry.fact, State.from_text(self.stored), state)
        if fact == entry.fact:
            return None
        try:
            after = rules.play(state, fact)[1]
        except Refused:
            self.contrary.append(entry.position)
            return None
        self.followed.append(Followed(entry.key, entry.position, entry.fact, fact))
        return replace(entry, fact=fact), after

    def _with_its_seats(self, entry: Entry, state: State, counted: Stored, rules: Rules) -> Stored:
        self._compare_seats(entry, state)
        try:
            found = rules.play(state, entry.fact)[1]
        except Refused as refused:
            self._block(entry.key, refused.problems)
            return self._as_agreed(state, counted)
        return counted if found.same_but_for_version(counted) else found

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
            tuple(self.followed),
            tuple(self.contrary),
            State.from_text(self.state),
            self.met,
        )


class _Anew(_Fold):
    """A fold that reads every deal by today's rules."""

    def reading(self, counted: Stored) -> Rules:
        return self.rules


def recheck(rules: Rules, state: State, fact: facts.Deal) -> Stored | Refused:
    """What the rules say today of a stored deal: for verification, which changes nothing."""
    try:
        return rules.play(state, fact)[1]
    except Refused as refused:
        return refused
