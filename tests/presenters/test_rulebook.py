"""A rulebook as its page shows it: what is not as usual, examples worked out, where a rule is from."""

import pytest

from zipai_ledger.ledger.queries import StageView
from zipai_ledger.models import Stage
from zipai_ledger.presenters.rulebook import (
    CaseFigure,
    RulebookPage,
    RuleEntry,
    rulebook_page,
    table_rulebook_page,
    term_and_text,
)
from zipai_ledger.presenters.sayings import each_meaning_once
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.rulebook import SOURCES, Saying


def book_of(slug: str, **options: object) -> RulebookPage:
    ruleset = all_rulesets()[slug]
    return rulebook_page(ruleset, ruleset.options.resolve(options))


def rules_of(book: RulebookPage) -> list[RuleEntry]:
    return [rule for chapter in book.chapters for rule in chapter.rules]


def cases_of(book: RulebookPage) -> list[CaseFigure]:
    return [figure.case for rule in rules_of(book) for figure in rule.figures if figure.case]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("扫：手里一对。", ("扫：", "手里一对。")),
        ("一家没有胡，也没有牌：不算。", ("", "一家没有胡，也没有牌：不算。")),
        ("没有冒号。", ("", "没有冒号。")),
    ],
)
def test_the_word_that_a_rule_explains_stands_before_its_colon(text: str, expected: tuple[str, str]):
    assert term_and_text(text) == expected


@pytest.mark.parametrize(
    ("slug", "preset", "game"),
    [("paohuzi", "liuhuqiang", "衡阳六胡抢"), ("paohuzi_tally", "daye", "大冶字牌")],
)
def test_the_book_of_a_place_is_headed_by_its_own_name_and_says_what_it_is_one_of(slug, preset, game):
    book = book_of(slug, preset=preset)
    assert (book.game, book.family) == (game, all_rulesets()[slug].name.zh)
    assert book_of("guilin").family == ""


def test_what_is_not_as_usual_is_marked_where_it_is_chosen_and_where_it_counts():
    usual, changed = book_of("guilin"), book_of("guilin", min_hu=15)
    assert not usual.is_changed
    assert not any(rule.is_changed for rule in rules_of(usual))
    assert changed.is_changed
    (house,) = (chapter for chapter in changed.chapters if chapter.is_house)
    (row,) = (rule.option for rule in house.rules if rule.is_changed)
    assert row is not None
    assert (row.chosen, row.usual) == ("15 胡", "10 胡")
    assert any(
        rule.is_changed for chapter in changed.chapters if chapter is not house for rule in chapter.rules
    )


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_the_legend_names_each_source_once_and_in_the_usual_order(slug: str):
    book = book_of(slug)
    named = {source.code for rule in rules_of(book) for source in rule.sources}
    assert [source.code for source in book.legend] == [code for code in SOURCES if code in named]


def test_an_example_that_the_rules_forbid_says_why_and_nothing_else():
    (case, *_) = (case for case in cases_of(book_of("gaohuzi", gates=[60, 99])) if case.problems)
    assert (case.groups, case.total, case.lines, case.payments, case.next_deal) == ((), "", (), (), None)


def test_an_example_of_a_round_says_what_is_counted_and_who_deals_next():
    cases = cases_of(book_of("bopi"))
    assert any(case.gains.startswith("甲\u00a0+") for case in cases)
    (case, *_) = (case.next_deal for case in cases if case.next_deal)
    assert case.dealer in "甲乙丙丁"


def test_each_meaning_is_listed_once_with_every_place_that_says_it():
    meaning = Words("一对", "a pair")
    sayings = [
        Saying(word, meaning, Words(place, place), "ours")
        for word, place in (("对", "桂林"), ("将", "贵阳"), ("对", "打林"))
    ]
    assert [(each.word, each.where.zh) for each in each_meaning_once(sayings)] == [("对", "桂林、打林")]


def test_a_stage_whose_game_is_gone_is_named_as_it_was_stored_beside_the_others():
    def view(index: int, slug: str, **options: object) -> StageView:
        return StageView(Stage(index=index, ruleset=slug), options, (0, 1, 2), None, ())

    stages = [view(0, "gone"), view(1, "guilin", min_hu=15), view(2, "guilin"), view(3, "guilin")]
    tabs = table_rulebook_page(stages, stages[2]).stages
    assert [(tab.index, tab.game, tab.is_current) for tab in tabs] == [
        (0, "gone", False),
        (1, "桂林字牌", False),
        (3, "桂林字牌", True),
    ]
    assert table_rulebook_page(stages, stages[0]).game == "gone"
    assert not table_rulebook_page(stages[2:], stages[2]).stages


@pytest.mark.parametrize(
    ("slug", "tagline"), [("bopi", "记胡，满 200 结皮"), ("paohuzi_tally", "记胡，满 200 结差额")]
)
def test_the_line_that_heads_a_book_has_the_numbers_of_its_table(slug: str, tagline: str):
    assert book_of(slug, target=200).tagline == tagline


@pytest.mark.parametrize("slug", all_rulesets())
def test_where_all_is_as_usual_a_book_is_headed_as_its_game_is_offered(slug: str):
    assert book_of(slug).tagline == all_rulesets()[slug].tagline.zh


@pytest.mark.parametrize(
    ("options", "tagline", "is_there"),
    [
        ({}, "头盘 18，满 50 出告", True),
        ({"settlement": "difference"}, "头盘 18，满 100 补差", False),
        ({"target": 60, "gates": [15, 30]}, "头盘 15，满 60 出告", True),
    ],
)
def test_a_table_of_gaohuzi_is_told_in_its_own_numbers_and_speaks_of_chugao_only_where_there_is_one(
    options: dict[str, object], tagline: str, is_there: bool
):
    book = book_of("gaohuzi", **options)
    assert book.tagline == tagline
    chapters = [chapter for chapter in book.chapters if not chapter.is_house]
    texts = [rule.text for chapter in chapters for rule in chapter.rules]
    assert any("出告" in text for text in (*texts, *(chapter.title for chapter in chapters))) == is_there
