"""The form of a stage for its template: choices in words, what is wrong beside its field, worked examples."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from django.urls import reverse
from django.utils.translation import gettext as _

from zipai_ledger.formats import numbers, outcomes
from zipai_ledger.formats.speaker import speaker, word
from zipai_ledger.presenters.fans import group_fans
from zipai_ledger.rules import examples
from zipai_ledger.rules.options import Bands, Option, Value
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.ruleset import Ruleset
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.views.rules import book_url

from . import carrying, stakes
from .draft import (
    PREFIX,
    STAKE,
    Draft,
    offered_rulesets,
    preset_of,
    resolved,
    shown_options,
)

SUMMARY = 3
"""Options named in the folded line, beside those that differ from the default."""
TABLES = ("parts", "series", "bands")
"""Kinds of options that are a table of numbers."""
SPARE = 2
"""Empty rows below a table that may grow."""
FIELDS = {"name": "name", "stake": STAKE}


def explain(draft: Draft, problems: Iterable[Problem]) -> dict[str, str]:
    """Field → what is wrong with it, in words."""
    told: dict[str, str] = {}
    for problem in problems:
        option = draft.ruleset.options.by_code.get(str(problem.params.get("option", "")))
        named = {"option": word(option.name)} if option else {}
        if problem.field == STAKE:
            named = {"got": draft.stake[:40]}
        text = speaker(draft.ruleset).problem(replace(problem, params={**problem.params, **named}))
        told[problem.field] = f"{told[problem.field]} {text}" if problem.field in told else text
    return told


def context(draft: Draft, problems: Iterable[Problem] = ()) -> dict[str, Any]:
    """The context of ``tables/new.html``, without the addresses."""
    wrong = explain(draft, problems)
    rules = rules_context(draft, wrong)
    seats = seats_context(draft, wrong)
    placed = {"first_sitting"} if draft.sitting_is_picked else set()
    placed |= {*FIELDS.values(), *(f"players.{row}" for row in range(draft.rows))}
    placed |= {option.code for option in shown_options(draft.ruleset)}
    placed |= {name for name in wrong if name.startswith(carrying.PREFIX)}
    return {
        **rules,
        "errors": [{"message": text} for field, text in wrong.items() if field not in placed],
        "has_errors": bool(wrong),
        "games": [game(ruleset, draft.ruleset) for ruleset in offered_rulesets().values()],
        "form": {
            "client_id": draft.client_id,
            "base": draft.base,
            "name": draft.name,
            "name_error": wrong.get("name", ""),
            "seat_count": seat_counts(draft),
            "was": preset_of(draft),
            "shown": draft.ruleset.slug,
            "count": draft.count,
            "carries": bool(draft.ruleset.carries),
            "carry": draft.carrying.on,
        },
        "seats": seats,
        "sitting": sitting_context(draft, wrong),
        "first_deal": word(draft.ruleset.first_deal.text),
        "draw_url": reverse("drawing:draw") if draft.ruleset.first_deal.ways else "",
        "stake": stakes.stake(draft, wrong),
    }


def game(ruleset: Ruleset, chosen: Ruleset) -> dict[str, Any]:
    """One card to choose from."""
    return {
        "value": ruleset.slug,
        "label": word(ruleset.name),
        "line": word(ruleset.tagline),
        "checked": ruleset.slug == chosen.slug,
    }


def seat_counts(draft: Draft) -> list[dict[str, Any]]:
    """Who may sit; nothing to choose where there is one way."""
    option = draft.ruleset.options.by_code.get(draft.ruleset.seats_by)
    if option is None:
        return []
    return [
        {
            "value": choice.value,
            "label": word(choice.name),
            "count": draft.ruleset.places({option.code: choice.value}),
            "checked": choice.value == draft.seating,
        }
        for choice in option.choices
    ]


def seats_context(draft: Draft, wrong: Mapping[str, str]) -> list[dict[str, Any]]:
    """The rows of names."""
    return [
        {
            "index": row,
            "where": where(row, draft) if row < draft.count else "",
            "name": name,
            "is_dealer": row == draft.dealer,
            "error": wrong.get(f"players.{row}", ""),
            "carried": carrying.asked(draft.ruleset, draft.carrying, row, wrong),
        }
        for row, name in enumerate(draft.names)
    ]


def sitting_context(draft: Draft, wrong: Mapping[str, str]) -> dict[str, Any] | None:
    """Who sits out first, where the table says so: the usual seat, or one of the rows."""
    if not draft.sitting_is_picked:
        return None
    places = [_("第 %(n)d 位") % {"n": row + 1} for row in range(draft.count)]
    rows = [
        {"value": row, "label": name.strip() or place, "place": place, "checked": row == draft.sitting}
        for row, (name, place) in enumerate(zip(draft.names, places, strict=False))
    ]
    usual = draft.ruleset.game(resolved(draft)).usual_sitting
    return {"rows": rows, "usual": usual, "error": wrong.get("first_sitting", "")}


def where(row: int, draft: Draft) -> str:
    """A seat's name as seen from the dealer's, among those who play the first deal."""
    terms, playing = speaker(draft.ruleset).terms, draft.playing
    if row not in playing:
        return terms["sitting"]
    away = playing.index(row)
    if away == 0:
        return terms["dealer"]
    if len(playing) > 2 and away in (1, len(playing) - 1):
        return _("下手") if away == 1 else _("上手")
    return _("对家")


def rules_context(draft: Draft, wrong: Mapping[str, str]) -> dict[str, Any]:
    """The house rules, each with its example."""
    values = resolved(draft)
    options = shown_options(draft.ruleset)
    return {
        "rules_line": " ・ ".join(summary(options, values)),
        "rules_open": any(option.code in wrong for option in options),
        "words": speaker(draft.ruleset).terms,
        "book_url": book_url(draft.ruleset, values),
        "game_name": word(draft.ruleset.name),
        "options": [
            shown_option(
                option,
                draft.values.get(option.code),
                wrong.get(option.code, ""),
                preset=option.code == draft.ruleset.options.preset,
            )
            | {"example": example(draft.ruleset, values, option.code)}
            for option in options
        ],
    }


def summary(options: Iterable[Option], values: Mapping[str, Value]) -> list[str]:
    """The folded line: the first few rules, and every one that is not as usual."""
    return [
        f"{word(option.name)} {chosen(option, values[option.code])}"
        for number, option in enumerate(options)
        if number < SUMMARY or values[option.code] != option.default
    ]


def chosen(option: Option, value: Value) -> str:
    """A value in words; of a whole table only whether it is the usual one."""
    if option.kind in TABLES:
        return _("照常") if value == option.default else _("自己定的")
    if isinstance(value, list):
        several = cast(list[str], value)
        return outcomes.listed([word(option.choice(one).name) for one in several]) or _("没有")
    return word(option.choice(cast(int | str, value)).name) if option.choices else str(value)


def shown_option(option: Option, value: Any, error: str, *, preset: bool = False) -> dict[str, Any]:
    """One house rule."""
    kept = [str(one) for one in value] if option.kind == "many" else [str(value)]
    return {
        "name": PREFIX + option.code,
        "label": word(option.name),
        "meaning": word(option.meaning),
        "kind": option.kind,
        "preset": preset,
        "choices": [
            {"value": choice.value, "label": word(choice.name), "checked": str(choice.value) in kept}
            for choice in option.choices
        ],
        "value": kept[0] if kept else "",
        "rows": table_rows(option, value) if option.kind in TABLES else [],
        "columns": [word(column) for column in option.columns] if isinstance(option, Bands) else [],
        "min": option.least,
        "max": option.greatest,
        "error": error,
    }


def table_rows(option: Option, value: Any) -> list[dict[str, Any]]:
    """The rows of an option that is a table, as they were typed; bands with room for more, their last one open."""
    if option.kind != "bands":
        named = value.items() if isinstance(value, Mapping) else enumerate(value)
        names = {str(part.value): word(part.name) for part in option.parts}
        return [{"code": code, "label": names.get(str(code), ""), "value": typed} for code, typed in named]
    rows = [{"end": "" if end in (None, option.greatest) else end, "worth": gets} for end, gets in value]
    return rows + [{"end": "", "worth": ""}] * SPARE


def example(ruleset: Ruleset, values: Mapping[str, Value], code: str) -> dict[str, Any] | None:
    """A hand and what it comes to under these rules, None where an option has no example."""
    worked = examples.play_example(ruleset, values, code)
    if worked is None:
        return None
    words = speaker(ruleset)
    items = [item for item in worked.items if item.units]
    lines = [words.item(item) for item in items]
    if len(items) > 1:
        lines = [
            _("%(text)s（%(n)d）") % {"text": text, "n": item.units}
            for text, item in zip(lines, items, strict=True)
        ]
    lines += [words.flow(flow.code) for flow in worked.paid[:1]]
    return {
        "intro": starting_from(worked, words),
        "fans": group_fans([meld._asdict() for meld in worked.melds], words),
        "text": _("；").join(lines),
        "result": f"{worked.units if worked.hu is not None else numbers.signed(worked.units)} {words.unit}",
    }


def starting_from(worked: examples.OptionExample, words: Speaker) -> str:
    """What an example starts from: a hand, its 胡, or what its first line says."""
    if not worked.hu:
        return _("比如%(what)s") % {"what": words.item(worked.items[0])}
    intro = _("比如这副牌 %(n)d %(hu)s") if worked.melds else _("比如报了 %(n)d %(hu)s")
    return intro % {"n": worked.hu, "hu": words.hu}
