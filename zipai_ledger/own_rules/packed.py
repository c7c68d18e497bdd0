"""The text of a link that carries house rules: a JSON array, compressed, in the letters of an address.

``[ruleset, version, name, {option: value}]``, of the options what is not as usual. Nothing of it is secret and nothing
is signed: whoever opens it gets what he could have chosen himself, and looks through it before he takes it over. The
checksum of the compression tells a link that a chat has cut short.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from zipai_ledger.ledger import names
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.housecode import changed
from zipai_ledger.rules.problems import Problem, Refused

from .values import HouseRules, Unread, read

LONGEST = 6_000
"""Characters of the text."""
UNPACKED_LONGEST = 32_000
"""Bytes of JSON."""
OPTIONS_MOST = 200


@dataclass(frozen=True, slots=True)
class NamedRules:
    """House rules, what they are called, and what of them could not be read."""

    name: str
    rules: HouseRules
    unread: Unread


def pack(name: str, rules: HouseRules) -> str:
    """The text that `unpack` reads."""
    differing = {option.code: rules.options[option.code] for option in changed(rules.ruleset, rules.options)}
    text = canonical.to_text([rules.slug, rules.ruleset.version, name, differing])
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(text: str) -> NamedRules:
    """The rules of a link.

    Raises `Refused`: ``bad_link`` where it is cut or none of ours, ``bad_name``, ``unknown_ruleset``.
    """
    slug, version, name, given = _shaped(_json(_inflated(text)))
    plain = names.player_name(name)
    rules, unread = read(slug, version, given)
    return NamedRules(plain, rules, unread)


def _inflated(text: str) -> bytes:
    if not 0 < len(text) <= LONGEST:
        raise Refused(Problem("bad_link", "r", "cut"))
    try:
        squeezed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        found = unpacking.decompress(squeezed, UNPACKED_LONGEST)
    except (binascii.Error, zlib.error, ValueError):
        raise Refused(Problem("bad_link", "r", "cut")) from None
    if not unpacking.eof:
        raise Refused(Problem("bad_link", "r", "cut"))
    return found


def _json(found: bytes) -> JsonValue:
    try:
        parsed: JsonValue = json.loads(found)
    except (ValueError, RecursionError):
        raise Refused(Problem("bad_link", "r", "foreign")) from None
    return parsed


def _shaped(parsed: JsonValue) -> tuple[str, int, str, Mapping[str, JsonValue]]:
    match parsed:
        case [str(slug), int(version), str(name), dict(given)] if len(given) <= OPTIONS_MOST:
            return slug, version, name, given
    raise Refused(Problem("bad_link", "r", "foreign"))
