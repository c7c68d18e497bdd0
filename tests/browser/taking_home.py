"""An evening taken home: what the rules alone make of its document, and that it comes back as it went."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.browser.posts import Sender, fresh_id
from zipai_ledger.rules import replay


def taken_home(page: Page, phone: Page) -> dict[str, Any]:
    """The replayed document of the table that the page shows; out and in again it comes to the same.

    ``phone`` is one at 127.0.0.1: what is sent without a page cannot find a name that only the browser knows.
    """
    cookies = [{**one, "domain": "127.0.0.1"} for one in page.context.cookies()]
    phone.context.add_cookies(cookies)  # type: ignore[arg-type]
    sender, table = Sender(phone.context), "/".join([*urlsplit(page.url).path.split("/")[:3], ""])
    document, archive = exported(sender, table, "json"), exported(sender, table, "archive")
    home = replay.answer_text(document)
    assert home["ok"], home
    again = replay.answer_text(exported(sender, brought_in(sender, document), "json"))
    assert {**again, "deals": None} == {**home, "deals": None}
    assert exported(sender, brought_in(sender, archive), "archive") == archive
    return home


def exported(sender: Sender, table: str, kind: str) -> str:
    answer = sender.get(f"{table}export/{kind}/")
    assert answer.ok, answer.text()
    return answer.text()


def brought_in(sender: Sender, text: str) -> str:
    """Import a file; the address of the new table."""
    answer = sender.post("/import/", {"client_id": fresh_id(), "text": text, "do": "import"})
    assert answer.status == 302, answer.text()
    return answer.headers["location"]
