"""The app's icons, made of the cards that are played with: `python -m tests.icons` after a change of `static/cards.svg`.

Writes `static/favicon.svg` and, drawn by Chromium, the sizes in `static/icons`.
"""

import re
from io import BytesIO

from PIL import Image
from playwright.sync_api import Browser

from tests.pictures import browser
from tests.servers import ROOT

STATIC = ROOT / "static"
FACE = 16
"""大柒: big, red, and plain enough to be known at the size of a thumbnail."""
CARD = (
    '<g transform="rotate(-13)"><rect x="-20" y="-25" width="29" height="50" rx="3.6" fill="#3a5068" '
    'stroke="#fbf3df" stroke-width="1.8"/></g><g transform="rotate(7)"><rect x="-13" y="-26" width="30" '
    'height="52" rx="3.6" fill="#fbf3df" stroke="#6e160e" stroke-width=".8"/><g fill="#b01e14"><path '
    'd="M-10-23h24v5h-24zM-10 18h24v5h-24zM2 10l4 3.6-4 3.6-4-3.6z"/><path transform="translate(2 -3.4) '
    'scale(.115)" d="{glyph}"/></g></g>'
)
DRAWN = {
    # name: (pixels, radius of the corners, size of the cards); a phone cuts 180 and maskable-512 itself
    "180": (180, 0, 0.92),
    "192": (192, 14, 1.0),
    "512": (512, 14, 1.0),
    "maskable-512": (512, 0, 0.78),
}


COLOURS = 128


def icon(radius: int, scale: float) -> str:
    """The icon as SVG, 64 units wide."""
    found = re.search(rf'<path id="p{FACE}" d="([^"]+)"', (STATIC / "cards.svg").read_text(encoding="utf-8"))
    assert found, "cards.svg has no such face"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" rx="{radius}" fill="#a3271c"/>'
        f'<g transform="translate(32 32) scale({scale:g})">{CARD.format(glyph=found[1])}</g></svg>\n'
    )


def draw(launched: Browser, name: str) -> None:
    """One of the sizes, clear outside its corners."""
    pixels, radius, scale = DRAWN[name]
    page = launched.new_page(viewport={"width": pixels, "height": pixels})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{icon(radius, scale)}")
    picture = Image.open(BytesIO(page.screenshot(omit_background=True)))
    page.close()
    save(picture, name)


def save(picture: Image.Image, name: str) -> None:
    """In few colours, of which it has few: a third of the room."""
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(STATIC / "icons" / f"{name}.png", optimize=True)


def main() -> None:
    """All of them."""
    (STATIC / "favicon.svg").write_text(icon(14, 1.0), encoding="utf-8")
    with browser() as launched:
        for name in DRAWN:
            draw(launched, name)


if __name__ == "__main__":
    main()
