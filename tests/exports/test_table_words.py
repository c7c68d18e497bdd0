"""The table in the words of each game: what happened, groups, marks, lines, and the 胡 of a round."""

import csv
import io

import pytest

from tests.exports.conftest import exported
from tests.ledger.conftest import open_table, sent
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.ruleset import Carried
from zipai_ledger.rules.zipai.notation import parse_hand

pytestmark = pytest.mark.django_db

DEAD = {"result": "dead"}


def played(slug: str, *deals: dict, players: int = 4, **stage: object) -> GameSession:
    session = open_table(slug, players, **stage)
    for deal in deals:
        record.record_deal(session=session, sent=sent(), fact=facts.from_json(deal))
    return GameSession.objects.get(pk=session.pk)


def csv_of(session: GameSession, lang: str = "zh-hans") -> list[dict[str, str]]:
    text = exported(session, "csv", lang).removeprefix("\ufeff")
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    return [dict(zip(header, row, strict=True)) for row in rows if len(row) == len(header)]


def column(session: GameSession, name: str, lang: str = "zh-hans") -> list[str]:
    return [row[name] for row in csv_of(session, lang)]


def win(winner: int, hu: int, source: str = "other_draw", **more: object) -> dict:
    return {"result": "win", "winner": winner, "hu": hu, "source": source, **more}


def foul(offender: int, **more: object) -> dict:
    return {"result": "foul", "offender": offender, **more}


@pytest.mark.parametrize(
    ("slug", "offence", "message"),
    [
        ("dazipai", {}, ["黄庄", "小李吃而不下伙"]),
        ("tuozi", {"units": 2}, ["臭牌", "小李岔胡"]),
        ("bopi", {}, ["臭牌", "小李岔胡"]),
        ("gaohuzi", {}, ["臭牌", "小李岔胡"]),
        ("huashi", {"units": 3}, ["臭牌", "小李岔胡"]),
        ("guiyang", {"pays": [{"to": 0, "units": 4}]}, ["黄庄", "小李诈胡"]),
    ],
)
def test_a_deal_that_nobody_won_is_called_as_its_game_does(slug, offence, message):
    players = 4 if slug in ("bopi", "huashi", "guiyang") else 3
    assert column(played(slug, DEAD, foul(1, **offence), players=players), "结果") == message


def test_a_deal_is_of_the_game_of_its_place():
    played_there = played("paohuzi", DEAD, players=3, options={"preset": "yongzhou"})
    assert column(played_there, "打法") == ["永州扯胡子"]


def test_groups_marks_and_sources_have_local_words():
    hand = parse_hand("碰壹壹壹 碰叁叁叁 碰四四四 锥倒伍伍伍 手一三八八捌九九玖 胡二 翻").to_json()
    session = played("huashi", {"result": "win", "winner": 1, "source": "other_draw", "hand": hand})
    (row,) = csv_of(session)
    assert row["牌"] == "碰倒壹壹壹 碰倒叁叁叁 碰倒四四四 锥倒伍伍伍 手一三八八捌九九玖 胡二 翻"
    assert (row["来路"], row["名目"], row["计分"]) == ("翻", "红胡", "10")
    assert row["怎么算的"] == "有名堂，记 10 牌，不重复记 +10；红胡：1 张红字"


def test_a_mahjong_win_tells_its_kongs_and_turned_tiles():
    held = [{"player": 0, "tile": "一条", "count": 1}]
    won = {
        "result": "win",
        "wins": [{"winner": 0, "source": "self_draw", "pattern": "daduizi"}],
        "dou": [{"player": 0, "kind": "men", "tile": "五万"}],
        "ji": {"flipped": "三条", "held": held},
    }
    (row,) = csv_of(played("guiyang", won))
    assert (row["来路"], row["名目"], row["老王"]) == ("自摸", "大对子", "24")
    lines = ["大对子 +5", "老王闷豆五万，每家 2 +2", "翻三条，鸡是四条", "老王有鸡一条 1 张，每家 1 +1"]
    assert row["怎么算的"] == "；".join(lines)


def test_points_tell_band_level_and_tribute():
    session = played("dalin", {"result": "points", "points": 380, "kitty_points": 20, "kitty_cards": 4})
    (row,) = csv_of(session)
    assert row["结果"] == "闲家 460 分"
    for line in (
        "抓了 380，抠底 20 × 4，共 460 分",
        "照积分表，闲家每人得 5，庄家方每人付 5 +5",
        "进 4 张贡",
    ):
        assert line in row["怎么算的"]
    assert "打 5 没过，对方从 5 打起" in row["怎么算的"]


def test_a_round_has_its_tally_and_its_end():
    # 老王 deals, 老陈 counts half: 50 and 25, then 10 of the dead deal, 60 and 30; 小李 20 and 10 end it at 100, 20, 0, 75.
    deals = [win(0, 40, "self_draw"), DEAD, win(0, 60), win(1, 20), win(1, 12)]
    rows = csv_of(played("bopi", *deals, {"result": "end_round", "how": "carry"}))
    assert [row["结果"] for row in rows] == ["胡", "臭牌", "胡", "胡，一轮结了", "胡", "一轮结束，带到下次"]
    assert [row["老王 这一轮"] for row in rows] == ["50", "40", "100", "100", "6", "6"]
    assert [row["老陈 这一轮"] for row in rows] == ["25", "35", "65", "75", "0", "0"]
    assert "老王 100 胡，10 皮" in rows[3]["怎么算的"]
    # 10, 2, 0 and 8 皮, in all 20: four times one's own less 20.
    assert [rows[3][name] for name in ("老王", "小李", "阿芳", "老陈")] == ["20", "-12", "-20", "12"]


def test_a_void_deal_has_no_tally():
    session = played("bopi", win(0, 40))
    key = session.deals.get().key
    record.void_deal(session=session, sent=sent(), deal=key)
    assert column(GameSession.objects.get(pk=session.pk), "老王 这一轮") == [""]


def test_a_round_carried_in_is_the_first_row():
    carried = Carried(tally=(20, 39, 0), wins=(1, 2, 0))
    rows = csv_of(played("gaohuzi", win(1, 11), players=3, carried_in=carried))
    assert [(row["盘次"], row["结果"]) for row in rows] == [("", "带进来没打完的一轮"), ("1", "胡，一轮结了")]
    assert [row["小李 这一轮"] for row in rows] == ["39", "50"]
    assert rows[0]["小李"] == ""


def test_a_stage_that_nobody_has_played_tells_what_it_took_over_too():
    session = played("guilin", players=3)
    stage = NewStage(ruleset="bopi", seats=(0, 1, 2), carried_in=Carried(tally=(5, 0, 64)))
    record.open_stage(session=session, sent=sent(), stage=stage)
    (row,) = csv_of(GameSession.objects.get(pk=session.pk))
    assert (row["打法"], row["阿芳 这一轮"]) == ("剥皮", "64")


def test_a_table_without_rounds_has_no_columns_for_them():
    (row,) = csv_of(played("tuozi", win(0, 20), players=3))
    assert "老王 这一轮" not in row


def test_the_reader_of_english_is_told_in_english():
    session = played("bopi", DEAD, foul(1), win(0, 60), {"result": "end_round", "how": "drop"})
    assert column(session, "Result", "en") == ["Dead deal", "小李 fouled", "win", "round ended, dropped"]
    assert column(session, "老王 this round", "en") == ["-10", "-10", "50", "50"]
    worked = column(session, "How it was worked out", "en")
    assert worked[0] == "Dead deal: 10 hu from the dealer to the counter"
