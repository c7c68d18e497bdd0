"""What the product answers beside what the pages say."""

import json

from tests.rules.reference import sessions
from tests.rules.reference.hands import SPECIALS
from zipai_ledger.rules import replay, scoring

DEAL_KEYS = ("dealer", "sitting", "deltas", "tally", "round_over", "hu", "units", "level", "tribute")


def product(command, request):
    """The product's answer, by the functions behind `manage.py score`, `waits` and `replay`."""
    text = json.dumps(request, ensure_ascii=False)
    if command == "replay":
        return replay.answer_text(text)
    return json.loads(scoring.answer_line(command, text))


def single(value):
    """A list of one is that one: an opening with one entry equals a win."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def unlike_refusal(ours, theirs):
    codes = {error["code"] for error in theirs["errors"]}
    if not codes & ours["codes"]:
        return f"codes {sorted(ours['codes'])} ≠ {sorted(codes)}"
    if ours.get("deal") and ours["deal"] != theirs.get("deal"):
        return f"deal {ours['deal']} ≠ {theirs.get('deal')}"
    return None


def unlike_deals(ours, theirs):
    for number, (a, b) in enumerate(zip(ours, theirs, strict=True), 1):
        for key in DEAL_KEYS:
            if key in a and single(a[key]) != single(b.get(key)):
                return f"deal {number} {key} {a[key]} ≠ {b.get(key)}"
        if sum(b["deltas"]):
            return f"deal {number} does not sum to zero"
    return None


def unlike_sums(ours, theirs):
    for key in ("totals", "tally", "evening", "money"):
        if (ours[key] is not None or key == "money") and ours[key] != theirs.get(key):
            return f"{key} {ours[key]} ≠ {theirs.get(key)}"
    if "stages" in theirs:
        totals = [stage["totals"] for stage in theirs["stages"]]
        if totals != ours["stage_totals"]:
            return f"stages {ours['stage_totals']} ≠ {totals}"
    return unlike_transfers(ours, theirs)


def unlike_transfers(ours, theirs):
    """Whether the proposed transfers settle what stands, in at most players − 1 of them."""
    if ours["totals"] is None:
        return None
    left = list(ours["totals"])
    for due in theirs["transfers"]:
        left[due["from"]] += due["units"]
        left[due["to"]] -= due["units"]
    if any(left) or len(theirs["transfers"]) >= len(left):
        return f"transfers {theirs['transfers']} do not settle {ours['totals']}"
    return None


def deals_of(theirs):
    if "stages" not in theirs:
        return theirs["deals"]
    return [deal for stage in theirs["stages"] for deal in stage["deals"]]


def unlike_session(ours, theirs):
    return unlike_deals(ours["deals"], deals_of(theirs)) or unlike_sums(ours, theirs)


def unlike_hand(request, ours, theirs):
    keys = ["units"] if ours.get("hu") is None else ["hu", "units"]
    special = any(card in json.dumps(request["hand"], ensure_ascii=False) for card in ("飞", "秤"))
    if "readings" in ours and not special:
        keys.append("readings")
    for key in keys:
        if ours[key] != theirs.get(key):
            return f"{key} {ours[key]} ≠ {theirs.get(key)}"
    return None


def unlike_waits(ours, theirs):
    ways = ("self_draw", "other_draw", "discard")
    found = {
        wait["card"]: [wait[way] for way in ways] for wait in theirs["waits"] if wait["card"] not in SPECIALS
    }
    return None if found == ours["waits"] else f"waits {ours['waits']} ≠ {found}"


def unlike(command, request):
    """Why the two answers to a request differ, or None."""
    return beside(sessions.answer(command, request), product(command, request), command, request)


def beside(ours, theirs, command, request):
    """Why these two answers differ, or None."""
    if ours["ok"] != theirs["ok"]:
        outcome = theirs.get("errors") or "a result"
        return f"{'stands' if ours['ok'] else sorted(ours['codes'])} ≠ {outcome}"
    if not ours["ok"]:
        return unlike_refusal(ours, theirs)
    if command == "replay":
        return unlike_session(ours, theirs)
    if command == "waits":
        return unlike_waits(ours, theirs)
    return unlike_hand(request, ours, theirs)
