"""What several folders of tests share."""

import gc
import math
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import TransactionTestCase
from django.utils import timezone, translation
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests import needs
from tests.lifting import lifted
from tests.phones import CHROMIUM_FLAGS, IN_HASTE, LAN_NAME, PATIENCE, PHONE, changes_noted, open_phone
from tests.quick_requests import quick_requests
from tests.quick_taps import quick_taps
from tests.servers import Server, collected, prepared, serving

if TYPE_CHECKING:
    from tests.live.phones import Listening

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
SHARED_IS_ABSENT = "the shared documents do not lie beside this checkout"
FORBID_SKIPS = os.environ.get("ZIPAI_FORBID_SKIPS") == "1"

BENCHMARKS = Path(__file__).with_name("benchmarks")
EXTERNAL_FOLDERS = {"faults"}
EXTERNAL_FIXTURES = {"collected_static", "server", "shared_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`make test ARGS="tests/browser --phone 320x568"` has the same evenings on another phone."""
    parser.addoption("--phone", type=size, metavar="WIDTHxHEIGHT", help="size of the phones, in CSS pixels")


def size(text: str) -> dict[str, int]:
    """``320x568``."""
    width, height = map(int, text.split("x"))
    return {"width": width, "height": height}


def pytest_configure(config: pytest.Config) -> None:
    """Phones are as large as was asked for."""
    if viewport := config.getoption("--phone"):
        PHONE["viewport"] = viewport


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """Where skips are forbidden, only the absence of the shared documents may skip a test."""
    report = yield
    return without_skip(report) if FORBID_SKIPS else report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report(collector: pytest.Collector):
    """The same for modules that skip themselves as a whole."""
    report = yield
    return without_skip(report) if FORBID_SKIPS else report


def without_skip(report):
    """Turn a skip into a failure, unless it is expected or allowed."""
    if report.skipped and not hasattr(report, "wasxfail") and SHARED_IS_ABSENT not in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = f"skips are forbidden here: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of modules and tests are made and stay to the end: let nobody look for garbage among them.

    Nor after every few objects of a page while tests run; cycles are rare, and go a little later.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Benchmarks are not even read where none of them runs: they load what nothing else needs, in every worker."""
    return True if collection_path == BENCHMARKS and "not benchmark" in config.option.markexpr else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what needs more than this process."""
    if is_external(item):
        item.add_marker("external")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files with a browser last, in whatever order the others are, and the longest of them first.

    Last, because Playwright leaves an event loop running in its thread. Whole files, because a worker takes whole
    files (`--dist loadfile`), in this order; long ones first, so that no worker waits for the others in the end. How
    long one takes goes by its lines and its tests: some have one test, a whole evening, and others many rows.
    """
    browsing = Counter(item.path for item in items if in_browser(item))
    length = {path: count + path.read_bytes().count(b"\n") for path, count in browsing.items()}
    items.sort(key=lambda item: -length[item.path] if item.path in length else -math.inf)


def in_browser(item: pytest.Item) -> bool:
    """Say whether a test needs a browser."""
    return item.path.parent.name == "browser" or "browser" in fixtures_of(item)


def is_external(item: pytest.Item) -> bool:
    """Say whether a test needs a browser, a server process or another database; what starts another program says so itself."""
    return (
        in_browser(item)
        or item.path.parent.name in EXTERNAL_FOLDERS
        or not EXTERNAL_FIXTURES.isdisjoint(fixtures_of(item))
    )


def fixtures_of(item: pytest.Item) -> Sequence[str]:
    """Names of all fixtures that a test uses."""
    return getattr(item, "fixturenames", ())


@pytest.fixture(scope="session", autouse=True)
def flushes_lift_the_triggers() -> Iterator[None]:
    """Tests that really commit clear their database at the end, which the append-only tables refuse."""
    teardown = TransactionTestCase._fixture_teardown

    def lift_and_clear(self: TransactionTestCase) -> None:
        with lifted():
            teardown(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lift_and_clear)
        yield


@pytest.fixture(scope="session", autouse=True)
def requests_cost_little(django_test_environment: None) -> Iterator[None]:
    """See `tests.quick_requests`."""
    with quick_requests():
        yield


@pytest.fixture(autouse=True)
def the_language_is_that_of_the_settings() -> None:
    """A request leaves its language behind in the thread, whoever comes next."""
    translation.deactivate()


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """When it is: the clock stands still for this test."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared documents and cases, or a skip."""
    if not SHARED.is_dir():
        pytest.skip(SHARED_IS_ABSENT)
    return SHARED


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where static files lie once they are collected, and what else all workers of one run share beside them."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "static"


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, static: Path) -> None:
    """The database of these tests; migrations make its tables once, and every other worker and server has a copy."""
    if connection.vendor != "sqlite":
        request.getfixturevalue("django_db_setup")
        return
    with prepared(static, "migrated") as (data, missing), ExitStack() as opened:
        memory, kept = (
            opened.enter_context(closing(sqlite3.connect(one, uri=True)))
            for one in (connection.creation._get_test_db_name(), str(data / "ledger.sqlite3"))
        )
        if not missing:
            kept.backup(memory)
        request.getfixturevalue("django_db_setup")
        if missing:
            memory.backup(kept)


@pytest.fixture(scope="session")
def collected_static(static: Path) -> Path:
    """Static files that all servers of one run share, whichever worker starts them."""
    return collected(static)


@pytest.fixture
def server(tmp_path: Path, collected_static: Path) -> Iterator[Server]:
    """A real server on a fresh database file, for this test alone."""
    with serving(tmp_path / "data", collected_static) as running:
        yield running


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """One real server for tests that only look, or open tables of their own."""
    with serving(tmp_path_factory.mktemp("shared-server"), collected_static) as running:
        yield running


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, or a skip that names what is missing."""
    if absent := needs.missing_for_browsers():
        pytest.skip(f"missing for browser tests: {', '.join(absent)}")
    with sync_playwright() as started, quick_taps(), changes_noted(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(timeout=PATIENCE)
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests; every phone is a context of its own (`tests.phones`)."""
    launched = playwright.chromium.launch(executable_path=needs.chromium(), args=[*CHROMIUM_FLAGS, IN_HASTE])
    yield launched
    launched.close()


@pytest.fixture
def keeps() -> bool:
    """Whether phones keep pages for when there is no network; modules of tests that are about that have another."""
    return False


@pytest.fixture
def phone(browser: Browser, shared_server: Server, keeps: bool) -> Iterator[Page]:
    """A phone at 127.0.0.1, which counts as secure."""
    yield from open_phone(browser, shared_server.url, keeps=keeps)


@pytest.fixture
def lan_phone(browser: Browser, shared_server: Server, keeps: bool) -> Iterator[Page]:
    """A phone over plain HTTP at a made-up name: no secure context, as on a real local network."""
    yield from open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}", keeps=keeps)


@pytest.fixture
def phone_without_javascript(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A phone whose browser runs no scripts."""
    yield from open_phone(browser, shared_server.url, java_script_enabled=False)


@pytest.fixture
def listeners() -> Iterator["list[Listening]"]:
    """Whatever a test puts in is closed after it."""
    found: list[Listening] = []
    yield found
    for listening in found:
        listening.close()
