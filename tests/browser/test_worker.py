"""Over HTTPS, as at 127.0.0.1, a worker keeps what was seen: the table opens without network, and entering goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_offline import AFRESH, WIN, connect, cut, enter, expect_titles, save, stored, waiting
from tests.phones import PATIENCE, open_phone
from tests.servers import Server, free_port, serving

KEPT = """async path => Boolean(navigator.serviceWorker.controller)
    && Boolean(await (await caches.open("zipai-pages")).match(path))"""

BEGIN_WORK = """() => {
    self.begun = new Promise(begun => {
        self.addEventListener("message", event => {
            event.waitUntil(new Promise(done => { self.endWork = done; }));
            begun();
        });
    });
}"""
"""At the next message to this worker."""

HOLD_ANSWER = """path => {
    const real = fetch;
    const gate = new Promise(done => { self.letCome = done; });
    self.held = new Promise(held => {
        self.fetch = async request => {
            const answer = await real(request);
            if (new URL(request.url).pathname !== path) return answer;
            held();
            await gate;
            return answer;
        };
    });
}"""
"""To this worker, from the server, until it is let come."""

INSTALLED = """async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"""

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
    wait_until_all_is_kept(page, table)


def wait_until_all_is_kept(page: Page, table: str) -> None:
    """By then the page asks for nothing more."""
    for path in (table, *(f"{table}deals/{one}/" for one in ("new", "dead", "foul"))):
        wait_until_kept(page, path)
    page.wait_for_function(AFRESH, arg=f"{table}deals/new/")


def wait_until_kept(page: Page, path: str) -> None:
    hands.wait_for_answer(page, KEPT, path)


def kept_paths(page: Page) -> list[str]:
    return page.evaluate(
        "async () => (await (await caches.open('zipai-pages')).keys()).map(one => new URL(one.url).pathname)"
    )


def kept_of(page: Page, table: str) -> list[str]:
    return [path for path in kept_paths(page) if path.startswith(table)]


def reopened(page: Page, table: str) -> Page:
    """The table in a new tab, as after the browser was closed."""
    tab = page.context.new_page()
    tab.set_default_timeout(PATIENCE)
    page.close()
    tab.goto(table)
    return tab


def kept_busy(page: Page) -> Worker:
    """The page's worker, with something to do until `let_take_over`: no other one takes its place meanwhile.

    Otherwise that comes at any time; or late, where a request comes just then and the worker begins anew: then it is
    to rest for half a minute first, and for ever under DevTools, by which tests look on.
    """
    worker = page.context.service_workers[-1]
    worker.evaluate(BEGIN_WORK)
    page.evaluate("navigator.serviceWorker.controller.postMessage('')")
    worker.evaluate("() => self.begun")
    return worker


def let_take_over(page: Page, busy: Worker, old: str) -> None:
    """Wait until the next version's worker has thrown away what this busy one kept."""
    hands.wait_for_answer(page, INSTALLED)
    busy.evaluate("() => { self.endWork(); }")
    hands.wait_for_answer(page, "async old => !(await caches.has(old))", old)


def files_of(page: Page) -> list[str]:
    """The names of the stores of files, one for each version."""
    return page.evaluate("async () => (await caches.keys()).filter(one => one.startsWith('zipai-files-'))")


def queue_script(page: Page) -> str:
    return page.locator("script[src*='/every-page.']").get_attribute("src")


def test_a_table_opens_without_network_or_server_and_the_next_version_takes_over_with_what_was_entered_meanwhile(
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
        old = (files_of(page), queue_script(page))
    cut(page)
    tab = reopened(page, table)
    deals_wait_without_network(tab, table)
    busy = kept_busy(tab)
    following = {"static": tmp_path / "next", "port": port, "program": "tests/browser/next_version.py"}
    with serving(tmp_path, **following) as server:
        assert stored(server, table) == 1
        connect(tab)
        tab.goto(table)
        expect(tab.locator("#rows .deal")).to_have_count(3)
        expect(tab.locator("#waiting")).to_be_hidden()
        expect_titles(tab, "老王 16 胡", "老王 21 胡", "黄庄")
        keep(tab, table)
        let_take_over(tab, busy, old[0][0])
        wait_until_all_is_kept(tab, table)
        assert len(files_of(tab)) == 1
        assert queue_script(tab) != old[1]
        enter(tab, 16)
        server.process.kill()
        server.process.wait()
    save(tab)
    expect(waiting(tab)).to_have_text(["老王 16 胡，自摸"])
    last = reopened(tab, table)
    enter(last, 11)
    save(last)
    expect(waiting(last)).to_have_text(["老王 11 胡，自摸", "老王 16 胡，自摸"])
    assert queue_script(last) != old[1]
    with serving(tmp_path, **following) as server:
        expect(last.locator("#rows .deal")).to_have_count(5)
        expect(last.locator("#waiting")).to_be_hidden()
        expect_titles(last, "老王 16 胡", "老王 21 胡", "黄庄", "老王 16 胡", "老王 11 胡")
        assert stored(server, table) == 5
        assert server.manage("verify_ledger").returncode == 0
    phone.close()


def deals_wait_without_network(tab: Page, table: str) -> None:
    hands.expect_totals(tab, {"老王": 6, "小李": -3, "阿芳": -3})
    enter(tab, 21)
    expect(tab.locator("#preview")).to_contain_text("联网后算")
    save(tab)
    tab.reload()
    expect(waiting(tab)).to_have_text(["老王 21 胡，自摸"])
    tab.locator("footer a.primary").click()
    tab.locator("header:not(.js-only) a", has_text="黄庄").first.click()
    tab.locator("footer button").click()
    expect(waiting(tab)).to_have_count(2)
    tab.goto(f"{table}history/")
    expect(tab.locator("h1")).to_have_text("没网，这一页现在打不开。")
    tab.goto(table)


def test_the_worker_keeps_what_was_on_its_way_when_it_began_no_correction_no_winner_and_nothing_once_sent_away(
    page: Page, table: str, shared_server: Server
):
    a_page_that_was_on_its_way_when_the_worker_began_is_kept(page, table, shared_server)
    sender = Sender(page.context)
    key = sender.record(table, **WIN)
    missing: list[str] = []
    page.on("response", lambda one: missing.append(one.url) if one.status == 404 else None)
    keep(page, table)
    assert missing == []
    page.goto(f"{table}deals/{key}/void/")
    page.goto(f"{table}deals/new/?replace={key}")
    page.goto(f"{table}settle/")
    all_kept = {"/", table, *(f"{table}deals/{one}/" for one in ("new", "dead", "foul"))}
    assert set(kept_paths(page)) <= all_kept
    a_form_filled_in_by_its_address_is_not_kept_for_every_other_deal(page, table)
    sender.record(table, **WIN)
    a_full_phone_shows_what_the_server_says(page, table, shared_server)
    assert table in kept_paths(page)
    nothing_is_kept_of_a_table_once_sent_away(page, table)


def a_page_that_was_on_its_way_when_the_worker_began_is_kept(page: Page, table: str, server: Server) -> None:
    """What is asked for before there is a worker comes past it, and a worker that begins takes over only what is there."""
    gate = Gate(page, f"*{table}", times=1)
    with page.expect_request(f"**{table}"):
        page.evaluate("url => { window.location.assign(url); }", server.url + table)
    tab = page.context.new_page()
    tab.goto("/")
    tab.evaluate(ACTIVE)
    gate.open()
    wait_until_kept(page, table)
    tab.close()


def a_form_filled_in_by_its_address_is_not_kept_for_every_other_deal(page: Page, table: str) -> None:
    page.goto(f"{table}deals/new/?winner=2")
    page.wait_for_selector("#entry[data-live]")
    assert f"{table}deals/new/" in kept_paths(page)
    kept = page.evaluate(
        "async path => (await (await (await caches.open('zipai-pages')).match(path)).text())",
        f"{table}deals/new/",
    )
    assert 'data-step="winner"' in kept


def a_full_phone_shows_what_the_server_says(page: Page, table: str, server: Server) -> None:
    """A second deal was recorded since the table was kept."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": 1})
    page.goto(table)
    expect(page.locator("html[data-from-store]")).to_have_count(0)
    expect(page.locator("#rows .deal")).to_have_count(2)
    session.send("Storage.overrideQuotaForOrigin", {"origin": server.url})


def nothing_is_kept_of_a_table_once_sent_away(page: Page, table: str) -> None:
    """Nor what was asked for before, and is there only afterwards. Somebody who is back has it kept again, until told to forget."""
    cookies, late = page.context.cookies(), f"{table}deals/foul/"
    page.goto(table)
    worker = page.context.service_workers[-1]
    worker.evaluate(HOLD_ANSWER, late)
    page.evaluate("path => { window.late = fetch(path, { headers: { Accept: 'text/html' } }); }", late)
    worker.evaluate("() => self.held")
    tab = page.context.new_page()
    page.context.clear_cookies()
    assert tab.goto(table).status == 404
    worker.evaluate("() => { self.letCome(); }")
    assert page.evaluate("async () => (await window.late).status") == 200
    assert kept_of(page, table) == []
    page.context.add_cookies(cookies)
    tab.goto(table)
    wait_until_kept(tab, table)
    page.context.clear_cookies()
    tab.goto(f"/?gone=table&at={table.split('/')[2]}")
    hands.wait_for_answer(tab, f"async path => !(await ({KEPT})(path))", table)
    assert kept_of(tab, table) == []
    tab.close()
