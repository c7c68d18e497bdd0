"""找打法: a game is found while one types, and comes up to those at hand with its rules."""

from playwright.sync_api import Page, expect

from tests.browser.posts import Sender


def test_a_game_is_found_by_the_letters_of_its_name_and_comes_up_with_its_rules(phone: Page):
    Sender(phone.context).open_table()
    phone.goto("/new/")
    near = phone.locator("#games .near label")
    expect(near).to_have_count(1)
    phone.locator("details.find > summary").click()
    listed = phone.locator("#far label:visible")
    expect(listed.first).to_be_visible()
    phone.locator("#find").press_sequentially("gyzj")
    expect(listed).to_have_count(1)
    phone.locator("#find").press("Enter")
    phone.locator("#find").fill("火星")
    expect(phone.locator(".none-found")).to_be_visible()
    phone.locator("#find").fill("捉鸡")
    listed.click()
    expect(near).to_have_count(2)
    expect(near.last).to_contain_text("贵阳捉鸡麻将")
    expect(phone.locator("#far")).to_be_hidden()
    expect(phone.locator("#game [name=shown]")).to_have_value("guiyang")
    assert phone.url.endswith("/new/")
