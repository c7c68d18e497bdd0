"""The card pad's text: what was tapped becomes a hand that could have been at the table."""

import json
import random
from collections.abc import Callable

import pytest

from tests.conftest import SHARED
from tests.rules.zipai.dealing import complete_hand, crowded_hand
from tests.rules.zipai.special_dealing import with_specials
from zipai_ledger.entries import pad
from zipai_ledger.presenters.zipai_hand import typed_example
from zipai_ledger.rules import registry
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import ScoreRequest
from zipai_ledger.rules.zipai.cards import card_text
from zipai_ledger.rules.zipai.game import ZipaiGame
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.notation import format_hand, parse_hand
from zipai_ledger.rules.zipai.readings import HandRules, best
from zipai_ledger.rules.zipai.valuing import Valuing
from zipai_ledger.rules.zipai.words import DAZIPAI, DENG, GUILIN

MakeHand = Callable[[random.Random], Hand]

WORDS = {
    "peng": "碰",
    "kan": "扫",
    "sao": "扫",
    "kaiduo": "开舵",
    "saochuan": "扫穿",
    "shun": "顺",
    "chi": "顺",
    "pair": "眼",
}


def valuing_of(slug: str = "guilin", **options: object) -> Valuing:
    ruleset = registry.get(slug)
    return ruleset.game(ruleset.options.resolve(options)).of_kind(ZipaiGame).valuing


AT = valuing_of(xing="none")
"""A table of 桂林字牌."""


def hand(text: str, source: str = "other_draw") -> str:
    return format_hand(pad.hand_of(text, source, AT))


def refused(text: str, source: str = "other_draw") -> list[str]:
    with pytest.raises(Refused) as caught:
        pad.hand_of(text, source, AT)
    return [f"{problem.field}: {problem.key}" for problem in caught.value.problems]


def test_shapes_and_the_pair_are_held_and_the_winning_card_is_taken_out():
    tapped = hand("碰玖玖玖 扫穿伍伍伍伍 顺贰柒拾 顺七八九 搭捌捌八 眼四四 顺贰叁肆 胡叁@6")
    assert tapped == "碰玖玖玖 扫穿伍伍伍伍 手贰柒拾七八九捌捌八四四贰肆 胡叁 翻"


def test_the_winning_group_decides_what_was_held_before():
    assert hand("碰一一一 胡一@0", "discard") == "手一一 胡一 点炮"
    assert hand("扫一一一 胡一@0", "self_draw") == "手一一 胡一 自摸"
    assert hand("扫穿一一一一 胡一@0", "self_draw") == "手一一一 胡一 自摸"
    assert hand("开舵一一一一 胡一@0", "discard") == "手一一一 胡一 点炮"
    assert hand("开舵一一一一 胡一@0", "self_draw") == "碰一一一 胡一 自摸"


@pytest.mark.parametrize(
    ("group", "source"),
    [("碰一一一", "self_draw"), ("扫一一一", "discard"), ("扫穿一一一一", "other_draw")],
)
def test_a_group_that_the_winning_card_cannot_have_made_is_refused(group: str, source: str):
    assert refused(f"{group} 胡一@0", source) == ["groups: bad_meld.not_won_so"]


FIVE = "扫伍伍伍 碰九九九 碰叁叁叁 碰拾拾拾"
"""Groups of 13 胡."""


def test_three_alike_in_shapes_were_laid_because_three_in_the_hand_are_a_kan():
    tapped = f"{FIVE} 顺一二三 搭一一壹 顺六七八 胡六@6"
    assert hand(tapped) == "扫伍伍伍 碰九九九 碰叁叁叁 碰拾拾拾 吃一二三 手一一壹七八 胡六 翻"


def test_a_pair_met_by_ones_own_draw_was_laid_because_it_would_have_been_a_sao():
    tapped = f"{FIVE} 搭捌捌八 顺一二三 顺陆柒捌 胡捌@6"
    assert "吃捌捌八 手一二三陆柒 胡捌" in hand(tapped, "self_draw")
    assert "手捌捌八一二三陆柒 胡捌" in hand(tapped, "discard")


EYES = "扫穿伍伍伍伍 碰九九九 碰叁叁叁 碰贰贰贰 顺四五六 搭八八捌 眼捌捌 胡捌@6"
"""吃八八捌, and 捌 made the pair: 19 胡. In the hand it would be a 碰捌捌捌 and a pair, 22 胡."""


def test_a_shape_that_was_laid_is_not_grouped_anew_with_the_winning_card():
    worth = AT.worth(pad.hand_of(EYES, "discard", AT))
    assert worth is not None
    assert worth.hu == 19
    assert "吃八八捌" in hand(EYES, "discard")


def test_what_the_same_cards_come_to_in_the_hand_is_offered():
    found = pad.regrouped(EYES, "discard", AT)
    assert found is not None
    hu, text = found
    assert hu == 22
    again = AT.worth(pad.hand_of(text, "discard", AT))
    assert again is not None
    assert (again.hu, pad.regrouped(text, "discard", AT)) == (22, None)


@pytest.mark.parametrize("slug", ["guilin", "dazipai", "tuozi", "huashi"])
@pytest.mark.parametrize("make", [complete_hand, crowded_hand])
def test_a_hand_tapped_group_by_group_is_worth_what_its_groups_are_worth(slug: str, make: MakeHand):
    """Whatever of its shapes was laid by 吃, which the pad does not tell: the groups decide, not what they could have been."""
    chance, valuing, tapped = random.Random(20261123), valuing_of(slug), 0
    for _ in range(400):
        dealt = make(chance)
        worth = valuing.worth(dealt)
        if worth is None:
            continue
        text = pad.write(dealt, worth.reading, valuing.words)
        again = valuing.worth(pad.hand_of(text, str(dealt.source), valuing))
        assert again is not None, text
        assert again[:2] == worth[:2], text
        tapped += 1
    assert tapped > 200


def test_a_dealt_win_lays_nothing_but_quads():
    assert hand("扫穿一一一一 扫二二二 顺三四五", "dealt") == "扫穿一一一一 手二二二三四五 起手"


def test_typed_notation_without_a_place_is_read_as_it_is():
    assert hand("碰八八八 手一一 胡一", "discard") == "碰八八八 手一一 胡一 点炮"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("碰玖玖 顺一二三 胡三@1", "groups.cards: bad_meld.not_identical"),
        ("怪一二三 胡三@0", "groups: bad_meld.unknown_word"),
        ("顺一二x 胡一@0", "groups: bad_card"),
        ("顺一二三 胡四@0", "groups: bad_card.missing"),
        ("顺一二三 胡三@7", "groups: bad_card.missing"),
        ("顺一二三 " * 80 + "胡三@0", "groups: bad_card.too_long"),
    ],
)
def test_what_is_not_understood_is_refused_and_named(text: str, problem: str):
    assert problem in refused(text)


def test_a_fifth_copy_is_refused():
    assert "groups.exposed: too_many_copies" in refused("扫穿一一一一 碰一一一 顺二三四 胡四@2")


def pad_texts(case: dict[str, object], melds: list[tuple[str, str]]) -> list[str]:
    """The hand as somebody may tap it: every reading group, the winning card in each group it may belong to."""
    card = str(case["hand"]["winning_card"])  # type: ignore[index]
    groups = " ".join(("搭" if k in ("shun", "chi") and c[0] == c[1] else WORDS[k]) + c for k, c in melds)
    return [f"{groups} 胡{card}@{at}" for at, (_kind, cards) in enumerate(melds) if card in cards]


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is not here")
def test_every_logged_win_tapped_group_by_group_scores_as_logged():
    game = registry.get("guilin")
    for line in (SHARED / "cases" / "guilin-real.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        options = game.options.resolve({"xing": "none", **case["settings"][0]})
        scored = game.game(options).hands.score(ScoreRequest(hand=case["hand"]))
        found = set()
        for text in pad_texts(case, [(meld.kind, meld.cards) for meld in scored.melds]):
            try:
                tapped = pad.hand_of(
                    text, case["hand"]["source"], game.game(options).of_kind(ZipaiGame).valuing
                )
                found.add(game.game(options).hands.score(ScoreRequest(hand=tapped.to_json())).hu)
            except Refused:
                continue
        assert case["expect"]["hu"] in found, case["id"]


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is not here")
def test_a_stored_hand_comes_back_to_the_pad_with_its_value():
    game = registry.get("guilin")
    options = game.options.resolve({"xing": "none"})
    for line in (SHARED / "cases" / "guilin-real.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        hand = Hand.from_json(case["hand"])
        reading = best(hand, HandRules())
        assert reading is not None
        again = pad.hand_of(pad.write(hand, reading), case["hand"]["source"], AT)
        assert (
            game.game(options).hands.score(ScoreRequest(hand=again.to_json())).hu == case["expect"]["hu"]
        ), case["id"]


def test_a_feiwang_is_written_with_what_it_was_tapped_as():
    tapped = pad.read("碰捌捌飞=捌 顺七飞=八九 手秤贰柒拾 胡飞@1")
    assert [card_text(group.cards) for group in tapped.groups] == ["捌捌飞", "七飞九", "秤贰柒拾"]
    assert [card_text(group.faces) for group in tapped.groups[:2]] == ["捌捌捌", "七八九"]
    hand = pad.hand_of("碰捌捌飞=捌 顺七飞=八九 手秤贰柒拾 胡飞@1", "other_draw", AT)
    assert format_hand(hand) == "碰捌捌飞 手秤贰柒拾七九 胡飞 翻"


def test_a_stored_hand_with_special_cards_comes_back_to_the_pad_with_its_value():
    chance = random.Random(20261125)
    found = 0
    for _ in range(150):
        hand = with_specials(chance, complete_hand(chance), chance.choice((1, 1, 2, 3)))
        reading = best(hand, HandRules())
        if reading is None or not hand.specials:
            continue
        again = pad.hand_of(pad.write(hand, reading), str(hand.source), AT)
        read = best(again, HandRules())
        assert read is not None
        assert sorted(again.cards()) == sorted(hand.cards())
        assert read.hu == reading.hu
        found += 1
    assert found > 80


@pytest.mark.parametrize("words", [GUILIN, DAZIPAI, DENG])
def test_an_example_in_traditional_characters_can_be_typed_as_it_stands(words):
    traditional, simple = (typed_example(words, language) for language in ("zh-hant", "zh-hans"))
    assert "開" in traditional
    assert parse_hand(traditional) == parse_hand(simple)
    groups, known = (text.rpartition(" ")[0] for text in (traditional, simple))
    assert pad.read(groups) == pad.read(known)
