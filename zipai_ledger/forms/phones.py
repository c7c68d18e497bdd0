"""上了桌的手机: what a phone may do at a table, and whose it is; each change is a tap of its own."""

from collections.abc import Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zipai_ledger.models import Person, Player

from .invitations import NO_SUCH_CHOICE, ROLES

NOBODY = "none"


class PhoneRoleForm(forms.Form):
    """What it may do."""

    role = forms.ChoiceField(choices=ROLES)


class PhonePlayerForm(forms.Form):
    """Whose it is: a player's, or of somebody who does not play."""

    player = forms.ChoiceField(error_messages={"required": NO_SUCH_CHOICE, "invalid_choice": NO_SUCH_CHOICE})

    def __init__(self, people: Sequence[Player | Person], sent: QueryDict | None = None) -> None:
        super().__init__(sent)
        self.people = people
        named = [(f"{one.index}", one.name) for one in people]
        self.fields["player"].choices = [*named, (NOBODY, gettext_lazy("不打牌的"))]  # type: ignore[attr-defined]

    def clean_player(self) -> int | None:
        """The number of the player, None for somebody who does not play."""
        player = self.cleaned_data["player"]
        return None if player == NOBODY else int(player)

    def refuse_name(self) -> None:
        """The name that was chosen is another phone's."""
        self.add_error("player", _("这个名字已经有手机在用了。"))
