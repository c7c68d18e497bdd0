"""The picture for chat: where everything stands on 1080 × 1440, drawn by ``exports/picture.svg``."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from zipai_ledger import charts
from zipai_ledger.charts import Frame, Series
from zipai_ledger.exports.summary import Summary
from zipai_ledger.formats.speaker import word
from zipai_ledger.ledger.figures import Course
from zipai_ledger.presenters.fans import Fan
from zipai_ledger.rules.rulebook import one

from . import said
from .cards import symbols

WIDTH, HEIGHT = 1080, 1440
LEFT, RIGHT = 92, 988
SEAL = 892
"""Where the seal begins; a title ends before it."""
TOP, BOTTOM = 292, 1060
"""Between them stand the players, and the line below them."""
ROW_MOST, ROW_WITH_LINE, ROW_LEAST = 136, 118, 84
LINE_WANTED, LINE_LEAST = 290, 190
NUMBERS, MONEY, LEAST = 400, 220, 18
"""How wide points and money may be, and how small they may get."""
HAND = 1082
FOOT = 1276
CARD_WIDTH, CARD_HEIGHT = 46, 83
HAND_LEFT = 440
BETWEEN = 18
STEPS = {"same": 0.5, "run": 0.86, "pair": 0.72}
"""How far a card leaves the one below it uncovered, by the shape of its group."""
SEALS = {True: one("结账"), False: one("记账")}
"""What is stamped on it, in every language."""
NARROW = {"ilI.,:;!|'": 0.32, " ": 0.3, "MW@": 0.95}

LIGHT = {
    "paper": "#f4eddf", "sheet": "#fdf9f0", "line": "#d8cbb2", "ink": "#211c16", "ink-2": "#574d40",
    "plus": "#8f1d14", "minus": "#17503e", "zero": "#574d40", "blue": "#24476b",
    "ochre": "#704600", "plum": "#5b2a6e", "teal": "#00555f", "button": "#a3271c", "on-button": "#fff8ec",
    "card": "#fbf3df", "card-ink": "#1d1914", "card-red": "#b01e14", "card-back": "#3a5068", "card-edge": "#857860",
}  # fmt: skip
DARK = {
    "paper": "#15120e", "sheet": "#201c16", "line": "#3b342a", "ink": "#f1e7d3", "ink-2": "#bfb29b",
    "plus": "#ffa08c", "minus": "#93d3b8", "zero": "#bfb29b", "blue": "#a9c7e8",
    "ochre": "#f2c879", "plum": "#d9b3ea", "teal": "#8fd6df", "button": "#c0402f", "on-button": "#fff6e8",
    "card": "#e7dbc0", "card-ink": "#1b1712", "card-red": "#a3160e", "card-back": "#41566c", "card-edge": "#857860",
}  # fmt: skip
TURNED: Mapping[str, str] = {
    "sheet": "#fdf9f0", "line": "#d8cbb2", "ink": "#211c16", "ink-2": "#574d40", "plus": "#8f1d14", "blue": "#24476b",
    "minus": "#17503e", "ochre": "#704600", "plum": "#5b2a6e", "teal": "#00555f",
}  # fmt: skip
"""What the colours of a chart are called here."""
LOOKS: Mapping[str, Mapping[str, str]] = {"light": LIGHT, "dark": DARK}
SIGNS: Mapping[str, Mapping[str, str]] = {
    "red-wins": {},
    "green-wins": {"plus": "minus", "minus": "plus"},
}
"""Whose colour a number takes; lines of the chart keep theirs."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text where it stands: ``x`` is its end where it is set from the right; ``tone`` names a colour."""

    text: str
    x: float
    y: float
    size: float
    tone: str = "ink"


def width(text: str, size: float) -> float:
    """About how wide a text is: a Chinese character is as wide as it is high."""
    return size * sum(map(_share, text))


def _share(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF" or char in "・…—":
        return 1
    if unicodedata.combining(char):
        return 0
    return next((share for chars, share in NARROW.items() if char in chars), 0.62)


def fitted(text: str, size: float, room: float, least: float) -> tuple[str, float]:
    """A text in a size that has room, cut off where it is too long for the least size."""
    wanted = width(text, size)
    if wanted <= room:
        return text, size
    smaller = round(max(size * room / wanted, least), 1)
    if width(text, smaller) <= room + 1:
        return text, smaller
    while text and width(text + "…", smaller) > room:
        text = text[:-1]
    return text.rstrip() + "…", smaller


def context(summary: Summary, look: str, signs: str) -> dict[str, Any]:
    """The context of ``exports/picture.svg``."""
    colours = LOOKS[look]
    best = said.best(summary.best, summary) if summary.best else None
    bottom = BOTTOM if best else FOOT - 24
    rows = _rows(
        said.places(summary), _high(len(summary.players), bottom, has_line=summary.course is not None)
    )
    box = _box(rows, bottom) if summary.course else None
    hand = _hand(best["fans"]) if best else []
    faces = [card["face"] for card in hand]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "colours": {name.replace("-", "_"): colours[SIGNS[signs].get(name, name)] for name in colours},
        "title": _fit(_title(summary), LEFT, 158, 76, SEAL - LEFT - 32, 34),
        "about": _fit(_about(summary), LEFT, 222, 34, SEAL - LEFT - 32, 22, "ink_2"),
        "seal": word(SEALS[summary.closed]),
        "rows": rows,
        "box": box,
        "line": _line(summary.course, summary, box, colours) if summary.course and box else "",
        "best": best and _best(best),
        "hand": hand,
        "symbols": mark_safe(symbols(faces, colours)),  # noqa: S308 - from a file of our own
        "foot": _foot(summary),
        "foot_line": FOOT,
    }


def _title(summary: Summary) -> str:
    return summary.title or said.games(summary)


def _about(summary: Summary) -> str:
    return " ・ ".join([said.day(summary.day), said.games(summary), said.deals(summary.deals)])


def _fit(text: str, x: float, y: float, size: float, room: float, least: float, tone: str = "ink") -> Text:
    shown, fits = fitted(text, size, room, least)
    return Text(shown, x, y, fits, tone)


def _high(count: int, bottom: float, *, has_line: bool) -> float:
    """How high a player's row is: as high as there is room for, with a line below while rows do not get too low."""
    room = bottom - TOP
    if has_line:
        shared = max(min(ROW_WITH_LINE, (room - LINE_WANTED) / count), ROW_LEAST)
        if shared * count + LINE_LEAST <= room:
            return shared
    return min(ROW_MOST, room / count)


def _box(rows: Sequence[Mapping[str, Any]], bottom: float) -> dict[str, float] | None:
    """The room that the rows leave for a line, None where it is too low."""
    top = TOP + rows[-1]["high"] * len(rows) + 22
    low = bottom - top
    return (
        {"x": LEFT, "y": round(top, 1), "width": RIGHT - LEFT, "height": round(low, 1)}
        if low >= LINE_LEAST - 22
        else None
    )


def _line(course: Course, summary: Summary, box: Mapping[str, float], colours: Mapping[str, str]) -> str:
    """The totals over the deals, at twice the size of a page's and in the colours of the picture."""
    lines = [
        Series(summary.players[account], totals, look=account, marks=course.marks[account])
        for account, totals in course.totals.items()
    ]
    frame = Frame(int(box["width"] / 2) - 24, int(box["height"] / 2) - 14, text=14)
    drawn = charts.line(lines, _("一盘一盘走下来"), frame, list(map(str, course.positions)))
    for name, colour in TURNED.items():
        drawn = drawn.replace(colour, colours.get(name, name))
    place = (
        f'<svg x="{box["x"] + 24}" y="{box["y"] + 14}" width="{frame.width * 2}" height="{frame.height * 2}" '
    )
    return mark_safe(drawn.replace("<svg ", place, 1))  # noqa: S308 - the chart has escaped its names


def _rows(places: Sequence[Mapping[str, Any]], high: float) -> list[dict[str, Any]]:
    """A row for each player; what stands below each other in one size."""
    bases = [TOP + high * (number + 0.74) for number in range(len(places))]
    columns, end = list[list[Text]](), float(RIGHT)
    for column in reversed(list(zip(*(place["points"] for place in places), strict=True))):
        told = [f"{point['text']} {point['unit']}".strip() for point in column]
        size = min(96, high * 0.68, 96 if len(places[0]["points"]) == 1 else 60)
        room = NUMBERS / len(places[0]["points"])
        texts = _column(told, [point["sign"] for point in column], (end, bases), size, room)
        columns.append(texts)
        end -= max(width(text.text, text.size) for text in texts) + 30
    money = ["  ".join(place["money"]) for place in places]
    paid = _column(money, ["ink_2"] * len(money), (end, bases), min(38, high * 0.34), MONEY)
    end -= max(width(text.text, text.size) for text in paid)
    return [
        {
            **_named(place, bases[at], high, end - 24 - LEFT),
            "high": high,
            "numbers": [column[at] for column in columns],
            "money": paid[at] if paid[at].text else None,
            "line": None if at == len(places) - 1 else TOP + high * (at + 1),
        }
        for at, place in enumerate(places)
    ]


def _column(
    texts: Sequence[str], tones: Sequence[str], at: tuple[float, Sequence[float]], size: float, room: float
) -> list[Text]:
    """Texts below each other that end at the same place, all in the size that the longest one needs."""
    x, bases = at
    fits = min(fitted(text, size, room, LEAST)[1] for text in texts)
    return [
        Text(fitted(text, fits, room, fits)[0], x, y, fits, tone)
        for text, y, tone in zip(texts, bases, tones, strict=True)
    ]


def _named(place: Mapping[str, Any], base: float, high: float, room: float) -> dict[str, Any]:
    """A name, and how often its owner won where there is room for it."""
    name = _fit(place["name"], LEFT, base, min(62, high * 0.48), room, 26)
    told = Text(place["wins"], LEFT + width(name.text, name.size) + 28, base, min(31, high * 0.3), "ink_2")
    fits = told.text and told.x + width(told.text, told.size) <= LEFT + room
    return {"name": name, "wins": told if fits else None}


def _best(best: Mapping[str, Any]) -> list[Text]:
    room = HAND_LEFT - LEFT - 20
    told = f"{best['name']} {best['worth']}"
    return [
        Text(_("最大一手"), LEFT, HAND + 34, 28, "ink_2"),
        _fit(told, LEFT, HAND + 88, 44, room if best["fans"] else RIGHT - LEFT, 22),
        Text(best["deal"], LEFT, HAND + 132, 28, "ink_2"),
    ]


def _hand(fans: Iterable[Fan]) -> list[dict[str, Any]]:
    """Every card of the groups where it lies, in two rows at most."""
    fans = list(fans)
    rows = [fans[: (len(fans) + 1) // 2], fans[(len(fans) + 1) // 2 :]]
    if sum(map(_wide, fans)) + BETWEEN * len(fans) < RIGHT - HAND_LEFT:
        rows = [fans]
    placed, y = list[dict[str, Any]](), HAND + (0 if len(rows) > 1 else 45)
    for row in rows:
        scale = min(1.0, (RIGHT - HAND_LEFT) / max(sum(map(_wide, row)) + BETWEEN * (len(row) - 1), 1))
        x = float(HAND_LEFT)
        for fan in row:
            for number, face in enumerate(fan.faces):
                at = x + number * CARD_WIDTH * STEPS[fan.shape] * scale
                placed.append(_card(face, at, y, scale))
            x += (_wide(fan) + BETWEEN) * scale
        y += CARD_HEIGHT + 8
    return placed


def _card(face: str, x: float, y: float, scale: float) -> dict[str, Any]:
    width, height = round(CARD_WIDTH * scale, 1), round(CARD_HEIGHT * scale, 1)
    return {"face": face, "x": round(x, 1), "y": y, "width": width, "height": height}


def _wide(fan: Fan) -> float:
    return CARD_WIDTH * (1 + STEPS[fan.shape] * (len(fan.faces) - 1))


def _foot(summary: Summary) -> list[Text]:
    """The rules in words, their code, and the ledger's head; of several stages the codes."""
    told = said.rules(summary)
    words = told[0]["words"] if len(told) == 1 else list(dict.fromkeys(one["name"] for one in told))
    code = "  ".join(dict.fromkeys(one["code"] for one in told))
    return [
        _fit(" ・ ".join(words), LEFT, FOOT + 38, 26, RIGHT - LEFT, 18, "ink_2"),
        _fit(code, LEFT, FOOT + 72, 23, RIGHT - LEFT, 15, "ink_2"),
        Text(_("字牌记分"), LEFT, FOOT + 106, 23, "ink_2"),
        Text(_("账首 %(head)s") % {"head": said.head(summary)}, RIGHT, FOOT + 106, 23, "ink_2"),
    ]
