"""The formats there are, and a session in one of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO

from zipai_ledger.models import GameSession
from zipai_ledger.rules.speaker import DEFAULT_LANGUAGE

from . import archive, session_json, table_csv, table_xlsx
from .snapshot import snapshot
from .whole import check

Write = Callable[[GameSession, str], Iterator[str | bytes]]
"""A session in one language, in pieces."""


@dataclass(frozen=True, slots=True)
class Format:
    """How a file is named and what stands in it; ``binary`` where that is no text."""

    suffix: str
    content_type: str
    write: Write
    binary: bool = False


FORMATS: Mapping[str, Format] = {
    "json": Format(".json", "application/json", session_json.write),
    "csv": Format(".csv", "text/csv; charset=utf-8", table_csv.write),
    "xlsx": Format(
        ".xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        table_xlsx.write,
        binary=True,
    ),
    "archive": Format(".archive.json", "application/json", archive.write),
}


def export(session: GameSession, name: str, lang: str = DEFAULT_LANGUAGE) -> IO[bytes]:
    """The session in a format of `FORMATS`; raises `Damaged` where its chain does not hold."""

    def checked(current: GameSession) -> Iterator[str | bytes]:
        check(current)
        yield from FORMATS[name].write(current, lang)

    return snapshot(session, checked)


def export_unchecked(session: GameSession, name: str, lang: str = DEFAULT_LANGUAGE) -> IO[bytes]:
    """The same of a ledger that may be damaged, for whoever wants to see what is left."""
    return snapshot(session, lambda current: FORMATS[name].write(current, lang))


def find_session(identifier: str) -> GameSession | None:
    """The session with this public id, or with this primary key."""
    session = GameSession.objects.filter(public_id=identifier).first()
    if session is None and identifier.isascii() and identifier.isdigit() and len(identifier) < 19:
        session = GameSession.objects.filter(pk=int(identifier)).first()
    return session
