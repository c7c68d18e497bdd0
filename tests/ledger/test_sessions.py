"""Opening, staging, closing and naming a table."""

import pytest

from tests.ledger.conftest import NAMES, open_table, sent, tally_win, totals, win
from tests.lifting import lifted
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Damaged, NewStage, Stake
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Event, GameSession, Player, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Carried

pytestmark = pytest.mark.django_db


def kinds(session):
    return list(Event.objects.filter(session=session).order_by("seq").values_list("kind", flat=True))


def opening(**changes):
    stage = {"ruleset": "guilin", "seats": (0, 1, 2), **changes.pop("stage", {})}
    data = {"name": "周五", "players": NAMES[:3], "stage": NewStage(**stage), **changes}
    return record.open_session(sent=sent(), **data)


def whys(caught):
    return [(problem.code, problem.field, problem.why) for problem in caught.value.problems]


def test_an_open_table_has_its_players_and_one_stage(table):
    assert kinds(table) == [
        "session_opened",
        "stage_opened",
        "player_joined",
        "player_joined",
        "player_joined",
    ]
    assert len(table.public_id) == 22
    assert (
        list(Player.objects.filter(session=table).order_by("index").values_list("name", flat=True))
        == NAMES[:3]
    )
    stage = Stage.objects.get(session=table)
    assert (stage.index, stage.ruleset, stage.unit, stage.seats) == (0, "guilin", "舵", "[0,1,2]")
    assert (stage.player_count, stage.first_dealer, stage.minor_per_unit, stage.carried_in) == (
        3,
        0,
        None,
        "null",
    )
    assert canonical.parse(stage.options)["min_hu"] == 10
    assert totals(table) == ((0, 0, 0),)
    assert verify(table).damages == ()


def test_no_name_enters_the_trail(table):
    record.rename_player(session=table, sent=sent(), player=0, name="王师傅")
    record.rename_session(session=table, sent=sent(), name="周六晚上")
    bodies = "".join(Event.objects.filter(session=table).values_list("body", flat=True))
    assert not any(name in bodies for name in [*NAMES, "王师傅", "周五", "周六晚上"])
    assert verify(table).damages == ()


def test_everything_wrong_with_a_new_table_is_told_together():
    with pytest.raises(Refused) as caught:
        opening(
            name=" ",
            players=["老王", "", "老王"],
            time_zone="Mars/Olympus",
            stage={
                "seats": (0, 1, 1),
                "stake": Stake(currency="yuan", minor_per_unit=0),
                "options": {"min_hu": 11},
            },
        )
    assert whys(caught) == [
        ("bad_name", "name", "empty"),
        ("bad_name", "players.1", "empty"),
        ("bad_name", "players.2", "same"),
        ("bad_stage", "time_zone", "time_zone"),
        ("bad_stage", "seats", "twice"),
        ("bad_stake", "stake.currency", "currency"),
        ("bad_stake", "stake.minor_per_unit", "range"),
        ("bad_option", "min_hu", "choice"),
    ]
    assert not GameSession.objects.exists()


@pytest.mark.parametrize("count", [0, 1, 9])
def test_two_to_eight_may_play(count):
    with pytest.raises(Refused) as caught:
        opening(players=[f"p{number}" for number in range(count)], stage={"seats": ()})
    assert ("bad_stage", "players", "players") in whys(caught)


@pytest.mark.parametrize("zone", ["", "../etc/passwd", "/etc/localtime", "x" * 300, "a\x00b"])
def test_a_time_zone_is_one_that_is_known(zone):
    with pytest.raises(Refused) as caught:
        opening(time_zone=zone)
    assert whys(caught) == [("bad_stage", "time_zone", "time_zone")]


def test_an_unknown_ruleset_is_refused():
    with pytest.raises(Refused) as caught:
        opening(stage={"ruleset": "poker"})
    assert [problem.code for problem in caught.value.problems] == ["unknown_ruleset"]


def test_the_first_stage_seats_players_by_number():
    with pytest.raises(Refused) as caught:
        opening(stage={"seats": (0, 1, "阿芳")})
    assert whys(caught) == [("bad_stage", "seats", "numbers")]
    with pytest.raises(Refused) as caught:
        opening(stage={"seats": (0, 1, 3)})
    assert whys(caught) == [("bad_stage", "seats.2", "player")]


def test_whoever_belongs_to_the_table_need_not_sit_at_once():
    session = opening(players=NAMES, stage={"seats": (0, 2, 3)}).session
    key = record.record_deal(session=session, sent=sent(), fact=win(1)).deal_key
    assert totals(session) == ((-3, 0, 6, -3),)
    assert session.deals.get(key=key).hus.get().winner == 2


def test_the_fourth_goes_home_and_the_rest_play_on():
    session = open_table(players=4)
    record.record_deal(session=session, sent=sent(), fact=win(0))
    stage = NewStage(ruleset="guilin", seats=(0, 1, 3), first_dealer=2)
    record.open_stage(session=session, sent=sent(), stage=stage, reason="阿芳回家")
    record.record_deal(session=session, sent=sent(), fact=win(2))
    assert totals(session) == ((6, -3, 0, -3), (-3, -3, 0, 6))
    assert verify(session).damages == ()


def test_somebody_joins_in_the_middle(table):
    stage = NewStage(ruleset="guilin", seats=(0, "老陈", 1, 2))
    recorded = record.open_stage(session=table, sent=sent(), stage=stage)
    assert kinds(table)[-2:] == ["stage_opened", "player_joined"]
    assert Stage.objects.get(session=table, index=1).seats == "[0,3,1,2]"
    record.record_deal(session=table, sent=sent(), fact=win(1))
    # Opposite the dealer 老王 sits 小李, who neither pays nor plays.
    assert totals(table) == ((0, 0, 0), (-3, 0, -3, 6))
    assert recorded.event_seq == recorded.session.ledger_seq
    assert verify(table).damages == ()


def test_a_newcomer_needs_a_name_of_his_own(table):
    for seats, why in (((0, 1, 2, "老王"), "same"), ((0, 1, 2, ""), "empty")):
        with pytest.raises(Refused) as caught:
            record.open_stage(session=table, sent=sent(), stage=NewStage(ruleset="guilin", seats=seats))
        assert whys(caught) == [("bad_name", "players.0", why)]
    assert Player.objects.filter(session=table).count() == 3


def test_no_more_than_eight_ever_join(table):
    stage = NewStage(ruleset="guilin", seats=("a", "b", "c", "d", "e", "f"))
    with pytest.raises(Refused) as caught:
        record.open_stage(session=table, sent=sent(), stage=stage)
    assert ("bad_stage", "players", "players") in whys(caught)


def test_a_round_is_ended_before_the_next_stage(toy_table, play):
    play(toy_table, tally_win(0, 20))
    stage = NewStage(ruleset="guilin", seats=(0, 1, 2))
    with pytest.raises(Refused) as caught:
        record.open_stage(session=toy_table, sent=sent(), stage=stage)
    assert whys(caught) == [("bad_stage", "", "open_round")]
    play(toy_table, facts.EndRound(how="drop"))
    assert kinds(toy_table)[-1] == Kind.ROUND_ENDED
    record.open_stage(session=toy_table, sent=sent(), stage=stage)
    assert Standing.of(GameSession.objects.get(pk=toy_table.pk)).tally is None


def test_a_round_carried_in_goes_on(db, rulesets, play):
    session = open_table("toy", carried_in=Carried(tally=(30, 0, 12)))
    assert Standing.of(session).tally == (30, 0, 12)
    play(session, tally_win(0, 20))
    assert totals(session) == ((20, -10, -10),)
    assert verify(session).damages == ()


def test_a_stake_is_kept_with_the_stage():
    session = open_table(stake=Stake(currency="CNY", minor_per_unit=50))
    stage = Stage.objects.get(session=session)
    assert (stage.currency, stage.minor_per_unit) == ("CNY", 50)


def test_an_adjustment_is_a_line_of_its_own(table):
    recorded = record.adjust(session=table, sent=sent(), deltas=(5, -5, 0), note="请客")
    assert kinds(table)[-1] == Kind.ADJUSTMENT
    assert totals(table) == ((5, -5, 0),)
    assert canonical.parse(table.deals.get(key=recorded.deal_key).fact)["note"] == "请客"
    with pytest.raises(Refused):
        record.adjust(session=table, sent=sent(), deltas=(5, -4, 0))


def test_a_closed_table_opens_again(table):
    record.close(session=table, sent=sent())
    assert GameSession.objects.get(pk=table.pk).status == "closed"
    record.reopen(session=table, sent=sent())
    assert GameSession.objects.get(pk=table.pk).status == "open"
    assert kinds(table)[-2:] == ["closed", "reopened"]
    assert verify(table).damages == ()
    with pytest.raises(Refused) as caught:
        record.reopen(session=table, sent=sent())
    assert whys(caught) == [("bad_stage", "", "not_closed")]


def test_a_damaged_table_is_not_closed(table, play):
    play(table, win(0))
    with lifted():
        Event.objects.filter(session=table, seq=3).update(at="2020-01-01T00:00:00.000000+00:00")
    with pytest.raises(Damaged) as caught:
        record.close(session=table, sent=sent())
    assert [damage.seq for damage in caught.value.damages] == [3]
    assert GameSession.objects.get(pk=table.pk).status == "open"


def test_a_player_takes_another_name(table):
    record.rename_player(session=table, sent=sent(), player=1, name=" 李哥 ")
    player = Player.objects.get(session=table, index=1)
    assert (player.name, player.name_key) == ("李哥", "李哥")
    assert verify(table).damages == ()


def test_a_player_may_keep_his_name_but_not_take_anothers(table):
    record.rename_player(session=table, sent=sent(), player=1, name="小李")
    with pytest.raises(Refused) as caught:
        record.rename_player(session=table, sent=sent(), player=1, name="老王")
    assert whys(caught) == [("bad_name", "name", "same")]
    with pytest.raises(Refused) as caught:
        record.rename_player(session=table, sent=sent(), player=3, name="谁")
    assert whys(caught) == [("bad_stage", "player", "player")]


def test_a_session_takes_another_name(table):
    record.rename_session(session=table, sent=sent(), name="周六")
    assert GameSession.objects.get(pk=table.pk).name == "周六"
    with pytest.raises(Refused):
        record.rename_session(session=table, sent=sent(), name="\u202e六周")


def test_a_table_has_so_many_stages_and_no_more(table, monkeypatch):
    monkeypatch.setattr("zipai_ledger.ledger.record.sessions.STAGES", 2)
    stage = NewStage(ruleset="guilin", seats=(0, 1, 2))
    record.open_stage(session=table, sent=sent(), stage=stage)
    with pytest.raises(Refused) as caught:
        record.open_stage(session=table, sent=sent(), stage=stage)
    assert whys(caught) == [("bad_stage", "", "too_many_stages")]
