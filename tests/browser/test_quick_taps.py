"""A tap that does not wait goes nowhere else than one of Playwright's."""

import pytest
from playwright.sync_api import Browser, TimeoutError

from tests.quick_taps import spot_of

SURE = "<button type=button>桌</button>"
UNSURE = {
    "leads on": "<a href='/x'>桌</a>",
    "sends a form": "<form><button>桌</button></form>",
    "rests": "<button type=button disabled>桌</button>",
    "says that it rests": "<button type=button aria-disabled=true>桌</button>",
    "is covered": f"{SURE}<div style='position: fixed; inset: 0'></div>",
    "lies below": f"<div style='height: 200vh'></div>{SURE}",
    "is one of two": SURE + SURE,
    "moves": f"<style>@keyframes a {{ to {{ left: 9px }} }} button {{ position: relative; animation: a 9s }}</style>{SURE}",
}


def test_only_what_is_sure_to_take_a_tap_is_tapped_at_once(browser: Browser):
    page = browser.new_page()
    page.set_content(SURE)
    spot = spot_of(page.get_by_text("桌"))
    assert spot
    assert spot.is_sure
    assert spot_of(page.get_by_text("无")) is None
    for why, markup in UNSURE.items():
        page.set_content(markup)
        spot = spot_of(page.get_by_text("桌"))
        assert spot, why
        assert not spot.is_sure, why
    page.close()


def test_nothing_is_sure_while_letters_are_on_their_way(browser: Browser):
    page = browser.new_page()
    page.route("**/letters", lambda _: None)
    page.set_content(SURE)
    page.evaluate("""() => {
        const face = new FontFace("x", "url(http://zipai.test/letters)");
        document.fonts.add(face);
        face.load();
    }""")
    spot = spot_of(page.get_by_text("桌"))
    assert spot
    assert not spot.is_sure
    page.close()


UNFOLDING = f"""<html class=js><details><summary>规矩</summary></details>{SURE}<script>
    document.querySelector("summary").onclick = () => requestAnimationFrame(() => document.body.style.paddingTop = "200px");
    document.querySelector("button").onclick = () => document.title += "桌";
</script>"""


def test_what_moves_once_something_is_unfolded_is_tapped_where_it_is_then(browser: Browser):
    page = browser.new_page()
    for _ in range(12):
        page.set_content(UNFOLDING)
        page.get_by_text("规矩").click()
        page.get_by_text("桌").click()
        assert page.title() == "桌"
    page.close()


def test_every_click_of_a_test_is_such_a_tap(browser: Browser):
    page = browser.new_page()
    page.set_content(
        f"{SURE}<script>document.onclick = event => document.title += event.target.tagName</script>"
    )
    page.get_by_text("桌").click()
    assert page.title() == "BUTTON"
    page.set_content("<button type=button hidden>桌</button>")
    with pytest.raises(TimeoutError, match="Timeout"):
        page.locator("button").click(timeout=50)
    page.close()
