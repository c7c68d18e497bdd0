"""For every ruleset there is: a corrected evening is explained on every page that explains, and the sums hold."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.chance import tries
from tests.ledger.conftest import totals
from tests.ledger.test_every_ruleset import corrected
from tests.rules.test_conformance import each_ruleset
from zipai_ledger.ledger import record
from zipai_ledger.ledger.shares import shares_of, stretches
from zipai_ledger.models import Deal, GameSession, Role, Stage

from .conftest import client_with

pytestmark = pytest.mark.django_db
evenings = settings(
    tries(1),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def page(client: Client, session: GameSession, name: str, *arguments: int, query: str = "") -> str:
    answer = client.get(reverse(name, args=[session.public_id, *arguments]) + query)
    assert answer.status_code == 200, (name, arguments)
    return answer.content.decode()


@each_ruleset
@given(data=st.data())
@evenings
def test_a_corrected_evening_is_explained_to_everybody(db, ruleset, data):
    session, _ = corrected(ruleset, data)
    client = client_with(session, Role.VIEWER)
    every_total_is_the_sum_of_what_its_page_shows(client, session)
    every_kind_of_deal_has_a_page_with_its_story_and_may_be_doubted(client, session)


def every_total_is_the_sum_of_what_its_page_shows(client: Client, session: GameSession) -> None:
    stage = Stage.objects.get(session=session)
    sums = totals(session)[0]
    for player, total in enumerate(sums):
        shares = shares_of(stage, player)
        parts = list(stretches(shares))
        assert sum(share.units for share in shares) == total
        assert parts[-1].after == total
        if player not in (0, len(sums) - 1):
            continue
        html = page(client, session, "breakdown:show", player)
        for part in parts if len(parts) > 1 else ():
            assert f"?stage=0&amp;from={part.first}" in html
            body = page(client, session, "breakdown:show", player, query=f"?stage=0&from={part.first}")
            assert len(re.findall(r'<details class="deal', body)) >= len(part.shares)


def every_kind_of_deal_has_a_page_with_its_story_and_may_be_doubted(
    client: Client, session: GameSession
) -> None:
    deals = Deal.objects.filter(session=session).order_by("position")
    kinds = {(deal.live, json.loads(deal.fact)["result"]): deal for deal in deals}
    for deal in kinds.values():
        if deal.live:
            record.dispute_deal(
                session=session, sent=record.Sent(role=Role.VIEWER), key=deal.key, note="不对"
            )
        html = page(client, session, "deal:show", deal.key)
        assert ('class="both"' in html) == deal.live
        assert re.search(rf"第 {deal.position} [盘行]", html)
    assert "不对" in page(client, session, "history:show")
    page(client, session, "settlement:show")
