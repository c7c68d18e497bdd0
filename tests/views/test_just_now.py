"""刚才: what happened last stands at the top of the table, with the way back, until something else happens."""

from dataclasses import replace

import pytest
from django.test import Client

from tests.markup import attribute, only, words
from zipai_ledger.ledger import record
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Seat

from .conftest import CALLED, Table, client_with, play, sent
from .test_table import page

pytestmark = pytest.mark.django_db


def just(client: Client, table: Table) -> str:
    """What the line says."""
    return " ".join(words(only(page(client, table), class_="just")).split())


def test_a_deal_just_played_can_be_taken_back(alice: Client, table: Table):
    assert just(alice, table) == "刚才 小李 17 胡 +6 看看 撤"
    line = only(page(alice, table), class_="just")
    assert attribute(line, "data-just") == f"deal-{table.keys[1]}"
    assert f'href="{table.url("corrections:void", table.keys[1])}"' in page(alice, table)


def test_who_may_only_look_is_told_as_well(table: Table):
    assert just(client_with(table.session, "viewer"), table) == "刚才 小李 17 胡 +6 看看"


def test_what_was_undone_says_what_it_took_and_can_be_brought_back(alice: Client, table: Table):
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[0], reason="记重了")
    assert just(alice, table) == "刚才 第 1 盘撤了 老王 −12 看看 恢复"
    record.restore_deal(session=table.session, sent=sent(table.session), deal=table.keys[0])
    assert just(alice, table) == "刚才 第 1 盘又算了 老王 +12 看看 撤"


def test_a_correction_and_a_forgotten_deal_are_named_with_what_they_changed(alice: Client, table: Table):
    record.replace_deal(
        session=table.session,
        sent=sent(table.session),
        deal=table.keys[1],
        fact=replace(CALLED, from_=Seat(0)),
    )
    assert just(alice, table) == "刚才 第 2 盘改了 阿芳 +6 看看"
    record.insert_deal(session=table.session, sent=sent(table.session), before=table.keys[0], fact=CALLED)
    assert just(alice, table) == "刚才 补上了第 1 盘 小李 +6 看看 撤"


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (facts.Dead(), "刚才 黄庄 看看 撤"),
        (facts.Foul(offender=Seat(2)), "刚才 阿芳诈胡 −2 看看 撤"),
    ],
)
def test_whoever_stands_against_all_others_is_named(
    alice: Client, table: Table, fact: facts.Deal, expected: str
):
    play(table.session, fact)
    assert just(alice, table) == expected


def test_payments_and_doubts_leave_it_lit_a_new_stage_and_closing_do_not(alice: Client, table: Table):
    record.dispute_deal(session=table.session, sent=sent(table.session), key=table.keys[0])
    assert "小李 17 胡" in just(alice, table)
    record.close(session=table.session, sent=sent(table.session), despite_disputes=table.keys[:1])
    assert "data-just" not in page(alice, table)
    record.reopen(session=table.session, sent=sent(table.session))
    stage = record.NewStage(ruleset="guilin", seats=[0, 1, "大伯"], options={})
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    assert "data-just" not in page(alice, table)
