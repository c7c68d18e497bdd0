"""麻将 (majiang): the form of a deal that somebody won, with its 豆 and 鸡."""

import json
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django import forms
from django.forms import BoundField

from zipai_ledger.entries.setting import Setting
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.mahjong.patterns import PAIRS
from zipai_ledger.rules.mahjong.qianggang import ROB_KONG, robbed_dou
from zipai_ledger.rules.mahjong.tiles import COPIES
from zipai_ledger.rules.problems import Problem, Refused

from .entry import RowForm, Values, without_gaps
from .fields import TextField, WholeNumberField
from .tiles import TilesForm, dou_values, pays_values, ticks

REVERSED = 3
"""As many winners pay the discarder, by what his own hand is worth."""
FULL = "full"
"""满鸡 (manji): in the place of a number, all four and full."""
NONE = "none"
"""No tile was left to be turned."""
HELD = "held_"
"""Before a 鸡: the field of how many a seat holds."""
OUT = "out_"
"""Before a 鸡: the field of how many a seat discarded."""
LAID = "laid_"
"""Before a 鸡: the field of how many of those a seat holds lie open."""
COUNTED = (HELD, OUT, LAID)
OPEN_KINDS = frozenset(("zhuanwan", "dian"))
"""豆 whose tiles lie open."""
YAOJI = "一条"
MOST_SEATS = 4
PENG = 3
"""As many tiles lie open where one was claimed."""
OWN_DRAW = "self_draw"
NUMBER = WholeNumberField(required=False)
SHARED = ("gangkai", "haidi", "repao", "off_baoting")
"""Boxes about the tile that was won, which all winners share."""


class HeldField(forms.Field):
    """How many 鸡 of a kind somebody holds, or `FULL`."""

    def to_python(self, value: str | None) -> int | str | None:
        """The number."""
        return FULL if value == FULL else NUMBER.to_python(value)


class CountedJi(NamedTuple):
    """The tiles of which it is counted how many a seat holds, discarded, and has open."""

    held: Collection[str] = ()
    out: Collection[str] = ()
    laid: Collection[str] = ()


class WinnerForm(RowForm):
    """What is asked of one seat: whether he won and what with, and the rest that the table needs of him."""

    won = forms.BooleanField(required=False)
    pattern = TextField()
    tiles = TextField()
    baoting = forms.BooleanField(required=False)
    ready = forms.BooleanField(required=False)
    xianggong = forms.BooleanField(required=False)
    bao = WholeNumberField(required=False)

    def __init__(
        self, seat: int, data: Mapping[str, str] | None, initial: Values, name: str, ji: "CountedJi"
    ) -> None:
        super().__init__(seat, data, initial, name)
        self.fields.update({HELD + tile: HeldField(required=False, label=tile) for tile in ji.held})
        self.fields.update({OUT + tile: WholeNumberField(required=False, label=tile) for tile in ji.out})
        self.fields.update({LAID + tile: WholeNumberField(required=False, label=tile) for tile in ji.laid})

    @property
    def ji(self) -> tuple[BoundField, ...]:
        """How many of each 鸡 he holds."""
        return self._counting(HELD)

    @property
    def out(self) -> tuple[BoundField, ...]:
        """How many of each 鸡 he discarded."""
        return self._counting(OUT)

    @property
    def laid(self) -> tuple[BoundField, ...]:
        """How many of each 鸡 lie open before him."""
        return self._counting(LAID)

    def _counting(self, kind: str) -> tuple[BoundField, ...]:
        return tuple(self[name] for name in self.fields if name.startswith(kind))

    def add_prefix(self, field_name: str) -> str:
        """The name by which a field is sent: ``held_2_六条`` for that of a 鸡."""
        kind = next((kind for kind in COUNTED if field_name.startswith(kind)), "")
        return (
            f"{kind}{self.index}_{field_name.removeprefix(kind)}" if kind else super().add_prefix(field_name)
        )

    def win(self, shared: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """His 胡, with what he shares with the other winners."""
        own = {name: self.cleaned_data[name] for name in ("pattern", "baoting")}
        return {
            "winner": self.index,
            **shared,
            **without_gaps({**own, "tiles": self.cleaned_data["tiles"].strip()}),
        }

    def held(self) -> list[dict[str, JsonValue]]:
        """His 鸡; those that lie open are among them, also where only they were counted."""
        found: list[dict[str, JsonValue]] = []
        for tile, held in self._counts(HELD).items():
            laid = self.cleaned_data.get(LAID + tile)
            count = laid if laid and not held else held
            if count is not None:
                whole = {"count": COPIES, "full": True} if self._is_full(count) else {"count": count}
                found.append({"player": self.index, "tile": tile, **whole, **without_gaps({"laid": laid})})
        return found

    def _is_full(self, count: JsonValue) -> bool:
        """Whether they are 满鸡 (manji): nothing of seven pairs is open, so four of a kind are full unasked."""
        is_hidden = self.cleaned_data["won"] and self.cleaned_data["pattern"] in PAIRS
        return count == FULL or (is_hidden and count == COPIES)

    def discarded(self) -> list[dict[str, JsonValue]]:
        """鸡 that he discarded."""
        counts = self._counts(OUT).items()
        return [{"player": self.index, "tile": tile, "count": count} for tile, count in counts if count]

    def _counts(self, kind: str) -> dict[str, JsonValue]:
        return {
            name.removeprefix(kind): self.cleaned_data[name] for name in self.fields if name.startswith(kind)
        }


class MahjongWinForm(TilesForm[WinnerForm]):
    """胡 (hu) of one player or more, the 豆 that were laid, the 鸡 that were turned and held."""

    result = facts.TilesWon
    is_pledged = True
    reopened = {
        "winner": tuple(f"won_{seat}" for seat in range(MOST_SEATS)),
        "source": ("source", "from", "tile", *SHARED),
    }

    source = TextField()
    locals()["from"] = WholeNumberField(required=False)
    tile = TextField()
    gangkai = forms.BooleanField(required=False)
    repao = forms.BooleanField(required=False)
    off_baoting = forms.BooleanField(required=False)
    discarder_value = WholeNumberField(required=False)
    flipped = TextField()
    chongfeng = WholeNumberField(required=False)
    zeren_to = WholeNumberField(required=False)
    haidi = forms.BooleanField(required=False)
    genzhang = forms.BooleanField(required=False)
    horses = WholeNumberField(required=False)
    horse_tiles = TextField()
    bao_player = WholeNumberField(required=False)

    def seat_form(self, seat: int, sent: Mapping[str, str] | None, initial: Values, name: str) -> WinnerForm:
        """With a number for every tile that is 鸡 as long as this one is turned."""
        turned = self._turned
        out = self.asks.out.get(turned, ())
        laid = [tile for tile in self.asks.laid if tile in self.ji]
        return WinnerForm(seat, sent, initial, name, CountedJi(self.ji, out, laid))

    @property
    def _turned(self) -> str:
        """The tile that is turned, as the rules ask for it."""
        turned = str(self["flipped"].value() or "")
        return turned if turned in self.asks.ji else ""

    @property
    def ji(self) -> tuple[str, ...]:
        """The tiles that are 鸡."""
        return self.asks.ji[self._turned]

    @property
    def ji_json(self) -> str:
        """Turned tile → the tiles that are 鸡 then, "" where none is turned: for scripts."""
        return json.dumps(self.asks.ji, ensure_ascii=False)

    @property
    def out_json(self) -> str:
        """The same of tiles of which discarded ones count."""
        return json.dumps(self.asks.out, ensure_ascii=False)

    @property
    def horse_numbers(self) -> range:
        """买马: how many of the turned tiles may hit, beside none."""
        return range(1, self.asks.maima + 1)

    @property
    def reversed_at(self) -> int:
        """As many winners pay the discarder; 0 where none do."""
        return REVERSED if self.asks.reversed else 0

    @property
    def winners(self) -> list[int]:
        """The seats that won."""
        return self._ticked("won")

    def _ticked(self, name: str) -> list[int]:
        return [row.index for row in self.seats if row[name].value()]

    def clean(self) -> None:
        """Who won and where the tile came from are asked for here, and what was turned where 鸡 were counted."""
        self._leave_out()
        super().clean()
        if not self.winners:
            self.refuse([Problem("bad_deal", "winner", "winner_missing")])
        elif not self.cleaned_data["source"]:
            self.refuse([Problem("bad_source", "source", "missing")])
        if self.cleaned_data["zeren_to"] is not None and self.cleaned_data["chongfeng"] is None:
            self.refuse([Problem("bad_deal", "chongfeng", "zeren_first")])
        if not self.cleaned_data["flipped"] and any(
            row.held() or row.discarded() for row in self.seats if row.is_valid()
        ):
            self.refuse([Problem("bad_tiles", "flipped", "flipped_missing")])

    def _leave_out(self) -> None:
        """Numbers that this deal does not need."""
        for row in self.seats:
            if row.errors and row.index not in self._bao_payees():
                row.pass_over("bao")
        off_baoting = self.winners and self.cleaned_data["off_baoting"]
        if len(self.winners) != self.reversed_at and not off_baoting:
            self.pass_over("discarder_value")
        if self.cleaned_data["source"] != OWN_DRAW:
            self.pass_over("horses", "horse_tiles")

    def _bao_payees(self) -> list[int]:
        """包牌 (baopai): whose hands say what they are paid, in the discarder's place."""
        payer = self.cleaned_data.get("bao_player")
        if payer is None:
            return []
        return [row.index for row in self.seats if row.index != payer and row.index not in self.winners]

    def result_fields(self) -> Mapping[str, JsonValue]:
        """The win."""
        data, wins, dou = self.cleaned_data, self._wins(), self._dou()
        document: dict[str, JsonValue] = {
            "wins": wins,
            "dou": dou or None,
            "ji": self._ji(dou, _robbed(wins, dou)),
            "discarder_value": data["discarder_value"],
            "bao": self._bao(),
            "xianggong": self._ticked("xianggong") or None,
            "genzhang": data["genzhang"],
            "maima": self._maima(),
            **self._first_yaoji(),
        }
        if self.asks.ready:
            document["ready"] = [seat for seat in self._ticked("ready") if seat not in self.winners]
        return document

    def _maima(self) -> JsonValue:
        """买马: the tiles that were turned, or how many of them hit; nothing at a table that does not play it."""
        tiles, hits = (self.cleaned_data["horse_tiles"] or "").split(), self.cleaned_data["horses"]
        if not self.asks.maima or not (tiles or hits is not None):
            return None
        return {"tiles": tiles} if tiles else {"hits": hits}

    def _wins(self) -> list[JsonValue]:
        data = self.cleaned_data
        shared = without_gaps(
            {
                "source": data["source"],
                "from": data["from"],
                "tile": data["tile"] if data["source"] == ROB_KONG else None,
                **{name: data[name] for name in SHARED},
            }
        )
        return [row.win(shared) for row in self.seats if row.cleaned_data["won"]]

    def _dou(self) -> list[dict[str, JsonValue]]:
        """热炮 (repao): the one 豆 of who discarded it is void, also where nobody marked it."""
        discarders = [each for each in self.laid if each.get("player") == self.cleaned_data["from"]]
        if not self.cleaned_data["repao"] or len(discarders) != 1:
            return self.laid
        return [{**each, "void": True} if each in discarders else each for each in self.laid]

    def _ji(self, dou: list[dict[str, JsonValue]], robbed: Collection[int]) -> JsonValue:
        """鸡 (ji): what was turned and who holds what; those laid as 豆 count, of ``robbed`` ones (by place) three."""
        turned: str = self.cleaned_data["flipped"]
        if not turned:
            return None
        held = [each for row in self.seats for each in row.held()]
        counted = {(each["player"], each["tile"]) for each in held}
        held += [
            self._laid_ji(each, COPIES - (place in robbed))
            for place, each in enumerate(dou)
            if "player" in each
            and each.get("tile") in self.ji
            and (each["player"], each["tile"]) not in counted
        ]
        held = self._with_claimed(held)
        out: list[JsonValue] = [each for row in self.seats for each in row.discarded()]
        return {
            "flipped": None if turned == NONE else turned,
            **({"held": held} if held else {}),
            **({"out": out} if out else {}),
        }

    def _laid_ji(self, dou: Mapping[str, JsonValue], count: int) -> dict[str, JsonValue]:
        """The 鸡 of a 豆, which lie open but for a 闷豆."""
        is_open = dou.get("kind") in OPEN_KINDS and dou["tile"] in self.asks.laid
        ji: dict[str, JsonValue] = {"player": dou["player"], "tile": dou["tile"], "count": count}
        return {**ji, "laid": count} if is_open else ji

    def _with_claimed(self, held: list[dict[str, JsonValue]]) -> list[dict[str, JsonValue]]:
        """Who claimed the first 一条 has three of it open, also where nobody counted them; tiles tell it themselves."""
        claimant = self.cleaned_data["zeren_to"]
        if claimant is None or any(row.index == claimant and row.cleaned_data["tiles"] for row in self.seats):
            return held
        own: dict[str, JsonValue] = {"player": claimant, "tile": YAOJI}
        counted = [each for each in held if own.items() <= each.items()] or [own]
        parts = ("count", "laid") if YAOJI in self.asks.laid else ("count",)
        whole = {**own, **{part: _at_least(PENG, counted[0].get(part)) for part in parts}}
        return [
            *(whole if each in counted else each for each in held),
            *([whole] if counted == [own] else []),
        ]

    def _first_yaoji(self) -> dict[str, JsonValue]:
        """冲锋鸡 (chongfengji) and 责任鸡 (zerenji): who discarded the first 一条, and who claimed it."""
        first, claimed = self.cleaned_data["chongfeng"], self.cleaned_data["zeren_to"]
        if first is None:
            return {}
        zeren = None if claimed is None else {"from": first, "to": claimed, "tile": YAOJI}
        return without_gaps({"chongfeng": {"player": first, "tile": YAOJI}, "zeren": zeren})

    def _bao(self) -> JsonValue:
        payer = self.cleaned_data["bao_player"]
        if payer is None:
            return None
        worth = {row.index: row.cleaned_data["bao"] for row in self.seats if row.index in self._bao_payees()}
        return {
            "player": payer,
            "pays": [{"to": seat, "units": units} for seat, units in worth.items() if units is not None],
        }

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.TilesWon) -> Values:
        """The fields of this win."""
        first = fact.chongfeng.player if fact.chongfeng else fact.zeren.from_ if fact.zeren else None
        return {
            **_win_values(fact),
            **dou_values(fact.dou or ()),
            **_ji_values(fact.ji),
            **ticks("ready", fact.ready or ()),
            **ticks("xianggong", fact.xianggong or ()),
            "chongfeng": first,
            "zeren_to": fact.zeren.to if fact.zeren else None,
            "genzhang": bool(fact.genzhang),
            "horses": fact.maima.hits if fact.maima else None,
            "horse_tiles": " ".join((fact.maima and fact.maima.tiles) or ()),
            "bao_player": fact.bao.player if fact.bao else None,
            **pays_values("bao", _paid_by_hand(fact)),
        }


def _robbed(wins: list[JsonValue], dou: list[dict[str, JsonValue]]) -> Collection[int]:
    """抢杠 (qianggang): the places of the 豆 that lost their fourth tile; none while nobody can know which."""
    try:
        deal = facts.from_json({"result": facts.TilesWon.result, "wins": wins, "dou": dou})
        return robbed_dou(deal).lacking if isinstance(deal, facts.TilesWon) else ()
    except Refused:
        return ()


def _at_least(least: int, count: JsonValue) -> int:
    return max(least, count) if isinstance(count, int) else least


def _win_values(deal: facts.TilesWon) -> Values:
    """The fields of who won, how, and with what."""
    if not deal.wins:
        return {}
    first = deal.wins[0]
    values: dict[str, JsonValue] = {
        "source": first.source,
        "from": first.from_,
        "tile": next((win.tile for win in deal.wins if win.tile), None),
        "discarder_value": deal.discarder_value,
        **{name: any(getattr(win, name) for win in deal.wins) for name in SHARED},
    }
    for win in deal.wins:
        seat = win.winner
        values |= {f"won_{seat}": True, f"pattern_{seat}": win.pattern, f"tiles_{seat}": win.tiles}
        values[f"baoting_{seat}"] = bool(win.baoting)
    return values


def _ji_values(ji: facts.Ji | None) -> Values:
    """The fields of these 鸡."""
    if ji is None:
        return {}
    return {"flipped": ji.flipped or NONE, **counted_values(ji)}


def counted_values(ji: facts.Ji | facts.LaidJi) -> Values:
    """The fields of who holds, laid and discarded what."""
    held = {f"{HELD}{each.player}_{each.tile}": FULL if each.full else each.count for each in ji.held or ()}
    laid = {f"{LAID}{each.player}_{each.tile}": each.laid for each in ji.held or () if each.laid}
    out = {f"{OUT}{each.player}_{each.tile}": each.count for each in ji.out or ()}
    return {**held, **laid, **out}


def _paid_by_hand(deal: facts.TilesWon) -> list[facts.Pay]:
    """包牌 (baopai): what is asked of it; what the winners are paid follows from their hands."""
    winners = {win.winner for win in deal.wins}
    return [pay for pay in (deal.bao.pays if deal.bao else ()) if pay.to not in winners]
