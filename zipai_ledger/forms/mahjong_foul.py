"""相公, 诈胡 (xianggong, zhahu): the form of a foul with tiles, paid as the table agreed."""

from collections.abc import Mapping

from zipai_ledger.entries.setting import Setting
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.problems import Problem

from .entry import RowForm, SeatsForm, Values, without_gaps
from .fields import WholeNumberField
from .tiles import pays_values


class PaidForm(RowForm):
    """What one seat is paid."""

    pay = WholeNumberField(required=False)


class MahjongFoulForm(SeatsForm[PaidForm]):
    """诈胡 (zhahu): who pays whom how much."""

    offender = WholeNumberField(required=False)

    def seat_row(self, seat: int, sent: Mapping[str, str] | None, name: str) -> PaidForm:
        """What he is paid."""
        return PaidForm(seat, sent, self.initial, name)

    def clean(self) -> None:
        """Who fouled is asked for here."""
        offender = self.cleaned_data.get("offender", "")
        if offender is None:
            self.refuse([Problem("bad_deal", "offender", "offender_missing")])
        for row in self.seats:
            if row.index == offender:
                row.pass_over("pay")
        super().clean()

    def document(self) -> Mapping[str, JsonValue]:
        """The foul."""
        paid = {row.index: row.cleaned_data["pay"] for row in self.seats}
        return without_gaps(
            {
                "result": facts.Foul.result,
                "offender": self.cleaned_data["offender"],
                "pays": [{"to": seat, "units": units} for seat, units in paid.items() if units] or None,
                "dealer": self.cleaned_data["dealer"],
                "note": self.cleaned_data["note"],
            }
        )

    @classmethod
    def values(cls, setting: Setting, fact: facts.Deal) -> Values:
        """The fields of this foul."""
        if not isinstance(fact, facts.Foul):
            return {}
        agreed = pays_values("pay", fact.pays or ())
        return {"offender": fact.offender, **agreed, "dealer": fact.dealer, "note": fact.note or ""}
