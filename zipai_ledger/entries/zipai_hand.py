"""字牌 (zipai): the entry of a 胡, by its cards on the pad, by typed text, or by 胡 alone."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.formats.numbers import signed
from zipai_ledger.formats.outcomes import net, paid_briefly
from zipai_ledger.http.digits import number
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Collector, Problem, Refused
from zipai_ledger.rules.rulebook import one
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.zipai.asks import Asks, PatternAsk
from zipai_ledger.rules.zipai.cards import card_text, parse_cards
from zipai_ledger.rules.zipai.deck import STANDS
from zipai_ledger.rules.zipai.game import ZipaiGame
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.notation import format_hand
from zipai_ledger.rules.zipai.readings import best

from . import pad, progress
from .forms import Data, EntryKind, Setting, Verdict, note_of, whole
from .minimum import minimum_choices, read_minimum
from .zipai_asked import asked, said_example, special_keys, typed_example, values_of

TABS = ("peng", "sao", "kaiduo", "saochuan", "shun", "da")
PARTS = ("-cards", "-state", "-store", "-view", "-menu", "-steps", "")
SCRIPTS = ("js/dialog.js", "js/drafts.js", *(f"js/pad{name}.js" for name in PARTS))


def game_of(setting: Setting) -> ZipaiGame:
    """The game as one of the 字牌 family."""
    return setting.game.of_kind(ZipaiGame)


def asks_of(setting: Setting) -> Asks:
    """What has to be asked at this table."""
    asks = game_of(setting).asks
    least = setting.state.min_hu
    return asks if least is None else replace(asks, min_hu=least)


class ZipaiHand:
    """The entry of one 胡."""

    template = "entries/zipai_hand.html"
    header = "entries/_zipai_bar.html"
    scripts = SCRIPTS
    fields: Mapping[str, str] = {
        "hand": "groups",
        "xing": "flipped",
        "xing.count": "xing_count",
        "xing.lower": "xing_lower",
    }
    by_winner = True
    heading = ""
    others: Mapping[str, EntryKind] = {}

    def context(self, setting: Setting, form: Mapping[str, Any]) -> dict[str, Any]:
        """Sources, marks, options, words and values, as the template's own comment lists them."""
        valuing, asks, lang = game_of(setting).valuing, asks_of(setting), setting.speaker.lang
        words = {kind: one(text).in_language(lang) for kind, text in valuing.words.short.items()}
        words["rest"] = Speaker(lang=lang).label("rest")
        return {
            **asked(asks, form, lang),
            "options": {
                "groups": asks.groups,
                "extra": asks.extra,
                "min_hu": asks.min_hu,
                "hu_per_unit": asks.hu_per_unit,
                "first_units": asks.first_units,
                "unit": setting.speaker.unit,
                "xing": asks.xing,
                "turn": asks.turned,
                "lower": asks.lower,
            },
            "words_json": json.dumps(words, ensure_ascii=False),
            "tokens_json": json.dumps(valuing.words.tokens, ensure_ascii=False),
            "typed_example": typed_example(valuing.words, lang),
            "said_example": said_example(
                asks, valuing.words, [setting.name(seat) for seat in setting.playing], lang
            ),
            "minima": minimum_choices(setting, form.get("min_hu")),
            "values_json": json.dumps(values_of(valuing.rules.values)),
            **special_keys(setting),
            "tabs": [(kind, words[kind]) for kind in TABS],
        }

    def to_fact(self, setting: Setting, data: Data) -> facts.Deal:
        """The win that a form states."""
        found = Collector()
        document: dict[str, Any] = {"result": "win"}
        for name in ("winner", "from", "dealer"):
            with found.keeping():
                value = whole(data, name)
                document |= {} if value is None else {name: value}
        if "winner" not in document:
            found.add(Problem("bad_deal", "winner", "winner_missing"))
        if not data.get("source"):
            found.add(Problem("bad_source", "source", "missing"))
        seen = {"hu": self._by_hu, "groups": self._by_groups}.get(data.get("mode", ""), self._by_cards)
        optional: dict[str, Any] = {}
        with found.keeping():
            document |= seen(asks_of(setting), data)
        with found.keeping():
            optional["min_hu"] = read_minimum(setting, data)
        with found.keeping():
            optional["note"] = note_of(data)
        found.finish()
        marks = [mark for mark in [data.get("marks", "")] if mark]
        if "from" not in document and _from_dealer(asks_of(setting), marks):
            document["from"] = document.get("dealer", setting.state.dealer)
        marks += [] if "hand" in document else [pattern.code for pattern in _patterns(asks_of(setting), data)]
        optional["marks"] = marks
        return facts.from_json(
            {**document, "source": data["source"], **{k: v for k, v in optional.items() if v}}
        )

    def _by_hu(self, asks: Asks, data: Data) -> dict[str, Any]:
        hu = whole(data, "hu")
        if hu is None:
            hu = next((pattern.hu for pattern in _patterns(asks, data) if pattern.hu is not None), None)
        return {**({} if hu is None else {"hu": hu}), **self._xing_told(asks, data)}

    def _by_groups(self, asks: Asks, data: Data) -> dict[str, Any]:
        seen = pad.partly(data.get("groups", ""))
        return {**({"groups": seen} if seen else {}), **self._xing_told(asks, data)}

    def _xing_told(self, asks: Asks, data: Data) -> dict[str, Any]:
        count, lower = whole(data, "xing_count"), whole(data, "xing_lower")
        if not asks.xing or count is None:
            return {}
        return {"xing": {"count": count, **({} if lower is None else {"lower": lower})}}

    def _by_cards(self, asks: Asks, data: Data) -> dict[str, Any]:
        hand = pad.hand_of(data.get("groups", ""), data.get("source", ""))
        document: dict[str, Any] = {"hand": hand.to_json()}
        turned = parse_cards(data.get("flipped", ""), "flipped")
        if asks.xing and (turned or data.get("xing_empty")):
            xing: dict[str, Any] = {"flipped": [card_text((card,)) for card in turned]} if turned else {}
            document["xing"] = xing | ({"empty": True} if data.get("xing_empty") else {})
        return document

    def from_fact(self, setting: Setting, fact: facts.Deal) -> dict[str, Any]:
        """The values of a form that states this win; an empty form for anything else."""
        if not isinstance(fact, facts.Win):
            return {}
        xing, marks = fact.xing or facts.Xing(), fact.marks or ()
        named = {pattern.code for pattern in asks_of(setting).patterns}
        return {
            "winner": fact.winner,
            "source": fact.source,
            "from": fact.from_,
            "marks": next((mark for mark in marks if mark not in named), ""),
            **{f"pattern_{mark}": "1" for mark in marks if mark in named},
            "min_hu": fact.min_hu,
            "mode": "cards" if fact.hand is not None else "groups" if fact.groups else "hu",
            "groups": self._groups(setting, fact),
            "flipped": "".join(xing.flipped or ()),
            "xing_empty": bool(xing.empty),
            "hu": fact.hu,
            "xing_count": xing.count,
            "xing_lower": xing.lower,
            "dealer": fact.dealer,
            "note": fact.note or "",
        }

    def _groups(self, setting: Setting, fact: facts.Win) -> str:
        if fact.hand is not None:
            return self._text(setting, fact.hand)
        return pad.write_partly(fact.groups or (), game_of(setting).valuing.words)

    def _text(self, setting: Setting, hand: Mapping[str, Any]) -> str:
        """The hand as the pad writes it, grouped as it is read; as notation where it makes no win."""
        seen, valuing = Hand.from_json(dict(hand)), game_of(setting).valuing
        reading = best(seen, valuing.rules)
        if reading is None:
            return format_hand(replace(seen, source=None), valuing.words)
        return pad.write(seen, reading, valuing.words)

    def verdict(self, setting: Setting, outcome: Mapping[str, Any]) -> Verdict:
        """Units, how they came about, and who pays."""
        win = outcome["wins"][0]
        counts = self._counted(setting, outcome)
        parts = [*_named(setting, win), counts if win["units"] is None else self._base(setting, win)]
        parts += [self._bonus(setting, item) for item in win["items"][1:] if item["units"]]
        parts += [_("一轮结了")] if outcome["round_over"] else []
        several = len({flow["payee"] for flow in outcome["flows"]}) > 1
        briefly = net(outcome["deltas"], setting.speaker.names)
        paid = briefly if several else paid_briefly(outcome["flows"], setting.speaker.names)
        others = _("另有 %(n)d 种组法") % {"n": win["readings"] - 1} if win["readings"] > 1 else ""
        stood = [_said(setting, item) for item in win["items"] if item["code"] == STANDS]
        stood += [_warned(setting, warning) for warning in win["warnings"] if win["checked"] == "groups"]
        return Verdict(
            turned=max(1, sum(item["code"] == "xing" for item in win["items"])),
            big=win["hu"] if win["units"] is None else win["units"],
            unit=setting.speaker.hu if win["units"] is None else setting.speaker.unit,
            title=_("，").join(parts),
            detail=_("。").join(text for text in (paid, _("，").join(stood), others) if text),
        )

    def _counted(self, setting: Setting, outcome: Mapping[str, Any]) -> str:
        """“老王共 63”: where those stand who gain something, in a game that counts towards a round."""
        gains = outcome.get("gains") or ()
        return _("，").join(
            _("%(name)s共 %(n)d") % {"name": setting.speaker.names[player], "n": outcome["tally"][player]}
            for player, gained in enumerate(gains)
            if gained
        )

    def _base(self, setting: Setting, win: Mapping[str, Any]) -> str:
        units = win["items"][0]["units"]
        speaker = setting.speaker
        hu = f"{win['hu']} {speaker.hu}"
        same = (speaker.unit, units) == (speaker.hu, win["hu"])
        return hu if same else f"{hu} {units} {speaker.unit}"

    def _bonus(self, setting: Setting, item: Mapping[str, Any]) -> str:
        """“醒 2”, “自摸 +1”."""
        if item["code"] == "xing":
            return _("醒 %(n)d") % {"n": item["units"]}
        said = setting.speaker.label(item["code"])
        return f"{said} {signed(item['units'])}"

    def progress(self, setting: Setting, data: Data, refused: Refused) -> Verdict:
        """How far an entry has come that cannot be saved yet."""
        asks, min_hu = asks_of(setting), number(data.get("min_hu", ""))
        if min_hu is not None:
            asks = replace(asks, min_hu=min_hu)
        return progress.verdict(setting, data, refused, (game_of(setting).valuing.rules.values, asks))


def _named(setting: Setting, win: Mapping[str, Any]) -> list[str]:
    """Marks and patterns that no line with units of its own names."""
    told = {item["code"] for item in win["items"] if item["units"]}
    return [setting.speaker.label(mark) for mark in win["marks"] if mark not in told]


def _said(setting: Setting, item: Mapping[str, Any]) -> str:
    line = Item(item["code"], item["params"], item["units"])
    return setting.speaker.item(line)


def _warned(setting: Setting, warning: Mapping[str, Any]) -> str:
    return setting.speaker.problem(Problem(**warning))


def _from_dealer(asks: Asks, marks: Sequence[str]) -> bool:
    """Whether a mark says itself that the card came from the dealer, whom a phone may not know."""
    return any(mark.from_dealer and mark.code in marks for mark in asks.marks)


def _patterns(asks: Asks, data: Data) -> list[PatternAsk]:
    """The patterns that were claimed."""
    return [pattern for pattern in asks.patterns if data.get(f"pattern_{pattern.code}")]


ZIPAI_HAND: EntryKind = ZipaiHand()
