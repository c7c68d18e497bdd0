"""付款 (fukuan): a tick beside an amount, and an amount that somebody types."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from zipai_ledger.access import Visit
from zipai_ledger.formats.numbers import amount
from zipai_ledger.ledger.record import Sent
from zipai_ledger.ledger.settlement import Settling
from zipai_ledger.models import Player

from .fields import AmountField, HiddenNumberField, LenientForm

NOBODY = -1

REFUSED: Mapping[str, str | Promise] = {
    "conflict": _("刚才别的手机在这两个人之间记了另一笔。看清楚再点，这次没有记。"),
}
"""Why it was not stored, where it is not said as everywhere: the ``reason`` of a refusal."""


@dataclass(frozen=True, slots=True)
class Pair:
    """谁付给谁 (shei fugei shei): two players and a currency.

    ``owed``: minor units that the one still has to give the other, by the method chosen; ``payment``: the id under which
    the next payment between them is stored once.
    """

    payer: Player
    payee: Player
    currency: str
    owed: int
    payment: str


class PairForm(LenientForm):
    """Whom an address or a form names."""

    payer = HiddenNumberField(otherwise=NOBODY)
    payee = HiddenNumberField(otherwise=NOBODY)
    currency = forms.Field(required=False)

    def pair(self, settled: Settling) -> Pair | None:
        """The two, None where it does not name two players of the table and a currency that is paid there."""
        payer, payee = self.cleaned_data["payer"], self.cleaned_data["payee"]
        currency = self.cleaned_data["currency"] or next(iter(settled.currencies), "")
        players = settled.view.players
        known = range(len(players))
        if payer == payee or payer not in known or payee not in known or currency not in settled.currencies:
            return None
        owed = settled.owed(payer, payee, currency)
        payment = settled.next_payment(payer, payee, currency)
        return Pair(players[payer], players[payee], currency, owed, payment)


class TickForm(PairForm):
    """A listed amount that was paid, or with ``cancel`` a payment that was not."""

    cancel = HiddenNumberField(otherwise=NOBODY)
    minor = HiddenNumberField(otherwise=0)
    payment = forms.Field(required=False)
    base = HiddenNumberField()

    @property
    def cancels(self) -> bool:
        """Whether a payment is taken back."""
        return "cancel" in self.data

    def sent(self, visit: Visit) -> Sent:
        """Who sends it, and what was seen; raises `Refused` (``bad_entry``)."""
        known = self.cleaned_data
        if self.cancels:
            return visit.sent(f"cancel-{known['cancel']}")
        return visit.sent(known["payment"], known["base"] or None)


class AmountForm(forms.Form):
    """How much one gave another; more than is owed has to be sent twice, and ``sure`` is what was sent before."""

    sure = HiddenNumberField()
    payment = forms.Field(required=False)
    base = HiddenNumberField()
    amount = AmountField(error_messages={"required": _("写上付了多少，比如 7.5。")})

    def __init__(self, pair: Pair, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.pair = pair
        self.overpaid: int | None = None
        self.fields["amount"].currency = pair.currency  # type: ignore[attr-defined]

    def clean_amount(self) -> int:
        """The amount in minor units."""
        minor: int = self.cleaned_data["amount"]
        if minor == 0:
            raise ValidationError(_("付了 0 就不用记。"))
        if minor > self.pair.owed:
            self.overpaid = minor
            if minor != self.cleaned_data["sure"]:
                raise self._too_much(minor)
        return minor

    def _too_much(self, minor: int) -> ValidationError:
        owed, currency = self.pair.owed, self.pair.currency
        text = (
            _("只差 %(owed)s，写的是 %(typed)s。真付了这么多，就再点一下“记上”。")
            if owed
            else _("照现在的账，不用付给这一位。真付了 %(typed)s，就再点一下“记上”。")
        )
        return ValidationError(
            text, params={"owed": amount(owed, currency), "typed": amount(minor, currency)}
        )

    def sent(self, visit: Visit) -> Sent:
        """Who sends it, and what was seen; raises `Refused` (``bad_entry``)."""
        known = self.cleaned_data
        return visit.sent(known["payment"] or self.pair.payment, known["base"] or None)
