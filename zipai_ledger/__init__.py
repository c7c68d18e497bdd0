"""Score keeping and settlement for 字牌 (zipai) tables."""

__version__ = "1.0.0"
