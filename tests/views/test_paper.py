"""打印 and PDF: everything on paper, for whoever may see the table."""

import shutil
import subprocess

import pytest
from django.test import Client

from tests.ledger.filling import fill
from tests.lifting import lifted
from tests.views.conftest import CALLED, open_by, play
from zipai_ledger.exports import fonts
from zipai_ledger.ledger import record
from zipai_ledger.models import Event, GameSession, Role
from zipai_ledger.rules import facts

pytestmark = pytest.mark.django_db
OWNER = record.Sent(role=Role.OWNER)
needs_font = pytest.mark.skipif(fonts.chinese() is None, reason="needs a Chinese font")
needs_pdftotext = pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler-utils")


def pdf_text(content, tmp_path):
    path = tmp_path / "evening.pdf"
    path.write_bytes(content)
    process = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True)
    return process.stdout


def test_members_print_and_strangers_find_nothing(table, alice, viewer, charlie):
    for name in ("sharing:paper", "sharing:pdf"):
        assert charlie.get(table.url(name)).status_code == Client().get(table.url(name)).status_code == 404
    for member in (alice, viewer):
        assert member.get(table.url("sharing:paper")).status_code == 200


def test_the_page_has_totals_rules_every_deal_with_its_lines_and_the_whole_head(table, alice):
    play(table.session, facts.Dead())
    answer = alice.get(table.url("sharing:paper"))
    sheet, text = answer.context["sheet"], answer.content.decode()
    session = GameSession.objects.get(pk=table.session.pk)
    assert [place.name for place in sheet.places] == [p for p in ("老王", "小李", "阿芳") if p in text]
    assert [line.number for line in sheet.deals] == ["1", "2", "3"]
    assert sheet.deals[0].title == "老王 22 胡"
    assert "自摸" in sheet.deals[0].how
    assert sheet.played[0].words[:2] == ("起胡 10", "每舵 5 胡")
    assert session.head_hash in text
    assert "点炮付两家" in text
    assert "guilin-1" not in text


def test_rules_that_stay_as_people_change_are_printed_once(table, alice):
    for people, options in (((0, 1, "建国"), {}), ((0, 1, "大伯"), {"hu_per_unit": 3})):
        stage = record.NewStage(ruleset="guilin", seats=people, options=options)
        record.open_stage(session=table.session, sent=OWNER, stage=stage)
    first, second, third = alice.get(table.url("sharing:paper")).context["sheet"].played
    assert first.words[0] == "起胡 10"
    assert second.words == ("规矩和上面一样",)
    assert "每舵 3 胡" in third.words


def test_only_hands_whose_cards_are_there_are_marked_as_checked(table, alice):
    """Not all the others as unchecked."""
    play(table.session, CALLED)
    answer = alice.get(table.url("sharing:paper"))
    checked = [line.about.endswith("验过牌") for line in answer.context["sheet"].deals]
    assert checked == [True, False, False]
    assert "未验牌" not in answer.content.decode()


def test_what_was_struck_out_is_shown_with_its_reason(table, alice):
    record.void_deal(session=table.session, sent=OWNER, deal=table.keys[0], reason="记错了")
    line = alice.get(table.url("sharing:paper")).context["sheet"].deals[0]
    assert line.void
    assert "记错了" in line.how


def test_what_was_paid_stands_there_and_what_is_left(table, alice):
    record.pay(session=table.session, sent=OWNER, payer=2, payee=0, currency="CNY", minor=100)
    sheet = alice.get(table.url("sharing:paper")).context["sheet"]
    assert [(who.split(" ", 3)[:3], amount) for who, amount in sheet.paid] == [
        (["阿芳", "→", "老王"], "1.00 元")
    ]
    assert sheet.dues


def test_nothing_is_printed_of_a_ledger_that_does_not_hold(table, alice):
    with lifted():
        Event.objects.filter(session=table.session, seq=3).update(body="{}")
        assert alice.get(table.url("sharing:paper")).status_code == 409


def test_a_host_without_a_chinese_font_says_so_and_offers_print(table, alice, monkeypatch):
    monkeypatch.setattr(fonts, "chinese", lambda: None)
    answer = alice.get(table.url("sharing:pdf"))
    assert answer.status_code == 501
    assert "没有中文字体" in answer.content.decode()
    assert table.url("sharing:paper") in answer.content.decode()
    assert table.url("sharing:pdf") not in alice.get(table.url("exports:index")).content.decode()


def test_a_host_without_the_packages_for_pdf_says_what_to_install(table, alice, monkeypatch):
    monkeypatch.setattr(fonts, "missing", lambda: fonts.Missing.PACKAGES)
    answer = alice.get(table.url("sharing:pdf"))
    assert answer.status_code == 501
    assert "zipai-ledger[pdf]" in answer.content.decode()
    assert table.url("sharing:pdf") not in alice.get(table.url("exports:index")).content.decode()


@pytest.mark.external
@needs_font
@needs_pdftotext
def test_another_program_reads_the_same_totals_in_the_pdf_of_several_pages(table, alice, tmp_path):
    fill(table.session, [facts.Dead()] * 60)
    answer = alice.get(table.url("sharing:pdf"))
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].endswith(".pdf")
    assert len(answer.content) < 100_000, "only the characters that are used lie in it"
    text = pdf_text(answer.content, tmp_path)
    sheet = alice.get(table.url("sharing:paper")).context["sheet"]
    for place in sheet.places:
        line = next(line for line in text.splitlines() if place.name in line)
        expected = (place.name, place.wins, *(points.text for points in place.points), *place.money)
        assert "".join(line.split()) == "".join("".join(expected).split())
    assert text.count("\f") > 1
    assert "62 " in text
    assert "老王 22 胡" in text
    assert "点炮付两家" in text
    assert "guilin-1" not in text
    assert sheet.head in text
    assert [secret for secret in (table.code, table.invitation) if secret in text] == []


@pytest.mark.external
@needs_font
@needs_pdftotext
def test_what_a_deal_did_to_everybody_is_never_cut_off(alice, tmp_path):
    names = [f"{name}很长很长的一个名字呀呀呀" for name in "甲乙丙丁"]
    session, _code = open_by(alice, player=names, seats="4", name="长名字")
    play(session, facts.Win(winner=1, source="self_draw", hu=17, xing=facts.Xing(count=0, lower=0)))
    text = pdf_text(alice.get(f"/t/{session.public_id}/export/pdf/").content, tmp_path)
    sheet = alice.get(f"/t/{session.public_id}/export/print/").context["sheet"]
    (deal,) = sheet.deals
    assert len(deal.figures) == 3
    assert all(f"{name} {figure}" in text for name, figure in deal.figures)
