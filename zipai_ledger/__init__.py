"""Score keeping and settlement for 字牌 (zipai) tables."""

__version__ = "0.1.0"
