"""What a phone refuses without HTTPS is said once, where it bites, with what to do."""

import pytest

from zipai_ledger.forms.preferences import CLOSED

from .conftest import Table

pytestmark = pytest.mark.django_db
LAN = {"host": "192.168.1.7:8000"}


def test_a_screen_that_may_sleep_is_spoken_of_until_it_was_read(table: Table, alice):
    expected = "屏幕过一会儿会自己黑"
    assert expected in alice.get(table.url("table:show"), headers=LAN).content.decode()
    alice.post("/preferences/", {"awake": CLOSED, "next": table.url("table:show")})
    assert expected not in alice.get(table.url("table:show"), headers=LAN).content.decode()


@pytest.mark.parametrize("how", [{"secure": True, "headers": LAN}, {"headers": {"host": "127.0.0.1:8000"}}])
def test_with_https_and_on_the_machine_itself_nothing_is_said(table: Table, alice, how):
    assert "自己黑" not in alice.get(table.url("table:show"), **how).content.decode()
    assert "不让直接发出去" not in alice.get(table.url("sharing:show"), **how).content.decode()


def test_that_a_picture_cannot_be_sent_is_said_where_it_is_made(table: Table, alice):
    assert "不让直接发出去" in alice.get(table.url("sharing:show"), headers=LAN).content.decode()
