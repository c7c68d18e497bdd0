"""翻牌定庄 (fanpai dingzhuang): cards drawn for the first dealer and the seats (docs/rules/common.md#first-dealer).

What was turned goes in as one row of cards; who turned which of them follows, since everybody draws in turn. Cards stay on
the table until all is decided, also those of players who were equal and draw again (ours), so that no card
can come a fifth time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from ..options import Words
from ..problems import Collector, Param, Problem, Refused
from ..ruleset import Item
from ..terms import FirstDeal
from .cards import CARDS, COPIES, KINDS_OF_CARD, SIZE, Card, card_name, is_big, number

HIGHEST: Final = "highest"
COUNTING: Final = "counting"
EACH: Final[Mapping[str, int]] = {HIGHEST: 1, COUNTING: 2}
"""How many cards everybody draws, by way."""
PLAYERS: Final = (2, 3, 4)
DECK: Final = COPIES * len(CARDS)

WAYS: Final[Mapping[str, Words]] = {
    HIGHEST: Words("比大小", "Highest card"),
    COUNTING: Words("数人头", "Counting round"),
}
"""Both ways, and what they are called."""
ABOUT: Final[Mapping[str, Words]] = {
    HIGHEST: Words(
        "每人翻一张，谁大头一盘归谁；一样的再翻。",
        "Everybody turns one card; the highest deals. Equals turn again.",
    ),
    COUNTING: Words(
        "先翻一张数人头，数到谁谁先抓，每人两张，加起来比个位；两张一样是豹子，最大。",
        "A card counts who draws first; then two cards each. The last digit of their sum ranks, and a pair beats all.",
    ),
}

BY_DRAW = FirstDeal(
    Words(
        "头一盘翻牌定：谁大谁打桩，别人按大小逆时针坐",
        "Cards are drawn: the highest deals first, the others sit counter-clockwise by rank",
    ),
    "S4",
    (HIGHEST, COUNTING),
)
"""How the first dealer of a game of S4 is found, in the words of its players."""
BY_DRAW_OURS = FirstDeal(
    Words("头一盘翻牌定：谁大谁坐庄，别人按大小逆时针坐", BY_DRAW.text.en),
    "S4; ours for this game",
    BY_DRAW.ways,
)
"""The same for a game whose own source is silent."""

TEXTS: Final[Mapping[str, Words]] = {
    "draw_now.highest": Words("{player}翻到哪张？", "Which card did {player} turn?"),
    "draw_now.count": Words("{player}先翻一张，哪张？", "{player} turns the card that counts: which?"),
    "draw_now.one": Words("{player}抓了哪两张？", "Which two cards did {player} draw?"),
    "draw_now.two": Words("{player}还有一张是？", "And the other card of {player}?"),
    "draw_counts": Words("{player}翻到{card}，数 {n}", "{player} turned {card} and counts {n}"),
    "draw_starts": Words("数到{player}，从{player}起逆时针抓", "It falls on {player}, who draws first"),
    "draw_again.highest": Words("{players}一样大，再各翻一张", "{players} are equal and turn again"),
    "draw_again.counting": Words("{players}一样大，再各抓两张", "{players} are equal and draw two again"),
    "draw_first": Words("{player}最大，头一盘归{player}", "{player} is highest and deals first"),
    "draw_out": Words(
        "牌翻完了还没分出来，洗牌重来", "The deck is used up and nothing decided: shuffle and start again"
    ),
    "draw_value.big": Words("大{card}", "big {n}"),
    "draw_value.small": Words("小{card}", "small {n}"),
    "draw_value.sum": Words("{total} 点", "{total}"),
    "draw_value.over": Words("{total}，算 {digit} 点", "{total}, counts {digit}"),
    "draw_value.closed": Words("{total}，闭死", "{total}: dead, nothing"),
    "draw_value.bao_big": Words("大{card}豹子", "A pair of big {n}s"),
    "draw_value.bao_small": Words("小{card}豹子", "A pair of small {n}s"),
    "bad_drawing.way": Words(
        "没有“{got}”这种定法，有：{known}", "There is no way “{got}” to draw; there are: {known}"
    ),
    "bad_drawing.special": Words(
        "{card}代替别的牌，比不出大小，重翻一张",
        "{card} stands for other cards and has no rank: turn another",
    ),
    "bad_drawing.players": Words("翻牌定庄要 2 到 4 个人，不是 {got} 个", "2 to 4 players draw, not {got}"),
    "bad_drawing.turner": Words("没有这个座位：{got}", "There is no such player: {got}"),
    "bad_drawing.decided": Words("已经分出来了，多了 {got} 张牌", "All is decided: {got} card(s) too many"),
}
"""Wordings of lines and problems here."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What was seen: the way, how many sit (0, 1, … counter-clockwise), and the cards in the order they were turned.

    ``turner`` turns the card that counts, where there is one.
    """

    way: str
    players: int
    cards: tuple[Card, ...] = ()
    turner: int = 0


class Draw(NamedTuple):
    """What one player drew in one round (0 is the first); ``value``: what it is worth, None while a card is missing."""

    player: int
    round: int
    cards: tuple[Card, ...]
    value: Item | None


@dataclass(frozen=True, slots=True)
class DrawState:
    """What follows from it so far.

    ``ranking`` has the highest first; players who still are equal stand together. ``turning`` takes the next card, nobody
    when all is decided or the deck is used up. ``items`` explain it in order; ``now`` is what comes next.
    """

    draws: tuple[Draw, ...]
    ranking: tuple[tuple[int, ...], ...]
    turning: int | None
    items: tuple[Item, ...]
    now: Item

    @property
    def decided(self) -> bool:
        """Whether everybody has a place of his own."""
        return all(len(equal) == 1 for equal in self.ranking)

    @property
    def tied(self) -> tuple[tuple[int, ...], ...]:
        """Those who have to draw again, together with whom they are equal; everybody before the first round is over."""
        return tuple(equal for equal in self.ranking if len(equal) > 1)

    @property
    def again(self) -> frozenset[int]:
        """Those who drew already and, being equal, have yet to draw in the round that is on."""
        done = [draw.player for draw in self.draws if draw.value]
        on = done.count(self.turning) if self.turning is not None else 0
        return frozenset(one for equal in self.tied for one in equal if on and done.count(one) == on)

    @property
    def order(self) -> tuple[int, ...]:
        """Who sits where, counter-clockwise from the dealer; the last is 数算 where there is one. () until decided."""
        return tuple(equal[0] for equal in self.ranking) if self.decided else ()


def strength(cards: tuple[Card, ...]) -> tuple[bool, int, bool]:
    """What compares draws: 豹子 before sums, then the number or last digit, then big above small (never with sums)."""
    same = len(set(cards)) == 1
    if same:
        return len(cards) > 1, number(cards[0]), is_big(cards[0])
    return False, sum(map(number, cards)) % SIZE, False


def value(cards: tuple[Card, ...]) -> Item:
    """What a draw is called: 大十, 6 点, 闭死, 豹子."""
    pair, digit, big = strength(cards)
    if len(set(cards)) == 1:
        size = "big" if big else "small"
        return Item(
            "draw_value", {"how": f"bao_{size}" if pair else size, "card": CARDS[digit - 1], "n": digit}, 0
        )
    total = sum(map(number, cards))
    how = "closed" if digit == 0 else "sum" if total < SIZE else "over"
    return Item("draw_value", {"how": how, "total": total, "digit": digit}, 0)


def begins(card: Card, turner: int, players: int) -> int:
    """数人头: who draws first. 1 is who turned the card, and counting goes on counter-clockwise.

    So for four players; with three and two it is the same count (docs/rules/common.md#first-dealer).
    """
    return (turner + number(card) - 1) % players


def draw(drawing: Drawing) -> DrawState:
    """What the cards decide so far; raises `Refused` (``bad_drawing``, ``too_many_copies``) with everything wrong."""
    _check(drawing)
    cards, seats = drawing.cards, range(drawing.players)
    if drawing.way == HIGHEST:
        return _compared(drawing, cards, tuple(seats), ())
    if not cards:
        now = Item("draw_now", {"how": "count", "player": drawing.turner}, 0)
        return DrawState((), (tuple(seats),), drawing.turner, (), now)
    first = begins(cards[0], drawing.turner, drawing.players)
    drawn: Mapping[str, Param] = {
        "player": drawing.turner,
        "card": card_name(cards[0]),
        "n": number(cards[0]),
    }
    items = (Item("draw_counts", drawn, 0), Item("draw_starts", {"player": first}, 0))
    around = tuple((first + seat) % drawing.players for seat in seats)
    return _compared(drawing, cards[1:], around, items)


def remaining(cards: tuple[Card, ...]) -> dict[Card, int]:
    """How many of each card still lie face down."""
    return {card: COPIES - cards.count(card) for card in range(len(CARDS))}


def _check(drawing: Drawing) -> None:
    found = Collector()
    if drawing.way not in WAYS:
        params = {"got": drawing.way[:12], "known": " | ".join(WAYS)}
        found.add(Problem("bad_drawing", "way", "way", params))
    if drawing.players not in PLAYERS:
        found.add(Problem("bad_drawing", "players", "players", {"got": drawing.players}))
    elif drawing.turner not in range(drawing.players):
        found.add(Problem("bad_drawing", "turner", "turner", {"got": drawing.turner}))
    for card in sorted(set(drawing.cards)):
        if card not in KINDS_OF_CARD:
            found.add(Problem("bad_drawing", "cards", "special", {"card": card_name(card)}))
        got = drawing.cards.count(card)
        if got > COPIES:
            found.add(
                Problem("too_many_copies", "cards", "", {"card": card_name(card), "got": got, "most": COPIES})
            )
    found.finish()


def _compared(
    drawing: Drawing, cards: tuple[Card, ...], around: tuple[int, ...], begun: tuple[Item, ...]
) -> DrawState:
    """Round after round, until nobody is equal or no more cards are entered."""
    ranking: tuple[tuple[int, ...], ...] = (around,)
    draws, items, turn = list[Draw](), list(begun), 0
    while equal := [together for together in ranking if len(together) > 1]:
        if turn:
            items += [Item("draw_again", {"how": drawing.way, "players": list(one)}, 0) for one in equal]
        players = [player for together in equal for player in together]
        each = EACH[drawing.way]
        made = _hands(cards[: each * len(players)], each, players, turn)
        draws += made
        if len(cards) < each * len(players):
            waiting = None if len(drawing.cards) == DECK else players[len(cards) // each]
            now = _ask(waiting, each, len(cards) % each)
            return DrawState(tuple(draws), ranking, waiting, tuple(items), now)
        cards = cards[each * len(players) :]
        ranking = _split(ranking, {draw.player: strength(draw.cards) for draw in made})
        turn += 1
    if cards:
        raise Refused(Problem("bad_drawing", "cards", "decided", {"got": len(cards)}))
    first = Item("draw_first", {"player": ranking[0][0]}, 0)
    return DrawState(tuple(draws), ranking, None, (*items, first), first)


def _hands(cards: tuple[Card, ...], each: int, players: Sequence[int], turn: int) -> list[Draw]:
    """The cards given out to these players one after the other, as far as they go."""
    hands = [(player, cards[each * at : each * (at + 1)]) for at, player in enumerate(players)]
    return [
        Draw(player, turn, hand, value(hand) if len(hand) == each else None) for player, hand in hands if hand
    ]


def _ask(waiting: int | None, each: int, held: int) -> Item:
    """What has to be entered next; nothing more where the deck is used up."""
    if waiting is None:
        return Item("draw_out", {}, 0)
    how = HIGHEST if each == 1 else "two" if held else "one"
    return Item("draw_now", {"how": how, "player": waiting}, 0)


def _split(
    ranking: tuple[tuple[int, ...], ...], strengths: Mapping[int, tuple[bool, int, bool]]
) -> tuple[tuple[int, ...], ...]:
    """Each group of equals by what they drew, the highest first; those who already have a place keep it."""
    found: list[tuple[int, ...]] = []
    for together in ranking:
        if len(together) == 1:
            found.append(together)
            continue
        ordered = sorted(together, key=strengths.__getitem__, reverse=True)
        found += [tuple(equal) for _, equal in groupby(ordered, key=strengths.__getitem__)]
    return tuple(found)
