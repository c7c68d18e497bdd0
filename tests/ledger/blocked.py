"""Corrections after which something later can no longer stand, as the tests of each game tell them, in the ledger."""

from tests.ledger.conftest import open_table, sent
from tests.once import once
from tests.rules.evenings.changes import Correction, blocked
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Change, Restore, Void
from zipai_ledger.models import GameSession
from zipai_ledger.rules import registry

CASES = {each.name: each for slug in registry.all_rulesets() for each in blocked(slug)}


def played(case: Correction) -> tuple[GameSession, dict[int, int], Change]:
    """The table before the correction, number → key of its deals, and the correction."""
    return once(repr(case), lambda: _played(case))


def _played(case: Correction) -> tuple[GameSession, dict[int, int], Change]:
    session = open_table(case.ruleset, players=case.players, options=case.options)
    keys: dict[int, int] = {}
    for number, fact in enumerate(case.deals, 1):
        keys[number] = record.record_deal(session=session, sent=sent(), fact=fact).deal_key
        if number in case.void:
            record.void_deal(session=session, sent=sent(), deal=keys[number])
    change = (Restore if case.aim in case.void else Void)(keys[case.aim])
    return GameSession.objects.get(pk=session.pk), keys, change
