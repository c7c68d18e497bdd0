"""Mutation testing with mutmut: is every line of some packages held by a test?

    make mutants                                            settling, posting, access and record
    make mutants PACKAGE=zipai_ledger/circles               any package or module
    make mutants PACKAGE=zipai_ledger/rules TESTS=tests/rules
    make mutants ARGS="--sample 700 --seed 1"               so many of them, by chance

mutmut makes small changes in functions (a ``<`` for a ``<=``, an argument that is None) and runs for each the tests
that come through the function, as many as `SECONDS` allow, the quickest first. The first test of a file finds all caches
empty, of the code and of the tests: what the whole code has left there would hide a mutant. What was killed is kept in
``mutants/``, so that another run takes up what survived, what is new and what has changed; ``rm -r mutants`` to begin
anew. What mutmut leaves alone: constants and what else an import makes, and functions under decorators; functions that
only imports come through are counted apart.

``build/mutants.md`` has the table by module and the survivors as diffs. The score is killed / can be killed: what
somebody has read and found to do the same as the code is listed in ``mutants.toml``, with the reason.
"""

import argparse
import os
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import walk_packages
from time import process_time
from types import ModuleType
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

KEPT = Path("mutants")
REPORT = Path("build/mutants.md")
LISTED = Path(__file__).with_suffix(".toml")

KILLED = frozenset(("killed", "timeout", "segfault"))
UNTESTED = "no tests"
EQUIVALENT = "equivalent"
IMPORTED = "imported"
"""Only an import comes through the function, which is over before a mutant is chosen: nothing can be known of it."""

SECONDS = 8.0
"""How much of a processor the tests of one mutant may take: through many functions come all the tests of a ledger."""

CACHED = type(lru_cache(len))

HEAD = "| module | mutants | killed | survived | not covered | equivalent | by imports | score |"
RULE = "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"


@dataclass(frozen=True)
class Mutant:
    """A changed function. ``status``: mutmut's, or EQUIVALENT or IMPORTED; ``diff`` is empty where it was killed."""

    name: str
    status: str
    diff: str = ""

    @property
    def module(self) -> str:
        """``zipai_ledger.ledger.settlement.dues``."""
        return self.name.rpartition(".")[0]

    @property
    def function(self) -> str:
        """``zipai_ledger.ledger.settlement.dues.settling``, or ``zipai_ledger.ledger.settlement.dues.Settling.live`` of a method."""
        name = self.name.rpartition(".")[2].partition("__mutmut_")[0]
        return f"{self.module}.{name.removeprefix('x_').removeprefix('xǁ').replace('ǁ', '.')}"

    @property
    def lines(self) -> frozenset[str]:
        """The lines that stand in it instead of the code's, without indentation."""
        lines = (
            line for line in self.diff.splitlines() if line.startswith("+") and not line.startswith("+++")
        )
        return frozenset(line[1:].strip() for line in lines)


def main() -> None:
    """Run mutmut, write the report, show its table."""
    options = _options()
    found = marked(mutants_of(options), equivalents())
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(f"{table(found)}\n\n{survivors(found)}", encoding="utf-8")
    print(table(found), f"survivors: {REPORT}", sep="\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("package", nargs="+", help="folders or files of code")
    parser.add_argument(
        "--tests", nargs="+", help="folders or files of tests, instead of those in pyproject.toml"
    )
    parser.add_argument("--workers", type=int, help="how many mutants at a time")
    parser.add_argument("--sample", type=int, help="how many mutants, chosen by chance (all)")
    parser.add_argument("--seed", type=int, default=1, help="by which chance (1)")
    return parser.parse_args()


# mutmut takes its settings and paths from where it is imported, and is not needed to read this module: functions import it.


def mutants_of(options: argparse.Namespace) -> list[Mutant]:
    """Test those of some packages."""
    from mutmut import __main__ as mutmut
    from mutmut.configuration import config
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.stats import status_by_exit_code

    settings = config()
    settings.only_mutate = [f"{package}*" for package in options.package]
    if options.tests:
        settings.pytest_add_cli_args_test_selection = options.tests
    alone = ask_each_alone(ask_for_a_sample(options.sample, options.seed))
    forget_copies()
    # Which test comes through which function is measured anew, and what survived has another chance.
    (KEPT / "mutmut-stats.json").unlink(missing_ok=True)
    for file in _files():
        codes = file.exit_code_by_key
        codes.update({name: None for name, code in codes.items() if status_by_exit_code[code] not in KILLED})
        file.save()
    mutmut._run((), options.workers)
    return [
        Mutant(name, status, "" if status in KILLED else get_diff_for_mutant(name, path=file.path))
        for file in _files()
        for name, code in file.exit_code_by_key.items()
        if code is not None
        for status in [alone.status(name, status_by_exit_code[code])]
    ]


def _files() -> list[Any]:
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.utils.file_utils import walk_mutatable_files

    found = [SourceFileMutationData(path=path) for path in walk_mutatable_files()]
    for each in found:
        each.load()
    return [each for each in found if each.exit_code_by_key]


def ask_for_a_sample(size: int | None, seed: int) -> Collection[str]:
    """Let mutmut test a sample, and wrap no other function: the way through a wrapper is longer than most functions.

    Returns the names of these functions, which are known when mutmut has made the mutants.
    """
    from mutmut import __main__ as mutmut
    from mutmut.mutation import trampoline
    from mutmut.utils.format_utils import make_mutant_key, mangled_name_from_mutant_name

    collect, measure, wrap = (
        mutmut.collect_source_file_mutation_data,
        mutmut.collect_or_load_stats,
        trampoline.wrap_in_trampoline,
    )
    wanted: set[str] = set()

    def collect_a_sample(**kwargs: Any) -> Any:
        mutants, by_path = collect(**kwargs)
        return sampled(mutants, size, seed), by_path

    def measure_what_is_wanted(*args: Any, **kwargs: Any) -> None:
        mutants, _by_path = collect_a_sample(mutant_names=())
        wanted.update(mangled_name_from_mutant_name(name) for _file, name, code in mutants if code is None)
        if wanted:
            measure(*args, **kwargs)

    def wrap_what_is_wanted(mutants: Any, **kwargs: Any) -> Callable[[T], T]:
        def wrapped(function: Any) -> Any:
            owner, _, name = function.__qualname__.rpartition(".")
            key = f"{function.__module__}.{make_mutant_key(name, owner or None)}"
            return wrap(mutants, **kwargs)(function) if key in wanted else function

        return wrapped

    mutmut.collect_source_file_mutation_data = collect_a_sample
    mutmut.collect_or_load_stats = measure_what_is_wanted
    trampoline.wrap_in_trampoline = wrap_what_is_wanted
    return wanted


def ask_each_alone(functions: Collection[str]) -> "Alone":
    """Let mutmut run the chosen tests only, with empty caches, and no test again once all have passed while measured."""
    from mutmut import __main__ as mutmut
    from mutmut.runners.harness import PytestRunner
    from mutmut.state import state
    from mutmut.workers.isolation import ForkRunner

    measure, execute = mutmut.collect_or_load_stats, PytestRunner.execute_pytest
    alone = Alone(functions)

    def measure_and_choose(*args: Any, **kwargs: Any) -> None:
        measure(*args, **kwargs)
        state().duration_by_test.update(alone.seconds)
        tests = state().tests_by_mangled_function_name
        tests.update({name: chosen(found, state().duration_by_test) for name, found in tests.items()})

    def fail_at_once(runner: ForkRunner) -> int:
        tests = next(filter(None, state().tests_by_mangled_function_name.values()), None)
        return runner.test_runner.run_tests(mutant_name=None, tests=tests) if tests else 1

    mutmut.collect_or_load_stats = measure_and_choose
    PytestRunner.execute_pytest = lambda *args, plugins=(): execute(*args, plugins=[*plugins, alone])
    ForkRunner.run_clean_tests = lambda *_args, **_kwargs: 0
    ForkRunner.run_forced_fail = fail_at_once
    return alone


class Alone:
    """A plugin of pytest: the first test of a file finds all caches empty.

    ``seconds`` of a processor each test took; ``imported``: functions that the imports come through.
    """

    def __init__(self, functions: Collection[str]) -> None:
        self.functions = functions
        self.seconds: dict[str, float] = {}
        self.imported: set[str] = set()
        self._cleared: tuple[int, Path] | None = None

    def pytest_collection_finish(self) -> None:
        """What imports come through is no doing of the test that imports first."""
        from mutmut.state import state

        for package in {".".join(function.split(".")[:2]) for function in self.functions}:
            for module in walk_packages(getattr(import_module(package), "__path__", ()), f"{package}."):
                import_module(module.name)
        self.imported |= state()._stats
        state()._stats.clear()

    def status(self, mutant: str, status: str) -> str:
        """Tell what no test comes through apart from what only imports do."""
        only_imported = status == UNTESTED and mutant.partition("__mutmut_")[0] in self.imported
        return IMPORTED if only_imported else status

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Clear the caches, and measure."""
        if self._cleared != (here := (os.getpid(), item.path)):
            self._cleared = here
            for each in caches(list(sys.modules.values())):
                each.cache_clear()
        start = process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = process_time() - start


def caches(modules: Iterable[ModuleType]) -> Iterator[Any]:
    """The functions of the code and of its tests that keep what they answer, and methods of their classes."""
    for module in modules:
        if module.__name__.partition(".")[0] in {"zipai_ledger", "tests"}:
            names = vars(module).values()
            classes = (vars(each).values() for each in names if isinstance(each, type))
            yield from (each for each in chain(names, *classes) if isinstance(each, CACHED))


def forget_copies() -> None:
    """mutmut copies what it does not change only once: let it do so anew."""
    from mutmut.configuration import config
    from mutmut.utils.file_utils import walk_all_files

    for root, name in walk_all_files():
        source = Path(root, name)
        if source.suffix != ".py" or not config().should_mutate(source):
            (KEPT / source).unlink(missing_ok=True)


def sampled(mutants: Sequence[T], size: int | None, seed: int) -> Sequence[T]:
    """So many of them by chance, the same for the same seed; all where no size is given, or there are fewer."""
    if size is None or size >= len(mutants):
        return mutants
    return random.Random(seed).sample(mutants, size)


def chosen(tests: Collection[str], seconds: Mapping[str, float]) -> set[str]:
    """The quickest tests, of each test function one before any has two, as long as `SECONDS` allow; one at least."""
    by_time = sorted(tests, key=lambda test: (seconds[test], test))
    functions: Counter[str] = Counter()
    ranks = {}
    for test in by_time:
        function = test.partition("[")[0]
        ranks[test] = functions[function]
        functions[function] += 1
    found, spent = set(by_time[:1]), 0.0
    for test in sorted(by_time, key=lambda test: ranks[test]):
        spent += seconds[test]
        if spent > SECONDS:
            break
        found.add(test)
    return found


def equivalents() -> dict[tuple[str, str], str]:
    """Function and the line that may stand in it instead → why no test can notice."""
    rows = tomllib.loads(LISTED.read_text(encoding="utf-8"))["mutant"]
    return {(row["function"], line): row["why"] for row in rows for line in row["lines"]}


def marked(found: Iterable[Mutant], listed: Mapping[tuple[str, str], str]) -> list[Mutant]:
    """The mutants, EQUIVALENT where they survived and are listed."""
    return [
        Mutant(each.name, EQUIVALENT, each.diff)
        if each.status not in KILLED and any((each.function, line) in listed for line in each.lines)
        else each
        for each in found
    ]


def table(found: Iterable[Mutant]) -> str:
    """How many mutants of each module ended how."""
    by_module: dict[str, list[Mutant]] = {}
    for each in found:
        by_module.setdefault(each.module, []).append(each)
    everything = [each for group in by_module.values() for each in group]
    rows = [_row(module, group) for module, group in sorted(by_module.items())]
    return "\n".join([HEAD, RULE, *rows, _row("**all**", everything)])


def _row(name: str, found: list[Mutant]) -> str:
    count = Counter("killed" if each.status in KILLED else each.status for each in found)
    killable = len(found) - count[EQUIVALENT] - count[IMPORTED]
    survived = killable - count["killed"] - count[UNTESTED]
    score = count["killed"] / killable if killable else 1.0
    cells = [len(found), count["killed"], survived, count[UNTESTED], count[EQUIVALENT], count[IMPORTED]]
    return f"| {name} | {' | '.join(map(str, cells))} | {score:.1%} |"


def survivors(found: Iterable[Mutant]) -> str:
    """Each survivor: its name, as ``mutmut show`` and ``mutmut apply`` take it, and what is changed."""
    alive = [each for each in found if each.status not in {*KILLED, EQUIVALENT, IMPORTED}]
    return "\n".join(f"### {each.name}: {each.status}\n\n```diff\n{each.diff}\n```\n" for each in alive)


if __name__ == "__main__":
    main()
