"""照现在的规矩重算: the owner sees what mended rules would change, and decides."""

from dataclasses import replace

import pytest
from django.test import Client

from tests.views.conftest import CALLED, Table, play
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.games.guilin import Guilin
from zipai_ledger.rules.problems import Problem, Refused

pytestmark = pytest.mark.django_db


class Mended(Guilin):
    """Each 子 is worth less 胡 than was thought."""

    version = Guilin.version + 1

    def play(self, table, state, deal):
        if not isinstance(deal, facts.Win) or not deal.hu:
            return super().play(table, state, deal)
        found = super().play(table, state, replace(deal, hu=deal.hu + 5))
        return replace(found, deal=replace(found.deal, hu=deal.hu))


class Strict(Guilin):
    """No dead deals."""

    version = Guilin.version + 1
    results = tuple(result for result in Guilin.results if result is not facts.Dead)

    def play(self, table, state, deal):
        if not isinstance(deal, self.results):
            raise Refused(Problem("bad_deal", "result", "not_here", {"result": deal.result}))
        return super().play(table, state, deal)


def totals(table):
    return Standing.of(GameSession.objects.get(pk=table.session.pk)).totals


def mend(monkeypatch, ruleset):
    known = {**registry.all_rulesets(), "guilin": ruleset()}
    monkeypatch.setattr(registry, "all_rulesets", lambda: known)


def page(client, table):
    return client.get(table.url("rescoring:rescore")).content.decode()


def test_where_nothing_was_mended_nobody_is_asked(alice: Client, table: Table):
    assert table.url("rescoring:rescore") not in alice.get(table.url("table:show")).content.decode()
    assert "不用重算" in page(alice, table)
    assert alice.post(table.url("rescoring:rescore")).status_code == 422


def test_the_owner_is_led_there_and_sees_what_would_change(
    alice: Client, table: Table, bob: Client, monkeypatch
):
    before = totals(table)
    mend(monkeypatch, Mended)
    assert table.url("rescoring:rescore") in alice.get(table.url("table:show")).content.decode()
    assert table.url("rescoring:rescore") not in bob.get(table.url("table:show")).content.decode()
    html = page(alice, table)
    assert "输赢会变的：第 2 盘" in html
    assert totals(table) == before


def test_it_is_done_in_one_step_and_told_in_the_history(alice: Client, table: Table, monkeypatch):
    before = totals(table)
    mend(monkeypatch, Mended)
    sent = {"client_id": "score-it-all-anew", "base": str(table.session.ledger_seq), "reason": "算法改了"}
    answer = alice.post(table.url("rescoring:rescore"), sent)
    assert (answer.status_code, answer["Location"]) == (302, table.url("table:show"))
    # 小李 won off 阿芳 with 17 胡 and one 醒: 3 舵 twice, 4 with what was mended.
    assert [now - was for was, now in zip(before[0], totals(table)[0], strict=True)] == [0, 2, -2]
    history = alice.get(table.url("history:show")).content.decode()
    assert "照现在的规矩，从第 2 盘起重算" in history
    assert "算法改了" in history
    assert "不用重算" in page(alice, table)


def test_deals_that_cannot_stand_are_kept_one_by_one(alice: Client, table: Table, monkeypatch):
    (key,) = play(table.session, facts.Dead())
    mend(monkeypatch, Strict)
    html = page(alice, table)
    assert "第 3 盘照原样（商定）" in html
    assert alice.post(table.url("rescoring:rescore"), {"client_id": "without-a-word"}).status_code == 409
    answer = alice.post(table.url("rescoring:rescore"), {"client_id": "as-it-was-agreed", "keep": str(key)})
    assert answer.status_code == 302
    assert table.deal(3).agreed


def test_what_others_entered_meanwhile_is_looked_at_first(alice: Client, table: Table, monkeypatch):
    mend(monkeypatch, Mended)
    seen = GameSession.objects.get(pk=table.session.pk).ledger_seq
    play(table.session, CALLED)
    sent = {"client_id": "from-an-older-page", "base": str(seen)}
    answer = alice.post(table.url("rescoring:rescore"), sent)
    assert answer.status_code == 412
    assert "输赢会变的：第 2 盘" in answer.content.decode()


def test_a_closed_table_has_to_be_opened_first(alice: Client, table: Table, monkeypatch):
    mend(monkeypatch, Mended)
    GameSession.objects.filter(pk=table.session.pk).update(status="closed")
    assert "要先再打开" in page(alice, table)
    assert alice.post(table.url("rescoring:rescore"), {"client_id": "closed-already"}).status_code == 423
