"""How mutants are counted and named; mutmut itself makes and tests them."""

from functools import cache
from types import ModuleType

from tests.mutants import (
    EQUIVALENT,
    IMPORTED,
    SECONDS,
    UNTESTED,
    Alone,
    Mutant,
    caches,
    chosen,
    equivalents,
    marked,
    sampled,
    survivors,
    table,
)

DIFF = "--- a.py\n+++ a.py\n@@ -1 +1 @@\n def least(a):\n-    return min(a)\n+    return max(a)"
SURVIVOR = Mutant("zipai_ledger.a.x_least__mutmut_1", "survived", DIFF)
METHOD = Mutant("zipai_ledger.b.xǁThingǁleast__mutmut_2", "no tests", DIFF)


def test_a_mutant_is_named_as_its_function_and_the_lines_that_came():
    assert (SURVIVOR.function, SURVIVOR.lines) == ("zipai_ledger.a.least", {"return max(a)"})
    assert METHOD.function == "zipai_ledger.b.Thing.least"


def test_every_test_function_is_chosen_before_one_of_them_twice():
    seconds = {
        "a.py::test_a[1]": 1,
        "a.py::test_a[2]": 1,
        "a.py::test_b": SECONDS - 2,
        "a.py::test_c": SECONDS * 2,
    }
    assert chosen(seconds, seconds) == {"a.py::test_a[1]", "a.py::test_b"}
    assert chosen(["a.py::test_c"], seconds) == {"a.py::test_c"}


def test_a_sample_is_the_same_for_the_same_seed_and_all_where_none_is_wanted():
    mutants = range(1000)
    assert sampled(mutants, 9, 1) == sampled(mutants, 9, 1) != sampled(mutants, 9, 2)
    assert len(set(sampled(mutants, 9, 1))) == 9
    assert sampled(mutants, None, 1) == sampled(mutants, 1001, 1) == mutants


def test_the_score_is_killed_of_what_can_be_killed():
    killed = [
        Mutant(f"zipai_ledger.a.x_least__mutmut_{at}", status)
        for at, status in [(3, "killed"), (4, "timeout")]
    ]
    same = Mutant("zipai_ledger.a.x_least__mutmut_5", EQUIVALENT, DIFF)
    imported = Mutant("zipai_ledger.a.x_made__mutmut_1", IMPORTED, DIFF)
    assert table([SURVIVOR, *killed, same, imported, METHOD]).splitlines()[2:] == [
        "| zipai_ledger.a | 5 | 2 | 1 | 0 | 1 | 1 | 66.7% |",
        "| zipai_ledger.b | 1 | 0 | 0 | 1 | 0 | 0 | 0.0% |",
        "| **all** | 6 | 2 | 1 | 1 | 1 | 1 | 50.0% |",
    ]


def test_only_a_survivor_can_be_listed_as_doing_the_same():
    listed = {("zipai_ledger.a.least", "return max(a)"): "one element"}
    killed = Mutant(SURVIVOR.name, "killed", DIFF)
    assert [each.status for each in marked([SURVIVOR, killed, METHOD], listed)] == [
        EQUIVALENT,
        "killed",
        "no tests",
    ]


def test_the_report_has_what_survived_and_what_no_test_comes_through():
    text = survivors([SURVIVOR, METHOD, Mutant("zipai_ledger.a.x_least__mutmut_3", "killed")])
    assert text.count("```diff") == 2
    assert SURVIVOR.name in text
    assert METHOD.name in text


def test_what_is_listed_has_a_reason_each():
    assert all(equivalents().values())


def test_caches_are_those_of_the_code_and_the_tests_in_functions_and_methods():
    class Thing:
        kept = cache(list)

    ours, test, another = map(ModuleType, ("zipai_ledger.a", "tests.test_a", "another.a"))
    ours.kept, ours.Thing, test.kept, another.kept = cache(list), Thing, cache(list), cache(list)
    assert list(caches([ours, test, another])) == [ours.kept, Thing.kept, test.kept]


def test_what_only_imports_come_through_is_no_fault_of_the_tests():
    alone = Alone(())
    alone.imported = {"zipai_ledger.a.x_made"}
    made, least = "zipai_ledger.a.x_made__mutmut_1", "zipai_ledger.a.x_least__mutmut_1"
    assert [alone.status(made, UNTESTED), alone.status(made, "killed")] == [IMPORTED, "killed"]
    assert alone.status(least, UNTESTED) == UNTESTED
