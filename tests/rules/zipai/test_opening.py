import pytest

from tests.rules.zipai.dealing import groups_of
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.form import THREE_WITH_EXTRA
from zipai_ledger.rules.zipai.melds import RED_PENG
from zipai_ledger.rules.zipai.notation import parse_hand
from zipai_ledger.rules.zipai.opening import OpeningRules, check_opening_count, opening

RULES = OpeningRules()
DAZIPAI = OpeningRules(THREE_WITH_EXTRA, RED_PENG, quads_in_five=0)


def described(text: str, rules: OpeningRules = RULES) -> str:
    reading = opening(parse_hand(text), rules)
    if reading is None:
        return "none"
    return groups_of(reading) + f" = {reading.hu}"


def test_three_quads_win_whatever_the_others_are():
    assert described("手一一一一五五五五捌捌捌捌二四六陆玖肆拾壹 起手") == (
        "扫穿一一一一 扫穿五五五五 扫穿捌捌捌捌 散牌二四六壹肆陆玖拾 = 30"
    )


def test_quads_may_lie_on_the_table_already():
    assert described("扫穿一一一一 扫穿五五五五 手捌捌捌捌二四六陆玖肆拾壹 起手").endswith("= 30")


def test_five_triples_win():
    assert described("手一一一五五五六六六捌捌捌玖玖玖二四七十陆 起手") == (
        "坎一一一 坎五五五 坎六六六 坎捌捌捌 坎玖玖玖 顺子二七十 散牌四陆 = 24"
    )


def test_a_quad_is_one_of_five_triples_only_where_the_table_says_so():
    hand = "手一一一一五五五六六六捌捌捌玖玖玖二四七十 起手"
    assert described(hand) == "扫穿一一一一 坎五五五 坎六六六 坎捌捌捌 坎玖玖玖 顺子二七十 散牌四 = 30"
    assert described(hand, DAZIPAI) == "none"
    assert described(hand, OpeningRules(quads_in_five=0)) == "none"


def test_two_quads_or_four_triples_do_not_win():
    assert described("手一一一一五五五五捌捌捌二四六陆玖肆拾壹七 起手") == "none"
    assert described("手一一一五五五六六六捌捌捌玖玖二四七十陆拾 起手") == "none"


def test_scoring_runs_of_the_others_are_disjoint_and_as_many_as_there_are():
    quads = "手五五五五六六六六捌捌捌捌"
    assert described(f"{quads}一二二三七十 起手").endswith("顺子一二三 顺子二七十 = 36")
    assert described(f"{quads}一二三七十 起手").endswith("顺子一二三 散牌七十 = 33")
    assert described(f"{quads}二七十壹贰贰叁柒拾 起手").endswith("顺子二七十 顺子壹贰叁 顺子贰柒拾 = 45")
    assert described(f"{quads}一一二二三三七十 起手").endswith("顺子一二三 顺子一二三 散牌七十 = 36")
    assert described(f"{quads}一二二七七十十三 起手").endswith("顺子一二三 顺子二七十 散牌七十 = 36")


def test_a_triple_stays_whole_even_where_a_run_would_pay():
    assert described("手五五五五六六六六捌捌捌捌二二二一三七十 起手").endswith("坎二二二 散牌一三七十 = 33")


def test_nothing_is_left_where_everything_scores():
    assert described("手一一一一五五五五捌捌捌捌玖玖玖玖二七十 起手").endswith("扫穿玖玖玖玖 顺子二七十 = 45")


@pytest.mark.parametrize(
    ("others", "above"),
    [
        ("二四六陆玖肆拾壹", (0,)),
        ("二四六陆玖肆拾壹叁", (1,)),
        ("二四六陆玖肆拾壹", (0, 1)),
        ("二四六陆玖肆拾壹叁", (0, 1)),
    ],
)
def test_the_dealer_has_one_card_more(others: str, above: tuple[int, ...]):
    check_opening_count(parse_hand(f"手一一一一五五五五捌捌捌捌{others} 起手"), RULES, above)


@pytest.mark.parametrize(
    ("others", "above", "params"),
    [
        ("二四六陆玖肆拾壹", (1,), {"expected": 21, "least": 21, "got": 20, "quads": 3}),
        ("二四六陆玖肆拾壹叁", (0,), {"expected": 20, "least": 20, "got": 21, "quads": 3}),
        ("二四六陆玖肆拾", (0, 1), {"expected": 21, "least": 20, "got": 19, "quads": 3}),
    ],
)
def test_a_wrong_number_of_cards_says_what_was_expected(
    others: str, above: tuple[int, ...], params: dict[str, int]
):
    with pytest.raises(Refused) as refused:
        check_opening_count(parse_hand(f"手一一一一五五五五捌捌捌捌{others} 起手"), RULES, above)
    (problem,) = refused.value.problems
    key = "wrong_card_count.opening" if len(above) > 1 else "wrong_card_count.dealt"
    assert (problem.key, problem.params) == (key, params)


def test_exactly_two_quads_bring_a_card_in_dazipai():
    two = parse_hand("手一一一一五五五五捌捌捌二四六陆玖肆拾壹七三 起手")
    check_opening_count(two, DAZIPAI, (0,))
    with pytest.raises(Refused):
        check_opening_count(two, RULES, (0,))


THIRD = "手一一一一五五五五捌捌捌捌二四六陆玖肆拾"
"""Three quads and seven cards: one short of 20."""


@pytest.mark.parametrize(
    ("more", "above"), [("壹", (0,)), ("壹叁", (0,)), ("壹叁", (1,)), ("壹叁柒", (1,)), ("壹叁柒", (0, 1))]
)
def test_a_third_quad_may_have_been_dealt_or_made_by_the_card_that_two_bring(
    more: str, above: tuple[int, ...]
):
    check_opening_count(parse_hand(f"{THIRD}{more} 起手"), DAZIPAI, above)


@pytest.mark.parametrize(
    ("more", "above", "least", "most"),
    [("", (0,), 20, 21), ("壹叁柒", (0,), 20, 21), ("壹", (1,), 21, 22), ("壹叁柒伍", (0, 1), 20, 22)],
)
def test_then_there_are_two_numbers_that_it_may_be(more: str, above: tuple[int, ...], least: int, most: int):
    with pytest.raises(Refused) as refused:
        check_opening_count(parse_hand(f"{THIRD}{more} 起手"), DAZIPAI, above)
    (problem,) = refused.value.problems
    assert problem.key == "wrong_card_count.opening_extra"
    assert (problem.params["least"], problem.params["expected"]) == (least, most)


def test_where_two_quads_bring_no_card_a_third_one_brings_none():
    with pytest.raises(Refused):
        check_opening_count(parse_hand(f"{THIRD}壹叁 起手"), RULES, (0,))
