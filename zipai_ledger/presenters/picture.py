"""发图 (fatu): the picture for chat: where everything stands on 1080 × 1440, drawn by ``sharing/picture.svg``."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from zipai_ledger.charts import Series
from zipai_ledger.exports.paper import OpenTransfer, PlayerResult, StageRules
from zipai_ledger.exports.summary import Summary
from zipai_ledger.formats import dates
from zipai_ledger.formats.speaker import word
from zipai_ledger.ledger.figures import Course
from zipai_ledger.rules.options import Words

from .charts import course_line
from .fans import Fan
from .summary import (
    BestHandWords,
    best_hand,
    game_names,
    open_transfers,
    player_results,
    short_head,
    stage_rules,
    summary_deals,
    summary_title,
    transfers_title,
)

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
MOST_BESIDE = 4
"""Payments in one column beside the greatest hand."""
STEPS = {"same": 0.5, "run": 0.86, "pair": 0.72}
"""How far a card leaves the one below it uncovered, by the shape of its group."""
SEALS = {True: Words("结账", ""), False: Words("记账", "")}
"""What is stamped on it: two characters, one below the other, and nothing for who reads no Chinese."""
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


@dataclass(frozen=True, slots=True)
class Box:
    """The room that the rows leave for a line."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PictureCourse:
    """The totals over the deals, to be drawn in a box; ``positions`` of the deals."""

    lines: tuple[Series, ...]
    title: str
    positions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A player's row; ``high`` its height, ``line`` where the one below it begins."""

    name: Text
    wins: Text | None
    numbers: tuple[Text, ...]
    money: Text | None
    high: float
    line: float | None


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card where it lies; ``face``: 0…19, or ``b`` for a back."""

    face: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """The whole of it. ``colours`` by name with underscores; ``look`` as `LOOKS` names it; ``best`` in three texts."""

    look: str
    colours: Mapping[str, str]
    title: Text
    about: tuple[Text, ...]
    seal: str
    rows: tuple[PictureRow, ...]
    box: Box | None
    course: PictureCourse | None
    payments: tuple[Text, ...]
    best: tuple[Text, ...]
    hand: tuple[LaidCard, ...]
    foot: tuple[Text, ...]
    width: int = WIDTH
    height: int = HEIGHT
    foot_line: int = FOOT

    @property
    def faces(self) -> list[str]:
        """The faces of all cards."""
        return [card.face for card in self.hand]


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


def picture_of(summary: Summary, look: str, signs: str) -> Picture:
    """The picture of an evening; ``look`` and ``signs`` as `LOOKS` and `SIGNS` name them."""
    colours = LOOKS[look]
    best = best_hand(summary)
    payments, bottom = picture_payments(transfers_title(summary), open_transfers(summary), best)
    high = row_height(len(summary.holders), bottom, has_line=summary.course is not None)
    rows = picture_rows(player_results(summary), high)
    box = _box(rows, bottom) if summary.course else None
    return Picture(
        look=look,
        colours={name.replace("-", "_"): colours[SIGNS[signs].get(name, name)] for name in colours},
        title=_fit(summary_title(summary), LEFT, 158, 76, SEAL - LEFT - 32, 34),
        about=_about(summary),
        seal=word(SEALS[summary.closed]),
        rows=rows,
        box=box,
        course=_course(summary.course, summary.players) if summary.course and box else None,
        payments=payments,
        best=_best(best) if best else (),
        hand=tuple(_laid_cards(best.fans)) if best else (),
        foot=_foot(summary),
    )


def _about(summary: Summary) -> tuple[Text, ...]:
    """Day, games and deals, in a line or in two."""
    room, parts = SEAL - LEFT - 32, [dates.day(summary.day), game_names(summary), summary_deals(summary)]
    whole = " ・ ".join(parts)
    if width(whole, 34) <= room:
        return (Text(whole, LEFT, 222, 34, "ink_2"),)
    lines = " ・ ".join(parts[:2]), parts[2]
    return tuple(_fit(line, LEFT, 222 + 44 * at, 31, room, 22, "ink_2") for at, line in enumerate(lines))


def picture_payments(
    title: str, dues: Sequence[OpenTransfer], best: BestHandWords | None
) -> tuple[tuple[Text, ...], float]:
    """谁付谁: who still pays whom, and where it begins that nothing may stand below.

    Beside the greatest hand where that has no cards, else above it, in two columns.
    """
    bottom, beside = BOTTOM if best else FOOT - 24, best is not None and not best.fans
    if not title:
        return (), bottom
    columns = 1 if beside and len(dues) <= MOST_BESIDE else 2
    lines = -(-len(dues) // columns)
    high = min(46, 140 / max(lines, 1)) if beside else 44
    left, top = (HAND_LEFT, HAND + 34) if beside else (LEFT, bottom - 14 - high * lines)
    room = (RIGHT - left - BETWEEN * (columns - 1)) / columns
    texts = (
        _fit(
            f"{due.payer} → {due.payee} {due.amount}",
            left + (room + BETWEEN) * (at % columns),
            top + high * (at // columns + 1),
            high * 0.72,
            room,
            16,
        )
        for at, due in enumerate(dues)
    )
    return (Text(title, left, top, 28, "ink_2"), *texts), bottom if beside else top - 44


def _fit(text: str, x: float, y: float, size: float, room: float, least: float, tone: str = "ink") -> Text:
    cut, fits = fitted(text, size, room, least)
    return Text(cut, x, y, fits, tone)


def row_height(count: int, bottom: float, *, has_line: bool) -> float:
    """How high a player's row is: as high as there is room for, with a line below while rows do not get too low."""
    room = bottom - TOP
    if has_line:
        shared = max(min(ROW_WITH_LINE, (room - LINE_WANTED) / count), ROW_LEAST)
        if shared * count + LINE_LEAST <= room:
            return shared
    return min(ROW_MOST, room / count)


def _box(rows: Sequence[PictureRow], bottom: float) -> Box | None:
    """The room that the rows leave for a line, None where it is too low."""
    top = TOP + rows[-1].high * len(rows) + 22
    low = bottom - top
    return Box(LEFT, round(top, 1), RIGHT - LEFT, round(low, 1)) if low >= LINE_LEAST - 22 else None


def _course(course: Course, names: Sequence[str]) -> PictureCourse:
    lines = tuple(course_line(course, account, names[account]) for account in course.totals)
    return PictureCourse(lines, _("一盘一盘走下来"), tuple(map(str, course.positions)))


def picture_rows(results: Sequence[PlayerResult], high: float) -> tuple[PictureRow, ...]:
    """A row for each player; what stands below each other in one size."""
    bases = [TOP + high * (number + 0.74) for number in range(len(results))]
    units = len(results[0].points)
    columns, end = list[list[Text]](), float(RIGHT)
    for column in reversed(list(zip(*(result.points for result in results), strict=True))):
        size = min(96, high * 0.68, 96 if units == 1 else 60)
        texts = _column(
            [points.text for points in column],
            [points.sign for points in column],
            (end, bases),
            size,
            NUMBERS / units,
        )
        columns.append(texts)
        end -= max(width(text.text, text.size) for text in texts) + 30
    money = ["  ".join(result.money) for result in results]
    paid = _column(money, ["ink_2"] * len(money), (end, bases), min(38, high * 0.34), MONEY)
    end -= max(width(text.text, text.size) for text in paid)
    return tuple(
        PictureRow(
            *_named(result, bases[at], high, end - 24 - LEFT),
            numbers=tuple(column[at] for column in columns),
            money=paid[at] if paid[at].text else None,
            high=high,
            line=None if at == len(results) - 1 else TOP + high * (at + 1),
        )
        for at, result in enumerate(results)
    )


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


def _named(result: PlayerResult, base: float, high: float, room: float) -> tuple[Text, Text | None]:
    """A name, and how often its owner won where there is room for it."""
    name = _fit(result.name, LEFT, base, min(62, high * 0.48), room, 26)
    wins = Text(result.wins, LEFT + width(name.text, name.size) + 28, base, min(31, high * 0.3), "ink_2")
    fits = wins.text and wins.x + width(wins.text, wins.size) <= LEFT + room
    return name, wins if fits else None


def _best(best: BestHandWords) -> tuple[Text, ...]:
    room = HAND_LEFT - LEFT - 20
    return (
        Text(_("最大一手"), LEFT, HAND + 34, 28, "ink_2"),
        _fit(f"{best.name} {best.worth}", LEFT, HAND + 88, 44, room if best.fans else RIGHT - LEFT, 22),
        Text(best.deal, LEFT, HAND + 132, 28, "ink_2"),
    )


def _laid_cards(fans: Sequence[Fan]) -> list[LaidCard]:
    """Every card of the groups where it lies, in two rows at most."""
    rows = [fans[: (len(fans) + 1) // 2], fans[(len(fans) + 1) // 2 :]]
    if sum(map(_wide, fans)) + BETWEEN * len(fans) < RIGHT - HAND_LEFT:
        rows = [fans]
    laid, y = list[LaidCard](), HAND + (0 if len(rows) > 1 else 45)
    for row in rows:
        scale = min(1.0, (RIGHT - HAND_LEFT) / max(sum(map(_wide, row)) + BETWEEN * (len(row) - 1), 1))
        x = float(HAND_LEFT)
        for fan in row:
            for number, face in enumerate(fan.faces):
                laid.append(_card(face, x + number * CARD_WIDTH * STEPS[fan.shape] * scale, y, scale))
            x += (_wide(fan) + BETWEEN) * scale
        y += CARD_HEIGHT + 8
    return laid


def _card(face: str, x: float, y: float, scale: float) -> LaidCard:
    return LaidCard(face, round(x, 1), y, round(CARD_WIDTH * scale, 1), round(CARD_HEIGHT * scale, 1))


def _wide(fan: Fan) -> float:
    return CARD_WIDTH * (1 + STEPS[fan.shape] * (len(fan.faces) - 1))


def _foot(summary: Summary) -> tuple[Text, ...]:
    """The rules in two lines at most, a line for each of two stages, of more the games; and the ledger's head."""
    return (
        *(
            _fit(text, LEFT, FOOT + 38 + 34 * line, 26, RIGHT - LEFT, 15, "ink_2")
            for line, text in enumerate(rule_lines(stage_rules(summary)))
        ),
        Text(_("字牌记分"), LEFT, FOOT + 106, 23, "ink_2"),
        Text(_("账首 %(head)s") % {"head": short_head(summary.head)}, RIGHT, FOOT + 106, 23, "ink_2"),
    )


def rule_lines(stages: Sequence[StageRules]) -> list[str]:
    """The rules, a game a line; of one game in two halves, of more than two their names."""
    games = list(dict.fromkeys((each.name, each.words) for each in stages))
    if len(games) > 2:
        return [" ・ ".join(dict.fromkeys(name for name, _words in games))]
    lines = [[name, *words] for name, words in games] if len(games) > 1 else _halves(games[0][1])
    return [" ・ ".join(line) for line in lines if line]


def _halves(words: Sequence[str]) -> list[Sequence[str]]:
    """One line where it fits, else two."""
    whole = width(" ・ ".join(words), 26) <= RIGHT - LEFT
    middle = len(words) if whole else (len(words) + 1) // 2
    return [words[:middle], words[middle:]]
