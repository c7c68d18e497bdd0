"""By what is kept of a request its repetition is recognised, however long a phone waits: that form never changes.

Another form would turn what a phone sends again after an update into a conflict, and two requests of one form would be
taken for one.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.ledger.conftest import new_id, open_table, sent, win
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Conflict, NewStage, Recorded, Sent, Stake
from zipai_ledger.ledger.record.stages import veiled
from zipai_ledger.ledger.record.write import hash_of
from zipai_ledger.models import Event, GameSession
from zipai_ledger.rules import facts

pytestmark = pytest.mark.django_db

Verb = Callable[[GameSession, Sent], Recorded]
STAKE = Stake(currency="CNY", minor_per_unit=50)
DEALT, NEXT = 6, 7
"""The deal that is there, recorded after the table, its three players and its stage; and the next event."""
STAGE = {"options": {}, "first_dealer": 0, "first_sitting": None, "stake": None, "carried_in": None}


@pytest.fixture
def table(db: None) -> GameSession:
    session = open_table(stake=STAKE)
    assert record.record_deal(session=session, sent=sent(), fact=win(0)).deal_key == DEALT
    return GameSession.objects.get(pk=session.pk)


def deal(verb: Callable[..., Recorded], **arguments: Any) -> Verb:
    return lambda session, sender: verb(session=session, sent=sender, **arguments)


def after(first: Verb, verb: Verb) -> Verb:
    """What can be asked only after something else."""

    def both(session: GameSession, sender: Sent) -> Recorded:
        if not Event.objects.filter(client_id=sender.client_id).exists():
            first(session, sent())
        return verb(session, sender)

    return both


DOUBTED = deal(record.dispute_deal, key=DEALT)
PLAIN = {"reason": "", "keep": []}
WON = facts.to_json(win(1))

REQUESTS: list[tuple[Verb, Verb, Mapping[str, Any]]] = [
    (
        deal(record.record_deal, fact=win(1)),
        deal(record.record_deal, fact=win(2)),
        {"record": WON, **PLAIN},
    ),
    (
        deal(record.insert_deal, before=DEALT, fact=win(1)),
        deal(record.append_deal, after=DEALT, fact=win(1)),
        {"insert": WON, "before": DEALT, **PLAIN},
    ),
    (
        deal(record.append_deal, after=DEALT, fact=win(1)),
        deal(record.append_deal, after=DEALT, fact=win(2)),
        {"insert": WON, "after": DEALT, **PLAIN},
    ),
    (
        deal(record.replace_deal, deal=DEALT, fact=win(1)),
        deal(record.replace_deal, deal=DEALT, fact=win(1), reason="看错"),
        {"replace": DEALT, "by": WON, **PLAIN},
    ),
    (
        deal(record.void_deal, deal=DEALT, reason="记重了"),
        deal(record.void_deal, deal=DEALT),
        {"void": DEALT, "reason": "记重了", "keep": []},
    ),
    (
        after(deal(record.void_deal, deal=DEALT), deal(record.restore_deal, deal=DEALT)),
        deal(record.restore_deal, deal=DEALT, reason="没记重"),
        {"restore": DEALT, **PLAIN},
    ),
    (DOUBTED, deal(record.dispute_deal, key=DEALT, note="少算了"), {"dispute": DEALT, "note": ""}),
    (
        after(DOUBTED, deal(record.resolve_dispute, key=DEALT, note="对的")),
        deal(record.resolve_dispute, key=DEALT),
        {"resolve": DEALT, "note": "对的"},
    ),
    (
        deal(record.pay, payer=1, payee=0, currency="CNY", minor=50),
        deal(record.pay, payer=1, payee=0, currency="CNY", minor=100),
        {"pay": {"payer": 1, "payee": 0, "currency": "CNY", "minor": 50}},
    ),
    (
        after(
            deal(record.pay, payer=1, payee=0, currency="CNY", minor=50),
            deal(record.cancel_payment, payment=NEXT),
        ),
        deal(record.cancel_payment, payment=NEXT + 1),
        {"cancel": NEXT},
    ),
    (
        deal(record.rename_session, name="周六"),
        deal(record.rename_session, name="周日"),
        {"rename": veiled("周六")},
    ),
    (
        deal(record.rename_player, player=1, name="李师傅"),
        deal(record.rename_player, player=1, name="小李子"),
        {"player": 1, "rename": veiled("李师傅")},
    ),
    (deal(record.erase_player, player=1), deal(record.erase_player, player=2), {"erase": 1}),
    (
        deal(record.open_stage, stage=NewStage(ruleset="guilin", seats=(0, 1, 2, "老陈"), stake=None)),
        deal(record.open_stage, stage=NewStage(ruleset="guilin", seats=(0, 1, 2, "老张"), stake=None)),
        {"stage": {"ruleset": "guilin", "seats": [0, 1, 2, veiled("老陈")], **STAGE}, "reason": ""},
    ),
    (deal(record.close), deal(record.close, despite_disputes=[DEALT]), {"close": True}),
    (after(deal(record.close), deal(record.reopen)), deal(record.close), {"reopen": True}),
]


@pytest.mark.parametrize(
    ("verb", "other", "request_kept"), REQUESTS, ids=[str(next(iter(row[2]))) for row in REQUESTS]
)
def test_a_request_is_kept_in_the_form_that_it_always_had(
    table: GameSession, verb: Verb, other: Verb, request_kept: Mapping[str, Any]
):
    sender = sent(client_id=new_id())
    stored = verb(table, sender)
    assert Event.objects.get(session=table, seq=stored.event_seq).request_hash == hash_of(request_kept)
    assert verb(table, sender).replay
    with pytest.raises(Conflict) as caught:
        other(table, sender)
    assert caught.value.event.seq == stored.event_seq


def test_what_was_carried_on_is_kept_with_where_and_who(table: GameSession):
    into = open_table(stake=STAKE)
    players = {2: 0, 0: 1, 1: 2}
    stored = record.carry_over(session=table, sent=sent(), into=into, players=players)
    kept = {"carry": into.public_id, "players": [[0, 1], [1, 2], [2, 0]]}
    assert Event.objects.get(session=table, seq=stored.event_seq).request_hash == hash_of(kept)
