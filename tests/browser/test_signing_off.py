"""A phone that signs off keeps nothing, wherever the server is."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import open_table


@pytest.mark.parametrize("which", ["phone", "lan_phone"])
def test_nothing_is_kept_on_a_phone_that_has_signed_off(which: str, request: pytest.FixtureRequest):
    phone: Page = request.getfixturevalue(which)
    open_table(phone, "周五老地方", ["老王", "小李", "阿芳"])
    table = phone.url
    phone.evaluate("localStorage.setItem('zipai-draft', '1'); sessionStorage.setItem('zipai-page', '1')")
    phone.goto("/sign-off/")
    phone.get_by_role("button", name="全部退出").click()
    expect(phone.get_by_text("这台手机上什么也没留下")).to_be_visible()
    phone.wait_for_function("localStorage.length + sessionStorage.length === 0")
    assert [one["name"] for one in phone.context.cookies() if one["name"].endswith("zipai")] == []
    phone.goto(table)
    expect(phone.get_by_text("周五老地方")).to_have_count(0)
