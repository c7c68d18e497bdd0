"""`score` and `waits` for 贵阳捉鸡麻将."""

import json

import pytest

from tests.rules.requests import ask

TRIPLETS = "一一一万 四四四条 七七七筒 二二二筒 五五万"
PLAIN = "一二三万 四五六条 七八九筒 二二二筒 五五万"


def score(hand: object, **more: object) -> dict:
    return ask("score", json.dumps({"id": 1, "ruleset": "guiyang", "hand": hand, **more}))


def waits(hand: object, **options: object) -> dict:
    return ask("waits", json.dumps({"ruleset": "guiyang", "hand": hand, "options": options}))


def errors(answer: dict) -> list[tuple[str, str]]:
    assert not answer["ok"]
    assert all(error["message"] for error in answer["errors"])
    return [(error["code"], error["field"]) for error in answer["errors"]]


def test_a_hand_is_scored_by_its_tiles():
    kong = {"dou": [{"kind": "men", "tile": "七筒"}], "gangkai": True}
    tiles = TRIPLETS.replace("七七七筒 ", "")
    answer = score({"tiles": tiles, "source": "self_draw", "baoting": True, **kong})
    assert (answer["ok"], answer["pattern"], answer["units"], answer["readings"]) == (True, "daduizi", 16, 1)
    assert answer["marks"] == ["daduizi", "baoting", "gangkai"]
    assert answer["hand"] == "一一一五五万 四四四条 二二二七七七七筒"
    assert [(item["label"], item["units"]) for item in answer["items"]] == [
        ("大对子", 5),
        ("报听，当清的算", 10),
        ("杠上花", 1),
    ]


def test_an_announced_hand_is_called_what_then_pays_most():
    pairs = {"tiles": "一一二二三三万 四四五五六六条 九九筒", "source": "self_draw"}
    answers = [score(pairs | {"baoting": how}, options={"values": {"pinghu": 8}}) for how in (False, True)]
    assert [(one["pattern"], one["units"]) for one in answers] == [("pinghu", 8), ("xiaoqidui", 17)]


def test_a_hand_is_scored_by_the_pattern_alone():
    assert score({"pattern": "qinglongbei"})["units"] == 20
    assert score({"pattern": "qinglongbei"}, options={"preset": "family_b"})["units"] == 30
    assert score({"pattern": "pinghu", "source": "self_draw"}, options={"zimo": 1})["units"] == 2
    assert score({"pattern": "daduizi", "repao": True}, options={"repao": "double"})["units"] == 10


def test_a_kong_stands_beside_the_tiles():
    kong = {"tiles": "一一一一万 四四四条 七七七筒 二二二筒 五五万", "dou": [{"kind": "men", "tile": "一万"}]}
    assert score(kong)["pattern"] == "daduizi"


def test_a_plain_hand_off_a_discard_needs_its_reason():
    off = {"tiles": PLAIN, "source": "discard"}
    assert errors(score(off)) == [("not_a_win", "tiles")]
    assert score(off | {"baoting": True})["units"] == 10
    assert score(off | {"repao": True})["pattern"] == "pinghu"
    assert score(off | {"source": "rob_kong"})["units"] == 1
    assert score({"tiles": PLAIN})["units"] == 1
    kong = {"tiles": "一二三万 四五六条 五五万 二二二筒", "dou": [{"kind": "dian", "tile": "九筒"}]}
    assert score(kong | {"source": "discard"})["units"] == 1


@pytest.mark.parametrize(
    ("hand", "problems"),
    [
        ({}, [("bad_tiles", "pattern")]),
        ({"pattern": "x"}, [("bad_tiles", "pattern")]),
        ({"tiles": "一万", "pattern": "x"}, [("wrong_card_count", "tiles"), ("bad_tiles", "pattern")]),
        ({"tiles": PLAIN, "pattern": "daduizi"}, [("bad_tiles", "pattern")]),
        ({"tiles": PLAIN[:-2] + "六万"}, [("not_a_win", "tiles")]),
        ({"tiles": PLAIN, "dou": [{"kind": "men", "tile": "东"}]}, [("bad_tiles", "dou.0.tile")]),
        ({"tiles": PLAIN, "dou": [{"kind": "an", "tile": "一万"}]}, [("bad_json", "dou.0.kind")]),
        ({"pattern": "daduizi", "gangkai": True, "source": "discard"}, [("bad_deal", "gangkai")]),
        ({"pattern": "daduizi", "repao": True, "source": "self_draw"}, [("bad_deal", "repao")]),
        ({"pattern": "daduizi", "wind": 1}, [("bad_json", "wind")]),
        ({"pattern": "daduizi", "source": "flower"}, [("bad_source", "source")]),
        (
            {"tiles": 5, "dou": [{"kind": "men", "tile": 7}]},
            [("bad_tiles", "tiles"), ("bad_tiles", "dou.0.tile")],
        ),
        (None, [("bad_json", "hand")]),
        ("一万", [("bad_json", "hand")]),
    ],
)
def test_what_cannot_be_scored_is_refused(hand, problems):
    assert errors(score(hand)) == problems


def test_there_are_no_turned_cards_and_no_marks():
    answer = score({"pattern": "x"}, xing={"count": 1}, marks=["tianhu"], options={"zimo": 7})
    assert errors(answer) == [
        ("bad_option", "zimo"),
        ("bad_xing", "xing"),
        ("bad_marks", "marks"),
        ("bad_tiles", "pattern"),
    ]


def test_a_ready_hand_is_told_what_completes_it_and_what_it_is_worth():
    answer = waits({"tiles": "二二三三四四万 六六七七八八条 九筒"})
    assert answer == {"ok": True, "waits": [{"card": "九筒", "pattern": "xiaoqidui", "units": 7}]}
    both = waits({"tiles": "一一一万 四四四条 七七七筒 二二筒 五五万"}, zimo=1)
    assert both["waits"] == [
        {"card": "五万", "pattern": "daduizi", "units": 6},
        {"card": "二筒", "pattern": "daduizi", "units": 6},
    ]
    kong = {"tiles": "四四四条 七七七筒 二二二筒 五万", "dou": [{"kind": "men", "tile": "一万"}]}
    assert [wait["card"] for wait in waits(kong)["waits"]] == ["五万"]
    assert waits({"tiles": "一三五七九万 一三五七九条 一三五筒"})["waits"] == []


@pytest.mark.parametrize(
    ("hand", "problems"),
    [
        ({"tiles": PLAIN}, [("wrong_card_count", "tiles")]),
        ({"pattern": "daduizi"}, [("bad_tiles", "tiles")]),
        ([], [("bad_json", "hand")]),
    ],
)
def test_a_hand_that_is_not_waiting_is_refused(hand, problems):
    assert errors(waits(hand)) == problems
