"""缘故: over evenings of any kind, what is named as the reason of a due is what differs from when its people last settled.

The oracle has photographs of the table at each payment, and compares. With ``ZIPAI_LONG=500`` in the environment it
looks at 2,000 evenings instead of four.
"""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings

from tests.chance import seeds, tries
from tests.ledger.histories import PEOPLE, YUAN, History
from zipai_ledger.ledger.settlement import CauseKind, MethodChoice, reasons_of, settling
from zipai_ledger.presenters.payments import remainder
from zipai_ledger.rules.settlement import fewest_transfers
from zipai_ledger.rules.ways import Way

pytestmark = pytest.mark.django_db

STEPS = 45
CHANGED = {
    (True, True): CauseKind.CORRECTED,
    (False, True): CauseKind.RESTORED,
    (True, False): CauseKind.VOIDED,
}
"""Whether an old deal that somebody touched counted then, and does now."""
evenings = settings(
    tries(4, shrink=False),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Oracle:
    """One due, looked at with nothing but photographs and the notes of the evening."""

    def __init__(self, history, now, settled, due):
        self.history, self.now = history, now
        self.due, self.pair = due, (due.payer, due.payee)
        self.since = self.last_settled()
        self.then = history.photographs[self.since] if self.since else None
        self.by_pair, self.side, self.sign = True, {*self.pair}, 0
        straight = settled.choice.way is Way.PAIRS and self.linear(now) == due.minor
        sides = () if straight or not self.since else sides_of(settled.dues, due)
        self.adds_up = straight or bool(sides)
        if sides:
            self.by_pair = False
            self.side, self.sign = min(sides, key=self.distance)

    def distance(self, side):
        """How far a side was from being through, how many it is, and whether the payer is in it."""
        self.side, self.sign = side
        return abs(self.before()), len(self.side), self.sign

    def last_settled(self):
        """The last event with which the two settled; else one after which they may think that they are through."""
        payer, payee = self.pair
        given = [(seq, pair) for seq, pairs in self.history.settled.items() for pair in pairs]
        between = [seq for seq, pair in given if {*pair} == {payer, payee}]
        part = [seq for seq, pair in given if payer in pair or payee == pair[0]]
        return max(between or part, default=None) if self.due.currency == YUAN else None

    def minor(self, won, debts):
        """By how much the payer owes the payee more, if all that is won, or owed through it, is this."""
        if self.by_pair:
            return debts.get(self.pair, 0) - debts.get(self.pair[::-1], 0)
        return self.sign * sum(won[player] for player in self.side)

    def of_deal(self, photograph, key):
        effect = photograph.deals.get(key)
        counts = effect is not None and effect.currency == YUAN
        return self.minor(effect.won, effect.debts) if counts else 0

    def of_payment(self, payer, payee, minor):
        won = [0] * PEOPLE
        won[payer], won[payee] = minor, -minor
        return self.minor(won, {(payer, payee): -minor})

    def of_carried(self, minor, into):
        moves = fewest_transfers(minor) if into else fewest_transfers([-one for one in minor])
        sign = 1 if into else -1
        return self.minor(minor, {(payer, payee): sign * amount for payer, payee, amount in moves})

    def linear(self, photograph):
        """What the two owe each other, if nothing but what passed between them counts."""
        return (
            sum(self.of_deal(photograph, key) for key in photograph.deals)
            + sum(self.of_payment(*paid) for paid in photograph.paid.values())
            + sum(self.of_carried(*carried) for carried in photograph.carried.values())
        )

    def before(self):
        """What was due then, by the account of the side at that moment or by what had passed between the two; less
        what was paid or carried out since."""
        due = self.linear(self.then) if self.by_pair else self.minor(self.then.owed, {})
        paid = sum(self.of_payment(*self.now.paid[seq]) for seq in {*self.now.paid} - {*self.then.paid})
        return due + paid + sum(self.of_carried(*carried) for carried in self.came() if not carried[1])

    def came(self):
        return [self.now.carried[seq] for seq in {*self.now.carried} - {*self.then.carried}]

    def causes(self):
        return [*sorted(self.old_deals() + self.new_deals(), key=lambda one: one[1]), *sorted(self.money())]

    def old_deals(self):
        found = []
        for key in self.then.deals:
            minor = self.of_deal(self.now, key) - self.of_deal(self.then, key)
            if minor:
                found.append((self.how(key), self.number(key), minor))
        return found

    def how(self, key):
        if any(seq > self.since and edited == key for seq, edited in self.history.edited):
            then, now = self.then.deals[key].live, self.now.deals[key].live
            return CHANGED[then, now]
        rescored = any(seq > self.since and key in keys for seq, keys in self.history.rescored)
        return CauseKind.RESCORED if rescored else CauseKind.FOLLOWED

    def new_deals(self):
        last = max((self.number(key) for key in self.then.deals), default=0)
        found = []
        for key, effect in self.now.deals.items():
            minor = self.of_deal(self.now, key)
            if key in self.then.deals or not (effect.live and (minor or self.could_play(effect))):
                continue
            kind = CauseKind(self.history.recorded[key])
            if kind is CauseKind.RECORDED and self.number(key) < last:
                kind = CauseKind.INSERTED
            found.append((kind, self.number(key), minor))
        counted = any(minor for kind, _number, minor in found if kind is CauseKind.RECORDED)
        return [one for one in found if one[2] or (counted and one[0] is CauseKind.RECORDED)]

    def could_play(self, effect):
        seats = effect.seats
        return effect.currency == YUAN and (self.side <= seats if self.by_pair else bool(self.side & seats))

    def number(self, key):
        return self.now.deals[key].position

    def money(self):
        undone = {*self.then.paid} - {*self.now.paid}
        found = [(CauseKind.CANCELLED, 0, -self.of_payment(*self.then.paid[seq])) for seq in undone]
        found += [(CauseKind.CARRIED_IN, 0, self.of_carried(*one)) for one in self.came() if one[1]]
        return [one for one in found if one[2]]


def sides_of(dues, due):
    """The fewest players, the payer among them and not the payee, whom no other due binds to the rest; and the other way.

    None where the two are bound by others: pair by pair, what was paid too much may have gone round in circles.
    """
    others = [(one.payer, one.payee) for one in dues if one.currency == due.currency and one != due]
    whole = [
        {*players}
        for size in range(1, PEOPLE)
        for players in combinations(range(PEOPLE), size)
        if all((one in players) == (other in players) for one, other in others)
    ]
    giving = [one for one in whole if due.payer in one and due.payee not in one]
    taking = [one for one in whole if due.payee in one and due.payer not in one]
    return [(giving[0], -1), (taking[0], +1)] if giving and taking else []


def check(history, now, choice):
    """Every reason that the table gives in a way is what the photographs say; gives the reasons, and which add up."""
    settled = settling(history.now, choice)
    found = reasons_of(settled)
    given = []
    for due in settled.dues:
        oracle, why = (
            Oracle(history, now, settled, due),
            found.get((due.payer, due.payee), {}).get(due.currency),
        )
        assert (why and why.since) == oracle.since
        if why is None:
            continue
        causes = [(cause.kind, cause.number, cause.minor) for cause in why.causes]
        dealt = [cause for cause in causes if cause[1]]
        assert [*dealt, *sorted(causes[len(dealt) :])] == oracle.causes()
        assert why.minor == due.minor
        if oracle.adds_up:
            assert why.before == oracle.before()
        check_words(oracle, remainder(due, settled, why))
        given.append((why, oracle.adds_up))
    return given


def check_words(oracle, message):
    """付了, 付多了, 要退, 还没付: what is said of payments between the two is what they gave each other, in this order."""
    payer, payee = oracle.pair
    paid = [one for _seq, one in sorted(oracle.now.paid.items()) if {*one[:2]} == {payer, payee}]
    given = sum(minor for who, _whom, minor in paid if who == payer)
    received = sum(minor for _who, whom, minor in paid if whom == payer)
    if message is None:
        assert given <= received
        return
    was_payee = bool(paid) and paid[-1][0] == payee
    if message.paid:
        assert message.paid == (given - received if was_payee else given_since(payee, paid))
    if message.overpaid:
        assert was_payee
        assert oracle.before() > 0 or not oracle.adds_up
    assert message.back == (was_payee and oracle.due.minor <= given_since(payer, paid))


def given_since(player, paid):
    """What was paid after the last time that a player paid."""
    own = [place for place, (who, _whom, _minor) in enumerate(paid, 1) if who == player]
    return sum(minor for _who, _whom, minor in paid[max(own, default=0) :])


def test_what_is_named_is_what_differs_and_the_amounts_add_up(db, rulesets):
    named, steps, before = Counter(), Counter(), Counter()

    @given(seed=seeds)
    @evenings
    def look(seed):
        history = History(seed, rulesets).run(STEPS)
        now = history.photograph()
        steps.update(history.made)
        for choice in (
            MethodChoice(Way.FEWEST),
            MethodChoice(Way.PAIRS),
            MethodChoice(Way.CASHIER, seed % PEOPLE),
        ):
            for why, adds_up in check(history, now, choice):
                named.update(cause.kind for cause in why.causes)
                before[(why.before > 0) - (why.before < 0) if adds_up else "circle"] += 1

    look()
    # What it has looked at is no evening of nothing, and where it does not add up is the exception.
    assert {*named} >= {CauseKind.CORRECTED, CauseKind.VOIDED, CauseKind.RECORDED}, named
    assert before["circle"] * 4 < before.total(), before
    assert all(steps[name] for name in ("void", "restore", "replace", "insert", "pay", "cancel")), steps
