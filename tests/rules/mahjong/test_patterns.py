"""Hands from text, and the patterns they make."""

import random
from collections import Counter

import pytest

from zipai_ledger.rules.mahjong.hand import COMPLETE, WAITING, TileHand, parse_hand
from zipai_ledger.rules.mahjong.patterns import PATTERNS, best, patterns, waits
from zipai_ledger.rules.mahjong.tiles import parse_tile, tile_name
from zipai_ledger.rules.problems import Refused


def hand(text: object, *kongs: str, complete: int = COMPLETE) -> TileHand:
    return parse_hand(text, [parse_tile(kong, "") for kong in kongs], complete, "tiles")


def problems(text: object, *kongs: str) -> list[str]:
    with pytest.raises(Refused) as caught:
        hand(text, *kongs)
    return [problem.key for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "kongs", "found"),
    [
        ("一二三万 四五六条 七八九筒 二二二筒 五五万", (), ["pinghu"]),
        ("一一一万 四四四条 七七七筒 二二二筒 五五万", (), ["daduizi"]),
        ("一一万 四四条 七七筒 二二筒 五五万 九九万 八八条", (), ["xiaoqidui"]),
        ("一一万 四四条 七七筒 二二筒 五五万 九九九九万", (), ["longqidui"]),
        ("一一万 四四条 七七筒 五五五五万 九九九九万", (), ["longqidui"]),
        ("一二三四五六七八九万 一一一万 五五万", (), ["qingyise"]),
        ("一一一三三三五五五七七七九九条", (), ["qingdadui"]),
        ("一一二二四四五五七七八八九九条", (), ["qingqidui"]),
        ("一一一一三三四四五五七七八八条", (), ["qinglongbei"]),
        ("碰一万 四四四条 碰七七七筒 二二二筒 五五万", (), ["daduizi"]),
        ("碰一万 碰四条 碰七筒 碰二筒 五五万", (), ["daduizi"]),
        ("一一一一万 四四四条 七七七筒 二二二筒 五五万", ("一万",), ["daduizi"]),
        ("四四四条 七七七筒 二二二筒 五五万", ("一万",), ["daduizi"]),
        ("五五万", ("一万", "二万", "三万", "四万"), ["qingdadui"]),
        ("二三四条 五五万", ("一万", "二万", "三万"), ["pinghu"]),
        ("一一一一二三万 四五六条 七八九筒 五五万", (), ["pinghu"]),
    ],
)
def test_a_hand_is_called_by_its_pattern(text, kongs, found):
    assert list(patterns(hand(text, *kongs))) == found


def test_a_hand_of_pairs_that_are_runs_too_can_be_called_both_ways_and_is_paid_the_better():
    both = patterns(hand("二二三三四四万 六六七七八八条 九九筒"))
    assert both == ("pinghu", "xiaoqidui")
    assert best(both, {"pinghu": 1, "xiaoqidui": 7}) == "xiaoqidui"
    assert patterns(hand("二二三三四四五五六六七七八八条")) == ("qingyise", "qingqidui")


@pytest.mark.parametrize(
    "text",
    [
        "一二三万 四五六条 七八九筒 二二二筒 五六万",
        "八九一万 四五六条 七八九筒 二二二筒 五五万",
        "九万 一二条 四五六条 七八九筒 二二二筒 五五万",
        "一一万 四四条 七七筒 二二筒 五五万 九九万 八九条",
        "一一一万 四四条 七七筒 二二筒 五五五万 九九万",
        "碰一万 四四条 七七筒 二二筒 五五万 九九九万",
        "一九万一九条一九筒 二三五六七八万 二四条",
    ],
)
def test_what_has_no_shape_is_no_win(text):
    assert patterns(hand(text)) == ()


def test_four_alike_that_were_konged_are_no_pairs():
    assert patterns(hand("一一一一万 四四条 七七筒 二二筒 五五万 九九万 一条", "一万")) == ()


@pytest.mark.parametrize(
    ("text", "kongs", "keys"),
    [
        ("一万", (), ["wrong_card_count.tiles"]),
        ("一二三万 四五六条 七八九筒 二二二筒 五五五万", (), ["wrong_card_count.tiles"]),
        ("一一一一一二三万 四五六条 七八筒 五五万", (), ["too_many_copies"]),
        ("碰一万 一一万 四五六条 七八九筒 五五五万", (), ["too_many_copies"]),
        ("一一一一一万", (), ["wrong_card_count.tiles", "too_many_copies"]),
        ("碰一二三万 四五六条 七八九筒 二二二筒 五五万", (), ["bad_tiles.peng"]),
        ("碰一一万 四五六条 七八九筒 二二二筒 五五五万", (), ["bad_tiles.peng"]),
        ("碰 四五六条 七八九筒 二二二筒 五五五万", (), ["bad_tiles.peng"]),
        ("一一一万 四四四条 七七七筒 二二二筒 五五万", ("一万",), ["bad_tiles.kong"]),
        ("东南西北", (), ["bad_tiles.unknown"]),
        (14, (), ["bad_tiles.not_text"]),
        ("一" * 500, (), ["bad_tiles.too_long"]),
    ],
)
def test_a_hand_that_cannot_be_is_refused(text, kongs, keys):
    assert problems(text, *kongs) == keys


def test_a_missing_tile_is_counted_with_the_kongs():
    with pytest.raises(Refused) as caught:
        hand("一一一一万 四四四条 七七七筒 二二二筒 五万", "一万")
    assert caught.value.problems[0].params == {"expected": 15, "got": 14}


def test_a_hand_is_written_with_its_kongs_and_reads_back():
    laid = hand("五五万 一一一一条 碰七筒 二二二筒 四四四条", "一条")
    assert str(laid) == "碰七筒 五五万 一一一一四四四条 二二二筒"
    assert hand(str(laid), "一条") == laid


def waiting(text: str, *kongs: str) -> dict[str, list[str]]:
    found = waits(hand(text, *kongs, complete=WAITING))
    return {tile_name(tile): list(names) for tile, names in found.items()}


def test_a_ready_hand_waits_for_each_tile_that_completes_it():
    assert waiting("一二三万 四五六条 七八九筒 二二二筒 五万") == {"五万": ["pinghu"]}
    assert waiting("一一一万 四四四条 七七七筒 二二筒 五五万") == {"五万": ["daduizi"], "二筒": ["daduizi"]}
    assert waiting("五万", "一万", "二条", "三条", "四筒") == {"五万": ["daduizi"]}
    assert waiting("一一万 四四条 七七筒 二二筒 五五万 九九万 八条") == {"八条": ["xiaoqidui"]}
    assert waiting("一三五七九万 一三五七九条 一三五筒") == {}


def test_nobody_waits_for_a_fifth_copy():
    assert waiting("一一一一万 二二二条 三三三条 四四四筒") == {}
    assert "一万" not in waiting("一一一一二三四万 二二二条 三三三条")


def complete_by_hand(counts: Counter) -> bool:
    """An independent check, by taking groups away."""
    if not +counts:
        return True
    tile = min(+counts)
    if counts[tile] >= 3 and complete_by_hand(counts - Counter({tile: 3})):
        return True
    run = Counter([tile, tile + 1, tile + 2])
    return tile % 9 <= 6 and not run - counts and complete_by_hand(counts - run)


def is_standard(tiles: list[int]) -> bool:
    counts = Counter(tiles)
    return any(counts[t] >= 2 and complete_by_hand(counts - Counter({t: 2})) for t in counts)


def dealt(chance: random.Random) -> list[int]:
    """14 tiles of few kinds, so that many of them are complete."""
    few = chance.sample(range(27), 27) if chance.random() < 0.2 else range(9 * chance.randrange(3), 27)[:9]
    return sorted(chance.sample([tile for tile in few for _ in range(4)], 14))


def test_the_library_recognises_the_shape_as_taking_groups_away_does():
    chance, complete = random.Random(14), 0
    for _ in range(3000):
        tiles = dealt(chance)
        found = patterns(TileHand(tuple(tiles)))
        grouped = {"pinghu", "daduizi", "qingyise", "qingdadui"} & set(found)
        assert bool(grouped) == is_standard(tiles), tiles
        complete += bool(grouped)
        pairs = all(number % 2 == 0 for number in Counter(tiles).values())
        assert bool({"xiaoqidui", "longqidui", "qingqidui", "qinglongbei"} & set(found)) == pairs
        assert set(found) <= set(PATTERNS)
    assert complete > 100
