"""Addresses that a page offers only where the visitor may go there."""

from django.urls import reverse

from zipai_ledger.access import Action, Visit


def offered(visit: Visit, action: Action, name: str, *arguments: object) -> str:
    """The address of a view, empty where this visitor may not go there."""
    return reverse(name, args=[visit.session.public_id, *arguments]) if visit.may(action) else ""
