"""`replay`: what session documents come to."""

import json

import pytest

from tests.rules.documents import document, stage, stages, win
from zipai_ledger.rules import replay

CNY = {"currency": "CNY", "minor_per_unit": 50}
EUR = {"currency": "EUR", "minor_per_unit": 20}


def test_the_example_of_the_interface_comes_out():
    answer = replay.answer(document(win(17), stake=CNY))
    (deal,) = answer["deals"]
    items = deal.pop("items")
    assert deal == {
        "dealer": 0,
        "sitting": None,
        "source": "other_draw",
        "hu": 17,
        "units": 2,
        "deltas": [4, -2, -2],
        "tally": None,
        "round_over": False,
    }
    assert [item["units"] for item in items] == [2, 0]
    assert answer | {"deals": []} == {
        "ok": True,
        "deals": [],
        "totals": [4, -2, -2],
        "tally": None,
        "money": [200, -100, -100],
        "transfers": [
            {"from": 1, "to": 0, "units": 2, "minor": 100},
            {"from": 2, "to": 0, "units": 2, "minor": 100},
        ],
    }
    assert replay.answer(document(win(17, source="self_draw")))["deals"][0]["units"] == 3


def test_without_a_stake_transfers_are_in_units():
    answer = replay.answer(document(win(17)))
    assert answer["money"] is None
    assert answer["transfers"] == [{"from": 1, "to": 0, "units": 2}, {"from": 2, "to": 0, "units": 2}]


def test_an_evening_without_deals_owes_nothing():
    answer = replay.answer(document(stake=CNY))
    assert (answer["deals"], answer["totals"], answer["money"], answer["transfers"]) == (
        [],
        [0, 0, 0],
        [0, 0, 0],
        [],
    )


def test_without_a_winner_source_hu_and_units_are_null():
    (dead, foul) = replay.answer(document({"result": "dead"}, {"result": "foul", "offender": 1}))["deals"]
    for deal in (dead, foul):
        assert (deal["source"], deal["hu"], deal["units"]) == (None, None, None)
    assert foul["deltas"] == [1, -2, 1]


def test_each_deal_is_dealt_by_the_winner_of_the_one_before():
    answer = replay.answer(document(win(winner=2), win(winner=1), {"result": "dead"}, first_dealer=1))
    assert [deal["dealer"] for deal in answer["deals"]] == [1, 2, 1]


def test_what_is_noted_against_the_rule_is_a_warning_with_names():
    answer = replay.answer(document(win(dealer=2)) | {"lang": "en"})
    (warning,) = answer["deals"][0]["warnings"]
    assert (warning["code"], warning["field"]) == ("dealer_differs", "dealer")
    assert warning["message"] == "By the rule 老王 would deal"


def test_the_language_is_chosen_by_the_document():
    chinese = replay.answer(document({"result": "dead"}))["deals"][0]["items"][0]
    english = replay.answer(document({"result": "dead"}) | {"lang": "en"})["deals"][0]["items"][0]
    assert chinese["label"] != english["label"]
    traditional = replay.answer(document({"result": "dead"}) | {"lang": "zh-hant"})["deals"][0]["items"][0]
    assert (chinese["label"], traditional["label"]) == ("黄庄，谁也不付", "黃莊，誰也不付")
    assert replay.answer(document({"result": "dead"}) | {"lang": 5})["ok"]


def test_the_first_deal_that_cannot_stand_is_named():
    answer = replay.answer(document(win(), win(9), win(3)))
    (error,) = answer.pop("errors")
    assert answer == {"ok": False, "deal": 2}
    assert (error["code"], error["field"], error["params"]) == (
        "below_minimum",
        "hu",
        {"hu": 9, "min_hu": 10},
    )
    assert "9" in error["message"]


def test_a_deal_of_the_wrong_shape_is_named_with_its_number():
    answer = replay.answer(document(win(), {"result": "win", "winner": "老王"}))
    assert (answer["deal"], answer["errors"][0]["code"]) == (2, "bad_deal")


def test_places_within_a_hand_are_named_with_the_hand():
    hand = {"exposed": [], "concealed": "一一一一一", "winning_card": "二", "source": "discard"}
    answer = replay.answer(document({"result": "win", "winner": 0, "from": 1, "hand": hand}))
    assert answer["errors"][0]["field"] == "hand.concealed"


def test_several_stages_add_up_over_all_players():
    evening = stages(
        stage(win(17, winner=1), seats=[3, 0, 1], stake=CNY),
        stage(win(10), win(20, winner=1), seats=[1, 2], stake=CNY),
    )
    answer = replay.answer(evening)
    assert [stage["totals"] for stage in answer["stages"]] == [[4, -2, 0, -2], [0, -2, 2, 0]]
    assert answer["units"] == {"舵": [4, -4, 2, -2]}
    assert answer["money"] == [200, -200, 100, -100]
    assert answer["transfers"] == [
        {"from": 1, "to": 0, "unit": "舵", "units": 4, "minor": 200},
        {"from": 3, "to": 2, "unit": "舵", "units": 2, "minor": 100},
    ]
    assert "deals" not in answer
    assert [stage["tally"] for stage in answer["stages"]] == [None, None]


def test_stages_of_different_stakes_settle_in_money_without_units():
    evening = stages(
        stage(win(10), seats=[0, 1], stake=CNY),
        stage(win(10), seats=[0, 1], stake=CNY | {"minor_per_unit": 20}),
    )
    answer = replay.answer(evening)
    assert answer["money"] == [70, -70, 0, 0]
    assert answer["transfers"] == [{"from": 1, "to": 0, "minor": 70}]


def test_stages_of_different_currencies_settle_each_by_itself():
    answer = replay.answer(stages(stage(win(10), stake=CNY), stage(win(10, winner=1), stake=EUR)))
    assert answer["money"] == {"CNY": [100, -50, -50, 0], "EUR": [-20, 40, -20, 0]}
    assert len(answer["transfers"]) == 4


def test_stages_with_and_without_a_stake_settle_side_by_side():
    answer = replay.answer(stages(stage(win(10), seats=[0, 1], stake=CNY), stage(win(10), seats=[2, 3])))
    assert answer["money"] == [50, -50, 0, 0]
    assert answer["transfers"] == [
        {"from": 1, "to": 0, "unit": "舵", "units": 1, "minor": 50},
        {"from": 3, "to": 2, "unit": "舵", "units": 1},
    ]


def test_a_deal_is_counted_through_all_stages():
    answer = replay.answer(stages(stage(win(), win()), stage(win(), win(5))))
    assert (answer["ok"], answer["deal"]) == (False, 4)


def test_what_is_wrong_with_a_stage_is_named_with_its_number():
    answer = replay.answer(stages(stage(win()), stage(seats=[0, 1], options={"seats": 3})))
    assert [(error["code"], error["field"]) for error in answer["errors"]] == [
        ("bad_deal", "stages.1.players")
    ]
    assert "deal" not in answer


def test_what_is_wrong_with_the_only_stage_is_named_plainly():
    answer = replay.answer(document(options={"min_hu": 11}))
    assert [(error["code"], error["field"]) for error in answer["errors"]] == [("bad_option", "min_hu")]
    assert replay.answer(document(ruleset="poker"))["errors"][0]["code"] == "unknown_ruleset"


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"format": NaN}', "{" * 50, "5", '"x"', "{}"])
def test_a_text_that_is_no_document_is_answered_all_the_same(text):
    answer = replay.answer_text(text)
    assert answer["ok"] is False
    assert answer["errors"][0]["code"] == "bad_json"
    assert answer["errors"][0]["message"]


def test_a_document_in_text_comes_to_the_same():
    assert replay.answer_text(json.dumps(document(win()))) == replay.answer(document(win()))
    assert replay.answer("x")["errors"][0]["code"] == "bad_json"


def test_a_long_evening_is_settled_with_at_most_one_transfer_less_than_players():
    deals = [win(10 + n % 40, winner=n * 7 % 3) for n in range(300)]
    answer = replay.answer(document(*deals, stake=CNY))
    assert sum(answer["totals"]) == sum(answer["money"]) == 0
    assert len(answer["transfers"]) <= 2
    left = list(answer["money"])
    for transfer in answer["transfers"]:
        left[transfer["from"]] += transfer["minor"]
        left[transfer["to"]] -= transfer["minor"]
    assert left == [0, 0, 0]


def test_totals_are_the_sum_of_the_deals():
    deals = [
        win(),
        {"result": "dead"},
        win(22, winner=2, source="discard", from_=1),
        {"result": "adjust", "deltas": [5, -5, 0]},
    ]
    answer = replay.answer(document(*deals))
    columns = zip(*(deal["deltas"] for deal in answer["deals"]), strict=True)
    assert answer["totals"] == [sum(column) for column in columns]


FOUR = {"players": ["甲", "乙", "丙", "丁"]}


@pytest.mark.parametrize(
    ("more", "field", "message"),
    [
        ({"ruleset": "bopi", "carried_in": {"tally": [1, 2, 3]}, **FOUR}, "carried_in.tally", "4"),
        ({"ruleset": "gaohuzi", "carried_in": {"tally": [20, 0, 0]}}, "carried_in.wins", "胡过几盘"),
        ({"ruleset": "tuozi", "first_sitting": 1}, "first_sitting", "数算"),
    ],
)
def test_a_stage_that_cannot_be_opened_is_told_in_the_words_of_its_game(more, field, message):
    answer = replay.answer(document(**more))
    assert [error["field"] for error in answer["errors"]] == [field]
    assert message in answer["errors"][0]["message"]
    inner = {key: value for key, value in more.items() if key != "players"}
    people = tuple(more.get("players", "甲乙丙"))
    several = stages(stage(seats=list(range(len(people))), **inner), players=people)
    (error,) = replay.answer(several)["errors"]
    assert (error["field"], error["message"]) == (f"stages.0.{field}", answer["errors"][0]["message"])


def test_a_key_written_twice_is_refused():
    """Whoever reads the document after us might believe the other one."""
    answer = replay.answer_text(
        '{"format": "zipai-ledger/session", "version": 1, "deals": [], "deals": [{}]}'
    )
    assert [(error["code"], error["params"]) for error in answer["errors"]] == [
        ("bad_json", {"got": "deals"})
    ]


def test_a_stage_that_ends_within_a_round_is_settled_before_the_next():
    bopi = stage(win(12, winner=1), ruleset="bopi", seats=[0, 1, 2, 3])
    ended = stage(
        win(12, winner=1), {"result": "end_round", "how": "drop"}, ruleset="bopi", seats=[0, 1, 2, 3]
    )
    guilin = stage(seats=[0, 1, 2])
    (error,) = replay.answer(stages(bopi, guilin))["errors"]
    assert (error["code"], error["field"]) == ("bad_stage", "stages.1")
    assert "第 1 盘" in error["message"]
    assert replay.answer(stages(ended, guilin))["ok"]
