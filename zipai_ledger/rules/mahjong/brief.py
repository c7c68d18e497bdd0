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
+ declared ready counts as one suit
- [baoting=add] 报听加 10
+ declared ready +10
- [baoting=flat] 报听算 10
+ declared ready is 10 in all
- [baoting=none] 报听不加
+ nothing for declared ready
- [repao=void_dou] 热炮那个豆不算
+ after a hot discard that kong is void
- [repao=void_all] 热炮鸡和豆都不算
+ after a hot discard all chickens and kongs are void
- [repao=double] 热炮翻倍
+ a hot discard doubles
- 闷豆 {dou_men}、转弯豆 {dou_zhuanwan}、点豆 {dou_dian}
+ concealed kong {dou_men}, added kong {dou_zhuanwan}, claimed kong {dou_dian}
- [ready_only=on] 叫牌才收鸡和豆
+ chickens and kongs for ready players only
- [ready_only=off] 没叫牌也收鸡和豆
+ chickens and kongs for players not ready too
- [ji_next=up] 翻后一张是鸡
+ the next number is chicken
- [ji_next=down] 翻前一张是鸡
+ the number before is chicken
- [ji_next=both] 前后两张都是鸡
+ the numbers beside are chickens
- [ben_ji=on] 本鸡也算
+ the turned tile counts too
- [wugu!=0] 乌骨鸡 {wugu}
+ black chicken {wugu}
- [chongfeng!=0] 冲锋鸡 {chongfeng}
+ first chicken {chongfeng}
- [zeren!=0] 责任鸡 {zeren}
+ liable chicken {zeren}
- [gangkai=0] 杠上花不加
+ nothing for kong bloom
- [gangkai=2,3,4] 杠上花加 {gangkai}
+ kong bloom +{gangkai}
- [haidi!=0] 海底捞月加 {haidi}
+ the last tile +{haidi}
- [neiwai_ji=yaoji wugu=0] 打掉的幺鸡也算
+ discarded 1 bamboo counts too
- [neiwai_ji=yaoji wugu!=0] 打掉的幺鸡、八筒也算
+ discarded 1 bamboo and 8 dots count too
- [neiwai_ji=all] 打掉的鸡都算
+ discarded chickens count too
- [bao_ji=wins] 没叫牌包鸡
+ who is not ready pays for chickens
- [bao_ji=always] 没叫牌包鸡，黄庄也包
+ who is not ready pays for chickens, after a dead deal too
- [bao_dou=wins] 没叫牌包豆
+ who is not ready pays for kongs
- [bao_dou=always] 没叫牌包豆，黄庄也包
+ who is not ready pays for kongs, after a dead deal too
- [genzhang!=0] 跟章付 {genzhang}
+ a followed tile costs the dealer {genzhang} to each
- [maima!=0] 买 {maima} 马
+ horses: {maima}
- [rob_kong=burn_ji] 抢杠烧鸡
+ a robbed kong burns the chickens
- [rob_kong=void_all] 抢杠鸡和豆都不算
+ a robbed kong voids all chickens and kongs
- [triple_ron=plain] 一炮三响照付
+ three winners are each paid
- [seats=2] 两个人打
+ two play
- [seats=3] 三个人打
+ three play
- [dealer_bonus!=0] 庄家加 {dealer_bonus}
+ the dealer +{dealer_bonus}
- [lianzhuang=on] 连庄乘盘数
+ times the deals dealt on
- [chajiao_dealer=stays] 黄庄庄家连庄
+ the dealer stays after a dead deal
"""
