"""Phones that go on entering deals, whatever happens to the server."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.faults.oracle import Entries
from tests.live.phones import Phone


@contextmanager
def writing(phone: Phone, entries: Entries, count: int) -> Iterator[None]:
    """So many phones, each entering one deal after the other; at the end of the block each finishes the one at hand."""
    over, trouble = threading.Event(), list[AssertionError]()

    def write(number: int) -> None:
        try:
            while not over.is_set():
                entries.send_until_saved(phone, 10 + number)
        except AssertionError as error:
            trouble.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert [str(error) for error in trouble] == []
