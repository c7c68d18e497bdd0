"""打林 (dalin): two fixed sides catch points; bands give 积分, levels and tribute (docs/rules/dalin.md)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from .. import facts
from ..agreed import play_adjust
from ..codec import Seat
from ..evening import EVENING_DEALS
from ..facts import known
from ..house import House
from ..house_words import EVENING_BRIEF, EVENING_RULES
from ..options import Options, OptionSet, Value, Words, as_options, bands, entries, number, worth
from ..points import SAYINGS, TEXTS, Deck, PointsAsk, PointsGame, caught, check_points, total
from ..presets import NamedPreset
from ..problems import Collector, Problem, Refused
from ..rulebook import Case, Figure, Section, band_grid, listed, merged, one, signed
from ..ruleset import Example, Flow, Item, Outcome, Outlook, Ruleset, State, Table
from ..ruletext import Known, Reader
from ..seating import by_player, seat_problems
from ..terms import FirstDeal

SEATS = 4
LEVELS = ("5", "10", "K", "A")
GONGZHU_STEP = 50
"""After a 公主 deal one card for so many points short of, or above, what wins it."""
DECK = Deck(most=400, step=5, kitty=80, kitty_cards=(1, 2, 3, 4))
FIRST_DEALER = Words(
    "抓到明牌的坐庄；有人反主，反主的坐庄。",
    "Whoever drew the shown card; after an overcall, whoever made it.",
)
GREATEST = 640
"""320 caught and a kitty of 80 won with four cards."""

BAND_COLUMNS = (("抓到几分", "Up to"), ("闲家每人得", "Each defender"))
TRIBUTE_COLUMNS = (("抓到几分", "Up to"), ("闲家收几张（−是进）", "Cards defenders get (− give)"))
OPTIONS = OptionSet(
    (
        bands(
            "bands",
            [
                [20, -5],
                [50, -4],
                [90, -3],
                [125, -2],
                [160, -1],
                [210, 1],
                [240, 2],
                [275, 3],
                [355, 4],
                [GREATEST, 5],
            ],
            ("积分表", "Bands"),
            (
                "闲家抓到多少分，每人得几分积分；庄家方每人相反。最后一行不封顶。",
                "What each defender gets for the points caught; each of the dealing side the opposite. The last row is open.",
            ),
            "S3",
            BAND_COLUMNS,
            greatest=GREATEST,
        ),
        bands(
            "gongzhu_bands",
            "bands",
            ("公主的积分表", "Bands of a princess"),
            (
                "书上说公主的分另外算，没有给表。不填，就照积分表。",
                "The text says only that its points are counted apart. Left empty, the bands above are used.",
            ),
            "S3",
            BAND_COLUMNS,
            greatest=GREATEST,
            instead=("照积分表", "As the bands"),
        ),
        number(
            "win_at",
            160,
            ("闲家抓几分赢", "Defenders win at"),
            ("闲家抓够这么多分，就赢，换庄。", "With so many points defenders win, and deal next."),
            "S3",
            least=DECK.step,
            greatest=DECK.most,
            step=DECK.step,
        ),
        number(
            "gongzhu_win_at",
            205,
            ("公主抓几分赢", "In a princess they win at"),
            ("打公主，闲家抓够这么多分才赢。", "What defenders have to catch in a princess."),
            "S3",
            least=DECK.step,
            greatest=DECK.most,
            step=DECK.step,
        ),
        bands(
            "tribute",
            [[40, -3], [80, -2], [120, -1], [195, 0], [235, 1], [275, 2], [315, 3], [GREATEST, 4]],
            ("进贡表", "Tribute"),
            (
                "闲家抓到多少分，下一盘收几张贡；负数是进几张。最后一行不封顶。",
                "How many cards defenders get in the next deal; below zero they give. The last row is open.",
            ),
            "S3",
            TRIBUTE_COLUMNS,
            greatest=GREATEST,
        ),
        EVENING_DEALS,
    )
)

Rows = tuple[tuple[int, int], ...]
"""Rows of (the greatest number of points, what it is worth)."""


@dataclass(frozen=True)
class DalinOptions:
    """What a table chooses; worth are 积分 of each 闲家, of ``tribute`` the cards that they get."""

    bands: Rows
    gongzhu_bands: Rows | Literal["bands"]
    win_at: int
    gongzhu_win_at: int
    tribute: Rows
    evening_deals: int

    def wins_at(self, deal: facts.Points) -> int:
        """The points with which 闲家 win this deal."""
        return self.gongzhu_win_at if deal.gongzhu else self.win_at

    def bands_of(self, deal: facts.Points) -> Rows:
        """The bands that pay this deal."""
        return self.gongzhu if deal.gongzhu else self.bands

    @property
    def gongzhu(self) -> Rows:
        """Those that pay a 公主."""
        return self.bands if self.gongzhu_bands == "bands" else self.gongzhu_bands

    def disagree(self) -> bool:
        """Whether the bands contradict who won where 闲家 catch just enough."""
        return worth(self.bands, self.win_at) < 0


RULES = """
# cards 人和牌 | Players and cards
- [S3] 四个人，对面的是一伙：甲和丙，乙和丁。坐庄的一伙是庄家方，另一伙是闲家。
+ Four players in two fixed sides: A and C against B and D. One side deals; the others are defenders.
- [S3] 四副扑克牌，去掉 2、3、4、6、7，剩 136 张。每人 32 张，底牌 8 张。
+ Four decks without 2 3 4 6 7: 136 cards, 32 each and 8 in the kitty.
- [S3] 分牌是 5、10 和 K，一共 {points} 分。闲家抓到多少分，定输赢和积分。
+ 5, 10 and K carry {points} points; what defenders catch of them decides everything.

# kitty 抠底 | The kitty
- [S3] 最后一轮闲家赢了，叫抠底：底牌里的分，2 张抠的乘 2，3 张乘 3，4 张乘 4，加到抓分里。
+ If defenders win the last trick, the points in the kitty count 2, 3 or 4 times, by the cards it was won with.
@ kitty
- [open S3] 1 张抠底的，书上没有说，这里算一倍。
+ Won with one card they count once; the text does not say.
- [ours] 抓分都是 {step} 的倍数，底牌里最多 {kitty} 分；多了少了，本子不收。
+ Points come in {step}s, at most {kitty} of them in the kitty; the ledger refuses anything else.

# bands 积分 | What is paid
- [S3 | bands] 照闲家抓的分，闲家每人得这么多积分，庄家方每人相反。
+ By the points caught each defender gets so much, each of the dealing side the opposite.
@ bands
- [open S3] 书上自己说这张表可能有错。开桌的时候可以改。
+ The text says itself that this table may be wrong; it can be changed when a table opens.

# win 谁赢 | Who wins
- [S3] 抓够 {win_at} 分闲家赢，不够庄家方赢。
+ Defenders win with {win_at} points, the dealing side with less caught.
- [open S3 | exact=differ win_at=160 bands] 书上两张表对不上：正好 {win_at} 分，赢归闲家，积分却是庄家方得。都照印的算，记的时候会说明。
+ At exactly {win_at} its two tables disagree: defenders win, the scores are the dealers’. Both are kept.
@ exact
- [ours | exact=differ win_at!=160 bands] 正好 {win_at} 分，赢归闲家，积分却是庄家方得：赢和积分各照各的，记的时候会说明。
+ At exactly {win_at} defenders win, but the bands pay the dealers: both are kept.
@ exact

# levels 升级 | Levels
- [S3] 打 {all}，一级一级打，不能跳。庄家方赢一盘升一级。
+ Levels are {all}, played in order; the dealing side moves up with each deal won.
- [S3] 闲家赢了上庄，从 {levels[0]} 打起；原来那伙再打回来，也是。
+ When defenders win and deal they start at {levels[0]}, and so do the others when it comes back.
- [S3] 打过 {last} 才算赢了一场，再从 {levels[0]} 打起。
+ Winning a deal at {last} wins the match; a new one starts at {levels[0]}.
@ match

# next 下一盘谁坐庄 | Who deals next
- [S3] 头一盘，抓到明牌的坐庄；有人反主，反主的坐庄。
+ The first dealer is whoever drew the shown card, or whoever overcalled.
- [S3] 庄家方赢：庄家的对家坐庄。闲家赢：庄家的下家坐庄。
+ The dealing side won: the dealer’s partner deals. Defenders won: the dealer’s next seat deals.
@ kept caught

# tribute 进贡 | Tribute
- [S3 | tribute] 下一盘进几张贡，看这一盘闲家抓了多少分。是一伙一共的张数；本子只报，不算分。
+ The tribute of the next deal follows the points caught, in cards of a side in all; it is shown, not scored.
@ tribute
- [S3] 单数的，庄家的上家多给一张。庄家和庄家的上家先选贡。
+ Of an odd number the dealer’s seat before gives one more. The dealer and that seat choose first.

# play 叫主和大小 | Trumps and ranks
- [S3] 从大到小：大王、小王、主花色 J、副花色 J、主花色级牌、副花色级牌、主牌、副牌。点数 A 最大，2 最小。
+ From high to low: big joker, small joker, J of trumps, other J, trump level cards, other level cards, trumps, the rest;
  A is the highest number, 2 the lowest.
- [S3] 副花色的级牌一样大，谁先出谁大。
+ Level cards of side suits are equal: the one led first wins.
- [S3] 反主：级牌比叫主的多，就可以反。一家家反：庄家、对家、庄家下家、庄家上家。
+ Overcalling takes more level cards than the caller’s, in the order dealer, partner, the dealer’s next seat, the one before.
- [S3] 头一盘反主的坐庄，不收牌；第二盘起，反主只定主花色，不换庄家。
+ In the first deal who overcalls deals, and takes no cards; later it only sets the trump suit.
- [S3] 收了人家叫主的牌，照同花色还，王用主花色还；5、10、K 不能还。
+ Cards taken are given back in the same suit, for a joker in trumps, and never 5, 10 or K.
- [S3] 先后：先反主，再还牌；后进贡、还贡；再扣牌，最后收底。
+ First overcalling and giving back, then tribute and its return, then the kitty is laid and taken.

# gongzhu 公主 | 公主, a deal without trumps
- [S3] 从第二盘起，庄家和对家都不叫主，就打公主：没有主花色，没有底牌，每人 34 张。
+ From the second deal on, if the dealer and his partner name no trump: no trump suit and no kitty, 34 cards each.
- [S3] 公主要 {gongzhu_win_at} 分闲家才赢。打公主这一盘不进贡。
+ In a princess defenders need {gongzhu_win_at} points, and no tribute is paid in it.
@ gongzhu
- [S3] 公主以后的贡：离 {gongzhu_win_at} 分每差 {gap} 分进一张，每多 {gap} 分收一张。
+ After it one card for every {gap} points short of {gongzhu_win_at}, or above it.
- [open S3 | gongzhu_bands=bands] 公主的分，书上只说另外算。这里积分还照上面那张表。
+ The text says only that its points are counted apart; the same bands are used here.
- [open S3 | gongzhu_bands!=bands] 公主的分，书上只说另外算。这里照这一桌自己定的表。
+ The text says only that its points are counted apart; this table has bands of its own for it.
@ gongzhu_bands
"""


BRIEF = """
- [turn=none] 闲家怎么都不得分
+ the catchers never gain
- [turn!=none] 闲家 {turn} 分起得分
+ the catchers gain from {turn} points on
- 最多 {most}，最少 {least}
+ from {least} to {most}
- [bands=own] 积分表自己定的
+ bands of its own
- [gongzhu_bands!=bands] 公主另有积分表
+ a princess has bands of its own
- [win_at!=160] 抓够 {win_at} 分换庄
+ the catchers win the deal with {win_at}
- [gongzhu_win_at!=205] 公主抓够 {gongzhu_win_at} 分换庄
+ a princess is won with {gongzhu_win_at}
- [tribute=own] 进贡表自己定的
+ tribute of its own
"""


class Dalin(Ruleset):
    """打林: seats 0 and 2 against 1 and 3; the dealing side defends its level, 闲家 catch points."""

    slug = "dalin"
    version = 1
    name = Words("打林", "Dalin")
    tagline = Words("对家一伙，抓分升级", "Two sides, points and levels")
    presets_named = (NamedPreset("", name, (Words("山西洪洞", "Hongtong, Shanxi"),)),)
    unit = Words("分", "points")
    seats = (SEATS,)
    entry = "points_band"
    options = OPTIONS
    brief = BRIEF + EVENING_BRIEF
    results = (facts.Points, facts.Adjust)
    sayings = SAYINGS
    first_deal = FirstDeal(
        Words(
            "头一盘谁抓到明牌谁坐庄，反主的抢庄",
            "Whoever drew the shown card deals first, or whoever overcalled",
        ),
        "S3",
    )
    texts = {
        **TEXTS,
        "band.plus": Words(
            "照积分表，闲家每人得 {n}，庄家方每人付 {n}",
            "By the bands each defender gets {n}, each dealer pays {n}",
        ),
        "band.plus.short": Words("闲家 +{n}", "defenders +{n}"),
        "band.minus": Words(
            "照积分表，闲家每人付 {n}，庄家方每人得 {n}",
            "By the bands each defender pays {n}, each dealer gets {n}",
        ),
        "band.minus.short": Words("闲家 −{n}", "defenders −{n}"),
        "band.zero": Words("照积分表，谁也不付", "By the bands nobody pays"),
        "band.zero.short": Words("不付", "no payment"),
        "won.caught": Words("够 {least} 分，闲家赢，换庄", "{least} or more: defenders win and deal"),
        "won.caught.short": Words("闲家赢", "defenders win"),
        "won.kept": Words("不到 {least} 分，庄家方赢", "Below {least}: the dealing side wins"),
        "won.kept.short": Words("庄家赢", "dealers win"),
        "differ.caught": Words(
            "赢归闲家，积分却是 −{n}：两张表这样印的，都照算",
            "Defenders win, yet the bands say −{n}: both tables are kept as printed",
        ),
        "differ.kept": Words(
            "赢归庄家方，积分却是闲家 +{n}：两张表都照算",
            "The dealing side wins, yet the bands say +{n} for defenders: both are kept",
        ),
        "level.up": Words("{players}打过 {level}，升到 {next}", "{players} won at {level}, {next} is next"),
        "level.up.short": Words("打 {level}", "level {level}"),
        "level.down": Words(
            "{players}打 {level} 没过，对方从 {next} 打起",
            "{players} lost at {level}; the others start at {next}",
        ),
        "level.down.short": Words("打 {level}", "level {level}"),
        "level.match": Words(
            "{players}打过 {level}，赢了一场！再从 {next} 打起",
            "{players} won at {level} and the match! A new one starts at {next}",
        ),
        "level.match.short": Words("打过 {level}，赢一场", "won at {level}: match"),
        "next": Words("下一盘{player}坐庄", "{player} deals next"),
        "tribute.none": Words("下一盘不进贡", "No tribute in the next deal"),
        "tribute.none.short": Words("不进贡", "no tribute"),
        "tribute.one": Words(
            "下一盘{player}进 1 张贡（打公主不进）",
            "{player} gives 1 card in the next deal (none in a princess)",
        ),
        "tribute.one.short": Words("进贡 1", "tribute 1"),
        "tribute.even": Words(
            "下一盘{players}进 {n} 张贡，一人一半；庄家和上家先选（打公主不进）",
            "{players} give {n} cards in the next deal, half each; dealer and the seat before choose first (none in a princess)",
        ),
        "tribute.given": Words(
            "下一盘{players}进 {n} 张贡（打公主不进）",
            "{players} give {n} cards in the next deal (none in a princess)",
        ),
        "tribute.given.short": Words("进贡 {n}", "tribute {n}"),
        "tribute.even.short": Words("进贡 {n}", "tribute {n}"),
        "tribute.odd": Words(
            "下一盘{players}进 {n} 张贡，{player}多一张；庄家和上家先选（打公主不进）",
            "{players} give {n} cards in the next deal, {player} one more; dealer and the seat before choose first (none in a princess)",
        ),
        "tribute.odd.short": Words("进贡 {n}", "tribute {n}"),
        "now": Words("{players}打 {level}", "{players} play {level}"),
        "sides": Words("两家对付", "Side against side"),
        "bad_deal.gongzhu_first": Words("头一盘不能打公主", "The first deal cannot be a princess"),
    }

    def known_in_brief(self, options: Options) -> Mapping[str, Known]:
        rows = entries(options["bands"], list)
        gains = [gain for _end, gain in rows]
        starts = [0, *(end + DECK.step for end, _gain in rows)]
        return {
            "turn": next((start for start, gain in zip(starts, gains, strict=False) if gain > 0), "none"),
            "most": signed(max(gains)),
            "least": signed(min(gains)),
            **{code: _whose(code, options[code]) for code in ("bands", "tribute")},
        }

    def compose(self, options: Options) -> PointsGame:
        o = OPTIONS.read(DalinOptions, options)
        return PointsGame(
            course=Sides(o),
            outlook=Level(),
            rulebook=partial(_rulebook, o),
            example=_example,
            asks=_asks,
            house=House(deals=o.evening_deals),
        )


@dataclass(frozen=True)
class Sides:
    """对家一伙: one side deals and defends its level, the other catches points."""

    o: DalinOptions

    def check(self, table: Table) -> None:
        """Nothing is carried in."""

    def open(self, table: Table) -> State:
        """Nobody has a level before the first deal, which cannot be a 公主."""
        return State(dealer=table.first_dealer)

    def complete(self, table: Table, state: State, deal: facts.Deal) -> facts.Deal:
        return replace(deal, dealer=Seat(state.dealer)) if deal.dealer is None else deal

    def play(self, table: Table, state: State, deal: facts.Deal) -> Outcome:
        deal = self.complete(table, state, deal)
        match deal:
            case facts.Points():
                _check(table, deal, partial(_check_caught, state, deal))
                return self._caught(table, state, deal)
            case facts.Adjust():
                _check(table, deal)
                level = _asks(table, state, known(deal.dealer)).level
                answers = {"level": level, "tribute": None}
                return replace(play_adjust(table, state, deal), answers=answers)
        raise Refused(Problem("bad_deal", "result", "not_here", {"result": deal.result}))

    def _caught(self, table: Table, state: State, deal: facts.Points) -> Outcome:
        ask = _asks(table, state, known(deal.dealer))
        o, caught_in_all = self.o, total(deal)
        least = o.wins_at(deal)
        is_caught = caught_in_all >= least
        after = _after(table, state, deal, caught=is_caught)
        gain, cards = worth(o.bands_of(deal), caught_in_all), _tribute(o, deal, caught_in_all)
        items = (
            caught(deal, own_bands=o.gongzhu_bands != "bands"),
            _band(gain),
            *_won(gain, least, caught=is_caught),
            _level(table, ask, after),
            Item("next", {"player": table.players[after.dealer]}, 0),
            _tribute_item(table, ask, after.dealer, cards),
        )
        return Outcome(
            deal=deal,
            state=after,
            flows=by_player(table, _flows(ask, gain)),
            items=items,
            warnings=_departure(table, state, deal),
            answers={"level": ask.level, "tribute": cards},
        )


class Level(Outlook):
    """打几 (da ji): the level that the dealing side plays for."""

    def standing(self, table: Table, state: State) -> tuple[Item, ...]:
        ask = _asks(table, state, state.dealer)
        return (Item("now", {"players": _players(table, ask.dealers), "level": ask.level}, 0),)


def _asks(table: Table, state: State, dealer: int) -> PointsAsk:
    """What an entry needs while ``dealer`` deals."""
    return PointsAsk(
        dealers=_side(dealer),
        catchers=_side(dealer + 1),
        level=LEVELS[_levels(state)[dealer % 2]],
        first=state.level is None,
        deck=DECK,
        first_dealer=FIRST_DEALER,
        gongzhu=True,
    )


def _check(table: Table, deal: facts.Deal, *more: Callable[[], None]) -> None:
    """Raises `Refused` with everything that is wrong with who sits where, and what ``more`` finds."""
    found = Collector()
    found.extend(seat_problems(table, deal))
    if deal.sitting is not None:
        found.add(Problem("bad_deal", "sitting", "nobody_sits"))
    for check in more:
        found.attempt(check)
    found.finish()


def _check_caught(state: State, deal: facts.Points) -> None:
    found = Collector()
    found.attempt(partial(check_points, DECK, deal))
    if deal.gongzhu and state.level is None:
        found.add(Problem("bad_deal", "gongzhu", "gongzhu_first"))
    found.finish()


def _rulebook(o: DalinOptions) -> tuple[Section, ...]:
    values: dict[str, Known] = {
        "points": DECK.most,
        "step": DECK.step,
        "kitty": DECK.kitty,
        "last": LEVELS[-1],
        "exact": "differ" if o.disagree() else "agree",
        "gap": GONGZHU_STEP,
        "levels": list(LEVELS),
        "all": listed(map(one, LEVELS)),
    }
    return merged(*Reader(as_options(o), values, _figures(o)).sections(RULES + EVENING_RULES))


def _example(code: str) -> Example | None:
    """A 公主 cannot be the first deal, which an example is."""
    if code.startswith("gongzhu"):
        return None
    if code == "win_at":
        return Example(facts.Points(points=165), ("caught", "won"))
    deal = facts.Points(points=380, kitty_points=20, kitty_cards=4)
    return Example(deal, ("caught", "tribute" if code == "tribute" else "band"))


def _figures(o: DalinOptions) -> Mapping[str, Figure]:
    kitty = facts.Points(points=380, kitty_points=20, kitty_cards=4)
    gongzhu = facts.Points(points=260, gongzhu=True)
    nothing, some = facts.Points(points=0), facts.Points(points=165)
    columns, cards = (tuple(Words(*words) for words in pair) for pair in (BAND_COLUMNS, TRIBUTE_COLUMNS))
    return {
        "kitty": Case(Words("抓 380，底 20，4 张抠的", "380, and 20 won with 4 cards"), (kitty,)),
        "bands": band_grid(columns, o.bands, DECK.step),
        "exact": Case(
            Words("闲家正好抓这么多", "Defenders catch just that"), (facts.Points(points=o.win_at),)
        ),
        "match": Case(Words("甲一伙连赢四盘", "A’s side wins four"), (nothing,) * 4, only=("level",)),
        "kept": Case(Words("甲坐庄，闲家抓 0 分", "A deals, defenders catch 0"), (nothing,), ("next",)),
        "caught": Case(Words("甲坐庄，闲家抓 165 分", "A deals, defenders catch 165"), (some,), ("next",)),
        "gongzhu": Case(Words("第二盘打公主，抓 260", "A princess, 260 caught"), (nothing, gongzhu)),
        "gongzhu_bands": band_grid(columns, o.gongzhu, DECK.step),
        "tribute": band_grid(cards, o.tribute, DECK.step),
    }


def _side(seat: int) -> tuple[int, int]:
    """Both seats of a side, lower first."""
    return seat % 2, seat % 2 + 2


def _players(table: Table, seats: tuple[int, ...]) -> list[int]:
    return [table.players[seat] for seat in seats]


def _levels(state: State) -> tuple[int, ...]:
    """The place in `LEVELS` of the side of seats 0 and 2, and of that of 1 and 3."""
    return (0, 0) if state.level is None else state.level


def _after(table: Table, state: State, deal: facts.Points, *, caught: bool) -> State:
    """Won by 闲家: the dealer's 下家 deals at 5; else the partner, one level up, and after A again at 5."""
    dealer = known(deal.dealer)
    if caught:
        return State(dealer=table.after(dealer), level=(0, 0))
    levels = [0, 0]
    levels[dealer % 2] = (_levels(state)[dealer % 2] + 1) % len(LEVELS)
    return State(dealer=table.after(dealer, 2), level=tuple(levels))


def _tribute(o: DalinOptions, deal: facts.Points, number: int) -> int:
    """进贡 (jingong): cards of the side in all; positive where 闲家 receive them."""
    if deal.gongzhu:
        beyond = number - o.gongzhu_win_at
        return abs(beyond) // GONGZHU_STEP * (1 if beyond > 0 else -1)
    return worth(o.tribute, number)


def _whose(code: str, value: Value) -> str:
    """Whether a table is the usual one or the table's own."""
    return "usual" if value == OPTIONS.by_code[code].default else "own"


def _flows(ask: PointsAsk, gain: int) -> tuple[Flow, ...]:
    """Each of one side pays one of the other; which of them is of no matter."""
    payers, payees = (ask.dealers, ask.catchers) if gain > 0 else (ask.catchers, ask.dealers)
    pairs = zip(payers, payees, strict=True) if gain else ()
    return tuple([Flow(payer, payee, abs(gain), "sides") for payer, payee in pairs])


def _band(gain: int) -> Item:
    how = "zero" if not gain else "plus" if gain > 0 else "minus"
    return Item("band", {"how": how, "n": abs(gain)}, gain)


def _won(gain: int, least: int, *, caught: bool) -> tuple[Item, ...]:
    """Who won, and that the bands contradict it where they do (at exactly 160, and in a 公主 from 165 to 200)."""
    how = "caught" if caught else "kept"
    won = Item("won", {"how": how, "least": least}, 0)
    if gain == 0 or caught == (gain > 0):
        return (won,)
    return (won, Item("differ", {"how": how, "n": abs(gain)}, 0))


def _level(table: Table, ask: PointsAsk, after: State) -> Item:
    following = LEVELS[_levels(after)[after.dealer % 2]]
    kept = after.dealer in ask.dealers
    how = "down" if not kept else "match" if ask.level == LEVELS[-1] else "up"
    players = _players(table, ask.dealers)
    return Item("level", {"how": how, "players": players, "level": ask.level, "next": following}, 0)


def _tribute_item(table: Table, ask: PointsAsk, dealer: int, cards: int) -> Item:
    """Whoever does not deal next gives, of an odd number the dealer's 上家 one more.

    A table of its own may let the side give that deals next, and then the players settle who.
    """
    number = abs(cards)
    if number == 0:
        return Item("tribute", {"how": "none", "n": 0}, 0)
    giving = ask.dealers if cards > 0 else ask.catchers
    givers = _players(table, giving)
    if dealer in giving:
        return Item("tribute", {"how": "given", "n": number, "players": givers}, 0)
    how = "one" if number == 1 else "odd" if number % 2 else "even"
    before = table.players[table.after(dealer, -1)]
    return Item("tribute", {"how": how, "n": number, "players": givers, "player": before}, 0)


def _departure(table: Table, state: State, deal: facts.Points) -> tuple[Problem, ...]:
    """Another dealer than the rule's; in the first deal there is none (亮主, 反主)."""
    if state.level is None or deal.dealer == state.dealer:
        return ()
    return (Problem("dealer_differs", "dealer", "", {"player": table.players[state.dealer]}),)


RULESET = Dalin()
