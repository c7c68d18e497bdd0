"""What would be brought in, before anything is stored."""

from zipai_ledger.exports.preview import Preview
from zipai_ledger.presenters.boards import Money
from zipai_ledger.presenters.imports import import_preview
from zipai_ledger.rules.totals import MoneyMove, Settlement


def test_what_was_carried_is_shown_of_those_who_have_some_of_it():
    preview = Preview(
        name="周五",
        players=("老王", "小李", "阿芳"),
        stages=(),
        settlement=Settlement({}, {}, {}, ()),
        verbatim=True,
        carried=(MoneyMove("CNY", (150, 0, -150)),),
    )
    assert import_preview(preview).carried == (("老王", Money(150, "CNY")), ("阿芳", Money(-150, "CNY")))
