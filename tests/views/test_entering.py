"""正在记: the leases by which processes know who enters a deal, and the news that comes to who does."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from zipai_ledger.ledger import record
from zipai_ledger.live.leases import LONGEST, OpenPage, drop, keep
from zipai_ledger.live.reads import Entering, entering
from zipai_ledger.models import Grant, OpenEntry, Role

from .conftest import CALLED, Table, client_with, play, sent

pytestmark = pytest.mark.django_db


def grant_of(table: Table, player: int) -> Grant:
    return Grant.objects.get(session=table.session, player=player)


def there(table: Table) -> list[str]:
    return [one.name for one in entering({table.session.pk}).get(table.session.pk, ())]


def test_a_lease_is_renewed_and_runs_out(bob: Client, table: Table):
    bobs, alices = (grant_of(table, player).pk for player in (1, 0))
    pages = [OpenPage(bobs, "a"), OpenPage(bobs, "b"), OpenPage(alices, "c")]
    for _ in range(2):
        keep(pages)
    assert OpenEntry.objects.count() == 3
    assert entering({table.session.pk}) == {
        table.session.pk: (Entering(bobs, "小李"), Entering(alices, "老王"))
    }
    drop([pages[2]])
    assert there(table) == ["小李"]
    now = timezone.now()
    OpenEntry.objects.update(until=now)
    assert there(table) == []
    OpenEntry.objects.update(until=now - LONGEST - timedelta(seconds=1))
    keep([])
    assert OpenEntry.objects.count() == 0


def test_a_phone_that_is_sent_away_and_a_table_that_is_erased_leave_nothing(
    alice: Client, bob: Client, table: Table
):
    nobody = Grant.objects.latest("pk").pk + 1
    keep([OpenPage(grant_of(table, 1).pk, "a"), OpenPage(nobody, "b")])
    assert OpenEntry.objects.count() == 1
    alice.post(table.url("table:revoke_phone", grant_of(table, 1).pk))
    assert there(table) == []
    record.purge(session=table.session, sent=sent(table.session))
    assert OpenEntry.objects.count() == 0


@pytest.mark.parametrize("name", ["new", "dead", "foul", "adjust"])
def test_where_a_deal_is_entered_others_are_told_so_and_a_correction_is_none(
    bob: Client, table: Table, name: str
):
    page = bob.get(table.url(f"deal_entry:{name}")).content.decode()
    assert 'data-show="entry"' in page
    corrected = bob.get(table.url(f"deal_entry:{name}") + f"?replace={table.keys[1]}").content.decode()
    assert 'data-show="entry"' not in corrected


def news(client: Client, table: Table, seen: int) -> str:
    return client.get(table.url("live:news"), {"rev": seen, "show": "entry"}).content.decode()


def test_a_deal_of_others_comes_with_who_and_what_to_compare_it_by(bob: Client, table: Table):
    seen = table.head
    play(table.session, CALLED)
    html = news(bob, table, seen)
    (attributes,) = re.findall(r'<div id="update" ([^>]*)>', html)
    assert 'data-line="老王刚记了第 3 盘：小李 17 胡"' in attributes
    assert 'data-winners="1"' in attributes
    assert 'data-hu="17"' in attributes
    assert 'class="deal' in html
    assert "有异议" not in html


def test_other_news_are_a_line_alone(bob: Client, table: Table):
    seen = table.head
    record.rename_session(session=table.session, sent=sent(table.session), name="换个地方")
    html = news(bob, table, seen)
    assert 'data-line="刚才：' in html
    assert "data-winners" not in html


def test_an_onlooker_announces_nothing(table: Table):
    viewer = client_with(table.session, Role.VIEWER)
    assert viewer.get(table.url("live:stream"), {"show": "entry"}).status_code == 204
    assert OpenEntry.objects.count() == 0
