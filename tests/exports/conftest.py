"""An evening with everything in it: corrections, a forgotten deal, an adjustment, four players becoming three."""

import io
import json

import pytest
from django.core.management import call_command

from tests.ledger.conftest import NAMES, play, rulesets, sent, table, toy_table, win  # noqa: F401 - fixtures
from tests.once import once
from zipai_ledger.exports import incoming, outgoing
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage, Stake
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts

STAKE = Stake(currency="CNY", minor_per_unit=50)
HAND = {
    "exposed": [
        {"kind": "peng", "cards": "捌捌捌"},
        {"kind": "peng", "cards": "五五五"},
        {"kind": "kaiduo", "cards": "三三三三"},
    ],
    "concealed": "六六十壹贰贰叁陆柒拾",
    "winning_card": "十",
    "source": "discard",
}


@pytest.fixture
def evening(db) -> GameSession:
    """Four players with a stake, then three of them and a newcomer without; closed and opened again."""
    return once("an evening with everything", evening_with_everything)


def evening_with_everything() -> GameSession:
    stage = NewStage(ruleset="guilin", seats=(0, 1, 2, 3), options={"seats": 4}, stake=STAKE)
    opening = sent(client_id="open-this-evening")
    session = record.open_session(sent=opening, name="周五，老地方", players=NAMES, stage=stage).session

    def add(fact):
        return record.record_deal(session=session, sent=sent(), fact=fact).deal_key

    four = {"xing": facts.Xing(count=1, lower=0)}
    first = add(facts.Win(winner=1, hu=17, source="self_draw", **four))
    second = add(facts.Win(winner=2, hu=25, source="discard", from_=0, note="=1+1", **four))
    add(facts.Dead(at="2026-11-20T21:40:00+08:00"))
    record.void_deal(session=session, sent=sent(), deal=first, reason="记错了")
    record.insert_deal(session=session, sent=sent(), before=second, fact=facts.Foul(offender=0, units=2))
    record.adjust(session=session, sent=sent(), deltas=(5, -5, 0, 0), note="喝茶")
    record.open_stage(session=session, sent=sent(), stage=NewStage(ruleset="guilin", seats=(2, "小丁", 0)))
    add(facts.Win(winner=1, hand=HAND, source="discard", from_=2, xing=facts.Xing(flipped=("四",))))
    add(win(0))
    record.rename_player(session=session, sent=sent(), player=0, name="王师傅")
    record.close(session=session, sent=sent())
    record.reopen(session=session, sent=sent())
    return GameSession.objects.get(pk=session.pk)


def exported(session, name="json", lang="zh-hans") -> str:
    with outgoing.export(session, name, lang) as file:
        return file.read().decode()


def imported(text) -> GameSession:
    return GameSession.objects.get(pk=incoming.read(text).store().session.pk)


def document_of(session):
    return json.loads(exported(session))


def laid_out(archive):
    """The text of an archive, line by line as it is written, whatever stands in it."""
    head = {name: value for name, value in archive.items() if name != "events"}
    events = ",\n".join(canonical.to_text(event) for event in archive["events"])
    return f'{canonical.to_text(head)[:-1]},"events":[\n{events}]}}\n'


def without_ledger(document):
    return {key: value for key, value in document.items() if key != "ledger"}


def totals(session):
    return Standing.of(GameSession.objects.get(pk=session.pk)).totals


def run(*arguments, code=0):
    """What a command prints, which has to end with this status."""
    out = io.StringIO()
    if code:
        with pytest.raises(SystemExit) as ended:
            call_command(*arguments, stdout=out)
        assert ended.value.code == code
    else:
        call_command(*arguments, stdout=out)
    return out.getvalue()
