"""What the page of drawing was told: nothing is stored, everything comes along with each tap."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from django.http import QueryDict

from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Ruleset
from zipai_ledger.rules.zipai import drawing as rules
from zipai_ledger.rules.zipai.cards import Card, parse_card, parse_cards
from zipai_ledger.rules.zipai.drawing import Drawing, DrawState

from ..tables import carrying
from ..tables import draft as drafts
from ..tables.draft import Draft
from ..tables.typed import whole

PREFIX = "draw-"
"""Fields of this page alone; all others belong to the form that it is a step of, and go back to it as they came."""
FOR, WAY, CARDS, TURNER, COMPANY = (
    f"{PREFIX}{name}" for name in ("for", "way", "cards", "turner", "company")
)
TAP, UNDO, AGAIN, PHONE = (f"{PREFIX}{name}" for name in ("tap", "undo", "again", "phone"))
NEW = "new"
"""In the field `FOR`: a new table; else the public id of the table whose next stage it is, or nothing."""
USUAL = 3
"""As many draw, unless somebody says otherwise."""
RESEATED = frozenset(("csrfmiddlewaretoken", "player", "dealer", "sitting", "move", "drawn"))
SEATED = (PREFIX, carrying.PREFIX)
"""Fields that are not handed back as they came: they change places with the players, or are this page's own."""

Fields = tuple[tuple[str, str], ...]


class Company(NamedTuple):
    """Who may draw where no table asked for it: so many, one of them resting or not, and a game that they can play."""

    size: int
    rests: bool
    ruleset: Ruleset
    seating: Any

    @property
    def code(self) -> str:
        """What the form calls it."""
        return f"{self.size}{'-rests' if self.rests else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The form: what was drawn so far, who sits where now, and where the result goes."""

    drawing: Drawing
    draft: Draft
    goes_to: str
    company: str
    carried: Fields

    @property
    def names(self) -> tuple[str, ...]:
        """Of those who draw, as they sit now; some may be empty."""
        return self.draft.names[: self.drawing.players]

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways that this game knows, all where it knows none."""
        return self.draft.ruleset.first_deal.ways or tuple(rules.WAYS)


@cache
def companies() -> tuple[Company, ...]:
    """Everybody for whom there is a game that draws cards, fewest first; the first such game stands for them."""
    found: dict[tuple[int, bool], Company] = {}
    for one in _companies():
        found.setdefault((one.size, one.rests), one)
    return tuple(found[key] for key in sorted(found))


def _companies() -> Iterator[Company]:
    for ruleset in drafts.offered_rulesets().values():
        option = ruleset.options.by_code.get(ruleset.seats_by)
        if not ruleset.first_deal.ways or option is None:
            continue
        for choice in option.choices:
            options = ruleset.options.resolve({option.code: choice.value})
            picked = ruleset.game(options).usual_sitting is not None
            if picked or sitting(ruleset, options) is None:
                yield Company(ruleset.places(options), picked, ruleset, choice.value)


def sitting(ruleset: Ruleset, options: Any) -> int | None:
    """Which seat sits out first where seat 0 deals, if any."""
    count = ruleset.places(options)
    return ruleset.open(ruleset.table(options, tuple(range(count)), count, 0, None)).sitting


def read(data: QueryDict) -> Told:
    """What was sent; whatever cannot be is as if nothing had been said."""
    goes_to = data.get(FOR, "")
    company = _company(data)
    draft = _draft(data) if goes_to else _free_draft(data, company)
    way = data.get(WAY, "")
    turner = whole(data.get(TURNER, ""), 0)
    told = Told(
        drawing=Drawing(way, draft.count, _cards(data), turner if 0 <= turner < draft.count else 0),
        draft=draft,
        goes_to=goes_to,
        company=company.code,
        carried=_carried(data) if goes_to else (),
    )
    return told if way in told.ways else replace(told, drawing=replace(told.drawing, way=told.ways[0]))


def _company(data: QueryDict) -> Company:
    known = companies()
    usual = next((one for one in known if one.size == USUAL), known[0])
    return next((one for one in known if one.code == data.get(COMPANY, "")), usual)


def _draft(data: QueryDict) -> Draft:
    draft = drafts.read(data, drafts.named_ruleset(data.get("ruleset", "")))
    return drafts.as_usual(draft) if drafts.is_other_game(data, draft.ruleset) else draft


def _free_draft(data: QueryDict, company: Company) -> Draft:
    draft = replace(drafts.fresh(company.ruleset, "", ""), seating=company.seating)
    names = (*data.getlist("player"), *[""] * draft.rows)[: draft.rows]
    return replace(draft, names=names)


def _cards(data: QueryDict) -> tuple[Card, ...]:
    try:
        return parse_cards(data.get(CARDS, ""), "cards")
    except Refused:
        return ()


def _carried(data: QueryDict) -> Fields:
    names = [name for name in data if not name.startswith(SEATED) and name not in RESEATED]
    return tuple((name, value) for name in names for value in data.getlist(name))


def turn(told: Told, data: QueryDict) -> tuple[Told, DrawState, tuple[Problem, ...]]:
    """The form after the button that was pressed, what follows, and what is wrong with a card just told."""
    begun = replace(told, drawing=_standing(told.drawing))
    try:
        pressed = replace(begun, drawing=replace(begun.drawing, cards=_pressed(begun.drawing.cards, data)))
        return pressed, rules.draw(pressed.drawing), ()
    except Refused as refused:
        return begun, rules.draw(begun.drawing), refused.problems


def _standing(drawing: Drawing) -> Drawing:
    """The drawing, from its beginning where its cards cannot stand."""
    try:
        rules.draw(drawing)
    except Refused:
        return replace(drawing, cards=())
    return drawing


def _pressed(cards: tuple[Card, ...], data: QueryDict) -> tuple[Card, ...]:
    if AGAIN in data:
        return ()
    if UNDO in data:
        return cards[:-1]
    if PHONE in data:
        return (*cards, *_turned_by_phone(cards))
    return (*cards, parse_card(data[TAP], "cards")) if TAP in data else cards


def _turned_by_phone(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """One of the cards that still lie face down, each as likely as any other."""
    pile = [card for card, left in rules.remaining(cards).items() for _ in range(left)]
    return (secrets.choice(pile),) if pile else ()
