"""How long an import holds up the others, with hands that are hard to read."""

import json
import time

import pytest
from django.test import Client

from zipai_ledger.models import GameSession
from zipai_ledger.views import importing

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]

SLOW = {
    "name": "慢",
    "ruleset": "tuozi",
    "options": {"special_cards": dict.fromkeys(("飞", "秤二七十", "秤贰柒拾", "秤三六九", "秤叁陆玖"), 4)},
    "players": ["甲", "乙", "丙"],
    "deals": [
        {
            "result": "win",
            "winner": 0,
            "source": "self_draw",
            "hand": {
                "exposed": [],
                "concealed": "六七七八八九十壹叁伍陆柒捌拾飞飞飞秤二七十秤叁陆玖秤三六九",
                "winning_card": "飞",
            },
        }
    ]
    * 40,
}
"""8 KB that would take half a minute: hands found by looking for those that can be read in the most ways."""


@pytest.mark.parametrize("do", ["look", "import"])
def test_hands_that_take_long_to_read_are_given_up_in_time(do: str):
    text = json.dumps({"format": "zipai-ledger/session", "version": 1, **SLOW}, ensure_ascii=False)
    began = time.thread_time()
    answer = Client().post("/import/", {"text": text, "do": do, "client_id": "import-0123456789"})
    took = time.thread_time() - began
    print(f"\ngiven up after {took:.1f} s")
    assert took < importing.SECONDS + 2
    assert answer.status_code == 422
    assert not GameSession.objects.exists()
