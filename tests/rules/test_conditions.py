"""条件: what a condition means, and what cannot be read as one (docs/rules/paohuzi.md#names)."""

import pytest

from zipai_ledger.rules.conditions import LONGEST, parse_condition
from zipai_ledger.rules.problems import Refused

KNOWN = ("red", "hu", "quads")


def holds(text: str, **numbers: int) -> bool:
    return parse_condition(text, KNOWN).holds({"red": 0, "hu": 0, "quads": 0, **numbers})


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("=", (False, True, False)),
        ("!=", (True, False, True)),
        ("<", (True, False, False)),
        ("<=", (True, True, False)),
        (">", (False, False, True)),
        (">=", (False, True, True)),
    ],
)
def test_each_operator_compares_with_its_number(how: str, expected: tuple[bool, ...]):
    assert tuple(holds(f"red{how}10", red=red) for red in (9, 10, 11)) == expected


def test_and_binds_tighter_than_or():
    text = "red=1 or red>=10 and hu>=30"
    assert holds(text, red=1)
    assert holds(text, red=10, hu=30)
    assert not holds(text, red=10, hu=29)
    assert holds("red>=10 and hu>=30 or quads=2", quads=2)


def test_a_condition_has_one_way_to_be_written():
    assert str(parse_condition("  red >= 10   and hu<3 or quads!=0", KNOWN)) == "red>=10 and hu<3 or quads!=0"
    assert parse_condition("red>=1 or hu=0 and red=2", KNOWN).names == {"red", "hu"}


def test_numbers_run_from_0_to_99():
    assert holds("red=0")
    assert holds("hu<99")
    assert why("hu<100") == "when"
    assert why("hu>-1") == "when"


@pytest.mark.parametrize(
    "text",
    [
        "red",
        "red>=",
        ">=10",
        "red=>10",
        "red==1",
        "(red=1)",
        "red=1 and",
        "red=1 or or hu=2",
        "red=hu",
        "red=1.5",
    ],
)
def test_what_is_no_comparison_is_refused(text: str):
    assert why(text) == "when"


@pytest.mark.parametrize("text", ["", "  "])
def test_where_nothing_was_written_that_is_what_is_wrong(text: str):
    assert why(text) == "when_missing"


def test_a_name_that_is_not_known_is_refused_by_its_name():
    with pytest.raises(Refused) as refused:
        parse_condition("red=1 and blue=2", KNOWN)
    (problem,) = refused.value.problems
    assert (problem.key, problem.params["got"]) == ("bad_option.when_name", "blue")


def test_a_condition_without_end_is_refused():
    assert why(" or ".join(["red=1"] * LONGEST)) == "when"
    assert why(None) == "when"


def why(text: object) -> str:
    with pytest.raises(Refused) as refused:
        parse_condition(text, KNOWN)
    (problem,) = refused.value.problems
    assert problem.code == "bad_option"
    return problem.why
