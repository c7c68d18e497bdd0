"""缘故: what is named as the reason of a due, and what is not."""

import pytest

from tests.ledger.conftest import NAMES, open_table, sent, tally_win, win
from tests.ledger.toy import Toy2
from tests.lifting import lifted
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage, Stake
from zipai_ledger.ledger.settlement import MethodChoice, reasons_of, settling
from zipai_ledger.ledger.settlement.reasons import Book, Scope, scopes_of
from zipai_ledger.models import Deal, GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.totals import Due
from zipai_ledger.rules.ways import Way

pytestmark = pytest.mark.django_db

STAKE = Stake(currency="CNY", minor_per_unit=50)
CASHIER = MethodChoice(Way.CASHIER, 0)
PAIRS = MethodChoice(Way.PAIRS)


@pytest.fixture
def money(db):
    """Three players, a unit is worth 50."""
    return open_table(stake=STAKE)


def from_(winner, loser, hu=22):
    """A discard, which the discarder alone pays: 6 units."""
    return win(winner, hu, source="discard", from_=loser)


def pay(session, payer, payee, minor, currency="CNY"):
    data = {"payer": payer, "payee": payee, "currency": currency, "minor": minor}
    return record.pay(session=session, sent=sent(), **data).event_seq


def settled(session, choice=CASHIER):
    return settling(GameSession.objects.get(pk=session.pk), choice)


def pay_all(session, choice=CASHIER):
    for due in settled(session, choice).dues:
        pay(session, due.payer, due.payee, due.minor, due.currency)


def reasons(session, choice=CASHIER):
    """(payer, payee) → what was due before, and what is named."""
    found = {}
    for pair, by_currency in reasons_of(settled(session, choice)).items():
        ((_currency, why),) = by_currency.items()
        found[pair] = why.before, [(cause.kind.value, cause.number, cause.minor) for cause in why.causes]
    return found


def test_deals_recorded_since_are_counted_and_amount_to_what_is_due(money, play):
    play(money, from_(0, 1))
    pay_all(money)
    play(money, from_(0, 1), from_(0, 1))
    assert reasons(money) == {(1, 0): (0, [("recorded", 2, 300), ("recorded", 3, 300)])}


def test_a_deal_that_was_recorded_and_voided_since_is_no_reason(money, play):
    play(money, from_(0, 1))
    pay_all(money)
    *_others, last = play(money, from_(0, 1), from_(0, 1))
    record.void_deal(session=money, sent=sent(), deal=last)
    assert reasons(money) == {(1, 0): (0, [("recorded", 2, 300)])}


def test_a_correction_of_a_deal_recorded_since_is_no_reason_of_its_own(money, play):
    play(money, from_(0, 1))
    pay_all(money)
    (key,) = play(money, from_(1, 0))
    record.replace_deal(session=money, sent=sent(), deal=key, fact=from_(0, 1))
    assert reasons(money) == {(1, 0): (0, [("recorded", 2, 300)])}


def test_an_old_deal_is_named_where_it_comes_to_something_else(money, play):
    first, second, _third = play(money, from_(0, 1), from_(0, 1), from_(1, 0))
    pay_all(money)
    record.void_deal(session=money, sent=sent(), deal=first)
    record.replace_deal(session=money, sent=sent(), deal=second, fact=from_(0, 1, 27))
    assert reasons(money) == {(0, 1): (0, [("voided", 1, 300), ("corrected", 2, -100)])}


def test_an_old_deal_that_comes_to_the_same_again_is_not_named(money, play):
    first, second = play(money, from_(0, 1), from_(0, 1))
    pay_all(money)
    record.void_deal(session=money, sent=sent(), deal=first)
    record.restore_deal(session=money, sent=sent(), deal=first)
    record.replace_deal(session=money, sent=sent(), deal=second, fact=from_(1, 0))
    record.replace_deal(session=money, sent=sent(), deal=second, fact=from_(0, 1, 23))
    play(money, from_(0, 1))
    assert reasons(money) == {(1, 0): (0, [("recorded", 3, 300)])}


def test_a_deal_that_was_void_then_and_counts_now_is_named(money, play):
    first, _second = play(money, from_(0, 1), from_(0, 1))
    record.void_deal(session=money, sent=sent(), deal=first)
    pay_all(money)
    record.restore_deal(session=money, sent=sent(), deal=first)
    assert reasons(money) == {(1, 0): (0, [("restored", 1, 300)])}


def test_a_deal_put_in_between_is_named_by_the_number_that_it_has_now(money, play):
    first, second = play(money, from_(0, 1), from_(0, 1))
    pay_all(money)
    record.insert_deal(session=money, sent=sent(), fact=from_(0, 1), before=second)
    record.void_deal(session=money, sent=sent(), deal=second)
    record.append_deal(session=money, sent=sent(), fact=from_(0, 1), after=second)
    named = [("inserted", 2, 300), ("voided", 3, -300), ("recorded", 4, 300)]
    assert reasons(money) == {(1, 0): (0, named)}
    assert first


def test_what_two_others_lost_to_each_other_is_no_reason(money, play):
    first, _second = play(money, from_(0, 2), from_(0, 1))
    pay_all(money)
    record.replace_deal(session=money, sent=sent(), deal=first, fact=from_(0, 2, 37))
    play(money, from_(0, 1))
    recorded = reasons(money)
    assert recorded[1, 0] == (0, [("recorded", 3, 300)])
    assert recorded[2, 0] == (0, [("corrected", 1, 300)])


def test_pair_by_pair_only_what_passed_between_the_two_is_named(money, play):
    # 小李 comes out of the second deal as before; but now he lost it to somebody else.
    _first, second, *_ = play(money, from_(0, 1), from_(0, 1), from_(0, 2), from_(2, 1))
    record.replace_deal(session=money, sent=sent(), deal=second, fact=from_(2, 1))
    pay(money, 1, 0, 300)
    pay(money, 2, 0, 300)
    pay(money, 1, 2, 300)
    record.replace_deal(session=money, sent=sent(), deal=second, fact=from_(0, 1))
    play(money, from_(0, 2, 27))
    assert reasons(money, PAIRS) == {
        (1, 0): (0, [("corrected", 2, 300)]),
        (2, 0): (0, [("recorded", 5, 400)]),
    }


def carry_on(session):
    everybody = {player: player for player in range(3)}
    record.carry_over(session=session, sent=sent(), into=open_table(stake=STAKE), players=everybody)


def pay_each_other(session):
    pay_all(session, PAIRS)


def pay_after_a_mistake(session):
    record.cancel_payment(session=session, sent=sent(), payment=pay(session, 1, 0, 200))
    pay_all(session, PAIRS)


@pytest.mark.parametrize("settle", [pay_each_other, pay_after_a_mistake, carry_on])
def test_pair_by_pair_however_the_two_have_settled_only_their_own_deals_are_named(money, play, settle):
    _first, second = play(money, from_(0, 1), from_(2, 1))
    settle(money)
    # To 小李 it is all one; 阿芳 and he are through again by the third deal, so that it is owed to 老王 alone.
    record.replace_deal(session=money, sent=sent(), deal=second, fact=from_(0, 1))
    play(money, from_(2, 1))
    assert reasons(money, PAIRS) == {(1, 0): (0, [("corrected", 2, 300)])}


def test_pair_by_pair_what_the_payer_won_is_taken_off(money, play):
    play(money, from_(0, 1))
    pay_all(money, PAIRS)
    play(money, from_(0, 1), from_(0, 1), from_(1, 0))
    causes = [("recorded", 2, 300), ("recorded", 3, 300), ("recorded", 4, -300)]
    assert reasons(money, PAIRS) == {(1, 0): (0, causes)}


def test_pair_by_pair_what_went_round_in_a_circle_is_the_account_of_who_pays(money, play):
    first, *_ = play(money, from_(0, 1), from_(0, 2), from_(2, 1))
    for due in settled(money, PAIRS).dues:
        pay(money, due.payer, due.payee, due.minor)
    # What 小李 paid 老王 too much now, he owes 阿芳, who owes 老王: she pays the rest, and both deals are why.
    record.replace_deal(session=money, sent=sent(), deal=first, fact=from_(2, 1))
    play(money, from_(0, 2, 27))
    assert reasons(money, PAIRS) == {(2, 0): (0, [("corrected", 1, -300), ("recorded", 4, 400)])}


def test_pair_by_pair_a_deal_that_was_voided_twice_is_named_once(money, play):
    (first,) = play(money, from_(0, 1))
    pay_all(money)
    for verb in (record.void_deal, record.restore_deal, record.void_deal):
        verb(session=money, sent=sent(), deal=first)
    assert reasons(money, PAIRS) == {(0, 1): (0, [("voided", 1, 300)])}


def test_a_deal_that_counts_again_as_something_else_is_called_corrected(money, play):
    first, _second = play(money, from_(0, 1), from_(0, 1))
    pay_all(money)
    record.void_deal(session=money, sent=sent(), deal=first)
    record.restore_deal(session=money, sent=sent(), deal=first)
    record.replace_deal(session=money, sent=sent(), deal=first, fact=from_(0, 1, 27))
    assert reasons(money) == {(1, 0): (0, [("corrected", 1, 100)])}


def test_a_dead_deal_is_counted_with_others_and_is_no_reason_alone(money, play):
    first, *_ = play(money, from_(0, 1))
    pay_all(money)
    play(money, facts.Dead())
    record.replace_deal(session=money, sent=sent(), deal=first, fact=from_(0, 1, 27))
    assert reasons(money) == {(1, 0): (0, [("corrected", 1, 100)])}
    play(money, from_(0, 1))
    assert [cause[:2] for cause in reasons(money)[1, 0][1]] == [
        ("corrected", 1),
        ("recorded", 2),
        ("recorded", 3),
    ]


def test_an_adjustment_is_no_deal(money, play):
    play(money, from_(0, 1))
    pay_all(money)
    record.adjust(session=money, sent=sent(), deltas=(2, -2, 0))
    assert reasons(money) == {(1, 0): (0, [("adjusted", 2, 100)])}


def test_a_payment_taken_back_is_a_reason_where_it_counted_then(money, play):
    play(money, from_(0, 1))
    first = pay(money, 1, 0, 100)
    pay(money, 1, 0, 200)
    record.cancel_payment(session=money, sent=sent(), payment=first)
    assert reasons(money) == {(1, 0): (0, [("cancelled", 0, 100)])}
    record.cancel_payment(session=money, sent=sent(), payment=pay(money, 1, 0, 100))
    assert reasons(money) == {(1, 0): (0, [("cancelled", 0, 100)])}


def test_a_payment_taken_back_is_a_reason_for_those_two_alone(db):
    session = open_table(players=4, options={"seats": 4}, stake=STAKE)
    for deltas in ((6, -6, 0, 0), (0, 0, 6, -6)):
        record.adjust(session=session, sent=sent(), deltas=deltas)
    mistaken = pay(session, 3, 2, 100)
    pay_all(session, MethodChoice())
    record.cancel_payment(session=session, sent=sent(), payment=mistaken)
    record.adjust(session=session, sent=sent(), deltas=(6, -6, 0, 0))
    assert reasons(session, MethodChoice()) == {
        (1, 0): (0, [("adjusted", 3, 300)]),
        (3, 2): (0, [("cancelled", 0, 100)]),
    }


def test_a_payment_taken_back_is_owed_again_by_who_had_paid_too_much(money, play):
    play(money, from_(0, 1))
    mistaken = pay(money, 1, 0, 100)
    pay(money, 1, 0, 400)
    record.cancel_payment(session=money, sent=sent(), payment=mistaken)
    play(money, from_(0, 1))
    assert reasons(money) == {(1, 0): (-200, [("recorded", 2, 300), ("cancelled", 0, 100)])}


def test_what_was_left_of_an_old_debt_is_before_all_reasons(money, play):
    play(money, from_(0, 1))
    pay(money, 1, 0, 250)
    assert reasons(money) == {(1, 0): (50, [])}
    play(money, from_(0, 1))
    assert reasons(money) == {(1, 0): (50, [("recorded", 2, 300)])}


def test_what_was_paid_too_much_is_before_all_reasons(money, play):
    play(money, from_(0, 1))
    pay(money, 1, 0, 400)
    play(money, from_(1, 0))
    assert reasons(money) == {(0, 1): (100, [("recorded", 2, 300)])}


def test_what_was_paid_to_somebody_else_since_is_taken_off_what_was_due(money, play):
    play(money, from_(0, 1), from_(2, 1))
    pay(money, 1, 0, 300)
    pay(money, 1, 2, 300)
    play(money, from_(0, 1))
    assert reasons(money) == {(1, 0): (0, [("recorded", 3, 300)])}


def test_who_never_paid_each_other_have_a_reason_where_the_payer_was_through(money, play):
    first, _second = play(money, from_(0, 1), from_(0, 2))
    pay_all(money)
    record.replace_deal(session=money, sent=sent(), deal=first, fact=from_(2, 1))
    assert reasons(money, MethodChoice()) == {(0, 2): (0, [("corrected", 1, 300)])}
    pay(money, 0, 2, 300)
    record.replace_deal(session=money, sent=sent(), deal=first, fact=from_(1, 2))
    assert [*reasons(money, MethodChoice())] == [(2, 1)]


def test_a_due_is_looked_at_from_the_side_that_was_through(money, play):
    # 老王 and 小李 were through with each other; what 老王 still owed 阿芳, she has lost to 小李 since.
    play(money, from_(0, 1), from_(2, 0))
    pay(money, 1, 0, 300)
    play(money, from_(1, 2))
    assert reasons(money, MethodChoice()) == {(0, 1): (0, [("recorded", 3, 300)])}


def test_where_nobody_has_paid_nothing_is_read(money, play, django_assert_num_queries):
    play(money, from_(0, 1))
    before = settled(money)
    with django_assert_num_queries(0):
        assert reasons_of(before) == {}


@pytest.mark.parametrize(("choice", "queries"), [(CASHIER, 3), (MethodChoice(), 3), (PAIRS, 4)])
def test_how_much_is_read_does_not_depend_on_the_deals(
    money, play, choice, queries, django_assert_num_queries
):
    first, *_ = play(money, from_(0, 1), from_(0, 2))
    pay_all(money)
    for _ in range(2):
        play(money, *[from_(0, 1), from_(2, 0), win(1)] * 5)
        record.replace_deal(session=money, sent=sent(), deal=first, fact=from_(1, 0))
        before = settled(money, choice)
        with django_assert_num_queries(queries):
            assert reasons_of(before)


def test_deals_for_another_currency_or_for_nothing_are_no_reason(money, play):
    play(money, from_(0, 1))
    pay_all(money)
    for stake in (Stake(currency="USD", minor_per_unit=10), None):
        stage = NewStage(ruleset="guilin", seats=(0, 1, 2), stake=stake)
        record.open_stage(session=money, sent=sent(), stage=stage)
        play(money, from_(0, 1))
    assert reasons(money) == {}
    dearer = NewStage(ruleset="guilin", seats=(2, 1, 0), stake=Stake(currency="CNY", minor_per_unit=70))
    record.open_stage(session=money, sent=sent(), stage=dearer)
    play(money, from_(0, 1))
    assert reasons(money, MethodChoice()) == {(1, 2): (0, [("recorded", 4, 420)])}


def test_deals_of_a_stage_in_which_nobody_of_them_sat_are_not_counted(db, play):
    before, after = (NewStage(ruleset="guilin", seats=seats, stake=STAKE) for seats in ((0, 1, 3), (0, 1, 2)))
    session = record.open_session(sent=sent(), name="周五", players=NAMES, stage=before).session
    play(session, from_(0, 1), from_(0, 2))
    pay_all(session)
    play(session, from_(0, 2), from_(0, 2))
    record.open_stage(session=session, sent=sent(), stage=after)
    play(session, from_(0, 1), from_(0, 1), from_(0, 1))
    found = {pair: [cause[1] for cause in causes] for pair, (_before, causes) in reasons(session).items()}
    assert found == {(1, 0): [3, 4, 5, 6, 7], (3, 0): [3, 4]}


def test_deals_that_one_side_played_without_the_other_are_counted(db, play):
    together, apart = (
        NewStage(ruleset="guilin", seats=seats, stake=STAKE) for seats in ((0, 1, 3), (1, 2, 3))
    )
    session = record.open_session(sent=sent(), name="周五", players=NAMES, stage=together).session
    play(session, from_(0, 2))
    pay_all(session)
    play(session, from_(0, 2))
    record.open_stage(session=session, sent=sent(), stage=apart)
    play(session, from_(0, 1))
    assert reasons(session, MethodChoice())[3, 0] == (0, [("recorded", 2, 300), ("recorded", 3, 0)])


def test_pair_by_pair_all_deals_that_the_two_played_are_counted(money, play):
    play(money, from_(0, 1))
    pay_all(money, PAIRS)
    play(money, from_(0, 1), from_(2, 1))
    assert reasons(money, PAIRS)[1, 0] == (0, [("recorded", 2, 300), ("recorded", 3, 0)])


def test_what_was_carried_on_settles_like_a_payment(money, play):
    (first,) = play(money, from_(0, 1))
    there = open_table(stake=STAKE)
    everybody = {player: player for player in range(3)}
    record.carry_over(session=money, sent=sent(), into=there, players=everybody)
    record.replace_deal(session=money, sent=sent(), deal=first, fact=from_(0, 1, 27))
    assert reasons(money) == {(1, 0): (0, [("corrected", 1, 100)])}
    assert reasons(there) == {}


def test_what_is_brought_along_after_a_payment_is_a_reason(money, play):
    play(money, from_(0, 1))
    pay_all(money)
    earlier = open_table(stake=STAKE)
    play(earlier, from_(2, 0))
    everybody = {player: player for player in range(3)}
    record.carry_over(session=earlier, sent=sent(), into=money, players=everybody)
    play(money, from_(0, 1))
    for choice in (CASHIER, PAIRS):
        assert reasons(money, choice)[0, 2] == (0, [("carried_in", 0, 300)])
        assert reasons(money, choice)[1, 0] == (0, [("recorded", 2, 300)])


def test_a_deal_that_follows_another_is_not_called_corrected(db, rulesets, play):
    session = open_table("toy", stake=STAKE)
    first, _last = play(session, tally_win(0, 49), tally_win(0, 20))
    pay_all(session)
    record.replace_deal(session=session, sent=sent(), deal=first, fact=tally_win(0, 20))
    assert [kinds for _before, kinds in reasons(session).values()] == [[("followed", 2, 500)]] * 2


def test_deals_scored_anew_are_called_so(db, rulesets, play):
    session = open_table("toy", stake=STAKE)
    play(session, tally_win(0, 50), tally_win(0, 30), tally_win(0, 19))
    pay_all(session)
    rulesets["toy"] = Toy2()
    record.rescore(session=session, sent=sent())
    found = reasons(session)
    assert [causes for _before, causes in found.values()] == [[("rescored", 3, 500)]] * 2


def test_what_is_stored_while_a_page_is_made_is_left_to_the_next_one(money, play):
    play(money, from_(0, 1))
    pay_all(money)
    play(money, from_(0, 1))
    before = settled(money)
    stage = NewStage(ruleset="guilin", seats=(0, 1, 2), stake=STAKE)
    record.open_stage(session=money, sent=sent(), stage=stage)
    play(money, from_(0, 1))
    why = reasons_of(before)[1, 0]["CNY"]
    assert [(cause.number, cause.minor) for cause in why.causes] == [(2, 300)]


def test_a_damaged_ledger_that_has_lost_a_deal_is_still_shown(money, play):
    play(money, from_(0, 1))
    pay_all(money)
    _second, third = play(money, from_(0, 1), from_(0, 1))
    with lifted():
        Deal.objects.filter(session=money, key=third).delete()
    assert [cause[1] for cause in reasons(money)[1, 0][1]] == [2]


def test_where_all_owe_each_other_in_a_ring_a_due_is_looked_at_as_one_of_two():
    """More was paid than the two ever owed each other, and whoever gives is bound to whoever takes in two ways."""
    ring = [Due(payer, payee, "", None, "CNY", 300) for payer, payee in ((0, 1), (0, 2), (2, 1))]
    book = Book({}, (), (), {"CNY": ((0, 1, 600),)})
    assert scopes_of(book, ring[0], ring) == (Scope((0, 1), frozenset(), 0),)
