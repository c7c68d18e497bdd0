"""A phone's forms sent straight to the server, with its cookies: for filling tables quickly and for sending nonsense."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from itertools import count
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import APIRequestContext, APIResponse, BrowserContext, Page, Playwright

from tests.phones import LAN_NAME
from tests.servers import Server

PEOPLE = ("老王", "小李", "阿芳", "四叔")
HAND = "碰捌捌捌 扫伍伍伍 顺壹贰叁 顺一二三 顺四五六 搭九九玖 顺六七八 胡八@6"
"""18 胡, typed as the pad writes it."""

ALONE = {"Connection": "close"}
"""No connection serves two requests: the server ends one that rests for five seconds, just when a slow test writes to it."""

_numbers = count()


class Sender:
    """One browser's cookies, without its pages; or the cookies of a phone that needs no browser at all (`keeping`)."""

    def __init__(self, context: BrowserContext | APIRequestContext, language: str = "zh-CN") -> None:
        self.context, self.language = context, language
        self.request = context.request if isinstance(context, BrowserContext) else context

    def get(self, path: str) -> APIResponse:
        return self.request.get(path, headers={"Accept-Language": self.language, **ALONE})

    def post(self, path: str, fields: Mapping[str, str | bytes | Sequence[str]] | None = None) -> APIResponse:
        """Send a form as a browser would; redirects are not followed."""
        return self.raw(path, encoded(fields or {}), "application/x-www-form-urlencoded")

    def raw(self, path: str, body: bytes | str, content_type: str) -> APIResponse:
        headers = {"Content-Type": content_type, "X-CSRFToken": self.csrf(), "Accept": "text/html"}
        headers |= {"Accept-Language": self.language, **ALONE}
        return self.request.post(path, data=body, headers=headers, max_redirects=0)

    def csrf(self) -> str:
        if not self._cookie("csrf"):
            self.get("/j/")
        return self._cookie("csrf")

    def _cookie(self, name: str) -> str:
        return self.cookies().get(name, "")

    def cookies(self) -> dict[str, str]:
        here = self.context
        found = here.cookies() if isinstance(here, BrowserContext) else here.storage_state()["cookies"]
        return {one["name"]: one["value"] for one in found}

    def open_table(self, name: str = "周五老地方", people: Sequence[str] = PEOPLE, **fields: str) -> str:
        """Open a table; its address, such as /t/abc/."""
        sent = {"client_id": fresh_id(), "ruleset": "guilin", "seats": str(len(people)), "player": people}
        rules = {"dealer": "0", "me": "0", "rule-xing_kinds": ("上", "下")}
        answer = self.post("/new/", {**sent, **rules, "name": name, **fields})
        assert answer.status == 302, answer.text()
        return answer.headers["location"]

    def save(self, table: str, form: str = "save", **fields: str | bytes) -> APIResponse:
        """Send an entry without a base."""
        return self.post(f"{table}deals/{form}/", {"client_id": fresh_id(), **fields})

    def record(self, table: str, form: str = "save", **fields: str) -> str:
        """Record a deal; its key."""
        answer = self.save(table, form, **fields)
        assert answer.status == 303, answer.text()
        return answer.headers["location"].split("#saved-")[1]

    def fill(self, table: str) -> list[str]:
        """Deals of every kind; the third is void, the first was replaced. Their keys."""
        keys = [self.record(table, form, **fields) for form, fields in DEALS]
        corrections = {
            f"{keys[2]}/void/": {"reason": "记重了"},
            f"save/?replace={keys[0]}": {**WIN, "note": "重算过"},
        }
        for path, fields in corrections.items():
            answer = self.post(f"{table}deals/{path}", {"client_id": fresh_id(), "confirm": "1", **fields})
            assert answer.status == 303, answer.text()
        return keys


WIN = {"winner": "0", "source": "self_draw", "mode": "cards", "groups": HAND, "flipped": "肆"}
DEALS = (
    ("save", WIN),
    (
        "save",
        {
            "winner": "1",
            "source": "discard",
            "from": "3",
            "mode": "hu",
            "hu": "22",
            "xing_count": "2",
            "xing_lower": "1",
        },
    ),
    (
        "save",
        {
            "winner": "2",
            "source": "discard",
            "from": "1",
            "mode": "hu",
            "hu": "15",
            "xing_count": "0",
            "xing_lower": "0",
        },
    ),
    ("dead", {"note": "牌摸完了"}),
    ("foul", {"offender": "2"}),
    ("adjust", {"gives_0": "1", "gets_0": "0", "units_0": "3", "note": "上次欠的"}),
)


@contextmanager
def keeping(playwright: Playwright, server: Server) -> Iterator[Sender]:
    """A phone that is never looked at: it opens tables and keeps score."""
    request = playwright.request.new_context(base_url=server.url)
    yield Sender(request)
    request.dispose()


def hand_over(cookies: Mapping[str, str], phone: Page) -> None:
    """Let a phone be the one with these cookies, under whichever name it knows the server."""
    phone.context.add_cookies(
        [
            {"name": name, "value": value, "domain": domain, "path": "/", "httpOnly": True, "sameSite": "Lax"}
            for name, value in cookies.items()
            for domain in ("127.0.0.1", LAN_NAME)
        ]
    )


def invite(keeper: Sender, table: str, guest: Page, role: str = "scorekeeper") -> None:
    """Let a phone in by an invitation, without the pages of that (tests/browser/test_joining.py goes through them)."""
    made = keeper.post(f"{table}links/", {"role": role, "label": "给小李"})
    hand_over(joined(made.url, made.text().split('id="code">')[1].split("<")[0]), guest)


def joined(server: str, secret: str) -> dict[str, str]:
    """The cookies of a phone that comes to a table with a secret."""
    token = "t" * 32
    headers = {"Cookie": f"csrf={token}", "X-CSRFToken": token, "Accept-Language": "zh-CN"}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    line = HTTPConnection(urlsplit(server).netloc)
    line.request("POST", "/j/", encoded({"secret": secret, "as": "viewer"}), headers)
    answer = line.getresponse()
    assert answer.status == 302, answer.read()
    cookies = SimpleCookie("; ".join(answer.headers.get_all("Set-Cookie", [])))
    line.close()
    return {name: one.value for name, one in cookies.items()}


def fresh_id() -> str:
    """A client id that nobody sent before."""
    return f"browser-test-{next(_numbers):08d}"


def encoded(fields: Mapping[str, str | bytes | Sequence[str]]) -> str:
    """The body of a form; bytes are sent as they are, so that they may be no text at all."""
    pairs = [
        (name, one)
        for name, value in fields.items()
        for one in ([value] if isinstance(value, str | bytes) else value)
    ]
    return urlencode(pairs)


def head_of(server: Server, table: str) -> tuple[int, str]:
    """How far the ledger of a table has come: its last event and the hash."""
    with sqlite3.connect(f"file:{server.database}?mode=ro", uri=True) as ledger:
        row = ledger.execute(
            "SELECT head_seq, head_hash FROM zipai_ledger_gamesession WHERE public_id = ?",
            [table.split("/")[2]],
        ).fetchone()
    return int(row[0]), str(row[1])
