"""A deal as somebody says it: names, source, groups in local words, cards with 大 and 小."""

import pytest

from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.cards import card_name, card_text
from zipai_ledger.rules.zipai.dictation import Dictation, hear
from zipai_ledger.rules.zipai.dictation_words import Vocabulary

NAMES = ("老王", "小李", "阿芳")
MARKS = {"天胡": "tianhu", "地胡": "dihu", "三笼五坎": "sanlongwukan"}
RESULTS = {"黄庄": "dead", "臭牌": "dead", "诈胡": "foul"}


def dictated(text: str, names: tuple[str, ...] = NAMES, me: int | None = 1) -> Dictation:
    return hear(text, Vocabulary(names, MARKS, RESULTS, me))


def people(text: str) -> tuple[int | None, int | None, str]:
    found = dictated(text)
    return found.winner, found.giver, found.source


def groups(text: str) -> str:
    return " ".join(f"{group.kind}:{card_text(group.cards)}" for group in dictated(text).groups)


def refused(text: str) -> list[tuple[str, object]]:
    with pytest.raises(Refused) as caught:
        dictated(text)
    assert {problem.field for problem in caught.value.problems} == {"said"}
    return [
        (problem.key, problem.params.get("text") or problem.params.get("cards"))
        for problem in caught.value.problems
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("小李点炮老王", (0, 1, "discard")),
        ("小李放炮给老王", (0, 1, "discard")),
        ("老王胡 小李点炮", (0, 1, "discard")),
        ("老王胡了，点炮小李", (0, 1, "discard")),
        ("小李点炮，老王胡", (0, 1, "discard")),
        ("老王胡，小李翻的", (0, 1, "other_draw")),
        ("老王 小李翻出来", (0, 1, "other_draw")),
        ("老王自摸", (0, None, "self_draw")),
        ("自摸，阿芳", (2, None, "self_draw")),
        ("阿芳起手", (2, None, "dealt")),
        ("老王 碰小八", (0, None, "")),
        ("老王胡阿芳的 12 胡", (0, 2, "")),
        ("碰小八", (None, None, "")),
        ("小李放炮", (None, 1, "discard")),
        ("小李点了阿芳的炮", (2, 1, "discard")),
        ("小李放了阿芳的炮，17 胡", (2, 1, "discard")),
        ("小李打了一炮给阿芳", (2, 1, "discard")),
        ("小李放一炮，阿芳吃炮", (2, 1, "discard")),
        ("阿芳吃小李的炮", (2, 1, "discard")),
        ("阿芳胡了小李的炮", (2, 1, "discard")),
        ("阿芳接小李的铳，十八胡", (2, 1, "discard")),
        ("阿芳胡了，小李点了阿芳的炮", (2, 1, "discard")),
        ("小李放銃給阿芳", (2, 1, "discard")),
        ("小李點了阿芳的炮，沒醒", (2, 1, "discard")),
        ("我胡了", (1, None, "")),
        ("我自己摸的", (1, None, "self_draw")),
        ("我放炮，老王胡了17胡", (0, 1, "discard")),
        ("老王点了我的炮", (1, 0, "discard")),
        ("老王摸到的，21 胡", (0, None, "self_draw")),
        ("老王赢了，二十胡", (0, None, "")),
        ("老王糊了", (0, None, "")),
    ],
)
def test_who_won_and_from_whom_may_be_said_in_any_order(
    text: str, expected: tuple[int | None, int | None, str]
):
    assert people(text) == expected


def test_the_sentence_of_the_interface_is_understood_whole():
    found = dictated("小李点炮老王 碰小八 扫大二 一二三 七八九 大八大八小八 大七八九 十十 胡四")
    assert (found.winner, found.giver, found.source, found.won) == (0, 1, "discard", 3)
    assert [card_text(group.cards) for group in found.groups] == [
        *("八八八", "贰贰贰", "一二三", "七八九", "捌捌八", "柒捌玖", "十十")
    ]
    assert found.cards == 20


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("碰小八", "peng:八八八"),
        ("碰八八八", "peng:八八八"),
        ("碰大八八八", "peng:捌捌捌"),
        ("扫大二", "sao:贰贰贰"),
        ("坎五", "sao:五五五"),
        ("开舵三三三三", "kaiduo:三三三三"),
        ("开招三", "kaiduo:三三三三"),
        ("清倒大一", "saochuan:壹壹壹壹"),
        ("龙六", "saochuan:六六六六"),
        ("眼十", "pair:十十"),
        ("吃一二三", "shun:一二三"),
        ("吃大二七十", "shun:贰柒拾"),
        ("顺四", "shun:四五六"),
        ("顺十", "shun:二七十"),
        ("搭大八", "da:捌捌八"),
        ("比八捌捌", "da:捌捌八"),
        ("小八小八小八", "sao:八八八"),
        ("123 小789", "shun:一二三 shun:七八九"),
        ("碰八一二三扫2", "peng:八八八 shun:一二三 sao:二二二"),
        ("一二三四五六十十", "shun:一二三 shun:四五六 pair:十十"),
        ("手四肆柒捌", "rest:四肆柒捌"),
        ("一三五", "rest:一三五"),
        ("碰捌捌飞", "peng:捌捌飞"),
        ("碰貳", "peng:贰贰贰"),
    ],
)
def test_a_word_with_one_card_is_the_whole_group(text: str, expected: str):
    assert groups(text) == expected


def test_hu_names_the_winning_card_or_says_who_won():
    assert [
        dictated(text).won for text in ("胡四", "胡的是大四", "老王胡小四", "老王胡 一二三", "老王胡了")
    ] == [*(3, 13, 3, None, None)]
    assert groups("胡三四五六") == "shun:四五六"


@pytest.mark.parametrize(
    ("text", "hu", "xing"),
    [
        ("老王自摸二十二胡，醒两张", 22, 2),
        ("老王自摸 22胡 没醒", 22, 0),
        ("老王胡十五胡 3张醒", 15, 3),
        ("老王十胡醒1", 10, 1),
        ("老王自摸 碰小八", None, None),
        ("老王自摸二十一胡，醒了一个", 21, 1),
        ("老王17胡醒三个", 17, 3),
        ("老王胡了，十七胡，醒了两个", 17, 2),
        ("老王胡了17胡，醒了零个", 17, 0),
        ("老王胡了17胡，没有醒", 17, 0),
        ("老王胡了17胡，一个都没醒", 17, 0),
        ("老王胡了17胡，沒醒", 17, 0),
        ("老王自摸，二十二", 22, None),
        ("老王自摸 22 醒两个", 22, 2),
        ("老王自摸 十五，醒1", 15, 1),
        ("老王自摸 123", None, None),
        ("老王自摸 十十", None, None),
        ("老王自摸 碰小八 77", None, None),
        ("老王十五糊", 15, None),
        ("老王胡了一百二十胡", 120, None),
        ("老王胡了一百零五胡", 105, None),
        ("老王胡了一百二胡", 120, None),
        ("老王胡了百胡", 100, None),
    ],
)
def test_numbers_of_hu_and_xing_are_understood(text: str, hu: int | None, xing: int | None):
    found = dictated(text)
    assert (found.winner, found.hu, found.xing) == (0, hu, xing)


def test_a_card_after_xing_is_the_one_that_was_turned():
    assert [card_name(card) for card in dictated("老王自摸 碰小八 醒大四").flipped] == ["肆"]
    assert [card_name(card) for card in dictated("翻醒四 碰小八").flipped] == ["四"]
    assert dictated("翻醒四").source == ""


def test_a_mark_is_said_by_its_word():
    found = dictated("老王天胡 15胡")
    assert (found.winner, found.mark, found.hu) == (0, "tianhu", 15)


def test_names_that_could_be_cards_are_names_beside_what_players_do():
    found = dictated("小二自摸 碰小二 一二三", ("小二", "四叔", "大三"))
    assert (found.winner, found.source) == (0, "self_draw")
    assert [card_text(group.cards) for group in found.groups] == ["二二二", "一二三"]
    assert people_of("四叔点炮大三", ("小二", "四叔", "大三")) == (2, 1)


def people_of(text: str, names: tuple[str, ...]) -> tuple[int | None, int | None]:
    found = dictated(text, names)
    return found.winner, found.giver


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("碰小八 喵喵 一二三 abc", [("bad_meld.not_heard", "喵喵"), ("bad_meld.not_heard", "abc")]),
        ("碰喵喵", [("bad_meld.not_heard", "喵喵")]),
        ("碰八八 扫", [("bad_meld.not_identical", "碰八八"), ("bad_meld.no_cards", "扫")]),
        ("顺九", [("bad_meld.no_shape", "顺九")]),
        ("比小一", [("bad_meld.no_shape", "比小一")]),
        ("吃一三五", [("bad_meld.no_shape", "吃一三五")]),
        ("老王自摸 小李自摸", [("bad_deal.two_winners", None)]),
        ("老王17胡小李12胡阿芳点炮", [("bad_deal.two_winners", None)]),
        ("老王自摸 小李点炮", [("bad_source.several", "点炮")]),
        ("胡四 胡五", [("bad_deal.two_winning_cards", None)]),
        ("碰" * 301, [("bad_card.too_long", "碰" * 12 + "…")]),
    ],
)
def test_what_is_not_understood_is_quoted(text: str, problems: list[tuple[str, object]]):
    assert refused(text) == problems


def test_the_run_that_ends_in_ten_is_two_seven_ten():
    assert groups("顺小十") == "shun:二七十"


def test_a_name_said_twice_is_one_person():
    assert people("老王胡了，老王") == (0, None, "")


def test_a_group_word_without_cards_is_quoted_before_the_next():
    assert refused("碰 扫小八") == [("bad_meld.no_cards", "碰")]


def test_of_the_turned_ones_some_may_be_lower():
    found = dictated("老王自摸 22 胡，醒了三个，下醒一个")
    assert (found.xing, found.lower) == (3, 1)


def test_a_deal_that_nobody_won_is_said_by_its_word():
    assert [
        (dictated(text).result, dictated(text).winner)
        for text in ("黄庄", "这盘臭牌了", "小李诈胡", "诈胡，老王")
    ] == [*(("dead", None), ("dead", None), ("foul", 1), ("foul", 0))]
    assert refused("老王胡了，黄庄") == [("bad_deal.dead_and_won", None)]


def test_i_am_whoever_the_phone_belongs_to():
    with pytest.raises(Refused) as caught:
        dictated("我胡了", me=None)
    assert [problem.key for problem in caught.value.problems] == ["bad_deal.who_am_i"]
