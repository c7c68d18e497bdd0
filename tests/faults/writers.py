"""Phones that go on entering deals, whatever happens to the server."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from tests.faults.oracle import Entries
from tests.live.phones import Phone


@contextmanager
def writing(phone: Phone, entries: Entries, count: int) -> Iterator[None]:
    """So many phones, each entering one deal after the other; at the end of the block each finishes the one at hand."""
    over = threading.Event()

    def write(number: int) -> None:
        while not over.is_set():
            entries.send_until_saved(phone, 10 + number)

    with ThreadPoolExecutor(count) as pool:
        writers = [pool.submit(write, number) for number in range(count)]
        try:
            yield
        except BaseException as error:
            for writer in writers:
                if writer.done():
                    error.add_note(f"a writer had ended: {writer.exception()!r}")
            raise
        finally:
            over.set()
    for writer in writers:
        writer.result()
