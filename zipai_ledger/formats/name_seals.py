"""名章 (mingzhang): the one character and the colour by which somebody is found on every page of a table."""

import unicodedata

COLOURS = 8
"""As many as the sheets have (``c0`` … ``c7`` in base.css), and as lines of a chart."""


def seal(name: str) -> str:
    """The character that tells people of one table apart best: 王 of 老王, 芳 of 阿芳, A of Anna; empty for no name."""
    letters = [char for char in name if char.isalnum()]
    if not letters:
        return name[:1]
    chinese = [char for char in letters if _is_chinese(char)]
    return chinese[-1] if chinese else letters[0].upper()


def colour(player: int) -> int:
    """The number of the colour of a player, who is named by his place in the order in which they came."""
    return player % COLOURS


def _is_chinese(char: str) -> bool:
    return unicodedata.name(char, "").startswith("CJK UNIFIED")
