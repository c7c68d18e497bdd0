"""Requests a line in, answers a line out."""

import io
import json

import pytest

from zipai_ledger.rules import lines
from zipai_ledger.rules.problems import MOST, Problem, Refused
from zipai_ledger.rules.speaker import Speaker


def read(text: str, longest: int = 10) -> list[str]:
    return [*lines.requests(io.StringIO(text), longest)]


def test_blank_lines_are_passed_over_and_the_last_needs_no_end():
    assert read("{}\n\n   \n[]\nx") == ["{}\n", "[]\n", "x"]
    assert read("") == []


def test_a_line_too_long_comes_cut_and_the_next_is_whole():
    assert read("x" * 100 + "\nabc\n") == ["x" * 11, "abc\n"]
    assert read("x" * 100) == ["x" * 11]
    assert read("123456789\n" + "y" * 11 + "\nz") == ["123456789\n", "y" * 11, "z"]


def test_a_line_is_read_only_when_it_is_asked_for():
    stream = io.StringIO("{}\n[]\n")
    first = next(lines.requests(stream))
    assert (first, stream.read()) == ("{}\n", "[]\n")


def test_nesting_has_a_limit_however_little_there_is_of_it():
    def nested(depth: int) -> str:
        return '{"a":' * depth + "1" + "}" * depth

    assert lines.parse(nested(lines.DEEPEST))
    with pytest.raises(Refused) as refused:
        lines.parse(nested(lines.DEEPEST + 1))
    assert refused.value.problems[0].key == "bad_json.too_deep"
    assert lines.parse(json.dumps({"a": [[1, {"b": []}]] * 100}))


def test_bytes_that_are_no_utf8_are_named_where_they_stand():
    with pytest.raises(Refused) as refused:
        lines.parse('{"id": "四\udcff"}')
    (problem,) = refused.value.problems
    assert (problem.key, problem.params) == ("bad_json.utf8", {"got": "0xff", "at": 10})


def test_a_half_of_a_character_may_be_written_as_an_escape():
    assert lines.parse('{"id": "\\ud800"}') == {"id": "\ud800"}
    assert lines.parse('{"id": "\ud800"}') == {"id": "\ud800"}


def test_an_answer_is_one_line_of_utf8():
    assert lines.dump({"card": "四\n"}) == '{"card": "四\\n"}'
    assert lines.dump({"card": "\ud800四"}) == '{"card": "\\ud800\\u56db"}'


def test_problems_are_listed_with_their_message_up_to_a_limit():
    refused = Refused(*[Problem("not_a_win", "hand")] * 100)
    listed = lines.errors(refused, Speaker(lang="en"))
    assert len(listed) == MOST
    assert listed[0] == {
        "code": "not_a_win",
        "field": "hand",
        "message": "These cards make no winning hand: check each group, and which card won",
        "params": {},
    }


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ('{"hu": 1, "hu": 2}', "hu"),
        ('{"hu": 1, "h\\u0075": 1}', "hu"),
        ('{"deals": [{"winner": 0}, {"winner": 0, "hu": 17, "winner": 1}]}', "winner"),
        ('{"stages": {"a": {"b": 1, "c": 2, "b": 1}}}', "b"),
    ],
)
def test_nothing_is_said_twice_with_the_last_word_winning(text: str, got: str):
    with pytest.raises(Refused) as refused:
        lines.parse(text)
    (problem,) = refused.value.problems
    assert (problem.key, problem.params) == ("bad_json.twice", {"got": got})


def test_the_same_key_in_different_objects_is_fine():
    assert lines.parse('{"a": {"n": 1}, "b": [{"n": 1}, {"n": 2}]}')["a"] == {"n": 1}
