"""What is read of a table and follows from its trail alone: read once for each head, and kept.

    @kept
    def players_of(session: GameSession) -> tuple[Player, ...]:
        ...

The hash of a head commits to every event before it, so what is kept under it is never out of date. Only a request that
changes nothing finds it (`looking`): one that writes holds the session as it was before. What is kept is shared between
requests, so it is frozen, or never written to.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

KEPT = 32
"""Tables whose answers are kept, of each function in each process; the deals of one page are a hundred kilobytes."""


class Headed(Protocol):
    """A session, as far as it is needed here."""

    pk: int
    head_hash: str


S = TypeVar("S", bound=Headed)

_looks: ContextVar[bool] = ContextVar("looks", default=False)
_forgetting: list[Callable[[], None]] = []


@contextmanager
def looking(looks: bool = True) -> Iterator[None]:
    """As long as the block lasts nothing is written here; ``looks``: whether that is so."""
    token = _looks.set(looks)
    try:
        yield
    finally:
        _looks.reset(token)


@dataclass(frozen=True, slots=True)
class _Question:
    """Which table, up to which event, and what else is asked; ``session`` says the same once more."""

    table: int
    head: str
    more: tuple[object, ...]
    session: Any = field(compare=False, repr=False)


def kept(read: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """The function, which keeps what it finds for the heads that were asked last."""

    @lru_cache(maxsize=KEPT)
    def found(question: _Question) -> R:
        return read(question.session, *question.more)  # type: ignore[arg-type, call-arg]

    @wraps(read)
    def look(session: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if kwargs or not _looks.get():
            return read(session, *args, **kwargs)
        return found(_Question(session.pk, session.head_hash, args, session))

    _forgetting.append(found.cache_clear)
    return look


def forget() -> None:
    """Keep nothing: of rows that were changed behind the back of their trail, as tests do."""
    for clear in _forgetting:
        clear()
