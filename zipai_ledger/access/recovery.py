"""Coming back by a recovery code: the new phone may do what the lost one may, and has a new code."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from zipai_ledger.ledger.record.sessions import new_public_id
from zipai_ledger.models import AccessKind, Device, GameSession, Link, RecoveryCode, Role
from zipai_ledger.models.access import LIFETIME

from . import audit, codes, devices, tokens
from .grants import AnyGrant, Place, WrongCode, find_recovery, give, holding, lock_all, locked, redeem, revoke
from .roles import at_least

SENT_AGAIN = timedelta(seconds=60)
"""So long the phone that has used a code may send it again: the answer may be lost on the way."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a phone came back to, its new recovery code, and the token that its browser is to keep."""

    places: tuple[Place, ...]
    code: str
    token: str


def recover(typed: str, browser_token: str) -> Recovered:
    """Let the device that brought this token come back by the code, however it was typed; raises `WrongCode`.

    The code ends. Every owner of the tables hears of it.
    """
    plain = tokens.read_code(typed)
    with transaction.atomic():
        arrival = devices.arriving(browser_token)
        places = _places_of_repeat(plain, arrival.device)
        token = devices.renewed(arrival, again=bool(places))
        places = places or _by_code(plain, arrival.device) or _by_its_own_code(plain, arrival.device)
        return Recovered(places, codes.make(arrival.device), token)


def _by_code(plain: str, device: Device) -> tuple[Place, ...]:
    """What the code's phone may do, for this device too; none where no phone has such a code. Raises `WrongCode`."""
    good = RecoveryCode.objects.filter(secret_hash=tokens.keyed_digest(plain), ended_at=None)
    code = good.select_related("device").first()
    if code is None:
        return ()
    found = [*_grants_of(code.device), *_ownerless(code.device)]
    lock_all(found)
    places = tuple(_shared(grant, device) for grant in found)
    _bring_rules(code.device, device)
    if not places or not good.update(ended_at=timezone.now(), used_by=device):
        raise WrongCode
    return places


def _bring_rules(lost: Device, device: Device) -> None:
    """Let a device have the own rules of the lost one too, but for those whose name it has given to others."""
    taken = set(device.own_rules.values_list("name_key", flat=True))
    for row in lost.own_rules.exclude(name_key__in=taken):
        row.pk, row.public_id, row.device = None, new_public_id(), device
        row.save()


def _grants_of(device: Device) -> Iterator[AnyGrant]:
    """What a phone may do, tables to play with aside."""
    tables = device.grants.filter(revoked_at=None, session__sample=False).select_related("session")
    circles = device.circle_grants.filter(revoked_at=None).select_related("circle")
    return chain(tables.order_by("session"), circles.order_by("circle"))


def _ownerless(device: Device) -> Iterator[AnyGrant]:
    """Where a phone was the last owner and went by itself: no other has been owner since, and no other code leads there."""
    owned = {"role": Role.OWNER, "revoked_at__isnull": False}
    tables = device.grants.filter(**owned, session__sample=False).select_related("session")
    circles = device.circle_grants.filter(**owned).select_related("circle")
    found: Iterator[AnyGrant] = chain(tables.order_by("session", "pk"), circles.order_by("circle", "pk"))
    for grant in found:
        if grant.revoked_at and not _owned_after(grant.place, grant.revoked_at):
            yield grant


def _owned_after(place: Place, at: datetime) -> bool:
    """Whether it had an owner after that moment, or a code by which somebody may become it."""
    here = Q(device__signed_off_at=None, device__last_seen__gt=at - LIFETIME)
    later = Q(revoked_at__gt=at) | Q(revoked_at=None) & (Q(device__signed_off_at__gt=at) | here)
    return place.grants.filter(later, role=Role.OWNER).exists() or codes.of_place(place).exists()


def _shared(grant: AnyGrant, device: Device) -> Place:
    """Let a device do what this grant allows, beside the phone that has it."""
    place: Place = locked(grant.place)
    held = holding(place).filter(device=device).first()
    if held is None or not at_least(held.role, grant.role):
        player = held.player if held else _free(place, grant.player)
        revoke(holding(place).filter(device=device))
        what: Any = {"device": device, "role": grant.role, "player": player, "link": grant.link}
        give(place, AccessKind.RECOVERED, **what, recovered_at=timezone.now())
        tell_owners(place)
    return place


def _free(place: Place, player: int | None) -> int | None:
    """A player whom no phone stands for, as the lost one does until it is sent away or gone; else nobody."""
    return None if holding(place).filter(player=player).exists() else player


def _by_its_own_code(plain: str, device: Device) -> tuple[Place, ...]:
    """The table or circle that was opened before phones had codes; raises `WrongCode`."""
    link = find_recovery(plain)
    redeem(link, device)
    holding(link.place).filter(device=device, link=link).update(recovered_at=timezone.now())
    tell_owners(link.place)
    return (link.place,)


def _places_of_repeat(plain: str, device: Device) -> tuple[Place, ...]:
    """Where this device has come by just this code so lately that it may send it again."""
    since = timezone.now() - SENT_AGAIN
    used = device.used_codes.filter(secret_hash=tokens.keyed_digest(plain), ended_at__gt=since)
    if code := used.select_related("device").first():
        return tuple(grant.place for grant in _grants_of(code.device))
    came = {"link__kind": Link.Kind.RECOVERY, "link__secret_hash__in": tokens.stored_digests(plain)}
    lately = {**came, "recovered_at__gt": since, "revoked_at": None}
    found: Iterator[AnyGrant] = chain(device.grants.filter(**lately), device.circle_grants.filter(**lately))
    return tuple(grant.place for grant in found)


def confirm(grant: AnyGrant, typed: str) -> None:
    """Whoever holds this owner's phone also knows its code; raises `WrongCode`. Where it has none, the place's own."""
    plain = tokens.read_code(typed)
    code = codes.good(grant.device)
    if code is not None:
        right = constant_time_compare(code.secret_hash, tokens.keyed_digest(plain))
    else:
        right = codes.of_place(grant.place).filter(secret_hash__in=tokens.stored_digests(plain)).exists()
    if not right:
        audit.count_up(AccessKind.WRONG_CODE, grant)
        raise WrongCode


def renew(device: Device) -> str:
    """A new recovery code for a phone, and a record wherever it is an owner's; the one before ends."""
    with transaction.atomic():
        Device.objects.select_for_update().get(pk=device.pk)
        held = _locked_as_owner(device)
        audit.note(AccessKind.CODE_RENEWED, *held)
        return codes.make(device)


def _locked_as_owner(device: Device) -> list[AnyGrant]:
    """What a phone owns; the rows of these places, until the transaction ends."""
    owned = [grant for grant in _grants_of(device) if grant.role == Role.OWNER]
    lock_all(owned)
    return owned


def note_ended(typed: str) -> None:
    """Write down that a code which has ended was typed, wherever its phone was an owner's; of other codes nothing is known."""
    ended = RecoveryCode.objects.filter(
        secret_hash=tokens.keyed_digest(tokens.read_code(typed)), ended_at__isnull=False
    )
    code = ended.select_related("device").first()
    if code is None:
        return
    with transaction.atomic():
        held = _locked_as_owner(code.device)
        audit.count_up(AccessKind.ENDED_CODE_USED, *held)


def tell_owners(place: Place) -> None:
    """Let the open pages of a table's owners be drawn anew."""
    if isinstance(place, GameSession):
        holding(place).filter(role=Role.OWNER).update(changes=F("changes") + 1)
