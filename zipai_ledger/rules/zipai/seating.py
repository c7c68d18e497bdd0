"""Who sits where, under the name that the games of the family use."""

from ..seating import by_player, check_seats, check_table, others

__all__ = ["by_player", "check_seats", "check_table", "others"]
