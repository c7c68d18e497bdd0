"""缘故 (yuangu): why a due is there although its two people had settled before: what moved its money since. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.rules.settlement import Transfer
from zipai_ledger.rules.totals import Due

Pair = tuple[int, int]
"""Who owes, and whom."""


class CauseKind(StrEnum):
    """What can move money between two people; a deal is old that was there when they last settled."""

    CORRECTED = "corrected"
    """改: an old deal that was entered anew."""
    VOIDED = "voided"
    """撤: an old deal that counted then and does not any more."""
    RESTORED = "restored"
    """恢复: an old deal that did not count then and does now."""
    FOLLOWED = "followed"
    """跟着变: an old deal that nobody touched and that came to something else through another one."""
    RESCORED = "rescored"
    """重算: an old deal that was scored anew."""
    INSERTED = "inserted"
    """补记: a new deal before the last old one."""
    RECORDED = "recorded"
    """又记: a new deal after all old ones."""
    ADJUSTED = "adjusted"
    """商定加减: a new adjustment."""
    ROUND_ENDED = "round_ended"
    """结一轮: a new line that ended a round."""
    CARRIED_IN = "carried_in"
    """带来: what an earlier evening left."""
    CANCELLED = "cancelled"
    """取消付款: a payment that counted then."""


ROWS = {Kind.ADJUSTMENT: CauseKind.ADJUSTED, Kind.ROUND_ENDED: CauseKind.ROUND_ENDED}
"""New lines of the ledger that nobody calls a deal."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that moved the money: ``number`` is the place of a deal in the ledger, 0 where it is none.

    ``minor``: by how much the payer came to owe the payee more; below zero: less.
    """

    kind: CauseKind
    number: int
    minor: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a due is there: what was left of what the payer owed when the two last settled, and what came after.

    They settled with the event ``since``. ``before``, in minor units: what the payer owed then, less everything that was
    paid since; below zero where the payee owed. Old deals, and what is no deal, are named where they moved the money and
    only there; of the deals RECORDED all are named as soon as one of them did, so that they can be counted. The
    deals come first, by number.
    """

    since: int
    before: int
    causes: tuple[Cause, ...]

    @property
    def minor(self) -> int:
        """What it comes to: the due, to the last unit."""
        return self.before + sum(cause.minor for cause in self.causes)


@dataclass(frozen=True, slots=True)
class Movement:
    """Money that one event moved in one currency, in minor units.

    ``won`` by player, + for who has more to come; ``debts``: pair → by how much the one came to owe the other more,
    which only the settling pair by pair asks for.
    """

    won: tuple[int, ...]
    debts: Mapping[Pair, int]

    def __bool__(self) -> bool:
        return any(self.won) or any(self.debts.values())


@dataclass(frozen=True, slots=True)
class DealMovement:
    """What the event ``seq`` did through the deal ``key``; ``about``: it recorded or corrected this very deal."""

    seq: int
    kind: Kind
    key: int
    about: bool
    movement: Movement


@dataclass(frozen=True, slots=True)
class MoneyMovement:
    """Money beside the deals, at the event ``seq``: ``settles`` debts of this table, or was carried in.

    What was carried out settles like a payment. ``cancelled``: the event that took a payment back.
    """

    seq: int
    settles: bool
    currency: str
    movement: Movement
    cancelled: int | None = None


@dataclass(frozen=True, slots=True)
class DealPlace:
    """A deal as it stands now: its number, whether it counts, in which currency (empty: none), and who sat there."""

    position: int
    live: bool
    currency: str
    players: frozenset[int]


@dataclass(frozen=True, slots=True)
class Book:
    """What a table's reasons are worked out from.

    ``deals`` by key, all of them; ``entries`` in order, at least since the first event that a reason goes back to;
    ``money``: everything beside the deals, in order. ``flows``: currency → who lost how much to whom in all deals, only
    for the settling pair by pair.
    """

    deals: Mapping[int, DealPlace]
    entries: Sequence[DealMovement]
    money: Sequence[MoneyMovement]
    flows: Mapping[str, Sequence[Transfer]]


def reason(book: Book, due: Due, dues: Iterable[Due]) -> Reason | None:
    """Why ``due``, one of the ``dues`` of a table, is there; None where its people have not settled before.

    Where it can be looked at from two sides, it is from the one that was nearer to being through then: there most is
    explained by what came after. Of equal ones it is from the smaller, mostly a single player's, then from the payer's.
    """
    since = last_settled(book.money, due)
    if since is None:
        return None
    found = (_reason(book, since, due, scope) for scope in scopes_of(book, due, dues))
    return min(found, key=lambda one: abs(one.before))


def _reason(book: Book, since: int, due: Due, scope: "Scope") -> Reason:
    causes = (
        *_deal_causes(book, since, due.currency, scope),
        *_money_causes(book.money, since, due.currency, scope),
    )
    return Reason(since, (due.minor or 0) - sum(cause.minor for cause in causes), causes)


def last_settled(money: Iterable[MoneyMovement], due: Due) -> int | None:
    """The event with which the two of a due last settled, the one or the other way, and which still counts.

    Where they never did, the last one that the payer had part in, or with which the payee paid somebody: they have
    reason to think that they are through. None where there is none.
    """
    given = [
        (each.seq, pair)
        for each in money
        if each.settles and each.cancelled is None and each.currency == due.currency
        for pair in each.movement.debts
    ]
    between = [seq for seq, pair in given if {*pair} == {due.payer, due.payee}]
    part = [seq for seq, pair in given if due.payer in pair or due.payee == pair[0]]
    return max(between or part, default=None)


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose money a due is: what moves it, and by how much.

    The dues bind players like the branches of a tree: without this one they fall into two sides, and the due is
    what the ``side`` of the payer (``sign`` −1) has to give to all others together, or that of the payee (+1) to get.
    What is lost and won within a side, or outside of it, has nothing to do with the due. With ``sign`` 0 the due is what
    the two owe each other and nobody else.
    """

    due: Pair
    side: frozenset[int]
    sign: int

    def minor(self, movement: Movement) -> int:
        """By how much the payer came to owe the payee more."""
        if self.sign:
            return self.sign * sum(won for player, won in enumerate(movement.won) if player in self.side)
        payer, payee = self.due
        return movement.debts.get((payer, payee), 0) - movement.debts.get((payee, payer), 0)

    def concerns(self, players: frozenset[int]) -> bool:
        """Whether a deal that these players played could move it."""
        return bool(self.side & players) if self.sign else players.issuperset(self.due)


def scopes_of(book: Book, due: Due, dues: Iterable[Due]) -> tuple[Scope, ...]:
    """From where one of the dues of a table can be looked at: its two sides, the smaller one first, then the payer's.

    Pair by pair it is the two of them; but what was paid too much there may have gone round in a circle, and then it is
    the sides as in the other ways, as far as there are two.
    """
    pair = due.payer, due.payee
    two = Scope(pair, frozenset(), 0)
    if book.flows and _between(book, two, due.currency) == due.minor:
        return (two,)
    others = [
        (each.payer, each.payee)
        for each in dues
        if each.currency == due.currency and (each.payer, each.payee) != pair
    ]
    giving, taking = reached(due.payer, others), reached(due.payee, others)
    if giving == taking:
        return (two,)
    sides = (Scope(pair, giving, -1), Scope(pair, taking, +1))
    return tuple(sorted(sides, key=lambda scope: len(scope.side)))


def _between(book: Book, two: Scope, currency: str) -> int:
    """What the payer owes the payee by everything that ever passed between the two."""
    flows: defaultdict[Pair, int] = defaultdict(int)
    for payer, payee, minor in book.flows.get(currency, ()):
        flows[payer, payee] += minor
    money = (each for each in book.money if each.currency == currency and each.cancelled is None)
    return two.minor(Movement((), flows)) + sum(two.minor(each.movement) for each in money)


def reached(start: int, pairs: Iterable[Pair]) -> frozenset[int]:
    """Everybody who is bound to a player by pairs, himself included."""
    found, pending = {start}, list(pairs)
    while near := [pair for pair in pending if not found.isdisjoint(pair)]:
        pending = [pair for pair in pending if found.isdisjoint(pair)]
        found.update(*near)
    return frozenset(found)


def _deal_causes(book: Book, since: int, currency: str, scope: Scope) -> Iterator[Cause]:
    """The deals that moved the money, by number; a new one that does not count any more is none."""
    touched: defaultdict[int, list[DealMovement]] = defaultdict(list)
    for entry in book.entries:
        if entry.seq > since and book.deals[entry.key].currency == currency:
            touched[entry.key].append(entry)
    last = max((deal.position for key, deal in book.deals.items() if key <= since), default=0)
    found = []
    for key, entries in touched.items():
        deal, minor = book.deals[key], sum(scope.minor(each.movement) for each in entries)
        if key <= since:
            found.append(Cause(_old(entries, is_live=deal.live), deal.position, minor))
        elif deal.live and (minor or scope.concerns(deal.players)):
            kind = CauseKind.INSERTED if deal.position < last else CauseKind.RECORDED
            found.append(Cause(ROWS.get(entries[0].kind, kind), deal.position, minor))
    has_new_deals = any(cause.minor for cause in found if cause.kind is CauseKind.RECORDED)
    counted = (
        cause for cause in found if cause.minor or (has_new_deals and cause.kind is CauseKind.RECORDED)
    )
    yield from sorted(counted, key=lambda cause: cause.number)


def _old(entries: Sequence[DealMovement], *, is_live: bool) -> CauseKind:
    """Why an old deal comes to something else. ``is_live``: it counts now."""
    about = [each.kind for each in entries if each.about]
    if about:
        was_live = about[0] is not Kind.DEAL_RESTORED
        turned = CauseKind.RESTORED if is_live else CauseKind.VOIDED
        return CauseKind.CORRECTED if was_live == is_live else turned
    rescored = any(each.kind is Kind.RESCORED and each.movement for each in entries)
    return CauseKind.RESCORED if rescored else CauseKind.FOLLOWED


def _money_causes(money: Iterable[MoneyMovement], since: int, currency: str, scope: Scope) -> Iterator[Cause]:
    """What else moved it: money that was carried in, or a payment that counted then and does not any more."""
    for each in money:
        minor = scope.minor(each.movement)
        if not minor or each.currency != currency:
            continue
        if not each.settles and each.seq > since:
            yield Cause(CauseKind.CARRIED_IN, 0, minor)
        elif each.cancelled is not None and each.seq <= since < each.cancelled:
            yield Cause(CauseKind.CANCELLED, 0, -minor)
