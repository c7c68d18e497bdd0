"""How lines of the log are written."""

import logging
import re
from datetime import datetime

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class OneLine(logging.Formatter):
    """A message is one line, whatever a stranger put into it, under a time with its offset from UTC."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """The line; a traceback is added below it, by logging itself."""
        record.message = UNPRINTABLE.sub(
            lambda found: found[0].encode("unicode_escape").decode(), record.message
        )
        return super().formatMessage(record)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """2026-11-22T19:05:00+08:00."""
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="seconds")
