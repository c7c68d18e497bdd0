"""What is shown when something is wrong: not allowed, not there, too large, too old, too busy, broken, damaged."""

from playwright.sync_api import Page, expect

from tests.browser.places.evening import Evening, guest_at, invite, shows
from tests.browser.posts import Sender

DAMAGE = """
from zipai_ledger.models import Event, GameSession
from tests.lifting import lifted
session = GameSession.objects.get(public_id="{table}")
with lifted():
    event = Event.objects.get(session=session, seq=session.head_seq)
    Event.objects.filter(pk=event.pk).update(body=event.body + " ")
"""


def damaged(evening: Evening) -> str:
    """A table whose newest event was changed in the file."""
    table = evening.sender.open_table("对不上的一桌")
    evening.sender.fill(table)
    done = evening.server.manage("shell", "-c", DAMAGE.format(table=table.split("/")[2]))
    assert done.returncode == 0, done.stderr
    return table


def damaged_table(evening: Evening) -> None:
    evening.at(damaged(evening))
    shows(evening.page, "账本对不上")


def damaged_refused(evening: Evening) -> None:
    table = evening.sender.open_table("对不上的一桌")
    evening.at(f"{table}rename/")
    done = evening.server.manage("shell", "-c", DAMAGE.format(table=table.split("/")[2]))
    assert done.returncode == 0, done.stderr
    evening.page.locator("#rename input[type=text]").nth(1).fill("王师傅")
    evening.page.locator("footer button").click()
    shows(evening.page, "刚才这一下没有记")


def damaged_export(evening: Evening) -> None:
    evening.at(f"{damaged(evening)}export/print/")
    shows(evening.page, "照原样导出存档留底")


def not_allowed(evening: Evening) -> Page:
    evening.onlooker.goto(f"{evening.played}links/")
    shows(evening.onlooker, "这台手机不能改")
    return evening.onlooker


def asked_too_soon(evening: Evening) -> Page:
    """The owner said no a moment ago, at a table of its own: it stands for a while."""
    table = evening.sender.open_table("先不")
    invite(evening.sender, table, evening.onlooker)
    asking = Sender(evening.onlooker.context)
    assert asking.post(f"{table}ask/").status == 302
    guest = guest_at(evening.sender, table)
    assert evening.sender.post(f"{table}devices/{guest}/answer/", {"answer": "no"}).status == 302
    evening.onlooker.goto(table)
    evening.onlooker.evaluate(
        """path => { const form = document.createElement("form"), field = document.createElement("input");
        Object.assign(form, { method: "post", action: path });
        Object.assign(field, { name: "csrfmiddlewaretoken",
            value: JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"] });
        form.append(field); document.body.append(form); form.submit(); }""",
        f"{table}ask/",
    )
    shows(evening.onlooker, "桌主刚说先不")
    return evening.onlooker


def sent_away(evening: Evening) -> Page:
    """A phone that has been at a table which it may see no more."""
    evening.onlooker.goto("/preferences/")
    evening.onlooker.evaluate("localStorage.setItem('zipai-been:/t/nowhere/', '1')")
    evening.onlooker.goto("/t/nowhere/")
    shows(evening.onlooker, "不能再看这一桌了")
    return evening.onlooker


def too_old(evening: Evening) -> None:
    evening.at(f"{evening.empty}recovery/")
    evening.page.evaluate(
        "document.querySelector('main form [name=csrfmiddlewaretoken], form [name=csrfmiddlewaretoken]').value = 'x'.repeat(64)"
    )
    evening.page.locator("footer button").click()
    shows(evening.page, "这一页放太久了")


def too_large(evening: Evening) -> None:
    evening.at("/recover/")
    evening.page.evaluate("document.querySelector('#id_code').removeAttribute('maxlength')")
    evening.page.evaluate("document.querySelector('#id_code').value = 'A'.repeat(1100000)")
    evening.page.locator("footer button").click()
    shows(evening.page, "这次发来的太大")


def broken(evening: Evening) -> None:
    evening.at("/broken/")
    shows(evening.page, "出了点毛病")


def odd(evening: Evening) -> None:
    evening.at("/odd/")
    shows(evening.page, "没看懂这一下")


def busy(evening: Evening) -> None:
    evening.at("/busy/")
    shows(evening.page, "一时忙不过来")


def purge_refused(evening: Evening) -> None:
    evening.at(f"{evening.played}purge/")
    evening.page.fill("#id_name", "别的桌")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def stand_in_refused(evening: Evening) -> None:
    evening.at(f"{evening.played}stand-in/")
    evening.page.locator("footer button").click()
    expect(evening.page.get_by_role("alert").first).to_be_visible()


def waiting_without_network(evening: Evening) -> Page:
    """Entries made where nothing could be sent, on the table's page; the band says so, and that one was refused since."""
    page = evening.onlooker
    page.goto(evening.played)
    page.evaluate(
        """table => [0, 412].forEach(refused => window.zipai.queue.put({
            clientId: `waits-${refused}-0123456789`, table: table, action: table + "deals/dead/", base: "", refused: refused,
            fields: [["note", ""]], label: "黄庄", name: "周五老地方", page: table + "deals/dead/", at: Date.now(),
        }))""",
        evening.played,
    )
    expect(page.locator("#waiting .row")).to_have_count(2)
    expect(page.locator("#waiting .bad")).to_be_visible()
    return page


def nothing_waits_any_more(evening: Evening) -> Page:
    evening.onlooker.goto("/")
    evening.onlooker.evaluate("localStorage.clear()")
    evening.onlooker.goto("/")
    return evening.onlooker


STATES = (
    damaged_table,
    damaged_refused,
    damaged_export,
    not_allowed,
    asked_too_soon,
    sent_away,
    too_old,
    too_large,
    broken,
    busy,
    odd,
    purge_refused,
    stand_in_refused,
    waiting_without_network,
    nothing_waits_any_more,
)
