"""部分验牌: a win of which only the groups that score were looked at."""

import pytest

from tests.rules.guilin.at import by_hu, deltas, played, refusal, seated
from zipai_ledger.rules import facts, registry

PENG, SAO, RUN = ("peng", "捌捌捌"), ("sao", "伍伍伍"), ("shun", "壹贰叁")
QUADS = tuple(("kaiduo", card * 4) for card in "一三四五六九")


def partly(*groups: tuple[str, str], **more: object) -> dict:
    deal = by_hu(**more) | {"groups": [{"kind": kind, "cards": cards} for kind, cards in groups]}
    return {key: value for key, value in deal.items() if key != "hu" or "hu" in more}


def warned(deal: dict) -> list[tuple]:
    return [(each.code, each.params) for each in played(seated(), deal).warnings]


def test_the_hu_are_those_of_the_groups_and_the_deal_is_marked_as_partly_checked():
    outcome = played(seated(), partly(PENG, SAO, RUN))
    (won,) = outcome.wins
    assert (won.hu, won.units, won.checked) == (15, 2, "groups")
    assert [(meld.kind, meld.cards, meld.hu) for meld in won.melds] == [
        ("peng", "捌捌捌", 3),
        ("sao", "伍伍伍", 6),
        ("shun", "壹贰叁", 6),
    ]


def test_it_pays_as_the_same_hu_told_by_number():
    assert deltas(seated(), partly(PENG, SAO, RUN)) == deltas(seated(), by_hu(15)) == (4, -2, -2)


def test_what_is_assumed_of_the_other_groups_is_said():
    assert warned(partly(PENG, SAO, RUN)) == [("partly_seen", {"got": 3})]
    assert warned(by_hu(15)) == []


def test_xing_is_a_number_because_not_all_cards_are_known():
    assert deltas(seated(), partly(PENG, SAO, RUN, xing={"count": 2})) == (8, -4, -4)
    assert refusal(seated(), partly(PENG, SAO, RUN, xing={"flipped": ["四"]})) == [
        ("bad_xing.needs_count", "xing.count")
    ]


def test_hu_told_beside_the_groups_must_be_theirs():
    assert deltas(seated(), partly(PENG, SAO, RUN, hu=15)) == (4, -2, -2)
    assert refusal(seated(), partly(PENG, SAO, RUN, hu=16)) == [("bad_deal.hu_differs", "hu")]


@pytest.mark.parametrize(
    ("groups", "problem"),
    [
        ((PENG,), ("below_minimum", "groups")),
        ((("peng", "捌捌八"), SAO, RUN), ("bad_meld.not_identical", "groups.0.cards")),
        ((("sao", "伍伍猫"), PENG), ("bad_card", "groups.0.cards")),
        ((("pair", "伍伍"), PENG), ("bad_meld.unknown_kind", "groups.0.kind")),
        ((("peng", "捌捌飞"), PENG), ("bad_meld.special_partly", "groups.0.cards")),
        ((PENG, ("saochuan", "捌捌捌捌")), ("too_many_copies", "groups")),
        ((*QUADS, RUN), ("bad_meld.too_many", "groups")),
    ],
)
def test_groups_that_cannot_have_been_there_are_refused(groups: tuple, problem: tuple[str, str]):
    assert refusal(seated(), partly(*groups)) == [problem]


def test_a_whole_hand_and_groups_of_it_are_not_told_together():
    both = partly(PENG, SAO, RUN) | {"hand": "碰壹壹壹 手一二三 胡三"}
    assert ("bad_deal.hand_and_groups", "groups") in refusal(seated(), both)


def test_the_fact_is_written_as_it_was_read():
    deal = partly(PENG, SAO, xing={"count": 1})
    assert facts.to_json(facts.from_json(deal)) == deal


def test_every_game_with_a_zipai_hand_takes_it():
    for game in registry.all_rulesets().values():
        if game.entry != "zipai_hand":
            continue
        table = game.table({}, tuple(range(game.seats[0])), game.seats[0], 0, None)
        deal = partly(("saochuan", "伍伍伍伍"), ("kaiduo", "贰贰贰贰"), ("sao", "捌捌捌"))
        deal = {key: value for key, value in deal.items() if key != "xing"} | {"winner": 1}
        minimum = {"min_hu": game.game(table.options).minima[0]} if game.game(table.options).minima else {}
        xing = {"xing": {"count": 0}} if "xing" in table.options else {}
        outcome = game.play(table, game.open(table), facts.from_json(deal | minimum | xing))
        assert [won.checked for won in outcome.wins] == ["groups"], game.slug
