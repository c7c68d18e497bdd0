"""Tables themselves: opening one, looking closer, names, what is brought in."""

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.places.evening import Evening, shows


def unfold_all(page: Page, folds: str) -> None:
    """The first by a finger, the others, which are made alike, in one go."""
    summaries = page.locator(f"{folds} > summary")
    summaries.first.click()
    summaries.evaluate_all("all => all.slice(1).forEach(one => one.click())")


def new_with_rules(evening: Evening) -> None:
    """Of one game as it is usual: what was played last may have folds that are open already, which a tap closes."""
    evening.at("/new/?ruleset=guilin")
    unfold_all(evening.page, "details")
    expect(evening.page.locator("[hx-trigger^=toggle]")).to_have_count(0)


def help_opened(evening: Evening) -> None:
    evening.at("/help/")
    unfold_all(evening.page, "main details")


def new_refused(evening: Evening) -> None:
    evening.at("/new/")
    evening.page.locator("input[name=player]").nth(0).fill("老王")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error").first).to_be_visible()


def table_open_deal(evening: Evening) -> None:
    evening.at(evening.played)
    unfold_all(evening.page, "details.deal")
    evening.page.locator("details.menu-drop > summary").click()


def figures_opened(evening: Evening) -> None:
    evening.at(f"{evening.played}figures/")
    unfold_all(evening.page, "main details")


def rename_refused(evening: Evening) -> None:
    evening.at(f"{evening.played}rename/")
    evening.page.locator("#rename input[type=text]").nth(1).fill("")
    evening.page.locator("footer button").click()
    expect(evening.page.locator(".field-error").first).to_be_visible()


def import_looked_at(evening: Evening) -> None:
    evening.at("/import/")
    evening.page.fill("#id_text", evening.sender.get(f"{evening.played}export/archive/").text())
    evening.page.locator("footer button").click()
    shows(evening.page, "导入")


def import_refused(evening: Evening) -> None:
    evening.at("/import/")
    evening.page.fill("#id_text", '{"format": ')
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert")).to_be_visible()


def under_other_rules(evening: Evening) -> None:
    evening.at(f"{evening.played}what-if/")
    hands.unfold(evening.page, "min_hu")
    evening.page.locator("input[name=rule-min_hu][value='15']").check()
    evening.page.locator("footer button").click()
    evening.page.wait_for_selector("#compared")
    for fold in evening.page.locator("main details > summary").all()[:1]:
        fold.click()


STATES = (
    help_opened,
    new_with_rules,
    new_refused,
    table_open_deal,
    figures_opened,
    rename_refused,
    import_looked_at,
    import_refused,
    under_other_rules,
)
