"""Pages speak one language: what was recorded in one is read in another without leftovers."""

import re
from functools import cache

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import attribute, elements
from zipai_ledger.access import invitations
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import Circle, Deal, Role
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.traditional import traditional

from .addresses import of_circle, of_table
from .conftest import Ring, Table, client_with, page
from .languages import CHINESE_MARKS, HAN, LATIN, played_by, simplified, words_of

pytestmark = pytest.mark.django_db

NO_TEXT = {"live:stream", "exports:json", "exports:archive", "exports:xlsx", "sharing:pdf", "recovery:code"}
GAMES = sorted(all_rulesets())
LANGUAGES = ("en", "zh-hant", "zh-hans")
DERIVED = LANGUAGES[:2]
"""Simplified Chinese is not read where traditional is, which is written from it: what is foreign in one is in both.

Nor is traditional Chinese on each page. What a page writes in simplified without looking it up, English has too; whatever is
looked up is traditional (test_texts.py).
"""
EXPLAINING = ("history:show", "table:figures", "table:show", "exports:csv")
"""What says something in a game's words; settling and sharing repeat it."""
IN_TRADITIONAL = (
    *EXPLAINING,
    "deal_entry:new",
    "rulebook:table",
    "settlement:show",
    "sharing:show",
    "sharing:paper",
    "stages:change",
    "table:invitations",
    "table:access_trail",
    "new_table:again",
)
FIRST = "guilin"
"""The game whose every page is read in English; of the others those that explain deals and rules.

Pages with most sentences are read in traditional Chinese of every game, and of this one as they were written.
"""

CARD = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
TILE = f"[{CARD[:9]}]+[万条筒]"
KEPT_WORDS = """
字牌 大字牌 桂林 桂林字牌 打坨子 坨子 剥皮 告胡子 花式 天地红飘乌 打林 贵阳 捉鸡 洪洞
胡 舵 子 油 坨 塔子 皮 牌 分 个 番 庄 桩 上 中 下 上手 下手 底油
醒 翻醒 跟醒 上醒 中醒 下醒 重醒 坐醒 海底 数算 打桩 脱桩 出告 告
吃 碰 扫 坎 过扫 扫坎 开舵 扫穿 重舵 顺 顺子 搭 搭子 眼 眼睛 对 手 比 比子 落停 放流 下比 下伙 不下伙 停比下马
碰倒 锥倒 锥坎 清倒 一条龙 开招 跑起 龙 罩 死罩 手中三张 抢招 重招 逃锥 被短水 飞 飞王 秤 秤子 偎 跑 提 将
拆坎 不摆火 放明招 烧死龙 头打二免 丢角
自摸 点炮 放炮 翻 翻出 起手 天胡 地胡 三笼五坎 五坎 红胡 满园花 飘胡 乌胡 一点朱 大红 黄庄 臭牌 诈胡 岔胡
豆 闷豆 转弯豆 点豆 鸡 幺鸡 金鸡 满鸡 本鸡 乌骨鸡 冲锋鸡 责任鸡 报听 叫牌 查叫 热炮 抢杠 杠上花 包牌 相公 一炮三响
包鸡 包豆 内外鸡 跟章 买马 海底捞月
万 条 筒
平胡 大对子 小七对 龙七对 清一色 清大对 清七对 青龙背 单吊
闲家 庄家方 上家 下家 公主 反主 叫主 亮主 积分 级牌 底牌 扣底 抠底 进贡 还贡 上庄 打过
杨泽铧 贵阳麻将详细规则介绍 邓桂荣 怎样打好字牌 记账 结账
"""
TERMS = KEPT_WORDS.split()
"""Words of the table that English keeps, since nobody at one says anything else. Whatever else is Chinese is a fault."""
SEALS = "大桂贵林邓馆别友本记账"
KEPT = re.compile(
    f"(?:{'|'.join(sorted(TERMS, key=len, reverse=True))}|{TILE}|[大小]?[{CARD}]|[{SEALS}](?![{HAN.pattern[1:-2]}]))+"
)
FOREIGN = {
    "English",
    "Excel",
    "CSV",
    "JSON",
    "PDF",
    "HTTPS",
    "Language",
    "png",
    "guilin",
    "glzp",
    "qq",
    "html",
    "https",
    "Backspace",
    "Ctrl",
    "Enter",
    "Shift",
}
CODES = re.compile(r"[a-z]+(?:-\d|_)|[0-9a-f]{8,}|(?:[0-9a-f]{4} ?){3}|\{[a-z]+\}|Ω.*\.png|https?://\S+")


def table_of(slug: str) -> Table:
    session = played_by(all_rulesets()[slug])
    _link, secret = invitations.invite(session, Offer(Role.SCOREKEEPER))
    keys = Deal.objects.filter(session=session).order_by("position").values_list("key", flat=True)
    return Table(session, "", secret, tuple(keys))


def pages_of(table: Table, slug: str, language: str) -> list[str]:
    """Addresses to read: all of the table's with each deal by itself, those that explain, or those with most sentences."""
    deals = [table.url("deal:show", key) for key in table.keys]
    if slug == FIRST and language == "en":
        return deals + [url for address, url in of_table(table).items() if address.name not in NO_TEXT]
    if slug == FIRST and language == "zh-hant":
        return deals + [table.url("breakdown:show", 0)] + [table.url(name) for name in IN_TRADITIONAL]
    most = [table.url("deal_entry:new"), table.url("rulebook:table"), table.url("history:show")]
    if language != "en":
        return most
    shares = [table.url("breakdown:show", player) for player in (0, 1)]
    return [deals[0], deals[-1], *most, *shares, *(table.url(name) for name in EXPLAINING[1:])]


def texts(client: Client, url: str) -> list[str]:
    """What is read at an address, nothing where there is no page."""
    answer = client.get(url)
    if answer.status_code in (302, 405):
        return []
    assert answer.status_code < 500, url
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    kind = answer["Content-Type"]
    if "csv" in kind:
        return body.decode("utf-8-sig").splitlines()
    return words_of(body.decode()) if "html" in kind or "svg" in kind else []


@cache
def faults(language: str, text: str) -> list[str]:
    """What in a text is not of that language; most texts stand on many pages."""
    if language == "en":
        return [run for run in HAN.findall(text) if not KEPT.fullmatch(run)] + CHINESE_MARKS.findall(text)
    latin = [run for run in LATIN.findall(CODES.sub("", text)) if run not in FOREIGN]
    if language == "zh-hant":
        bare = simplified(re.sub(f"[{CARD}万条么]", "", text), "")
        return [bare, *latin] if bare else latin
    return latin


def leftovers(language: str, client: Client, urls: list[str]) -> dict[str, str]:
    client.cookies["django_language"] = language
    found: dict[str, str] = {}
    for url in urls:
        for text in texts(client, url):
            if len(notation := text.split(",")) > 12:
                # A row for spreadsheets: the hand in it is notation, which every program reads.
                text = ",".join(notation[:11] + notation[12:])
            for fault in faults(language, text):
                found.setdefault(fault, f"{url} {text.strip()[:160]}")
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_what_was_recorded_in_chinese_is_read_in_every_language(slug: str):
    table = table_of(slug)
    client = client_with(table.session, Role.OWNER, 0)
    for language in LANGUAGES if slug == FIRST else DERIVED:
        assert leftovers(language, client, pages_of(table, slug, language)) == {}


def test_pages_without_a_table_speak_one_language(ring: Ring, alice: Client):
    names = (
        "home",
        "new_table:new",
        "joining:paste",
        "recover",
        "drawing:draw",
        "rulebook:index",
        "rulebook:words",
    )
    urls = [reverse(name) for name in (*names, "new_circle", "imports:new", "preferences", "offline")]
    urls += ["/no/such/page/"]
    for language in DERIVED:
        assert leftovers(language, Client(), urls) == {}
    assert leftovers("en", Client(), [reverse("rulebook:game", args=[slug]) for slug in GAMES]) == {}


def test_a_circle_speaks_one_language():
    table = table_of(FIRST)
    client = client_with(table.session, Role.OWNER, 0)
    sent = {"name": "Κύκλος", "client_id": "circle-0123456789"}
    assert client.post(table.url("table:circle"), sent).status_code == 302
    ring = Ring(Circle.objects.get(), "")
    urls = [*of_circle(ring).values()]
    assert leftovers("en", client, urls) == {}


def test_the_reader_finds_what_is_left_over():
    page = '<main data-say="{n} 张 还差" title="记一盘"><bdi>Άλφα</bdi> pays，10 舵 <span lang="zh-hans">简体</span></main>'
    found = [fault for text in words_of(page) for fault in faults("en", text)]
    assert found == ["张", "还差", "记一盘", "，"]
    assert faults("zh-hant", traditional("记一盘")) == []
    assert faults("zh-hant", "记一盘 贰叁 五万") == ["记盘"]
    assert faults("zh-hans", "记一盘 Record guilin-1") == ["Record"]


def test_cards_are_read_out_by_a_voice_that_knows_them(alice: Client, table: Table):
    url = table.url("deal:show", table.keys[0])
    read = [attribute(one, "aria-label") or "" for one in elements(page(alice, url), role="img")]
    assert any("大" in label for label in read)
    alice.cookies["django_language"] = "en"
    read = [attribute(one, "aria-label") or "" for one in elements(page(alice, url), role="img", lang="zh")]
    assert any(re.match("碰? ?(?:big|small) .", label) for label in read)
