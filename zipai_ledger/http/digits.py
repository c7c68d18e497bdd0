"""Whole numbers as addresses, cookies and forms write them."""

LONGEST = 9
"""Digits; what is longer is no number of ours, and would take long to read."""


def number(text: str) -> int | None:
    """The number that up to nine digits write; None for every other text."""
    return int(text) if len(text) <= LONGEST and text.isascii() and text.isdigit() else None
