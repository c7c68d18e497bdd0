"""Open pages hear of what is no event of the trail: a request, an answer, another role."""

import re

import pytest

from tests.live.phones import Phone
from tests.live.test_streams import Listening, head_of
from tests.servers import Server


@pytest.fixture
def owner(hurried_server: Server) -> Phone:
    return Phone(hurried_server)


@pytest.fixture
def table(owner: Phone) -> str:
    return owner.open_table()


def place(phone: Phone, table: str) -> str:
    """What the page says that it shows."""
    mark = re.search(r'data-mark="([^"]+)"', phone.ask("GET", table)[2])
    assert mark
    return f"rev={head_of(phone, table)}&mark={mark[1]}"


def answer(owner: Phone, table: str, word: str) -> None:
    found = re.search(r'action="([^"]+/answer/)"', owner.ask("GET", table)[2])
    assert found
    assert owner.post(found[1], answer=word)[0] == 302


def test_a_request_and_its_answer_reach_the_pages_that_are_open(
    owner: Phone, table: str, listeners: list[Listening]
):
    guest = owner.invite(table)
    listeners += [owner.listen(table, place(owner, table)), guest.listen(table, place(guest, table))]
    for one in listeners:
        one.next("hello")
    assert guest.post(f"{table}ask/")[0] == 302
    of_viewer, asking = (one.next("update").text for one in listeners)
    assert "<bdi>给小李</bdi> 想记分" in of_viewer
    assert "问过桌主了" in asking
    assert "想记分" not in asking
    answer(owner, table, "yes")
    agreed, allowed = (one.next("update").text for one in listeners)
    assert "想记分" not in agreed
    assert "记一盘" in allowed


def test_a_page_that_slept_hears_of_it_when_it_asks_again(owner: Phone, table: str):
    guest = owner.invite(table)
    before = place(owner, table)
    assert owner.ask("GET", f"{table}news/?{before}&show=table")[0] == 204
    guest.post(f"{table}ask/")
    status, _headers, text = owner.ask("GET", f"{table}news/?{before}&show=table")
    assert status == 200
    assert "想记分" in text
    assert owner.ask("GET", f"{table}news/?{place(owner, table)}&show=table")[0] == 204


def test_a_page_that_shows_nothing_of_it_is_left_alone(owner: Phone, table: str, listeners: list[Listening]):
    """Another page of the same phone hears of it; what this one hears first is the deal that comes after it."""
    guest = owner.invite(table)
    head = head_of(owner, table)
    listeners += [owner.listen(table, where) for where in (f"rev={head}&show=line", place(owner, table))]
    for one in listeners:
        one.next("hello")
    guest.post(f"{table}ask/")
    assert "想记分" in listeners[1].next("update").text
    assert owner.ask("GET", f"{table}news/?rev={head}&show=line")[0] == 204
    key = owner.record(table)
    (received,) = [one for one in listeners[0].until("update") if one.name != "beat"]
    assert received.rev == int(key)
