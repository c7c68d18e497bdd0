"""Importing on the web: looked at first, taken over on a second tap, once."""

import itertools
import json
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.exports.conftest import STAKE, evening, exported  # noqa: F401 - fixture
from tests.exports.test_session_json import one_stage
from tests.ledger.conftest import sent
from tests.rules.documents import document
from zipai_ledger.exports import budget, incoming
from zipai_ledger.forms import imports as import_forms
from zipai_ledger.http import cancelled
from zipai_ledger.ledger import record
from zipai_ledger.models import GameSession, Grant
from zipai_ledger.presenters.boards import Money
from zipai_ledger.presenters.imports import PreviewTransfer, StageLine
from zipai_ledger.rules import replay
from zipai_ledger.rules.document import STAGES
from zipai_ledger.rules.problems import Refused
from zipai_ledger.views import importing

pytestmark = pytest.mark.django_db

URL = "/import/"


@pytest.fixture
def phone(db):
    client = Client()
    client.get(URL)
    return client


def send(phone, text="", do="look", client_id="import-0123456789", **more):
    return phone.post(URL, {"text": text, "do": do, "client_id": client_id, **more})


def file(content):
    return SimpleUploadedFile("evening.json", content.encode() if isinstance(content, str) else content)


def kept_text(answer):
    """What the page keeps for the second tap, as a browser would send it."""
    return answer.context["text"].replace("\n", "\r\n")


def test_the_page_asks_for_a_file_or_a_text(phone):
    page = phone.get(URL).content.decode()
    assert 'enctype="multipart/form-data"' in page
    assert 'name="file"' in page
    assert 'name="text"' in page
    assert reverse("imports:new") == URL
    assert f'href="{URL}"' in phone.get(reverse("preferences")).content.decode()


def test_a_text_is_looked_at_before_anything_is_stored(phone):
    answer = send(phone, one_stage(stake={"currency": "CNY", "minor_per_unit": 50}))
    preview = answer.context["preview"]
    assert (answer.status_code, preview.source.name) == (200, "周五")
    assert preview.stages == (StageLine("桂林字牌", ("老王", "小李", "阿芳"), 3, ()),)
    assert [balance.units for balance in preview.boards[0].balances] == [11, -8, -3]
    assert preview.open[0] == PreviewTransfer("小李", "老王", Money(400, "CNY"))
    assert "4.00 元" in answer.content.decode()
    assert not GameSession.objects.exists()


def test_what_is_looked_at_is_named_as_its_place_names_it(phone):
    looked = send(phone, one_stage(ruleset="paohuzi", options={"preset": "shaoyang"}, deals=[]))
    send(phone, kept_text(looked), do="import")
    again = send(phone, exported(GameSession.objects.get(), "archive"))
    for answer in (looked, again):
        assert [stage.game for stage in answer.context["preview"].stages] == ["邵阳字牌"]


def test_a_second_tap_takes_it_over(phone):
    looked = send(phone, file=file(one_stage()))
    answer = send(phone, kept_text(looked), do="import")
    session = GameSession.objects.get()
    assert answer.status_code == 302
    assert phone.get(reverse("table:show", args=[session.public_id])).status_code == 200
    grant = Grant.objects.get(session=session)
    assert (grant.role, grant.player) == ("owner", None)
    assert Client().get(reverse("table:show", args=[session.public_id])).status_code == 404


@pytest.mark.parametrize("name", ["json", "archive"])
def test_sent_twice_it_is_imported_once(phone, evening, name):  # noqa: F811
    text = exported(evening, name)
    before = GameSession.objects.count()
    first = send(phone, text, do="import")
    second = send(phone, text, do="import")
    assert (first.status_code, second.status_code) == (302, 302)
    assert GameSession.objects.count() == before + 1
    assert send(phone, text, do="import", client_id="another-0123456789").status_code == 302
    assert GameSession.objects.count() == before + 2


def test_the_id_of_a_form_holds_for_one_text(phone):
    assert send(phone, one_stage(), do="import").status_code == 302
    assert send(phone, one_stage(deals=[]), do="import").status_code == 302
    assert GameSession.objects.count() == 2


def test_another_device_cannot_take_over_by_the_same_id(phone):
    send(phone, one_stage(), do="import")
    other = Client()
    other.get(URL)
    assert send(other, one_stage(), do="import").status_code == 409
    assert GameSession.objects.count() == 1


def test_an_archive_comes_through_the_form_unchanged(phone, evening):  # noqa: F811
    text = exported(evening, "archive")
    looked = send(phone, file=file("\ufeff" + text))
    assert looked.context["preview"].source.verbatim is True
    assert send(phone, kept_text(looked), do="import").status_code == 302
    assert exported(GameSession.objects.latest("pk"), "archive") == text


def test_the_first_deal_that_cannot_stand_is_named_and_the_text_kept(phone):
    bad = {"result": "win", "winner": 0, "source": "self_draw", "hu": 9, "xing": {"count": 0}}
    text = one_stage(deals=[{"result": "dead"}, bad])
    for do in ("look", "import"):
        answer = send(phone, text, do=do)
        page = answer.content.decode()
        assert answer.status_code == 422
        assert "第 2 盘" in page
        assert "不够起胡 10" in page
        assert answer.context["text"] == text
    assert not GameSession.objects.exists()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "选一个文件"),
        ('{\n"format": ', "第 2 行第 10 个字起读不下去"),
        ("[1]", "要一组"),
        ('{"format": "other"}', "zipai-ledger/session"),
        ("[" * 100_000, "括号套得太深"),
        ('{"format": ' + "1" * 5000 + "}", "有限"),
        ('{"format": "zipai-ledger/archive"}', "这一项不能少"),
        ('{"format": NaN}', "有限"),
        (one_stage(players=["<b>", "a\u0000b", "ok"]), "不能用"),
    ],
)
def test_whatever_is_sent_is_answered_with_a_sentence(phone, text, expected):
    answer = send(phone, text)
    if answer.status_code == 200:
        answer = send(phone, text, do="import")
    assert answer.status_code == 422
    assert expected in answer.content.decode()
    assert not GameSession.objects.exists()


def test_a_file_that_is_not_text_is_refused(phone):
    answer = send(phone, file=file(b"\x89PNG\r\n\x1a\n\xff\xfe"))
    assert answer.status_code == 422
    assert "UTF-8" in answer.content.decode()


def test_the_limit_is_four_mebibytes_and_said_before_anything_is_parsed(phone, monkeypatch):
    fits = one_stage(deals=[{"result": "dead", "note": "字" * 300}] * (importing.DEALS - 1))
    assert 2_500_000 < len(fits.encode()) < import_forms.LONGEST
    assert send(phone, fits).status_code == 200
    assert send(phone, file=file(fits)).status_code == 200
    answer = send(phone, "x" * (import_forms.LONGEST + 1))
    assert (answer.status_code, "4096 KiB" in answer.content.decode()) == (422, True)
    monkeypatch.setattr("zipai_ledger.exports.incoming.read", None)
    for way in ({"text": "x" * (import_forms.LONGEST * 2)}, {"file": file("x" * (import_forms.LONGEST * 2))}):
        answer = send(phone, **way)
        assert (answer.status_code, "4096 KiB" in answer.content.decode()) == (413, True)


@pytest.mark.parametrize("do", ["look", "import"])
def test_hands_that_take_long_to_read_are_not_read_for_ever(phone, monkeypatch, do):
    """On a clock by which every hand takes a quarter of what is granted; tests/benchmarks has real ones."""
    clock = itertools.count(step=importing.SECONDS / 4)
    monkeypatch.setattr(budget, "time", SimpleNamespace(thread_time=lambda: next(clock)))
    text = one_stage(deals=[{"result": "dead"}] * 40)
    answer = send(phone, text, do=do)
    assert next(clock) < 2 * importing.SECONDS
    assert (answer.status_code, "import_session" in answer.content.decode()) == (422, True)
    assert answer.context["text"] == text
    assert not GameSession.objects.exists()


def test_more_deals_than_a_page_takes_are_left_to_the_command(phone):
    answer = send(phone, one_stage(deals=[{"result": "dead"}] * (importing.DEALS + 1)), do="import")
    assert (answer.status_code, f"{importing.DEALS}" in answer.content.decode()) == (422, True)
    assert not GameSession.objects.exists()


def test_a_file_of_nothing_but_brackets_is_not_read(phone, monkeypatch):
    """Four megabytes of empty objects were 200 of memory."""
    monkeypatch.setattr("zipai_ledger.exports.incoming.read", None)
    text = "[" + "{}," * import_forms.PARTS + "{}]"
    assert len(text) < import_forms.LONGEST
    answer = send(phone, file=file(text))
    assert (answer.status_code, "import_session" in answer.content.decode()) == (422, True)


def test_stages_count_as_the_work_that_they_are(phone):
    """A stage is twenty times the work of a deal: 5,000 of them, 160 KB, held up whoever wanted to store something."""
    head = {"format": "zipai-ledger/session", "version": 1, "name": "周五", "players": ["甲", "乙", "丙"]}
    stages = [{"ruleset": "guilin", "deals": []}] * (importing.STEPS // replay.STAGE + 1)
    answer = send(phone, json.dumps({**head, "stages": stages}), do="import")
    assert (answer.status_code, "import_session" in answer.content.decode()) == (422, True)
    with pytest.raises(Refused) as refused:
        incoming.read(json.dumps({**head, "stages": stages[:1] * (STAGES + 1)}))
    assert [problem.key for problem in refused.value.problems] == ["bad_json.stages"]


def test_one_table_is_brought_in_at_a_time(phone, monkeypatch):
    reading = incoming.read

    def meanwhile(text, watch):
        other = send(Client(), one_stage(), client_id="import-9876543210")
        assert (other.status_code, other["Retry-After"]) == (429, f"{importing.RETRY_AFTER}")
        assert other.context["text"] == one_stage()
        return reading(text, watch)

    monkeypatch.setattr(incoming, "read", meanwhile)
    assert send(phone, one_stage()).status_code == 200
    monkeypatch.undo()
    assert send(phone, one_stage()).status_code == 200


class Leaving:
    """A line on which a phone leaves after so many looks at whether it is there."""

    def __init__(self, after: int) -> None:
        self.looks, self._after = 0, after

    @property
    def gone(self) -> bool:
        self.looks += 1
        return self.looks > self._after


@pytest.mark.parametrize(
    ("do", "after"), [("look", 3), ("import", 3), ("import", 44)], ids=["looking", "reading", "storing"]
)
def test_no_deal_is_read_or_stored_for_a_phone_that_has_left(phone, monkeypatch, do, after):
    text, line = one_stage(deals=[{"result": "dead"}] * 40), Leaving(after)
    request = SimpleNamespace(scope={cancelled.LINE: line})
    monkeypatch.setattr(importing, "cancellable", lambda _: cancelled.cancellable(request))
    assert send(phone, text, do=do).status_code == 204
    assert line.looks == after + 1
    assert not GameSession.objects.exists()
    monkeypatch.undo()
    assert send(phone, text, do="import").status_code == 302


def test_nothing_is_folded_while_others_wait_for_the_database(phone, monkeypatch):
    """Hands are read before the transaction begins; inside it every deal is stored as it was read."""
    reading = incoming.read

    def outside(text, watch):
        assert not phone_in_transaction()
        return reading(text, watch)

    def phone_in_transaction():
        return len(connection.savepoint_ids) > began

    began = len(connection.savepoint_ids)
    monkeypatch.setattr(incoming, "read", outside)
    assert send(phone, one_stage(), do="import").status_code == 302


def test_other_views_take_a_quarter_of_that_files_included(phone):
    big = "x" * (300 * 1024)
    assert phone.post(reverse("new_table:new"), {"name": big}).status_code == 413
    assert phone.post(reverse("new_table:new"), {"name": file(big)}).status_code == 413
    assert phone.post("/preferences/", {"theme": big}).status_code == 413
    assert phone.post("/preferences/", {"theme": "x" * (200 * 1024)}).status_code == 302


def test_a_body_of_no_length_is_refused(phone):
    assert phone.post(URL, b"x", content_type="text/plain", CONTENT_LENGTH="many").status_code == 413


def test_a_name_from_a_file_is_only_text(phone):
    answer = send(phone, one_stage(name="<script>alert(1)</script>", players=["<b>", "=1", "阿芳"]))
    page = answer.content.decode()
    assert "<script>alert" not in page
    assert "<bdi>&lt;b&gt;</bdi>" in page
    assert json.loads(answer.context["text"])["players"] == ["<b>", "=1", "阿芳"]


@pytest.mark.parametrize("do", ["look", "import"])
def test_a_round_that_does_not_fit_the_table_is_refused_in_words(phone, do):
    more = {"ruleset": "gaohuzi", "carried_in": {"tally": [20, 0, 0]}}
    answer = send(phone, json.dumps(document(**more)), do)
    assert answer.status_code == 422
    assert "胡过几盘" in answer.content.decode()
    assert not GameSession.objects.exists()


def test_a_round_that_is_carried_in_is_shown_before_it_is_taken_over(phone):
    seats = {"ruleset": "gaohuzi", "carried_in": {"tally": [20, 0, 18], "wins": [1, 0, 1]}}
    answer = send(phone, json.dumps(document(**seats)))
    assert answer.status_code == 200, answer.context["refusal"]
    (stage,) = answer.context["preview"].stages
    assert [hu for _name, hu in stage.tally] == [20, 18]
    assert "带进来没打完的一轮" in answer.content.decode()


def test_what_was_paid_and_carried_is_shown_with_what_is_still_owed(phone, evening):  # noqa: F811
    record.pay(session=evening, sent=sent(), payer=0, payee=1, currency="CNY", minor=100)
    undone = record.pay(session=evening, sent=sent(), payer=0, payee=1, currency="CNY", minor=250)
    record.cancel_payment(session=evening, sent=sent(), payment=undone.event_seq)
    answer = send(phone, exported(GameSession.objects.get(pk=evening.pk), "archive"))
    preview = answer.context["preview"]
    assert preview.paid == (PreviewTransfer("王师傅", "小李", Money(100, "CNY")),)
    assert preview.open
    assert preview.open != preview.paid
    assert "付过" in answer.content.decode()


def test_what_went_on_to_the_next_evening_is_shown(phone, evening):  # noqa: F811
    stage = record.NewStage(ruleset="guilin", seats=(0, 1, 2), stake=STAKE)
    following = record.open_session(
        sent=sent(), name="下回", players=("王师傅", "小李", "阿芳"), stage=stage
    ).session
    record.carry_over(session=evening, sent=sent(), into=following, players={0: 0, 1: 1, 2: 2})
    answer = send(phone, exported(GameSession.objects.get(pk=following.pk), "archive"))
    assert {name for name, _money in answer.context["preview"].carried} <= {"王师傅", "小李", "阿芳"}
    assert answer.context["preview"].carried
    assert "带来或带走的" in answer.content.decode()
