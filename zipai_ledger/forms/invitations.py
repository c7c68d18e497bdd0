"""邀请 (yaoqing): what an invitation allows, for how long, for how many phones, for whom."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from zipai_ledger.access.grants import Place
from zipai_ledger.access.invitations import LABEL_LONGEST, Offer
from zipai_ledger.ledger import names
from zipai_ledger.models import CircleRole, GameSession, Person, Player, Role

from .fields import TextField
from .problems import unless_refused

LASTS: Mapping[str, timedelta | None] = {
    "evening": timedelta(hours=12),
    "week": timedelta(days=7),
    "always": None,
}
USES: Mapping[str, int | None] = {"any": None, "1": 1, "4": 4}
ROLES = [(Role.SCOREKEEPER, gettext_lazy("能记分")), (Role.VIEWER, gettext_lazy("只能看"))]
USUAL = {"lasts": "evening", "uses": "any"}
"""What stands for a field that was not sent."""

WITHOUT_ROLE = gettext_lazy("先选能不能记分。")
NO_SUCH_CHOICE = gettext_lazy("这一项没有选对，请再选一次。")


def _hours(count: int) -> str:
    return ngettext("%(n)d 小时", "%(n)d 小时", count) % {"n": count}


def _phones(count: int) -> str:
    return ngettext("%(n)d 台", "%(n)d 台", count) % {"n": count}


lazy_hours, lazy_phones = lazy(_hours, str), lazy(_phones, str)


def choice_field(choices: Sequence[tuple[str, Any]], **options: Any) -> forms.ChoiceField:
    """Radio buttons, one of which has to be chosen."""
    errors = {"required": NO_SUCH_CHOICE, "invalid_choice": NO_SUCH_CHOICE}
    return forms.ChoiceField(choices=choices, error_messages=errors, **options)


class InvitationForm(forms.Form):
    """An invitation into a circle: whoever comes by it is a member."""

    lasts = choice_field(
        [("evening", lazy_hours(12)), ("week", gettext_lazy("一星期")), ("always", gettext_lazy("一直"))],
        initial="evening",
    )
    uses = choice_field(
        [("any", gettext_lazy("不限")), ("1", lazy_phones(1)), ("4", lazy_phones(4))], initial="any"
    )
    player = choice_field([], required=False)
    label = TextField()

    def __init__(
        self,
        people: Sequence[Player | Person],
        sent: Mapping[str, str] | None = None,
        initial: Mapping[str, str] | None = None,
    ) -> None:
        """``people``: for whom it can be; ``sent``: the form as it came, None where none came."""
        super().__init__(None if sent is None else {**USUAL, **sent}, initial=dict(initial or {}))
        self.people = people
        self.fields["player"].choices = [(f"{one.index}", one.name) for one in people]  # type: ignore[attr-defined]

    def clean_label(self) -> str:
        """A remark, such as a name could be."""
        label: str = self.cleaned_data["label"].strip()
        if len(label) > LABEL_LONGEST:
            sizes = {"most": LABEL_LONGEST, "got": len(label)}
            raise ValidationError(_("备注最多 %(most)d 个字，写了 %(got)d 个。") % sizes)
        if label:
            unless_refused(lambda: names.session_name(label, "label"))
        return label

    def offer(self) -> Offer:
        """The invitation that a valid form asks for."""
        cleaned = self.cleaned_data
        return Offer(
            role=cleaned.get("role", CircleRole.MEMBER),
            label=cleaned["label"],
            lasts=LASTS[cleaned["lasts"]],
            uses=USES[cleaned["uses"]],
            player=int(cleaned["player"]) if cleaned["player"] else None,
        )

    def for_another(self) -> "InvitationForm":
        """The form for the next invitation after a valid one."""
        return type(self)(self.people, initial=self.initial)


class TableInvitationForm(InvitationForm):
    """An invitation to a table: it says what whoever comes by it may do there."""

    role = forms.ChoiceField(
        choices=ROLES,
        initial=Role.SCOREKEEPER,
        error_messages={"required": WITHOUT_ROLE, "invalid_choice": WITHOUT_ROLE},
    )
    field_order = ("role",)

    def for_another(self) -> InvitationForm:
        """The next one is as the one before, for somebody else."""
        kept = {name: self.cleaned_data[name] for name in ("role", "lasts", "uses")}
        return TableInvitationForm(self.people, initial=kept)


def invitation_form(
    place: Place, people: Sequence[Player | Person], sent: Mapping[str, str] | None = None
) -> InvitationForm:
    """The form of a table or, for a week, of a circle: as it was ``sent``, or as it usually is."""
    if isinstance(place, GameSession):
        return TableInvitationForm(people, sent)
    return InvitationForm(people, sent, initial={"lasts": "week"})
