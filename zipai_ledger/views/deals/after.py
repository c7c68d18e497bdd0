"""听牌、放流: after the hand, what a winner waited for and what each card would have brought."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.formats.speaker import word
from zipai_ledger.ledger import posting
from zipai_ledger.ledger.queries import DealRow
from zipai_ledger.presenters.cards import laid_groups, loose_card
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules import waiting as waits
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.waiting import Chance, Waiting, Worth

from ..addresses import offered
from .aim import Aim, Place, place_of
from .page import page, say

Shown = dict[str, Any]
UNPLAYED = (facts.Adjust.result, facts.EndRound.result)
NO_WIN = Worth(0, enough=False)
LONGEST = 12
"""Characters of a card's name, more than any has."""


@require_safe
@for_table(Action.SEE)
def after(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """What the winners of a deal waited for. ``?card=五万`` says which the winning one was, where the deal does not."""
    place = place_of(visit.session, Aim("replace", key))
    found = waiting(place, request.GET.get("card", "")[:LONGEST])
    form = shown_hand(place, request.GET)
    back = reverse("deal:show", args=[visit.session.public_id, key])
    context = {
        "table": {"url": back, "name": visit.session.name},
        "number": place.number,
        "hands": [_Page(place, one).shown() for one in found],
        "form": form,
        "won": bool(place.now and place.now.outcome["wins"]),
        "rules_url": offered(visit, Action.SEE, "rules:table"),
    }
    return page(request, "deals/after.html", context)


def after_url(visit: Visit, row: DealRow) -> str:
    """Where it is told what was waited for in a deal; nothing where no hands were played."""
    played = hint_of(row.deal.stage.ruleset) is not None and row.fact["result"] not in UNPLAYED
    return offered(visit, Action.SEE, "waits:show", row.deal.key) if played else ""


def shown_hand(place: Place, data: Mapping[str, str]) -> Shown | None:
    """The form for a hand that somebody shows (``seat``, ``hand``), and what it waited for; None where there are no hands."""
    hint = hint_of(place.stage.ruleset)
    if hint is None or place.now is None:
        return None
    seats = [seat for seat in range(place.setting.table.seats) if seat != place.now.fact.get("sitting")]
    text, asked = data.get("hand", "").strip(), data.get("seat", "")
    seat = next((seat for seat in seats if str(seat) == asked), seats[0])
    form: Shown = {
        "seats": [{"index": each, "name": place.setting.name(each), "now": each == seat} for each in seats],
        "hand": text,
        "hint": word(hint),
        "errors": [],
        "found": None,
    }
    if not text:
        return form
    try:
        fact = posting.read_fact(place.now.deal.fact)
        setting = place.setting
        found = setting.game.hands.waiting_shown(setting.table, setting.state, fact, waits.Shown(seat, text))
        return {**form, "found": _Page(place, found).shown()}
    except Refused as refused:
        return {**form, "errors": [say(problem, place) for problem in refused.problems]}


def hint_of(slug: str) -> Words | None:
    """How a hand of this ruleset may be written; None where it has none, or is gone."""
    try:
        return registry.get(slug).hand_hint
    except Refused:
        return None


def waiting(place: Place, drawn: str = "") -> tuple[Waiting, ...]:
    """What is known of the deal at this place; nothing where the rules can no longer read it."""
    assert place.now is not None  # noqa: S101 - place_of found it
    setting = place.setting
    try:
        fact = posting.read_fact(place.now.deal.fact)
        return setting.game.hands.waiting(setting.table, setting.state, fact, drawn)
    except Refused:
        return ()


class _Page:
    """One winner's hand in words."""

    def __init__(self, place: Place, found: Waiting) -> None:
        self.place, self.found = place, found
        self.speaker = place.setting.speaker
        self.wins = [chance for chance in found.chances if chance.wins]
        self.greatest = max(map(self._rank, self.wins), default=None)
        self.some_are_greater = len(set(map(self._rank, self.wins))) > 1

    def shown(self) -> Shown:
        name = self.place.setting.name(self.found.winner)
        return {
            "name": name,
            "laid": laid_groups(self.found.laid, self.speaker),
            "held": [loose_card(each) for each in self.found.held],
            "asked": self._asked(),
            "sources": [self.speaker.label(source) for source in self.found.sources],
            "lead": "" if self.found.may_be else self._lead(),
            "chances": [self._chance(chance) for chance in self._ordered(self.wins)],
            "short": [
                self._chance(chance) for chance in self._ordered(self.found.chances) if not chance.wins
            ],
            "passed": self._passed() if self.found.won and self.wins else [],
        }

    def _asked(self) -> list[Shown]:
        """Cards that the winning one can have been, each leading to what it would mean."""
        here = reverse("waits:show", args=[self.place.session.public_id, self.place.aim.key])
        return [
            {"card": loose_card(each), "url": f"{here}?{urlencode({'card': each})}"}
            for each in self.found.may_be
        ]

    def _ordered(self, chances: Any) -> list[Chance]:
        """The greatest first."""
        return sorted(chances, key=self._rank, reverse=True)

    def _rank(self, chance: Chance) -> tuple[tuple[bool, int, int], ...]:
        """What a card is compared by: from where the winning card came, then from anywhere."""
        here = chance.worth.get(self.found.source, NO_WIN)
        return here.rank, max(worth.rank for worth in chance.worth.values())

    def _lead(self) -> str:
        if not self.wins:
            return _("这手牌没有听。")
        left = sum(chance.left for chance in self.wins)
        kinds = ngettext("听 %(n)d 样", "听 %(n)d 样", len(self.wins)) % {"n": len(self.wins)}
        unseen = ngettext("外面还有 %(n)d 张没见", "外面还有 %(n)d 张没见", left) % {"n": left}
        return _("%(kinds)s，%(unseen)s。") % {"kinds": kinds, "unseen": unseen}

    def _chance(self, chance: Chance) -> Shown:
        left = ngettext("没见 %(n)d 张", "没见 %(n)d 张", chance.left) % {"n": chance.left}
        return {
            "card": loose_card(chance.card),
            "left": left if chance.left else _("都见了"),
            "won": chance.card == self.found.won,
            "greatest": self.some_are_greater and self._rank(chance) == self.greatest,
            "cells": [self._cell(chance, source) for source in self.found.sources],
        }

    def _cell(self, chance: Chance, source: str) -> Shown:
        worth = chance.worth.get(source)
        if worth is None:
            return {"text": "", "more": "", "came": False}
        came = chance.card == self.found.won and source == self.found.source
        return {"text": self._main(worth), "more": self._more(worth), "came": came}

    def _main(self, worth: Worth) -> str:
        if worth.hu or not worth.units:
            return f"{worth.hu} {self.speaker.hu}"
        return f"{worth.units} {self.speaker.unit}"

    def _more(self, worth: Worth) -> str:
        """The pattern, and units where they are something else than 胡."""
        pattern = self.speaker.label(worth.pattern) if worth.pattern else ""
        apart = worth.units and worth.hu and self.speaker.unit != self.speaker.hu
        units = f"{worth.units} {self.speaker.unit}" if apart else ""
        return " ".join(filter(None, [pattern, units]))

    def _passed(self) -> list[str]:
        """放流: whether a greater card was to be had, and what was left had this one been let go."""
        won = next((chance for chance in self.wins if chance.card == self.found.won), None)
        card = loose_card(self.found.won).label
        better = [] if won is None else [self._better(won)]
        others = [chance for chance in self.wins if chance is not won]
        rest = [*others, *([won] if won and won.left else [])]
        left = sum(chance.left for chance in rest)
        told = {"card": card, "kinds": len(rest), "left": left}
        if not left:
            return [*better, _("要是放过%(card)s不胡，外面就没有能胡的了。") % told]
        return [*better, _("要是放过%(card)s不胡，还听 %(kinds)d 样，外面最多还有 %(left)d 张。") % told]

    def _better(self, won: Chance) -> str:
        if not self.some_are_greater:
            return _("胡哪张都一样大。") if len(self.wins) > 1 else _("只有这一张能胡。")
        if self._rank(won) == self.greatest:
            return _("胡这张最大。")
        best = max(self.wins, key=self._rank)
        worth = best.worth.get(self.found.source) or max(best.worth.values(), key=lambda each: each.rank)
        told = {"card": loose_card(best.card).label, "worth": self._both(worth)}
        return _("最大的是%(card)s：%(worth)s。") % told

    def _both(self, worth: Worth) -> str:
        return " ".join(filter(None, [self._main(worth), self._more(worth)]))
