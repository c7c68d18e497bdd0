"""带进来 (dai jinlai): a round that another evening left open, as the form of a stage asks for it, row by row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from zipai_ledger.entries.forms import whole
from zipai_ledger.formats.speaker import speaker
from zipai_ledger.ledger import posting, queries
from zipai_ledger.models import GameSession
from zipai_ledger.presenters.rounds import last_round_over
from zipai_ledger.rules.problems import Collector, Refused
from zipai_ledger.rules.ruleset import Carried, Ruleset

CARRY = "carry"
"""The field that says whether a round is carried in."""
PREFIX = "carried-"
LEAST = -999


@dataclass(frozen=True, slots=True)
class Carrying:
    """Numbers as they were typed, by part of `Carried` and row; they only count while ``on``."""

    on: bool = False
    typed: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def at(self, part: str, row: int) -> str:
        """What stands in a row, empty where nothing does."""
        column = self.typed.get(part, ())
        return column[row] if row < len(column) else ""

    def off(self) -> "Carrying":
        """The same, not carried in."""
        return replace(self, on=False)

    def moved(self, here: int) -> "Carrying":
        """With a row changed for the one after it."""
        return replace(self, typed={part: _swapped(column, here) for part, column in self.typed.items()})

    def carried(self, ruleset: Ruleset, seats: Sequence[int | str], known: int) -> Carried | None:
        """By player, for who sits on each seat; those who join get the numbers from ``known`` on.

        None where nothing is carried in. Raises `Refused` (``bad_deal``) with everything that is no number.
        """
        if not (self.on and ruleset.carries):
            return None
        joining = [seat for seat in seats if isinstance(seat, str)]
        players = [known + joining.index(seat) if isinstance(seat, str) else seat for seat in seats]
        found = Collector()
        told: dict[str, tuple[int, ...]] = {}
        for part in ruleset.carries:
            numbers = [0] * (known + len(joining))
            for row, player in enumerate(players):
                numbers[player] = found.attempt(partial(self._number, part, row)) or 0
            told[part] = tuple(numbers)
        found.finish()
        return Carried(**told)

    def _number(self, part: str, row: int) -> int:
        field_ = f"{PREFIX}{part}.{row}"
        return whole({field_: self.at(part, row)}, field_, LEAST) or 0


def _swapped(column: Sequence[str], here: int) -> Sequence[str]:
    rows = list(column)
    if here + 1 < len(rows):
        rows[here], rows[here + 1] = rows[here + 1], rows[here]
    return rows


def read(data: QueryDict, ruleset: Ruleset) -> Carrying:
    """What was sent."""
    return Carrying(bool(data.get(CARRY)), {part: data.getlist(PREFIX + part) for part in ruleset.carries})


def left_open(session: GameSession) -> Carrying:
    """The round that this table ended by carrying it on, nothing new being played since, by seat."""
    stage = queries.last_stage(session)
    row = last_round_over(queries.deals_before(session, None)[0], stage.index)
    if row is None or row.fact.get("how") != "carry":
        return Carrying()
    try:
        table = posting.Rules.of(stage).table
    except Refused:
        return Carrying()
    carried = posting.state_before(stage, row.deal.position).carried(table)
    parts = {"tally": carried.tally, "wins": carried.wins or ()}
    return Carrying(
        True,
        {part: [f"{told[player]}" for player in table.players] for part, told in parts.items() if told},
    )


def asked(ruleset: Ruleset, carrying: Carrying, row: int, wrong: Mapping[str, str]) -> list[dict[str, Any]]:
    """What a row has to tell of a round carried in; nothing in games without rounds."""
    words = {
        "tally": _("已有几%(hu)s") % {"hu": speaker(ruleset).hu},
        "wins": _("胡过几盘"),
    }
    return [
        {
            "name": PREFIX + part,
            "label": words[part],
            "value": carrying.at(part, row),
            "error": wrong.get(f"{PREFIX}{part}.{row}", ""),
        }
        for part in ruleset.carries
    ]
