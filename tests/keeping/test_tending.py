"""An instance that anybody may use: bounds for a day, and what nobody needs goes when enough days agree."""

import io
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.exports.test_session_json import one_stage
from tests.lifting import lifted
from tests.views.conftest import NEW, WIN, Ring, Table, alice, bob, open_by, play, ring, table  # noqa: F401
from zipai_ledger.access import daily
from zipai_ledger.keeping import tending
from zipai_ledger.ledger.record.write import written
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Circle, DailyOpening, Device, Event, GameSession, RunningDay
from zipai_ledger.models.access import DAYS_THAT_AGREE, LIFETIME

pytestmark = pytest.mark.django_db


@pytest.fixture
def anybody(settings):
    """Settings of such an instance, with a small bound."""
    settings.PUBLIC, settings.DAILY, settings.RETENTION = True, 2, 0
    return settings


@pytest.mark.parametrize(
    ("path", "form", "model"),
    [
        ("/new/", NEW, GameSession),
        ("/circles/new/", {"name": "周五的牌友"}, Circle),
        ("/import/", {"text": one_stage(), "do": "import"}, GameSession),
        ("/sample/", {}, GameSession),
    ],
)
def test_an_address_opens_so_many_of_a_kind_a_day(anybody, path, form, model):
    for number in range(2):
        answer = Client().post(path, {**form, "client_id": f"client-id-{number:06}"})
        assert answer.status_code == 302
    refused = Client().post(path, {**form, "client_id": "client-id-000009"})
    assert (refused.status_code, "明天再来" in refused.content.decode()) == (429, True)
    assert model.objects.count() == 2
    elsewhere = Client(REMOTE_ADDR="192.0.2.9").post(path, {**form, "client_id": "client-id-000010"})
    assert elsewhere.status_code == 302


def test_of_another_kind_there_is_still_enough_and_tomorrow_too(anybody, monkeypatch):
    for number in range(3):
        status = Client().post("/new/", {**NEW, "client_id": f"client-id-{number:06}"}).status_code
    assert status == 429
    assert Client().post("/circles/new/", {"name": "牌友", "client_id": "client-id-77"}).status_code == 302
    tomorrow = timezone.now().date() + timedelta(days=1)
    monkeypatch.setattr(daily, "_today", lambda: tomorrow)
    assert Client().post("/new/", {**NEW, "client_id": "client-id-000088"}).status_code == 302
    monkeypatch.setattr(daily, "_today", lambda: tomorrow + timedelta(days=1))
    daily.count("192.0.2.1", "table")
    assert set(DailyOpening.objects.values_list("day", flat=True)) == {tomorrow, tomorrow + timedelta(days=1)}


def test_a_form_shown_again_opens_nothing_and_no_address_is_kept(anybody):
    for _ in range(3):
        assert Client().post("/circles/new/", {"name": "", "client_id": "client-id-77"}).status_code == 422
    assert not DailyOpening.objects.exists()
    Client(REMOTE_ADDR="192.0.2.9").post("/circles/new/", {"name": "牌友", "client_id": "client-id-77"})
    (row,) = DailyOpening.objects.all()
    assert (row.count, len(row.who), "192.0.2.9" in row.who) == (1, 64, False)


def test_a_site_of_many_networks_opens_as_much_as_eight_of_them(anybody):
    for number in range(anybody.DAILY * daily.NETWORKS):
        assert not daily.is_spent("2001:db8:1:ffff::/64", "table")
        daily.count(f"2001:db8:1:{number}::/64", "table")
    assert daily.is_spent("2001:db8:1:ffff::/64", "table")
    assert not daily.is_spent("2001:db8:2:1::/64", "table")


def test_elsewhere_nobody_counts_days(settings):
    settings.PUBLIC = False
    settings.DAILY = 1
    for number in range(3):
        Client().post("/circles/new/", {"name": "牌友", "client_id": f"client-id-{number:06}"})
    assert Circle.objects.count() == 3
    assert not DailyOpening.objects.exists()


def days_agree(now: datetime) -> None:
    """The server ran on so many days, up to this one."""
    RunningDay.objects.all().delete()
    for number in range(DAYS_THAT_AGREE):
        day = now - timedelta(days=number)
        RunningDay.objects.create(date=day.date(), year_before=day - LIFETIME)


def long_ago(session: GameSession, age: timedelta) -> None:
    """Let everything at a table have happened so long ago; its chain does not say so any more."""
    moment = timezone.now() - age
    GameSession.objects.filter(pk=session.pk).update(opened_at=moment)
    with lifted():
        Event.objects.filter(session=session).update(at=written(moment))


def visited(session: GameSession, age: timedelta) -> None:
    Device.objects.filter(grants__session=session).update(last_seen=timezone.now() - age)


def tend() -> str:
    output = io.StringIO()
    call_command("tend", stdout=output)
    return output.getvalue()


def test_an_empty_table_goes_after_a_week_and_one_with_a_deal_stays(anybody, table: Table):  # noqa: F811
    anybody.DAILY = 0
    empty, _code = open_by(Client(), client_id="empty-0123456789")
    fresh, _code = open_by(Client(), client_id="fresh-0123456789")
    days_agree(timezone.now())
    for session in (table.session, empty):
        long_ago(session, timedelta(days=20))
    assert "Empty: 1" in tend()
    left = set(GameSession.objects.values_list("pk", flat=True))
    assert left == {table.session.pk, fresh.pk}


def test_a_clock_that_has_jumped_takes_nothing(anybody):
    session, _code = open_by(Client(), client_id="empty-0123456789")
    long_ago(session, timedelta(days=20))
    days_agree(timezone.now() - timedelta(days=18))
    assert "Empty: 0" in tend()
    RunningDay.objects.all().delete()
    assert "Empty: 0" in tend()
    assert GameSession.objects.filter(pk=session.pk).exists()


def test_elsewhere_nothing_goes(settings):
    settings.PUBLIC = False
    session, _code = open_by(Client(), client_id="empty-0123456789")
    days_agree(timezone.now())
    long_ago(session, timedelta(days=20))
    tend()
    assert GameSession.objects.filter(pk=session.pk).exists()


@pytest.fixture
def forgotten(anybody, settings, tmp_path):
    """A table that nobody has visited for a year, where the operator keeps them for six months."""
    settings.RETENTION, settings.DATA = 6, tmp_path
    session, _code = open_by(Client(), client_id="old-0123456789")
    GameSession.objects.filter(pk=session.pk).update(opened_at=timezone.now() - timedelta(days=360))
    play(session, WIN)
    visited(session, timedelta(days=340))
    days_agree(timezone.now())
    return session


def age_unseen(session: GameSession, monkeypatch) -> None:
    """Its last event looks old to whoever asks for old ones, and the chain still holds."""
    monkeypatch.setattr(tending, "written", lambda since: written(timezone.now() + timedelta(days=1)))


def test_a_forgotten_table_is_archived_and_erased(forgotten: GameSession, monkeypatch, tmp_path):
    age_unseen(forgotten, monkeypatch)
    head = GameSession.objects.get(pk=forgotten.pk).head_hash
    assert "archived and erased: 1" in tend()
    assert not GameSession.objects.filter(pk=forgotten.pk).exists()
    (kept,) = (tmp_path / "archived").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    output = io.StringIO()
    call_command("import_session", str(kept), stdout=output)
    back = GameSession.objects.get()
    assert back.head_hash == head
    assert verify(back).damages == ()


def test_a_table_of_somebody_who_still_comes_stays(forgotten: GameSession, monkeypatch, settings):
    age_unseen(forgotten, monkeypatch)
    visited(forgotten, timedelta(days=100))
    assert "archived and erased: 0" in tend()
    visited(forgotten, timedelta(days=340))
    settings.RETENTION = 0
    assert "archived and erased: 0" in tend()
    assert GameSession.objects.filter(pk=forgotten.pk).exists()


def test_a_damaged_table_stays(forgotten: GameSession, monkeypatch):
    age_unseen(forgotten, monkeypatch)
    GameSession.objects.filter(pk=forgotten.pk).update(head_hash="0" * 64)
    assert "damaged and kept: 1" in tend()
    assert GameSession.objects.filter(pk=forgotten.pk).exists()


def test_owners_read_from_the_first_day_how_long_a_table_stays(anybody, table: Table, alice, bob):  # noqa: F811
    anybody.RETENTION = 6
    for name in ("exports:index", "table:invitations"):
        assert "桌上的人 6 个月都没来过" in alice.get(table.url(name)).content.decode()
    assert "6 个月" not in bob.get(table.url("exports:index")).content.decode()
    anybody.RETENTION = 0
    assert "记过的一直留着" in alice.get(table.url("table:invitations")).content.decode()
    anybody.PUBLIC = False
    assert "收走" not in alice.get(table.url("table:invitations")).content.decode()


def test_a_page_says_who_runs_it_in_the_operator_s_words(anybody, tmp_path):
    anybody.ABOUT = tmp_path / "about.txt"
    assert "还没写" in Client().get("/about/").content.decode()
    anybody.ABOUT.write_text("老张 <script>\n\n写信：zhang@example.org", encoding="utf-8")
    html = Client().get("/about/").content.decode()
    assert "老张 &lt;script&gt;" in html
    assert 'href="/about/"' in Client().get("/").content.decode()
    anybody.PUBLIC = False
    assert 'href="/about/"' not in Client().get("/").content.decode()
