"""Before a correction is made: the deal it is about in words, and what it would be instead."""

import re

import pytest
from django.test import Client

from zipai_ledger.ledger import record
from zipai_ledger.models import Event
from zipai_ledger.rules import facts

from .conftest import Table, play, sent

pytestmark = pytest.mark.django_db
CALLED = {
    "winner": "1",
    "source": "self_draw",
    "mode": "hu",
    "hu": "22",
    "xing_count": "1",
    "xing_lower": "0",
}


def plain(answer) -> str:
    return words(answer.content.decode().split("<main")[1].split("</main>")[0])


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def buttons(html: str) -> str:
    return " ".join(re.findall(r"<button type=\"submit\".*?</button>", html, re.DOTALL))


def test_a_deal_that_shall_not_count_is_named(bob: Client, table: Table):
    answer = bob.get(table.url("corrections:void", table.keys[1]))
    assert "第 2 盘不算了" in answer.content.decode()
    assert "小李 17 胡 阿芳点炮 3 舵 醒 1 这一盘不算，总数这样变" in plain(answer)


def test_a_deal_that_counts_again_is_named(bob: Client, table: Table):
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[1])
    answer = bob.get(table.url("corrections:restore", table.keys[1]))
    assert "第 2 盘还是算" in answer.content.decode()
    assert "小李 17 胡 阿芳点炮 3 舵 醒 1 这一盘算上，总数这样变" in plain(answer)


def test_what_is_seen_otherwise_stands_before_and_after(bob: Client, table: Table):
    before = Event.objects.count()
    url = f"{table.url('deal_entry:save')}?replace={table.keys[1]}"
    answer = bob.post(url, {**CALLED, "client_id": "effect-0123456789"})
    assert "原来 小李 17 胡、阿芳点炮、3 舵 → 现在 小李 22 胡、自摸" in plain(answer)
    assert "、3\u00a0舵" in answer.content.decode(), "no line begins with 舵"
    assert Event.objects.count() == before


def test_a_deal_that_was_forgotten_is_told_in_words(bob: Client, table: Table):
    url = f"{table.url('deal_entry:save')}?before={table.keys[1]}"
    text = plain(bob.post(url, {**CALLED, "client_id": "effect-0123456789"}))
    assert "小李 22 胡 自摸" in text
    assert "原来" not in text


def test_a_deal_that_changes_only_what_comes_later_says_nothing_of_itself(bob: Client, table: Table):
    text = plain(bob.get(table.url("corrections:follow", table.keys[1])))
    assert "原来" not in text


def test_back_from_a_correction_leads_to_its_deal(bob: Client, table: Table):
    new, deal = table.url("deal_entry:new"), table.url("deal:show", table.keys[1])
    foul, void = table.url("deal_entry:foul"), table.url("corrections:void", table.keys[1])
    save = f"{table.url('deal_entry:save')}?replace={table.keys[1]}"
    pages = [
        bob.get(f"{page}?{way}={table.keys[1]}") for page in (new, foul) for way in ("replace", "before")
    ]
    for answer in (*pages, bob.get(void), bob.post(save, {**CALLED, "client_id": "effect-0123456789"})):
        bars = answer.content.decode().split("<header")[1:]
        assert bars
        assert all(f'<a href="{deal}"' in bar.split("</header>")[0] for bar in bars)
    assert f'<a href="{table.url("table:show")}"' in bob.get(new).content.decode().split("<header")[1]


def test_a_page_on_which_a_deal_is_corrected_says_so_and_what_stands_there(bob: Client, table: Table):
    new = table.url("deal_entry:new")
    html = bob.get(f"{new}?replace={table.keys[1]}").content.decode()
    assert 'class="entering correcting"' in html
    assert "更正第 2 盘 ·" in html.partition("</title>")[0]
    assert "更正第 2 盘 原来： 小李 17 胡 阿芳点炮 " in words(html)
    assert "看看怎么变" in html
    assert "记上" not in buttons(html)
    fouled = bob.get(f"{table.url('deal_entry:foul')}?replace={table.keys[1]}")
    assert fouled.context["form"]["offender"].value() == 1, (
        "who was said to have won, unless another is tapped"
    )
    foul = fouled.content.decode()
    assert "更正第 2 盘 原来： 小李 17 胡" in words(foul)
    assert "看看怎么变" in buttons(foul)
    ordinary = bob.get(new).content.decode()
    assert "correcting" not in ordinary
    assert "看看怎么变" not in ordinary


def test_where_the_card_came_from_can_be_asked_anew_with_all_else_as_it_was(bob: Client, table: Table):
    answer = bob.get(table.url("deal:show", table.keys[1]))
    assert "哪来的，点错了" in answer.content.decode()
    entry = bob.get(f"{table.url('deal_entry:new')}?replace={table.keys[1]}&ask=source")
    form = entry.context["form"]
    assert [form[name].value() for name in ("winner", "source", "from", "hu")] == [1, "", "", 17]
    assert 'data-step="source"' in entry.content.decode()


def test_who_won_can_be_asked_anew_with_all_else_as_it_was(bob: Client, table: Table):
    assert "不是这个人胡的" in bob.get(table.url("deal:show", table.keys[1])).content.decode()
    answer = bob.get(f"{table.url('deal_entry:new')}?replace={table.keys[1]}&ask=winner")
    form = answer.context["form"]
    assert [form[name].value() for name in ("winner", "source", "from", "hu")] == ["", "discard", 2, 17]
    html = answer.content.decode()
    assert 'data-step="winner"' in html
    for nobody in ("dead", "foul"):
        assert f"{table.url(f'deal_entry:{nobody}')}?replace={table.keys[1]}" in html


def test_only_a_win_says_where_its_card_came_from(bob: Client, table: Table):
    dead = record.record_deal(session=table.session, sent=sent(table.session), fact=facts.Dead())
    html = bob.get(table.url("deal:show", dead.deal_key)).content.decode()
    assert "记错了，改" in html
    assert "哪来的" not in html


@pytest.mark.parametrize("nobody", [facts.Dead(), facts.Foul(offender=1)])
def test_a_deal_that_nobody_won_is_made_a_win_from_its_page(bob: Client, table: Table, nobody: facts.Deal):
    deal = record.record_deal(session=table.session, sent=sent(table.session), fact=nobody)
    html = bob.get(table.url("deal:show", deal.deal_key)).content.decode()
    entry = f"{table.url('deal_entry:new')}?replace={deal.deal_key}&ask=won"
    assert entry.replace("&", "&amp;") in html
    assert 'data-step="winner"' in bob.get(entry).content.decode()
    assert "其实有人胡了" not in bob.get(table.url("deal:show", table.keys[1])).content.decode()


def test_what_is_wanted_most_of_a_deal_lies_at_the_edge_of_its_page(
    bob: Client, viewer: Client, table: Table
):
    def edge(client: Client, key: int) -> str:
        return client.get(table.url("deal:show", key)).content.decode().partition("<footer")[2]

    counts, void = table.keys
    record.void_deal(session=table.session, sent=sent(table.session), deal=void)
    assert table.url("corrections:replace", counts) in edge(bob, counts)
    assert table.url("corrections:restore", void) in edge(bob, void)
    assert not edge(viewer, counts)


@pytest.mark.parametrize(
    "page", ["deal_entry:new", "deal_entry:dead", "deal_entry:foul", "deal_entry:adjust"]
)
def test_a_remark_stays_whatever_its_deal_becomes(bob: Client, table: Table, page: str):
    (key,) = play(table.session, facts.Dead(note="牌摸完了"))
    assert "牌摸完了" in bob.get(f"{table.url(page)}?replace={key}").context["form"]["note"].value()
    for way in ("", f"?before={key}"):
        assert not bob.get(table.url(page) + way).context["form"]["note"].value()


def test_a_forgotten_deal_has_words_of_its_own_and_names_deals_by_their_new_numbers(
    bob: Client, table: Table
):
    url = f"{table.url('deal_entry:save')}?before={table.keys[1]}"
    answer = bob.post(url, {**CALLED, "client_id": "effect-0123456789"})
    text = words(answer.content.decode())
    assert "补记第 2 盘" in text
    assert "补上以后，总数这样变" in text
    assert "为什么补" in text
    assert "就这么补" in text
    assert "改了以后" not in text
    assert "第 3 盘 庄家" in text
    assert "第 2 盘 庄家" not in text
    assert text.count("照规矩") == 1, "it is offered, so it needs no remark"


def test_what_was_agreed_is_named_by_who_pays_whom(bob: Client, table: Table):
    agreed = facts.Adjust(deltas=(3, -3, 0))
    key = record.record_deal(session=table.session, sent=sent(table.session), fact=agreed).deal_key
    form = bob.get(f"{table.url('deal_entry:adjust')}?replace={key}").content.decode()
    assert re.search(r"原来： 商定 小李付老王 3 舵", words(form))
    assert "不改了" in form
    assert "不记了" not in form
    fields = {"client_id": "effect-0123456789", "gives_0": "1", "gets_0": "2", "units_0": "4"}
    text = plain(bob.post(f"{table.url('deal_entry:adjust')}?replace={key}", fields))
    assert "原来 小李付老王 3 舵 → 现在 小李付阿芳 4 舵" in text


def test_a_forgotten_deal_is_entered_as_the_table_enters_its_deals(bob: Client, table: Table):
    for place in ("before", "after"):
        entry = f"{table.url('deal_entry:new')}?{place}={table.keys[1]}"
        assert 'name="mode" value="hu" checked' in bob.get(entry).content.decode()


def test_totals_are_those_of_the_seats_though_others_came_and_went(bob: Client, table: Table):
    """A deal from before somebody left: what changes is what the whole table stands at, his total too."""
    record.open_stage(
        session=table.session,
        sent=sent(table.session),
        stage=record.NewStage(ruleset="guilin", seats=[0, 1, "建国"]),
    )
    play(table.session, facts.Win(winner=1, source="self_draw", hu=17, xing=facts.Xing(count=0)))
    text = plain(bob.get(table.url("corrections:void", table.keys[1])))
    assert "老王 +9 变成 +9 小李 +6 变成 0 −6 阿芳 −12 变成 −6 +6" in text
