"""An archive of a table that is here already: shorter than the one here, the same, longer, or gone another way."""

import pytest
from django.test import Client

from tests.exports.conftest import exported, imported
from tests.exports.test_session_json import one_stage
from tests.ledger.conftest import table, win  # noqa: F401 - fixture
from tests.views.test_imports import phone, send  # noqa: F401 - fixture
from zipai_ledger.exports import incoming
from zipai_ledger.exports.known import Known
from zipai_ledger.models import GameSession

LANGUAGE_COOKIE = "django_language"
pytestmark = pytest.mark.django_db


def known(text: str) -> Known | None:
    return incoming.read(text).preview().known


def test_an_archive_that_ends_earlier_than_the_table_here_is_known_as_such(table: GameSession, play):  # noqa: F811
    play(table, win(0), win(1))
    whole = exported(table, "archive")
    play(table, win(2), win(0), win(1))
    assert known(whole) == Known(more=3)
    assert known(exported(table, "archive")) == Known()


def test_of_several_here_the_longest_counts(table: GameSession, play):  # noqa: F811
    play(table, win(0))
    earliest = exported(table, "archive")
    play(table, win(1))
    imported(exported(table, "archive"))
    play(table, win(2))
    assert known(earliest) == Known(more=2)


def test_an_archive_that_went_another_way_is_known_too(table: GameSession, play):  # noqa: F811
    play(table, win(0))
    other = imported(exported(table, "archive"))
    play(table, win(1))
    play(other, win(2), win(2))
    assert known(exported(table, "archive")) == known(exported(other, "archive")) == Known(forked=True)


def test_a_longer_one_and_a_table_that_is_not_here_are_nothing_to_warn_of(table: GameSession, play):  # noqa: F811
    play(table, win(0))
    before = exported(table, "archive")
    play(table, win(1))
    longer = exported(table, "archive")
    GameSession.objects.filter(pk=table.pk).update(opened_at="2020-01-01T00:00:00Z")
    assert known(longer) is None
    imported(before)
    assert known(longer) == Known()
    assert known(one_stage()) is None


def test_the_page_says_how_long_an_archive_is_and_what_is_here(phone: Client, table: GameSession, play):  # noqa: F811
    play(table, win(0))
    text = exported(table, "archive")
    table.refresh_from_db()
    events, head = table.head_seq, table.head_hash
    looked = send(phone, text).content.decode()
    assert f"{events} 步" in looked
    assert f"账首 {head[:4]} {head[4:8]} {head[8:12]}" in looked
    assert "本机上" not in looked
    play(table, win(1), win(1))
    assert "本机上的这一桌比这份存档多 2 步" in send(phone, text).content.decode()
    phone.cookies[LANGUAGE_COOKIE] = "en"
    assert "is here with 2 steps more" in send(phone, text).content.decode()
