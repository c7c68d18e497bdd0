"""The session document, read strictly and written in one way."""

import pytest

from tests.rules.documents import document, stage, stages, win
from zipai_ledger.rules.document import DEALS, STAGES, Stake, deal_of, parse, seats_of, write
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Carried

WHOLE = document(
    win(),
    {"result": "dead"},
    options={"min_hu": 15},
    stake={"currency": "CNY", "minor_per_unit": 50},
    carried_in={"tally": [40, 12, 0], "wins": [2, 1, 0]},
)
TWO = stages(
    stage(win(), seats=[3, 0, 1]), stage(ruleset="tuozi", stake={"currency": "CNY", "minor_per_unit": 1})
)


def problems(given: object) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        parse(given)
    return [(problem.key, problem.field) for problem in refused.value.problems]


@pytest.mark.parametrize("given", [WHOLE, TWO, document(), stages(stage(), stage())])
def test_a_document_is_written_as_it_was_read(given):
    assert write(parse(given)) == given
    assert parse(write(parse(given))) == parse(given)


def test_keys_are_written_in_the_order_of_the_interface():
    assert [*write(parse(WHOLE))] == [
        *("format", "version", "name", "ruleset", "options", "stake"),
        *("players", "first_dealer", "first_sitting", "carried_in", "deals"),
    ]


def test_a_stage_is_read_into_what_it_says():
    (only,) = parse(WHOLE).stages
    assert only.stake == Stake(currency="CNY", minor_per_unit=50)
    assert only.carried_in == Carried(tally=(40, 12, 0), wins=(2, 1, 0))
    assert parse(WHOLE).single
    assert not parse(TWO).single


def test_without_seats_everybody_sits_in_order():
    assert seats_of(parse(WHOLE).stages[0], 3) == (0, 1, 2)
    assert seats_of(parse(TWO).stages[0], 4) == (3, 0, 1)


def test_what_may_be_left_out_may_be_left_out():
    bare = {key: WHOLE[key] for key in ("format", "version", "players", "ruleset", "deals")}
    read = parse(bare)
    assert (read.name, read.stages[0].options, read.stages[0].first_dealer) == ("", None, None)


def test_what_writers_add_for_people_is_passed_over():
    assert parse({**WHOLE, "ledger": ["第 1 盘"], "lang": "en", "id": 5}) == parse(WHOLE)


def test_deals_are_read_one_by_one():
    assert deal_of(parse(WHOLE).stages[0].deals[1]).result == "dead"


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ([], [("bad_json.object", "")]),
        ("x", [("bad_json.object", "")]),
        ({}, [("bad_json.format", "format"), ("bad_json.format", "version")]),
        (WHOLE | {"version": 2}, [("bad_json.format", "version")]),
        (WHOLE | {"version": True}, [("bad_json.format", "version")]),
        (WHOLE | {"format": "zipai-ledger/archive"}, [("bad_json.format", "format")]),
        (WHOLE | {"players": []}, [("bad_json.players", "players")]),
        (WHOLE | {"players": ["a"] * 9}, [("bad_json.players", "players")]),
        (
            WHOLE | {"players": ["a", 5, None]},
            [("bad_json.text", "players.1"), ("bad_json.text", "players.2")],
        ),
        (WHOLE | {"players": None}, [("bad_json.list", "players")]),
        (WHOLE | {"name": 5}, [("bad_json.text", "name")]),
        (WHOLE | {"deals": None}, [("bad_json.missing", "deals")]),
        (WHOLE | {"deals": [5]}, [("bad_json.object", "deals.0")]),
        (WHOLE | {"deals": [{}] * (DEALS + 1)}, [("bad_json.deals", "deals")]),
        (WHOLE | {"ruleset": 5}, [("bad_json.text", "ruleset")]),
        (WHOLE | {"options": []}, [("bad_json.object", "options")]),
        (WHOLE | {"first_dealer": -1}, [("bad_json.integer", "first_dealer")]),
        (WHOLE | {"stake": 5}, [("bad_json.object", "stake")]),
        (WHOLE | {"stake": {"currency": "CNY"}}, [("bad_json.missing", "stake.minor_per_unit")]),
        (
            WHOLE | {"stake": {"currency": "CNY", "minor_per_unit": 0.5}},
            [("bad_json.integer", "stake.minor_per_unit")],
        ),
        (WHOLE | {"stake": {"currency": " ", "minor_per_unit": 5}}, [("bad_json.missing", "stake.currency")]),
        (WHOLE | {"carried_in": {"tally": [1, "x"]}}, [("bad_json.integer", "carried_in.tally.1")]),
        (WHOLE | {"colour": "red"}, [("bad_json.unknown_key", "colour")]),
        (
            WHOLE | {"players": 5, "name": [], "first_dealer": "0"},
            [("bad_json.list", "players"), ("bad_json.text", "name"), ("bad_json.integer", "first_dealer")],
        ),
        (stages(), [("bad_json.missing", "stages")]),
        (stages() | {"stages": 5}, [("bad_json.list", "stages")]),
        (stages(stage(), stage(seats=[0, 4, 1])), [("bad_deal.seat", "stages.1.seats.1")]),
        (stages(stage(seats=[0, 1, 0])), [("bad_deal.seated_twice", "stages.0.seats")]),
        (
            stages(stage()) | {"ruleset": "guilin", "deals": []},
            [("bad_json.unknown_key", "ruleset"), ("bad_json.unknown_key", "deals")],
        ),
        (stages(stage(), 5), [("bad_json.object", "stages.1")]),
        (stages(*[stage()] * (STAGES + 1)), [("bad_json.stages", "stages")]),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_document_is_refused_with_every_problem(given, found):
    assert problems(given) == found
