"""牌局 (paiju): the table a deal is entered at."""

from dataclasses import dataclass

from zipai_ledger.rules.ruleset import Game, Ruleset, State, Table
from zipai_ledger.rules.speaker import Speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Its rules, the state before the deal, and their words with the players' names."""

    ruleset: Ruleset
    table: Table
    state: State
    speaker: Speaker

    def seat_of(self, player: int | None) -> int | None:
        """Where a player sits; None for nobody, and for who is not at the table."""
        return self.table.players.index(player) if player in self.table.players else None

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.speaker.names[self.table.players[seat]]

    @property
    def game(self) -> Game:
        """The game under the table's house rules."""
        return self.ruleset.game(self.table.options)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play the coming deal by the rule."""
        return tuple(seat for seat in range(self.table.seats) if seat != self.state.sitting)
