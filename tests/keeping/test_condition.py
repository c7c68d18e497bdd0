"""What is said of the server, to its operator and to programs: numbers, and nothing of anybody."""

import io
import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from tests.views.conftest import NEW, WIN, Table, alice, bob, play, table  # noqa: F401 - fixtures
from zipai_ledger.http import meters
from zipai_ledger.keeping import condition, presence, shelf

pytestmark = pytest.mark.django_db


@pytest.fixture
def backups(settings, tmp_path):
    """Makes it so that the last good backup is so old."""
    settings.BACKUPS = tmp_path

    def of(age: timedelta) -> None:
        (tmp_path / shelf.name_of(timezone.now() - age)).touch()

    return of


def status(*arguments: str) -> tuple[str, int]:
    """What the command says, and its status."""
    output = io.StringIO()
    try:
        call_command("status", *arguments, stdout=output)
    except SystemExit as ended:
        return output.getvalue(), int(ended.code or 0)
    return output.getvalue(), 0


def test_status_says_numbers_and_no_names(table: Table, backups):  # noqa: F811
    backups(timedelta(hours=7))
    output, code = status()
    assert code == 0
    assert "盘 Deals: 2" in output
    assert "(7 h)" in output
    assert "journal_mode" in output or "synchronous_commit" in output
    assert not any(name in output for name in (*NEW["player"], NEW["name"], table.public_id))


def test_status_says_what_is_wrong(table: Table, backups):  # noqa: F811
    backups(timedelta(days=8))
    output, code = status("--json")
    assert code == 1
    assert json.loads(output)["wrong"] == ["the last good backup is older than a week"]


def test_a_backup_may_be_missing_for_the_first_week(table: Table, settings, tmp_path):  # noqa: F811
    settings.BACKUPS = tmp_path
    assert not condition.is_stale(None)
    settings.BACKUPS = None
    assert not condition.is_stale(None)
    assert any("off" in one for one in condition.status().wrong)


def test_running_servers_and_their_open_pages_are_counted(tmp_path):
    with presence.announced(tmp_path, lambda: 7):
        while not presence.servers(tmp_path):
            pass
        assert [one.streams for one in presence.servers(tmp_path)] == [7]
    assert presence.servers(tmp_path) == []


def test_alive_asks_no_database(client: Client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_ready_says_a_word_for_each_part(client: Client, backups, monkeypatch):
    backups(timedelta(days=8))
    answer = client.get("/readyz")
    assert answer.status_code == 200, "an old backup alone stops nothing"
    assert answer.json()["backup"] == "warning"
    monkeypatch.setattr(condition, "free_space", lambda: condition.LITTLE - 1)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["ready"], answer.json()["space"]) == (503, False, "failed")


def test_without_its_database_it_is_alive_and_not_ready(client: Client, monkeypatch):
    def gone():
        raise DatabaseError("gone")

    monkeypatch.setattr(condition, "is_up_to_date", gone)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "failed")
    assert client.get("/healthz").status_code == 200


@pytest.fixture
def counting(settings):
    settings.METRICS_TOKEN = "a token"
    meters.switch_on()
    yield {"HTTP_AUTHORIZATION": "Bearer a token"}
    meters.switch_off()


def test_metrics_are_no_page_without_the_token(client: Client, settings):
    settings.METRICS_TOKEN = ""
    unknown = client.get("/nowhere")
    for header in ("", "Bearer ", "Bearer x"):
        assert client.get("/metrics", HTTP_AUTHORIZATION=header).content == unknown.content
    settings.METRICS_TOKEN = "a token"
    assert client.get("/metrics", HTTP_AUTHORIZATION="Bearer x").status_code == 404


def test_metrics_count_requests_deals_and_refusals_and_name_nobody(
    alice: Client,  # noqa: F811
    bob: Client,  # noqa: F811
    table: Table,  # noqa: F811
    counting,
    backups,
    django_capture_on_commit_callbacks,
):
    backups(timedelta(hours=2))
    alice.get(table.url("table:show"))
    alice.get("/nowhere")
    with django_capture_on_commit_callbacks(execute=True):
        play(table.session, WIN)
    form = {"result": "win", "winner": "0", "source": "self_draw", "hu": "15", "xing": "0"}
    bob.post(table.url("deal_entry:save"), {**form, "base": "1", "client_id": "stale-0123456789"})
    exposition = alice.get("/metrics", **counting).content.decode()
    assert 'zipai_requests_total{method="GET",status="200",view="table:show"} 1.0' in exposition
    assert 'zipai_requests_total{method="GET",status="404",view="none"} 1.0' in exposition
    assert 'zipai_request_seconds_count{view="table:show"} 1.0' in exposition
    assert "zipai_deals_stored_total 1.0" in exposition
    assert 'zipai_refusals_total{reason="' in exposition
    assert "zipai_writers_waiting 0.0" in exposition
    assert "zipai_backup_age_seconds 72" in exposition
    assert not any(name in exposition for name in (*NEW["player"], NEW["name"], table.public_id))
