"""下桌: a phone ends its own grants, at one table or everywhere."""

from django.db import transaction

from zipai_ledger.models import Grant, Role

from .grants import holding, live_grants, locked, revoke, tell


class LastOwner(Exception):
    """Without this phone the table would have no owner, and nobody has said that it may be so."""


def is_last_owner(grant: Grant) -> bool:
    """Whether the table has no other owner."""
    owners = holding(grant.session).filter(role=Role.OWNER)
    return grant.role == Role.OWNER and not owners.exclude(pk=grant.pk).exists()


def leave(grant: Grant, *, ownerless: bool) -> None:
    """End a phone's own grant. Raises `LastOwner` where the table would have none, unless it may be ``ownerless``."""
    with transaction.atomic():
        locked(grant.session)
        if is_last_owner(grant) and not ownerless:
            raise LastOwner
        revoke(live_grants().filter(pk=grant.pk))
        tell(holding(grant.session).filter(role=Role.OWNER))
