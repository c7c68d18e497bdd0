"""字牌 deals as chance has them: by cards, by 胡 alone, with the cards dealt, claimed wrongly."""

import random
from typing import Any

from tests.rules.evenings.setting import Setting
from tests.rules.zipai.dealing import complete_hand, dealt_hand, fourth_hand, opening_hand, run_hand
from tests.rules.zipai.special_dealing import with_specials
from zipai_ledger.rules.zipai.cards import CARDS, NAMES, step
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.melds import YIWUSHI


def any_xing(chance: random.Random, cards: tuple[int, ...]) -> dict[str, Any]:
    """Turned cards that are not among the winner's, a pile at its end, or copies counted by hand."""
    left = [card for card in range(20) if cards.count(card) < 4]
    beside = [step(card, by) for card in range(20) if card not in left for by in (-1, 1)]
    first = chance.choice(beside if beside and chance.random() < 0.5 else left)
    flipped = [CARDS[card] for card in (first, chance.choice(left))[: chance.choice((1, 1, 2))]]
    return chance.choice(
        ({"flipped": flipped}, {"flipped": flipped}, {"empty": True}, {"count": 5, "lower": 2})
    )


def any_win(at: Setting, chance: random.Random) -> dict[str, Any]:
    """A win of somebody who plays."""
    winner, other = chance.sample(at.playing, 2)
    how = chance.random()
    if how < 0.1:
        return _opened(at, chance, winner)
    deal = _by_hu(at, chance, winner) if how < 0.5 else _by_cards(at, chance, winner)
    source = deal.get("source") or deal["hand"]["source"]
    if source == "discard" or (source == "other_draw" and chance.random() < 0.5):
        deal.setdefault("from", other)
    minima = at.ruleset.game(at.table.options).minima
    if minima and chance.random() < 0.3:
        deal["min_hu"] = chance.choice(minima)
    return deal


def _by_cards(at: Setting, chance: random.Random, winner: int) -> dict[str, Any]:
    asks = at.ruleset.game(at.table.options).asks
    hand = _exchanged(at, chance, _winning_hand(at, chance, asks.groups))
    deal = {"result": "win", "winner": winner, "hand": hand.to_json()}
    if hand.source == "discard" and winner != at.dealer and chance.random() < 0.2:
        deal |= {"from": at.dealer, "marks": ["dihu"]}
    return {**deal, "xing": any_xing(chance, hand.cards())} if asks.xing else deal


def _winning_hand(at: Setting, chance: random.Random, groups: int) -> Hand:
    """Any hand, more often than by luck one in which it matters whether a fourth card opens, or 一五十 is a run."""
    how = chance.random()
    if how < 0.2:
        return fourth_hand(chance, groups)
    if how < 0.35 and at.table.options.get("yiwushi") == "on":
        return run_hand(chance, YIWUSHI, groups)
    return complete_hand(chance, groups)


def _exchanged(at: Setting, chance: random.Random, hand: Hand) -> Hand:
    """The hand as it is or, where the deck may have them, with a 飞王 or 秤子 in it."""
    deck = at.ruleset.game(at.table.options).valuing.specials
    known = tuple(NAMES.index(name) for name, number in deck.items() if number)
    return with_specials(chance, hand, 1, known) if known and chance.random() < 0.3 else hand


def _opened(at: Setting, chance: random.Random, winner: int) -> dict[str, Any]:
    """天胡, or three quads or five triples among the cards dealt."""
    asks = at.ruleset.game(at.table.options).asks
    deals = winner == at.dealer
    hand = (
        dealt_hand(chance, asks.groups)
        if deals and chance.random() < 0.5
        else opening_hand(chance, 20 + deals)
    )
    deal = {"result": "win", "winner": winner, "hand": hand.to_json()}
    return {**deal, "xing": any_xing(chance, hand.cards())} if asks.xing else deal


def _by_hu(at: Setting, chance: random.Random, winner: int) -> dict[str, Any]:
    """A win by its 胡 alone, at times with a mark or a pattern that is asked for."""
    asks = at.ruleset.game(at.table.options).asks
    source = chance.choice([each.code for each in asks.sources])
    deal: dict[str, Any] = {"result": "win", "winner": winner, "source": source, "hu": chance.randrange(60)}
    if asks.patterns and chance.random() < 0.3:
        pattern = chance.choice(asks.patterns)
        where = "marks" if pattern.names == "mark" else "patterns"
        deal |= {where: [pattern.code], "hu": deal["hu"] if pattern.hu is None else pattern.hu}
    elif chance.random() < 0.2:
        mark = chance.choice(asks.marks)
        deal |= {"marks": mark.code.split(), "source": mark.source}
        deal |= {"winner": at.dealer} if mark.who == "dealer" else {}
        deal |= {"from": at.dealer} if mark.from_dealer else {}
    if asks.counts and chance.random() < 0.9:
        counts = {ask.code: chance.randint(0, min(ask.most, 20)) for ask in asks.counts}
        deal |= {"wang": counts.pop("wang")} if "wang" in counts else {}
        deal["counts"] = counts
    deal |= any_quads(at, chance)
    if asks.xing:
        deal["xing"] = {"count": chance.randrange(5)} | ({"lower": 0} if asks.lower else {})
    return deal


def any_shared(at: Setting, chance: random.Random) -> dict[str, Any]:
    """Two win one discard, mostly told by their 胡 alone."""
    *winners, giver = chance.sample(at.playing, len(at.playing))
    asks = at.ruleset.game(at.table.options).asks
    wins = []
    for winner in winners[: chance.choice((1, 2, 2, 2, 2))]:
        win: dict[str, Any] = {"winner": winner, "hu": chance.randrange(60)}
        wins.append({**win, "xing": {"count": chance.randrange(5)}} if asks.xing else win)
    return {
        "result": "win",
        "source": chance.choice(("discard", "discard", "other_draw")),
        "from": giver,
        "wins": wins,
    }


def any_quads(at: Setting, chance: random.Random) -> dict[str, Any]:
    """提 of somebody, where they are paid at once."""
    if not at.ruleset.game(at.table.options).asks.quads or chance.random() < 0.5:
        return {}
    quads = {"player": chance.choice(at.playing), "big": chance.randint(0, 2), "small": chance.randint(0, 1)}
    return {"quads": [quads]}


def any_dead(at: Setting, chance: random.Random) -> dict[str, Any]:
    """A deal that nobody won, at times with 王 or 提 in it."""
    deal: dict[str, Any] = {"result": "dead", **any_quads(at, chance)}
    if at.ruleset.game(at.table.options).asks.wang_dead:
        deal["wang"] = [int(seat in at.playing and not seat % 2) for seat in range(at.table.seats)]
    return deal


def any_opening(at: Setting, chance: random.Random) -> dict[str, Any]:
    """One or several players win at once with the cards dealt."""
    wins: list[dict[str, Any]] = []
    for winner in chance.sample(at.playing, chance.randint(1, len(at.playing))):
        hand = opening_hand(chance, 20 + (winner == at.dealer))
        wins.append({"winner": winner, **({"hu": 30} if chance.random() < 0.5 else {"hand": hand.to_json()})})
    return {"result": "opening", "wins": wins}


def any_foul(at: Setting, chance: random.Random) -> dict[str, Any]:
    """A foul with what the table has to be told of it, or with less."""
    ask, offender = at.ruleset.game(at.table.options).foul_ask, chance.choice(at.playing)
    groups = at.ruleset.game(at.table.options).asks.groups
    claims: list[dict[str, Any]] = [{}]
    claims += [{"units": chance.randrange(6)}] if ask.units else []
    claims += [{"hu": chance.randrange(40)}] if ask.hu else []
    claims += [{"hand": complete_hand(chance, groups).to_json()}] if ask.hand else []
    return {"result": "foul", "offender": offender, **chance.choice(claims)}
