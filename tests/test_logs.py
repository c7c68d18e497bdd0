"""Lines of the log."""

import io
import json
import logging
import re

import pytest
from django.db import OperationalError
from django.test import Client

from zipai_ledger.http.observed import number_of
from zipai_ledger.http.request_number import REQUEST
from zipai_ledger.logs import JsonLine, Numbered, OneLine, Seldom


@pytest.fixture
def log():
    """What is written, through the formatter and the filter of the settings."""
    REQUEST.set("")
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
        "zipai_ledger.logs.Seldom",
        "zipai_ledger.logs.Numbered",
    ]


PUBLIC_ID = "AbCdEfGhIjKlMnOpQrStUv"


@pytest.fixture
def written(settings):
    """Gives what a request writes to the log as the settings have it, in the form named."""

    def of(form: str, path: str) -> str:
        text, handler = io.StringIO(), logging.StreamHandler()
        handler.setStream(text)
        told = {**settings.LOGGING["formatters"][form]}
        make = {"line": OneLine, "json": JsonLine}[form]
        handler.setFormatter(make(told.get("format"), style=told.get("style", "%")))
        handler.addFilter(Seldom())
        handler.addFilter(Numbered())
        logger = logging.getLogger("django.request")
        logger.addHandler(handler)
        try:
            Client().get(path)
        finally:
            logger.removeHandler(handler)
        return text.getvalue()

    return of


def test_a_line_says_which_request_it_is_of_and_not_which_table(written, db):
    line = written("line", f"/t/{PUBLIC_ID}/settle/")
    assert PUBLIC_ID not in line
    assert re.search(r"Not Found: /t/…/settle/ \[[0-9a-f]{8}\]$", line.strip())


def test_lines_may_be_json(written, db):
    told = json.loads(written("json", f"/c/{PUBLIC_ID}/"))
    assert told["message"] == "Not Found: /c/…/"
    assert (told["level"], told["source"]) == ("WARNING", "django.request")
    assert re.fullmatch(r"[0-9a-f]{8}", told["request"])
    assert told["at"].endswith("+00:00")


def test_a_traceback_is_part_of_its_object():
    record = logging.LogRecord("zipai_ledger", logging.ERROR, "", 0, "a\nb", (), None)
    try:
        raise RuntimeError("one\ntwo")
    except RuntimeError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    (line,) = JsonLine().format(record).splitlines()
    assert "RuntimeError: one" in json.loads(line)["traceback"]


def test_a_proxy_of_the_host_s_own_names_the_request_and_nobody_else(rf, settings):
    request = rf.get("/", HTTP_X_REQUEST_ID="0123456789abcdef")
    settings.PROXIES = 0
    assert number_of(request) != "0123456789abcdef"
    settings.PROXIES = 1
    assert number_of(request) == "0123456789abcdef"
    assert len(number_of(rf.get("/", HTTP_X_REQUEST_ID="a b\nc forged line"))) == 8
