"""What pages of a table and of a circle do alike."""

from django.http import HttpResponseRedirect
from django.urls import reverse

from zipai_ledger import circles
from zipai_ledger.access.grants import Place
from zipai_ledger.ledger import queries
from zipai_ledger.models import GameSession, Person, Player


def people_of(place: Place) -> tuple[Player | Person, ...]:
    """The players of a table, the people of a circle. One query."""
    return queries.players_of(place) if isinstance(place, GameSession) else circles.people_of(place)


def redirect_to_place(place: Place, page: str = "show", part: str = "") -> HttpResponseRedirect:
    """To a page that a table and a circle both have, by its name in either; ``part``: an id there."""
    namespace = "table" if isinstance(place, GameSession) else "circle"
    url = reverse(f"{namespace}:{page}", args=[place.public_id], fragment=part or None)
    return HttpResponseRedirect(url)
