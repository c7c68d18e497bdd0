"""Cards for a picture that stands alone: symbols of cards.svg with what they are made of, in colours of their own."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

ELEMENT = re.compile(r'<(symbol|g|path)\b[^>]*?\bid="(\w+)"(?:[^>]*/>|.*?</\1>)', re.DOTALL)
USED = re.compile(r'href="#(\w+)"')
VARIABLE = re.compile(r"var\(--([\w-]+)\)")


@cache
def _elements() -> Mapping[str, str]:
    """Every named part of cards.svg, as it stands there: faces, frames and outlines."""
    text = Path(finders.find("cards.svg") or "").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    start = 0
    while match := ELEMENT.search(text, start):
        found[match[2]] = match[0]
        start = match.end()
    return found


def symbols(faces: Iterable[str], colours: Mapping[str, str]) -> str:
    """The compact faces named (0…24 or ``b``), each once, with all they use; ``colours`` by name of the property."""
    wanted = [f"c{face}" for face in dict.fromkeys(faces)]
    parts: dict[str, str] = {}
    while wanted:
        name = wanted.pop()
        if name not in parts:
            parts[name] = _elements()[name]
            wanted += USED.findall(parts[name])
    return VARIABLE.sub(lambda match: colours[match[1]], "".join(reversed(parts.values())))
