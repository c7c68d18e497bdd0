"""What every kind of entry has in common: where it is asked, and what it gives."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Game, Ruleset, State, Table
from zipai_ledger.rules.speaker import MINUS, Speaker

NOTE_LONGEST = 500
Data = Mapping[str, str]
"""The fields of a form as they were sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The table a deal is entered at: its rules, the state before the deal, and their words with the players' names."""

    ruleset: Ruleset
    table: Table
    state: State
    speaker: Speaker

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.speaker.names[self.table.players[seat]]

    @property
    def game(self) -> Game:
        """The game under the table's house rules."""
        return self.ruleset.game(self.table.options)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play the coming deal by the rule."""
        return tuple(seat for seat in range(self.table.seats) if seat != self.state.sitting)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The band under the cards: what is there so far, what is missing, and whether it can be saved.

    ``why`` is what the save button says while it cannot, and ``field`` the part of the fact that this is about, named as in
    `Problem`: a tap on the button leads there; ``turned`` how many 醒 cards are needed so far; ``lines`` what else has to be
    seen before it is saved, where a kind has more than two lines.
    """

    ready: bool = False
    why: str = ""
    field: str = ""
    turned: int = 1
    big: int | None = None
    unit: str = ""
    title: str = ""
    detail: str = ""
    bad: bool = False
    lines: tuple[str, ...] = ()


class EntryKind(Protocol):
    """One kind of entry.

    ``header`` is a template of its own for the bar above, empty where the usual one does; ``heading`` the term of the game
    that names the page (`rules.terms`), empty where the deal's number does; ``by_winner``: an entry begins
    with who won, so that a tap on a seat begins it; ``others`` are forms of its own for other results than a win, by result.
    """

    template: str
    header: str
    heading: str
    scripts: tuple[str, ...]
    by_winner: bool
    fields: Mapping[str, str]
    """Part of a fact → the field of the form that states it, where the two have different names."""
    others: "Mapping[str, EntryKind]"

    def context(self, setting: Setting, form: Mapping[str, Any]) -> dict[str, Any]:
        """What the template needs to know of the rules, and of this form's values where it arranges them.

        ``verdict`` is the band of an empty form, where it says something.
        """

    def to_fact(self, setting: Setting, data: Data) -> facts.Deal:
        """The fact that a form states; raises `Refused` with fields named as in the form."""

    def from_fact(self, setting: Setting, fact: facts.Deal) -> dict[str, Any]:
        """The values of a form that states this fact."""

    def verdict(self, setting: Setting, outcome: Mapping[str, Any]) -> Verdict:
        """What to say of a deal that stands: its outcome as it would be stored."""

    def progress(self, setting: Setting, data: Data, refused: Refused) -> Verdict:
        """What to say of a form that does not state a deal yet."""


def wrong(setting: Setting, problem: Problem) -> Verdict:
    """The band that says what is wrong."""
    text = setting.speaker.problem(problem)
    return Verdict(bad=True, title=text, why=_("先改好，再记"), field=problem.field)


def written(value: object) -> str:
    """A value as a form sends it: seat 0 is a number, an empty box is nothing."""
    return "" if value is None or value is False else str(value)


def whole(data: Data, field: str, least: int = 0) -> int | None:
    """A whole number of a form, None where the field is empty; raises `Refused` (``bad_deal``) where it is no number.

    ``least`` is only what the message names; the rules of a deal hold the bounds.
    """
    text = unicodedata.normalize("NFKC", data.get(field, "")).strip().replace(MINUS, "-").removeprefix("+")
    if not text:
        return None
    if len(text) > 9 or not text.removeprefix("-").isascii() or not text.removeprefix("-").isdigit():
        raise Refused(
            Problem("bad_deal", field, "integer", {"got": text[:40], "least": least, "greatest": 999})
        )
    return int(text)


def note_of(data: Data) -> str | None:
    """The remark, None where there is none; raises `Refused` (``bad_note``)."""
    note = data.get("note", "").strip()
    if len(note) > NOTE_LONGEST:
        raise Refused(Problem("bad_note", "note", "long", {"got": len(note), "longest": NOTE_LONGEST}))
    return note or None
