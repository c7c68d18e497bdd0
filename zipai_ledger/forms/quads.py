"""提龙 (tilong): groups of four that are paid at once, and 王 of a dead deal: numbers for every player who plays."""

from dataclasses import dataclass

from django import forms
from django.forms import BoundField

from zipai_ledger.entries.setting import Setting
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.zipai.asks import Asks
from zipai_ledger.rules.zipai.game import ZipaiGame

from .entry import DealForm, Values
from .fields import WholeNumberField

BIG, SMALL, WANG = "quad_big_", "quad_small_", "wang_"


@dataclass(frozen=True, slots=True)
class QuadRow:
    """The fields of one player: 提 of big cards and of small ones."""

    name: str
    big: BoundField
    small: BoundField


@dataclass(frozen=True, slots=True)
class WangRow:
    """The field of one player: 王 held in a dead deal."""

    name: str
    wang: BoundField


def asks_of(setting: Setting) -> Asks | None:
    """What is asked where the game is one of 字牌."""
    game = setting.game
    return game.asks if isinstance(game, ZipaiGame) else None


def quad_fields(setting: Setting) -> dict[str, forms.Field]:
    """Two numbers for every player, where 提 are paid."""
    asks = asks_of(setting)
    if asks is None or not asks.quads:
        return {}
    return {
        f"{part}{seat}": WholeNumberField(required=False) for seat in setting.playing for part in (BIG, SMALL)
    }


def wang_fields(setting: Setting) -> dict[str, forms.Field]:
    """A number for every player, where 王 are paid for in a dead deal."""
    asks = asks_of(setting)
    if asks is None or not asks.wang_dead:
        return {}
    return {f"{WANG}{seat}": WholeNumberField(required=False) for seat in setting.playing}


def quad_rows(form: DealForm) -> tuple[QuadRow, ...]:
    """The fields of 提, by player."""
    seats = [seat for seat in form.setting.playing if f"{BIG}{seat}" in form.fields]
    return tuple(
        QuadRow(form.setting.name(seat), form[f"{BIG}{seat}"], form[f"{SMALL}{seat}"]) for seat in seats
    )


def wang_rows(form: DealForm) -> tuple[WangRow, ...]:
    """The fields of 王, by player."""
    seats = [seat for seat in form.setting.playing if f"{WANG}{seat}" in form.fields]
    return tuple(WangRow(form.setting.name(seat), form[f"{WANG}{seat}"]) for seat in seats)


def quads_json(form: DealForm) -> JsonValue:
    """提 as a deal has them, None where there are none."""
    found: list[JsonValue] = []
    for seat in form.setting.playing:
        big, small = (form.cleaned_data.get(f"{part}{seat}") or 0 for part in (BIG, SMALL))
        if big or small:
            found.append({"player": seat, "big": big, "small": small})
    return found or None


def wang_json(form: DealForm) -> JsonValue:
    """王 by seat, None where nobody has any."""
    seats = range(form.setting.table.seats)
    found = [form.cleaned_data.get(f"{WANG}{seat}") or 0 for seat in seats]
    return found if any(found) else None


def quad_values(quads: tuple[facts.Quads, ...] | None) -> Values:
    """What stands in the fields of 提."""
    by_seat = {by_seat.player: by_seat for by_seat in quads or ()}
    return {
        **{f"{BIG}{seat}": each.big for seat, each in by_seat.items()},
        **{f"{SMALL}{seat}": each.small for seat, each in by_seat.items()},
    }


def wang_values(wang: tuple[int, ...] | None) -> Values:
    """What stands in the fields of 王."""
    return {f"{WANG}{seat}": number for seat, number in enumerate(wang or ()) if number}
