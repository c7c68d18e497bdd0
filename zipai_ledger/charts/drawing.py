"""A chart of lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple

from . import axes
from .series import Point, Series, corners, markers

MINUS: Final = "−"
INK: Final = "#211c16"
QUIET: Final = "#574d40"
RULE: Final = "#d8cbb2"
SHEET: Final = "#fdf9f0"
"""What lies below: an edge of it sets a marker off from lines it crosses."""


class Look(NamedTuple):
    """How one line is told from the others: colour, dash, and marker as a path of four units each way."""

    colour: str
    dash: str
    marker: str


LOOKS: Final = (
    Look("#8f1d14", "", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z"),
    Look("#24476b", "9 4", "M-3.7-3.7h7.4v7.4h-7.4Z"),
    Look("#17503e", "1 4", "M0-4.6L4.6 3.6H-4.6Z"),
    Look("#704600", "12 3 2 3", "M0-5L5 0L0 5L-5 0Z"),
    Look("#5b2a6e", "5 3", "M0 4.6L4.6-3.6H-4.6Z"),
    Look("#00555f", "2 3", "M-5-1.4h3.6v-3.6h2.8v3.6h3.6v2.8h-3.6v3.6h-2.8v-3.6h-3.6Z"),
    Look("#211c16", "14 4", "M-2-4h4v8h-4Z"),
    Look("#574d40", "8 3 1 3 1 3", "M-4-2h8v4h-8Z"),
)
"""As many as a table has players."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The room for a chart, in units of its own: ``text`` is the size of its names, numbers are a little smaller."""

    width: int = 300
    height: int = 236
    text: float = 14

    @property
    def small(self) -> float:
        """The size of the numbers."""
        return round(self.text * 0.86, 1)


@dataclass(frozen=True, slots=True)
class _Plot:
    """Where numbers fall: the corners of the plot, the last place, and the heights at top and bottom."""

    left: float
    right: float
    top: float
    bottom: float
    last: int
    low: int
    high: int

    def x(self, at: int) -> float:
        return self.left + (self.right - self.left) * (at / self.last if self.last else 0)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * (value - self.low) / (self.high - self.low)


def signed(value: int) -> str:
    """+20, 0, −20."""
    return f"+{value}" if value > 0 else f"{value}".replace("-", MINUS)


def line(
    series: Sequence[Series],
    label: str,
    frame: Frame | None = None,
    places: Sequence[str] | None = None,
    tick_label: Callable[[int], str] = signed,
    counted: str = "",
) -> str:
    """Lines over the same places, as an ``<svg>`` element.

    ``series``: one to eight, all of one length; ``label`` says what a screen reader reads instead; ``places`` are the
    words below each number after the first one (numbers counted from 1 where there are none); ``tick_label`` writes the
    numbers beside the lines across; ``counted`` is what the numbers below count.
    """
    frame = frame or Frame()
    numbers = [value for one in series for value in one.values]
    lines = axes.heights(min(numbers), max(numbers))
    heights = [(height, tick_label(height)) for height in lines]
    plot = _plot(series, heights, frame)
    parts = [
        *(_rule(height, tick, plot, frame) for height, tick in heights),
        *_below(places, counted, plot, frame),
        *(_line(one, plot) for one in series),
        *_names(series, plot, frame),
    ]
    height = _number(plot.bottom + frame.small * 1.9)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {frame.width} {height}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _plot(series: Sequence[Series], heights: Sequence[tuple[int, str]], frame: Frame) -> _Plot:
    lines = [height for height, _ in heights]
    beside = max(len(tick) for _, tick in heights) * frame.small * 0.6 + 6
    folded = [_folded(one.name) for one in series]
    names = max(_width(text, frame.text) for name in folded for text in name) + 10
    tall = max(float(frame.height), frame.text * LINE * (sum(map(len, folded)) + 2))
    return _Plot(
        left=beside,
        right=frame.width - names,
        top=frame.small,
        bottom=tall - frame.small * 1.9,
        last=len(series[0].values) - 1,
        low=lines[0] if len(lines) > 1 else -1,
        high=lines[-1] if len(lines) > 1 else 1,
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _rule(height: int, tick: str, plot: _Plot, frame: Frame) -> str:
    """A line across, nought the strongest, with its number."""
    y, kind = _number(plot.y(height)), "" if height else " nought"
    stroke, width = (RULE, "1") if height else (INK, "1.6")
    text = _text(tick, plot.left - 6, plot.y(height), "end", frame.small)
    return (
        f'<path class="rule{kind}" stroke="{stroke}" stroke-width="{width}" '
        f'd="M{_number(plot.left)} {y}H{_number(plot.right)}"/>{text}'
    )


def _text(text: str, x: float, y: float, anchor: str, size: float) -> str:
    return (
        f'<text class="tick" x="{_number(x)}" y="{_number(y + size * 0.35)}" font-size="{size}" fill="{QUIET}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _below(places: Sequence[str] | None, counted: str, plot: _Plot, frame: Frame) -> list[str]:
    """Words below the chart, as many as fit; round numbers where all of them are numbers, and at the end what they count."""
    words = places or [str(at) for at in range(1, plot.last + 1)]
    longest = max((_width(word, frame.small) for word in words), default=0)
    most = max(2, min(5, int((plot.right - plot.left) / (longest * 1.8 + 1))))
    y = plot.bottom + frame.small * 1.25
    if all(word.isdecimal() for word in words):
        ticks = axes.round_places(list(map(int, words)), most)
    else:
        ticks = [(at, words[at - 1]) for at in axes.places(plot.last, most)]
    below = [_text(text, plot.x(at), y, "middle", frame.small) for at, text in ticks]
    return [*below, _text(counted, frame.width, y, "end", frame.small)] if counted else below


def _line(series: Series, plot: _Plot) -> str:
    number = series.look % len(LOOKS)
    look = LOOKS[number]
    points = corners(series, max(2, int(plot.right - plot.left) // 4) * 2)
    path = " ".join(f"{_number(plot.x(at))},{_number(plot.y(value))}" for at, value in points)
    dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
    return (
        f'<g class="c{number}" stroke="{look.colour}" fill="{look.colour}">'
        f'<polyline points="{path}" fill="none" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"'
        f"{dash}/>{''.join(_marker(point, look, plot) for point in markers(series))}</g>"
    )


def _marker(point: Point, look: Look, plot: _Plot) -> str:
    x, y = _number(plot.x(point.at)), _number(plot.y(point.value))
    return f'<path class="mark" stroke="{SHEET}" transform="translate({x} {y})" d="{look.marker}"/>'


def _names(series: Sequence[Series], plot: _Plot, frame: Frame) -> list[str]:
    """Each name where its line ends, moved where two would lie over one another."""
    wanted = [plot.y(one.values[-1]) for one in series]
    names, high = [_folded(one.name) for one in series], frame.text * LINE
    edge = (frame.text + high) / 2
    placed = axes.spread(wanted, [len(name) * high for name in names], plot.top - edge, plot.bottom + edge)
    return [
        _name(one, y + (at - (len(name) - 1) / 2) * high, text, plot, frame)
        for one, name, y in zip(series, names, placed, strict=True)
        for at, text in enumerate(name)
    ]


def _name(series: Series, y: float, text: str, plot: _Plot, frame: Frame) -> str:
    number = series.look % len(LOOKS)
    return (
        f'<text class="name c{number}" x="{_number(plot.right + 8)}" y="{_number(y + frame.text * 0.35)}" '
        f'font-size="{frame.text}" font-weight="700" fill="{LOOKS[number].colour}">{escape(text)}</text>'
    )


LINE: Final = 1.25
"""From one line of a name to the next, in letters."""
NAME_WIDTH: Final = 5.0
"""Characters of a name that stand in a line beside its line, two Latin letters for one."""


def _width(text: str, size: float) -> float:
    return sum(1.0 if ord(char) > 0x2E7F else 0.58 for char in text) * size


def _folded(name: str) -> list[str]:
    """The lines of a name: broken at a space where there is one, else where a line is full."""
    lines = []
    while _width(name, 1) > NAME_WIDTH:
        fits = next(at for at in range(len(name), 0, -1) if _width(name[:at], 1) <= NAME_WIDTH)
        space = name.rfind(" ", 1, fits + 1)
        end = fits if space < 0 else space
        lines.append(name[:end])
        name = name[end:].strip()
    return [*lines, name]
