"""What open pages are sent belongs to one moment, however much is entered while it is read."""

import json
import re

import pytest
from django.test import Client
from django.utils import timezone

from zipai_ledger.ledger import record
from zipai_ledger.ledger.queries import changes as reads
from zipai_ledger.live import Page
from zipai_ledger.models import GameSession, Grant, OpenEntry
from zipai_ledger.views.live import Fragments

from .conftest import CALLED, Table, play, sent

pytestmark = pytest.mark.django_db


def test_a_deal_entered_while_others_are_read_comes_once_and_with_its_own_number(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    reads.changes_up_to.cache_clear()
    seen, reading = table.head, reads.events_since
    play(table.session, CALLED)

    def entered_meanwhile(session: GameSession, *about: int) -> object:
        monkeypatch.setattr(reads, "events_since", reading)
        play(table.session, CALLED)
        return reading(session, *about)

    monkeypatch.setattr(reads, "events_since", entered_meanwhile)
    page = Page(table.session.pk, table.public_id, "table", "zh-hans", 1, "")
    grant = Grant.objects.filter(session=table.session)[0]
    rev, text = Fragments().draw(page, grant, seen, seen + 1)
    assert rev == table.head == seen + 2
    assert f'data-rev="{rev}"' in text
    assert re.findall(r'<details class="deal[^"]*" id="deal-(\d+)"', text) == [f"{seen + 2}", f"{seen + 1}"]


def test_the_page_of_what_was_changed_is_told_of_no_deal_that_is_recorded_in_its_turn(
    viewer: Client, table: Table
):
    assert 'data-show="changes"' in viewer.get(table.url("history:show")).content.decode()
    assert 'data-show="line"' in viewer.get(table.url("history:show") + "?all=1").content.decode()
    news = f"{table.url('live:news')}?show=changes&rev={table.head}"
    play(table.session, CALLED)
    assert 'data-line=""' in viewer.get(news).content.decode()
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[0])
    play(table.session, CALLED)
    assert 'data-line="刚才：老王把第 1 盘作废了"' in viewer.get(news).content.decode()


def test_a_page_without_a_stream_says_that_a_deal_is_entered_there_and_hears_who_else_enters_one(
    alice: Client, bob: Client, viewer: Client, charlie: Client, table: Table
):
    news = f"{table.url('live:news')}?rev={table.head}"

    def others(client: Client, show: str) -> object:
        return json.loads(client.get(f"{news}&tab=a&show={show}").headers["X-Entering"])

    # Who only looks on enters nothing, whatever its page asks for.
    assert others(viewer, "entry") == others(alice, "entry") == []
    assert others(viewer, "table") == ["老王"]
    assert others(bob, "entry") == ["老王"]
    assert others(viewer, "table") == ["老王", "小李"]
    assert charlie.get(f"{news}&tab=a&show=entry").status_code == 404
    OpenEntry.objects.update(until=timezone.now())
    assert others(viewer, "table") == []
