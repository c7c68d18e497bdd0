"""黄庄查叫 (huangzhuang chajiao): the form of a deal with tiles that nobody won, and of who was ready."""

from collections.abc import Mapping, Sequence

from django import forms
from django.forms import BoundField

from zipai_ledger.entries.setting import Setting
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue

from .entry import RowForm, Values, without_gaps
from .fields import TextField, WholeNumberField
from .mahjong_win import LAID, OUT, counted_values
from .tiles import TilesForm, dou_values, ticks

BY_NUMBER = "told"
"""In the place of a pattern: what the hand is worth is written as a number."""


class ReadyForm(RowForm):
    """叫牌 (jiaopai): the greatest pattern of a hand that was ready, or `BY_NUMBER` and what it is worth.

    And who was 相公; where 包鸡 is played after 黄庄 too, how many 鸡 he discarded and has open.
    """

    ready = TextField()
    ready_value = WholeNumberField(required=False)
    xianggong = forms.BooleanField(required=False)

    def __init__(
        self, seat: int, data: Mapping[str, str] | None, initial: Values, name: str, ji: Sequence[str]
    ) -> None:
        super().__init__(seat, data, initial, name)
        for kind in (OUT, LAID):
            self.fields.update({kind + tile: WholeNumberField(required=False, label=tile) for tile in ji})

    @property
    def out(self) -> tuple[BoundField, ...]:
        """How many of each 鸡 he discarded."""
        return tuple(self[name] for name in self.fields if name.startswith(OUT))

    @property
    def laid(self) -> tuple[BoundField, ...]:
        """How many of each 鸡 lie open before him."""
        return tuple(self[name] for name in self.fields if name.startswith(LAID))

    def add_prefix(self, field_name: str) -> str:
        """The name by which a field is sent, as in the form of a win."""
        kind = next((kind for kind in (OUT, LAID) if field_name.startswith(kind)), "")
        return (
            f"{kind}{self.index}_{field_name.removeprefix(kind)}" if kind else super().add_prefix(field_name)
        )

    def counts(self, kind: str) -> dict[str, int]:
        """Tile → how many, of those that were counted."""
        named = {
            name.removeprefix(kind): self.cleaned_data[name] for name in self.fields if name.startswith(kind)
        }
        return {tile: count for tile, count in named.items() if count}

    def clean(self) -> None:
        """A number counts only where it was chosen."""
        if self.cleaned_data["ready"] != BY_NUMBER:
            self.pass_over("ready_value")

    def document(self) -> dict[str, JsonValue]:
        """The hand of a valid row."""
        pattern = self.cleaned_data["ready"]
        own = {
            "pattern": None if pattern == BY_NUMBER else pattern,
            "value": self.cleaned_data["ready_value"],
        }
        return {"player": self.index, **without_gaps(own)}


class MahjongDeadForm(TilesForm[ReadyForm]):
    """黄庄 (huangzhuang): who was ready, with how much. Its 豆 are kept, though they are void."""

    result = facts.Dead
    is_pledged = True

    genzhang = forms.BooleanField(required=False)

    def seat_form(self, seat: int, sent: Mapping[str, str] | None, initial: Values, name: str) -> ReadyForm:
        """With a number for every tile of which it matters how many lie open."""
        return ReadyForm(seat, sent, initial, name, self.asks.dead_ji)

    def result_fields(self) -> Mapping[str, JsonValue]:
        """Who was ready, the 豆, and what who was not has open."""
        ready = [row.document() for row in self.seats if row.cleaned_data["ready"]]
        xianggong = [row.index for row in self.seats if row.cleaned_data["xianggong"]]
        return {
            "ready": ready or None,
            "dou": self.laid or None,
            "ji": self._ji(),
            "xianggong": xianggong or None,
            "genzhang": self.cleaned_data["genzhang"],
        }

    def _ji(self) -> JsonValue:
        held: list[JsonValue] = [
            {"player": row.index, "tile": tile, "count": count, "laid": count}
            for row in self.seats
            for tile, count in row.counts(LAID).items()
        ]
        out: list[JsonValue] = [
            {"player": row.index, "tile": tile, "count": count}
            for row in self.seats
            for tile, count in row.counts(OUT).items()
        ]
        ji: dict[str, JsonValue] = {**({"held": held} if held else {}), **({"out": out} if out else {})}
        return ji or None

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.Dead) -> Values:
        """The fields of this dead deal."""
        values: dict[str, JsonValue] = {}
        for each in fact.ready or ():
            values[f"ready_{each.player}"] = each.pattern or BY_NUMBER
            values[f"ready_value_{each.player}"] = each.value
        laid = counted_values(fact.ji) if fact.ji else {}
        marked = {"genzhang": bool(fact.genzhang), **ticks("xianggong", fact.xianggong or ())}
        return {**values, **dou_values(fact.dou or ()), **laid, **marked}
