"""Random requests and session documents over all games, always the same ones for the same seed."""

import random
from copy import deepcopy

from tests.rules.reference import chance_dalin, chance_faults, chance_guiyang, chance_zipai
from tests.rules.reference.hands import Refused
from tests.rules.reference.rulesets import S4
from tests.rules.reference.sessions import table_for

ZIPAI = ("guilin", "dazipai", *S4)
RULESETS = (*ZIPAI, "guiyang", "dalin")
NAMES = "甲乙丙丁"
FORMS_OF = {"guilin": (2, 3, 3, 4), "dazipai": (2, 3, 3), "guiyang": (2, 3, 4, 4, 4), "dalin": (4,)}


def hand(seed, games=ZIPAI):
    """(command, request): a hand to score, or its waits."""
    rng = random.Random(f"hand {seed}")
    ruleset = games[seed % len(games)]
    if ruleset == "guiyang":
        return "score", chance_guiyang.score_request(rng)
    if rng.random() < 0.02:
        return "waits", chance_zipai.waits_request(rng, ruleset)
    return "score", chance_zipai.score_request(rng, ruleset)


def options_for(rng, ruleset, players):
    if ruleset == "guiyang":
        return chance_guiyang.options(rng, players)
    if ruleset == "dalin":
        return chance_dalin.options(rng)
    return chance_zipai.options(rng, ruleset, players, rng.choice((0.1, 0.3, 0.6)))


def maker(ruleset):
    return {"guiyang": chance_guiyang.deal, "dalin": chance_dalin.deal}.get(ruleset, chance_zipai.deal)


def stage(rng, ruleset, players):
    """A stage without deals yet."""
    made = {"ruleset": ruleset, "options": options_for(rng, ruleset, players)}
    made["stake"] = {"currency": "CNY", "minor_per_unit": 50} if rng.random() < 0.3 else None
    made["seats"] = list(range(players))
    made["first_dealer"] = rng.randrange(players)
    made["first_sitting"] = None
    form = made["options"].get("form", "three_and_counter" if players == 4 else "")
    rotates = made["options"].get("counter_seat") != "opposite"
    if ruleset in S4 and form == "three_and_counter" and rng.random() < 0.3 and rotates:
        made["first_sitting"] = (made["first_dealer"] + rng.randrange(1, 4)) % 4
    if ruleset in ZIPAI:
        carried = chance_zipai.carried(rng, ruleset, made["options"], players)
        if carried:
            made["carried_in"] = carried
    made["deals"] = []
    return made


def fill(rng, made, length):
    """Deals that stand one after another, now and then a last one that does not. The table, and whether all stand."""
    table = table_for(made)
    for _ in range(length):
        for _ in range(40):
            deal = maker(made["ruleset"])(rng, table)
            after = stands(table, deal)
            if after or rng.random() < 0.02:
                made["deals"].append(deal)
                break
        if after is None:
            return table, False
        table = after
    return table, True


def stands(table, deal):
    """The table after this deal, None where it cannot stand."""
    after = deepcopy(table)
    try:
        after.deal(deal)
    except Refused:
        return None
    return after


def finish(rng, made, table, is_last):
    """How a stage ends: closed, its round ended; at the very end some with a deal that has something wrong."""
    way = rng.random()
    if is_last and way < 0.25:
        fault = {"guiyang": chance_faults.guiyang, "dalin": chance_faults.dalin}
        made["deals"].append(fault.get(made["ruleset"], chance_faults.zipai)(rng, table))
    elif made["ruleset"] in ZIPAI and (is_last or way < 0.9):
        made["deals"] += chance_zipai.ending(rng, table, is_last)


def session(seed, games=RULESETS):
    """A session document: one stage, or now and then two."""
    rng = random.Random(f"session {seed}")
    ruleset = games[seed % len(games)]
    players = rng.choice(FORMS_OF.get(ruleset, (2, 3, 3, 4, 4)))
    made = [stage(rng, ruleset, players)]
    table, all_stand = fill(rng, made[0], rng.randrange(1, 13))
    more = all_stand and rng.random() < 0.1
    if all_stand:
        finish(rng, made[0], table, not more)
    if more:
        game = rng.choice([game for game in RULESETS if players in FORMS_OF.get(game, (2, 3, 4))])
        made.append(stage(rng, game, players))
        table, all_stand = fill(rng, made[1], rng.randrange(1, 5))
        if all_stand:
            finish(rng, made[1], table, True)
    head = {
        "format": "zipai-ledger/session",
        "version": 1,
        "name": f"{ruleset} {seed}",
        "players": list(NAMES[:players]),
    }
    if len(made) > 1:
        return {**head, "stages": made}
    return {**head, **{key: value for key, value in made[0].items() if key != "seats"}}
