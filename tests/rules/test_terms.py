"""Every game says what every table has in its own words, and what it must be told of a foul."""

import pytest

from zipai_ledger.rules import facts, messages
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.registry import get
from zipai_ledger.rules.ruleset import Item, State

KIND = Problem("bad_meld", "", "not_identical", {"kind": "saochuan", "expected": 4, "cards": "伍伍伍"})


@pytest.mark.parametrize(
    ("slug", "word"),
    [
        ("guilin", "扫穿"),
        ("dazipai", "龙"),
        ("tuozi", "清倒"),
        ("bopi", "清倒"),
        ("gaohuzi", "清倒"),
        ("huashi", "清倒"),
    ],
)
def test_an_error_quotes_a_group_in_the_words_of_its_game(slug, word):
    assert messages.problem_text(KIND, texts=get(slug).texts) == f"{word}要 4 张一样的，写的是“伍伍伍”"


def test_without_a_game_a_group_has_its_common_word_and_a_code_nobody_knows_stays():
    assert messages.code_word("saochuan") == "扫穿"
    assert messages.code_word("nothing", "en") == "nothing"


@pytest.mark.parametrize(
    ("slug", "dead", "foul", "seal"),
    [("guilin", "黄庄", "诈胡", "庄"), ("dazipai", "黄庄", "不下伙", "庄"), ("tuozi", "臭牌", "岔胡", "桩")],
)
def test_a_dead_deal_a_foul_and_the_dealer_have_local_names(slug, dead, foul, seal):
    terms = get(slug).terms
    assert (terms.dead.zh, terms.foul.zh, terms.seal.zh) == (dead, foul, seal)


@pytest.mark.parametrize(("slug", "minima"), [("dazipai", (15, 20, 25, 30)), ("guilin", ()), ("guiyang", ())])
def test_a_game_may_let_each_deal_choose_its_minimum(slug, minima):
    game = get(slug)
    assert game.game(game.options.resolve({})).minima == minima


@pytest.mark.parametrize(
    ("slug", "needed", "usual"),
    [
        ("guilin", {"units"}, "付给每一家 1 舵"),
        ("dazipai", {"units"}, "付给每一家底油"),
        ("tuozi", {"units", "hu", "hand"}, None),
        ("huashi", {"units", "hu", "hand"}, None),
        ("bopi", set(), "扣 30 胡，别人不加"),
        ("gaohuzi", set(), "付给每一家 10 分"),
    ],
)
def test_a_foul_is_asked_for_what_fixes_its_penalty(slug, needed, usual):
    game = get(slug)
    ask = game.game(game.options.resolve({})).foul_ask
    assert {name for name in ("units", "hu", "hand") if getattr(ask, name)} == needed
    assert (ask.usual and ask.usual.zh) == usual


def test_a_round_is_open_once_somebody_has_a_tally_or_a_win():
    assert not State(dealer=0).in_round
    assert not State(dealer=0, tally=(0, 0, 0), wins=(0, 0, 0)).in_round
    assert State(dealer=0, tally=(0, -30, 0)).in_round
    assert State(dealer=0, tally=(0, 0, 0), wins=(0, 1, 0)).in_round


def test_a_deal_tells_what_it_adds_to_the_tally_before_a_round_is_settled():
    game = get("bopi")
    table = game.table({}, (3, 2, 1, 0), 4, 0, None)
    state = State(dealer=1, sitting=3, tally=(86, 20, 10, 40))
    deal = facts.from_json({"result": "win", "winner": 0, "source": "self_draw", "hu": 15})
    outcome = game.play(table, state, deal)
    assert outcome.gains == (13, 0, 0, 25)
    assert (outcome.round_over, outcome.state.tally) == (True, (0, 0, 0, 0))
    ended = game.play(table, state, facts.EndRound(how="drop"))
    assert (ended.gains, ended.tally) == (None, (40, 10, 20, 86))
    fouled = game.play(table, state, facts.Foul(offender=facts.Seat(2)))
    assert fouled.gains == (0, -30, 0, 0)


def test_a_line_says_a_number_below_zero_with_a_real_minus():
    item = Item("skins", {"player": 0, "hu": -30, "n": -3}, 0)
    assert messages.label(item, texts=get("bopi").texts, names=["阿芳"]) == "阿芳 \u221230 胡，\u22123 皮"
