"""自家规矩 (zijia guiju): house rules under a name: where they are kept, and what is not as usual in them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from zipai_ledger.circles import CircleRow
from zipai_ledger.formats.speaker import game_under, speaker, word
from zipai_ledger.forms.rulebook import rulebook_query
from zipai_ledger.models import Circle
from zipai_ledger.own_rules import HouseRules, OwnRulesRow, Unread, pack
from zipai_ledger.rules.brief import in_brief, tagline_under
from zipai_ledger.rules.housecode import changed, chosen
from zipai_ledger.rules.options import Option, Pairs, Value, Words
from zipai_ledger.rules.rulebook import listed

from .template_values import TemplateValue


@dataclass(frozen=True, slots=True)
class DifferentRule(TemplateValue):
    """A house rule that is not as usual: what it is called, what is chosen, and what usually is."""

    label: str
    meaning: str
    chosen: str
    usual: str


@dataclass(frozen=True, slots=True)
class RulesRow(TemplateValue):
    """Own rules in a list; ``brief`` in a line, () where their game is gone."""

    public_id: str
    name: str
    game: str
    brief: tuple[str, ...]
    differing: int
    is_gone: bool


@dataclass(frozen=True, slots=True)
class Shelf:
    """Those of one place; ``circle`` is None for the phone."""

    circle: Circle | None
    rows: tuple[RulesRow, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """House rules to be looked through. ``query``: their rulebook; ``packed``: the text of a link that carries them.

    ``unknown``: names of options that this program does not have, ``wrong``: why values were not taken over; what it
    concerns is as usual then.
    """

    name: str
    game: str
    slug: str
    tagline: str
    brief: tuple[str, ...]
    differing: tuple[DifferentRule, ...]
    query: str
    packed: str
    unknown: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OwnRulesPage:
    """Own rules; ``rules`` is None where their game is gone. ``others``: where else they could be kept."""

    public_id: str
    name: str
    circle: Circle | None
    edition: int
    changed_at: datetime
    may_change: bool
    rules: RulesPage | None
    others: tuple[CircleRow, ...]
    may_go_to_phone: bool


def shelves(own_rows: Sequence[OwnRulesRow], circles: Sequence[CircleRow]) -> tuple[Shelf, ...]:
    """The phone's and each circle's, the phone first; of a circle without any nothing."""
    places: list[Circle | None] = [None, *(row.circle for row in circles)]
    return tuple(
        Shelf(place, rows) for place in places if (rows := tuple(_rows(own_rows, place))) or place is None
    )


def _rows(own_rows: Sequence[OwnRulesRow], place: Circle | None) -> Iterator[RulesRow]:
    key = place.pk if place else None
    return (rules_row(one) for one in own_rows if one.row.circle_id == key)


def rules_row(own: OwnRulesRow) -> RulesRow:
    """One of them."""
    row, rules = own.row, own.rules
    return RulesRow(
        public_id=row.public_id,
        name=row.name,
        game=game_under(row.ruleset, rules.options if rules else {}),
        brief=_brief(rules) if rules else (),
        differing=len(_different_options(rules)) if rules else 0,
        is_gone=rules is None,
    )


def _brief(rules: HouseRules) -> tuple[str, ...]:
    return tuple(map(word, in_brief(rules.ruleset, rules.options)))


def rules_page(name: str, rules: HouseRules, unread: Unread) -> RulesPage:
    """House rules, beside those that are usual."""
    words = speaker(rules.ruleset)
    return RulesPage(
        name=name,
        game=word(rules.ruleset.name),
        slug=rules.slug,
        tagline=word(tagline_under(rules.ruleset, rules.options)),
        brief=_brief(rules),
        differing=differences(rules),
        query=rulebook_query(rules.ruleset, rules.options),
        packed=pack(name, rules) if name else "",
        unknown=unread.unknown,
        wrong=tuple(map(words.problem, unread.problems)),
    )


def own_rules_page(own: OwnRulesRow, circles: Sequence[CircleRow]) -> OwnRulesPage:
    """Own rules where they are kept."""
    row = own.row
    return OwnRulesPage(
        public_id=row.public_id,
        name=row.name,
        circle=row.circle,
        edition=row.edition,
        changed_at=row.changed_at,
        may_change=own.may_change,
        rules=rules_page(row.name, own.rules, own.unread) if own.rules else None,
        others=tuple(one for one in circles if one.circle.pk != row.circle_id),
        may_go_to_phone=row.circle_id is not None,
    )


def differences(rules: HouseRules) -> tuple[DifferentRule, ...]:
    """不同的几条: what is not as usual, in the order of the options; who sits is no part of it."""
    return tuple(_difference(option, rules.options[option.code]) for option in _different_options(rules))


def _different_options(rules: HouseRules) -> tuple[Option, ...]:
    found = changed(rules.ruleset, rules.options)
    return tuple(option for option in found if option.code != rules.ruleset.seats_by)


def _difference(option: Option, value: Value) -> DifferentRule:
    return DifferentRule(
        label=word(option.name),
        meaning=word(option.meaning),
        chosen=word(_beside(option, value, option.default)),
        usual=word(_beside(option, option.default, value)),
    )


def _beside(option: Option, value: Value, other: Value) -> Words:
    """A value in words; of named numbers those that are not the same in another value."""
    if not isinstance(value, Mapping) or not isinstance(other, Mapping) or isinstance(option, Pairs):
        return chosen(option, value)
    names = {str(part.value): part.name for part in option.parts}
    return listed(
        Words(f"{names[code].zh} {number}", f"{names[code].en} {number}")
        for code, number in value.items()
        if number != other.get(code)
    )
