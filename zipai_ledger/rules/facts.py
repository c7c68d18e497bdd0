"""What was seen at the table, deal by deal, for every ruleset: never a score.

Each class is one ``result`` of the session document. Seats are those of the stage; hands and tiles stay as they were
entered and are read by the ruleset, so a fact survives any later change of the rules.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeVar

from . import codec
from .codec import Count, Json, JsonValue, Seat
from .problems import Problem, Refused

Source = Literal["self_draw", "other_draw", "discard", "dealt"]
TileSource = Literal["self_draw", "discard", "rob_kong"]
Part = TypeVar("Part")


def known(part: Part | None) -> Part:
    """What is there by now, completed or checked before; raises ValueError where it is not."""
    if part is None:
        raise ValueError("a part is missing that should have been completed or checked")
    return part


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """一盘 (yi pan), a deal: what every result may carry. ``at`` is an ISO time, ``dealer`` and ``sitting`` are seats.

    ``pledges``: 锤 (chui), what each seat announced before the deal; nobody anything where they are left out.
    """

    result: ClassVar[str]
    dealer: Seat | None = None
    sitting: Seat | None = None
    pledges: tuple[Count, ...] | None = None
    at: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Xing:
    """醒 (xing): the cards turned after the win, or the pile's end, or only the number of copies counted by hand.

    ``flipped``: 翻醒 (fanxing), the cards by name, in the order they were turned; ``empty``: no card was left to turn.
    ``count``: copies among the winner's cards, ``lower`` those of them that are 下醒 (xiaxing), ``turned``: by how many cards,
    where 重醒 (chongxing) turned more than one.
    """

    flipped: tuple[str, ...] | None = None
    empty: bool | None = None
    count: Count | None = None
    lower: Count | None = None
    turned: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One group of a 字牌 hand that was looked at, in `rules.zipai.melds` kinds."""

    kind: str
    cards: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCounts:
    """数 (shu): what the table counted of a winning hand whose cards were not noted; see `rules.zipai.counts`."""

    red: Count | None = None
    black: Count | None = None
    big: Count | None = None
    small: Count | None = None
    red_groups: Count | None = None
    dull: Count | None = None
    runs: Count | None = None
    scoring_runs: Count | None = None
    quads: Count | None = None
    pairs: Count | None = None
    twins: Count | None = None
    held: Count | None = None
    wang: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Quads:
    """提龙 (tilong): groups of four that a player drew, paid at once by all others: of big cards, and of small ones."""

    player: Seat
    big: Count
    small: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Win(Deal):
    """胡 (hu), a win of a 字牌 hand: with its cards (``hand``), the groups that score (``groups``), or by 胡 alone (``hu``).

    ``from_`` discarded or drew the winning card. ``hu`` and ``min_hu`` are in 胡 (大字牌: 油). ``patterns``: rows of a
    table of 名堂 that were named, ``wang``: 王 of the winner, where no cards are known.
    """

    result = "win"
    winner: Seat
    source: Source | None = None
    from_: Seat | None = None
    hand: Json | None = None
    groups: tuple[Group, ...] | None = None
    hu: Count | None = None
    xing: Xing | None = None
    marks: tuple[str, ...] | None = None
    min_hu: Count | None = None
    counts: CardCounts | None = None
    patterns: tuple[str, ...] | None = None
    wang: Count | None = None
    quads: tuple[Quads, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OneWin:
    """One of several players who win one discard, as `Win` has it; ``xing`` where it was counted for him alone."""

    winner: Seat
    hand: Json | None = None
    groups: tuple[Group, ...] | None = None
    hu: Count | None = None
    xing: Xing | None = None
    marks: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWin(Deal):
    """一炮双响 (yipao shuangxiang): several win one discard of ``from_``; cards turned for 醒 serve all of them."""

    result = "win"
    source: Source | None = None
    from_: Seat | None = None
    wins: tuple[OneWin, ...]
    xing: Xing | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """A payment agreed at the table, in units."""

    to: Seat
    units: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Dou:
    """豆 (dou): a kong. ``kind`` is 闷豆, 转弯豆 or 点豆; ``from_`` who discarded it."""

    player: Seat
    kind: Literal["men", "zhuanwan", "dian"]
    from_: Seat | None = None
    tile: str
    void: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldJi:
    """鸡 (ji) tiles of one kind that a player holds or has laid; ``full``: 满鸡, ``laid``: how many of them lie open."""

    player: Seat
    tile: str
    count: Count
    laid: Count | None = None
    full: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutJi:
    """鸡 tiles of one kind that a player discarded and that nobody took; the 冲锋鸡 is none of them."""

    player: Seat
    tile: str
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidJi:
    """鸡 after a deal that nobody won, with nothing turned: who holds what, and who discarded what."""

    held: tuple[HeldJi, ...] | None = None
    out: tuple[OutJi, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """叫牌 (jiaopai), ready: a player who was one tile short at 黄庄, and the best pattern, or value, of that hand."""

    player: Seat
    pattern: str | None = None
    value: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dead(Deal):
    """黄庄 (huangzhuang), 臭牌 (choupai), a dead deal: nobody won. ``wang``: 王 of each seat."""

    result = "dead"
    ready: tuple[Ready, ...] | None = None
    dou: tuple[Dou, ...] | None = None
    ji: LaidJi | None = None
    xianggong: tuple[Seat, ...] | None = None
    min_hu: Count | None = None
    genzhang: bool | None = None
    wang: tuple[Count, ...] | None = None
    quads: tuple[Quads, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul(Deal):
    """诈胡 (zhahu), 岔胡 (chahu), 不下伙 (bu xiahuo), a foul: who committed it.

    And what was claimed or agreed, where the penalty depends on it; ``units`` to each of the others.
    """

    result = "foul"
    offender: Seat
    hand: Json | None = None
    hu: Count | None = None
    units: Count | None = None
    min_hu: Count | None = None
    pays: tuple[Pay, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningWin:
    """One of several players who win with the cards dealt."""

    winner: Seat
    hand: Json | None = None
    hu: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(Deal):
    """起手胡 (qishou hu), an opening win: by one player or several at once."""

    result = "opening"
    wins: tuple[OpeningWin, ...]
    min_hu: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRound(Deal):
    """An evening that stops in the middle of a round: settled as it stands, dropped, or carried on another day."""

    result = "end_round"
    how: Literal["settle", "drop", "carry"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(Deal):
    """商定 (shangding), an adjustment: units agreed at the table, by player, summing to zero."""

    result = "adjust"
    deltas: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Close(Deal):
    """收场 (shouchang), a stage closed by two players: a low win is raised (低于 N 分), and nothing follows."""

    result = "close"


@dataclass(frozen=True, slots=True, kw_only=True)
class TileWin:
    """One winner's 胡 in a mahjong deal; ``tile`` is the one that was won, where it matters.

    ``haidi``: 海底捞月 (haidi laoyue), the last tile of the wall.
    """

    winner: Seat
    source: TileSource
    from_: Seat | None = None
    pattern: str | None = None
    tiles: str | None = None
    tile: str | None = None
    baoting: bool | None = None
    gangkai: bool | None = None
    haidi: bool | None = None
    repao: bool | None = None
    off_baoting: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ji:
    """捉鸡 (zhuoji): the turned tile, null when none was left, who holds what, and who discarded what."""

    flipped: str | None = dataclasses.field(metadata=codec.NULL)
    held: tuple[HeldJi, ...] | None = None
    out: tuple[OutJi, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Maima:
    """买马 (maima): the tiles turned after a win by own draw, or only how many of them were the winner's."""

    tiles: tuple[str, ...] | None = None
    hits: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chongfeng:
    """冲锋鸡 (chongfengji): who discarded the deal's first 一条."""

    player: Seat
    tile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Zeren:
    """责任鸡 (zerenji): whose discarded 鸡 was claimed, and by whom."""

    from_: Seat
    to: Seat
    tile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bao:
    """包牌 (baopai): who pays in the discarder's place."""

    player: Seat
    pays: tuple[Pay, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesWon(Deal):
    """A mahjong deal that somebody won, with its 豆 and 鸡."""

    result = "win"
    wins: tuple[TileWin, ...]
    dou: tuple[Dou, ...] | None = None
    ji: Ji | None = None
    discarder_value: Count | None = None
    ready: tuple[Seat, ...] | None = None
    chongfeng: Chongfeng | None = None
    zeren: Zeren | None = None
    bao: Bao | None = None
    xianggong: tuple[Seat, ...] | None = None
    genzhang: bool | None = None
    maima: Maima | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Deal):
    """抓分 (zhuafen) in 打林: the card points that the side not dealing caught."""

    result = "points"
    points: int
    kitty_points: int | None = None
    kitty_cards: int | None = None
    gongzhu: bool | None = None


RESULTS: Mapping[str, type[Deal]] = {
    cls.result: cls for cls in (Win, Dead, Foul, Opening, EndRound, Adjust, Points, Close)
}


OWN_CODES: Mapping[tuple[str, str], str] = {
    ("source", "choice"): "bad_source",
    **dict.fromkeys(((name, "text") for name in ("tile", "tiles", "flipped", "pattern")), "bad_tiles"),
    **dict.fromkeys(((name, "integer") for name in ("points", "kitty_points", "kitty_cards")), "bad_points"),
}
"""(field, why) → the code of a value that cannot be read there."""


def _class_of(document: Json) -> type[Deal]:
    result = document.get("result")
    if result == Win.result and "wins" in document:
        return SharedWin if "source" in document or "from" in document else TilesWon
    if not isinstance(result, str) or result not in RESULTS:
        raise Refused(
            Problem("bad_deal", "result", "result", {"got": repr(result), "known": " | ".join(RESULTS)})
        )
    return RESULTS[result]


def from_json(document: object) -> Deal:
    """The fact that a deal of the session document states.

    Raises `Refused` (``bad_deal``, every problem with its dotted field) when its shape is wrong; whether the ruleset
    allows it is the ruleset's business.
    """
    if not isinstance(document, Mapping):
        raise Refused(Problem("bad_deal", "", "object", {"got": repr(document)[:40]}))
    cls = _class_of(document)
    fields = {key: value for key, value in document.items() if key != "result"}
    try:
        return codec.read(cls, fields)
    except Refused as refused:
        raise Refused(*(own_code(problem, "bad_deal") for problem in refused.problems)) from None


def own_code(problem: Problem, otherwise: str) -> Problem:
    """A wrong shape has this code, but where the field's values have one of their own."""
    where = (problem.field.rpartition(".")[2], problem.why)
    return dataclasses.replace(problem, code=OWN_CODES.get(where, otherwise))


def to_json(deal: Deal) -> dict[str, JsonValue]:
    """The deal as the session document writes it: ``result`` first, absent fields left out."""
    return {"result": deal.result, **codec.write_fact(deal)}
