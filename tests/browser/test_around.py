"""The pages around the deals in a real browser: at 127.0.0.1 and at a made-up name."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.gates import Gate
from tests.browser.posts import Sender
from tests.phones import LAN_NAME, open_phone
from tests.servers import Server

NAMES = ("老王", "小李", "阿芳")


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f'[name="{name}"][value="{value}"]').check()


def open_table(page: Page) -> tuple[str, str]:
    """Open a table by hand; gives its address and the recovery code."""
    page.goto("/new/")
    for number, name in enumerate(NAMES):
        page.locator("[name=player]").nth(number).fill(name)
    page.locator(".actions .primary").click()
    expect(page.locator("#board")).to_be_visible()
    url = page.url
    page.goto(f"{url}recovery/")
    page.locator(".actions .primary").click()
    return url, page.locator("#code").get_attribute("data-text") or ""


def test_a_table_is_opened_left_and_recovered_over_plain_http(lan_phone: Page):
    url, code = open_table(lan_phone)
    lan_phone.context.clear_cookies()
    assert lan_phone.goto(url).status == 404  # type: ignore[union-attr]
    lan_phone.goto("/recover/")
    lan_phone.fill("#id_code", code.lower().replace("-", " "))
    lan_phone.get_by_role("button", name="找回").click()
    lan_phone.get_by_role("link", name="抄好了").click()
    expect(lan_phone.locator("#board")).to_contain_text("老王")
    assert lan_phone.url == url


def test_a_name_typed_and_marked_while_the_seats_are_fetched_stays_so(phone: Page):
    phone.goto("/new/")
    gate = Gate(phone, "*/new/rules/**")
    with phone.expect_request("**/new/rules/**"):
        phone.locator("input[name=seats][value='4']").locator("..").click()
    name = phone.locator("[name=player]").nth(0)
    # Another table of this phone may have left its names.
    name.clear()
    name.press_sequentially("老王")
    name.select_text()
    expect(phone.locator("[data-seats='4']")).to_have_count(0)
    gate.open()
    expect(phone.locator("[data-seats='4']")).to_be_visible()
    expect(name).to_have_value("老王")
    expect(name).to_be_focused()
    # What is typed now takes its place, and the next letter comes after it.
    phone.keyboard.insert_text("小")
    phone.keyboard.insert_text("李")
    expect(name).to_have_value("小李")


def test_a_game_chosen_before_the_scripts_are_there_brings_its_seats(phone: Page):
    gate = Gate(phone, "*/htmx*")
    phone.goto("/new/", wait_until="commit")
    phone.locator("label.choice", has_text="贵阳").first.click()
    expect(phone.locator("#new [name=ruleset][value=guiyang]")).to_be_checked()
    phone.locator("[name=player]").nth(0).fill("老王")
    gate.open()
    expect(phone.locator("#new [name=shown]")).to_have_value("guiyang")
    expect(phone.locator("[data-seat]:visible")).to_have_count(4)
    expect(phone.locator("[name=player]").nth(0)).to_have_value("老王")


def test_rules_unfold_one_by_one_and_say_what_is_chosen(phone: Page):
    phone.goto("/new/")
    hands.unfold(phone, "self_draw")
    line = phone.locator(".rule:has([name=rule-discard_multiple]) > summary")
    # High enough that all of it has room below once it is unfolded.
    line.evaluate("line => line.scrollIntoView()")
    top = line.evaluate("line => line.getBoundingClientRect().top")
    hands.unfold(phone, "discard_multiple")
    expect(phone.locator(".rule[open]")).to_have_count(1)
    # What is above it folds, and it stays under the finger.
    moved = "async ([line, top]) => Math.abs(line.getBoundingClientRect().top - top) < 2"
    hands.wait_for_answer(phone, moved, [line.element_handle(), top])
    hands.unfold(phone, "hu_per_unit")
    result = phone.locator("#example-rule-hu_per_unit .result")
    expect(result).to_contain_text("3 舵")
    choose(phone, "rule-hu_per_unit", "3")
    expect(result).to_contain_text("5 舵")
    expect(phone.locator("#rules-line")).to_contain_text("每舵 3 胡")
    expect(phone.locator("#value-rule-hu_per_unit")).to_have_text("3 胡")
    phone.locator(".stake > summary").click()
    choose(phone, "stake", "50")
    expect(phone.locator("#stake-line")).to_have_text("1 舵 5 角")


def test_whoever_has_no_seat_rests_and_changes_places_with_those_who_have(phone: Page):
    phone.goto("/new/?" + "&".join(f"player={name}" for name in "甲乙丙丁戊"))
    rests = phone.locator(".seat-row.rests")
    expect(rests.locator(".where")).to_have_text(["歇着", "歇着"])
    phone.locator(".seat-row .swap").nth(2).click()
    values = "names => names.map(name => name.value).join('')"
    assert phone.locator(".seat-name").evaluate_all(values) == "甲乙丁丙戊"
    phone.locator("#seats-4").locator("..").click()
    expect(rests).to_have_count(1)
    hands.choose_game(phone, "剥皮")
    expect(phone.locator("#new [name=shown]")).to_have_value("bopi")
    assert phone.locator(".seat-name").evaluate_all(values) == "甲乙丁丙戊"
    phone.locator(".actions .primary").click()
    expect(phone.locator("h1")).not_to_have_text("开一桌")


def test_a_refused_form_comes_back_with_everything_and_enter_in_a_name_opens_the_table(phone: Page):
    """It moves nobody."""
    phone.goto("/new/")
    for number, name in enumerate(("老王", "老王", "阿芳")):
        phone.locator("[name=player]").nth(number).fill(name)
    phone.locator(".actions .primary").click()
    expect(phone.locator(".field-error")).to_contain_text("有两个")
    expect(phone.locator("[aria-invalid=true]").first).to_be_focused()
    assert phone.locator("[name=player]").nth(2).input_value() == "阿芳"
    phone.locator("[name=player]").nth(1).fill("小李")
    hands.read(phone)
    phone.locator("[name=player]").nth(2).press("Enter")
    expect(phone.locator("#board")).to_be_visible()


@pytest.fixture
def guest(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}")


def test_a_guest_joins_by_an_explicit_tap(owner: Sender, guest: Page):
    made = owner.post(f"{owner.open_table(people=NAMES)}links/", {"role": "scorekeeper", "label": ""}).text()
    guest.goto("/j/#" + made.split('id="code">')[1].split("<")[0])
    expect(guest.get_by_text("你是哪一位")).to_be_visible()
    assert "#" not in guest.url
    choose(guest, "player", "1")
    expect(guest.locator(".actions .primary")).to_have_text("我是小李，上桌")
    guest.locator(".actions .primary").click()
    expect(guest.locator("#board")).to_contain_text("小李")
