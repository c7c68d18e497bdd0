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


def new_person(phone: Page, address: str) -> Iterator[Page]:
    """The same for somebody who has never been at a table, and a line that is there: only files that never change are kept."""
    here = phone.context
    for left_open in set(here.pages) - {phone}:
        left_open.close()
    here.unroute_all()
    here.set_offline(False)
    here.clear_cookies()
    session = here.new_cdp_session(phone)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "local_storage"})
    session.detach()
    yield from new_tab(phone)
