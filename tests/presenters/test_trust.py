"""What a phone has to do: its own kind first."""

import pytest

from zipai_ledger.presenters.trust import PhoneKind, kind_of, trust_page

AGENTS = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari": PhoneKind.APPLE,
    "Mozilla/5.0 (Linux; Android 14; SM-A556B) Chrome/130.0": PhoneKind.ANDROID,
    "Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb/4.1": PhoneKind.ANDROID,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/132.0": PhoneKind.COMPUTER,
    "": PhoneKind.COMPUTER,
}


@pytest.mark.parametrize("agent", AGENTS)
def test_a_browser_says_what_it_runs_on(agent: str):
    assert kind_of(agent) is AGENTS[agent]


def test_every_kind_is_there_once_the_own_first():
    page = trust_page("https://zipai.local:8443/", "zipai", ":".join(["AB"] * 32), "Android")
    assert page.kinds == (PhoneKind.ANDROID, PhoneKind.APPLE, PhoneKind.COMPUTER)
    assert page.fingerprint == ("AB AB AB AB",) * 8
