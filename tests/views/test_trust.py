"""The page that shows how a phone trusts this server's own HTTPS, and what it installs."""

import plistlib
from pathlib import Path

import pytest
from cryptography import x509
from django.test import Client
from django.urls import reverse

from zipai_ledger.http.authority import Authority

pytestmark = pytest.mark.django_db

NAMES = ("show", "certificate", "profile")


@pytest.fixture
def authority(settings, tmp_path: Path) -> Authority:
    settings.SECURE_PORT, settings.DATA = 8443, tmp_path
    return Authority(tmp_path / "https")


@pytest.mark.parametrize("name", NAMES)
def test_without_https_of_its_own_there_is_no_such_page(name: str):
    assert Client().get(reverse(f"trust:{name}")).status_code == 404


def test_a_stranger_reads_how_his_kind_of_phone_trusts_it(authority: Authority):
    page = Client(headers={"user-agent": "iPhone"}).get(
        reverse("trust:show"), headers={"host": "zipai.local:8000"}
    )
    text = page.content.decode()
    assert text.index('id="apple" open') < text.index('id="android"')
    assert "https://zipai.local:8443/" in text
    assert authority.fingerprint.replace(":", " ")[:11] in text
    assert authority.name in text


def test_a_chat_app_is_told_to_open_it_in_a_browser(authority: Authority):
    page = Client(headers={"user-agent": "iPhone MicroMessenger/8"}).get(reverse("trust:show"))
    assert "在浏览器打开" in page.content.decode()


def test_both_files_hold_the_authority(authority: Authority):
    certificate = Client().get(reverse("trust:certificate"))
    assert certificate["Content-Type"] == "application/x-x509-ca-cert"
    assert "zipai.crt" in certificate["Content-Disposition"]
    assert x509.load_der_x509_certificate(certificate.content) == authority.certificate
    profile = Client().get(reverse("trust:profile"))
    assert profile["Content-Type"] == "application/x-apple-aspen-config"
    assert plistlib.loads(profile.content)["PayloadContent"][0]["PayloadContent"] == certificate.content


def test_no_key_leaves(authority: Authority):
    for name in NAMES:
        assert b"PRIVATE" not in Client().get(reverse(f"trust:{name}")).content


def test_help_leads_there_where_there_is_one(authority: Authority, settings):
    link = f'href="{reverse("trust:show")}"'
    assert link in Client().get("/help/").content.decode()
    settings.SECURE_PORT = 0
    assert link not in Client().get("/help/").content.decode()
