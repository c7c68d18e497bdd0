"""Sentences between the deals."""

import pytest

from zipai_ledger.ledger.queries import Changes
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Event, GameSession, Player
from zipai_ledger.presenters.events import event_sentence, seats_text
from zipai_ledger.presenters.live import latest_amendment, latest_sentence

NAMES = ["老王", "小李", "阿芳", "阿强"]


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ((0, 1, 2), (0, 1, 2, 3), "阿强来了"),
        ((0, 1, 2), (0, 1), "阿芳走了"),
        ((0, 1, 2), (3, 1, 2), "阿强来了，老王走了"),
        ((0, 1, 2), (0, 2, 1), "换了座位"),
        ((0, 1, 2), (1, 2, 0), ""),
        ((0, 1, 2, 3), (0, 1, 3, 2), "换了座位"),
    ],
)
def test_what_changed_between_two_stages_is_said(before: tuple[int, ...], after: tuple[int, ...], text: str):
    assert seats_text(before, after, NAMES) == text


def test_who_pledged_how_often_is_said_by_the_players_of_the_seats():
    event = Event(kind=Kind.PLEDGED)
    body = {"stage": 0, "seats": [2, 0, 1], "pledges": [0, 2, 1]}
    players = [Player(name=name) for name in NAMES]
    assert event_sentence(event, body, players, {}).endswith("阿芳 0、老王 2、小李 1")


def test_where_nobody_can_tell_what_happened_it_is_said_that_something_did():
    nothing = Changes(GameSession(), 0, ())
    assert latest_sentence(nothing) == latest_amendment(nothing) == "账本变了。"
