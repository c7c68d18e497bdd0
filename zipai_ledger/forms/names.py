"""改名字: the names of a place and of everybody in it, in one form."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from django import forms

from zipai_ledger.models import Person, Player

from .fields import TextField
from .problems import unless_refused

PLACE = "name"
T = TypeVar("T", Player, Person)


class NamesForm(forms.Form, Generic[T]):
    """A field for everybody and, for who may name it, for the place; a field that was not sent stays as it is."""

    def __init__(self, place: str | None, people: Sequence[T], sent: Mapping[str, str] | None = None) -> None:
        """``place``: the name of the table or the circle, None for who may not change it."""
        names = {name_field(one): one.name for one in people}
        names |= {} if place is None else {PLACE: place}
        super().__init__(None if sent is None else {**names, **sent}, initial=names)
        self.people: Sequence[T] = people
        for field in names:
            self.fields[field] = TextField()

    @property
    def new_names(self) -> dict[str, str]:
        """Field → the name that was typed, for those that differ; the form must have been validated."""
        return {
            field: name
            for field, name in self.cleaned_data.items()
            if field in self.initial and name.strip() != self.initial[field]
        }

    def give(self, rename: Callable[[T | None, str], object]) -> bool:
        """Have every name given that differs, None being the place; whether none of them was refused."""
        self.full_clean()
        owners: dict[str, T | None] = {name_field(one): one for one in self.people}
        for field, name in self.new_names.items():
            self.attempt(field, partial(rename, owners.get(field), name))
        return not self.errors

    def attempt(self, field: str, verb: Callable[[], object]) -> None:
        """Do it; what is refused is said at the field."""
        try:
            unless_refused(verb)
        except forms.ValidationError as error:
            self.add_error(field, error)

    def name_fields(self) -> Iterator[tuple[T, forms.BoundField]]:
        """Everybody with the field of the name."""
        return ((one, self[name_field(one)]) for one in self.people)


def name_field(one: Player | Person) -> str:
    """What the field of somebody's name is called."""
    return f"{'player' if isinstance(one, Player) else 'person'}-{one.index}"
