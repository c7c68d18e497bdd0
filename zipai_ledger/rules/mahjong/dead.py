"""黄庄 (huangzhuang): what 豆 and 鸡 still come to where nobody won (docs/rules/guiyang.md#chajiao)."""

from collections.abc import Mapping
from dataclasses import replace

from ..facts import Dead
from .copies import check_copies
from .dou import dou_lines, kongs_of
from .house import HouseRules
from .ji import Holding, ji_values, reported_ji
from .lines import Line, Standing
from .outside import Discarded, bao_dou_lines, bao_ji_lines, read_out
from .tiles import Tile


def after_dead(o: HouseRules, deal: Dead, seats: int) -> tuple[Line, ...]:
    """豆 are void; who is not ready pays for his own, and for 鸡, where the table plays 包 always.

    Raises `Refused` (``bad_tiles``, ``too_many_copies``) with what cannot be.
    """
    dou = deal.dou or ()
    held, out = _seen(deal)
    laid = [tile for each in out for tile in [each.tile] * each.count]
    check_copies({}, dou, tuple(held.values()), None, elsewhere=laid)
    standing = Standing(seats, frozenset(each.player for each in deal.ready or ()))
    void = tuple(replace(each, void=True) for each in dou)
    lines = dou_lines(o, Standing(seats, frozenset()), void)
    if o.bao_dou == "always":
        lines += bao_dou_lines(o, standing, dou)
    if o.bao_ji == "always":
        lines += bao_ji_lines(o, standing, ji_values(o, None), held.values(), out)
    return lines


def _seen(deal: Dead) -> tuple[Mapping[tuple[int, Tile], Holding], tuple[Discarded, ...]]:
    """鸡 that were entered: held and laid, and discarded."""
    if deal.ji is None:
        return {}, ()
    held = reported_ji(deal.ji.held or (), kongs_of(deal.dou or ()), {}, {})
    return held, read_out(deal.ji.out or ())
