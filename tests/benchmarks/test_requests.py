"""What pages and forms cost a server of the processor, beside another commit's server asked in turn.

``make bench ARGS="-k requests"``; ``ZIPAI_BASE=6783c68`` names the other commit, ``ZIPAI_DEALS=20000`` a longer evening. Seconds
of the processor are the server's own, all its threads together: they say the same on a busy machine, but for its caches.
Both are asked as a browser asks, over one connection and for packed answers.
"""

import gzip
import os
import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from http.client import HTTPConnection

import pytest

from tests.benchmarks.bars import hold
from tests.benchmarks.test_exports import document
from tests.live.phones import WIN, Phone, fresh_id
from tests.servers import Server
from tests.unchanged.trees import HERE, Tree, checked_out

pytestmark = pytest.mark.benchmark

SCHEDULED = 2
"""Of the clocks of a process, the one of the scheduler."""
BASE = os.environ.get("ZIPAI_BASE", "6783c68")
DEALS = int(os.environ.get("ZIPAI_DEALS", "1000"))
ROUNDS = 5
TABLE = re.compile(r"/t/[\w-]+/")
STYLE = re.compile(r'href="(/static/css/(?:base|every-page)[^"]*)"')
CARDS = {
    "winner": "0",
    "source": "self_draw",
    "mode": "cards",
    "groups": "碰捌捌捌 扫伍伍伍 顺壹贰叁 顺一二三 顺四五六 搭九九玖 顺六七八 胡八@6",
    "flipped": "肆",
}


def processor(pid: int) -> float:
    """Seconds of the processor that a process has taken, by its clock: its ``stat`` counts in hundredths.

    Linux makes the clock's id of the process's (``clock_getcpuclockid``, which Python does not have).
    """
    return time.clock_gettime((~pid << 3) | SCHEDULED)


class Browsing(Phone):
    """A phone that asks as browsers do: over one connection, for answers that are packed."""

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.connection = HTTPConnection("127.0.0.1", self.port, timeout=self.patience)

    def ask(self, method: str, path: str, body: str = "", **headers: str):
        """Status, headers and body of an answer."""
        asked = {"Cookie": self.cookie, "Accept-Encoding": "gzip", **headers}
        self.connection.request(method, path, body or None, asked)
        answer = self.connection.getresponse()
        self.remember(answer)
        packed = answer.read()
        text = gzip.decompress(packed) if answer.headers["Content-Encoding"] == "gzip" else packed
        return answer.status, answer.headers, text.decode()


@dataclass(frozen=True)
class Side:
    """A server of one commit, and the phone that owns a table there."""

    server: Server
    phone: Browsing
    table: str

    @classmethod
    def opened(cls, server: Server) -> "Side":
        phone = Browsing(server)
        form = {"text": document(DEALS), "do": "import", "client_id": fresh_id()}
        status, headers, text = phone.post("/import/", **form)
        found = TABLE.search((headers["Location"] or "") + text)
        assert status in (201, 302, 303), text
        assert found
        return cls(server, phone, found[0])

    @cached_property
    def head(self) -> int:
        return int(self.get("").split('data-rev="')[1].split('"')[0])

    @cached_property
    def style(self) -> str:
        found = STYLE.search(self.ask("/"))
        assert found
        return found[1]

    def ask(self, path: str, *wanted: int) -> str:
        status, _headers, text = self.phone.ask("GET", path)
        assert status in (wanted or (200,)), (path, status)
        return text

    def get(self, path: str, *wanted: int) -> str:
        return self.ask(f"{self.table}{path}", *wanted)

    def post(self, path: str, wanted: int, **fields: object) -> None:
        status, _headers, text = self.phone.post(f"{self.table}{path}", **fields)
        assert status == wanted, text

    def cost(self, work: Callable[["Side"], object], times: int) -> float:
        """Milliseconds of the server's processor for one."""
        # It may have been idle for so long that the server has let go of it.
        self.phone.connection.close()
        before = processor(self.server.process.pid)
        for _ in range(times):
            work(self)
        return (processor(self.server.process.pid) - before) / times * 1000


@dataclass(frozen=True)
class Row:
    """What is asked, how often in a round, and what of the other commit's time it may take at most, None: nobody says."""

    name: str
    work: Callable[[Side], object]
    most: float | None = None
    times: int = 20


ROWS = (
    Row("table", lambda side: side.get(""), 1 / 3),
    Row("settling", lambda side: side.get("settle/"), 1 / 3),
    Row("record form", lambda side: side.get("deals/new/"), 1 / 3),
    Row("a deal", lambda side: side.get(f"deals/{side.head}/"), 1 / 3),
    Row("news", lambda side: side.get(f"news/?rev={side.head - 1}&show=table"), 1 / 3),
    Row("nothing new", lambda side: side.get(f"news/?rev={side.head}&show=table", 204), 1 / 4, times=100),
    Row("preview", lambda side: side.post("deals/preview/", 200, **WIN), 1 / 2),
    Row("preview of cards", lambda side: side.post("deals/preview/", 200, **CARDS), 1 / 2),
    Row("record", lambda side: side.post("deals/save/", 303, client_id=fresh_id(), **WIN), 1 / 2),
    Row("record cards", lambda side: side.post("deals/save/", 303, client_id=fresh_id(), **CARDS), 1 / 2),
    Row("new table", lambda side: side.ask("/new/"), 1),
    Row("rules of a game", lambda side: side.ask("/rules/guilin/")),
    Row("home", lambda side: side.ask("/")),
    Row("a static file", lambda side: side.ask(side.style), times=100),
)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Side, Side]]:
    """The other commit, and this one."""
    folder = tmp_path_factory.mktemp("requests")
    with ExitStack() as stack:
        trees: tuple[Tree, Tree] = (stack.enter_context(checked_out(BASE, folder / "tree")), HERE)
        servers = [
            stack.enter_context(tree.serving(folder / name / "data"))
            for name, tree in zip(("before", "now"), trees, strict=True)
        ]
        before, now = map(Side.opened, servers)
        for side in (before, now):
            stack.callback(side.phone.connection.close)
        yield before, now


def test_what_requests_cost(sides: tuple[Side, Side]):
    print(f"\nms of the processor, {DEALS} deals{BASE:>14}{'now':>8}{'ratio':>8}{'most':>7}")
    for row in ROWS:
        for side in sides:
            side.cost(row.work, 2)
        pairs = [
            (sides[0].cost(row.work, row.times), sides[1].cost(row.work, row.times)) for _ in range(ROUNDS)
        ]
        before, now = (statistics.median(times) for times in zip(*pairs, strict=True))
        ratio = statistics.median(after / max(first, 0.01) for first, after in pairs)
        short = hold(f"{row.name}: of the time of {BASE}", ratio, row.most) if row.most else ""
        most = f"{row.most:7.2f}" if row.most else " " * 7
        print(f"{row.name:<32}{before:10.2f}{now:8.2f}{ratio:8.2f}{most}{short}", flush=True)
