"""Whether a problem can be put in words: its wording is known and each of its gaps is filled."""

import runpy
from functools import cache

from tests.rules.raised import PACKAGE
from zipai_ledger.formats import wording
from zipai_ledger.rules import messages
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.zipai import drawing

FILES = runpy.run_path(str(PACKAGE / "exports" / "wording.py"))["TEXTS"]
"""Wordings of what can be wrong with files, which the exports bring along."""


@cache
def _worded() -> set[tuple[str, str, frozenset[str]]]:
    """Code, reason and params of what could be worded: one is as good as another."""
    return set()


@cache
def texts_besides() -> dict[str, Words]:
    """Every wording that does not stand among those of all rulesets: of single games, and of what is above the rules."""
    of_games = [*(ruleset.texts for ruleset in all_rulesets().values()), drawing.TEXTS]
    games = {key: words for texts in of_games for key, words in texts.items()}
    return {**games, **wording.PROBLEMS, **FILES}


def unworded(problem: Problem) -> bool:
    """Whether somebody would read a bare code, or where nothing is."""
    kind = (problem.code, problem.why, frozenset(problem.params))
    if kind not in _worded() and _has_words(problem):
        _worded().add(kind)
    return kind not in _worded() or not isinstance(problem.field, str)


def _has_words(problem: Problem) -> bool:
    try:
        return all(messages.problem_text(problem, lang, more=texts_besides()) for lang in messages.LANGUAGES)
    except KeyError:
        return False
