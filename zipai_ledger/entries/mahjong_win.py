"""麻将 (majiang): the entry of a deal that somebody won, with its 豆 and 鸡."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext as _

from zipai_ledger.formats.numbers import signed
from zipai_ledger.rules import facts
from zipai_ledger.rules.mahjong.asks import TileAsks, TilesGame
from zipai_ledger.rules.mahjong.tiles import TILES
from zipai_ledger.rules.problems import Collector, Problem, Refused

from . import tile_fields as fields
from .forms import Data, EntryKind, Setting, Verdict, note_of, whole, wrong
from .mahjong_others import MAHJONG_DEAD, MAHJONG_FOUL
from .tile_view import dou_rows, keyed, net, seats_shown

REVERSED = 3
"""As many winners pay the discarder, by what his own hand is worth."""


def asks_of(setting: Setting) -> TileAsks:
    """What has to be asked at this table."""
    return setting.game.of_kind(TilesGame).asks


class MahjongWin:
    """The entry of a mahjong win."""

    template = "entries/mahjong_win.html"
    header = "entries/_mahjong_bar.html"
    heading = ""
    scripts: tuple[str, ...] = (
        *("js/dialog.js", "js/drafts.js", "js/mahjong-state.js", "js/mahjong.js"),
        "js/verdict.js",
    )
    by_winner = True
    fields: Mapping[str, str] = {}
    others: Mapping[str, EntryKind] = {"dead": MAHJONG_DEAD, "foul": MAHJONG_FOUL}

    def context(self, setting: Setting, form: Mapping[str, Any]) -> dict[str, Any]:
        """Sources, patterns, seats, 豆 and 鸡, as the template's own comment lists them."""
        asks, lang = asks_of(setting), setting.speaker.lang
        turned = str(form.get("flipped") or "")
        ji = asks.ji.get("" if turned == fields.NONE else turned, asks.ji[""])
        return {
            "sources": [
                {
                    "code": source.code,
                    "label": source.label.in_language(lang),
                    "short": source.label.in_language(lang),
                    "hint": source.hint.in_language(lang),
                    "other": source.other,
                }
                for source in asks.sources
            ],
            "patterns": keyed(asks.patterns, lang),
            "dou_kinds": keyed(asks.dou, lang),
            "dou_rows": dou_rows(form),
            "tiles": TILES,
            "ji_json": json.dumps(asks.ji, ensure_ascii=False),
            "rows": seats_shown(setting, form, ji),
            "asks": asks,
            "verdict": Verdict(why=_("先点谁胡了"), field="winner", title=_("谁胡了？")),
        }

    def to_fact(self, setting: Setting, data: Data) -> facts.Deal:
        """The win that a form states."""
        found, asks, seats = Collector(), asks_of(setting), setting.playing
        wins = found.attempt(lambda: fields.wins_of(data, seats)) or []
        if not wins:
            found.add(Problem("bad_deal", "winner", "winner_missing"))
        elif not data.get("source"):
            found.add(Problem("bad_source", "source", "missing"))
        winners = [win["winner"] for win in wins]
        dou = found.attempt(lambda: fields.dou_of(data)) or []
        dou = fields.void_by_repao(wins, dou)
        document = {
            "result": facts.TilesWon.result,
            "wins": wins,
            "dou": dou or None,
            "ji": found.attempt(lambda: fields.ji_of(data, asks, seats, dou, fields.robbed_of(wins, dou))),
            "discarder_value": found.attempt(lambda: _discarder_value(wins, data)),
            "bao": found.attempt(lambda: fields.bao_of(data, seats, winners)),
            "xianggong": fields.seats_told(data, "xianggong", seats) or None,
            "dealer": found.attempt(lambda: whole(data, "dealer")),
            "note": found.attempt(lambda: note_of(data)),
            **(found.attempt(lambda: fields.first_yaoji_of(data)) or {}),
        }
        if asks.ready:
            document["ready"] = [s for s in fields.seats_told(data, "ready", seats) if s not in winners]
        found.finish()
        return facts.from_json({name: value for name, value in document.items() if value is not None})

    def from_fact(self, setting: Setting, fact: facts.Deal) -> dict[str, Any]:
        """The values of a form that states this win; an empty form for anything else."""
        if not isinstance(fact, facts.TilesWon):
            return {}
        return {
            **fields.win_values(fact),
            **fields.dou_values(fact.dou or ()),
            **fields.ji_values(fact.ji),
            **fields.ticked("ready", fact.ready or ()),
            **fields.ticked("xianggong", fact.xianggong or ()),
            "chongfeng": fact.chongfeng.player
            if fact.chongfeng
            else fact.zeren.from_
            if fact.zeren
            else None,
            "zeren_to": fact.zeren.to if fact.zeren else None,
            "bao_player": fact.bao.player if fact.bao else None,
            **fields.pays_values("bao", _others_paid(fact)),
            "dealer": fact.dealer,
            "note": fact.note or "",
        }

    def verdict(self, setting: Setting, outcome: Mapping[str, Any]) -> Verdict:
        """What the hands are worth, line by line, and what everybody wins or loses by the whole deal."""
        wins = outcome["wins"]
        hands = [self._told(setting, win) for win in wins]
        if len(hands) == 2:  # Of three, all pay the same.
            winners = [setting.speaker.names[win["winner"]] for win in wins]
            hands = [f"{name} {hand}" for name, hand in zip(winners, hands, strict=True)]
        return Verdict(
            big=wins[0]["units"] if len(wins) == 1 else None,
            unit=setting.speaker.unit if len(wins) == 1 else "",
            title=_("；").join(dict.fromkeys(hands)),
            detail=net(setting, outcome["deltas"]),
        )

    def _told(self, setting: Setting, win: Mapping[str, Any]) -> str:
        """“大对子 5，自摸 +1”."""
        parts = []
        for number, item in enumerate(win["items"]):
            units = signed(item["units"]) if number else str(item["units"])
            name = setting.speaker.label(item["code"])
            parts.append(f"{name} {units}")
        return _("，").join(parts)

    def progress(self, setting: Setting, data: Data, refused: Refused) -> Verdict:
        """What is still to be asked, or what is wrong."""
        fields = {problem.key: problem.field for problem in refused.problems}
        for key, (why, title) in WAITING.items():
            if key in fields and set(fields) <= set(WAITING):
                return Verdict(why=why(), field=fields[key], title=title())
        missing = _missing(refused)
        if missing > 0:
            return Verdict(why=_("还没点完"), field="tiles", title=_("还差 %(n)d 张") % {"n": missing})
        return wrong(setting, refused.problems[0])


def _missing(refused: Refused) -> int:
    """How many tiles a hand still lacks."""
    short = [problem.params for problem in refused.problems if problem.key == "wrong_card_count.tiles"]
    return cast(int, short[0]["expected"]) - cast(int, short[0]["got"]) if short else 0


def _others_paid(deal: facts.TilesWon) -> list[facts.Pay]:
    """包牌: what is asked of it; what the winners are paid follows from their hands."""
    winners = {win.winner for win in deal.wins}
    return [pay for pay in (deal.bao.pays if deal.bao else ()) if pay.to not in winners]


def _discarder_value(wins: Sequence[Mapping[str, Any]], data: Data) -> int | None:
    """What the discarder's own hand is worth, where a win is worth that; raises `Refused`."""
    asked = len(wins) == REVERSED or any(win.get("off_baoting") for win in wins)
    return whole(data, "discarder_value") if asked else None


Said = Callable[[], str]
WAITING: Mapping[str, tuple[Said, Said]] = {
    "bad_deal.winner_missing": (lambda: _("先点谁胡了"), lambda: _("谁胡了？")),
    "bad_source.missing": (lambda: _("先点哪来的"), lambda: _("胡的那张，哪来的？")),
    "bad_deal.from_missing": (lambda: _("先点谁打的"), lambda: _("胡的那张，谁打的？")),
    "bad_tiles.pattern_or_tiles": (lambda: _("先点牌型"), lambda: _("胡的什么牌型？")),
    "bad_deal.repao_dou": (lambda: _("先点他的豆"), lambda: _("热炮：放炮的人开了哪个豆？")),
    "bad_deal.discarder_value": (lambda: _("先填他的牌值几个"), lambda: _("放炮的人自己的牌值几个？")),
    "bad_deal.robbed_which": (lambda: _("先点抢的哪张"), lambda: _("转弯豆不止一个，抢的是哪张？")),
    "bad_deal.bao_missing": (lambda: _("先填包牌付几个"), lambda: _("包牌：没胡的各家，牌值几个？")),
    "bad_tiles.flipped_missing": (lambda: _("先点翻的牌"), lambda: _("翻的哪张牌？")),
}

MAHJONG_WIN: EntryKind = MahjongWin()
