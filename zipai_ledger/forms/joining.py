"""请你上桌: an invitation's secret as it was scanned, pasted or read aloud, and who comes by it."""

from collections.abc import Collection

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from zipai_ledger.access import invitations, limits, tokens

from .fields import TextField
from .recovery import wait_text

ONLOOKER, INSTEAD = "viewer", "instead"


class JoinForm(forms.Form):
    """First the ``secret`` alone, then with it ``as`` what one comes: a ``player``, an onlooker, or to play for another.

    ``look``: nobody has tapped yet, the page has sent it by itself.
    """

    secret = TextField()
    player = TextField()
    look = TextField()

    def __init__(self, sent: QueryDict | None = None) -> None:
        super().__init__(sent)
        # A word of Python's, so that no attribute can be called that.
        self.fields["as"] = TextField()

    @property
    def typed(self) -> str:
        """The secret as it was sent."""
        typed: str = self["secret"].value() or ""
        return typed

    @property
    def guess(self) -> str:
        """What was sent, to be put right in its field; nothing of an invitation, which no page shows again."""
        typed = self.typed[: tokens.LONGEST_PASTE]
        return typed if invitations.can_be_guessed(typed) else ""

    @property
    def digits_typed(self) -> int:
        """How many digits were typed where nothing but too few or too many of them was; else 0."""
        typed = tokens.plain_code(self.typed)
        is_number = typed.isascii() and typed.isdigit()
        return len(typed) if is_number and len(typed) != tokens.SPOKEN_LENGTH else 0

    @property
    def only_looks(self) -> bool:
        """Whether nothing may follow from it but a page."""
        return bool(self.cleaned_data["look"]) and not self.says_who

    @property
    def says_who(self) -> bool:
        """Whether it says as what one comes."""
        return bool(self.cleaned_data["as"])

    @property
    def plays_instead(self) -> bool:
        """Whether one comes to play for somebody."""
        return bool(self.cleaned_data["as"] == INSTEAD)

    def player_among(self, known: Collection[int]) -> int | None:
        """Who comes, None for somebody who is none of them; an error where a name was to be tapped and was not."""
        if self.cleaned_data["as"] in {ONLOOKER, INSTEAD}:
            return None
        player = {f"{index}": index for index in known}.get(self.cleaned_data["player"])
        if player is None:
            self.add_error("player", _("先点你的名字。"))
        return player

    def refuse(self) -> None:
        """No invitation has this secret."""
        error = _("这串字不对，或者邀请已经收回、过期了。请桌上的人再给你看一次二维码，或者再说一遍口令。")
        self.add_error("secret", self._miscounted() or error)

    def _miscounted(self) -> str:
        """Too few digits, or too many; empty where there are as many as there should be."""
        typed, whole = self.digits_typed, tokens.SPOKEN_LENGTH
        counts = {"n": typed, "gap": abs(whole - typed), "whole": whole}
        if not typed:
            return ""
        if typed < whole:
            return _("只有 %(n)d 个数，少 %(gap)d 个。口令是 %(whole)d 个数。") % counts
        return _("写了 %(n)d 个数，多 %(gap)d 个。口令是 %(whole)d 个数。") % counts

    def refuse_for_now(self, many: limits.TooMany) -> None:
        """Too many were typed that are wrong."""
        self.add_error("secret", wait_text(many))

    def refuse_name(self) -> None:
        """The name that was tapped is another phone's."""
        self.add_error("player", _("这个名字已经有手机在用了。"))

    def refuse_phone(self) -> None:
        """As many phones came by the invitation as a table takes."""
        self.add_error("secret", _("用这个邀请上桌的手机太多了，已经满了。请桌上的人再做一个邀请。"))
