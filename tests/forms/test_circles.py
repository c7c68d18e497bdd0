"""Forms of a circle: names that stay, somebody who is gone, who a player is, an id that is used up."""

from django.http import QueryDict

from zipai_ledger.forms.circles import CircleForm, CircleNamesForm, MatchingForm, PurgeCircleForm
from zipai_ledger.models import Person, Player
from zipai_ledger.rules.problems import Problem, Refused

LI, FANG = Person(index=1, name="小李"), Person(index=2, name="阿芳")


def refuse(*_given: object) -> None:
    raise Refused(Problem("bad_name", "name", "empty"))


def test_only_names_that_differ_are_given_and_somebody_new_comes_last():
    form = CircleNamesForm("巷口", (LI, FANG), {"person-1": " 小李 ", "person-2": "芳姐", "added": "阿强"})
    given: list[object] = []
    assert form.give_all(lambda one, name: given.append((one, name)), given.append)
    assert given == [(FANG, "芳姐"), "阿强"]
    assert form.has_newcomer


def test_what_is_refused_is_said_at_its_field_and_the_rest_is_done():
    form = CircleNamesForm("巷口", (LI,), {"name": "圈", "person-1": "", "added": ""})
    given: list[str] = []

    def rename(one: Person | None, name: str) -> None:
        given.append(name) if one is None else refuse()

    assert not form.give_all(rename, refuse)
    assert given == ["圈"]
    assert form.errors == {"person-1": ["名字不能空着"]}


def test_what_is_wrong_with_somebody_who_is_gone_is_said_above_all():
    form = CircleNamesForm("巷口", (LI, FANG), {"person-1": "x", "added": "阿强"})
    form.give_all(refuse, lambda name: None)
    form.follow((FANG, Person(index=3, name="阿强")))
    assert form.non_field_errors() == ["名字不能空着"]
    assert [(person.name, field.value()) for person, field in form.name_fields()] == [
        ("阿芳", "阿芳"),
        ("阿强", "阿强"),
    ]


def test_a_player_is_a_person_somebody_new_or_nobody():
    players = [Player(index=at, name=name) for at, name in enumerate(("小李", "阿强", "四叔", "五叔"))]
    sent = QueryDict("who-0=1&who-1=new&who-2=none&who-3=x&open=1")
    form = MatchingForm(players, (LI, FANG), dict.fromkeys(range(4), "new"), sent)
    assert form.is_valid()
    assert form.who() == {0: 1, 1: "阿强", 2: None, 3: None}
    assert form.cleaned_data["open"]
    form = MatchingForm(players, (LI, FANG), {0: 1, 1: "new", 2: "none", 3: "new"}, is_open=True)
    assert [field.value() for _player, field in form.player_fields()] == ["1", "new", "none", "new"]
    assert form["open"].value()


def test_an_expired_form_gets_an_id_of_its_own():
    for is_expired in (False, True):
        form = CircleForm(QueryDict("client_id=circle-0123456789&name=圈"))
        form.full_clean()
        assert form.cleaned_data == {"client_id": "circle-0123456789", "name": "圈"}
        form.refuse("不行", is_expired=is_expired)
        assert (form["client_id"].value() == "circle-0123456789") is not is_expired
        assert (form["name"].value(), form["name"].errors) == ("圈", ["不行"])


def test_the_name_of_a_circle_may_be_written_otherwise():
    assert PurgeCircleForm("Ann's", {"name": " ANN'S "}).is_valid()
    assert PurgeCircleForm("巷口", {"name": "别的"}).errors == {"name": ["和圈名不一样，再看看。"]}
