"""A circle and the people in it: making, naming, erasing."""

from dataclasses import dataclass

from django.db import transaction

from zipai_ledger.access import devices, grants, holders, invitations
from zipai_ledger.ledger import names
from zipai_ledger.ledger.record.purging import forget_the_journal
from zipai_ledger.ledger.record.sent import Sent
from zipai_ledger.ledger.record.sessions import new_public_id
from zipai_ledger.models import Circle, CircleGrant, Person
from zipai_ledger.rules.problems import Problem, Refused

from .looking import lookers

PEOPLE_MOST = 100


@dataclass(frozen=True, slots=True)
class OpenedCircle:
    """A circle just made; ``replay`` where the same form had come before. ``token``: what the browser is to keep."""

    circle: Circle
    replay: bool
    token: str


def open_circle(*, browser_token: str, client_id: str, name: str, person: int | None = None) -> OpenedCircle:
    """Make a circle that the device which brought this token owns; sent again it is the same one.

    ``person`` is whose device it is.

    Raises `Refused` (``bad_name``, ``bad_entry``), `WrongCode` where another device has sent the same form.
    """
    title = names.session_name(name)
    sent = Sent(role="owner", client_id=client_id)
    with transaction.atomic():
        arrival = devices.arriving(browser_token)
        circle, made = Circle.objects.get_or_create(
            opening_id=sent.client_id, defaults={"name": title, "public_id": new_public_id()}
        )
        grants.own(circle, arrival.device, replay=not made, player=person)
        return OpenedCircle(circle, not made, devices.renewed(arrival, again=not made))


def rename(circle: Circle, name: str) -> None:
    """Name a circle anew. Raises `Refused` (``bad_name``)."""
    circle.name = names.session_name(name)
    circle.save(update_fields=["name"])


def add_person(circle: Circle, name: str) -> Person:
    """Somebody new, with the next number.

    Raises `Refused` (``bad_name``, also ``same`` where somebody has that name; ``bad_stage.people`` at a hundred).
    """
    plain = names.player_name(name)
    with transaction.atomic():
        grants.locked(circle)
        _check_free(circle, plain)
        numbers = list(circle.people.values_list("index", flat=True))
        if len(numbers) >= PEOPLE_MOST:
            raise Refused(Problem("bad_stage", "name", "people", {"greatest": PEOPLE_MOST}))
        index = max(numbers, default=-1) + 1
        return circle.people.create(index=index, name=plain, name_key=names.name_key(plain))


def rename_person(person: Person, name: str) -> None:
    """Call a person something else; the tables keep what they call them.

    Raises `Refused` (``bad_name``; ``bad_stage.person_gone`` where somebody has erased the person meanwhile).
    """
    plain = names.player_name(name)
    with transaction.atomic():
        circle = grants.locked(person.circle)
        if not circle.people.filter(pk=person.pk).exists():
            raise Refused(Problem("bad_stage", "name", "person_gone"))
        if names.name_key(plain) != person.name_key:
            _check_free(circle, plain)
        person.name, person.name_key = plain, names.name_key(plain)
        person.save(update_fields=["name", "name_key"])


def _check_free(circle: Circle, name: str) -> None:
    if circle.people.filter(name_key=names.name_key(name)).exists():
        raise Refused(Problem("bad_name", "name", "same", {"got": name}))


def erase_person(person: Person, *, by: CircleGrant | None = None) -> None:
    """Forget a person: name, evenings, figures, and whose phone is whose. The tables keep their own names."""
    with transaction.atomic():
        circle = grants.locked(person.circle)
        invitations.forget(circle, person.index, person.name)
        holders.forget(circle, person.index, by=by)
        person.delete()
    forget_the_journal()


def purge(circle: Circle) -> None:
    """Erase a circle with everybody in it and every way in; its tables stay, who only looked as a member goes."""
    with transaction.atomic():
        grants.locked(circle)
        holders.end_looks(lookers(circle))
        circle.delete()
    forget_the_journal()
