"""规矩 (guiju): what all games with the 80 cards have in common, in each one's own words and values (docs/rules/cards.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from .. import options as vocabulary
from ..codec import Count, Seat
from ..facts import Dead, Foul, Source, Win
from ..house_examples import house_examples
from ..options import Options
from ..rulebook import CardGroup, Cards, Case, Figure, Grid, Part, Section, merged, one
from ..ruleset import Ruleset
from ..ruletext import Known, Reader
from .call import Call
from .cards import CARDS, SIZE, card_name, parse_cards
from .course import ZipaiCourse
from .fourth import BY_SOURCE
from .hand import Hand
from .melds import meld
from .readings import readings
from .sample_hands import GREATEST, OPENING, PLAIN, QUADS, WAITING_HANDS, HandJson, Hands, hand
from .waits import waits

Won = Callable[[HandJson, Source], Win]
"""甲 wins this hand from this source: a deal as the game records it."""

HAND_ONLY: Final[tuple[Part, ...]] = ("hand",)
NO_HAND: Final[tuple[Part, ...]] = ("lines", "paid")
EVERYTHING: Final[tuple[Part, ...]] = ("lines", "paid", "next")
BEGAN: Final = 12
"""胡 of 天胡 in an example, where that is enough."""
CLAIMED: Final = Count(22)
"""胡 of the hand that was claimed in an example of a foul."""

RULES = """
# cards 牌 | The cards
- [{source}] 一副牌 80 张，每样四张。二、七、十和贰、柒、拾是红字，别的是黑字。
+ A deck has 80 cards, four of each. 2, 7 and 10, small and big, are red, the others black.
@ deck
- [{source}] 每人发 {held} 张，{dealer} {more} 张、先打一张。逆时针轮着来。
+ Everybody is dealt {held} cards, the dealer {more}, who discards first. Play goes counter-clockwise.
- [{source}] 摸上来的牌不放进手里。用得上就摆出来，用不上就放在面前，别人可以要。
+ A drawn card never enters the hand: it is laid down in a group, or left for the others to claim.

# groups 牌型和{hu}数 | Groups and what they count
- [{source}] {kan}：起手就有三张一样的。捏在手里，不拆。
+ {kan}: three alike among the cards dealt; they stay together in the hand.
@ kan
- [{source}] {peng}：手里有一对，别人摸出来或打出来第三张，拿来亮在桌上。
+ {peng}: a pair held, and another player’s third card; laid open.
@ peng
- [{source}] {sao}：手里有一对，自己摸到第三张，盖在桌上。
+ {sao}: a pair held, and one’s own draw; laid face down.
@ sao
- [{source} | passed!=none] {passed}：能碰没碰，后来自己又摸到一张，盖两张、亮一张，一样算{sao}。
+ {passed}: a pair that was not claimed for peng, and then one’s own draw; it counts as a {sao}.
- [{source}] {kaiduo}：手里三张或者{sao}了三张，别人出来第四张，四张亮在桌上。{peng}了三张，摸出来第四张也是。
+ {kaiduo}: three held or a {sao}, and another’s fourth card; or a {peng} and a drawn one. Laid open.
@ kaiduo
- [{source}] {saochuan}：手里三张或者{sao}了三张，自己摸到第四张，盖在桌上。起手四张也是。
+ {saochuan}: three held or a {sao}, and one’s own draw; laid face down. Four dealt are one too.
@ saochuan
- [{source}] 这四样顺子有{hu}，吃来的、手里的都一样。
+ These four runs count, laid or held.
@ runs
- [{source}] 别的三张连号，还有两大一小、两小一大，也成一比，没有{hu}。
+ Other runs, and two of one size with one of the other, make a group and count nothing.
@ others
- [{source}] {pair}：一对。有四张一样的牌才要，没有{hu}。
+ {pair}: a pair, needed beside four alike only; it counts nothing.
@ pair

# win 怎样算胡 | What wins
- [{source}] 没有四张一样的：正好 {groups} 比，每比三张，不要{pair}。
+ Without four alike: exactly {groups} groups of three, and no pair.
@ plain
- [{source}] 有四张一样的：四张算一比，{groups} 比里正好有一对做{pair}。
+ With four alike: four count as one group, and exactly one of the {groups} groups is a pair.
@ quads
- [{source}] 自己摸到的牌没得挑：手里有一对，一定{sao}；有三张或者{sao}过，一定{saochuan}。拿去凑别的能胡也不行。
+ One’s own draw leaves no choice: a pair held makes a {sao}, three or a {sao} make a {saochuan}, even where another use
  would win.
- [{source}] 别人的牌可以挑：手里有一对，可以{peng}，也可以凑别的。
+ Another’s card leaves a choice: a pair held may {peng}, or make any other group.
- [{rob} | qiangzhao=any] 手里有三张，别人出来第四张：要{kaiduo}。能胡的话，可以三张不动、拿这张去胡，叫抢招。
+ Three held and another’s fourth card: {kaiduo}; or, where it wins, the three stay and the card completes the hand
  elsewhere (抢招).
- [{rob} | qiangzhao=discard] 手里有三张，别人摸出来第四张：一定{kaiduo}。打出来的，能胡的话，可以三张不动、拿这张去胡，叫抢招。
+ Three held and another’s draw of the fourth: it has to be a {kaiduo}. With a discard, where it wins, the three may stay and
  the card completes the hand elsewhere (抢招).
- [{rob} | qiangzhao=none] 手里有三张，别人出来第四张：一定{kaiduo}，拿去凑别的能胡也不行。
+ Three held and another’s fourth card: it has to be a {kaiduo}, even where another use would win.
- [{stay} | must_open=on opens_by=own] {peng}了三张，自己摸到第四张：一定{kaiduo}，拿去凑别的能胡也不行。
+ A {peng} and one’s own draw of the fourth card: it has to be a {kaiduo}, even where another use would win.
- [{stay} | must_open=on opens_by=any] {peng}了三张，不管谁摸出来第四张：一定{kaiduo}，拿去凑别的能胡也不行。
+ A {peng} and anybody’s draw of the fourth card: it has to be a {kaiduo}, even where another use would win.
- [{stay} | must_open=off] {peng}了三张，摸出来第四张：能拿去胡的话，可以不{kaiduo}。
+ A {peng} and a drawn fourth card: it may complete the hand elsewhere instead of making a {kaiduo}.
- [{source}] 头一副四张的摆出来，还要打一张；从第二副起叫{again}，不用打。所以多一副，手里多一张牌。
+ The first quad is followed by a discard, later ones ({again}) are not: each of them leaves one card more.
- [{source} | claim_rule=every_copy] 吃了一张，手里还有一样的，要一起摆下来。留在手里叫{unlaid}。写明吃的是哪张，本子会提醒，不拦。
+ Equal cards left in the hand after a chi have to be laid down with it (else {unlaid}). Where the
  claimed card is told the ledger warns, and never refuses.
- [{source} | claim_rule=makes_a_shape] 吃了一张，手里还有一样的、又能成比的，要一起摆下来，叫下比。写明吃的是哪张，没摆的本子会提醒，不拦。
+ Equal cards that still make a group have to be laid down with a chi (下比). Where the claimed card is told the
  ledger warns, and never refuses.
- [S4] 一盘只有一个人胡。几家都要这张，从出牌的人逆时针数，先数到的胡。
+ One player wins a deal: of several, the first counter-clockwise from whom the card came.
"""

WAITING = """
# win
- [ours] 一副牌有几种摆法，本子全都试过，照最值的算。
+ Where a hand can be read in several ways, all are tried and the one that pays most counts.
- [S4] 最大的一副：除了做{pair}的两张，全是大字的{saochuan}。
+ The greatest hand: big {saochuan}, and the pair.
@ greatest

# waits 听牌 | Waiting hands
- [S4] 只差一张叫落停。有时候听的比看起来多：
+ A hand one card short waits (luoting), sometimes for more than one sees:
@ first
- [S4] 这样几张也容易看漏：
+ This is easily overlooked too:
@ second
- [S4] 能胡没看出来，放过去了，叫放流。
+ Not to see a win is called fangliu.
"""


class Subject(NamedTuple):
    """What a rulebook is about: a ruleset, what its table chose, and the course of its deals."""

    ruleset: Ruleset
    options: Options
    course: ZipaiCourse


class Book:
    """The shared sections for one table. ``source``: where the game is written down; ``enough``: 胡 of an example hand."""

    def __init__(
        self,
        subject: Subject,
        source: str,
        known: Mapping[str, Known] | None = None,
        enough: int = 0,
    ) -> None:
        ruleset, self.options, course = subject
        self.places = ruleset.places(self.options)
        self.valuing, self.foul_ask = course.valuing, course.penalty.ask
        self.source, self.unit, self.terms = source, ruleset.unit, ruleset.terms
        self.rules, self.form = self.valuing.rules, self.valuing.rules.form
        terms, self.enough = self.terms, max(enough, self.valuing.limits.min_hu)
        self.known: dict[str, Known] = {
            **self.valuing.words.names,
            "groups": self.form.groups,
            "held": self.form.held,
            "more": self.form.held + 1,
            "hu": terms.hu,
            "unit": ruleset.unit,
            "dealer": terms.dealer,
            "deals": terms.deals,
            "sits": terms.sitting,
            "dead": terms.dead,
            "foul": terms.foul,
            "must_open": "on" if self.rules.must_open else "off",
            "qiangzhao": self.rules.qiangzhao,
            "opens_by": "any" if "other_draw" in self.rules.must_open else "own",
            "passed": "none",
            "again": "重招",
            "unlaid": "停比下马",
            "claim_rule": self.valuing.claims.value,
            **(known or {}),
        }

    def sections(self, own: str, figures: Mapping[str, Figure], won: Won) -> tuple[Section, ...]:
        """The rules of all these games, and those of this one."""
        own_draw = won(self._fitting(QUADS), "self_draw")
        house = house_examples(self.options, self.places, own_draw)
        played = {**self._hands(won), **self._deals(won), **self._began(), **house}
        every = {**self._groups(), **self._waiting(), **played, **figures}
        text = (RULES + own + WAITING).replace("{source}", self.source)
        reader = Reader(self.options, self.known, every)
        sourced = BY_SOURCE.get(self.source, {})
        for rule, code in (("rob", "qiangzhao"), ("stay", "must_open")):
            as_there = sourced.get(code) == reader.known[code]
            text = text.replace(f"{{{rule}}}", self.source if as_there else "ours")
        return merged(*reader.sections(text))

    # ---- what is drawn -------------------------------------------------------------------------------------------

    def _groups(self) -> dict[str, Cards]:
        deck = (
            CardGroup("rest", CARDS[:SIZE], vocabulary.Words("小字", "Small")),
            CardGroup("rest", CARDS[SIZE:], vocabulary.Words("大字", "Big")),
        )
        alike = {"kan": "四肆", "sao": "六陆", "kaiduo": "八捌", "saochuan": "九玖"}
        values = self.rules.values
        red = values.of(meld("peng", parse_cards("二二二", ""))) != values.of(
            meld("peng", parse_cards("五五五", ""))
        )
        size = {"kaiduo": 4, "saochuan": 4, "pair": 2}
        cards_of = {**alike, "peng": "五伍二贰" if red else "五伍", "pair": "三"}
        return {
            "deck": Cards(deck),
            "runs": self._card_groups("shun", "一二三 二七十 壹贰叁 贰柒拾"),
            "others": self._card_groups("shun", "四五六 柒捌玖 捌捌八 十十拾"),
            **{
                kind: self._card_groups(kind, " ".join(card * size.get(kind, 3) for card in cards))
                for kind, cards in cards_of.items()
            },
        }

    def _card_groups(self, kind: str, groups: str) -> Cards:
        """Groups with what they count at this table."""
        return Cards(tuple(self._worth(kind, cards) for cards in groups.split()))

    def _worth(self, kind: str, cards: str) -> CardGroup:
        worth, unit = self.rules.values.of(meld(kind, parse_cards(cards, ""))), self.terms.hu
        return CardGroup(kind, cards, vocabulary.Words(f"{worth} {unit.zh}", f"{worth} {unit.en}"))

    def _fitting(self, hands: Hands) -> HandJson:
        """The first of these hands that is enough at this table, else the last."""
        candidates = hands[self.form.groups]
        found = (each for each in candidates if readings(_won(each), self.rules)[0].hu >= self.enough)
        return next(found, candidates[-1])

    def _hands(self, won: Won) -> dict[str, Case]:
        examples: Mapping[str, tuple[Hands, Source, tuple[str, str]]] = {
            "plain": (PLAIN, "other_draw", ("比如这一副", "For example")),
            "quads": (QUADS, "other_draw", ("比如这一副", "For example")),
            "greatest": (
                GREATEST,
                "self_draw",
                ("最后摸到一张，凑成一对", "The pair is completed by the last draw"),
            ),
        }
        return {
            name: Case(vocabulary.Words(*words), (won(self._fitting(hands), source),), HAND_ONLY)
            for name, (hands, source, words) in examples.items()
        }

    def _deals(self, won: Won) -> dict[str, Case]:
        """The same hand in every way it can be won, and what else a deal can come to."""
        ways: tuple[Source, ...] = ("other_draw", "self_draw", "discard")
        by_draw, own, discarded = (won(self._fitting(QUADS), source) for source in ways)
        foul = Foul(offender=Seat(1), hu=CLAIMED if self.foul_ask.usual is None else None)
        deals, fouls = self.terms.deals, self.terms.foul
        begins = vocabulary.Words(f"甲{deals.zh}", "A deals")
        return {
            "drawn": Case(
                vocabulary.Words("同一副牌，乙摸出来，甲胡", "The same hand, drawn by B"), (by_draw,), NO_HAND
            ),
            "own": Case(vocabulary.Words("甲自摸", "A draws it"), (own,)),
            "discard": Case(
                vocabulary.Words("同一副牌，乙打出来，甲胡", "The same hand, discarded by B"),
                (discarded,),
                NO_HAND,
            ),
            "follows": Case(
                vocabulary.Words(f"甲{deals.zh}，乙胡", "A deals, B wins"),
                (replace(by_draw, winner=Seat(1), from_=Seat(0)),),
                ("next",),
            ),
            "opening": Case(
                vocabulary.Words("乙起手就胡", "B wins with the cards dealt"),
                (replace(won(OPENING, "dealt"), winner=Seat(1)),),
            ),
            "dead": Case(begins, (Dead(),), EVERYTHING),
            "foul": Case(
                vocabulary.Words(f"甲{deals.zh}，乙{fouls.zh}", "A deals, B fouls"), (foul,), EVERYTHING
            ),
        }

    def _began(self) -> dict[str, Case]:
        """天胡 by 胡 alone."""
        hu = max(self.enough, BEGAN)
        words = vocabulary.Words(f"甲起手就胡，{hu} 胡，天胡", f"A wins {hu} hu with the cards dealt")
        deal = Win(winner=Seat(0), source="dealt", marks=("tianhu",), hu=Count(hu))
        return {"began": Case(words, (deal,), NO_HAND)}

    def _waiting(self) -> dict[str, Cards]:
        laid, held, others, few = WAITING_HANDS[self.form.groups]
        return {"first": self._waits(laid, held), "second": self._waits(others, few)}

    def _waits(self, laid: Sequence[tuple[str, str]], held: str) -> Cards:
        """The held cards, and those that complete them whatever the minimum."""
        short = Hand.from_json(hand(laid, held, None))
        found = "".join(card_name(wait.card) for wait in waits(short, self.rules, 0))
        return Cards(
            (
                CardGroup("rest", held, vocabulary.Words("手里", "Held")),
                CardGroup(
                    "rest", found, vocabulary.Words(f"听这 {len(found)} 样", f"Waits for {len(found)}")
                ),
            )
        )

    # ---- what a game may need ------------------------------------------------------------------------------------

    def ladder(self, call: Call, step: int, rows: int = 5) -> Grid:
        """胡 from the minimum on, in steps, and the units that the rules give a call of so many."""
        least, pricing = self.valuing.limits.min_hu, self.valuing.pricing
        lows = range(least, least + rows * step, step)
        units = [pricing.price(call._replace(hu=low), low, None).units for low in lows]
        lines = [(one(_band(low, step)), one(worth)) for low, worth in zip(lows, units, strict=True)]
        return Grid((self.terms.hu, self.unit), tuple(lines))


def _won(cards: HandJson) -> Hand:
    return replace(Hand.from_json(cards), source="other_draw")


def won_by(cards: HandJson, source: Source, winner: int = 0, from_: int = 1) -> Win:
    """A win by a hand, the card from another seat where it is not the winner's own."""
    other = Seat(from_) if source in ("other_draw", "discard") else None
    return Win(winner=Seat(winner), source=source, from_=other, hand=cards)


def _band(low: int, step: int) -> str:
    return f"{low}–{low + step - 1}" if step > 1 else f"{low}"
