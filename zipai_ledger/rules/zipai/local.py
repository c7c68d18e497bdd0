"""土话 (tuhua): a family's words for the groups, wherever a line or a problem names one."""

from collections.abc import Mapping

from .. import options
from ..wording.latin import group_word
from .words import FamilyWords


def local_texts(words: FamilyWords) -> Mapping[str, options.Words]:
    """Texts of a ruleset that plays with these words."""
    kinds = {f"word.{kind}": group_word(name) for kind, name in words.names.items()}
    laid = [words.names[kind] for kind in ("peng", "sao", "kaiduo", "saochuan", "chi")]
    unknown = options.Words(
        f"看不懂“{{text}}”，前面要写{'、'.join(laid)}、手或胡",
        f"“{{text}}” is not understood; start with {' '.join(laid)} 手 or 胡",
    )
    return {**kinds, "bad_meld.unknown_word": unknown}
