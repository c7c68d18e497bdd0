"""What a table explains and what its entry asks, as recorded: whoever changes a sentence or an example reads all of it in the diff.

``data/tables/SLUG.txt`` has the rulebook of a usual table in both languages, with what its examples come to, and what an
entry asks there; then a mark of the same for every other value of each house rule. After a change

    python -m tests.rules.test_recorded_tables

writes them anew.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from tests.rules.choices import every_choice
from zipai_ledger.rules import codec
from zipai_ledger.rules.examples import play_case, play_example
from zipai_ledger.rules.options import Value, Words
from zipai_ledger.rules.outcome import Outcome
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.rulebook import Case, Figure
from zipai_ledger.rules.ruleset import Ruleset

FOLDER = Path(__file__).with_name("data") / "tables"


def plain(value: object) -> object:
    """Words as a pair, tuples as lists, what has fields as an object without those that are as usual."""
    if isinstance(value, Words):
        return f"{value.zh} | {value.en}"
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {spec.name: plain(getattr(value, spec.name)) for spec in fields(value)}
    if isinstance(value, tuple | list | frozenset):
        return [plain(each) for each in (sorted(value) if isinstance(value, frozenset) else value)]
    return value


def as_json(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


def rulebook_lines(ruleset: Ruleset, options: dict[str, Value]) -> Iterator[str]:
    """The rulebook, line by line, and the example of each option."""
    for section in ruleset.game(options).rulebook():
        yield f"# {section.code} {as_json(section.title)}"
        for each in section.statements:
            yield f"- [{each.standing} {each.source}] {as_json(each.text)}"
            yield from (
                f"  {line}" for figure in each.figures for line in figure_lines(ruleset, options, figure)
            )
    for option in ruleset.options.options:
        if (example := play_example(ruleset, options, option.code)) is not None:
            yield f"= {option.code} {as_json(example)}"


def figure_lines(ruleset: Ruleset, options: dict[str, Value], figure: Figure) -> Iterator[str]:
    if not isinstance(figure, Case):
        yield as_json(figure)
        return
    yield f"{as_json(figure.caption)}: {' '.join((*figure.shows, *figure.only))}"
    played = play_case(ruleset, options, figure)
    yield f"  {outcome_json(played.outcome) if played.outcome else as_json(played.problems)}"


def outcome_json(outcome: Outcome) -> str:
    return as_json(
        {
            "deal": codec.write(outcome.deal),
            "paid": outcome.flows,
            "lines": outcome.items,
            "wins": outcome.wins,
            "tally": outcome.tally,
            "next": outcome.state.dealer,
            "warnings": outcome.warnings,
        }
    )


def entry_lines(ruleset: Ruleset, options: dict[str, Value]) -> Iterator[str]:
    """What an entry asks at a new table, part by part."""
    places = ruleset.places(options)
    table = ruleset.table(options, tuple(range(places)), places, 0, None)
    game, state = ruleset.game(options), ruleset.open(table)
    asks = game.asks(table, state, 0) if callable(game.asks) else game.asks
    yield from (f"? {spec.name}: {as_json(getattr(asks, spec.name))}" for spec in fields(asks))
    yield f"? foul: {as_json(game.foul_ask)}"


@cache
def recorded(ruleset: Ruleset) -> str:
    """The file of a ruleset."""
    usual = ruleset.options.resolve({})
    lines = [*rulebook_lines(ruleset, usual), *entry_lines(ruleset, usual)]
    for option, value, options in every_choice(ruleset):
        if value != option.default:
            text = "\n".join((*rulebook_lines(ruleset, options), *entry_lines(ruleset, options)))
            lines.append(f"{option.code}={as_json(value)}: {sha256(text.encode()).hexdigest()[:8]}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.stem)
def test_what_a_table_explains_and_asks_is_as_recorded(path: Path):
    """That each game is recorded: `tests/test_add_a_game.py`."""
    assert (
        recorded(all_rulesets()[path.stem]).splitlines() == path.read_text(encoding="utf-8").splitlines()
    ), "if that is meant: python -m tests.rules.test_recorded_tables"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in all_rulesets().values():
        (FOLDER / f"{each.slug}.txt").write_text(recorded(each), encoding="utf-8")
