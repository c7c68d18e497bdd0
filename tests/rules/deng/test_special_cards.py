"""飞王 and 秤子 at a table: which the deck has, what is said of them (docs/rules/cards.md#special-cards)."""

import json

import pytest

from tests.rules.requests import ask
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.registry import get
from zipai_ledger.rules.replay import answer as replayed
from zipai_ledger.rules.zipai.deck import SPECIALS
from zipai_ledger.rules.zipai.notation import parse_hand

ONE_FEI = {"special_cards": {"飞": 1}}
GROUPS = "碰壹壹壹 碰叁叁叁 碰四四四 锥倒伍伍伍 "
WON = GROUPS + "手贰飞捌捌捌玖玖玖 胡肆 翻"
GAMES = ("tuozi", "bopi", "gaohuzi", "huashi")


def answer(command, hand, ruleset="tuozi", options=ONE_FEI):
    request = {"ruleset": ruleset, "options": options, "hand": parse_hand(hand).to_json()}
    return ask(command, json.dumps(request))


def error(*args, **kwargs):
    answered = answer("score", *args, **kwargs)
    return [(each["code"], each["field"], each["message"]) for each in answered["errors"]]


@pytest.mark.parametrize("slug", GAMES)
def test_a_deck_has_no_special_cards_unless_the_table_says_so(slug):
    option = get(slug).options.by_code["special_cards"]
    assert option.default == dict.fromkeys(SPECIALS, 0)
    assert option.source == "S4"
    assert error(WON, slug, {}) == [("bad_card", "concealed", "这桌打的牌里没有飞")]


@pytest.mark.parametrize("slug", ["guilin", "dazipai"])
def test_games_of_other_places_have_none(slug):
    assert "special_cards" not in get(slug).options.by_code
    assert error(WON, slug, {})[0][:2] == ("bad_card", "concealed")


def test_a_hand_has_no_more_of_them_than_the_deck():
    two = GROUPS + "手贰飞捌捌捌玖玖玖 胡飞 翻"
    assert error(two) == [("too_many_copies", "concealed", "飞有 2 张，这副牌只有 1 张")]
    other = GROUPS + "手贰叁捌捌捌玖玖玖 胡秤叁陆玖 翻"
    assert error(other) == [("too_many_copies", "winning_card", "秤叁陆玖有 1 张，这副牌只有 0 张")]
    laid = GROUPS.replace("叁叁叁", "叁叁秤叁陆玖")
    assert error(laid + "手贰叁捌捌捌玖玖玖 胡肆 翻")[0][1] == "exposed"


def test_the_answer_tells_what_each_stands_for():
    answered = answer("score", WON)
    assert answered["stands"] == [{"card": "飞", "for": "叁", "at": 6}]
    assert answered["melds"][6] == {"kind": "shun", "cards": "贰叁肆", "hu": 0}
    assert [item["label"] for item in answered["items"]][-1] == "飞当叁"
    assert sum(item["units"] for item in answered["items"]) == answered["units"]
    assert "stands" not in answer("score", WON.replace("飞", "叁"))


def test_four_cards_of_a_kind_stay_four_beside_them():
    five = GROUPS + "手壹壹飞捌捌捌玖玖玖 胡肆 翻"
    with pytest.raises(Refused, match="too_many_copies"):
        parse_hand(five)


def test_waits_know_special_cards():
    waits = answer("waits", GROUPS + "手贰飞捌捌捌玖玖玖")["waits"]
    assert "".join(wait["card"] for wait in waits) == "二四壹贰叁肆伍柒捌玖拾"
    refused = answer("waits", GROUPS + "手贰飞捌捌捌玖玖玖", "tuozi", {})
    assert refused["errors"][0]["code"] == "bad_card"


def test_patterns_take_a_special_card_for_what_it_stands_for():
    """As 二 it would be the second red card; as 五 it leaves 一点朱, which pays more."""
    hand = GROUPS + "手三四飞捌捌捌贰叁 胡肆 翻"
    plain, pattern = answer("score", hand, "tuozi"), answer("score", hand, "huashi")
    assert (plain["readings"], pattern["readings"]) == (2, 2)
    assert plain["stands"][0]["for"] == "二"
    assert pattern["stands"][0]["for"] == "五"
    assert [item["label"] for item in pattern["items"][1:]] == ["红胡：1 张红字", "飞当五"]


def test_a_session_with_them_is_replayed():
    document = {
        "format": "zipai-ledger/session",
        "version": 1,
        "name": "老牌",
        "ruleset": "tuozi",
        "options": ONE_FEI,
        "stake": None,
        "players": ["老王", "小李", "阿芳"],
        "first_dealer": 0,
        "first_sitting": None,
        "deals": [{"result": "win", "winner": 0, "from": 1, "hand": parse_hand(WON).to_json()}],
    }
    answered = replayed(document)
    assert answered["ok"], answered
    assert answered["deals"][0]["items"][-1]["label"] == "飞当叁"
