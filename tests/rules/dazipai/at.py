"""A 大字牌 table to play single deals at, in a line each."""

CHANGES = {
    "min_hu": {
        "stands",
        "minimum",
        "foul.foul",
        "foul.minimum",
        "opening.minimum",
        "dead.minimum",
        "adjust.minimum",
    },
    "discard_multiple": {"discard"},
}
"""House rule → what it may change (see `tests.rules.evenings.changes`)."""
