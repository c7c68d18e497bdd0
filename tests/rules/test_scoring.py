"""`score` and `waits`: one JSON request in, one JSON answer out, never an exception."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from tests.rules.documents import document, stage, stages, win
from tests.rules.requests import ask
from zipai_ledger.rules import lines, replay, scoring
from zipai_ledger.rules.problems import MOST
from zipai_ledger.rules.ruleset import GAMES, Scored

EXAMPLE = {
    "id": "x1",
    "ruleset": "guilin",
    "options": {"xing_again": "on"},
    "xing": {"flipped": ["四", "壹"]},
    "hand": {
        "exposed": [
            {"kind": "peng", "cards": "捌捌捌"},
            {"kind": "peng", "cards": "五五五"},
            {"kind": "kaiduo", "cards": "三三三三"},
        ],
        "concealed": "六六十壹贰贰叁陆柒拾",
        "winning_card": "十",
        "source": "discard",
    },
}
WAITING = {
    "ruleset": "guilin",
    "hand": {"exposed": EXAMPLE["hand"]["exposed"], "concealed": "六六十壹贰贰叁陆柒拾"},
}
CODES = {
    *(
        "bad_json",
        "unknown_ruleset",
        "bad_option",
        "bad_card",
        "bad_meld",
        "too_many_copies",
        "wrong_card_count",
    ),
    *(
        "not_a_win",
        "below_minimum",
        "bad_source",
        "bad_marks",
        "bad_xing",
        "bad_deal",
        "bad_points",
        "bad_tiles",
    ),
}


def answered(command: str, request: object) -> dict:
    return ask(command, json.dumps(request))


def scored(**changed: object) -> dict:
    return answered("score", EXAMPLE | changed)


def codes(answer: dict) -> list[tuple[str, str]]:
    return [(error["code"], error["field"]) for error in answer["errors"]]


def hand(**changed: object) -> dict:
    return EXAMPLE["hand"] | changed


# ---- what the interface says -------------------------------------------------------------------------------------


def test_the_example_of_the_interface_comes_out():
    answer = scored()
    labels = [item.pop("label") for item in answer["items"]]
    assert all(labels)
    assert answer == {
        "id": "x1",
        "ok": True,
        "hu": 22,
        "units": 13,
        "melds": [
            {"kind": "peng", "cards": "捌捌捌", "hu": 3},
            {"kind": "peng", "cards": "五五五", "hu": 1},
            {"kind": "kaiduo", "cards": "三三三三", "hu": 6},
            {"kind": "shun", "cards": "六六陆", "hu": 0},
            {"kind": "shun", "cards": "壹贰叁", "hu": 6},
            {"kind": "shun", "cards": "贰柒拾", "hu": 6},
            {"kind": "pair", "cards": "十十", "hu": 0},
        ],
        "items": [
            {"code": "base", "params": {"hu": 22, "min_hu": 10, "hu_per_unit": 5}, "units": 3},
            {"code": "xing", "params": {"card": "四", "n": 7}, "units": 7},
            {"code": "xing", "params": {"card": "壹", "n": 3}, "units": 3},
        ],
        "readings": 1,
        "hand": "碰捌捌捌 碰五五五 开舵三三三三 手六六十壹贰贰叁陆柒拾 胡十 点炮",
    }


def test_an_answer_is_written_as_json_writes_it():
    for request in (
        EXAMPLE,
        EXAMPLE | {"id": '"四\\'},
        WAITING,
        EXAMPLE | {"lang": "en", "marks": ["dihu"]},
        {},
    ):
        for command in ("score", "waits"):
            line = scoring.answer_line(command, json.dumps(request))
            assert line == lines.dump(json.loads(line))


def test_keys_stand_in_the_order_of_the_interface():
    assert [*scored()] == ["id", "ok", "hu", "units", "melds", "items", "readings", "hand"]


def test_the_error_of_the_interface_comes_out():
    answer = scored(hand=hand(concealed="六六六六六壹贰叁陆柒拾"))
    (error,) = [error for error in answer["errors"] if error["code"] == "too_many_copies"]
    assert error["field"] == "concealed"
    assert error["message"]
    assert error["params"]["card"] == "六"
    assert (answer["id"], answer["ok"]) == ("x1", False)


@pytest.mark.parametrize(
    ("concealed", "code"),
    [("一一一一一二", "too_many_copies"), ("一一一一二", "wrong_card_count"), ("一x", "bad_card")],
)
@pytest.mark.parametrize(
    ("ruleset", "options"), [("bopi", {}), ("tuozi", {}), ("guilin", {"discard_multiple": "none"})]
)
def test_a_discard_the_table_does_not_allow_is_told_with_what_is_wrong_with_the_cards(
    ruleset, options, concealed, code
):
    hand = {"exposed": [], "concealed": concealed, "winning_card": "八", "source": "discard"}
    request = {"ruleset": ruleset, "options": options, "hand": hand}
    assert {error["code"] for error in answered("score", request)["errors"]} == {"bad_source", code}


def test_a_discard_and_a_turned_card_the_game_does_not_know_are_told_together():
    hand = {"exposed": [], "concealed": "一x", "winning_card": "八", "source": "discard"}
    answer = answered("score", {"ruleset": "bopi", "xing": {"flipped": ["四"]}, "hand": hand})
    assert [error["code"] for error in answer["errors"]] == ["bad_card", "bad_source", "bad_xing"]


@pytest.mark.parametrize("given", ["x1", 5, 0, -1.5, "", None, True])
def test_the_id_of_a_request_is_repeated(given):
    assert scored(id=given)["id"] == given
    assert scored(id=given, ruleset="poker")["id"] == given


def test_an_answer_to_a_request_without_id_has_none():
    assert "id" not in answered("score", {key: value for key, value in EXAMPLE.items() if key != "id"})
    assert "id" not in ask("score", "nonsense")


@pytest.mark.parametrize("given", [[], {}, [[1]]])
def test_an_id_is_a_single_value(given):
    answer = scored(id=given)
    assert codes(answer) == [("bad_json", "id")]
    assert "id" not in answer


def test_the_language_of_labels_and_messages_is_chosen():
    chinese, english = scored(), scored(lang="en")
    assert english["items"][0]["label"].endswith("above it")
    assert chinese["items"][0]["label"] != english["items"][0]["label"]
    assert [item["params"] for item in chinese["items"]] == [item["params"] for item in english["items"]]
    traditional = scored(lang="zh-hant")["items"]
    assert traditional[0]["label"] == chinese["items"][0]["label"].replace("满", "滿")
    for other in ("zh-hans", "fr", None, 5, ["en"], ""):
        assert scored(lang=other) == chinese


def test_messages_say_what_was_expected_and_quote_the_offender():
    (error,) = scored(hand=hand(concealed="六六十壹贰贰叁陆柒"), lang="en")["errors"]
    assert error["message"] == "Expected 20 cards without the winning one, got 19"
    (error,) = scored(hand=hand(concealed="六六十壹贰贰叁陆柒猫"))["errors"]
    assert "猫" in error["message"]


def test_several_errors_of_one_request_come_together():
    answer = scored(
        marks=["x"],
        xing={"flip": 1},
        hand=hand(concealed="猫", source="?", exposed=[{"kind": "peng", "cards": "八九"}]),
    )
    assert codes(answer) == [
        ("bad_meld", "exposed.0.cards"),
        ("bad_card", "concealed"),
        ("bad_source", "source"),
        ("bad_marks", "marks"),
        ("bad_xing", "xing.flip"),
    ]


def test_options_override_defaults_and_unknown_ones_are_errors():
    assert scored(options={"xing_again": "on", "min_hu": 15})["units"] == 12
    assert scored(options={"xing_again": True})["units"] == 13
    assert codes(scored(options={"wind": 1})) == [("bad_option", "wind")]
    assert codes(scored(options={"min_hu": 11, "seats": 9})) == [
        ("bad_option", "seats"),
        ("bad_option", "min_hu"),
    ]


@pytest.mark.parametrize("given", [[], 0, "", False, 5, "xing"])
def test_options_are_an_object(given):
    assert codes(scored(options=given)) == [("bad_option", "")]


def test_many_different_options_are_all_answered():
    """More of them than are remembered at once."""
    units = [scored(options={"xing_again": "on", "foul_units": n})["units"] for n in range(2 * GAMES)]
    assert set(units) == {13}
    assert scored()["units"] == 13


def test_options_may_be_left_out_or_null():
    assert scored(options=None, xing={"flipped": ["四"]})["units"] == 10


def test_marks_and_warnings_are_told_where_there_are_any():
    assert "marks" not in scored()
    assert "warnings" not in scored()
    assert scored(marks=["dihu"])["marks"] == ["dihu"]
    laid = [{"kind": "chi", "cards": "四五六", "claimed": "六"}, *EXAMPLE["hand"]["exposed"][:1]]
    laid += [{"kind": "sao", "cards": "玖玖玖"}]
    request = hand(exposed=laid, concealed="六七八壹贰叁贰柒拾十十", winning_card="拾")
    (warning,) = scored(hand=request, options={}, xing={"count": 0})["warnings"]
    assert (warning["code"], warning["field"]) == ("unlaid_claim", "exposed.0")
    assert warning["message"]


def test_a_hand_needs_its_winning_card_and_source():
    bare = {"exposed": [], "concealed": "一二三"}
    assert codes(scored(hand=bare)) == [("bad_source", "source"), ("bad_card", "winning_card")]


def test_readings_counts_the_ways_to_read_a_hand():
    """五五伍 六六陆 七七柒, or 五六七 twice and 伍陆柒."""
    laid = [{"kind": "sao", "cards": "壹壹壹"}, {"kind": "sao", "cards": "肆肆肆"}]
    laid += [{"kind": "chi", "cards": "一二三"}] * 2
    crowded = {"exposed": laid, "concealed": "五五六六陆七七柒", "winning_card": "伍", "source": "discard"}
    assert scored(hand=crowded, options={}, xing={"count": 0})["readings"] == 2


def test_what_is_wrong_with_options_and_cards_comes_together():
    answer = scored(options={"wind": 1}, marks=["x"], hand=hand(concealed="猫"))
    assert codes(answer) == [("bad_option", "wind"), ("bad_card", "concealed"), ("bad_marks", "marks")]


def test_a_ruleset_without_units_per_hand_leaves_them_out():
    tallied = Scored(hu=17, units=None, items=(), source="discard")
    assert "units" not in json.loads(f"{{{scoring.scored_text(tallied, 'guilin', 'en')}}}")


def test_waits_are_listed_in_deck_order_with_hu_or_null():
    answer = answered("waits", {**WAITING, "id": 7})
    assert (answer["id"], answer["ok"]) == (7, True)
    assert answer["waits"] == [{"card": "十", "self_draw": 22, "other_draw": 22, "discard": 22}]
    poor = answered("waits", {**WAITING, "options": {"discard_multiple": "none"}})
    assert poor["waits"] == [{"card": "十", "self_draw": 22, "other_draw": 22, "discard": None}]


def test_a_question_for_waits_with_a_winning_card_is_refused():
    assert codes(answered("waits", EXAMPLE)) == [("bad_card", "winning_card")]


def test_no_more_errors_are_listed_than_anybody_reads():
    answer = scored(options={f"wind{n}": n for n in range(500)})
    assert len(answer["errors"]) <= MOST


# ---- broken JSON -------------------------------------------------------------------------------------------------


BROKEN = {
    "nothing": "",
    "blanks": "   ",
    "half": '{"id": 1',
    "two": "{} {}",
    "list": "[1, 2]",
    "number": "5",
    "null": "null",
    "text": '"score"',
    "NaN": '{"id": NaN}',
    "Infinity": '{"ruleset": "guilin", "hand": -Infinity}',
    "1e999": '{"id": 1e999}',
    "-1e999": '{"id": [-1e999]}',
    "NUL": '{"id": "\x00"}',
    "NUL outside": "\x00{}",
    "tab in text": '{"id": "\t"}',
    "single quotes": "{'id': 1}",
    "comment": "{} // hello",
    "huge integer": '{"id": ' + "9" * 5000 + "}",
    "deep lists": "[" * 100_000,
    "deep objects": '{"id":' * 5_000 + "1" + "}" * 5_000,
    "deep in an object": '{"ruleset": ' + "[" * 900 + "]" * 900 + "}",
    "2 MiB": '{"id": "' + "x" * (2 << 20) + '"}',
    "2 MiB of brackets": "[" * (2 << 20),
}


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN.keys())
@pytest.mark.parametrize("command", ["score", "waits"])
def test_broken_json_is_answered_with_what_is_wrong(command, line):
    answer = strictly(moderate(command, line))
    assert answer["ok"] is False
    assert [error["code"] for error in answer["errors"]] == ["bad_json"]


STRANGE = (
    '{"ruleset": "guilin", "ruleset": "poker"}',
    '{"id": "\\ud800", "ruleset": "\\udfff", "hand": {"concealed": "\\ud83d"}}',
    '{"ruleset": "guilin", "hand": {"concealed": "\\u0000\\ud800"}, "options": {"\\ud800": 1}}',
    '{"ruleset": "guilin", "hand": {"exposed": [' + ",".join(["{}"] * 100_000) + "]}}",
    '{"ruleset": "guilin", "hand": {}, "xing": {"flipped": [' + ",".join(['"四"'] * 100_000) + "]}}",
    '{"ruleset": "guilin", "hand": {"concealed": "' + "一" * 500_000 + '"}}',
    '{"ruleset": "guilin", "marks": [' + ",".join(['"tianhu"'] * 90_000) + "]}",
    '{"ruleset": "guilin", "options": {"foul_units": ' + "9" * 4000 + "}}",
    '{"ruleset": "guilin", "options": {' + ",".join(f'"{n}": 1' for n in range(60_000)) + "}}",
    '{"ruleset": "guilin", "hand": {' + ",".join(f'"{n}": 1' for n in range(60_000)) + "}}",
    '{"ruleset": "guilin", "xing": {' + ",".join(f'"{n}": 1' for n in range(60_000)) + "}}",
)


@pytest.mark.parametrize("line", STRANGE, ids=lambda line: line[:48])
def test_large_and_strange_requests_are_refused_with_work_in_proportion(line):
    assert strictly(moderate("score", line))["ok"] is False


@pytest.mark.parametrize("command", ["score", "waits"])
def test_a_key_written_twice_is_refused(command: str):
    request = json.dumps(EXAMPLE).removesuffix("}")
    assert codes(ask(command, request + ', "ruleset": "guilin"}')) == [("bad_json", "")]


def moderate(command: str, line: str) -> str:
    """An answer that takes a few calls of functions for each character; tests/benchmarks says how long that is."""
    scoring.answer_line(command, json.dumps(EXAMPLE))  # loads what is loaded once
    calls = 0

    def count(_frame, _event, _argument):
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        answer = scoring.answer_line(command, line)
    finally:
        sys.setprofile(None)
    assert calls < 5_000 + 5 * len(line)
    return answer


def strictly(text: str) -> dict:
    """An answer as another program reads it: a line of valid JSON, known codes, a message for everything."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    assert "\n" not in text
    text.encode()
    answer = json.loads(text, parse_constant=refuse)
    for error in answer.get("errors", ()):
        assert error["code"] in CODES
        assert error["message"]
        assert {*error} == {"code", "field", "message", "params"}
    return answer


# ---- anything at all ---------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "一",
        "拾",
        "小八",
        "四四四",
        "二七十",
        "tianhu",
        "peng",
        "chi",
        "dealt",
        "discard",
        "on",
        "guilin",
        "en",
        "\ud800",
        "",
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS
KEYS = st.sampled_from(
    [
        *EXAMPLE,
        *EXAMPLE["hand"],
        "kind",
        "cards",
        "claimed",
        "flipped",
        "count",
        "lower",
        "empty",
        "marks",
        "lang",
        "x",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
ANYTHING = tries(50)


def places(value: object, path: tuple = ()) -> list[tuple]:
    """The paths of everything inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, inner in inside for deeper in places(inner, (*path, key)))]


def replaced(value: object, path: tuple, new: object) -> object:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(copy[path[0]], path[1:], new)
    return copy


def spoiled(good: list[dict]) -> st.SearchStrategy[object]:
    """A good request with up to three values replaced by anything."""

    def spoil(chosen: dict) -> st.SearchStrategy[object]:
        change = st.tuples(st.sampled_from(places(chosen)), VALUES)
        return st.lists(change, min_size=1, max_size=3).map(lambda changes: apply(chosen, changes))

    def apply(chosen: object, changes: list) -> object:
        for path, new in changes:
            chosen = replaced(chosen, path, new) if path in places(chosen) else chosen
        return chosen

    return st.sampled_from(good).flatmap(spoil)


@given(st.sampled_from(["score", "waits"]), st.text())
@ANYTHING
def test_any_text_is_answered(command, line):
    assert strictly(scoring.answer_line(command, line))["ok"] is False


@given(st.sampled_from(["score", "waits"]), VALUES)
@ANYTHING
def test_any_json_is_answered(command, request):
    strictly(scoring.answer_line(command, json.dumps(request)))


@given(st.sampled_from(["score", "waits"]), spoiled([EXAMPLE, EXAMPLE | {"marks": ["dihu"]}, WAITING]))
@ANYTHING
def test_any_spoiled_request_is_answered(command, request):
    strictly(scoring.answer_line(command, json.dumps(request)))


EVENING = document(
    win(),
    {"result": "win", "winner": 1, "from": 0, "hand": EXAMPLE["hand"], "xing": {"flipped": ["四"]}},
    {"result": "foul", "offender": 1, "units": 3},
    {"result": "adjust", "deltas": [5, -5, 0]},
    {"result": "dead", "dealer": 1, "note": "替一手"},
    stake={"currency": "CNY", "minor_per_unit": 50},
)


@given(spoiled([EVENING, stages(stage(win(), win()), stage(win(winner=2), seats=[3, 0, 1, 2]))]))
@ANYTHING
def test_any_spoiled_document_is_answered(given):
    strictly(lines.dump(replay.answer_text(json.dumps(given))))


@given(VALUES | st.text())
@ANYTHING
def test_any_json_is_answered_by_replay(given):
    assert strictly(lines.dump(replay.answer_text(json.dumps(given))))["ok"] is False
