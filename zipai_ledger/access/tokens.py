"""Secrets: made here, shown once, kept only as hashes."""

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata

from django.utils.crypto import salted_hmac

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 20
"""Characters of a recovery code, 5 bits each."""
SPOKEN_LENGTH = 8
"""Digits of a code that is said across the table."""
LOOKALIKES = str.maketrans("OIL", "011")
LONGEST_PASTE = 2_000
HALF = 16
"""Bytes of a token at random, and of the mark behind them."""


def new_token() -> str:
    """256 random bits as 43 characters that any URL may hold."""
    return secrets.token_urlsafe(32)


def sown(seed: str) -> str:
    """The token that grows from a seed; nobody makes it without the secret key."""
    return _text(_keyed("zipai_ledger.access.sown", seed.encode()))


def issued_token() -> str:
    """128 random bits with our mark, for a browser of which the database knows nothing yet."""
    nonce = secrets.token_bytes(HALF)
    return _text(nonce + _mark(nonce))


def is_issued(token: str) -> bool:
    """Whether a token bears our mark."""
    if not is_token(token):
        return False
    content = base64.urlsafe_b64decode(token + "=")
    return hmac.compare_digest(content[HALF:], _mark(content[:HALF]))


def _mark(nonce: bytes) -> bytes:
    return _keyed("zipai_ledger.access.issued", nonce)[:HALF]


def _keyed(purpose: str, content: bytes) -> bytes:
    return salted_hmac(purpose, content, algorithm="sha256").digest()


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def is_token(text: str) -> bool:
    """Whether the text could be a token of ours."""
    return TOKEN.fullmatch(text) is not None


def new_code() -> str:
    """Random characters of Crockford's alphabet, by fours: ``7F3A-91C2-…``; as many bits as a recovery code needs."""
    return grouped("".join(secrets.choice(CROCKFORD) for _ in range(CODE_LENGTH)))


def new_digits() -> str:
    """Random digits to be spoken, by fours: ``0471-9358``."""
    return grouped(f"{secrets.randbelow(10**SPOKEN_LENGTH):0{SPOKEN_LENGTH}}")


def grouped(code: str) -> str:
    """A code by fours."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def read_code(text: str) -> str:
    """A recovery code as somebody typed it: case, spaces, hyphens, full width, O for 0, I and L for 1 do not matter.

    Empty where it cannot be a code.
    """
    code = recovery_characters(text)
    fits = len(code) == CODE_LENGTH and all(char in CROCKFORD for char in code)
    return grouped(code) if fits else ""


def recovery_characters(text: str) -> str:
    """What of a recovery code was typed."""
    plain = plain_code(text).upper().translate(LOOKALIKES)
    return "".join(char for char in plain if char.isascii())


def read_digits(text: str) -> str:
    """A spoken code as somebody typed it: spaces, hyphens and full width do not matter. Empty where it cannot be one."""
    code = plain_code(text)
    fits = len(code) == SPOKEN_LENGTH and code.isascii() and code.isdigit()
    return grouped(code) if fits else ""


def plain_code(text: str) -> str:
    """The letters and digits of what was typed, in one width."""
    return "".join(char for char in unicodedata.normalize("NFKC", text[:LONGEST_PASTE]) if char.isalnum())


def read_secret(text: str) -> str:
    """The secret of an invitation, from the secret alone or a whole link; empty where there is none."""
    secret = text[:LONGEST_PASTE].strip().rpartition("#")[2].strip()
    return secret if is_token(secret) else ""


def keyed_digest(code: str) -> str:
    """What is kept of a code that is short enough to be found by trying: worth nothing without the secret key."""
    return _keyed("zipai_ledger.access.code", code.encode()).hex()


def stored_digests(secret: str) -> tuple[str, str]:
    """All that may be kept of the secret of a link: long ones need no key, and codes once had none."""
    return digest(secret), keyed_digest(secret)


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
