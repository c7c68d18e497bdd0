"""Tiles in text and as numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from zipai_ledger.rules.mahjong.tiles import (
    TILES,
    parse_tile,
    parse_tiles,
    step,
    suit_of,
    tile_name,
    tiles_text,
)
from zipai_ledger.rules.problems import Refused


def names(text: str) -> str:
    return " ".join(tile_name(tile) for tile in parse_tiles(text, "tiles"))


def refused(text: object) -> str:
    with pytest.raises(Refused) as caught:
        parse_tile(text, "tile")
    (problem,) = caught.value.problems
    assert problem.field == "tile"
    return problem.key


def test_there_are_27_kinds_of_tiles():
    assert len(set(TILES)) == 27
    assert [suit_of(parse_tile(tile, "")) for tile in ("九万", "一条", "九筒")] == [0, 1, 2]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("五万", "五万"),
        ("五万 三条 七筒", "五万 三条 七筒"),
        ("五五七万三条", "五万 五万 七万 三条"),
        ("123万 9 条", "一万 二万 三万 九条"),
        ("三萬四索五餅六饼", "三万 四条 五筒 六筒"),
        ("幺鸡", "一条"),
        ("二条幺鸡九筒", "二条 一条 九筒"),
        (" 一筒\n", "一筒"),
        ("", ""),
    ],
)
def test_tiles_are_read_as_people_write_them(text, read):
    assert names(text) == read


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("东", "bad_tiles.unknown"),
        ("五", "bad_tiles.unknown"),
        ("十万", "bad_tiles.unknown"),
        ("0条", "bad_tiles.unknown"),
        ("五万六万", "bad_tiles.one_expected"),
        ("", "bad_tiles.one_expected"),
        (5, "bad_tiles.not_text"),
        (None, "bad_tiles.not_text"),
        ("一万" * 100, "bad_tiles.too_long"),
    ],
)
def test_what_is_no_tile_is_refused(text, key):
    assert refused(text) == key


@given(st.lists(st.integers(0, 26), max_size=18))
@tries(50)
def test_the_text_of_tiles_reads_back_to_them(tiles):
    assert list(parse_tiles(tiles_text(tiles), "")) == sorted(tiles)


def test_numbers_run_in_a_circle_of_their_suit():
    steps = [("九条", 1, "一条"), ("一筒", -1, "九筒"), ("五万", 1, "六万"), ("九万", 1, "一万")]
    for tile, by, other in steps:
        assert tile_name(step(parse_tile(tile, ""), by)) == other
