"""A ruleset's bug is repaired: what was recorded before stays as it was, byte for byte."""

from dataclasses import replace

import pytest

from tests.ledger.conftest import sent, tally_win, win
from tests.ledger.toy import Toy2
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, Event, GameSession, Hu, Posting, Stage
from zipai_ledger.rules import registry

pytestmark = pytest.mark.django_db


def everything(session):
    """Every stored row, and everything the page shows."""
    rows = [
        list(model.objects.filter(session=session).order_by("pk").values())
        for model in (Stage, Event, Deal, Hu, Posting)
    ]
    view = queries.table_view(GameSession.objects.get(pk=session.pk), 1_000)
    return repr((rows, view.standing, view.settlement, [(r.fact, r.outcome, r.deltas) for r in view.deals]))


NOW = registry.get("guilin").version


class NewerGuilin(type(registry.get("guilin"))):
    """The same rules by another price, as a repaired bug would give."""

    version = NOW + 1

    def play(self, table, state, deal):
        outcome = super().play(table, state, deal)
        return replace(outcome, flows=tuple(replace(flow, units=flow.units + 1) for flow in outcome.flows))


def test_old_evenings_stay_byte_for_byte_when_a_version_rises(table, play, rulesets):
    play(table, win(0), win(1, source="discard", from_=0), win(2, hu=30))
    before, report = everything(table), verify(table)
    rulesets["guilin"] = NewerGuilin()
    assert everything(table) == before
    after = verify(table)
    assert (after.damages, after.events) == (report.damages, report.events) == ((), after.events)
    assert (len(report.differing), len(after.differing)) == (0, 3)


def test_deals_entered_from_then_on_follow_the_newer_rules(table, play, rulesets):
    old, *_ = play(table, win(0))
    rulesets["guilin"] = NewerGuilin()
    (new,) = play(table, win(0))
    versions = {
        deal.key: (canonical.parse(deal.outcome)["rules_version"], canonical.parse(deal.outcome)["deltas"])
        for deal in Deal.objects.filter(session=table)
    }
    assert versions == {old: (NOW, [6, -3, -3]), new: (NOW + 1, [8, -4, -4])}
    assert verify(table).damages == ()
    assert verify(table).differing == (old,)


def test_a_correction_rescores_only_as_far_as_states_differ(table, play, rulesets):
    keys = play(table, win(0), win(1), win(2), win(0))
    rulesets["guilin"] = NewerGuilin()
    record.replace_deal(session=table, sent=sent(), deal=keys[0], fact=win(0, hu=22))
    deals = Deal.objects.filter(session=table).order_by("position")
    assert [canonical.parse(deal.outcome)["rules_version"] for deal in deals] == [NOW + 1, NOW, NOW, NOW]


def test_a_new_stage_is_opened_by_the_newer_rules(toy_table, play, rulesets):
    play(toy_table, tally_win(0, 60))
    rulesets["toy"] = Toy2()
    record.open_stage(session=toy_table, sent=sent(), stage=NewStage(ruleset="toy", seats=(0, 1, 2)))
    assert list(
        Stage.objects.filter(session=toy_table).order_by("index").values_list("version", flat=True)
    ) == [1, 2]
    assert verify(toy_table).damages == ()
