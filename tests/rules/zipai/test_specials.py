"""飞王 and 秤子: written, laid, read, awaited (docs/rules/cards.md#special-cards)."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import tries
from tests.rules.zipai.dealing import built_hands, complete_hand
from tests.rules.zipai.special_dealing import with_specials
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.cards import CARDS, NAMES, card_name, card_text, is_red, parse_cards
from zipai_ledger.rules.zipai.claims import ClaimRule, unlaid_claims
from zipai_ledger.rules.zipai.form import THREE, check_count
from zipai_ledger.rules.zipai.hand import ExposedMeld, Hand
from zipai_ledger.rules.zipai.notation import format_hand, parse_hand, winning_card
from zipai_ledger.rules.zipai.readings import HandRules, best, readings
from zipai_ledger.rules.zipai.specials import Search
from zipai_ledger.rules.zipai.waits import waits

RULES = HandRules()
BASE = "碰壹壹壹 碰叁叁叁 碰四四四 锥倒伍伍伍 "
"""Four groups worth 13; three more are wanted."""


def groups(text: str, place: int = 0) -> set[str]:
    """The groups of the best reading, or of the next ones."""
    reading = readings(parse_hand(text), RULES)[place]
    return {f"{meld.kind} {meld.text}" for meld in reading.melds}


def every(text: str) -> set[str]:
    """The groups of all readings."""
    return {f"{meld.kind} {meld.text}" for each in readings(parse_hand(text), RULES) for meld in each.melds}


def stands(text: str) -> list[tuple[str, str]]:
    reading = best(parse_hand(text), RULES)
    return [] if reading is None else [(card_name(s.special), card_name(s.card)) for s in reading.stands]


# ---- how they are written ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("飞", "飞"),
        ("飛王八飞", "飞 八 飞"),
        ("秤贰柒拾拾", "秤贰柒拾 拾"),
        ("稱二七十 称三六九", "秤二七十 秤三六九"),
        ("秤子大二大七大十小八", "秤贰柒拾 八"),
        ("秤小三小六小九大八", "秤三六九 捌"),
        ("秤叄陸玖", "秤叁陆玖"),
    ],
)
def test_special_cards_are_read_as_they_are_written_and_said(text, names):
    assert [card_name(card) for card in parse_cards(text, "cards")] == names.split()


@pytest.mark.parametrize("text", ["秤", "秤二", "秤二七九", "八王", "秤贰七拾"])
def test_what_is_no_special_card_is_quoted(text):
    with pytest.raises(Refused) as refused:
        parse_cards(text, "cards")
    assert {problem.code for problem in refused.value.problems} == {"bad_card"}


@given(built_hands(), st.integers(0, 2**32), st.integers(1, 6))
@tries(100)
def test_a_hand_with_special_cards_comes_back_from_its_text_and_from_json(hand, seed, number):
    special = with_specials(random.Random(seed), hand, number)
    if max((special.specials.count(card) for card in special.specials), default=0) <= 4:
        assert parse_hand(format_hand(special)) == special
        assert winning_card(format_hand(special)) == special.winning_card
        assert Hand.from_json(special.to_json()) == special


def test_five_of_a_special_card_are_too_many():
    with pytest.raises(Refused) as refused:
        parse_hand("手飞飞飞飞飞")
    assert [problem.code for problem in refused.value.problems] == ["too_many_copies"]


# ---- what they stand for -----------------------------------------------------------------------------------------


def test_a_feiwang_stands_for_any_card():
    text = BASE + "手贰飞捌捌捌玖玖玖 胡肆 翻"
    assert "shun 贰叁肆" in groups(text)
    assert stands(text) == [("飞", "叁")]


def test_a_chengzi_stands_for_one_of_its_three():
    assert stands(BASE + "手贰秤叁陆玖捌捌捌玖玖玖 胡肆 翻") == [("秤叁陆玖", "叁")]
    assert best(parse_hand(BASE + "手贰秤三六九捌捌捌玖玖玖 胡肆 翻"), RULES) is None


def test_it_may_stand_for_a_card_of_which_four_are_out():
    text = "扫穿八八八八 碰壹壹壹 碰叁叁叁 锥倒伍伍伍 手七飞九肆陆捌捌 胡伍 翻"
    assert {"saochuan 八八八八", "shun 七八九"} <= groups(text)
    assert stands(text) == [("飞", "八")]


def test_two_of_a_kind_and_a_feiwang_may_be_a_kan_and_need_not():
    found = every(BASE + "手八八飞捌柒玖四五 胡六 翻")
    assert {"kan 八八八", "shun 八八捌"} <= found


def test_a_kan_and_a_feiwang_may_be_a_quad_and_need_not():
    found = every(BASE + "手八八八飞陆柒玖玖 胡捌 翻")
    assert {"saochuan 八八八八", "kan 八八八"} <= found


def test_three_ordinary_cards_in_the_hand_stay_whole_beside_a_feiwang():
    for reading in readings(parse_hand(BASE + "手七七七飞八九肆陆 胡五 翻"), RULES):
        assert {"kan 七七七", "saochuan 七七七七"} & {f"{meld.kind} {meld.text}" for meld in reading.melds}


def test_a_feiwang_drawn_by_oneself_is_not_compelled():
    drawn = every(BASE + "手七七八九肆陆玖玖 胡飞 自摸")
    assert not drawn
    text = BASE + "手七七八九肆陆伍陆 胡飞 自摸"
    assert every(text) == set()
    both = every(BASE + "手七七六八玖玖九玖 胡飞 自摸")
    assert {"sao 七七七", "shun 六七八"} & both


def test_an_ordinary_own_draw_onto_its_pair_stays_compelled_beside_a_feiwang():
    for reading in readings(parse_hand(BASE + "手七七八九飞肆陆五 胡七 自摸"), RULES):
        assert {"sao 七七七", "saochuan 七七七七"} & {f"{meld.kind} {meld.text}" for meld in reading.melds}


def test_a_feiwang_and_one_card_make_a_sao_with_ones_own_draw_if_that_is_wanted():
    text = BASE + "手捌飞七八九贰叁肆 胡捌 自摸"
    assert "sao 捌捌捌" in groups(text)
    assert "peng 捌捌捌" in groups(text.replace("自摸", "翻"))


def test_a_winning_feiwang_opens_what_an_ordinary_card_would():
    laid = "碰壹壹壹 碰叁叁叁 锥倒伍伍伍 碰捌捌捌 手六七八贰叁肆玖玖 胡飞 "
    assert {"kaiduo 捌捌捌捌", "kaiduo 伍伍伍伍"} <= every(laid + "翻")
    assert "kaiduo 捌捌捌捌" not in every(laid + "点炮")
    assert "saochuan 伍伍伍伍" in every(laid + "自摸")


def test_the_winning_special_card_is_told_last():
    text = "碰壹壹壹 碰叁叁叁 锥倒伍伍伍 碰捌捌捌 手飞七八贰叁肆玖玖 胡飞 翻"
    for reading in readings(parse_hand(text), RULES):
        last = reading.stands[-1]
        assert len(reading.stands) == 2
        assert last.card in reading.melds[last.at].cards


def test_what_special_cards_stand_for_makes_up_the_groups():
    chance = random.Random(7)
    for _ in range(60):
        hand = with_specials(chance, complete_hand(chance), 3)
        for reading in readings(hand, RULES)[:20]:
            ordinary = [card for card in hand.cards() if card < len(CARDS)]
            stood = [stand.card for stand in reading.stands]
            assert sorted(ordinary + stood) == sorted(card for meld in reading.melds for card in meld.cards)
            assert sorted(stand.special for stand in reading.stands) == sorted(hand.specials)
            assert all(stand.card in reading.melds[stand.at].cards for stand in reading.stands)


# ---- on the table ------------------------------------------------------------------------------------------------


def test_a_group_on_the_table_stays_open_and_is_read_as_is_best():
    hand = parse_hand("吃二三飞 碰壹壹壹 碰叁叁叁 锥倒伍伍伍 手八八八陆柒捌肆肆 胡四 翻")
    found = readings(hand, RULES)
    assert hand.exposed[0].cards == (1, 2, 20)
    assert [reading.melds[0].text for reading in found] == ["一二三", "二三四"]
    assert [reading.hu for reading in found] == [18, 15]
    assert found[0].stands[0].card == 0


@pytest.mark.parametrize(
    "text", ["碰一二飞", "碰壹壹秤二七十", "吃八飞", "吃一六飞", "清倒八八八", "吃一秤三六九秤三六九"]
)
def test_cards_that_make_no_group_whatever_they_stand_for_are_refused(text):
    with pytest.raises(Refused) as refused:
        parse_hand(text)
    assert {problem.code for problem in refused.value.problems} == {"bad_meld"}


def test_a_claimed_feiwang_is_not_checked():
    assert unlaid_claims(parse_hand("吃二三飞(飞) 手飞飞"), ClaimRule.EVERY_COPY) == ()
    assert unlaid_claims(parse_hand("吃二三飞(二) 手二"), ClaimRule.EVERY_COPY) != ()


def test_open_groups_are_told_apart_and_survive_copying():
    import pickle

    laid = ExposedMeld("peng", (7, 7, 20))
    assert laid != ExposedMeld("peng", (7, 8 - 1, 7))
    assert pickle.loads(pickle.dumps(laid)) == laid


# ---- how many cards ----------------------------------------------------------------------------------------------


def test_a_held_quad_with_a_feiwang_may_have_brought_a_card():
    laid = "开招壹壹壹壹 碰叁叁叁 锥倒伍伍伍 手"
    first, later = "八八八飞七九贰叁肆玖 胡玖 翻", "八八八飞七七七贰叁肆玖 胡玖 翻"
    for held, quads in ((first, 1), (later, 2)):
        check_count(parse_hand(laid + held), THREE)
        found = readings(parse_hand(laid + held), RULES)
        assert {sum(meld.is_quad for meld in reading.melds) for reading in found} == {quads}
    for held in ("八八八飞七九贰叁肆", "八八八飞七七七九贰叁肆玖"):
        with pytest.raises(Refused):
            check_count(parse_hand(f"{laid}{held} 胡玖 翻"), THREE)


@pytest.mark.parametrize(
    "hand",
    [
        "吃七八九 吃壹贰叁 清倒六六六六 清倒拾拾拾拾 吃壹贰叁 手捌捌捌十十 胡飞 翻",
        "碰叁叁叁 碰伍伍伍 碰贰贰贰 手八八八飞七七七贰叁肆玖捌 胡玖 翻",
    ],
    ids=["the one that won", "a first quad"],
)
def test_one_that_was_not_held_in_a_second_quad_has_brought_no_card(hand):
    check_count(parse_hand(hand), replace(THREE, won_special=True))
    with pytest.raises(Refused):
        check_count(parse_hand(hand), THREE)


# ---- many of them ------------------------------------------------------------------------------------------------

FLEXIBLE = "碰贰贰贰 碰拾拾拾 吃壹壹一 手三伍飞飞秤叁陆玖飞三捌陆肆柒 胡飞 翻"


def test_of_a_hand_with_very_many_readings_the_best_are_surely_listed():
    hand = parse_hand(FLEXIBLE)
    some = readings(hand, RULES)
    assert len(some) == RULES.most
    everything = readings(hand, replace(RULES, most=10**6))
    assert len(everything) > RULES.most

    def sorts(found):
        """What patterns are told by → the most 胡 of it."""
        best_of: dict[object, int] = {}
        for reading in found:
            reds = sum(is_red(card) for meld in reading.melds for card in meld.cards)
            of = [("reds", reds)]
            of += ["all red"] if all(any(map(is_red, meld.cards)) for meld in reading.melds) else []
            of += ["nothing"] if reading.hu == 0 else []
            for sort in of:
                best_of[sort] = max(best_of.get(sort, 0), reading.hu)
        return best_of

    assert sorts(some) == sorts(everything)
    assert some[0].hu == everything[0].hu == Search(hand, RULES).best()


def test_twenty_special_cards_can_be_read():
    text = "手" + 4 * "".join(NAMES[20:]) + " 胡八 翻"
    reading = best(parse_hand(text), RULES)
    assert reading is not None
    assert len(reading.stands) == 20


# ---- 听牌 --------------------------------------------------------------------------------------------------------


def test_the_waits_of_a_hand_with_special_cards_are_the_cards_that_win():
    chance = random.Random(11)
    for number in (1, 1, 2):
        hand = with_specials(chance, complete_hand(chance), number)
        short = Hand(hand.exposed, hand.concealed)
        found = {wait.card: wait[1:] for wait in waits(short, RULES, 10)}
        for card in range(20):
            if short.copies(card) == 4:
                assert card not in found
                continue
            worth = []
            for source in ("self_draw", "other_draw", "discard"):
                reading = best(Hand(hand.exposed, hand.concealed, card, source), RULES)
                worth.append(reading.hu if reading and reading.hu >= 10 else None)
            assert found.get(card, (None,) * 3) == tuple(worth), card_text((card,))
