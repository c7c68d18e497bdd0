"""Over HTTPS, as at 127.0.0.1, a worker keeps what was seen: the table opens without network, and entering goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import invite
from tests.browser.test_offline import AFRESH, WIN, connect, cut, enter, save, stored, titles, waiting
from tests.conftest import PATIENCE, open_phone
from tests.servers import Server, free_port, serving

KEPT = """async path => Boolean(navigator.serviceWorker.controller)
    && Boolean(await (await caches.open("zipai-pages")).match(path))"""

ACTIVE = """async () => {
    const worker = (await navigator.serviceWorker.ready).active;
    if (worker.state !== "activated") await new Promise(done => worker.addEventListener("statechange", done));
}"""


@pytest.fixture
def page(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, shared_server.url, service_workers="allow", keeps=True)


@pytest.fixture
def table(page: Page) -> str:
    return Sender(page.context).open_table(people=PEOPLE[:3])


def keep(page: Page, table: str) -> None:
    """Look at the table until the worker has it, and all pages behind it."""
    page.goto(table)
    for path in (table, *(f"{table}deals/{one}/" for one in ("new", "dead", "foul"))):
        wait_until_kept(page, path)
    page.wait_for_function(AFRESH, arg=f"{table}deals/new/")


def wait_until_kept(page: Page, path: str) -> None:
    hands.wait_for_answer(page, KEPT, path)


def kept_paths(page: Page) -> list[str]:
    return page.evaluate(
        "async () => (await (await caches.open('zipai-pages')).keys()).map(one => new URL(one.url).pathname)"
    )


def reopened(context: BrowserContext) -> Page:
    """A new tab, as after the browser was closed."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def test_a_table_opens_without_network_or_server_and_deals_entered_there_are_stored_later(
    browser: Browser, tmp_path: Path, collected_static: Path
):
    """First the server is away too: what a worker asks for is not cut with the page's own network. Then it is killed."""
    port = free_port()
    phone = open_phone(browser, f"http://127.0.0.1:{port}", service_workers="allow", keeps=True)
    page = next(phone)
    with serving(tmp_path, collected_static, port=port):
        table = Sender(page.context).open_table(people=PEOPLE[:3])
        Sender(page.context).record(table, **WIN)
        keep(page, table)
    cut(page)
    tab = reopened(page.context)
    page.close()
    tab.goto(table)
    assert hands.totals(tab) == {"老王": 6, "小李": -3, "阿芳": -3}
    enter(tab, 21)
    expect(tab.locator("#preview")).to_contain_text("联网后算")
    save(tab)
    tab.reload()
    expect(tab.locator("#waiting li b")).to_have_text(["老王 自摸 21 胡"])
    tab.locator("footer a.primary").click()
    tab.locator("header:not(.js-only) a", has_text="黄庄").first.click()
    tab.locator("footer button").click()
    expect(tab.locator("#waiting li")).to_have_count(2)
    tab.goto(f"{table}history/")
    expect(tab.locator("h1")).to_have_text("没网，这一页现在打不开。")
    tab.goto(table)
    with serving(tmp_path, collected_static, port=port) as server:
        assert stored(server, table) == 1
        connect(tab)
        expect(tab.locator("#rows .deal")).to_have_count(3)
        expect(tab.locator("#waiting")).to_be_hidden()
        assert titles(tab) == ["老王 16 胡", "老王 21 胡", "黄庄"]
        wait_until_kept(tab, f"{table}deals/new/")
        enter(tab, 16)
        server.process.kill()
        server.process.wait()
    save(tab)
    expect(waiting(tab)).to_have_text(["老王 自摸 16 胡"])
    tab.reload()
    enter(tab, 11)
    save(tab)
    expect(waiting(tab)).to_have_text(["老王 自摸 11 胡", "老王 自摸 16 胡"])
    with serving(tmp_path, collected_static, port=port) as server:
        expect(tab.locator("#rows .deal")).to_have_count(5)
        expect(tab.locator("#waiting")).to_be_hidden()
        assert titles(tab)[3:] == ["老王 16 胡", "老王 11 胡"]
        assert stored(server, table) == 5
        assert server.manage("verify_ledger").returncode == 0
    phone.close()


def test_a_page_that_was_on_its_way_when_the_worker_began_is_kept(
    page: Page, table: str, shared_server: Server
):
    """What is asked for before there is a worker comes past it, and a worker that begins takes over only what is there."""
    gate = Gate(page, f"**{table}", times=1)
    with page.expect_request(f"**{table}"):
        page.evaluate("url => { window.location.assign(url); }", shared_server.url + table)
    tab = page.context.new_page()
    tab.goto("/")
    tab.evaluate(ACTIVE)
    gate.open()
    wait_until_kept(page, table)


def test_the_worker_keeps_no_page_of_a_correction_and_nothing_that_was_sent(page: Page, table: str):
    key = Sender(page.context).record(table, **WIN)
    keep(page, table)
    page.goto(f"{table}deals/{key}/void/")
    page.goto(f"{table}deals/new/?replace={key}")
    page.goto(f"{table}settle/")
    assert set(kept_paths(page)) <= {"/", table, *(f"{table}deals/{one}/" for one in ("new", "dead", "foul"))}


def test_a_phone_that_is_let_in_no_more_forgets_what_it_saw(
    browser: Browser, shared_server: Server, page: Page, table: str
):
    for guest in open_phone(browser, shared_server.url, service_workers="allow", keeps=True):
        invite(Sender(page.context), table, guest)
        keep(guest, table)
        guest.context.clear_cookies()
        assert guest.goto(table).status == 404
        assert [path for path in kept_paths(guest) if path.startswith(table)] == []


def files_of(page: Page) -> list[str]:
    """The names of the stores of files, one for each version, and whether the script of the queue is there."""
    return page.evaluate("async () => (await caches.keys()).filter(one => one.startsWith('zipai-files-'))")


def queue_script(page: Page) -> str:
    return page.locator("script[src*='/queue.']").get_attribute("src")


def test_a_new_version_takes_over_with_what_waits_and_the_table_opens_without_network_again(
    browser: Browser, tmp_path: Path, collected_static: Path
):
    port = free_port()
    phone = open_phone(browser, f"http://127.0.0.1:{port}", service_workers="allow", keeps=True)
    page = next(phone)
    with serving(tmp_path, collected_static, port=port):
        table = Sender(page.context).open_table(people=PEOPLE[:3])
        keep(page, table)
        old = (files_of(page), queue_script(page))
    for hu in (16, 17):
        enter(page, hu)
        save(page)
    expect(waiting(page)).to_have_count(2)
    with serving(tmp_path, tmp_path / "next", port=port, program="tests/browser/next_version.py") as server:
        page.goto(table)
        expect(page.locator("#rows .deal")).to_have_count(2)
        assert stored(server, table) == 2
        hands.wait_for_answer(page, "async name => !(await caches.has(name))", old[0][0])
        keep(page, table)
        assert len(files_of(page)) == 1
        assert queue_script(page) != old[1]
    tab = reopened(page.context)
    page.close()
    tab.goto(table)
    assert len(titles(tab)) == 2
    enter(tab, 18)
    save(tab)
    expect(waiting(tab)).to_have_count(1)
    with serving(tmp_path, tmp_path / "next", port=port, program="tests/browser/next_version.py") as server:
        expect(tab.locator("#rows .deal")).to_have_count(3)
        assert stored(server, table) == 3
    phone.close()
