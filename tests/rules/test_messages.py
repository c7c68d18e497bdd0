"""Everything that can be said has a wording in both languages, and every wording can be said."""

import string
from functools import cache

import pytest

from tests.rules.documents import win
from tests.rules.guilin.at import played, seated
from tests.rules.raised import ANY, Raised, all_raised
from tests.rules.worded import FILES
from zipai_ledger.formats import wording
from zipai_ledger.rules import messages
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.wording import FLOWS, ITEMS, KINDS, MARKS, PROBLEMS, SHAPES, SOURCES
from zipai_ledger.rules.zipai import drawing

SHARED_SHAPES = ("bad_deal", "bad_xing")
"""Codes that a wrong shape is given instead of ``bad_json``, depending on what was read."""


@cache
def problem_words() -> dict[str, Words]:
    """Every wording of a problem, with those that a game brings along, or says in its own words."""
    codes = {raised.code for raised in all_raised()}
    of_games = [*(ruleset.texts for ruleset in all_rulesets().values()), drawing.TEXTS]
    own = {key: words for texts in of_games for key, words in texts.items() if key.split(".")[0] in codes}
    return {**own, **PROBLEMS, **wording.PROBLEMS, **FILES}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def wordings(raised: Raised) -> dict[str, Words]:
    """Key → wording of what may be said, as `messages.problem_text` chooses it."""
    if raised.why is ANY:
        return {key: words for key, words in problem_words().items() if key.split(".")[0] == raised.code}
    key = f"{raised.code}.{raised.why}" if raised.why else raised.code
    found = problem_words().get(key) or SHAPES.get(raised.why or "") or problem_words().get(raised.code)
    chosen = key if key in problem_words() else raised.why if raised.why in SHAPES else raised.code
    return {chosen: found} if found else {}


def test_the_source_is_read_for_what_it_raises():
    found = {(raised.code, raised.why) for raised in all_raised()}
    assert {("below_minimum", ""), ("bad_json", "integer"), ("bad_option", "range")} <= found
    assert ("wrong_card_count", "dealt") in found
    assert len(found) > 90


def test_every_problem_has_a_wording_whose_gaps_it_fills():
    assert [raised for raised in all_raised() if not wordings(raised)] == []
    unfilled = [
        (raised, key)
        for raised in all_raised()
        for key, words in wordings(raised).items()
        if raised.why is not ANY or "." not in key
        if not placeholders(words.zh) | placeholders(words.en) <= raised.params
    ]
    assert unfilled == []


def test_every_wording_of_a_problem_is_used():
    used = {key for raised in all_raised() for key in wordings(raised)}
    assert set(problem_words()) - used == set()
    assert set(SHAPES) - used == set()


def test_a_wrong_shape_is_worded_alike_whatever_it_is_called():
    """A reason of `codec` never meets another wording of the same name with other gaps."""
    for raised in all_raised():
        if raised.where.startswith("codec.py"):
            for code in SHARED_SHAPES:
                wordings_there = wordings(raised._replace(code=code))
                assert all(placeholders(words.zh) <= raised.params for words in wordings_there.values()), (
                    raised
                )


def test_both_languages_say_the_same_gaps():
    for table in (ITEMS, FLOWS, problem_words(), SHAPES, MARKS, SOURCES, KINDS):
        for key, words in table.items():
            assert words.zh, key
            assert words.en, key
            assert placeholders(words.zh) >= placeholders(words.en), key


DEALT = {"source": "dealt", "hu": 20}
TWO_WIN = {
    "result": "win",
    "source": "discard",
    "from": 2,
    "wins": [{"winner": 0, "hu": 17}, {"winner": 1, "hu": 12}],
}
EVERY_LINE = [
    (seated(), win()),
    (seated(), win(source="self_draw")),
    (seated(), win(winner=1, source="discard", from_=0, marks=["dihu"])),
    (seated(), win(**DEALT, marks=["tianhu"])),
    (seated(), win(**DEALT, marks=["sanlongwukan"])),
    (seated(), win(**DEALT | {"hu": 40}, marks=["sanlong", "wukan"])),
    (seated(self_draw="double", special="double"), win(source="self_draw")),
    (seated(special="double"), win(winner=1, source="discard", from_=0, marks=["dihu"])),
    (seated(special="double"), win(**DEALT, marks=["tianhu"])),
    (seated(special="double"), win(**DEALT, marks=["sanlongwukan"])),
    (seated(special="double"), win(**DEALT | {"hu": 40}, marks=["sanlong", "wukan"])),
    (seated(4), win(xing={"count": 2, "lower": 1})),
    (
        seated(),
        {
            "result": "win",
            "winner": 0,
            "hand": "碰壹壹壹 扫贰贰贰 手一二三四五六七八九六七八肆伍 胡陆 翻",
            "xing": {"flipped": ["四"]},
        },
    ),
    (
        seated(),
        {
            "result": "win",
            "winner": 0,
            "hand": "碰壹壹壹 扫贰贰贰 手一二三四五六七八九六七八肆伍 胡陆 翻",
            "xing": {"empty": True},
        },
    ),
    (seated(), {"result": "dead"}),
    (seated(), {"result": "foul", "offender": 1}),
    (seated(), {"result": "adjust", "deltas": [5, -5, 0]}),
    (seated(pledge="sum"), win(pledges=[1, 0, 0])),
    (seated(pledge="add", cap=1), win(pledges=[1, 0, 0])),
    (seated(2), {"result": "close"}),
    (seated(multiple_winners="two", xing="none"), TWO_WIN),
    (seated(base_units=2), win()),
    (seated(self_draw="times4"), win(source="self_draw")),
    (seated(4, xing_worth=2), win(xing={"count": 2, "lower": 1})),
]


@pytest.mark.parametrize("lang", ["zh-hans", "en"])
def test_every_line_and_every_payment_is_said_and_every_wording_of_them_is_used(lang):
    outcomes = [played(table, deal) for table, deal in EVERY_LINE]
    low = seated(2, low_below=10, low_add=1)
    outcomes.append(played(low, {"result": "close"}, played(low, win()).state))
    items = [item for outcome in outcomes for item in outcome.items]
    assert all(messages.label(item, lang) for item in items)
    assert {messages.item_key(item) for item in items} == set(ITEMS)
    codes = {flow.code for outcome in outcomes for flow in outcome.flows}
    assert all(messages.flow_label(code, lang) for code in codes)
    assert codes == set(FLOWS)


def test_numbers_and_cards_stand_in_the_line():
    line = Item("xing", {"card": "四", "n": 7}, 7)
    assert messages.label(line) == "翻醒四：醒 7 张"
    assert messages.label(line, "en") == "Turned 四 (small 4): 7 xing"


def test_marks_and_sources_are_read_out_as_words():
    problem = Problem("bad_marks", "marks", "differs", {"found": "tianhu", "got": "sanlongwukan"})
    assert messages.problem_text(problem) == "照牌看是天胡，写的是三笼五坎"
    problem = Problem("bad_source", "source", "differs", {"hand": "self_draw", "deal": "discard"})
    assert messages.problem_text(problem, "en") == "The hand says “self-draw” but the deal says “discard”"


def test_a_reason_without_words_of_its_own_is_said_in_those_of_its_code():
    problem = Problem("bad_name", "name", "control", {"place": 2, "got": "U+0007"})
    assert (
        messages.problem_text(problem, "en", more=wording.PROBLEMS)
        == "Character 2 of the name (U+0007) cannot be used"
    )


def test_players_are_called_by_their_names_where_these_are_known():
    problem = Problem("dealer_differs", "dealer", "", {"player": 1})
    assert messages.problem_text(problem, names=("老王", "小李")) == "照规矩该小李坐庄"
    assert messages.problem_text(problem) == "照规矩该1坐庄"


def test_several_players_are_told_in_one_breath():
    texts = {"now": Words("{players}打 {level}", "{players} play {level}")}
    item = Item("now", {"players": [0, 2], "level": "K"}, 0)
    assert messages.label(item, texts=texts, names=("老王", "小李", "阿芳")) == "老王、阿芳打 K"
    assert messages.label(item, "en", texts=texts) == "0, 2 play K"


def test_a_line_has_few_words_only_where_its_ruleset_gives_them():
    texts = {
        "level.up": Words("打过 {level}，升级", "up"),
        "level.up.short": Words("打 {level}", "level {level}"),
    }
    item = Item("level", {"how": "up", "level": "K"}, 0)
    assert messages.short_label(item, texts=texts) == "打 K"
    assert messages.short_label(item, "en", texts=texts) == "level K"
    assert messages.short_label(item) == ""


def test_a_rulesets_own_words_win():
    texts = {
        "base": Words("底 {hu}", "base {hu}"),
        "each": Words("付", "pays"),
        "bad_deal.seat": Words("没座", "no"),
    }
    assert messages.label(Item("base", {"hu": 17}, 1), texts=texts) == "底 17"
    assert messages.flow_label("each", "en", texts=texts) == "pays"
    assert messages.problem_text(Problem("bad_deal", "winner", "seat"), texts=texts) == "没座"


@pytest.mark.parametrize("slug", all_rulesets())
def test_a_ruleset_words_only_what_both_languages_say(slug):
    for key, words in all_rulesets()[slug].texts.items():
        assert words.zh, key
        assert placeholders(words.zh) >= placeholders(words.en), key
