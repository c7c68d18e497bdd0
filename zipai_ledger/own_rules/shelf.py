"""Keeping house rules under a name, on a phone or in a circle: one transaction each, its place locked."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from zipai_ledger.ledger import names
from zipai_ledger.ledger.record.sessions import new_public_id
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Circle, Device, GameSession, OwnRules, RulesName
from zipai_ledger.models.own_rules import OPTIONS_LONGEST
from zipai_ledger.rules.problems import Problem, Refused

from .reads import rules_of
from .values import HouseRules

PLACES_MOST = 40
"""So many sets of rules a phone or a circle keeps."""

Place = Device | Circle


def keep(place: Place, name: str, rules: HouseRules, *, by: Device) -> OwnRules:
    """Keep rules under a name; the same under the same name again is the one that is there.

    Raises `Refused`: ``bad_name`` (``same`` where other rules have that name), ``bad_stage.rules_full``,
    ``bad_stage.rules_long``.
    """
    plain, stored = names.player_name(name), _stored(rules)
    with transaction.atomic():
        _lock(place)
        shelf = _shelf(place)
        there = shelf.filter(name_key=names.name_key(plain)).first()
        if there and (there.ruleset, there.options) == (rules.slug, stored["options"]):
            return there
        if there:
            raise Refused(Problem("bad_name", "name", "rules_same", {"got": plain}))
        if shelf.count() >= PLACES_MOST:
            raise Refused(Problem("bad_stage", "name", "rules_full", {"greatest": PLACES_MOST}))
        where = {"circle": place, "by": by} if isinstance(place, Circle) else {"device": place}
        return OwnRules.objects.create(
            **where,
            **stored,
            public_id=new_public_id(),
            name=plain,
            name_key=names.name_key(plain),
            used_at=timezone.now(),
        )


def _stored(rules: HouseRules) -> dict[str, str | int | datetime]:
    """The columns of rules; raises `Refused` where they are too long to be kept."""
    text = canonical.to_text(rules.options)
    if len(text) > OPTIONS_LONGEST:
        raise Refused(Problem("bad_stage", "name", "rules_long", {"longest": OPTIONS_LONGEST}))
    return {
        "ruleset": rules.slug,
        "version": rules.ruleset.version,
        "options": text,
        "changed_at": timezone.now(),
    }


def _lock(place: Place) -> None:
    type(place)._default_manager.select_for_update().get(pk=place.pk)


def _shelf(place: Place) -> QuerySet[OwnRules]:
    return OwnRules.objects.filter(**({"circle": place} if isinstance(place, Circle) else {"device": place}))


def replace(row: OwnRules, rules: HouseRules) -> None:
    """Let others take the place of these rules, under the same name; the tables that were opened by them stay.

    Raises `Refused` (``bad_stage.rules_long``).
    """
    with transaction.atomic():
        there = OwnRules.objects.select_for_update().get(pk=row.pk)
        stored = _stored(rules)
        if (there.ruleset, there.options) == (stored["ruleset"], stored["options"]):
            return
        for column, value in stored.items():
            setattr(there, column, value)
        there.edition += 1
        there.save(update_fields=[*stored, "edition"])


def rename(row: OwnRules, name: str) -> None:
    """Call rules something else. Raises `Refused` (``bad_name``)."""
    plain = names.player_name(name)
    key = names.name_key(plain)
    with transaction.atomic():
        place = row.place
        _lock(place)
        if _shelf(place).filter(name_key=key).exclude(pk=row.pk).exists():
            raise Refused(Problem("bad_name", "name", "rules_same", {"got": plain}))
        OwnRules.objects.filter(pk=row.pk).update(name=plain, name_key=key)


def remove(row: OwnRules) -> None:
    """Let go of rules; the tables that were opened by them stay as they are."""
    row.delete()


def copy(row: OwnRules, rules: HouseRules, place: Place, *, by: Device) -> OwnRules:
    """The same rules under the same name in another place; raises what `keep` does."""
    return keep(place, row.name, rules, by=by)


def note_use(row: OwnRules) -> None:
    """Rules that a table was opened by come first the next time."""
    OwnRules.objects.filter(pk=row.pk).update(used_at=timezone.now())


def note_name(session: GameSession, stage: int, name: str) -> None:
    """Write down what the rules of a stage are called."""
    RulesName.objects.get_or_create(session=session, stage=stage, defaults={"name": name})


def note_stage(device: Device, session: GameSession, stage: int, rules: HouseRules, own: str = "") -> None:
    """Write down what the rules of a stage are called, where its phone has a name for them; ``own``: the ones chosen."""
    rows = [one for one in rules_of(device) if one.rules and one.rules.code == rules.code]
    rows.sort(key=lambda one: one.row.public_id != own)
    for one in rows[:1]:
        note_use(one.row)
        note_name(session, stage, one.row.name)
