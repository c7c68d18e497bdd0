"""自家规矩: kept on a phone and in a circle, by whom they are seen and changed, and how they come to another phone."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.lifting import lifted
from tests.markup import only, ticked, values, words
from tests.once import undone
from zipai_ledger import own_rules
from zipai_ledger.access import codes, signing_off
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Circle, CircleRole, Device, OwnRules, RulesName, Stage
from zipai_ledger.rules.problems import Refused

from .conftest import NEW, Ring, Table, client_with, in_circle, open_by, page

pytestmark = pytest.mark.django_db

LOOK, INDEX, WRITE = (reverse(f"own_rules:{name}") for name in ("look", "index", "write"))
CHANGED = {**NEW, "rule-min_hu": "15", "rule-self_draw": "double"}


def keep(client: Client, table: Table, name: str = "永福规矩", **more: str) -> OwnRules:
    answer = client.post(table.url("own_rules:table"), {"name": name, **more})
    assert answer.status_code == 302, answer.content.decode()
    return OwnRules.objects.get(public_id=answer["Location"].split("/")[-2])


def at(row: OwnRules, name: str = "show") -> str:
    return reverse(f"own_rules:{name}", args=[row.public_id])


def link_of(client: Client, row: OwnRules) -> str:
    found = re.search(r'id="link">([^<]+)<', page(client, at(row)))
    assert found
    return found[1].replace("&amp;", "&")


def text_of(link: str) -> str:
    return parse_qs(urlsplit(link).query)["r"][0]


def test_rules_of_a_table_are_kept_under_a_name_and_open_the_next_one_in_a_tap(alice: Client, table: Table):
    row = keep(alice, table)
    assert (row.name, row.ruleset, row.circle) == ("永福规矩", "guilin", None)
    assert canonical.parse(row.options) == canonical.parse(Stage.objects.get().options)
    offered = page(alice, reverse("new_table:new"))
    value = f"guilin:@{row.public_id}"
    assert f'value="{value}"' in offered
    brought = alice.get(reverse("new_table:rules"), {**NEW, "ruleset": value, "shown": "guilin"})
    rules = brought.content.decode()
    assert f'name="shown" value="{value}"' in rules
    assert ticked(rules, "rule-xing_kinds") == ["上", "下"]


def test_a_table_says_the_name_of_its_rules(alice: Client, table: Table):
    row = keep(alice, table)
    session, _code = open_by(alice, client_id="second-0123456789", ruleset=f"guilin:@{row.public_id}")
    assert RulesName.objects.get(session=session).name == "永福规矩"
    book = page(client_with(session, "viewer"), reverse("rulebook:table", args=[session.public_id]))
    assert "照这一桌的“永福规矩”写的。" in book


def test_a_table_whose_rules_were_changed_says_no_name(alice: Client, table: Table):
    row = keep(alice, table)
    value = f"guilin:@{row.public_id}"
    session, _code = open_by(
        alice, **{"client_id": "second-0123456789", "ruleset": value, "rule-min_hu": "15"}
    )
    assert not RulesName.objects.filter(session=session).exists()


def test_rules_get_their_name_while_a_table_is_opened(alice: Client):
    session, _code = open_by(alice, **{"rule-min_hu": "15", "rules_name": " 永福规矩 "})
    row = OwnRules.objects.get()
    assert (row.name, canonical.parse(row.options)["min_hu"]) == ("永福规矩", 15)
    assert RulesName.objects.get(session=session).name == "永福规矩"


def test_a_name_that_other_rules_have_is_refused_beside_its_field_and_no_table_is_opened(alice: Client):
    open_by(alice, rules_name="永福规矩")
    answer = alice.post(
        reverse("new_table:new"),
        {**CHANGED, "client_id": "second-0123456789", "rules_name": "永福规矩"},
    )
    assert answer.status_code == 422
    assert "已经有一套规矩叫“永福规矩”了" in answer.content.decode()
    assert "error-rules_name" in answer.content.decode()
    assert Stage.objects.count() == 1


def test_the_same_kept_twice_is_one(alice: Client, table: Table):
    assert keep(alice, table) == keep(alice, table)


def test_a_newer_version_takes_the_place_of_the_one_before_where_that_is_wanted(alice: Client, table: Table):
    row = keep(alice, table)
    session, _code = open_by(alice, **{"client_id": "second-0123456789", "rule-min_hu": "15"})
    url = reverse("own_rules:table", args=[session.public_id])
    refused = alice.post(url, {"name": "永福规矩"})
    assert refused.status_code == 422
    assert 'name="instead"' in refused.content.decode()
    alice.post(url, {"name": "永福规矩", "instead": "1"})
    row.refresh_from_db()
    assert (row.edition, canonical.parse(row.options)["min_hu"]) == (2, 15)


def test_what_is_not_as_usual_is_named_beside_what_is(alice: Client):
    open_by(alice, **{"rule-min_hu": "15", "rule-self_draw": "double", "rules_name": "永福"})
    found = page(alice, at(OwnRules.objects.get()))
    assert words(only(found, "dl", class_="differing")).split()[:5] == ["起胡", "15", "胡", "平常", "10"]
    assert re.search(r"和平常不同的 \d+ 条", found)


def test_rules_that_are_all_as_usual_are_not_counted_as_none_that_differ(alice: Client, table: Table):
    found = page(alice, at(keep(alice, table)))
    assert "每一条都照平常的" in found
    assert "和平常不同的" not in found


def test_a_link_is_looked_through_and_then_taken_over(alice: Client, table: Table, charlie: Client):
    link = link_of(alice, keep(alice, table))
    before = OwnRules.objects.count()
    looked = page(charlie, link)
    assert "永福规矩" in looked
    assert OwnRules.objects.count() == before
    taken = charlie.post(link, {"name": "别村的规矩"})
    assert taken.status_code == 302
    mine = page(charlie, taken["Location"])
    assert "别村的规矩" in mine
    assert "这一套已经有了" in page(charlie, link)


def test_a_phone_that_was_never_here_takes_a_link_over_and_keeps_it(alice: Client, table: Table):
    link, stranger = link_of(alice, keep(alice, table)), Client()
    answer = stranger.post(link, {"name": "永福规矩"})
    assert stranger.get(answer["Location"]).status_code == 200
    assert "永福规矩" in page(stranger, INDEX)


def test_a_link_opens_a_table_without_being_kept(alice: Client, table: Table):
    text = text_of(link_of(alice, keep(alice, table)))
    form = page(Client(), reverse("new_table:new", query={"r": text}))
    assert ticked(form, "rule-xing_kinds") == ["上", "下"]
    assert values(form, "rules_name") == ["永福规矩"]


@pytest.mark.parametrize("text", ["", "x", "eJyLVkpPLM3JzFNS0lEyBAAiKwPc", "\x00", "猫"])
def test_a_link_that_says_nothing_is_refused_with_a_sentence(text: str):
    answer = Client().get(LOOK, {"r": text})
    assert answer.status_code == 422
    assert "notice bad" in answer.content.decode()
    assert Client().post(f"{LOOK}?r=x", {"name": "a"}).status_code == 422


def test_rules_are_written_and_changed_by_themselves(alice: Client):
    assert alice.get(WRITE).status_code == 200
    form = {"ruleset": "guilin", "name": "永福", "rule-min_hu": "15"}
    answer = alice.post(WRITE, form)
    row = OwnRules.objects.get()
    assert answer["Location"] == at(row)
    assert 'value="15"' in page(alice, at(row, "edit"))
    alice.post(at(row, "edit"), {**form, "name": "永福新规矩", "rule-hu_per_unit": "3"})
    row.refresh_from_db()
    assert (row.name, row.edition, canonical.parse(row.options)["hu_per_unit"]) == ("永福新规矩", 2, 3)


def test_rules_that_cannot_be_are_refused_beside_their_field(alice: Client):
    answer = alice.post(WRITE, {"ruleset": "guilin", "name": "永福", "rule-foul_units": "-1"})
    assert answer.status_code == 422
    assert "error-rule-foul_units" in answer.content.decode()
    assert alice.post(WRITE, {"ruleset": "guilin", "name": " "}).status_code == 422
    assert not OwnRules.objects.exists()


def test_letting_go_of_rules_leaves_the_tables(alice: Client, table: Table):
    row = keep(alice, table)
    session, _code = open_by(alice, client_id="second-0123456789", ruleset=f"guilin:@{row.public_id}")
    alice.post(at(row, "remove"))
    assert not OwnRules.objects.exists()
    assert RulesName.objects.get(session=session).name == "永福规矩"
    gone = {**NEW, "ruleset": f"guilin:@{row.public_id}", "client_id": "third-0123456789"}
    assert alice.post(reverse("new_table:new"), gone).status_code == 302


WHO = ("phone", "circle owner", "member who put them there", "member", "stranger")
MAY = {
    ("phone", "phone"): "change",
    ("phone", "circle owner"): "",
    ("phone", "member"): "",
    ("phone", "stranger"): "",
    ("circle", "circle owner"): "change",
    ("circle", "member who put them there"): "change",
    ("circle", "member"): "see",
    ("circle", "stranger"): "",
    ("circle", "revoked"): "",
}
"""Where rules are kept, and who asks → what he may."""


def visitor(who: str, ring: Ring, putter: Client, own: Client) -> Client:
    if who in ("phone", "member who put them there"):
        return own if who == "phone" else putter
    if who == "stranger":
        return Client()
    if who == "revoked":
        client = in_circle(ring.circle, CircleRole.OWNER)
        grant = ring.circle.grants.latest("pk")
        grant.revoked_at = grant.created
        grant.save()
        return client
    return in_circle(ring.circle, CircleRole.OWNER if who == "circle owner" else CircleRole.MEMBER)


@pytest.mark.parametrize(("where", "who"), MAY)
def test_who_may_see_and_change_rules(where: str, who: str, ring: Ring, table: Table, bob: Client):
    putter = in_circle(ring.circle, CircleRole.MEMBER)
    text = own_rules.pack("永福规矩", own_rules.of_stage(Stage.objects.get(session=table.session)))
    place = {"where": ring.circle.public_id} if where == "circle" else {}
    client = putter if where == "circle" else bob
    kept = client.post(f"{LOOK}?r={text}", {"name": "永福规矩", **place})
    row = OwnRules.objects.get(public_id=kept["Location"].split("/")[-2])
    asks, may = visitor(who, ring, putter, bob), MAY[where, who]
    assert asks.get(at(row)).status_code == (200 if may else 404)
    expected = {"change": {200, 302}, "see": {403}, "": {404}}[may]
    with undone():
        form = {"name": "改了名", "rule-min_hu": "15"}
        assert asks.get(at(row, "edit")).status_code in expected
        assert asks.post(at(row, "edit"), form).status_code in expected
        assert OwnRules.objects.filter(name="改了名").exists() == (may == "change")
    with undone():
        assert asks.post(at(row, "remove")).status_code in expected
        assert OwnRules.objects.filter(pk=row.pk).exists() == (may != "change")
    with undone():
        copied = asks.post(at(row, "copy"), {"where": "phone"}).status_code
        assert copied == (302 if may else 404)


def test_nobody_puts_rules_into_a_circle_that_he_is_not_in(ring: Ring, table: Table, charlie: Client):
    text = own_rules.pack("永福规矩", own_rules.of_stage(Stage.objects.get(session=table.session)))
    answer = charlie.post(f"{LOOK}?r={text}", {"name": "永福规矩", "where": ring.circle.public_id})
    assert answer.status_code == 422
    assert not OwnRules.objects.exists()


def test_own_rules_of_others_open_no_table(alice: Client, table: Table, charlie: Client):
    row = keep(alice, table)
    value = f"guilin:@{row.public_id}"
    brought = charlie.get(reverse("new_table:rules"), {"ruleset": value, "shown": "guilin"}).content.decode()
    assert 'name="shown" value="guilin"' in brought or "永福" not in brought
    assert "永福规矩" not in page(charlie, reverse("new_table:new", query={"own": row.public_id}))


def test_a_circle_shows_its_rules_to_everybody_in_it(ring: Ring, table: Table, alice: Client, dora: Client):
    keep(alice, table, where=ring.circle.public_id)
    assert "永福规矩" in page(dora, INDEX)
    assert "永福规矩" in page(dora, reverse("new_table:new"))
    dora.post(reverse("circle:leave", args=[ring.circle.public_id]))
    assert "永福规矩" not in page(dora, INDEX)


def test_rules_go_with_their_circle(ring: Ring, table: Table, alice: Client):
    keep(alice, table, where=ring.circle.public_id)
    Circle.objects.get().delete()
    assert not OwnRules.objects.exists()


def test_rules_too_long_to_be_kept_are_refused(alice: Client, table: Table, monkeypatch: pytest.MonkeyPatch):
    row = keep(alice, table)
    rules = own_rules.of_stage(Stage.objects.get(session=table.session))
    monkeypatch.setattr("zipai_ledger.own_rules.shelf.OPTIONS_LONGEST", len(row.options) - 1)
    for attempt in (
        lambda: own_rules.keep(row.device, "新规矩", rules, by=row.device),
        lambda: own_rules.replace(row, rules),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert [problem.key for problem in refused.value.problems] == ["bad_stage.rules_long"]
    assert OwnRules.objects.count() == 1


def test_the_same_rules_again_make_no_new_edition(alice: Client, table: Table):
    row = keep(alice, table)
    own_rules.replace(row, own_rules.of_stage(Stage.objects.get(session=table.session)))
    again = OwnRules.objects.get()
    assert (again.edition, again.changed_at) == (row.edition, row.changed_at)


def test_rules_take_no_name_that_others_on_the_phone_have(alice: Client, table: Table):
    row = keep(alice, table)
    rules = own_rules.of_stage(Stage.objects.get(session=table.session))
    own_rules.keep(row.device, "城北规矩", rules, by=row.device)
    with pytest.raises(Refused) as refused:
        own_rules.rename(row, "城北规矩")
    assert [problem.key for problem in refused.value.problems] == ["bad_name.rules_same"]
    own_rules.rename(row, "永福规矩")
    assert set(OwnRules.objects.values_list("name", flat=True)) == {"永福规矩", "城北规矩"}


def test_only_so_many_are_kept(alice: Client, table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("zipai_ledger.own_rules.shelf.PLACES_MOST", 1)
    keep(alice, table)
    answer = alice.post(table.url("own_rules:table"), {"name": "第二套"})
    assert answer.status_code == 422
    assert "最多存 1 套规矩" in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "why"), [("", "名字不能空着"), ("名" * 25, "名字最多 24 个字"), ("李\u202e", "不能用")]
)
def test_names_of_rules_are_names(alice: Client, table: Table, name: str, why: str):
    answer = alice.post(table.url("own_rules:table"), {"name": name})
    assert answer.status_code == 422
    assert why in answer.content.decode()


def test_a_recovery_code_brings_the_rules_along(alice: Client, table: Table):
    keep(alice, table)
    phone = Client()
    answer = phone.post(reverse("recover"), {"code": table.code})
    assert answer.status_code in (200, 201, 302)
    assert "永福规矩" in page(phone, INDEX)
    assert "永福规矩" in page(alice, INDEX)


def test_signing_off_without_a_code_lets_go_of_them(alice: Client, table: Table):
    keep(alice, table)
    device = Device.objects.get(own_rules__isnull=False)
    with undone():
        signing_off.sign_off(device)
        assert OwnRules.objects.exists()
    codes.good(device).delete()
    signing_off.sign_off(device)
    assert not OwnRules.objects.exists()


def test_rules_of_a_game_that_is_gone_are_still_listed_and_can_be_removed(alice: Client, table: Table):
    row = keep(alice, table)
    OwnRules.objects.update(ruleset="gone")
    assert "永福规矩" in page(alice, INDEX)
    assert "这里没有这种打法了" in page(alice, at(row))
    assert "永福规矩" not in page(alice, reverse("new_table:new"))
    assert alice.get(at(row, "edit")).status_code == 302
    alice.post(at(row, "remove"))
    assert not OwnRules.objects.exists()


def test_a_sample_keeps_no_rules(alice: Client):
    alice.get(reverse("home"))
    sample = alice.post(reverse("samples:begin"))["Location"]
    assert alice.get(f"{sample}own-rules/").status_code == 302


def test_rules_are_tried_on_the_evenings_already_played(alice: Client, table: Table):
    alice.post(
        WRITE, {"ruleset": "guilin", "name": "每舵三胡", "rule-hu_per_unit": "3", "rule-xing_kinds": "上"}
    )
    row = OwnRules.objects.get()
    mine = page(alice, at(row))
    what_if = table.url("what_if:show")
    assert f'href="{what_if}?own={row.public_id}&amp;ruleset=guilin"' in mine
    compared = page(alice, f"{what_if}?own={row.public_id}&ruleset=guilin")
    assert 'id="compared"' in compared
    assert ticked(compared, "rule-hu_per_unit") == ["3"]
    assert "每舵三胡" in page(alice, what_if)


def test_rules_of_others_are_tried_on_nothing(alice: Client, table: Table, bob: Client):
    row = keep(alice, table)
    compared = page(bob, f"{table.url('what_if:show')}?own={row.public_id}&ruleset=guilin")
    assert 'id="compared"' not in compared
    assert "永福规矩" not in compared


def test_who_played_by_own_rules_last_begins_with_them(alice: Client, table: Table, ring: Ring):
    row = keep(alice, table)
    value = f"guilin:@{row.public_id}"
    form = page(alice, reverse("new_table:new"))
    assert ticked(form, "ruleset") == [value]
    assert ticked(form, "rule-xing_kinds") == ["上", "下"]
    named = page(alice, reverse("new_table:new", query={"player": ["甲", "乙", "丙", "丁"]}))
    assert (ticked(named, "ruleset"), ticked(named, "seats")) == ([value], ["4"])
    assert ticked(page(alice, reverse("new_table:new", query={"ruleset": "dalin"})), "ruleset") == ["dalin"]


def test_who_played_last_by_rules_that_are_gone_begins_as_usual(alice: Client, table: Table):
    keep(alice, table)
    device, stage = Device.objects.get(), Stage.objects.get()
    kept = own_rules.rules_of_stage(stage, own_rules.rules_of(device))
    assert kept
    assert kept.row.name == "永福规矩"
    stage.ruleset = "gone"
    assert own_rules.rules_of_stage(stage, own_rules.rules_of(device)) is None


def test_rules_go_into_a_circle_unless_others_there_have_their_name_or_their_game_is_gone(
    alice: Client, table: Table, ring: Ring
):
    row, copies = keep(alice, table), OwnRules.objects.filter(circle=ring.circle)
    where = {"where": ring.circle.public_id, "name": row.name}
    answer = alice.post(at(row, "copy"), where)
    assert answer["Location"] == at(copies.get())
    OwnRules.objects.filter(pk=row.pk).update(options=row.options.replace('"min_hu":10', '"min_hu":15'))
    refused = alice.post(at(row, "copy"), where)
    assert refused.status_code == 422
    assert "已经有一套规矩叫“永福规矩”了" in refused.content.decode()
    copies.delete()
    OwnRules.objects.filter(pk=row.pk).update(ruleset="gone")
    assert alice.post(at(row, "copy"), where)["Location"] == at(row)
    assert not copies.exists()


def test_rules_are_begun_for_a_game_and_keep_what_they_were_while_they_are_refused(alice: Client):
    assert 'name="rule-min_hu"' in page(alice, f"{WRITE}?ruleset=guilin")
    alice.post(WRITE, {"ruleset": "guilin", "name": "永福"})
    row = OwnRules.objects.get()
    refused = alice.post(at(row, "edit"), {"ruleset": "guilin", "name": " ", "rule-min_hu": "15"})
    assert refused.status_code == 422
    row.refresh_from_db()
    assert (row.name, row.edition) == ("永福", 1)


def test_rules_are_shown_as_they_are_chosen_and_as_another_preset_has_them(alice: Client):
    examples = reverse("own_rules:examples")
    usual, other = (
        alice.post(examples, {"ruleset": "guilin", "rule-min_hu": hu}).content.decode() for hu in ("10", "15")
    )
    assert "起胡 15" in other
    assert "起胡 15" not in usual
    preset = reverse("own_rules:preset")
    chosen = alice.get(preset, {"ruleset": "guiyang", "rule-preset": "family_b"}).content.decode()
    assert ticked(chosen, "rule-preset") == ["family_b"]


def test_rules_of_a_table_whose_game_is_gone_are_not_kept(alice: Client, table: Table):
    with lifted():
        Stage.objects.update(ruleset="gone")
    answer = alice.post(table.url("own_rules:table"), {"name": "永福规矩"})
    assert answer.status_code == 422
    assert not OwnRules.objects.exists()
