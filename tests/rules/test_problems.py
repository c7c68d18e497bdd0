"""Problems: named by code and place, gathered and raised together; those here are made up."""

import pytest

from tests.rules.worded import unworded
from zipai_ledger.rules import codec
from zipai_ledger.rules.problems import MOST, Collector, Problem, Refused, inside, together


@pytest.fixture(autouse=True)
def _refusals_are_worded() -> None:
    """What is made up here has no words."""


def refuse(*problems: Problem) -> None:
    raise Refused(*problems)


def test_a_problem_is_named_by_its_code_and_reason():
    assert Problem("bad_card").key == "bad_card"
    assert Problem("bad_card", "concealed", "missing").key == "bad_card.missing"
    assert (
        str(Problem("bad_card", "concealed", "missing", {"n": 1})) == "concealed: bad_card.missing {'n': 1}"
    )


def test_a_problem_is_seen_from_outside_with_its_place():
    assert Problem("x", "concealed").within("hand").field == "hand.concealed"
    assert Problem("x").within("hand").field == "hand"


def test_a_refusal_says_all_of_its_problems():
    assert str(Refused(Problem("a", "x"), Problem("b", "y"))) == "x: a {}; y: b {}"


def test_problems_are_collected_and_raised_at_the_end():
    found = Collector()
    assert found.attempt(lambda: 5) == 5
    assert found.attempt(lambda: refuse(Problem("a", "x")), "hand") is None
    assert found.attempt(lambda: refuse(Problem("b", "y"))) is None
    with pytest.raises(Refused) as refused:
        found.finish()
    assert [problem.field for problem in refused.value.problems] == ["hand.x", "y"]
    Collector().finish()


def test_of_very_many_problems_the_first_are_kept():
    """A list of a million wrong values is no work: they are not all looked at, nor each compared with all before."""
    looked_at = []

    def odd(value: object) -> None:
        looked_at.append(value)
        refuse(Problem("odd", "", "", {"got": len(looked_at)}))

    with pytest.raises(Refused) as refused:
        codec.read_many(odd)([1] * 1_000_000)
    assert [problem.field for problem in refused.value.problems] == [f"{place}" for place in range(MOST)]
    assert len(looked_at) <= MOST + 1
    found = Collector()
    found.extend(Problem("odd", f"{place}") for place in range(2 * MOST))
    assert len(found.problems) == MOST


def test_independent_checks_are_all_made_and_all_their_problems_told():
    assert together(lambda: 1, lambda: 2) == (1, 2)
    with pytest.raises(Refused) as refused:
        together(lambda: refuse(Problem("a"), Problem("b")), lambda: 2, lambda: refuse(Problem("c")))
    assert [problem.code for problem in refused.value.problems] == ["a", "b", "c"]


def test_problems_of_a_part_are_named_within_it():
    assert inside("hand", lambda: 1) == 1
    with pytest.raises(Refused) as refused:
        inside("hand", lambda: refuse(Problem("a", "source")))
    assert refused.value.problems[0].field == "hand.source"


def test_problems_raised_one_after_the_other_are_kept_together_and_what_came_before_stays():
    found = Collector()
    first = second = None
    with found.keeping():
        first = 1
        raise Refused(Problem("bad_deal", "hu"))
    with found.keeping("hand"):
        raise Refused(Problem("bad_card", "concealed"), Problem("bad_deal", "hu"))
    with found.keeping():
        second = 2
    assert (first, second) == (1, 2)
    assert [problem.field for problem in found.problems] == ["hu", "hand.concealed", "hand.hu"]
    with pytest.raises(Refused):
        found.finish()


def test_what_is_no_problem_is_not_kept():
    with pytest.raises(ZeroDivisionError), Collector().keeping():
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "problem",
    [
        Problem("odd", "winner"),
        Problem("bad_deal", "winner", "odd"),
        Problem("bad_deal", "winner", "seat", {"seat": 3}),
        Problem("bad_deal", None, "seat", {"seat": 3, "seats": 3}),  # type: ignore[arg-type]
    ],
)
def test_a_problem_that_nobody_could_read_is_noticed(problem: Problem):
    """What `tests.rules.conftest` holds every other test to."""
    assert unworded(problem)
    assert not unworded(Problem("bad_deal", "winner", "seat", {"seat": 3, "seats": 3}))
