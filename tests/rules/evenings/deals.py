"""Deals as chance has them, for each kind of entry: most of them stand, some are refused."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.rules.evenings import zipai
from tests.rules.evenings.changes import aspects_of
from tests.rules.evenings.house import any_pledges
from tests.rules.evenings.setting import Setting
from tests.rules.mahjong import dealing as mahjong
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Outcome, Ruleset, State, Table

TRIES = 6
"""So often chance may be refused for each deal of an evening."""


Entry = Callable[[Setting, random.Random], dict[str, Any]]


def _points(at: Setting, chance: random.Random) -> dict[str, Any]:
    """Caught card points, at times with a kitty, at times where there is none."""
    ask = at.ruleset.game(at.table.options).asks(at.table, at.state, at.dealer)
    deck = ask.deck
    deal: dict[str, Any] = {
        "result": "points",
        "points": deck.step * chance.randrange(deck.most // deck.step + 1),
    }
    how = chance.random()
    if how < 0.4:
        kitty = {"kitty_points": deck.step * chance.randrange(deck.kitty // deck.step + 1)}
        return {**deal, **kitty, "kitty_cards": chance.choice(deck.kitty_cards)}
    return {**deal, "gongzhu": True} if ask.gongzhu and how < 0.6 else deal


ENTRIES: Mapping[str, Mapping[type[facts.Deal], Entry]] = {
    "zipai_hand": {
        facts.Win: zipai.any_win,
        facts.SharedWin: zipai.any_shared,
        facts.Opening: zipai.any_opening,
        facts.Foul: zipai.any_foul,
        facts.Dead: zipai.any_dead,
    },
    "mahjong_win": {
        facts.TilesWon: lambda at, chance: mahjong.any_win(chance, at.table.seats, _asks(at)),
        facts.Foul: lambda at, chance: mahjong.any_foul(chance, at.table.seats),
        facts.Dead: lambda at, chance: mahjong.any_dead(chance, at.table.seats, _asks(at)),
    },
    "points_band": {facts.Points: _points},
}
"""Results of each kind of entry; those of every ledger are below."""


def _asks(at: Setting) -> Any:
    return at.ruleset.game(at.table.options).asks


def _end_round(at: Setting, chance: random.Random) -> dict[str, Any]:
    return {"result": "end_round", "how": chance.choice(("settle", "drop", "carry"))}


def _adjust(at: Setting, chance: random.Random) -> dict[str, Any]:
    deltas = [0] * at.table.count
    one, other = chance.sample(at.table.players, 2)
    deltas[one], deltas[other] = 5, -5
    return {"result": "adjust", "deltas": deltas}


def _close(at: Setting, chance: random.Random) -> dict[str, Any]:
    return {"result": "close"}


LIKELY = (facts.Win, facts.TilesWon, facts.Points)
"""What most deals are."""


def any_deal(ruleset: Ruleset, table: Table, state: State, chance: random.Random) -> dict[str, Any]:
    """A deal of any result that this ruleset has, as a document tells it."""
    tellers = {
        **ENTRIES[ruleset.entry],
        facts.EndRound: _end_round,
        facts.Adjust: _adjust,
        facts.Close: _close,
    }
    weights = [8 if result in LIKELY else 0.5 if result is facts.Close else 1 for result in ruleset.results]
    result = chance.choices(ruleset.results, weights)[0]
    at = Setting(ruleset, table, state)
    deal = tellers[result](at, chance) | any_pledges(table, at.sitting, chance)
    if chance.random() < 0.1:
        deal["dealer"] = chance.randrange(table.seats)
    if at.sitting is not None and chance.random() < 0.1:
        deal["sitting"] = chance.randrange(table.seats)
    return deal


@dataclass(frozen=True)
class Played:
    """A deal that stands, with the state before it, as it was entered, and what it did."""

    state: State
    entry: Mapping[str, Any]
    fact: facts.Deal
    outcome: Outcome

    @cached_property
    def aspects(self) -> dict[str, Any]:
        """What it came to, by aspect."""
        return aspects_of(self.outcome)


def evening(ruleset: Ruleset, table: Table, chance: random.Random, deals: int = 10) -> list[Played]:
    """A run of deals that stand; fewer than ``deals`` where the house rules let too little win."""
    state, played = ruleset.open(table), []
    for _ in range(TRIES * deals):
        entry = any_deal(ruleset, table, state, chance)
        fact = facts.from_json(entry)
        try:
            outcome = ruleset.play(table, state, fact)
        except Refused:
            continue
        played.append(Played(state, entry, fact, outcome))
        state = outcome.state
        if len(played) == deals:
            break
    return played
