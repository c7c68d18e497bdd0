"""三笼五坎 (sanlong wukan): what a table may choose of wins with the cards dealt (docs/rules/cards.md#opening-wins)."""

from ..options import Option, flag


def quads_in_five(usual: str, source: str) -> Option:
    """Whether a dealt quad is one of the five triples of 五坎."""
    return flag(
        "kan_counts_quads",
        usual,
        ("五坎里算四张的", "Quads count as triples"),
        ("数五坎的时候，起手四张的也算一坎。", "Dealt quads count among the five triples."),
        source,
    )
