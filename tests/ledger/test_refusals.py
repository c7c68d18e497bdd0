"""Whatever a verb refuses: where it is, why, and with what was given and what was expected, all at once."""

from collections.abc import Callable

import pytest

from tests.ledger.conftest import NAMES, open_table, sent, win
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage, Sent, Stake
from zipai_ledger.models import Event, GameSession
from zipai_ledger.rules.problems import Refused

STAKE = Stake(currency="CNY", minor_per_unit=50)
LONG = "x" * 60


def refusals(act: Callable[[], object]) -> list[tuple[object, ...]]:
    """What an act is refused for: field, key, params."""
    with pytest.raises(Refused) as caught:
        act()
    return [(problem.field, problem.key, dict(problem.params)) for problem in caught.value.problems]


def stage(**changes):
    return NewStage(**{"ruleset": "guilin", "seats": (0, 1, 2), **changes})


def opening(**changes):
    data = {"name": "周五", "players": NAMES[:3], "stage": stage(), **changes}
    return lambda: record.open_session(sent=sent(), **data)


@pytest.fixture
def money(db, play) -> GameSession:
    """Three deals, the first void, the last doubted."""
    session = open_table(stake=STAKE)
    keys = play(session, win(0), win(1), win(2))
    record.void_deal(session=session, sent=sent(), deal=keys[0])
    record.dispute_deal(session=session, sent=sent(), key=keys[2])
    return session


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (
            opening(players=list("甲乙丙丁戊己庚辛壬")),
            [("players", "bad_stage.players", {"got": 9, "least": 2, "greatest": 8})],
        ),
        (opening(players=["甲", "甲", "乙"]), [("players.1", "bad_name.same", {"got": "甲"})]),
        (
            opening(time_zone="Nowhere/" + LONG),
            [("time_zone", "bad_stage.time_zone", {"got": ("Nowhere/" + LONG)[:40]})],
        ),
        (opening(stage=stage(seats=(0, 1, "丙"))), [("seats", "bad_stage.numbers", {})]),
        (
            opening(stage=stage(seats=(0, 0, 3))),
            [
                ("seats.2", "bad_stage.player", {"got": 3, "count": 3}),
                ("seats", "bad_stage.twice", {}),
            ],
        ),
        (
            opening(stage=stage(stake=Stake(currency=LONG, minor_per_unit=0))),
            [
                ("stake.currency", "bad_stake.currency", {"got": LONG[:40]}),
                ("stake.minor_per_unit", "bad_stake.range", {"got": 0, "least": 1, "greatest": 1_000_000}),
            ],
        ),
        (
            lambda: Sent(role="owner", client_id="=" * 60),
            [("client_id", "bad_entry.client_id", {"got": "=" * 40})],
        ),
        (lambda: Sent(role="owner", base="=" * 60), [("base", "bad_entry.base", {"got": "=" * 40})]),
    ],
)
def test_an_opening_that_cannot_be_says_what_was_expected(act, expected):
    assert refusals(act) == expected
    assert not GameSession.objects.exists()


def test_a_verb_that_cannot_be_says_what_was_expected(money):
    void, plain, doubted = money.deals.order_by("position").values_list("key", flat=True)
    record.pay(session=money, sent=sent(), payer=0, payee=2, currency="CNY", minor=100)
    payment = Event.objects.get(session=money, kind="payment_made").seq
    record.cancel_payment(session=money, sent=sent(), payment=payment)
    head = GameSession.objects.get(pk=money.pk).head_hash

    def verb(named: str, /, **given: object) -> list[tuple[object, ...]]:
        return refusals(lambda: getattr(record, named)(session=money, sent=sent(), **given))

    paid = {"payer": 0, "payee": 2, "currency": "CNY", "minor": 100}
    assert verb("pay", **{**paid, "payer": 3, "payee": 3, "currency": LONG, "minor": 0}) == [
        ("payer", "bad_payment.player", {"got": 3, "count": 3}),
        ("payee", "bad_payment.player", {"got": 3, "count": 3}),
        ("payee", "bad_payment.self", {}),
        ("currency", "bad_payment.currency", {"got": LONG[:40]}),
        ("minor", "bad_payment.range", {"got": 0, "greatest": 10**12}),
    ]
    assert verb("cancel_payment", payment=plain) == [("payment", "bad_payment.unknown", {"got": plain})]
    assert verb("cancel_payment", payment=payment) == [("payment", "bad_payment.cancelled", {})]
    assert verb("void_deal", deal=99) == [("deal", "bad_deal.unknown", {"got": 99})]
    assert verb("void_deal", deal=void) == [("deal", "bad_deal.void", {"deal": 1})]
    assert verb("restore_deal", deal=plain) == [("deal", "bad_deal.not_void", {"deal": 2})]
    assert verb("dispute_deal", key=doubted) == [("deal", "bad_deal.disputed", {"deal": 3})]
    assert verb("resolve_dispute", key=plain) == [("deal", "bad_deal.not_disputed", {"deal": 2})]
    assert refusals(
        lambda: record.take_back_dispute(session=money, sent=Sent(role="viewer", grant=9), key=doubted)
    ) == [("deal", "bad_deal.others_dispute", {"deal": 3})]
    assert verb("record_deal", fact=win(0, note="长" * 501, at="昨" * 60)) == [
        ("note", "bad_note.long", {"got": 501, "longest": 500}),
        ("at", "bad_deal.time", {"got": "昨" * 40}),
    ]
    assert verb("rename_player", player=3, name="丁") == [
        ("player", "bad_stage.player", {"got": 3, "count": 3})
    ]
    assert verb("rename_player", player=0, name=NAMES[1]) == [("name", "bad_name.same", {"got": NAMES[1]})]
    assert verb("stand_in", player=0, by=9) == [("by", "bad_stage.player", {"got": 9, "count": 3})]
    assert verb("close") == [("", "bad_stage.disputed", {"deal": 3})]
    assert verb("reopen") == [("", "bad_stage.not_closed", {})]
    assert verb("rescore") == [("", "bad_stage.scored_today", {})]
    assert verb("carry_over", into=money, players={0: 0}) == [("", "bad_payment.nothing_owed", {})]
    elsewhere = open_table(stake=Stake(currency="USD", minor_per_unit=1))
    assert verb("carry_over", into=elsewhere, players={0: 0, 1: 5, 2: 0}) == [
        ("currency", "bad_payment.currency", {"got": "CNY"}),
        ("players.1", "bad_payment.not_there", {"player": 1}),
        ("players", "bad_payment.same_twice", {}),
    ]
    assert GameSession.objects.get(pk=money.pk).head_hash == head


@pytest.mark.django_db
def test_a_reason_that_is_too_long_is_refused_where_it_was_written(money: GameSession):
    found = refusals(lambda: record.rescore(session=money, sent=sent(), reason="x" * 501))
    assert found == [("reason", "bad_note.long", {"got": 501, "longest": 500})]
