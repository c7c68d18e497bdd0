import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from tests.rules.zipai.dealing import built_hands
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.cards import parse_cards
from zipai_ledger.rules.zipai.hand import ExposedMeld, Hand
from zipai_ledger.rules.zipai.melds import SHAPES
from zipai_ledger.rules.zipai.notation import format_hand, parse_hand, winning_card
from zipai_ledger.rules.zipai.words import DAZIPAI, DENG, GUILIN, PAOHUZI, YONGZHOU, FamilyWords

EXAMPLE = "碰八八八 扫贰贰贰 开舵五五五五 吃一二三(一) 手四肆柒捌玖七七 胡四 翻"


def problems(text: str) -> list[tuple[str, str, object]]:
    with pytest.raises(Refused) as refused:
        parse_hand(text)
    assert all(problem.field.startswith("hand") for problem in refused.value.problems)
    return [
        (problem.key, problem.field, problem.params.get("text", problem.params.get("cards")))
        for problem in refused.value.problems
    ]


def test_the_example_is_read_and_written_back():
    hand = parse_hand(EXAMPLE)
    assert [laid.kind for laid in hand.exposed] == ["peng", "sao", "kaiduo", "chi"]
    assert hand.exposed[3].claimed == 0
    assert (hand.winning_card, hand.source) == (3, "other_draw")
    assert format_hand(hand) == EXAMPLE


def test_a_hand_is_written_in_the_words_of_the_place():
    hand = parse_hand(EXAMPLE)
    assert format_hand(hand, DAZIPAI) == EXAMPLE.replace("扫", "罩").replace("开舵", "开招")
    assert format_hand(hand, DENG).startswith("碰倒八八八 锥倒贰贰贰 开招五五五五 吃一二三(一) 手")


@pytest.mark.parametrize("words", [GUILIN, DAZIPAI, DENG, PAOHUZI, YONGZHOU])
def test_a_hand_written_group_by_group_is_read_by_the_words_of_its_place(words: FamilyWords):
    token = words.tokens
    laid = " ".join(
        token[kind] + cards for kind, cards in (("peng", "八八八"), ("sao", "贰贰贰"), ("kaiduo", "五五五五"))
    )
    held = f"{token['shun']}捌玖拾 {token['da']}柒柒七 {token['pair']}四四 {token['rest']}一"
    hand = parse_hand(f"{laid} {token['saochuan']}十十十十 {held} 胡一 翻")
    assert [(group.kind, len(group.cards)) for group in hand.exposed] == [
        ("peng", 3),
        ("sao", 3),
        ("kaiduo", 4),
        ("saochuan", 4),
    ]
    assert sorted(hand.concealed) == sorted(parse_cards("捌玖拾柒柒七四四一", "cards"))


def test_a_short_word_stands_in_both_languages():
    assert [GUILIN.short_word(kind) for kind in ("sao", "pair")] == [
        Words("扫坎", "saokan"),
        Words("眼", "pair"),
    ]


@st.composite
def claimed_hands(draw: st.DrawFn) -> Hand:
    hand = draw(built_hands())
    laid = [
        ExposedMeld(each.kind, each.cards, draw(st.sampled_from((None, *each.cards))))
        if each.kind == "chi"
        else each
        for each in hand.exposed
    ]
    short = draw(st.booleans())
    won = (None, None) if short else (hand.winning_card, hand.source)
    return Hand(tuple(laid), hand.concealed, *won)


@given(claimed_hands(), st.sampled_from((GUILIN, DAZIPAI, DENG)))
@tries(100)
def test_every_hand_comes_back_from_its_text(hand: Hand, words: FamilyWords):
    text = format_hand(hand, words)
    assert parse_hand(text) == hand
    assert winning_card(text) == hand.winning_card
    assert format_hand(parse_hand(text), words) == text
    assert parse_hand(text.replace(" ", "")) == hand


@given(claimed_hands())
@tries(100)
def test_every_hand_comes_back_from_json(hand: Hand):
    assert Hand.from_json(hand.to_json()) == hand


def test_a_dealt_hand_is_written_without_a_winning_card():
    hand = parse_hand("扫穿壹壹壹壹 手一二三 起手")
    assert (hand.winning_card, hand.source) == (None, "dealt")
    assert format_hand(hand) == "扫穿壹壹壹壹 手一二三 起手"


def test_a_hand_may_be_all_on_the_table():
    hand = parse_hand("碰八八八")
    assert format_hand(hand) == "碰八八八"
    assert parse_hand("") == Hand((), ())


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("吃", "chi"),
        ("碰", "peng"),
        ("碰倒", "peng"),
        ("扫", "sao"),
        ("过扫", "sao"),
        ("罩", "sao"),
        ("死罩", "sao"),
        ("锥倒", "sao"),
        ("开舵", "kaiduo"),
        ("开招", "kaiduo"),
        ("跑起", "kaiduo"),
        ("扫穿", "saochuan"),
        ("龙", "saochuan"),
        ("清倒", "saochuan"),
        ("一条龙", "saochuan"),
        ("chi", "chi"),
        ("peng", "peng"),
        ("sao", "sao"),
        ("kaiduo", "kaiduo"),
        ("saochuan", "saochuan"),
        ("開舵", "kaiduo"),
        ("過掃", "sao"),
        ("錐倒", "sao"),
        ("一條龍", "saochuan"),
        ("ＰＥＮＧ", "peng"),
    ],
)
def test_every_local_word_for_a_group_on_the_table_is_understood(word: str, kind: str):
    cards = {"chi": "二七十", "peng": "八八八", "sao": "八八八"}.get(kind, "八八八八")
    (laid,) = parse_hand(f"{word}{cards}").exposed
    assert (laid.kind, laid.meld.text) == (kind, cards)


@pytest.mark.parametrize(
    "word",
    [
        "手",
        "坎",
        "手中三张",
        "顺",
        "顺子",
        "搭",
        "搭子",
        "比",
        "比子",
        "眼",
        "眼睛",
        "对",
        "kan",
        "shun",
        "pair",
        "順子",
        "對",
    ],
)
def test_groups_that_are_still_held_are_read_as_held_cards(word: str):
    assert parse_hand(f"{word}三三三 手四五") == Hand((), parse_cards("三三三四五", ""))


@pytest.mark.parametrize(
    ("word", "source"),
    [
        ("自摸", "self_draw"),
        ("翻", "other_draw"),
        ("翻出来", "other_draw"),
        ("点炮", "discard"),
        ("點炮", "discard"),
        ("放炮", "discard"),
        ("打出来", "discard"),
        ("self_draw", "self_draw"),
        ("other_draw", "other_draw"),
        ("discard", "discard"),
    ],
)
def test_every_word_for_where_the_card_came_from_is_understood(word: str, source: str):
    assert parse_hand(f"手四五 胡六 {word}").source == source


@pytest.mark.parametrize(
    "text",
    [
        "碰八八八，扫贰贰贰；开舵五五五五、吃一二三（一） 手 四 肆 柒 捌 玖 七 七 胡 四 翻。",
        "碰 八八八\n扫 貳貳貳\n開舵 五五五五\n吃 一二三 （小一）\n手 四肆柒捌玖七七\n胡 四\n翻",
        "碰八八八扫贰贰贰开舵五五五五吃一二三【一】手四肆柒捌玖七七胡四翻",
        "碰小八小八小八 扫大二大二大二 开舵五五五五 吃一二三(一) 手四大四大七大八大九七七 胡小四 翻",
        "碰八八八 扫贰贰贰 开舵五五五五 吃三一二(一) 手四 顺子肆 坎柒捌玖 对七七 胡四 翻",
    ],
)
def test_a_hand_may_be_typed_in_many_ways(text: str):
    assert parse_hand(text) == parse_hand(EXAMPLE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "碰八八X 手四",
            [("bad_card", "hand", "X"), ("bad_meld.not_identical", "hand.exposed.cards", "八八")],
        ),
        ("杠八八八八 手四", [("bad_meld.unknown_word", "hand", "杠八八八八")]),
        ("杠（八）", [("bad_meld.unknown_word", "hand", "杠")]),
        ("八八八 手四", [("bad_meld.unknown_word", "hand", "八八八")]),
        ("(一) 手四", [("bad_meld.unknown_word", "hand", "")]),
        ("吃八九一", [("bad_meld.no_shape", "hand.exposed.cards", "八九一")]),
        ("吃一二三(九)", [("bad_meld.claimed_elsewhere", "hand.exposed.claimed", "一二三")]),
        ("吃一二三(一二)", [("bad_card.one_expected", "hand.exposed.claimed", "一二")]),
        ("碰八八八(八)", [("bad_meld.claimed_only_chi", "hand.exposed", "八八八")]),
        ("手八(八)", [("bad_meld.claimed_only_chi", "hand.exposed", "八")]),
        ("手四 胡四五 翻", [("bad_card.one_expected", "hand.winning_card", "四五")]),
        ("手四 胡 翻", [("bad_card.one_expected", "hand.winning_card", "")]),
        ("手四 胡四 翻 自摸", [("bad_source.several", "hand.source", "翻自摸")]),
        ("手四 翻五", [("bad_card.after_source", "hand.source", "五")]),
        ("手四 胡四 起手", [("bad_source.dealt_with_card", "hand.source", None)]),
        ("碰八八八 手四 起手", [("bad_meld.dealt_only_saochuan", "hand.exposed", "八八八")]),
        ("碰八八八 手八八", [("too_many_copies", "hand.concealed", None)]),
        ("碰八八八 开舵八八八八", [("too_many_copies", "hand.exposed", None)]),
        ("手" + "一二三四五六七八" * 4, [("wrong_card_count.limit", "hand.concealed", None)]),
        ("猫" * 10_000, [("bad_card.too_long", "hand", "猫" * 12 + "…")]),
    ],
)
def test_what_is_wrong_is_named_and_quoted(text: str, expected: list[tuple[str, str, object]]):
    assert problems(text) == expected


def test_everything_wrong_is_said_at_once():
    found = [
        key for key, _, _ in problems("碰八八九 扫贰贰X 杠九九九 吃一二三(九) 手四四四四四 胡四五 翻 自摸")
    ]
    assert found == [
        "bad_card",
        "bad_meld.unknown_word",
        "bad_meld.not_identical",
        "bad_meld.not_identical",
        "bad_meld.claimed_elsewhere",
        "bad_card.one_expected",
        "bad_source.several",
        "too_many_copies",
    ]


def test_an_unknown_word_is_answered_with_the_words_there_are():
    with pytest.raises(Refused) as refused:
        parse_hand("杠八八八八")
    expected = refused.value.problems[0].params["expected"]
    assert expected == ["吃", "碰", "扫", "开舵", "扫穿", "手", "胡", "自摸", "翻", "点炮", "起手"]


def test_the_field_of_an_error_can_be_named():
    with pytest.raises(Refused) as refused:
        parse_hand("吃八九一", "claimed_hand")
    assert refused.value.problems[0].field == "claimed_hand.exposed.cards"


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_can_be_eaten_in_any_order(shape: tuple[int, int, int]):
    first = ExposedMeld("chi", shape)
    assert ExposedMeld("chi", (shape[2], shape[0], shape[1])) == first
    assert parse_hand(format_hand(Hand((first,), ()))).exposed == (first,)
