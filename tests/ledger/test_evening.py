"""The figures of stored evenings, against counts taken from the other tables of the database."""

import random

import pytest

from tests.ledger.filling import fill
from zipai_ledger.ledger import figures, queries, record
from zipai_ledger.ledger.figures import Tally
from zipai_ledger.ledger.record import NewStage, Sent
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical, outcomes
from zipai_ledger.models import Deal, GameSession, Hu
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.document import Stake

pytestmark = pytest.mark.django_db
OWNER = Sent(role="owner")
NAMES = ["老王", "小李", "阿芳", "四叔", "二婶"]


def opened(ruleset: str, seats: int = 3, people: int = 5, **more) -> GameSession:
    stage = NewStage(ruleset=ruleset, seats=tuple(range(seats)), **more)
    return record.open_session(sent=OWNER, name="周五", players=NAMES[:people], stage=stage).session


def win(winner: int, hu: int = 17, from_: int | None = None, **more) -> facts.Win:
    source = "self_draw" if from_ is None else "discard"
    return facts.Win(winner=Seat(winner), from_=from_, source=source, hu=Count(hu), **more)


def xing_win(winner: int, hu: int = 17, from_: int | None = None) -> facts.Win:
    return win(winner, hu, from_, xing=facts.Xing(count=Count(0)))


def random_deals(number: int) -> list[facts.Deal]:
    chance = random.Random(7)
    found: list[facts.Deal] = []
    for _ in range(number):
        winner, other = chance.sample(range(3), 2)
        kind = chance.random()
        if kind < 0.1:
            found.append(facts.Dead())
        elif kind < 0.15:
            found.append(facts.Foul(offender=Seat(winner)))
        elif kind < 0.2:
            found.append(facts.Adjust(deltas=tuple({winner: 3, other: -3}.get(seat, 0) for seat in range(5))))
        else:
            found.append(xing_win(winner, chance.randrange(10, 40), chance.choice([None, other])))
    return found


def only(found: figures.Evening) -> dict[int, Tally]:
    (game,) = found.games
    return dict(game.tallies)


def test_a_long_evening_counts_as_its_own_rows_do():
    session = opened("guilin")
    keys = fill(session, random_deals(120))
    for key in keys[3::17]:
        record.void_deal(session=session, sent=OWNER, deal=key)
    found = figures.evening(session)
    stored = list(Hu.objects.filter(session=session, deal__live=True).select_related("deal"))
    assert len(stored) > 60
    for person, tally in only(found).items():
        mine = [hu for hu in stored if hu.winner == person]
        assert (tally.wins, tally.worth) == (len(mine), sum(hu.hu for hu in mine))
        assert tally.greatest == max(hu.hu for hu in mine)
        assert tally.drawn == sum(hu.source == "self_draw" for hu in mine)
        assert tally.discards == sum(hu.from_player == person and hu.source == "discard" for hu in stored)
    session.refresh_from_db()
    (course,) = found.courses
    assert [course.totals[account][-1] for account in range(3)] == list(Standing.of(session).totals[0][:3])
    assert {len(line) for line in course.totals.values()} == {len(course.positions) + 1}
    for account, places in course.marks.items():
        at = [course.positions[place - 1] for place in places]
        assert at == sorted(hu.deal.position for hu in stored if hu.winner == account)


@pytest.mark.parametrize("ruleset", ["guilin", "gaohuzi", "bopi", "dazipai"])
def test_the_numbers_of_an_outcome_are_those_of_all_of_it(ruleset):
    session = opened(ruleset, 4 if ruleset == "bopi" else 3)
    make = xing_win if ruleset == "guilin" else win
    fill(session, [make(0, 30), facts.Dead(), facts.Foul(offender=Seat(1)), make(1, 36)])
    texts = Deal.objects.filter(session=session).values_list("outcome", flat=True)
    assert len(texts) == 4
    for text in texts:
        whole, numbers = canonical.parse(text), outcomes.numbers_of(text)
        assert {name: whole[name] for name in numbers} == dict(numbers)
        assert {"deltas", *({"gains"} & set(whole))} <= set(numbers)


def test_who_sits_out_has_not_played_though_he_may_be_paid():
    session = opened("guilin", 4, options={"seats": 4})
    record.record_deal(session=session, sent=OWNER, fact=xing_win(0))
    found = only(figures.evening(session))
    assert [found[person].played for person in range(4)] == [1, 1, 0, 1]
    assert found[2] == Tally(sat=1)
    assert 4 not in found


def test_a_deal_of_a_round_counts_by_its_hu_and_the_end_of_a_round_is_none():
    session = opened("gaohuzi")
    for fact in (win(0, 30), win(0, 12), facts.EndRound(how="settle")):
        record.record_deal(session=session, sent=OWNER, fact=fact)
    found = figures.evening(session)
    tally = only(found)[0]
    assert (tally.played, tally.wins, tally.most_won, tally.worth, tally.streak) == (2, 2, 30, 42, 2)
    assert found.deals == 2
    (course,), (counted,) = found.courses, found.counted
    assert course.totals[0][:3] == (0, 0, 0)
    assert course.totals[0][3] > 0
    assert counted.of_rounds
    assert counted.totals[0] == (0, 30, 42, 42)
    assert counted.marks[0] == (1, 2)


def test_a_game_without_rounds_counts_nothing_towards_one():
    session = opened("guilin")
    record.record_deal(session=session, sent=OWNER, fact=xing_win(0))
    assert figures.evening(session).counted == ()


def test_a_lower_opening_is_no_win():
    session = opened("dazipai")
    opening = facts.Opening(
        wins=(
            facts.OpeningWin(winner=Seat(0), hu=Count(30)),
            facts.OpeningWin(winner=Seat(1), hu=Count(24)),
        )
    )
    record.record_deal(session=session, sent=OWNER, fact=opening)
    found = only(figures.evening(session))
    assert [(found[person].wins, found[person].drawn) for person in range(3)] == [(1, 1), (0, 0), (0, 0)]


def test_whoever_drew_it_counts_as_zimo_where_the_game_says_so():
    fact = facts.Win(winner=Seat(0), source="other_draw", from_=Seat(1), hu=Count(20))
    for ruleset, drawn in (("dazipai", 1), ("tuozi", 0)):
        session = opened(ruleset)
        record.record_deal(session=session, sent=OWNER, fact=fact)
        assert only(figures.evening(session))[0].drawn == drawn


def test_what_a_stand_in_plays_counts_for_him_and_pays_the_account():
    session = opened("guilin")
    record.record_deal(session=session, sent=OWNER, fact=xing_win(0))
    record.stand_in(session=session, sent=OWNER, player=0, by=3)
    fill(session, [xing_win(0, 22), xing_win(1, 12, 0)])
    record.stand_in(session=session, sent=OWNER, player=0, by=None)
    record.record_deal(session=session, sent=OWNER, fact=xing_win(2))
    found = figures.evening(session)
    count = only(found)
    assert [count[person].played for person in (0, 1, 3)] == [2, 4, 2]
    assert [(count[person].wins, count[person].discards) for person in (0, 3)] == [(1, 0), (1, 1)]
    assert found.games[0].best[0].person == 3
    assert set(found.courses[0].totals) == {0, 1, 2}


def test_a_newcomer_who_stands_in_is_counted_too():
    session = opened("guilin", people=3)
    record.stand_in(session=session, sent=OWNER, player=1, by="表弟")
    record.record_deal(session=session, sent=OWNER, fact=xing_win(1))
    assert only(figures.evening(session))[3].wins == 1


def test_one_who_joins_later_is_counted_from_then_on():
    session = opened("guilin", people=3)
    fill(session, [xing_win(0), xing_win(1)])
    stage = NewStage(ruleset="guilin", seats=(0, 1, "四叔"))
    record.open_stage(session=session, sent=OWNER, stage=stage)
    record.record_deal(session=session, sent=OWNER, fact=xing_win(2))
    found = figures.evening(session)
    assert [only(found)[person].played for person in range(4)] == [3, 3, 2, 1]
    assert [stage.tallies.get(3, Tally()).wins for stage in found.stages] == [0, 1]
    assert [(stage.first, stage.last) for stage in found.stages] == [(1, 2), (3, 3)]
    assert found.courses[0].totals[3][:3] == (0, 0, 0)


def test_games_of_one_unit_share_a_line_and_no_other():
    session = opened("dalin", 4, 4)
    record.record_deal(session=session, sent=OWNER, fact=facts.Points(points=300))
    record.open_stage(session=session, sent=OWNER, stage=NewStage(ruleset="gaohuzi", seats=(0, 1, 2)))
    fill(session, [win(0, 30), facts.EndRound(how="settle")])
    record.open_stage(session=session, sent=OWNER, stage=NewStage(ruleset="guilin", seats=(0, 1, 2)))
    record.record_deal(session=session, sent=OWNER, fact=xing_win(0))
    found = figures.evening(session)
    assert [course.rulesets for course in found.courses] == [("dalin", "gaohuzi"), ("guilin",)]
    assert [game.ruleset for game in found.games] == ["dalin", "gaohuzi", "guilin"]
    sides = found.games[0].tallies
    assert {(tally.wins, tally.ahead + tally.behind) for tally in sides.values()} == {(0, 1)}


def test_the_greatest_hands_come_greatest_first_and_of_equal_ones_the_earlier():
    session = opened("guilin")
    fill(session, [xing_win(0, 20), xing_win(1, 31), xing_win(2, 20), xing_win(0, 31), xing_win(0, 12)])
    best = figures.evening(session).games[0].best
    assert [(hand.position, hand.worth) for hand in best] == [(2, 31), (4, 31), (1, 20)]


def test_money_of_several_units_runs_in_one_line():
    stake = Stake(currency="CNY", minor_per_unit=Count(50))
    session = opened("guilin", stake=stake)
    record.record_deal(session=session, sent=OWNER, fact=xing_win(0))
    assert figures.evening(session).money == ()
    dearer = Stake(currency="CNY", minor_per_unit=Count(10))
    record.open_stage(
        session=session, sent=OWNER, stage=NewStage(ruleset="dazipai", seats=(0, 1, 2), stake=dearer)
    )
    record.record_deal(session=session, sent=OWNER, fact=win(1, 20))
    record.open_stage(session=session, sent=OWNER, stage=NewStage(ruleset="tuozi", seats=(0, 1, 2)))
    record.record_deal(session=session, sent=OWNER, fact=win(2, 20))
    (course,) = figures.evening(session).money
    units = [deal.totals for deal in figures.evening(session).courses]
    first, second = units[0][0][-1] * 50, units[1][0][-1] * 10
    assert course.totals[0] == (0, first, first + second)
    assert (course.currency, course.positions) == ("CNY", (1, 2))
    session.refresh_from_db()
    assert [course.totals[at][-1] for at in range(3)] == list(
        queries.table_view(session).settlement.money["CNY"][:3]
    )
