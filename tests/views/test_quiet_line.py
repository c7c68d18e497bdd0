"""Pages about one deal are told what others enter meanwhile, in one quiet line."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.models import GameSession

from .conftest import Table, client_with, open_by

pytestmark = pytest.mark.django_db


def line(answer) -> re.Match[str] | None:
    """Where the page listens, from which event on."""
    return re.search(
        r'data-stream="([^"]+)"[^>]*data-rev="(\d+)" data-show="(?:line|entry)"', answer.content.decode()
    )


def listens(answer, session: GameSession) -> None:
    found = line(answer)
    assert found is not None
    assert found[1] == reverse("live:stream", args=[session.public_id])
    assert int(found[2]) == GameSession.objects.get(pk=session.pk).head_seq
    assert re.search(r'<script src="[^"]*js/live[^"]*\.js"', answer.content.decode())


@pytest.mark.parametrize("name", ["new", "dead", "foul", "adjust"])
def test_a_form_of_a_deal_listens(alice: Client, table: Table, name: str):
    listens(alice.get(table.url(f"deal_entry:{name}")), table.session)


@pytest.mark.parametrize("name", ["deal:show", "corrections:void", "corrections:replace"])
def test_a_page_of_a_correction_listens(alice: Client, table: Table, name: str):
    listens(alice.get(table.url(name, table.deal(1).key), follow=True), table.session)


def test_the_effect_of_a_correction_listens(alice: Client, table: Table):
    fields = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "xing_count": "0"}
    address = f"{table.url('deal_entry:save')}?replace={table.deal(1).key}"
    listens(alice.post(address, {**fields, "client_id": "fix-0123456789"}), table.session)


def test_what_was_refused_because_of_others_listens(alice: Client, table: Table):
    fields = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "xing_count": "0"}
    answer = alice.post(table.url("deal_entry:save"), {**fields, "client_id": "late-0123456789", "base": "1"})
    assert answer.status_code == 412
    listens(answer, table.session)


def test_several_wins_and_the_early_end_of_a_round_listen(db: None):
    for game, name in (("dazipai", "opening"), ("bopi", "end_round")):
        client = Client()
        session, _code = open_by(client, ruleset=game, client_id=f"open-{game}-0123456789")
        listens(client.get(reverse(f"deal_entry:{name}", args=[session.public_id])), session)


def test_an_onlooker_hears_of_it_too(table: Table):
    viewer = client_with(table.session, "viewer")
    listens(viewer.get(table.url("deal:show", table.deal(1).key)), table.session)
