"""Every page in every state: nothing for axe to find, nothing too small, nothing that scrolls sideways."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import looks
from tests.browser.states import PATHS, SEEN_AT, STATES, WALKS, Evening, State, Walk, prepared
from tests.browser.test_letters import TORN
from tests.phones import open_phone
from tests.servers import Server, serving
from zipai_ledger.rules import registry

BESIDE = (
    *("home with tables", "a table with deals", "doubting a deal", "settling", "figures", "entry, who won"),
    *("the board on the wall", "rules paid by the hand"),
)
"""Pages that look otherwise where there is room; the first of each kind that does."""
UNFOLD = "() => document.querySelectorAll('details').forEach(one => { one.open = true; })"
WHOLE = re.compile(r"[A-Za-z]+")
"""A word that has no hyphen to end a line at."""
TEMPLATES = {where: template for template, where in SEEN_AT.items()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """One whose pages say from which template they come, and where things may go wrong."""
    program = "tests/browser/named_pages.py"
    with serving(tmp_path_factory.mktemp("looked-at"), collected_static, program=program) as running:
        yield running


@pytest.fixture(scope="module")
def owner(browser: Browser, server: Server) -> Iterator[Page]:
    for page in open_phone(browser, server.url):
        page.add_init_script("try { localStorage.clear() } catch (error) { /* about:blank has none */ }")
        yield looks.ready(page)


@pytest.fixture(scope="module")
def onlooker(browser: Browser, server: Server) -> Iterator[Page]:
    for page in open_phone(browser, server.url):
        yield looks.ready(page)


@pytest.fixture(scope="module")
def evening(owner: Page, onlooker: Page, server: Server) -> Evening:
    return prepared(owner, onlooker, server)


@pytest.fixture
def wide_as_a_phone(evening: Evening) -> None:
    """Pages are left in either size."""
    evening.page.set_viewport_size(looks.PHONE_SIZE)  # type: ignore[arg-type]


def holds(page: Page, name: str) -> None:
    """What is said to be seen here is."""
    if (template := TEMPLATES.get(name)) is not None:
        assert looks.template_of(page) == template


@pytest.mark.parametrize("name", PATHS)
def test_a_page_has_nothing_to_be_found(evening: Evening, name: str):
    evening.at(PATHS[name].format(**vars(evening)))
    holds(evening.page, name)
    found = looks.findings_as_it_comes(evening.page)
    if name in BESIDE:
        found += looks.findings_on_a_desk(evening.page)
    assert not found, "\n" + "\n".join(found)


@pytest.mark.usefixtures("wide_as_a_phone")
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_page_in_use_has_nothing_to_be_found(evening: Evening, state: State):
    page = state(evening) or evening.page
    holds(page, state.__name__)
    looks.check(page)


@pytest.mark.usefixtures("wide_as_a_phone")
@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_a_page_has_nothing_to_be_found_from_state_to_state(evening: Evening, walk: Walk):
    found = []
    for name, _ in zip(WALKS[walk], walk(evening), strict=True):
        found += [f"{name}: {one}" for one in looks.findings(evening.page)]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("path", ["{played}", "{played}deals/new/", "{played}settle/", "/"])
def test_an_onlookers_page_has_nothing_to_be_found(evening: Evening, path: str):
    evening.onlooker.goto(path.format(played=evening.played))
    looks.check(evening.onlooker)


def test_the_front_page_of_a_new_phone_has_nothing_to_be_found(browser: Browser, server: Server):
    for page in open_phone(browser, server.url):
        page.goto("/")
        expect(page.get_by_text("还没有牌桌")).to_be_visible()
        looks.check(page)


def test_english_finds_room_for_whole_words_on_every_page_of_a_narrow_phone(english: Page, evening: Evening):
    found = []
    for path in PATHS.values():
        english.goto(path.format(**vars(evening)))
        assert english.evaluate("document.documentElement.lang") == "en"
        found += [f"{path}: {one}" for one in looks.narrow_as_it_is(english)]
        found += [f"{path}: {one} is torn in the largest type" for one in torn_words(english)]
    assert not found, "\n" + "\n".join(found)


def test_english_finds_room_for_whole_words_in_the_house_rules_of_every_game(english: Page):
    found = []
    for slug in registry.all_rulesets():
        english.goto(f"/new/?ruleset={slug}")
        expect(english.locator("[name=ruleset]:checked")).to_have_value(re.compile(slug))
        found += [f"{slug}: {one} is torn in the largest type" for one in torn_words(english)]
    assert not found, "\n" + "\n".join(found)


@pytest.fixture
def english(browser: Browser, server: Server, evening: Evening) -> Iterator[Page]:
    """The same phone, narrow and in English."""
    for page in open_phone(browser, server.url, locale="en-GB", viewport=looks.NARROW):
        page.context.add_cookies(evening.page.context.cookies())  # type: ignore[arg-type]
        yield page


def torn_words(page: Page) -> list[str]:
    """Words that do not fit on a line of the largest type, with everything unfolded."""
    page.evaluate(UNFOLD)
    looks.dress(page, "light", "huge")
    # Beside a seat there may be room for one character of a name.
    found = [*filter(WHOLE.fullmatch, page.evaluate(TORN))]
    looks.dress(page, "light", "normal")
    return found
