"""Games that count caught card points in bands: what an entry needs, and how the points are read.

Of its lines ``caught``, ``band`` and ``won`` have a few words for before a deal is stored, ``next``, ``differ``, ``level`` and
``tribute`` are worded whole; a game has those of them that it needs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from . import facts
from .options import Words
from .problems import Collector, Param, Problem
from .rulebook import Saying
from .ruleset import Game, Item, State, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """What the cards hold: ``most`` points in all, in ``step``; ``kitty`` points at most in the 底牌.

    ``kitty_cards`` is how many cards may win the last trick.
    """

    most: int
    step: int
    kitty: int
    kitty_cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAsk:
    """What an entry of this deal needs: who deals and who catches (seats), at which level, and the deck.

    ``first``: the first deal, whose dealer is found by ``first_dealer``. ``gongzhu``: whether 公主 is played here,
    in any deal but the first.
    """

    dealers: tuple[int, ...]
    catchers: tuple[int, ...]
    level: str
    first: bool
    deck: Deck
    first_dealer: Words
    gongzhu: bool = False


TEXTS: Mapping[str, Words] = {
    "caught": Words("闲家抓了 {points} 分", "Defenders caught {points}"),
    "caught.short": Words("闲家 {total} 分", "Defenders {total}"),
    "caught.kitty": Words(
        "抓了 {points}，抠底 {kitty} × {cards}，共 {total} 分",
        "Caught {points}, kitty {kitty} × {cards}: {total} in all",
    ),
    "caught.kitty.short": Words("闲家 {total} 分", "Defenders {total}"),
    "caught.gongzhu": Words(
        "公主，闲家抓了 {points} 分；分另外算，积分表照用",
        "Princess: defenders caught {points}; counted apart, the same bands",
    ),
    "caught.princess": Words(
        "公主，闲家抓了 {points} 分，照公主的积分表",
        "Princess: defenders caught {points}; counted by bands of its own",
    ),
    "caught.princess.short": Words("公主 {total} 分", "Princess {total}"),
    "caught.gongzhu.short": Words("公主 {total} 分", "Princess {total}"),
    "bad_deal.no_hands": Words(
        "这种打法不看胡牌，只记抓了多少分", "This game has no hands, only caught points"
    ),
    "bad_points.range": Words("要 0 到 {most} 分，写的是 {got}", "Expected 0 to {most} points, got {got}"),
    "bad_points.step": Words(
        "分都是 {step} 的倍数，没有 {got} 分", "Points come in {step}s; {got} cannot be"
    ),
    "bad_points.together": Words(
        "抓的 {points} 加底分 {kitty}，超过了一共的 {most} 分",
        "{points} caught and {kitty} in the kitty are more than the {most} there are",
    ),
    "bad_points.missing": Words("闲家抓了多少分？", "How many points did defenders catch?"),
    "bad_points.kitty_points": Words("抠底了，底牌几分？", "How many points were in the kitty?"),
    "bad_points.kitty_cards": Words("底分有了，几张牌抠的底？", "How many cards won the kitty?"),
    "bad_points.kitty_cards_range": Words(
        "抠底是 {least} 到 {most} 张，写的是 {got}",
        "The kitty is won with {least} to {most} cards, not {got}",
    ),
    "bad_points.gongzhu_kitty": Words("公主没有底牌，不能抠底", "A princess has no kitty"),
}
"""Wordings that such games share."""

SAYINGS = tuple(
    Saying(word, Words(*meaning), Words("打分的牌", "Games of points"), "S3")
    for word, meaning in {
        "庄家方": ("坐庄的和他的对家。", "The dealer and his partner."),
        "闲家": ("另一伙，抓分的。", "The other side, which catches points."),
        "级牌": ("这一盘打到几，几就是级牌。", "The rank that is played for."),
        "底牌、扣底": ("庄家收起、盖下的几张。", "The kitty, which the dealer exchanges."),
        "抠底": (
            "闲家赢了最后一轮，底分翻着加。",
            "To win the last trick, with the kitty’s points multiplied.",
        ),
        "进贡、还贡": ("输的一伙给大牌，赢的还一张。", "The losers give high cards and get others back."),
        "叫主、反主": ("定什么花色是主；别人可以反。", "To name the trump suit, and to overrule it."),
        "公主": ("没人叫主的一盘。", "A deal without a trump suit."),
        "上庄": ("闲家赢了，换他们坐庄。", "To take over the deal."),
        "打过 A": ("打到 A 又赢了，赢一场。", "To win a deal at A, and so the match."),
    }.items()
)


@dataclass(frozen=True, kw_only=True)
class PointsGame(Game):
    """A game whose deals are recorded as caught points; there are no hands to score."""

    asks: Callable[[Table, State, int], PointsAsk]
    """What an entry needs while a seat deals."""


def check_points(deck: Deck, deal: facts.Points) -> None:
    """The points are possible with these cards; raises `Refused` (``bad_points``) with everything that is wrong."""
    found = Collector()
    for field, got, most in (
        ("points", deal.points, deck.most),
        ("kitty_points", deal.kitty_points, deck.kitty),
    ):
        if got is not None:
            found.extend(_number_problems(deck, field, got, most))
    if deal.gongzhu:
        given = [name for name in ("kitty_points", "kitty_cards") if getattr(deal, name) is not None]
        found.extend(Problem("bad_points", field, "gongzhu_kitty") for field in given)
    else:
        found.extend(_kitty_problems(deck, deal))
    found.finish()


def _number_problems(deck: Deck, field: str, got: int, most: int) -> list[Problem]:
    if not 0 <= got <= most:
        return [Problem("bad_points", field, "range", {"got": got, "most": most})]
    if got % deck.step:
        return [Problem("bad_points", field, "step", {"got": got, "step": deck.step})]
    return []


def _kitty_problems(deck: Deck, deal: facts.Points) -> list[Problem]:
    points, cards = deal.kitty_points, deal.kitty_cards
    problems = []
    if points is None and cards is not None:
        problems.append(Problem("bad_points", "kitty_points", "kitty_points"))
    if cards is None and points:
        problems.append(Problem("bad_points", "kitty_cards", "kitty_cards"))
    if cards is not None and cards not in deck.kitty_cards:
        params: dict[str, Param] = {"got": cards, "least": deck.kitty_cards[0], "most": deck.kitty_cards[-1]}
        problems.append(Problem("bad_points", "kitty_cards", "kitty_cards_range", params))
    if deal.points + (points or 0) > deck.most >= max(deal.points, points or 0):
        params = {"points": deal.points, "kitty": points or 0, "most": deck.most}
        problems.append(Problem("bad_points", "kitty_points", "together", params))
    return problems


def caught(deal: facts.Points, *, own_bands: bool = False) -> Item:
    """What the deal is called: the points, and how the kitty came to them; ``own_bands``: a 公主 is paid by a table of its own."""
    params: dict[str, Param] = {"points": deal.points, "total": total(deal)}
    if deal.gongzhu:
        return Item("caught", {"how": "princess" if own_bands else "gongzhu", **params}, 0)
    if deal.kitty_points is None or deal.kitty_cards is None:
        return Item("caught", params, 0)
    kitty = {"kitty": deal.kitty_points, "cards": deal.kitty_cards}
    return Item("caught", {"how": "kitty", **params, **kitty}, 0)


def total(deal: facts.Points) -> int:
    """T: what was caught, and the kitty times the cards that won the last trick (抠底)."""
    return deal.points + (deal.kitty_points or 0) * (deal.kitty_cards or 0)
