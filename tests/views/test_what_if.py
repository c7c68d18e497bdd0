"""换一套规矩算算看: the same evening under other house rules, side by side, and nothing stored."""

import pytest
from django.test import Client

from tests.views.conftest import CALLED, WIN, open_by, play  # noqa: F401
from zipai_ledger.formats.numbers import signed
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.models import Event, GameSession, Role
from zipai_ledger.presenters.boards import Money
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.zipai.example import CARDS

pytestmark = pytest.mark.django_db
OWNER = record.Sent(role=Role.OWNER)
GAMES = sorted(registry.all_rulesets())


def address(table_or_session):
    return f"/t/{table_or_session.public_id}/what-if/"


def usual(client, table_or_session):
    """What the form sends as it stands: the rules of the table."""
    form = client.get(address(table_or_session)).context
    sent = {"ruleset": form["form"].ruleset.slug, "was": form["rules"].preset, "again": "1"}
    for option in form["options"]:
        if option.kind in ("one", "many"):
            sent[option.field] = [choice.value for choice in option.choices if choice.is_chosen]
        elif option.kind == "number":
            sent[option.field] = option.value
    return sent


def compared(client, table_or_session, **options):
    """The page with the rules of the table, some of them changed."""
    sent = usual(client, table_or_session)
    return client.get(
        address(table_or_session), sent | {f"rule-{code}": value for code, value in options.items()}
    )


def column(answer, name):
    totals = answer.context["page"].totals
    return {total.name: signed(getattr(total, name)) for total, _worth in totals}


def test_members_play_with_it_and_strangers_find_nothing(table, alice, viewer, charlie):
    assert alice.get(table.url("what_if:show")).status_code == 200
    assert compared(viewer, table).status_code == 200
    assert charlie.get(table.url("what_if:show")).status_code == 404
    assert Client().get(table.url("what_if:show")).status_code == 404
    assert alice.post(table.url("what_if:show")).status_code == 405


def test_the_form_begins_with_the_rules_of_the_table(table, alice):
    context = alice.get(table.url("what_if:show")).context
    assert context["rules"].brief[0] == "起胡 10"
    assert context["page"] is None


def test_with_the_same_rules_nothing_is_different(table, alice):
    answer = compared(alice, table)
    assert "换成这样，一盘也不变。" in answer.content.decode()
    assert column(answer, "before") == column(answer, "after")


def test_both_totals_stand_side_by_side_with_the_deals_that_moved_them(table, alice):
    answer = compared(alice, table, self_draw="double")
    before, after = column(answer, "before"), column(answer, "after")
    # Deal 1 is the only one by own draw: 3 for its 胡 and 2 for 醒, plus one or doubled, from both others.
    assert before == {"老王": "+12", "小李": "0", "阿芳": "−12"}
    assert after == {"老王": "+20", "小李": "−4", "阿芳": "−16"}
    assert [deal.number for deal in answer.context["page"].deals] == [1]
    assert column(answer, "gain") == {"老王": "+8", "小李": "−4", "阿芳": "−4"}
    assert answer.context["page"].totals[0][1] == (Money(400, "CNY"),)


def test_a_deal_that_could_not_have_stood_is_told_with_its_reason_and_counts_nothing(table, alice):
    play(
        table.session,
        facts.Win(winner=Seat(0), source="discard", from_=Seat(1), hu=Count(12), xing=facts.Xing(count=0)),
    )
    answer = compared(alice, table, min_hu="15")
    refused = [deal for deal in answer.context["page"].deals if deal.why]
    assert [deal.number for deal in refused] == [3]
    assert "其中 1 盘按这套规矩不成立" in answer.content.decode()
    assert {change.after for change in refused[0].changes} == {0}


def test_what_was_turned_is_passed_over_where_it_does_not_count(table, alice):
    answer = compared(alice, table, xing="none")
    assert [deal.why for deal in answer.context["page"].deals] == [(), ()]


def test_what_was_agreed_stays_as_it_was_agreed(table, alice):
    record.adjust(session=table.session, sent=OWNER, deltas=(5, -5, 0), note="喝茶")
    assert [deal.number for deal in compared(alice, table, self_draw="double").context["page"].deals] == [1]


def test_what_was_struck_out_stays_out(table, alice):
    record.void_deal(session=table.session, sent=OWNER, deal=table.keys[0], reason="记错了")
    assert compared(alice, table, self_draw="double").context["page"].deals == ()


def test_a_value_that_cannot_be_is_told(table, alice):
    answer = compared(alice, table, foul_units="9999")
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert answer.context["page"] is None


def test_nothing_is_stored(table, alice):
    head = table.head
    compared(alice, table, self_draw="double")
    assert table.head == head
    assert Event.objects.filter(session=table.session).count() == head


def test_stages_of_a_game_are_played_again_each_with_its_own_seats(table, alice):
    stage = NewStage(ruleset="guilin", seats=(1, 2, 0, "小丁"), options={"seats": 4, "self_draw": "double"})
    record.open_stage(session=table.session, sent=OWNER, stage=stage)
    answer = compared(alice, table, self_draw="plus_one")
    assert answer.status_code == 200
    assert len(answer.context["page"].totals) == 4


def test_a_stage_of_another_game_stays_as_it_was(table, alice):
    record.open_stage(session=table.session, sent=OWNER, stage=NewStage(ruleset="tuozi", seats=(0, 1, 2)))
    answer = alice.get(table.url("what_if:show"))
    assert answer.context["form"].ruleset.slug == "tuozi"
    assert answer.context["games"] == ("guilin", "tuozi")
    assert alice.get(table.url("what_if:show") + "?ruleset=guilin").context["form"].ruleset.slug == "guilin"


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_worked_out_again_by_whatever_rules_it_has(slug, alice, db):
    ruleset = registry.get(slug)
    people = [f"某{n}" for n in range(ruleset.places(ruleset.options.resolve({})))]
    stage = NewStage(ruleset=slug, seats=tuple(range(len(people))))
    session = record.open_session(sent=OWNER, name="都打", players=people, stage=stage).session
    opened, _code = open_by(alice)
    owner = opened.grants.get()
    owner.pk = None
    owner.session = session
    owner.save()
    if facts.Dead in ruleset.results:
        record.record_deal(session=session, sent=OWNER, fact=facts.Dead())
    url, sent = address(session), usual(alice, session)
    for changes in other_rules(ruleset):
        answer = alice.get(url, sent | {f"rule-{code}": value for code, value in changes.items()})
        assert answer.status_code == 200, (changes, answer.context["form"].errors)


def other_rules(ruleset):
    """The last choice of every option: of those that need nothing all at once, of the others one by one."""
    needs = ruleset.options.needs
    bound = {code for need in needs for code in (need.code, need.other)} | {ruleset.seats_by}
    last = {
        option.code: option.choices[-1].value for option in ruleset.options.options if option.kind == "one"
    }
    yield {code: value for code, value in last.items() if code not in bound}
    for code in sorted((bound & last.keys()) - {ruleset.seats_by}):
        yield {code: last[code], **{need.other: need.value for need in needs if need.code == code}}


def test_of_many_deals_the_first_are_told_and_the_others_counted(table, alice):
    win = facts.Win(winner=Seat(0), source="self_draw", hand=CARDS, xing=facts.Xing(flipped=("八",)))
    session = GameSession.objects.get(pk=table.session.pk)
    record.record_deals(session=session, sent=OWNER, deals=[win] * 60)
    answer = compared(alice, table, self_draw="double")
    assert len(answer.context["page"].deals) == 40
    assert answer.context["page"].more == 21
    assert column(answer, "gain")["老王"] == "+488"


def test_it_leads_back_to_settling_where_it_was_opened(alice, table):
    page = alice.get(table.url("what_if:show")).content.decode()
    assert f'<a href="{table.url("settlement:show")}" aria-label="回到结账">' in page.split("</header>")[0]
