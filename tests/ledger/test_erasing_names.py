"""A player's name is forgotten: in the rows, in the trail, in the archive and in the database file."""

import itertools

import pytest

from tests.exports.conftest import exported
from tests.ledger.conftest import NAMES, sent, totals, win
from zipai_ledger.exports import incoming
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record.write import hash_of
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Event, GameSession, Player
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db


def names(session):
    return list(Player.objects.filter(session=session).order_by("index").values_list("name", flat=True))


def erase(session, player=0, **more):
    return record.erase_player(session=session, sent=sent(**more), player=player)


def test_what_is_left_is_a_number_and_the_score(table, play):
    play(table, win(0))
    before = totals(table)
    erase(table)
    assert names(table) == ["玩家1", "小李", "阿芳"]
    assert totals(table) == before
    assert verify(table).damages == ()


def test_nothing_left_tells_what_the_name_was(table):
    """With every hash of the trail and every salt that is left, a list of names finds the others but not this one."""
    record.rename_player(session=table, sent=sent(), player=0, name="王师傅")
    gone = {player.salt for player in Player.objects.filter(session=table, index=0)}
    erase(table)
    players = Player.objects.filter(session=table)
    salts = {table.name_salt, "", *players.values_list("salt", flat=True)}
    assert not gone & salts
    bodies = "".join(Event.objects.filter(session=table).values_list("body", flat=True))
    guesses = ["老王", "王师傅", "小李"]
    found = {
        name for name, salt in itertools.product(guesses, salts) if canonical.name_hash(salt, name) in bodies
    }
    assert found == {"小李"}
    requests = ({"player": 0, "rename": name} for name in guesses)
    assert not [request for request in requests if hash_of(request) in bodies]


def test_no_request_tells_names_to_who_tries_a_list_of_them(table):
    event = Event.objects.get(session=table, seq=1)
    stage = record.NewStage(ruleset="guilin", seats=(0, 1, 2)).request()
    opening = {"open": "周五", "players": NAMES[:3], "time_zone": "Asia/Shanghai", "stage": stage}
    assert event.request_hash not in (hash_of(opening), hash_of({**opening, "players": tuple(NAMES[:3])}))


def test_a_number_that_is_somebodys_name_is_left_to_him(table):
    record.rename_player(session=table, sent=sent(), player=1, name="玩家1")
    erase(table)
    assert names(table) == ["玩家9", "玩家1", "阿芳"]
    erase(table, player=2)
    assert names(table) == ["玩家9", "玩家1", "玩家3"]


def test_sent_twice_it_is_erased_once_and_nobodys_entry_is_stale(table):
    base = GameSession.objects.get(pk=table.pk).ledger_seq
    first = erase(table, client_id="forget-my-name")
    assert erase(table, client_id="forget-my-name").event_seq == first.event_seq
    record.record_deal(session=table, sent=sent(base=base), fact=win(0))
    with pytest.raises(Refused):
        erase(table, player=3)


def test_a_closed_table_forgets_names_too(table):
    record.close(session=table, sent=sent())
    erase(table)
    assert names(table)[0] == "玩家1"


def test_an_archive_made_afterwards_knows_nothing_of_it_and_comes_back_identical(table, play):
    play(table, win(0))
    erase(table)
    text = exported(table, "archive")
    assert "老王" not in text
    copy = incoming.read(text).store().session
    assert exported(copy, "archive") == text
