"""The session document: out, in, and out again."""

import json

import pytest

from tests.exports.conftest import STAKE, document_of, exported, imported, run, totals, without_ledger
from tests.ledger.conftest import NAMES, open_table, sent, tally_win, win
from tests.ledger.toy import Toy2
from zipai_ledger.exports import incoming
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, Event, GameSession, Player
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.replay import DealRefused, answer
from zipai_ledger.rules.ruleset import Carried

pytestmark = pytest.mark.django_db


def one_stage(**changes):
    deal = {"result": "win", "winner": 0, "source": "self_draw", "hu": 17, "xing": {"count": 0}}
    whole = {
        "format": "zipai-ledger/session",
        "version": 1,
        "name": "周五",
        "ruleset": "guilin",
        "players": NAMES[:3],
        "deals": [deal, {"result": "dead", "note": "没人胡"}, {"result": "adjust", "deltas": [5, -5, 0]}],
    }
    return json.dumps({**whole, **changes})


def test_an_evening_of_two_stages_comes_back_as_it_went(evening):
    text = exported(evening)
    copy = imported(text)
    again = exported(copy)
    assert without_ledger(json.loads(again)) == without_ledger(json.loads(text))
    assert totals(copy) == tuple(row + (0,) * (5 - len(row)) for row in totals(evening))
    ours, theirs = queries.table_view(evening).settlement, queries.table_view(copy).settlement
    assert (theirs.units, theirs.dues) == (ours.units, ours.dues)
    assert theirs.money["CNY"] == (*ours.money["CNY"], 0)
    assert verify(copy).damages == ()


def test_replay_says_the_same_totals_as_the_ledger(evening):
    replay = answer(document_of(evening))
    settlement = queries.table_view(evening).settlement
    assert replay["units"] == {unit: list(row) for unit, row in settlement.units.items()}
    assert replay["money"] == [*settlement.money["CNY"], 0]


def test_only_deals_that_count_leave_in_the_order_they_were_played(evening):
    document = document_of(evening)
    assert [[deal["result"] for deal in stage["deals"]] for stage in document["stages"]] == [
        ["foul", "win", "dead", "adjust"],
        ["win", "win"],
    ]
    assert document["stages"][0]["deals"][3]["deltas"] == [5, -5, 0, 0, 0]
    assert document["stages"][0]["deals"][2]["at"] == "2026-11-20T21:40:00+08:00"
    assert document["stages"][0]["deals"][1]["note"] == "=1+1"
    assert all({"dealer", "at"} <= set(deal) for stage in document["stages"] for deal in stage["deals"])
    assert [stage["seats"] for stage in document["stages"]] == [[0, 1, 2, 3], [2, 4, 0]]
    assert [stage["stake"] for stage in document["stages"]] == [
        {"currency": "CNY", "minor_per_unit": 50},
        None,
    ]
    assert document["players"] == ["王师傅", "小李", "阿芳", "老陈", "小丁"]
    assert set(document) == {"format", "version", "name", "players", "stages"}


def test_one_stage_with_everybody_in_order_is_written_inline(table, play):
    play(table, win(0))
    document = document_of(table)
    assert "stages" not in document
    assert (document["ruleset"], document["stake"], document["first_dealer"]) == ("guilin", None, 0)
    assert "seats" not in document
    assert document["options"]["min_hu"] == 10


def test_other_seats_than_the_players_in_order_are_written(db):
    stage = NewStage(ruleset="guilin", seats=(2, 0, 1), stake=STAKE, first_dealer=1)
    session = record.open_session(sent=sent(), name="周五", players=NAMES[:3], stage=stage).session
    document = document_of(session)
    assert [stage["seats"] for stage in document["stages"]] == [[2, 0, 1]]
    assert without_ledger(document_of(imported(exported(session)))) == without_ledger(document)


def test_a_table_without_deals_comes_back_too(table):
    assert without_ledger(document_of(imported(exported(table)))) == without_ledger(document_of(table))


def test_a_deal_kept_as_agreed_leaves_as_what_was_agreed(table, play):
    play(table, win(0), win(1))
    Deal.objects.filter(session=table, position=1).update(agreed=True)
    document = document_of(table)
    assert [deal["result"] for deal in document["deals"]] == ["adjust", "win"]
    assert document["deals"][0]["deltas"] == [6, -3, -3]
    assert totals(imported(exported(table))) == totals(table)


def test_an_agreed_deal_with_running_hu_needs_an_archive(toy_table, play):
    keys = play(toy_table, tally_win(0, 20), tally_win(0, 5), tally_win(1, 60))
    record.void_deal(session=toy_table, sent=sent(), deal=keys[0], keep=[keys[1]])
    with pytest.raises(Refused) as caught:
        exported(toy_table)
    assert [problem.code for problem in caught.value.problems] == ["agreed_deal"]
    assert json.loads(run("export_session", str(toy_table.pk), code=1))["errors"][0]["params"] == {"deal": 2}
    archive = exported(toy_table, "archive")
    assert exported(imported(archive), "archive") == archive


def test_a_round_carried_in_leaves_with_places_for_newcomers(db, rulesets):
    session = open_table("toy", carried_in=Carried(tally=(40, 12, 0), wins=(1, 1, 0)), options={"target": 45})
    record.record_deal(session=session, sent=sent(), fact=tally_win(0, 20))
    stage = NewStage(ruleset="toy", seats=(0, 1, 2, "老陈"))
    record.open_stage(session=session, sent=sent(), stage=stage)
    document = document_of(session)
    assert document["stages"][0]["carried_in"] == {"tally": [40, 12, 0, 0], "wins": [1, 1, 0, 0]}
    copy = imported(exported(session))
    assert totals(copy) == tuple((*row, 0)[:4] for row in totals(session))
    assert without_ledger(document_of(copy)) == without_ledger(document)


def test_newer_rules_change_no_export(toy_table, play, rulesets):
    play(toy_table, tally_win(0, 30), tally_win(1, 60))
    before = {name: exported(toy_table, name) for name in ("json", "archive", "csv")}
    rulesets["toy"] = Toy2()
    assert {name: exported(toy_table, name) for name in before} == before
    assert exported(imported(before["archive"]), "archive") == before["archive"]


def test_a_document_is_imported_as_replay_scores_it(db):
    text = one_stage()
    session = imported(text)
    assert [list(row) for row in totals(session)] == [answer(json.loads(text))["totals"]]
    assert [player.name for player in queries.players_of(session)] == NAMES[:3]
    assert session.name == "周五"
    assert verify(session).damages == ()


def test_a_document_without_a_name_is_named_by_its_day(db):
    assert len(imported(one_stage(name="")).name) == len("2026-11-20")


def test_the_same_id_imports_once(db):
    arriving = incoming.read(one_stage())
    first, second = arriving.store("import-this-once"), arriving.store("import-this-once")
    assert (first.replay, second.replay) == (False, True)
    assert first.session == second.session
    assert GameSession.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"players": ["老王", "老王", "阿芳"]}, "bad_name", "players.1"),
        ({"players": ["老王", "小\u202e李", "阿芳"]}, "bad_name", "players.1"),
        ({"name": "x" * 41}, "bad_name", "name"),
        ({"ruleset": "poker"}, "unknown_ruleset", "ruleset"),
        ({"options": {"min_hu": 11}}, "bad_option", "min_hu"),
        ({"stake": {"currency": "yuan", "minor_per_unit": 5}}, "bad_stake", "stake.currency"),
        ({"version": 2}, "bad_json", "version"),
        ({"format": "zipai-ledger/other"}, "bad_json", "format"),
        ({"deals": "none"}, "bad_json", "deals"),
    ],
)
def test_what_is_wrong_with_a_document_is_told_and_nothing_stored(db, changes, code, field):
    with pytest.raises(Refused) as caught:
        incoming.read(one_stage(**changes)).store()
    assert (code, field) in [(problem.code, problem.field) for problem in caught.value.problems]
    assert not GameSession.objects.exists()


def test_a_wrong_stage_is_named(db):
    first = {"ruleset": "guilin", "deals": []}
    stages = [first, {**first, "stake": {"currency": "yuan", "minor_per_unit": 50}}]
    whole = {"format": "zipai-ledger/session", "version": 1, "name": "周五", "players": NAMES[:3]}
    with pytest.raises(Refused) as caught:
        incoming.read(json.dumps({**whole, "stages": stages})).store()
    assert [problem.field for problem in caught.value.problems] == ["stages.1.stake.currency"]
    assert not GameSession.objects.exists()


@pytest.mark.parametrize(
    "bad",
    [
        {"result": "win", "winner": 0, "source": "self_draw", "hu": 9, "xing": {"count": 0}},
        {"result": "dead", "note": "x" * 501},
        {"result": "dead", "at": "yesterday"},
        {"result": "nothing"},
        {"result": "adjust", "deltas": [1, 1, 1]},
        {"result": "dead", "note": "\ud800"},
    ],
)
def test_a_bad_deal_in_the_middle_imports_nothing(db, bad):
    fine = {"result": "dead"}
    with pytest.raises(DealRefused) as caught:
        incoming.read(one_stage(deals=[fine, fine, bad, fine])).store()
    assert caught.value.deal == 3
    assert not GameSession.objects.exists()
    assert not Event.objects.exists()
    assert not Player.objects.exists()


def test_the_commands_carry_a_session_over(evening, tmp_path):
    file = tmp_path / "evening.json"
    assert run("export_session", str(evening.pk), "--output", str(file)) == ""
    assert run("export_session", evening.public_id) == file.read_text(encoding="utf-8")
    answer = json.loads(run("import_session", str(file)))
    assert answer["ok"] is True
    copy = GameSession.objects.get(public_id=answer["id"])
    assert without_ledger(document_of(copy)) == without_ledger(document_of(evening))
    assert len(answer["recovery_code"].replace("-", "")) == 20
    assert copy.links.get().role == "owner"


def test_the_command_reads_standard_input(db, monkeypatch):
    import io

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(one_stage().encode())))
    assert json.loads(run("import_session", "-"))["ok"] is True


def test_the_commands_answer_errors_as_one_line(db, tmp_path):
    file = tmp_path / "bad.json"
    foul = {"result": "foul", "offender": 9}
    file.write_text(one_stage(deals=[foul]), encoding="utf-8")
    answer = json.loads(run("import_session", str(file), code=1))
    assert (answer["ok"], answer["deal"], answer["errors"][0]["code"]) == (False, 1, "bad_deal")
    file.write_bytes(b"\xff\xfe{}")
    assert json.loads(run("import_session", str(file), code=1))["errors"][0]["code"] == "bad_json"
    absent = str(tmp_path / "absent.json")
    assert json.loads(run("import_session", absent, code=1))["errors"][0]["code"] == "bad_file"
    assert json.loads(run("export_session", "12345", code=1))["errors"][0]["code"] == "unknown_session"
    assert json.loads(run("export_session", "老王", code=1))["errors"][0]["code"] == "unknown_session"


def test_the_output_file_may_be_unwritable(table, tmp_path):
    nowhere = str(tmp_path / "no" / "folder.json")
    answer = json.loads(run("export_session", str(table.pk), "--output", nowhere, code=1))
    assert answer["errors"][0]["code"] == "bad_file"
