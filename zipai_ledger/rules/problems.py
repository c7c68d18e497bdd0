"""What can be wrong with something that people entered, as data: wording is left to ``rules.messages``."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar, overload

T = TypeVar("T")
Other = TypeVar("Other")

MOST = 50
"""Problems of one refusal: nobody reads more, and a file may hold a million."""

Scalar = int | str | None
Param = Scalar | bool | list[int] | list[str]


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    ``code`` is the stable code of the interface ("too_many_copies"), ``field`` the dotted place of the offender
    ("hand.concealed"), ``why`` a finer reason that chooses the wording, ``params`` the offender and what was expected.
    """

    code: str
    field: str = ""
    why: str = ""
    params: Mapping[str, Param] = dataclasses.field(default_factory=dict)

    @property
    def key(self) -> str:
        """The wording's key: ``code``, or ``code.why`` where there are several."""
        return f"{self.code}.{self.why}" if self.why else self.code

    def __str__(self) -> str:
        return f"{self.field}: {self.key} {dict(self.params)}"

    def within(self, prefix: str) -> "Problem":
        """The same problem seen from outside: ``concealed`` within ``hand`` is ``hand.concealed``."""
        inner = ".".join(filter(None, (prefix, self.field)))
        return Problem(self.code, inner, self.why, self.params)


class Refused(ValueError):
    """Something entered cannot stand; ``problems`` holds every reason found, at least one."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(map(str, self.problems))


class Collector:
    """Gathers the problems of several independent checks, so that a person reads all of them at once, each once.

    Of more than `MOST` it keeps the first.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    @property
    def full(self) -> bool:
        """Whether it keeps no more, so that nobody need look for any."""
        return len(self.problems) >= MOST

    def add(self, problem: Problem) -> None:
        if not self.full and problem not in self.problems:
            self.problems.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add(problem)

    def attempt(self, check: Callable[[], T], within: str = "") -> T | None:
        """The value of ``check``, or None after keeping the problems it raised."""
        try:
            return check()
        except Refused as refused:
            self.extend(p.within(within) if within else p for p in refused.problems)
            return None

    @contextmanager
    def keeping(self, within: str = "") -> Iterator[None]:
        """Keep the problems that are raised inside; what was assigned there before them stays."""
        try:
            yield
        except Refused as refused:
            self.extend(p.within(within) if within else p for p in refused.problems)

    def finish(self) -> None:
        """Raise `Refused` if anything was found."""
        if self.problems:
            raise Refused(*self.problems)


def inside(prefix: str, check: Callable[[], T]) -> T:
    """The value of ``check``; raises `Refused` with its problems seen from outside (`Problem.within`)."""
    try:
        return check()
    except Refused as refused:
        raise Refused(*(problem.within(prefix) for problem in refused.problems)) from None


@overload
def together(one: Callable[[], T], other: Callable[[], Other], /) -> tuple[T, Other]: ...
@overload
def together(*checks: Callable[[], T]) -> tuple[T, ...]: ...
def together(*checks: Callable[[], object]) -> tuple[object, ...]:
    """The values of independent checks, in order; raises `Refused` with the problems of all of them.

    The checks are run again to collect these, so they must not change anything.
    """
    try:
        return tuple([check() for check in checks])
    except Refused:
        found = Collector()
        for check in checks:
            found.attempt(check)
        raise Refused(*found.problems) from None
