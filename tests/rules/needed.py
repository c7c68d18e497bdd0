"""Options with what goes along with them."""

from collections.abc import Mapping

from zipai_ledger.rules.options import Value
from zipai_ledger.rules.ruleset import Ruleset


def resolved(ruleset: Ruleset, options: Mapping[str, object]) -> dict[str, Value]:
    """Every option with its value; what one of these needs beside it is chosen too."""
    needed = {need.other: need.value for need in ruleset.options.needs if need.code in options}
    return ruleset.options.resolve({**needed, **options})
