"""What a browser needs to keep the app on a phone: the worker, its page, the manifest."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from zipai_ledger.http.static_files import JOINED

pytestmark = pytest.mark.django_db


def found(name: str) -> Path:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path)


def test_the_worker_is_asked_for_afresh_and_may_answer_for_every_page(client: Client):
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert reverse("worker").count("/") == 1


def test_the_worker_is_told_files_that_there_are(client: Client):
    head = client.get("/sw.js").content.decode().split("\n")[0]
    config = json.loads(head.removeprefix("self.zipai = ").rstrip(";"))
    assert client.get(config["offline"]).status_code == 200
    assert len(config["version"]) == 16
    names = [re.sub(r"\.[0-9a-f]{12}(?=\.\w+$)", "", url.removeprefix("/static/")) for url in config["files"]]
    assert all(found(part).exists() for name in names for part in JOINED.get(name, (name,)))


def test_the_page_for_what_was_never_seen_names_no_table(client: Client):
    text = client.get("/offline/").content.decode()
    assert "没网，这一页现在打不开。" in text
    assert "/t/" not in text


MANIFESTS = {"zh-hans": "app.webmanifest", "zh-hant": "app-zh-hant.webmanifest", "en": "app-en.webmanifest"}


@pytest.mark.parametrize("language", MANIFESTS)
def test_whoever_installs_it_gets_its_name_in_their_language(client: Client, language: str):
    client.cookies["django_language"] = language
    assert f'rel="manifest" href="/static/{MANIFESTS[language]}"' in client.get("/").content.decode()
    manifest = json.loads(found(MANIFESTS[language]).read_text(encoding="utf-8"))
    usual = json.loads(found("app.webmanifest").read_text(encoding="utf-8"))
    with translation.override(language):
        assert manifest == {
            **usual,
            "name": gettext("字牌记分"),
            "short_name": gettext("字牌记分"),
            "description": gettext("字牌桌上的记分和结账"),
            "lang": manifest["lang"],
        }
    assert manifest["lang"].lower() == language


def test_the_manifest_makes_it_installable():
    manifest = json.loads(found("app.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["id"], manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "/",
        "standalone",
    )
    assert manifest["name"] == "字牌记分"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        width, height = map(int, icon["sizes"].split("x"))
        data = found(icon["src"]).read_bytes()
        assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (width, height)
