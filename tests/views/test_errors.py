"""Pages for what went wrong."""

from collections.abc import Callable

import pytest
from django.db import OperationalError, connection
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from zipai_ledger.ledger import record
from zipai_ledger.models import Event, Payment

from .conftest import Table, sent

pytestmark = pytest.mark.django_db


def test_a_page_that_is_not_there_says_what_to_do(alice: Client):
    answer = alice.get("/nothing/")
    assert answer.status_code == 404
    assert "请桌上的人再给你看一次二维码" in answer.content.decode()


def test_a_missing_page_is_large_and_english_where_the_phone_is(alice: Client):
    alice.post("/preferences/", {"type": "large", "language": "en"})
    page = alice.get("/nothing/").content.decode()
    assert 'data-type="large"' in page
    assert "Page not found" in page


def test_a_missing_page_leads_to_the_code_and_the_recovery_code(alice: Client):
    page = alice.get("/t/AAAAAAAAAAAAAAAAAAAAAA/").content.decode()
    assert 'href="/j/"' in page
    assert 'href="/recover/"' in page


def test_a_form_without_its_token_is_told_to_reload():
    answer = Client(enforce_csrf_checks=True).post("/new/", {})
    assert answer.status_code == 403
    assert "这一页放太久了" in answer.content.decode()
    assert "回上一页刷新一下" in answer.content.decode()


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/new/?ruleset=guilin", "/new/?ruleset=guilin"),
        ("http://elsewhere.example/new/", ""),
        ("http://testserver//elsewhere.example/", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
    ],
)
def test_a_form_without_its_token_leads_back_to_its_page_on_this_site_only(referer: str, back: str):
    client = Client(enforce_csrf_checks=True)
    client.cookies["type"] = "large"
    answer = client.post("/new/", {}, headers={"referer": referer})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert 'data-type="large"' in page
    assert (f'class="button primary" href="{back or "/"}"') in page
    assert "elsewhere" not in page


def test_a_request_that_makes_no_sense_says_that_nothing_was_saved(alice: Client):
    page = alice.post("/new/", {f"field{number}": "x" for number in range(300)}).content.decode()
    assert "没看懂这一下" in page
    assert "没有记上" in page
    assert 'href="/"' in page


@pytest.mark.parametrize("name", ["400.html", "500.html"])
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_pages_made_without_a_request_name_their_language(name: str, language: str):
    with translation.override(language):
        assert f'lang="{language}"' in render_to_string(name)


def test_only_the_owner_may_and_an_owner_on_a_new_phone_learns_how(table: Table, bob: Client, viewer: Client):
    page = bob.get(table.url("table:invitations"))
    assert page.status_code == 403
    assert "用恢复码找回来" in page.content.decode()
    assert reverse("recover") in page.content.decode()
    looking = viewer.get(table.url("deal_entry:new")).content.decode()
    assert "什么也没动" in looking
    assert table.url("table:ask") in looking
    assert reverse("recover") not in looking


def test_a_closed_table_says_who_opens_it_again(table: Table, bob: Client):
    record.close(session=table.session, sent=sent(table.session))
    answer = bob.post(table.url("deal_entry:dead"), {"client_id": "too-late-0123456789"})
    assert answer.status_code == 423
    assert "请桌主在桌上点“再打开”" in answer.content.decode()


def test_too_many_fields_are_refused_quietly(alice: Client):
    assert alice.post("/new/", {f"field{number}": "x" for number in range(300)}).status_code == 400


@pytest.mark.parametrize("address", ["/new/examples/", "/new/rules/"])
def test_fragments_answer_only_their_method(alice: Client, address: str):
    assert {alice.get(address).status_code, alice.post(address).status_code} == {200, 405}


def fails(*_: object) -> None:
    raise OperationalError("database is locked")


def test_what_was_stored_before_the_database_failed_is_not_denied(table: Table, alice: Client):
    stored: list[str] = []

    def fails_afterwards(execute: Callable[..., object], sql: str, *rest: object) -> object:
        if stored and not sql.startswith(("SAVEPOINT", "RELEASE")):
            fails()
        if sql.startswith('UPDATE "zipai_ledger_gamesession"'):
            stored.append(sql)
        return execute(sql, *rest)

    sent = {"payer": "1", "payee": "0", "currency": "CNY", "minor": "50", "payment": "pay-CNY-1-0-0"}
    with connection.execute_wrapper(fails_afterwards):
        answer = alice.post(table.url("payments:tick"), {**sent, "base": f"{table.head}"})
    assert (answer.status_code, Event.objects.latest("pk").kind) == (503, "payment_made")
    assert "可能记上了" in answer.content.decode()
    with connection.execute_wrapper(fails):
        assert "可能记上了" not in alice.post(table.url("payments:tick"), sent).content.decode()
    assert Payment.objects.count() == 1


def test_a_database_that_cannot_answer_just_now_is_told_calmly(alice: Client):
    alice.cookies["zipai"] = "a" * 43  # somebody who may have tables
    with connection.execute_wrapper(fails):
        page = alice.get("/?gone=table")
        posted = alice.post("/new/", {"client_id": "a-table-opened"})
        line = alice.get("/", headers={"HX-Request": "true"})
    assert {answer.status_code for answer in (page, posted, line)} == {503}
    assert {answer["Retry-After"] for answer in (page, posted, line)} == {"2"}
    assert "等几秒再打开一次" in page.content.decode()
    assert 'class="button primary" href="/?gone=table"' in page.content.decode()
    assert "点几次都只记一次" in posted.content.decode()
    assert 'class="button primary" href="/"' in posted.content.decode()
    assert line.content.decode().strip() == "等几秒再打开一次；已经记上的都在。"
