"""黄庄查叫 (huangzhuang chajiao): the form of a deal with tiles that nobody won, and of who was ready."""

from collections.abc import Mapping

from zipai_ledger.entries.setting import Setting
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue

from .entry import RowForm, Values, without_gaps
from .fields import TextField, WholeNumberField
from .tiles import TilesForm, dou_values

BY_NUMBER = "told"
"""In the place of a pattern: what the hand is worth is written as a number."""


class ReadyForm(RowForm):
    """叫牌 (jiaopai): the greatest pattern of a hand that was ready, or `BY_NUMBER` and what it is worth."""

    ready = TextField()
    ready_value = WholeNumberField(required=False)

    def clean(self) -> None:
        """A number counts only where it was chosen."""
        if self.cleaned_data["ready"] != BY_NUMBER:
            self.pass_over("ready_value")

    def document(self) -> dict[str, JsonValue]:
        """The hand of a valid row."""
        pattern = self.cleaned_data["ready"]
        own = {
            "pattern": None if pattern == BY_NUMBER else pattern,
            "value": self.cleaned_data["ready_value"],
        }
        return {"player": self.index, **without_gaps(own)}


class MahjongDeadForm(TilesForm[ReadyForm]):
    """黄庄 (huangzhuang): who was ready, with how much. Its 豆 are kept, though they are void."""

    result = facts.Dead
    is_pledged = True
    seat_form = ReadyForm

    def result_fields(self) -> Mapping[str, JsonValue]:
        """Who was ready, and the 豆."""
        ready = [row.document() for row in self.seats if row.cleaned_data["ready"]]
        return {"ready": ready or None, "dou": self.laid or None}

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.Dead) -> Values:
        """The fields of this dead deal."""
        values: dict[str, JsonValue] = {}
        for each in fact.ready or ():
            values[f"ready_{each.player}"] = each.pattern or BY_NUMBER
            values[f"ready_value_{each.player}"] = each.value
        return {**values, **dou_values(fact.dou or ())}
