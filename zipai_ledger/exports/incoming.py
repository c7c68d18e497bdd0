"""A text that is to become a session here: told apart by its format, looked at, then stored as a whole."""

from typing import NotRequired, Protocol, TypedDict

from zipai_ledger.formats.wording import PROBLEMS
from zipai_ledger.ledger.record import Recorded
from zipai_ledger.rules import document, lines
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.replay import DealRefused, StageRefused, Watch, unwatched
from zipai_ledger.rules.speaker import DEFAULT_LANGUAGE, Speaker

from . import archive, archive_reader
from .from_archive import Archive
from .from_document import Document
from .preview import Preview
from .wording import FILES

LONGEST_BYTES = 1 << 28
"""20,000 deals with their whole trail are a quarter of that."""


class Incoming(Protocol):
    """A session document or an archive."""

    def preview(self) -> Preview:
        """What it comes to; raises `Refused` where that makes no sense."""

    def store(self, client_id: str | None = None) -> Recorded:
        """Make a session of it, wholly or not at all, once only under the same id; raises as `read`."""


def decode(content: bytes) -> str:
    """The text of a file; raises `Refused` (``bad_json``) where it is too long or not UTF-8."""
    if len(content) > LONGEST_BYTES:
        raise Refused(Problem("bad_json", "", "too_long", {"most": LONGEST_BYTES}))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(Problem("bad_json", "", "encoding", {"got": f"{error.start}"})) from None


def read(text: str, watch: Watch = unwatched) -> Incoming:
    """What the text is, with every deal folded: nothing of that is left to be done while others wait for the database.

    Raises `Refused` with everything wrong about its shape, `DealRefused`, and what ``watch`` raises.
    """
    given = lines.parse(text, LONGEST_BYTES)
    if given.get("format") == archive.FORMAT:
        return Archive.checked(archive_reader.read(given, text, watch), watch)
    return Document.played(document.parse(given), watch)


class RefusalAnswer(TypedDict):
    """Why a text becomes no session, and by which of its deals."""

    ok: bool
    deal: NotRequired[int]
    errors: list[dict[str, JsonValue]]


def refusal(error: Refused | DealRefused, lang: str = DEFAULT_LANGUAGE) -> RefusalAnswer:
    """A refusal as `replay` answers it: the deal, counted from 1 through all stages, where it was one."""
    if isinstance(error, DealRefused):
        errors = lines.errors(error.refused, Speaker(error.ruleset, lang, more=PROBLEMS))
        return {"ok": False, "deal": error.deal, "errors": errors}
    words = error.ruleset if isinstance(error, StageRefused) else FILES
    return {"ok": False, "errors": lines.errors(error, Speaker(words, lang, more=PROBLEMS))}
