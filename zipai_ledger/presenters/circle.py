"""牌友圈 (paiyouquan): a circle: its people with what the evenings came to, and the evenings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from zipai_ledger import circles
from zipai_ledger.access import Action, CircleAction, CircleVisit, can, holders
from zipai_ledger.circles import EveningRow, Sum
from zipai_ledger.formats.speaker import unit_word
from zipai_ledger.ledger.queries import rulesets_of
from zipai_ledger.models import Person

from .boards import Money, Units
from .circle_debts import CircleDebt, circle_debts

LATEST = 20
"""Evenings that are shown at first."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """合计 (heji): what one person has come to: money by currency, units of different games side by side."""

    money: tuple[Money, ...]
    units: tuple[Units, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """牌友 (paiyou): somebody of a circle, at how many ``evenings``, and what they came to."""

    person: Person
    is_me: bool
    evenings: int
    amounts: Amounts


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningCard:
    """一场 (yi chang): a table of a circle.

    ``attendees``: names, and what each came to, without those who only stood in; ``strangers``: names of players who are
    nobody of the circle. ``may_open``: this phone is let in there; ``may_look``: it would be, as a member's; ``may_match``:
    it says there who is who, ``may_take_out`` here.
    """

    row: EveningRow
    attendees: tuple[tuple[str, Amounts], ...]
    strangers: tuple[str, ...]
    may_open: bool
    may_look: bool
    may_match: bool
    may_take_out: bool


@dataclass(frozen=True, slots=True)
class CirclePage:
    """Everybody, who came most often first; the evenings, newest first; phones that came back by a recovery code, for an owner.

    ``has_more``: there are older evenings.
    """

    members: tuple[Member, ...]
    debts: tuple[CircleDebt, ...]
    evenings: tuple[EveningCard, ...]
    has_more: bool
    returned: tuple[tuple[int, datetime], ...]


def circle_page(
    visit: CircleVisit,
    people: Sequence[Person],
    rows: Sequence[EveningRow],
    roles: Mapping[int, str],
    *,
    most: int | None = LATEST,
) -> CirclePage:
    """The circle as a visitor sees it, with at most so many evenings; ``roles``: see `circles.roles_at_tables`."""
    names = {person.index: person.name for person in people}
    latest = rows[:most]
    return CirclePage(
        members=members(visit, people, rows),
        debts=circle_debts(visit, names, rows, roles),
        evenings=tuple(evening_card(visit, row, names, roles.get(row.session.pk)) for row in latest),
        has_more=len(latest) < len(rows),
        returned=_returned(visit) if visit.may(CircleAction.REVOKE) else (),
    )


def _returned(visit: CircleVisit) -> tuple[tuple[int, datetime], ...]:
    """Other phones than the one that asks."""
    return tuple(holders.returned(visit.circle).exclude(pk=visit.grant.pk).values_list("pk", "recovered_at"))


def members(visit: CircleVisit, people: Sequence[Person], rows: Sequence[EveningRow]) -> tuple[Member, ...]:
    """Everybody with their sums; who came most often first."""
    found = circles.sums(rows)
    every = [(person, found.get(person.index, Sum())) for person in people]
    return tuple(
        Member(person, person.index == visit.person, total.evenings, amounts(total, rows))
        for person, total in sorted(every, key=lambda each: (-each[1].evenings, each[0].index))
    )


def evening_card(
    visit: CircleVisit, row: EveningRow, names: Mapping[int, str], role: str | None
) -> EveningCard:
    """One evening; ``role`` of this phone at the table: None where it never was there, empty where it was sent away."""
    may_match = can(role or "", Action.CIRCLE)
    return EveningCard(
        row=row,
        attendees=tuple(
            (names[person], amounts(total, [row]))
            for person, total in circles.sums([row]).items()
            if total.units
        ),
        strangers=tuple(
            player.name
            for player in row.players
            if player.index in row.present and player.index not in row.who
        ),
        may_open=bool(role),
        may_look=role is None and row.evening.open_to_members,
        may_match=may_match,
        # Its own owner does that on the page that says who is who.
        may_take_out=visit.may(CircleAction.TAKE_OUT) and not may_match,
    )


def played_rulesets(rows: Iterable[EveningRow]) -> tuple[str, ...]:
    """The slugs of what was played on these evenings, each once."""
    return rulesets_of(game for row in rows for game in row.games)


def amounts(total: Sum, rows: Iterable[EveningRow]) -> Amounts:
    """A sum of these evenings with its currencies and with the words of its units."""
    rulesets = played_rulesets(rows)
    return Amounts(
        money=tuple(Money(minor, currency) for currency, minor in total.money.items()),
        units=tuple(Units(count, unit_word(rulesets, unit)) for unit, count in total.units.items()),
    )
