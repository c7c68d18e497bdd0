"""商定 by finger: who gives, to whom, how much; what it comes to is told before it is saved."""

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender


def choose(page: Page, line: int, field: str, name: str) -> None:
    page.locator("[data-transfer]").nth(line).locator(f"label:has([name^={field}_])", has_text=name).click()


def test_who_gives_whom_is_tapped_in_as_many_lines_as_are_needed(page: Page):
    table = Sender(page.context).open_table(people=PEOPLE[:3])
    page.goto(f"{table}deals/adjust/")
    lines, balance = page.locator("[data-transfer]:visible"), page.locator("[data-balance]")
    expect(lines).to_have_count(1)
    choose(page, 0, "gives", "小李")
    expect(page.locator("[name=gets_0][value='1']")).to_be_disabled()
    choose(page, 0, "gets", "老王")
    expect(balance).to_have_text("加起来：小李 −1 · 老王 +1")
    lines.first.get_by_role("button", name="多一个").click()
    expect(balance).to_have_text("加起来：小李 −2 · 老王 +2")
    page.get_by_role("button", name="再加一笔").click()
    expect(lines).to_have_count(2)
    choose(page, 1, "gives", "小李")
    hands.read(page)
    page.locator("footer button.primary").click()
    expect(page.locator(".field-error")).to_have_text(["谁收？"])
    choose(page, 1, "gets", "阿芳")
    expect(page.locator(".field-error")).to_have_count(0)
    page.locator("#id_units_1").fill("7")
    expect(balance).to_have_text("加起来：小李 −9 · 老王 +2 · 阿芳 +7")
    hands.send(page)
    hands.expect_totals(page, {"老王": 2, "小李": -9, "阿芳": 7})
