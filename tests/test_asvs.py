"""docs/asvs.md: every requirement has its row, and what a row names is there."""

import re
from collections import Counter

import pytest

from tests import cited
from tests.servers import ROOT

PAGE = (ROOT / "docs" / "asvs.md").read_text(encoding="utf-8")
WANTED = (ROOT / "tests" / "data" / "asvs.txt").read_text(encoding="ascii")
"""A requirement a line: its number and its level, in the order of the standard, 5.0.0."""
STATES = ("met", "not applicable", "deviation", "missing")
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([a-z ]+) \| (.*?) ?\|$", re.MULTILINE)
ROWS = ROW.findall(PAGE)
SUMS = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)


def test_every_requirement_has_one_row_in_its_order():
    assert [f"{number} {level}" for number, level, *_rest in ROWS] == WANTED.splitlines()
    assert len(ROWS) + len(SUMS) == len(re.findall(r"^\| \d", PAGE, re.MULTILINE))


def test_a_row_has_a_state_and_says_by_what_or_why():
    silent = [number for number, _level, _about, state, by in ROWS if state not in STATES or not by]
    assert silent == []


def test_what_is_met_names_a_file_a_test_or_that_there_is_nothing():
    bare = [number for number, _level, _about, state, by in ROWS if state == "met" and "`" not in by]
    assert bare == ["6.4.2"]


def test_the_sums_are_those_of_the_rows():
    counted = Counter(state for _number, _level, _about, state, _by in ROWS)
    assert [tuple(map(int, told)) for told in SUMS] == [tuple(counted[state] for state in STATES)]


def test_every_test_and_file_that_is_named_is_there():
    assert cited.missing(PAGE) == []


@pytest.mark.parametrize(
    "named",
    ["`tests/test_asvs.py::test_that_is_not_there`", "`docs/not_there.md`", "`test_that_is_not_there`"],
)
def test_what_is_not_there_is_found(named: str):
    assert cited.missing(named) == [named.strip("`")]
