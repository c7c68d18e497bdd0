"""Parts of rulebooks, as tests look at them."""

from collections.abc import Iterator

from zipai_ledger.rules.rulebook import Case, Section, Statement


def named(value: object) -> str:
    """What a parametrised test of a ruleset, a section or an option is called by."""
    return getattr(value, "slug", "") or getattr(value, "code", "")


def statements(sections: tuple[Section, ...]) -> Iterator[Statement]:
    return (statement for section in sections for statement in section.statements)


def cases(sections: tuple[Section, ...]) -> Iterator[Case]:
    return (figure for each in statements(sections) for figure in each.figures if isinstance(figure, Case))
