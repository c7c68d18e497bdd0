"""A 胡 of 字牌: what its form states, what is said while it is entered, and what a sentence fills in."""

from urllib.parse import parse_qsl

import pytest

from tests.entries.bands import Band, read_band
from zipai_ledger.entries import pad
from zipai_ledger.entries.setting import Setting
from zipai_ledger.entries.slots import Aim, Slot
from zipai_ledger.forms.deal_entry import FoulForm
from zipai_ledger.forms.dictation import understand
from zipai_ledger.forms.entry import form_data
from zipai_ledger.forms.zipai_hand import ZipaiHandForm, zipai_game
from zipai_ledger.ledger.trail import outcomes
from zipai_ledger.models import GameSession, Stage
from zipai_ledger.presenters.deal_entry import sentence_reading
from zipai_ledger.presenters.zipai_hand import sentence_examples
from zipai_ledger.presenters.zipai_verdicts import (
    ZipaiVerdict,
    ZipaiWrongVerdict,
    zipai_progress,
    zipai_verdict,
)
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.problems import Problem, Refused
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


def so_far(groups: str, at: Setting | None = None) -> Band:
    """The band while nobody has said yet who won."""
    at = at or setting()
    form = ZipaiHandForm(at, {"groups": groups})
    with pytest.raises(Refused) as caught:
        form.fact()
    return read_band(zipai_progress(form, caught.value.problems))


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


def test_where_a_hand_without_any_hu_wins_nobody_is_told_that_some_are_missing():
    """毛胡 of 郴州; with some 胡 it is gone."""
    there = setting("paohuzi", preset="chenzhou")
    assert so_far("手四五六", there).title == "还没有胡：一直没有也能胡"
    assert so_far("手一二三", there).title == "差 6 胡起胡"


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
    assert facts.to_json(ZipaiHandForm(setting(), data).fact())["from"] == giver


def test_a_form_of_a_win_states_no_other_deal():
    assert ZipaiHandForm.values(setting(), facts.Dead()) == {}


def test_a_hand_that_was_dealt_whole_comes_back_as_groups_without_a_winning_card():
    form = ZipaiHandForm.values(setting(), facts.Win(winner=0, source="dealt", hand=DEALT))
    assert form["groups"] == "扫壹壹壹 扫贰贰贰 扫叁叁叁 扫肆肆肆 扫伍伍伍 扫陆陆陆 顺七八九"
    assert len(pad.hand_of(form["groups"], "dealt", zipai_game(setting()).valuing).concealed) == 21


def test_a_hand_that_is_no_win_comes_back_as_it_was_typed():
    hand = {"exposed": [], "concealed": "一四七贰伍捌三六九", "winning_card": "十", "source": "self_draw"}
    form = ZipaiHandForm.values(setting(), facts.Win(winner=0, source="self_draw", hand=hand))
    assert form["groups"] == "手一四七贰伍捌三六九 胡十"


@pytest.mark.parametrize("word", ["坎", "kan"])
def test_three_that_were_held_are_looked_at_as_a_kan(word: str):
    assert pad.partly(f"{word}伍伍伍 手一二三") == [{"kind": "kan", "cards": "伍伍伍"}]


def test_what_a_special_card_stands_for_is_told():
    at = setting("tuozi", special_cards={"飞": 1})
    groups = "扫壹壹壹 扫贰贰贰 扫叁叁叁 顺四五六 顺七八九 顺肆飞=伍陆 顺一二三 胡三@6"
    form = ZipaiHandForm(at, {"winner": "0", "source": "self_draw", "groups": groups})
    outcome = at.ruleset.play(at.table, at.state, form.fact())
    band = read_band(zipai_verdict(form, outcomes.write(outcome, at.table, at.ruleset.version).body))
    assert band.detail.endswith("飞当伍")


def test_a_sentence_without_anything_in_it_is_not_understood():
    with pytest.raises(Refused) as caught:
        understand(setting(), "  ", None)
    assert [(problem.key, problem.field) for problem in caught.value.problems] == [
        ("bad_meld.not_heard", "said")
    ]


def test_a_hand_said_to_be_dealt_whole_has_no_winning_card():
    values = understand(setting(), "老王天胡 七八九 坎大一 坎大二 坎大三 坎大四 坎大五 坎大六", None).values
    assert values["groups"] == "顺七八九 扫壹壹壹 扫贰贰贰 扫叁叁叁 扫肆肆肆 扫伍伍伍 扫陆陆陆"


def test_a_hand_that_cannot_be_is_filled_in_as_it_was_said():
    """The pad says what is wrong with it, where it can be mended."""
    values = understand(setting(), "老王 碰八八八八八 胡八", None).values
    assert values["groups"] == "碰八八八 眼八八 胡八"


def test_numbers_that_are_not_asked_for_are_not_read():
    data = {
        "winner": "0",
        "source": "self_draw",
        "groups": "碰捌捌捌",
        "hu": "x",
        "xing_count": "y",
        "min_hu": "z",
    }
    for mode, wrong in (("groups", ["xing_count"]), ("hu", ["hu", "xing_count"])):
        with pytest.raises(Refused) as caught:
            ZipaiHandForm(setting(), {**data, "mode": mode}).fact()
        assert [problem.field for problem in caught.value.problems] == wrong


@pytest.mark.parametrize(("count", "turned"), [("5", 2), ("4", 2), ("3", None)])
def test_by_how_many_cards_a_number_of_xing_came_outlives_a_correction(count: str, turned: int | None):
    """Fewer than four copies show that nothing more was turned."""
    at = setting(xing_again="on")
    fact = facts.Win(
        winner=0,
        source="self_draw",
        hu=15,
        xing=facts.Xing(count=5, lower=1, turned=2),
        marks=None,
        from_=None,
    )
    values = form_data(ZipaiHandForm.values(at, fact))
    again = ZipaiHandForm(at, {**values, "xing_count": count}).fact()
    assert isinstance(again, facts.Win)
    assert again.xing == facts.Xing(count=int(count), lower=1, turned=turned)


def test_what_is_refused_stands_at_the_field_that_states_it():
    form = ZipaiHandForm(setting(), initial={"groups": "碰捌捌"})
    form.refuse(
        [Problem("bad_xing", "xing.count", "needs_count"), Problem("bad_source", "source", "missing")]
    )
    assert [name for name, errors in form.errors.items() if errors] == ["xing_count", "source"]
    assert form["groups"].value() == "碰捌捌"


def test_a_hand_told_as_a_number_asks_for_it_first():
    form = ZipaiHandForm(setting(), {"mode": "hu", "winner": "0", "source": "self_draw"})
    band = read_band(zipai_progress(form, [Problem("bad_hu", "hu")]))
    assert (band.why, band.title, band.field) == ("先点多少胡", "报了多少胡？", "hu")


SHORT = "扫伍伍伍 碰叁叁叁 顺三四五 顺七八九 搭捌捌八 顺柒捌玖 顺四五六"
"""9 胡, however it was won."""


def test_a_whole_hand_with_too_few_hu_is_said_at_once_to_be_none_and_may_be_a_foul():
    band = so_far(SHORT)
    assert (band.big, band.bad, band.title) == (9, True, "9 胡，不够起胡 10，再数一遍")
    form = ZipaiHandForm(setting(), {"groups": SHORT, "winner": "1", "source": "discard"})
    form.fact()
    verdict = zipai_progress(form, [Problem("bad_card", "hand.winning_card", "missing")])
    assert isinstance(verdict, ZipaiWrongVerdict)
    begun = FoulForm.begun(setting(), dict(parse_qsl(verdict.claim)))
    assert begun["offender"] == 1
    assert str(begun["note"]).startswith("扫伍伍伍 碰叁叁叁 手三四五")


def test_where_nobody_can_claim_wrongly_no_foul_is_offered(monkeypatch: pytest.MonkeyPatch):
    form = ZipaiHandForm(setting(), {"groups": SHORT, "winner": "1", "source": "discard"})
    form.fact()
    monkeypatch.setattr(type(form.setting.ruleset), "results", (facts.Win, facts.Dead))
    verdict = zipai_progress(form, [Problem("bad_card", "hand.winning_card", "missing")])
    assert isinstance(verdict, ZipaiWrongVerdict)
    assert verdict.claim == ""


def test_a_whole_hand_with_too_few_hu_is_said_to_be_none_before_its_source_is_asked_for():
    form = ZipaiHandForm(setting(), {"groups": SHORT, "winner": "1"})
    form.is_valid()
    verdict = zipai_progress(form, [Problem("bad_source", "source", "missing")])
    assert isinstance(verdict, ZipaiWrongVerdict)
    assert (verdict.field, verdict.big) == ("groups", 9)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "小李胡了17胡，阿芳点炮，醒了一个",
            [("winner", "小李"), ("source", "阿芳 打出来"), ("hu", "17 胡"), ("xing", "1")],
        ),
        ("老王自摸 扫坎五 翻醒小四", [("winner", "老王"), ("source", "自摸"), ("flipped", "小四")]),
        ("老王天胡 扫坎五", [("winner", "老王"), ("dealt", "")]),
        (
            "老王自摸，22胡，醒了三个，下醒一个",
            [("winner", "老王"), ("source", "自摸"), ("hu", "22 胡"), ("xing", "3"), ("lower", "1")],
        ),
    ],
)
def test_a_sentence_is_said_back_word_by_word(text: str, words: list[tuple[str, str]]):
    at = setting()
    slot = Slot(session=GameSession(), aim=Aim(), stage=Stage(), setting=at, players=(), number=1, now=None)
    reading = sentence_reading(slot, text, understand(at, text, None))
    assert [(word.kind, word.text) for word in reading.words] == words


def test_a_pattern_wins_with_few_hu():
    assert not so_far(SHORT, setting("huashi")).bad


@pytest.mark.parametrize(
    ("slug", "text", "values"),
    [
        (
            "guilin",
            "小李胡了17胡，阿芳点炮，醒了一个",
            {"winner": "1", "from": "2", "hu": "17", "xing_count": "1"},
        ),
        (
            "guilin",
            "我自摸，二十二，醒了三个",
            {"winner": "2", "source": "self_draw", "hu": "22", "xing_count": "3"},
        ),
        ("guilin", "老王自摸 扫坎五 开舵三 扫穿大一 醒了两个", {"mode": "groups", "xing_count": "2"}),
        ("dazipai", "小李放炮，阿芳二十油", {"winner": "2", "from": "1", "source": "discard", "hu": "20"}),
        ("dazipai", "小李点了阿芳的炮 罩五 开招三 龙大一", {"winner": "2", "from": "1", "mode": "cards"}),
        ("tuozi", "老王自己摸的，17胡", {"winner": "0", "source": "self_draw", "hu": "17", "mode": "hu"}),
        ("bopi", "小李翻出来，老王胡 锥坎五 清倒大一", {"winner": "0", "from": "1", "source": "other_draw"}),
        ("gaohuzi", "阿芳胡小李翻的，一百零六胡", {"winner": "2", "from": "1", "hu": "106"}),
        ("gaohuzi", "阿芳胡小李翻的，86胡", {"winner": "2", "from": "1", "hu": "86"}),
        ("huashi", "小李翻出来阿芳胡了 碰倒小八", {"winner": "2", "from": "1", "groups": "碰倒八八八"}),
    ],
)
def test_a_sentence_is_understood_as_it_is_said_where_the_game_is_played(
    slug: str, text: str, values: dict[str, str]
):
    found = understand(setting(slug), text, 2).values
    assert values.items() <= found.items()


@pytest.mark.parametrize(
    ("slug", "dead", "foul"),
    [
        ("guilin", "黄庄", "小李诈胡"),
        ("dazipai", "荒庄了", "小李不下伙"),
        ("tuozi", "流局", "小李诈胡"),
        ("bopi", "臭牌", "小李岔胡"),
        ("gaohuzi", "这盘臭了牌", "小李岔胡"),
        ("huashi", "没人胡", "岔胡，小李"),
    ],
)
def test_a_deal_that_nobody_won_is_said_in_the_words_of_any_game(slug: str, dead: str, foul: str):
    nobody, fouled = (understand(setting(slug), text, None).dictation for text in (dead, foul))
    assert (nobody.result, nobody.winner) == ("dead", None)
    assert (fouled.result, fouled.winner) == ("foul", 1)


@pytest.mark.parametrize("slug", ["guilin", "dazipai", "tuozi", "bopi", "gaohuzi", "huashi"])
def test_what_the_page_proposes_to_say_is_understood(slug: str):
    at = setting(slug)
    *wins, dead = sentence_examples(at, ZipaiHandForm(at).asks)
    assert understand(at, dead, None).dictation.result == "dead"
    cards, called = (understand(at, one, None).values for one in wins)
    assert cards["winner"] == called["winner"]
    assert "groups" in cards
    assert called["hu"] == "17"


BOTH_WINS = {"winner": "0", "source": "dealt", "mode": "hu", "hu": "33", "xing_count": "0"}


@pytest.mark.parametrize("marks", [("sanlong", "wukan"), ("tianhu", "wukan"), ("wukan",), ()])
def test_two_marks_are_one_choice_and_come_back_as_it(marks: tuple[str, ...]):
    fact = ZipaiHandForm(setting(), BOTH_WINS | {"marks": " ".join(marks)}).fact()
    assert (fact.marks or ()) == marks
    assert ZipaiHandForm.result_values(setting(), fact)["marks"] == " ".join(marks)


@pytest.mark.parametrize(
    ("message", "mark"),
    [
        ("老王三笼 30 胡", "sanlong"),
        ("老王五坎 30 胡", "wukan"),
        ("老王三笼五坎 30 胡", "sanlongwukan"),
        ("老王三笼加五坎 33 胡", "sanlong wukan"),
        ("老王天胡加五坎 27 胡", "tianhu wukan"),
    ],
)
def test_a_sentence_says_which_opening_it_was(message: str, mark: str):
    values = understand(setting(), message, None).values
    assert (values["marks"], values["source"]) == (mark, "dealt")


# ---- 一炮双响: two who win one discard ---------------------------------------------------------------------------------

FIRST = {"winner": "0", "source": "discard", "from": "2", "mode": "hu", "hu": "17", "xing_count": "1"}
SECOND = {"also_winner": "1", "also_hu": "12", "also_xing": "0"}
WINS_TEN = "扫玖玖玖 扫伍伍伍 手四四肆七七柒六六陆二二贰八九 胡十"
FOUR = "碰捌捌捌 碰五五五 开舵三三三三 手六六十壹贰贰叁陆柒拾 胡十"


def two(data: dict[str, str], **options: object) -> ZipaiHandForm:
    return ZipaiHandForm(setting(multiple_winners="two", **options), data)


def shared(form: ZipaiHandForm) -> tuple[dict, Band]:
    """The deal as it is stated, and what is said of it."""
    at = form.setting
    fact = form.fact()
    outcome = at.ruleset.play(at.table, at.state, fact)
    body = outcomes.write(outcome, at.table, 1).body
    return facts.to_json(fact), read_band(zipai_verdict(form, body))


def test_both_wins_stand_in_one_deal():
    wins, band = shared(two(FIRST | SECOND))
    assert wins == {
        "result": "win",
        "source": "discard",
        "from": 2,
        "wins": [
            {"winner": 0, "hu": 17, "xing": {"count": 1}},
            {"winner": 1, "hu": 12, "xing": {"count": 0}},
        ],
    }
    assert "小李胡，1" in f"{band}"


def test_cards_that_were_turned_stand_beside_both():
    first = {
        "winner": "0",
        "source": "discard",
        "from": "2",
        "mode": "cards",
        "groups": FOUR,
        "flipped": "四",
    }
    wins, _band = shared(two(first | {"also_winner": "1", "also_groups": WINS_TEN}))
    assert wins["xing"] == {"flipped": ["四"]}
    assert [sorted(win) for win in wins["wins"]] == [["hand", "winner"]] * 2
    number, _band = shared(two(first | SECOND))
    assert number["wins"][1] == {"winner": 1, "hu": 12, "xing": {"count": 0}}


SCORING = "碰捌捌捌 扫伍伍伍 顺壹贰叁"
"""3, 6 and 6: 15 胡, 2 舵."""


def test_of_the_other_the_groups_that_score_are_enough():
    wins, band = shared(two(FIRST | {"also_winner": "1", "also_groups": SCORING, "also_xing": "1"}))
    assert wins["wins"][1]["groups"] == [
        {"kind": "peng", "cards": "捌捌捌"},
        {"kind": "sao", "cards": "伍伍伍"},
        {"kind": "shun", "cards": "壹贰叁"},
    ]
    assert wins["wins"][1]["xing"] == {"count": 1}
    # 2 舵 and one 醒, twice.
    assert "小李胡，3" in str(band.detail)
    assert "小李\u00a0+6" in str(band.detail)


def test_a_stored_pair_is_shown_and_sent_once_more():
    first = {
        "winner": "0",
        "source": "discard",
        "from": "2",
        "mode": "cards",
        "groups": FOUR,
        "flipped": "四",
    }
    groups = FIRST | {"also_winner": "1", "also_groups": SCORING, "also_xing": "1"}
    cards = first | {"also_winner": "1", "also_groups": WINS_TEN}
    for data in (FIRST | SECOND, first | SECOND, groups, cards):
        form = two(data)
        values = ZipaiHandForm.values(form.setting, form.fact())
        again = facts.to_json(two(form_data(values)).fact())
        assert in_order(again) == in_order(facts.to_json(form.fact()))


def in_order(deal: dict) -> dict:
    """The deal with the held cards of its hands in one order."""
    wins = [dict(win) for win in deal["wins"]]
    for win in wins:
        if "hand" in win:
            win["hand"] = {**win["hand"], "concealed": sorted(win["hand"]["concealed"])}
    return {**deal, "wins": wins}


def test_another_winner_is_asked_for_only_where_two_may_win_a_discard():
    assert isinstance(ZipaiHandForm(setting(), FIRST | SECOND).fact(), facts.Win)
    own = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "17", "xing_count": "1"}
    assert isinstance(two(own | SECOND).fact(), facts.Win)
    assert isinstance(two(FIRST | SECOND | {"also_winner": ""}).fact(), facts.Win)
    assert two(FIRST).asks.shares
    assert not ZipaiHandForm(setting(), FIRST).asks.shares


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"also_hu": "9"}, "9 胡，不够起胡 10，再数一遍"),
        ({"also_hu": ""}, "牌和胡数至少写一样"),
        ({"also_winner": "2"}, "打出来、翻出来的不能是胡的人自己"),
    ],
)
def test_what_is_wrong_with_the_other_is_said_at_his_fields(changed, message):
    form = two(FIRST | SECOND | changed)
    with pytest.raises(Refused) as caught:
        shared(form)
    band = read_band(zipai_progress(form, caught.value.problems))
    assert band.title == message
    form.refuse(caught.value.problems)
    assert form["also_hu"].errors == [message]


def test_what_the_first_lacks_is_asked_for_as_ever():
    form = two(FIRST | SECOND | {"xing_count": ""})
    with pytest.raises(Refused) as caught:
        shared(form)
    alone = ZipaiHandForm(setting(), FIRST | {"xing_count": ""})
    with pytest.raises(Refused) as single:
        alone.setting.ruleset.play(alone.setting.table, alone.setting.state, alone.fact())
    one, other = zipai_progress(form, caught.value.problems), zipai_progress(alone, single.value.problems)
    assert read_band(one) == read_band(other)


LAST_SINGLE = [{"code": "shuahou", "on": True}, {"code": "tuanyuan", "on": True}]
# 27 胡, no red, one 团圆. 叁叁三 may lie on the table or be in the hand: the pad does not tell.
TWINS = "提壹壹壹壹 跑一一一一 碰捌捌捌 偎玖玖玖 顺四五六 绞叁叁三 将伍伍 胡伍@6"


@pytest.mark.parametrize(("ticked", "paid"), [({}, 5 * (8 + 8)), ({"pattern_shuahou": "1"}, 5 * (8 + 8 + 8))])
def test_that_one_card_was_left_in_the_hand_counts_where_somebody_says_so(ticked: dict[str, str], paid: int):
    at = setting("paohuzi", preset="changde", patterns=LAST_SINGLE)
    sent = {"winner": "1", "from": "0", "source": "other_draw", "mode": "cards", "groups": TWINS, **ticked}
    form = ZipaiHandForm(at, form_data(sent))
    fact = form.fact()
    outcome = at.ruleset.play(at.table, at.state, fact)
    assert outcome.wins[0].units == paid
    again = ZipaiHandForm.values(at, fact)
    assert again.get("pattern_shuahou", "") == ticked.get("pattern_shuahou", "")
    rewritten = ZipaiHandForm(at, form_data({**sent, "groups": str(again["groups"])})).fact()
    assert at.ruleset.play(at.table, at.state, rewritten).wins[0].units == paid
    assert [ask.code for ask, _box in form.unseen] == ["haidi", "shuahou"]


def test_a_triple_that_may_be_in_the_hand_leaves_more_than_one_card_there():
    at = setting("paohuzi", preset="changde", patterns=LAST_SINGLE)
    groups = "提壹壹壹壹 碰八八八 碰九九九 碰四四四 偎六六六 碰拾拾拾 将捌捌 胡捌@6"
    sent = {"winner": "1", "source": "self_draw", "mode": "cards", "groups": groups}
    plain, ticked = (
        at.ruleset.play(at.table, at.state, ZipaiHandForm(at, form_data({**sent, **tick})).fact())
        for tick in ({}, {"pattern_shuahou": "1"})
    )
    assert "shuahou" not in plain.wins[0].patterns
    assert "shuahou" in ticked.wins[0].patterns


@pytest.mark.parametrize(
    ("slug", "sent", "title"),
    [
        ("paohuzi", "preset=leiyang&hu=0", ("无胡",)),
        ("paohuzi", "preset=leiyang&hu=13&count_red=1&pattern_jushou=1", ("举手", "一点红")),
        ("paohuzi", "preset=shaoyang&hu=16", ()),
        ("paohuzi_tally", "preset=loudi&hu=30&count_red=0", ("乌胡", "30卡")),
    ],
)
def test_before_it_is_saved_a_win_names_what_changed_its_hu(slug: str, sent: str, title: tuple[str, ...]):
    fields = dict(parse_qsl(sent))
    at = setting(slug, preset=fields.pop("preset"))
    form = ZipaiHandForm(
        at, form_data({"winner": "1", "from": "0", "source": "other_draw", "mode": "hu", **fields})
    )
    outcome = at.ruleset.play(at.table, at.state, form.fact())
    verdict = zipai_verdict(form, outcomes.write(outcome, at.table, at.ruleset.version).body)
    assert isinstance(verdict, ZipaiVerdict)
    assert verdict.marks == title


def test_of_patterns_that_add_up_the_first_is_named_too():
    data = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "12"}
    ticks = {"pattern_honghu": "1", "pattern_manyuanhua": "1"}
    form = ZipaiHandForm(setting("huashi", patterns_add="on"), data | ticks)
    at, fact = form.setting, form.fact()
    body = outcomes.write(at.ruleset.play(at.table, at.state, fact), at.table, 1).body
    band = read_band(zipai_verdict(form, body))
    assert str(band.title).replace("\u00a0", " ") == "红胡，12 胡 10 牌，满园花 +10"


OF_WANG = ["wangdiao", "wangdiaowang", "wangchuang", "wangchuangwang", "wangzha", "wangzhawang"]


def test_that_a_joker_won_is_asked_together_with_where_the_card_came_from():
    with_wang, without = (setting("paohuzi", preset="yongzhou", wang=wang) for wang in (4, 0))
    form = ZipaiHandForm(with_wang, form_data({}))
    marks = {mark.code: mark for mark in form.asks.marks}
    assert [*marks] == ["tianhu", *OF_WANG]
    assert {(marks[code].who, marks[code].source) for code in OF_WANG} == {("any", "self_draw")}
    assert not form.patterns
    assert [mark.code for mark in ZipaiHandForm(without, form_data({})).asks.marks] == ["tianhu"]
    values = understand(with_wang, "阿芳王钓王 21 胡 醒 1 张", None).values
    assert (values["winner"], values["source"], values["marks"]) == ("2", "self_draw", "wangdiaowang")
    fact = ZipaiHandForm(with_wang, form_data({**values, "count_red": "0"})).fact()
    assert with_wang.ruleset.play(with_wang.table, with_wang.state, fact).wins[0].units == (2 + 2 + 1) * 8 * 4
    assert ZipaiHandForm.values(with_wang, fact)["marks"] == "wangdiaowang"


PER_WANG = [{"code": "own_row", "zh": "一王", "when": "wang=1", "value": "x2"}]


@pytest.mark.parametrize(
    ("options", "counted"),
    [({}, ["red"]), ({"wang_limit": "by_fan"}, ["red", "wang"]), ({"patterns": PER_WANG}, ["red", "wang"])],
)
def test_jokers_are_counted_where_a_rule_needs_their_number(options: dict[str, object], counted: list[str]):
    form = ZipaiHandForm(setting("paohuzi", preset="yongzhou", wang=4, **options), form_data({}))
    assert [ask.code for ask, _field, _keys in form.counts] == counted


@pytest.mark.parametrize(
    ("data", "chosen"),
    [
        ({}, ("", "", "")),
        ({"source": "discard", "marks": "tianhu", "mode": "hu"}, ("discard", "tianhu", "hu")),
        ({"source": "dealt", "mode": "groups"}, ("dealt", "", "groups")),
        ({"source": "x" * 100, "marks": "x", "mode": "cards"}, (None, None, None)),
    ],
)
def test_what_is_ticked_is_one_of_what_there_is(data: dict[str, str], chosen: tuple[str | None, ...]):
    for form in (ZipaiHandForm(setting(), data), ZipaiHandForm(setting(), initial=data)):
        assert (form.chosen_source, form.chosen_mark, form.chosen_mode) == chosen
