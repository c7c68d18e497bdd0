"""谁进来过: whatever changes who may come is written down with it."""

import logging
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.views.conftest import Ring, Table, alice, client_with, dora, in_circle, ring, sent, table
from zipai_ledger import circles
from zipai_ledger.access import (
    audit,
    devices,
    grants,
    holders,
    invitations,
    recovery,
    signing_off,
    spoken,
    walls,
)
from zipai_ledger.access.grants import AnyGrant
from zipai_ledger.access.invitations import Offer
from zipai_ledger.ledger import record
from zipai_ledger.models import (
    AccessKind,
    AccessRecord,
    CircleAccessRecord,
    CircleGrant,
    CircleRole,
    Device,
    Evening,
    Grant,
    Link,
    Role,
)

__all__ = ["alice", "dora", "ring", "table"]
pytestmark = pytest.mark.django_db


def owner(table: Table) -> Grant:
    return Grant.objects.filter(session=table.session).earliest("pk")


def phone() -> Device:
    return devices.arriving("").device


def kinds(place: object) -> list[str]:
    return list(place.access_records.order_by("pk").values_list("kind", flat=True))  # type: ignore[attr-defined]


def newest(place: object) -> AccessRecord:
    return place.access_records.latest("pk")  # type: ignore[attr-defined, no-any-return]


def test_opening_and_inviting_are_written_down(table: Table):
    opened, lies_ready, invited = table.session.access_records.order_by("pk")
    own = owner(table)
    assert (opened.kind, opened.device, opened.player, opened.role) == ("opened", own.device_id, 0, "owner")
    assert (opened.by_device, opened.count) == (None, 1)
    assert (lies_ready.kind, lies_ready.role, lies_ready.link.label) == ("link_made", "scorekeeper", "")
    assert (invited.kind, invited.role, invited.link.label) == ("link_made", "scorekeeper", "给小李")


def test_who_comes_is_written_down_by_what(table: Table):
    link = Link.objects.get(session=table.session, label="给小李")
    by_link = grants.redeem(link, phone(), 1)
    record = newest(table.session)
    assert (record.kind, record.device, record.player) == ("by_link", by_link.device_id, 1)
    assert (record.role, record.link_id) == ("scorekeeper", link.pk)
    code, _digits = spoken.make(table.session, by=owner(table))
    grants.redeem(code, phone())
    assert kinds(table.session)[-2:] == ["spoken_code_made", "by_spoken_code"]
    assert newest(table.session).role == Role.VIEWER


def test_who_comes_again_by_a_weaker_link_is_not_written_down_again(table: Table):
    device = phone()
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    grants.redeem(link, device, 1)
    before = kinds(table.session)
    grants.redeem(link, device, 1)
    assert kinds(table.session) == before
    grants.redeem(link, device, 2)
    assert (newest(table.session).kind, newest(table.session).player) == ("player_changed", 2)


def test_moving_to_another_browser_is_written_down(table: Table):
    link, _secret = invitations.move(owner(table))
    grants.take_over(link, phone())
    assert kinds(table.session)[-2:] == ["transfer_made", "moved"]
    assert newest(table.session).role == Role.OWNER


def test_a_recovery_is_written_down_wherever_it_leads(ring: Ring, table: Table):
    recovery.recover(table.code, "")
    assert (newest(table.session).kind, newest(ring.circle).kind) == ("recovered", "recovered")
    assert newest(table.session).device == Device.objects.latest("pk").pk


def test_a_new_recovery_code_is_written_down_where_its_phone_is_owner(ring: Ring, table: Table):
    recovery.renew(owner(table).device)
    assert (newest(table.session).kind, newest(ring.circle).kind) == ("code_renewed", "code_renewed")
    member = in_circle(ring.circle, CircleRole.MEMBER)
    before = kinds(ring.circle)
    recovery.renew(CircleGrant.objects.latest("pk").device)
    assert member
    assert kinds(ring.circle) == before


def test_what_an_owner_does_to_a_phone_names_both(table: Table):
    client_with(table.session, Role.VIEWER, 1)
    own, held = owner(table), Grant.objects.latest("pk")
    holders.set_role(held, Role.SCOREKEEPER, by=own)
    holders.set_player(held, 2, by=own)
    grants.send_away(table.session, grants.live_grants().filter(pk=held.pk), by=own)
    found = list(table.session.access_records.order_by("-pk")[:3])
    assert [one.kind for one in found] == ["sent_away", "player_changed", "role_changed"]
    assert [(one.device, one.player, one.role) for one in found] == [
        (held.device_id, 2, "scorekeeper"),
        (held.device_id, 2, "scorekeeper"),
        (held.device_id, 1, "scorekeeper"),
    ]
    assert {(one.by_device, one.by_player) for one in found} == {(own.device_id, 0)}


def test_whoever_did_it_is_named_in_whatever_is_written_down(ring: Ring, table: Table):
    """Of a table and of a circle; what is written last is what was done."""
    client_with(table.session, Role.SCOREKEEPER, 1)
    in_circle(ring.circle, CircleRole.MEMBER, 1)
    own, held = owner(table), Grant.objects.latest("pk")
    first, member = CircleGrant.objects.order_by("pk")
    link = Link.objects.get(session=table.session, label="给小李")
    done: list[tuple[Callable[[], object], AnyGrant, str, int]] = [
        (lambda: walls.hang(table.session, by=own), own, "link_made", 1),
        (lambda: walls.take_down(table.session, by=own), own, "link_ended", 0),
        (lambda: invitations.invite_again(link, by=own), own, "link_made", 1),
        (lambda: holders.forget(table.session, 1, by=own), own, "player_changed", 1),
        (lambda: holders.make_owner(held, by=own), own, "role_changed", 1),
        (lambda: holders.set_player(own, 3, by=own), own, "player_changed", 1),
        (lambda: holders.forget(ring.circle, 1, by=first), first, "player_changed", 1),
        (lambda: holders.make_owner(member, by=first), first, "role_changed", 1),
    ]
    for do, by, kind, count in done:
        do()
        found = newest(by.place)
        assert (found.kind, found.count, found.by_device) == (kind, count, by.device_id)
    assert list(ring.circle.grants.values_list("role", flat=True)) == [CircleRole.OWNER] * 2
    again = newest(ring.circle).pk
    holders.make_owner(first, by=member)
    assert newest(ring.circle).pk == again


def test_who_takes_his_name_along_from_a_lost_phone_did_it_himself(table: Table):
    """Of others who come back by no code of theirs the name stays."""
    client_with(table.session, Role.VIEWER, 1)
    lost = owner(table)
    recovery.recover(table.code, "")
    held = Grant.objects.filter(session=table.session, role=Role.OWNER).latest("pk")
    holders.set_player(lost, 2)
    lost = Grant.objects.filter(session=table.session, player=2).latest("pk")
    holders.be(held, 2)
    taken = table.session.access_records.filter(device=lost.device_id, player=None).latest("pk")
    assert (taken.kind, taken.by_device) == ("player_changed", held.device_id)
    assert sorted(grants.live_grants().values_list("player", flat=True), key=str) == [1, 2, None]


def test_a_button_that_says_how_it_is_already_writes_nothing(table: Table):
    client_with(table.session, Role.VIEWER, 1)
    held, before = Grant.objects.latest("pk"), kinds(table.session)
    holders.set_role(held, Role.VIEWER, by=owner(table))
    holders.set_player(held, 1, by=owner(table))
    assert kinds(table.session) == before


def test_a_phone_that_recorded_and_is_given_to_another_is_written_down(table: Table):
    own = owner(table)
    holders.set_player(own, 2, by=own)
    assert (newest(table.session).kind, newest(table.session).player) == ("player_changed", 2)


def test_ending_a_link_says_how_many_phones_went_with_it(table: Table):
    link = Link.objects.get(session=table.session, label="给小李")
    for _ in range(2):
        grants.redeem(link, phone())
    assert grants.revoke_link(link, by=owner(table)) == 2
    record = newest(table.session)
    assert (record.kind, record.link_id, record.count) == ("link_ended", link.pk, 2)
    grants.revoke_link(link, by=owner(table))
    assert newest(table.session) == record


def test_sending_everybody_away_is_one_record(table: Table):
    for _ in range(2):
        client_with(table.session, Role.VIEWER)
    holders.rotate(owner(table))
    record = newest(table.session)
    assert (record.kind, record.count, record.by_player) == ("all_sent_away", 2, 0)


def test_leaving_and_signing_off_are_written_down(ring: Ring, table: Table):
    client_with(table.session, Role.VIEWER, 1)
    signing_off.leave(Grant.objects.latest("pk"), ownerless=False)
    assert (newest(table.session).kind, newest(table.session).player) == ("left", 1)
    signing_off.sign_off(owner(table).device)
    assert (newest(table.session).kind, newest(ring.circle).kind) == ("signed_off", "signed_off")


def test_whoever_was_sent_away_at_that_moment_does_not_leave_too(table: Table):
    client_with(table.session, Role.VIEWER, 1)
    grant = Grant.objects.latest("pk")
    grants.revoke(Grant.objects.filter(pk=grant.pk))
    signing_off.leave(grant, ownerless=False)
    assert newest(table.session).kind != "left"


def test_what_the_operator_ends_is_written_down_as_his(table: Table):
    signing_off.send_everybody_away(table.session)
    assert (newest(table.session).kind, newest(table.session).count) == ("operator_ended_all", 1)


def test_looking_through_a_circle_is_written_down_at_the_table(ring: Ring, table: Table, dora: Client):
    Evening.objects.update(open_to_members=True)
    member = CircleGrant.objects.latest("pk")
    circles.look(ring.evening, member.device)
    assert (newest(table.session).kind, newest(table.session).device) == ("by_circle", member.device_id)
    circles.send_away(
        ring.circle, ring.circle.grants.filter(pk=member.pk), by=ring.circle.grants.earliest("pk")
    )
    assert newest(table.session).kind == "look_ended"
    assert (newest(ring.circle).kind, newest(ring.circle).player) == ("sent_away", 1)


def test_wrong_codes_count_up_in_one_record_of_a_stretch(table: Table):
    own = owner(table)
    for _ in range(3):
        with pytest.raises(grants.WrongCode):
            recovery.confirm(own, "0000-0000-0000-0000-0000")
    record = newest(table.session)
    assert (record.kind, record.count, record.device) == ("wrong_code", 3, own.device_id)
    table.session.access_records.update(at=timezone.now() - audit.STRETCH - timedelta(seconds=1))
    with pytest.raises(grants.WrongCode):
        recovery.confirm(own, "")
    assert kinds(table.session).count("wrong_code") == 2


def test_an_invitation_that_has_ended_and_is_used_counts_up(table: Table):
    Link.objects.filter(kind=Link.Kind.INVITE).update(revoked_at=timezone.now())
    for _ in range(2):
        answer = Client().post(reverse("joining:paste"), {"secret": table.invitation})
        assert answer.status_code == 422
    record = newest(table.session)
    assert (record.kind, record.count, record.link.label) == ("ended_link_used", 2, "给小李")


def test_a_secret_that_never_was_writes_nothing(table: Table):
    before = AccessRecord.objects.count()
    for secret in ("A" * 43, "0000-0000", ""):
        Client().post(reverse("joining:paste"), {"secret": secret})
    Client().post(reverse("recover"), {"code": "0000-0000-0000-0000-0000"})
    assert AccessRecord.objects.count() == before


def test_a_recovery_code_that_has_ended_and_is_typed_counts_up_at_the_owners_tables(table: Table):
    recovery.renew(owner(table).device)
    for _ in range(2):
        assert Client().post(reverse("recover"), {"code": table.code}).status_code == 422
    assert (newest(table.session).kind, newest(table.session).count) == ("ended_code_used", 2)


def test_of_each_kind_the_newest_are_kept(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(audit, "KEPT", 3)
    for label in "abcde":
        invitations.invite(table.session, Offer(Role.VIEWER, label))
    made = table.session.access_records.filter(kind=AccessKind.LINK_MADE).order_by("pk")
    assert [one.link.label for one in made] == ["c", "d", "e"]
    assert kinds(table.session)[0] == "opened"


def test_the_records_of_one_place_push_out_none_of_another(
    ring: Ring, table: Table, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(audit, "KEPT", 2)
    held = [owner(table), ring.circle.grants.earliest("pk")]
    for _ in range(3):
        audit.note(AccessKind.CODE_RENEWED, *held)
    assert kinds(table.session).count("code_renewed") == kinds(ring.circle).count("code_renewed") == 2
    assert kinds(table.session)[0] == kinds(ring.circle)[0] == "opened"


def test_what_is_not_done_is_not_written_down(table: Table, monkeypatch: pytest.MonkeyPatch):
    """In the same transaction: what fails after it takes the record with it."""
    before = kinds(table.session)
    monkeypatch.setattr("zipai_ledger.access.holders.codes.make", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        holders.rotate(owner(table))
    assert kinds(table.session) == before


def test_no_name_and_no_secret_is_kept(table: Table, ring: Ring):
    rows = [*AccessRecord.objects.values(), *CircleAccessRecord.objects.values()]
    kept = " ".join(str(value) for row in rows for value in row.values())
    names = [player.name for player in table.session.players.all()]
    assert [
        text for text in (*names, "给小李", table.code, table.invitation, "127.0.0.1") if text in kept
    ] == []


def test_a_purged_table_and_circle_leave_no_record(table: Table, ring: Ring):
    circles.purge(ring.circle)
    assert not CircleAccessRecord.objects.exists()
    record.purge(session=table.session, sent=sent(table.session))
    assert not AccessRecord.objects.exists()


def test_who_is_forgotten_in_a_circle_is_no_longer_named(ring: Ring, dora: Client):
    person = ring.circle.people.get(index=1)
    held = ring.circle.grants.earliest("pk")
    circles.erase_person(person, by=held)
    assert (newest(ring.circle).kind, newest(ring.circle).player) == ("player_changed", None)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Lines about who comes."""
    logger = logging.getLogger("zipai_ledger.access")
    caplog.set_level(logging.INFO, logger.name)
    logger.addHandler(caplog.handler)
    yield caplog
    logger.removeHandler(caplog.handler)


def own_lines(log: pytest.LogCaptureFixture) -> list[str]:
    return list(dict.fromkeys(one.getMessage() for one in log.records if one.name == "zipai_ledger.access"))


def test_each_change_is_a_line_of_the_log_with_where_it_came_from(
    alice: Client, table: Table, log: pytest.LogCaptureFixture, django_capture_on_commit_callbacks
):
    client_with(table.session, Role.VIEWER, 1)
    own, held = owner(table), Grant.objects.latest("pk")
    with django_capture_on_commit_callbacks(execute=True):
        alice.post(table.url("table:revoke_phone", held.pk), REMOTE_ADDR="192.0.2.7")
    about = f"session {table.session.pk}, device {held.device_id}, viewer, by device {own.device_id}, 1"
    assert own_lines(log) == [f"sent_away: {about}, from 192.0.2.7"]


def test_what_a_command_does_came_from_here(
    table: Table, log: pytest.LogCaptureFixture, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        signing_off.send_everybody_away(table.session)
    (line,) = own_lines(log)
    assert line == f"operator_ended_all: session {table.session.pk}, device -, -, by device -, 1, from here"


def test_what_is_wrong_is_a_line_without_what_was_typed(table: Table, log: pytest.LogCaptureFixture):
    stranger = Client(REMOTE_ADDR="2001:db8::7")
    stranger.post(reverse("recover"), {"code": "7F3A-0000-0000-0000-0000"})
    stranger.post(reverse("joining:paste"), {"secret": "12345678"})
    stranger.post(reverse("joining:paste"), {"secret": "B" * 43})
    assert own_lines(log) == [
        f"wrong {what} from 2001:db8::/64" for what in ("recovery code", "spoken code", "invitation")
    ]


def test_ten_wrong_codes_of_an_address_are_ten_lines_and_no_more(log: pytest.LogCaptureFixture):
    for _ in range(15):
        Client().post(reverse("recover"), {"code": "0" * 20})
    found = [one for one in log.records if one.getMessage().startswith("wrong recovery code")]
    assert len({id(one) for one in found}) == 10


def test_no_line_has_a_name_or_a_secret(
    alice: Client, table: Table, log: pytest.LogCaptureFixture, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = alice.post(
            table.url("table:invitations"), {"role": "viewer", "label": "给大伯", "player": "1"}
        )
        alice.post(table.url("table:recovery"))
    text = " ".join(own_lines(log))
    assert len(own_lines(log)) == 2
    secrets = (
        answer.context["page"].new.secret,
        table.public_id,
        "给大伯",
        "小李",
        alice.cookies["zipai"].value,
    )
    assert [one for one in secrets if one in text] == []
