"""Names of players and sessions: what may be written, and when two names are the same."""

import unicodedata

from zipai_ledger.rules.problems import Collector, Problem, Refused

PLAYER_LONGEST = 24
SESSION_LONGEST = 40

JOINER = "\u200d"
GARBLED = "\ufffd"
"""What decoding leaves where the bytes were no text."""
SELECTORS = "\ufe0e\ufe0f"
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u180b\u180c\u180d\u180f\u034f\u17b4\u17b5")
"""Letters and marks that look like nothing."""

FORBIDDEN_KINDS = {
    "Cc": "control",
    "Cs": "control",
    "Co": "unassigned",
    "Cn": "unassigned",
    "Cf": "invisible",
}
SPACES = frozenset(("Zs", "Zl", "Zp"))


def player_name(text: object, field: str = "name") -> str:
    """The name as it is kept: NFC, without spaces around it.

    Raises `Refused` (``bad_name``: ``text``, ``empty``, ``long``, ``control``, ``invisible``, ``unassigned``,
    ``blank``) with every reason.
    """
    return _checked(text, field, PLAYER_LONGEST)


def session_name(text: object, field: str = "name") -> str:
    """The same for the name of a session, which may be longer."""
    return _checked(text, field, SESSION_LONGEST)


def name_key(name: str) -> str:
    """The form by which names are told apart: nobody may be 阿Fang where ａfang plays."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _checked(text: object, field: str, longest: int) -> str:
    if not isinstance(text, str):
        raise Refused(Problem("bad_name", field, "text", {"got": repr(text)[:40]}))
    # Far too long for any name: not worth normalising.
    if len(text) > 10 * longest:
        raise Refused(Problem("bad_name", field, "long", {"got": len(text), "longest": longest}))
    name = unicodedata.normalize("NFC", text.strip())
    found = Collector()
    if not name:
        found.add(Problem("bad_name", field, "empty"))
    if len(name) > longest:
        found.add(Problem("bad_name", field, "long", {"got": len(name), "longest": longest}))
    for why, place in _offenders(name).items():
        found.add(Problem("bad_name", field, why, {"got": f"U+{ord(name[place]):04X}", "place": place + 1}))
    found.finish()
    return name


def _offenders(name: str) -> dict[str, int]:
    """The first place of each reason why a character may not stand in a name."""
    found: dict[str, int] = {}
    for place, why in ((place, _why_not(name, place)) for place in range(len(name))):
        if why:
            found.setdefault(why, place)
    return found


def _why_not(name: str, place: int) -> str:
    char = name[place]
    if char in BLANK or (unicodedata.category(char) in SPACES and char != " "):
        return "blank"
    if char == GARBLED:
        return "unassigned"
    if char == JOINER:
        return "" if _joins_emoji(name, place) else "invisible"
    if char in SELECTORS:
        return "" if place > 0 and _is_symbol(name[place - 1]) else "invisible"
    return FORBIDDEN_KINDS.get(unicodedata.category(char), "")


def _joins_emoji(name: str, place: int) -> bool:
    """Whether a joiner stands between two pictures, the first possibly with a skin tone or a selector."""
    before = name[:place].rstrip(SELECTORS)
    after = name[place + 1 :]
    return bool(before and after) and _is_symbol(before[-1]) and _is_symbol(after[0])


def _is_symbol(char: str) -> bool:
    return unicodedata.category(char) in {"So", "Sk"} or char in "0123456789#*"
