"""The pictures of the README: an evening worth looking at, two pages side by side in each."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.looks import dress
from tests.browser.posts import Sender
from tests.phones import PHONE
from tests.servers import ROOT, serving

FOLDER = ROOT / ".github"
WIDTH, GAP, COLOURS = 468, 24, 128
"""Pixels of one page and between two, and how many colours are left of a picture."""
HANDS = (
    "扫伍伍伍 碰捌捌捌 顺壹贰叁 顺一二三 顺四五六 搭九九玖 顺六七八 胡八@6",
    "开舵一一一一 扫贰贰贰 碰三三三 顺肆伍陆 顺七八九 顺二七十 眼拾拾 胡拾@6",
    "扫穿伍伍伍伍 碰玖玖玖 顺贰柒拾 顺七八九 搭捌捌八 顺贰叁肆 眼四四 胡四@6",
)
BY_HU = {"mode": "hu", "xing_count": "1"}
DEALS: tuple[dict[str, str], ...] = (
    {"winner": "1", "source": "self_draw", "mode": "cards", "groups": HANDS[0], "flipped": "肆"},
    {
        "winner": "0",
        "source": "other_draw",
        "from": "2",
        "mode": "cards",
        "groups": HANDS[1],
        "flipped": "九",
    },
    {"winner": "2", "source": "discard", "from": "1", "hu": "17", **BY_HU},
    {"winner": "1", "source": "other_draw", "from": "0", "hu": "22", **BY_HU},
    {"winner": "0", "source": "self_draw", "hu": "13", **BY_HU},
    {
        "winner": "0",
        "source": "other_draw",
        "from": "2",
        "mode": "cards",
        "groups": HANDS[2],
        "flipped": "三",
    },
)


@dataclass(frozen=True)
class Shown:
    """The page of a phone, and the address of the evening's table."""

    page: Page
    table: str

    def at(self, path: str) -> None:
        self.page.goto(f"{self.table}{path}")


def table(shown: Shown) -> None:
    shown.at("")
    shown.page.locator("details.deal > summary").first.click()


def pad(shown: Shown) -> None:
    shown.at("deals/new/")
    shown.page.wait_for_selector("#entry[data-live]")
    hands.win(shown.page, 0, "other_draw", 2)
    for kind, cards in (("peng", "玖玖玖"), ("saochuan", "伍伍伍伍"), ("shun", "贰柒拾"), ("shun", "七八九")):
        hands.tap_group(shown.page, kind, cards)
    expect(shown.page.locator("#preview")).to_contain_text("已够 3 舵")


def settling(shown: Shown) -> None:
    shown.at("settle/")
    shown.page.locator(".tick").first.click()
    expect(shown.page.locator(".payment").first).to_contain_text("已付")


def why(shown: Shown) -> None:
    shown.at("why/0/")


def figures(shown: Shown) -> None:
    shown.at("figures/")


def chat(shown: Shown) -> None:
    shown.at("share/")


def asked(shown: Shown) -> None:
    shown.page.goto("/help/?q=record")


State = Callable[[Shown], None]
PICTURES: dict[str, tuple[str, tuple[State, State]]] = {
    "table.png": ("light", (table, pad)),
    "settle.png": ("light", (settling, why)),
    "dark.png": ("dark", (table, figures)),
    "chat.png": ("light", (chat, asked)),
}
"""Files of the README: light or dark, and what stands side by side."""


def draw(launched: Browser) -> None:
    """Play the evening and draw all of `PICTURES` anew."""
    with ExitStack() as open_, tempfile.TemporaryDirectory() as data:
        server = open_.enter_context(serving(Path(data) / "readme", Path(data) / "static"))
        phone = launched.new_context(**{**PHONE, "base_url": server.url, "locale": "zh-CN"})
        shown = Shown(phone.new_page(), played(Sender(phone)))
        for file, (theme, states) in PICTURES.items():
            _beside([_shot(shown, state, theme, Path(data)) for state in states], FOLDER / file)
        phone.close()


def played(sender: Sender) -> str:
    """An evening of three with small stakes; the address of its table."""
    address = sender.open_table(people=("老王", "小李", "阿芳"), stake="50")
    for deal in DEALS:
        sender.record(address, **deal)
    return address


def _shot(shown: Shown, state: State, theme: str, folder: Path) -> Path:
    state(shown)
    dress(shown.page, theme, "normal")
    path = folder / f"{state.__name__}-{theme}.png"
    shown.page.screenshot(path=path, animations="disabled")
    return path


def _beside(shots: list[Path], path: Path) -> None:
    pages = [_small(shot) for shot in shots]
    whole = Image.new("RGB", (sum(one.width + GAP for one in pages) - GAP, pages[0].height), "white")
    for number, one in enumerate(pages):
        whole.paste(one, (number * (WIDTH + GAP), 0))
    whole.quantize(COLOURS).save(path, optimize=True)


def _small(shot: Path) -> Image.Image:
    with Image.open(shot) as picture:
        height = round(picture.height * WIDTH / picture.width)
        return picture.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
