"""听写: a sentence fills the form of a 胡, so that everything understood is seen there before it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.zipai.cards import card_name, card_text, name_aloud
from zipai_ledger.rules.zipai.dictation import Dictation, hear
from zipai_ledger.rules.zipai.hand import Hand
from zipai_ledger.rules.zipai.notation import parse_hand
from zipai_ledger.rules.zipai.readings import best

from . import pad
from .forms import Data, Setting, written
from .zipai_hand import asks_of, game_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What a sentence fills in, by field of the form; in words, and as groups to be drawn: ``(kind, cards)``."""

    values: Mapping[str, str]
    words: tuple[str, ...]
    groups: tuple[tuple[str, str], ...]


def understand(setting: Setting, text: str) -> Understood:
    """What a sentence says at this table; raises `Refused` with the field ``said``, quoting what it does not."""
    asks = asks_of(setting)
    seats = range(setting.table.seats)
    marks = {mark.label.zh: mark.code for mark in asks.marks}
    heard = hear(text, [setting.name(seat) for seat in seats], marks)
    told = next((mark for mark in asks.marks if mark.code == heard.mark), None)
    if told:
        giver = setting.state.dealer if told.from_dealer else None
        heard = replace(heard, source=told.source, giver=giver)
    values = {**_people(heard), **_cards(setting, heard)}
    if not values:
        raise Refused(Problem("bad_meld", "said", "not_heard", {"text": text.strip()[:12]}))
    groups = tuple((group.kind, card_text(group.cards)) for group in heard.groups)
    return Understood(values=values, words=tuple(_words(setting, heard)), groups=groups)


def filled(data: Data, understood: Understood) -> dict[str, str]:
    """The form with what was understood in it; the sentence has done its work."""
    return {**data, **understood.values, "said": ""}


def _people(heard: Dictation) -> dict[str, str]:
    values = {"winner": written(heard.winner), "source": heard.source, "from": written(heard.giver)}
    values = {name: value for name, value in values.items() if value}
    if heard.source:
        values |= {"from": written(heard.giver), "marks": heard.mark}
    return values


def _cards(setting: Setting, heard: Dictation) -> dict[str, str]:
    if not heard.groups:
        told = {"hu": written(heard.hu), "xing_count": written(heard.xing)}
        mode = {} if heard.hu is None else {"mode": "hu"}
        return {**mode, **{name: value for name, value in told.items() if value}}
    partly = heard.xing is not None and heard.cards < _expected(setting, heard) - 1
    values = {"mode": "groups" if partly else "cards", "groups": _text(setting, heard)}
    turned, count = card_text(heard.flipped), written(heard.xing)
    return {**values, **({"flipped": turned} if turned else {}), **({"xing_count": count} if count else {})}


def _expected(setting: Setting, heard: Dictation) -> int:
    """How many cards a complete hand with these quads has, the winning card among them."""
    groups = asks_of(setting).groups
    quads = sum(len(group.cards) == 4 and group.kind != "rest" for group in heard.groups)
    return 3 * (groups - 1) + 2 + quads if quads else 3 * groups


def _text(setting: Setting, heard: Dictation) -> str:
    """The groups as the pad writes them, with the winning card in the last of those that hold it."""
    words = game_of(setting).valuing.words
    text = " ".join(words.tokens[group.kind] + card_text(group.cards) for group in heard.groups)
    if heard.source == "dealt" or (heard.won is None and len(set(heard.groups[-1].cards)) > 1):
        return text
    won = heard.groups[-1].cards[0] if heard.won is None else heard.won
    missing = _expected(setting, heard) - heard.cards
    if missing == 0:
        places = [at for at, group in enumerate(heard.groups) if won in group.cards]
        return f"{text} 胡{card_name(won)}@{places[-1]}" if places else f"{text} 胡{card_name(won)}"
    if heard.won is None:
        return text
    return _completed(setting, f"{text} 胡{card_name(won)}", heard.source)


def _completed(setting: Setting, text: str, source: str) -> str:
    """A hand told without the winning card in its group: grouped anew with it, where that makes a win."""
    valuing = game_of(setting).valuing
    try:
        hand: Hand = replace(parse_hand(text, "said"), source=source or "other_draw")
    except Refused:
        return text
    reading = best(hand, valuing.rules)
    return text if reading is None else pad.write(hand, reading, valuing.words)


def _words(setting: Setting, heard: Dictation) -> list[str]:
    """“老王胡”, “小李打出来的”, “胡小四”, “22 胡” …"""
    known = {source.code: source for source in asks_of(setting).sources}
    lang, words = setting.speaker.lang, []
    if heard.winner is not None:
        words.append(_("%(name)s胡") % {"name": setting.name(heard.winner)})
    if heard.source:
        source = known.get(heard.source)
        how = source.label.in_language(lang) if source else _("起手")
        words.append(how if heard.giver is None else f"{setting.name(heard.giver)} {how.lower()}")
    if heard.won is not None:
        words.append(_("胡的是%(card)s") % {"card": name_aloud(heard.won)})
    if heard.hu is not None:
        words.append(f"{heard.hu} {setting.speaker.hu}")
    if heard.xing is not None:
        words.append(_("醒 %(n)d") % {"n": heard.xing})
    return words + [_("翻的醒是%(card)s") % {"card": name_aloud(card)} for card in heard.flipped]
