"""Bytes of a first visit, as a phone on plain HTTP takes them: bodies and heads of everything it asks for until it is loaded."""

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.benchmarks.bars import hold
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import invite
from tests.browser.test_offline import WIN
from tests.phones import LAN_NAME, PHONE
from tests.servers import Server

DEALS = 20
MOST = 45_000
"""Bytes over the wire, bodies and heads together (UX, "Look and feel")."""


def visit(page: Page, address: str) -> tuple[int, int, int]:
    """Requests, bytes of bodies and bytes of heads until the page is loaded."""
    done: list[Request] = []

    def count(request: Request) -> None:
        done.append(request)

    page.on("requestfinished", count)
    page.goto(address, wait_until="load")
    page.remove_listener("requestfinished", count)
    sizes = [request.sizes() for request in done]
    return (
        len(sizes),
        sum(size["responseBodySize"] for size in sizes),
        sum(size["responseHeadersSize"] for size in sizes),
    )


@pytest.mark.benchmark
def test_a_first_visit_is_small(browser: Browser, server: Server):
    owner = Sender(browser.new_context(**{**PHONE, "base_url": server.url}))
    table = owner.open_table(people=PEOPLE[:3])
    for _ in range(DEALS):
        owner.record(table, **WIN)
    guest = browser.new_context(**{**PHONE, "base_url": f"http://{LAN_NAME}:{server.port}"})
    page = guest.new_page()
    print(f"\n{'':34}{'requests':>10}{'bodies':>10}{'heads':>10}")
    report("home, first visit", visit(page, "/"))
    invite(owner, table, page)
    other = browser.new_context(**{**PHONE, "base_url": f"http://{LAN_NAME}:{server.port}"})
    other.add_cookies([dict(cookie) for cookie in guest.cookies()])  # type: ignore[misc]
    fresh = other.new_page()
    report(f"a table with {DEALS} deals, first visit", visit(fresh, table))
    guest.close()
    other.close()


def report(name: str, taken: tuple[int, int, int]) -> None:
    requests, bodies, heads = taken
    print(f"{name:34}{requests:10}{bodies:10,}{heads:10,}")
    hold(f"{name}: over the wire", (bodies + heads) / 1000, MOST / 1000, "kB")
    assert bodies + heads <= MOST
