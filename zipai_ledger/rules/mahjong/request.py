"""A hand on its own, for ``score`` and ``waits``: the win of a deal without its seats.

    {"tiles": "…", "pattern": "…", "source": "self_draw" | "discard" | "rob_kong", "dou": [{"kind", "tile"}],
     "baoting": true, "gangkai": true, "haidi": true, "repao": true}

Tiles or pattern are needed, the rest may be left out: without a source nothing is added for it, and a 平胡 stands.
``dou`` are the hand's own kongs.
"""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from .. import codec
from ..facts import TileSource, known, own_code
from ..problems import Collector, Problem, Refused, inside
from ..ruleset import ScoreRequest
from .contradictions import Claim, of_claim, of_number
from .hand import COMPLETE, WAITING, TileHand, parse_hand
from .tiles import Tile, parse_tile
from .win import Called, check_pattern

Kind = Literal["men", "zhuanwan", "dian"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DouRequest:
    """A kong of the hand."""

    kind: Kind
    tile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRequest:
    """A hand as it was entered."""

    tiles: str | None = None
    pattern: str | None = None
    source: TileSource | None = None
    dou: tuple[DouRequest, ...] | None = None
    baoting: bool | None = None
    gangkai: bool | None = None
    haidi: bool | None = None
    repao: bool | None = None


class CallReader:
    """Reads the hand of a request, whatever the options."""

    def read(self, request: ScoreRequest) -> Called:
        """The call that a request describes; raises `Refused` with everything that cannot be read."""
        found = Collector()
        if request.xing is not None:
            found.add(Problem("bad_xing", "xing", "off"))
        if request.marks is not None:
            found.add(Problem("bad_marks", "marks", "no_marks"))
        called = found.attempt(partial(inside, "hand", partial(_called, request.hand)))
        found.finish()
        return known(called)


def _read_request(value: object) -> HandRequest:
    try:
        return codec.read(HandRequest, value)
    except Refused as refused:
        raise Refused(*(own_code(problem, problem.code) for problem in refused.problems)) from None


def _called(value: object) -> Called:
    request = _read_request(value)
    found = Collector()
    hand = found.attempt(partial(_hand, request, COMPLETE)) if request.tiles is not None else None
    found.attempt(partial(check_pattern, request.pattern, "pattern"))
    if request.tiles is None and request.pattern is None:
        found.add(Problem("bad_tiles", "pattern", "pattern_or_tiles"))
    for name in ("gangkai", "haidi"):
        if getattr(request, name) and request.source not in (None, "self_draw"):
            found.add(Problem("bad_deal", name, name))
    if request.repao and request.source not in (None, "discard"):
        found.add(Problem("bad_deal", "repao", "repao"))
    kongs = found.attempt(partial(_kongs, request)) or []
    found.extend(list(of_number(len(kongs))))
    bloom = bool(request.gangkai) and request.source in (None, "self_draw")
    claim = Claim(request.pattern, bloom, tuple(kongs), len(kongs), hand)
    found.extend(list(of_claim(claim, "")))
    found.finish()
    return Called(
        source=request.source,
        pattern=request.pattern,
        hand=hand,
        baoting=bool(request.baoting),
        gangkai=bool(request.gangkai),
        haidi=bool(request.haidi),
        repao=bool(request.repao),
        reason=bool(request.dou or request.baoting or request.repao),
    )


def _kongs(request: HandRequest) -> list[Tile]:
    return [parse_tile(each.tile, f"dou.{place}.tile") for place, each in enumerate(request.dou or ())]


def _hand(request: HandRequest, complete: int) -> TileHand:
    return parse_hand(request.tiles, _kongs(request), complete, "tiles")


def read_waiting(value: object) -> TileHand:
    """A hand one tile short; raises `Refused`."""
    return inside("hand", partial(_waiting, value))


def _waiting(value: object) -> TileHand:
    request = _read_request(value)
    if request.tiles is None:
        raise Refused(Problem("bad_tiles", "tiles", "missing"))
    return _hand(request, WAITING)
