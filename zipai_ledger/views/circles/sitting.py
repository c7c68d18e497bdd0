"""A new table that is in a circle from the start."""

from collections.abc import Mapping

from django.http import HttpRequest

from zipai_ledger import circles
from zipai_ledger.access import devices
from zipai_ledger.ledger import queries
from zipai_ledger.models import Circle, GameSession

FIELD = "circle"


def named(request: HttpRequest, sent: Mapping[str, str]) -> Circle | None:
    """The circle that was sent along, if this device is in it."""
    return _own(request, sent.get(FIELD, ""))


def like(request: HttpRequest, session: GameSession) -> Circle | None:
    """The circle of a table, if this device is in it: another table of these people goes there too."""
    evening = circles.evening_of(session)
    return _own(request, evening.circle.public_id) if evening else None


def about(circle: Circle | None) -> dict[str, object]:
    """What the form of a new table says of its circle."""
    people = circles.people_of(circle) if circle else ()
    return {"circle": circle, "circle_names": [person.name for person in people]}


def _own(request: HttpRequest, public_id: str) -> Circle | None:
    device = devices.known(request) if public_id else None
    rows = circles.circles_of(device.pk) if device else ()
    return next((row.circle for row in rows if row.circle.public_id == public_id), None)


def sit_down(circle: Circle | None, session: GameSession) -> None:
    """Put a table just opened into its circle, its players known by their names."""
    if circle:
        known = circles.by_name(circles.people_of(circle), queries.players_of(session))
        circles.add(circle, session, known)
