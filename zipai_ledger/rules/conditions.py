"""条件 (tiaojian): when a row of a table holds: ``red>=10 and red<13 or quads>2``.

Comparisons of a named number with a whole number from 0 to 99, joined by ``and``, these by ``or``; ``and`` binds tighter.
There are no brackets and no functions.
"""

import operator
import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

from .problems import Problem, Refused

GREATEST: Final = 99
"""The greatest number that something is compared with."""
LONGEST: Final = 400
"""Characters of a condition."""
QUOTED: Final = 40
"""As much of what was entered as an error repeats."""

OPERATORS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_COMPARISON: Final = re.compile(r"([a-z_]+) ?(<=|>=|!=|=|<|>) ?([0-9]{1,2})")


class Comparison(NamedTuple):
    """A name, how it is compared, and with which number."""

    name: str
    how: str
    number: int

    def holds(self, numbers: Mapping[str, int]) -> bool:
        """Whether it is so; raises KeyError where the name has no number."""
        return OPERATORS[self.how](numbers[self.name], self.number)

    def __str__(self) -> str:
        return f"{self.name}{self.how}{self.number}"


class Condition(NamedTuple):
    """One of these is enough, each with all of its comparisons."""

    ways: tuple[tuple[Comparison, ...], ...]

    @property
    def names(self) -> frozenset[str]:
        """Every number that it compares."""
        return frozenset(comparison.name for way in self.ways for comparison in way)

    def holds(self, numbers: Mapping[str, int]) -> bool:
        """Whether it is so; raises KeyError where a name has no number."""
        for way in self.ways:
            for name, how, number in way:
                if not OPERATORS[how](numbers[name], number):
                    break
            else:
                return True
        return False

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, way)) for way in self.ways)


def parse_condition(text: object, known: Collection[str]) -> Condition:
    """The condition that a text states; `str` of it is its one way to be written.

    Raises `Refused` (``bad_option``: ``when_missing``, ``when`` for what cannot be read, ``when_name`` for a name that is not ``known``).
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise _unreadable(text)
    if not text.strip():
        raise Refused(Problem("bad_option", "", "when_missing", {"row": ""}))
    ways = re.split(r" or ", " ".join(text.split()))
    return Condition(
        tuple(tuple(_comparison(part, text, known) for part in re.split(r" and ", way)) for way in ways)
    )


def _comparison(part: str, text: str, known: Collection[str]) -> Comparison:
    found = _COMPARISON.fullmatch(part.strip())
    if found is None:
        raise _unreadable(text)
    name, how, number = found.groups()
    if name not in known:
        raise Refused(
            Problem(
                "bad_option", "", "when_name", {"row": "", "got": name[:QUOTED], "known": " ".join(known)}
            )
        )
    return Comparison(name, how, int(number))


def _unreadable(text: object) -> Refused:
    return Refused(Problem("bad_option", "", "when", {"row": "", "got": str(text)[:QUOTED]}))
