"""Phones as `static/js/queue.js` has them: what is entered is kept first, goes in order, and is sent until somebody answers.

Kept through a reload: the queue, and what was stored last. Lost by it: the answer on its way, and the time until the next
try. People in front of them look at what was refused, and send it anyway or let it be.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from . import moving, sending_away
from .ledger import Fact, Table, Tap, Wish, require
from .network import FORM, Answer, Request

if TYPE_CHECKING:
    from .world import World

PATIENCE = 8.0
LONGEST = 60.0
REFUSED = {400, 403, 404, 409, 412, 413, 422, 423}
SAVED = {200, 201}
CURRENCY = "CNY"
DOUBTS = 0.08
"""How often somebody who takes up a phone doubts a deal, or agrees about it."""
OWNER = 0
"""The number of the phone that opens tables, closes them, opens them again, and sends others away."""
CONTRADICTS = 0.02
"""How often a phone sends what it has stored under the same id with other content, as one out of an old backup would."""
GONE = 404


@dataclass
class Entry:
    """What waits on a phone: queue.js's `QueueEntry`."""

    client_id: str
    order: int
    action: str
    fields: dict[str, str]
    base: str
    wish: Wish
    refused: int = 0


@dataclass
class Kept:
    """What a reload leaves: what localStorage holds."""

    queue: list[Entry] = field(default_factory=list)
    last: tuple[str, int] | None = None
    """Id and seq of what was stored last."""


class Phone:
    """One phone at one table, and whoever holds it."""

    def __init__(self, world: "World", number: int, random: Random) -> None:
        self.world, self.number, self.random = world, number, random
        self.cookies: dict[str, str] = {}
        self.table = ""
        self.kept = Kept()
        self.seen = 0
        """Up to which event its page shows the table."""
        self.misses = 0
        self.waits_for: Request | None = None
        self.then: Callable[[Answer | None], None] = lambda _: None
        self.timer = 0
        self.made = self.doubts = 0
        self.is_away = False
        """Whether it was refused as one that was sent away."""
        self.stored: Entry | None = None
        """The deal that was stored last."""

    @property
    def name(self) -> str:
        return f"phone {self.number}"

    @property
    def is_owner(self) -> bool:
        return self.number == OWNER

    def come_to(self, address: str) -> None:
        """Be at this table from now on, with nothing to send yet."""
        self.table, self.kept = address, Kept()
        self.seen = self.table_now.head
        self.is_away, self.stored = False, None

    def go_on(self) -> None:
        """Be back at the same table, with all that waits."""
        self.is_away = False
        for entry in self.kept.queue:
            entry.refused = 0 if entry.refused == GONE else entry.refused
        self.flush()

    # Requests.

    def send(
        self,
        method: str,
        path: str,
        then: Callable[[Answer | None], None],
        fields: Mapping[str, Any] | None = None,
        accept: str = "application/json",
        entry: str = "",
    ) -> None:
        """Send something; ``then`` gets the answer, or None where none came while it was waited for."""
        request = self.request(method, path, fields or {}, accept, entry)
        self.waits_for, self.then = request, then
        self.world.post(request)
        self.world.agenda.add(
            self.world.clock.now + PATIENCE,
            f"{self.name} gives up {request.number}",
            lambda: self.give_up(request),
        )

    def request(self, method: str, path: str, fields: Mapping[str, Any], accept: str, entry: str) -> Request:
        headers = {"host": "127.0.0.1", "accept": accept, "accept-language": "zh-CN"}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = urlencode(fields, doseq=True).encode() if method == "POST" else b""
        if method == "POST":
            headers |= {"content-type": FORM, "content-length": str(len(body))}
            headers["x-csrftoken"] = self.cookies.get("csrf", "")
        if accept == "*/*":
            headers["hx-request"] = "true"
        number = self.world.next_request()
        base = fields.get("base", "")
        table = "" if path == "/new/" else self.table
        return Request(self, number, method, path, tuple(headers.items()), body, table, entry, base)

    def get(self, request: Request, answer: Answer) -> None:
        """An answer has come; one that nobody waits for any more is dropped."""
        if request is not self.waits_for:
            return
        self.cookies.update(answer.cookies)
        self.waits_for = None
        self.is_away = self.is_away or (answer.status == GONE and not self.is_owner)
        self.then(answer)

    def give_up(self, request: Request) -> None:
        if request is self.waits_for:
            self.waits_for = None
            self.then(None)

    def reload(self) -> None:
        """The browser is closed and opened again."""
        self.waits_for, self.misses = None, 0
        self.flush()

    # The queue.

    def put(self, entry: Entry) -> None:
        self.kept.queue = [one for one in self.kept.queue if one.client_id != entry.client_id] + [entry]
        self.kept.queue.sort(key=lambda one: one.order)
        self.misses = 0
        self.flush()

    def base_of(self, entry: Entry) -> str:
        before = [one for one in self.kept.queue if one.order < entry.order]
        if before:
            return f"after:{before[-1].client_id}"
        last = self.kept.last
        return f"after:{last[0]}" if last and entry.base and int(entry.base) < last[1] else entry.base

    def flush(self) -> None:
        """Send the first entry, unless something is to be decided about it."""
        self.timer += 1
        self.table_now.require_kept(self.number, {entry.wish.tap for entry in self.kept.queue})
        if self.waits_for or not self.kept.queue or self.kept.queue[0].refused:
            return
        entry = self.kept.queue[0]
        base = self.base_of(entry)
        self.table_now.want(entry.client_id, entry.wish, base)
        fields = {**entry.fields, "client_id": entry.client_id, "base": base}
        self.send(
            "POST", entry.action, lambda answer: self.settle(entry, answer), fields, entry=entry.client_id
        )

    def settle(self, entry: Entry, answer: Answer | None) -> None:
        """What became of an entry."""
        if (
            answer
            and answer.status in SAVED
            and answer.headers["content-type"].startswith("application/json")
        ):
            self.settle_stored(entry, json.loads(answer.text)["seq"])
        elif answer and answer.status in REFUSED:
            entry.refused, self.misses = answer.status, 0
        else:
            self.flush_later(float(answer.headers.get("retry-after", 0)) if answer else 0)

    def settle_stored(self, entry: Entry, seq: int) -> None:
        self.world.acknowledge(self.table, entry.client_id, seq)
        self.kept.last, self.misses = (entry.client_id, seq), 0
        self.stored = entry if entry.wish.kind == "deal_recorded" else self.stored
        self.kept.queue.remove(entry)
        self.flush()

    def flush_later(self, wait: float) -> None:
        pause = max(wait, min(LONGEST, 2.0 ** min(self.misses, 6))) * (1 + self.random.random() / 2)
        self.misses += 1
        self.timer += 1
        timer = self.timer
        self.world.agenda.add(
            self.world.clock.now + pause,
            f"{self.name} tries again",
            lambda: self.flush() if timer == self.timer else None,
        )

    # People.

    @property
    def table_now(self) -> Table:
        return self.world.table_at(self.table)

    def act(self) -> None:
        """Something that somebody does with it."""
        if not self.table:
            return
        if self.waits_for:
            if self.random.random() < 0.05:
                self.world.note(f"{self.name} is closed and opened again")
                self.reload()
            return
        if self.act_aside() or moving.move(self) or (self.world.apart.random() < DOUBTS and self.doubt()):
            return
        if self.kept.queue and self.kept.queue[0].refused:
            self.decide(self.kept.queue[0])
        elif self.random.random() < 0.3:
            self.look()
        elif self.is_owner and self.random.random() < (0.02 if self.table_now.is_open else 0.6):
            self.close_or_reopen()
        else:
            self.random.choices(WAYS, WEIGHTS)[0](self)

    def act_aside(self) -> bool:
        """Whether it is one of the things that somebody seldom does, by a chance of their own."""
        return sending_away.come_back(self) or sending_away.send_away(self) or self.contradict()

    def enter(self, wish: Wish, action: str, fields: dict[str, str]) -> None:
        self.made += 1
        client_id, tap = f"entry-{self.number}-{self.made:05d}", Tap(self.number, self.made)
        self.table_now.waiting.add(tap)
        base = "" if self.random.random() < 0.2 else str(self.seen)
        order = max((one.order for one in self.kept.queue), default=0) + 1
        self.put(Entry(client_id, order, f"{self.table}{action}", fields, base, replace(wish, tap=tap)))

    def fact(self) -> Fact:
        random = self.random
        winner = random.randrange(3)
        giver = random.choice([None, *(player for player in range(3) if player != winner)])
        return Fact(winner, random.randrange(10, 41), giver)

    def record(self) -> None:
        fact = self.fact()
        for _ in range(self.random.choice((1, 1, 1, 2))):
            self.enter(Wish("deal_recorded", fact=fact), "deals/save/", fields_of(fact))

    def adjust(self) -> None:
        units = self.random.randrange(1, 9)
        fields = {"gives_0": "0", "gets_0": "1", "units_0": str(units), "people": "0 1 2"}
        self.enter(Wish("adjustment", fact=Fact(deltas=(-units, units, 0))), "deals/adjust/", fields)

    def seen_deals(self, *, live: bool) -> list[int]:
        return [
            key for key, deal in self.table_now.deals.items() if key <= self.seen and deal.is_live is live
        ]

    def correct(self) -> None:
        """Undo, do again, replace, put before."""
        live, void = self.seen_deals(live=True), self.seen_deals(live=False)
        way = self.random.choice(("void", "void", "restore", "replace", "before"))
        if way == "restore" and void:
            key = self.random.choice(void)
            self.enter(Wish("deal_restored", key), f"deals/{key}/restore/", {"confirm": "1"})
        elif way == "void" and live:
            key = self.random.choice(live)
            self.enter(Wish("deal_voided", key), f"deals/{key}/void/", {"confirm": "1", "reason": "记错了"})
        elif live:
            key, fact = self.random.choice(live), self.fact()
            kind = "deal_replaced" if way == "replace" else "deal_recorded"
            fields = fields_of(fact) | {"confirm": "1"}
            aim = "replace" if way == "replace" else "before"
            self.enter(Wish(kind, key, fact), f"deals/save/?{aim}={key}", fields)

    def decide(self, entry: Entry) -> None:
        """What was refused: sent anyway on what stands there now, kept until the table is open again, or dropped."""
        if entry.refused == 423 and self.random.random() < 0.5:
            entry.refused = 0
            self.flush()
        elif entry.refused == 412 and self.random.random() < 0.6:
            self.look(lambda: self.send_anyway(entry))
        else:
            self.let_be(entry)

    def let_be(self, entry: Entry) -> None:
        """Give up what was refused."""
        self.world.note(f"{self.name} lets {entry.client_id} be")
        self.table_now.give_up(entry.wish.tap)
        self.kept.queue.remove(entry)
        self.flush()

    def send_anyway(self, entry: Entry) -> None:
        fields = entry.fields | {"confirm": "1"}
        self.put(replace(entry, fields=fields, base=str(self.seen), refused=0))

    def look(self, then: Callable[[], None] = lambda: None) -> None:
        """Ask what happened, as a page without a stream does."""

        def came(answer: Answer | None) -> None:
            if answer and answer.status == 200:
                found = re.search(r'data-rev="(\d+)"', answer.text)
                require(found, "news say how far they go")
                self.seen = max(self.seen, int(found[1]))
                then()
            self.flush()

        path = f"{self.table}news/?rev={self.seen}&show=line"
        self.send("GET", path, came, accept="*/*")

    def pay(self) -> None:
        """Tick that somebody paid, or that he did not after all; a form like any other, tapped again where nothing came."""
        table = self.table_now
        made = [seq for seq in table.payments if seq <= self.seen]
        if made and self.random.random() < 0.4:
            seq = self.random.choice(made)
            fields, entry, base = {"cancel": str(seq)}, f"cancel-{seq}", ""
            wish = Wish("payment_cancelled", seq)
        else:
            payer = self.random.randrange(3)
            payee = (payer + self.random.choice((1, 2))) % 3
            count = sum(row.kind.startswith("payment") for row in table.events[: self.seen])
            minor = self.random.choice((50, 100))
            # Who has seen the same has the same id for it.
            entry = f"pay-{CURRENCY}-{payer}-{payee}-{minor}-{count}"
            base = str(self.seen) if self.seen else ""
            fields = {"payer": str(payer), "payee": str(payee), "currency": CURRENCY, "minor": str(minor)}
            fields |= {"payment": entry, "base": base}
            wish = Wish("payment_made", payment=(payer, payee, minor))
        table.want(entry, wish, base)
        self.send_form(f"{self.table}settle/tick/", fields, entry, "*/*")

    def doubt(self) -> bool:
        """有异议 about a deal, or 说好了; whether there is any. Whoever finds it so already is led to the deal as well."""
        chance, table = self.world.apart, self.table_now
        doubted = [key for key in table.doubted if key <= self.seen]
        resolves = bool(doubted) and chance.random() < 0.7
        keys = doubted if resolves else self.seen_deals(live=True)
        if not keys:
            return False
        self.doubts += 1
        key, entry = chance.choice(keys), f"doubt-{self.number}-{self.doubts:05d}"
        kind, page = ("deal_resolved", "resolve") if resolves else ("deal_disputed", "dispute")
        table.want(entry, Wish(kind, key), "")
        self.send_form(f"{self.table}deals/{key}/{page}/", {"client_id": entry}, entry, settles=True)
        return True

    def contradict(self) -> bool:
        """Whether what is stored is sent with other content under its id, which has to be refused."""
        entry = self.stored
        if not entry or self.kept.queue or self.world.aside.random() >= CONTRADICTS:
            return False

        def came(answer: Answer | None) -> None:
            status = answer.status if answer else 0
            require(status not in SAVED, "an id stands for one content", entry.client_id, status)
            self.flush()

        hu = int(entry.fields["hu"])
        fields = {
            **entry.fields,
            "hu": str(hu - 1 if hu > 10 else 11),
            "client_id": entry.client_id,
            "base": "",
        }
        self.send("POST", entry.action, came, fields)
        return True

    def close_or_reopen(self) -> None:
        """收桌, or open it again."""
        self.made += 1
        closes = self.table_now.is_open
        entry = f"close-{self.number}-{self.made:05d}"
        self.table_now.want(entry, Wish("closed" if closes else "reopened"), "")
        self.send_form(f"{self.table}{'close' if closes else 'reopen'}/", {"client_id": entry}, entry)

    def send_form(
        self,
        path: str,
        fields: dict[str, str],
        entry: str,
        accept: str = "text/html",
        *,
        settles: bool = False,
    ) -> None:
        """Send a form, and mostly again where nothing came of it; one that ``settles`` is content with what is so already."""

        def came(answer: Answer | None) -> None:
            if (answer is None or answer.status == 503) and self.random.random() < 0.7:
                self.send_form(path, fields, entry, accept, settles=settles)
                return
            if answer and answer.status in {200, 302} and not settles:
                self.world.acknowledge(self.table, entry)
            self.flush()

        self.send("POST", path, came, fields, accept, "" if settles else entry)


def fields_of(fact: Fact) -> dict[str, str]:
    """What the form of a 胡 sends."""
    source = {"source": "self_draw"} if fact.giver is None else {"source": "discard", "from": str(fact.giver)}
    known = {
        "winner": str(fact.winner),
        "mode": "hu",
        "hu": str(fact.hu),
        "xing_count": "0",
        "xing_lower": "0",
    }
    return {**known, **source, "people": "0 1 2"}


WAYS = (Phone.record, Phone.correct, Phone.pay, Phone.adjust)
WEIGHTS = (56, 22, 14, 8)
