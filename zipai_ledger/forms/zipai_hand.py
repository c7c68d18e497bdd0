"""字牌 (zipai): the form of a 胡, by its cards on the pad, by typed text, by the groups that score, or by 胡 alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace

from django import forms
from django.forms import BoundField

from zipai_ledger.entries import pad
from zipai_ledger.entries.setting import Setting
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.zipai.asks import Asks, CountAsk, PatternAsk
from zipai_ledger.rules.zipai.cards import COPIES, card_text, parse_cards
from zipai_ledger.rules.zipai.game import ZipaiGame
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.notation import format_hand
from zipai_ledger.rules.zipai.readings import best

from .entry import EntryForm, Values, without_gaps
from .fields import TextField, WholeNumberField
from .quads import QuadRow, quad_fields, quad_rows, quad_values, quads_json

PATTERN = "pattern_"
"""Before the code of a pattern: its field."""
COUNT = "count_"
"""Before the code of what is counted of a hand: its field."""
WANG = "wang"
"""What is counted of it, and is a part of the deal itself."""
MOST_KEYS = 24
"""As many numbers have a key each."""
COUNTS = ("hu", "xing_count", "xing_lower", "xing_turned")
ALSO = ("also_winner", "also_hu", "also_xing", "also_groups")
"""Fields of another who won the same discard."""
FIRST = "wins.0."
"""Where a problem of several wins is about the one on the pad."""
UNREAD: Mapping[str, Sequence[str]] = {"hu": (), "groups": ("hu",)}
"""Mode → the numbers that are not asked for then; in the usual one none is."""


def zipai_game(setting: Setting) -> ZipaiGame:
    """The game as one of the 字牌 family."""
    return setting.game.of_kind(ZipaiGame)


def zipai_asks(setting: Setting) -> Asks:
    """What has to be asked at this table."""
    asks = zipai_game(setting).asks
    least = setting.state.min_hu
    return asks if least is None else replace(asks, min_hu=least)


class ZipaiHandForm(EntryForm):
    """胡 (hu): who won, off whom, and what with.

    ``mode``: "cards" (the hand in ``groups``), "groups" (only those that score) or "hu" (the number alone).
    """

    result = facts.Win
    is_pledged = True
    parts = {
        "hand": "groups",
        "xing": "flipped",
        "xing.count": "xing_count",
        "xing.lower": "xing_lower",
        "wins": "also_hu",
    }
    reopened = {"winner": ("winner", "marks"), "source": ("source", "from", "marks")}

    winner = WholeNumberField(required=False)
    locals()["from"] = WholeNumberField(required=False)
    source = TextField()
    said = TextField()
    mode = TextField()
    groups = TextField()
    flipped = TextField()
    xing_empty = forms.BooleanField(required=False)
    hu = WholeNumberField(required=False)
    xing_count = WholeNumberField(required=False)
    xing_lower = WholeNumberField(required=False)
    xing_turned = WholeNumberField(required=False)
    marks = TextField()
    also_winner = WholeNumberField(required=False)
    also_hu = WholeNumberField(required=False)
    also_xing = WholeNumberField(required=False)
    also_groups = TextField()
    min_hu = WholeNumberField(required=False)

    @classmethod
    def usual(cls, latest: Iterable[Mapping[str, JsonValue]]) -> Values:
        """胡 alone where the last win held no more."""
        wins = (fact for fact in latest if fact["result"] == cls.result.result)
        last = next(wins, None)
        return {"mode": "hu"} if last and not last.get("hand") and not last.get("groups") else {}

    def table_fields(self) -> Mapping[str, forms.Field]:
        """A box for every pattern, a number for whatever is counted, and 提 of every player."""
        asks = self.asks
        ticks = {PATTERN + each.code: forms.BooleanField(required=False) for each in asks.patterns}
        counts = {COUNT + each.code: WholeNumberField(required=False) for each in asks.counts}
        return {**ticks, **counts, **quad_fields(self.setting)}

    @property
    def asks(self) -> Asks:
        """What has to be asked at this table."""
        return zipai_asks(self.setting)

    @property
    def patterns(self) -> tuple[tuple[PatternAsk, BoundField], ...]:
        """名堂 (mingtang): the patterns that can be claimed, each with its box."""
        return tuple((pattern, self[PATTERN + pattern.code]) for pattern in self.asks.patterns)

    @property
    def unseen(self) -> tuple[tuple[PatternAsk, BoundField], ...]:
        """Those that no cards show, or no pad, which are asked for beside them too."""
        return tuple(each for each in self.patterns if each[0].unseen or each[0].laid)

    @property
    def visible_patterns(self) -> tuple[tuple[PatternAsk, BoundField], ...]:
        """Those that the cards show."""
        return tuple(each for each in self.patterns if not (each[0].unseen or each[0].laid))

    @property
    def counts(self) -> tuple[tuple[CountAsk, BoundField, range], ...]:
        """数牌 (shu pai): what is counted of a hand, each with its field and its keys, none where there were too many."""
        return tuple(
            (ask, self[COUNT + ask.code], range(ask.most + 1) if ask.most <= MOST_KEYS else range(0))
            for ask in self.asks.counts
        )

    @property
    def chosen_source(self) -> str | None:
        """How the winning card came, as it is ticked so far; "" where nothing is, None where it is nothing to be ticked."""
        return self._chosen("source", *(source.code for source in self.asks.sources), "dealt")

    @property
    def chosen_mark(self) -> str | None:
        """The mark that is ticked so far, likewise."""
        return self._chosen("marks", *(mark.code for mark in self.asks.marks))

    @property
    def chosen_mode(self) -> str | None:
        """The ``mode``, likewise."""
        return self._chosen("mode", *UNREAD)

    @property
    def chosen_winner(self) -> str | None:
        """The seat that is ticked so far, as text, likewise."""
        return self._chosen("winner", *self._seats)

    @property
    def chosen_from(self) -> str | None:
        """From which seat the winning card came, likewise."""
        return self._chosen("from", *self._seats)

    @property
    def _seats(self) -> Iterable[str]:
        return map(str, range(self.setting.table.seats))

    def _chosen(self, field: str, *codes: str) -> str | None:
        value = self[field].value()
        text = "" if value is None else f"{value}"
        return next((code for code in ("", *codes) if code == text), None)

    @property
    def quads(self) -> tuple[QuadRow, ...]:
        """提 (ti) of every player, where they are paid at once."""
        return quad_rows(self)

    @property
    def claimed(self) -> list[PatternAsk]:
        """Those that were."""
        return [pattern for pattern, box in self.patterns if box.value()]

    def clean(self) -> None:
        """Who won and where the card came from are asked for here; the cards have to be some."""
        mode = self.cleaned_data["mode"]
        self.pass_over(*UNREAD.get(mode, COUNTS), *(() if self.setting.game.minima else ("min_hu",)))
        if self.cleaned_data.get("winner") is None:
            self.refuse([Problem("bad_deal", "winner", "winner_missing")])
        if not self.cleaned_data["source"]:
            self.refuse([Problem("bad_source", "source", "missing")])
        reader = {"hu": self._hu, "groups": self._scoring_groups}.get(mode, self._hand)
        self.seen = self.attempt(reader) or {}
        self.also = self.attempt(self._also) if self._has_another else None

    @property
    def _has_another(self) -> bool:
        """一炮双响: whether another won the same discard, at a table where two may."""
        is_discard = self.cleaned_data.get("source") == "discard"
        if self.asks.shares and is_discard and self.cleaned_data.get("also_winner") is not None:
            return True
        self.pass_over(*ALSO)
        return False

    def _also(self) -> dict[str, JsonValue]:
        """What the other one won with: his cards or the groups that score, as the pad writes them or as they are typed, else his 胡."""
        data = self.cleaned_data
        xing = {"count": data["also_xing"]} if self.asks.xing and data["also_xing"] is not None else None
        win: dict[str, JsonValue] = {"winner": data["also_winner"]}
        text = data["also_groups"]
        if text.strip() and pad.is_partial(text):
            groups: list[JsonValue] = list(pad.partly(text))
            return {**win, **without_gaps({"groups": groups, "xing": xing})}
        if text.strip():
            hand = pad.hand_of(text, "discard", zipai_game(self.setting).valuing)
            return {**win, **without_gaps({"hand": hand.to_json(), "xing": xing})}
        return {**win, **without_gaps({"hu": data["also_hu"], "xing": xing})}

    def _counted(self) -> dict[str, JsonValue]:
        """What was counted of a hand."""
        counts = {ask.code: self.cleaned_data.get(COUNT + ask.code) for ask in self.asks.counts}
        wang = counts.pop(WANG, None)
        return without_gaps({"counts": without_gaps(counts) or None, "wang": wang})

    def _hu(self) -> dict[str, JsonValue]:
        always = next((pattern.hu for pattern in self.claimed if pattern.hu is not None), None)
        hu = self.cleaned_data.get("hu")
        counted = {"hu": always if hu is None else hu, "xing": self._counted_xing()}
        return {**without_gaps(counted), **self._counted()}

    def _scoring_groups(self) -> dict[str, JsonValue]:
        groups: list[JsonValue] = list(pad.partly(self.cleaned_data["groups"]))
        return {**without_gaps({"groups": groups or None, "xing": self._counted_xing()}), **self._counted()}

    def _counted_xing(self) -> JsonValue:
        count = self.cleaned_data.get("xing_count")
        if not self.asks.xing or count is None:
            return None
        lower, turned = self.cleaned_data.get("xing_lower"), self.cleaned_data.get("xing_turned")
        # No field shows it: a number that it does not fit is another one.
        fits = turned is not None and count >= COPIES * (turned - 1)
        return without_gaps({"count": count, "lower": lower, "turned": turned if fits else None})

    def _hand(self) -> dict[str, JsonValue]:
        groups, source = self.cleaned_data["groups"], self.cleaned_data.get("source", "")
        if pad.is_complete(groups) and source != "dealt" and any(each.laid for each in self.claimed):
            hand = pad.laid_hand_of(groups, source)
        else:
            hand = pad.hand_of(groups, source, zipai_game(self.setting).valuing)
        turned = [card_text((card,)) for card in parse_cards(self.cleaned_data["flipped"], "flipped")]
        xing = without_gaps({"flipped": turned or None, "empty": self.cleaned_data["xing_empty"]})
        return without_gaps({"hand": hand.to_json(), "xing": xing if self.asks.xing and xing else None})

    def refuse(self, problems: Iterable[Problem]) -> None:
        """What is wrong with the first of two wins is wrong with the fields of the pad."""
        super().refuse([of_the_pad(problem) for problem in problems])

    def document(self) -> Mapping[str, JsonValue]:
        """The win, or both."""
        alone = super().document()
        return alone if self.also is None else _shared(alone, self.also)

    def result_fields(self) -> Mapping[str, JsonValue]:
        """The win."""
        data = self.cleaned_data
        marks = data["marks"].split()
        claimed = [each for each in self.claimed if each.unseen or "hand" not in self.seen]
        patterns = [each.code for each in claimed if each.names == "mark"]
        return {
            "winner": data["winner"],
            "from": self._giver() if data["from"] is None else data["from"],
            **self.seen,
            "source": data["source"],
            "marks": [*marks, *patterns] or None,
            "patterns": [each.code for each in claimed if each.names == "row"] or None,
            "quads": quads_json(self),
            "min_hu": data["min_hu"],
        }

    def _giver(self) -> int | None:
        """Who gave the card, where a mark says itself that the dealer did, whom a phone may not know."""
        marks = [mark for mark in self.asks.marks if mark.code == self.cleaned_data["marks"]]
        if not any(mark.from_dealer for mark in marks):
            return None
        dealer: int | None = self.cleaned_data["dealer"]
        return self.setting.state.dealer if dealer is None else dealer

    @classmethod
    def values(cls, setting: Setting, fact: facts.Deal) -> Values:
        """Field → what stands in it; of two wins the first is on the pad."""
        if not isinstance(fact, facts.SharedWin) or not fact.wins:
            return super().values(setting, fact)
        first, *others = (_alone(fact, win) for win in fact.wins)
        also = _also_values(setting, others[0]) if others else {}
        return {**super().values(setting, first), **also}

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.Win) -> Values:
        """The fields of this win."""
        xing, marks = fact.xing or facts.Xing(), fact.marks or ()
        named = {pattern.code for pattern in zipai_asks(setting).patterns}
        return {
            "winner": fact.winner,
            "source": fact.source,
            "from": fact.from_,
            "marks": " ".join(mark for mark in marks if mark not in named),
            **_laid_values(setting, fact),
            **{PATTERN + mark: "1" for mark in (*marks, *(fact.patterns or ())) if mark in named},
            **counted_values(fact),
            **quad_values(fact.quads),
            "min_hu": fact.min_hu,
            "mode": "cards" if fact.hand is not None else "groups" if fact.groups else "hu",
            "groups": groups_text(setting, fact),
            "flipped": "".join(xing.flipped or ()),
            "xing_empty": bool(xing.empty),
            "hu": fact.hu,
            "xing_count": xing.count,
            "xing_lower": xing.lower,
            "xing_turned": xing.turned,
        }


def _laid_values(setting: Setting, fact: facts.Win) -> Values:
    """The boxes of what holds by the groups that were laid, ticked where a hand is as it is only by them."""
    codes = [ask.code for ask in zipai_asks(setting).patterns if ask.laid]
    text = groups_text(setting, fact) if codes and fact.hand is not None else ""
    if not pad.is_complete(text) or fact.source == "dealt":
        return {}
    source, found = str(fact.source), Hand.from_json(dict(fact.hand or {}))
    usual, laid = pad.hand_of(text, source, zipai_game(setting).valuing), pad.laid_hand_of(text, source)
    is_laid = len(found.concealed) == len(laid.concealed) < len(usual.concealed)
    return {PATTERN + code: "1" for code in codes if is_laid}


def counted_values(fact: facts.Win) -> Values:
    """The fields of what was counted."""
    counts = {} if fact.counts is None else asdict(fact.counts)
    return {
        COUNT + name: number for name, number in {**counts, WANG: fact.wang}.items() if number is not None
    }


def of_the_pad(problem: Problem) -> Problem:
    """A problem of the first of two wins as one of a single win."""
    return replace(problem, field=problem.field.removeprefix(FIRST))


def _shared(alone: Mapping[str, JsonValue], also: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Both wins of one discard; what was turned stands beside them and serves both."""
    own = {name: alone[name] for name in ("winner", "hand", "groups", "hu", "marks") if name in alone}
    rest = {name: value for name, value in alone.items() if name not in own}
    xing = rest.pop("xing", None)
    counted = isinstance(xing, Mapping) and "count" in xing
    rest.pop("min_hu", None)
    first = {**own, "xing": xing} if counted else own
    return {**rest, "wins": [first, also], **({} if counted or xing is None else {"xing": xing})}


def _alone(deal: facts.SharedWin, win: facts.OneWin) -> facts.Win:
    """One of several wins, as the form has it."""
    return facts.Win(
        winner=win.winner,
        source=deal.source,
        from_=deal.from_,
        hand=win.hand,
        groups=win.groups,
        hu=win.hu,
        xing=deal.xing if win.xing is None else win.xing,
        marks=win.marks,
        dealer=deal.dealer,
        sitting=deal.sitting,
        pledges=deal.pledges,
        note=deal.note,
    )


def _also_values(setting: Setting, win: facts.Win) -> Values:
    return {
        "also_winner": win.winner,
        "also_hu": win.hu,
        "also_xing": win.xing.count if win.xing else None,
        "also_groups": groups_text(setting, win),
    }


def groups_text(setting: Setting, fact: facts.Win) -> str:
    """What was seen as the pad writes it, grouped as it is read; a hand that makes no win in notation."""
    valuing = zipai_game(setting).valuing
    if fact.hand is None:
        return pad.write_partly(fact.groups or (), valuing.words)
    hand = Hand.from_json(dict(fact.hand))
    reading = best(hand, valuing.rules)
    if reading is None:
        return format_hand(replace(hand, source=None), valuing.words)
    return pad.write(hand, reading, valuing.words)
