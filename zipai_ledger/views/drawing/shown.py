"""The page of drawing for its template: the pad, who drew what, and the table as it comes out."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.formats.speaker import common_speaker, speaker, word
from zipai_ledger.presenters.fans import loose_fan, spoken
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.speaker import Common
from zipai_ledger.rules.zipai import drawing as rules
from zipai_ledger.rules.zipai.cards import CARDS, card_name, card_text, is_big, is_red
from zipai_ledger.rules.zipai.drawing import Draw, DrawState

from ..showing.desk import PLACES, WORDS
from ..tables.draft import resolved
from . import result
from .told import Company, Fields, Told, companies, sitting

WORDING = Common(rules.TEXTS)


def context(told: Told, drawn: DrawState, problems: Iterable[Problem] = ()) -> dict[str, Any]:
    """The context of ``drawing/draw.html``."""
    names, words = called(told), terms(told)
    order = drawn.order
    return {
        "draw_url": reverse("drawing:draw"),
        "back_url": result.target(told) if told.goes_to else reverse("tables:home"),
        "is_step": bool(told.goes_to),
        "words": words,
        "form": {"for": told.goes_to, "cards": card_text(told.drawing.cards), "turner": told.drawing.turner},
        "kept": kept(told),
        "unchanged": result.unchanged(told),
        "setup": setup(told) if not told.drawing.cards else None,
        "way": told.drawing.way,
        "company": told.company,
        "rows": rows(drawn, names, told),
        "lines": [text(item, names) for item in drawn.items],
        "ask": text(drawn.now, names),
        "wrong": [speaker(WORDING).problem(one) for one in problems],
        "keys": keys(told) if drawn.turning is not None else [],
        "desk": WORDS[told.drawing.players],
        "seats": seats(told, drawn, names) if order else [],
        "reseated": result.reseated(told, order) if order else (),
        "staying": result.staying(told, order) if order else (),
        "target": result.target(told),
    }


def kept(told: Told) -> Fields:
    """What comes along with every tap: the other form, or names that are not asked for any more."""
    if told.goes_to:
        return result.unchanged(told)
    return tuple(("player", name) for name in told.draft.names) if told.drawing.cards else ()


def called(told: Told) -> list[str]:
    """Names; where none was written, the place in the row."""
    return [
        name.strip()[:24] or _("第 %(n)d 位") % {"n": place} for place, name in enumerate(told.names, start=1)
    ]


def terms(told: Told) -> dict[str, str]:
    """The words of the game; where no table asked, the common ones and who sits out."""
    if told.goes_to:
        return speaker(told.draft.ruleset).terms
    return {**common_speaker().terms, "sitting": speaker(told.draft.ruleset).terms["sitting"]}


def text(item: Item, names: list[str]) -> str:
    """A line in words."""
    return speaker(WORDING, names).item(item)


def setup(told: Told) -> dict[str, Any]:
    """What is chosen before the first card."""
    way = told.drawing.way
    return {
        "ways": [
            {"value": code, "label": word(rules.WAYS[code]), "checked": code == way} for code in told.ways
        ],
        "about": word(rules.ABOUT[way]),
        "counts": way == rules.COUNTING,
        "companies": []
        if told.goes_to
        else [
            {"value": one.code, "label": company(one), "checked": one.code == told.company}
            for one in companies()
        ],
    }


def company(one: Company) -> str:
    """How many draw."""
    if one.rests:
        return _("%(n)d 人，一个%(sitting)s") % {"n": one.size, "sitting": word(one.ruleset.terms.sitting)}
    return ngettext("%(n)d 人", "%(n)d 人", one.size) % {"n": one.size}


def rows(drawn: DrawState, names: list[str], told: Told) -> list[dict[str, Any]]:
    """Everybody as they sit now, with all they drew."""
    made = {player: [one for one in drawn.draws if one.player == player] for player in range(len(names))}
    return [
        {
            "index": player,
            "name": names[player],
            "typed": told.names[player],
            "turns": player == told.drawing.turner,
            "is_turning": player == drawn.turning,
            "is_equal": player in drawn.again,
            **hand(made[player]),
        }
        for player in range(len(names))
    ]


def hand(draws: list[Draw]) -> dict[str, Any]:
    """What one player drew, round after round, and what the last of it is worth."""
    value = draws[-1].value if draws else None
    return {
        "fans": [loose_fan(one.cards) for one in draws],
        "value": text(value, []) if value else "",
    }


def keys(told: Told) -> list[dict[str, Any]]:
    """Every card once; those that have all been turned say so."""
    left = rules.remaining(told.drawing.cards)
    return [
        {
            "card": card,
            "name": card_name(card),
            "label": spoken(card_name(card)),
            "size": "big" if is_big(card) else "small",
            "is_red": is_red(card),
            "full": left[card] == 0,
        }
        for card in range(len(CARDS))
    ]


def seats(told: Told, drawn: DrawState, names: list[str]) -> list[dict[str, Any]]:
    """The table as it was drawn, the dealer below."""
    count, words = len(drawn.order), terms(told)
    resting = sitting(told.draft.ruleset, resolved(told.draft))
    made = {player: hand([one for one in drawn.draws if one.player == player]) for player in drawn.order}
    return [
        {
            "at": PLACES[count][seat],
            "name": names[player],
            "where": words["sitting"] if seat == resting else place(seat, resting, count),
            "is_dealer": seat == 0,
            "is_sitting": seat == resting,
            **made[player],
        }
        for seat, player in enumerate(drawn.order)
    ]


def place(seat: int, resting: int | None, count: int) -> str:
    """下手, 对家, 上手: among those who play the first deal (docs/rules/common.md#first-dealer); the dealer has a seal instead."""
    playing = [one for one in range(count) if one != resting]
    at = playing.index(seat)
    if at == 0:
        return ""
    if len(playing) > 2 and at in (1, len(playing) - 1):
        return _("下手") if at == 1 else _("上手")
    return _("对家")
