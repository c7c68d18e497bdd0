"""A correction that makes later deals impossible: the page says which and why, and offers to keep them as agreed."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.ledger.blocked import CASES, played
from tests.rules.evenings.changes import Correction
from zipai_ledger.ledger.record import Restore
from zipai_ledger.models import Deal, Event, GameSession, Role

from .conftest import client_with

pytestmark = pytest.mark.django_db
each_case = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))


def corrected(case: Correction) -> tuple[Client, GameSession, dict[int, int], str]:
    """An owner's phone, the table, the keys of its deals, and the address of the correction."""
    session, keys, change = played(case)
    name = "restore" if isinstance(change, Restore) else "void"
    return (
        client_with(session, Role.OWNER),
        session,
        keys,
        reverse(f"corrections:{name}", args=[session.public_id, change.key]),
    )


def plain(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


@each_case
def test_the_page_lists_every_deal_that_could_not_stand_with_its_reason(case: Correction):
    client, _, keys, url = corrected(case)
    page = client.get(url).content.decode()
    assert "后面有几盘就不成立了" in page
    for number, (_, words) in case.blocked.items():
        assert f"第 {number} 盘照原样（商定） {words}" in plain(page)
    offered = re.findall(r'type="checkbox" name="keep" value="(\d+)"', page)
    assert list(map(int, offered)) == [keys[number] for number in case.blocked]
    # In English, no code of the program is read out.
    english = client.get(url, headers={"Accept-Language": "en"}).content.decode()
    expected = re.findall(r"<small>(.*?)</small>", english)
    assert len(expected) == len(case.blocked)
    assert not [text for text in expected if re.search(r"[a-z]_[a-z]|[{}]", text)]


@each_case
def test_confirming_without_solving_it_stores_nothing_and_says_the_same_again(case: Correction):
    client, _, keys, url = corrected(case)
    before = Event.objects.count()
    answer = client.post(url, {"confirm": "1", "client_id": "fix-0123456789", "base": ""})
    assert answer.status_code == 409
    for number, (_, words) in case.blocked.items():
        assert f"第 {number} 盘照原样（商定） {words}" in plain(answer.content.decode())
        assert Deal.objects.get(key=keys[number]).live
    assert Event.objects.count() == before


@each_case
def test_ticking_all_of_them_keeps_them_as_agreed_and_the_table_says_so(case: Correction):
    client, session, keys, url = corrected(case)
    keep = [str(keys[number]) for number in case.blocked]
    answer = client.post(url, {"confirm": "1", "client_id": "fix-0123456789", "base": "", "keep": keep})
    assert answer.status_code == 303
    assert set(Deal.objects.filter(session=session, agreed=True).values_list("key", flat=True)) == set(
        map(int, keep)
    )
    table = client.get(reverse("table:show", args=[session.public_id])).content.decode()
    assert plain(table).count("商定") >= len(keep)
    history = client.get(reverse("deal:show", args=[session.public_id, keys[min(case.blocked)]]))
    assert history.status_code == 200


@each_case
def test_without_them_the_correction_is_made(case: Correction):
    client, session, keys, url = corrected(case)
    for number in sorted(case.blocked, reverse=True):
        void = reverse("corrections:void", args=[session.public_id, keys[number]])
        sent = {"confirm": "1", "client_id": f"void-{number}-0123456789", "base": "", "reason": "不成立了"}
        assert client.post(void, sent).status_code == 303
    assert "后面有几盘就不成立了" not in client.get(url).content.decode()
    assert client.post(url, {"confirm": "1", "client_id": "fix-0123456789", "base": ""}).status_code == 303
    assert Deal.objects.get(session=session, key=keys[case.aim]).live == (case.aim in case.void)
