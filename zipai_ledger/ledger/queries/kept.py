"""What is read of a table and follows from its trail alone: read once for each head, and kept.

    @kept
    def players_of(session: GameSession) -> tuple[Player, ...]:
        ...

The hash of a head commits to every event before it, so what is kept under it is never out of date. Only a request that
changes nothing finds it (`looking`): one that writes holds the session as it was before. What is kept is shared between
requests, so it is frozen, or never written to.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from threading import Lock
from typing import Concatenate, ParamSpec, Protocol, TypeVar

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


def kept(read: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """The function, which keeps what it finds for the tables that were looked at last, each as it stands."""
    found: OrderedDict[tuple[int, tuple[object, ...]], tuple[str, R]] = OrderedDict()
    turn = Lock()

    @wraps(read)
    def look(session: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if kwargs or not _looks.get():
            return read(session, *args, **kwargs)
        key, head = (session.pk, args), session.head_hash
        with turn:
            known = found.get(key)
            if known is not None and known[0] == head:
                found.move_to_end(key)
                return known[1]
        value = read(session, *args)  # type: ignore[call-arg]
        with turn:
            found[key] = head, value
            found.move_to_end(key)
            if len(found) > KEPT:
                found.popitem(last=False)
        return value

    _forgetting.append(found.clear)
    return look


def forget() -> None:
    """Keep nothing: of rows that were changed behind the back of their trail, as tests do."""
    for clear in _forgetting:
        clear()
