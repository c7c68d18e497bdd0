"""有异议 on two phones: marked by one, seen by both, settled by the other; and a total followed down to its deal."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.posts import PEOPLE, Sender
from tests.browser.test_live import WIN, follow, invite
from tests.phones import LAN_NAME, open_phone
from tests.servers import Server


@pytest.fixture
def other(browser: Browser, shared_server: Server) -> Iterator[Page]:
    yield from open_phone(browser, f"http://{LAN_NAME}:{shared_server.port}")


@pytest.fixture
def keeper(page: Page) -> Sender:
    return Sender(page.context)


@pytest.fixture
def table(keeper: Sender) -> str:
    return keeper.open_table(people=PEOPLE[:3])


def test_a_deal_is_doubted_on_one_phone_and_settled_on_the_other(
    page: Page, other: Page, keeper: Sender, table: str
):
    keys = [keeper.record(table, **{**WIN, "winner": str(winner)}) for winner in range(2)]
    invite(keeper, table, other, "viewer")
    follow(other, table)
    follow(page, table)

    # Two quick taps in the opened row ask what is meant, and say nothing yet.
    other.locator(f"#deal-{keys[0]} > summary").click()
    other.locator(f"#deal-{keys[0]} .deal-actions a").first.dblclick(no_wait_after=True)
    expect(other.get_by_role("heading", name="第 1 盘有异议")).to_be_visible()
    assert "提的" not in keeper.get(f"{table}deals/{keys[0]}/").text()
    hands.tap(other.get_by_role("button", name="提出来"))
    expect(other.locator(".both")).to_be_visible()
    expect(page.locator(f"#deal-{keys[0]} .tag.warn")).to_have_text("有异议")
    band = page.locator("#doubted a")
    expect(band).to_contain_text("第 1 盘有异议")
    hands.expect_totals(page, {"老王": 3, "小李": 3, "阿芳": -6})

    # The row looks as it does on a page that is loaded now, and leads to the deal alone.
    expect(page.locator(f"#deal-{keys[0]} summary .num")).to_have_text(["+6", "−3", "−3"])
    expect(page.locator(f"#deal-{keys[0]} .sub")).to_contain_text("自摸")
    page.locator(f"#deal-{keys[0]} > summary").click()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    page.locator(f"#deal-{keys[0]} .deal-actions a").click()
    expect(page.locator(".both")).to_be_visible()
    assert [one for one in sent if "POST" in one] == []
    follow(page, table)

    # What is wrong is said afterwards.
    other.get_by_role("link", name="说一句哪里不对").click()
    other.fill("#id_note", "不是自摸")
    hands.tap(other.get_by_role("button", name="说上"))
    expect(band).to_contain_text("不是自摸")

    # The owner follows the band, sees both totals, and the table agrees.
    band.click()
    expect(page.locator(".both tbody :is(th, td)")).to_have_text(
        [*("老王", "+3", "−3"), *("小李", "+3", "+6"), *("阿芳", "−6", "−3")]
    )
    follow(other, table)
    expect(other.locator("#doubted a")).to_be_visible()
    other.locator("#doubted a").click()
    expect(other.locator(".both")).to_be_visible()
    page.get_by_role("button", name="说好了，照旧").click()
    for phone in (page, other):
        expect(phone.locator(".both")).to_have_count(0)
    expect(other.locator(f"#deal-{keys[0]} .tag.warn")).to_have_count(0)
    expect(page.locator(".trail > li")).to_have_count(4)


def test_a_total_is_followed_from_the_head_of_its_column_to_the_lines_of_a_deal(
    page: Page, keeper: Sender, table: str
):
    keeper.record(table, **WIN)
    page.goto(table)
    page.get_by_role("link", name="小李的数怎么来的").click()
    expect(page.locator(".why-sums")).to_contain_text("−3")
    page.locator("details.deal > summary").click()
    expect(page.locator("details.deal .lines")).to_contain_text("小李、阿芳各付老王")
