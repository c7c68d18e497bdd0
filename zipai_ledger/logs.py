"""How lines of the log are written, and how many."""

import json
import logging
import re
import time
from collections import Counter
from datetime import UTC, datetime

from zipai_ledger.http.request_number import REQUEST

ADDRESS = re.compile(r"/([tcj])/[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])")
"""Of a table or a circle, in a path."""
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Numbered(logging.Filter):
    """A line says which request it is of, where it is of one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Sets ``request`` of the record."""
        record.request = REQUEST.get()
        return True


class OneLine(logging.Formatter):
    """A message is one line, whatever a stranger put into it, under a time in UTC, and names no table's address."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """The line; a traceback is added below it, by logging itself."""
        record.message = plain(record.message)
        left_out = getattr(record, "left_out", 0)
        number = getattr(record, "request", "")
        return "".join(
            (
                super().formatMessage(record),
                f" [{number}]" if number else "",
                f" ({left_out} like earlier ones left out)" if left_out else "",
            )
        )

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """2026-11-22T11:05:00+00:00, wherever the host is and whatever its people's clocks show."""
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds")


class JsonLine(OneLine):
    """The same as an object of JSON a line, a traceback in it, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """``at``, ``level``, ``source``, ``message``, and what else there is: ``request``, ``left_out``, ``traceback``."""
        fields: dict[str, object] = {
            "at": self.formatTime(record),
            "level": record.levelname,
            "source": record.name,
            "message": plain(record.getMessage()),
            "request": getattr(record, "request", ""),
            "left_out": getattr(record, "left_out", 0),
            "traceback": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return json.dumps({name: value for name, value in fields.items() if value}, ensure_ascii=False)


def plain(message: str) -> str:
    """What may stand in a line."""
    shortened = ADDRESS.sub(r"/\1/…", message)
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), shortened)


class Seldom(logging.Filter):
    """Of one kind only so many lines a minute: what a stranger can bring about again and again fills no disk.

    A kind is what a line says without its particulars. The first line of the next minute says how many were left out.
    """

    most = 30
    kinds = 200
    """As many are counted; beyond it counting begins anew."""

    def __init__(self) -> None:
        super().__init__()
        self._minute = 0
        self._lines: Counter[tuple[str, int, str]] = Counter()
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written; ``left_out`` of the record is how many before it were not."""
        minute = int(time.monotonic() // 60)
        if minute != self._minute or len(self._lines) > self.kinds:
            self._minute = minute
            self._lines.clear()
        kind = (record.name, record.levelno, str(record.msg).partition("\n")[0])
        self._lines[kind] += 1
        if self._lines[kind] > self.most:
            self._left_out += 1
            return False
        record.left_out, self._left_out = self._left_out, 0
        return True
