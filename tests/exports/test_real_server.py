"""Exports and imports through a real server: over the wire, with a slow reader, without JavaScript."""

import http.client
import json
import re
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.exports.test_session_json import one_stage
from tests.servers import HANGS, Server, serving
from zipai_ledger.exports.snapshot import IN_MEMORY


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """One for the browsers of this file, whose tables have nothing to do with each other."""
    with serving(tmp_path_factory.mktemp("exports"), collected_static) as running:
        yield running


@pytest.fixture
def server_without_browsers(tmp_path: Path, collected_static: Path) -> Iterator[Server]:
    """One that has sent no static file, of which it warns once that they are read as a whole."""
    with serving(tmp_path / "data", collected_static) as running:
        yield running


@pytest.fixture
def document(tmp_path: Path) -> Path:
    file = tmp_path / "周五.json"
    file.write_text(one_stage(stake={"currency": "CNY", "minor_per_unit": 50}), encoding="utf-8")
    return file


class Phone:
    """Cookies and forms without a browser."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookies = server, CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.cookies)
        )

    def get(self, path: str) -> bytes:
        with self.opener.open(self.server.url + path, timeout=HANGS) as answer:
            return answer.read()

    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)

    def multipart(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        boundary = "a-boundary-of-its-own"
        parts = "".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        )
        request = urllib.request.Request(
            self.server.url + path,
            f"{parts}--{boundary}--\r\n".encode(),
            {"Content-Type": f"multipart/form-data; boundary={boundary}"},
        )
        with self.opener.open(request, timeout=HANGS) as answer:
            return answer.status, answer.url

    def bring(self, text: str) -> str:
        """Import a document; gives the table's address."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get("/import/").decode())
        fields = {"csrfmiddlewaretoken": token.group(1), "text": text, "do": "import"}
        status, url = self.multipart("/import/", {**fields, "client_id": "slow-phone-0123456789"})
        assert status == 200
        return re.search(r"/t/[\w-]{22}/", url).group()


def long_evening() -> str:
    deals = [{"result": "dead", "note": "x" * 500}] * 1000
    text = one_stage(deals=deals)
    assert len(text.encode()) < 1 << 20
    return text


def test_a_long_table_is_imported_and_a_slow_download_holds_nobody_back(server_without_browsers: Server):
    server = server_without_browsers
    phone = Phone(server)
    table = phone.bring(long_evening())
    address = urllib.parse.urlsplit(server.url)
    slow = http.client.HTTPConnection(address.hostname, address.port, timeout=HANGS)
    slow.request("GET", f"{table}export/archive/", headers={"Cookie": phone.cookie()})
    answer = slow.getresponse()
    length = int(answer.headers["Content-Length"])
    assert length > IN_MEMORY
    begun = answer.read(1000)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', phone.get("/import/").decode())
    closing = {"csrfmiddlewaretoken": token.group(1), "client_id": "close-0123456789"}
    assert phone.multipart(f"{table}close/", closing)[0] == 200
    rest = answer.read()
    slow.close()
    trail = [json.loads(line.rstrip(",")) for line in (begun + rest).decode().splitlines()[1:-1]]
    assert len(begun + rest) == length
    assert trail[-1]["kind"] == "deal_recorded"
    assert b'"kind":"closed"' in phone.get(f"{table}export/archive/")
    assert "Warning" not in server.log
    assert server.manage("verify_ledger").returncode == 0


def test_a_table_is_brought_in_and_taken_out_without_javascript(
    phone_without_javascript: Page, document: Path
):
    page = phone_without_javascript
    page.goto("/import/")
    page.get_by_label("选一个文件").set_input_files(document)
    page.get_by_role("button", name="看看是什么").click()
    expect(page.get_by_role("heading", name="周五")).to_be_visible()
    expect(page.locator("main")).to_contain_text("4.00 元")
    page.get_by_role("button", name="导入").click()
    expect(page.locator(".desk")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="周五").click()
    table = page.url
    page.goto(f"{table}export/")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="存档").click()
    assert re.fullmatch(
        r"周五 \d{4}-\d\d-\d\d [0-9a-f]{8}\.archive\.json", downloading.value.suggested_filename
    )
    archive = downloading.value.path().read_text(encoding="utf-8")
    page.goto("/import/")
    page.get_by_label("或者把文字贴在这里").fill(archive)
    page.get_by_role("button", name="看看是什么").click()
    page.get_by_role("button", name="导入").click()
    page.goto("/")
    expect(page.get_by_role("link", name="周五")).to_have_count(2)


def test_a_bad_deal_is_named_and_the_text_stays(phone: Page):
    bad = {"result": "win", "winner": 0, "source": "self_draw", "hu": 9, "xing": {"count": 0}}
    text = one_stage(deals=[{"result": "dead"}, bad])
    phone.goto("/import/")
    phone.get_by_label("或者把文字贴在这里").fill(text)
    phone.get_by_role("button", name="看看是什么").click()
    expect(phone.locator("main")).to_contain_text("第 2 盘不成立")
    expect(phone.get_by_label("或者把文字贴在这里")).to_have_value(text)
