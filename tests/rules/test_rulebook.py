"""Every game says its rules as a table plays them: in both languages, with their sources, by the options chosen."""

import json
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.rules.choices import every_choice, tables
from tests.rules.rulebooks import cases, named, statements
from zipai_ledger.rules import facts, messages
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.examples import CaseOutcome, play_case
from zipai_ledger.rules.mahjong.hand import parse_hand
from zipai_ledger.rules.mahjong.patterns import PATTERNS, patterns
from zipai_ledger.rules.mahjong.rulebook import PATTERN_TILES
from zipai_ledger.rules.options import Value
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.rulebook import (
    SOURCES,
    Cards,
    Case,
    Figure,
    Grid,
    Section,
    Tiles,
    sources_in,
)
from zipai_ledger.rules.ruleset import Game, Outcome, Ruleset
from zipai_ledger.rules.ruletext import Reader
from zipai_ledger.rules.wording import MARKS
from zipai_ledger.rules.zipai.patterns import BY_CARDS

RULESETS = list(all_rulesets().values())
BLANK = re.compile(r" [,.;:?!)]|\( ")
"""A blank where English has none."""


def book_of(ruleset: Ruleset, options: dict[str, Value]) -> tuple[Section, ...]:
    """The rulebook of a table, which is written once."""
    return _book_of(ruleset, json.dumps(options))


@cache
def _book_of(ruleset: Ruleset, options: str) -> tuple[Section, ...]:
    return ruleset.game(json.loads(options)).rulebook()


def words_of(figure: Figure) -> Iterator[tuple[str, str]]:
    match figure:
        case Cards():
            yield from ((drawn.label.zh, drawn.label.en) for drawn in figure.groups)
        case Tiles():
            yield from ((name.zh, name.en) for name, _ in figure.rows)
        case Grid():
            yield from ((cell.zh, cell.en) for row in (figure.head, *figure.rows) for cell in row)
        case Case():
            yield figure.caption.zh, figure.caption.en


def worked(ruleset: Ruleset, options: dict[str, Value]) -> tuple[CaseOutcome, ...]:
    """What every example of a table's rulebook comes to, in their order; each is played once."""
    return _worked(ruleset, json.dumps(options))


@cache
def _worked(ruleset: Ruleset, options: str) -> tuple[CaseOutcome, ...]:
    read = json.loads(options)
    return tuple(play_case(ruleset, read, case) for case in cases(_book_of(ruleset, options)))


def seen(ruleset: Ruleset, options: dict[str, Value]) -> str:
    """Everything a page says beside the list of options, with what its examples come to."""
    return _seen(ruleset, json.dumps(options))


@cache
def _seen(ruleset: Ruleset, options: str) -> str:
    played, lines = iter(_worked(ruleset, options)), list[str]()
    for section in _book_of(ruleset, options):
        for each in section.statements:
            figures = [next(played) if isinstance(figure, Case) else figure for figure in each.figures]
            lines.append(f"{each.text} {figures}")
    return "\n".join(lines)


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_every_rule_is_said_in_both_languages_with_a_known_source(ruleset: Ruleset):
    for options in tables(ruleset):
        for each in statements(book_of(ruleset, options)):
            assert each.text.zh, each
            assert each.text.en, each
            assert not BLANK.search(each.text.en), each
            assert each.sources, each
            assert set(each.of) <= set(options), each
            assert all(zh and en for figure in each.figures for zh, en in words_of(figure)), each


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_a_rule_of_this_program_is_marked_as_one(ruleset: Ruleset):
    for each in statements(book_of(ruleset, ruleset.options.resolve({}))):
        assert (each.standing == "ours") == (each.source == "ours"), each


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_an_option_changes_what_is_said_and_not_only_the_list(ruleset: Ruleset):
    before = seen(ruleset, ruleset.options.resolve({}))
    unsaid = [
        (option.code, value)
        for option, value, options in every_choice(ruleset)
        if value != option.default and seen(ruleset, options) == before
    ]
    assert unsaid == []


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_an_option_is_named_by_a_rule_beside_the_list(ruleset: Ruleset):
    unnamed = [
        (option.code, value)
        for option, value, options in every_choice(ruleset)
        if not any(
            option.code in each.of for section in book_of(ruleset, options) for each in section.statements
        )
    ]
    assert unnamed == []


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_the_usual_table_allows_every_example(ruleset: Ruleset):
    for played in worked(ruleset, ruleset.options.resolve({})):
        assert played.problems == ()


def test_every_figure_stands_under_a_rule(monkeypatch: pytest.MonkeyPatch):
    made, named = set[str](), set[str]()
    sections = Reader.sections

    def noted(reader: Reader, text: str) -> tuple[Section, ...]:
        made.update(reader.figures)
        named.update(name for line in text.splitlines() if line.startswith("@ ") for name in line.split()[1:])
        return sections(reader, text)

    monkeypatch.setattr(Reader, "sections", noted)
    for ruleset in RULESETS:
        ruleset.game(ruleset.options.resolve({})).rulebook()
    assert named
    assert made - named == set()


@pytest.mark.parametrize("min_hu", [15, 20, 25])
def test_a_higher_minimum_is_shown_by_greater_hands(min_hu: int):
    ruleset = all_rulesets()["dazipai"]
    options = ruleset.options.resolve({"min_hu": min_hu})
    for case in cases(book_of(ruleset, options)):
        assert play_case(ruleset, options, case).problems == (), case.caption.zh


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_what_other_tables_do_not_allow_is_explained(ruleset: Ruleset):
    for options in tables(ruleset):
        for played in worked(ruleset, options):
            texts = [
                messages.problem_text(problem, lang, texts=ruleset.texts)
                for problem in played.problems
                for lang in messages.LANGUAGES
            ]
            assert all(texts)
            assert (played.outcome is None) == bool(texts)


def outcome_of(slug: str, words: str, given: dict[str, Value] | None = None) -> Outcome:
    """What the example that says this comes to."""
    ruleset = all_rulesets()[slug]
    options = ruleset.options.resolve(given or {})
    case = next(each for each in cases(book_of(ruleset, options)) if words in each.caption.zh)
    played = play_case(ruleset, options, case)
    assert played.outcome is not None, played.problems
    return played.outcome


def grid_of(slug: str, section: str, given: dict[str, Value]) -> list[list[str]]:
    ruleset = all_rulesets()[slug]
    book = book_of(ruleset, ruleset.options.resolve(given))
    (found,) = (each for each in book if each.code == section)
    grids = [figure for each in found.statements for figure in each.figures if isinstance(figure, Grid)]
    return [[cell.zh for cell in row] for row in grids[0].rows]


def test_the_settlement_of_s4_is_worked_out():
    assert outcome_of("bopi", "92、85、72、30").deltas(4) == (10, 6, -2, -14)


def test_a_higher_target_settles_the_same_round_where_it_stands():
    assert outcome_of("bopi", "92、85、72、30", {"target": 300}).deltas(4) == (10, 6, -2, -14)


def test_tianhu_pays_as_s4_says():
    assert outcome_of("huashi", "甲天胡").deltas(4) == (40, -30, -30, 20)


def test_the_most_that_s2_knows_is_worked_out():
    assert outcome_of("guiyang", "青龙背").deltas(4) == (105, -35, -35, -35)


PLEDGED = [each for each in RULESETS if "pledge" in each.options.by_code and each.slug != "paohuzi_tally"]
"""Games with pledges on what a win is paid at once."""


@pytest.mark.parametrize("how", ["sum", "power", "add"])
@pytest.mark.parametrize("ruleset", PLEDGED, ids=named)
def test_pledges_are_worked_out_wherever_they_are_played(ruleset: Ruleset, how: str):
    outcome = outcome_of(ruleset.slug, "各报 1", {"pledge": how})
    first, second = (flow.units for flow in outcome.flows[:2])
    # Of n units who announced 1 pays 3 n, 4 n, or n and 2; who announced 0 pays 2 n, 2 n, or n and 1.
    units = {"sum": second // 2, "power": second // 2, "add": second - 1}[how]
    assert first == {"sum": 3 * units, "power": 4 * units, "add": units + 2}[how]


@pytest.mark.parametrize("slug", ["guilin", "dazipai", "tuozi", "bopi", "gaohuzi", "huashi", "guiyang"])
def test_closing_after_a_low_win_is_worked_out_for_two(slug: str):
    # 6 is below 10: twice 6 and 5.
    two: dict[str, Value] = {"seats": 2} if slug in {"guilin", "dazipai", "guiyang"} else {"form": "two"}
    given = {**two, "low_below": 10, "low_times": 2, "low_add": 5}
    assert outcome_of(slug, "收场", given).deltas(2) == (11, -11)


def test_patterns_by_red_cards_are_worked_out():
    # 17 hu are 3 tuo, an own draw 1 more; no red card doubles them, or adds 2.
    assert outcome_of("tuozi", "乌胡", {"mingtang": "multiply"}).deltas(3) == (16, -8, -8)
    assert outcome_of("tuozi", "乌胡", {"mingtang": "add"}).deltas(3) == (12, -6, -6)
    assert (
        outcome_of("tuozi", "点红", {"mingtang": "add", "wuhu": 0, "honghu": 0, "dianhong": 1}).deltas(3)[0]
        == 10
    )


@pytest.mark.parametrize(("how", "tally"), [("plus_ten", 22), ("double", 24)])
def test_heavenly_hu_is_worked_out_where_it_counts_more(how: str, tally: int):
    assert facts.known(outcome_of("bopi", "起手就胡", {"tiandihu": how}).tally)[0] == tally


def test_levels_are_paid_by_wins():
    outcome = outcome_of("gaohuzi", "甲又胡", {"form": "four_at_once", "levels": [1, 2, 3]})
    assert outcome.deltas(4) == (6, -1, -2, -3)


@pytest.mark.parametrize("kind", PATTERNS)
def test_a_pattern_is_drawn_by_a_hand_that_has_it(kind: str):
    hand = parse_hand(PATTERN_TILES[kind], (), 14, "")
    assert kind in patterns(hand)


@pytest.mark.parametrize("groups", [7, 5])
@pytest.mark.parametrize("pattern", BY_CARDS)
def test_a_pattern_of_huashi_is_drawn_by_a_hand_that_has_it(pattern: str, groups: int):
    ruleset = all_rulesets()["huashi"]
    form = {7: "three_and_counter", 5: "four_at_once"}[groups]
    options = ruleset.options.resolve({"form": form})
    rule = next(
        each
        for each in statements(book_of(ruleset, options))
        if each.text.zh.startswith(MARKS[pattern].zh + "：")
    )
    case = next(figure for figure in rule.figures if isinstance(figure, Case))
    played = play_case(ruleset, options, case)
    assert played.outcome is not None
    assert played.outcome.wins[0].marks == (pattern,)


@pytest.mark.parametrize("slug", ["guilin", "tuozi", "huashi"])
@pytest.mark.parametrize("step", [3, 5])
def test_the_table_of_units_is_what_hands_are_paid(slug: str, step: int):
    ruleset = all_rulesets()[slug]
    given: dict[str, Value] = {"hu_per_unit": step} | ({"xing": "none"} if slug == "guilin" else {})
    options = ruleset.options.resolve(given)
    table = ruleset.table(options, tuple(range(ruleset.places(options))), 4, 0, None)
    for band, units in grid_of(slug, "units", given):
        low, high = map(int, band.split("–"))
        for hu in (low, high):
            deal = facts.Win(winner=Seat(0), source="other_draw", from_=Seat(1), hu=Count(hu))
            (won,) = ruleset.play(table, ruleset.open(table), deal).wins
            assert str(won.units) == units


def test_the_riddle_of_s4_waits_for_fifteen_cards():
    ruleset = all_rulesets()["tuozi"]
    book = book_of(ruleset, ruleset.options.resolve({}))
    (section,) = (each for each in book if each.code == "waits")
    (figure,) = section.statements[0].figures
    assert isinstance(figure, Cards)
    assert figure.groups[1].cards == "一二三四五六七八九十贰柒捌玖拾"


def test_a_game_may_leave_its_rules_to_its_options():
    tuozi = all_rulesets()["tuozi"]
    played = tuozi.game(tuozi.options.resolve({}))
    assert played.rulebook()
    assert Game(course=played.course).rulebook() == ()


def test_every_word_is_explained_in_both_languages():
    for ruleset in RULESETS:
        assert ruleset.sayings
        for saying in ruleset.sayings:
            assert all((saying.word, saying.meaning.zh, saying.meaning.en, saying.where.zh, saying.where.en))
            assert sources_in(saying.source)


def test_sources_are_read_out_of_what_an_option_says():
    assert sources_in("S1; P") == ("S1", "P")
    assert sources_in("S2; 清七对 O") == ("S2", "O")
    assert sources_in("the owner, P") == ("the owner", "P")
    assert set(sources_in("S4; ours")) <= set(SOURCES)


def test_an_example_that_cannot_be_says_why():
    (ruleset,) = (each for each in RULESETS if each.slug == "guilin")
    options = ruleset.options.resolve({"discard_multiple": "none"})
    discard = next(
        each for each in cases(book_of(ruleset, ruleset.options.resolve({}))) if "乙打出来" in each.caption.zh
    )
    assert play_case(ruleset, options, discard) == CaseOutcome(
        None, play_case(ruleset, options, discard).problems
    )
    assert play_case(ruleset, options, discard).problems[0].code == "bad_source"


@pytest.mark.parametrize(
    ("played", "shows"),
    [
        ({"wuhu": 2, "honghu": 2, "dianhong": 2}, ["wuhu"]),
        ({"wuhu": 0, "honghu": 2, "dianhong": 2}, ["honghu"]),
        ({"wuhu": 0, "honghu": 0, "dianhong": 2}, ["dianhong"]),
        ({"wuhu": 0, "honghu": 0, "dianhong": 0}, []),
    ],
)
def test_red_and_black_are_worked_out_with_the_first_that_a_table_of_tuozi_plays(
    played: dict[str, int], shows: list[str]
):
    tuozi = all_rulesets()["tuozi"]
    book = book_of(tuozi, tuozi.options.resolve({"mingtang": "multiply", **played}))
    marks = [deal.marks or () for case in cases(book) for deal in case.deals if isinstance(deal, facts.Win)]
    assert [mark for each in marks for mark in each if mark in played] == shows
