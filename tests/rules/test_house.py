"""What a table may add to any game: pledges, the cap, an evening of so many deals, closing between two."""

import pytest

from tests.rules.deng.at import NAMES, Game, by_hu, end, foul, state
from tests.rules.documents import document
from zipai_ledger.rules import codec, facts, registry, replay
from zipai_ledger.rules.evening import Evening
from zipai_ledger.rules.house import House
from zipai_ledger.rules.house_examples import house_examples
from zipai_ledger.rules.pledges import Pledging
from zipai_ledger.rules.ruleset import Flow

TUOZI = Game("tuozi")
SEVENTEEN = by_hu(17, from_=1)


def answer(*deals: dict, ruleset: str = "tuozi", players: int = 3, **options: object) -> dict:
    return replay.answer(document(*deals, ruleset=ruleset, players=NAMES[:players], options=options))


def deltas(*deals: dict, **more: object) -> list[list[int]]:
    return [deal["deltas"] for deal in answer(*deals, **more)["deals"]]


def refusal(deal: dict, **options: object) -> list[tuple[str, str]]:
    return TUOZI.refusal(TUOZI.seated(options.pop("seats", 3), **options), deal)


# ---- pledges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pledge", "cap", "paid"),
    [
        ("sum", 0, [15, -9, -6]),
        ("power", 0, [18, -12, -6]),
        ("add", 0, [9, -5, -4]),
        ("sum", 8, [14, -8, -6]),
        ("none", 2, [4, -2, -2]),
    ],
)
def test_payer_and_winner_pay_by_what_both_announced(pledge: str, cap: int, paid: list[int]):
    pledges = {"pledges": [1, 1, 0]} if pledge != "none" else {}
    assert deltas(SEVENTEEN | pledges, pledge=pledge, cap=cap) == [paid]


def test_every_line_of_a_pledge_says_who_pays_whom_how_much():
    items = answer(SEVENTEEN | {"pledges": [1, 1, 0]}, pledge="sum", cap=8)["deals"][0]["items"]
    assert [item["label"] for item in items[1:]] == [
        "加锤：小李付老王 3 × 3 = 9",
        "封顶：小李付老王 8，不是 9",
        "加锤：阿芳付老王 3 × 2 = 6",
    ]


def test_nobody_announces_anything_where_it_is_left_out():
    assert deltas(SEVENTEEN, pledge="sum") == deltas(SEVENTEEN | {"pledges": [0, 0, 0]}) == [[6, -3, -3]]


def test_a_payer_who_owes_nothing_stays_at_nothing():
    discard = by_hu(17, source="discard", from_=1) | {"pledges": [1, 1, 3]}
    options = {"pledge": "add", "pledge_max": 3, "discard_wins": "discarder_pays_all"}
    assert deltas(discard, **options) == [[8, -8, 0]]


def test_fouls_and_agreed_payments_know_no_pledges_and_no_cap():
    adjust = {"result": "adjust", "deltas": [9, -9, 0], "pledges": [1, 1, 1]}
    fouled = foul(1, units=9) | {"pledges": [1, 1, 1]}
    assert deltas(adjust, fouled, pledge="sum", cap=5) == [[9, -9, 0], [9, -18, 9]]


@pytest.mark.parametrize(
    ("pledges", "options", "problem"),
    [
        ([1, 0, 0], {}, ("bad_deal.pledges_off", "pledges.0")),
        ([0, 2, 0], {"pledge": "sum"}, ("bad_deal.pledges_most", "pledges.1")),
        ([0, 0], {"pledge": "sum"}, ("bad_deal.pledges", "pledges")),
        ([0, 0, 0, 1], {"pledge": "sum", "seats": 4}, ("bad_deal.pledges_sits", "pledges.3")),
    ],
)
def test_a_pledge_that_cannot_be_is_refused_in_any_deal(pledges: list[int], options: dict, problem: tuple):
    for deal in (by_hu(17), {"result": "dead"}, foul(1, units=1)):
        assert refusal(deal | {"pledges": pledges}, **options) == [problem]


@pytest.mark.parametrize("slug", sorted(registry.all_rulesets()))
def test_no_game_takes_a_pledge_unless_its_table_plays_them(slug: str):
    ruleset = registry.get(slug)
    seats = ruleset.places(ruleset.options.resolve({}))
    table = ruleset.table({}, tuple(range(seats)), seats, 0, None)
    deal = facts.Adjust(deltas=(0,) * seats, pledges=(codec.Count(1),) + (codec.Count(0),) * (seats - 1))
    with pytest.raises(ValueError, match="pledges_off"):
        ruleset.play(table, ruleset.open(table), deal)


def test_what_is_wrong_with_pledges_is_named_beside_what_else_is_wrong():
    found = refusal(by_hu(9) | {"pledges": [1, 0, 0]})
    assert found == [("bad_deal.pledges_off", "pledges.0"), ("below_minimum", "hu")]


def test_several_payments_between_two_are_pledged_and_capped_together():
    flows = [
        Flow(1, 0, 5, "each"),
        Flow(1, 0, 2, "dealer_paid"),
        Flow(2, 0, 5, "each"),
        Flow(2, 3, 5, "counter"),
    ]
    deal = facts.Dead(sitting=codec.Seat(3), pledges=tuple(map(codec.Count, (1, 0, 0, 0))))

    def units(kind: str, cap: int) -> list[int]:
        return [flow.units for flow in Pledging(kind, 1, cap).paid(deal, flows).flows]

    assert units("sum", 0) == [12, 2, 10, 5]
    assert units("add", 0) == [6, 2, 6, 5]
    assert units("none", 4) == [2, 2, 4, 5]
    assert units("none", 1) == [0, 1, 1, 5]


def test_nobody_doubles_more_often_than_ten_times():
    assert Pledging("power", 100).greatest == 10
    assert Pledging("add", 100).greatest == 100


def test_pledges_are_announced_before_each_deal_or_before_the_first_of_a_round():
    def announced(slug: str, pledges: tuple[int, ...] | None, **options: object) -> bool:
        game = registry.get(slug).game(registry.get(slug).options.resolve(options))
        return game.house.asks_pledges(state(0, pledges=pledges))

    assert announced("tuozi", None, pledge="sum")
    assert not announced("tuozi", None)
    assert announced("paohuzi_tally", None, pledge="add")
    assert not announced("paohuzi_tally", (0, 1, 0), pledge="add")


# ---- an evening of so many deals -------------------------------------------------------------------------------------


def test_wins_and_deals_nobody_won_count_and_the_rest_does_not():
    deals = (SEVENTEEN, foul(1, units=1), {"result": "adjust", "deltas": [1, -1, 0]}, {"result": "dead"})
    assert answer(*deals, evening_deals=3)["evening"] == {"deals": 3, "played": 2, "over": False}
    assert answer(*deals, evening_deals=2)["evening"] == {"deals": 2, "played": 2, "over": True}
    assert "evening" not in answer(*deals)


@pytest.mark.parametrize(("played", "left", "over"), [(0, 2, False), (2, 0, True), (3, 0, True)])
def test_of_an_evening_as_many_deals_are_left_as_were_not_played(played: int, left: int, over: bool):
    evening = Evening(2, played)
    assert (evening.left, evening.over) == (left, over)


def test_two_who_win_one_discard_are_one_deal():
    wins = [{"winner": 0, "hu": 17}, {"winner": 1, "hu": 12}]
    deal = {"result": "win", "source": "discard", "from": 2, "wins": wins}
    played = {"xing": "none", "multiple_winners": "two", "evening_deals": 2}
    got = answer(deal, {"result": "dead"}, ruleset="guilin", **played)
    assert got["evening"] == {"deals": 2, "played": 2, "over": True}


def test_each_later_deal_says_that_the_evening_is_over_and_stands():
    got = answer(SEVENTEEN, SEVENTEEN, foul(1, units=1), {"result": "dead"}, evening_deals=1)
    found = [[each["code"] for each in deal.get("warnings", [])] for deal in got["deals"]]
    assert found == [[], ["evening_over"], [], ["evening_over"]]
    assert got["deals"][1]["warnings"][0]["message"] == "说好打 1 盘，已经打满了"
    assert got["deals"][1]["deltas"] == [6, -3, -3]


def test_caught_points_are_deals_too():
    got = answer({"result": "points", "points": 100}, ruleset="dalin", players=4, evening_deals=1)
    assert got["evening"] == {"deals": 1, "played": 1, "over": True}


# ---- closing between two ---------------------------------------------------------------------------------------------

CLOSE = {"result": "close"}


@pytest.mark.parametrize(
    ("options", "closed", "totals"),
    [
        ({"low_below": 10, "low_times": 2}, [6, -6], [12, -12]),
        ({"low_below": 10, "low_add": 5}, [5, -5], [11, -11]),
        ({"low_below": 10, "low_times": 2, "low_add": 5}, [11, -11], [17, -17]),
        ({"low_below": 6, "low_times": 2}, [0, 0], [6, -6]),
        ({"low_times": 2}, [0, 0], [6, -6]),
    ],
)
def test_a_low_win_is_raised_when_two_close_the_stage(options: dict, closed: list[int], totals: list[int]):
    got = answer(by_hu(32, from_=1), CLOSE, players=2, **options)
    assert (got["deals"][1]["deltas"], got["totals"]) == (closed, totals)


def test_the_total_of_a_stage_holds_fouls_and_agreed_payments_too():
    deals = (by_hu(32, from_=1), foul(1, units=1), {"result": "adjust", "deltas": [-3, 3]}, CLOSE)
    got = answer(*deals, players=2, low_below=10, low_times=2)
    assert got["totals"] == [8, -8]
    assert got["deals"][3]["items"][0]["label"] == "收场：老王赢了 4，不到 10，算 8"


def test_equal_players_close_without_a_payment():
    assert deltas(CLOSE, players=2, low_below=10, low_add=5) == [[0, 0]]


def test_only_two_close_a_stage_and_nothing_follows():
    assert refusal(CLOSE) == [("bad_deal.close_two", "result")]
    table = TUOZI.seated(2)
    closed = TUOZI.played(table, CLOSE).state
    for deal in (by_hu(17, from_=1), CLOSE, {"result": "adjust", "deltas": [1, -1]}):
        assert ("bad_deal.closed", "result") in TUOZI.refusal(table, deal, closed)


def test_an_open_round_is_settled_or_dropped_first():
    game = Game("bopi")
    table = game.seated(2)
    counted = game.played(table, by_hu(20)).state
    assert game.refusal(table, CLOSE, counted) == [("bad_deal.close_round", "result")]
    got = answer(by_hu(20), end("settle"), CLOSE, ruleset="bopi", players=2, low_below=10, low_times=3)
    assert got["totals"] == [6, -6]
    assert got["tally"] == [0, 0]


def test_a_table_that_adds_nothing_has_the_state_it_always_had():
    table = TUOZI.seated(2)
    assert TUOZI.played(table, by_hu(17, from_=1)).state.to_text() == '{"v":1,"dealer":0}'
    assert not House().closes(TUOZI.seated(3))


def test_a_game_that_leaves_a_table_nothing_to_add_has_no_examples_of_it():
    won = facts.from_json(SEVENTEEN)
    assert house_examples({"hu_per_unit": 5}, 2, won) == {}
    assert sorted(house_examples({"low_below": 10}, 2, won)) == ["low", "pledged"]
    assert sorted(house_examples({"low_below": 10}, 3, won)) == ["pledged"]
