"""The seal before a name: one character and one of eight colours, measured against what they lie on."""

import re

import pytest
from django.conf import settings

from zipai_ledger.formats.name_seals import COLOURS, colour, seal

SHEET = (settings.BASE_DIR / "static" / "css" / "base.css").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "char"),
    [
        ("老王", "王"),
        ("阿芳", "芳"),
        ("Anna Li", "A"),
        ("li", "L"),
        ("老王2", "王"),
        ("🀄", "🀄"),
        ("", ""),
        ("王…", "王"),
    ],
)
def test_a_seal_is_the_character_that_tells_people_apart_best(name: str, char: str):
    assert seal(name) == char


def test_as_many_colours_as_the_sheet_has_then_again_from_the_first():
    assert [colour(player) for player in (0, COLOURS - 1, COLOURS)] == [0, COLOURS - 1, 0]
    assert sorted(set(map(int, re.findall(r"^\.c(\d) \{", SHEET, re.M)))) == list(range(COLOURS))


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def luminance(value: str) -> float:
    parts = [int(value[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_colour_stands_out_from_its_character_and_from_what_lies_below_in_every_look():
    """4.5 for the character on it (WCAG 1.4.3), 3 for the round itself on paper and sheet (1.4.11)."""
    looks = [tokens(block) for block in re.findall(r":root[^{]*\{([^}]*--plum:[^}]*)\}", SHEET)]
    names = re.findall(r"^\.c\d \{\s*--of: var\(--([\w-]+)\);", SHEET, re.M)
    assert (len(looks), len(names)) == (3, COLOURS)
    for look in looks:
        for name in names:
            assert contrast(look[name], look["sheet"]) >= 4.5, (name, look)
            assert contrast(look[name], look["paper"]) >= 3, (name, look)
        assert len({look[name] for name in names}) == COLOURS
