"""One helper answers for whatever a verb refuses."""

import pytest

from zipai_ledger.access.grants import WrongCode
from zipai_ledger.formats.speaker import common_speaker
from zipai_ledger.ledger.record import Blocked, Closed, Conflict, Damaged, Stale
from zipai_ledger.models import Event
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.views.refusals import Refusal, attempt

UNEVEN = Problem("bad_deal", "deltas", "deltas_empty")


def refused_with(error):
    def verb():
        raise error

    found = attempt(verb)
    assert isinstance(found, Refusal)
    return found


def test_the_answer_of_a_verb_that_refuses_nothing_comes_through():
    assert attempt(lambda: 7) == 7


@pytest.mark.parametrize(
    ("error", "reason", "status", "part"),
    [
        (Stale(3, ()), "stale", 412, "别的手机也改了这一桌"),
        (Closed(), "closed", 423, "这一桌已经收了"),
        (Conflict(Event(seq=3)), "conflict", 409, "和先前记上的不一样"),
        (Damaged(()), "damaged", 409, "账本对不上了"),
        (Blocked({}), "blocked", 409, "后面有几盘不成立了"),
        (WrongCode(), "expired", 409, "这一页过期了"),
    ],
)
def test_each_refusal_has_a_word_a_status_and_a_sentence(error, reason, status, part):
    found = refused_with(error)
    assert (found.reason, found.status, found.problems) == (reason, status, ())
    assert part in found.text
    assert found.error is error


def test_problems_are_said_in_the_words_of_all_rulesets():
    found = refused_with(Refused(UNEVEN))
    assert (found.reason, found.status, found.problems) == ("problems", 422, (UNEVEN,))
    assert found.text == common_speaker().problem(UNEVEN)


def test_problems_are_said_by_the_speaker_of_a_table():
    def verb():
        raise Refused(Problem("dealer_differs", "dealer", "", {"player": 1}))

    speaker = common_speaker()
    named = type(speaker)(speaker.ruleset, speaker.lang, ["老王", "小李"])
    found = attempt(verb, named)
    assert isinstance(found, Refusal)
    assert "小李" in found.text


def test_what_nobody_refuses_goes_on_up():
    def verb():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        attempt(verb)
