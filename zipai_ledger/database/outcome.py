"""What may be said of what a request wrote, where the database fails: nothing of it is stored, or it may be.

Once a transaction is about to be committed nobody knows what became of it, unless the answer comes; after that it is stored,
whatever fails later.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_committing: ContextVar[bool] = ContextVar("is_committing", default=False)


@contextmanager
def watched() -> Iterator[None]:
    """Begin a request: nothing is stored yet."""
    token = _is_committing.set(False)
    try:
        yield
    finally:
        _is_committing.reset(token)


def note_commit() -> None:
    """Everything is written; what comes next is the commit."""
    _is_committing.set(True)


def may_be_stored() -> bool:
    """Whether this request came as far as that."""
    return _is_committing.get()
