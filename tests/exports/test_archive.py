"""The archive: identical bytes, independent copies, and no damage that goes unnoticed."""

import json
import random

import pytest

from tests.exports.conftest import document_of, exported, imported, laid_out, run, totals
from tests.ledger.conftest import sent, win
from tests.lifting import lifted
from zipai_ledger.exports import archive_reader, incoming
from zipai_ledger.exports.from_archive import Archive
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Conflict
from zipai_ledger.ledger.trail import canonical, chain
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, Event, GameSession, Grant, Hu, Link, Player, Posting, Stage
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db

ROWS = (GameSession, Player, Stage, Event, Deal, Hu, Posting)


def rows():
    return {model.__name__: model.objects.count() for model in ROWS}


def refused(text):
    with pytest.raises(Refused) as caught:
        incoming.read(text).store()
    return [(problem.code, problem.field) for problem in caught.value.problems]


def test_export_import_export_gives_identical_bytes(evening):
    text = exported(evening, "archive")
    copy = imported(text)
    assert exported(copy, "archive") == text
    assert totals(copy) == totals(evening)
    assert document_of(copy) == document_of(evening)
    assert exported(copy, "csv") == exported(evening, "csv")
    assert verify(copy).damages == ()


def test_two_imports_are_two_sessions_that_go_their_own_ways(evening):
    text = exported(evening, "archive")
    one, two = imported(text), imported(text)
    assert len({evening.public_id, one.public_id, two.public_id}) == 3
    record.record_deal(session=one, sent=sent(client_id="only-in-the-first"), fact=win(1))
    assert exported(two, "archive") == exported(evening, "archive") == text
    assert exported(one, "archive") != text
    assert verify(one).damages == verify(two).damages == ()


def test_neither_addresses_nor_grants_leave(evening):
    text = exported(evening, "archive")
    assert evening.public_id not in text
    copy = imported(text)
    assert not Grant.objects.filter(session=copy).exists()
    assert not Link.objects.filter(session=copy).exists()


def test_the_trail_with_its_client_ids_comes_along(evening):
    copy = imported(exported(evening, "archive"))
    columns = ("seq", "kind", "at", "role", "grant", "client_id", "request_hash", "base", "body", "hash")
    trails = [
        Event.objects.filter(session=session).order_by("seq").values_list(*columns)
        for session in (evening, copy)
    ]
    assert list(trails[0]) == list(trails[1])
    assert trails[1][0][5] == "open-this-evening"


def test_the_same_id_imports_an_archive_once(evening):
    text = exported(evening, "archive")
    first, second = incoming.read(text).store("import-this"), incoming.read(text).store("import-this")
    assert (first.replay, second.replay) == (False, True)
    assert first.session == second.session
    record.rename_session(session=evening, sent=sent(), name="周六")
    with pytest.raises(Conflict):
        incoming.read(exported(evening, "archive")).store("import-this")


def test_two_that_bring_the_same_archive_at_once_store_it_once(evening, monkeypatch):
    """The second looked before the first was stored."""
    text = exported(evening, "archive")
    first = incoming.read(text).store("import-this")
    looked = Archive._earlier
    answers = iter([lambda *_: None, looked])
    monkeypatch.setattr(Archive, "_earlier", lambda *arguments: next(answers)(*arguments))
    second = incoming.read(text).store("import-this")
    assert (second.replay, second.session) == (True, first.session)


def test_line_ends_of_a_form_do_no_harm(evening):
    text = exported(evening, "archive")
    assert exported(imported(text.replace("\n", "\r\n")), "archive") == text
    assert exported(imported(text.rstrip("\n")), "archive") == text


def test_every_flipped_byte_is_refused(evening):
    content = exported(evening, "archive").encode()
    before, chance = rows(), random.Random(4)
    for _ in range(400):
        place = chance.randrange(len(content))
        flipped = bytearray(content)
        flipped[place] ^= 1 << chance.randrange(8)
        with pytest.raises(Refused):
            incoming.read(incoming.decode(bytes(flipped))).store()
    assert rows() == before


def test_the_same_archive_in_another_layout_is_refused(evening):
    """What is stored is written again byte by byte, or it was not written here."""
    text = exported(evening, "archive")
    archive = json.loads(text)
    for other in (laid_out(dict(reversed(archive.items()))), canonical.to_text(archive), f"{text}\n  "):
        assert refused(other) == [("bad_archive", "")]


def test_missing_and_doubled_events_are_refused(evening):
    lines = exported(evening, "archive").split("\n")
    for damaged in (
        lines[:3] + lines[4:],
        lines[:4] + lines[3:],
        [*lines[:3], lines[4], lines[3], *lines[5:]],
    ):
        assert refused("\n".join(damaged)) == [("bad_archive", "")]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"version": 2}, ("bad_archive", "version")),
        ({"events": []}, ("bad_archive", "")),
        ({"players": []}, ("bad_archive", "")),
        ({"name": "周六"}, ("bad_archive", "")),
        ({"salt": "0" * 32}, ("bad_archive", "")),
        ({"more": 1}, ("bad_json", "more")),
        ({"events": [1]}, ("bad_json", "events.0")),
    ],
)
def test_an_archive_that_says_something_else_is_refused(evening, change, problem):
    assert problem in refused(canonical.to_text({**json.loads(exported(evening, "archive")), **change}))


def forged(text, seq, change):
    """The archive with another body for one event, all hashes made to fit."""
    archive = json.loads(text)
    previous = ""
    for event in archive["events"]:
        if event["seq"] == seq:
            event["body"] = canonical.to_text(change(json.loads(event["body"])))
        event["hash"] = chain.link_hash(previous, event["seq"], event["kind"], event["at"], event["body"])
        previous = event["hash"]
    archive["ledger"]["head"] = previous
    return laid_out(archive)


def test_a_forgery_with_fitting_hashes_still_has_to_obey_the_rules(table, play):
    play(table, win(0), win(1))
    text = exported(table, "archive")
    assert exported(imported(forged(text, 6, dict)), "archive") == text

    def richer(body):
        body["outcomes"][0]["deltas"] = [10, -5, -5]
        return body

    def unfair(body):
        body["outcomes"][0]["deltas"] = [10, -5, -4]
        return body

    def elsewhere(body):
        return {**body, "time_zone": "Mars/Olympus"}

    def stranger(body):
        return {**body, "sent": {**body["sent"], "role": "god"}}

    before = rows()
    assert refused(forged(text, 6, richer)) == [("bad_archive", "")]
    assert refused(forged(text, 6, unfair)) == [("bad_archive", "")]
    assert refused(forged(text, 1, elsewhere)) == [("bad_archive", "")]
    assert refused(forged(text, 6, stranger)) == [("bad_archive", "")]
    assert refused(forged(text, 6, lambda body: {**body, "stage": 7})) == [("bad_archive", "")]
    assert refused(forged(text, 2, lambda body: {**body, "unit": "x" * 21})) == [("bad_archive", "")]
    assert refused(forged(text, 6, lambda body: {"sent": body["sent"]})) == [("bad_archive", "")]
    assert rows() == before


NOTHING_TO_BELIEVE = {
    "a note that is no text": ("deal_disputed", {"note": 7}),
    "deals that nobody has": ("closed", {"despite": [99]}),
    "a deal that is no number": ("closed", {"despite": ["x"]}),
    "seats of players who never came": ("stage_opened", {"players": 9, "seats": [0, 1, 8]}),
    "a seat for two": ("stage_opened", {"seats": [0, 0, 1]}),
    "a seat that is no player": ("stage_opened", {"seats": [0, {}, 1]}),
    "no seats": ("stage_opened", {"seats": []}),
    "a house rule that is none": ("stage_opened", {"options": {"min_hu": "a lot"}}),
    "a round carried in that is none": ("stage_opened", {"carried_in": "win"}),
    "totals of nobody": ("deal_recorded", {"totals": [["x"]]}),
    "a state of nothing": ("deal_recorded", {"state": 1}),
}


@pytest.mark.parametrize("what", NOTHING_TO_BELIEVE)
def test_a_forgery_that_no_page_could_show_is_refused(what, table, play):
    first, *_rest = play(table, win(0), win(1))
    record.dispute_deal(session=table, sent=sent(), key=first, note="不对")
    record.close(session=table, sent=sent(), despite_disputes=[first])
    kind, change = NOTHING_TO_BELIEVE[what]
    seq = Event.objects.filter(session=table, kind=kind)[0].seq
    text = exported(table, "archive")
    assert refused(forged(text, seq, lambda body: {**body, **change})) == [("bad_archive", "")]


def test_an_archive_whose_rules_are_gone_is_still_imported(toy_table, play, rulesets):
    from tests.ledger.conftest import tally_win

    play(toy_table, tally_win(0, 30))
    text = exported(toy_table, "archive")
    del rulesets["toy"]
    assert exported(imported(text), "archive") == text


def test_a_damaged_ledger_does_not_leave(evening):
    with lifted():
        Event.objects.filter(session=evening, seq=4).update(at="2026-01-01T00:00:00.000000+00:00")
        for name in ("json", "csv", "archive"):
            answer = json.loads(run("export_session", evening.public_id, "--format", name, code=1))
            assert [error["code"] for error in answer["errors"]] == ["damaged"]
            assert "event 4" in answer["errors"][0]["params"]["what"]
        forced = run("export_session", evening.public_id, "--format", "archive", "--force")
        assert refused(forced) == [("bad_archive", "")]


def test_a_changed_name_or_head_is_damage_too(evening):
    Player.objects.filter(session=evening, index=1).update(name="小王")
    assert "names" in run("export_session", evening.public_id, code=1)
    GameSession.objects.filter(pk=evening.pk).update(head_hash="0" * 64)
    assert "another head" in run("export_session", evening.public_id, code=1)


def test_the_command_carries_an_archive_over(evening, tmp_path):
    file = tmp_path / "evening.archive.json"
    run("export_session", evening.public_id, "--format", "archive", "--output", str(file))
    answer = json.loads(run("import_session", str(file)))
    copy = GameSession.objects.get(public_id=answer["id"])
    assert exported(copy, "archive") == file.read_text(encoding="utf-8")
    assert Link.objects.filter(session=copy, kind=Link.Kind.RECOVERY).count() == 1


def test_what_an_archive_comes_to_is_known_before_it_is_stored(evening):
    preview = incoming.read(exported(evening, "archive")).preview()
    assert (preview.name, preview.deals, preview.verbatim) == ("周五，老地方", 6, True)
    assert [(stage.ruleset, stage.seats, stage.deals) for stage in preview.stages] == [
        ("guilin", (0, 1, 2, 3), 4),
        ("guilin", (2, 4, 0), 2),
    ]
    document = incoming.read(exported(evening)).preview()
    assert (document.name, document.deals, document.verbatim) == ("周五，老地方", 6, False)
    assert document.settlement.units == preview.settlement.units


def test_a_client_id_that_stands_twice_is_refused(table, play):
    record.record_deal(session=table, sent=sent(client_id="one-of-a-kind"), fact=win(0))
    play(table, win(1))

    def again(body):
        return {**body, "sent": {**body["sent"], "client": "one-of-a-kind"}}

    # The columns repeat the body in the order role, grant, client, request.
    text = forged(exported(table, "archive"), 7, again)
    assert refused(text) == [("bad_archive", "")]


def test_an_archive_of_too_many_deals_or_without_a_stage_is_refused(table, play, monkeypatch):
    play(table, win(0), win(1))
    text = exported(table, "archive")
    monkeypatch.setattr(archive_reader, "DEALS_MOST", 1)
    assert refused(text) == [("bad_deal", "")]
    archive = json.loads(text)
    archive["events"] = archive["events"][:1]
    archive["ledger"]["seq"] = 1
    archive["players"] = []
    assert refused(forged(canonical.to_text(archive), 0, dict)) == [("bad_archive", "")]


def test_a_stage_of_more_players_than_ever_came_is_refused(table):
    def one_more(body):
        return {**body, "players": 4, "totals": [[0, 0, 0, 0]]}

    with pytest.raises(Refused) as caught:
        incoming.read(forged(exported(table, "archive"), 2, one_more))
    assert caught.value.problems[0].params["what"] == "a stage has more players than ever came"


def test_an_archive_that_names_nobody_at_a_seat_makes_no_sense(table, play):
    play(table, win(0))

    def elsewhere(body):
        return {**body, "stake": {"currency": "CNY"}}

    with pytest.raises(Refused):
        incoming.read(forged(exported(table, "archive"), 2, elsewhere)).preview()


def test_a_name_that_no_form_would_take_is_refused(table):
    archive = json.loads(exported(table, "archive"))
    archive["players"][0]["name"] = "老\u202e王"
    assert refused(canonical.to_text(archive)) == [("bad_name", "players")]
    archive["players"][0]["name"] = " 老王"
    assert refused(canonical.to_text(archive)) == [("bad_archive", "")]


def test_a_file_beyond_all_measure_is_not_read(db, monkeypatch):
    monkeypatch.setattr(incoming, "LONGEST_BYTES", 10)
    with pytest.raises(Refused) as caught:
        incoming.decode(b"x" * 11)
    assert [problem.why for problem in caught.value.problems] == ["too_long"]
