"""What a deal comes to under a version of its rules stays: stored tables are verified by it, line by line.

``data/outcomes.jsonl`` has evenings of chance of every ruleset, with a mark of what they came to in flows, lines and
state. Where the rules change that, they raise their version, and

    python -m tests.rules.test_stored_outcomes

writes evenings of the new one beside those that are there. None of those is ever written anew.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.rules.evenings.deals import Played
from tests.rules.test_conformance import an_evening
from zipai_ledger.rules import codec, facts
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Outcome, Ruleset
from zipai_ledger.rules.state import Carried, State, Table

RECORDED = Path(__file__).with_name("data") / "outcomes.jsonl"
EVENINGS = 8
"""Of each version."""


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]


def mark(outcomes: list[Outcome]) -> str:
    """What deals came to, without the words; what a state has none of is left out, since later ones have more."""
    found = [
        {
            "flows": [[flow.payer, flow.payee, flow.units, flow.code] for flow in outcome.flows],
            "items": [[item.code, item.params, item.units] for item in outcome.items],
            "state": {name: value for name, value in asdict(outcome.state).items() if value is not None},
        }
        for outcome in outcomes
    ]
    return sha256(json.dumps(found, ensure_ascii=False, sort_keys=True).encode()).hexdigest()[:16]


def came_to(ruleset: Ruleset, line: dict[str, Any]) -> str:
    carried = line["carried_in"] and codec.read(Carried, line["carried_in"])
    first = line["first_dealer"], line["first_sitting"], carried
    table = ruleset.table(line["options"], line["players"], line["count"], *first)
    state, outcomes = ruleset.open(table), []
    for deal in line["deals"]:
        outcomes.append(ruleset.play(table, state, facts.from_json(deal)))
        state = outcomes[-1].state
    return mark(outcomes)


@pytest.mark.parametrize("slug", sorted({line["ruleset"] for line in lines()}))
def test_what_deals_came_to_under_a_version_stays(slug: str):
    for line in lines():
        if line["ruleset"] == slug:
            assert came_to(all_rulesets()[slug].as_of(line["version"]), line) == line["mark"]


def test_every_version_that_is_played_is_recorded():
    recorded = {(line["ruleset"], line["version"]) for line in lines()}
    assert {(slug, ruleset.version) for slug, ruleset in all_rulesets().items()} <= recorded


def evenings(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """Evenings of today's version."""
    for number in range(EVENINGS):
        evening = an_evening(ruleset, f"stored {ruleset.version} {number}")
        yield written(ruleset, evening.table, list(chained(ruleset.open(evening.table), evening.deals)))


def chained(state: State, deals: Sequence[Played]) -> Iterator[Mapping[str, Any]]:
    """Those of the deals that were played one after the other."""
    for deal in deals:
        if deal.state == state:
            yield deal.entry
            state = deal.outcome.state


def written(ruleset: Ruleset, table: Table, deals: list[Mapping[str, Any]]) -> dict[str, Any]:
    line = {
        "ruleset": ruleset.slug,
        "version": ruleset.version,
        "options": dict(table.options),
        "players": list(table.players),
        "count": table.count,
        "first_dealer": table.first_dealer,
        "first_sitting": table.first_sitting,
        "carried_in": table.carried_in and codec.write(table.carried_in),
        "deals": deals,
    }
    return {**line, "mark": came_to(ruleset, line)}


if __name__ == "__main__":
    there = lines() if RECORDED.exists() else []
    known = {(line["ruleset"], line["version"]) for line in there}
    new = [
        line
        for slug, ruleset in sorted(all_rulesets().items())
        if (slug, ruleset.version) not in known
        for line in evenings(ruleset)
    ]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in there + new)
    RECORDED.write_text(text, encoding="utf-8")
