"""For every ruleset there is: what the ledger keeps is what the rules say of the exported deals."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.chance import tries
from tests.ledger.conftest import sent, totals
from tests.rules.evenings.deals import any_deal, evening
from tests.rules.evenings.stages import options_of, table_of
from tests.rules.test_conformance import NAMES, each_ruleset
from zipai_ledger.exports import incoming, outgoing
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Blocked, NewStage, Stake
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.replay import answer

pytestmark = pytest.mark.django_db

evenings = settings(
    tries(1, shrink=False),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
STAKE = Stake(currency="CNY", minor_per_unit=50)


def opened(ruleset, table) -> GameSession:
    """The same stage in the ledger."""
    stage = NewStage(
        ruleset=ruleset.slug,
        seats=table.players,
        options=table.options,
        first_dealer=table.first_dealer,
        stake=STAKE,
        carried_in=table.carried_in,
    )
    players = NAMES[: table.count]
    return record.open_session(sent=sent(), name="周五", players=players, stage=stage).session


def keys(session, live) -> list[int]:
    return list(Deal.objects.filter(session=session, live=live).values_list("key", flat=True))


def correct(session, ruleset, table, chance) -> None:
    """One correction as chance has it, whatever becomes of it; raises `Refused` or `Blocked`."""
    how = chance.choice(("void", "void", "restore", "replace", "replace", "insert", "append"))
    aim = chance.choice(keys(session, live=how != "restore"))
    state = Standing.of(GameSession.objects.get(pk=session.pk)).state
    if how in ("void", "restore"):
        verb = record.void_deal if how == "void" else record.restore_deal
        verb(session=session, sent=sent(), deal=aim)
        return
    fact = facts.from_json(any_deal(ruleset, table, state, chance))
    beside = {"replace": "deal", "insert": "before", "append": "after"}[how]
    getattr(record, f"{how}_deal")(session=session, sent=sent(), fact=fact, **{beside: aim})


def corrected(ruleset, data) -> tuple[GameSession, int]:
    """An evening recorded deal by deal, then corrected; the session, and how many corrections were made."""
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    table = table_of(ruleset, data.draw(options_of(ruleset)), chance)
    session, made = opened(ruleset, table), 0
    for deal in evening(ruleset, table, chance, 8):
        record.record_deal(session=session, sent=sent(), fact=deal.fact)
    for _ in range(15):
        try:
            correct(session, ruleset, table, chance)
        except (Refused, Blocked, IndexError):
            continue
        made += 1
    return GameSession.objects.get(pk=session.pk), made


def replayed(session) -> dict:
    with outgoing.export(session, "json", "zh-hans") as file:
        replay = answer(json.load(file))
    assert replay["ok"], replay
    return replay


def kept_as_replayed(session, replay):
    """Every deal, every total and the tally."""
    (stage,) = replay["stages"]
    (kept,) = totals(session)
    stored = [
        canonical.parse(deal.outcome)
        for deal in Deal.objects.filter(session=session, live=True).order_by("position")
    ]
    assert [deal["deltas"] for deal in stage["deals"]] == [outcome["deltas"] for outcome in stored]
    assert [deal["tally"] for deal in stage["deals"]] == [outcome["tally"] for outcome in stored]
    assert [deal["round_over"] for deal in stage["deals"]] == [outcome["round_over"] for outcome in stored]
    assert stage["totals"] == list(kept)
    tally = Standing.of(session).tally
    assert stage["tally"] == (None if tally is None else list(tally))
    assert verify(session).damages == ()


def settled_as_replayed(session, replay):
    """Who pays whom, after which nobody owes anything."""
    settlement = queries.table_view(session).settlement
    assert replay["money"] == list(settlement.money["CNY"])
    transfers = [(move["from"], move["to"], move["minor"]) for move in replay["transfers"]]
    assert transfers == [(due.payer, due.payee, due.minor) for due in settlement.dues]
    left = list(settlement.money["CNY"])
    for due in settlement.dues:
        left[due.payer] += due.minor
        left[due.payee] -= due.minor
    assert left == [0] * len(left)


def archived(session):
    """However strictly an archive is read, what the program writes is read."""
    with outgoing.export(session, "archive", "zh-hans") as file:
        text = file.read().decode()
    trail = incoming.read(text).trail
    assert len(trail.events) == session.head_seq


@each_ruleset
def test_replay_of_the_exported_evening_says_what_the_ledger_says(db, ruleset):
    made = []

    @given(data=st.data())
    @evenings
    def compare(data):
        session, corrections = corrected(ruleset, data)
        made.append(corrections)
        replay = replayed(session)
        kept_as_replayed(session, replay)
        settled_as_replayed(session, replay)
        archived(session)

    compare()
    assert sum(made) >= 3, "these were evenings that nobody could correct"
