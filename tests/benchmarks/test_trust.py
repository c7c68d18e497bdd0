"""How long the pages of trust take after 2,000 deals: why, the history, a deal and its story, a doubt."""

import time

import pytest
from django.test import Client
from django.urls import reverse

from tests.ledger.conftest import open_table, tally_win, win
from tests.ledger.filling import fill
from tests.views.conftest import client_with
from zipai_ledger.ledger import record
from zipai_ledger.models import Role

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]

DEALS = 2_000
LATE = 40
"""How many deals before the last one the doubted deal is: later ones may have to be worked out anew."""
MOST, WORST = 0.3, 4.0
"""Seconds; the worst is a correction at the very beginning after which no round is what it was."""


def best(client: Client, url: str) -> float:
    """Seconds of the fastest of five."""
    took = []
    for _ in range(5):
        began = time.perf_counter()
        assert client.get(url).status_code == 200
        took.append(time.perf_counter() - began)
    return min(took)


@pytest.mark.parametrize("game", ["guilin", "bopi"])
def test_every_page_answers_at_once(db: None, game: str):
    if game == "guilin":
        session = open_table()
        keys = fill(session, [win(number % 3) for number in range(DEALS)])
    else:
        session = open_table("bopi", players=4)
        keys = fill(session, [tally_win(0, source="other_draw") for _ in range(DEALS)])
    record.dispute_deal(session=session, sent=record.Sent(role=Role.VIEWER), key=keys[-LATE])
    client = client_with(session, Role.OWNER)
    first = client.get(reverse("breakdown:show", args=[session.public_id, 0])).content.decode()
    pages = {
        "why, the parts": reverse("breakdown:show", args=[session.public_id, 0]),
        "why, some deals": reverse("breakdown:show", args=[session.public_id, 0]) + "?stage=0&from=1",
        "history": reverse("history:show", args=[session.public_id]),
        "history of a deal": reverse("history:show", args=[session.public_id]) + f"?deal={keys[-LATE]}",
        "a deal in doubt": reverse("deal:show", args=[session.public_id, keys[-LATE]]),
        "settling with a doubt": reverse("settlement:show", args=[session.public_id]),
        "the effect of voiding": reverse("corrections:void", args=[session.public_id, keys[-LATE]]),
    }
    assert "from=1" in first
    took = {name: best(client, url) for name, url in pages.items()}
    for name, seconds in took.items():
        print(f"\n{game:8}{name:26}{seconds * 1000:8.0f} ms", end="")
    assert max(took.values()) < MOST, took
    worst = best(client, reverse("corrections:void", args=[session.public_id, keys[0]]))
    print(f"\n{game:8}{'the effect of voiding the first':26}{worst * 1000:8.0f} ms", end="")
    assert worst < WORST
