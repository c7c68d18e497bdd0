"""A 大字牌 table to play single deals at, in a line each."""

from tests.rules.deng.at import Game
from tests.rules.evenings.house import pledged

GAME = Game("dazipai")

# 碰 of a red big card 6, 罩 of a big one 6, 一二三 3: fifteen 油; 肆伍 waits for 叁 and 陆.
FIFTEEN = "碰贰贰贰 罩壹壹壹 手一二三四五六七八九六七八肆伍 胡陆"
# Won with the cards dealt: 壹壹壹 and 贰贰贰 held 12, 一二三 3.
DEALT = "手壹壹壹贰贰贰一二三四五六七八九六七八肆伍陆 起手"
# Five triples dealt, nothing else that counts: 3 + 3 + 3 + 6 + 6; with a card more for the dealer.
FIVE_TRIPLES = "手一一一三三三五五五玖玖玖捌捌捌四六八贰肆 起手"
THREE_QUADS = "手一一一一五五五五捌捌捌捌二四六陆玖肆拾壹 起手"
"""Three quads dealt: 9 + 9 + 12, eight other cards of which no three count."""

CHANGES = {
    "kan_counts_quads": {"stands", "marks", "opening.stands", "opening.marks"},
    "after_dead_deal": {"dead.next"},
    "must_open": {"stands", "hu", "units", "each", "discard"},
    "qiangzhao": {"stands", "hu", "units", "each", "discard"},
    "min_hu": {
        "stands",
        "minimum",
        "foul.foul",
        "foul.minimum",
        "opening.minimum",
        "dead.minimum",
        "adjust.minimum",
        "close.minimum",
    },
    "discard_multiple": {"discard"},
    **pledged("each", "discard", "opening.each"),
}
"""House rule → what it may change (see `tests.rules.evenings.changes`)."""


def seated(seats: int = 3, **options: object):
    """Two or three players, seat 0 dealing first."""
    return GAME.seated(seats, **options)
