"""开一桌 (kai yi zhuo): the form of a new table, with its circle and what an earlier evening left owed."""

import re
from collections.abc import Collection, Iterator
from itertools import count
from typing import Self

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .fields import TextField
from .game_choice import GameChoice
from .house_rules import SEATS, named_ruleset, seating
from .stages import GAME, StageForm


def _usual_names() -> Iterator[str]:
    """周五晚上, 周五晚上 2 …"""
    usual = evening_name()
    return (usual if number == 1 else f"{usual} {number}" for number in count(1))


def evening_name() -> str:
    """A name for a table that nobody has named: 周五晚上."""
    now = timezone.localtime()
    days = [_("周一"), _("周二"), _("周三"), _("周四"), _("周五"), _("周六"), _("周日")]
    times = [(5, _("夜里")), (12, _("上午")), (18, _("下午")), (24, _("晚上"))]
    part = next(text for until, text in times if now.hour < until)
    return _("%(day)s%(part)s") % {"day": days[now.weekday()], "part": part}


class NewTableForm(StageForm):
    """A table and its first stage. ``owed``: what the table ``owed_from`` did not settle is brought along."""

    OPENED_BEFORE = gettext_lazy("这一桌已经开过了，名字、规矩到那一桌里改；要再开一桌，从“我的牌桌”重新开。")
    """Why a form is not taken that opened a table before, with something else in it or from another phone."""

    name = TextField(initial=evening_name)
    circle = TextField()
    owed_from = TextField()
    owed = forms.BooleanField(required=False)
    rules_name = TextField()
    """Under which name the rules are to be kept, if under any."""

    @classmethod
    def from_query(cls, query: QueryDict, usual: str = "") -> Self:
        """An empty form, or one with a game and the people who sit down; ``usual``: the game where none is named."""
        choice = GameChoice.read(query.get(GAME, usual))
        ruleset, people = named_ruleset(choice.slug), query.getlist("player")
        fits = ruleset.seats_by in ruleset.options.by_code and len(people) in ruleset.seats
        chosen = {SEATS: seating(ruleset, str(len(people)))} if fits else {}
        rows = [{"player": name} for name in people]
        form = cls(ruleset, initial={GAME: str(choice)}, rows=rows)
        usual_seats = {SEATS: seating(ruleset, "")}
        initial = {**usual_seats, **form.usual_rules(), **chosen, "circle": query.get("circle", "")}
        return cls(ruleset, initial=initial, rows=rows)

    def named_apart(self, taken: Collection[str]) -> Self:
        """The same, usually called what no other table of this evening is: 周五晚上 2."""
        self.initial["name"] = next(name for name in _usual_names() if name not in taken)
        return self

    def named_as(self, opened_before: str) -> Self:
        """A valid form under the name of the table that it opened before, if its own was only proposed to it."""
        if re.fullmatch(rf"{re.escape(evening_name())}( \d+)?", self.cleaned_data["name"]):
            self.cleaned_data["name"] = opened_before
        return self

    def with_seats_alone(self) -> Self:
        """A form of its own with everybody where the cards put them, and all else as usual."""
        kept = {name: self[name].value() for name in ("dealer", "sitting", SEATS) if name in self.fields}
        return type(self)(self.ruleset, initial=kept, rows=[{"player": name} for name in self.names])

    def field_of(self, place: str) -> tuple[forms.Form, str | None]:
        """The same with the names of the table and of its rules."""
        return (self, place) if place in ("name", "rules_name") else super().field_of(place)
