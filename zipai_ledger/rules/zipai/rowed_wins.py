"""答名堂 (da mingtang): which rows of the table counted, as an answer lists them beside a win."""

from dataclasses import replace
from functools import partial

from .. import facts
from ..outcome import Outcome
from ..problems import Param
from ..state import State, Table
from .call import Call
from .course import PlayWin


def answering(play: PlayWin) -> PlayWin:
    """The playing of a win that answers the rows that counted, and what the hand is worth where it is tallied."""
    return partial(_play, play)


def _play(play: PlayWin, table: Table, state: State, deal: facts.Win, call: Call) -> Outcome:
    outcome = play(table, state, deal, call)
    answers = dict[str, Param](outcome.answers)
    for won in outcome.wins:
        answers["patterns"] = list(won.patterns or ())
        if won.worth is not None:
            answers["worth"] = won.worth
    return replace(outcome, answers=answers)
