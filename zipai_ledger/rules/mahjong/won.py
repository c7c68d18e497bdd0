"""A deal that somebody won: reading it, and everything that is then paid (docs/rules/guiyang.md#payments)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ..facts import TilesWon, TileWin, known
from ..problems import Collector, Problem, Refused
from ..ruleset import Flow, Item, Scored
from .baopai import PAID, bao_lines, check_bao, paid_by, typed_line
from .checks import is_reversed
from .copies import check_copies
from .dou import Kongs, dou_lines, kongs_of
from .hand import COMPLETE, TileHand, parse_hand
from .house import HouseRules
from .ji import Holding, counted, first_yaoji, ji_lines, ji_of_flipped, ji_values, reported_ji
from .lines import Line, Standing
from .maima import Horses
from .outside import Discarded, bao_dou_lines, bao_ji_lines, discarded_values, out_lines, read_out
from .qianggang import ROB_KONG, Robbed, winning_tiles
from .tiles import YAOJI, Tile, parse_tile, tile_name
from .win import Called, call_of, doubled, pattern_paid, price, scored

DEALER_PAID: Final = "dealer_paid"
CLAIMED: Final = 3
"""As many 一条 lie before whoever claimed the first one."""


@dataclass(frozen=True, slots=True)
class Read:
    """A won deal with its tiles read: hands by seat, the turned tile, what 鸡 count, who holds and who discarded them."""

    deal: TilesWon
    hands: Mapping[int, TileHand]
    flipped: Tile | None
    values: Mapping[Tile, int]
    held: tuple[Holding, ...]
    out: tuple[Discarded, ...]
    robbed: Robbed
    warnings: tuple[Problem, ...]


def read(
    o: HouseRules, deal: TilesWon, robbed: Robbed, horses: Sequence[Tile] = (), *, counts_first: bool = True
) -> Read:
    """The deal's tiles, counted; raises `Refused` with everything that cannot be or contradicts something else.

    ``horses``: tiles turned for 买马; ``counts_first``: the first discarded 一条 is counted among the four.
    """
    kongs, hands, flipped = _tiles(deal, robbed)
    out = read_out((deal.ji and deal.ji.out) or ())
    values = ji_values(o, flipped)
    known = counted(hands, kongs, values) if deal.ji else {}
    every = {**known, **reported_ji(deal.ji.held or (), kongs, known, hands)} if deal.ji else {}
    discarded = [*horses, *(tile for each in out for tile in [each.tile] * each.count)]
    if counts_first and _lies_discarded(o, deal):
        discarded.append(YAOJI)
    check_copies(
        hands,
        deal.dou or (),
        tuple(every.values()),
        flipped,
        winners=[win.winner for win in deal.wins],
        lacking=robbed.lacking,
        elsewhere=discarded,
        claimed={deal.zeren.to: Counter({YAOJI: CLAIMED})} if counts_first and deal.zeren else {},
    )
    held = tuple(each for each in every.values() if each.tile in values and each.count)
    warnings = (*_not_ji(deal, values), *_not_reported(deal, kongs, values, every))
    return Read(deal, hands, flipped, values, held, out, robbed, warnings)


def _lies_discarded(o: HouseRules, deal: TilesWon) -> bool:
    """Whether the first 一条 lies where it was discarded: nobody claimed it, nor can have won by it.

    Where 责任鸡 is not played nobody notes whether it was claimed.
    """
    if deal.chongfeng is None or deal.zeren is not None or not o.zeren:
        return False
    tiles = {parse_tile(text, field) for field, text in winning_tiles(deal)}
    discarded = ("discard", deal.chongfeng.player)
    return bool(tiles - {YAOJI}) or not any((win.source, win.from_) == discarded for win in deal.wins)


def _tiles(deal: TilesWon, robbed: Robbed) -> tuple[Kongs, dict[int, TileHand], Tile | None]:
    """Kongs and hands by seat, and the turned tile; raises `Refused` with everything that cannot be read."""
    found = Collector()
    kongs = found.attempt(partial(kongs_of, deal.dou or (), robbed.void))
    hands: dict[int, TileHand] = {}
    for place, win in enumerate(deal.wins):
        hand = None if kongs is None else found.attempt(partial(_hand, win, kongs, place))
        hands |= {} if hand is None else {win.winner: hand}
    turned = deal.ji.flipped if deal.ji else None
    flipped = None if turned is None else found.attempt(partial(parse_tile, turned, "ji.flipped"))
    for place, each in enumerate((deal.ji and deal.ji.held) or ()):
        found.attempt(partial(parse_tile, each.tile, f"ji.held.{place}.tile"))
    found.finish()
    return kongs or {}, hands, flipped


def _hand(win: TileWin, kongs: Kongs, place: int) -> TileHand | None:
    if win.tiles is None:
        return None
    laid = [tile for tile, _ in kongs.get(win.winner, ())]
    hand = parse_hand(win.tiles, laid, COMPLETE, f"wins.{place}.tiles")
    if win.tile is not None and parse_tile(win.tile, f"wins.{place}.tile") not in hand.counts():
        raise Refused(Problem("bad_tiles", f"wins.{place}.tile", "not_held", {"tile": win.tile}))
    return hand


def _not_ji(deal: TilesWon, values: Mapping[Tile, int]) -> tuple[Problem, ...]:
    """Tiles entered as 鸡 that are none here: seen, but not counted."""
    held = (deal.ji.held if deal.ji else None) or ()
    fields = {f"ji.held.{place}.tile": parse_tile(each.tile, "tile") for place, each in enumerate(held)}
    return tuple(
        Problem("not_ji", field, "", {"tile": tile_name(tile)})
        for field, tile in fields.items()
        if tile not in values
    )


def _not_reported(
    deal: TilesWon,
    kongs: Mapping[int, Sequence[tuple[Tile, str]]],
    values: Mapping[Tile, int],
    held: Mapping[tuple[int, Tile], Holding],
) -> tuple[Problem, ...]:
    """Kongs of 鸡 whose four tiles are not entered as 鸡."""
    laid = [(seat, tile) for seat, tiles in kongs.items() for tile, _ in tiles] if deal.ji else []
    return tuple(
        Problem("ji_untold", "ji.held", "", {"player": seat, "tile": tile_name(tile)})
        for seat, tile in laid
        if tile in values and (seat, tile) not in held
    )


def standing_of(o: HouseRules, deal: TilesWon, seats: int) -> Standing:
    """Who is paid for 豆 and 鸡; raises `Refused` where it matters who was ready and nobody is named."""
    winners: set[int] = {win.winner for win in deal.wins}
    ready = frozenset(range(seats))
    if o.ready_only == "on":
        if deal.ready is None and _others_claim(deal, winners):
            raise Refused(Problem("bad_deal", "ready", "ready_missing"))
        ready = frozenset(winners | set(deal.ready or ()))
    hot = _givers(win for win in deal.wins if win.repao and o.repao == "void_all")
    robbed = _givers(win for win in deal.wins if win.source == ROB_KONG)
    offenders = hot | robbed if o.rob_kong == "void_all" else hot
    return Standing(seats, ready, offenders, robbed if o.rob_kong == "burn_ji" else frozenset())


def _givers(wins: Iterable[TileWin]) -> frozenset[int]:
    return frozenset(win.from_ for win in wins if win.from_ is not None)


def _others_claim(deal: TilesWon, winners: set[int]) -> bool:
    """Whether anybody but the winners has something that only the ready are paid for."""
    claimants = [dou.player for dou in deal.dou or ()] + [h.player for h in (deal.ji and deal.ji.held) or ()]
    claimants += [deal.chongfeng.player] if deal.chongfeng else []
    claimants += [deal.zeren.to] if deal.zeren else []
    claimants += [each.player for each in (deal.ji and deal.ji.out) or ()]
    return not winners.issuperset(claimants)


def value_wins(o: HouseRules, read: Read) -> tuple[Scored, ...]:
    """Every winner's 胡; raises `Refused` with the problems of all of them."""
    found = Collector()
    wins = [
        found.attempt(partial(_value, o, read, win, f"wins.{place}"))
        for place, win in enumerate(read.deal.wins)
    ]
    found.finish()
    return tuple(won for won in wins if won is not None)


def _value(o: HouseRules, read: Read, win: TileWin, field: str) -> Scored:
    deal, called = read.deal, call_of(read.deal, win, read.hands.get(win.winner))
    by_discarder = is_reversed(o, deal) or bool(win.off_baoting)
    named = called.hand is not None or called.pattern is not None
    pattern = pattern_paid(o, called, field) if named or not by_discarder else ""
    items = _discarder_items(o, deal, called) if by_discarder else price(o, called, pattern)
    return scored(called, pattern, items)._replace(winner=win.winner, from_=win.from_)


def _discarder_items(o: HouseRules, deal: TilesWon, called: Called) -> tuple[Item, ...]:
    """A win that is worth the discarder's own hand."""
    units = deal.discarder_value or 0
    if is_reversed(o, deal):
        return (Item("sanxiang", {"units": units}, units),)
    return doubled(o, called, (Item("off_baoting", {"units": units}, units),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How wins are paid: among how many, with what added to payments to or by the dealer, how often (买马), which way round."""

    seats: int
    bonus: int = 0
    times: int = 1
    is_reversed: bool = False


def terms_of(o: HouseRules, deal: TilesWon, seats: int, bonus: int, horses: Horses) -> Terms:
    """How the wins of this deal are paid."""
    return Terms(seats=seats, bonus=bonus, times=horses.times, is_reversed=is_reversed(o, deal))


def win_lines(deal: TilesWon, wins: Sequence[Scored], terms: Terms) -> tuple[Line, ...]:
    """What the winners are paid (after 一炮三响: pay).

    Raises `Refused` (``bad_deal``) where 包牌 does not pay each of the others once.
    """
    flows = _payments(wins, terms)
    added = _dealer_share(deal, flows, terms.bonus * terms.times)
    if deal.bao is None:
        return _paid(deal, wins, terms, flows, added)
    check_bao(deal, deal.bao, (*flows, *added), terms.seats)
    flows, added = paid_by(deal.bao, flows, PAID), paid_by(deal.bao, added, DEALER_PAID)
    return (*_paid(deal, wins, terms, flows, added), *bao_lines(deal, deal.bao))


def first_win_lines(deal: TilesWon, wins: Sequence[Scored], terms: Terms) -> tuple[Line, ...]:
    """The first edition: with 包牌 what was typed is all that is paid, without the dealer's share."""
    if deal.bao is None:
        return win_lines(deal, wins, terms)
    return (*_explained(wins, terms), typed_line(deal.bao))


def _paid(
    deal: TilesWon, wins: Sequence[Scored], terms: Terms, flows: tuple[Flow, ...], added: tuple[Flow, ...]
) -> tuple[Line, ...]:
    """What the hands are worth, with who pays for them, and the dealer's share."""
    first, *others = _explained(wins, terms)
    lines = (replace(first, flows=flows), *others)
    if not added:
        return lines
    share = added[0].units
    return (*lines, Line(Item("dealer", {"player": deal.dealer, "units": share}, share), added))


def _dealer_share(deal: TilesWon, flows: Sequence[Flow], bonus: int) -> tuple[Flow, ...]:
    """What is paid more to or by the dealer."""
    shared = [flow for flow in flows if bonus and deal.dealer in (flow.payer, flow.payee)]
    return tuple(Flow(flow.payer, flow.payee, bonus, DEALER_PAID) for flow in shared)


def _explained(wins: Sequence[Scored], terms: Terms) -> tuple[Line, ...]:
    if terms.is_reversed or len(wins) == 1:
        return tuple(Line(item) for item in wins[0].items)
    lines: list[Line] = []
    for won in wins:
        lines.append(Line(Item("winner", {"player": won.winner, "units": won.units}, 0)))
        lines += [Line(item) for item in won.items]
    return tuple(lines)


def _payments(wins: Sequence[Scored], terms: Terms) -> tuple[Flow, ...]:
    flows = [flow for won in wins for flow in _payments_of(won, terms)]
    return tuple(flow for flow in flows if flow.units)


def _payments_of(won: Scored, terms: Terms) -> tuple[Flow, ...]:
    winner, units = known(won.winner), known(won.units) * terms.times
    if won.from_ is None:
        return Standing(terms.seats, frozenset()).from_each(winner, units, "each")
    if terms.is_reversed:
        return (Flow(winner, won.from_, units, "sanxiang_paid"),)
    return (Flow(won.from_, winner, units, "discard"),)


def extra_lines(
    o: HouseRules, read: Read, standing: Standing, *, names_black: bool = True
) -> tuple[Line, ...]:
    """豆, 鸡, 冲锋鸡 and 责任鸡, and what who is not ready pays for his own.

    ``names_black``: 八筒 is named where nothing but it and 一条 is 鸡.
    """
    deal, dou = read.deal, read.deal.dou or ()
    return (
        *dou_lines(o, standing, dou, read.robbed.void),
        *(bao_dou_lines(o, standing, dou, read.robbed.void) if o.bao_dou != "off" else ()),
        *_flipped_lines(o, read, names_black=names_black),
        *ji_lines(standing, read.values, read.held),
        *out_lines(standing, discarded_values(o, read.values), read.out),
        *(bao_ji_lines(o, standing, read.values, read.held, read.out) if o.bao_ji != "off" else ()),
        *first_yaoji(o, standing, deal.chongfeng, deal.zeren, read.values[YAOJI]),
    )


def _flipped_lines(o: HouseRules, read: Read, *, names_black: bool) -> tuple[Line, ...]:
    if read.deal.ji is None:
        return ()
    if read.flipped is None:
        how = "none_black" if o.wugu and names_black else "none"
        return (Line(Item("flipped", {"how": how}, 0)),)
    ji = "".join(tile_name(tile) for tile in ji_of_flipped(o, read.flipped))
    return (Line(Item("flipped", {"tile": tile_name(read.flipped), "ji": ji}, 0)),)
