"""The workbook: numbers as numbers, texts as texts, a sheet for everything that is asked for afterwards."""

import pytest

from tests.exports.conftest import run
from tests.exports.test_table_words import played
from tests.exports.workbooks import sheets
from tests.ledger.conftest import sent, tally_win, win
from zipai_ledger.exports import outgoing
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.models import Deal

pytestmark = pytest.mark.django_db


def book_of(session, lang="zh-hans"):
    with outgoing.export(session, "xlsx", lang) as file:
        return sheets(file.read())


def test_there_is_a_sheet_for_totals_deals_payments_and_rules(evening):
    assert list(book_of(evening)) == ["总账", "每盘", "付款", "规矩"]
    assert list(book_of(evening, "en")) == ["Totals", "Deals", "Payments", "Rules"]


def test_points_and_money_are_numbers_in_the_order_of_the_names(evening):
    rows = book_of(evening)["总账"]
    by_label = {row[0]: row for row in rows if row}
    players = rows[2].index("王师傅")
    assert rows[2][players : players + 2] == ["王师傅", "小李"]
    assert by_label["合计"][players : players + 2] == [-32.0, -3.0]
    assert by_label["合计（钱）"][players : players + 2] == [-4.5, -1.5]
    assert sum(by_label["合计"][players:]) == sum(by_label["合计（钱）"][players:]) == 0
    assert by_label["账首"] == ["账首", evening.head_hash, float(evening.head_seq)]


def test_every_deal_is_a_row(evening):
    header, *rows = book_of(evening)["每盘"]
    column = header.index("王师傅")
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row[column] for row in rows] == [0, -4, -10, 0, 5, -20, -3]
    assert rows[2][header.index("附注")] == "=1+1"


def test_hands_of_tiles_have_no_hu_where_those_of_cards_may_have_none_to_count():
    tiles = {
        "result": "win",
        "wins": [{"winner": 0, "source": "self_draw", "pattern": "daduizi"}],
        "ji": {"flipped": None},
    }
    bare = {"result": "win", "winner": 0, "source": "other_draw", "hu": 0}
    maohu = played("paohuzi", bare, players=3, options={"preset": "chenzhou"})
    for session, hu in ((played("guiyang", tiles), None), (maohu, 0)):
        header, row = book_of(session)["每盘"]
        assert row[header.index("胡数")] == hu


def test_every_house_rule_is_told_and_those_that_differ_are_marked(evening):
    rows = book_of(evening)["规矩"]
    assert ["规矩码", "guilin-4 seats=4"] in rows
    assert next(row for row in rows if row and row[0] == "几个人")[1:] == ["4 人", "改过的"]
    assert next(row for row in rows if row and row[0] == "起胡")[1] == "10 胡"


def test_of_a_game_whose_rules_are_gone_the_code_stays(toy_table, play, rulesets):
    play(toy_table, tally_win(0, 60))
    assert "坎" in {row[0] for row in book_of(toy_table)["规矩"] if row}
    del rulesets["toy"]
    assert [row for row in book_of(toy_table)["规矩"] if row][1:-1] == [["规矩码", "toy-1"]]


def test_what_was_paid_and_taken_back_stands_on_its_own_sheet(evening):
    record.pay(session=evening, sent=sent(), payer=0, payee=1, currency="CNY", minor=150)
    undone = record.pay(session=evening, sent=sent(), payer=2, payee=1, currency="CNY", minor=50)
    evening.refresh_from_db()
    record.cancel_payment(session=evening, sent=sent(), payment=undone.event_seq)
    evening.refresh_from_db()
    _header, *rows = book_of(evening)["付款"]
    assert [row[:5] for row in rows] == [
        ["付过", "王师傅", "小李", 1.5, "CNY"],
        ["付过，又取消了", "阿芳", "小李", 0.5, "CNY"],
    ]
    by_label = {row[0]: row for row in book_of(evening)["总账"] if row}
    assert by_label["还没付清的"][2] == by_label["合计（钱）"][2] + 1.5


def test_a_text_that_looks_like_a_formula_or_a_link_is_only_a_text(db):
    stage = record.NewStage(ruleset="guilin", seats=(0, 1, 2))
    names = ["=cmd|' /C calc'!A0", "＋86", "@老陈"]
    session = record.open_session(sent=sent(), name="-1", players=names, stage=stage).session
    record.record_deal(session=session, sent=sent(), fact=win(0, note="https://example.org/=1"))
    session.refresh_from_db()
    book = book_of(session)
    assert book["总账"][0][0] == "-1"
    assert book["总账"][2][2:] == names
    assert "https://example.org/=1" in book["每盘"][1]


def test_deals_that_do_not_add_up_to_the_trail_do_not_leave(table, play):
    play(table, win(0))
    deal = Deal.objects.get(session=table, position=1)
    deal.outcome = deal.outcome.replace('"deltas":[6,-3,-3]', '"deltas":[8,-4,-4]')
    deal.save()
    with pytest.raises(Damaged):
        outgoing.export(table, "xlsx")


def test_the_command_writes_a_workbook_to_a_file_only(table, play, tmp_path):
    play(table, win(0))
    assert "--output" in run("export_session", table.public_id, "--format", "xlsx", code=1)
    path = tmp_path / "周五.xlsx"
    run("export_session", table.public_id, "--format", "xlsx", "--output", str(path))
    assert list(sheets(path.read_bytes())) == ["总账", "每盘", "付款", "规矩"]
