"""Whatever stands in an address, a form or a header is answered, never with 500: numbers of any length, NUL, nesting."""

import pytest
from django.test import Client

from .conftest import Table

LONG = "9" * 5000
DEEP = "[" * 20_000


@pytest.fixture
def phone(alice: Client, table: Table) -> Client:
    """The owner's phone, on which an answer of 500 is an answer and not an exception."""
    alice.raise_request_exception = False
    return alice


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("table:show", f"before={LONG}"),
        ("history:show", f"before={LONG}"),
        ("deal_entry:new", f"winner={LONG}"),
        ("deal_entry:new", f"replace={LONG}"),
        ("rulebook:table", f"stage={'0' * 5000}"),
        ("rulebook:table", "stage=00009"),
        ("rulebook:table", "stage=99999999999"),
    ],
)
def test_a_number_of_any_length_in_an_address(phone: Client, table: Table, name: str, query: str):
    assert phone.get(f"{table.url(name)}?{query}").status_code in (200, 404)


@pytest.mark.parametrize("field", ["hu", "winner", "from", "dealer", "xing_count", "offender"])
@pytest.mark.parametrize("name", ["deal_entry:save", "deal_entry:adjust", "deal_entry:preview"])
def test_a_number_of_any_length_in_a_deal(phone: Client, table: Table, name: str, field: str):
    form = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "client_id": "strict-0123456789"}
    answer = phone.post(table.url(name), {**form, field: LONG})
    assert answer.status_code in (200, 422)
    assert table.head == table.session.head_seq


def test_a_number_of_any_length_among_the_deals_to_keep(phone: Client, table: Table):
    answer = phone.post(
        table.url("corrections:void", table.keys[0]), {"keep": [LONG, "x"], "client_id": "void-0123456789"}
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "path", ["tuozi/?special_cards=", "gaohuzi/?gates=", "dalin/?bands=", "bopi/?pairs="]
)
def test_an_option_nested_without_end_is_as_usual(phone: Client, path: str):
    assert phone.get(f"/rules/{path}{DEEP}").status_code == 200


@pytest.mark.parametrize("referrer", ["http://[::1", "http://[", "//", "\0"])
def test_a_referrer_that_is_no_address(phone: Client, referrer: str):
    assert phone.get("/preferences/", headers={"Referer": referrer}).status_code == 200
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    assert strict.post("/new/", headers={"Referer": referrer}).status_code == 403


@pytest.mark.parametrize("charset", ["latin1", "idna", "utf-7", "punycode", "utf-16"])
def test_a_form_in_another_charset_is_refused_with_every_header(phone: Client, charset: str):
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    for strict in (phone, Client(enforce_csrf_checks=True, raise_request_exception=False)):
        strict.get("/new/")
        answer = strict.post("/new/", "name=x", content_type=kind)
        assert answer.status_code in (400, 403)
        assert "default-src" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/t/%00/", "/t/a%00b/settle/", "/c/%00/", "/t/%F0%9F%80%84/"])
def test_an_id_that_nothing_was_given_is_not_found(phone: Client, path: str, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert phone.get(path).status_code == 404


def test_a_table_owed_from_that_is_no_id_opens_without_it(phone: Client):
    assert phone.get("/new/?again=%00").status_code == 200
    assert phone.post("/new/", {"owed_from": "\0", "client_id": "owed-0123456789"}).status_code == 422


def test_a_name_of_half_a_character_is_refused_where_a_file_is_looked_into(phone: Client):
    text = (
        '{"format":"zipai-ledger/session","version":1,"name":"\\ud800","ruleset":"guilin",'
        '"players":["甲","乙","丙"],"deals":[{"result":"dead"}]}'
    )
    assert phone.post("/import/", {"text": text, "do": "look"}).status_code in (200, 422)


@pytest.mark.parametrize(
    "text",
    [
        '{"format":"zipai-ledger/session","version":"\\ud800"}',
        '{"format":"zipai-ledger/session","version":1,"\\ud800":1}',
        '{"format":"zipai-ledger/archive","version":"\\ud800"}',
        '{"format":"zipai-ledger/session","version":1,"ruleset":"\\ud800","players":["甲","乙","丙"],"deals":[]}',
    ],
)
def test_half_a_character_is_quoted_where_it_is_wrong(phone: Client, text: str):
    answer = phone.post("/import/", {"text": text, "do": "look"})
    assert (answer.status_code, "\\ud800" in answer.content.decode()) == (422, True)
