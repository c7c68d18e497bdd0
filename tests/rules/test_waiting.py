"""听牌 of a hand that has won: against the rules' own waits, and against counting cards by hand."""

import json
from collections import Counter

import pytest

from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.waiting import OpenHand, Waiting, Worth
from zipai_ledger.rules.zipai.cards import CARDS

HALF = {
    "exposed": [{"kind": "saochuan", "cards": "壹壹壹壹"}],
    "concealed": "贰贰柒柒捌捌玖玖拾拾二三四五六七",
}
WHOLE = {**HALF, "winning_card": "十", "source": "other_draw"}


def waiting(
    slug: str, fact: facts.Deal, winning_card: str = "", seats: int = 3, **options
) -> tuple[Waiting, ...]:
    ruleset = registry.get(slug)
    sitting = Seat(seats - 1) if ruleset.game(options).sits_out else None
    table = ruleset.table(options, tuple(range(seats)), seats, 0, sitting)
    return ruleset.game(table.options).hands.waiting(table, ruleset.open(table), fact, winning_card)


def won(hand: dict = WHOLE, **more) -> facts.Win:
    more.setdefault("from_", Seat(1) if hand["source"] != "self_draw" else None)
    return facts.Win(winner=Seat(0), hand=hand, source=hand["source"], **more)


def real_wins(shared) -> list[dict]:
    lines = (shared / "cases" / "guilin-real.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_real_hands_wait_for_what_the_rules_say_and_more_of_too_little(shared):
    ruleset = registry.get("guilin")
    options = ruleset.options.resolve({})
    seen = 0
    for case in real_wins(shared):
        hand = case["hand"]
        found = waiting("guilin", won(hand, xing=facts.Xing(flipped=tuple(case["flipped"]) or None)))
        if hand["source"] == "dealt":
            assert found == ()
            continue
        before = {key: value for key, value in hand.items() if key not in ("winning_card", "source")}
        expected = {each["card"]: each for each in ruleset.game(options).hands.waits(before)}
        enough = {chance.card: chance for chance in found[0].chances if chance.wins}
        assert list(enough) == list(expected)
        for card, chance in enough.items():
            hu = {source: worth.hu for source, worth in chance.worth.items() if worth.enough}
            assert hu == {s: expected[card][s] for s in found[0].sources if expected[card][s] is not None}
        seen += len(enough)
    assert seen > 150


def test_what_came_is_worth_what_was_paid_but_for_the_turned_cards(shared):
    ruleset = registry.get("guilin")
    for case in real_wins(shared)[:40]:
        hand, flipped = case["hand"], tuple(case["flipped"])
        fact = won(hand, xing=facts.Xing(flipped=flipped[:1]))
        table = ruleset.table({}, (0, 1, 2), 3, 0, None)
        paid = ruleset.play(table, ruleset.open(table), fact).wins[0]
        (found,) = waiting("guilin", fact)
        came = next(chance for chance in found.chances if chance.card == found.won).worth[found.source]
        assert (came.hu, came.units) == (paid.hu, (paid.units or 0) - paid.xing)


def test_copies_that_nobody_has_seen_are_counted_out_by_hand():
    fact = won(xing=facts.Xing(flipped=("八",)))
    (found,) = waiting("guilin", fact)
    on_the_table = Counter("壹壹壹壹贰贰柒柒捌捌玖玖拾拾二三四五六七十八")
    assert {chance.card: chance.left for chance in found.chances} == {
        chance.card: 4 - on_the_table[chance.card] for chance in found.chances
    }
    assert next(chance.left for chance in found.chances if chance.card == "八") == 3


def test_half_of_the_big_and_all_of_the_small_cards_win():
    (found,) = waiting("guilin", won(xing=facts.Xing(count=Count(0))), min_hu=10)
    assert {chance.card for chance in found.chances} == {*CARDS[:10], *"贰柒捌玖拾"}
    assert found.laid == (("saochuan", "壹壹壹壹"),)
    assert "".join(found.held) == "二三四五六七贰贰柒柒捌捌玖玖拾拾"


def test_a_card_that_makes_too_little_is_told_apart():
    hand = {
        "exposed": [{"kind": "peng", "cards": "捌捌捌"}, {"kind": "peng", "cards": "五五五"}],
        "concealed": "壹贰叁一二三肆伍六七八九九玖",
        "winning_card": "陆",
        "source": "other_draw",
    }
    no_xing = facts.Xing(count=Count(0))
    strict, loose = (waiting("guilin", won(hand, xing=no_xing), min_hu=least)[0] for least in (15, 10))
    assert [(chance.card, chance.worth["discard"].hu) for chance in strict.chances] == [
        ("叁", 13),
        ("陆", 13),
    ]
    assert [(chance.card, chance.worth["discard"].hu) for chance in loose.chances] == [("叁", 13), ("陆", 13)]
    assert {worth.enough for chance in strict.chances for worth in chance.worth.values()} == {False}
    assert {worth.enough for chance in loose.chances for worth in chance.worth.values()} == {True}
    assert not any(chance.wins for chance in strict.chances)


def test_the_minimum_named_for_the_deal_counts():
    hand = {**WHOLE, "source": "self_draw"}
    fact = facts.Win(winner=Seat(0), hand=hand, source="self_draw", min_hu=Count(30))
    (found,) = waiting("dazipai", fact)
    assert all(
        worth.enough == (worth.hu >= 30) for chance in found.chances for worth in chance.worth.values()
    )
    assert any(not chance.wins for chance in found.chances)


def test_the_gate_of_the_winner_counts():
    ruleset = registry.get("gaohuzi")
    table = ruleset.table({}, (0, 1, 2), 3, 0, None)
    (found,) = ruleset.game(table.options).hands.waiting(table, ruleset.open(table), won())
    assert {worth.enough for chance in found.chances for worth in chance.worth.values() if worth.hu < 18} <= {
        False
    }
    assert {
        worth.enough for chance in found.chances for worth in chance.worth.values() if worth.hu >= 18
    } <= {True}


@pytest.mark.parametrize("slug", ["tuozi", "bopi", "gaohuzi", "huashi", "dazipai", "guilin"])
def test_every_game_with_cards_says_what_its_winner_waited_for(slug):
    seats = 4 if slug in ("bopi", "huashi") else 3
    xing = facts.Xing(count=Count(0)) if slug == "guilin" else None
    (found,) = waiting(slug, won(xing=xing), seats=seats)
    assert found.won == "十"
    assert "十" in {chance.card for chance in found.chances}


def test_of_what_a_card_would_have_been_worth_what_wins_stands_first_then_what_pays():
    below, counted, cheap, dear = Worth(20, 9, enough=False), Worth(15), Worth(18, 2), Worth(12, 3)
    assert sorted([dear, below, cheap, counted], key=lambda worth: worth.rank) == [
        below,
        counted,
        cheap,
        dear,
    ]
    assert max(Worth(12, 3), Worth(15, 3), key=lambda worth: worth.rank).hu == 15


def test_a_table_that_plays_no_discards_shows_none():
    (found,) = waiting("tuozi", won())
    assert found.sources == ("self_draw", "other_draw")


def test_a_win_told_by_hu_alone_or_with_the_cards_dealt_waits_for_nothing():
    by_hu = facts.Win(winner=Seat(0), source="self_draw", hu=Count(20), xing=facts.Xing(count=Count(0)))
    assert waiting("guilin", by_hu) == ()
    assert waiting("guilin", facts.Dead()) == ()
    dealt = {"exposed": [], "concealed": "壹壹壹贰贰贰叁叁叁肆肆肆伍伍伍一二三四五六", "source": "dealt"}
    assert waiting("guilin", won(dealt, from_=None, marks=("tianhu",))) == ()
    assert waiting("dalin", facts.Points(points=100), seats=4) == ()
    assert waiting("guiyang", facts.Dead(), seats=4) == ()


def tiles_won(tiles: str = "碰五万 一一一条 二三四筒 五六七筒 九九筒", **more) -> facts.TilesWon:
    win = facts.TileWin(winner=Seat(0), source="self_draw", tiles=tiles, **more)
    return facts.TilesWon(wins=(win,), ji=facts.Ji(flipped="八筒"))


def test_of_tiles_somebody_has_to_say_which_one_won():
    (whole,) = waiting("guiyang", tiles_won(), seats=4)
    assert (whole.won, whole.chances) == ("", ())
    assert whole.may_be == ("一条", "二筒", "三筒", "四筒", "五筒", "六筒", "七筒", "九筒")
    assert waiting("guiyang", tiles_won(), "八万", seats=4) == (whole,)
    assert waiting("guiyang", tiles_won(), "no tile", seats=4) == (whole,)


def test_tiles_wait_for_what_completes_them():
    (found,) = waiting("guiyang", tiles_won(), "五筒", seats=4)
    assert {chance.card: chance.left for chance in found.chances} == {"五筒": 3, "八筒": 3}
    assert [set(chance.worth) for chance in found.chances] == [{"self_draw"}, {"self_draw"}]
    assert found.laid == (("peng", "五万"),)
    assert len(found.held) == 10


def test_a_plain_hand_wins_off_a_discard_where_it_has_a_reason():
    kong = facts.Dou(player=Seat(0), kind="men", tile="一条")
    deal = tiles_won("一一一一条 碰五万 二三四筒 五六七筒 九九筒")
    (found,) = waiting("guiyang", facts.TilesWon(wins=deal.wins, ji=deal.ji, dou=(kong,)), "五筒", seats=4)
    assert ("kong", "一条") in found.laid
    assert all(set(chance.worth) == {"self_draw", "discard"} for chance in found.chances)


def test_a_winner_whose_tiles_were_not_noted_is_passed_over():
    named = facts.TileWin(winner=Seat(1), source="discard", from_=Seat(2), pattern="daduizi")
    noted = facts.TileWin(winner=Seat(0), source="discard", from_=Seat(2), tiles=tiles_won().wins[0].tiles)
    found = waiting("guiyang", facts.TilesWon(wins=(noted, named), ji=facts.Ji(flipped=None)), seats=4)
    assert [each.winner for each in found] == [0]


def waiting_with(slug: str, text: str, fact: facts.Deal, seat: int = 1, seats: int = 3, **options) -> Waiting:
    ruleset = registry.get(slug)
    table = ruleset.table(options, tuple(range(seats)), seats, 0, None)
    return ruleset.game(table.options).hands.waiting_with(
        table, ruleset.open(table), fact, OpenHand(seat, text)
    )


def test_a_hand_shown_after_a_dead_deal_waits_as_the_rules_say():
    found = waiting_with("guilin", "扫穿壹壹壹壹 手贰贰柒柒捌捌玖玖拾拾二三四五六七", facts.Dead())
    ruleset = registry.get("guilin")
    expected = ruleset.game(ruleset.options.resolve({})).hands.waits(HALF)
    assert [chance.card for chance in found.chances if chance.wins] == [each["card"] for each in expected]
    assert (found.winner, found.won, found.may_be) == (1, "", ())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("碰捌捌捌 手一", "wrong_card_count"),
        ("手一一一一一", "too_many_copies"),
        ("手飞", "bad_card"),
        ("猫", "bad_meld"),
    ],
)
def test_a_hand_shown_has_to_be_one(text: str, code: str):
    with pytest.raises(Refused) as refused:
        waiting_with("tuozi", text, facts.Dead())
    assert code in {problem.code for problem in refused.value.problems}


def test_a_hand_shown_has_no_winning_card_yet():
    with pytest.raises(Refused) as refused:
        waiting_with("guilin", "扫穿壹壹壹壹 手贰贰柒柒捌捌玖玖拾拾二三四五六七 胡十 翻", facts.Dead())
    assert [problem.why for problem in refused.value.problems] == ["waiting"]


def test_tiles_shown_wait_too_and_kongs_of_the_deal_lie_with_them():
    kong = facts.Dou(player=Seat(1), kind="men", tile="一条")
    found = waiting_with("guiyang", "碰五万 二三四筒 六七筒 九九筒", facts.Dead(dou=(kong,)), seats=4)
    assert [chance.card for chance in found.chances] == ["五筒", "八筒"]
    assert all(set(chance.worth) == {"self_draw", "discard"} for chance in found.chances)
    assert found.laid == (("peng", "五万"), ("kong", "一条"))


@pytest.mark.parametrize(("tile", "pattern"), [("一筒", "qingyise"), ("一条", "pinghu")])
def test_tiles_of_one_suit_are_worth_it_only_where_their_kong_is_of_it_too(tile: str, pattern: str):
    kong = facts.Dou(player=Seat(1), kind="men", tile=tile)
    found = waiting_with("guiyang", "碰五筒 二三四筒 六七筒 九九筒", facts.Dead(dou=(kong,)), seats=4)
    assert {worth.pattern for chance in found.chances for worth in chance.worth.values()} == {pattern}


def test_a_game_without_hands_can_be_shown_none():
    assert registry.get("dalin").hand_hint is None
    with pytest.raises(Refused):
        waiting_with("dalin", "手一", facts.Points(points=100), seats=4)
