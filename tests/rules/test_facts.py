"""Facts of every ruleset, from the session document and back (the interface's own examples)."""

import pytest

from zipai_ledger.rules import codec, facts
from zipai_ledger.rules.codec import GREATEST
from zipai_ledger.rules.problems import Refused

HAND = {
    "exposed": [{"kind": "peng", "cards": "八八八"}, {"kind": "chi", "cards": "一二三", "claimed": "一"}],
    "concealed": "三四五六七捌玖拾",
    "winning_card": "九",
    "source": "self_draw",
}
ZIPAI_WINS = [
    {"result": "win", "winner": 0, "source": "discard", "from": 2, "hand": HAND, "xing": {"flipped": ["四"]}},
    {"result": "win", "winner": 0, "source": "self_draw", "hu": 17, "xing": {"count": 0}},
    {"result": "win", "winner": 1, "hand": HAND, "hu": 17},
    {"result": "win", "winner": 1, "source": "other_draw", "from": 2, "hu": 17, "xing": {"empty": True}},
    {"result": "win", "winner": 3, "source": "other_draw", "hu": 12, "xing": {"count": 3, "lower": 1}},
    {"result": "win", "winner": 0, "source": "self_draw", "hu": 17, "xing": {"flipped": ["四", "壹"]}},
    {"result": "win", "winner": 0, "source": "self_draw", "hu": 22, "min_hu": 20},
    *(
        {"result": "win", "winner": 0, "source": "dealt", "hu": 17, "marks": [mark]}
        for mark in ("tianhu", "dihu", "sanlongwukan", "honghu", "manyuanhua", "piaohu", "wuhu")
    ),
]
COMMON = [
    {"result": "dead"},
    {"result": "foul", "offender": 1},
    {"result": "foul", "offender": 1, "hand": HAND},
    {"result": "foul", "offender": 1, "hu": 17},
    {"result": "foul", "offender": 1, "units": 3},
    {"result": "foul", "offender": 1, "hu": 17, "min_hu": 15},
    {"result": "opening", "wins": [{"winner": 0, "hand": HAND}, {"winner": 2, "hu": 30}]},
    {"result": "opening", "wins": [{"winner": 0, "hu": 30}], "min_hu": 20},
    *({"result": "end_round", "how": how} for how in ("settle", "drop", "carry")),
    {"result": "adjust", "deltas": [5, -5, 0]},
    {"result": "dead", "dealer": 0, "sitting": 2, "at": "2026-07-03T20:15:00+08:00", "note": "替一手"},
    {"result": "foul", "offender": 1, "dealer": 0, "at": "2026-07-03T20:15:00+08:00", "note": ""},
]
GUIYANG = [
    {
        "result": "win",
        "wins": [
            {
                "winner": 2,
                "source": "self_draw",
                "pattern": "daduizi",
                "tiles": "一条一条一条",
                "baoting": True,
                "gangkai": True,
                "repao": True,
                "off_baoting": True,
            },
            {"winner": 0, "source": "discard", "from": 0, "pattern": "pinghu"},
            {"winner": 1, "source": "rob_kong", "from": 0, "pattern": "qingqidui", "repao": False},
        ],
        "dou": [
            {"player": 1, "kind": "men", "tile": "五万"},
            {"player": 1, "kind": "zhuanwan", "from": 3, "tile": "五万", "void": True},
            {"player": 1, "kind": "dian", "from": 3, "tile": "五万"},
        ],
        "ji": {
            "flipped": "五万",
            "held": [
                {"player": 0, "tile": "六万", "count": 2},
                {"player": 3, "tile": "六万", "count": 4, "full": True},
            ],
        },
        "discarder_value": 5,
        "ready": [0, 2],
        "chongfeng": {"player": 1, "tile": "一条"},
        "zeren": {"from": 1, "to": 2, "tile": "一条"},
        "bao": {"player": 3, "pays": [{"to": 0, "units": 5}]},
        "xianggong": [1],
    },
    {"result": "win", "wins": [{"winner": 2, "source": "self_draw"}], "ji": {"flipped": None}},
    {"result": "win", "wins": [{"winner": 2, "source": "self_draw"}], "ji": {"flipped": None, "held": []}},
    {
        "result": "dead",
        "ready": [{"player": 0, "pattern": "pinghu"}, {"player": 1, "value": 17}],
        "dou": [{"player": 1, "kind": "dian", "from": 3, "tile": "五万"}],
    },
    {"result": "foul", "offender": 3, "pays": [{"to": 0, "units": 5}]},
    {"result": "win", "wins": [{"winner": 2, "source": "self_draw"}], "pledges": [1, 0, 0, 2]},
    {"result": "close", "note": "散了"},
]
DALIN = [
    {"result": "points", "points": 380, "kitty_points": 20, "kitty_cards": 4, "gongzhu": False},
    {"result": "points", "points": 0, "dealer": 3},
]
EVERY_DEAL = [*ZIPAI_WINS, *COMMON, *GUIYANG, *DALIN]


def test_every_deal_of_every_game_comes_back_unchanged():
    assert [facts.to_json(facts.from_json(deal)) for deal in EVERY_DEAL] == EVERY_DEAL


def test_reading_leaves_what_was_read_as_it_was_and_gives_equal_facts():
    before = repr(EVERY_DEAL)
    for deal in EVERY_DEAL:
        assert facts.from_json(deal) == facts.from_json(deal)
    assert repr(EVERY_DEAL) == before


def test_what_is_null_counts_as_left_out():
    for deal in EVERY_DEAL:
        without = {key: value for key, value in deal.items() if key != "note"}
        assert facts.from_json({**deal, "note": None}) == facts.from_json(without)


def test_every_kind_of_fact_is_among_the_examples():
    kinds = {type(facts.from_json(deal)) for deal in EVERY_DEAL}
    assert kinds == {*facts.RESULTS.values(), facts.TilesWon}


def test_seats_are_seats_and_sources_are_sources():
    deal = facts.from_json(ZIPAI_WINS[0])
    assert isinstance(deal, facts.Win)
    assert (deal.winner, deal.from_, deal.source) == (0, 2, "discard")
    assert deal.xing == facts.Xing(flipped=("四",))


WIN = {"result": "win", "winner": 0}


@pytest.mark.parametrize(
    ("deal", "problems"),
    [
        ([], [("bad_deal.object", "")]),
        ("win", [("bad_deal.object", "")]),
        (None, [("bad_deal.object", "")]),
        ({}, [("bad_deal.result", "result")]),
        ({"result": "won"}, [("bad_deal.result", "result")]),
        ({"result": ["win"]}, [("bad_deal.result", "result")]),
        ({"result": "win"}, [("bad_deal.missing", "winner")]),
        ({"result": "foul"}, [("bad_deal.missing", "offender")]),
        ({"result": "adjust"}, [("bad_deal.missing", "deltas")]),
        ({"result": "end_round", "how": "stop"}, [("bad_deal.choice", "how")]),
        ({"result": "end_round", "how": ["stop"]}, [("bad_deal.choice", "how")]),
        (WIN | {"winner": 8}, [("bad_deal.integer", "winner")]),
        (WIN | {"winner": -1}, [("bad_deal.integer", "winner")]),
        (WIN | {"winner": "0"}, [("bad_deal.integer", "winner")]),
        (WIN | {"winner": 0.0}, [("bad_deal.integer", "winner")]),
        (WIN | {"winner": True}, [("bad_deal.integer", "winner")]),
        (WIN | {"hu": -1}, [("bad_deal.integer", "hu")]),
        (WIN | {"hu": GREATEST + 1}, [("bad_deal.integer", "hu")]),
        (WIN | {"source": "stolen"}, [("bad_source.choice", "source")]),
        ({"result": "points", "points": "80"}, [("bad_points.integer", "points")]),
        (
            {"result": "points", "points": 5.0, "kitty_points": True, "kitty_cards": "2"},
            [("bad_points.integer", name) for name in ("points", "kitty_points", "kitty_cards")],
        ),
        (
            {
                "result": "win",
                "wins": [{"winner": 0, "source": "self_draw", "tiles": 5}],
                "ji": {"flipped": 5},
            },
            [("bad_tiles.text", "wins.0.tiles"), ("bad_tiles.text", "ji.flipped")],
        ),
        (WIN | {"hand": "碰八八八"}, [("bad_deal.object", "hand")]),
        (WIN | {"marks": "tianhu"}, [("bad_deal.list", "marks")]),
        (WIN | {"marks": [1, "tianhu", None]}, [("bad_deal.text", "marks.0"), ("bad_deal.text", "marks.2")]),
        (
            WIN | {"xing": {"count": -2, "flip": "四"}},
            [("bad_deal.unknown_key", "xing.flip"), ("bad_deal.integer", "xing.count")],
        ),
        (WIN | {"note": 7, "at": []}, [("bad_deal.text", "at"), ("bad_deal.text", "note")]),
        (WIN | {"from_": 2}, [("bad_deal.unknown_key", "from_")]),
        (
            WIN | {"score": 5, "dealer": 9},
            [("bad_deal.unknown_key", "score"), ("bad_deal.integer", "dealer")],
        ),
        ({"result": "win", "wins": [{"winner": 0}]}, [("bad_deal.missing", "wins.0.source")]),
        ({"result": "win", "wins": [5]}, [("bad_deal.object", "wins.0")]),
        ({"result": "win", "wins": [], "ji": {}}, [("bad_deal.missing", "ji.flipped")]),
        ({"result": "opening", "wins": {"winner": 0}}, [("bad_deal.list", "wins")]),
        ({"result": "points", "points": 5, "gongzhu": 1}, [("bad_deal.boolean", "gongzhu")]),
        (
            {"result": "adjust", "deltas": [1, "x", 2.5]},
            [("bad_deal.integer", "deltas.1"), ("bad_deal.integer", "deltas.2")],
        ),
        ({"result": "adjust", "deltas": [-GREATEST - 1]}, [("bad_deal.integer", "deltas.0")]),
    ],
)
def test_a_wrong_shape_is_refused_with_every_problem_and_its_place(deal, problems):
    with pytest.raises(Refused) as refused:
        facts.from_json(deal)
    assert [(problem.key, problem.field) for problem in refused.value.problems] == problems


def test_what_an_error_quotes_stays_short():
    with pytest.raises(Refused) as refused:
        facts.from_json(WIN | {"source": "自" * 1000})
    assert len(refused.value.problems[0].params["got"]) == 41


def test_a_part_that_should_be_there_by_now_is_there_or_the_program_is_wrong():
    assert facts.known(0) == 0
    with pytest.raises(ValueError, match="is missing"):
        facts.known(None)


def _at(value: object, place: str) -> object:
    for key in place.split("."):
        value = value[int(key)] if key.isdigit() else getattr(value, key.replace("from", "from_"))
    return value


def test_every_seat_that_a_deal_names_is_found_however_deep():
    dead = next(deal for deal in GUIYANG if deal["result"] == "dead")
    named = {**GUIYANG[0], "dealer": 3}
    wins, kongs, held, ready = (2, 0, 0, 1, 0), (1, 1, 3, 1, 3), (0, 3), (0, 2)
    first, claimed, paid, out = (1,), (1, 2), (3, 0), (1,)
    parts = (3, *wins, *kongs, *held, *ready, *first, *claimed, *paid, *out)
    found = [*codec.seats(facts.from_json(named))]
    assert sorted(seat for _, seat in found) == sorted(parts)
    assert all(_at(facts.from_json(named), place) == seat for place, seat in found)
    assert sorted(seat for _, seat in codec.seats(facts.from_json(dead))) == [0, 1, 1, 3]
    assert [*codec.seats(facts.from_json({"result": "adjust", "deltas": [5, -5, 0]}))] == []
