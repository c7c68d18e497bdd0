"""A game's own words, for templates that know no game."""

from dataclasses import fields

from zipai_ledger.rules.terms import Terms

from .numbers import word


def said(terms: Terms) -> dict[str, str]:
    """Every term in the reader's language, by name."""
    return {field.name: word(getattr(terms, field.name)) for field in fields(terms)}
