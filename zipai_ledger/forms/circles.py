"""牌友圈 (paiyouquan): a new circle, names in one, who the players of a table are in it, and its end."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from zipai_ledger.http.digits import number
from zipai_ledger.models import Person, Player

from .erasure import PurgeForm
from .fields import ClientIdField, TextField, new_client_id
from .names import NamesForm, name_field

NEW, NOBODY = "new", "none"
"""Who a player is in a circle: somebody new of that name, nobody; else the number of a person."""


class CircleForm(forms.Form):
    """A new circle by its name; whether it can be called that is for the verb to say."""

    client_id = ClientIdField()
    name = TextField()

    def refuse(self, text: str, *, is_expired: bool) -> None:
        """Say why there is no circle; an expired form gets an id of its own, so that it can be sent again."""
        self.add_error("name", text)
        if is_expired:
            self.data = {"name": self["name"].value(), "client_id": new_client_id()}


class CircleNamesForm(NamesForm[Person]):
    """Names of a circle and its people, and of somebody who is ``added``."""

    added = TextField()

    @property
    def has_newcomer(self) -> bool:
        """Whether somebody was written down who is to be added."""
        return bool(self.cleaned_data["added"].strip())

    def give_all(self, rename: Callable[[Person | None, str], object], add: Callable[[str], object]) -> bool:
        """See `give`; then somebody new."""
        self.give(rename)
        if self.has_newcomer:
            self.attempt("added", lambda: add(self.cleaned_data["added"]))
        return not self.errors

    def follow(self, people: Sequence[Person]) -> None:
        """Show these people, who are there now; what is wrong with others is said above all."""
        fields = {name_field(person): person.name for person in people}
        for gone in {name_field(person) for person in self.people} - fields.keys():
            for text in self.errors.pop(gone, ()):
                self.add_error(None, text)
        self.fields |= {field: TextField() for field in fields if field not in self.fields}
        self.data = {**fields, **self.data}
        self.people = people


class MatchingForm(forms.Form):
    """认一认 (ren yi ren): who each player of a table is in a circle, and whether its members may look (``open``)."""

    open = forms.BooleanField(required=False)

    def __init__(
        self,
        players: Sequence[Player],
        people: Sequence[Person],
        known: Mapping[int, int | str],
        sent: QueryDict | None = None,
        *,
        is_open: bool = False,
    ) -> None:
        """``known``: player → who that is as far as is known: the number of a person, `NEW` or `NOBODY`."""
        initial = {_player_field(player): f"{known[player.index]}" for player in players}
        super().__init__(sent, initial={**initial, "open": is_open})
        self.players = players
        self.people = {f"{person.index}": person.name for person in people}
        for field in initial:
            self.fields[field] = TextField()

    def who(self) -> dict[int, int | str | None]:
        """Player → the number of a person, the name of somebody new, or None for nobody of the circle."""
        return {player.index: self._who(player) for player in self.players}

    def _who(self, player: Player) -> int | str | None:
        picked: str = self.cleaned_data[_player_field(player)]
        return player.name if picked == NEW else number(picked)

    def player_fields(self) -> Iterator[tuple[Player, forms.BoundField]]:
        """Every player with the field that says who that is."""
        return ((player, self[_player_field(player)]) for player in self.players)


def _player_field(player: Player) -> str:
    return f"who-{player.index}"


class PurgeCircleForm(PurgeForm):
    """The same for a circle."""

    DIFFERENT = _("和圈名不一样，再看看。")
