"""Whatever phones do in whatever order, the ledger stays whole: a machine that taps at random, and what must hold."""

import secrets

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.exports.conftest import exported, imported
from tests.ledger.conftest import new_id, open_table, win
from zipai_ledger.access import devices, grants, invitations
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Conflict, Sent, Stale
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, Event, GameSession
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db

seats, points, numbers = st.integers(0, 2), st.integers(10, 40), st.integers(0, 1_000)


def sent(client_id, base=None):
    return Sent(role="scorekeeper", client_id=client_id, base=base)


class Evening(RuleBasedStateMachine):
    """``told`` is what phones were told: id → (deal, 胡). ``live`` are the deals that count, ``void`` those that do not."""

    deals = Bundle("deals")

    @initialize()
    def open(self):
        self.session = open_table()
        self.told, self.live, self.void, self.grants, self.last = {}, set(), set(), [], ""

    @property
    def now(self):
        return GameSession.objects.get(pk=self.session.pk)

    @rule(target=deals, winner=seats, hu=points)
    def enter(self, winner, hu):
        entry = new_id()
        done = record.record_deal(session=self.session, sent=sent(entry), fact=win(winner, hu=hu))
        self.told[entry], self.last = (done.deal_key, winner, hu), entry
        self.live.add(done.deal_key)
        return done.deal_key

    @rule(which=numbers)
    def send_again(self, which):
        if not self.told:
            return
        entry, (key, winner, hu) = [*self.told.items()][which % len(self.told)]
        again = record.record_deal(session=self.session, sent=sent(entry), fact=win(winner, hu=hu))
        assert (again.replay, again.deal_key) == (True, key)
        with pytest.raises(Conflict):
            record.record_deal(session=self.session, sent=sent(entry), fact=win(winner, hu=hu + 1))

    @rule(winner=seats, behind=st.integers(1, 5))
    def build_on_what_is_no_more(self, winner, behind):
        base = self.now.ledger_seq - behind
        if base < 1:
            return
        with pytest.raises(Stale):
            record.record_deal(session=self.session, sent=sent(new_id(), base), fact=win(winner))

    @rule(target=deals, winner=seats, hu=points)
    def build_on_an_own_one(self, winner, hu):
        entry, base = new_id(), f"after:{self.last}" if self.last else None
        try:
            done = record.record_deal(session=self.session, sent=sent(entry, base), fact=win(winner, hu=hu))
        except Stale:
            done = record.record_deal(session=self.session, sent=sent(entry), fact=win(winner, hu=hu))
        self.told[entry], self.last = (done.deal_key, winner, hu), entry
        self.live.add(done.deal_key)
        return done.deal_key

    @rule(deal=deals)
    def strike_out(self, deal):
        if deal in self.live:
            record.void_deal(session=self.session, sent=sent(new_id()), deal=deal)
            self.live.remove(deal)
            self.void.add(deal)
        else:
            with pytest.raises(Refused):
                record.void_deal(session=self.session, sent=sent(new_id()), deal=deal)

    @rule(deal=deals)
    def bring_back(self, deal):
        if deal in self.void:
            record.restore_deal(session=self.session, sent=sent(new_id()), deal=deal)
            self.void.remove(deal)
            self.live.add(deal)

    @rule(deal=deals, winner=seats, hu=points)
    def mend(self, deal, winner, hu):
        if deal in self.live:
            record.replace_deal(session=self.session, sent=sent(new_id()), deal=deal, fact=win(winner, hu=hu))

    @rule(player=seats)
    def rename(self, player):
        before = self.now.ledger_seq
        name = f"人{secrets.token_hex(3)}"
        record.rename_player(session=self.session, sent=sent(None), player=player, name=name)
        assert self.now.ledger_seq == before

    @rule()
    def join(self):
        link, _secret = invitations.invite(self.session, invitations.Offer("viewer"))
        device = devices.arriving("").device
        self.grants.append(grants.redeem(link, device))

    @rule()
    def send_away(self):
        if self.grants:
            grants.revoke(grants.live_grants().filter(pk=self.grants.pop().pk))

    @rule()
    def take_home_and_bring_back(self):
        text = exported(self.now, "archive")
        copy = imported(text)
        assert exported(copy, "archive") == text
        self.session = copy
        self.grants.clear()

    @invariant()
    def everything_told_is_stored_once_and_sums_to_zero(self):
        stored = Event.objects.filter(session=self.session, kind="deal_recorded")
        assert {event.client_id: event.seq for event in stored} == {
            one: key for one, (key, *_) in self.told.items()
        }
        deals = Deal.objects.filter(session=self.session)
        assert {deal.key for deal in deals if deal.live} == self.live
        assert {deal.key for deal in deals if not deal.live} == self.void
        assert [sum(row) for row in Standing.of(self.now).totals] == [0]
        assert grants.live_grants().filter(session=self.session).count() == len(self.grants)

    def teardown(self):
        assert verify(self.now).damages == ()


def run(examples, steps):
    quiet = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    run_state_machine_as_test(Evening, settings=quiet)


def test_any_order_of_taps_leaves_the_ledger_whole():
    run(6, 25)


@pytest.mark.fault
def test_any_order_of_many_taps_leaves_the_ledger_whole():
    run(200, 50)
