"""听牌、放流: after the hand, what a winner waited for and what each card would have brought."""

from collections.abc import Iterable
from dataclasses import dataclass

from zipai_ledger.entries.setting import Setting
from zipai_ledger.entries.slots import Slot
from zipai_ledger.ledger.queries import DealRow
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.mahjong.asks import TilesGame
from zipai_ledger.rules.mahjong.tiles import TILES
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.waiting import Chance, Waiting, Worth
from zipai_ledger.rules.zipai.cards import CARDS
from zipai_ledger.rules.zipai.game import ZipaiGame

from .cards import HandCards, LooseCard, laid_groups, loose_card
from .zipai_hand import TABS

UNPLAYED = (facts.Adjust.result, facts.EndRound.result, facts.Foul.result)
"""Results of which there is no hand to look at: a 诈胡 (zhahu) won nothing."""
NO_WIN = Worth(0, enough=False)
PENG = Words("碰", "peng")
"""How a group of tiles that was laid begins; kongs stand among the 豆 of the deal."""


@dataclass(frozen=True, slots=True)
class WaitValue:
    """What a card is worth from one source: 21 胡, and the pattern and units where these are something else.

    ``came``: so it was won.
    """

    main: str = ""
    more: str = ""
    came: bool = False

    @property
    def whole(self) -> str:
        """Both."""
        return " ".join(filter(None, [self.main, self.more]))


@dataclass(frozen=True, slots=True)
class WaitedCard:
    """A card to wait for: how many nobody has seen, whether it ``won`` and is the ``greatest``, its value by source."""

    card: LooseCard
    left: int
    won: bool
    greatest: bool
    values: tuple[WaitValue, ...]


@dataclass(frozen=True, slots=True)
class Passing:
    """放流 (fangliu): what would have been left, had the winning ``card`` been let go: ``kinds``, ``left`` copies of them.

    ``compared``: how that card stands among those it waited for: the ``only`` one, ``alike``, ``greatest``, ``lesser`` than
    the one that is ``best``, and its value; or empty where nothing is known of it.
    """

    card: LooseCard
    kinds: int
    left: int
    compared: str
    best: LooseCard
    value: WaitValue


@dataclass(frozen=True, slots=True)
class WaitingHand:
    """One hand. ``may_be``: cards, with their names, of which one was the winning one, where nobody noted it; then it is asked for first.

    ``waits``: the cards that win, greatest first; ``left``: copies of them that nobody has seen; ``short``: cards that make
    a hand of too little; ``passing``: only where the hand won.
    """

    name: str
    laid: tuple[HandCards, ...]
    held: tuple[LooseCard, ...]
    may_be: tuple[tuple[str, LooseCard], ...]
    sources: tuple[str, ...]
    left: int
    waits: tuple[WaitedCard, ...]
    short: tuple[WaitedCard, ...]
    passing: Passing | None


@dataclass(frozen=True, slots=True)
class HandPad:
    """What a hand is tapped with: kinds of groups, each with its local word and how it is written, and every card or tile.

    ``held``: what stands before the cards that are in no group; nothing before tiles.
    """

    held: str
    kinds: tuple[tuple[str, str, str], ...]
    cards: tuple[LooseCard, ...]


@dataclass(frozen=True, slots=True)
class WaitsPage:
    """What the winners of the deal at a slot waited for.

    ``hint``: how a hand is written that somebody shows; empty where this game has no hands. ``pad``: with what it can be
    tapped, None where it can only be typed. ``open_hand``: such a hand.
    """

    slot: Slot
    hint: str
    pad: HandPad | None
    hands: tuple[WaitingHand, ...]
    open_hand: WaitingHand | None


def waits_page(slot: Slot, hands: Iterable[Waiting], open_hand: Waiting | None) -> WaitsPage:
    """The page; ``open_hand``: a hand that somebody lays open after the deal."""
    return WaitsPage(
        slot=slot,
        hint=slot.setting.speaker.word(hint) if (hint := hand_hint(slot.stage.ruleset)) else "",
        pad=hand_pad(slot.setting),
        hands=tuple(_Hand(slot, found).page() for found in hands),
        open_hand=_Hand(slot, open_hand).page() if open_hand else None,
    )


def hand_pad(setting: Setting) -> HandPad | None:
    """The kinds of the game's own pad; None where it has no hands that can be tapped."""
    if isinstance(setting.game, TilesGame):
        return HandPad("", (("peng", setting.speaker.word(PENG), PENG.zh),), tuple(map(loose_card, TILES)))
    if not isinstance(setting.game, ZipaiGame):
        return None
    words, speaker = setting.game.valuing.words, setting.speaker
    kinds = ((kind, speaker.word(words.short_word(kind)), words.tokens[kind]) for kind in TABS)
    return HandPad(words.tokens["rest"], tuple(kinds), tuple(map(loose_card, CARDS)))


def hand_hint(slug: str) -> Words | None:
    """How a hand of this ruleset may be written; None where it has none, or is gone."""
    try:
        return registry.get(slug).hand_hint
    except Refused:
        return None


def has_waits(row: DealRow) -> bool:
    """Whether there is something to look at after a deal: hands were played in it."""
    return hand_hint(row.deal.stage.ruleset) is not None and row.fact["result"] not in UNPLAYED


class _Hand:
    """What one hand waited for, card by card."""

    def __init__(self, slot: Slot, found: Waiting) -> None:
        self.name, self.found = slot.setting.name(found.winner), found
        self.speaker = slot.setting.speaker
        self.wins = self._ordered(chance for chance in found.chances if chance.wins)
        self.greatest = self._rank(self.wins[0]) if self.wins else None
        self.differ = len(set(map(self._rank, self.wins))) > 1

    def page(self) -> WaitingHand:
        found = self.found
        short = self._ordered(chance for chance in found.chances if not chance.wins)
        return WaitingHand(
            name=self.name,
            laid=laid_groups(found.laid, self.speaker),
            held=tuple(map(loose_card, found.held)),
            may_be=tuple((name, loose_card(name)) for name in found.may_be),
            sources=tuple(map(self.speaker.label, found.sources)),
            left=sum(chance.left for chance in self.wins),
            waits=tuple(map(self._card, self.wins)),
            short=tuple(map(self._card, short)),
            passing=self._passing() if found.won and self.wins else None,
        )

    def _ordered(self, chances: Iterable[Chance]) -> list[Chance]:
        """The greatest first."""
        return sorted(chances, key=self._rank, reverse=True)

    def _rank(self, chance: Chance) -> tuple[tuple[bool, int, int], ...]:
        """What a card is compared by: from where the winning card came, then from anywhere."""
        here = chance.worth.get(self.found.source, NO_WIN)
        return here.rank, max(worth.rank for worth in chance.worth.values())

    def _card(self, chance: Chance) -> WaitedCard:
        return WaitedCard(
            card=loose_card(chance.card),
            left=chance.left,
            won=chance.card == self.found.won,
            greatest=self.differ and self._rank(chance) == self.greatest,
            values=tuple(self._value(chance, source) for source in self.found.sources),
        )

    def _value(self, chance: Chance, source: str) -> WaitValue:
        worth = chance.worth.get(source)
        if worth is None:
            return WaitValue()
        came = chance.card == self.found.won and source == self.found.source
        return wait_value(worth, self.speaker, came=came)

    def _passing(self) -> Passing:
        won = next((chance for chance in self.wins if chance.card == self.found.won), None)
        rest = [chance for chance in self.wins if chance is not won or chance.left]
        best = self.wins[0]
        worth = best.worth.get(self.found.source) or max(best.worth.values(), key=lambda each: each.rank)
        return Passing(
            card=loose_card(self.found.won),
            kinds=len(rest),
            left=sum(chance.left for chance in rest),
            compared=self._compared(won) if won else "",
            best=loose_card(best.card),
            value=wait_value(worth, self.speaker),
        )

    def _compared(self, won: Chance) -> str:
        if not self.differ:
            return "alike" if len(self.wins) > 1 else "only"
        return "greatest" if self._rank(won) == self.greatest else "lesser"


def wait_value(worth: Worth, speaker: Speaker, *, came: bool = False) -> WaitValue:
    """A value in the words of its game."""
    units = f"{worth.units} {speaker.unit}"
    if not worth.hu and worth.units:
        main, beside = units, ""
    else:
        main = f"{worth.hu} {speaker.hu}"
        beside = units if worth.units and worth.hu and speaker.unit != speaker.hu else ""
    pattern = speaker.label(worth.pattern) if worth.pattern else ""
    return WaitValue(main, " ".join(filter(None, [pattern, beside])), came)
