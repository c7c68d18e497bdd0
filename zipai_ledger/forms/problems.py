"""What the rules or the ledger refuse, as errors of a form."""

from collections.abc import Iterable, Mapping

from django import forms

from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.speaker import Speaker

SAME: Mapping[str, str] = {}


def add_problems(
    form: forms.BaseForm,
    problems: Iterable[Problem],
    speaker: Speaker,
    fields: Mapping[str, str] = SAME,
) -> None:
    """Say every problem at its field; one that no field of the form is about is said above the form.

    ``fields``: part of a fact → the field that states it, where the two have different names.
    """
    for problem in problems:
        name = fields.get(problem.field, problem.field)
        form.add_error(name if name in form.fields else None, speaker.problem(problem))
