"""Whatever the tests of the rules have refused can be read by whoever entered it."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from tests.rules.worded import unworded
from zipai_ledger.rules.problems import Problem, Refused


@pytest.fixture(autouse=True)
def _refusals_are_worded() -> Iterator[None]:
    """Every problem that a test meets, also one that it does not read, has words in every language."""
    found: list[Problem] = []
    make = Refused.__init__

    def keep(self: Refused, *problems: Problem) -> None:
        found.extend(problems)
        make(self, *problems)

    with patch.object(Refused, "__init__", keep):
        yield
    assert [problem for problem in found if unworded(problem)] == []
