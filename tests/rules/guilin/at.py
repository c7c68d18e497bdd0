"""A 桂林字牌 table to play single deals at, in a line each."""

from dataclasses import replace

from tests.rules.evenings.house import pledged
from zipai_ledger.rules import codec, facts, registry
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Outcome, Ruleset, ScoreRequest, State, Table
from zipai_ledger.rules.zipai.notation import parse_hand

WINS = {"units", "each", "discard"}
CHANGES = {
    "min_hu": {"stands", *WINS},
    "hu_per_unit": WINS,
    "base_units": WINS,
    "self_draw": WINS,
    "special": WINS,
    "special_counts": WINS,
    "discard_multiple": {"stands", "discard"},
    "multiple_winners": {"stands"},
    "xing": {"stands", *WINS, "sitting_xing", "payers"},
    "xing_worth": {*WINS, "sitting_xing"},
    "xing_kinds": {"stands", *WINS, "sitting_xing", "payers"},
    "xing_again": {"stands", *WINS, "sitting_xing", "payers"},
    "xing_empty": {"stands", *WINS, "sitting_xing", "payers"},
    "kan_counts_quads": {"stands", "marks", *WINS},
    "peng_opens_on": {"stands", "hu", *WINS},
    "sao_opens_on": {"stands", "hu", *WINS},
    "must_open": {"stands", "hu", *WINS},
    "qiangzhao": {"stands", "hu", *WINS},
    "foul_units": {"foul.foul", "foul.payers"},
    "after_dead_deal": {"dead.next"},
    **pledged("each", "discard"),
}
"""House rule → what it may change (see `tests.rules.evenings.changes`)."""

GUILIN = registry.get("guilin")

# Twelve 胡 (碰 3, 扫 6, 一二三 3); waits for 叁 and 陆; holds no 捌, 玖 or 拾.
TWELVE = "碰壹壹壹 扫贰贰贰 手一二三四五六七八九六七八肆伍 胡陆"
# 21 dealt cards of seven groups, 15 胡: 坎 壹 贰 and 一二三.
DEALT = "手壹壹壹贰贰贰一二三四五六七八九六七八肆伍陆 起手"
# Three dealt quads and no complete hand: 9 + 9 + 12 胡.
THREE_QUADS = "手一一一一三三三三玖玖玖玖四六八十贰肆陆柒 起手"


def seated(seats: int = 3, **options: object) -> Table:
    """A table of so many players, in order."""
    first_sitting = options.pop("first_sitting", None)
    first_dealer = options.pop("first_dealer", 0)
    return GUILIN.table(options, tuple(range(seats)), seats, first_dealer, first_sitting)


def played(table: Table, deal: dict, state: State | None = None, ruleset: Ruleset = GUILIN) -> Outcome:
    """One deal of the session document, played; a hand may be its text."""
    hand = deal.get("hand")
    deal = deal | ({"hand": parse_hand(hand).to_json()} if isinstance(hand, str) else {})
    return ruleset.play(table, ruleset.open(table) if state is None else state, facts.from_json(deal))


def deltas(table: Table, deal: dict, state: State | None = None) -> tuple[int, ...]:
    """What each player wins or loses by a deal."""
    return played(table, deal, state).deltas(table.count)


def by_hu(hu: int = 10, **more: object) -> dict:
    """A win by its 胡 alone, by default another player's draw for seat 0, without 醒."""
    more = {"from_" if key == "from" else key: value for key, value in more.items()}
    deal = {"result": "win", "winner": 0, "source": "other_draw", "hu": hu, "xing": {"count": 0}, **more}
    if "from_" in deal:
        deal["from"] = deal.pop("from_")
    return deal


def win(hand: str, *flipped: str, **more: object) -> dict:
    """A win by cards; with these cards turned for 醒."""
    deal = {"result": "win", "winner": 0, "hand": hand, **more}
    if flipped:
        deal["xing"] = {"flipped": list(flipped)}
    if "from_" in deal:
        deal["from"] = deal.pop("from_")
    return deal


def units(table: Table, deal: dict) -> int | None:
    """The units of a deal's winner."""
    return played(table, deal).wins[0].units


def refusal(table: Table, deal: dict, state: State | None = None) -> list[tuple[str, str]]:
    """(key, field) of every problem that a deal is refused for; none where it stands."""
    try:
        played(table, deal, state)
    except Refused as refused:
        return [(problem.key, problem.field) for problem in refused.problems]
    return []


def scored(
    hand: str, *flipped: str, marks: list[str] | None = None, seen: dict | None = None, **options: object
):
    """A hand scored on its own."""
    turned = {"flipped": list(flipped)} if flipped else seen
    request = ScoreRequest(hand=parse_hand(hand).to_json(), xing=turned, marks=marks)
    return GUILIN.game(GUILIN.options.resolve(options)).hands.score(request)


def sits(dealer: int, sitting: int | None) -> State:
    """The state before a deal with this dealer and sitting seat."""
    state = State(dealer=codec.Seat(dealer))
    return state if sitting is None else replace(state, sitting=sitting)
