"""What the operator ends: one phone, or everybody at a table."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.views.conftest import Table, alice, client_with, table
from zipai_ledger.access import grants
from zipai_ledger.models import Grant, Role

__all__ = ["alice", "table"]
pytestmark = pytest.mark.django_db


def end_access(*arguments: str) -> str:
    out = io.StringIO()
    call_command("end_access", *arguments, stdout=out)
    return out.getvalue()


def recovered(code: str) -> int:
    return Client().post(reverse("recover"), {"code": code}).status_code


def test_the_phones_of_a_table_are_listed_by_number(table: Table):
    client_with(table.session, Role.VIEWER)
    owner, viewer = Grant.objects.order_by("pk")
    first, second = end_access(table.public_id).splitlines()
    assert first.startswith(f"{owner.device_id}: owner, player 0, last here 2")
    assert second.startswith(f"{viewer.device_id}: viewer, nobody, last here 2")


def test_one_phone_is_signed_off_and_its_code_stays_good(table: Table, alice: Client):
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    end_access(table.public_id, "--device", str(Grant.objects.earliest("pk").device_id))
    assert alice.get(table.url("table:show")).status_code == 404
    assert bob.get(table.url("table:show")).status_code == 200
    assert recovered(table.code) == 201


def test_everybody_is_sent_away_and_only_the_new_code_leads_back(table: Table, alice: Client):
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    output = end_access(table.public_id, "--everybody")
    for phone in (alice, bob):
        assert phone.get(table.url("table:show")).status_code == 404
    assert Client().post(reverse("joining:paste"), {"secret": table.invitation}).status_code != 302
    assert recovered(table.code) == 422
    assert recovered(output.split()[-1]) == 201
    assert grants.holding(table.session).get().role == Role.OWNER


@pytest.mark.parametrize("wrong", [["AAAAAAAAAAAAAAAAAAAAAA"], ["{id}", "--device", "999999"]])
def test_what_is_not_there_is_named(table: Table, wrong: list[str]):
    with pytest.raises(CommandError, match=r"^no (session|device) "):
        end_access(*(part.format(id=table.public_id) for part in wrong))
