"""Tables of the games of docs/rules/deng.md to play single deals at, in a line each."""

from typing import Any

from tests.rules.documents import document
from zipai_ledger.rules import facts, registry, replay
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Carried, Outcome, Scored, ScoreRequest, State, Table
from zipai_ledger.rules.zipai.notation import parse_hand

DEAD = {"result": "dead"}
NAMES = ["老王", "小李", "阿芳", "老陈"]

# Twelve 胡 (碰 3, 锥 6, 一二三 3) in seven groups; waits for 叁 and 陆.
TWELVE = "碰壹壹壹 锥倒贰贰贰 手一二三四五六七八九六七八肆伍 胡陆"
# Twelve 胡 in five groups, for four at once.
FIVE_GROUPS = "碰壹壹壹 锥倒贰贰贰 手一二三四五六七八 胡九"
# Won with the cards dealt: 坎壹 坎贰 一二三, fifteen 胡; in seven groups, and in five.
DEALT = "手壹壹壹贰贰贰一二三四五六七八九六七八肆伍陆 起手"
DEALT_FIVE = "手壹壹壹贰贰贰一二三四五六七八九 起手"

NO_ROUND = ("bad_deal.no_round", "这一轮还没有人记胡，没有什么要结")
"""Why a round cannot be ended that nobody has 胡 in, and what is said."""


class Game:
    """A ruleset, in an edition of before where its version is named, and tables of it."""

    def __init__(self, slug: str, version: int = 0) -> None:
        newest = registry.get(slug)
        self.ruleset = newest.as_of(version) if version else newest

    def seated(
        self, seats: int, first_dealer: int = 0, first_sitting: int | None = None, **options: Any
    ) -> Table:
        """A table of so many players, in order."""
        carried = options.pop("carried", None)
        return self.ruleset.table(options, tuple(range(seats)), seats, first_dealer, first_sitting, carried)

    def played(self, table: Table, deal: dict, state: State | None = None) -> Outcome:
        """One deal of the session document, played; a hand may be its text."""
        hand = deal.get("hand")
        deal = deal | ({"hand": parse_hand(hand).to_json()} if isinstance(hand, str) else {})
        return self.ruleset.play(
            table, self.ruleset.open(table) if state is None else state, facts.from_json(deal)
        )

    def deltas(self, table: Table, deal: dict, state: State | None = None) -> tuple[int, ...]:
        return self.played(table, deal, state).deltas(table.count)

    def units(self, table: Table, deal: dict) -> int | None:
        return self.played(table, deal).wins[0].units

    def after(self, table: Table, deal: dict, state: State | None = None) -> tuple[int, int | None]:
        """Dealer and 数算 of the next deal."""
        following = self.played(table, deal, state).state
        return following.dealer, following.sitting

    def refusal(self, table: Table, deal: dict, state: State | None = None) -> list[tuple[str, str]]:
        """(key, field) of every problem that a deal is refused for; none where it stands."""
        try:
            self.played(table, deal, state)
        except Refused as refused:
            return [(problem.key, problem.field) for problem in refused.problems]
        return []

    def no_table(self, seats: int, **more: Any) -> list[tuple[str, str]]:
        """(key, field) of why there is no such table."""
        try:
            self.seated(seats, **more)
        except Refused as refused:
            return [(problem.key, problem.field) for problem in refused.problems]
        return []

    def scored(self, hand: str, marks: list[str] | None = None, **options: Any) -> Scored:
        request = ScoreRequest(hand=parse_hand(hand).to_json(), marks=marks)
        return self.ruleset.game(self.ruleset.options.resolve(options)).hands.score(request)

    def waits(self, hand: str, **options: Any) -> dict[str, tuple]:
        """Card → 胡 by own draw, another's draw, discard."""
        listed = self.ruleset.game(self.ruleset.options.resolve(options)).hands.waits(
            parse_hand(hand).to_json()
        )
        return {each["card"]: (each["self_draw"], each["other_draw"], each["discard"]) for each in listed}

    def evening(self, *deals: dict, players: int = 4, **more: Any) -> dict[str, Any]:
        """What `replay` answers to an evening of these deals."""
        return replay.answer(document(*deals, ruleset=self.ruleset.slug, players=NAMES[:players], **more))


def by_hu(hu: int = 10, winner: int = 0, source: str = "other_draw", **more: Any) -> dict:
    """A win by its 胡 alone."""
    if "from_" in more:
        more["from"] = more.pop("from_")
    return {"result": "win", "winner": winner, "source": source, "hu": hu, **more}


def win(hand: str, winner: int = 0, **more: Any) -> dict:
    """A win by cards."""
    if "from_" in more:
        more["from"] = more.pop("from_")
    return {"result": "win", "winner": winner, "hand": hand, **more}


def win_fact(winner: int, hu: int) -> facts.Win:
    """A win by 胡 alone, on another player's draw, as the ledger takes it."""
    return facts.Win(winner=winner, hu=hu, source="other_draw")


def foul(offender: int, **claimed: Any) -> dict:
    return {"result": "foul", "offender": offender, **claimed}


def end(how: str) -> dict:
    return {"result": "end_round", "how": how}


def state(
    dealer: int, sitting: int | None = None, tally: tuple[int, ...] | None = None, **more: Any
) -> State:
    return State(dealer=dealer, sitting=sitting, tally=tally, **more)


def carried(*tally: int, wins: tuple[int, ...] | None = None) -> Carried:
    return Carried(tally=tally, wins=wins)


def codes(outcome: Outcome) -> list[str]:
    """Codes of the lines of a deal, with their wording's kind."""
    return [f"{item.code}.{how}" if (how := item.params.get("how")) else item.code for item in outcome.items]
