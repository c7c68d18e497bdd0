"""What an entry of a mahjong deal needs, so that a form can be drawn without knowing the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..options import Words
from ..ruleset import Game
from .dou import dou_worth
from .house import HouseRules
from .ji import ji_values
from .outside import plain_values
from .patterns import PATTERNS
from .tiles import TILES, Tile, tile_name
from .win import NAMES


@dataclass(frozen=True, slots=True)
class PatternAsk:
    """A pattern that can be named, with what it is worth here."""

    code: str
    label: Words
    units: int


@dataclass(frozen=True, slots=True)
class TileSourceAsk:
    """One way the winning tile can come. ``other``: from another seat."""

    code: str
    label: Words
    hint: Words
    other: bool

    @property
    def short(self) -> Words:
        """What it is called beside that seat's name: no word is shorter."""
        return self.label


@dataclass(frozen=True, slots=True, kw_only=True)
class TileAsks:
    """Everything an entry needs to know of the rules.

    ``ready``: who was ready matters to 豆 and 鸡; ``chongfeng``: who discarded the first 一条 matters, ``zeren``: and
    who claimed it. ``ji``: turned tile → the tiles that are 鸡 then; under the empty text what they are without one.
    ``haidi``, ``genzhang``: whether they are played; ``maima``: how many tiles are turned, 0 for none. ``out``: the tiles
    (by what is turned) of which discarded ones count, ``laid``: those of which it matters how many lie open;
    ``dead_ji``: after 黄庄 too. ``dead_dou``: 豆 count for something after 黄庄. ``reversed``: three winners pay.
    ``bao``: somebody neither won nor discarded, who may have let a win pass.
    """

    patterns: tuple[PatternAsk, ...]
    sources: tuple[TileSourceAsk, ...]
    dou: tuple[PatternAsk, ...]
    ready: bool
    chongfeng: bool
    zeren: bool
    ji: Mapping[str, tuple[str, ...]]
    haidi: bool = False
    genzhang: bool = False
    maima: int = 0
    out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    laid: tuple[str, ...] = ()
    dead_ji: tuple[str, ...] = ()
    dead_dou: bool = False
    reversed: bool = True
    bao: bool = True


@dataclass(frozen=True, kw_only=True)
class TilesGame(Game):
    """A game played with tiles."""

    asks: TileAsks
    """What an entry needs."""


EVERYBODY = {
    2: Words("对家付", "The other pays"),
    3: Words("两家都付", "Both pay"),
    4: Words("三家都付", "All three pay"),
}
"""Seats → who pays an own draw."""


def _sources(seats: int) -> tuple[TileSourceAsk, ...]:
    return (
        TileSourceAsk(
            "discard", Words("点炮", "Discard"), Words("点炮的一个人付", "The discarder pays"), other=True
        ),
        TileSourceAsk("self_draw", Words("自摸", "Self-draw"), EVERYBODY[seats], other=False),
        TileSourceAsk(
            "rob_kong",
            Words("抢杠", "Robbed kong"),
            Words("转弯豆的人付", "Who made the kong pays"),
            other=True,
        ),
    )


DOU_NAMES = {
    "men": Words("闷豆", "concealed kong"),
    "zhuanwan": Words("转弯豆", "added kong"),
    "dian": Words("点豆", "claimed kong"),
}


def tile_asks(o: HouseRules) -> TileAsks:
    """What an entry needs under these house rules."""
    worth = dou_worth(o)
    return TileAsks(
        patterns=tuple(PatternAsk(code, Words(*NAMES[code]), o.values[code]) for code in PATTERNS),
        sources=_sources(o.seats),
        dou=tuple(PatternAsk(kind, name, worth[kind]) for kind, name in DOU_NAMES.items()),
        ready=o.ready_only == "on",
        chongfeng=bool(o.chongfeng) or bool(o.zeren),
        zeren=bool(o.zeren),
        ji={name: ji_of(o, tile) for name, tile in TURNED},
        haidi=bool(o.haidi),
        genzhang=bool(o.genzhang),
        maima=o.maima,
        out={name: _out_of(o, tile) for name, tile in TURNED} if o.counts_out else {},
        laid=_plain(o) if o.bao_ji != "off" else (),
        dead_ji=_plain(o) if o.bao_ji == "always" else (),
        dead_dou=o.bao_dou == "always",
        reversed=o.triple_ron == "reversed",
        bao=o.seats > 2,
    )


TURNED: tuple[tuple[str, Tile | None], ...] = (("", None), *zip(TILES, range(len(TILES)), strict=True))
"""What may be turned, none first."""


def _plain(o: HouseRules) -> tuple[str, ...]:
    return tuple(tile_name(tile) for tile in plain_values(o))


def _out_of(o: HouseRules, flipped: Tile | None) -> tuple[str, ...]:
    """The tiles of which discarded ones count for something, those turned first."""
    return ji_of(o, flipped) if o.neiwai_ji == "all" else _plain(o)


def ji_of(o: HouseRules, flipped: Tile | None) -> tuple[str, ...]:
    """The tiles that are 鸡 with this one turned, those it points at first."""
    return tuple(tile_name(tile) for tile in ji_values(o, flipped))
