"""战绩: who won how often and how much, and what is never counted."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.ledger.filling import fill
from tests.markup import elements, only, words
from zipai_ledger.exports.summary import summary_of
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.presenters.summary import best_hand
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.document import Stake

from .conftest import CALLED, WIN, Table, client_with, open_by, play, sent

pytestmark = pytest.mark.django_db
DEAD = facts.Dead()
FOUL = facts.Foul(offender=Seat(2))
AGREED = facts.Adjust(deltas=(100, -100, 0))


def page(client: Client, table: Table) -> str:
    answer = client.get(table.url("table:figures"))
    assert answer.status_code == 200
    return answer.content.decode()


def boards(html: str) -> list[dict[str, list[str]]]:
    """Each table of figures: label → cells."""
    return [
        {
            words(row[0]): [words(cell).removesuffix(" （最多）") for cell in row[1:]]
            for row in (row.children for row in elements(board, role="row"))
        }
        for board in elements(html, class_="scores-table")
    ]


def figures(html: str) -> dict[str, list[str]]:
    """The table of the first game."""
    return next(board for board in boards(html) if "打了几盘" in board)


def test_everybodys_figures_stand_side_by_side(viewer: Client, table: Table):
    play(table.session, DEAD, FOUL, CALLED)
    found = figures(page(viewer, table))
    assert found["数什么"] == ["老王", "小李", "阿芳"]
    assert found["打了几盘"] == ["5", "5", "5"]
    assert found["胡了几盘"] == ["1", "2", "0"]
    assert found["胡率"] == ["20%", "40%", "0%"]
    assert found["自摸"] == ["1", "0", "0"]
    assert found["点炮"] == ["0", "0", "2"]
    assert found["最大"][1:] == ["17 胡", "—"]
    assert found["平均 胡"][1:] == ["17.0", "—"]
    assert found["诈胡"] == ["0", "0", "1"]


def test_a_void_deal_and_an_adjustment_are_no_deals(viewer: Client, table: Table):
    before = figures(page(viewer, table))
    keys = play(table.session, CALLED, AGREED)
    record.void_deal(session=table.session, sent=sent(table.session), deal=keys[0])
    after = page(viewer, table)
    assert figures(after) == before
    assert "老王 +1" in after, "the line ends at the total, which the adjustment is part of"


def test_who_stood_in_and_only_rested_has_no_column(alice: Client):
    session, _code = open_by(alice, seats="4", player=["老王", "小李", "阿芳", "四叔"])
    for player, name in ((2, "大姐"), (1, "二婶")):
        record.stand_in(session=session, sent=sent(session), player=player, by=name)
    none = facts.Xing(count=Count(0), lower=Count(0))
    play(session, facts.Win(winner=Seat(0), source="self_draw", hu=Count(17), xing=none))
    html = alice.get(reverse("table:figures", args=[session.public_id])).content.decode()
    heads = [name for board in boards(html) for name in board.get("数什么", [])]
    assert heads == ["老王", "四叔", "二婶"]


def test_the_greatest_hand_is_drawn_and_leads_to_its_deal(viewer: Client, table: Table):
    html = page(viewer, table)
    best = re.search(r'<a class="sheet best-hand" href="([^"]+)">(.*?)</a>', html, re.S)
    assert best
    assert best[1] == table.url("deal:show", table.keys[0])
    assert best[2].count('class="fan ') == 7
    assert "第 1 盘" in best[2]


def test_before_the_first_deal_there_is_nothing_to_count(alice: Client):
    session, _code = open_by(alice)
    html = alice.get(reverse("table:figures", args=[session.public_id])).content.decode()
    assert "没有可数的" in html
    assert "scores-table" not in html


def test_several_games_stand_one_below_the_other(alice: Client, table: Table):
    stage = NewStage(ruleset="dazipai", seats=(0, 1, 2), first_dealer=0)
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    play(table.session, facts.Win(winner=Seat(2), source="other_draw", from_=Seat(0), hu=Count(22)))
    html = page(alice, table)
    found = [board for board in boards(html) if "打了几盘" in board]
    assert [board["打了几盘"] for board in found] == [["2"] * 3, ["1"] * 3, ["2"] * 3, ["1"] * 3]
    assert found[1]["最大"] == ["—", "—", "22 油"]
    assert found[1]["自摸"] == ["0", "0", "1"], "whoever drew it, as its players count"
    assert html.count("<svg xmlns") == 2
    assert "第 2 段：老王、小李、阿芳 打大字牌" in html


SHAOYANG = facts.Win(winner=Seat(0), source="self_draw", hu=Count(10))
YONGZHOU = facts.Win(winner=Seat(0), source="self_draw", hu=Count(15), xing=facts.Xing(count=Count(1)))


def test_each_places_game_is_counted_apart_under_the_name_it_has_there(alice: Client):
    session, _code = open_by(alice, ruleset="paohuzi:shaoyang")
    play(session, SHAOYANG)
    stage = NewStage(ruleset="paohuzi", options={"preset": "yongzhou"}, seats=(0, 1, 2), first_dealer=0)
    record.open_stage(session=session, sent=sent(session), stage=stage)
    play(session, YONGZHOU, YONGZHOU)
    html = alice.get(reverse("table:figures", args=[session.public_id])).content.decode()
    heads = [words(one) for one in elements(html, "h2")]
    assert [head for head in heads if head in {"邵阳字牌", "永州扯胡子"}] == ["邵阳字牌", "永州扯胡子"]
    found = [board["打了几盘"] for board in boards(html) if "打了几盘" in board]
    assert found[:2] == [["1"] * 3, ["2"] * 3]
    assert "第 2 段：老王、小李、阿芳 打永州扯胡子" in html
    assert "跑胡子" not in html


def test_hands_are_compared_by_what_their_patterns_made_of_them_where_that_is_tallied(alice: Client):
    """娄底: 25 胡 with eight red cards stay 25; 15 胡 with thirteen are worth 100."""
    session, _code = open_by(alice, ruleset="paohuzi_tally:loudi")
    plain = facts.Win(
        winner=Seat(0),
        source="other_draw",
        from_=Seat(1),
        hu=Count(25),
        counts=facts.CardCounts(red=Count(8)),
    )
    red = replace(plain, winner=Seat(1), from_=Seat(2), hu=Count(15), counts=facts.CardCounts(red=Count(13)))
    play(session, plain, red)
    html = alice.get(reverse("table:figures", args=[session.public_id])).content.decode()
    found = figures(html)
    assert found["最大"] == ["25 胡", "100 胡", "—"]
    assert found["平均 胡"] == ["25.0", "100.0", "—"]
    hands = elements(html, "a", class_="best-hand")
    assert [words(only(hand, "b")) for hand in hands] == ["小李 100 胡", "老王 25 胡"]
    best = summary_of(session).best
    assert best
    assert (best.winner, best.hu, best.units) == (1, 100, None)


def test_a_hand_without_hu_is_as_great_as_its_round_counts_it():
    """飘胡 counts as 30."""
    options = {"preset": "loudi", "patterns": [{"code": "piaohu", "on": True}]}
    stage = NewStage(ruleset="paohuzi_tally", options=options, seats=(0, 1, 2))
    session = record.open_session(
        sent=record.Sent(role="owner"), name="娄底", players=["甲", "乙", "丙"], stage=stage
    ).session
    client_with(session, "viewer")
    play(session, facts.Win(winner=Seat(0), source="other_draw", from_=Seat(1), hu=Count(0)))
    best = best_hand(summary_of(session))
    assert best
    assert best.worth == "30 胡"


def test_money_is_told_in_yuan_where_several_games_make_it_up(alice: Client, table: Table):
    stake = Stake(currency="CNY", minor_per_unit=Count(25))
    stage = NewStage(ruleset="dazipai", seats=(0, 1, 2), first_dealer=0, stake=stake)
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    play(table.session, facts.Win(winner=Seat(2), source="other_draw", from_=Seat(0), hu=Count(23)))
    html = page(alice, table)
    first = next(board for board in boards(html) if "盘次" in board)
    assert "几样合起来算钱" in html
    assert "单位：元" in html
    assert all(re.fullmatch(r"[+−]\d+(\.\d\d)?", cell) for cell in first["3"])
    assert sum(float(cell.replace("−", "-")) for cell in first["3"]) == 0
    assert any("." in cell for cell in first["3"])


def test_the_line_of_totals_comes_with_its_numbers(viewer: Client, table: Table):
    html = page(viewer, table)
    numbers = next(board for board in boards(html) if "盘次" in board)
    assert list(numbers) == ["盘次", "1", "2"]
    assert [row[0][0] for row in (numbers["1"], numbers["2"])] == ["+", "+"]
    assert re.search(r'class="chart"[^>]*aria-label="一盘一盘走下来，单位舵。最后：老王 \+\d+', html)


def test_every_total_leads_to_how_it_came_about(viewer: Client, table: Table):
    html = page(viewer, table)
    for player in range(3):
        assert f'href="{table.url("breakdown:show", player)}"' in html


def test_markers_are_explained_where_each_is_a_win(viewer: Client, table: Table):
    legend = "线上的记号"
    assert legend in page(viewer, table)
    fill(table.session, [WIN] * 20)
    assert legend not in page(viewer, table)


def test_a_game_of_rounds_shows_what_its_deals_counted(alice: Client):
    session, _code = open_by(
        alice, ruleset="bopi", seats="4", player=["老王", "小李", "阿芳", "四叔"], sitting="3"
    )
    play(session, facts.Win(winner=Seat(0), source="self_draw", hu=Count(20)))
    html = alice.get(reverse("table:figures", args=[session.public_id])).content.decode()
    assert "记下的胡，加起来" in html
    assert "单位：胡" in html
    assert figures(html)["一盘赢最多 胡"][0] == "+30"


def test_a_tables_page_leads_to_its_figures(viewer: Client, table: Table):
    assert table.url("table:figures") in viewer.get(table.url("table:show")).content.decode()


def test_strangers_find_nothing(charlie: Client, table: Table):
    assert charlie.get(table.url("table:figures")).status_code == 404


def test_figures_cost_the_same_however_many_deals_there_are(
    viewer: Client, table: Table, django_assert_num_queries
):
    for deals in (0, 120):
        fill(table.session, [WIN, CALLED] * deals) if deals else None
        with django_assert_num_queries(6):
            viewer.get(table.url("table:figures"))


def test_a_game_that_this_installation_no_longer_has_is_counted_in_the_usual_words(
    viewer: Client, table: Table, monkeypatch: pytest.MonkeyPatch
):
    known = {slug: ruleset for slug, ruleset in registry.all_rulesets().items() if slug != "guilin"}
    monkeypatch.setattr(registry, "all_rulesets", lambda: known)
    found = figures(page(viewer, table))
    assert found["胡了几盘"] == ["1", "1", "0"]
    assert found["最大"][1] == "17 胡"


def test_tiles_are_drawn_where_a_hand_was_noted():
    stage = NewStage(ruleset="guiyang", seats=(0, 1, 2, 3))
    people = ["甲", "乙", "丙", "丁"]
    session = record.open_session(
        sent=record.Sent(role="owner"), name="四个人", players=people, stage=stage
    ).session
    win = facts.TileWin(winner=Seat(1), source="self_draw", tiles="碰五万 一一一条 二三四筒 五六七筒 九九筒")
    named = facts.TileWin(winner=Seat(0), source="self_draw", pattern="daduizi")
    client = client_with(session, "viewer")
    play(session, *(facts.TilesWon(wins=(win,), ji=facts.Ji(flipped=None)) for win in (win, named)))
    html = client.get(reverse("table:figures", args=[session.public_id])).content.decode()
    hands = re.findall(r'<a class="sheet best-hand".*?</a>', html, re.S)
    assert [hand.count('class="tile ') for hand in hands] == [0, 14]


def test_two_sides_are_counted_by_who_won_the_deal():
    stage = NewStage(ruleset="dalin", seats=(0, 1, 2, 3))
    people = ["甲", "乙", "丙", "丁"]
    session = record.open_session(
        sent=record.Sent(role="owner"), name="打林", players=people, stage=stage
    ).session
    client = client_with(session, "viewer")
    play(session, facts.Points(points=0), facts.Points(points=0))
    html = client.get(reverse("table:figures", args=[session.public_id])).content.decode()
    found = figures(html)
    assert found["赢了几盘"] == ["2", "0", "2", "0"]
    assert found["赢率"] == ["100%", "0%", "100%", "0%"]
    assert "胡了几盘" not in found
    assert "best-hand" not in html


def test_the_line_of_who_came_late_begins_where_he_came():
    stage = NewStage(ruleset="guilin", seats=(0, 1, 2))
    people = ["老王", "小李", "阿芳", "四叔"]
    session = record.open_session(
        sent=record.Sent(role="owner"), name="换人", players=people, stage=stage
    ).session
    client = client_with(session, "viewer")
    play(session, DEAD, FOUL)
    later = NewStage(ruleset="guilin", seats=(0, 1, 3), first_dealer=0)
    record.open_stage(session=session, sent=sent(session), stage=later)
    play(session, facts.Adjust(deltas=(5, 0, 0, -5)))
    html = client.get(reverse("table:figures", args=[session.public_id])).content.decode()
    numbers = next(board for board in boards(html) if "盘次" in board)
    assert [row[-1] for row in numbers.values()] == ["四叔", "—", "—", "−5"]
