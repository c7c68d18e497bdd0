"""Session documents for tests."""

from typing import Any


def document(*deals: dict, **more: Any) -> dict[str, Any]:
    """A session document of one stage: 桂林字牌 for three, unless told otherwise."""
    return {
        "format": "zipai-ledger/session",
        "version": 1,
        "name": "周五",
        "ruleset": "guilin",
        "options": {},
        "stake": None,
        "players": ["老王", "小李", "阿芳"],
        "first_dealer": 0,
        "first_sitting": None,
        **more,
        "deals": list(deals),
    }


def stages(*several: dict, players: tuple[str, ...] = ("老王", "小李", "阿芳", "小周")) -> dict[str, Any]:
    """A session document of several stages."""
    return {
        "format": "zipai-ledger/session",
        "version": 1,
        "name": "周五",
        "players": list(players),
        "stages": list(several),
    }


def stage(*deals: dict, **more: Any) -> dict[str, Any]:
    """One of several stages."""
    usual = {"ruleset": "guilin", "options": {}, "stake": None, "seats": [0, 1, 2], "first_dealer": 0}
    return {**usual, "first_sitting": None, **more, "deals": list(deals)}


def win(hu: int = 17, winner: int = 0, source: str = "other_draw", **more: Any) -> dict[str, Any]:
    """A quick entry without 醒."""
    if "from_" in more:
        more["from"] = more.pop("from_")
    return {"result": "win", "winner": winner, "source": source, "hu": hu, "xing": {"count": 0}, **more}
