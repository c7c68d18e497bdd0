"""What a screen reader is told: one polite sentence for a deal of others, nothing for what one does oneself or loads again."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender
from tests.browser.states import PATHS
from tests.browser.test_live import WIN, follow, invite
from tests.conftest import LAN_NAME, open_phone
from tests.servers import Server

# Every time that a live region says something, from the first moment on: what is there when a page comes is not read out.
LISTEN = """() => {
    window.heard = [];
    const regions = "[aria-live], [role=status], [role=alert], [role=log]";
    const note = records => {
        const changed = records.map(one => (one.target.nodeType === 1 ? one.target : one.target.parentElement))
            .map(one => one && one.closest(regions)).filter(Boolean);
        new Set(changed).forEach(one => {
            const text = one.textContent.trim();
            const how = one.getAttribute("aria-live") || (one.getAttribute("role") === "alert" ? "assertive" : "polite");
            if (text && one.isConnected) window.heard.push([how, text]);
        });
    };
    document.addEventListener("DOMContentLoaded", () => new MutationObserver(note)
        .observe(document.body, { childList: true, subtree: true, characterData: true }));
}"""


@pytest.fixture
def keeper(browser: Browser, shared_server: Server) -> Iterator[Page]:
    for page in open_phone(browser, shared_server.url):
        page.add_init_script(f"({LISTEN})()")
        yield page


@pytest.fixture
def other(browser: Browser, shared_server: Server) -> Iterator[Page]:
    for page in open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}"):
        page.add_init_script(f"({LISTEN})()")
        yield page


@pytest.fixture
def table(keeper: Page) -> str:
    return Sender(keeper.context).open_table(people=PEOPLE[:3])


def heard(page: Page) -> list[list[str]]:
    page.wait_for_timeout(1_500)
    found: list[list[str]] = page.evaluate("window.heard.splice(0)")
    return found


def test_each_deal_of_others_is_said_once_and_politely(keeper: Page, other: Page, table: str):
    sender = Sender(keeper.context)
    invite(sender, table, other)
    follow(other, table)
    assert heard(other) == []
    for number, winner in enumerate(PEOPLE[:3], 1):
        sender.record(table, **{**WIN, "winner": str(number - 1)})
        expect(other.locator("#rows .deal")).to_have_count(number)
        [[how, said]] = heard(other)
        assert how == "polite"
        assert winner in said


def test_a_page_that_is_loaded_again_says_nothing(keeper: Page, table: str):
    Sender(keeper.context).record(table, **WIN)
    keeper.goto(table)
    assert heard(keeper) == []
    keeper.reload()
    assert heard(keeper) == []


def test_ones_own_deal_is_said_to_be_stored_and_no_more(keeper: Page, table: str):
    keeper.goto(table)
    hands.begin(keeper)
    hands.win(keeper, 0, "self_draw")
    hands.by_hu(keeper, 22, 0)
    hands.save(keeper)
    assert heard(keeper) == [["polite", "记上了。"]]


def test_a_deal_told_beside_a_half_entered_one_is_said_once(keeper: Page, other: Page, table: str):
    sender = Sender(keeper.context)
    invite(sender, table, other)
    with other.expect_request(lambda request: "/live/" in request.url):
        other.goto(f"{table}deals/new/")
    heard(other)
    sender.record(table, **WIN)
    expect(other.locator(".news")).to_contain_text("刚才")
    assert [how for how, _said in heard(other)] == ["polite"]


ORDER = """() => {
    const shown = one => one.getClientRects().length;
    const heads = Array.from(document.querySelectorAll("h1, h2, h3, h4, h5, h6")).filter(shown).map(one => Number(one.tagName[1]));
    const jumps = heads.filter((level, at) => level > (at ? heads[at - 1] : 0) + 1);
    const marks = ["main", "h1"].map(name => Array.from(document.querySelectorAll(name)).filter(shown).length);
    const named = "th[scope], caption";
    const tables = Array.from(document.querySelectorAll("table")).filter(one => !one.querySelector(named));
    const drawn = Array.from(document.querySelectorAll("main svg")).filter(one => shown(one) && !one.closest("[aria-hidden=true]")
        && one.getAttribute("role") !== "img" && !one.closest("[role=img]"));
    return { heads, jumps: jumps.length, main: marks[0], h1: marks[1], tables: tables.length,
        drawn: drawn.map(one => one.outerHTML.slice(0, 80)) };
}"""


def test_headings_landmarks_and_pictures_are_in_order_on_every_page(keeper: Page):
    sender = Sender(keeper.context)
    played = sender.open_table()
    keys = sender.fill(played)
    wrong = []
    for name, path in PATHS.items():
        if any(
            word in path for word in ("{circle", "{rounds", "{openings", "{tiles", "{bands", "{device", "pdf")
        ):
            continue
        keeper.goto(path.format(played=played, empty=played, closed=played, keys=keys))
        found = keeper.evaluate(ORDER)
        if found["jumps"] or found["main"] != 1 or found["h1"] != 1 or found["tables"] or found["drawn"]:
            wrong.append(f"{name}: {found}")
    assert not wrong, "\n" + "\n".join(wrong)
