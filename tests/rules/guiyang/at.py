"""A 贵阳捉鸡麻将 table to play single deals at, in a line each."""

from typing import Any

from tests.rules.evenings.house import pledged
from zipai_ledger.rules import facts, messages, registry
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Outcome, State, Table

WON = {"each", "discard", "sanxiang_paid", "bao_paid", "payers", "units"}
OWED_DOU = {"bao_dou_paid", "dead.bao_dou_paid", "dead.payers"}
OWED_JI = {"bao_ji_paid", "dead.bao_ji_paid", "dead.payers"}
KONGS = {"dou_paid", "payers", *OWED_DOU}
HELD = {"ji_paid", "payers", *OWED_JI}
FIRST = {"chongfeng_paid", "zeren_paid", "payers"}
DEALER = {"dealer_paid", "payers"}
PAID = {"each", "discard", "sanxiang_paid", *DEALER}
CHANGES = {
    "preset": set(),
    "values": {"stands", "marks", "dead.chajiao_paid", "dead.payers", *WON, *DEALER},
    "baoting": {"marks", *WON, *DEALER},
    "gangkai": {*WON, *DEALER},
    "haidi": {"stands", *WON, *DEALER},
    "zimo": {*WON, *DEALER},
    "repao": {*WON, *KONGS, *HELD, *FIRST, *DEALER},
    "dealer_bonus": PAID,
    "lianzhuang": {"next", "dead.next", "foul.next", *PAID},
    "dou_men": KONGS,
    "dou_zhuanwan": KONGS,
    "dou_dian": KONGS,
    "ready_only": {"stands", *KONGS, *HELD, *FIRST},
    "ji_next": {*HELD, *FIRST},
    "ben_ji": {*HELD, *FIRST},
    "wugu": HELD,
    "chongfeng": {"chongfeng_paid", "payers"},
    "zeren": {"stands", *FIRST},
    "neiwai_ji": {"stands", *HELD},
    "bao_ji": {"stands", "dead.stands", "payers", *OWED_JI},
    "bao_dou": {"payers", *OWED_DOU},
    "rob_kong": {*KONGS, *HELD, *FIRST},
    "triple_ron": {"stands", *WON, *DEALER},
    "genzhang": {"stands", "genzhang_paid", "payers", "dead.stands", "dead.genzhang_paid", "dead.payers"},
    "maima": {"stands"},
    "chajiao_dealer": {"dead.next"},
    **pledged(*PAID),
}
"""House rule → what it may change (see `tests.rules.evenings.changes`)."""

GUIYANG = registry.get("guiyang")


def seated(**options: object) -> Table:
    """As many players as there are seats, four unless the options say so, in order, seat 0 dealing first."""
    seats = GUIYANG.places(options)
    return GUIYANG.table(options, tuple(range(seats)), seats, 0, None)


def played(deal: dict, state: State | None = None, **options: object) -> Outcome:
    """One deal of the session document, played under these options; by default seat 0 deals."""
    table = seated(**options)
    return GUIYANG.play(table, GUIYANG.open(table) if state is None else state, facts.from_json(deal))


def paid(deal: dict, **options: object) -> list[int]:
    """What each player wins or loses by a deal."""
    return list(played(deal, **options).deltas(GUIYANG.places(options)))


def dealer_after(deal: dict, state: State | None = None, **options: object) -> int:
    """Who deals the next deal."""
    return played(deal, state, **options).state.dealer


def refusal(deal: dict, **options: object) -> list[tuple[str, str]]:
    """(key, field) of every problem that a deal is refused for; none where it stands. Each is worded in Chinese."""
    problems: tuple[Problem, ...] = ()
    try:
        played(deal, **options)
    except Refused as refused:
        problems = refused.problems
    assert all(messages.problem_text(problem, texts=GUIYANG.texts) for problem in problems)
    return [(problem.key, problem.field) for problem in problems]


def codes(deal: dict, **options: object) -> list[str]:
    """The keys of the lines that explain a deal."""
    return [messages.item_key(item) for item in played(deal, **options).items]


def own(pattern: str | None = "daduizi", winner: int = 0, **more: Any) -> dict[str, Any]:
    """A winner by own draw."""
    named = {} if pattern is None else {"pattern": pattern}
    return {"winner": winner, "source": "self_draw", **named, **more}


def off(from_: int, winner: int = 1, pattern: str | None = "daduizi", **more: Any) -> dict[str, Any]:
    """A winner off a discard."""
    named = {} if pattern is None else {"pattern": pattern}
    return {"winner": winner, "source": "discard", "from": from_, **named, **more}


def win(*wins: dict, **more: Any) -> dict[str, Any]:
    """A won deal."""
    return {"result": "win", "wins": list(wins), **more}


def dead(*ready: dict, **more: Any) -> dict[str, Any]:
    """黄庄, with these players ready."""
    return {"result": "dead", "ready": list(ready), **more}


def ready(player: int, worth: str | int | None = "pinghu") -> dict[str, Any]:
    """A ready player with a pattern or a value."""
    named = {"pattern": worth} if isinstance(worth, str) else {"value": worth}
    return {"player": player, **({} if worth is None else named)}


def dou(player: int, kind: str, tile: str = "五万", from_: int | None = None, **more: Any) -> dict[str, Any]:
    """A 豆."""
    return {
        "player": player,
        "kind": kind,
        "tile": tile,
        **({} if from_ is None else {"from": from_}),
        **more,
    }


def ji(flipped: str | None, *held: tuple, **more: Any) -> dict[str, Any]:
    """The turned tile and who holds what: (player, tile, count) or (player, tile, count, full)."""
    names = ("player", "tile", "count", "full")
    return {"flipped": flipped, "held": [dict(zip(names, each, strict=False)) for each in held], **more}
