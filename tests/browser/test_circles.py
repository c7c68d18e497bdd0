"""A circle on real phones: a member who looks at a table, a table that leaves no trace."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.posts import WIN, Sender, fresh_id
from tests.phones import open_phone
from tests.servers import Server

PEOPLE = ("老王", "小李", "阿芳", "上官婉儿与欧阳修")


@dataclass(frozen=True)
class Ring:
    """A circle of two evenings, and the phone of its owner."""

    sender: Sender
    table: str
    path: str


@pytest.fixture
def ring(keeper: Sender) -> Ring:
    table = keeper.open_table("周五老地方", PEOPLE, stake="50")
    keeper.record(table, **WIN)
    made = keeper.post(f"{table}circle/", {"name": "巷口老友", "client_id": fresh_id()})
    path = made.headers["location"]
    keeper.record(keeper.open_table("周六", PEOPLE, circle=path.split("/")[2]), **WIN)
    return Ring(keeper, table, path)


def test_a_member_comes_by_a_link_and_looks_at_a_table_by_one_tap(
    ring: Ring, browser: Browser, shared_server: Server
):
    ring.sender.post(
        f"{ring.table}circle/",
        {"matched": "1", "open": "1", "who-0": "0", "who-1": "1", "who-2": "2", "who-3": "3"},
    )
    made = ring.sender.post(f"{ring.path}links/", {"label": ""}).text()
    for phone in open_phone(browser, shared_server.url):
        phone.goto("/j/#" + made.split('id="code">')[1].split("<")[0])
        expect(phone.get_by_role("heading", name="巷口老友")).to_be_visible()
        phone.locator("label.pick", has_text="小李").click()
        phone.get_by_role("button", name="我是小李，进圈").click()
        expect(phone.locator(".members .tag")).to_have_text("我")
        phone.get_by_role("button", name="看账").click()
        expect(phone.get_by_role("heading", name="周五老地方")).to_be_visible()
        expect(phone.get_by_role("link", name="记一盘")).to_have_count(0)


KEPT = """table => [sessionStorage, localStorage].some(store => Object.keys(store).some(key => key.includes(table)))"""
"""Whether a phone keeps anything that speaks of a table."""
PAGES = """() => Object.keys(sessionStorage).some(key => /^zipai-(page|fresh):/.test(key))"""
"""Whether it keeps pages."""


def test_a_table_that_is_deleted_is_forgotten_by_every_phone(browser: Browser, shared_server: Server):
    for alice in open_phone(browser, shared_server.url):
        sender = Sender(alice.context)
        table = sender.open_table("不留痕迹", PEOPLE)
        made = sender.post(f"{table}links/", {"role": "scorekeeper", "label": ""}).text()
        secret = made.split('id="code">')[1].split("<")[0]
        for bob in open_phone(browser, shared_server.url):
            assert Sender(bob.context).post("/j/", {"secret": secret, "as": "viewer"}).status == 302
            for phone in (alice, bob):
                phone.goto(table)
                phone.wait_for_function(KEPT, arg=table)
            alice.goto(f"{table}purge/")
            alice.fill("#id_name", "不留痕迹")
            alice.locator("footer button").click()
            expect(alice.get_by_text("那一桌删掉了")).to_be_visible()
            alice.wait_for_function(f"table => !({KEPT})(table)", arg=table)
            expect(bob.locator("#connection")).to_contain_text("看不到这一桌了")
            bob.wait_for_function(f"() => !({PAGES})()")
            assert bob.goto(table).status == 404  # type: ignore[union-attr]
