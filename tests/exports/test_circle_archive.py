"""A whole circle goes home and comes back as it was, byte for byte; nothing goes along that its owner may not see."""

import io
import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.exports.conftest import exported
from tests.lifting import lifted
from tests.views.conftest import (  # noqa: F401 - fixtures
    Ring,
    Table,
    alice,
    client_with,
    in_circle,
    page,
    ring,
    second_table,
    table,
)
from zipai_ledger import circles
from zipai_ledger.access import heavy
from zipai_ledger.exports import circle_archive
from zipai_ledger.http.cancelled import Left
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Attendance, Circle, CircleRole, Evening, Event, GameSession, Grant, Role
from zipai_ledger.rules.problems import Problem, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings(ring: Ring, table: Table, alice: Client) -> Ring:  # noqa: F811
    """A circle with two evenings, a person who was renamed and one who was erased."""
    session = second_table(alice)
    circles.add(ring.circle, session, {0: 1, 2: "新来的"}, open_to_members=True)
    circles.rename_person(ring.circle.people.get(index=1), "李姐")
    circles.erase_person(ring.circle.people.get(index=2))
    return ring


def taken(client: Client, ring: Ring) -> bytes:  # noqa: F811
    answer = client.get(ring.url("circle:archive"))
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def bring(client: Client, content: bytes, client_id: str = "bring-0123456789"):
    file = SimpleUploadedFile("circle.json", content)
    return client.post(reverse("bring_circle_in"), {"client_id": client_id, "file": file})


def test_it_comes_back_as_it_was_and_whoever_brought_it_owns_all_of_it(evenings: Ring, alice: Client):  # noqa: F811
    content = taken(alice, evenings)
    stranger = Client()
    answer = bring(stranger, content)
    assert answer.status_code == 302
    back = Circle.objects.latest("pk")
    assert back.pk != evenings.circle.pk
    again = Ring(back, "")
    assert taken(stranger, again) == content
    assert list(back.people.values_list("index", "name")) == list(
        evenings.circle.people.values_list("index", "name")
    )
    for evening in back.evenings.select_related("session"):
        assert verify(evening.session).damages == ()
        assert stranger.get(reverse("table:show", args=[evening.session.public_id])).status_code == 200
    assert Grant.objects.filter(session__evening__circle=back, role=Role.OWNER).count() == 2
    assert alice.get(again.url("circle:show")).status_code == 404


def test_sent_twice_it_is_one_circle_and_another_phone_gets_nothing(evenings: Ring, alice: Client):  # noqa: F811
    content = taken(alice, evenings)
    phone = Client()
    first, second = bring(phone, content), bring(phone, content)
    assert (first.status_code, second.status_code) == (302, 302)
    assert first.url == second.url
    assert Circle.objects.count() == 2
    assert GameSession.objects.count() == 4
    assert bring(Client(), content).status_code == 409


def test_what_an_owner_of_the_circle_may_not_see_does_not_go_along(evenings: Ring):
    """An owner who is at none of the tables: one of them is open to the circle."""
    owner = in_circle(evenings.circle, CircleRole.OWNER)
    html = page(owner, evenings.url("circle:export"))
    assert "另外 1 场你看不到账" in html
    head = json.loads(taken(owner, evenings).split(b"\n")[0])
    assert [one["open_to_members"] for one in head["evenings"]] == [True]


def test_only_an_owner_of_the_circle_takes_it_home(evenings: Ring, table: Table):  # noqa: F811
    visitors = {
        in_circle(evenings.circle, CircleRole.MEMBER): 403,
        client_with(table.session, Role.OWNER): 404,
        Client(): 404,
    }
    for client, status in visitors.items():
        for name in ("circle:export", "circle:archive"):
            assert client.get(evenings.url(name)).status_code == status


def altered(content: bytes, change) -> str:
    head, _, rest = content.decode().partition("\n")
    document = json.loads(head)
    change(document)
    from zipai_ledger.ledger.trail import canonical

    return f"{canonical.to_text(document)}\n{rest}"


@pytest.mark.parametrize(
    "change",
    [
        lambda head: head["people"].append({"index": 9, "name": head["people"][0]["name"]}),
        lambda head: head["people"].append({"index": 0, "name": "别人"}),
        lambda head: head["people"].append({"index": 99_999, "name": "别人"}),
        lambda head: head["people"][0].update(name="\u202e"),
        lambda head: head["evenings"].pop(),
        lambda head: head["evenings"][0].update(length=head["evenings"][0]["length"] - 1),
        lambda head: head["evenings"][0]["who"].append({"player": 7, "person": 0}),
        lambda head: head["evenings"][0]["who"][0].update(person=77),
        lambda head: head.update(version=2),
        lambda head: head.update(name=""),
        lambda head: head.update(more=1),
    ],
)
def test_what_no_circle_can_have_been_is_refused_and_nothing_is_stored(
    evenings: Ring,
    alice: Client,  # noqa: F811
    change,
):
    text = altered(taken(alice, evenings), change)
    answer = bring(Client(), text.encode())
    assert answer.status_code == 422
    assert "什么也没放进来" in answer.content.decode()
    assert (Circle.objects.count(), GameSession.objects.count()) == (1, 2)


def problem_of(text: str) -> Problem:
    with pytest.raises(Refused) as caught:
        circle_archive.read(text)
    (problem,) = caught.value.problems
    return problem


def test_a_first_line_that_is_longer_than_any_or_written_otherwise_is_refused(
    evenings: Ring,
    alice: Client,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
):
    text = taken(alice, evenings).decode()
    line, _, rest = text.partition("\n")
    assert "its first line" in str(problem_of(f"{line} \n{rest}").params)
    monkeypatch.setattr(circle_archive, "LONGEST_HEAD", len(line))
    assert circle_archive.read(text).tables
    monkeypatch.setattr(circle_archive, "LONGEST_HEAD", len(line) - 1)
    assert problem_of(text).why == "too_long"


def test_a_table_that_is_a_document_and_no_archive_is_refused(evenings: Ring, table: Table, alice: Client):  # noqa: F811
    document = exported(table.session)

    def alone(head: dict) -> None:
        head["evenings"] = [{**head["evenings"][0], "length": len(document)}]

    line, _, _rest = altered(taken(alice, evenings), alone).partition("\n")
    assert "no archive" in str(problem_of(f"{line}\n{document}").params)


def test_a_byte_of_a_ledger_that_changed_is_noticed(evenings: Ring, alice: Client):  # noqa: F811
    content = taken(alice, evenings).decode()
    at = content.rindex('"hu')
    with pytest.raises(Refused):
        circle_archive.read(content[:at] + '"hv' + content[at + 3 :])


def test_a_table_s_archive_is_no_circle(table: Table, alice: Client):  # noqa: F811
    content = alice.get(table.url("exports:archive")).content
    assert bring(Client(), content).status_code == 422


def test_an_operator_takes_it_out_and_in_by_commands(evenings: Ring, tmp_path: Path):
    first, second, output = tmp_path / "first", tmp_path / "second", io.StringIO()
    call_command("export_circle", evenings.circle.public_id, output=str(first))
    call_command("import_circle", str(first), stdout=output)
    document = json.loads(output.getvalue())
    call_command("export_circle", document["id"], output=str(second))
    assert second.read_bytes() == first.read_bytes()
    phone = Client()
    phone.get(reverse("recover"))
    assert phone.post(reverse("recover"), {"code": document["recovery_code"]}).status_code in (201, 302)
    assert phone.get(reverse("circle:show", args=[document["id"]])).status_code == 200
    assert Evening.objects.filter(circle__public_id=document["id"]).count() == len(document["tables"]) == 2
    assert (
        Attendance.objects.filter(evening__circle__public_id=document["id"]).count()
        == Attendance.objects.filter(evening__circle=evenings.circle).count()
    )


def test_a_circle_leaves_in_its_turn_and_not_for_a_phone_that_has_left(
    evenings: Ring,
    alice: Client,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
):
    device = Grant.objects.filter(role=Role.OWNER)[0].device_id
    monkeypatch.setattr(heavy, "PATIENCE", 0.01)
    with heavy.turns.take(device, 0.01):
        assert alice.get(evenings.url("circle:archive")).status_code == 429
    assert taken(alice, evenings)

    def left(*_given: object) -> bytes:
        raise Left

    monkeypatch.setattr(circle_archive, "export", left)
    answer = alice.get(evenings.url("circle:archive"))
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_circle_with_a_damaged_table_does_not_leave_and_says_so(
    evenings: Ring,
    table: Table,  # noqa: F811
    alice: Client,  # noqa: F811
):
    event = Event.objects.get(session=table.session, seq=table.head)
    with lifted():
        Event.objects.filter(pk=event.pk).update(body=event.body.replace('"winner":1', '"winner":2'))
    answer = alice.get(evenings.url("circle:archive"))
    assert answer.status_code == 409
    assert answer.context["damaged"]
    assert "Content-Disposition" not in answer
