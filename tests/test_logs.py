"""Lines of the log."""

import io
import logging
import re

import pytest
from django.db import OperationalError
from django.test import Client

from zipai_ledger.logs import OneLine


@pytest.fixture
def log():
    """What is written, through the formatter of the settings."""
    text, handler = io.StringIO(), logging.StreamHandler()
    handler.setStream(text)
    handler.setFormatter(OneLine("{asctime} {levelname} {name}: {message}", style="{"))
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


def test_a_line_tells_its_time_with_the_offset(log):
    logging.getLogger("zipai_ledger").warning("好")
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d WARNING zipai_ledger: 好\n", log.getvalue())


def test_a_traceback_keeps_its_lines(log):
    try:
        raise RuntimeError("one\ntwo")
    except RuntimeError:
        logging.getLogger("zipai_ledger").exception("a\nb")
    assert log.getvalue().count("\n") > 3
    assert r"a\nb" in log.getvalue()
