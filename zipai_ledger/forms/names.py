"""改名字: the names of a table and of everybody at it, in one form."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from django import forms

from zipai_ledger.models import Player

from .errors import unless_refused
from .fields import TextField

TABLE = "name"


class NamesForm(forms.Form):
    """A field for each player and, for who may name it, for the table; a field that was not sent stays as it is."""

    def __init__(
        self, table: str | None, players: Sequence[Player], sent: Mapping[str, str] | None = None
    ) -> None:
        """``table``: its name, None for who may not change it."""
        names = {player_field(player.index): player.name for player in players}
        names |= {} if table is None else {TABLE: table}
        super().__init__(None if sent is None else {**names, **sent}, initial=names)
        self.players = players
        for field in names:
            self.fields[field] = TextField()

    @property
    def new_names(self) -> dict[str, str]:
        """Field → the name that was typed, for those that differ; the form must have been validated."""
        return {
            field: name
            for field, name in self.cleaned_data.items()
            if name.strip() != self.get_initial_for_field(self.fields[field], field)
        }

    def give(self, rename: Callable[[int | None, str], object]) -> bool:
        """Have every name given that differs, None being the table; whether none of them was refused."""
        self.full_clean()
        numbers: dict[str, int | None] = {player_field(player.index): player.index for player in self.players}
        for field, name in self.new_names.items():
            try:
                unless_refused(partial(rename, numbers.get(field), name))
            except forms.ValidationError as error:
                self.add_error(field, error)
        return not self.errors

    def player_fields(self) -> Iterator[tuple[Player, forms.BoundField]]:
        """Every player with the field of the name."""
        return ((player, self[player_field(player.index)]) for player in self.players)


def player_field(player: int) -> str:
    """The name of the field of a player's name."""
    return f"player-{player}"
