"""Which names may be written, and which are the same."""

import unicodedata

import pytest

from zipai_ledger.ledger import names
from zipai_ledger.rules.problems import Refused


@pytest.mark.parametrize(
    "name",
    ["老王", "𠮷", "👨‍👩‍👧", "👩🏽‍🌾", "❤️", "🏳️‍🌈", "A", "x" * 24, "ñ", "Ἀ", "王 师傅", "O'Neil", "1️⃣", "한국", "ไทย"],
)  # fmt: skip
def test_a_name_that_people_have_passes(name):
    assert names.player_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("name", "whys"),
    [
        ("", ["empty"]),
        ("   ", ["empty"]),
        ("x" * 25, ["long"]),
        ("x" * 10_000, ["long"]),
        (None, ["text"]),
        (12, ["text"]),
        ("a\x00b", ["control"]),
        ("a\nb", ["control"]),
        ("a\u202eb", ["invisible"]),
        ("a\u200bb", ["invisible"]),
        ("a\u200db", ["invisible"]),
        ("\u200d老", ["invisible"]),
        ("👩\u200d", ["invisible"]),
        ("老\ufe0f", ["invisible"]),
        ("\ufe0f老", ["invisible"]),
        ("\ufeff老", ["control", "invisible"]),
        ("\u3164", ["blank"]),
        ("a\u3000b", ["blank"]),
        ("a\u00a0b", ["blank"]),
        ("a\u2800b", ["blank"]),
        ("a\u2028b", ["blank"]),
        ("\ue000", ["unassigned"]),
        ("\U000e0fff", ["unassigned"]),
        ("\ufffd", ["unassigned"]),
        ("\U00013fff", ["unassigned"]),
        pytest.param("a\ud83d", ["control"], id="half an emoji"),  # which no id of a test could hold
        ("\x07\u202e\ue000" + "x" * 22, ["long", "control", "invisible", "unassigned"]),
    ],
)
def test_a_name_that_would_deceive_is_refused(name, whys):
    with pytest.raises(Refused) as caught:
        names.player_name(name, "players.2")
    found = [problem.why for problem in caught.value.problems]
    assert found == whys or (len(found) == 1 and found[0] in whys)
    assert {(problem.code, problem.field) for problem in caught.value.problems} == {("bad_name", "players.2")}


def test_a_name_is_kept_composed_and_without_spaces_around():
    assert names.player_name(" e\u0301 ") == "é"


def test_the_problem_names_the_place_and_the_character():
    with pytest.raises(Refused) as caught:
        names.player_name("ab\u202e")
    assert caught.value.problems[0].params == {"got": "U+202E", "place": 3}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Fang", "fang"), ("ｆａｎｇ", "FANG"), ("STRASSE", "straße"), ("①", "1"), ("é", "e\u0301")],
)
def test_names_that_look_the_same_are_the_same(one, other):
    assert names.name_key(one) == names.name_key(other)


def test_names_that_differ_stay_apart():
    assert len({names.name_key(name) for name in ("老王", "老汪", "小王", "吉", "𠮷")}) == 5


def test_a_session_may_have_a_longer_name():
    assert names.session_name("周" * 40) == "周" * 40
    with pytest.raises(Refused):
        names.session_name("周" * 41)
