"""A page of rules has all of them: those of the game, every house rule with what is chosen, and what the vocabulary tells."""

import json
from dataclasses import replace
from functools import cache

import pytest

from tests.rules.choices import every_choice, tables
from tests.rules.rulebooks import cases, named, statements
from zipai_ledger.presenters.rule_sections import HOUSE, rule_sections
from zipai_ledger.rules.examples import play_case
from zipai_ledger.rules.housecode import chosen
from zipai_ledger.rules.options import Bands, Value
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.rulebook import Grid, Section
from zipai_ledger.rules.ruleset import Ruleset, no_sections

RULESETS = list(all_rulesets().values())


def book_of(ruleset: Ruleset, options: dict[str, Value]) -> tuple[Section, ...]:
    """The rulebook of a table, which is written once."""
    return _book_of(ruleset, json.dumps(options))


@cache
def _book_of(ruleset: Ruleset, options: str) -> tuple[Section, ...]:
    return rule_sections(ruleset, json.loads(options))


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_a_rulebook_has_sections_with_something_in_them(ruleset: Ruleset):
    for options in tables(ruleset):
        book = book_of(ruleset, options)
        codes = [section.code for section in book]
        assert HOUSE in codes
        assert len(set(codes)) == len(codes)
        assert all(section.statements and section.title.zh and section.title.en for section in book)


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_every_option_is_listed_with_what_is_chosen(ruleset: Ruleset):
    for option, value, options in every_choice(ruleset):
        section = next(each for each in book_of(ruleset, options) if each.code == HOUSE)
        rule = next(each for each in section.statements if each.of == (option.code,))
        assert option.name.zh in rule.text.zh, (option.code, value)
        assert option.meaning.en in rule.text.en, (option.code, value)
        if not isinstance(option, Bands):
            assert chosen(option, options[option.code]).zh in rule.text.zh, (option.code, value)


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_the_usual_table_allows_what_the_page_adds_to_the_examples_of_its_game(ruleset: Ruleset):
    options = ruleset.options.resolve({})
    own = ruleset.game(options).rulebook()
    added = tuple(section for section in book_of(ruleset, options) if section not in own)
    assert added
    for case in cases(added):
        assert play_case(ruleset, options, case).problems == (), case.caption.zh


def grid_of(slug: str, section: str, given: dict[str, Value]) -> list[list[str]]:
    ruleset = all_rulesets()[slug]
    book = rule_sections(ruleset, ruleset.options.resolve(given))
    (found,) = (each for each in book if each.code == section)
    grids = [figure for each in found.statements for figure in each.figures if isinstance(figure, Grid)]
    return [[cell.zh for cell in row] for row in grids[0].rows]


def test_the_tribute_is_listed_in_bands():
    assert grid_of("dalin", "tribute", {})[0] == ["0–40", "−3"]
    assert grid_of("dalin", "tribute", {})[-1] == ["320 以上", "+4"]


def test_a_game_that_says_nothing_itself_has_a_page_all_the_same():
    class Silent(type(all_rulesets()["tuozi"])):  # type: ignore[misc]
        """打坨子 without its rulebook, as a new game begins."""

        def compose(self, options):
            return replace(super().compose(options), rulebook=no_sections)

    ruleset = Silent()
    options = ruleset.options.resolve({"hu_per_unit": 3})
    book = rule_sections(ruleset, options)
    assert [section.code for section in book] == ["else", HOUSE, "ledger"]
    assert "逢三" in next(
        each.text.zh for section in book for each in section.statements if "hu_per_unit" in each.of
    )
    found = [play_case(ruleset, options, case) for case in cases(book)]
    assert len(found) >= 3
    assert all(played.outcome for played in found)


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_what_the_vocabulary_tells_of_a_game_is_complete(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch):
    composed = ruleset.game
    monkeypatch.setattr(ruleset, "game", lambda options: replace(composed(options), rulebook=no_sections))
    for options in tables(ruleset):
        book = rule_sections(ruleset, options)
        (house,) = (section for section in book if section.code == HOUSE)
        assert [each.of for each in house.statements] == [
            (option.code,) for option in ruleset.options.options
        ]
        assert all(each.text.zh and each.text.en and each.sources for each in statements(book))
