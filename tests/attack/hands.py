"""Hands that take long to read, found by climbing: a card is exchanged, and kept where the answer took longer."""

import json
import time
from urllib.parse import urlencode

from tests.attack.target import Target, Visitor, address
from tests.live.phones import fresh_id

SPECIALS = ("飞", "秤二七十", "秤贰柒拾", "秤三六九", "秤叁陆玖")
CARDS = (*"一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾", *SPECIALS)
FIRST = (*"六七七八八九十壹叁伍陆柒捌拾", "飞", "飞", "飞", "秤二七十", "秤叁陆玖", "秤三六九")
DEALS = 4
"""How often a document says the same hand."""


def special_decks(target: Target) -> None:
    """Documents to bring in, whose hands hold as many special cards as a deck may have."""
    guest, best, longest, number = Visitor(target.server), list(FIRST), 0.0, 0
    guest.ask("GET", "/import/")
    while not target.over:
        number += 1
        hand = exchanged(target, best)
        form = {"text": document(hand), "do": "look", "client_id": fresh_id()}
        began = time.monotonic()
        status, _ = target.ask(guest, "POST", "/import/", urlencode(form), **address(number))
        took = time.monotonic() - began
        if status != 429 and took > longest:
            best, longest = hand, took


def exchanged(target: Target, hand: list[str]) -> list[str]:
    other = list(hand)
    other[target.chance.randrange(len(other))] = target.chance.choice(CARDS)
    return other


def document(hand: list[str]) -> str:
    """An evening of 打坨子 in which somebody wins with these cards."""
    deal = {
        "result": "win",
        "winner": 0,
        "source": "self_draw",
        "hand": {"exposed": [], "concealed": "".join(hand), "winning_card": "飞"},
    }
    whole = {
        "format": "zipai-ledger/session",
        "version": 1,
        "name": "慢",
        "ruleset": "tuozi",
        "options": {"special_cards": dict.fromkeys(SPECIALS, 4)},
        "players": ["甲", "乙", "丙"],
        "deals": [deal] * DEALS,
    }
    return json.dumps(whole, ensure_ascii=False)
