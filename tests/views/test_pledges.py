"""报锤: a page before the deal, a tag on every seat, and the fields of the deal itself."""

import re

import pytest
from django.test import Client

from zipai_ledger.models import Deal, GameSession

from .conftest import Table, open_by

pytestmark = pytest.mark.django_db

PLEDGES = {"rule-pledge": "sum", "rule-pledge_max": "2", "rule-xing": "none"}
WIN = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "17"}


@pytest.fixture
def table(alice: Client) -> Table:
    return opened(alice, **PLEDGES)


def opened(client: Client, **rules: str) -> Table:
    session, code = open_by(client, **rules)
    return Table(session, code, "", ())


def tags(client: Client, table: Table) -> list[str]:
    page = client.get(table.url("table:show")).content.decode()
    return re.findall(r'<span class="tag claim">([^<]+)</span>', page)


def announce(client: Client, table: Table, *pledges: int) -> int:
    sent = {f"pledge_{seat}": str(count) for seat, count in enumerate(pledges)}
    return client.post(table.url("pledges:announce"), sent).status_code


def test_what_is_announced_stands_on_everybodys_table(alice: Client, table: Table):
    assert "报锤" in alice.get(table.url("table:show")).content.decode()
    assert announce(alice, table, 1, 0, 2) == 302
    assert tags(alice, table) == ["锤 1", "锤 2"]


def test_the_deal_has_it_without_another_tap(alice: Client, table: Table):
    announce(alice, table, 1, 0, 0)
    page = alice.get(table.url("deal_entry:new")).content.decode()
    assert re.search(r'name="pledge_0" value="1"\s+checked', page)
    pledged = {"pledge_0": "1", "pledge_1": "0", "pledge_2": "0"}
    assert alice.post(table.url("deal_entry:save"), {**WIN, **pledged}).status_code == 303
    assert '"pledges":[1,0,0]' in Deal.objects.get().fact
    assert tags(alice, table) == ["锤 1"]


def test_a_correction_opens_with_what_was_pledged(alice: Client, table: Table):
    alice.post(table.url("deal_entry:save"), {**WIN, "pledge_0": "2", "pledge_1": "1"})
    announce(alice, table, 0, 0, 0)
    key = Deal.objects.get().key
    page = alice.get(table.url("deal_entry:new"), {"replace": key}).content.decode()
    assert re.search(r'name="pledge_0" value="2"\s+checked', page)


def test_too_much_is_said_at_its_player(alice: Client, table: Table):
    answer = alice.post(table.url("pledges:announce"), {"pledge_1": "7"})
    assert answer.status_code == 422
    assert 'id="error-pledge_1"' in answer.content.decode()


def test_what_is_no_number_or_was_sent_before_with_others_is_refused(alice: Client, table: Table):
    url = table.url("pledges:announce")
    assert alice.post(url, {"pledge_1": "x"}).status_code == 422
    entry = {"client_id": "pledge-0123456789"}
    assert alice.post(url, {**entry, "pledge_1": "1"}).status_code == 302
    again = alice.post(url, {**entry, "pledge_1": "2"})
    assert again.status_code == 409
    assert "和先前记上的不一样" in again.content.decode()
    assert tags(alice, table) == ["锤 1"]


def test_too_much_is_said_at_its_player_of_a_deal_too(alice: Client, table: Table):
    answer = alice.post(table.url("deal_entry:save"), {**WIN, "pledge_1": "7"})
    assert answer.status_code == 422
    assert 'id="error-pledge_1"' in answer.content.decode()


def test_a_table_without_pledges_asks_for_none(alice: Client):
    plain = opened(alice)
    assert "报锤" not in alice.get(plain.url("table:show")).content.decode()
    assert "pledge_0" not in alice.get(plain.url("deal_entry:new")).content.decode()
    assert "这一桌不报锤" in alice.get(plain.url("pledges:announce")).content.decode()


@pytest.fixture
def tally(alice: Client) -> Table:
    """娄底放炮罚: two hands of 20 胡 by own draw settle a round."""
    return opened(alice, ruleset="paohuzi_tally:loudi", **{"rule-pledge": "sum", "rule-pledge_max": "1"})


def won(client: Client, table: Table, **fields: str) -> int:
    base = str(GameSession.objects.get(pk=table.session.pk).ledger_seq)
    data = {**WIN, "hu": "20", "base": base, "client_id": f"entry-{base:0>10}", **fields}
    return client.post(table.url("deal_entry:save"), data).status_code


def test_pledges_of_a_tally_stand_until_the_round_is_settled(alice: Client, tally: Table):
    assert won(alice, tally, pledge_0="1") == 303
    assert tags(alice, tally) == ["坨 1"]
    assert "报坨" not in alice.get(tally.url("table:show")).content.decode()
    assert "pledge_0" not in alice.get(tally.url("deal_entry:new")).content.decode()
    assert "这一轮报过了" in alice.get(tally.url("pledges:announce")).content.decode()
    assert announce(alice, tally, 0, 1, 0) == 422
    assert won(alice, tally, pledge_0="0") == 303
    assert [deal.fact.count("pledges") for deal in Deal.objects.order_by("position")] == [1, 0]
    assert tags(alice, tally) == []
    page = alice.get(tally.url("deal_entry:new")).content.decode()
    assert re.search(r'name="pledge_0" value="0"\s+checked', page)


def test_a_new_round_of_a_tally_begins_with_what_was_announced_for_it(alice: Client, tally: Table):
    won(alice, tally, pledge_0="1")
    won(alice, tally)
    assert announce(alice, tally, 0, 1, 0) == 302
    assert tags(alice, tally) == ["坨 1"]
    page = alice.get(tally.url("deal_entry:new")).content.decode()
    assert re.search(r'name="pledge_1" value="1"\s+checked', page)


def test_the_pledges_of_a_round_are_corrected_in_its_first_deal(alice: Client, tally: Table):
    won(alice, tally, pledge_0="1")
    won(alice, tally)
    first, second = Deal.objects.order_by("position")
    assert "pledge_0" not in alice.get(tally.url("deal_entry:new"), {"replace": second.key}).content.decode()
    page = alice.get(tally.url("deal_entry:new"), {"replace": first.key}).content.decode()
    assert re.search(r'name="pledge_0" value="1"\s+checked', page)
