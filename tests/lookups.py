"""What templates name of a value that has no such attribute: Django shows nothing there, and says nothing of it."""

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.db.models import Model
from django.template.base import Variable, VariableDoesNotExist

ONE_OF_SEVERAL = {
    # One of two kinds of sums.
    ("Units", "currency"),
    ("PaymentRow", "units"),
    # Whoever sits, in lists of seats too.
    ("Player", "is_sitting"),
    ("Person", "is_sitting"),
    # What an owner is told of, or what somebody asks of him.
    ("OwnerNotices", "is_open"),
    ("OwnRequest", "spoken_code_worn_out"),
    ("OwnRequest", "returned"),
    ("OwnRequest", "requests"),
}
"""Class and attribute, where a template is handed one of several kinds of values that it tells apart by it."""


@contextmanager
def missing_names() -> Iterator[list[str]]:
    """Collect them as long as the block lasts: “TablePage has no in_rounds (page.in_rounds)”."""
    found: list[str] = []
    resolve = Variable._resolve_lookup

    def noting(variable: Variable, context: object) -> object:
        try:
            return resolve(variable, context)
        except VariableDoesNotExist as error:
            name, value = error.params
            if has_fields(value) and (type(value).__name__, name) not in ONE_OF_SEVERAL:
                found.append(f"{type(value).__name__} has no {name} ({variable.var})")
            raise

    with mock.patch.object(Variable, "_resolve_lookup", noting):
        yield found


def has_fields(value: object) -> bool:
    """Whether it is known what it has: dataclasses and rows of models."""
    return dataclasses.is_dataclass(value) or isinstance(value, Model)
