"""Draw static/cards.svg from the outlines of Noto Serif CJK SC Bold (SIL Open Font License 1.1).

    python manage.py make_cards [FONT.ttc]

The outlines alone are in static/js/outlines.js, for the keys of the pad: a symbol of a file is looked up and copied anew
for every key, and there are twenty after each tap.

Symbols: `f0`…`f19` full faces 40:96, `c0`…`c24` compact faces 40:72, `g0`…`g24` glyphs alone, `fb` and `cb`
backs. 0–9 are 一…十, 10–19 壹…拾, 20 飞, 21–24 the 秤 of three cards each; `cw` and `gw` are a 飞 that is called 王. Colours
are custom properties of the page: they pass into a <use>.
"""

import json
import math
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from fontTools.misc.transform import Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.ttGlyphSet import _TTGlyphSet as GlyphSet

FONT = "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc"
FAMILY = "Noto Serif CJK SC"
CARDS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
FEI, WEIGHT, WANG = "飞", "秤", "王"
SETS = {21: (11, 16, 19), 22: (1, 6, 9), 23: (12, 15, 18), 24: (2, 5, 8)}
RED_NUMBERS = {2, 7, 10}
EM = 240
FLAT = 0.6  # a curve nearer than this to its chord is drawn as a line
NOTICE = (
    "Glyph outlines from Noto Serif CJK, Copyright 2017-2022 Adobe (http://www.adobe.com/), "
    "SIL Open Font License 1.1, https://openfontlicense.org; simplified by manage.py make_cards"
)

Point = tuple[float, float]


class RelativePen(BasePen):
    """Collects integer, relative path data; nearly straight curves become lines."""

    def __init__(self, glyphs: GlyphSet) -> None:
        super().__init__(glyphs)
        self.parts: list[str] = []
        self.at = (0, 0)
        self.start = (0, 0)

    def _delta(self, *points: Point) -> list[tuple[int, int]]:
        return [(round(x) - self.at[0], round(y) - self.at[1]) for x, y in points]

    def _land(self, point: Point) -> None:
        self.at = (round(point[0]), round(point[1]))

    def _moveTo(self, pt: Point) -> None:  # noqa: N802
        ((dx, dy),) = self._delta(pt)
        self.parts.append(f"m{numbers(dx, dy)}")
        self._land(pt)
        self.start = self.at

    def _lineTo(self, pt: Point) -> None:  # noqa: N802
        ((dx, dy),) = self._delta(pt)
        if dx and dy:
            self.parts.append(f"l{numbers(dx, dy)}")
        elif dx or dy:
            self.parts.append(f"h{dx}" if dx else f"v{dy}")
        self._land(pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:  # noqa: N802
        if max(off_chord(self.at, pt3, pt1), off_chord(self.at, pt3, pt2)) < FLAT:
            self._lineTo(pt3)
            return
        flat = [n for point in self._delta(pt1, pt2, pt3) for n in point]
        self.parts.append(f"c{numbers(*flat)}")
        self._land(pt3)

    def _closePath(self) -> None:  # noqa: N802
        self.parts.append("z")
        self.at = self.start


def off_chord(start: Point, end: Point, point: Point) -> float:
    """Distance of a control point from the chord, in glyph units."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length < 1:
        return math.hypot(point[0] - start[0], point[1] - start[1])
    return abs(dx * (point[1] - start[1]) - dy * (point[0] - start[0])) / length


def numbers(*values: int) -> str:
    """Path coordinates; a minus sign also separates."""
    return "".join(str(v) if v < 0 or i == 0 else f" {v}" for i, v in enumerate(values))


def compact(parts: list[str]) -> str:
    """Leave out a repeated command letter, as path data allows."""
    out, last = "", ""
    for part in parts:
        letter, rest = part[0], part[1:]
        out += (rest if rest.startswith("-") else f" {rest}") if letter == last and letter in "lc" else part
        last = letter
    return out


def outline(font: TTFont, char: str) -> str:
    """The path of one character, its ink centred in a square of EM units."""
    glyphs = font.getGlyphSet()
    name = font.getBestCmap()[ord(char)]
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    left, bottom, right, top = bounds.bounds
    scale = EM / font["head"].unitsPerEm
    shift = Transform(scale, 0, 0, -scale, -scale * (left + right) / 2, scale * (top + bottom) / 2)
    pen = RelativePen(glyphs)
    glyphs[name].draw(TransformPen(pen, shift))
    return compact(pen.parts)


def tint(card: int) -> str:
    """The custom property that colours the card."""
    return "var(--card-red)" if card % 10 + 1 in RED_NUMBERS else "var(--card-ink)"


def paper(height: int) -> str:
    """The blank card, 40 units wide."""
    return (
        f'<rect x=".5" y=".5" width="39" height="{height - 1}" rx="4.5" fill="var(--card)" '
        'stroke="var(--card-edge)"/>'
    )


def frames() -> Iterator[str]:
    """What a face carries besides its glyphs: fs, fb by size; drawn in the colour of the card."""
    for prefix, height in (("f", 96), ("c", 72)):
        inner = height - 7
        yield (
            f'<g id="{prefix}s">{paper(height)}<rect x="3.5" y="3.5" width="33" height="{inner}" rx="2.5" '
            'fill="none" stroke="currentColor"/></g>'
        )
        yield (
            f'<g id="{prefix}l">{paper(height)}<path fill="currentColor" '
            f'd="M3 3h34v7h-34zM3 {height - 10}h34v7h-34z"/>'
            f'<path fill="none" stroke="currentColor" d="M3.5 9v{height - 18}M36.5 9v{height - 18}"/></g>'
        )
    yield (
        '<g id="o" fill="none" stroke="currentColor"><circle r="3.6"/>'
        '<circle r="1.3" fill="currentColor" stroke="none"/></g>'
    )
    yield (
        '<g id="d"><path fill="none" stroke="currentColor" stroke-width="1.3" d="M0-5.2 5.2 0 0 5.2-5.2 0z"/>'
        '<path fill="currentColor" d="M0-2.4 2.4 0 0 2.4-2.4 0z"/></g>'
    )


def glyph(card: int, y: float, scale: float) -> str:
    """One character of a face; a negative scale turns it upside down."""
    return f'<g fill="currentColor" transform="translate(20 {y}) scale({scale})"><use href="#p{card}"/></g>'


def face(card: int) -> Iterator[str]:
    """The three symbols of one card."""
    size, mark = ("l", "d") if card >= 10 else ("s", "o")
    full, short = (0.127, 0.148) if card >= 10 else (0.12, 0.14)
    head, foot = (26.5, 69.5) if card >= 10 else (24, 72)
    yield (
        f'<symbol id="f{card}" viewBox="0 0 40 96" color="{tint(card)}"><use href="#f{size}"/>'
        f'{glyph(card, head, full)}<use href="#{mark}" x="20" y="48"/>{glyph(card, foot, -full)}</symbol>'
    )
    yield (
        f'<symbol id="c{card}" viewBox="0 0 40 72" color="{tint(card)}"><use href="#c{size}"/>'
        f'{glyph(card, 30, short)}<use href="#{mark}" x="20" y="54"/></symbol>'
    )
    box = f"{-EM // 2}{-EM // 2} {EM} {EM}"
    yield f'<symbol id="g{card}" viewBox="{box}" fill="{tint(card)}"><use href="#p{card}"/></symbol>'


def feiwang(name: str, path: int) -> Iterator[str]:
    """飞王: one character with both marks, since it stands for the small and the big."""
    tone = "var(--card-red)"
    yield (
        f'<symbol id="c{name}" viewBox="0 0 40 72" color="{tone}"><use href="#cl"/>{glyph(path, 29, 0.13)}'
        '<use href="#d" x="13" y="54"/><use href="#o" x="27" y="54"/></symbol>'
    )
    box = f"{-EM // 2}{-EM // 2} {EM} {EM}"
    yield f'<symbol id="g{name}" viewBox="{box}" fill="{tone}"><use href="#p{path}"/></symbol>'


def chengzi(special: int) -> Iterator[str]:
    """秤子: its three cards in a column; as a glyph under the character 秤."""
    cards = SETS[special]
    size, tone = ("l" if cards[0] >= 10 else "s"), tint(cards[0])
    step, scale = (16.5, 0.066) if size == "l" else (19.5, 0.078)
    column = "".join(glyph(card, 36 + step * row, scale) for row, card in enumerate(cards, -1))
    yield f'<symbol id="c{special}" viewBox="0 0 40 72" color="{tone}"><use href="#c{size}"/>{column}</symbol>'
    row = "".join(
        f'<use href="#p{card}" transform="translate({at} 62) scale(.36)"/>'
        for card, at in zip(cards, (-79, 0, 79), strict=True)
    )
    box = f"{-EM // 2}{-EM // 2} {EM} {EM}"
    yield (
        f'<symbol id="g{special}" viewBox="{box}" fill="{tone}">'
        f'<use href="#p21" transform="translate(0 -48) scale(.56)"/>{row}</symbol>'
    )


def lattice(rows: int) -> str:
    """Diamonds over the back; drawn as lines because a pattern is not found through an external <use>."""
    down, up = "l4 4 4-4" + " 4 4 4-4" * 3, "l4-4 4 4" + " 4-4 4 4" * 3
    return "".join(f"M4 {4 + 8 * row}{down}M4 {12 + 8 * row}{up}" for row in range(rows))


def backs() -> Iterator[str]:
    """The back in both heights."""
    for name, height in (("fb", 96), ("cb", 72)):
        yield (
            f'<symbol id="{name}" viewBox="0 0 40 {height}">{paper(height)}'
            f'<rect x="2.5" y="2.5" width="35" height="{height - 5}" rx="3" fill="var(--card-back)"/>'
            '<path fill="none" stroke="var(--card)" stroke-opacity=".4" stroke-width=".8" '
            f'd="{lattice(height // 8 - 1)}"/></symbol>'
        )


def sheet(outlines: Sequence[str]) -> Iterator[str]:
    """The whole file of symbols, piece by piece."""
    yield f'<!-- {NOTICE} --><svg xmlns="http://www.w3.org/2000/svg"><defs>'
    for card, path in enumerate(outlines):
        yield f'<path id="p{card}" d="{path}"/>'
    yield from frames()
    yield "</defs>"
    yield from backs()
    for card in range(len(CARDS)):
        yield from face(card)
    yield from feiwang("20", 20)
    yield from feiwang("w", 22)
    for special in SETS:
        yield from chengzi(special)
    yield "</svg>\n"


def script(outlines: Sequence[str]) -> Iterator[str]:
    """The outlines of the twenty cards for scripts, line by line."""
    yield f"// @ts-check\n// {NOTICE}.\n"
    yield '"use strict";\n\nwindow.zipai.outlines = [\n'
    for path in outlines[: len(CARDS)]:
        yield f"  {json.dumps(path)},\n"
    yield "];\n"


class Command(BaseCommand):
    """Writes both files; needs fontTools, which the lock for development has."""

    help = "Draws the card faces as SVG symbols, and their outlines for scripts, from a font's outlines."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("font", nargs="?", default=FONT, help="Noto Serif CJK Bold as a .ttc file")

    def handle(self, *args: Any, **options: Any) -> None:
        fonts = TTCollection(options["font"]).fonts
        font = next(f for f in fonts if f["name"].getDebugName(1) == FAMILY)
        outlines = [outline(font, char) for char in CARDS + FEI + WEIGHT + WANG]
        static = settings.BASE_DIR / "static"
        for name, parts in (("cards.svg", sheet(outlines)), ("js/outlines.js", script(outlines))):
            (static / name).write_text("".join(parts), encoding="utf-8")
