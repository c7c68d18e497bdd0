"""What the rules or the ledger refuse, as errors of a form."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from django import forms
from django.core.exceptions import ValidationError

from zipai_ledger.formats.speaker import common_speaker
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.speaker import Speaker

T = TypeVar("T")
SAME: Mapping[str, str] = {}


class ProblemError(ValidationError):
    """A problem in words, which stays known as what it is."""

    def __init__(self, problem: Problem, speaker: Speaker) -> None:
        super().__init__(speaker.problem(problem), code=problem.key)
        self.problem = problem


def add_problems(
    form: forms.BaseForm,
    problems: Iterable[Problem],
    speaker: Speaker,
    fields: Mapping[str, str] = SAME,
) -> None:
    """Say every problem at its field; one that no field of the form is about is said above the form.

    ``fields``: see `field_of`.
    """
    for problem in problems:
        name = field_of(problem, fields)
        form.add_error(name if name in form.fields else None, ProblemError(problem, speaker))


def field_of(problem: Problem, fields: Mapping[str, str] = SAME) -> str:
    """The field of a form that a part of a fact belongs to: ``hand.concealed`` → ``hand``.

    ``fields``: parts that are stated by a field of another name, and that field.
    """
    first = problem.field.partition(".")[0]
    return fields.get(problem.field, fields.get(first, first))


def unless_refused(check: Callable[[], T]) -> T:
    """What a check gives; raises `ValidationError` with everything that is wrong, in the reader's language."""
    try:
        return check()
    except Refused as refused:
        raise ValidationError(common_speaker().refusal(refused)) from None
