"""One JSON text per value: what is hashed, compared and stored is exact text, never a database's JSON."""

import hashlib
import json
from typing import Any

from zipai_ledger.rules.problems import Problem, Refused


def to_text(value: Any) -> str:
    """The value as JSON without spaces, keys in the order given.

    Raises `Refused` (``bad_json``) for what no database and no other program could read back: half a
    surrogate pair, a number that is not finite.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        text.encode()
    except UnicodeEncodeError as error:
        raise Refused(
            Problem("bad_json", "", "surrogate", {"got": ascii(error.object[error.start])})
        ) from None
    except ValueError:
        raise Refused(Problem("bad_json", "", "not_finite")) from None
    return text


def parse(text: str) -> Any:
    """The value that `to_text` wrote."""
    return json.loads(text)


def digest(text: str) -> str:
    """SHA-256 in hex of the text's UTF-8 bytes."""
    return hashlib.sha256(text.encode()).hexdigest()


def name_hash(salt: str, name: str) -> str:
    """What the trail says of a name: once salt and name are erased it says nothing."""
    return digest(salt + name)
