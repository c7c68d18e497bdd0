"""A request or a session document in, the answer of the pages out (the shapes are those of the interface)."""

from tests.rules.reference import dalin, guiyang, rulesets
from tests.rules.reference.hands import Refused

TABLES = {"dalin": dalin.Table, "guiyang": guiyang.Table}
ONE_STAGE = ("ruleset", "options", "stake", "first_dealer", "first_sitting", "carried_in", "deals")


def stages_of(document):
    if "stages" in document:
        return document["stages"]
    seats = list(range(len(document["players"])))
    return [{"seats": seats, **{key: document[key] for key in ONE_STAGE if key in document}}]


def table_for(stage):
    return TABLES.get(stage["ruleset"], rulesets.Table)(stage, len(stage["seats"]))


def replay(document):
    """The answer to a session document; {"ok": False, "codes", "deal"} at the first deal that cannot stand."""
    deals, number, tables = [], 0, []
    stages = stages_of(document)
    try:
        for i, stage in enumerate(stages):
            table = table_for(stage)
            tables.append(table)
            for deal in stage["deals"]:
                number += 1
                deals.append(table.deal(deal))
            if i < len(stages) - 1 and any(getattr(table, "tally", [])):
                return {"ok": False, "codes": {"bad_stage"}, "deal": None}
    except Refused as refused:
        return {"ok": False, "codes": refused.codes, "deal": number}
    return {"ok": True, "deals": deals, **sums(document, stages, tables)}


def sums(document, stages, tables):
    players = len(document["players"])
    answer = {"totals": None, "tally": None, "evening": None, "money": None}
    if len(stages) == 1:
        table, stage = tables[0], stages[0]
        answer["totals"] = table.totals
        answer["tally"] = list(table.tally) if stage["ruleset"] in rulesets.TALLY else None
        answer["evening"] = evening(table)
    money, staked = [0] * players, False
    for stage, table in zip(stages, tables, strict=True):
        if stage.get("stake"):
            staked = True
            for seat, total in zip(stage["seats"], table.totals, strict=True):
                money[seat] += total * stage["stake"]["minor_per_unit"]
    answer["money"] = money if staked else None
    answer["stage_totals"] = [table.totals for table in tables]
    return answer


def evening(table):
    wanted = table.options["evening_deals"]
    return {"deals": wanted, "played": table.played, "over": table.played >= wanted} if wanted else None


def score(request):
    scored = guiyang.score(request) if request["ruleset"] == "guiyang" else rulesets.score(request)
    return {"ok": True, **scored}


def answer(command, request):
    try:
        if command == "replay":
            return replay(request)
        if command == "score":
            return score(request)
        return {"ok": True, "waits": rulesets.waits(request)}
    except Refused as refused:
        return {"ok": False, "codes": refused.codes}


# --- the given cases ---


def unlike_want(got, want):
    """Why an answer is not what a given case wants, or None."""
    if got["ok"] != want["ok"]:
        return "ok"
    if not want["ok"]:
        return None if got["codes"] & set(want["codes"]) else "codes"
    for number, deal in enumerate(want.get("deals") or []):
        for key, wanted in (deal or {}).items():
            if key != "warnings" and got["deals"][number][key] != wanted:
                return f"deal {number + 1} {key}"
    return unlike_sums(got, want)


def unlike_sums(got, want):
    for key in ("totals", "tally", "units", "hu", "evening"):
        if key in want and got[key] != want[key]:
            return key
    for card, values in want.get("waits", {}).items():
        if got["waits"].get(card) != values:
            return f"waits {card}"
    return None
