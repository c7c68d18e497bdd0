"""Tabs of one phone: a test has a page of its own, and its styles and scripts have come before."""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.conftest import PATIENCE, is_refusal


def new_tab(phone: Page) -> Iterator[Page]:
    """Another page of the same phone, watched as its first one is (`tests.conftest.open_phone`)."""
    page = phone.context.new_page()
    page.set_default_timeout(PATIENCE)
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text) if is_refusal(message.text) else None)
    yield page
    page.close()
    assert trouble == []
