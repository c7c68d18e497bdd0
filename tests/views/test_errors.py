"""Pages for what went wrong."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

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


def test_a_form_without_its_token_is_told_to_reload():
    answer = Client(enforce_csrf_checks=True).post("/new/", {})
    assert answer.status_code == 403
    assert "这一页放太久了" in answer.content.decode()


def test_too_many_fields_are_refused_quietly(alice: Client):
    assert alice.post("/new/", {f"field{number}": "x" for number in range(300)}).status_code == 400


@pytest.mark.parametrize("address", ["/new/examples/", "/new/rules/"])
def test_fragments_answer_only_their_method(alice: Client, address: str):
    assert {alice.get(address).status_code, alice.post(address).status_code} == {200, 405}


def fails(*_: object) -> None:
    raise OperationalError("database is locked")


def test_a_database_that_cannot_answer_just_now_is_told_calmly(alice: Client):
    alice.cookies["zipai"] = "a" * 43  # somebody who may have tables
    with connection.execute_wrapper(fails):
        page = alice.get("/")
        sent = alice.post("/new/", {"client_id": "a-table-opened"})
        line = alice.get("/", headers={"HX-Request": "true"})
    assert {answer.status_code for answer in (page, sent, line)} == {503}
    assert {answer["Retry-After"] for answer in (page, sent, line)} == {"2"}
    assert "等几秒再打开一次" in page.content.decode()
    assert "点几次都只记一次" in sent.content.decode()
    assert line.content.decode().strip() == "等几秒再打开一次；已经记上的都在。"
