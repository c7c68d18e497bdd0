"""Wording of a mahjong deal: its lines and its payments, Chinese first."""

from collections.abc import Mapping

from ..options import Words
from .win import NAMES

TEXTS: Mapping[str, Words] = {
    **{code: Words(*names) for code, names in NAMES.items()},
    **{f"word.{code}": Words(*names) for code, names in NAMES.items()},
    "word.baoting": Words("报听", "declared ready"),
    "word.gangkai": Words("杠上花", "kong bloom"),
    "word.haidi": Words("海底捞月", "last tile"),
    "word.repao": Words("热炮", "hot discard"),
    "word.rob_kong": Words("抢杠", "robbing the kong"),
    "word.sanxiang": Words("一炮三响", "Three wins"),
    "word.off_baoting": Words("胡报听人的", "Off declared ready"),
    "baoting": Words("报听加 10", "Declared ready: +10"),
    "baoting.as_qing": Words("报听，当清的算", "Declared ready: as if all of one suit"),
    "baoting.flat": Words("报听，通通算 10", "Declared ready: 10 in all"),
    "gangkai": Words("杠上花", "Kong bloom, won on the draw after a kong"),
    "haidi": Words("海底捞月，加 {units}", "Won with the last tile of the wall: +{units}"),
    "repao": Words("热炮翻倍", "Hot discard, doubled"),
    "sanxiang": Words(
        "一炮三响，胡的三家倒付放炮的，照他的牌算 {units}",
        "Three win off one discard: each of them pays the discarder what his own hand is worth, {units}",
    ),
    "off_baoting": Words(
        "胡报听人打的牌，照他听的牌算 {units}",
        "Won off a player who declared ready: worth his own hand, {units}",
    ),
    "winner": Words("{player}胡，{units}", "{player} wins {units}"),
    "bao": Words("{player}包牌，一个人付", "Bao: {player} let a win pass and pays alone"),
    "bao.hand": Words("照{player}自己的牌付 {units}", "{player} is paid for the own hand: {units}"),
    "dealer": Words("{player}坐庄，每笔多 {units}", "{player} deals: {units} more on each payment"),
    "dou.men": Words(
        "{player}闷豆{tile}，每家 {units}", "{player} has a concealed kong of {tile}: {units} from each"
    ),
    "dou.zhuanwan": Words(
        "{player}转弯豆{tile}，每家 {units}", "{player} has an added kong of {tile}: {units} from each"
    ),
    "dou.dian": Words(
        "{player}点豆{tile}，打的人付 {units}",
        "{player} has a claimed kong of {tile}: {units} from its discarder",
    ),
    "dou.void": Words("{player}的豆{tile}不算", "{player}’s kong of {tile} is void"),
    "dou.robbed": Words(
        "{player}的转弯豆{tile}让人抢了，不算", "{player}’s added kong of {tile} was robbed and is void"
    ),
    "dou.unpaid": Words("{player}的豆{tile}收不到", "{player} may not be paid for the kong of {tile}"),
    "flipped": Words("翻{tile}，鸡是{ji}", "Turned {tile}: {ji} is chicken"),
    "flipped.none": Words("没有牌翻，只算幺鸡", "No tile is left to turn: only 1 bamboo is chicken"),
    "flipped.none_black": Words(
        "没有牌翻，只算幺鸡和八筒", "No tile is left to turn: only 1 bamboo and 8 dots are chicken"
    ),
    "ji": Words(
        "{player}有鸡{tile} {count} 张，每家 {units}", "{player} has {count} {tile}: {units} from each"
    ),
    "ji.full": Words(
        "{player}满鸡{tile}，每家 {units}", "{player} has a full chicken, all four {tile}: {units} from each"
    ),
    "ji.out": Words(
        "{player}打出去的鸡{tile} {count} 张，每家 {units}",
        "{player} discarded {count} {tile}: {units} from each",
    ),
    "bao_ji": Words(
        "{player}没叫牌，包鸡，付叫牌的每家 {units}",
        "{player} is not ready and pays for chickens: {units} to each player who is",
    ),
    "bao_dou": Words(
        "{player}没叫牌，包豆{tile}，付 {units}",
        "{player} is not ready and pays for the kong of {tile}: {units}",
    ),
    "maima": Words("买马中 {n} 张，付 {times} 份", "Horses: {n} hit, the win is paid {times} times"),
    "maima.tiles": Words(
        "买马翻{tiles}，中 {n} 张，付 {times} 份", "Horses {tiles}: {n} hit, the win is paid {times} times"
    ),
    "genzhang": Words(
        "跟章，{player}付每家 {units}", "All followed the first tile: {player} pays {units} to each"
    ),
    "ji.unpaid": Words("{player}的鸡{tile}收不到", "{player} may not be paid for the chicken {tile}"),
    "chongfeng": Words("{player}冲锋鸡，每家 {units}", "{player} has the first chicken: {units} from each"),
    "chongfeng.unready": Words(
        "{player}冲锋鸡没叫牌，付叫牌的每家 {units}",
        "{player} has the first chicken but is not ready: pays {units} to each player who is",
    ),
    "chongfeng.unpaid": Words("{player}的冲锋鸡不算", "{player}’s first chicken is void"),
    "zeren": Words(
        "{player}责任鸡，付碰杠的人 {units}",
        "{player} pays for a liable chicken: {units} to whoever claimed it",
    ),
    "zeren.unpaid": Words("{player}没叫牌，责任鸡收不到", "{player} may not be paid for a liable chicken"),
    "dead.none": Words("黄庄，没有人叫牌，查叫不付", "Dead deal, nobody was ready: nobody pays for that"),
    "dead.all": Words("黄庄，四家都叫牌，查叫不付", "Dead deal, all were ready: nobody pays for that"),
    "dead.everybody": Words(
        "黄庄，几家都叫牌，查叫不付", "Dead deal, everybody was ready: nobody pays for that"
    ),
    "dead.chajiao": Words("黄庄查叫，没叫牌的付叫牌的", "Dead deal: players not ready pay those who were"),
    "chajiao": Words("{player}叫牌，每家 {units}", "{player} was ready: {units} from each who was not"),
    "foul.agreed": Words("{player}犯规，赔 {units}", "{player} fouled and pays {units} in all"),
    "dou_paid": Words("豆", "kong"),
    "ji_paid": Words("鸡", "chicken"),
    "chongfeng_paid": Words("冲锋鸡", "first chicken"),
    "bao_ji_paid": Words("包鸡", "paying for chickens"),
    "bao_dou_paid": Words("包豆", "paying for kongs"),
    "genzhang_paid": Words("跟章", "followed tile"),
    "zeren_paid": Words("责任鸡", "liable chicken"),
    "dealer_paid": Words("庄家多付多收", "The dealer’s share"),
    "bao_paid": Words("包牌", "bao"),
    "sanxiang_paid": Words("一炮三响倒付", "Three wins, reversed"),
    "chajiao_paid": Words("查叫", "ready check"),
    "foul_paid": Words("犯规赔付", "Penalty"),
}
"""Wordings of lines and payments, over the common ones."""
