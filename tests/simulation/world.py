"""The world of one seed: phones, a network, processes and a file, one step after the other, and the promises watched at each.

A step is whatever happens next: a message comes, somebody taps, a request goes on to its next call at the storage, a process
is killed. The seed decides all of it, so that the same seed gives the same steps; `World.trace` has them, and a hash of them.
"""

import json
import logging
import re
import shutil
import sqlite3
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from django.core.signals import got_request_exception
from django.test import override_settings

from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import GameSession

from . import moving
from .clock import Clock, ruled_by
from .grants import Grants
from .hand import Hand
from .ledger import PLAYERS, Broken, Fact, Row, Table, require
from .moving import NEW, OPENED, secret_on, who
from .network import Agenda, Answer, Network, Request, Weather
from .phones import OWNER, Phone
from .sending_away import come_back
from .server import Process, Work, forget
from .storage import Disk, Storage, Way, connected
from .turns import Fault, Turns

EVENTS = """
    SELECT e.id, s.public_id, e.seq, e.kind, e.at, e.client_id, e.base, e.hash, e.body, e."grant" FROM zipai_ledger_event e
    JOIN zipai_ledger_gamesession s ON s.id = e.session_id WHERE e.id > ? ORDER BY e.id
"""
SUMS = "SELECT {} FROM zipai_ledger_posting WHERE event_id = ?".format(
    ", ".join(f"coalesce(sum(p{player}), 0)" for player in range(PLAYERS))
)
HEADS = "SELECT public_id, head_seq, head_hash, deal_count, status FROM zipai_ledger_gamesession"
PATIENCE = 4.75
"""Virtual seconds that a request waits at least before it is told that the ledger has no time: what is too short to be
noticed (`patience.NOTICEABLE`) is not counted."""
CALL = 0.01
"""Virtual seconds that a call at the storage takes at most."""
DEAL = 4.0
"""Virtual seconds that a deal takes, in the mean."""
AT_ONCE = 0.05
"""Virtual seconds within which everybody takes up the phone then."""
MEDDLING = 5.0
"""Virtual seconds between two attempts at the file, in the mean."""
DOUBTED = """
    SELECT d.key FROM zipai_ledger_deal d JOIN zipai_ledger_gamesession s ON s.id = d.session_id
    WHERE d.disputed AND s.public_id = ? ORDER BY d.key
"""
DOUBLED = """
    SELECT session_id, {0} FROM zipai_ledger_grant WHERE revoked_at IS NULL AND {0} IS NOT NULL
    GROUP BY session_id, {0} HAVING count(*) > 1
"""
CHANGED = "SELECT count(*), count(revoked_at) FROM zipai_ledger_grant"
GRANTS = """
    SELECT g.id, s.public_id, g.revoked_at FROM zipai_ledger_grant g JOIN zipai_ledger_gamesession s ON s.id = g.session_id
"""
TAIL = 40
"""Steps of the trace that are kept to be looked at."""
NEWS = re.compile(r'data-rev="(\d+)"')
ASKED_FROM = re.compile(r"rev=(\d+)")
TOTAL = re.compile(r'data-index="(\d)".*?class="total num[^"]*">([^<]*)<', re.DOTALL)


@dataclass(frozen=True)
class Dangers:
    """How likely a call at the storage ends otherwise; at a commit, which matters most, so many times as likely."""

    error: float = 0.004
    lost: float = 0.003
    killed: float = 0.002
    killed_after: float = 0.002
    at_commit: float = 8.0

    def fate(self, what: str, random: Random) -> Fault:
        times = self.at_commit if what == "commit" else 1.0
        shares = {
            Fault.ERROR: self.error,
            Fault.LOST: self.lost,
            Fault.KILLED: self.killed,
            Fault.KILLED_AFTER: self.killed_after,
        }
        chance = random.random()
        for fault, share in shares.items():
            if chance < share * times:
                return fault
            chance -= share * times
        return Fault.NONE


@dataclass
class Trace:
    """What happened, step by step: the newest of it to read, a hash of all of it to compare."""

    hash: Any = field(default_factory=sha256)
    tail: deque[str] = field(default_factory=lambda: deque(maxlen=TAIL))

    def add(self, line: str) -> None:
        self.hash.update(line.encode() + b"\n")
        self.tail.append(line)

    @property
    def digest(self) -> str:
        return self.hash.hexdigest()[:16]


@dataclass(frozen=True)
class Opened:
    """A table at which nothing was played yet, beside its file: moment, newest event, tables, who is there, what invites
    to it, and of each phone its table and its cookies."""

    now: float
    newest: int
    tables: dict[str, Table]
    grants: Grants
    invitation: tuple[str, ...]
    phones: list[tuple[str, dict[str, str]]]


class World:
    """All of it, from one seed, on a copy of a migrated database at ``path``."""

    def __init__(
        self, seed: int, path: Path, way: Way = Way.FILE, phones: int = 5, processes: int = 2
    ) -> None:
        self.seed, self.way = seed, way
        self.random, self.apart = Random(seed), Random(f"{seed}, apart")
        self.aside = Random(f"{seed}, aside")
        self.clock, self.trace, self.turns = Clock(), Trace(), Turns()
        self.agenda, self.weather = Agenda(), Weather(is_calm=True)
        self.network = Network(self.agenda, self.random, self.weather)
        self.disk = Disk(path, way, self.turns, self.clock, self.look)
        self.dangers: Dangers | None = None
        self.tables: dict[str, Table] = {}
        self.openings: dict[str, str] = {}
        """Which table an entry has opened."""
        self.invitation: tuple[str, ...] = ()
        """Where the newest one leads, and its secret."""
        self.grants, self.granted = Grants(), (0, 0)
        """Who may be where; how many there were, and how many have ended."""
        self.steps = self.requests = self.newest = 0
        self.answers: dict[int, int] = {}
        """How often which status was answered."""
        self.faults: dict[str, int] = {}
        self.work: Work | None = None
        self.observer = sqlite3.connect(path, isolation_level=None)
        self.hand = Hand(path)
        self.reader = self.disk.wrapper()
        self.processes = [
            Process(f"process {at}", self.disk, self.turns, self.done) for at in range(processes)
        ]
        self.phones = [Phone(self, number, Random(self.random.random())) for number in range(phones)]

    # What happens.

    def note(self, line: str) -> None:
        self.trace.add(f"{self.steps:6} {self.clock.text} {line}")

    def next_request(self) -> int:
        self.requests += 1
        return self.requests

    def post(self, request: Request) -> None:
        """A phone sends something; it comes to whichever process takes it."""
        what = (
            f"request {request.number} of {request.phone.name}: {request.method} {self.short(request.path)}"
        )
        self.note(f"{what} {request.entry}".rstrip())
        process = self.random.choice(self.processes)
        self.network.carry(self.clock.now, f"{what} comes to {process.name}", lambda: process.take(request))

    def short(self, path: str) -> str:
        for number, public_id in enumerate(self.tables):
            path = path.replace(public_id, f"table {number}")
        return path

    def done(self, work: Work, answer: Answer) -> None:
        """A process has answered."""
        self.answers[answer.status] = self.answers.get(answer.status, 0) + 1
        request = work.request
        self.note(f"request {request.number} is answered {answer.status}")
        self.require_honest(work, answer)
        name = f"answer {answer.status} to request {request.number} comes"
        self.network.carry(self.clock.now, name, lambda: request.phone.get(request, answer))

    def step(self) -> None:
        """Whatever comes next. Raises `Broken`."""
        self.steps += 1
        able = [work for process in self.processes for work in process.running if work.can_go_on(self.clock)]
        due = self.agenda.next_at
        if able and (due is None or due > self.clock.now or self.random.random() < 0.5):
            self.go_on(self.random.choice(able))
            self.clock.now += self.random.random() * CALL
        else:
            self.come_to_pass()

    def come_to_pass(self) -> None:
        """The next thing on the agenda, or the end of somebody's patience."""
        ends = [
            work.until for process in self.processes for work in process.running if work.until is not None
        ]
        due = self.agenda.next_at
        if ends and (due is None or min(ends) < due):
            self.clock.now = max(self.clock.now, min(ends))
            return
        at, name, happen = self.agenda.pop()
        self.clock.now = max(self.clock.now, at)
        self.note(name)
        happen()

    def go_on(self, work: Work) -> None:
        """A request goes on to its next call, as the dangers have it."""
        fault = self.fate(work)
        suffix = "" if fault is Fault.NONE else f" {fault.value}"
        self.note(f"{work.process.name}, request {work.request.number}: {work.waits_at or 'begins'}{suffix}")
        if fault is not Fault.NONE:
            self.faults[fault.value] = self.faults.get(fault.value, 0) + 1
        if fault is Fault.KILLED:
            work.process.kill()
            return
        self.work = work
        work.process.go_on(work, fault)
        self.work = None
        if fault is Fault.KILLED_AFTER:
            work.process.kill()

    def fate(self, work: Work) -> Fault:
        if self.dangers is None or not work.waits_at or ", locked" in work.waits_at:
            return Fault.NONE
        return self.dangers.fate(work.waits_at, self.random)

    def keep_error(self, **_: Any) -> None:
        """What becomes a 500."""
        if self.work:
            self.work.error = sys.exc_info()[1]

    def table_at(self, address: str) -> Table:
        return self.tables[address.split("/")[2]]

    def close(self) -> None:
        """Leave nothing open."""
        for process in self.processes:
            process.kill()
        self.reader.storage.lose()
        self.observer.close()
        self.hand.close()

    # What is promised.

    def look(self, storage: Storage) -> None:
        """Something became visible to others: what is new has to be what the model says, and the heads have to fit."""
        rows = self.observer.execute(EVENTS, (self.newest,)).fetchall()
        self.look_at_grants(storage)
        for pk, public_id, seq, kind, at, client_id, base, linked, text, grant in rows:
            self.newest = pk
            row = Row(pk, seq, kind, at, client_id, base, linked, text, json.loads(text))
            table = self.tables.setdefault(public_id, Table())
            change = table.take(row)
            table.moments.append(self.clock.now)
            if seq == 1:
                require(client_id not in self.openings, "an entry opens one table", client_id)
                self.openings[client_id] = public_id
            posted = self.observer.execute(SUMS, (pk,)).fetchone()
            require(
                posted == change, "postings are what an event changes, and sum to zero", seq, posted, change
            )
            self.note(f"stored: {kind} {seq} {client_id or ''} {linked[:8]}")
            if self.work and self.work.wrapper.storage is storage:
                self.work.stored.append(pk)
                self.grants.require_held(grant, self.work.began)
        if rows:
            self.require_heads()
            self.require_doubts()
        self.require_one_grant_each()

    def look_at_grants(self, storage: Storage) -> None:
        """Whoever came, and whoever was sent away."""
        granted = self.observer.execute(CHANGED).fetchone()
        if granted == self.granted:
            return
        self.granted = granted
        for pk, public_id, ended in self.observer.execute(GRANTS).fetchall():
            if pk not in self.grants.rows and self.work and self.work.wrapper.storage is storage:
                self.grants.take(pk, self.work.request.phone.number, public_id)
            if ended:
                self.grants.end(pk, self.clock.now)

    def require_heads(self) -> None:
        for public_id, head, linked, deals, status in self.observer.execute(HEADS).fetchall():
            table = self.tables.get(public_id)
            require(table, "a table has a trail", public_id)
            expected = (
                table.head,
                table.events[-1].hash,
                len(table.order),
                "open" if table.is_open else "closed",
            )
            require(
                (head, linked, deals, status) == expected, "the head is the newest event", head, expected[0]
            )

    def require_doubts(self) -> None:
        """What is marked as doubted is what somebody doubts."""
        for public_id, table in self.tables.items():
            marked = [key for (key,) in self.observer.execute(DOUBTED, (public_id,))]
            require(marked == sorted(table.doubted), "the marks are the doubts", marked, table.doubted)

    def require_honest(self, work: Work, answer: Answer) -> None:
        """An answer says what was done."""
        request, status = work.request, answer.status
        if isinstance(work.error, Broken):
            raise work.error
        if status >= 500 and status != 503:
            raise Broken(
                f"every request is answered: {status} to {self.short(request.path)}: {work.error!r}"
            ) from work.error
        if 400 <= status < 500:
            require(not work.stored, "a refused request changes nothing", request.path, status)
        self.require_reason(work, answer)
        self.require_allowed(work, answer)
        if not request.entry or not request.table:
            return
        table = self.table_at(request.table)
        if status in {200, 201, 302, 303}:
            require(request.entry in table.stored, "what is acknowledged is stored", request.entry, status)
        if status == 201:
            require(
                table.stored[request.entry].pk in work.stored,
                "new is what was stored just now",
                request.entry,
            )
        if status == 412 and table.tap_of(request.entry):
            table.require_others(request.base, request.phone.number)

    def require_allowed(self, work: Work, answer: Answer) -> None:
        """Whoever was sent away finds nothing; everybody else hears of all that there is."""
        request, status = work.request, answer.status
        if not request.path.startswith("/t/"):
            return
        if self.grants.is_out(request.phone.number, request.table, work.began):
            require(status in {404, 503}, "whoever was sent away finds nothing", request.path, status)
        elif "/news/" in request.path and status in {200, 204}:
            found = NEWS.search(answer.text) or ASKED_FROM.search(request.path)
            require(found, "news say how far they go")
            self.table_at(request.table).require_news(int(found[1]), work.began)

    def require_reason(self, work: Work, answer: Answer) -> None:
        """Who is turned away is told why, and there is a reason."""
        request, status = work.request, answer.status
        if status == 503 and work.stored:
            require("可能记上了" in answer.text, "what is stored is not denied", request.entry)
        if status == 503 and not work.faults:
            waited = self.clock.now - work.began
            require(waited >= PATIENCE, "nobody is turned away for nothing", work.wrapper.storage.failure)

    def require_opened(self, entry: str, address: str) -> None:
        """A phone believes that its entry has opened this table."""
        opened = self.openings.get(entry)
        require(
            opened and f"/t/{opened}/" == address,
            "an entry leads to the table that it opened",
            entry,
            address,
        )

    def require_one_grant_each(self) -> None:
        """Whoever comes twice is there once, and nobody is somebody who is there already."""
        for what, promise in (
            ("device_id", "a phone is at a table once"),
            ("player", "a player has one phone"),
        ):
            twice = self.observer.execute(DOUBLED.format(what)).fetchall()
            require(not twice, promise, *twice)

    def acknowledge(self, address: str, client_id: str, seq: int | None = None) -> None:
        """A phone believes that its entry is stored."""
        row = self.table_at(address).stored.get(client_id)
        require(row and seq in (None, row.seq), "what is acknowledged is stored", client_id, seq)

    def verify(self) -> None:
        """Whatever is stored follows from the trail, and the trail from the rules."""
        with connected(self.reader):
            for session in GameSession.objects.order_by("pk"):
                damages = verify(session).damages
                if self.tables[session.public_id].damage:
                    require(damages, "damage is found", session.public_id)
                else:
                    require(not damages, "everything follows from the trail", *damages)

    # Beginning and end.

    def open(self) -> None:
        """A table opened by the first phone, which invites the others; before any danger."""
        owner, *guests = self.phones
        self.ask(owner, "GET", "/j/")
        answer = self.ask(owner, "POST", "/new/", {**NEW, "client_id": f"opening-{len(self.tables):05d}"})
        require(answer.status == OPENED, "a table opens", answer.status)
        address = answer.headers["location"]
        page = self.ask(owner, "POST", f"{address}links/", {"role": "scorekeeper", "label": "牌友"})
        for guest in guests:
            self.ask(guest, "GET", "/j/")
            answer = self.ask(guest, "POST", "/j/", {"secret": secret_on(page), **who(guest)})
            require(answer.status == OPENED, "a guest comes in", answer.status)
        for phone in self.phones:
            phone.come_to(address)
        self.invitation = (address, secret_on(page))

    @property
    def opened(self) -> Opened:
        """What others can go on from."""
        return Opened(
            self.clock.now,
            self.newest,
            deepcopy(self.tables),
            deepcopy(self.grants),
            self.invitation,
            [(phone.table, {**phone.cookies}) for phone in self.phones],
        )

    def resume(self, opened: Opened) -> None:
        """Go on from what another world has opened, in a copy of its file."""
        self.clock.now, self.newest, self.tables = opened.now, opened.newest, deepcopy(opened.tables)
        self.grants, self.invitation = deepcopy(opened.grants), opened.invitation
        for phone, (table, cookies) in zip(self.phones, opened.phones, strict=True):
            phone.cookies = {**cookies}
            phone.come_to(table)

    def ask(self, phone: Phone, method: str, path: str, fields: dict[str, Any] | None = None) -> Answer:
        """Send something and wait for the answer; nothing else happens meanwhile."""
        came: list[Answer | None] = []
        phone.send(method, path, came.append, fields, "text/html")
        while not came:
            self.step()
        require(came[0], "an answer comes", path)
        return came[0]

    def live(self, steps: int) -> None:
        """So many steps of an evening on which everything may go wrong."""
        self.weather.is_calm, self.dangers = False, Dangers()
        for phone in self.phones:
            self.tap(phone)
        self.crowd()
        self.meddle()
        until = self.steps + steps
        while self.steps < until:
            self.step()

    def tap(self, phone: Phone) -> None:
        """Sooner or later somebody does something with this phone, again and again."""
        if self.dangers is None:
            return
        pause = self.random.expovariate(1 / 4)
        self.agenda.add(
            self.clock.now + pause, f"{phone.name} is taken up", lambda: (phone.act(), self.tap(phone))
        )

    def crowd(self) -> None:
        """Now and then a deal is over, and everybody takes up the phone at once."""
        if self.dangers is None:
            return
        for phone in self.phones:
            self.agenda.add(
                self.clock.now + self.random.random() * AT_ONCE, f"{phone.name} as well", phone.act
            )
        pause = self.random.expovariate(1 / DEAL)
        self.agenda.add(self.clock.now + pause, "a deal is over", self.crowd)

    def meddle(self) -> None:
        """Now and then somebody tries to edit the file."""
        if self.dangers is None:
            return
        self.hand.edit()
        pause = self.random.expovariate(1 / MEDDLING)
        self.agenda.add(self.clock.now + pause, "a hand at the file", self.meddle)

    def spoil(self) -> None:
        """Somebody damages the trails of all tables, as soon as the file is free."""
        for public_id, table in self.tables.items():
            while not table.damage:
                if self.hand.spoil(public_id):
                    table.damage = f"event {table.head}"
                else:
                    self.step()

    def live_on_damaged(self, steps: int) -> None:
        """So many steps more after somebody has damaged the trails: nothing is built on them, and whoever looks knows."""
        self.spoil()
        self.live(steps)
        self.verify()

    def end(self) -> None:
        """Nothing goes wrong any more: queues run empty, and every phone sees the same ledger, which is the model's."""
        self.weather.is_calm, self.dangers = True, None
        while any(phone.waits_for or phone.kept.queue for phone in self.phones) or self.agenda.entries:
            for phone in self.phones:
                if phone.is_away and not phone.waits_for:
                    come_back(phone)
                elif phone.kept.queue and phone.kept.queue[0].refused and not phone.waits_for:
                    phone.let_be(phone.kept.queue[0])
            if not self.agenda.entries and not any(process.running for process in self.processes):
                break
            self.step()
        require(not any(phone.kept.queue for phone in self.phones), "queues run empty")
        owner = self.phones[OWNER]
        if not owner.table_now.is_open:
            owner.close_or_reopen()
            while owner.waits_for:
                self.step()
        self.bring_back()
        self.require_same_everywhere()
        self.verify()

    def bring_back(self) -> None:
        """Whoever was sent away and has not noticed yet comes in again as well."""
        for phone in self.phones:
            if not self.grants.held_by(phone.number, phone.table):
                moving.join(phone)
                while phone.waits_for:
                    self.step()

    def require_same_everywhere(self) -> None:
        """What pages and files say on each phone is what the model says."""
        for phone in self.phones:
            table = phone.table_now
            document = json.loads(self.ask(phone, "GET", f"{phone.table}export/json/").text)
            facts = [Fact.of(deal) for deal in document["deals"]]
            require(facts == table.lines, "every phone sees the same deals", phone.name)
            page = self.ask(phone, "GET", phone.table).text
            totals = dict(TOTAL.findall(page))
            shown = tuple(int(totals[f"{player}"].replace("−", "-")) for player in range(PLAYERS))
            require(
                shown == table.totals, "every phone sees the same totals", phone.name, shown, table.totals
            )


@contextmanager
def evening(
    seed: int, migrated: Path, path: Path, way: Way = Way.FILE, opened: Opened | None = None
) -> Iterator[World]:
    """A world that has begun: one table, five phones, two processes, nothing wrong yet.

    With a table that was ``opened`` before, ``migrated`` is the file that it stands in.
    """
    shutil.copyfile(migrated, path)
    world = World(seed, path, way)
    logging.disable(logging.CRITICAL)
    got_request_exception.connect(world.keep_error)
    try:
        with (
            ruled_by(world.clock, Random(f"{seed}, for the program")),
            override_settings(SECRET_KEY="an evening"),
        ):
            world.resume(opened) if opened else world.open()
            yield world
    finally:
        world.close()
        got_request_exception.disconnect(world.keep_error)
        logging.disable(logging.NOTSET)
        forget()
