"""An archive whose chain holds may still be made up: what pages would stumble over is refused when it comes."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.exports.conftest import exported, imported, laid_out
from zipai_ledger.exports import archive_reader, incoming
from zipai_ledger.exports.budget import Budget, Overrun
from zipai_ledger.formats import dates
from zipai_ledger.ledger.trail import canonical, chain
from zipai_ledger.models import GameSession, Posting
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db

Change = Callable[[dict[str, Any], dict[str, Any]], None]
"""Changes an event in place: the line of the archive, and its body."""


def forged(text: str, kind: str, change: Change) -> str:
    """The archive with every event of this kind changed and the chain made whole again, as any program could."""
    archive, previous = json.loads(text), chain.FIRST
    for line in archive["events"]:
        body = json.loads(line["body"])
        if kind in ("", line["kind"]):
            change(line, body)
        line["body"] = canonical.to_text(body)
        line["hash"] = chain.link_hash(previous, line["seq"], line["kind"], line["at"], line["body"])
        previous = line["hash"]
    archive["ledger"]["head"] = previous
    return laid_out(archive)


def at(text: str) -> Change:
    return lambda line, _body: line.update(at=text)


def outcome(change: Callable[[dict[str, Any]], None]) -> Change:
    return lambda _line, body: [change(one) for one in body["outcomes"]]


def without_rules(_line: dict[str, Any], body: dict[str, Any]) -> None:
    body["ruleset"] = "gone"


TIMES = [
    "9999-12-31T23:59:59.999999+00:00",
    "1999-12-31T23:59:59.000000+00:00",
    "0001-01-01T00:00:00.000000+00:00",
]


@pytest.mark.parametrize("time", TIMES)
def test_a_time_that_cannot_have_been_is_refused(evening: GameSession, time: str):
    assert what(forged(exported(evening, "archive"), "", at(time))).startswith("event 1: cannot be read")


def test_a_time_to_come_is_refused_so_that_no_event_is_taken_for_a_later_guest_s(evening: GameSession):
    soon = datetime.now(UTC).replace(year=datetime.now(UTC).year + 1).isoformat(timespec="microseconds")
    assert "written at" in what(forged(exported(evening, "archive"), "deal_recorded", at(soon)))


def what(text: str) -> str:
    """What is said of a refused archive, as far as its shape is concerned; the text's own layout is looked at last."""
    with pytest.raises(Refused) as caught:
        incoming.read(text)
    return str(caught.value.problems[0].params["what"])


OUTCOMES: dict[str, Callable[[dict[str, Any]], None]] = {
    "a payer who is not there": lambda one: one["flows"][0].update(payer=7),
    "a payer who is no number": lambda one: one["flows"][0].update(payer="0"),
    "a winner who is not there": lambda one: one["wins"][0].update(winner=5),
    "a winner below nought": lambda one: one["wins"][0].update(winner=-1),
    "warnings that are text": lambda one: one.update(warnings="x"),
    "marks that are a number": lambda one: one["wins"][0].update(marks=3),
    "melds that are text": lambda one: one["wins"][0].update(melds=["x"]),
    "items without units": lambda one: one["items"].append({"code": "x", "params": {}}),
    "params that are a list": lambda one: one["items"].append({"code": "x", "params": [], "units": 0}),
    "a float": lambda one: one["items"].append({"code": "x", "params": {"n": 0.5}, "units": 0}),
    "a number without end": lambda one: one["items"].append(
        {"code": "x", "params": {"n": 10**30}, "units": 0}
    ),
    "NUL": lambda one: one["items"].append({"code": "x\0", "params": {}, "units": 0}),
    "checked is a list": lambda one: one.update(checked=["cards"]),
    "gains that are text": lambda one: one.update(gains="x"),
    "settling is a list": lambda one: one.update(settling=[]),
    "a key nobody knows": lambda one: one.update(more=1),
    "a group of no cards": lambda one: one["wins"][0].update(melds=[{"kind": "peng", "cards": "x", "hu": 1}]),
    "a round without a tally": lambda one: one.update(round_over=True),
    "gains of too few": lambda one: one.update(gains=[0]),
    "numbers of too few": lambda one: one.update(deltas=one["deltas"][:1]),
    "a version that is text": lambda one: one.update(rules_version="1"),
}


@pytest.mark.parametrize("change", OUTCOMES.values(), ids=OUTCOMES.keys())
def test_an_outcome_that_no_page_could_show_is_refused(evening: GameSession, change):
    """The rules are said to be gone, so that nobody asks them."""
    text = forged(exported(evening, "archive"), "stage_opened", without_rules)

    def applied(one: dict[str, Any]) -> None:
        if one["wins"]:
            change(one)

    assert "makes no sense" in what(forged(text, "deal_recorded", outcome(applied)))


def test_a_seat_that_the_stage_does_not_have_is_refused(evening: GameSession):
    text = forged(exported(evening, "archive"), "stage_opened", without_rules)
    for name in ("dealer", "winner", "from"):
        reason = what(forged(text, "deal_recorded", lambda _, body, n=name: body["fact"].update({n: 7})))
        assert "makes no sense" in reason, name


@pytest.mark.parametrize("value", [9, True, "11", "nobody"])
def test_an_option_that_todays_rules_could_not_show_is_refused_in_an_older_edition(
    evening: GameSession, value: object
):
    def older(_line: dict[str, Any], body: dict[str, Any]) -> None:
        body["version"] = 0
        body["options"]["min_hu"] = value

    assert "makes no sense" in what(forged(exported(evening, "archive"), "stage_opened", older))


def test_an_option_is_written_as_the_rules_keep_it(evening: GameSession):
    """A form may send "10"; pages and rules read a stored option as a number."""

    def as_text(_line: dict[str, Any], body: dict[str, Any]) -> None:
        body["version"] = 0
        body["options"]["min_hu"] = "10"

    assert "the option min_hu is '10'" in what(forged(exported(evening, "archive"), "stage_opened", as_text))


@pytest.mark.parametrize(
    "change",
    [
        lambda _line, body: body["options"].update(min_hu=0.5),
        lambda _line, body: body["options"].update(min_hu="\0"),
        lambda _line, body: body.update(unit=3),
        lambda _line, body: body.update(version="x"),
        lambda _line, body: body["state"].update(dealer="x"),
        lambda _line, body: body.update(carried_in=[1]),
    ],
)
def test_a_stage_that_no_page_could_show_is_refused(evening: GameSession, change: Change):
    text = forged(exported(evening, "archive"), "stage_opened", without_rules)
    assert "makes no sense" in what(forged(text, "stage_opened", change))


NUMBERS = (10**30, -1, 0.5, True, "0", [], {})
"""Where an event has a small number."""
NUMBERED: dict[str, tuple[str, ...]] = {
    "stage_opened": ("players", "stage", "version", "first_dealer"),
    "player_joined": ("player",),
    "player_renamed": ("player",),
    "deal_recorded": ("deal", "stage", "position"),
    "adjustment": ("deal", "stage", "position"),
    "deal_voided": ("deal",),
}


@pytest.mark.parametrize("number", NUMBERS, ids=ascii)
def test_a_number_that_no_table_can_have_is_refused_before_anything_is_made_of_it(
    evening: GameSession, number: object
):
    """A stage of 10**30 players is not counted through."""
    text = exported(evening, "archive")
    for kind, names in NUMBERED.items():
        for name in names:
            reason = what(forged(text, kind, lambda _line, body, n=name: body.update({n: number})))
            assert re.search(r"makes no sense: (Refused|ValueError\('a number)", reason), (kind, name, reason)


def test_a_stage_of_more_players_than_a_table_has_is_refused_before_they_are_counted_through(
    evening: GameSession,
):
    reason = what(
        forged(exported(evening, "archive"), "stage_opened", lambda _, body: body.update(players=10**6))
    )
    assert "a stage of 1000000 players" in reason


@pytest.mark.parametrize("name", ["deltas", "gains", "tally"])
def test_an_outcome_has_no_more_numbers_than_its_stage_has_players(evening: GameSession, name: str):
    text = forged(exported(evening, "archive"), "stage_opened", without_rules)
    reason = what(forged(text, "deal_recorded", outcome(lambda one: one.update({name: [0] * 5}))))
    assert re.search(r"event 7: makes no sense: .*(\) for 4 players|for each of 4 players)", reason)


def test_what_an_archive_would_store_is_counted_while_it_is_read(evening: GameSession):
    """An event may keep every deal as agreed, with a posting for each: bytes times hundreds, rules or no rules."""
    archive = json.loads(exported(evening, "archive"))
    steps: list[int] = []
    incoming.read(exported(evening, "archive"), steps.append)
    assert sum(steps) == len(archive["events"]) + Posting.objects.filter(session=evening).count()
    with pytest.raises(Overrun):
        incoming.read(
            forged(exported(evening, "archive"), "stage_opened", without_rules),
            Budget(steps=len(archive["events"]), seconds=10),
        )


def test_an_archive_of_more_stages_than_a_table_has_is_refused(evening: GameSession, monkeypatch):
    monkeypatch.setattr(archive_reader, "STAGES", 1)
    assert what(exported(evening, "archive")) == "2 stages, of at most 1"


def test_a_deal_that_the_rules_score_otherwise_is_refused(evening: GameSession):
    """Totals, round and chain agree with it; only the rules know."""

    def lower(_line: dict[str, Any], body: dict[str, Any]) -> None:
        if body["fact"].get("hu") == 25:
            body["fact"]["hu"] = 24

    reason = what(forged(exported(evening, "archive"), "deal_recorded", lower))
    assert reason.startswith("event 8: the rules say")


def test_a_state_that_the_rules_cannot_go_on_from_is_refused_and_no_traceback(evening: GameSession):
    """Of an older edition, whose first state nobody works out again; four sit there."""

    def nobody_deals(_line: dict[str, Any], body: dict[str, Any]) -> None:
        body["version"] = 0
        body["state"]["dealer"] = 7

    assert what(forged(exported(evening, "archive"), "stage_opened", nobody_deals)).startswith(
        "makes no sense: IndexError"
    )


def test_an_archive_whose_totals_do_not_sum_to_zero_has_no_preview(evening: GameSession):
    """Its rules are gone, and its last deal gives somebody a unit that nobody lost."""

    def a_unit_more(_line: dict[str, Any], body: dict[str, Any]) -> None:
        if body["deal"] == 16:
            body["outcomes"][0]["deltas"][1] += 1
            body["totals"][1][1] += 1

    text = forged(exported(evening, "archive"), "stage_opened", without_rules)
    archive = incoming.read(forged(text, "deal_recorded", a_unit_more))
    with pytest.raises(Refused) as caught:
        archive.preview()
    assert "balances must sum to zero" in str(caught.value.problems[0].params["what"])


def test_what_would_be_stored_otherwise_than_its_trail_has_it_is_refused_and_leaves_nothing(
    evening: GameSession,
):
    """The second stage calls itself the first: rows are in the order of what stages call themselves."""

    def swapped(_line: dict[str, Any], body: dict[str, Any]) -> None:
        body.update(stage=1 - body["stage"], ruleset="gone")

    archive = incoming.read(forged(exported(evening, "archive"), "stage_opened", swapped))
    with pytest.raises(Refused) as caught:
        archive.store()
    assert caught.value.problems[0].params["what"] == "stage 1: index is 0, expected 1"
    assert list(GameSession.objects.all()) == [evening]


def test_a_body_that_no_database_could_hold_is_refused(evening: GameSession):
    """Half a surrogate pair, escaped: the text of the archive is fine, what it says is not."""
    archive = json.loads(exported(evening, "archive"))
    line = archive["events"][0]
    line["body"] = line["body"].replace('"name":"', '"name":"\\ud800', 1)
    with pytest.raises(Refused) as caught:
        incoming.read(laid_out(archive))
    assert [(problem.code, problem.why) for problem in caught.value.problems] == [("bad_json", "surrogate")]


def test_a_fact_that_nobody_can_have_entered_is_refused(evening: GameSession):
    text = forged(exported(evening, "archive"), "stage_opened", without_rules)
    assert "makes no sense" in what(
        forged(text, "deal_recorded", lambda _, body: body["fact"].update(winner="x"))
    )


def test_an_evening_of_another_year_in_a_list_is_no_more_than_a_day(evening: GameSession, client: Client):
    """What was stored before such archives were refused takes no page with it."""
    copy = imported(exported(evening, "archive"))
    GameSession.objects.filter(pk=copy.pk).update(opened_at=datetime.max.replace(tzinfo=UTC))
    copy.refresh_from_db()
    assert dates.recent_day(copy.opened_at)
    assert client.get(reverse("home")).status_code == 200
