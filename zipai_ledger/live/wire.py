"""Server-sent events as bytes, plain or compressed.

A message is compressed once for everybody: a full flush lets it stand alone, so that the same bytes fit into
any stream that began with a gzip header.
"""

import zlib
from dataclasses import dataclass
from functools import lru_cache

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LAST_BLOCK = b"\x03\x00"
WORD = 1 << 32


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes, and the same compressed; a sequence of pieces between `Gzip.head` and `Gzip.tail` is a gzip file."""

    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, plain: bytes) -> "Piece":
        """Compress once."""
        packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        return cls(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


class Plain:
    """How pieces leave for a reader that takes no gzip."""

    head = tail = b""

    def put(self, piece: Piece) -> bytes:
        """The bytes of the next piece."""
        return piece.plain


class Gzip:
    """How pieces leave compressed."""

    head = GZIP_HEAD

    def __init__(self) -> None:
        self._crc, self._length = 0, 0

    def put(self, piece: Piece) -> bytes:
        """The bytes of the next piece."""
        self._crc = zlib.crc32(piece.plain, self._crc)
        self._length += len(piece.plain)
        return piece.packed

    @property
    def tail(self) -> bytes:
        """The bytes that end it."""
        sums = (self._crc, self._length % WORD)
        return LAST_BLOCK + b"".join(number.to_bytes(4, "little") for number in sums)


def event(name: str, rev: int, text: str = "") -> Piece:
    """A message: its name, how far the trail had come, and a text."""
    lines = "".join(f"data: {line}\n" for line in text.splitlines() or [""])
    return Piece.of(f"event: {name}\nid: {rev}\n{lines}\n".encode())


@lru_cache(maxsize=256)
def sign(name: str, rev: int) -> Piece:
    """A message without a text, such as a sign of life, which a thousand phones are sent alike."""
    return event(name, rev)
