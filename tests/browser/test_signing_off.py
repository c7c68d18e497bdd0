"""A phone that signs off keeps nothing, wherever the server is."""

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.posts import PEOPLE, hand_over, keeping
from tests.servers import Server


@pytest.mark.parametrize("which", ["phone", "lan_phone"])
def test_nothing_is_kept_on_a_phone_that_has_signed_off(
    which: str, request: pytest.FixtureRequest, playwright: Playwright, shared_server: Server
):
    phone: Page = request.getfixturevalue(which)
    with keeping(playwright, shared_server) as keeper:
        table = keeper.open_table(people=PEOPLE[:3])
        keeper.post(f"{table}recovery/")
        hand_over(keeper.cookies(), phone)
    phone.goto(table)
    expect(phone.get_by_text("周五老地方").first).to_be_visible()
    phone.evaluate("localStorage.setItem('zipai-draft', '1'); sessionStorage.setItem('zipai-page', '1')")
    phone.goto("/sign-off/")
    phone.get_by_role("button", name="全部退出").click()
    expect(phone.get_by_text("这台手机上什么也没留下")).to_be_visible()
    phone.wait_for_function("() => localStorage.length + sessionStorage.length === 0")
    assert [one["name"] for one in phone.context.cookies(phone.url) if one["name"].endswith("zipai")] == []
    phone.goto(table)
    expect(phone.get_by_text("周五老地方")).to_have_count(0)
