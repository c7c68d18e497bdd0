"""对不上: a damaged table is shown with a warning, takes nothing more, and can be kept as it is."""

import io
import json

import pytest
from django.test import Client

from tests.lifting import lifted
from tests.views.conftest import Table
from zipai_ledger.ledger import record
from zipai_ledger.ledger.verify import damaged_tables
from zipai_ledger.management.commands import serve
from zipai_ledger.models import Event, GameSession

WARNING = "账本对不上：只能看"
PAGES = ("table:show", "settlement:show", "history:show")


@pytest.fixture
def broken(table: Table) -> Table:
    """The newest event was changed by whoever could write in the file."""
    event = Event.objects.get(session=table.session, seq=table.head)
    with lifted():
        Event.objects.filter(pk=event.pk).update(body=event.body.replace('"winner":1', '"winner":2'))
    return table


@pytest.mark.parametrize("page", PAGES)
def test_a_damaged_table_is_never_shown_quietly(alice: Client, broken: Table, page: str):
    assert WARNING in alice.get(broken.url(page)).content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_a_whole_table_is_shown_without_a_warning(alice: Client, table: Table, page: str):
    assert WARNING not in alice.get(table.url(page)).content.decode()


def test_nothing_is_offered_that_would_write_in_it(alice: Client, table: Table, broken: Table):
    page = alice.get(broken.url("table:show")).content.decode()
    for name in ("deal_entry:new", "deal_entry:dead", "deal_entry:adjust", "stages:change"):
        assert broken.url(name) not in page
    assert broken.url("exports:index") in page
    assert broken.url("closing:close") not in alice.get(broken.url("settlement:show")).content.decode()


def test_what_is_sent_all_the_same_is_refused_and_nothing_changes(alice: Client, broken: Table):
    before = GameSession.objects.get(pk=broken.session.pk).head_hash
    entry = {"client_id": "from-an-old-page", "base": str(broken.head), "winner": "0", "result": "dead"}
    answer = alice.post(broken.url("deal_entry:dead"), entry)
    assert answer.status_code == 409
    assert "从备份恢复" in answer.content.decode()
    renamed = alice.post(broken.url("table:names"), {"player-0": "王师傅"})
    assert renamed.status_code == 409
    assert "刚才这一下没有记" in renamed.content.decode()
    doubted = alice.post(broken.url("disputes:dispute", broken.keys[0]), {"note": "不对"})
    assert doubted.status_code == 409
    assert "从备份恢复" in doubted.content.decode()
    assert GameSession.objects.get(pk=broken.session.pk).head_hash == before


def test_what_was_stored_before_is_still_answered_as_stored(alice: Client, table: Table):
    entry = {"client_id": "sent-a-second-time", "base": str(table.head)}
    assert alice.post(table.url("deal_entry:dead"), entry).status_code == 303
    event = Event.objects.get(session=table.session, seq=table.head)
    with lifted():
        Event.objects.filter(pk=event.pk).update(base="1")
    assert alice.post(table.url("deal_entry:dead"), entry).status_code == 303


def test_it_leaves_only_as_an_archive_that_says_so(alice: Client, broken: Table):
    refused = alice.get(broken.url("exports:archive"))
    assert refused.status_code == 409
    assert f"{broken.url('exports:archive')}?damaged=yes" in refused.content.decode()
    kept = alice.get(broken.url("exports:archive"), {"damaged": "yes"})
    assert "DAMAGED" in kept["Content-Disposition"]
    assert len(json.loads(kept.content)["events"]) == broken.head


def test_a_server_that_starts_names_the_tables_that_are_damaged(broken: Table):
    assert [str(damage) for damage in damaged_tables()[broken.public_id]] == [
        f"event {broken.head}: the hash does not fit the text"
    ]
    assert damaged_tables(most=0) == {}
    output = io.StringIO()
    serve.Command(stderr=output).warn()
    assert f"Damaged ledger {broken.public_id}: event {broken.head}" in output.getvalue()


def test_a_closed_table_is_left_to_the_whole_check(broken: Table):
    GameSession.objects.filter(pk=broken.session.pk).update(status="closed")
    assert damaged_tables() == {}


def test_what_reaches_a_table_just_purged_finds_no_table(alice: Client, table: Table, monkeypatch):
    """The other phone had been let in before the owner erased the table."""
    apply = record.apply

    def purged_first(**arguments):
        record.purge(session=table.session, sent=record.Sent(role="owner"))
        return apply(**arguments)

    monkeypatch.setattr(record, "apply", purged_first)
    entry = {"client_id": "a-moment-too-late", "base": str(table.head)}
    assert alice.post(table.url("deal_entry:dead"), entry).status_code == 404


TECHNICAL = ("hash", "event ", "seq", "differ", "trail", "cannot be read")
"""What only whoever runs the machine can make something of."""


@pytest.mark.parametrize(
    ("language", "kept", "refused", "step"),
    [
        ("zh-hans", "没有导出", "刚才这一下没有记，账本对不上了", "第 {} 步起"),
        ("zh-hant", "沒有匯出", "剛才這一下沒有記，帳本對不上了", "第 {} 步起"),
        ("en", "nothing was exported", "That was not saved", "from step {} on"),
    ],
)
def test_players_are_told_calmly_in_their_language_and_the_log_gets_the_rest(
    alice: Client, broken: Table, caplog, language: str, kept: str, refused: str, step: str
):
    alice.cookies["django_language"] = language
    entry = {"client_id": "from-an-old-page", "base": str(broken.head), "winner": "0", "result": "dead"}
    sent = alice.post(broken.url("deal_entry:dead"), entry).content.decode()
    assert refused in sent
    for name in ("exports:csv", "sharing:paper", "sharing:show", "sharing:picture", "exports:json"):
        page = alice.get(broken.url(name)).content.decode()
        assert kept in page
        assert step.format(broken.head) in page
        main = page[page.index("<main") : page.index("</main>")]
        assert not [word for word in TECHNICAL if word in main]
    assert f"table no. {broken.session.pk} is damaged: event {broken.head}" in caplog.text
