"""A deal in words, from what is stored of it."""

from dataclasses import replace
from typing import Any

import pytest

from zipai_ledger.ledger.queries import DealRow
from zipai_ledger.models import Deal, Stage
from zipai_ledger.presenters.deal_changes import DealChange, deal_changes
from zipai_ledger.presenters.deals import TALLIED, Roster, Score, WorkedLine, deal_row, win_facts
from zipai_ledger.rules.registry import get
from zipai_ledger.rules.speaker import Speaker

ROSTER = Roster(["老王", "小李", "阿芳"], [0, 1, 2], {7: "记重了"})
DEAD = {
    "wins": [],
    "items": [],
    "deltas": [0, 0, 0],
    "flows": [],
    "warnings": [],
    "round_over": False,
}


def stored(outcome: dict[str, Any], fact: dict[str, Any] | None = None, **marks: bool) -> DealRow:
    """The third deal of three people at 桂林字牌, with the key 7."""
    stage = Stage(ruleset="guilin", unit="舵", seats="[0, 1, 2]")
    deal = Deal(stage=stage, key=7, position=3, **marks)
    return DealRow(deal, {"result": "dead", **(fact or {})}, {**DEAD, **outcome})


def named(*scores: Score) -> tuple[Score, ...]:
    """The same with whose they are, which a voice says."""
    return tuple(replace(score, label=name) for score, name in zip(scores, ROSTER.names, strict=True))


def test_a_deal_that_counts_is_numbered_and_may_be_doubted():
    line = deal_row(stored({"deltas": [4, -2, -2]}), ROSTER)
    assert (line.key, line.number, line.title, line.speech) == (7, 3, "黄庄", "黄庄")
    assert line.scores == named(Score(4, "plus"), Score(-2, "minus"), Score(-2, "minus"))
    assert [score.text for score in line.scores] == ["+4", "−2", "−2"]
    assert [score.spoken for score in line.scores] == ["老王 正 4", "小李 负 2", "阿芳 负 2"]
    assert line.disputable
    assert not line.void
    assert line.settled is None


def test_a_void_deal_keeps_its_figures_without_a_sign_and_says_why():
    line = deal_row(stored({"deltas": [4, -2, -2]}, live=False), ROSTER)
    assert line.scores == named(Score(4, "zero"), Score(-2, "zero"), Score(-2, "zero"))
    assert (line.about, line.notes) == (("作废",), ("作废：记重了",))
    assert line.speech == "黄庄、作废"
    assert not line.disputable


def test_a_deal_that_is_doubted_cannot_be_doubted_again():
    line = deal_row(stored({}, disputed=True), ROSTER)
    assert line.disputed
    assert not line.disputable


@pytest.mark.parametrize(
    ("outcome", "scores"),
    [
        ({"gains": [17, 0, 0]}, (Score(17, TALLIED), Score(0, TALLIED), Score(0, TALLIED))),
        (
            {"gains": [0, 0, 0], "deltas": [-2, 1, 1]},
            (Score(-2, "minus"), Score(1, "plus"), Score(1, "plus")),
        ),
    ],
)
def test_what_only_counts_towards_a_round_has_a_sign_of_its_own(
    outcome: dict[str, Any], scores: tuple[Score, ...]
):
    assert deal_row(stored(outcome), ROSTER).scores == named(*scores)


def test_who_joined_later_has_nothing_in_his_column():
    roster = Roster([*ROSTER.names, "阿强"], [3, 0])
    assert [score.units for score in deal_row(stored({"deltas": [4, -2, -2]}), roster).scores] == [0, 4]


def test_a_round_that_ends_with_a_deal_is_a_line_of_its_own():
    flow = {"payer": 1, "payee": 0, "units": 3, "code": "round"}
    item = {"code": "unheard_of", "params": {}, "units": 3}
    outcome = {
        "gains": [20, 0, 0],
        "deltas": [3, -3, 0],
        "round_over": True,
        "items": [item, item],
        "settling": 1,
        "flows": [flow],
    }
    line = deal_row(stored(outcome), ROSTER)
    assert not line.ends_round
    assert line.results == ()
    assert line.lines == (WorkedLine("unheard_of", "3 舵"),)
    settled = line.settled
    assert settled is not None
    assert settled.ends_round
    assert settled.number is None
    assert [score.units for score in settled.scores] == [3, -3, 0]
    assert [result.value for result in settled.results] == ["3 舵"]
    assert not settled.disputable


def test_a_correction_names_what_is_otherwise_and_nothing_else():
    before = stored({}, {"dealer": 0, "note": "牌局中断"})
    after = stored({}, {"dealer": 1, "note": "牌局中断"})
    assert deal_changes(before, after, ROSTER) == [DealChange("庄家", "老王", "小李")]
    assert deal_changes(before, before, ROSTER) == []


def test_a_win_names_its_patterns_once_each_and_own_draw_as_its_source():
    names = ("老王", "小李", "阿芳")
    win: Any = {
        "marks": ["jushou"],
        "source": "self_draw",
        "from": None,
        "units": 6,
        "hu": 0,
        "xing": 0,
        "checked": "hu",
        "items": [
            {"code": "row", "params": {"how": how, "name": name, "name_en": name, "n": 2}, "units": units}
            for how, name, units in (("hu", "毛胡", 0), ("hu_times", "举手", 0), ("times", "自摸", 3))
        ],
    }
    facts = win_facts(win, Speaker(get("paohuzi"), "zh-hans", names))
    assert facts == ["举手", "毛胡", "自摸", "6 囤"]


def test_a_discard_that_is_a_pattern_of_its_own_is_named_once():
    names = ("老王", "小李", "阿芳")
    row = {"how": "hu_plus", "name": "放炮", "name_en": "off a discard", "n": 10}
    win: Any = {
        "marks": [],
        "source": "discard",
        "from": 1,
        "units": None,
        "hu": 35,
        "xing": 0,
        "checked": "hu",
        "items": [{"code": "row", "params": row, "units": 0}],
    }
    assert win_facts(win, Speaker(get("paohuzi_tally"), "zh-hans", names)) == ["小李放炮"]
