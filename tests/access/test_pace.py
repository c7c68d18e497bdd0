"""Opening tables, circles, samples and imports has a pace for each address."""

from itertools import count

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from tests.exports.test_session_json import one_stage
from tests.views.conftest import NEW
from zipai_ledger.access import pace
from zipai_ledger.access.pace import EVERY, Pace
from zipai_ledger.environment import whole_number
from zipai_ledger.models import Circle, GameSession

BURST = 3


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_then_one_in_a_while():
    clock = Clock()
    own = Pace(EVERY, clock)
    assert [own.wait("a", BURST) for _ in range(BURST + 2)] == [0, 0, 0, 30, 30]
    assert own.wait("b", BURST) == 0
    clock.now += EVERY / 2
    assert own.wait("a", BURST) == 15
    clock.now += EVERY / 2
    assert [own.wait("a", BURST), own.wait("a", BURST)] == [0, 30]
    clock.now += 100 * EVERY
    assert [own.wait("a", BURST) for _ in range(BURST + 1)] == [0, 0, 0, 30]


def test_only_so_many_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pace, "REMEMBERED", 2)
    own = Pace(EVERY, Clock())
    for who in "abca":
        assert own.wait(who, 1) == 0
    assert own.wait("a", 1) == 30


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "form", "model"),
    [
        ("/new/", NEW, GameSession),
        ("/circles/new/", {"name": "周五的牌友"}, Circle),
        ("/import/", {"text": one_stage(), "do": "import"}, GameSession),
        ("/sample/", {}, GameSession),
    ],
)
def test_who_opens_too_much_is_asked_to_wait(settings, monkeypatch, path, form, model):
    monkeypatch.setattr(pace, "pace", Pace(EVERY, Clock()))
    settings.OPENINGS = 2
    answers = []
    for number in range(3):
        phone = Client()
        phone.get("/new/")
        answers.append(phone.post(path, {**form, "client_id": f"opening-{number:08}"}))
    assert [answer.status_code for answer in answers[:2]] != [429, 429]
    assert (answers[2].status_code, answers[2]["Retry-After"]) == (429, "30")
    assert "等几秒再点一次" in answers[2].content.decode()
    assert model.objects.count() == 2
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post(path, {**form, "client_id": "opening-elsewhere"}).status_code != 429
    assert Client().get(path).status_code in (200, 405)


def test_the_number_is_the_host_s_choice(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ZIPAI_OPENINGS", "7")
    assert whole_number("ZIPAI_OPENINGS", usual=60) == 7
    monkeypatch.setenv("ZIPAI_OPENINGS", "")
    assert whole_number("ZIPAI_OPENINGS", usual=60) == 60
    monkeypatch.setenv("ZIPAI_OPENINGS", "many")
    with pytest.raises(ImproperlyConfigured, match="ZIPAI_OPENINGS"):
        whole_number("ZIPAI_OPENINGS", usual=60)


@pytest.mark.django_db
def test_a_site_opens_no_more_by_having_many_networks(settings, monkeypatch):
    clock, numbers = Clock(), count()
    monkeypatch.setattr(pace, "pace", Pace(EVERY, clock))
    monkeypatch.setattr(pace, "of_sites", Pace(EVERY / pace.NETWORKS, clock))
    settings.OPENINGS = 1

    def opened(address: str) -> int:
        phone = Client(REMOTE_ADDR=address)
        phone.get("/new/")
        form = {"name": "周五的牌友", "client_id": f"opening-{next(numbers):08}"}
        return phone.post("/circles/new/", form).status_code

    answers = [opened(f"2001:db8:1:{subnet:x}::7") for subnet in range(pace.NETWORKS + 1)]
    assert [status == 429 for status in answers] == [False] * pace.NETWORKS + [True]
    assert Circle.objects.count() == pace.NETWORKS
    assert opened("2001:db8:2::7") != 429
    assert opened("192.0.2.7") != 429
    clock.now += EVERY / pace.NETWORKS
    assert [opened("2001:db8:1:aa::7") == 429, opened("2001:db8:1:ab::7") == 429] == [False, True]
