"""Cards as they are drawn and read out."""

import pytest
from django.utils import translation

from zipai_ledger.presenters.cards import LooseCard, Tile, hand_tiles, loose_card
from zipai_ledger.presenters.fans import loose_fan
from zipai_ledger.rules import registry
from zipai_ledger.rules.zipai.cards import parse_cards


@pytest.mark.parametrize(
    ("cards", "faces", "chinese", "english"),
    [
        ("八", ("7",), "小八", "small 八"),
        ("一壹", ("0", "10"), "小一大壹", "small 一 big 壹"),
        ("飞", ("20",), "飞王", "飞王"),
        ("秤贰柒拾", ("21",), "秤子大贰大柒大拾", "秤子 big 贰 big 柒 big 拾"),
        ("飞八", ("20", "7"), "飞王小八", "飞王 small 八"),
    ],
)
def test_a_voice_says_the_size_of_a_card_and_what_one_that_stands_for_others_is_called(
    cards: str, faces: tuple[str, ...], chinese: str, english: str
):
    with translation.override("zh-hans"):
        fan = loose_fan(tuple(parse_cards(cards, "cards")))
    assert (fan.faces, fan.label) == (faces, chinese)
    with translation.override("en"):
        assert loose_fan(tuple(parse_cards(cards, "cards"))).label == english


def test_a_card_that_stands_for_any_other_is_drawn_and_read_as_its_game_calls_it():
    fei = registry.get("paohuzi").fei
    with translation.override("zh-hans"):
        fan = loose_fan(tuple(parse_cards("飞八", "cards")), fei)
    assert (fan.faces, fan.label) == (("w", "7"), "王小八")


def test_a_name_of_no_card_is_only_a_word():
    assert loose_card("一万") == LooseCard("一万", tile=Tile("一万"))
    assert loose_card("八").fan is not None
    assert loose_card("红中") == LooseCard("红中")


def test_a_stored_hand_that_is_none_of_tiles_draws_none():
    drawn = hand_tiles({"melds": [], "hand": "碰五万 一二三条"}).tiles
    assert [tile.name for tile in drawn] == ["五万", "五万", "五万", "一条", "二条", "三条"]
    assert hand_tiles({"melds": [], "hand": "碰八八八"}).tiles == ()
