"""翻牌定庄: the cards to tap, who drew what, and the table as it comes out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from zipai_ledger.formats.speaker import common_speaker, speaker, word
from zipai_ledger.forms.drawing import (
    WORDING,
    Company,
    DrawingForm,
    DrawingTurn,
    Fields,
    companies,
    sitting_seat,
)
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.zipai import drawing as rules
from zipai_ledger.rules.zipai.cards import CARDS, Card, card_name, card_text, is_big, is_red
from zipai_ledger.rules.zipai.drawing import Draw, Drawing

from .desk import PLACES, SIZES
from .fans import Fan, loose_fan, spoken
from .stages import seat_place
from .template_values import TemplateValue

LONGEST = 24
"""Characters of a name that are shown."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is chosen before the first card; ``counts``: somebody turns a card that counts."""

    companies: tuple[Company, ...]
    ways: tuple[tuple[str, Words], ...]
    about: str
    counts: bool


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """What one player drew, round after round, and what the last of it is worth."""

    fans: tuple[Fan, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Drawer:
    """Somebody as he sits now, with all he drew; ``typed``: his name as it was written. ``turns``: the card that counts."""

    index: int
    name: str
    typed: str
    turns: bool
    is_turning: bool
    is_equal: bool
    hand: DrawnHand


@dataclass(frozen=True, slots=True)
class Key(TemplateValue):
    """A card to tap; ``is_full``: all of it have been turned."""

    card: Card
    name: str
    label: str
    size: str
    is_red: bool
    is_full: bool


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A seat as it was drawn; ``at``: its place on the desk, ``place``: see `seat_place`."""

    at: int
    name: str
    place: str
    hand: DrawnHand


@dataclass(frozen=True, slots=True)
class DrawingPage:
    """Who draws next (``ask``), or how the table comes out (``seats``).

    ``setup`` is None once a card is turned, ``keys`` are none when all is decided. ``hidden_fields`` come along with every tap,
    ``reseated`` and ``staying`` are the form that waits, with the result.
    """

    drawing: Drawing
    words: Mapping[str, str]
    cards: str
    setup: Setup | None
    drawers: tuple[Drawer, ...]
    lines: tuple[str, ...]
    ask: str
    keys: tuple[Key, ...]
    desk: str
    seats: tuple[DrawnSeat, ...]
    hidden_fields: Fields
    reseated: Fields
    staying: Fields


def drawing_page(form: DrawingForm, turn: DrawingTurn) -> DrawingPage:
    """The page after a turn."""
    drawing, state = turn.drawing, turn.state
    says = speaker(WORDING, drawer_names(form.names))
    hands = [
        _hand([each for each in state.draws if each.player == player], says)
        for player in range(drawing.players)
    ]
    return DrawingPage(
        drawing=drawing,
        words=_terms(form),
        cards=card_text(drawing.cards),
        setup=_setup(form, turn) if not drawing.cards else None,
        drawers=tuple(_drawer(form, turn, player, says, hand) for player, hand in enumerate(hands)),
        lines=tuple(map(says.item, state.items)),
        ask=says.item(state.now),
        keys=_keys(turn) if state.turning is not None else (),
        desk=SIZES[drawing.players],
        seats=_seats(form, state.order, says, hands),
        hidden_fields=_hidden_fields(form, turn),
        reseated=form.reseated_fields(state.order) if state.order else (),
        staying=form.staying_fields(state.order) if state.order else (),
    )


def drawer_names(names: Sequence[str]) -> list[str]:
    """Names; where none was written, the place in the row."""
    return [
        name.strip()[:LONGEST] or _("第 %(n)d 位") % {"n": row} for row, name in enumerate(names, start=1)
    ]


def _hidden_fields(form: DrawingForm, turn: DrawingTurn) -> Fields:
    """What comes along with every tap: the other form, or names that are not asked for any more."""
    if form.goes_to:
        return form.unchanged_fields()
    return tuple(("player", name) for name in form.stage.names) if turn.drawing.cards else ()


def _terms(form: DrawingForm) -> dict[str, str]:
    """The words of the game; where no table asked, the common ones and who sits out."""
    own = speaker(form.stage.ruleset).terms
    return own if form.goes_to else {**common_speaker().terms, "sitting": own["sitting"]}


def _setup(form: DrawingForm, turn: DrawingTurn) -> Setup:
    way = turn.drawing.way
    return Setup(
        companies=() if form.goes_to else companies(),
        ways=tuple((code, rules.WAYS[code]) for code in form.ways),
        about=word(rules.ABOUT[way]),
        counts=way == rules.COUNTING,
    )


def _drawer(form: DrawingForm, turn: DrawingTurn, player: int, says: Speaker, hand: DrawnHand) -> Drawer:
    return Drawer(
        index=player,
        name=says.names[player],
        typed=form.names[player],
        turns=player == turn.drawing.turner,
        is_turning=player == turn.state.turning,
        is_equal=player in turn.state.again,
        hand=hand,
    )


def _hand(draws: Sequence[Draw], says: Speaker) -> DrawnHand:
    value = draws[-1].value if draws else None
    return DrawnHand(tuple(loose_fan(draw.cards) for draw in draws), says.item(value) if value else "")


def _keys(turn: DrawingTurn) -> tuple[Key, ...]:
    """Every card once; those that have all been turned say so."""
    left = rules.remaining(turn.drawing.cards)
    return tuple(
        Key(
            card=card,
            name=card_name(card),
            label=spoken(card_name(card)),
            size="big" if is_big(card) else "small",
            is_red=is_red(card),
            is_full=left[card] == 0,
        )
        for card in range(len(CARDS))
    )


def _seats(
    form: DrawingForm, order: Sequence[int], says: Speaker, hands: Sequence[DrawnHand]
) -> tuple[DrawnSeat, ...]:
    """The table as it was drawn, the dealer below; none before that."""
    if not order:
        return ()
    resting = sitting_seat(form.stage.ruleset, form.stage.resolved)
    playing = [seat for seat in range(len(order)) if seat != resting]
    return tuple(
        DrawnSeat(PLACES[len(order)][seat], says.names[player], seat_place(seat, playing), hands[player])
        for seat, player in enumerate(order)
    )
