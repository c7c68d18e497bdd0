"""docs/rules/: its anchors and links, the options of a game as its page lists them, and its examples worked out again."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.rules.requests import ask
from tests.servers import ROOT
from zipai_ledger.rules import replay
from zipai_ledger.rules.options import Bands, Choice, NumberOrAs, Option, Pairs, Steps, Words
from zipai_ledger.rules.registry import get
from zipai_ledger.rules.rowtable import RowTable
from zipai_ledger.rules.zipai.notation import parse_hand

FOLDER = ROOT / "docs" / "rules"
PLAYERS = ("甲", "乙", "丙", "丁")
ANCHOR = re.compile(r'<a id="([a-z0-9-]+)"></a>')
REFERENCE = re.compile(r"docs/rules/([\w-]+\.md)(?:#([\w-]+))?")
"""A page, and an anchor of it, as code and other pages name them from the root."""
LINK = re.compile(r"\]\(([\w./-]*)#?([\w-]*)\)|^\[[^]]+\]: ([\w./-]*)#?([\w-]*)$", re.MULTILINE)
EXAMPLE = re.compile(r"^\| ([^|]+) \| `(\{[^|]*\})` \| ([^|]*) \|$", re.MULTILINE)


class Example(NamedTuple):
    """A worked example: what happened, the same as told to the program, and what the page says that it comes to."""

    about: str
    told: str
    stated: str


@cache
def text(page: str) -> str:
    """A page as it is written."""
    return (FOLDER / page).read_text(encoding="utf-8")


def pages() -> list[str]:
    return sorted(path.name for path in FOLDER.glob("*.md"))


@cache
def anchors(page: str) -> frozenset[str]:
    """Where a page may be pointed to."""
    return frozenset(ANCHOR.findall(text(page)))


def resolves(page: str, anchor: str) -> bool:
    """Whether there is such a page, with such an anchor where one is named."""
    return (FOLDER / page).is_file() and (not anchor or anchor in anchors(page))


def references(path: Path) -> Iterator[tuple[str, str]]:
    """What a file names of docs/rules: a page, and the anchor or nothing."""
    yield from REFERENCE.findall(path.read_text(encoding="utf-8"))


def links(page: str) -> Iterator[tuple[str, str]]:
    """The links of a page to itself and its neighbours."""
    for inline, its_anchor, defined, known_anchor in LINK.findall(text(page)):
        yield inline or defined or page, its_anchor or known_anchor


# ---- options ---------------------------------------------------------------------------------------------------------

HEAD = (
    "| option | code | default | choices | source |",
    "| --- | --- | --- | --- | --- |",
)


def option_row(option: Option) -> str:
    """One row of a page's table of options."""
    default = (
        "by preset"
        if isinstance(option, RowTable)
        else json.dumps(option.default, ensure_ascii=False).strip('"')
    )
    cells = (_both(option.name), f"`{option.code}`", f"`{default}`", _choices(option), option.source)
    return f"| {' | '.join(cells)} |"


def code_names(page: str) -> list[str]:
    """Files, folders and names of the game's module that the page's sentence on the code has in backquotes."""
    sentence = re.search(r"In code:(.*?)\n\n", text(page), re.DOTALL)
    return re.findall(r"`([^`]+)`", sentence[1]) if sentence else []


def _both(name: Words) -> str:
    return name.zh if name.zh == name.en else f"{name.zh} ({name.en})"


def _table_choices(option: Option) -> str:
    """What an option with rows of several numbers may hold, "" where it is none."""
    if isinstance(option, RowTable):
        return f"changes of the rows, and rows of one's own ([how](#names)); {' '.join(option.known)}"
    columns = ", ".join(map(_both, option.columns)) if isinstance(option, Steps | Pairs) else ""
    if isinstance(option, Pairs):
        parts = "; ".join(map(_choice, option.parts))
        return f"{parts}: [{columns}], {option.least}–{option.greatest}"
    return f"rows of [{columns}], at most {option.rows}" if isinstance(option, Steps) else ""


def _choices(option: Option) -> str:
    if table := _table_choices(option):
        return table
    if isinstance(option, NumberOrAs):
        return f"{option.least}–{option.greatest}, or {_choice(option.choices[0])}"
    if isinstance(option, Bands):
        return "rows of " + ", ".join(_both(column) for column in option.columns)
    span = f"{option.least}–{option.greatest}"
    listed = "; ".join(_choice(choice) for choice in option.choices or option.parts)
    return f"{listed}: {span} each" if option.parts else listed or span


def _choice(choice: Choice) -> str:
    return f"`{choice.value}` {_both(choice.name)}"


# ---- worked examples -------------------------------------------------------------------------------------------------


def examples(page: str) -> list[Example]:
    return [Example(*found) for found in EXAMPLE.findall(text(page))]


def comes_to(page: str, told: str) -> str:
    """What the program makes of an example of this page, as the page has to say it."""
    request = json.loads(told)
    slug = request.pop("ruleset", page.removesuffix(".md"))
    if "deals" in request:
        return _deals(slug, request)
    return _waits(slug, request) if "waits" in request else _hand(slug, request)


def _refused(answer: dict[str, Any]) -> str:
    return "no: " + ", ".join(dict.fromkeys(error["code"] for error in answer["errors"]))


def _hand(slug: str, request: dict[str, Any]) -> str:
    request |= {"ruleset": slug, "hand": parse_hand(request["hand"]).to_json()}
    answer = ask("score", json.dumps(request))
    if not answer["ok"]:
        return _refused(answer)
    ruleset = get(slug)
    units = f", {answer['units']} {ruleset.unit.zh}" if "units" in answer else ""
    return f"{answer['hu']} {ruleset.terms.hu.zh}{units}"


def _waits(slug: str, request: dict[str, Any]) -> str:
    request |= {"ruleset": slug, "hand": parse_hand(request.pop("waits")).to_json()}
    answer = ask("waits", json.dumps(request))
    ways = ("self_draw", "other_draw", "discard")
    found = [
        [each["card"], *("–" if each[way] is None else str(each[way]) for way in ways)]
        for each in answer["waits"]
    ]
    return "; ".join(map(" ".join, found))


def _deals(slug: str, request: dict[str, Any]) -> str:
    ruleset = get(slug)
    options = ruleset.options.resolve(request.pop("options", {}))
    places = ruleset.places(options)
    document = {
        "format": "zipai-ledger/session",
        "version": 1,
        "name": "docs",
        "ruleset": slug,
        "options": options,
        "stake": None,
        "players": list(PLAYERS[:places]),
        "first_dealer": request.pop("dealer", 0),
        "first_sitting": None,
        **request,
    }
    answer = replay.answer(document)
    if not answer["ok"]:
        return _refused(answer)
    last = answer["deals"][-1]
    parts = _seats(last) if len(answer["deals"]) > 1 else []
    parts += [_signed(last["deltas"])]
    parts += [f"tally {' '.join(map(str, last['tally']))}"] if last["tally"] else []
    parts += ["the round is over"] if last["round_over"] else []
    parts += [f"level {last['level']}", f"tribute {last['tribute']}"] if "level" in last else []
    return "; ".join(parts).replace("-", "−")


def _seats(deal: dict[str, Any]) -> list[str]:
    """Who dealt, and who sat out where somebody did."""
    sat = [] if deal["sitting"] is None else [f"{PLAYERS[deal['sitting']]} sat out"]
    return [f"{PLAYERS[deal['dealer']]} dealt", *sat]


def _signed(numbers: list[int]) -> str:
    return " ".join(f"{number:+d}" if number else "0" for number in numbers)
