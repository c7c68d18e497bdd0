"""Four games, five people, more than sixty deals, whatever goes wrong: to the last 分 as it is on paper."""

import itertools
import json

import pytest

from tests.chance import LONG, START
from tests.ledger.conftest import NAMES, sent
from tests.ledger.paper import Sheet
from tests.ledger.two_ways import Evening, padded
from tests.once import once
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import NewStage, Stake
from zipai_ledger.ledger.settlement import MethodChoice, settling
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, GameSession, Posting
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ways import Way

pytestmark = pytest.mark.django_db

SEED = 20191122


@pytest.fixture
def evening(db) -> Evening:
    return opened(SEED)


def opened(seed: int) -> Evening:
    return once(f"the big evening {seed}", lambda: played(seed))


def played(seed: int) -> Evening:
    found = Evening(seed)
    found.open()
    return found


@pytest.mark.parametrize("seed", [SEED, *range(START + 77, START + 76 + LONG)])
def test_an_evening_is_in_the_ledger_what_it_is_on_paper(db: None, seed: int):
    evening = opened(seed)
    assert sum(len(sheet.lines) for sheet in evening.sheets) >= 65
    assert all(evening.made[how] for how in ("void", "replace", "insert"))
    assert evening.paid
    assert sum(evening.won()) == sum(evening.owed()) == 0
    assert verify(evening.session).damages == ()
    postings_and_deals_add_up(evening)


def postings_and_deals_add_up(evening: Evening) -> None:
    for number, sheet in enumerate(evening.sheets):
        deals = Deal.objects.filter(session=evening.session, stage__index=number).order_by("position")
        assert [deal.key for deal in deals] == evening.keys[number]
        assert [deal.live for deal in deals] == [line.live for line in sheet.lines]
        seen = [(deal.dealer, deal.sitting) for deal in deals if result_of(deal) != "adjust"]
        lines = [line for line in sheet.lines if line.fact["result"] != "adjust"]
        assert seen == [(line.dealer, line.sitting) for line in lines]
        rows = Posting.objects.filter(session=evening.session, deal_key__in=evening.keys[number])
        posted = [sum(row.values[player] for row in rows) for player in range(len(evening.people))]
        assert {player: units for player, units in enumerate(posted) if units} == {
            player: units for player, units in sheet.fold()[0].items() if units
        }


def result_of(deal: Deal) -> str:
    return json.loads(deal.fact)["result"]


def test_every_way_settles_what_paper_says_is_owed(evening: Evening):
    for way, cashier in itertools.product(Way, (0, 4)):
        left = evening.owed()
        assert any(left)
        for due in settling(fresh(evening), MethodChoice(way, cashier)).dues:
            assert due.minor > 0
            assert way is not Way.CASHIER or cashier in (due.payer, due.payee)
            left[due.payer] += due.minor
            left[due.payee] -= due.minor
        assert left == [0] * 5


def fresh(evening: Evening) -> GameSession:
    return GameSession.objects.get(pk=evening.session.pk)


def test_disputes_and_a_substitute_move_no_money_and_hold_the_table_open(evening: Evening):
    owed = evening.owed()
    live = [key for key in evening.keys[3] if Deal.objects.get(session=evening.session, key=key).live][:3]
    for key in live:
        record.dispute_deal(session=evening.session, sent=sent(), key=key, note="不对吧")
    record.stand_in(session=evening.session, sent=sent(), player=2, by=1)
    evening.play()
    evening.compare()
    assert evening.owed() != owed or evening.sheets[-1].lines[-1].fact["result"] == "dead"
    record.resolve_dispute(session=evening.session, sent=sent(), key=live[0])
    record.void_deal(session=evening.session, sent=sent(), deal=live[1])
    at = evening.keys[3].index(live[1])
    evening.sheets[3].lines[at].live = False
    evening.compare()
    with pytest.raises(Refused):
        record.close(session=evening.session, sent=sent())
    record.close(session=evening.session, sent=sent(), despite_disputes=[live[2]])
    evening.compare()
    assert verify(evening.session).damages == ()


def test_what_is_left_goes_into_the_next_evening_to_the_last_fen(evening: Evening):
    part_of_the_dues(evening)
    owed = evening.owed()
    assert any(owed)
    record.close(session=evening.session, sent=sent())
    seats = ["大伯", *NAMES[::-1]]
    there = [seats.index(name) for name in evening.people]
    stage = NewStage(ruleset="guilin", seats=(0, 2, 4), stake=Stake(currency="CNY", minor_per_unit=50))
    after = Evening(5)
    after.session = record.open_session(sent=sent(), name="周六", players=seats, stage=stage).session
    after.people, after.sheets, after.keys = seats, [Sheet("guilin", [0, 2, 4], 50)], {0: []}
    record.carry_over(
        session=evening.session, sent=sent(), into=after.session, players=dict(enumerate(there))
    )
    for player, seat in enumerate(there):
        after.brought[seat] = owed[player]
    assert current(evening) == [0] * 5
    assert current(after) == after.brought
    for _ in range(6):
        after.play()
        after.hand_over()
    assert current(after) == after.owed()
    for due in settling(GameSession.objects.get(pk=after.session.pk), MethodChoice()).dues:
        record.pay(
            session=after.session,
            sent=sent(),
            payer=due.payer,
            payee=due.payee,
            currency="CNY",
            minor=due.minor,
        )
    assert current(after) == [0] * 5
    late_correction(evening)
    assert verify(evening.session).damages == verify(after.session).damages == ()


def current(evening: Evening) -> list[int]:
    owed = queries.table_view(fresh(evening)).settlement.owed["CNY"]
    return padded(owed, len(evening.people))


def part_of_the_dues(evening: Evening) -> None:
    """Of each transfer of the fewest, one is paid and one by half; the rest is not."""
    for number, due in enumerate(settling(fresh(evening), MethodChoice()).dues[:2]):
        minor = due.minor // (number + 1)
        seq = record.pay(
            session=evening.session,
            sent=sent(),
            payer=due.payer,
            payee=due.payee,
            currency="CNY",
            minor=minor,
        ).event_seq
        evening.paid[seq] = (due.payer, due.payee, minor)
    assert current(evening) == evening.owed()


def late_correction(evening: Evening) -> None:
    """The old table, where nothing was owed any more, owes exactly what a correction changes."""
    record.reopen(session=evening.session, sent=sent())
    before = evening.won()
    number = next(
        at for at, line in enumerate(evening.sheets[3].lines) if line.live and line.fact["result"] == "win"
    )
    record.void_deal(session=evening.session, sent=sent(), deal=evening.keys[3][number])
    evening.sheets[3].lines[number].live = False
    assert current(evening) == [now - was for now, was in zip(evening.won(), before, strict=True)]
    assert any(current(evening))
