"""Where the time of a page goes: a profile of each page, by what its functions belong to.

`make bench ARGS="-k floors"`. A profiler slows small functions down more than large ones, so that the shares are nearer the
truth than the milliseconds, which are those of a request without it. `test_requests` says what a server adds: a static
file costs it as much as any answer.
"""

import cProfile
import pstats
import time
from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client

from tests.benchmarks.test_exports import document
from tests.benchmarks.test_requests import TABLE
from tests.live.phones import WIN, fresh_id

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]

TEMPLATES = (
    "/django/template/",
    "/templatetags/",
    "/template_partials/",
    "/django/utils/",
    "/asgiref/local",
    "/html/",
)
"""Translations, lazy texts and escaping are looked for by templates alone, as good as."""
PARTS = (
    ("packing", ("zlib", "gzip.py")),
    ("the last fifty events", ("/trail/chain.py", "/verify/", "hash", "hmac")),
    ("templates", TEMPLATES),
    ("the database", ("/django/db/", "/database/", "sqlite3", "Cursor", "/utils/connection.py")),
    ("what was read", ("/json/", "/ledger/")),
    ("presenters and forms", ("/presenters/", "/forms/", "/entries/", "/rules/", "/formats/")),
)
"""What a function belongs to, by a piece of its file's path or of a built-in's name; anything else is the request itself."""


@pytest.fixture
def table(client: Client) -> str:
    """A thousand deals, and three more."""
    answer = client.post("/import/", {"text": document(1000), "do": "import", "client_id": fresh_id()})
    found = TABLE.search(answer.headers.get("Location", "") + answer.content.decode())
    assert found
    for _ in range(3):
        assert client.post(f"{found[0]}deals/save/", {"client_id": fresh_id(), **WIN}).status_code == 303
    return found[0]


def part_of(function: tuple[str, int, str]) -> str:
    path, _line, name = function
    where = name if path == "~" else path
    return next(
        (part for part, pieces in PARTS if any(piece in where for piece in pieces)), "the request itself"
    )


def shares(work: Callable[[], object], times: int) -> Counter[str]:
    """Part → what of all seconds."""
    profile = cProfile.Profile()
    profile.runcall(lambda: [work() for _ in range(times)])
    found: Counter[str] = Counter()
    # What a built-in such as `getattr` takes belongs to whoever calls it.
    for function, (_calls, _all, own, _with, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        part = part_of(function)
        if function[0] == "~" and part == "the request itself":
            for caller, (_c, _a, theirs, _w) in callers.items():
                found[part_of(caller)] += theirs
        else:
            found[part] += own
    whole = sum(found.values())
    return Counter({part: seconds / whole for part, seconds in found.items()})


PAGES = (
    ("table", "", 60),
    ("record form", "deals/new/", 60),
    ("settling", "settle/", 60),
    ("paper", "export/print/", 3),
)
"""Pages, their addresses below the table's, and how often each is looked at."""


def test_where_the_time_of_a_page_goes(client: Client, table: str):
    for name, path, times in PAGES:

        def look(path: str = path) -> None:
            answer = client.get(f"{table}{path}", headers={"Accept-Encoding": "gzip"})
            assert answer.status_code == 200
            b"".join(answer)

        look()
        began = time.process_time()
        for _ in range(times):
            look()
        each = (time.process_time() - began) / times * 1000
        found = shares(look, times)
        print(f"\n{name}: {each:.1f} ms of the processor without a server")
        for part, share in found.most_common():
            print(f"  {part:<28}{share * each:6.1f} ms{share:8.0%}")
        assert sum(found.values()) == pytest.approx(1)
