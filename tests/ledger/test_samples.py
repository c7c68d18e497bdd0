"""试玩: a sample table of each device, real in everything but its people, gone when nobody touches it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.ledger.conftest import open_table, sent, win
from zipai_ledger import samples
from zipai_ledger.access import devices
from zipai_ledger.exports import archive, incoming
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Device, Event, GameSession, Grant, Role
from zipai_ledger.rules.options import Words

pytestmark = pytest.mark.django_db


def chinese(words: Words) -> str:
    return words.zh


def phone() -> Device:
    return devices.arriving("").device


def opened() -> GameSession:
    """The sample of a new device."""
    return samples.open_for(phone(), chinese)


def aged(monkeypatch, days: float) -> None:
    """Let the clock be that much later from now on."""
    later = timezone.now() + timedelta(days=days)
    monkeypatch.setattr(timezone, "now", lambda: later)


def test_it_is_recorded_like_any_other_evening_and_its_fifth_deal_was_corrected():
    table = opened()
    assert table.name == "试玩的一桌"
    assert [player.name for player in queries.players_of(table)] == ["张伯", "李婶", "小陈"]
    assert Standing.of(table).totals == ((4, -3, -1),)
    replaced = Event.objects.get(session=table, kind=Kind.DEAL_REPLACED)
    assert "记成张伯了" in replaced.body
    assert verify(GameSession.objects.get(pk=table.pk)).damages == ()


def test_its_words_are_those_of_whoever_opens_it():
    table = samples.open_for(phone(), lambda words: words.en)
    assert table.name == "Sample table"
    assert [player.name for player in queries.players_of(table)] == ["Zhang", "Li", "Chen"]


def test_the_device_owns_it_as_its_first_player_and_there_is_no_code_to_lose():
    table = opened()
    grant = Grant.objects.get(session=table)
    assert (grant.role, grant.player) == (Role.OWNER, 0)
    assert not table.links.exists()


def test_a_device_has_one_and_another_device_another():
    own_phone = phone()
    first = samples.open_for(own_phone, chinese)
    assert samples.open_for(own_phone, chinese) == first
    assert opened() != first
    assert samples.living() == 2


def test_who_only_looks_at_somebody_elses_gets_his_own():
    own_phone = phone()
    others = opened()
    Grant.objects.create(session=others, device=own_phone, role=Role.SCOREKEEPER)
    assert samples.open_for(own_phone, chinese) != others


def test_after_it_was_deleted_there_is_a_new_one():
    own_phone = phone()
    first = samples.open_for(own_phone, chinese)
    record.purge(session=first, sent=sent())
    assert samples.open_for(own_phone, chinese).public_id != first.public_id


def test_one_that_nobody_touched_for_a_week_goes_when_somebody_opens_another(monkeypatch):
    old = opened()
    aged(monkeypatch, 7.1)
    new = opened()
    assert list(GameSession.objects.all()) == [new]
    assert not Event.objects.filter(session_id=old.pk).exists()


def test_one_that_is_still_played_stays(monkeypatch):
    table = opened()
    aged(monkeypatch, 6)
    record.record_deal(session=table, sent=sent(now=timezone.now), fact=win(0))
    aged(monkeypatch, 2)
    opened()
    assert GameSession.objects.filter(pk=table.pk).exists()


def test_what_was_touched_at_the_last_moment_is_not_erased():
    table = opened()
    since = timezone.now()
    record.record_deal(session=table, sent=sent(), fact=win(0))
    assert not record.purge_sample(session=table, untouched_since=since)
    assert record.purge_sample(session=table, untouched_since=timezone.now())
    assert not record.purge_sample(session=table, untouched_since=timezone.now())


def test_a_real_table_is_never_swept_away(monkeypatch):
    real = open_table()
    assert not record.purge_sample(session=real, untouched_since=timezone.now())
    aged(monkeypatch, 400)
    samples.sweep()
    assert GameSession.objects.filter(pk=real.pk).exists()


def test_only_a_few_go_at_a_time(monkeypatch):
    for _ in range(samples.SWEPT + 2):
        opened()
    aged(monkeypatch, 8)
    samples.sweep()
    assert samples.living() == 2
    samples.sweep()
    assert samples.living() == 0


def test_where_there_are_too_many_those_left_alone_for_an_hour_make_room(monkeypatch):
    monkeypatch.setattr(samples, "MOST", 2)
    own_phone = phone()
    own = samples.open_for(own_phone, chinese)
    opened()
    with pytest.raises(samples.NoRoom):
        opened()
    assert samples.open_for(own_phone, chinese) == own
    aged(monkeypatch, 0.05)
    opened()
    assert samples.living() == 1


def test_one_that_cannot_be_erased_just_now_keeps_nobody_from_a_sample(monkeypatch):
    def busy(**_arguments: object) -> bool:
        raise samples.OperationalError("database is locked")

    opened()
    monkeypatch.setattr(record, "purge_sample", busy)
    aged(monkeypatch, 8)
    opened()
    assert samples.living() == 2


def test_taken_home_as_an_archive_it_comes_back_word_for_word_as_a_table_of_its_own():
    table = GameSession.objects.get(pk=opened().pk)
    text = "".join(archive.write(table))
    back = incoming.read(text).store("import-0123456789").session
    assert "".join(archive.write(GameSession.objects.get(pk=back.pk))) == text
    assert not back.sample
    assert verify(back).damages == ()
