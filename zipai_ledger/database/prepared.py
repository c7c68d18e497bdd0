"""Queries that are written in SQL once: to build one anew takes Django longer than to ask it.

    @prepared
    def players_at(session: int) -> QuerySet[Player]:
        return Player.objects.filter(session=session).order_by("index")

The function is called once, with places instead of values; `players_at(5)` then gives what the query set would give, in a
list. It may use its parameters only as the right side of a filter, and a None among the values finds nothing. A moment is
a parameter too: what reads a clock while it is built is refused.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar

from django.db import connection
from django.db.models import Expression, QuerySet
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    ValuesListIterable,
    get_related_populators,
)
from django.db.models.sql.compiler import SQLCompiler

P = ParamSpec("P")
R = TypeVar("R")
Row = Sequence[Any]
Shape = Callable[[Iterator[Row]], Iterator[Any]]


class Place(Expression):
    """Where a value comes."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, *_: object, **__: object) -> tuple[str, Any]:
        """A parameter that is filled in when the query is asked."""
        return "%s", (self,)


@dataclass(frozen=True, slots=True)
class Statement:
    """A query in the SQL of one kind of database, and what makes its rows into what the query set has.

    ``converters``: column → what turns the value of the database into Python's, as `SQLCompiler.get_converters` finds it.
    """

    sql: str
    params: tuple[Any, ...]
    compiler: SQLCompiler
    converters: dict[int, Any]
    shape: Shape

    def ask(self, values: dict[str, Any]) -> list[Any]:
        """The rows for these values; one query."""
        params = [adapted(values[one.name]) if isinstance(one, Place) else one for one in self.params]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            rows = cursor.fetchall()
        return list(self.shape(self.compiler.apply_converters(rows, self.converters)))


def prepared(build: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """The query that this function builds, as a function of the same parameters."""
    names = tuple(signature(build).parameters)
    places: dict[str, Any] = {name: Place(name) for name in names}

    @cache
    def statement(_vendor: str) -> Statement:
        found, again = (written(build(**places)) for _ in range(2))  # type: ignore[call-arg]
        if found.params != again.params:
            raise ValueError(
                f"{build.__name__} is built otherwise each time: its moment has to be a parameter"
            )
        return found

    @wraps(build)
    def ask(*args: P.args, **kwargs: P.kwargs) -> list[R]:
        # That they fit is known from the types; to bind them takes longer than the rest.
        return statement(connection.vendor).ask({**dict(zip(names, args, strict=False)), **kwargs})

    return ask


def written(query: QuerySet[Any, Any]) -> Statement:
    """The statement of a query set."""
    compiler = query.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    converters = compiler.get_converters([column[0] for column in compiler.select])
    return Statement(sql, tuple(params), compiler, converters, shape_of(query, compiler))


def shape_of(query: QuerySet[Any, Any], compiler: SQLCompiler) -> Shape:
    """What becomes of the rows: objects, tuples, or single values."""
    iterable = query._iterable_class
    if iterable is ModelIterable:
        return objects(compiler)
    if iterable is FlatValuesListIterable:
        return lambda rows: (row[0] for row in rows)
    if iterable is ValuesListIterable:
        return lambda rows: map(tuple, rows)
    raise TypeError(f"no rows of {iterable.__name__} can be prepared")


def objects(compiler: SQLCompiler) -> Shape:
    """Rows as objects of a model with those it is selected with, as `ModelIterable` makes them."""
    klass, columns = compiler.klass_info, compiler.select
    model, chosen = klass["model"], klass["select_fields"]
    own = slice(chosen[0], chosen[-1] + 1)
    names = [column[0].target.attname for column in columns[own]]
    related = get_related_populators(klass, columns, connection.alias)  # type: ignore[call-arg]  # of Django 6
    annotated = compiler.annotation_col_map.items()

    def made(row: Row) -> Any:
        one = model.from_db(connection.alias, names, row[own])
        for populate in related:
            populate.populate(row, one)
        for name, at in annotated:
            setattr(one, name, row[at])
        return one

    return lambda rows: map(made, rows)


def adapted(value: Any) -> Any:
    """A value as the database wants it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
