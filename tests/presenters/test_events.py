"""Sentences between the deals."""

import pytest

from zipai_ledger.presenters.events import seats_text

NAMES = ["老王", "小李", "阿芳", "阿强"]


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ((0, 1, 2), (0, 1, 2, 3), "阿强来了"),
        ((0, 1, 2), (0, 1), "阿芳走了"),
        ((0, 1, 2), (3, 1, 2), "阿强来了，老王走了"),
        ((0, 1, 2), (0, 2, 1), "换了座位"),
        ((0, 1, 2), (1, 2, 0), ""),
        ((0, 1, 2, 3), (0, 1, 3, 2), "换了座位"),
    ],
)
def test_what_changed_between_two_stages_is_said(before: tuple[int, ...], after: tuple[int, ...], text: str):
    assert seats_text(before, after, NAMES) == text
