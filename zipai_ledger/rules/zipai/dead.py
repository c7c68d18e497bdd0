"""黄庄 (huangzhuang): what a table may choose of deals that nobody wins (docs/rules/common.md)."""

from ..options import Option, one_of


def after_dead_deal(source: str) -> Option:
    """Who deals next: usually the dealer again."""
    return one_of(
        "after_dead_deal",
        "dealer_stays",
        ("黄庄以后", "After a dead deal"),
        ("没有人胡，下一盘谁坐庄。", "Who deals after a deal nobody won."),
        source,
        {"dealer_stays": ("庄家连庄", "The dealer stays"), "next_seat": ("下手坐庄", "The next seat")},
    )
