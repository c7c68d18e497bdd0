"""A 胡 of 字牌: what its form states, what is said while it is entered, and what a sentence fills in."""

import pytest

from zipai_ledger.entries import pad
from zipai_ledger.entries.forms import Setting, Verdict
from zipai_ledger.entries.heard import understand
from zipai_ledger.entries.zipai_hand import ZIPAI_HAND
from zipai_ledger.ledger.trail import outcomes
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.speaker import Speaker

NAMES = ("老王", "小李", "阿芳")
DEALT = {
    "exposed": [],
    "concealed": "壹壹壹贰贰贰叁叁叁肆肆肆伍伍伍陆陆陆七八九",
    "source": "dealt",
}


def setting(slug: str = "guilin", **options: object) -> Setting:
    ruleset = registry.get(slug)
    table = ruleset.table(options, (0, 1, 2), 3, 0, None)
    return Setting(
        ruleset=ruleset, table=table, state=ruleset.open(table), speaker=Speaker(ruleset, "zh-hans", NAMES)
    )


def so_far(groups: str, at: Setting | None = None) -> Verdict:
    """The band while nobody has said yet who won."""
    at = at or setting()
    with pytest.raises(Refused) as caught:
        ZIPAI_HAND.to_fact(at, {"groups": groups})
    return ZIPAI_HAND.progress(at, {"groups": groups}, caught.value)


@pytest.mark.parametrize(
    ("groups", "hu"),
    [
        ("碰捌捌捌 扫伍伍伍", 9),
        ("手一二三", 3),
        ("手一二", 0),
        ("手一一一", 0),
        ("手一四七", 0),
    ],
)
def test_a_group_counts_as_soon_as_it_is_one(groups: str, hu: int):
    assert so_far(groups).big == hu


def test_what_is_there_is_told_in_what_the_house_counts():
    assert so_far("碰捌捌捌 扫伍伍伍").title == "差 1 胡起胡"
    assert so_far("碰捌捌捌 扫伍伍伍 扫叁叁叁").title == "已够 2 舵"
    by_points = setting("dazipai")
    assert so_far("碰捌捌捌 扫伍伍伍", by_points).title == "差 6 油起胡"
    assert so_far("碰捌捌捌 扫伍伍伍 扫叁叁叁", by_points).title == "够起胡了"


def test_a_fifth_of_a_card_is_wrong_at_once():
    band = so_far("碰捌捌捌 搭捌捌八")
    assert (band.bad, band.field, band.title) == (True, "groups", "捌有 5 张，一副牌只有 4 张")


def test_a_group_that_nobody_knows_is_wrong_at_once():
    band = so_far("喵捌捌捌")
    assert (band.bad, band.field) == (True, "groups")
    assert "看不懂“喵捌捌捌”" in band.title


@pytest.mark.parametrize(("given", "giver"), [({}, 0), ({"dealer": "2"}, 2), ({"from": "1"}, 1)])
def test_whoever_wins_by_the_dealer_s_first_card_has_it_from_the_dealer(given: dict[str, str], giver: int):
    data = {"winner": "1", "source": "discard", "marks": "dihu", "mode": "hu", "hu": "15", **given}
    assert facts.to_json(ZIPAI_HAND.to_fact(setting(), data))["from"] == giver


def test_a_form_of_a_win_states_no_other_deal():
    assert ZIPAI_HAND.from_fact(setting(), facts.Dead()) == {}


def test_a_hand_that_was_dealt_whole_comes_back_as_groups_without_a_winning_card():
    form = ZIPAI_HAND.from_fact(setting(), facts.Win(winner=0, source="dealt", hand=DEALT))
    assert form["groups"] == "扫壹壹壹 扫贰贰贰 扫叁叁叁 扫肆肆肆 扫伍伍伍 扫陆陆陆 顺七八九"
    assert len(pad.hand_of(form["groups"], "dealt").concealed) == 21


def test_a_hand_that_is_no_win_comes_back_as_it_was_typed():
    hand = {"exposed": [], "concealed": "一四七贰伍捌三六九", "winning_card": "十", "source": "self_draw"}
    form = ZIPAI_HAND.from_fact(setting(), facts.Win(winner=0, source="self_draw", hand=hand))
    assert form["groups"] == "手一四七贰伍捌三六九 胡十"


@pytest.mark.parametrize("word", ["坎", "kan"])
def test_three_that_were_held_are_looked_at_as_a_kan(word: str):
    assert pad.partly(f"{word}伍伍伍 手一二三") == [{"kind": "kan", "cards": "伍伍伍"}]


def test_what_a_special_card_stands_for_is_told():
    at = setting("tuozi", special_cards={"飞": 1})
    groups = "扫壹壹壹 扫贰贰贰 扫叁叁叁 顺四五六 顺七八九 顺肆飞=伍陆 顺一二三 胡三@6"
    fact = ZIPAI_HAND.to_fact(at, {"winner": "0", "source": "self_draw", "groups": groups})
    outcome = at.ruleset.play(at.table, at.state, fact)
    band = ZIPAI_HAND.verdict(at, outcomes.write(outcome, at.table, at.ruleset.version).body)
    assert band.detail.endswith("飞当伍")


def test_a_sentence_without_anything_in_it_is_not_understood():
    with pytest.raises(Refused) as caught:
        understand(setting(), "  ")
    assert [(problem.key, problem.field) for problem in caught.value.problems] == [
        ("bad_meld.not_heard", "said")
    ]


def test_a_hand_said_to_be_dealt_whole_has_no_winning_card():
    values = understand(setting(), "老王天胡 七八九 坎大一 坎大二 坎大三 坎大四 坎大五 坎大六").values
    assert values["groups"] == "顺七八九 扫壹壹壹 扫贰贰贰 扫叁叁叁 扫肆肆肆 扫伍伍伍 扫陆陆陆"


def test_a_hand_that_cannot_be_is_filled_in_as_it_was_said():
    """The pad says what is wrong with it, where it can be mended."""
    values = understand(setting(), "老王 碰八八八八八 胡八").values
    assert values["groups"] == "碰八八八 眼八八 胡八"
