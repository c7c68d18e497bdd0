"""The table for a spreadsheet: what stands in it, and what a spreadsheet must not run."""

import csv
import io
import re

import pytest

from tests.exports.conftest import exported, run
from tests.exports.workbooks import sheets
from tests.ledger.conftest import open_table, sent, tally_win, win
from zipai_ledger.exports import cells, outgoing
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Damaged, Stake
from zipai_ledger.models import Deal, GameSession
from zipai_ledger.rules import facts

pytestmark = pytest.mark.django_db


def rows_of(session, lang="zh-hans"):
    text = exported(session, "csv", lang)
    assert text.startswith("\ufeff")
    assert "\r\n" in text
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def by_column(session):
    header, *rows = rows_of(session)
    return [dict(zip(header, row, strict=True)) for row in rows if len(row) == len(header)]


def test_every_deal_is_a_row_with_running_totals(evening):
    rows = by_column(evening)
    assert [row["盘次"] for row in rows] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [row["结果"] for row in rows] == ["胡", "王师傅诈胡", "胡", "黄庄", "商定", "胡", "胡"]
    assert [row["作废"] for row in rows] == ["作废", "", "", "", "", "", ""]
    assert [row["验牌"] for row in rows] == ["未验牌", "", "未验牌", "", "", "验牌", "未验牌"]
    assert [row["王师傅"] for row in rows] == ["0", "-4", "-10", "0", "5", "-20", "-3"]
    assert [row["王师傅 累计"] for row in rows] == ["0", "-4", "-14", "-14", "-9", "-29", "-32"]
    assert {row["单位"] for row in rows} == {"舵"}
    assert {row["打法"] for row in rows} == {"桂林字牌"}


def test_who_only_stood_in_has_no_column_and_a_newcomer_has_one(evening):
    """Neither here nor in the workbook."""
    entry = sent(client_id="aunt-stands-in-12")
    record.stand_in(session=evening, sent=entry, player=2, by="大姐")
    record.record_deal(session=evening, sent=sent(), fact=win(0))
    header, *rows = rows_of(evening)
    people = ["王师傅", "小李", "阿芳", "老陈", "小丁"]
    assert header[17:] == [*people, *(f"{name} 累计" for name in people)]
    assert {len(row) for row in rows[:8]} == {len(header)}
    with outgoing.export(evening, "xlsx", "zh-hans") as file:
        book = sheets(file.read())
    assert book["总账"][2][2:] == people
    assert book["每盘"][0] == header
    assert ["桂林字牌", "阿芳、小丁、王师傅"] in [row[1:3] for row in rows if row[:1] == ["规矩"]]


def test_a_row_tells_what_was_seen(evening):
    rows = by_column(evening)
    assert rows[2]["附注"] == "'=1+1"
    assert rows[3]["时间"] == "2026-11-20 21:40:00"
    assert (rows[2]["胡数"], rows[2]["计分"], rows[2]["醒"]) == ("25", "5", "1")
    assert (rows[5]["胡的人"], rows[5]["来路"], rows[5]["谁打出或翻出"]) == ("小丁", "点炮", "王师傅")
    assert rows[5]["牌"].startswith("碰捌捌捌")
    assert (rows[4]["胡的人"], rows[4]["胡数"], rows[4]["附注"]) == ("", "", "喝茶")


def test_totals_money_payments_and_the_head_follow(evening):
    header, *rows = rows_of(evening)
    by_label = {row[0]: row for row in rows[8:] if row}
    players = header.index("王师傅")
    assert by_label["合计"][players - 1 : players + 2] == ["舵", "-32", "-3"]
    assert sum(map(int, by_label["合计"][players:])) == 0
    assert by_label["合计（钱）"][players - 1 : players + 2] == ["CNY", "-4.50", "-1.50"]
    assert len(by_label["付"]) >= 5
    assert by_label["账首"] == ["账首", evening.head_hash, str(evening.head_seq)]


def test_the_header_is_in_the_readers_language(evening):
    header, *rows = rows_of(evening, "en")
    assert header[:4] == ["No.", "Time", "Game", "Result"]
    assert header[-1] == "小丁 running"
    assert (rows[1][3], rows[0][13], rows[5][12]) == ("王师傅 fouled", "void", "by cards")


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_a_text_that_a_spreadsheet_would_run_is_kept_as_text(first):
    assert cells.safe(f"{first}1+1") == f"'{first}1+1"
    assert cells.safe(f" {first}1+1") == f" {first}1+1"


@pytest.mark.parametrize("text", [";=1+1", "好;=1+1", "好; +1", "a;\t@x", "一；＝1"])
def test_what_would_be_a_cell_where_semicolons_separate_is_text_too(text: str):
    assert not re.search(r"[;；]\s*[=+\-@＝]", str(cells.safe(text)))
    assert cells.safe("3;4；五") == "3;4；五"


def test_a_number_never_gets_an_apostrophe():
    assert [cells.safe(number) for number in (-5, 0, 7)] == [-5, 0, 7]
    assert list(cells.lines([[-5, "-5", "a,b", 'x"y', "a\nb"]])) == ['-5,\'-5,"a,b","x""y","a\nb"\r\n']


def test_names_and_notes_that_are_formulas_are_only_text(db):
    stage = record.NewStage(ruleset="guilin", seats=(0, 1, 2))
    names = ["=cmd|' /C calc'!A0", "＋86", "@老陈"]
    session = record.open_session(sent=sent(), name="-1", players=names, stage=stage).session
    record.record_deal(session=session, sent=sent(), fact=win(0, note="\t=1"))
    header, row, *_ = rows_of(session)
    assert header[17:20] == [f"'{name}" for name in names]
    assert header[20:] == [f"'{name} 累计" for name in names]
    assert row[4] == f"'{names[0]}"
    assert row[14] == "'\t=1"
    assert row[18:20] == ["-3", "-3"]


def test_stages_of_other_units_run_side_by_side(db, rulesets):
    session = open_table()
    record.record_deal(session=session, sent=sent(), fact=win(0))
    toy = record.NewStage(ruleset="toy", seats=(0, 1, 2))
    record.open_stage(session=session, sent=sent(), stage=toy)
    record.record_deal(session=session, sent=sent(), fact=facts.Win(winner=1, hu=60))
    rows = by_column(session)
    assert [(row["单位"], row["老王"], row["老王 累计"]) for row in rows] == [
        ("舵", "6", "6"),
        ("分", "-10", "-10"),
    ]
    assert [row[16] for row in rows_of(session) if row and row[0] == "合计"] == ["舵", "分"]


def test_a_time_at_the_end_of_time_is_told_as_it_was_entered(table):
    fact = facts.Dead(at="0001-01-01T00:00:00+14:00")
    record.record_deal(session=table, sent=sent(), fact=fact)
    record.record_deal(session=table, sent=sent(), fact=facts.Dead(at="2026-11-20T21:40"))
    assert [row["时间"] for row in by_column(table)] == ["0001-01-01T00:00:00+14:00", "2026-11-20 21:40:00"]


def test_deals_that_do_not_add_up_to_the_trail_do_not_leave(table, play):
    play(table, win(0), win(1))
    deal = Deal.objects.get(session=table, position=1)
    deal.outcome = deal.outcome.replace('"deltas":[6,-3,-3]', '"deltas":[8,-4,-4]')
    deal.save()
    with pytest.raises(Damaged):
        exported(table, "csv")


def test_the_command_prints_a_table(table, play):
    play(table, win(0))
    text = run("export_session", table.public_id, "--format", "csv", "--lang", "en")
    assert text.startswith("\ufeffNo.,Time")


def test_a_game_whose_rules_are_gone_is_told_as_it_was_stored(toy_table, play, rulesets):
    play(toy_table, tally_win(0, 60))
    del rulesets["toy"]
    row = by_column(toy_table)[0]
    assert (row["打法"], row["单位"], row["老王"]) == ("toy", "分", "20")


def test_rules_payments_and_what_is_still_owed_leave_with_the_table(evening):
    record.pay(session=evening, sent=sent(), payer=0, payee=1, currency="CNY", minor=150)
    evening.refresh_from_db()
    rows = rows_of(evening)
    by_label = {row[0]: row for row in rows if row}
    players = rows[0].index("王师傅")
    assert by_label["付过"][:5] == ["付过", "王师傅", "小李", "1.50", "CNY"]
    assert by_label["合计（钱）"][players] == "-4.50"
    assert by_label["还没付清的"][players] == "-3.00"
    rules = [row for row in rows if row and row[0] == "规矩"]
    assert [row[1:4] for row in rules] == [
        ["桂林字牌", "王师傅、小李、阿芳、老陈", "guilin-4 seats=4"],
        ["桂林字牌", "阿芳、小丁、王师傅", "guilin-4"],
    ]
    assert "几个人 4 人" in rules[0]


def test_what_was_carried_to_another_table_leaves_both_tables_by_player(db, play):
    stake = Stake(currency="CNY", minor_per_unit=50)
    friday, saturday = open_table(stake=stake), open_table(stake=stake)
    play(friday, win(0))
    record.carry_over(session=friday, sent=sent(), into=saturday, players={0: 1, 1: 0})

    def carried(session):
        return [row[:5] for row in rows_of(GameSession.objects.get(pk=session.pk)) if row and "带" in row[0]]

    assert carried(friday) == [
        ["带到下次的", "老王", "", "-1.50", "CNY"],
        ["带到下次的", "小李", "", "1.50", "CNY"],
    ]
    assert carried(saturday) == [
        ["上次带来的", "老王", "", "-1.50", "CNY"],
        ["上次带来的", "小李", "", "1.50", "CNY"],
    ]
