"""规矩 (guiju): what the games of S4 have in common, of who sits and who deals (docs/rules/deng.md)."""

from collections.abc import Mapping
from typing import Final

from ..house_words import LOW_RULES
from ..options import Words
from ..rulebook import Case, Figure, Section, listed
from ..ruletext import Known
from .cards import FEI, NAMES
from .counter import counted_out
from .deck import SPECIAL_CARDS
from .rulebook import Book, Subject, won_by
from .sample_hands import WITH_FEI

SEATS: Final = """
# cards
- [P | form=two] 两个人打，都上场：牌和三个人一样发，只有一家付。
+ Two play, dealt as three are; one loser pays.
- [P | drawn_cards=0] 两个人打也用整副牌，不抽牌。
+ Two play with the whole deck.
- [P | drawn_cards!=0] 两个人打，开打前从坨子里抽掉 {drawn_cards} 张。
+ Before two play, {drawn_cards} cards are taken out of the pile.
- [S4 | form=three] 三个人打，都上场。
+ Three play, all of them.
- [S4 | form=three_and_counter] 四个人坐，三个人打，一个数算：这一盘不摸牌，管数牌、算账。
+ Four sit and three play; one is the counter, who keeps count and plays no cards.
- [open S4 | form=three_and_counter] 头一盘谁数算没有说，就是打桩的上手。
+ Where nobody says who is the counter first, it is the seat before the dealer.
- [S4 | change_bottom special_cards] 有人数算的，他数 {counted_out} 张：本来 19 张，换底的 20 张，有几张飞和秤子就加几张。
+ Where somebody is the counter he counts out {counted_out} cards: 19, or 20 with a changed bottom, and one for each joker and scale.
- [S4 | form=four_at_once] 四个人同时打，牌发得少，胡 {groups} 比。
+ Four play at once, with fewer cards, and win with {groups} groups.
- [S4] 起手有三副四张的，从坨子底下补一张；四副补两张。
+ Who is dealt three quads draws one card more from the bottom of the pile, two with four.
- [S4 | special_cards] 老式的牌加几张飞和秤子：飞顶随便哪张，秤顶它那一组三张里随便哪张，都能放进手里。这一桌{specials}。
+ Old-style decks have joker (stands for any card) and scale (any of its three), which enter the hand. Here: {specials}.
- [open S4 | old=on] 飞和秤顶哪张就照哪张算，已经出了四张的也能顶。起手的三张、四张不算它们。
+ They count as what they stand for, even a card of which four are out; dealt triples and quads are without them.
- [S4 | fei=on] 比如手里有一张飞：
+ For example with a joker in the hand:
@ fei

# win
- [S4] {min_hu} 胡起胡。不够就胡，算岔胡。
+ A hand below {min_hu} hu does not win; to claim it is a foul.
- [S4 | discard_wins=off] 不兴放炮：手里打出来的字不能胡，只胡从坨子里摸出来的，自己摸、别人摸都行。
+ Discards do not win; a card drawn from the pile does, whoever drew it.
- [S4 | discard_wins!=off] 兴放炮：不管摸出来的、打出来的，都能胡。
+ Discards win as drawn cards do.
- [S4] 先后：先{sao}、{saochuan}，再{peng}，再是摸牌的人吃，最后下手吃。隔一家只能碰。
+ First come {sao} and {saochuan}, then {peng}, then the drawer’s chi, last the next seat’s; others may only peng.
- [S4] 原来能吃没吃的，后来不能再吃，叫吃过张；能碰没碰的也不能再碰，叫碰后对。胡牌不受这个管。
+ What was not claimed once may not be claimed later; a win may.
- [S4] 不能逃锥：该{sao}、{saochuan}的不摆。不能拆坎：三张一样的拆开去凑别的。不能不摆火：吃了，该一起摆下来的不摆。
+ Not allowed: to leave out a {sao} or {saochuan} (逃锥), to take three alike apart (拆坎), or to chi without laying down what
  goes with it (不摆火).
- [S4] 放明招：别人{sao}的字，自己打出一样的一张。放了的人这一盘吃、碰都不行，只能{sao}、{saochuan}、跑起、{kaiduo}，要胡只能胡摸出来的字。
+ Who discards what opens another’s {sao} (放明招) may then neither chi nor peng, only make {sao}, {saochuan} and quads, and
  win on drawn cards.
- [S4] 起手四张一样的叫龙，要现龙：亮一张，盖三张。打桩的先现；别人等他打出头一个字再现。不现，龙就烧死了，算{foul}。
+ Four alike dealt are a dragon (龙) and displayed, one card open and three face down: by the dealer at once, by others after
  the first discard. Else it is burnt (烧死龙), a foul.
- [S4] 起手两条龙，头打二免：头一回要打一个字，已经落停的不用；第二回不用打。
+ Who is dealt two dragons discards the first time, unless waiting already, and not the second time (头打二免).
- [S4] 要胡、要吃的字放在胸前；放到右手边叫丢角，不能再胡。
+ A card taken up lies before the player; put at the right hand it no longer wins (丢角).
- [S4] 几家都能胡，前面的先胡了，后面的叫被短水。
+ Of several who could win, those whom an earlier one passes are cut off (被短水).
"""

COUNTED_DISCARDS: Final = """
- [S4; P | discard_wins=off discard_hu=0] 不兴放炮，打出来的不记。
+ No discard is counted.
- [S4; P | discard_wins=off discard_hu!=0] 不兴放炮，打出来的不记；说好兴的话，多记 {discard_hu} 胡。
+ No discard is counted; where discards win they count {discard_hu} more.
- [S4 | discard_wins=on discard_hu=0] 打出来的，胡几胡记几胡，不另加；放炮的不扣。
+ A discard counts the hand’s hu and no more; nothing is taken from whoever discarded it.
@ discard
- [P | discard_wins=on discard_hu!=0] 打出来的，多记 {discard_hu} 胡；放炮的不扣。
+ A discard counts {discard_hu} more; nothing is taken from whoever discarded it.
@ discard
"""
"""放炮, where wins are counted."""

DISCARDS: Final = """
- [S4 | discard_wins=all_pay] 放炮：打出来的也是各付各的。
+ Discards are paid by everybody too.
@ discard
- [S4 | discard_wins=discarder_pays_all] 放炮：打的那个人一个人付，几家的都算他的。
+ Whoever discarded the card pays everybody’s share.
@ discard
"""
"""放炮, in the section of who pays, where discards may win at all."""

DEAD: Final = """
- [S4] 臭牌，没有人胡：谁也不付，打桩的下手来打桩。
+ A deal nobody wins: nobody pays and the next seat deals.
@ dead
"""
"""臭牌 (choupai), where it moves the deal on."""

NEXT: Final = """
# next 下一盘谁打桩 | Who deals next
- [S4] 谁胡，下一盘谁打桩。
+ The winner deals the next.
@ follows
- [S4 | form=three_and_counter] 打桩的胡了，数算的不变。别人胡了，换数算的下手来数算。
+ If the dealer wins, the counter stays; if another does, the counter’s next seat becomes the counter.
- [open S4 | form=three_and_counter] 轮到数算的正好要打桩，就再让下一家数算。
+ If that is the new dealer, it is the seat after it.
"""

ROUND: Final = """
# stop 打到一半散了 | Stopping in mid-round
- [ours] 一轮没打完要散，桌上挑一样：照现在的胡结；不算了；带到下次接着打。
+ A round that is not over when the evening ends is settled as it stands, dropped, or carried into another evening.
"""


def counter_sections(
    subject: Subject, own: str, known: Mapping[str, Known], figures: Mapping[str, Figure], enough: int = 0
) -> tuple[Section, ...]:
    """The rulebook of such a game: shared parts around its own; ``enough`` as `Book` has it."""
    deck = subject.course.valuing.specials
    decks = {
        "fei": "on" if deck[NAMES[FEI]] else "off",
        "old": "on" if any(deck.values()) else "off",
        "specials": _deck(deck),
        "counted_out": counted_out(subject.options["change_bottom"] == "on", deck),
    }
    book = Book(subject, "S4", {"discard_wins": "off", **decks, **known}, enough)
    stands = Case(Words("甲自摸", "A draws the card"), (won_by(WITH_FEI[book.form.groups], "self_draw"),))
    return book.sections(SEATS + own + LOW_RULES, {"fei": stands, **figures}, won_by)


def _deck(deck: Mapping[str, int]) -> Words:
    """What of 飞王 and 秤子 the deck has."""
    names = {str(part.value): part.name for part in SPECIAL_CARDS.parts}
    has = [
        Words(f"{number} 张{names[code].zh}", f"{number} {names[code].en}")
        for code, number in deck.items()
        if number
    ]
    there = listed(has)
    return Words(f"有 {there.zh}", there.en) if has else Words("没有", "none")
