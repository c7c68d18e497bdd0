"""规矩 (guiju): house rules as the address of a rulebook names them: ``?min_hu=15&xing_kinds=上``, tables of numbers as JSON."""

import json
from urllib.parse import urlencode

from django.http import QueryDict

from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.options import Option, Options, Value
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.rowtable import RowTable
from zipai_ledger.rules.ruleset import Ruleset

TABLES = ("parts", "series", "bands", "steps", "pairs", "rows")
"""Kinds of options that are a table."""


def rulebook_query(ruleset: Ruleset, options: Options) -> str:
    """What is not as usual, as `queried_options` reads it; "" where everything is."""
    usual = {option.code: option for option in ruleset.options.usual(options)}
    lead = {ruleset.options.preset: options.get(ruleset.options.preset)}
    changed = {
        option.code: _query_value(_changed_part(usual[option.code], options[option.code]))
        for option in ruleset.options.options
        if options[option.code] != (option if option.code in lead else usual[option.code]).default
    }
    return urlencode(changed, doseq=True)


def _changed_part(option: Option, value: Value) -> Value:
    """What of a value is not as usual: of a table of rows those that differ, of anything else all of it."""
    return [*option.changes(value)] if isinstance(option, RowTable) else value


def _query_value(value: Value) -> int | str | list[str]:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return [str(one) for one in value] or [""]
    return json.dumps(value, separators=(",", ":")) if isinstance(value, list | dict) else value


def queried_options(ruleset: Ruleset, query: QueryDict) -> dict[str, Value]:
    """The options of a query; what it does not name, or what cannot be, is as usual."""
    given: dict[str, Value] = {}
    leads = [code for code in ruleset.options.leads if code in query]
    chosen = {code: query[code] for code in leads}
    for option in ruleset.options.usual(chosen):
        if option.code in query:
            try:
                given[option.code] = option.parse(_typed_value(option, query.getlist(option.code)))
            except Refused:
                continue
    return ruleset.options.resolve(given)


def _typed_value(option: Option, values: list[str]) -> JsonValue:
    """What stands in the query, which may be nothing that the option can be."""
    if option.kind == "many":
        return [value for value in values if value]
    if option.kind not in TABLES:
        return values[-1]
    try:
        parsed: JsonValue = json.loads(values[-1])
    except (ValueError, RecursionError):
        return values[-1]
    return parsed
