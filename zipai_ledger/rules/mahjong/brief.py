"""规矩一行 (guiju yi hang): what a table of 捉鸡麻将 has settled, in a line."""

from typing import Final

BRIEF: Final = """
- [preset=family_b] 另一家的打法
+ another family’s rules
- [values!=] {values}
+ {values}
- [zimo=0] 自摸不加
+ nothing for a self-draw
- [zimo!=0] 自摸加 {zimo}
+ self-draw +{zimo}
- [baoting=as_qing] 报听当清一色
+ 报听 counts as one suit
- [baoting=add] 报听加 10
+ 报听 +10
- [baoting=flat] 报听算 10
+ 报听 is 10 in all
- [baoting=none] 报听不加
+ nothing for 报听
- [repao=void_dou] 热炮那个豆不算
+ after a 热炮 that 豆 is void
- [repao=void_all] 热炮鸡和豆都不算
+ after a 热炮 all 鸡 and 豆 are void
- [repao=double] 热炮翻倍
+ a 热炮 doubles
- 闷豆 {dou_men}、转弯豆 {dou_zhuanwan}、点豆 {dou_dian}
+ 闷豆 {dou_men}, 转弯豆 {dou_zhuanwan}, 点豆 {dou_dian}
- [ready_only=on] 叫牌才收鸡和豆
+ 鸡 and 豆 for ready players only
- [ready_only=off] 没叫牌也收鸡和豆
+ 鸡 and 豆 for players not ready too
- [ji_next=up] 翻后一张是鸡
+ the next number is 鸡
- [ji_next=down] 翻前一张是鸡
+ the number before is 鸡
- [ji_next=both] 前后两张都是鸡
+ the numbers beside are 鸡
- [ben_ji=on] 本鸡也算
+ the turned tile counts too
- [wugu!=0] 乌骨鸡 {wugu}
+ 乌骨鸡 {wugu}
- [chongfeng!=0] 冲锋鸡 {chongfeng}
+ 冲锋鸡 {chongfeng}
- [zeren!=0] 责任鸡 {zeren}
+ 责任鸡 {zeren}
- [gangkai=0] 杠上花不加
+ nothing for 杠上花
- [gangkai=2,3,4] 杠上花加 {gangkai}
+ 杠上花 +{gangkai}
- [dealer_bonus!=0] 庄家加 {dealer_bonus}
+ the dealer +{dealer_bonus}
- [lianzhuang=on] 连庄乘盘数
+ times the deals dealt on
- [chajiao_dealer=stays] 黄庄庄家连庄
+ the dealer stays after a dead deal
"""
