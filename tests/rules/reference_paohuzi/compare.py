"""The program beside the reference: the same request to both, and what differs, in one line.

The program answers by its public interface: a line of `score`, a document of `replay`.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from zipai_ledger.rules import replay, scoring

from . import chance
from .evening import Evening, hand_of
from .scoring import Facts, Scored, Wrong, score_hand
from .table import options_in_force

Json = dict[str, Any]


def random_of(kind: str, seed: int, n: int) -> Random:
    """Each hand and each session has its own source of chance, so that any one can be made again alone."""
    return Random(f"{kind} {seed} {n}")


def hand(seed: int, n: int) -> str | None:
    """What differs in the n-th hand of the seed."""
    request = chance.hand_request(random_of("hand", seed, n))
    return hand_difference(request, json.loads(scoring.answer_line("score", text(request))))


def session(seed: int, n: int) -> str | None:
    """What differs in the n-th session of the seed."""
    document = chance.session(random_of("session", seed, n))
    return session_difference(document, replay.answer_text(text(document)))


def text(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False)


COMPARED: dict[str, Callable[[int, int], str | None]] = {"hand": hand, "session": session}


# Hands


def hand_difference(request: Json, got: Json) -> str | None:
    options = options_in_force(request["ruleset"], request["options"])
    cards = hand_of(request["hand"], request["hand"]["source"])
    facts = Facts(
        source=cards.source,
        marks=tuple(request.get("marks", ())),
        dealer=request.get("dealer", cards.source == "dealt"),
        ticked=tuple(request.get("patterns", ())),
        xing=request.get("xing"),
    )
    try:
        wanted = score_hand(options, cards, facts)
    except Wrong as wrong:
        return refused(wrong, got)
    return unlike(scored(wanted, options["ruleset"]), got)


def refused(wrong: Wrong, got: Json) -> str | None:
    """A refusal may name one or all of the things that are wrong, nothing else."""
    codes = {error["code"] for error in got.get("errors", ())}
    return (
        None
        if codes and codes <= wrong.codes
        else f"refused as {wrong.codes}, got {codes or outcome_of(got)}"
    )


def outcome_of(got: Json) -> Json:
    return {key: got.get(key) for key in ("hu", "units", "worth", "patterns", "melds")}


def scored(wanted: Scored, ruleset: str) -> Json:
    """What an answer says of a hand: a set where any of several is right."""
    return {
        "ok": True,
        "hu": wanted.hu,
        "worth" if ruleset == "paohuzi_tally" else "units": wanted.result,
        "patterns": {(r.patterns, r.melds) for r in wanted.best},
        "readings": wanted.readings,
    }


def unlike(wanted: Json, got: Json) -> str | None:
    if not got["ok"]:
        return f"wanted {wanted}, refused: {[(error['code'], error['message']) for error in got['errors']]}"
    melds = tuple(sorted((m["kind"], in_order(m["cards"])) for m in got["melds"]))
    seen = {**got, "patterns": (tuple(got["patterns"]), melds)}
    for key, value in wanted.items():
        same = seen[key] in value if isinstance(value, set) else seen[key] == value
        if not same:
            return f"{key}: wanted {value}, got {seen[key]} in {outcome_of(got)}"
    return None


def in_order(cards: str) -> str:
    from .cards import joined

    return joined(cards)


# Sessions


def session_difference(document: Json, got: Json) -> str | None:
    evening = Evening(
        document["ruleset"], document["options"], len(document["players"]), document["first_dealer"]
    )
    answers = []
    for n, deal in enumerate(document["deals"], start=1):
        try:
            answers.append(evening.play(deal))
        except Wrong as wrong:
            found = refused(wrong, got)
            return found or (None if got["deal"] == n else f"deal {n} refused, got {got['deal']}")
    if not got["ok"]:
        return f"refused: deal {got['deal']} {[(error['code'], error['message']) for error in got['errors']]}"
    for n, (wanted, answer) in enumerate(zip(answers, got["deals"], strict=True), start=1):
        found = unlike_deal(wanted, answer)
        if found:
            return f"deal {n}: {found}"
    return unlike_end(document, evening, got)


def unlike_deal(wanted: Json, got: Json) -> str | None:
    for key, value in wanted.items():
        same = tuple(got[key]) in value if isinstance(value, set) else got[key] == value
        if not same:
            return f"{key}: wanted {value}, got {got[key]}"
    return None


def unlike_end(document: Json, evening: Evening, got: Json) -> str | None:
    wanted: Json = {"totals": evening.totals}
    if document["stake"]:
        wanted["money"] = [total * document["stake"]["minor_per_unit"] for total in evening.totals]
    if evening.open_round:
        wanted["tally"] = evening.tally
    limit = evening.o["evening_deals"]
    if limit:
        wanted["evening"] = {"deals": limit, "played": evening.played, "over": evening.played >= limit}
    for key, value in wanted.items():
        if got[key] != value:
            return f"{key}: wanted {value}, got {got[key]}"
    return None
