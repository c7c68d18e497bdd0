"""麻将牌 (majiang pai): what the forms of deals with tiles share: rows for each seat and for each 豆."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from django import forms

from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.mahjong.asks import TileAsks, TilesGame
from zipai_ledger.rules.mahjong.tiles import TILES

from .entry import Row, RowForm, SeatsForm, Values, without_gaps
from .fields import TextField, WholeNumberField

DOU_ROWS = 8
"""As many 豆 as one form has room for; four players rarely make three together."""


class DouForm(RowForm):
    """豆 (dou): a kong; an empty row is none."""

    player = WholeNumberField(required=False)
    kind = TextField()
    locals()["from"] = WholeNumberField(required=False)
    tile = TextField()
    void = forms.BooleanField(required=False)

    def add_prefix(self, field_name: str) -> str:
        """The name by which a field is sent."""
        return f"dou_{self.index}_{field_name}"


class TilesForm(SeatsForm[Row]):
    """A deal with tiles: beside a row for each seat some for 豆. All 27 ``tiles`` can be chosen."""

    tiles = TILES

    @cached_property
    def dou(self) -> tuple[DouForm, ...]:
        """The rows for 豆."""
        return tuple(DouForm(row, self.sent, self.initial) for row in range(DOU_ROWS))

    @property
    def asks(self) -> TileAsks:
        """What has to be asked at this table."""
        return self.setting.game.of_kind(TilesGame).asks

    @property
    def rows(self) -> Sequence[RowForm]:
        """All rows."""
        return (*self.seats, *self.dou)

    @property
    def laid(self) -> list[dict[str, JsonValue]]:
        """The 豆 of a valid form, row by row."""
        documents = [without_gaps(row.cleaned_data) for row in self.dou]
        return [document for document in documents if document]


def dou_values(dou: Iterable[facts.Dou]) -> Values:
    """The fields that state these 豆."""
    values: dict[str, JsonValue] = {}
    for row, each in enumerate(dou):
        at = f"dou_{row}"
        values |= {f"{at}_player": each.player, f"{at}_kind": each.kind, f"{at}_from": each.from_}
        values |= {f"{at}_tile": each.tile, f"{at}_void": bool(each.void)}
    return values


def ticks(name: str, seats: Iterable[int]) -> Values:
    """Boxes ticked for these seats."""
    return {f"{name}_{seat}": True for seat in seats}


def pays_values(name: str, pays: Iterable[facts.Pay]) -> Values:
    """The fields that state these payments."""
    return {f"{name}_{pay.to}": pay.units for pay in pays}
