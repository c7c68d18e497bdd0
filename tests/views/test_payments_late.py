"""A payment from a page that is behind: what it says is owed was corrected, or has gone to the next evening."""

import pytest
from django.test import Client

from zipai_ledger.ledger import queries, record

from .conftest import Table, open_by, play, sent
from .test_payments import pay
from .test_settlement import discard, fields, rows, settlement_page

pytestmark = pytest.mark.django_db

LATE = "先看看再来"


def test_a_tick_on_what_was_corrected_meanwhile_is_looked_at_first(alice: Client, bob: Client, table: Table):
    seen = fields(settlement_page(bob, table))
    play(table.session, discard(1, 0, 20))
    answer = bob.post(table.url("payments:tick"), seen)
    assert answer.status_code == 412
    assert LATE in answer.content.decode()
    assert queries.payments_of(table.session) == ()
    assert bob.post(table.url("payments:tick"), fields(answer.content.decode())).status_code == 302


def test_what_went_to_the_next_evening_is_not_paid_here_from_an_old_page(
    alice: Client, bob: Client, table: Table
):
    seen = fields(settlement_page(bob, table))
    following, _code = open_by(alice, client_id="form-the-next-day", name="周六")
    record.carry_over(
        session=table.session, sent=sent(table.session), into=following, players={n: n for n in range(3)}
    )
    assert bob.post(table.url("payments:tick"), seen).status_code == 412
    assert queries.payments_of(table.session) == ()


def test_a_part_that_is_typed_on_an_old_page_is_looked_at_first(bob: Client, table: Table):
    before = table.head
    play(table.session, discard(1, 0, 20))
    answer = pay(bob, table, "0.5", base=str(before))
    assert answer.status_code == 412
    assert LATE in answer.content.decode()
    assert queries.payments_of(table.session) == ()


def test_one_row_is_ticked_after_another_without_a_new_page(alice: Client, table: Table):
    play(table.session, discard(1, 0, 20))
    script = {"HX-Request": "true"}
    page = settlement_page(alice, table)
    for _ in range(3):
        answer = alice.post(table.url("payments:tick"), fields(page), headers=script)
        assert answer.status_code == 200
        page = answer.content.decode()
    assert any(row[4] for row in rows(page))


def test_several_rows_are_ticked_at_once(alice: Client, table: Table):
    play(table.session, discard(1, 0, 20))
    page = settlement_page(alice, table)
    several = [fields(page, number) for number in range(len(rows(page)))]
    assert len(several) > 1
    assert [alice.post(table.url("payments:tick"), each).status_code for each in several] == [302] * len(
        several
    )
