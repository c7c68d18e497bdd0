"""听写 (tingxie): a sentence fills the form of a 胡, so that everything understood is seen there before it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from zipai_ledger.entries import pad
from zipai_ledger.entries.setting import Setting
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.zipai.cards import card_name, card_text
from zipai_ledger.rules.zipai.dealt import EITHER
from zipai_ledger.rules.zipai.dictation import Dictation, hear
from zipai_ledger.rules.zipai.dictation_words import DEAD, FOUL, Vocabulary
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.notation import parse_hand
from zipai_ledger.rules.zipai.readings import best

from .entry import form_data
from .zipai_hand import zipai_asks, zipai_game

SANLONG = "sanlong"
"""三笼五坎 in one breath (`EITHER`) is one of the two, and is asked for like 三笼."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenDeal:
    """What a sentence says, and what it fills in, by field of the form."""

    dictation: Dictation
    values: Mapping[str, str]


def understand(setting: Setting, text: str, me: int | None) -> SpokenDeal:
    """What a sentence says at this table, ``me`` the seat of who says it.

    Raises `Refused` with the field ``said``, quoting what is not understood.
    """
    asks = zipai_asks(setting)
    dictation = hear(text, vocabulary(setting, me))
    if dictation.result:
        return SpokenDeal(dictation=dictation, values={})
    code = SANLONG if dictation.mark == EITHER else dictation.mark
    claimed = next((mark for mark in asks.marks if mark.code == code), None)
    if claimed:
        giver = setting.state.dealer if claimed.from_dealer else None
        dictation = replace(dictation, source=claimed.source, giver=giver)
    values = {**_people(dictation), **_cards(setting, dictation)}
    if not values:
        raise Refused(Problem("bad_meld", "said", "not_heard", {"text": text.strip()[:12]}))
    return SpokenDeal(dictation=dictation, values=values)


def vocabulary(setting: Setting, me: int | None) -> Vocabulary:
    """What can be named at this table, deals that nobody won by all words that are used for them, its own among them."""
    terms, results = setting.ruleset.terms, {kind.result for kind in setting.ruleset.results}
    marks = {mark.label.zh: mark.code for mark in zipai_asks(setting).marks}
    words = {
        **dict.fromkeys((*DEAD, terms.dead.zh), facts.Dead.result),
        **dict.fromkeys((*FOUL, terms.foul.zh), facts.Foul.result),
    }
    return Vocabulary(
        names=[setting.name(seat) for seat in range(setting.table.seats)],
        marks=marks | ({"三笼五坎": EITHER} if SANLONG in marks.values() else {}),
        results={word: result for word, result in words.items() if result in results},
        me=me,
    )


def fill(data: Mapping[str, str], understood: SpokenDeal) -> dict[str, str]:
    """The form with what was understood in it; the sentence has done its work."""
    return {**data, **understood.values, "said": ""}


def _people(dictation: Dictation) -> dict[str, str]:
    values = form_data({"winner": dictation.winner, "source": dictation.source, "from": dictation.giver})
    values = {name: value for name, value in values.items() if value}
    if dictation.source:
        values |= {**form_data({"from": dictation.giver}), "marks": dictation.mark}
    return values


def _cards(setting: Setting, dictation: Dictation) -> dict[str, str]:
    if not dictation.groups:
        counts = form_data({"hu": dictation.hu, "xing_count": dictation.xing, "xing_lower": dictation.lower})
        mode = {} if dictation.hu is None else {"mode": "hu"}
        return {**mode, **{name: value for name, value in counts.items() if value}}
    partly = dictation.xing is not None and dictation.cards < _expected(setting, dictation) - 1
    values = {"mode": "groups" if partly else "cards", "groups": _text(setting, dictation)}
    more = form_data({"flipped": card_text(dictation.flipped), "xing_count": dictation.xing})
    return {**values, **{name: value for name, value in more.items() if value}}


def _expected(setting: Setting, dictation: Dictation) -> int:
    """How many cards a complete hand with these quads has, the winning card among them."""
    groups = zipai_asks(setting).groups
    quads = sum(len(group.cards) == 4 and group.kind != "rest" for group in dictation.groups)
    return 3 * (groups - 1) + 2 + quads if quads else 3 * groups


def _text(setting: Setting, dictation: Dictation) -> str:
    """The groups as the pad writes them, with the winning card in the last of those that hold it."""
    words = zipai_game(setting).valuing.words
    text = " ".join(words.tokens[group.kind] + card_text(group.cards) for group in dictation.groups)
    if dictation.source == "dealt" or (dictation.won is None and len(set(dictation.groups[-1].cards)) > 1):
        return text
    won = dictation.groups[-1].cards[0] if dictation.won is None else dictation.won
    missing = _expected(setting, dictation) - dictation.cards
    if missing == 0:
        places = [at for at, group in enumerate(dictation.groups) if won in group.cards]
        return f"{text} 胡{card_name(won)}@{places[-1]}" if places else f"{text} 胡{card_name(won)}"
    if dictation.won is None:
        return text
    return _completed(setting, f"{text} 胡{card_name(won)}", dictation.source)


def _completed(setting: Setting, text: str, source: str) -> str:
    """A hand dictated without the winning card in its group: grouped anew with it, where that makes a win."""
    valuing = zipai_game(setting).valuing
    try:
        hand: Hand = replace(parse_hand(text, "said"), source=source or "other_draw")
    except Refused:
        return text
    reading = best(hand, valuing.rules)
    return text if reading is None else pad.write(hand, reading, valuing.words)
