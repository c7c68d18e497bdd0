"""Whose numbers the table shows: who sits has a column, who left a line, who stands in neither."""

import pytest
from django.test import Client

from tests.ledger.filling import fill
from tests.markup import elements, words
from zipai_ledger.rules import facts

from .conftest import CALLED, WIN, Table, play
from .test_stand_ins import noted
from .test_table import page
from .test_table_events import next_stage

pytestmark = pytest.mark.django_db


def heads(client: Client, table: Table, query: str = "") -> list[str]:
    """The names over the columns, wherever they stand."""
    return [
        " ".join(words(one) for one in elements(head, "bdi"))
        for head in elements(page(client, table, query), class_="ledger-head")
    ]


def figures(client: Client, table: Table) -> list[list[str]]:
    """The numbers of each deal, newest first."""
    rows = (elements(one, "summary")[0] for one in elements(page(client, table), class_="deal"))
    return [[words(one).strip() for one in elements(row, class_="num")] for row in rows]


def resting(client: Client, table: Table) -> list[str]:
    return [" ".join(words(one).split()) for one in elements(page(client, table), class_="resting")]


def test_who_left_keeps_a_line_and_what_is_shown_adds_up(alice: Client, table: Table):
    next_stage(alice, table, "老王", "建国", "阿芳")
    assert resting(alice, table) == ["歇着 小李 0"]
    play(table.session, WIN)
    html = page(alice, table)
    assert heads(alice, table) == ["老王 建国 阿芳", "老王 小李 阿芳"]
    assert [len(numbers) for numbers in figures(alice, table)] == [3, 3, 3]
    totals = [words(one) for one in elements(html, class_="total")] + [
        words(one) for one in elements(elements(html, class_="resting")[0], "b")
    ]
    assert sum(int(total.strip().replace("−", "-")) for total in totals) == 0


def test_a_stand_in_is_no_column_and_named_where_he_played(alice: Client, table: Table):
    noted(alice, table, player="2", by="new", name="大姐")
    play(table.session, CALLED)
    assert heads(alice, table) == ["老王 小李 阿芳"]
    assert [row.count("大姐替阿芳") for row in map(str, elements(page(alice, table), class_="sub"))] == [
        1,
        0,
        0,
    ]
    assert resting(alice, table) == []


def test_who_left_and_stands_in_now_does_not_rest(alice: Client, table: Table):
    next_stage(alice, table, "老王", "建国", "阿芳")
    noted(alice, table, player="2", by="1")
    assert resting(alice, table) == ["替阿芳 小李 0"]


def test_a_page_of_older_deals_has_the_columns_of_its_first(alice: Client, table: Table):
    next_stage(alice, table, "老王", "建国", "阿芳")
    fill(table.session, [facts.Dead()] * 20)
    assert heads(alice, table) == ["老王 建国 阿芳", "老王 小李 阿芳"]
    assert heads(alice, table, "?before=3") == ["老王 小李 阿芳"]
    assert heads(alice, table, "?before=4") == ["老王 建国 阿芳", "老王 小李 阿芳"]
