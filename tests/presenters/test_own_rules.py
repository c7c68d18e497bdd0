"""House rules under a name: what is not as usual, beside what is."""

from zipai_ledger import own_rules
from zipai_ledger.presenters.own_rules import differences
from zipai_ledger.rules import registry


def chosen_and_usual(slug: str, **changed: object) -> list[tuple[str, str]]:
    rules = own_rules.resolved(registry.get(slug), changed)
    return [(one.chosen, one.usual) for one in differences(rules)]


def test_of_many_numbers_those_are_named_that_differ():
    assert chosen_and_usual("guiyang", values={"daduizi": 6}) == [("大对子 6", "大对子 5")]
    assert chosen_and_usual("guilin", min_hu=15) == [("15 胡", "10 胡")]
    assert chosen_and_usual("guilin") == []
