"""A row of the ledger is kept as long as nothing that it shows changes."""

from dataclasses import replace

import pytest
from django.test import Client

from tests.views.conftest import Table, alice, drawn_anew, table
from zipai_ledger.access import Visit
from zipai_ledger.ledger import queries
from zipai_ledger.models import GameSession, Grant, Role
from zipai_ledger.presenters.table import roster
from zipai_ledger.templatetags.deal_rows import cached_deal_row, rendered

__all__ = ["alice", "drawn_anew", "table"]

pytestmark = pytest.mark.django_db


def test_a_row_is_rendered_once_and_anew_for_other_rights_names_reasons_and_states(
    alice: Client, table: Table
):
    view = queries.table_view(table.session)
    grant = Grant.objects.get(session=table.session, role=Role.OWNER)
    owner = Visit(table.session, grant, Role.OWNER, grant.player, grant.device)
    people, row = roster(view), view.deals[0]
    first = cached_deal_row(row, people, owner)
    rendered.cache_clear()
    assert cached_deal_row(row, people, owner) == first
    assert cached_deal_row(row, people, owner) == first
    assert rendered.cache_info().hits == 1
    assert "更正" in first
    onlooker = replace(owner, role=Role.VIEWER)
    assert "更正" not in cached_deal_row(row, people, onlooker)
    assert "有异议" in first
    closed = GameSession.objects.get(pk=table.session.pk)
    closed.status = GameSession.Status.CLOSED
    assert "有异议" not in cached_deal_row(row, people, replace(owner, session=closed))
    other_names = replace(people, names=["甲", "乙", "丙"])
    assert cached_deal_row(row, other_names, owner) != first
    assert rendered.cache_info().hits == 1
