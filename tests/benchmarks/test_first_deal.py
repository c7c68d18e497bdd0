"""From a new phone to its first deal: what the person takes is counted, what the machine takes is measured."""

import time

import pytest
from playwright.sync_api import Page

from tests.browser.test_at_hand import by_hand, first_deal


@pytest.mark.benchmark
def test_a_new_phone_comes_to_its_first_deal_within_a_minute(phone: Page):
    begun = time.monotonic()
    taps = first_deal(phone)
    machine = time.monotonic() - begun
    print(
        f"\nfirst deal of a new phone: {taps} taps, {by_hand(taps):.0f} s, and {machine:.1f} s of the machine's"
    )
    assert by_hand(taps) <= 60
    assert machine <= 10
