"""Lines of the log."""

import io
import logging

import pytest
from django.db import OperationalError
from django.test import Client

from zipai_ledger.logs import OneLine, Seldom


@pytest.fixture
def log():
    """What is written, through the formatter and the filter of the settings."""
    text, handler = io.StringIO(), logging.StreamHandler()
    handler.setStream(text)
    handler.setFormatter(OneLine("{asctime} {levelname} {name}: {message}", style="{"))
    handler.addFilter(Seldom())
    logger = logging.getLogger("zipai_ledger")
    logger.addHandler(handler)
    yield text
    logger.removeHandler(handler)


def test_a_stranger_writes_no_line_of_his_own(log, client: Client, db, monkeypatch: pytest.MonkeyPatch):
    def locked(*_, **__):
        raise OperationalError("database is locked")

    monkeypatch.setattr("zipai_ledger.access.guard.visit", locked)
    forged = "/t/x%0a2026-11-22%2019:00:00,000%20ERROR%20zipai_ledger:%20table%20forged%1b%5B31m/"
    assert client.get(forged).status_code == 503
    (line,) = log.getvalue().splitlines()
    assert "\x1b" not in line
    assert r"x\n2026-11-22" in line


def test_a_line_tells_its_time_in_utc_with_the_offset(log, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("logging.time.time", lambda: 1_795_345_500.0)
    logging.getLogger("zipai_ledger").warning("好")
    assert log.getvalue() == "2026-11-22T11:05:00+00:00 WARNING zipai_ledger: 好\n"


def test_a_traceback_keeps_its_lines(log):
    try:
        raise RuntimeError("one\ntwo")
    except RuntimeError:
        logging.getLogger("zipai_ledger").exception("a\nb")
    assert log.getvalue().count("\n") > 3
    assert r"a\nb" in log.getvalue()


@pytest.fixture
def minute(monkeypatch):
    """A minute of the clock, which the test moves."""
    now = [1_000]
    monkeypatch.setattr("zipai_ledger.logs.time.monotonic", lambda: 60.0 * now[0])
    return now


def test_a_line_that_is_brought_about_again_and_again_is_written_a_few_times_a_minute(log, minute):
    logger = logging.getLogger("zipai_ledger")
    for number in range(1_000):
        logger.warning("not found: %s", number)
    assert len(log.getvalue().splitlines()) == Seldom.most
    minute[0] += 1
    logger.warning("not found: %s", "again")
    assert (
        log.getvalue()
        .splitlines()[-1]
        .endswith(f"not found: again ({1_000 - Seldom.most} like earlier ones left out)")
    )
    logger.warning("something else")
    assert log.getvalue().splitlines()[-1].endswith("something else")


def test_the_console_writes_seldom_what_is_the_same(settings):
    console = settings.LOGGING["handlers"]["console"]
    assert [settings.LOGGING["filters"][name]["()"] for name in console["filters"]] == [
        "zipai_ledger.logs.Seldom"
    ]
