"""Spoken codes in the database: how long they hold, and that wrong tries end them."""

from datetime import datetime, timedelta

import pytest
from django.db.models import Model
from django.utils import timezone

from tests.access.test_finding import locks
from tests.access.test_grants import device
from tests.views.conftest import Table, alice, open_by, table
from zipai_ledger.access import grants, invitations, spoken, tokens
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import GameSession, Grant, Link, Role

__all__ = ["alice", "locks", "table"]
pytestmark = pytest.mark.django_db


def wrong(right: str) -> str:
    """Digits other than these."""
    return tokens.grouped(f"{(int(right.replace('-', '')) + 1) % 10**8:08}")


def try_wrongly(code: str, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(grants.WrongCode):
            spoken.find(wrong(code))


def tries(link: Link) -> int:
    link.refresh_from_db()
    return link.wrong_tries


@pytest.fixture
def other(alice) -> GameSession:
    """Another table of the same owner."""
    session, _code = open_by(alice, client_id="another-0123456", name="另一桌")
    return session


def test_it_is_eight_digits_for_ten_minutes_and_for_viewers(table: Table, moment: datetime):
    link, code = spoken.make(table.session)
    assert [len(group) for group in code.split("-")] == [4, 4]
    assert code.replace("-", "").isdigit()
    assert link.role == Role.VIEWER
    assert link.expires_at == moment + timedelta(minutes=10)
    assert spoken.newest(table.session) == link
    Link.objects.filter(pk=link.pk).update(expires_at=moment)
    with pytest.raises(grants.WrongCode):
        spoken.find(code)
    assert spoken.newest(table.session) is None


def test_it_is_found_however_it_was_typed(table: Table):
    link, code = spoken.make(table.session)
    left, right = code.split("-")
    wide = str.maketrans("0123456789-", "０１２３４５６７８９－")
    for typed in (
        code,
        f" {left} {right} ",
        left + right,
        f"{left}—{right}",
        f"{left}　{right}",
        code.translate(wide),
    ):
        assert invitations.find_typed(typed) == link


def test_what_is_kept_of_it_is_worth_nothing_without_the_secret_key(table: Table, settings):
    link, code = spoken.make(table.session)
    assert link.secret_hash == tokens.keyed_digest(code)
    assert link.secret_hash not in {tokens.digest(code), tokens.digest(code.replace("-", ""))}
    settings.SECRET_KEY = "another"
    with pytest.raises(grants.WrongCode):
        spoken.find(code)


def test_one_is_open_and_who_came_by_the_last_stays(table: Table):
    first, code = spoken.make(table.session)
    came = grants.redeem(first, device())
    second, _code = spoken.make(table.session)
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(code)
    assert spoken.newest(table.session) == second
    assert grants.live_grants().filter(pk=came.pk).exists()


def test_after_fifty_wrong_tries_it_has_ended_and_the_owner_is_told(table: Table):
    link, code = spoken.make(table.session)
    try_wrongly(code, spoken.WRONG_TRIES - 1)
    assert spoken.find(code) == link
    before = Grant.objects.get(session=table.session, role=Role.OWNER).changes
    try_wrongly(code)
    with pytest.raises(grants.WrongCode):
        spoken.find(code)
    with pytest.raises(grants.WrongCode):
        grants.redeem(link, device())
    assert spoken.is_worn_out(spoken.newest(table.session))
    assert Grant.objects.get(session=table.session, role=Role.OWNER).changes == before + 1
    try_wrongly(code)
    assert tries(link) == spoken.WRONG_TRIES


def test_a_new_one_starts_from_nothing(table: Table):
    _link, code = spoken.make(table.session)
    try_wrongly(code, spoken.WRONG_TRIES)
    link, new = spoken.make(table.session)
    assert spoken.find(new) == link
    assert not spoken.is_worn_out(spoken.newest(table.session))


def test_a_wrong_one_counts_against_every_open_one_and_a_right_one_against_none(
    table: Table, other: GameSession
):
    ended, _code = spoken.make(other)
    (here, code), (there, another) = spoken.make(table.session), spoken.make(other)
    try_wrongly(code, 3)
    spoken.find(code)
    spoken.find(another)
    assert [tries(link) for link in (here, there, ended)] == [3, 3, 0]


def test_only_those_that_end_tell_their_owners(table: Table, other: GameSession):
    _here, code = spoken.make(table.session)
    try_wrongly(code, spoken.WRONG_TRIES - 1)
    spoken.make(other)
    before = Grant.objects.get(session=other).changes
    try_wrongly(code)
    assert spoken.is_worn_out(spoken.newest(table.session))
    assert not spoken.is_worn_out(spoken.newest(other))
    assert Grant.objects.get(session=other).changes == before


@pytest.mark.parametrize("typed", ["", "1234", "1234-567", "123456789", "1234-567A", "口令", "1" * 5_000])
def test_what_cannot_be_one_counts_against_none(table: Table, typed: str):
    link, _code = spoken.make(table.session)
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(typed)
    assert tries(link) == 0


def test_wrong_ones_end_no_invitation_and_no_recovery_code(table: Table):
    _link, code = spoken.make(table.session)
    limited, secret = invitations.invite(table.session, Offer(Role.VIEWER, lasts=timedelta(minutes=5)))
    try_wrongly(code, 2 * spoken.WRONG_TRIES)
    assert invitations.find_typed(secret) == limited
    assert invitations.find_typed(table.invitation).role == Role.SCOREKEEPER
    assert tries(limited) == 0


def test_how_many_are_open_makes_no_wrong_try_more_work(table: Table, django_assert_num_queries):
    code = "0000-0000"
    links = [
        Link(
            session=table.session,
            kind=Link.Kind.SPOKEN,
            role=Role.VIEWER,
            expires_at=timezone.now() + spoken.LASTS,
            secret_hash=f"{number:064x}",
        )
        for number in range(300)
    ]
    Link.objects.bulk_create(links)
    with django_assert_num_queries(4), pytest.raises(grants.WrongCode):
        spoken.find(code)
    assert set(Link.objects.filter(kind=Link.Kind.SPOKEN).values_list("wrong_tries", flat=True)) == {1}


def test_the_open_ones_are_locked_while_a_code_is_looked_at(table: Table, locks: list[type[Model]]):
    _link, code = spoken.make(table.session)
    for look in (lambda: spoken.find(code), lambda: try_wrongly(code)):
        locks.clear()
        look()
        assert locks == [Link]


def test_digits_that_were_there_before_are_not_given_again(table: Table, monkeypatch: pytest.MonkeyPatch):
    digits = iter(["0471-9358", "0471-9358", "0000-0001"])
    monkeypatch.setattr(tokens, "new_digits", lambda: next(digits))
    assert spoken.make(table.session)[1] == "0471-9358"
    assert spoken.make(table.session)[1] == "0000-0001"
