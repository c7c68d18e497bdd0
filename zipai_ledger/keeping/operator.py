"""What the operator says of himself."""

from django.conf import settings

LONGEST = 20_000
"""Bytes of it that are shown."""


def words() -> str:
    """The text of ``ZIPAI_ABOUT``, or of ``about.txt`` of the data; empty where there is none that can be read."""
    try:
        with settings.ABOUT.open("rb") as file:
            return str(file.read(LONGEST).decode(errors="replace")).strip()
    except OSError:
        return ""
