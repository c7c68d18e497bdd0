"""Pages that are much work take turns; others' taps and small tables never wait."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.views.conftest import Table, alice, table, viewer  # noqa: F401 - fixtures
from zipai_ledger.access import heavy
from zipai_ledger.access.heavy import Busy, WorkTurns
from zipai_ledger.http.cancelled import LINE, cancellable
from zipai_ledger.models import GameSession, Grant

SOON = 0.01
HANGS = 300
PAGES = ("table:figures", "what_if:show", "rescoring:rescore")
EXPORTS = (
    *(f"exports:{name}" for name in ("csv", "xlsx", "json", "archive")),
    *(f"sharing:{name}" for name in ("paper", "pdf", "show", "picture")),
)


def refused(turns: WorkTurns, who: int) -> bool:
    try:
        with turns.take(who, SOON):
            return False
    except Busy:
        return True


def test_a_device_works_once_at_a_time_and_few_altogether():
    turns = WorkTurns(2)
    with turns.take(1, SOON):
        assert refused(turns, 1)
        with turns.take(2, SOON):
            assert refused(turns, 3)
        assert not refused(turns, 3)
    assert not refused(turns, 1)


def test_a_turn_ends_with_a_fault_too():
    turns = WorkTurns(1)
    with pytest.raises(ZeroDivisionError), turns.take(1, SOON):
        raise ZeroDivisionError
    assert not refused(turns, 1)


def test_whoever_waits_goes_on_when_a_turn_ends():
    turns, begun, ended = WorkTurns(1), Event(), Event()

    def work() -> None:
        with turns.take(1, HANGS):
            begun.set()
            ended.wait(HANGS)

    def follow() -> bool:
        begun.wait(HANGS)
        ended.set()
        with turns.take(2, HANGS):
            return True

    with ThreadPoolExecutor(2) as pool:
        working, following = pool.submit(work), pool.submit(follow)
        assert following.result(HANGS)
        working.result(HANGS)


@pytest.fixture
def large(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:  # noqa: F811
    """A table that counts as large, and nobody waits long."""
    GameSession.objects.filter(pk=table.session.pk).update(deal_count=heavy.LARGE)
    monkeypatch.setattr(heavy, "PATIENCE", SOON)
    return table


def addresses(of: Table) -> list[str]:
    names = [*PAGES, *EXPORTS]
    return [reverse(name, args=[of.public_id]) for name in names]


@pytest.mark.django_db
def test_pdfs_are_drawn_one_at_a_time_at_small_tables_too(alice: Client, table: Table, monkeypatch):  # noqa: F811
    """Each takes 90 MB while it is drawn, so twelve at once took a server of 80 MB to 900."""
    monkeypatch.setattr(heavy, "PATIENCE", SOON)
    address = reverse("sharing:pdf", args=[table.public_id])
    with heavy.alone.take(0, SOON):
        answer = alice.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (429, "5")
    assert alice.get(address).status_code in (200, 501)


def device(of: Table) -> int:
    return Grant.objects.get(session=of.session, role="owner").device_id


@pytest.mark.django_db
def test_all_of_a_large_table_s_heavy_pages_take_turns(alice: Client, large: Table):  # noqa: F811
    with heavy.turns.take(device(large), SOON):
        answers = [alice.get(address) for address in addresses(large)]
    assert {(answer.status_code, answer["Retry-After"]) for answer in answers} == {(429, "5")}
    assert "再打开一次" in answers[0].content.decode()


@pytest.mark.django_db
def test_a_small_table_s_pages_and_a_large_one_s_ledger_do_not(alice: Client, table: Table, large: Table):  # noqa: F811
    with heavy.turns.take(device(large), SOON):
        assert alice.get(large.url("table:show")).status_code == 200
        GameSession.objects.filter(pk=table.session.pk).update(deal_count=2)
        assert alice.get(table.url("table:figures")).status_code == 200


@pytest.mark.django_db
def test_another_device_is_let_in_until_so_many_work(viewer: Client, large: Table):  # noqa: F811
    with heavy.turns.take(device(large), SOON):
        assert viewer.get(large.url("table:figures")).status_code == 200
        with heavy.turns.take(0, SOON):
            assert viewer.get(large.url("table:figures")).status_code == 429


@pytest.mark.django_db
@pytest.mark.parametrize("page", [*PAGES, *EXPORTS])
def test_a_heavy_page_ends_when_its_phone_has_left(alice: Client, large: Table, monkeypatch, page: str):  # noqa: F811
    request = SimpleNamespace(scope={LINE: SimpleNamespace(gone=True)})
    monkeypatch.setattr(heavy, "cancellable", lambda _: cancellable(request))
    answer = alice.get(reverse(page, args=[large.public_id]), {"again": "yes"})
    assert (answer.status_code, answer.content) == (204, b"")


def test_the_page_that_asks_for_patience_leads_back_to_what_was_looked_at():
    looked = heavy.busy(RequestFactory().get("/t/abc/figures/?by=deal")).content.decode()
    assert 'href="/t/abc/figures/?by=deal"' in looked
    assert "已经记上的都在" in looked


def test_what_was_sent_is_not_opened_again():
    wrote = heavy.busy(RequestFactory().post("/t/abc/rescore/")).content.decode()
    assert "/t/abc/rescore/" not in wrote
    assert "没有记上" in wrote
