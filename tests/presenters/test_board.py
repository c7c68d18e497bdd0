"""The board as values: who sits, who rests, what counts."""

import pytest
from django.test import Client

from tests.views.conftest import CALLED, WIN, client_with, open_by, play, sent
from zipai_ledger.access import Visit
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.models import GameSession, Grant, Role
from zipai_ledger.presenters.board import BoardPage, board_page

pytestmark = pytest.mark.django_db


def board(session: GameSession, role: str = Role.VIEWER) -> BoardPage:
    session.refresh_from_db()
    client_with(session, role)
    grant = Grant.objects.latest("pk")
    visit = Visit(session, grant, grant.role, grant.player, grant.device)
    return board_page(visit, queries.table_view(session))


def test_before_the_first_deal_nobody_has_got_anything():
    session, _code = open_by(Client())
    page = board(session)
    assert (page.last, page.before, page.table.resting, page.is_long) == (None, (), (), False)
    assert [seat.gain for seat in page.seats] == [None] * 3


def test_the_code_of_the_table_is_not_looked_up_for_a_wall_that_has_its_own():
    session, _code = open_by(Client())
    assert board(session, Role.OWNER).table.empty_chairs is None


def test_the_last_deals_are_shown_newest_first_with_what_each_seat_got():
    session, _code = open_by(Client())
    play(session, WIN, CALLED, CALLED)
    page = board(session)
    assert page.last
    assert [deal.number for deal in (page.last, *page.before)] == [3, 2, 1]
    assert [seat.gain.units for seat in page.seats if seat.gain] == [0, 6, -6]


def test_who_went_home_rests_with_what_he_has():
    session, _code = open_by(Client())
    play(session, CALLED)
    session.refresh_from_db()
    stage = NewStage(ruleset="guilin", seats=(0, 1, "建国"))
    record.open_stage(session=session, sent=sent(session), stage=stage)
    page = board(session)
    assert [(one.name, one.total) for one in page.table.resting] == [("阿芳", -6)]
    assert [one.seat.name for one in page.seats] == ["老王", "小李", "建国"]
