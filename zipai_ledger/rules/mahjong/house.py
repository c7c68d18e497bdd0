"""规矩 (guiju): what a table of 捉鸡麻将 chooses (docs/rules/guiyang.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..house import PledgedOptions


@dataclass(frozen=True, kw_only=True)
class HouseRules(PledgedOptions):
    """The options by their codes; ``values``: pattern → what it is worth."""

    preset: str
    seats: int
    values: Mapping[str, int]
    baoting: Literal["as_qing", "add", "flat", "none"]
    gangkai: int
    haidi: int
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
    neiwai_ji: Literal["off", "yaoji", "all"]
    bao_ji: Literal["off", "wins", "always"]
    bao_dou: Literal["off", "wins", "always"]
    rob_kong: Literal["void_dou", "burn_ji", "void_all"]
    triple_ron: Literal["reversed", "plain"]
    genzhang: int
    maima: int
    chajiao_dealer: Literal["seed", "stays"]

    @property
    def counts_out(self) -> bool:
        """Whether it matters which 鸡 were discarded, or lie open."""
        return self.neiwai_ji != "off" or self.bao_ji != "off"
