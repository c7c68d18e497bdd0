"""A font with Chinese characters, where the host has one: asked of fontconfig, else looked for where systems keep them.

What reads it comes with the extra ``[pdf]``.
"""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path

PROBE = "牌舵叁"
"""A font that has these is one for this table."""
PATTERNS = (
    "Noto Sans CJK SC:style=Regular",
    "Source Han Sans SC:style=Regular",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    ":lang=zh-cn",
)
FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "C:/Windows/Fonts",
)
NAMES = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansSC-Regular.otf",
    "NotoSansSC-Regular.ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "Hiragino Sans GB.ttc",
    "msyh.ttc",
    "simhei.ttf",
)
RESTRICTED = 0x0002
"""The bit by which a font forbids that."""
SECONDS = 5
"""As long as fontconfig may take."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font file, and which of the fonts in it."""

    path: Path
    number: int = 0


class Missing(StrEnum):
    """What keeps this host from making a PDF."""

    PACKAGES = "packages"
    FONT = "font"


def missing() -> Missing | None:
    """None where nothing is missing."""
    if not (find_spec("fpdf") and find_spec("fontTools")):
        return Missing.PACKAGES
    return None if chinese() else Missing.FONT


@cache
def chinese() -> Font | None:
    """The first one found that has the characters; None where the host has none. Looked for once."""
    return next((font for font in _candidates() if _serves(font)), None)


def _candidates() -> Iterator[Font]:
    if shutil.which("fc-list"):
        for pattern in PATTERNS:
            yield from _listed_fonts(pattern)
    for folder in map(Path, FOLDERS):
        for name in NAMES:
            yield from (Font(path) for path in sorted(folder.rglob(name)))


def _listed_fonts(pattern: str) -> Iterator[Font]:
    """What fontconfig lists for a pattern."""
    asking = ["fc-list", "--format", "%{file}\t%{index}\n", pattern]
    try:
        listing = subprocess.run(asking, capture_output=True, text=True, check=True, timeout=SECONDS)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return
    for line in sorted(listing.stdout.splitlines()):
        path, _, number = line.partition("\t")
        # The upper half of the number names an instance of a variable font.
        yield Font(Path(path), int(number or 0) & 0xFFFF)


def _serves(font: Font) -> bool:
    """Whether it can be read, has the characters, and may be put into a file."""
    from fontTools.ttLib import TTFont, TTLibError

    number = font.number if font.path.suffix == ".ttc" else -1
    try:
        with font.path.open("rb") as file, TTFont(file, fontNumber=number, lazy=True) as opened:
            known = opened.getBestCmap() or {}
            return all(ord(char) in known for char in PROBE) and opened["OS/2"].fsType & RESTRICTED == 0
    except (OSError, TTLibError, KeyError, IndexError):
        return False
