"""字牌 (zipai): what the form of a 胡 shows beside what stands in it: keys, words and values for the pad, examples."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from zipai_ledger.entries.setting import Setting
from zipai_ledger.forms.zipai_hand import ZipaiHandForm, zipai_game
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.rulebook import one
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.zipai.asks import Asks
from zipai_ledger.rules.zipai.cards import FEI, SETS, card_name
from zipai_ledger.rules.zipai.melds import Values, meld
from zipai_ledger.rules.zipai.words import GLOSSES, FamilyWords

from .fans import face
from .template_values import TemplateValue

TABS = ("peng", "sao", "kaiduo", "saochuan", "shun", "da")
"""Kinds of group in the order of their keys."""
TYPED = (
    *(("peng", "捌捌捌"), ("sao", "伍伍伍"), ("kaiduo", "三三三三")),
    *(("shun", "壹贰叁"), ("da", "玖玖九"), ("pair", "十十"), ("rest", "七八")),
)
"""A whole hand that waits for 九."""
NO_GLOSS = Words("", "")
SMALL, BIG, RED_SMALL, RED_BIG = 0, 10, 1, 11


@dataclass(frozen=True, slots=True)
class SpecialKey:
    """飞王, 秤子: a card of the deck that stands for others, how it is drawn, and how many there are."""

    card: int
    face: str
    name: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipaiEntry(TemplateValue):
    """What the rules ask, ``tabs`` (kinds of group, each with its local word and a gloss of it, if any), and what scripts read:

    ``words_json`` kind of group → local word; ``tokens_json`` the same kinds as they are written in ``groups``;
    ``values_json`` kind → what it counts, [small, big], "special" for 一二三 and 二七十, "peng_red" where it differs;
    ``wilds_json`` special card → how many, ``faces_json`` → how it is drawn. ``fei``: what 飞王 is called here.
    """

    asks: Asks
    tabs: tuple[tuple[str, str, str], ...]
    specials: tuple[SpecialKey, ...]
    fei: str
    typed_example: str
    sentence_examples: tuple[str, str, str]
    words_json: str
    tokens_json: str
    values_json: str
    wilds_json: str
    faces_json: str


def zipai_entry(form: ZipaiHandForm) -> ZipaiEntry:
    """What the page needs beside its form."""
    setting, valuing, speaker = form.setting, zipai_game(form.setting).valuing, form.setting.speaker
    words = {kind: speaker.word(valuing.words.short_word(kind)) for kind in valuing.words.short}
    words["rest"] = Speaker(lang=speaker.lang).label("rest")
    specials = special_keys(setting)
    return ZipaiEntry(
        asks=form.asks,
        tabs=tuple((kind, words[kind], speaker.word(GLOSSES.get(kind, NO_GLOSS))) for kind in TABS),
        specials=specials,
        fei=speaker.word(one(setting.ruleset.fei)),
        typed_example=typed_example(valuing.words, speaker.lang),
        sentence_examples=sentence_examples(setting, form.asks),
        words_json=json.dumps(words, ensure_ascii=False),
        tokens_json=json.dumps(valuing.words.tokens, ensure_ascii=False),
        values_json=json.dumps(group_values(valuing.rules.values)),
        wilds_json=json.dumps({key.card: key.number for key in specials}),
        faces_json=json.dumps({key.card: key.face for key in specials}),
    )


def typed_example(words: FamilyWords, lang: str) -> str:
    """A hand group by group: 碰捌捌捌 扫伍伍伍 …; what stands before the cards in the reader's characters."""
    return " ".join(one(words.tokens[kind]).in_language(lang) + cards for kind, cards in TYPED) + " 胡九"


def sentence_examples(setting: Setting, asks: Asks) -> tuple[str, str, str]:
    """A deal in one sentence, in this table's names and words: “小李点炮老王 碰小八 …”, by its 胡 alone, a dead one.

    Chinese in whatever language the page is: that is what is understood.
    """
    first, second = map(setting.name, setting.playing[:2])
    word, tokens = setting.speaker.word, zipai_game(setting).valuing.words.tokens
    discards = any(source.code == "discard" for source in asks.sources)
    how = f"{second}{word(one('点炮'))}{first}" if discards else f"{first}自摸"
    peng, sao = (word(one(tokens[kind])) for kind in ("peng", "sao"))
    hu, turned = word(one(setting.ruleset.terms.hu.zh)), word(one(" 醒一个" if asks.xing else ""))
    called = f"{how} 17 {hu}{turned}"
    dead = word(one(setting.ruleset.terms.dead.zh))
    return f"{how} {peng}小八 {sao}大二 一二三 胡小四", called, dead


def special_keys(setting: Setting) -> tuple[SpecialKey, ...]:
    """The 飞王 and 秤子 of this table's deck."""
    known = zipai_game(setting).valuing.specials
    names = {card: card_name(card) for card in SETS}
    called = {**names, FEI: setting.speaker.word(one(setting.ruleset.fei))}
    return tuple(
        SpecialKey(card, face(card, setting.ruleset.fei), called[card], known[name])
        for card, name in names.items()
        if known[name]
    )


def group_values(values: Values) -> dict[str, Sequence[int]]:
    """What groups are worth, small and big, as the pad's script reads it."""
    counts = {"peng": 3, "sao": 3, "kaiduo": 4, "saochuan": 4}
    table: dict[str, Sequence[int]] = {
        kind: [values.of(meld(kind, (card,) * n)) for card in (SMALL, BIG)] for kind, n in counts.items()
    }
    table["special"] = [values.of(meld("shun", (card, card + 1, card + 2))) for card in (SMALL, BIG)]
    table["pair"] = [0, 0]
    red = [values.of(meld("peng", (card,) * 3)) for card in (RED_SMALL, RED_BIG)]
    return table if red == table["peng"] else {**table, "peng_red": red}
