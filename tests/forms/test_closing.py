"""收桌: what the buttons send along."""

from zipai_ledger.forms.closing import ClosingForm


def test_the_deals_that_stay_in_dispute_are_named_by_their_keys():
    assert ClosingForm({"despite": "7 12"}).overridden == [7, 12]
    assert ClosingForm({"despite": "7 x"}).overridden == [7, 0]
    assert ClosingForm({}).overridden == []
