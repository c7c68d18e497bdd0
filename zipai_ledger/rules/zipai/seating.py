"""Who sits where, under the name that the games of the family use."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..seating import by_player, check_seats, check_table, others

__all__ = ["by_player", "check_seats", "check_table", "fitting", "others"]


def fitting(options: Any, players: Sequence[int], allowed: Collection[int]) -> Any:
    """The options with as many ``seats`` as there are players, where nothing is chosen and the game allows so many."""
    if not isinstance(options, Mapping) or "seats" in options or len(players) not in allowed:
        return options
    return {**options, "seats": len(players)}
