"""What the 字牌 form asks at a table: sources, marks, patterns, special cards, values, in the reader's words."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from zipai_ledger.rules.rulebook import one
from zipai_ledger.rules.zipai.asks import Asks
from zipai_ledger.rules.zipai.cards import SETS, card_name
from zipai_ledger.rules.zipai.game import ZipaiGame
from zipai_ledger.rules.zipai.melds import Values, meld
from zipai_ledger.rules.zipai.words import Words

from .forms import Setting

TYPED = (
    *(("peng", "捌捌捌"), ("sao", "伍伍伍"), ("kaiduo", "三三三三")),
    *(("shun", "壹贰叁"), ("da", "玖玖九"), ("pair", "十十"), ("rest", "七八")),
)
"""A whole hand that waits for 九."""
SMALL, BIG, RED_SMALL, RED_BIG = 0, 10, 1, 11


def asked(asks: Asks, form: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Sources, marks and patterns in words."""
    return {
        "sources": [
            {
                "code": source.code,
                "label": source.label.in_language(lang),
                "short": source.short.in_language(lang),
                "hint": source.hint.in_language(lang),
                "other": source.other,
            }
            for source in asks.sources
        ],
        "marks": [
            {
                "code": mark.code,
                "label": mark.label.in_language(lang),
                "who": mark.who,
                "source": mark.source,
                "from": "dealer" if mark.from_dealer else "",
            }
            for mark in asks.marks
        ],
        "patterns": [
            {
                "code": pattern.code,
                "label": pattern.label.in_language(lang),
                "hu": pattern.hu,
                "checked": bool(form.get(f"pattern_{pattern.code}")),
            }
            for pattern in asks.patterns
        ],
    }


def typed_example(words: Words, lang: str) -> str:
    """A hand group by group: 碰捌捌捌 扫伍伍伍 …; what stands before the cards in the reader's characters."""
    return " ".join(one(words.tokens[kind]).in_language(lang) + cards for kind, cards in TYPED) + " 胡九"


def said_example(asks: Asks, words: Words, names: Sequence[str], lang: str) -> str:
    """A deal in one sentence, in this table's names and words: “小李点炮老王 碰小八 …”."""
    first, second = names[:2]
    discards = any(source.code == "discard" for source in asks.sources)
    how = f"{second}{one('点炮').in_language(lang)}{first}" if discards else f"{first}自摸"
    peng, sao = (one(words.tokens[kind]).in_language(lang) for kind in ("peng", "sao"))
    return f"{how} {peng}小八 {sao}大二 一二三 胡小四"


def special_keys(setting: Setting) -> dict[str, Any]:
    """The 飞王 and 秤子 of this table's deck, for their keys."""
    known = setting.game.of_kind(ZipaiGame).valuing.specials
    here = [card for card in SETS if known[card_name(card)]]
    shown = [{"card": card, "name": card_name(card), "number": known[card_name(card)]} for card in here]
    return {"specials": shown, "wilds_json": json.dumps({one["card"]: one["number"] for one in shown})}


def values_of(values: Values) -> dict[str, Any]:
    """What groups are worth, small and big, as the pad's script reads it."""
    kinds = ("peng", "sao", "kaiduo", "saochuan")
    counts = {"peng": 3, "sao": 3, "kaiduo": 4, "saochuan": 4}
    table: dict[str, Any] = {
        kind: [values.of(meld(kind, (card,) * counts[kind])) for card in (SMALL, BIG)] for kind in kinds
    }
    table["special"] = [values.of(meld("shun", (card, card + 1, card + 2))) for card in (SMALL, BIG)]
    table["pair"] = [0, 0]
    red = [values.of(meld("peng", (card,) * 3)) for card in (RED_SMALL, RED_BIG)]
    return table if red == table["peng"] else {**table, "peng_red": red}
