"""Wordings of what can be wrong in a mahjong deal: tiles, patterns, 豆, 鸡, who was ready."""

from collections.abc import Mapping

from ..options import Words

TILE_PROBLEMS: Mapping[str, Words] = {
    "bad_tiles.not_text": Words("牌要写成文字，比如“五万三条”，写的是 {got}", "Tiles are text, not {got}"),
    "bad_tiles.too_long": Words("太长了，最多 {most} 个字", "Too long: at most {most} characters"),
    "bad_tiles.unknown": Words(
        "“{text}”不是麻将牌，要一到九的万、条、筒", "“{text}” is not a tile; tiles are 一…九 of 万 条 筒"
    ),
    "bad_tiles.one_expected": Words("这里要一张牌，写的是“{text}”", "Expected one tile here, not “{text}”"),
    "bad_tiles.missing": Words("还没说有哪些牌", "Say which tiles there are"),
    "bad_tiles.flipped_missing": Words(
        "数了鸡，还没说翻的哪张", "Chickens were counted, but nobody said which tile was turned"
    ),
    "bad_tiles.peng": Words("碰要三张一样的，写的是“{text}”", "Peng takes three equal tiles, not “{text}”"),
    "bad_tiles.kong": Words(
        "{tile}开了豆，牌里却只有 {got} 张", "{tile} is a kong, but only {got} of it are among the tiles"
    ),
    "bad_tiles.not_held": Words("他的牌里没有{tile}", "There is no {tile} among the tiles"),
    "bad_tiles.pattern_unknown": Words(
        "没有“{got}”这种牌型，有：{known}", "There is no pattern “{got}”; there are: {known}"
    ),
    "bad_tiles.pattern_or_tiles": Words("牌型和牌至少写一样", "Name the pattern, or give the tiles"),
    "bad_tiles.pattern_differs": Words(
        "照牌看是{found}，写的是{got}", "By the tiles this is {found}, not {got}"
    ),
    "bad_tiles.ji_twice": Words("同一个人的{tile}写了两次", "{tile} of the same player stands there twice"),
    "bad_tiles.ji_count": Words(
        "照牌数{tile}有 {expected} 张，写的是 {got}", "By the tiles there are {expected} {tile}, not {got}"
    ),
    "bad_tiles.ji_full": Words(
        "满鸡要四张{tile}都在手里或是闷豆",
        "A full chicken takes four {tile}, kept in hand or as concealed kong",
    ),
    "bad_tiles.ji_laid": Words("亮着的{tile}比一共的还多", "More {tile} lie open than there are"),
    "bad_tiles.ji_out": Words("打出去的{tile}最多 {most} 张", "At most {most} {tile} were discarded"),
    "bad_tiles.not_yaoji": Words(
        "冲锋鸡、责任鸡说的都是一条", "First chicken and liable chicken are about 1 bamboo"
    ),
    "not_ji": Words("{tile}这盘不是鸡，没有算", "{tile} is no chicken in this deal and was not counted"),
    "ji_untold": Words(
        "{tile}是鸡，{player}开了豆，却没有报这四张鸡",
        "{tile} is chicken, but the four in {player}’s kong were not told",
    ),
    "pairs_kong": Words("{player}开了豆，不会是七对", "{player} made a kong and cannot have seven pairs"),
    "not_a_win.plain": Words(
        "平胡没有豆，不能胡别人打的牌",
        "A plain win wins off a discard only with a kong, by robbing the kong, hot discard or declared ready",
    ),
    "wrong_card_count.tiles": Words(
        "该有 {expected} 张，现在是 {got} 张", "Expected {expected} tiles, got {got}"
    ),
    "bad_marks.no_marks": Words("这里没有名目可写", "No marks are taken here"),
    "bad_deal.won_twice": Words("一个人只能胡一次", "A player can win only once"),
    "bad_deal.shared_discard": Words(
        "几家一起胡，要胡同一个人打的同一张", "Several winners share one discard and its discarder"
    ),
    "bad_deal.gangkai": Words("杠上花要自摸", "A kong bloom is a self-draw"),
    "bad_deal.haidi": Words("海底捞月要自摸", "The last tile of the wall is one’s own draw"),
    "bad_deal.haidi_flipped": Words(
        "海底捞月，牌摸完了，没有牌可翻", "After the last tile of the wall none is left to turn"
    ),
    "bad_deal.maima_source": Words("买马要一家自摸", "Horses are turned after a self-draw"),
    "bad_deal.maima_told": Words(
        "买马写翻的牌，或者中几张，只写一样", "Tell the horses turned or the hits, one of the two"
    ),
    "bad_deal.maima_many": Words(
        "买马这桌最多 {most} 张，写了 {got} 张", "At most {most} horses here, not {got}"
    ),
    "bad_deal.unplayed_genzhang": Words("这桌不算跟章", "This table plays without followed tiles"),
    "bad_deal.unplayed_maima": Words("这桌不买马", "This table plays without horses"),
    "bad_deal.unplayed_haidi": Words("这桌不算海底捞月", "This table adds nothing for the last tile"),
    "bad_deal.unplayed_out": Words(
        "这桌打出去的鸡不算，也不包鸡", "Discarded chickens are of no matter here"
    ),
    "bad_deal.unplayed_laid": Words("这桌不用分亮着的鸡", "Which chickens lie open is of no matter here"),
    "bad_deal.unplayed_ji_dead": Words(
        "这桌黄庄不包鸡，鸡都不算", "Chickens are of no matter after a dead deal here"
    ),
    "bad_deal.gangkai_dou": Words(
        "杠上花要先有自己的豆", "A kong bloom needs a kong of the winner’s own that counts"
    ),
    "bad_deal.pairs_kong": Words("开了豆，不会是七对", "Who made a kong cannot have seven pairs"),
    "bad_deal.suit_kong": Words(
        "豆不是一色的，不会是清一色", "With kongs of another suit the hand is not of one suit"
    ),
    "bad_deal.dou_many": Words(
        "一家最多 {most} 个豆，写了 {got} 个", "Nobody has more than {most} kongs; there are {got}"
    ),
    "void_dou": Words(
        "{player}的豆（{tile}）点了不算，可没有热炮、抢杠",
        "{player}’s kong of {tile} is marked void without a hot discard or a robbed kong",
    ),
    "bad_deal.off_baoting": Words(
        "自摸不是胡报听人的牌", "A self-draw does not win off a player who declared ready"
    ),
    "bad_deal.repao": Words("热炮要胡别人打的牌", "A hot discard is won off a discard"),
    "bad_deal.repao_dou": Words(
        "热炮的人要有一个不算的豆", "Whoever discards a hot discard has a kong that is void: mark it"
    ),
    "bad_deal.discarder_value": Words(
        "还没说放炮的人自己的牌值几个（没有叫牌写 0）",
        "Say what the discarder’s own hand is worth, 0 where it is nothing",
    ),
    "bad_deal.one_tile": Words("几家一起胡，胡的是同一张", "Several winners win one tile"),
    "bad_deal.robbed_which": Words(
        "转弯的人不止一个转弯豆，抢的是哪一张？写明胡的那张，或者那个豆不算",
        "He has several added kongs: say which tile was robbed, or mark that kong void",
    ),
    "bad_deal.bao_missing": Words(
        "包牌要付别的各家：没胡的，各写自己的牌值几个（没有叫牌写 0）",
        "Bao pays all the others: say what the hand of each who did not win is worth, 0 where it is nothing",
    ),
    "bad_deal.bao_differs": Words(
        "赢家照胡的牌是 {expected}，写的是 {got}；不用写",
        "The winner’s hand is worth {expected}, not {got}; it need not be told",
    ),
    "bad_deal.bao_discard": Words("包牌要胡别人打的牌", "Bao is about a discard that was won"),
    "bad_deal.bao_player": Words(
        "包牌的不能是胡牌的或放炮的", "The player who pays bao neither won nor discarded"
    ),
    "bad_deal.pays": Words("赔给别家，每家写一次", "Pay others, each named once"),
    "bad_deal.pays_missing": Words("还没说赔谁、赔几个", "Say who is paid, and how much"),
    "bad_deal.xianggong": Words("相公不能胡，也不算叫牌", "A dead hand neither wins nor is ready"),
    "bad_deal.zeren_first": Words(
        "那张一条让人碰了、杠了，还没说谁打的", "That 1 bamboo was claimed: say who discarded it"
    ),
    "bad_deal.zeren_self": Words("自己打的自己不能碰", "Nobody can claim their own discard"),
    "bad_deal.zeren_from": Words(
        "责任鸡和冲锋鸡要是同一个人打的", "Liable chicken and first chicken are discarded by the same player"
    ),
    "bad_deal.dou_from_extra": Words(
        "只有点豆才写谁打的", "Only a claimed kong comes from somebody’s discard"
    ),
    "bad_deal.ready_missing": Words(
        "这桌要叫牌才算豆和鸡，还没说谁叫牌",
        "Kongs and chickens count only for ready players here: say who was",
    ),
    "bad_deal.ready_twice": Words("叫牌的每家写一次", "Each ready player is named once"),
    "bad_deal.ready_both": Words("牌型和个数只写一样", "Give the pattern or the value, not both"),
    "bad_deal.ready_value": Words(
        "还没说叫的牌最大算几个", "Say which pattern, or what value, this hand could make"
    ),
}
