"""打林: bands, levels, tribute, kitty and 公主 (docs/rules/dalin.md)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from tests.rules.documents import document
from tests.rules.evenings.changes import Correction
from tests.rules.requests import ask
from zipai_ledger.rules import codec, examples, facts, messages, registry
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.replay import answer
from zipai_ledger.rules.ruleset import Carried, ScoreRequest, State
from zipai_ledger.rules.settlement import fewest_transfers
from zipai_ledger.rules.waiting import OpenHand

BLOCKED = (
    Correction(
        "公主 in what becomes the first deal",
        "dalin",
        (facts.Points(points=100), facts.Points(points=210, gongzhu=True), facts.Points(points=100)),
        {2: ("bad_deal.gongzhu_first", "头一盘不能打公主")},
        {2: facts.Points(points=210)},
        players=4,
    ),
)
CHANGES = {
    "bands": {"sides", "payers"},
    "gongzhu_bands": {"sides", "payers"},
    "win_at": {"next", "level"},
    "gongzhu_win_at": {"next", "level"},
    "tribute": {"level"},
    "evening_deals": {"over"},
}
"""House rule → what it may change (see `tests.rules.evenings.changes`); ``level`` is what the answer tells besides."""

DALIN = registry.get("dalin")
PLAYERS = ("老王", "小李", "阿芳", "四叔")
FIVE, TEN, K, A = range(4)


def table(**more):
    given = {"options": {}, "players": (0, 1, 2, 3), "count": 4, "first_dealer": 0, "first_sitting": None}
    given |= more
    return DALIN.table(
        given["options"],
        given["players"],
        given["count"],
        given["first_dealer"],
        given["first_sitting"],
        given.get("carried_in"),
    )


def state(dealer: int = 0, level: int = FIVE) -> State:
    """The state in the middle of an evening: who deals, and at which level that side is."""
    levels = [0, 0]
    levels[dealer % 2] = level
    return State(dealer=codec.Seat(dealer), level=tuple(levels))


def caught(points: int, **more) -> dict:
    return {"result": "points", "points": points, **more}


def played(deal: dict, before: State | None = None, at=None):
    at = at or table()
    return DALIN.play(at, before or state(), facts.from_json(deal))


def refusal(deal: dict, before: State | None = None) -> list[tuple[str, str]]:
    try:
        played(deal, before)
    except Refused as refused:
        return [(problem.key, problem.field) for problem in refused.problems]
    return []


def gain(total: int, **more) -> int:
    """积分 of each 闲家; seat 0 deals."""
    deltas = played(caught(total, **more)).deltas(4)
    assert deltas == (-deltas[1], deltas[1], -deltas[1], deltas[1])
    return deltas[1]


def total_of(total: int) -> dict:
    """A deal that comes to this T."""
    if total <= 400:
        return caught(total)
    return caught(320, kitty_points=(total - 320) // 4, kitty_cards=4)


def labels(outcome, lang: str = "zh-hans") -> list[str]:
    return [messages.label(item, lang, texts=DALIN.texts, names=PLAYERS) for item in outcome.items]


def folded(outcome) -> list[str]:
    return [messages.short_label(item, texts=DALIN.texts, names=PLAYERS) for item in outcome.items]


def warned(deal: dict, before: State | None = None) -> list[tuple[str, dict]]:
    return [(warning.code, dict(warning.params)) for warning in played(deal, before).warnings]


# ---- 积分 ---------------------------------------------------------------------------------------------------------

BANDS = [
    (0, 20, -5),
    (25, 50, -4),
    (55, 90, -3),
    (95, 125, -2),
    (130, 160, -1),
    (165, 210, 1),
    (215, 240, 2),
    (245, 275, 3),
    (280, 355, 4),
    (360, 640, 5),
]


@pytest.mark.parametrize(("first", "last", "worth"), BANDS)
def test_each_band_reaches_from_its_first_to_its_last_number(first, last, worth):
    for total in (first, last):
        assert played(total_of(total)).deltas(4) == (-worth, worth, -worth, worth)


def test_whoever_deals_the_two_sides_are_the_seats_across():
    assert played(caught(0), state(1)).deltas(4) == (-5, 5, -5, 5)
    assert played(caught(0), state(2)).deltas(4) == (5, -5, 5, -5)
    assert played(caught(400), state(3)).deltas(4) == (5, -5, 5, -5)


def test_sides_are_seats_and_not_players():
    at = table(players=(4, 1, 0, 2), count=5)
    assert played(caught(0), state(), at).deltas(5) == (5, -5, -5, 0, 5)


def test_the_table_of_bands_is_editable_as_a_whole():
    own = table(options={"bands": [[155, -2], [None, 3]]})
    assert own.options["bands"] == [[155, -2], [640, 3]]
    assert played(caught(155), at=own).deltas(4) == (2, -2, 2, -2)
    assert played(caught(160), at=own).deltas(4) == (-3, 3, -3, 3)
    assert played(total_of(640), at=own).deltas(4) == (-3, 3, -3, 3)


def test_a_band_may_be_worth_nothing():
    outcome = played(caught(100), at=table(options={"bands": [[155, 0], [None, 1]]}))
    assert outcome.flows == ()
    assert folded(outcome)[:3] == ["闲家 100 分", "不付", "庄家赢"]


def test_bands_change_only_the_payment():
    usual = played(caught(210), state(1, TEN))
    other = played(caught(210), state(1, TEN), table(options={"bands": [[400, 0]]}))
    assert (usual.state, usual.answers) == (other.state, other.answers)
    assert [i for i in usual.items if i.code != "band"] == [i for i in other.items if i.code != "band"]
    assert usual.flows != other.flows


# ---- kitty --------------------------------------------------------------------------------------------------------


def test_the_kitty_counts_times_the_cards_that_won_the_last_trick():
    for cards in (1, 2, 3, 4):
        outcome = played(caught(100, kitty_points=15, kitty_cards=cards))
        assert outcome.items[0].params["total"] == 100 + 15 * cards
    assert gain(150, kitty_points=5, kitty_cards=3) == 1


def test_a_kitty_without_points_adds_nothing():
    assert gain(160, kitty_points=0, kitty_cards=4) == -1
    assert gain(160, kitty_points=0) == -1


def test_the_total_may_exceed_400_and_counts_in_the_last_band():
    outcome = played(caught(320, kitty_points=80, kitty_cards=4))
    assert outcome.items[0].params["total"] == 640
    assert outcome.deltas(4) == (-5, 5, -5, 5)
    assert outcome.answers["tribute"] == 4


# ---- what cannot be -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        (caught(163), [("bad_points.step", "points")]),
        (caught(405), [("bad_points.range", "points")]),
        (caught(-5), [("bad_points.range", "points")]),
        (caught(100, kitty_points=12, kitty_cards=2), [("bad_points.step", "kitty_points")]),
        (caught(100, kitty_points=85, kitty_cards=2), [("bad_points.range", "kitty_points")]),
        (caught(100, kitty_points=-5, kitty_cards=2), [("bad_points.range", "kitty_points")]),
        (caught(100, kitty_points=20), [("bad_points.kitty_cards", "kitty_cards")]),
        (caught(100, kitty_cards=2), [("bad_points.kitty_points", "kitty_points")]),
        (caught(100, kitty_points=20, kitty_cards=0), [("bad_points.kitty_cards_range", "kitty_cards")]),
        (caught(100, kitty_points=20, kitty_cards=5), [("bad_points.kitty_cards_range", "kitty_cards")]),
        (caught(385, kitty_points=20, kitty_cards=1), [("bad_points.together", "kitty_points")]),
        (
            caught(100, gongzhu=True, kitty_points=20, kitty_cards=1),
            [("bad_points.gongzhu_kitty", "kitty_points"), ("bad_points.gongzhu_kitty", "kitty_cards")],
        ),
        (caught(100, sitting=2), [("bad_deal.nobody_sits", "sitting")]),
        (caught(100, dealer=4), [("bad_deal.seat", "dealer")]),
        ({"result": "dead"}, [("bad_deal.not_here", "result")]),
        ({"result": "win", "winner": 0, "hu": 10}, [("bad_deal.not_here", "result")]),
        ({"result": "adjust", "deltas": [1, 0, 0, 0]}, [("bad_deal.deltas_sum", "deltas")]),
    ],
)
def test_a_deal_that_cannot_be_is_refused(deal, expected):
    assert refusal(deal) == expected


def test_everything_wrong_is_named_at_once():
    deal = caught(163, kitty_points=12, kitty_cards=7, sitting=1, dealer=5)
    assert [field for _key, field in refusal(deal)] == [
        "dealer",
        "sitting",
        "points",
        "kitty_points",
        "kitty_cards",
    ]


def test_points_are_whole_numbers():
    for points in ("100", 100.0, True, None):
        with pytest.raises(Refused):
            facts.from_json(caught(points))  # type: ignore[arg-type]


# ---- who won, who deals, which level ------------------------------------------------------------------------------


def test_below_160_the_dealing_side_wins_and_the_partner_deals_one_level_up():
    assert played(caught(155), state(1, FIVE)).state == state(3, TEN)
    assert played(caught(0), state(3, TEN)).state == state(1, K)
    assert played(caught(100), state(0, K)).state == state(2, A)


def test_from_160_the_catchers_win_and_the_dealers_next_seat_deals_at_5():
    for total in (160, 165, 400):
        assert played(caught(total), state(1, K)).state == state(2, FIVE)
    assert played(caught(160), state(3)).state == state(0)


def test_a_side_that_comes_back_starts_at_5_again():
    up = played(caught(0), state(0, FIVE)).state
    lost = played(caught(200), up).state
    back = played(caught(200), lost).state
    assert (up, lost, back) == (state(2, TEN), state(3, FIVE), state(0, FIVE))


def test_winning_a_deal_at_a_wins_the_match_and_a_new_one_starts_at_5():
    outcome = played(caught(100), state(0, A))
    assert outcome.state == state(2, FIVE)
    assert outcome.answers == {"level": "A", "tribute": -1}
    assert "老王、阿芳打过 A，赢了一场！再从 5 打起" in labels(outcome)


def test_a_whole_match_is_four_deals_won_in_a_row():
    levels, before = [], table()
    now = DALIN.open(before)
    for _ in range(5):
        outcome = DALIN.play(before, now, facts.from_json(caught(0)))
        levels.append(outcome.answers["level"])
        now = outcome.state
    assert levels == ["5", "10", "K", "A", "5"]


def test_the_first_dealer_is_chosen_and_the_first_deal_may_name_another():
    assert DALIN.open(table(first_dealer=3)).dealer == 3
    outcome = DALIN.play(table(), DALIN.open(table()), facts.from_json(caught(0, dealer=1)))
    assert outcome.state == state(3, TEN)
    assert outcome.warnings == ()


def test_later_another_dealer_may_be_noted_and_is_said():
    assert warned(caught(0, dealer=1)) == [("dealer_differs", {"player": 0})]
    assert warned(caught(0, dealer=0)) == []


def test_another_dealer_of_the_other_side_plays_at_5():
    outcome = played(caught(0, dealer=1), state(0, K))
    assert outcome.answers["level"] == "5"
    assert outcome.state == state(3, TEN)


def test_another_dealer_of_the_same_side_keeps_its_level():
    assert played(caught(0, dealer=2), state(0, K)).state == state(0, A)


def test_at_exactly_160_the_win_is_of_the_catchers_and_the_points_are_not_and_the_ledger_says_so():
    outcome = played(caught(160))
    assert outcome.deltas(4) == (1, -1, 1, -1)
    assert outcome.state == state(1)
    assert "赢归闲家，积分却是 −1：两张表这样印的，都照算" in labels(outcome)
    assert not any("两张表" in line for total in (155, 165) for line in labels(played(caught(total))))


# ---- tribute ------------------------------------------------------------------------------------------------------

TRIBUTES = [
    (0, 40, -3),
    (45, 80, -2),
    (85, 120, -1),
    (125, 155, 0),
    (160, 195, 0),
    (200, 235, 1),
    (240, 275, 2),
    (280, 315, 3),
    (320, 640, 4),
]


@pytest.mark.parametrize(("first", "last", "cards"), TRIBUTES)
def test_the_tribute_of_the_next_deal_follows_its_own_table(first, last, cards):
    for total in (first, last):
        assert played(total_of(total)).answers["tribute"] == cards


@pytest.mark.parametrize(
    ("points", "line"),
    [
        (0, "下一盘小李、四叔进 3 张贡，小李多一张；庄家和上家先选（打公主不进）"),
        (80, "下一盘小李、四叔进 2 张贡，一人一半；庄家和上家先选（打公主不进）"),
        (120, "下一盘小李进 1 张贡（打公主不进）"),
        (155, "下一盘不进贡"),
        (200, "下一盘老王进 1 张贡（打公主不进）"),
        (240, "下一盘老王、阿芳进 2 张贡，一人一半；庄家和上家先选（打公主不进）"),
        (280, "下一盘老王、阿芳进 3 张贡，老王多一张；庄家和上家先选（打公主不进）"),
        (400, "下一盘老王、阿芳进 4 张贡，一人一半；庄家和上家先选（打公主不进）"),
    ],
)
def test_who_does_not_deal_next_gives_and_the_seat_before_the_dealer_one_more(points, line):
    assert labels(played(caught(points)))[-1] == line


# ---- 公主 ---------------------------------------------------------------------------------------------------------


def test_a_gongzhu_deal_is_won_at_205():
    assert played(caught(200, gongzhu=True), state(0, TEN)).state == state(2, K)
    assert played(caught(205, gongzhu=True), state(0, TEN)).state == state(1, FIVE)


def test_a_gongzhu_deal_has_the_same_bands_and_the_ledger_says_what_is_open():
    for first, last, worth in BANDS[:-1]:
        assert gain(first, gongzhu=True) == gain(last, gongzhu=True) == worth
    outcome = played(caught(180, gongzhu=True))
    assert labels(outcome)[0] == "公主，闲家抓了 180 分；分另外算，积分表照用"
    assert "赢归庄家方，积分却是闲家 +1：两张表都照算" in labels(outcome)


@pytest.mark.parametrize(
    ("points", "cards"),
    [
        (0, -4),
        (5, -4),
        (10, -3),
        (105, -2),
        (110, -1),
        (155, -1),
        (160, 0),
        (200, 0),
        (205, 0),
        (250, 0),
        (255, 1),
        (305, 2),
        (355, 3),
        (400, 3),
    ],
)
def test_after_a_gongzhu_deal_each_full_50_points_from_205_are_a_card(points, cards):
    assert played(caught(points, gongzhu=True)).answers["tribute"] == cards


def test_the_first_deal_cannot_be_a_gongzhu_but_the_first_of_a_later_match_can():
    at = table()
    with pytest.raises(Refused) as caught_:
        DALIN.play(at, DALIN.open(at), facts.from_json(caught(100, gongzhu=True)))
    assert [p.key for p in caught_.value.problems] == ["bad_deal.gongzhu_first"]
    assert DALIN.game(at.options).asks(at, DALIN.open(at), 0).first
    assert not DALIN.game(at.options).asks(at, state(), 0).first
    later = played(caught(0), state(0, A)).state
    assert refusal(caught(100, gongzhu=True), later) == []


def test_an_adjustment_before_the_first_deal_leaves_it_the_first():
    at = table()
    outcome = DALIN.play(at, DALIN.open(at), facts.from_json({"result": "adjust", "deltas": [5, -5, 0, 0]}))
    assert outcome.state == DALIN.open(at)
    assert outcome.answers == {"level": "5", "tribute": None}


# ---- the table ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"players": (0, 1, 2), "count": 3}, [("bad_deal.players", "players")]),
        ({"first_dealer": 4}, [("bad_deal.seat", "first_dealer")]),
        ({"first_sitting": 2}, [("bad_deal.nobody_sits", "first_sitting")]),
        ({"carried_in": Carried(tally=(1, 2, 3, 4))}, [("bad_deal.no_tally", "carried_in")]),
        ({"options": {"bands": []}}, [("bad_option.bands", "bands")]),
        ({"options": {"seats": 4}}, [("bad_option.unknown", "seats")]),
    ],
)
def test_a_table_has_four_players_in_two_sides(more, expected):
    with pytest.raises(Refused) as refused:
        table(**more)
    assert [(p.key, p.field) for p in refused.value.problems] == expected


def test_an_entry_asks_for_what_the_side_catches_and_the_table_is_told_the_level():
    ask = DALIN.game(table().options).asks(table(), state(1, K), 1)
    assert (ask.dealers, ask.catchers, ask.level) == ((1, 3), (0, 2), "K")
    assert DALIN.game(table().options).asks(table(), state(1, K), 2).level == "5"
    (line,) = DALIN.game(table().options).outlook.standing(table(), state(1, K))
    assert messages.label(line, texts=DALIN.texts, names=PLAYERS) == "小李、四叔打 K"


def test_the_example_follows_the_bands():
    worked = examples.play_example(DALIN, DALIN.options.resolve({}), "bands")
    assert worked is not None
    assert (worked.units, [item.code for item in worked.items]) == (5, ["caught", "band"])
    worked = examples.play_example(DALIN, DALIN.options.resolve({"bands": [[None, -2]]}), "bands")
    assert worked is not None
    assert worked.units == -2


# ---- the interface ------------------------------------------------------------------------------------------------


def replayed(*deals: dict, **more) -> dict:
    return answer(document(*deals, ruleset="dalin", players=list(PLAYERS), **more))


def test_the_worked_cases_of_the_rules_replay():
    found = replayed(caught(0), caught(160), caught(165), caught(380, kitty_points=20, kitty_cards=4))
    results = [(d["dealer"], d["deltas"], d["level"], d["tribute"]) for d in found["deals"]]
    assert results == [
        (0, [5, -5, 5, -5], "5", -3),
        (2, [1, -1, 1, -1], "10", 0),
        (3, [1, -1, 1, -1], "5", 0),
        (0, [-5, 5, -5, 5], "5", 4),
    ]
    assert (found["totals"], found["tally"]) == ([2, -2, 2, -2], None)
    assert [(t["from"], t["units"]) for t in found["transfers"]] == [(1, 2), (3, 2)]
    first = found["deals"][0]
    assert (first["hu"], first["units"], first["source"], first["round_over"]) == (None, None, None, False)


def test_an_evening_settles_at_its_stake():
    found = replayed(caught(0), stake={"currency": "CNY", "minor_per_unit": 100})
    assert found["money"] == [500, -500, 500, -500]


def test_a_deal_that_cannot_stand_is_named_by_its_number():
    found = replayed(caught(0), caught(101))
    assert (found["ok"], found["deal"]) == (False, 2)
    assert [(e["code"], e["field"]) for e in found["errors"]] == [("bad_points", "points")]
    assert found["errors"][0]["message"] == "分都是 5 的倍数，没有 101 分"


@pytest.mark.parametrize("command", ["score", "waits"])
def test_there_are_no_hands_to_score(command):
    found = ask(command, '{"id": 1, "ruleset": "dalin", "hand": {"concealed": "一"}}')
    assert found["ok"] is False
    assert found["errors"][0]["message"] == "这种打法不看胡牌，只记抓了多少分"
    wrong = ask(command, '{"id": 1, "ruleset": "dalin", "options": {"bands": 5}}')
    assert wrong["errors"][0]["code"] == "bad_option"


def test_reading_a_hand_is_refused_like_scoring_it():
    hands = DALIN.game({}).hands
    deal = facts.Points(points=0)
    asks = (
        lambda: DALIN.reader.read(ScoreRequest()),
        lambda: hands.score(ScoreRequest()),
        lambda: hands.waits(None),
        lambda: hands.waiting_with(table(), state(), deal, OpenHand(0, "一")),
    )
    for ask_for_one in asks:
        with pytest.raises(Refused) as refused:
            ask_for_one()
        assert refused.value.problems == (Problem("bad_deal", "hand", "no_hands"),)
    assert hands.waiting(table(), state(), deal) == ()


EVERY_DEAL = [
    (caught(0), state()),
    (caught(80), state()),
    (caught(120), state(0, A)),
    (caught(160), state()),
    (caught(200), state()),
    (caught(180, gongzhu=True), state()),
    (caught(380, kitty_points=20, kitty_cards=4), state()),
]


@pytest.mark.parametrize("lang", ["zh-hans", "en"])
def test_every_line_is_said_and_every_wording_of_a_line_is_used(lang):
    outcomes = [played(deal, before) for deal, before in EVERY_DEAL]
    outcomes.append(played(caught(0), at=table(options={"bands": [[None, 0]]})))
    outcomes.append(played(caught(0), at=table(options={"tribute": [[None, 2]]})))
    outcomes.append(played(caught(205, gongzhu=True), at=table(options={"gongzhu_bands": [[None, 1]]})))
    assert all(line for outcome in outcomes for line in labels(outcome, lang))
    keys = {messages.item_key(item) for outcome in outcomes for item in outcome.items}
    problems = {key for key in DALIN.texts if key.startswith("bad_")}
    lines = {key.removesuffix(".short") for key in DALIN.texts} - problems - {"now", "sides"}
    assert keys == lines
    assert messages.flow_label("sides", lang, texts=DALIN.texts)


def test_a_folded_deal_is_told_in_a_few_words():
    outcome = played(caught(380, kitty_points=20, kitty_cards=4), state(1, K))
    assert folded(outcome) == ["闲家 460 分", "闲家 +5", "闲家赢", "打 K", "", "进贡 4"]


# ---- what a table settles otherwise -----------------------------------------------------------------------------------


def test_what_wins_is_the_tables_choice():
    outcome = played(caught(160), at=table(options={"win_at": 165}))
    assert outcome.deltas(4) == (1, -1, 1, -1)
    assert (outcome.state.dealer, outcome.answers["level"]) == (2, "5")
    assert outcome.state.level == (1, 0)
    assert "differ" not in {item.code for item in outcome.items}
    early = played(caught(100), at=table(options={"win_at": 100}))
    assert early.state.dealer == 1
    assert "differ.caught" in {messages.item_key(item) for item in early.items}


@pytest.mark.parametrize("code", ["win_at", "gongzhu_win_at"])
@pytest.mark.parametrize(("value", "why"), [(0, "range"), (405, "range"), (162, "step"), ("win", "range")])
def test_what_wins_is_a_number_of_fives(code, value, why):
    with pytest.raises(Refused) as caught_it:
        table(options={code: value})
    assert [(problem.key, problem.field) for problem in caught_it.value.problems] == [
        (f"bad_option.{why}", code)
    ]


def test_a_princess_is_won_at_a_number_of_its_own_and_tribute_counts_from_it():
    at = table(options={"gongzhu_win_at": 300})
    outcome = played(caught(260, gongzhu=True), at=at)
    assert (outcome.state.dealer, outcome.answers["tribute"]) == (2, 0)
    assert played(caught(400, gongzhu=True), at=at).answers["tribute"] == 2
    assert played(caught(200, gongzhu=True), at=at).answers["tribute"] == -2
    assert played(caught(260), at=at).state.dealer == 1


def test_a_princess_may_be_paid_by_bands_of_its_own():
    at = table(options={"gongzhu_bands": [[200, -2], [None, 2]]})
    assert at.options["gongzhu_bands"] == [[200, -2], [640, 2]]
    outcome = played(caught(205, gongzhu=True), at=at)
    assert outcome.deltas(4) == (-2, 2, -2, 2)
    assert labels(outcome)[0] == "公主，闲家抓了 205 分，照公主的积分表"
    assert played(caught(205), at=at).deltas(4) == (-1, 1, -1, 1)


def test_without_a_table_of_its_own_a_princess_follows_the_bands():
    assert table().options["gongzhu_bands"] == "bands"
    at = table(options={"bands": [[None, 3]], "gongzhu_bands": "bands"})
    assert played(caught(205, gongzhu=True), at=at).deltas(4) == (-3, 3, -3, 3)
    with pytest.raises(Refused):
        table(options={"gongzhu_bands": "own"})


def test_tribute_is_a_table_that_may_be_changed():
    at = table(options={"tribute": [[155, -1], [None, 2]]})
    low, high = played(caught(0), at=at), played(caught(300), at=at)
    assert (low.answers["tribute"], high.answers["tribute"]) == (-1, 2)
    assert labels(low)[-1] == "下一盘小李进 1 张贡（打公主不进）"
    assert labels(high)[-1] == "下一盘老王、阿芳进 2 张贡，一人一半；庄家和上家先选（打公主不进）"


def test_a_side_that_deals_next_may_give_by_a_table_of_its_own():
    at = table(options={"tribute": [[None, 3]]})
    assert labels(played(caught(0), at=at))[-1] == "下一盘老王、阿芳进 3 张贡（打公主不进）"


# ---- any evening --------------------------------------------------------------------------------------------------

FIVES = st.integers(0, 64).map(lambda n: 5 * n)
KITTIES = st.one_of(
    st.just({}),
    st.just({"gongzhu": True}),
    st.builds(
        lambda n, cards: {"kitty_points": 5 * n, "kitty_cards": cards}, st.integers(0, 16), st.integers(1, 4)
    ),
)
DEALS = st.builds(lambda points, kitty: caught(points, **kitty), FIVES, KITTIES)


@given(deals=st.lists(DEALS, max_size=12), first=st.integers(0, 3))
@tries(75)
def test_any_evening_sums_to_zero_and_keeps_to_its_sides(deals, first):
    at = table(first_dealer=first)
    now, totals = DALIN.open(at), [0, 0, 0, 0]
    for document_ in deals:
        deal = facts.from_json(document_)
        if document_.get("gongzhu") and now.level is None:
            continue
        outcome = DALIN.play(at, now, deal)
        deltas = outcome.deltas(4)
        assert (sum(deltas), deltas[0] - deltas[2], deltas[1] - deltas[3]) == (0, 0, 0)
        assert outcome.deal == DALIN.complete(at, now, deal) == facts.from_json(facts.to_json(outcome.deal))
        assert DALIN.play(at, now, outcome.deal) == outcome
        assert State.from_text(outcome.state.to_text()) == outcome.state
        assert sum(item.units for item in outcome.items) == deltas[(outcome.deal.dealer + 1) % 4]
        level = outcome.state.level
        assert level is not None
        assert level[(outcome.state.dealer + 1) % 2] == 0
        totals = [total + delta for total, delta in zip(totals, deltas, strict=True)]
        now = outcome.state
    for payer, payee, amount in fewest_transfers(totals):
        totals[payer] += amount
        totals[payee] -= amount
    assert totals == [0, 0, 0, 0]
