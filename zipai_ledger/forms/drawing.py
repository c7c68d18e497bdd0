"""翻牌定庄 (fanpai dingzhuang): cards drawn for the first dealer. Nothing is stored: all that was drawn comes along with each tap."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from django import forms
from django.http import QueryDict

from zipai_ledger.formats.speaker import speaker
from zipai_ledger.rules.options import Options
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Ruleset
from zipai_ledger.rules.speaker import Common
from zipai_ledger.rules.zipai import drawing as rules
from zipai_ledger.rules.zipai.cards import Card, parse_card, parse_cards
from zipai_ledger.rules.zipai.drawing import Drawing, DrawState

from .fields import HiddenNumberField, TextField
from .house_rules import SEATS, offered_rulesets
from .stages import CARRIED, StageForm, most_seats

PREFIX = "draw"
NEW = "new"
"""In the field ``for``: a new table; else the public id of the table whose next stage it is, or nothing."""
USUAL = 3
"""As many draw, unless somebody says otherwise."""
RESEATED = frozenset(("csrfmiddlewaretoken", "player", "dealer", "sitting", "move", "drawn"))
SEATED = (f"{PREFIX}-", CARRIED)
"""Fields that are not handed back as they came: they change places with the players, or are this page's own."""
WORDING = Common(rules.TEXTS)

Fields = tuple[tuple[str, str], ...]
"""Names and values of a form that goes on unseen."""


@dataclass(frozen=True, slots=True)
class Company:
    """Who may draw where no table asked for it: so many, one of them resting or not, and a game that they can play."""

    size: int
    rests: bool
    ruleset: Ruleset
    seating: int | str

    @property
    def code(self) -> str:
        """What the form calls it."""
        return f"{self.size}{'-rests' if self.rests else ''}"


@cache
def companies() -> tuple[Company, ...]:
    """Everybody for whom there is a game that draws cards, fewest first; the first such game stands for them."""
    found: dict[tuple[int, bool], Company] = {}
    for company in _companies():
        found.setdefault((company.size, company.rests), company)
    return tuple(found[key] for key in sorted(found))


def _companies() -> Iterator[Company]:
    for ruleset in offered_rulesets().values():
        option = ruleset.options.by_code.get(ruleset.seats_by)
        if not ruleset.first_deal.ways or option is None:
            continue
        for choice in option.choices:
            options = ruleset.options.resolve({option.code: choice.value})
            picked = ruleset.game(options).usual_sitting is not None
            if picked or sitting_seat(ruleset, options) is None:
                yield Company(ruleset.places(options), picked, ruleset, choice.value)


def sitting_seat(ruleset: Ruleset, options: Options) -> int | None:
    """Which seat sits out first where seat 0 deals, if any."""
    count = ruleset.places(options)
    return ruleset.open(ruleset.table(options, tuple(range(count)), count, 0, None)).sitting


@dataclass(frozen=True, slots=True)
class DrawingTurn:
    """The drawing after the button that was pressed, and what follows from it."""

    drawing: Drawing
    state: DrawState


class DrawingForm(forms.Form):
    """The cards turned so far, how and for whom; whatever cannot be is as if nothing had been said.

    Its own fields begin with ``draw-``, the buttons ``tap`` ``undo`` ``unsent`` ``phone`` among them. All others belong to the
    form that it is a step of (``stage``), and go back to it as they came.
    """

    prefix = PREFIX
    locals()["for"] = TextField()
    way = TextField()
    cards = TextField()
    turner = HiddenNumberField(otherwise=0)
    company = TextField()
    tap = TextField()

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.query = data
        self.full_clean()

    @property
    def goes_to(self) -> str:
        """Which form waits for the result: see `NEW`."""
        goes_to: str = self.cleaned_data["for"]
        return goes_to

    @property
    def table(self) -> str:
        """The public id of the table whose next stage waits for it, "" where none does."""
        return "" if self.goes_to == NEW else self.goes_to

    @cached_property
    def chosen_company(self) -> Company:
        """Who draws, where no table asked for it."""
        known = companies()
        usual = next((company for company in known if company.size == USUAL), known[0])
        return next((company for company in known if company.code == self.cleaned_data["company"]), usual)

    @cached_property
    def stage(self) -> StageForm:
        """The form that it is a step of, or one with nothing but names for a company that draws on its own."""
        if self.goes_to:
            form = StageForm.from_data(self.query)
            return form.with_usual_rules() if form.is_other_game else form.unsent()
        company, names = self.chosen_company, self.query.getlist("player")
        rows = [{"player": name} for name in names[: most_seats()]]
        return StageForm(company.ruleset, initial={SEATS: company.seating}, rows=rows)

    @property
    def names(self) -> tuple[str, ...]:
        """Of those who draw, as they sit now; some may be empty."""
        return self.stage.names[: self.stage.count]

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways that this game knows, all where it knows none."""
        return self.stage.ruleset.first_deal.ways or tuple(rules.WAYS)

    @cached_property
    def sent_drawing(self) -> Drawing:
        """The drawing as it was sent, from its beginning where its cards cannot stand."""
        way, turner, count = self.cleaned_data["way"], self.cleaned_data["turner"], self.stage.count
        way = way if way in self.ways else self.ways[0]
        drawing = Drawing(way, count, self._cards(), turner if 0 <= turner < count else 0)
        try:
            rules.draw(drawing)
        except Refused:
            return replace(drawing, cards=())
        return drawing

    def _cards(self) -> tuple[Card, ...]:
        try:
            return parse_cards(self.cleaned_data["cards"], "cards")
        except Refused:
            return ()

    def turn(self) -> DrawingTurn:
        """The drawing after the button that was pressed; a card that cannot be is an error of the form, and turns nothing."""
        try:
            pressed = replace(self.sent_drawing, cards=self._pressed(self.sent_drawing.cards))
            return DrawingTurn(pressed, rules.draw(pressed))
        except Refused as refused:
            for problem in refused.problems:
                self.add_error(None, speaker(WORDING).problem(problem))
            return DrawingTurn(self.sent_drawing, rules.draw(self.sent_drawing))

    def _pressed(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        if f"{PREFIX}-again" in self.query:
            return ()
        if f"{PREFIX}-undo" in self.query:
            return cards[:-1]
        if f"{PREFIX}-phone" in self.query:
            return (*cards, *_card_by_phone(cards))
        tapped = f"{PREFIX}-tap" in self.query
        return (*cards, parse_card(self.cleaned_data["tap"], "cards")) if tapped else cards

    def unchanged_fields(self) -> Fields:
        """The other form as it came."""
        return self._handed_back(
            range(len(self.stage.typed_rows)), self.stage.dealer_row, self.stage.sitting_row
        )

    def reseated_fields(self, order: Sequence[int]) -> Fields:
        """Everybody in the order drawn: the dealer first, the lowest last."""
        rows = (*order, *range(len(order), len(self.stage.typed_rows)))
        return self._handed_back(rows, 0, len(order) - 1 if self._is_resting_picked else None)

    def staying_fields(self, order: Sequence[int]) -> Fields:
        """Everybody stays where he sits; only who deals, and who sits out, is as drawn."""
        resting = order[-1] if self._is_resting_picked else None
        return self._handed_back(range(len(self.stage.typed_rows)), order[0], resting)

    @property
    def _is_resting_picked(self) -> bool:
        return self.stage.usual_sitting is not None

    def _handed_back(self, rows: Iterable[int], dealer: int, resting: int | None) -> Fields:
        """The other form with its rows in this order, the numbers that stand beside the names among them."""
        typed = [self.stage.typed_rows[row] for row in rows]
        carried = [CARRIED + part for part in self.stage.ruleset.carries] if self.goes_to else []
        beside = ((name, row.get(name, "")) for name in ("player", *carried) for row in typed)
        seats = (("dealer", str(dealer)), ("sitting", "" if resting is None else str(resting)))
        return (*self._carried(), *beside, *seats, ("drawn", "1"))

    def _carried(self) -> Fields:
        """What goes back as it came; where no form waits, the game and who sits."""
        if not self.goes_to:
            return ("ruleset", self.stage.ruleset.slug), ("seats", str(self.stage.seating))
        names = [name for name in self.query if not name.startswith(SEATED) and name not in RESEATED]
        return tuple((name, value) for name in names for value in self.query.getlist(name))


def _card_by_phone(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """One of the cards that still lie face down, each as likely as any other."""
    pile = [card for card, left in rules.remaining(cards).items() for _ in range(left)]
    return (secrets.choice(pile),) if pile else ()
