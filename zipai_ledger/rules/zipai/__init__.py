"""字牌: cards, groups, hands in text and JSON, legal readings, waits, opening wins, claims (docs/rules/cards.md)."""

from zipai_ledger.rules.zipai.cards import (
    CARDS,
    Card,
    card_name,
    is_big,
    is_red,
    number,
    parse_card,
    parse_cards,
    spoken,
    step,
)
from zipai_ledger.rules.zipai.claims import ClaimRule, unlaid_claims
from zipai_ledger.rules.zipai.form import (
    FOUR_AT_ONCE,
    THREE,
    THREE_WITH_EXTRA,
    Form,
    check_count,
    expected_count,
)
from zipai_ledger.rules.zipai.hand import ExposedMeld, Hand, check_win
from zipai_ledger.rules.zipai.melds import KINDS, RED_PENG, STANDARD, Meld, Values, hu, meld
from zipai_ledger.rules.zipai.notation import format_hand, parse_hand
from zipai_ledger.rules.zipai.opening import OpeningRules, check_opening_count, opening
from zipai_ledger.rules.zipai.readings import HandRules, Reading, best, readings
from zipai_ledger.rules.zipai.waits import Wait, waits
from zipai_ledger.rules.zipai.words import DAZIPAI, DENG, GUILIN, Words

__all__ = [
    "CARDS",
    "DAZIPAI",
    "DENG",
    "FOUR_AT_ONCE",
    "GUILIN",
    "KINDS",
    "RED_PENG",
    "STANDARD",
    "THREE",
    "THREE_WITH_EXTRA",
    "Card",
    "ClaimRule",
    "ExposedMeld",
    "Form",
    "Hand",
    "HandRules",
    "Meld",
    "OpeningRules",
    "Reading",
    "Values",
    "Wait",
    "Words",
    "best",
    "card_name",
    "check_count",
    "check_opening_count",
    "check_win",
    "expected_count",
    "format_hand",
    "hu",
    "is_big",
    "is_red",
    "meld",
    "number",
    "opening",
    "parse_card",
    "parse_cards",
    "parse_hand",
    "readings",
    "spoken",
    "step",
    "unlaid_claims",
    "waits",
]
