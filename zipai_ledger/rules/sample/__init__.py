"""试玩 (shiwan): an evening that nobody played, and hands to practise on it."""

from .evening import BEGUN, MENDED, MORE, NAME, PEOPLE, Say, document
from .practice import HANDS, Hand, Progress, Told, progress

__all__ = [
    "BEGUN",
    "HANDS",
    "MENDED",
    "MORE",
    "NAME",
    "PEOPLE",
    "Hand",
    "Progress",
    "Say",
    "Told",
    "document",
    "progress",
]
