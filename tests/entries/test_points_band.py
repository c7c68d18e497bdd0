"""Caught points: what a form states, and what it says before it is saved."""

import pytest

from tests.entries.bands import Band, read_band
from zipai_ledger.entries.setting import Setting
from zipai_ledger.forms.entry import form_data
from zipai_ledger.forms.points_band import PointsBandForm
from zipai_ledger.ledger.trail import outcomes
from zipai_ledger.presenters.points_band import (
    first_points_verdict,
    points_entry,
    points_progress,
    points_verdict,
)
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.codec import Seat
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import State
from zipai_ledger.rules.speaker import Speaker

DALIN = registry.get("dalin")
NAMES = ("老王", "小李", "阿芳", "四叔")
TABLE = DALIN.table({}, (0, 1, 2, 3), 4, 0, None)
LATER = State(dealer=Seat(1), level=(0, 2))


def setting(state: State = LATER, lang: str = "zh-hans") -> Setting:
    return Setting(ruleset=DALIN, table=TABLE, state=state, speaker=Speaker(DALIN, lang, NAMES))


def stated(**data: str) -> dict:
    return facts.to_json(PointsBandForm(setting(), data).fact())


def refusal(**data: str) -> Refused:
    """Why a form states no deal, or none that stands."""
    with pytest.raises(Refused) as caught:
        DALIN.play(TABLE, LATER, PointsBandForm(setting(), data).fact())
    return caught.value


def verdict(at: Setting | None = None, **data: str) -> Band:
    at = at or setting()
    form = PointsBandForm(at, data)
    outcome = DALIN.play(TABLE, at.state, form.fact())
    return read_band(points_verdict(form, outcomes.write(outcome, TABLE, 1).body))


def test_a_number_is_its_hundreds_tens_and_five():
    assert stated(points_100="300", points_10="80") == {"result": "points", "points": 380}
    assert stated(points_100="100", points_10="60", points_5="5")["points"] == 165
    assert stated(points_10="40")["points"] == 40
    assert stated(points_5="5")["points"] == 5
    assert stated(points_100="0")["points"] == 0


def test_the_kitty_is_its_cards_and_its_points():
    fact = stated(points_100="300", kitty_cards="4", kitty_points_10="20", kitty_points_5="5")
    assert fact == {"result": "points", "points": 300, "kitty_points": 25, "kitty_cards": 4}
    assert "kitty_points" not in stated(points_100="300", kitty_cards="", kitty_points_10="20")


def test_a_gongzhu_reads_no_kitty():
    fact = stated(points_100="200", gongzhu="1", kitty_cards="4", kitty_points_10="20")
    assert fact == {"result": "points", "points": 200, "gongzhu": True}


def test_dealer_and_note_are_kept():
    assert stated(points_100="0", dealer="3", note=" 茶 ") == {
        "result": "points",
        "points": 0,
        "dealer": 3,
        "note": "茶",
    }


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        ({}, ["bad_points.missing"]),
        ({"kitty_cards": "2", "kitty_points_10": "20"}, ["bad_points.missing"]),
        ({"points_100": "x"}, ["bad_deal.integer"]),
        (
            {"points_100": "x", "dealer": "y", "note": "字" * 501},
            ["bad_deal.integer"] * 2 + ["bad_note.long"],
        ),
        ({"points_100": "400", "points_10": "50"}, ["bad_points.range"]),
        ({"points_10": "7"}, ["bad_points.step"]),
        ({"points_100": "300", "kitty_cards": "2"}, ["bad_points.kitty_points"]),
    ],
)
def test_what_cannot_be_is_refused(data, keys):
    assert [problem.key for problem in refusal(**data).problems] == keys


@pytest.mark.parametrize(
    "stored",
    [
        {"result": "points", "points": 385, "kitty_points": 15, "kitty_cards": 3, "dealer": 2, "note": "茶"},
        {"result": "points", "points": 0, "dealer": 0},
        {"result": "points", "points": 400, "gongzhu": True, "dealer": 1},
        {"result": "points", "points": 60, "kitty_points": 0, "kitty_cards": 1, "dealer": 1},
    ],
)
def test_a_stored_deal_comes_back_to_the_form_and_states_the_same(stored):
    assert stated(**form_data(PointsBandForm.values(setting(), facts.from_json(stored)))) == stored


def test_another_deal_gives_an_empty_form():
    assert PointsBandForm.values(setting(), facts.Adjust(deltas=(0, 0, 0, 0))) == {}


def test_the_keys_follow_the_deck_and_sides_and_level_the_state():
    entry = points_entry(PointsBandForm(setting()))
    assert list(entry.hundreds) == [0, 100, 200, 300, 400]
    assert list(entry.tens) == list(range(0, 100, 10))
    assert list(entry.kitty_tens)[-1] == 80
    assert (entry.dealers, entry.catchers, entry.ask.level) == (("小李", "四叔"), ("老王", "阿芳"), "K")
    assert not entry.ask.first
    assert points_entry(PointsBandForm(setting(DALIN.open(TABLE)))).ask.first


def test_an_empty_form_says_what_it_is_for():
    band = read_band(first_points_verdict(PointsBandForm(setting())))
    assert (band.why, band.title, band.detail) == ("先点抓了多少分", "", "点了分，这里先算出来。")


def test_before_it_is_saved_total_band_level_and_tribute_are_shown():
    found = verdict(points_100="300", points_10="80", kitty_cards="4", kitty_points_10="20")
    assert (found.big, found.unit) == (460, "分")
    assert (found.title, found.detail) == ("闲家 +5，闲家赢", "下一盘阿芳坐庄")
    assert found.lines == (
        "抓了 380，抠底 20 × 4，共 460 分",
        "小李、四叔打 K 没过，对方从 5 打起",
        "下一盘小李、四叔进 4 张贡，一人一半；庄家和上家先选（打公主不进）",
    )


def test_where_the_sources_disagree_it_is_said_before_saving():
    assert "赢归闲家，积分却是 −1：两张表这样印的，都照算" in verdict(points_100="100", points_10="60").lines
    lines = verdict(points_100="100", points_10="80", gongzhu="1").lines
    assert lines[0] == "公主，闲家抓了 180 分；分另外算，积分表照用"
    assert lines[1] == "赢归庄家方，积分却是闲家 +1：两张表都照算"


def test_a_plain_deal_is_said_in_two_lines_more():
    assert verdict(points_100="0").lines == (
        "小李、四叔打过 K，升到 A",
        "下一盘老王、阿芳进 3 张贡，阿芳多一张；庄家和上家先选（打公主不进）",
    )


def test_in_english_too():
    found = verdict(setting(lang="en"), points_100="100")
    assert (found.title, found.unit) == ("defenders −2，dealers win", "points")
    assert found.lines[0] == "小李, 四叔 won at K, A is next"


@pytest.mark.parametrize(
    ("data", "why", "bad"),
    [
        ({}, "先点抓了多少分", False),
        ({"points_100": "300", "kitty_cards": "2"}, "先点底牌几分", False),
        ({"points_100": "400", "points_5": "5"}, "先改好，再记", True),
    ],
)
def test_the_save_button_says_what_is_missing(data, why, bad):
    found = read_band(points_progress(PointsBandForm(setting(), data), refusal(**data).problems))
    assert (found.why, found.bad, found.ready) == (why, bad, False)
