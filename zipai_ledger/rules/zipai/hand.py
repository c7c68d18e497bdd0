"""A hand as it was at the table: groups laid down, cards held, the winning card and where it came from."""

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from ..codec import Json, JsonValue
from ..problems import Collector, Problem, Refused, inside
from .cards import (
    CARD_AT,
    COPIES,
    FEI,
    FIELD,
    FOURS,
    ORDINARY,
    WEIGHT,
    Bag,
    Card,
    are_few,
    bag_of,
    card_name,
    card_text,
    parse_card,
    parse_cards,
    quote,
)
from .melds import LAID, MELDS, Meld, meld
from .words import SOURCES

MOST_CARDS: Final = 30
MOST_LAID: Final = 7
_KEYS: Final = frozenset(("exposed", "concealed", "winning_card", "source"))
_LAID_KEYS: Final = frozenset(("kind", "cards", "claimed"))
_STRAIGHT: Final = frozenset((None, *SOURCES)) - {"dealt"}
"""Sources that need no checks of their own."""


@dataclasses.dataclass(frozen=True, slots=True)
class ExposedMeld:
    """A group on the table. ``claimed``: the card taken for a 吃, where it is known.

    Raises `Refused` where the cards do not make the group; ``cards`` stand in the order of `Meld.cards`.
    """

    kind: str
    cards: tuple[Card, ...]
    claimed: Card | None = None
    meld: Meld = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        made = meld(self.kind, self.cards, "cards")
        object.__setattr__(self, "meld", made)
        object.__setattr__(self, "cards", made.cards)
        if self.kind not in LAID or self.claimed is not None:
            for problem in self._problems():
                raise Refused(problem)

    def _problems(self) -> Iterator[Problem]:
        params = {"kind": self.kind, "cards": card_text(self.cards)}
        if self.kind not in LAID:
            yield Problem("bad_meld", "kind", "held", params)
        elif self.kind != "chi":
            yield Problem("bad_meld", "claimed", "claimed_only_chi", params)
        elif self.claimed is not None and self.claimed not in self.cards:
            yield Problem(
                "bad_meld", "claimed", "claimed_elsewhere", params | {"card": card_name(self.claimed)}
            )


@dataclasses.dataclass(frozen=True, slots=True)
class Hand:
    """Exactly what was seen, in the order it was entered; readings do not depend on that order.

    ``concealed`` are the held cards without the winning card. ``winning_card`` and ``source`` are None in a
    hand one card short; with the source ``dealt`` there is no winning card. Constructing checks nothing (but
    see `from_json`, `notation.parse_hand`, `form.check_count`, `check_win`).
    """

    exposed: tuple[ExposedMeld, ...]
    concealed: tuple[Card, ...]
    winning_card: Card | None = None
    source: str | None = None
    held: Bag = dataclasses.field(init=False, repr=False, compare=False)
    """The concealed cards, 飞王 and 秤子 aside."""
    bag: Bag = dataclasses.field(init=False, repr=False, compare=False)
    """Every card; as ``held``, it means nothing where there are more than seven of one."""
    size: int = dataclasses.field(init=False, repr=False, compare=False)
    """How many cards are laid or held, the winning card aside."""
    quads: int = dataclasses.field(init=False, repr=False, compare=False)
    """Groups of four before the winning card: laid, or held since the deal."""

    def __post_init__(self) -> None:
        bag = bag_of(self.concealed)
        held = bag & ORDINARY
        size = len(self.concealed)
        for laid in self.exposed:
            bag += laid.meld.bag
            size += len(laid.cards)
        if self.winning_card is not None:
            bag += WEIGHT[self.winning_card]
        object.__setattr__(self, "held", held)
        object.__setattr__(self, "bag", bag)
        object.__setattr__(self, "size", size)
        fourths = size - len(self.concealed) - 3 * len(self.exposed)
        object.__setattr__(self, "quads", fourths + (held & FOURS).bit_count())

    @property
    def specials(self) -> tuple[Card, ...]:
        """Every 飞王 and 秤子 of the hand."""
        return tuple([card for card in self.cards() if card >= FEI]) if self.bag > ORDINARY else ()

    def copies(self, card: Card) -> int:
        """How many of a card there are: laid, held and the winning card."""
        return self.bag >> 3 * card & FIELD

    printed = copies
    """The same: a 飞王 is itself here, whatever it stands for."""

    def cards(self) -> tuple[Card, ...]:
        """Every card of the hand: laid, held and the winning card."""
        won = () if self.winning_card is None else (self.winning_card,)
        return (*(card for laid in self.exposed for card in laid.cards), *self.concealed, *won)

    def to_json(self) -> dict[str, JsonValue]:
        """The interchange form; what is not known is left out."""
        document: dict[str, JsonValue] = {
            "exposed": [_laid_to_json(laid) for laid in self.exposed],
            "concealed": card_text(self.concealed),
        }
        if self.winning_card is not None:
            document["winning_card"] = card_name(self.winning_card)
        if self.source is not None:
            document["source"] = self.source
        return document

    @classmethod
    def from_json(cls, document: object, field: str = "hand") -> "Hand":
        """A hand from its interchange form.

        Raises `Refused` with all problems found: ``bad_json``, ``bad_card``, ``bad_meld``, ``bad_source``,
        ``too_many_copies`` and, for a hand of more cards than any game has, ``wrong_card_count``.
        """
        return _as_written(document) or inside(field, lambda: _from_json(document))


def _written() -> Iterator[tuple[tuple[tuple[str, str], ...], ExposedMeld]]:
    for each in MELDS:
        if each.kind in LAID:
            claims = {None, *each.cards} if each.kind == "chi" else {None}
            for cards, claimed in itertools.product({*itertools.permutations(each.cards)}, claims):
                claim = () if claimed is None else (("claimed", card_name(claimed)),)
                yield (
                    (("kind", each.kind), ("cards", card_text(cards)), *claim),
                    ExposedMeld(each.kind, cards, claimed),
                )


_WRITTEN: Final = dict(_written())
"""Every group that can lie on a table, by how it is written with the cards' own characters: 692."""


def _as_written(document: object) -> Hand | None:
    """The hand, read in the straight way that most are written in; None where it takes a closer look.

    It is here for one figure of ``make bench``, a JSON line to an explained answer at least as fast as the library
    ``mahjong``: with the closer look alone (`_from_json`) a line takes a seventh to a quarter longer.
    """
    if not isinstance(document, dict):
        return None
    try:
        laid = tuple([_WRITTEN[tuple(each.items())] for each in document["exposed"]])
        held = tuple(map(CARD_AT.__getitem__, document["concealed"]))
        won = document.get("winning_card")
        hand = Hand(laid, held, None if won is None else CARD_AT[won], document.get("source"))
        plain = hand.source in _STRAIGHT and document.keys() <= _KEYS
    except (AttributeError, KeyError, TypeError):
        return None
    lists = document["exposed"].__class__ is list and document["concealed"].__class__ is str
    number = hand.size + (won is not None)
    few = len(laid) <= MOST_LAID and number <= MOST_CARDS and are_few(hand.bag, number)
    return hand if plain and lists and few else None


def _laid_to_json(laid: ExposedMeld) -> dict[str, str]:
    document = {"kind": laid.kind, "cards": card_text(laid.cards)}
    return document if laid.claimed is None else document | {"claimed": card_name(laid.claimed)}


def _from_json(document: object) -> Hand:
    fields = _object(document)
    problems = Collector()
    problems.extend(_unknown_keys(fields, _KEYS))
    laid = problems.attempt(lambda: _exposed(fields.get("exposed", [])))
    held = problems.attempt(lambda: parse_cards(fields.get("concealed"), "concealed"))
    won = problems.attempt(lambda: _optional_card(fields.get("winning_card"), "winning_card"))
    source = problems.attempt(lambda: _source(fields.get("source")))
    if laid is not None and held is not None:
        problems.extend(hand_problems(Hand(laid, held, won, source)))
    problems.finish()
    return Hand(laid or (), held or (), won, source)


def _object(document: object) -> Json:
    if not isinstance(document, dict):
        raise Refused(Problem("bad_json", "", "not_an_object"))
    return document


def _unknown_keys(fields: Json, keys: frozenset[str]) -> list[Problem]:
    unknown = [str(key) for key in fields if key not in keys]
    return [Problem("bad_json", "", "unknown_key", {"key": quote(key)}) for key in unknown[:MOST_LAID]]


def _exposed(document: object) -> tuple[ExposedMeld, ...]:
    if not isinstance(document, list):
        raise Refused(Problem("bad_meld", "exposed", "not_a_list"))
    if len(document) > MOST_LAID:
        raise Refused(Problem("bad_meld", "exposed", "too_many", {"got": len(document), "most": MOST_LAID}))
    problems = Collector()
    laid = [problems.attempt(partial(_laid, each), f"exposed.{at}") for at, each in enumerate(document)]
    problems.finish()
    return tuple(each for each in laid if each is not None)


def _laid(document: object) -> ExposedMeld:
    fields = _object(document)
    if unknown := _unknown_keys(fields, _LAID_KEYS):
        raise Refused(*unknown)
    kind = fields.get("kind")
    if not isinstance(kind, str):
        raise Refused(Problem("bad_meld", "kind", "unknown_kind", {"text": quote(str(kind))}))
    cards = parse_cards(fields.get("cards"), "cards")
    return ExposedMeld(kind, cards, _optional_card(fields.get("claimed"), "claimed"))


def _optional_card(text: object, field: str) -> Card | None:
    return None if text is None else parse_card(text, field)


def _source(source: object) -> str | None:
    if source is None or (isinstance(source, str) and source in SOURCES):
        return source
    raise Refused(
        Problem("bad_source", "source", "unknown", {"text": quote(str(source)), "expected": [*SOURCES]})
    )


def hand_problems(hand: Hand) -> Iterator[Problem]:
    """What no hand of any 字牌 game can have, whoever entered it and however."""
    cards = hand.cards()
    if len(cards) > MOST_CARDS:
        yield Problem("wrong_card_count", "concealed", "limit", {"got": len(cards), "most": MOST_CARDS})
    for card, copies in sorted(Counter(cards).items()):
        if copies > COPIES:
            field = "concealed" if card in hand.concealed else "exposed"
            yield Problem(
                "too_many_copies", field, params={"card": card_name(card), "got": copies, "most": COPIES}
            )
    if hand.source != "dealt":
        return
    if hand.winning_card is not None:
        params = {"source": "dealt", "card": card_name(hand.winning_card)}
        yield Problem("bad_source", "source", "dealt_with_card", params)
    for laid in hand.exposed:
        if laid.kind != "saochuan":
            params = {"kind": laid.kind, "cards": card_text(laid.cards)}
            yield Problem("bad_meld", "exposed", "dealt_only_saochuan", params)


def check_win(hand: Hand) -> None:
    """Raises `Refused` where it is not known which card won, or where it came from."""
    problems = Collector()
    if hand.source is None:
        problems.add(Problem("bad_source", "source", "missing", {"expected": [*SOURCES]}))
    if hand.winning_card is None and hand.source != "dealt":
        problems.add(Problem("bad_card", "winning_card", "missing"))
    problems.finish()
