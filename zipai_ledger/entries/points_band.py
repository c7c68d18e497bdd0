"""抓分 (zhuafen): the entry of a deal whose points are counted in bands, in hundreds, tens and a five."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext as _

from zipai_ledger.formats.outcomes import listed
from zipai_ledger.rules import facts
from zipai_ledger.rules.points import PointsAsk, PointsGame
from zipai_ledger.rules.problems import Collector, Problem, Refused
from zipai_ledger.rules.ruleset import Item

from .forms import Data, EntryKind, Setting, Verdict, note_of, whole, wrong

PARTS = (100, 10, 5)
"""A number is entered as so many hundreds, tens, and a five or none."""


def asks_of(setting: Setting) -> PointsAsk:
    """What has to be asked before this deal."""
    return setting.game.of_kind(PointsGame).asks(setting.table, setting.state, setting.state.dealer)


class PointsBand:
    """The entry of the points that one side caught."""

    template = "entries/points_band.html"
    header = ""
    scripts: tuple[str, ...] = ("js/verdict.js",)
    by_winner = False
    fields: Mapping[str, str] = {}
    heading = ""
    others: Mapping[str, EntryKind] = {}

    def context(self, setting: Setting, form: Mapping[str, Any]) -> dict[str, Any]:
        """Sides, level and keys, as the template's own comment lists them."""
        ask = asks_of(setting)
        return {
            "verdict": Verdict(why=_("先点抓了多少分"), field="points", detail=_("点了分，这里先算出来。")),
            "ask": {
                "seal": setting.speaker.terms["seal"],
                "dealers": listed([setting.name(seat) for seat in ask.dealers]),
                "catchers": listed([setting.name(seat) for seat in ask.catchers]),
                "level": ask.level,
                "first": ask.first,
                "first_dealer": setting.speaker.word(ask.first_dealer),
                "gongzhu": ask.gongzhu,
                "kitty_cards": ask.deck.kitty_cards,
            },
            "hundreds": range(0, ask.deck.most + 1, 100),
            "tens": range(0, 100, 10),
            "kitty_tens": range(0, ask.deck.kitty + 1, 10),
        }

    def to_fact(self, setting: Setting, data: Data) -> facts.Deal:
        """The points that a form states. A 公主 has no kitty, so that none is read."""
        found = Collector()
        gongzhu = bool(data.get("gongzhu"))
        values = {
            "points": found.attempt(lambda: _number(data, "points")),
            "kitty_cards": None if gongzhu else found.attempt(lambda: whole(data, "kitty_cards")),
            "gongzhu": gongzhu or None,
            "dealer": found.attempt(lambda: whole(data, "dealer")),
            "note": found.attempt(lambda: note_of(data)),
        }
        if values["kitty_cards"]:
            values["kitty_points"] = found.attempt(lambda: _number(data, "kitty_points"))
        found.finish()
        if values["points"] is None:
            raise Refused(Problem("bad_points", "points", "missing"))
        told = {name: value for name, value in values.items() if value is not None}
        return facts.from_json({"result": "points", **told})

    def from_fact(self, setting: Setting, fact: facts.Deal) -> dict[str, Any]:
        """The values of a form that states these points; an empty form for anything else."""
        if not isinstance(fact, facts.Points):
            return {}
        return {
            **_parts("points", fact.points),
            **_parts("kitty_points", fact.kitty_points),
            "kitty_cards": fact.kitty_cards,
            "gongzhu": "1" if fact.gongzhu else "",
            "dealer": fact.dealer,
            "note": fact.note or "",
        }

    def verdict(self, setting: Setting, outcome: Mapping[str, Any]) -> Verdict:
        """T, the band, who won and deals next; then levels, tribute, and where the sources disagree."""
        told = _Lines(setting, outcome["items"])
        return Verdict(
            big=told.number("caught", "total"),
            unit=setting.speaker.unit,
            title=_("，").join(told.short("band", "won")),
            detail=_("，").join(told.whole("next")),
            lines=(*told.remarkable("caught"), *told.whole("differ", "level", "tribute")),
        )

    def progress(self, setting: Setting, data: Data, refused: Refused) -> Verdict:
        """What is still asked for, or what is wrong."""
        keys = {problem.key for problem in refused.problems}
        if keys == {"bad_points.missing"}:
            return Verdict(why=_("先点抓了多少分"), field="points", title=_("抓了多少分？"))
        if keys == {"bad_points.kitty_points"}:
            return Verdict(why=_("先点底牌几分"), field="kitty_points", title=_("底牌几分？"))
        return wrong(setting, refused.problems[0])


class _Lines:
    """The explained lines of an outcome, by what they are about."""

    def __init__(self, setting: Setting, items: Sequence[Mapping[str, Any]]) -> None:
        self.speaker = setting.speaker
        self.items = [Item(item["code"], item["params"], item["units"]) for item in items]

    def number(self, code: str, param: str) -> int:
        return next(cast(int, item.params[param]) for item in self.about(code))

    def about(self, *codes: str) -> Iterator[Item]:
        return (item for code in codes for item in self.items if item.code == code)

    def whole(self, *codes: str) -> list[str]:
        return [self.speaker.item(item) for item in self.about(*codes)]

    def remarkable(self, *codes: str) -> list[str]:
        """Those that say how, beyond the plain line."""
        return [self.speaker.item(item) for item in self.about(*codes) if "how" in item.params]

    def short(self, *codes: str) -> list[str]:
        return [self.speaker.brief(item) for item in self.about(*codes)]


def _number(data: Data, name: str) -> int | None:
    """A number from its parts, None where none of them is there; raises `Refused` (``bad_deal``)."""
    parts = [whole(data, f"{name}_{part}") for part in PARTS]
    return None if parts == [None] * len(PARTS) else sum(part or 0 for part in parts)


def _parts(name: str, number: int | None) -> dict[str, Any]:
    """A number as its parts."""
    if number is None:
        return {}
    hundreds, rest = divmod(number, 100)
    tens, five = divmod(rest, 10)
    return {f"{name}_100": hundreds * 100, f"{name}_10": tens * 10, f"{name}_5": five or ""}


POINTS_BAND: EntryKind = PointsBand()
