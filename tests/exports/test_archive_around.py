"""The archive carries what happened around the deals: doubts, payments, what was carried over, substitutes, lost names."""

import json

import pytest
from django.utils import timezone

from tests.exports.conftest import exported, imported
from tests.exports.test_archive import forged, refused
from tests.ledger.conftest import open_table, recorded, sent, win
from tests.once import once
from zipai_ledger.exports import incoming
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Stake
from zipai_ledger.ledger.trail import canonical, chain
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Carried, Device, GameSession, Grant, Payment, StandIn
from zipai_ledger.rules.problems import Refused

pytestmark = pytest.mark.django_db

STAKE = Stake(currency="CNY", minor_per_unit=50)


@pytest.fixture
def around(db):
    """Friday's rest was carried in; then doubts, payments one of which was taken back, a substitute, an erased name."""
    return once("what happens around the deals", happened_around)


def happened_around():
    friday, session = open_table(stake=STAKE), open_table(stake=STAKE)
    recorded(friday, win(0))
    same = {player: player for player in range(3)}
    record.carry_over(session=friday, sent=sent(), into=session, players=same)
    first, second, _third = recorded(session, win(1), win(2), win(0))
    for key in (first, second):
        record.dispute_deal(session=session, sent=sent(), key=key, note="不对")
    record.resolve_dispute(session=session, sent=sent(), key=first)
    record.stand_in(session=session, sent=sent(), player=1, by="二嫂", after=first)
    made = [
        record.pay(session=session, sent=sent(), payer=2, payee=0, currency="CNY", minor=minor).event_seq
        for minor in (70, 80)
    ]
    record.cancel_payment(session=session, sent=sent(), payment=made[0])
    record.erase_player(session=session, sent=sent(), player=2)
    record.close(session=session, sent=sent(), despite_disputes=[second])
    return GameSession.objects.get(pk=session.pk)


def written(archive):
    """The text of an archive."""
    dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    head = dump({name: value for name, value in archive.items() if name != "events"})[:-1]
    events = ",\n".join(map(dump, archive["events"]))
    return f'{head},"events":[\n{events}]}}\n'


def seq_of(session, kind):
    return session.events.filter(kind=kind).latest("seq").seq


def test_all_of_it_comes_back_identical(around):
    text = exported(around, "archive")
    copy = imported(text)
    assert exported(copy, "archive") == text
    assert verify(copy).damages == ()
    for read in (queries.payments_of, queries.carried_of, queries.stand_ins_of, queries.disputes_of):
        assert read(copy) == read(around) != ()
    ours, theirs = queries.table_view(around).settlement, queries.table_view(copy).settlement
    assert theirs == ours
    for model in (Payment, Carried, StandIn):
        assert model.objects.filter(session=copy).count() == model.objects.filter(session=around).count()


def test_the_preview_says_what_is_still_owed(around):
    preview = incoming.read(exported(around, "archive")).preview()
    assert preview.settlement == queries.table_view(around).settlement
    assert preview.settlement.owed != preview.settlement.money


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("payment_made", {"payer": 9}),
        ("payment_made", {"payer": 0}),
        ("payment_made", {"payee": -1}),
        ("payment_made", {"minor": 0}),
        ("payment_made", {"minor": -5}),
        ("payment_made", {"minor": "5"}),
        ("payment_made", {"minor": 10**30}),
        ("payment_made", {"currency": "RENMINBI"}),
        ("payment_cancelled", {"payment": 1}),
        ("carried_in", {"minor": [1, 0, 0]}),
        ("carried_in", {"minor": [1, -1, 0, 0, 0, 0, 0, 0]}),
        ("carried_in", {"minor": None}),
        ("carried_in", {"currency": "yuan!"}),
        ("stand_in", {"player": 7}),
        ("stand_in", {"by": 1}),
        ("stand_in", {"stage": 3}),
        ("stand_in", {"after": 2}),
        ("deal_disputed", {"deal": 3}),
        ("player_erased", {"player": 8}),
    ],
)
def test_what_no_verb_would_have_stored_is_refused(around, kind, changes):
    text = forged(exported(around, "archive"), seq_of(around, kind), lambda body: {**body, **changes})
    assert refused(text) == [("bad_archive", "")]
    assert GameSession.objects.count() == 2


def rehashed(archive):
    """The text of an archive whose hashes are made to fit."""
    previous = ""
    for event in archive["events"]:
        event["hash"] = chain.link_hash(previous, event["seq"], event["kind"], event["at"], event["body"])
        previous = event["hash"]
    archive["ledger"]["head"] = previous
    return written(archive)


def test_what_takes_a_payment_back_cannot_be_taken_back_itself(around):
    archive = json.loads(exported(around, "archive"))
    seq = seq_of(around, "payment_cancelled")
    last = archive["events"][-1]
    last["kind"] = "payment_cancelled"
    sent = json.loads(last["body"])["sent"]
    last["body"] = canonical.to_text({"sent": sent, "payment": seq})
    assert refused(rehashed(archive)) == [("bad_archive", "")]
    last["body"] = canonical.to_text({"sent": sent, "payment": seq - 2})
    assert incoming.read(rehashed(archive)).preview().settlement.owed["CNY"][:3]


def test_a_payment_taken_back_twice_is_refused(around):
    seq = seq_of(around, "payment_cancelled")
    text = forged(exported(around, "archive"), seq, lambda body: {**body, "payment": seq - 1})
    assert exported(imported(text), "archive") == text
    archive = json.loads(exported(around, "archive"))
    again = {**archive["events"][seq - 1], "seq": archive["ledger"]["seq"] + 1}
    again["hash"] = chain.link_hash(
        archive["ledger"]["head"], again["seq"], again["kind"], again["at"], again["body"]
    )
    archive["events"].append(again)
    archive["ledger"] = {"head": again["hash"], "seq": again["seq"]}
    assert refused(written(archive)) == [("bad_archive", "")]


@pytest.mark.parametrize("change", ['{"name":"x",', "{ ", '{"sent":{},'])
def test_a_body_that_none_of_our_programs_wrote_is_refused(around, change):
    """A key that stands twice, a space: every reader has to find the same in it."""
    archive = json.loads(exported(around, "archive"))
    first = archive["events"][0]
    first["body"] = change + first["body"][1:]
    assert refused(rehashed(archive)) == [("bad_archive", "")]


def test_a_phone_that_has_the_number_of_one_elsewhere_is_not_taken_for_it(around):
    copy = imported(exported(around, "archive"))
    record.reopen(session=copy, sent=sent())
    brought = list(copy.events.filter(grant=sent().grant, seq__lte=around.head_seq))
    device = Device.objects.create(token_hash="0" * 64, last_seen=timezone.now())
    Grant.objects.create(pk=sent().grant, session=copy, device=device, role="viewer", player=0)
    assert brought
    assert queries.phones_of(copy, brought) == {}
    (doubt,) = queries.disputes_of(copy)
    with pytest.raises(Refused) as caught:
        record.take_back_dispute(session=copy, sent=sent(), key=doubt.key)
    assert caught.value.problems[0].why == "others_dispute"
    own = record.pay(session=copy, sent=sent(), payer=0, payee=1, currency="CNY", minor=50)
    written = list(copy.events.filter(seq=own.event_seq))
    assert queries.phones_of(copy, written) == {own.event_seq: queries.HeldGrant(sent().grant, 0)}
