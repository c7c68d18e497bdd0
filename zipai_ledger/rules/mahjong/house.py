"""规矩 (guiju): what a table of 捉鸡麻将 chooses (docs/rules/guiyang.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..house import PledgedOptions


@dataclass(frozen=True, kw_only=True)
class HouseRules(PledgedOptions):
    """The options by their codes; ``values``: pattern → what it is worth."""

    preset: str
    values: Mapping[str, int]
    baoting: Literal["as_qing", "add", "flat", "none"]
    gangkai: int
    zimo: int
    repao: Literal["void_dou", "void_all", "double"]
    dealer_bonus: int
    lianzhuang: Literal["on", "off"]
    dou_men: int
    dou_zhuanwan: int
    dou_dian: int
    ready_only: Literal["on", "off"]
    ji_next: Literal["up", "down", "both"]
    ben_ji: Literal["on", "off"]
    wugu: int
    chongfeng: int
    zeren: int
    chajiao_dealer: Literal["seed", "stays"]
