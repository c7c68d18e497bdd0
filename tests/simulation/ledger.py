"""The ledger once more, as simple as can be: what the real one has to agree with, event by event.

It knows what phones wanted, and takes each event in the order in which it became visible. 桂林字牌 without 醒 and cap is
worth ``(胡 − 10) // 5 + 1``, one more from each where the card was drawn, twice that from whoever discarded it
(docs/rules/guilin.md).
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

PLAYERS = 3
OPENING = ("session_opened", "stage_opened", *("player_joined",) * PLAYERS)
LEDGER = {"deal_recorded", "adjustment", "deal_voided", "deal_restored", "deal_replaced", "stage_opened"}
"""Kinds that make stale what was built on less."""


class Broken(AssertionError):
    """A promise that does not hold."""


def require(holds: object, promise: str, *details: object) -> None:
    if not holds:
        raise Broken(": ".join((promise, *map(str, details))))


@dataclass(frozen=True)
class Fact:
    """What was seen at the table: somebody won, or (``deltas``) it was agreed who gives whom."""

    winner: int = 0
    hu: int = 10
    giver: int | None = None
    """Who discarded the card; None where it was drawn."""
    deltas: tuple[int, ...] = ()

    @property
    def worth(self) -> tuple[int, ...]:
        if self.deltas:
            return self.deltas
        units = (self.hu - 10) // 5 + 1
        paid = [0] * PLAYERS
        for player in range(PLAYERS):
            if self.giver is None and player != self.winner:
                paid[player] = units + 1
            elif player == self.giver:
                paid[player] = 2 * units
        return tuple(sum(paid) - lost if player == self.winner else -lost for player, lost in enumerate(paid))

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Fact":
        if stored["result"] == "adjust":
            return cls(deltas=tuple(stored["deltas"]))
        return cls(stored["winner"], stored["hu"], stored.get("from"))


class Tap(NamedTuple):
    """Somebody tapped "save": on which phone, and for the how manieth time. It stays what it is under whatever id it is sent."""

    phone: int
    number: int


@dataclass(frozen=True)
class Wish:
    """What a phone wants to have stored: the kind of event, the deal that it is about, and what was seen.

    ``tap`` is None where it goes past the queue.
    """

    kind: str
    key: int = 0
    fact: Fact | None = None
    payment: tuple[Any, ...] = ()
    tap: Tap | None = None


@dataclass
class Deal:
    fact: Fact
    is_live: bool = True
    is_doubted: bool = False


@dataclass(frozen=True)
class Row:
    """An event as it is stored."""

    pk: int
    seq: int
    kind: str
    at: str
    client_id: str | None
    base: str
    hash: str
    text: str
    body: Mapping[str, Any]


@dataclass
class Table:
    """What one table has to hold."""

    events: list[Row] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)
    """When each event became visible."""
    wishes: dict[str, Wish] = field(default_factory=dict)
    bases: dict[str, set[str]] = field(default_factory=dict)
    """What each entry was sent on, by its id."""
    stored: dict[str, Row] = field(default_factory=dict)
    waiting: set[Tap] = field(default_factory=set)
    """What was tapped and is not stored."""
    let_be: set[Tap] = field(default_factory=set)
    """What somebody gave up who saw it refused."""
    stored_taps: set[Tap] = field(default_factory=set)
    deals: dict[int, Deal] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    payments: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    is_open: bool = True
    damage: str = ""
    """What somebody did to the file below the program; nothing may be built on it."""

    def want(self, client_id: str, wish: Wish, base: str) -> None:
        """A phone has made an entry, or sends it on something else."""
        known = self.wishes.setdefault(client_id, wish)
        require(known == wish, "an id stands for one wish", client_id)
        self.bases.setdefault(client_id, set()).add(base)

    def tap_of(self, client_id: str) -> Tap | None:
        return self.wishes[client_id].tap if client_id in self.wishes else None

    @property
    def head(self) -> int:
        return len(self.events)

    def require_news(self, rev: int, began: float) -> None:
        """Who asks what happened hears of all that was visible when he asked, and of nothing that is not."""
        least = bisect_right(self.moments, began)
        require(least <= rev <= self.head, "news go as far as the trail", least, rev, self.head)

    @property
    def totals(self) -> tuple[int, ...]:
        live = [deal.fact.worth for deal in self.deals.values() if deal.is_live]
        return tuple(map(sum, zip(*live, strict=True))) if live else (0,) * PLAYERS

    def newer(self, base: int, kinds: set[str] = LEDGER) -> Iterator[Row]:
        return (row for row in self.events[base:] if row.kind in kinds)

    def is_stale(self, base: str, kinds: set[str] = LEDGER) -> bool:
        """Whether something stands there by now that whoever built on this has not seen."""
        if not base:
            return False
        after = base.removeprefix("after:")
        if after != base:
            return after not in self.stored or any(self.newer(self.stored[after].seq, kinds))
        return int(base) > self.head or any(self.newer(int(base), kinds))

    def is_own(self, row: Row, phone: int) -> bool:
        """Whether a phone knows this event as its own."""
        tap = self.tap_of(row.client_id or "")
        return tap is not None and tap.phone == phone and tap not in self.let_be

    def require_others(self, base: str, phone: int) -> None:
        """Whoever is told that what he builds on is old has not made it old himself."""
        after = base.removeprefix("after:")
        require(after == base or after in self.stored, "what an entry builds on comes first", base)
        seen = int(base) if after == base else self.stored[after].seq
        others = [row for row in self.newer(seen) if not self.is_own(row, phone)]
        require(others or seen > self.head, "nobody's own entries make his next one stale", phone, base)

    def give_up(self, tap: Tap | None) -> None:
        """Somebody lets be what was refused."""
        if tap:
            self.let_be.add(tap)
            self.waiting.discard(tap)

    def require_kept(self, phone: int, taps: set[Tap | None]) -> None:
        """What was tapped is stored, or its phone keeps it, or somebody let it be."""
        lost = {tap for tap in self.waiting if tap.phone == phone} - taps
        require(not lost, "no tap is lost", *lost)

    def take(self, row: Row) -> tuple[int, ...]:
        """The next event; by how much it changes what each has. Raises `Broken`."""
        self.require_link(row)
        before = self.totals
        if row.seq <= len(OPENING):
            require(row.kind == OPENING[row.seq - 1], "a table opens as it does", row.kind)
        else:
            self.require_wanted(row)
            self.apply(row)
        self.events.append(row)
        if row.client_id:
            self.stored[row.client_id] = row
            if tap := self.tap_of(row.client_id):
                self.stored_taps.add(tap)
                self.waiting.discard(tap)
        if "totals" in row.body:
            require(row.body["totals"] == [list(self.totals)], "the totals are right", row.seq, self.totals)
        return tuple(now - then for now, then in zip(self.totals, before, strict=True))

    def require_link(self, row: Row) -> None:
        require(not self.damage, "nothing is built on a damaged trail", row.seq)
        require(row.seq == self.head + 1, "the trail has no gap and no double", row.seq, self.head)
        previous = self.events[-1].hash if self.events else ""
        linked = "\n".join((previous, str(row.seq), row.kind, row.at, row.text))
        require(row.hash == sha256(linked.encode()).hexdigest(), "the chain is whole", row.seq)

    def require_wanted(self, row: Row) -> None:
        require(row.client_id in self.wishes, "what is stored was sent", row.kind, row.client_id)
        require(row.client_id not in self.stored, "nothing is stored twice", row.client_id)
        require(row.base in self.bases[row.client_id], "it says what it was sent on", row.client_id, row.base)
        require(
            not self.is_stale(row.base), "nobody overwrites what he has not seen", row.client_id, row.base
        )
        wish = self.wishes[row.client_id]
        require(wish.tap not in self.stored_taps, "one tap is one event", wish.tap, row.client_id)
        require(row.kind == wish.kind, "what is stored is what was sent", row.kind, wish)

    def apply(self, row: Row) -> None:
        """What the event does, by what the phone wanted."""
        wish = self.wishes[row.client_id or ""]
        body = row.body
        if row.kind in {"deal_recorded", "adjustment"}:
            require(self.is_open, "a closed table takes no deals", row.seq)
            require(Fact.of(body["fact"]) == wish.fact, "a deal is stored as it was seen", row.seq)
            self.deals[row.seq] = Deal(wish.fact)
            self.order.insert(self.order.index(wish.key) if wish.key else len(self.order), row.seq)
            require(body["position"] == self.order.index(row.seq) + 1, "it stands where it was put", row.seq)
        elif row.kind in {"deal_voided", "deal_restored"}:
            require(self.is_open, "a closed table takes no corrections", row.seq)
            deal, was_live = self.deals[wish.key], row.kind == "deal_voided"
            require(body["deal"] == wish.key and deal.is_live == was_live, "undone is undone once", row.seq)
            deal.is_live, deal.is_doubted = not was_live, False
        elif row.kind == "deal_replaced":
            require(self.is_open, "a closed table takes no corrections", row.seq)
            require(self.deals[wish.key].is_live, "only what counts is replaced", row.seq)
            require(
                (body["deal"], Fact.of(body["fact"])) == (wish.key, wish.fact), "replaced as seen", row.seq
            )
            self.deals[wish.key].fact, self.deals[wish.key].is_doubted = wish.fact, False
        elif row.kind in {"deal_disputed", "deal_resolved"}:
            self.doubt(row, self.deals[wish.key], wish)
        elif row.kind == "payment_made":
            paid = tuple(body[name] for name in ("payer", "payee", "minor"))
            require(paid == wish.payment, "a payment is stored as it was made", row.seq)
            self.payments[row.seq] = paid
        elif row.kind == "payment_cancelled":
            require(self.payments.pop(wish.key, None), "a payment is taken back once", row.seq)
        else:
            closes = row.kind == "closed"
            require(self.is_open == closes, "closed and opened by turns", row.seq)
            require(not (closes and self.doubted), "nobody closes a table over a doubt", *self.doubted)
            self.is_open = not closes

    def doubt(self, row: Row, deal: Deal, wish: Wish) -> None:
        """有异议, or 说好了，照旧; the deal counts as before."""
        doubts = row.kind == "deal_disputed"
        require(self.is_open and row.body["deal"] == wish.key, "a doubt is about its deal", row.seq)
        require(deal.is_live or not doubts, "what does not count is not doubted", row.seq)
        require(deal.is_doubted != doubts, "doubted and agreed by turns", row.seq)
        deal.is_doubted = doubts

    @property
    def doubted(self) -> list[int]:
        return [key for key, deal in self.deals.items() if deal.is_doubted]

    @property
    def lines(self) -> Sequence[tuple[Any, ...]]:
        """The deals that count, in order."""
        return [self.deals[key].fact for key in self.order if self.deals[key].is_live]
