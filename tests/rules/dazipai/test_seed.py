"""大字牌 as its source tells it: cards, groups, what they are worth, and what may be done (docs/rules/dazipai.md)."""

import json
from pathlib import Path

import pytest

from tests.rules.dazipai.at import FIFTEEN, GAME, seated
from tests.rules.deng.at import win
from tests.rules.requests import ask

MADE = Path(__file__).parent.parent / "data" / "zipai-hands.jsonl"
THREE = seated()


def groups(hand: str) -> dict[str, int]:
    """What the groups of the paid reading are worth: ``kind cards`` → 油."""
    return {f"{meld.kind} {meld.cards}": meld.hu for meld in GAME.scored(hand).melds}


def test_all_hands_made_for_the_project_come_out_as_expected():
    cases = [json.loads(line) for line in MADE.read_text(encoding="utf-8").splitlines()]
    mine = [case for case in cases if case["ruleset"] == "dazipai"]
    wrong = []
    for case in mine:
        expected, answer = case.pop("expect"), ask("score", json.dumps(case))
        got = {key: answer.get(key) for key in expected if key != "code"}
        got |= {"code": answer["errors"][0]["code"]} if "code" in expected else {}
        wrong += [] if got == expected else [(case["id"], expected, got)]
    assert (len(mine), wrong) == (150, [])


@pytest.mark.parametrize(
    ("group", "you"),
    [
        # Runs: only those of one, two, three and of two, seven, ten count.
        ("吃贰柒拾", 6),
        ("吃壹贰叁", 6),
        ("吃二七十", 3),
        ("吃一二三", 3),
        ("吃二三四", 0),
        ("吃二二贰", 0),
        # Three of a kind laid by claiming: black and red.
        ("碰四四四", 1),
        ("碰七七七", 3),
        ("碰伍伍伍", 3),
        ("碰柒柒柒", 6),
        # Three by one's own draw, red or black; 死罩 counts the same.
        ("罩四四四", 3),
        ("罩七七七", 3),
        ("死罩伍伍伍", 6),
        ("罩柒柒柒", 6),
        # Four: open or covered, red or black.
        ("开招四四四四", 6),
        ("开招七七七七", 6),
        ("开招伍伍伍伍", 9),
        ("开招柒柒柒柒", 9),
        ("龙四四四四", 9),
        ("龙七七七七", 9),
        ("龙伍伍伍伍", 12),
        ("龙柒柒柒柒", 12),
    ],
)
def test_a_group_on_the_table_is_worth_what_s0_says(group, you):
    # Beside it 龙捌捌捌捌 12, 罩陆陆陆 6 and 一二三 3.
    hand = f"{group} 龙捌捌捌捌 罩陆陆陆 手一二三九十九玖玖拾拾 胡八自摸"
    assert GAME.scored(hand).hu == 21 + you


def test_three_in_a_row_are_of_one_size():
    assert "shun 肆伍陆" in groups(FIFTEEN + "自摸")
    assert GAME.refusal(THREE, win(FIFTEEN.replace("手一二三四五", "手一二三四伍") + "自摸")) == [
        ("not_a_win", "hand")
    ]


# Three runs that share 五: complete only if the three of them are taken apart.
ACROSS = "碰贰贰贰 罩壹壹壹 手一二三三四四五五五六六七八九 胡十"
PAIR = "碰贰贰贰 罩壹壹壹 手一二三三四四五五六六七八九十 胡五"


def test_three_that_are_held_are_never_taken_apart():
    assert GAME.refusal(THREE, win(ACROSS + "翻", from_=1)) == [("not_a_win", "hand")]


def test_ones_own_third_must_be_laid_down_with_the_pair_though_another_use_would_win():
    assert GAME.refusal(THREE, win(PAIR + "自摸")) == [("not_a_win", "hand")]
    assert GAME.scored(PAIR + "翻").hu == 15
    assert GAME.scored(PAIR + "点炮").hu == 15


def test_a_fourth_of_another_player_opens_a_held_three_or_wins_beside_it():
    # 抢招和: 坎肆 6 stays and 肆 goes with 伍陆; the eyes would be two too many.
    assert GAME.scored("碰贰贰贰 罩壹壹壹 手一二三四五六八九十肆肆肆伍陆 胡肆点炮").hu == 21
    # 开招 9 with a pair of eyes.
    assert GAME.scored("碰贰贰贰 罩壹壹壹 手一二三四五六八九十肆肆肆玖玖 胡肆点炮").hu == 24
    # 龙 12 by one's own draw, compulsory.
    assert GAME.scored("碰贰贰贰 罩壹壹壹 手一二三四五六八九十肆肆肆玖玖 胡肆自摸").hu == 27
    assert GAME.refusal(THREE, win("碰贰贰贰 罩壹壹壹 手一二三四五六八九十肆肆肆伍陆 胡肆自摸")) == [
        ("not_a_win", "hand")
    ]


def test_a_claimed_three_is_opened_by_a_drawn_card_only():
    hand = "碰肆肆肆 罩壹壹壹 罩贰贰贰 手一二三四五六七八九玖玖 胡肆"
    assert GAME.scored(hand + "自摸").hu == 9 + 6 + 6 + 3
    assert GAME.scored(hand + "翻").hu == 9 + 6 + 6 + 3
    assert GAME.refusal(THREE, win(hand + "点炮", from_=1)) == [("not_a_win", "hand")]


def test_every_quad_after_the_first_brings_a_card():
    two = "龙捌捌捌捌 开招陆陆陆陆 罩壹壹壹 手一二三四五六九九玖玖 胡玖翻"
    refused = GAME.refusal(THREE, win(two.replace("九九玖玖", "九九玖"), from_=1))
    assert refused == [("wrong_card_count", "hand.concealed")]


def test_with_a_quad_there_are_eyes_and_without_none():
    assert GAME.refusal(
        THREE, win(FIFTEEN.replace("手一二三四五六七八九六七八", "手一二三四五六七八九六六九") + "自摸")
    ) == [("not_a_win", "hand")]
    # Six quads and the eyes.
    assert GAME.scored(SIX_QUADS).hu == 72


SIX_QUADS = "龙壹壹壹壹 龙贰贰贰贰 龙叁叁叁叁 龙肆肆肆肆 龙伍伍伍伍 龙陆陆陆陆 手柒 胡柒自摸"


def test_six_big_quads_and_the_eyes_are_72_the_greatest_there_is():
    assert GAME.deltas(THREE, win(SIX_QUADS)) == (144, -72, -72)


def test_waits_are_in_you_and_miss_what_the_minimum_asks():
    hand = FIFTEEN.split(" 胡")[0]
    assert GAME.waits(hand) == {"叁": (15, 15, 15), "陆": (15, 15, 15)}
    assert GAME.waits(hand, min_hu=20) == {}


def test_a_claimed_card_of_which_another_stays_in_the_hand_is_remarked():
    """下伙: every copy has to be laid."""
    hand = "吃四五六(四) 碰贰贰贰 罩壹壹壹 手一二三四五六七八九柒捌 胡玖翻"
    (warning,) = GAME.played(THREE, win(hand, from_=1)).warnings
    assert (warning.code, warning.field) == ("unlaid_claim", "hand.exposed.0")


def test_the_hand_is_written_in_the_words_of_the_game():
    assert GAME.scored(FIFTEEN + "自摸").hand.startswith("碰贰贰贰 罩壹壹壹 手")
    assert GAME.scored(SIX_QUADS).hand.startswith("龙壹壹壹壹")
    assert GAME.scored(SIX_QUADS, discard_multiple=1, after_dead_deal="next_seat").hand.startswith(
        "龙壹壹壹壹"
    )


def test_score_answers_with_units_and_lines():
    exposed = [{"kind": "peng", "cards": "贰贰贰"}, {"kind": "sao", "cards": "壹壹壹"}]
    hand = {
        "exposed": exposed,
        "concealed": "一二三四五六七八九六七八肆伍",
        "winning_card": "陆",
        "source": "self_draw",
    }
    answer = ask("score", json.dumps({"ruleset": "dazipai", "hand": hand}))
    assert (answer["hu"], answer["units"]) == (15, 15)
    assert [(item["label"], item["units"]) for item in answer["items"]] == [("胡 15 油，底油 15", 15)]
