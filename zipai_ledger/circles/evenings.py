"""Tables of a circle, and who their players are."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from django.db import transaction

from zipai_ledger.access import grants, holders
from zipai_ledger.models import Attendance, Circle, Evening, GameSession, Person, Player
from zipai_ledger.rules.problems import Problem, Refused

from .looking import lookers
from .members import OpenedCircle, add_person, open_circle

Who: TypeAlias = Mapping[int, int | str | None]
"""Player → who that is: the number of a person, the name of a new one, or None for nobody of the circle."""


def by_name(people: Iterable[Person], players: Iterable[Player]) -> dict[int, int]:
    """Player → person with the same name, where there is one."""
    known = {person.name_key: person.index for person in people}
    return {player.index: known[player.name_key] for player in players if player.name_key in known}


def add(circle: Circle, session: GameSession, who: Who, *, open_to_members: bool = False) -> Evening:
    """Put a table into a circle; one that is there already keeps its place, with ``who`` as it is said now.

    Raises `Refused` (``bad_name``; ``bad_stage.circle`` where the table is in another circle; see `set_who`).
    """
    with transaction.atomic():
        grants.locked(circle)
        evening, _ = Evening.objects.get_or_create(session=session, defaults={"circle": circle})
        if evening.circle_id != circle.pk:
            raise Refused(Problem("bad_stage", "circle", "circle"))
        evening.open_to_members = open_to_members
        evening.save(update_fields=["open_to_members"])
        if not open_to_members:
            _end_looks(evening)
        set_who(evening, who)
        return evening


def open_of(
    *, session: GameSession, browser_token: str, client_id: str, name: str, person: int | None
) -> OpenedCircle:
    """A new circle of the people at a table, with the table in it, both or neither; see `open_circle`.

    Its first people are these players, in their order. Raises as `open_circle`, and `add`.
    """
    with transaction.atomic():
        opened = open_circle(browser_token=browser_token, client_id=client_id, name=name, person=person)
        if not opened.replay:
            add(
                opened.circle,
                session,
                {player.index: player.name for player in session.players.order_by("index")},
            )
        return opened


def set_who(evening: Evening, who: Who) -> None:
    """Say anew who the players are; those not named are nobody of the circle.

    Raises `Refused` (``bad_name``; ``bad_stage.person`` for a number nobody has, ``same_person`` where two players
    would be one person).
    """
    with transaction.atomic():
        circle = grants.locked(evening.circle)
        numbers = {player: _number(circle, one) for player, one in who.items() if one is not None}
        people = {person.index: person for person in circle.people.all()}
        _check(numbers, people)
        players = {player.index: player for player in evening.session.players.all()}
        evening.attendances.all().delete()
        Attendance.objects.bulk_create(
            Attendance(evening=evening, player=players[player], person=people[number])
            for player, number in numbers.items()
            if player in players
        )


def _number(circle: Circle, one: int | str) -> int:
    return add_person(circle, one).index if isinstance(one, str) else one


def _check(numbers: Mapping[int, int], people: Mapping[int, Person]) -> None:
    for player, number in numbers.items():
        if number not in people:
            raise Refused(Problem("bad_stage", f"who-{player}", "person", {"got": number}))
    found = list(numbers.values())
    for player, number in numbers.items():
        if found.count(number) > 1:
            params = {"got": people[number].name}
            raise Refused(Problem("bad_stage", f"who-{player}", "same_person", params))


def greet(session: GameSession, known: int) -> None:
    """Know players from number ``known`` on by their names: those who have just come to a table of a circle."""
    evening = Evening.objects.select_related("circle").filter(session=session).first()
    newcomers = session.players.filter(index__gte=known) if evening else ()
    if evening is None or not newcomers:
        return
    with transaction.atomic():
        circle = grants.locked(evening.circle)
        here = set(evening.attendances.values_list("person__index", flat=True))
        found = by_name((one for one in circle.people.all() if one.index not in here), newcomers)
        people = {person.index: person for person in circle.people.all()}
        Attendance.objects.bulk_create(
            Attendance(evening=evening, player=player, person=people[found[player.index]])
            for player in newcomers
            if player.index in found
        )


def forget(session: GameSession, player: int) -> None:
    """Say no more who a player is: of a name that was erased at the table."""
    Attendance.objects.filter(player__session=session, player__index=player).delete()


def take_out(evening: Evening) -> None:
    """Take a table out of its circle again; the people stay, who only looked as a member goes."""
    with transaction.atomic():
        grants.locked(evening.circle)
        _end_looks(evening)
        evening.delete()


def _end_looks(evening: Evening) -> None:
    holders.end_looks(lookers(evening.circle).filter(session=evening.session_id))
