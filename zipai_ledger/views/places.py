"""What pages of a table and of a circle do alike."""

from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse

from zipai_ledger import circles
from zipai_ledger.access.grants import Place
from zipai_ledger.ledger import queries
from zipai_ledger.models import GameSession, Person, Player


def people_of(place: Place) -> tuple[Player | Person, ...]:
    """The players of a table, the people of a circle. One query."""
    return queries.players_of(place) if isinstance(place, GameSession) else circles.people_of(place)


def redirect_within(request: HttpRequest, name: str, place: Place) -> HttpResponseRedirect:
    """To a page of the same place: below a circle's address ``invitations:show`` is the circle's."""
    here = request.resolver_match
    return HttpResponseRedirect(
        reverse(name, args=[place.public_id], current_app=here.namespace if here else None)
    )


def redirect_to_place(place: Place) -> HttpResponseRedirect:
    """To the page of a table or a circle."""
    name = "table:show" if isinstance(place, GameSession) else "circle:show"
    return HttpResponseRedirect(reverse(name, args=[place.public_id]))
