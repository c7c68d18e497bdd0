"""Damage is noticed: every column of every row, the chain, the sums, and what the rules say."""

import io
import itertools
import json

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from tests.ledger.conftest import open_table, recorded, sent, tally_win, win
from tests.ledger.filling import fill
from tests.ledger.toy import Toy2, ToyCourse
from tests.lifting import lifted
from tests.once import once
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Stake
from zipai_ledger.ledger.trail import canonical, chain
from zipai_ledger.ledger.trail.projection import Projection
from zipai_ledger.ledger.verify import (
    PAGE,
    RECENT,
    damaged_tables,
    database_damages,
    quick_check,
    rules_damages,
    verify,
)
from zipai_ledger.models import Deal, Event, GameSession, Hu, Player, Posting, Stage
from zipai_ledger.rules import facts

pytestmark = pytest.mark.django_db

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="damages a SQLite file")

UNCHECKED = {
    "GameSession": {"id", "public_id", "opening_id", "sample"},
    "Event": {"id"},
    "Posting": {"id"},
}
"""Addresses, ids and the mark of a sample: of this installation alone, the trail does not tell them."""


@pytest.fixture
def played(db):
    """A table with something in every kind of row."""
    return once("a table with something in every kind of row", evening)


def evening():
    table = open_table()
    keys = recorded(table, win(0), win(1, source="discard", from_=2), win(2, hu=30))
    record.void_deal(session=table, sent=sent(base=None, client_id="void-this-deal"), deal=keys[0])
    seen = GameSession.objects.get(pk=table.pk).ledger_seq
    record.insert_deal(session=table, sent=sent(base=seen), before=keys[1], fact=win(1, note="忘了"))
    stage = record.NewStage(
        ruleset="guilin", seats=(2, 0, 1, "老陈"), stake=Stake(currency="CNY", minor_per_unit=50)
    )
    record.open_stage(session=table, sent=sent(), stage=stage)
    recorded(table, win(0), facts.Dead())
    assert verify(table).damages == ()
    return GameSession.objects.get(pk=table.pk)


def columns(model):
    unchecked = UNCHECKED.get(model.__name__, {"id"})
    return [
        field.attname
        for field in model._meta.concrete_fields
        if field.attname not in unchecked
        and field.attname not in {"session_id", "stage_id", "deal_id", "event_id"}
    ]


def other(value):
    """A value one step away from this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1000
    if isinstance(value, str):
        last = value[-1:]
        return value[:-1] + ("0" if last == "1" else "1")
    return 1 if value is None else value.replace(year=2001)


def rows_of_every_kind(session, model):
    """The first row with just these columns filled, of each such kind that there is."""
    rows = model.objects.filter(**({"pk": session.pk} if model is GameSession else {"session": session}))
    kinds = {}
    for row in rows.order_by("pk"):
        filled = tuple(getattr(row, column) not in (None, "", False) for column in columns(model))
        kinds.setdefault((filled, getattr(row, "kind", "")), row)
    return list(kinds.values())


def unnoticed(session, model):
    """Change every column of every kind of row, one at a time; names those that verification passes over."""
    found = []
    rows = rows_of_every_kind(session, model)
    first = rows[0].pk
    with lifted(), connection.cursor() as cursor:
        # The database's own constraints would refuse some of these; a damaged disk asks nobody.
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        for row, column in itertools.product(rows, columns(model)):
            value = getattr(row, column)
            sql = f"UPDATE {model._meta.db_table} SET {connection.ops.quote_name(column)} = %s WHERE id = %s"
            cursor.execute(sql, [first if column == "cancels_id" else other(value), row.pk])
            if verify(session).damages == ():
                found.append(f"{column} of {row}: {value!r}")
            cursor.execute(sql, [value, row.pk])
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    assert verify(session).damages == ()
    return found


@on_sqlite
@pytest.mark.parametrize("model", [GameSession, Player, Stage, Event, Deal, Hu])
def test_one_changed_column_is_noticed(played, model):
    assert columns(model)
    assert unnoticed(played, model) == []


def test_a_posting_that_was_changed_is_noticed_though_it_sums_to_zero(played):
    posting = Posting.objects.filter(session=played).first()
    for changes in ({"p0": posting.p0 + 1, "p1": posting.p1 - 1}, {"deal_key": posting.deal_key + 1}):
        kept = {name: getattr(posting, name) for name in changes}
        with lifted():
            Posting.objects.filter(pk=posting.pk).update(**changes)
        assert verify(played).damages != ()
        with lifted():
            Posting.objects.filter(pk=posting.pk).update(**kept)
    assert verify(played).damages == ()


@pytest.mark.parametrize("model", [Event, Posting, Hu, Deal, Stage, Player])
def test_a_row_that_is_gone_is_noticed(played, model):
    with lifted(), connection.constraint_checks_disabled():
        last = model.objects.filter(session=played).order_by("-pk").first()
        model.objects.filter(pk=last.pk)._raw_delete("default")
        assert verify(played).damages != ()
        assert model is Event or "is missing" in str(verify(played).damages[0])
        last.save(force_insert=True)
    assert verify(played).damages == ()


@pytest.mark.parametrize(("model", "column"), [(Deal, "stage_id"), (Hu, "deal_id"), (Posting, "event_id")])
def test_a_row_that_hangs_elsewhere_is_noticed(played, model, column):
    rows = list(model.objects.filter(session=played).order_by("pk"))
    here = rows[0]
    known = type(getattr(here, column.removesuffix("_id"))).objects.filter(session=played)
    with lifted():
        model.objects.filter(pk=here.pk).update(**{column: known.latest("pk").pk})
        assert verify(played).damages != ()
        model.objects.filter(pk=here.pk).update(**{column: getattr(here, column)})
    assert verify(played).damages == ()


def test_a_stage_whose_rules_cannot_be_read_is_damage_and_no_traceback(played):
    stage = Stage.objects.filter(session=played).first()
    stage.carried_in = "[1]"
    damages, differing = rules_damages([stage], Projection())
    assert ([str(damage).partition(": ")[0] for damage in damages], differing) == (["stage 0"], ())


def test_a_stage_that_the_rules_refuse_is_damage(played):
    stage = Stage.objects.filter(session=played).first()
    stage.first_dealer = 7
    damages, _ = rules_damages([stage], Projection())
    assert [str(damage).partition(": first")[0] for damage in damages] == ["stage 0: the rules refuse it"]


def test_a_row_that_nobody_recorded_is_noticed(played):
    Player.objects.create(session=played, index=7, name="谁", name_key="谁", salt="x")
    assert [str(damage) for damage in verify(played).damages] == ["player 5 is not in the trail"]


def test_rows_that_are_gone_are_rebuilt_the_same_from_the_trail(played):
    """What verification compares with is itself complete: nothing but events was read to make it."""
    from zipai_ledger.ledger.verify.rows import _expected_deals, _expected_hus, _expected_postings

    projection = Projection()
    for event in Event.objects.filter(session=played).order_by("seq"):
        projection.apply(event)
    assert [row["fact"] for row in _expected_deals(projection)] == list(
        Deal.objects.filter(session=played).order_by("position").values_list("fact", flat=True)
    )
    assert [row["outcome"] for row in _expected_deals(projection)] == list(
        Deal.objects.filter(session=played).order_by("position").values_list("outcome", flat=True)
    )
    assert len(list(_expected_hus(projection))) == Hu.objects.filter(session=played).count()
    assert len(list(_expected_postings(projection))) == Posting.objects.filter(session=played).count()


def forge(session, seq, **changes):
    """Change an event and every hash after it, as somebody would who knows the recipe."""
    with lifted():
        Event.objects.filter(session=session, seq=seq).update(**changes)
        previous = chain.FIRST
        for event in Event.objects.filter(session=session).order_by("seq"):
            previous = chain.link_hash(previous, event.seq, event.kind, event.at, event.body)
            Event.objects.filter(pk=event.pk).update(hash=previous)
        GameSession.objects.filter(pk=session.pk).update(head_hash=previous)


def test_a_forged_deal_with_new_hashes_differs_from_its_rows(played):
    event = Event.objects.filter(session=played, kind="deal_recorded").first()
    forge(played, event.seq, body=event.body.replace('"hu":17', '"hu":27'))
    assert quick_check(GameSession.objects.get(pk=played.pk)) == ()
    assert verify(played).damages != ()


def test_totals_that_the_deals_do_not_add_up_to_are_noticed(table, play):
    (key,) = play(table, win(0))
    event = Event.objects.get(session=table, seq=key)
    forge(table, key, body=event.body.replace('"totals":[[6,-3,-3]]', '"totals":[[7,-4,-3]]'))
    (damage,) = verify(table).damages
    assert "totals is [[7, -4, -3]], the deals come to [[6, -3, -3]]" in str(damage)
    assert damage.seq == key


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize(
    ("genuine", "forged"),
    [
        ('"totals":[[0,', '"totals":[[1,'),
        ('"tally":[20,0,0],"state"', '"tally":[21,0,0],"state"'),
        ('"tally":[20,', '"tally":[21,'),
        ('"wins":[1,', '"wins":[2,'),
    ],
)
def test_what_an_event_says_of_the_ledger_is_noticed_wherever_it_stands(
    number: int, genuine: str, forged: str, toy_table, play
):
    """No row follows from what an event says of totals and the round, but its readers believe it."""
    keys = play(toy_table, tally_win(0, 20), facts.Dead(), facts.Dead())
    body = Event.objects.get(session=toy_table, seq=keys[number]).body
    head, mark, tail = body.rpartition(genuine)
    assert mark
    forge(toy_table, keys[number], body=head + forged + tail)
    assert [damage.seq for damage in verify(toy_table).damages] == [keys[number]]


def test_a_deal_that_the_rules_score_otherwise_is_noticed(table, play):
    """Trail, rows and sums agree; only asking the rules again tells."""
    (key,) = play(table, win(0))
    event = Event.objects.get(session=table, seq=key)
    document = canonical.parse(event.body)
    document["outcomes"][0]["items"] = []
    body = canonical.to_text(document)
    outcome = canonical.to_text({k: v for k, v in document["outcomes"][0].items() if k != "deal"})
    forge(table, key, body=body)
    Deal.objects.filter(session=table, key=key).update(outcome=outcome)
    damages = verify(table).damages
    assert [damage.seq for damage in damages] == [key]
    assert "the rules say" in damages[0].what


def test_a_deal_that_the_rules_refuse_is_noticed(toy_table, rulesets, play, monkeypatch):
    (key,) = play(toy_table, tally_win(0, 20))
    monkeypatch.setattr(type(rulesets["toy"]), "results", ())
    assert [str(damage) for damage in verify(toy_table).damages if damage.seq == key] != []


def test_a_stage_that_the_rules_open_otherwise_is_noticed(toy_table, monkeypatch, rulesets):
    toy = rulesets["toy"]
    monkeypatch.setattr(type(toy), "open", lambda self, table: ToyCourse(self).fresh(table, 1))
    assert [damage.what for damage in verify(toy_table).damages] == ["stage 0: the rules open it otherwise"]


def test_a_table_whose_rules_are_gone_is_verified_without_them(toy_table, play, rulesets):
    play(toy_table, tally_win(0, 20))
    del rulesets["toy"]
    assert verify(toy_table).damages == ()


def test_newer_rules_are_no_damage_but_counted(toy_table, play, rulesets):
    won, dead = play(toy_table, tally_win(0, 20), facts.Dead())
    assert verify(toy_table).differing == ()
    rulesets["toy"] = Toy2()
    report = verify(toy_table)
    assert report.damages == ()
    assert report.differing == (won,)
    rulesets["toy"] = refusing = Toy2()
    refusing.results = ()
    assert verify(toy_table).differing == (won, dead)


def test_a_trail_that_makes_no_sense_is_damage(table, play):
    (key,) = play(table, win(0))
    event = Event.objects.get(session=table, seq=key)
    forge(table, key, body=event.body.replace('"position":1', '"position":"x"'))
    assert ["makes no sense" in damage.what for damage in verify(table).damages] == [True]


def test_words_that_are_no_text_are_damage_although_no_row_holds_them(table, play):
    (key,) = play(table, win(0))
    record.dispute_deal(session=table, sent=sent(), key=key, note="不对")
    event = Event.objects.get(session=table, seq=key + 1)
    forge(table, event.seq, body=event.body.replace('"不对"', "7"))
    (damage,) = verify(table).damages
    assert (damage.seq, "the note is 7" in damage.what) == (event.seq, True)


@pytest.mark.parametrize("forged", ['"pledges":[1,0]', '"pledges":[1,0,0],"seats":[1,0,2]'])
def test_a_pledge_of_others_than_sit_there_is_damage(forged):
    table = open_table(options={"xing": "none", "pledge": "sum"})
    seq = record.pledge(session=table, sent=sent(), pledges=(1, 0, 0)).event_seq
    assert verify(table).damages == ()
    body = canonical.parse(Event.objects.get(session=table, seq=seq).body)
    forge(table, seq, body=canonical.to_text({**body, **json.loads(f"{{{forged}}}")}))
    assert [(damage.seq, "makes no sense" in damage.what) for damage in verify(table).damages] == [
        (seq, True)
    ]


def test_a_player_number_out_of_order_is_damage(table):
    event = Event.objects.get(session=table, seq=3)
    forge(table, 3, body=event.body.replace('"player":0', '"player":1'))
    assert ["makes no sense" in damage.what for damage in verify(table).damages] == [True]


def test_columns_that_differ_from_the_body_are_damage(table):
    with lifted():
        Event.objects.filter(session=table, seq=1).update(role="viewer")
    assert [str(damage) for damage in verify(table).damages] == ["event 1: the columns differ from the body"]


def test_a_hole_in_the_trail_is_damage_once(played):
    with lifted(), connection.constraint_checks_disabled():
        gone = Event.objects.get(session=played, seq=4)
        Event.objects.filter(pk=gone.pk)._raw_delete("default")
        found = verify(played).damages
        gone.save(force_insert=True)
    assert [str(damage) for damage in found] == [
        "event 4: expected seq 4, got 5",
        "event 5: the hash does not fit the text",
    ]


def test_opening_a_table_checks_its_head(played):
    assert quick_check(played) == ()
    with lifted():
        GameSession.objects.filter(pk=played.pk).update(head_hash="0" * 64)
    assert len(quick_check(GameSession.objects.get(pk=played.pk))) == 1


def test_opening_a_table_checks_the_last_fifty_events(table, django_assert_num_queries):
    fill(table, (win(n % 3) for n in range(RECENT + 10)))
    session = GameSession.objects.get(pk=table.pk)
    with django_assert_num_queries(1):
        assert quick_check(session) == ()
    with lifted():
        Event.objects.filter(session=table, seq=session.head_seq - RECENT + 1).update(base="5")
        assert len(quick_check(session)) == 1
        Event.objects.filter(session=table, seq=session.head_seq - RECENT + 1).update(base="")
        # Older ones are left to the whole check.
        Event.objects.filter(session=table, seq=session.head_seq - RECENT).update(base="5")
    assert quick_check(session) == ()


def test_postings_are_compared_without_the_bodies_of_their_events(played):
    """A correction has a posting for each later deal, and its body all of their outcomes: 30,000 rows of 1.3 MB each."""
    with CaptureQueriesContext(connection) as captured:
        assert verify(played).damages == ()
    postings = [one["sql"] for one in captured if 'FROM "zipai_ledger_posting"' in one["sql"]]
    assert len(postings) == 1
    assert '"body"' not in postings[0]


def test_a_long_trail_is_read_a_few_events_at_a_time(table):
    fill(table, (win(n % 3) for n in range(2 * PAGE)))
    with CaptureQueriesContext(connection) as captured:
        report = verify(table)
    assert (report.damages, report.events) == ((), 2 * PAGE + table_events(table))
    trail = [one["sql"] for one in captured if '."body"' in one["sql"]]
    assert all(f"LIMIT {PAGE}" in sql for sql in trail)


def table_events(table):
    """How many events there are besides the deals."""
    return Event.objects.filter(session=table).exclude(kind="deal_recorded").count()


@on_sqlite
@pytest.mark.parametrize("seq", ["'x'", "9.5", "1 << 62"])
def test_a_number_of_an_event_that_is_none_is_damage(played, seq):
    with lifted(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE zipai_ledger_event SET seq = {seq} WHERE seq = 3")
    assert verify(played).damages


@on_sqlite
def test_a_file_whose_schema_is_no_text_is_a_sentence(monkeypatch):
    def unreadable(*_):
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

    with connection.execute_wrapper(unreadable), pytest.raises(CommandError, match="database: 'utf-8'"):
        call_command("verify_ledger")


def test_a_session_without_events_is_damaged(table):
    session = GameSession(public_id="x", head_seq=0)
    session.pk = 10**6
    assert len(quick_check(session)) == 1


def test_what_was_written_meanwhile_is_no_damage(played, monkeypatch):
    """A deal is recorded between the reading of the trail and that of the rows."""
    import zipai_ledger.ledger.verify as verifying

    check, calls = verifying._check, []

    def check_late(session):
        calls.append(session.head_seq)
        if len(calls) == 1:
            events = list(Event.objects.filter(session=session).order_by("seq"))
            record.record_deal(session=session, sent=sent(), fact=facts.Dead())
            projection, _ = verifying._project(events)
            return verifying.Report(len(events), tuple(verifying.compare(session, projection)))
        return check(session)

    monkeypatch.setattr(verifying, "_check", check_late)
    assert verify(played).damages == ()
    assert calls[1] == calls[0] + 1


@on_sqlite
def test_text_that_cannot_be_read_is_damage(played, monkeypatch):
    deal = Deal.objects.filter(session=played).first()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE zipai_ledger_deal SET fact = CAST(x'ff' AS TEXT) WHERE id = %s", [deal.pk])
    assert ["cannot be read" in damage.what for damage in verify(played).damages] == [True]


@on_sqlite
def test_an_event_that_is_no_text_is_damage_at_once(played):
    with lifted(), connection.cursor() as cursor:
        cursor.execute("UPDATE zipai_ledger_event SET body = CAST(x'ff' AS TEXT) WHERE seq = 3")
    assert ["cannot be read" in damage.what for damage in quick_check(played)] == [True]


@pytest.mark.parametrize("body", ["{}", "[]", "null", "no JSON", "[" * 100_000], ids=lambda body: body[:7])
def test_an_event_that_says_nothing_is_damage_at_once_however_well_its_hash_fits(table, body):
    last = Event.objects.filter(session=table).latest("seq")
    forge(table, last.seq, body=body)
    session = GameSession.objects.get(pk=table.pk)
    assert ["cannot be read" in damage.what for damage in quick_check(session)] == [True]
    assert list(damaged_tables()) == [table.public_id]


def test_a_table_that_cannot_be_read_in_time_is_named_at_the_start_and_hides_no_other(played):
    """A server that starts beside a busy one says so and goes on with the table before."""
    newest, trails = open_table(), []

    def busy(execute, sql, *rest):
        if 'FROM "zipai_ledger_event"' in sql:
            trails.append(sql)
            if len(trails) == 1:
                raise OperationalError("database is locked")
        return execute(sql, *rest)

    GameSession.objects.filter(pk=played.pk).update(head_hash="0" * 64)
    with connection.execute_wrapper(busy):
        found = damaged_tables()
    assert [str(damage) for damage in found[newest.public_id]] == ["cannot be read: database is locked"]
    assert list(found) == [newest.public_id, played.public_id]


def test_a_database_that_is_busy_is_no_damage(played):
    def locked(*_):
        raise OperationalError("database is locked")

    with connection.execute_wrapper(locked), pytest.raises(OperationalError):
        quick_check(played)


def run(*ids):
    output = io.StringIO()
    call_command("verify_ledger", *ids, stdout=output)
    return output.getvalue()


def test_the_command_checks_every_table(played):
    other_table = open_table()
    output = run()
    assert f"{played.public_id}: ok" in output
    assert f"{other_table.public_id}: ok" in output


def test_the_command_checks_the_tables_named(played):
    other_table = open_table()
    output = run(played.public_id)
    assert other_table.public_id not in output
    with pytest.raises(CommandError, match="no session nobody"):
        run("nobody", played.public_id)


def test_the_command_fails_and_lists_what_is_damaged(played):
    Deal.objects.filter(session=played, position=1).update(checked="cards")
    output = io.StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify_ledger", stdout=output)
    assert caught.value.returncode == 1
    assert "deal 1: checked is 'cards', expected 'hu'" in output.getvalue()


def test_the_command_says_what_newer_rules_would_change(toy_table, play, rulesets):
    play(toy_table, tally_win(0, 20))
    rulesets["toy"] = Toy2()
    assert "today's would differ: 1" in run()


def test_the_command_asks_the_database_too(played, monkeypatch):
    import zipai_ledger.management.commands.verify_ledger as command

    assert database_damages() == ()
    monkeypatch.setattr(command, "database_damages", lambda: (chain.Damage(0, "row missing from index"),))
    with pytest.raises(CommandError, match="1 damages"):
        run()


@on_sqlite
def test_a_row_that_points_at_nothing_is_damage_of_the_database(played):
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE zipai_ledger_hu SET deal_id = 999 WHERE id = (SELECT max(id) FROM zipai_ledger_hu)"
        )
        assert ["points at nothing" in str(damage) for damage in database_damages()] == [True]
        cursor.execute("DELETE FROM zipai_ledger_hu WHERE deal_id = 999")


def test_other_databases_check_their_own_files(monkeypatch):
    monkeypatch.setattr(connection, "vendor", "postgresql")
    assert database_damages() == ()
