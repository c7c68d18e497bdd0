"""Phones that go on entering deals, whatever happens to the server."""

import threading

from tests.faults.oracle import Entries
from tests.live.phones import Phone


class Writers:
    """So many phones, each entering one deal after the other until they are told to stop."""

    def __init__(self, phone: Phone, entries: Entries, count: int) -> None:
        self._over, self._trouble = threading.Event(), []
        self._threads = [
            threading.Thread(target=self._write, args=(phone, entries, number)) for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def _write(self, phone: Phone, entries: Entries, number: int) -> None:
        try:
            while not self._over.is_set():
                entries.send_until_saved(phone, 10 + number)
        except AssertionError as error:
            self._trouble.append(error)

    def stop(self) -> None:
        """Let everybody finish the entry at hand."""
        self._over.set()
        for thread in self._threads:
            thread.join()
        assert [str(error) for error in self._trouble] == []
