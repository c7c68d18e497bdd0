"""How lines of the log are written, and how many."""

import logging
import re
import time
from collections import Counter
from datetime import UTC, datetime

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class OneLine(logging.Formatter):
    """A message is one line, whatever a stranger put into it, under a time in UTC."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """The line; a traceback is added below it, by logging itself."""
        record.message = UNPRINTABLE.sub(
            lambda found: found[0].encode("unicode_escape").decode(), record.message
        )
        left_out = getattr(record, "left_out", 0)
        return super().formatMessage(record) + (
            f" ({left_out} like earlier ones left out)" if left_out else ""
        )

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """2026-11-22T11:05:00+00:00, wherever the host is and whatever its people's clocks show."""
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds")


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
