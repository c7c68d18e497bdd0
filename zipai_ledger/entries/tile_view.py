"""What the templates of mahjong forms show: a row for each seat, patterns with their worth, 豆 and 鸡."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.formats.numbers import signed
from zipai_ledger.formats.outcomes import listed
from zipai_ledger.rules.mahjong.asks import PatternAsk

from .forms import Setting, written
from .tile_fields import DOU_ROWS

Shown = dict[str, Any]


def keyed(asked: Sequence[PatternAsk], lang: str) -> list[Shown]:
    """Patterns or kinds of 豆 as keys: code, label, units."""
    return [{"code": ask.code, "label": ask.label.in_language(lang), "units": ask.units} for ask in asked]


def text_of(form: Mapping[str, Any], name: str) -> str:
    """A field's value as a form writes it."""
    return written(form.get(name))


def seats_shown(setting: Setting, form: Mapping[str, Any], ji: Sequence[str]) -> list[Shown]:
    """Each seat with what the form says of it."""
    return [
        {
            "index": seat,
            "name": setting.name(seat),
            "won": bool(text_of(form, f"won_{seat}")),
            "pattern": text_of(form, f"pattern_{seat}"),
            "tiles": text_of(form, f"tiles_{seat}"),
            "baoting": bool(text_of(form, f"baoting_{seat}")),
            "ready": text_of(form, f"ready_{seat}"),
            "ready_value": text_of(form, f"ready_value_{seat}"),
            "xianggong": bool(text_of(form, f"xianggong_{seat}")),
            "bao": text_of(form, f"bao_{seat}"),
            "pay": text_of(form, f"pay_{seat}"),
            "ji": [{"tile": tile, "count": text_of(form, f"held_{seat}_{tile}")} for tile in ji],
        }
        for seat in setting.playing
    ]


def dou_rows(form: Mapping[str, Any]) -> list[Shown]:
    """Every row for a 豆, told or empty."""
    names = ("player", "kind", "from", "tile", "void")
    return [
        {"n": row, **{name.rstrip("_"): text_of(form, f"dou_{row}_{name}") for name in names}}
        for row in range(DOU_ROWS)
    ]


def net(setting: Setting, deltas: Sequence[int]) -> str:
    """“老王 +12、小李 −4”: everybody whose total moves."""
    names = setting.speaker.names
    moved = [f"{names[player]} {signed(units)}" for player, units in enumerate(deltas) if units]
    return listed(moved) if moved else _("谁也不付")
