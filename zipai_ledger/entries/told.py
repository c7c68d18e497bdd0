"""岔胡, 起手胡 and an early end: what forms without a pad state, as documents of deals and back."""

from collections.abc import Mapping
from typing import Any

from zipai_ledger.rules.problems import Collector, Problem, Refused, inside
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.notation import format_hand, parse_hand

from .forms import Data, Setting, whole

Document = dict[str, Any]


def foul(setting: Setting, data: Data) -> Document:
    """Who fouled, and what the game has to be told of it."""
    ask = setting.game.foul_ask
    found = Collector()
    offender = found.attempt(lambda: whole(data, "offender"))
    if offender is None and not found.problems:
        found.add(Problem("bad_deal", "offender", "offender_missing"))
    told = {
        "offender": offender,
        "units": found.attempt(lambda: whole(data, "units")) if ask.units else None,
        "hu": found.attempt(lambda: whole(data, "hu")) if ask.hu else None,
        "hand": found.attempt(lambda: _hand(data, "hand")) if ask.hand else None,
        "min_hu": found.attempt(lambda: minimum(setting, data)),
    }
    found.finish()
    return {"result": "foul", **_given(told)}


def opening(setting: Setting, data: Data) -> Document:
    """Everybody who won with the cards dealt, each with 胡 or a hand."""
    found = Collector()
    seats = range(setting.table.seats)
    wins = [found.attempt(lambda s=seat: _opener(data, s)) for seat in seats]  # type: ignore[misc]
    least = found.attempt(lambda: minimum(setting, data))
    found.finish()
    return {"result": "opening", "wins": [win for win in wins if win], **_given({"min_hu": least})}


def end_round(setting: Setting, data: Data) -> Document:
    """How a round that is not over ends."""
    if not data.get("how"):
        raise Refused(Problem("bad_deal", "how", "how_missing"))
    return {"result": "end_round", "how": data["how"]}


def minimum(setting: Setting, data: Data) -> int | None:
    """The minimum of this deal, where each has its own."""
    return whole(data, "min_hu") if setting.game.minima else None


def minima(setting: Setting, form: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The minima to choose from, that of the form or of the deal before checked."""
    chosen = str(form.get("min_hu") or setting.state.min_hu)
    offered = setting.game.minima
    return [{"value": least, "checked": str(least) == chosen} for least in offered]


def shown(fact: Mapping[str, Any]) -> Document:
    """The values of a form that states this document."""
    values = {name: fact.get(name) for name in ("offender", "units", "hu", "min_hu", "how")}
    for win in fact.get("wins", ()):
        seat = win["winner"]
        values |= {f"open_{seat}": "1", f"open_hu_{seat}": win.get("hu")}
        values[f"open_hand_{seat}"] = _text(win.get("hand"))
    return {**values, "hand": _text(fact.get("hand"))}


def _opener(data: Data, seat: int) -> Document | None:
    hu, hand = whole(data, f"open_hu_{seat}"), _hand(data, f"open_hand_{seat}")
    if hu is None and hand is None and not data.get(f"open_{seat}"):
        return None
    return {"winner": seat, **_given({"hu": hu, "hand": hand})}


def _hand(data: Data, field: str) -> Document | None:
    text = data.get(field, "").strip()
    return inside(field, lambda: parse_hand(text, "").to_json()) if text else None


def _text(hand: Any) -> str:
    return format_hand(Hand.from_json(hand, "hand")) if hand else ""


def _given(told: Document) -> Document:
    return {name: value for name, value in told.items() if value is not None}
