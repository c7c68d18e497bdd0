"""The order of operations of docs/rules/paohuzi.md, step by step, for every reading of a hand or for 胡 that the table counted."""

from dataclasses import dataclass
from math import ceil, prod
from typing import Any

from .cards import QUADS, RED, RUNS, WANG, Reading, is_big, neighbour, number, scoring_run_shapes
from .readings import Hand, Play, expected_held, legal_readings
from .table import Options, Row, condition, holds, kind_of, names_of, worth_of

WANG_MARKS = tuple(f"wang{how}{drawn}" for how in ("diao", "chuang", "zha") for drawn in ("", "wang"))
MARKS = ("dihu", "haidi", "tinghu", "jushou", *WANG_MARKS)
CARD_NAMES = (
    "red",
    "black",
    "big",
    "small",
    "red_groups",
    "dull",
    "runs",
    "scoring_runs",
    "quads",
    "pairs",
    "twins",
    "held",
    "wang",
)


class Wrong(Exception):
    """What cannot be: the codes of all that is wrong, where several things are."""

    def __init__(self, *codes: str) -> None:
        super().__init__(*codes)
        self.codes = set(codes)


@dataclass(frozen=True)
class Facts:
    """What is known of a win besides its cards."""

    source: str
    marks: tuple[str, ...] = ()
    dealer: bool = False
    ticked: tuple[str, ...] = ()
    xing: dict[str, Any] | None = None
    dead_deals: int = 0
    from_dealer: bool = True


@dataclass(frozen=True)
class Result:
    """What one reading, or told 胡, comes to. `result` is units, or worth in the tally game."""

    hu: int
    result: int
    patterns: tuple[str, ...]
    melds: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Scored:
    """The best readings: more than one where several pay the same by the same 胡."""

    best: tuple[Result, ...]
    readings: int = 1

    @property
    def hu(self) -> int:
        return self.best[0].hu

    @property
    def result(self) -> int:
        return self.best[0].result


def play_of(o: Options) -> Play:
    return Play(
        groups=7 if o["hand"] == 20 else 5,
        qiangzhao=o["qiangzhao"],
        must_open=o["must_open"] == "on",
        peng_opens_on=o["peng_opens_on"],
        sao_opens_on=o["sao_opens_on"],
        yiwushi=o["yiwushi"] == "on",
    )


# A win by cards


def score_hand(o: Options, hand: Hand, facts: Facts) -> Scored:
    wrong = [code for look in LOOKS for code in look(o, hand, facts)]
    try:
        scored = score_readings(o, hand, facts)
    except Wrong as cards:
        raise Wrong(*wrong, *cards.codes) from None
    if wrong:
        raise Wrong(*wrong)
    return scored


def score_readings(o: Options, hand: Hand, facts: Facts) -> Scored:
    play = play_of(o)
    if len(hand.held) != expected_held(hand, play):
        raise Wrong("wrong_card_count")
    readings = legal_readings(hand, play)
    if not readings:
        raise Wrong("not_a_win")
    turned = turned_cards(o, hand, facts)
    results = []
    for reading in readings:
        counts = counts_of(o, reading, hand) | facts_as_counts(facts)
        results += result_of(o, counts, copies_of(o, reading, turned), facts, reading, lambda row: None)
    return Scored(best_of(results), len(readings))


Codes = list[str]


def look_at_copies(o: Options, hand: Hand, facts: Facts) -> Codes:
    """No more than four of a card anywhere, the turned one among them, and no more 王 than the deck has."""
    cards = "".join(cards for _, cards in hand.exposed) + hand.held + hand.winning_card
    cards += "".join((facts.xing or {}).get("flipped", ()))
    most = {WANG: o["wang"]}
    return ["too_many_copies"] if any(cards.count(card) > most.get(card, 4) for card in set(cards)) else []


def best_of(results: list[Result]) -> tuple[Result, ...]:
    """Step 6."""
    if not results:
        raise Wrong("below_minimum")
    top = max((r.result, r.hu) for r in results)
    return tuple(r for r in results if (r.result, r.hu) == top)


def meld_hu(o: Options, kind: str, cards: str) -> int:
    if kind == "pair":
        return 0
    if kind in RUNS:
        if cards not in scoring_run_shapes(o["yiwushi"] == "on"):
            return 0
        kind = "run"
    value: int = o["values"][kind][is_big(cards[0])]
    return value


def counts_of(o: Options, reading: Reading, hand: Hand) -> dict[str, int]:
    """The names of the table under "`when`" that come from the cards."""
    cards = "".join(cards for _, cards in reading)
    runs = [cards for kind, cards in reading if kind in RUNS]
    quads = [cards[0] for kind, cards in reading if kind in QUADS]
    return {
        "red": sum(card in RED for card in cards),
        "black": sum(card not in RED for card in cards),
        "big": sum(is_big(card) for card in cards),
        "small": sum(not is_big(card) for card in cards),
        "red_groups": sum(bool(RED & set(cards)) for _, cards in reading),
        "dull": sum(meld_hu(o, kind, cards) == 0 for kind, cards in reading),
        "runs": len(runs),
        "scoring_runs": sum(meld_hu(o, "shun", cards) > 0 for cards in runs),
        "quads": len(quads),
        "pairs": sum(kind == "pair" for kind, _ in reading),
        "twins": sum(sum(number(card) == n for card in set(quads)) == 2 for n in range(1, 11)),
        "hu": sum(meld_hu(o, kind, cards) for kind, cards in reading),
        "held": len(hand.held) - 4 * sum(hand.held.count(card) == 4 for card in set(hand.held) - {WANG}),
        "wang": (hand.held + hand.winning_card).count(WANG),
    }


def facts_as_counts(facts: Facts) -> dict[str, int]:
    counts = {mark: int(mark in facts.marks) for mark in MARKS}
    counts |= {
        "own": int(facts.source == "self_draw"),
        "other": int(facts.source == "other_draw"),
        "discard": int(facts.source == "discard"),
        "dealt": int(facts.source == "dealt"),
        "dealer": int(facts.dealer),
    }
    return counts


# A win by its 胡


def score_by_hu(o: Options, hu: int, counts: dict[str, int], facts: Facts, copies: int) -> Scored:
    """Quick entry: rows whose names are all known are decided, the others hold if they are ticked."""
    known = counts | {"hu": hu} | facts_as_counts(facts)
    if not o["wang"]:
        known.setdefault("wang", 0)
    wrong = look_at_marks(facts) + look_at_source(o, facts) + look_at_ticks(o, known, facts)
    if wrong:
        raise Wrong(*wrong)

    def ticked(row: Row) -> bool | None:
        return None if decided(row, known) else row["code"] in facts.ticked

    return Scored(best_of(result_of(o, known, copies, facts, (), ticked)))


def decided(row: Row, known: dict[str, int]) -> bool:
    """All names are known; `said` always is, for it is the tick itself."""
    return names_of(row) - {"said"} <= set(known)


def look_at_ticks(o: Options, known: dict[str, int], facts: Facts) -> Codes:
    on = {row["code"]: row for row in o["rows"]}
    for code in facts.ticked:
        if code not in on:
            return ["bad_marks"]
        row = on[code]
        if row.get("each") and row["each"]["of"] not in known:
            return ["bad_marks"]
        if decided(row, known) and not holds(row["when"], known | {"said": 1}):
            return ["bad_marks"]
    return []


def look_at_ticks_beside_cards(o: Options, hand: Hand, facts: Facts) -> Codes:
    named = {
        row["code"] for row in o["rows"] if any(n == "said" for a in condition(row["when"]) for n, _, _ in a)
    }
    return ["bad_marks"] if set(facts.ticked) - named else []


# Marks, source, 醒


def look_at_marks(facts: Facts) -> Codes:
    """What contradicts (the last lines of "Requests and answers")."""
    own = facts.source == "self_draw"
    wang = [mark for mark in facts.marks if mark in WANG_MARKS]
    bad = (
        ("dihu" in facts.marks and (facts.dealer or own or not facts.from_dealer))
        or (wang and not own)
        or len(wang) > 1
        or (facts.source == "dealt" and set(facts.marks) - {"tinghu", "tianhu"})
    )
    return ["bad_marks"] if bad else []


def look_at_source(o: Options, facts: Facts) -> Codes:
    return ["bad_source"] if facts.source == "discard" and o["discard"] == "no" else []


def look_at_xing(o: Options, hand: Hand, facts: Facts) -> Codes:
    """A turned card, or "pile empty", where one is turned; nothing elsewhere."""
    xing = facts.xing or {}
    turns = o["xing"] == "flip" and o["xing_kinds"]
    fits = (len(xing.get("flipped", ())) == 1 or xing.get("empty")) if turns else not xing
    return [] if fits else ["bad_xing"]


LOOKS = (
    lambda o, hand, facts: look_at_marks(facts),
    lambda o, hand, facts: look_at_source(o, facts),
    look_at_ticks_beside_cards,
    look_at_xing,
    look_at_copies,
)


def turned_cards(o: Options, hand: Hand, facts: Facts) -> tuple[str, ...]:
    """The cards by which 醒 is counted: the one turned, or the winning card."""
    xing = facts.xing or {}
    follows = o["xing"] == "follow" or (xing.get("empty") and o["xing_empty"] == "winning_card")
    if o["xing"] == "none" or (follows and not hand.winning_card):
        return ()
    return (hand.winning_card,) if follows else tuple(xing.get("flipped", ()))


def copies_of(o: Options, reading: Reading, turned: tuple[str, ...]) -> int:
    cards = "".join(cards for _, cards in reading)
    steps = {"上": -1, "中": 0, "下": 1}
    return sum(cards.count(neighbour(card, steps[kind])) for card in turned for kind in o["xing_kinds"])


# Steps 1 to 5


def result_of(
    o: Options, counts: dict[str, int], copies: int, facts: Facts, melds: Reading, decided: Any
) -> list[Result]:
    """The result of one reading, or none where it does not reach the minimum."""
    h0 = counts["hu"]
    rows = rows_that_count(o, counts, facts, decided)
    amounts: dict[str, list[int]] = {kind: [] for kind in ("hu=", "worth=", "hux", "hu+", "+", "x", "last")}
    for row in rows:
        kind = "last" if row.get("last") and kind_of(row) == "x" else kind_of(row)
        amounts[kind].append(worth_of(row, counts))
    if not reaches(o, h0, rows, amounts, counts):
        return []
    h = hu_after_rows(o, h0, amounts)
    patterns = tuple(row["code"] for row in rows)
    if o["ruleset"] == "paohuzi_tally":
        return [Result(h0, min(h, o["hand_cap"]) if o["hand_cap"] else h, patterns, melds)]
    u = ladder(o, h) + o["base_extra"] + o["xing_worth"] * copies + sum(amounts["+"])
    return [
        Result(
            h0,
            u * multiplier(o, amounts["x"]) * prod(amounts["last"]) * dead_factor(o, facts),
            patterns,
            melds,
        )
    ]


def rows_that_count(o: Options, counts: dict[str, int], facts: Facts, decided: Any) -> list[Row]:
    """Step 1: the rows that hold, one of each group, and `alone`."""
    holding = []
    for row in o["rows"]:
        found = decided(row)
        named = {"said": int(row["code"] in facts.ticked)}
        if found is None:
            found = holds(row["when"], counts | named)
        if found:
            holding.append(row)
    counting = []
    for row in holding:
        rivals = [other for other in holding if row.get("group") and other.get("group") == row["group"]]
        if not rivals or row is greatest(rivals, counts):
            counting.append(row)
    alone = [row for row in counting if row.get("alone")]
    return [greatest(alone, counts)] if alone else counting


def greatest(rows: list[Row], counts: dict[str, int]) -> Row:
    """The row with the greatest n, of equals the first."""
    return max(rows, key=lambda row: worth_of(row, counts))


def reaches(
    o: Options, h0: int, rows: list[Row], amounts: dict[str, list[int]], counts: dict[str, int]
) -> bool:
    """Step 2, and 限胡."""
    least = min([o["min_hu"]] + [row["min"] for row in rows if "min" in row])
    if h0 < least:
        return False
    wang = counts.get("wang", 0)
    if o["wang_limit"] == "by_fan":
        return prod(amounts["x"]) * prod(amounts["last"]) >= 2**wang
    if o["wang_limit"] == "by_wang" and wang >= 3:
        marks = {mark for mark in WANG_MARKS if counts[mark]}
        return any(names_of(row) & marks for row in rows)
    return True


def hu_after_rows(o: Options, h0: int, amounts: dict[str, list[int]]) -> int:
    """Step 3."""
    h = max(amounts["hu="]) if amounts["hu="] else h0
    if amounts["worth="]:
        h = sum(amounts["worth="])
    return h * multiplier(o, amounts["hux"]) + sum(amounts["hu+"])


def multiplier(o: Options, factors: list[int]) -> int:
    if o["multipliers"] == "product":
        return prod(factors)
    return max(1, sum(factors))


def ladder(o: Options, h: int) -> int:
    """Step 4's ladder."""
    if o["ladder"] == "hu":
        return h
    points = o["ladder_points"] or [[o["ladder_from"], o["base_units"]]]
    below = [point for point in points if point[0] <= h]
    if not below:
        first: int = points[0][1]
        return first
    at, units = below[-1]
    if below[-1] is not points[-1]:
        return int(units)
    steps = (h - at) / o["hu_per_unit"]
    return int(units) + (ceil(steps) if o["round"] == "up" else int(steps))


def dead_factor(o: Options, facts: Facts) -> int:
    return facts.dead_deals + 1 if o["dead_factor"] == "times" else 1
