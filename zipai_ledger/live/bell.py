"""The bell: whoever shows a session learns, after the commit, that its trail has grown."""

from collections import defaultdict
from collections.abc import Callable
from threading import Lock

Listener = Callable[[str, int], None]

_lock = Lock()
_listeners: defaultdict[str, list[Listener]] = defaultdict(list)
_everywhere: list[Listener] = []


def listen(public_id: str, listener: Listener) -> Callable[[], None]:
    """Call ``listener(public_id, seq)`` after every event of a session; the value returned ends that."""
    with _lock:
        _listeners[public_id].append(listener)

    def leave() -> None:
        with _lock:
            _listeners[public_id].remove(listener)
            if not _listeners[public_id]:
                del _listeners[public_id]

    return leave


def listen_everywhere(listener: Listener) -> None:
    """The same for every session, for good."""
    with _lock:
        _everywhere.append(listener)


def ring(public_id: str, seq: int) -> None:
    """Tell the listeners of this process that event ``seq`` is stored; they must be quick."""
    with _lock:
        listeners = (*_listeners.get(public_id, ()), *_everywhere)
    for listener in listeners:
        listener(public_id, seq)
