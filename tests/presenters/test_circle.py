"""A circle as values: who stands first, what an evening offers to whom, amounts with their words."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from django.utils import timezone

from zipai_ledger.access import CircleVisit
from zipai_ledger.circles import EveningRow, Sum, sums
from zipai_ledger.ledger.queries import DealCount, PlayedGame
from zipai_ledger.models import Circle, CircleGrant, CircleRole, Device, Evening, GameSession, Person, Player
from zipai_ledger.presenters.boards import Money, Units
from zipai_ledger.presenters.circle import Amounts, amounts, circle_page, evening_card
from zipai_ledger.presenters.circle_debts import circle_debts
from zipai_ledger.rules.totals import Due, Settlement

PEOPLE = tuple(Person(index=at, name=name) for at, name in enumerate(("老王", "小李", "阿芳")))
NAMES = {person.index: person.name for person in PEOPLE}


def visitor(role: str = CircleRole.MEMBER, person: int | None = None) -> CircleVisit:
    circle = Circle(public_id="circle", name="巷口")
    return CircleVisit(circle, CircleGrant(circle=circle), role, person, Device())


def evening(key: int, who: dict[int, int], *, is_open: bool = False) -> EveningRow:
    session = GameSession(pk=key, public_id=f"table-{key}", name="周五", time_zone="UTC", deal_count=2)
    session.opened_at = timezone.now()
    players = tuple(Player(index=at, name=name) for at, name in enumerate(("甲", "乙")))
    settlement = Settlement({"舵": (3, -3)}, {"CNY": (150, -150)}, {}, ())
    row = Evening(pk=10 + key, session=session, open_to_members=is_open)
    return EveningRow(
        row,
        session,
        players,
        (PlayedGame("guilin", {}),),
        settlement,
        MappingProxyType(who),
        DealCount(),
        frozenset(range(9)),
        frozenset(),
    )


def test_who_came_most_often_stands_first_and_newer_evenings_before_older_ones():
    rows = [evening(2, {0: 1}), evening(1, {0: 1, 1: 0})]
    page = circle_page(visitor(person=0), PEOPLE, rows, {}, most=1)
    assert [(member.person.name, member.evenings, member.is_me) for member in page.members] == [
        ("小李", 2, False),
        ("老王", 1, True),
        ("阿芳", 0, False),
    ]
    assert [card.row.evening.pk for card in page.evenings] == [12]
    assert page.has_more
    assert not circle_page(visitor(), PEOPLE, rows, {}, most=None).has_more


def test_who_only_stood_in_came_and_won_nothing_and_who_never_sat_did_not_come():
    row = replace(evening(1, {0: 1, 1: 0, 2: 2}), holders=frozenset({0}), stood_in=frozenset({1}))
    assert sums([row]) == {0: Sum(1), 1: Sum(1, {"舵": 3}, {"CNY": 150})}


@pytest.mark.parametrize(
    ("visit", "role", "is_open", "offered"),
    [
        (visitor(), None, False, ()),
        (visitor(), None, True, ("may_look",)),
        (visitor(), "", True, ()),
        (visitor(), "viewer", True, ("may_open",)),
        (visitor(), "owner", False, ("may_open", "may_match")),
        (visitor(CircleRole.OWNER), None, False, ("may_take_out",)),
        (visitor(CircleRole.OWNER), "owner", False, ("may_open", "may_match")),
    ],
)
def test_an_evening_offers_what_a_phone_may_do_there(
    visit: CircleVisit, role: str | None, is_open: bool, offered: tuple[str, ...]
):
    card = evening_card(visit, evening(1, {}, is_open=is_open), NAMES, role)
    every = ("may_open", "may_look", "may_match", "may_take_out")
    assert tuple(name for name in every if getattr(card, name)) == offered


def test_players_who_are_nobody_of_the_circle_are_named():
    card = evening_card(visitor(), evening(1, {1: 2}), NAMES, None)
    assert card.strangers == ("甲",)
    assert card.attendees == (("阿芳", Amounts((Money(-150, "CNY"),), (Units(-3, "舵"),))),)


def test_a_sum_of_nothing_has_no_amounts():
    assert amounts(Sum(), []) == Amounts((), ())


def owing(key: int, payer: int, payee: int, minor: int | None) -> EveningRow:
    """A closed evening, at which 老王 and 小李 were 甲 and 乙."""
    due = Due(payer, payee, "舵", None, "CNY" if minor else "", minor)
    row = evening(key, {0: 0, 1: 1})
    row.session.status = GameSession.Status.CLOSED
    return replace(row, settlement=replace(row.settlement, dues=(due,)))


def test_debts_of_several_evenings_are_one_whoever_owes_more():
    rows = [owing(1, 0, 1, 150), owing(2, 1, 0, 400), owing(3, 0, 1, None)]
    (debt,) = circle_debts(visitor(person=0), NAMES, rows, {1: "owner", 2: "viewer", 3: "owner"})
    assert (debt.payer, debt.payee, debt.amount, debt.is_mine) == ("小李", "老王", Money(250, "CNY"), True)
    assert [(part.payer, part.amount.minor, part.may_note) for part in debt.parts] == [
        ("老王", 150, True),
        ("小李", 400, False),
    ]
    assert circle_debts(visitor(), NAMES, [owing(3, 0, 1, None)], {3: "owner"}) == ()
