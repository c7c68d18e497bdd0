"""What goes with an entry besides what was played."""

import pytest
from django.http import QueryDict

from zipai_ledger.access import Visit
from zipai_ledger.forms.corrections import CorrectionForm
from zipai_ledger.ledger.record import LaterSeats
from zipai_ledger.models import Device, GameSession, Grant, Role
from zipai_ledger.rules.problems import Refused

VISIT = Visit(GameSession(), Grant(pk=7), Role.OWNER, 0, Device())


def sent(query: str) -> CorrectionForm:
    form = CorrectionForm(QueryDict(query))
    assert form.is_valid()
    return form


@pytest.mark.parametrize(
    ("query", "base"),
    [
        ("base=12", 12),
        ("base=after:entry-0123456789", "after:entry-0123456789"),
        ("base=", None),
        ("", None),
    ],
)
def test_an_entry_builds_on_what_its_phone_had_seen(query: str, base: object):
    assert sent(query).sent(VISIT).base == base


def test_a_base_that_no_form_of_ours_holds_is_refused():
    with pytest.raises(Refused, match="bad_entry"):
        sent("base=zz").sent(VISIT)


@pytest.mark.parametrize(
    ("query", "confirmed"),
    [
        ("", False),
        ("confirm=1", True),
        ("confirm=1&shown=", True),
        ("confirm=1&follow=1", False),
        ("confirm=1&follow=1&shown=1", True),
        ("follow=1&shown=1", False),
    ],
)
def test_a_correction_is_confirmed_only_as_it_was_shown(query: str, confirmed: bool):
    assert sent(query).is_confirmed is confirmed


def test_later_deals_follow_the_rule_where_that_is_ticked():
    assert (sent("follow=1").seats, sent("").seats) == (LaterSeats.BY_RULE, LaterSeats.AS_SEEN)


def test_deals_to_keep_are_keys_and_nothing_else():
    assert sent("keep=3&keep=x&keep=9999999999999&keep=7").cleaned_data["keep"] == {3, 7}


def test_the_entry_is_sent_along_without_what_was_chosen_on_the_way():
    form = sent("csrfmiddlewaretoken=x&client_id=a&winner=0&reason=r&keep=3&keep=4&confirm=1")
    assert form.entry_fields == (("client_id", "a"), ("winner", "0"))
    assert form.chosen_fields == (("reason", "r"), ("keep", "3"), ("keep", "4"))
