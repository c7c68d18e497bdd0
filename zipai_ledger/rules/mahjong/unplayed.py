"""这桌不算的 (zhe zhuo bu suan de): facts of a deal that its table does not play (docs/rules/guiyang.md#checks)."""

from collections.abc import Iterator

from ..facts import Dead, Ji, LaidJi, TilesWon
from ..problems import Problem
from .house import HouseRules


def unplayed(o: HouseRules, deal: TilesWon | Dead) -> Iterator[Problem]:
    """Everything that was entered and is not played here."""
    if deal.genzhang and not o.genzhang:
        yield _problem("genzhang", "genzhang")
    if isinstance(deal, Dead):
        yield from _dead_ji(o, deal.ji)
        return
    if deal.maima is not None and not o.maima:
        yield _problem("maima", "maima")
    for place, win in enumerate(deal.wins):
        if win.haidi and not o.haidi:
            yield _problem(f"wins.{place}.haidi", "haidi")
    if deal.ji and not o.counts_out:
        yield from _outside(deal.ji)


def _dead_ji(o: HouseRules, ji: LaidJi | None) -> Iterator[Problem]:
    """鸡 after 黄庄, which only 包鸡 looks at."""
    if ji is not None and o.bao_ji != "always" and (ji.held or ji.out):
        yield _problem("ji", "ji_dead")


def _outside(ji: Ji) -> Iterator[Problem]:
    if any(each.count for each in ji.out or ()):
        yield _problem("ji.out", "out")
    for place, each in enumerate(ji.held or ()):
        if each.laid:
            yield _problem(f"ji.held.{place}.laid", "laid")


def _problem(field: str, what: str) -> Problem:
    return Problem("bad_deal", field, f"unplayed_{what}")
