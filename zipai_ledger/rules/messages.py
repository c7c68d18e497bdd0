"""Saying things: chooses the wording of an explained line or a problem and fills it in.

A template is chosen by the key of the `Problem` or `Item` (``code`` or ``code.why``); a ruleset's own ``texts`` win
over these. What is stored are only codes and numbers, so an old deal is explained in its reader's language.
"""

from collections.abc import Mapping, Sequence

from .options import Words
from .problems import Param, Problem
from .ruleset import Item
from .wording import CODE_WORDS, FLOWS, ITEMS, PROBLEMS, REASONS, SHAPES
from .wording.latin import card_in_english

DEFAULT_LANGUAGE = "zh-hans"
LANGUAGES = (DEFAULT_LANGUAGE, "zh-hant", "en")
"""Those the rules speak; any other is answered in the default."""
MINUS = "\u2212"

__all__ = [
    "DEFAULT_LANGUAGE",
    "NO_TEXTS",
    "Texts",
    "code_word",
    "flow_label",
    "label",
    "problem_text",
    "reason",
    "short_label",
]

QUOTED = frozenset(("option", "text", "cards", "card", "for", "known", "word"))
"""Params that repeat what somebody wrote, and are never read out as words."""

WHO = frozenset(("player", "payee"))
"""Params that are one player."""

OWN_NAMES = frozenset(("name", "row"))
"""Params that are a name which a table gave something; ``name_en`` beside it is for who reads English."""

CARDS = frozenset(("card", "for", "tile"))
"""Params that are one card or tile by what is printed on it."""

Texts = Mapping[str, Words]
NO_TEXTS: Texts = {}


def code_word(code: str, lang: str = DEFAULT_LANGUAGE, *, texts: Texts = NO_TEXTS) -> str:
    """The word for a kind of group, a source or a mark, in its ruleset's words; the code itself where there is none."""
    word = texts.get(f"word.{code}") or CODE_WORDS.get(code)
    return word.in_language(lang) if word else code


def _named(params: Mapping[str, Param], lang: str, names: Sequence[str], texts: Texts) -> Mapping[str, Param]:
    """Params as a reader wants them: kinds, marks and sources in words, players by name, cards for those who read no characters."""
    worded: dict[str, Param] = {}
    for key, value in params.items():
        if key in WHO and isinstance(value, int):
            worded[key] = _name(value, names)
        elif key == "players" and isinstance(value, list):
            worded[key] = ("、", ", ")[lang == "en"].join(_name(one, names) for one in value)
        elif key in OWN_NAMES and isinstance(value, str):
            worded[key] = _own_name(value, params.get(f"{key}_en"), lang)
        elif isinstance(value, str) and key in CARDS and lang == "en":
            worded[key] = card_in_english(value)
        elif isinstance(value, str) and key not in QUOTED:
            worded[key] = code_word(value, lang, texts=texts)
    return {**params, **worded} if worded else params


def _own_name(name: str, english: Param, lang: str) -> str:
    words = Words(name, english if isinstance(english, str) and english else name)
    return words.in_language(lang)


def _signed(params: Mapping[str, Param]) -> Mapping[str, Param]:
    """The numbers of a line, those below zero with a real minus."""
    return {
        key: f"{MINUS}{-value}" if type(value) is int and value < 0 else value
        for key, value in params.items()
    }


def _name(player: int | str, names: Sequence[str]) -> str:
    return names[player] if isinstance(player, int) and player < len(names) else f"{player}"


def _render(words: Words, params: Mapping[str, Param], lang: str, names: Sequence[str], texts: Texts) -> str:
    return words.in_language(lang).format_map(_named(params, lang, names, texts))


def item_key(item: Item) -> str:
    """``code``, or ``code.how`` where a line has several wordings."""
    how = item.params.get("how")
    return f"{item.code}.{how}" if how else item.code


def label(
    item: Item, lang: str = DEFAULT_LANGUAGE, *, texts: Texts = NO_TEXTS, names: Sequence[str] = ()
) -> str:
    """One explained line in words; raises KeyError for a code without a template."""
    key = item_key(item)
    return _render(texts.get(key) or ITEMS[key], _signed(item.params), lang, names, texts)


def short_label(
    item: Item, lang: str = DEFAULT_LANGUAGE, *, texts: Texts = NO_TEXTS, names: Sequence[str] = ()
) -> str:
    """The line in a few words, where its ruleset has them (``code.short``): for a folded deal."""
    words = texts.get(f"{item_key(item)}.short")
    return _render(words, _signed(item.params), lang, names, texts) if words else ""


def flow_label(code: str, lang: str = DEFAULT_LANGUAGE, *, texts: Texts = NO_TEXTS) -> str:
    """Why a payment is made, in words."""
    return (texts.get(code) or FLOWS[code]).in_language(lang)


def reason(code: str, lang: str = DEFAULT_LANGUAGE, *, texts: Texts = NO_TEXTS) -> str:
    """The reason before a payment of this kind, empty where who pays whom is enough."""
    words = texts.get(f"why.{code}") or REASONS.get(code)
    return words.in_language(lang) if words else ""


def problem_text(
    problem: Problem,
    lang: str = DEFAULT_LANGUAGE,
    *,
    texts: Texts = NO_TEXTS,
    names: Sequence[str] = (),
    more: Texts = NO_TEXTS,
) -> str:
    """What is wrong and what was expected, in words; raises KeyError for a key without a template.

    ``more`` are templates for what only somebody above the rules refuses.
    """
    key = problem.key
    words = texts.get(key) or PROBLEMS.get(key) or more.get(key) or SHAPES.get(problem.why)
    if words is None:
        words = PROBLEMS.get(problem.code) or more[problem.code]
    return _place(problem, lang) + _render(words, problem.params, lang, names, texts)


def _place(problem: Problem, lang: str) -> str:
    """Where in an option that is a table: its row by number, or its part by name, and the column; "" elsewhere."""
    if problem.code != "bad_option":
        return ""
    params, at = problem.params, problem.params.get("at")
    where = [Words(f"第 {at} 行", f"Row {at}").in_language(lang)] if isinstance(at, int) else []
    names = {key: params.get(key) for key in ("part", "column")}
    where += [
        _own_name(name, params.get(f"{key}_en"), lang) for key, name in names.items() if isinstance(name, str)
    ]
    return f"{'，'.join(where)}：" if where and lang != "en" else "".join(f"{each}: " for each in where)
