"""相公, 诈胡 (xianggong, zhahu): the form of a foul with tiles, paid as the table agreed."""

from collections.abc import Mapping

from zipai_ledger.entries.setting import Setting
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.problems import Problem

from .entry import RowForm, SeatsForm, Values
from .fields import WholeNumberField
from .tiles import pays_values


class PaidForm(RowForm):
    """What one seat is paid."""

    pay = WholeNumberField(required=False)


class MahjongFoulForm(SeatsForm[PaidForm]):
    """诈胡 (zhahu): who pays whom how much."""

    result = facts.Foul
    seat_form = PaidForm

    offender = WholeNumberField(required=False)

    def clean(self) -> None:
        """Who fouled is asked for here."""
        offender = self.cleaned_data.get("offender", "")
        if offender is None:
            self.refuse([Problem("bad_deal", "offender", "offender_missing")])
        for row in self.seats:
            if row.index == offender:
                row.pass_over("pay")
        super().clean()

    def result_fields(self) -> Mapping[str, JsonValue]:
        """The foul."""
        paid = {row.index: row.cleaned_data["pay"] for row in self.seats}
        pays = [{"to": seat, "units": units} for seat, units in paid.items() if units]
        return {"offender": self.cleaned_data["offender"], "pays": pays or None}

    @classmethod
    def result_values(cls, setting: Setting, fact: facts.Foul) -> Values:
        """The fields of this foul."""
        return {"offender": fact.offender, **pays_values("pay", fact.pays or ())}
