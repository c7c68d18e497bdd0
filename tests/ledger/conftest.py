"""Tables to try the ledger on."""

import secrets

import pytest

from tests.ledger.toy import Toy
from tests.once import once
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage, Sent
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts, registry

NAMES = ["老王", "小李", "阿芳", "老陈"]


def sent(base=None, client_id=None, **more):
    return Sent(role="owner", grant=7, client_id=client_id, base=base, **more)


def new_id():
    return secrets.token_urlsafe(12)


def win(winner, hu=17, **more):
    """A 桂林 win by 胡 only."""
    more.setdefault("source", "self_draw")
    return facts.Win(winner=winner, hu=hu, xing=facts.Xing(count=0), **more)


def tally_win(winner, hu=20, **more):
    return facts.Win(winner=winner, hu=hu, **more)


def open_table(ruleset="guilin", players=3, **stage):
    opening = NewStage(ruleset=ruleset, seats=tuple(range(players)), **stage)
    return record.open_session(sent=sent(), name="周五", players=NAMES[:players], stage=opening).session


@pytest.fixture
def rulesets(monkeypatch):
    """Slug → ruleset, with the toy among them; a test may put others in."""
    known = {**registry.all_rulesets(), "toy": Toy()}
    monkeypatch.setattr(registry, "all_rulesets", lambda: known)
    return known


@pytest.fixture
def table(db) -> GameSession:
    """Three players, 桂林字牌, nothing recorded."""
    return once("a table of three", open_table)


@pytest.fixture
def toy_table(db, rulesets) -> GameSession:
    """Three players at the toy's tally."""
    return open_table("toy")


@pytest.fixture
def play():
    """Record one deal after another; gives their keys."""

    return recorded


def recorded(session, *deals):
    return [record.record_deal(session=session, sent=sent(), fact=fact).deal_key for fact in deals]


def totals(session):
    from zipai_ledger.ledger.standing import Standing

    return Standing.of(GameSession.objects.get(pk=session.pk)).totals
