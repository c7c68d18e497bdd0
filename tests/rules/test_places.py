"""Every place that a ruleset names is played an evening long as it usually plays, and held to the laws of a fold."""

import json
import random

import pytest

from tests.rules.documents import stage as stage_document
from tests.rules.documents import stages as session_document
from tests.rules.evenings.deals import Played, evening
from tests.rules.evenings.stages import table_of
from zipai_ledger.rules import messages, replay
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Ruleset, State, Table

NAMES = ("老王", "小李", "阿芳", "小周", "老五")
PLACES = [
    (ruleset, place.code)
    for ruleset in all_rulesets().values()
    for place in ruleset.presets_named
    if place.code
]
DEALS = 25


@pytest.mark.parametrize(("ruleset", "place"), PLACES, ids=lambda each: getattr(each, "slug", each))
def test_an_evening_of_a_place_adds_up_comes_back_and_is_said(ruleset: Ruleset, place: str):
    chance = random.Random(place)
    table = table_of(ruleset, ruleset.options.resolve({ruleset.options.preset: place}), chance)
    deals = evening(ruleset, table, chance, DEALS)
    assert any(deal.outcome.wins for deal in deals)
    for deal in deals:
        assert sum(deal.outcome.deltas(table.count)) == 0
        for won in deal.outcome.wins:
            assert (won.units or 0) == sum(item.units for item in won.items)
        again = State.from_text(deal.state.to_text())
        assert ruleset.play(table, again, deal.outcome.deal) == deal.outcome
        check_words(ruleset, deal)
    check_replay(ruleset, table, deals)


def check_words(ruleset: Ruleset, deal: Played) -> None:
    """Every line of the deal has words in each language."""
    lines = [*deal.outcome.items, *(item for won in deal.outcome.wins for item in won.items)]
    for lang in messages.LANGUAGES:
        words = [messages.label(item, lang, texts=ruleset.texts, names=NAMES) for item in lines]
        assert all(words)
        assert not any("{" in text or "_" in text for text in words)


def check_replay(ruleset: Ruleset, table: Table, deals: list[Played]) -> None:
    """As a document the evening comes to the same."""
    stage = stage_document(
        *(dict(deal.entry) for deal in deals),
        ruleset=ruleset.slug,
        options=dict(table.options),
        seats=list(table.players),
        first_dealer=table.first_dealer,
        **({} if table.carried_in is None else {"carried_in": {"tally": list(table.carried_in.tally)}}),
    )
    answer = replay.answer(json.loads(json.dumps(session_document(stage, players=NAMES[: table.count]))))
    assert answer["ok"], answer
    found = [one["deltas"] for one in answer["stages"][0]["deals"]]
    assert found == [list(deal.outcome.deltas(table.count)) for deal in deals]
