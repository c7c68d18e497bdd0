"""What a mahjong deal can have wrong in itself, before any tile is looked at."""

from collections.abc import Iterator, Sequence
from functools import partial

from .. import codec
from ..facts import Deal, TilesWon, TileWin
from ..problems import Collector, Problem, Refused
from ..ruleset import Table
from .dou import check_dou
from .house import HouseRules
from .qianggang import winning_tiles
from .tiles import YAOJI, parse_tile
from .unplayed import unplayed
from .win import check_pattern


def check_seats(table: Table, deal: Deal) -> None:
    """Every seat exists, and nobody sits out; raises `Refused` (``bad_deal``) with all of them."""
    found = Collector()
    for field, seat in codec.seats(deal):
        if seat >= table.seats:
            found.add(Problem("bad_deal", field, "seat", {"seat": seat, "seats": table.seats}))
    if deal.sitting is not None:
        found.add(Problem("bad_deal", "sitting", "nobody_sits"))
    found.finish()


def check_won(o: HouseRules, deal: TilesWon) -> None:
    """Winners, 豆 and what else was seen agree with one another; raises `Refused` (``bad_deal``) with everything."""
    found = Collector()
    for place, win in enumerate(deal.wins):
        found.extend(_of_win(deal, win, f"wins.{place}"))
        found.attempt(partial(check_pattern, win.pattern, f"wins.{place}.pattern"))
    found.extend(_of_wins(o, deal))
    found.extend(unplayed(o, deal))
    found.attempt(partial(_check_tile, deal))
    found.extend(_of_bao(deal))
    found.extend(_of_first_yaoji(deal))
    found.attempt(lambda: check_dou(deal.dou or ()))
    winners = [win.winner for win in deal.wins]
    found.extend(xianggong_problems(deal.xianggong or (), [*winners, *(deal.ready or ())]))
    found.finish()


def xianggong_problems(xianggong: Sequence[int], sound: Sequence[int]) -> list[Problem]:
    """相公 (xianggong) neither win nor are ready; ``sound`` are the seats that did or were."""
    return [
        Problem("bad_deal", f"xianggong.{place}", "xianggong")
        for place, seat in enumerate(xianggong)
        if seat in sound
    ]


def _of_win(deal: TilesWon, win: TileWin, field: str) -> Iterator[Problem]:
    own = win.source == "self_draw"
    if own and win.from_ is not None:
        yield Problem("bad_deal", f"{field}.from", "from_extra")
    if not own and win.from_ is None:
        yield Problem("bad_deal", f"{field}.from", "from_missing")
    if win.from_ == win.winner:
        yield Problem("bad_deal", f"{field}.from", "from_self")
    yield from _of_own_draw(deal, win, field)
    if win.off_baoting and own:
        yield Problem("bad_deal", f"{field}.off_baoting", "off_baoting")
    if win.repao and win.source != "discard":
        yield Problem("bad_deal", f"{field}.repao", "repao")
    elif win.repao and not any(dou.void and dou.player == win.from_ for dou in deal.dou or ()):
        yield Problem("bad_deal", f"{field}.repao", "repao_dou")


def _of_own_draw(deal: TilesWon, win: TileWin, field: str) -> Iterator[Problem]:
    """杠上花 and 海底捞月 are one's own draws, and after the last tile none is left to turn."""
    if win.source != "self_draw":
        marks = {"gangkai": win.gangkai, "haidi": win.haidi}
        yield from (Problem("bad_deal", f"{field}.{name}", name) for name in marks if marks[name])
    if win.haidi and deal.ji and deal.ji.flipped is not None:
        yield Problem("bad_deal", "ji.flipped", "haidi_flipped")


def _of_wins(o: HouseRules, deal: TilesWon) -> Iterator[Problem]:
    winners = [win.winner for win in deal.wins]
    if not winners:
        yield Problem("bad_deal", "wins", "winner_missing")
    if len(set(winners)) < len(winners):
        yield Problem("bad_deal", "wins", "won_twice")
    shared = {(win.source, win.from_) for win in deal.wins}
    if len(winners) > 1 and (len(shared) > 1 or deal.wins[0].source == "self_draw"):
        yield Problem("bad_deal", "wins", "shared_discard")
    if deal.discarder_value is None and is_discarders_worth(o, deal):
        yield Problem("bad_deal", "discarder_value", "discarder_value")


def _check_tile(deal: TilesWon) -> None:
    """Several winners won one tile; raises `Refused`."""
    found = Collector()
    tiles = {found.attempt(partial(parse_tile, text, field)) for field, text in winning_tiles(deal)}
    found.finish()
    if len(tiles) > 1:
        raise Refused(Problem("bad_deal", "wins", "one_tile"))


def is_triple(deal: TilesWon) -> bool:
    """一炮三响 (yipao sanxiang): three win off one player, who deals next."""
    return len(deal.wins) == 3


def is_reversed(o: HouseRules, deal: TilesWon) -> bool:
    """Whether those three pay him."""
    return is_triple(deal) and o.triple_ron == "reversed"


def is_discarders_worth(o: HouseRules, deal: TilesWon) -> bool:
    """Whether some win is worth the discarder's own hand."""
    return is_reversed(o, deal) or any(win.off_baoting for win in deal.wins)


def _of_bao(deal: TilesWon) -> Iterator[Problem]:
    if deal.bao is None:
        return
    payees = [pay.to for pay in deal.bao.pays]
    if any(win.source != "discard" for win in deal.wins):
        yield Problem("bad_deal", "bao", "bao_discard")
    if any(deal.bao.player in (win.winner, win.from_) for win in deal.wins):
        yield Problem("bad_deal", "bao.player", "bao_player")
    if deal.bao.player in payees or len(set(payees)) < len(payees):
        yield Problem("bad_deal", "bao.pays", "pays")


def _of_first_yaoji(deal: TilesWon) -> Iterator[Problem]:
    marks = {"chongfeng": deal.chongfeng, "zeren": deal.zeren}
    for name, fact in marks.items():
        found = Collector()
        tile = None if fact is None else found.attempt(partial(parse_tile, fact.tile, f"{name}.tile"))
        yield from found.problems
        if tile not in (None, YAOJI):
            yield Problem("bad_tiles", f"{name}.tile", "not_yaoji")
    if deal.zeren is not None and deal.zeren.to == deal.zeren.from_:
        yield Problem("bad_deal", "zeren.to", "zeren_self")
    if deal.zeren and deal.chongfeng and deal.zeren.from_ != deal.chongfeng.player:
        yield Problem("bad_deal", "zeren.from", "zeren_from")
