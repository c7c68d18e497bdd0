"""麻将 (majiang): 黄庄 with 查叫, and fouls with what was agreed for them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.rules import facts
from zipai_ledger.rules.mahjong.asks import TilesGame
from zipai_ledger.rules.mahjong.tiles import TILES
from zipai_ledger.rules.problems import Collector, Problem, Refused
from zipai_ledger.rules.ruleset import Item

from . import tile_fields as fields
from .forms import Data, EntryKind, Setting, Verdict, note_of, whole, wrong
from .tile_view import dou_rows, keyed, net, seats_shown, text_of

TOLD = "told"
"""In the place of a pattern: its worth is told as a number."""


class MahjongDead:
    """黄庄查叫: who was ready, with how much."""

    template = "entries/mahjong_dead.html"
    header = ""
    scripts: tuple[str, ...] = ("js/verdict.js",)
    by_winner = False
    fields: Mapping[str, str] = {}
    others: Mapping[str, EntryKind] = {}

    heading = "dead"

    def context(self, setting: Setting, form: Mapping[str, Any]) -> dict[str, Any]:
        """Patterns and seats, as the template's own comment lists them."""
        asks = setting.game.of_kind(TilesGame).asks
        return {
            "patterns": keyed(asks.patterns, setting.speaker.lang),
            "rows": seats_shown(setting, form, ()),
            "dou_kinds": keyed(asks.dou, setting.speaker.lang),
            "dou_rows": dou_rows(form),
            "tiles": TILES,
            "verdict": Verdict(ready=True, title=_("没有人叫牌"), detail=_("谁也不付")),
        }

    def to_fact(self, setting: Setting, data: Data) -> facts.Deal:
        """The dead deal that a form states; its 豆 are kept, though they are void."""
        found = Collector()
        document = {
            "result": facts.Dead.result,
            "ready": found.attempt(lambda: _ready(setting, data)) or None,
            "dou": found.attempt(lambda: fields.dou_of(data)) or None,
            "dealer": found.attempt(lambda: whole(data, "dealer")),
            "note": found.attempt(lambda: note_of(data)),
        }
        found.finish()
        return facts.from_json({name: value for name, value in document.items() if value is not None})

    def from_fact(self, setting: Setting, fact: facts.Deal) -> dict[str, Any]:
        """The values of a form that states this dead deal; an empty form for anything else."""
        if not isinstance(fact, facts.Dead):
            return {}
        ready: dict[str, Any] = {}
        for each in fact.ready or ():
            ready[f"ready_{each.player}"] = each.pattern or TOLD
            ready[f"ready_value_{each.player}"] = each.value
        told = {"dealer": fact.dealer, "note": fact.note or ""}
        return {**ready, **fields.dou_values(fact.dou or ()), **told}

    def verdict(self, setting: Setting, outcome: Mapping[str, Any]) -> Verdict:
        """Who pays whom, and what that comes to."""
        return Verdict(title=first_line(setting, outcome), detail=net(setting, outcome["deltas"]))

    def progress(self, setting: Setting, data: Data, refused: Refused) -> Verdict:
        """What is still asked for, or what is wrong."""
        if {problem.key for problem in refused.problems} == {"bad_deal.ready_value"}:
            field = refused.problems[0].field
            return Verdict(why=_("先填值几个"), field=field, title=_("叫的牌最大算几个？"))
        return wrong(setting, refused.problems[0])


class MahjongFoul:
    """相公, 诈胡 and other fouls: who pays whom how much, as the table agreed."""

    template = "entries/mahjong_foul.html"
    header = ""
    scripts: tuple[str, ...] = ("js/verdict.js",)
    by_winner = False
    fields: Mapping[str, str] = {}
    others: Mapping[str, EntryKind] = {}

    heading = "foul"

    def context(self, setting: Setting, form: Mapping[str, Any]) -> dict[str, Any]:
        """The seats, and who fouled."""
        return {
            "rows": seats_shown(setting, form, ()),
            "offender": text_of(form, "offender"),
            "unit": setting.speaker.unit,
            "verdict": _who(setting),
        }

    def to_fact(self, setting: Setting, data: Data) -> facts.Deal:
        """The foul that a form states."""
        found = Collector()
        offender = found.attempt(lambda: whole(data, "offender"))
        if offender is None and not found.problems:
            found.add(Problem("bad_deal", "offender", "offender_missing"))
        document = {
            "result": facts.Foul.result,
            "offender": offender,
            "pays": found.attempt(lambda: fields.pays_of(data, "pay", offender, setting.playing)) or None,
            "dealer": found.attempt(lambda: whole(data, "dealer")),
            "note": found.attempt(lambda: note_of(data)),
        }
        found.finish()
        return facts.from_json({name: value for name, value in document.items() if value is not None})

    def from_fact(self, setting: Setting, fact: facts.Deal) -> dict[str, Any]:
        """The values of a form that states this foul; an empty form for anything else."""
        if not isinstance(fact, facts.Foul):
            return {}
        told = {"offender": fact.offender, "dealer": fact.dealer, "note": fact.note or ""}
        return {**told, **fields.pays_values("pay", fact.pays or ())}

    def verdict(self, setting: Setting, outcome: Mapping[str, Any]) -> Verdict:
        """Who pays, and what that comes to."""
        return Verdict(title=first_line(setting, outcome), detail=net(setting, outcome["deltas"]))

    def progress(self, setting: Setting, data: Data, refused: Refused) -> Verdict:
        """What is still asked for, or what is wrong."""
        keys = {problem.key for problem in refused.problems}
        if keys == {"bad_deal.offender_missing"}:
            return _who(setting)
        if keys == {"bad_deal.pays_missing"}:
            return Verdict(why=_("先填赔几个"), field="pays", title=_("赔谁，赔几个？"))
        return wrong(setting, refused.problems[0])


def _who(setting: Setting) -> Verdict:
    """What is asked first of a foul, in the words of the game."""
    return Verdict(why=_("先点是谁"), field="offender", title=setting.speaker.terms["ask_foul"])


def _ready(setting: Setting, data: Data) -> list[dict[str, Any]]:
    """Who was ready, each with the pattern or the number told; raises `Refused`."""
    told = ((seat, data.get(f"ready_{seat}")) for seat in setting.playing)
    return [_hand(data, seat, pattern) for seat, pattern in told if pattern]


def _hand(data: Data, seat: int, pattern: str) -> dict[str, Any]:
    if pattern != TOLD:
        return {"player": seat, "pattern": pattern}
    value = whole(data, f"ready_value_{seat}")
    return {"player": seat, **({} if value is None else {"value": value})}


def first_line(setting: Setting, outcome: Mapping[str, Any]) -> str:
    """What the first explained line of an outcome says."""
    item = outcome["items"][0]
    return setting.speaker.item(Item(item["code"], item["params"], item["units"]))


MAHJONG_DEAD: EntryKind = MahjongDead()
MAHJONG_FOUL: EntryKind = MahjongFoul()
