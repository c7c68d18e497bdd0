"""Deals that are entered without a pad: what a form states, keeps, and says is wrong."""

import re

import pytest
from django.template.loader import render_to_string

from zipai_ledger.entries.setting import Setting
from zipai_ledger.formats.speaker import speaker
from zipai_ledger.forms.deal_entry import FORMS, AdjustForm, EndRoundForm, FoulForm, OpeningForm
from zipai_ledger.forms.entry import DealForm
from zipai_ledger.forms.quads import WANG
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.codec import Seat
from zipai_ledger.rules.problems import Problem, Refused

NAMES = ("老王", "小李", "阿芳")
DEALT = "龙一 坎二 坎三 手四五六七八九十"


def setting(slug: str, **options: object) -> Setting:
    ruleset = registry.get(slug)
    table = ruleset.table(options, (0, 1, 2), 3, 0, None)
    return Setting(ruleset=ruleset, table=table, state=ruleset.open(table), speaker=speaker(ruleset, NAMES))


def sent(form: type[DealForm], slug: str = "guilin", **data: str) -> DealForm:
    bound = form(setting(slug), data)
    bound.is_valid()
    return bound


def checked_minima(form: DealForm) -> list[str]:
    html = render_to_string("components/minimum_choices.html", {"form": form})
    return re.findall(r'value="(\d+)"\s+checked', html)


def test_every_result_has_a_form_and_a_form_states_its_result():
    assert set(FORMS) == {"dead", "foul", "opening", "end_round", "close", "adjust"}
    assert isinstance(sent(FORMS["dead"]).fact(), facts.Dead)


def test_a_note_is_kept_without_spaces_around_it():
    assert sent(FORMS["dead"], note="  说好的 ").fact() == facts.Dead(note="说好的")
    assert sent(FORMS["dead"], note="   ").fact() == facts.Dead()


def test_a_note_that_is_too_long_stays_in_its_field():
    form = sent(FORMS["dead"], note="长" * 501)
    assert not form.is_valid()
    assert "501" in form["note"].errors[0]
    assert form["note"].value() == "长" * 501


def test_a_foul_needs_somebody():
    assert sent(FoulForm)["offender"].errors == ["先点是谁"]
    assert sent(FoulForm, offender="１").fact() == facts.Foul(offender=Seat(1))


def test_a_foul_asks_only_what_its_game_does():
    assert {"hu", "hand"}.isdisjoint(FoulForm(setting("guilin")).fields)
    form = sent(FoulForm, "tuozi", offender="1", hu="abc", hand="碰猫")
    assert "abc" in form["hu"].errors[0]
    assert "猫" in form["hand"].errors[0]
    assert not form.is_valid()


@pytest.mark.parametrize(
    ("query", "begun"),
    [
        ({}, {}),
        ({"offender": "7", "hand": "龙一"}, {}),
        ({"offender": "1"}, {"offender": 1}),
        ({"offender": "1", "hand": "没有这种牌"}, {"offender": 1}),
    ],
)
def test_a_foul_begins_with_who_claimed_the_hand_whatever_was_tapped(query, begun):
    assert FoulForm.begun(setting("guilin"), query) == begun


def test_of_a_deal_without_numbers_only_what_all_have_is_shown_again():
    values = FORMS["close"].values(setting("guilin"), facts.Close(note="茶"))
    assert values == {"dealer": None, "note": "茶"}
    assert FORMS["close"].values(setting("guilin"), facts.Dead()) == {}


def test_jokers_of_a_dead_deal_are_asked_for_where_they_are_paid():
    def names(**options: object) -> set[str]:
        form = FORMS["dead"](setting("paohuzi", **options))
        return {name for name in form.fields if name.startswith(WANG)}

    assert names(wang=2, wang_dead=1) == {f"{WANG}{seat}" for seat in range(3)}
    assert names(wang=2) == names(wang=0, wang_dead=1) == set()


def test_several_openers_are_stated_and_shown_again():
    form = sent(OpeningForm, "dazipai", open_0="1", open_hu_0="30", open_hu_2="33")
    fact = form.fact()
    assert isinstance(fact, facts.Opening)
    assert [(win.winner, win.hu) for win in fact.wins] == [(0, 30), (2, 33)]
    values = OpeningForm.values(setting("dazipai"), fact)
    again = OpeningForm(setting("dazipai"), initial=values)
    assert [(one.name, one.opens.value(), one.hu.value()) for one in again.openers] == [
        ("老王", True, 30),
        ("小李", None, None),
        ("阿芳", True, 33),
    ]


def test_what_the_ledger_refuses_of_no_field_is_said_above_the_form():
    form = sent(OpeningForm, "dazipai")
    assert form.fact() == facts.Opening(wins=())
    form.refuse((Problem("bad_deal", "wins", "opening_nobody"),))
    assert len(form.non_field_errors()) == 1


def test_what_is_wrong_with_an_opener_is_said_at_that_players_field():
    form = sent(OpeningForm, "dazipai", open_0="1", open_hu_0="30", open_1="1", open_hand_2="碰猫")
    with pytest.raises(Refused):
        form.fact()
    nameless = sent(OpeningForm, "dazipai", open_0="1", open_hu_0="30", open_1="1", open_hand_2="手一一一")
    assert isinstance(nameless.fact(), facts.Opening)
    problems = [Problem("bad_deal", f"wins.{place}.hand", "hand_or_hu") for place in (1, 2)]
    nameless.refuse(problems)
    assert [bool(nameless[name].errors) for name in ("open_hu_0", "open_hu_1", "open_hand_2")] == [
        False,
        True,
        True,
    ]
    assert not nameless.non_field_errors()


def test_the_minimum_is_that_of_the_deal_before_until_another_is_chosen():
    usual = setting("dazipai")
    assert checked_minima(FoulForm(usual)) == [str(usual.state.min_hu)]
    assert checked_minima(sent(FoulForm, "dazipai", offender="0", min_hu="20")) == ["20"]
    assert checked_minima(FoulForm(setting("guilin"))) == []


@pytest.mark.parametrize(("how", "message"), [("", "怎么收"), ("later", "later")])
def test_how_a_round_ends_is_one_of_the_ways(how: str, message: str):
    form = sent(EndRoundForm, "bopi", how=how)
    with pytest.raises(Refused) as caught:
        form.fact()
    form.refuse(caught.value.problems)
    assert message in " ".join(form["how"].errors)
    assert len(form["how"].errors) == 1


def test_what_was_agreed_is_who_gives_whom_and_a_number_may_be_left_out():
    form = sent(AdjustForm, gives_0="1", gets_0="0", units_0="３", gives_1="2", gets_1="0")
    assert form.fact() == facts.Adjust(deltas=(4, -3, -1))


def test_what_was_agreed_stands_in_as_few_lines_as_come_to_it():
    values = AdjustForm.values(setting("guilin"), facts.Adjust(deltas=(5, -3, -2)))
    lines = [tuple(values.get(f"{name}_{at}") for name in ("gives", "gets", "units")) for at in range(3)]
    assert lines == [(1, 0, 3), (2, 0, 2), (None, None, None)]
    assert sent(
        AdjustForm, **{name: str(value) for name, value in values.items() if value is not None}
    ).fact() == (facts.Adjust(deltas=(5, -3, -2)))


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        ({}, "deltas", "先点谁给谁"),
        ({"gives_0": "1", "gets_0": "0", "gives_1": "0", "gets_1": "1"}, "deltas", "先点谁给谁"),
        ({"gives_0": "1"}, "gets_0", "谁收？"),
        ({"gets_1": "1"}, "gives_1", "谁给？"),
        ({"gives_0": "9", "gets_0": "1"}, "gives_0", "谁给？"),
        ({"gives_0": "1", "gets_0": "1"}, "gets_0", "自己给自己，不用记"),
        ({"gives_0": "1", "gets_0": "0", "units_0": "五"}, "units_0", "五"),
        ({"gives_0": "1", "gets_0": "0", "units_0": "0"}, "units_0", "1"),
    ],
)
def test_what_is_missing_in_a_line_is_asked_for_there(data: dict[str, str], field: str, message: str):
    form = sent(AdjustForm, **data)
    assert message in form[field].errors[0]
    assert len(form.errors) == 1


def test_what_the_ledger_refuses_is_said_of_all():
    form = sent(AdjustForm, gives_0="1", gets_0="0")
    form.refuse((Problem("bad_deal", "deltas.1", "integer", {"got": "x", "least": -999, "greatest": 999}),))
    assert form["deltas"].errors
