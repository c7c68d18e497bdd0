"""规矩 (guiju): the rulebook of 捉鸡麻将 (docs/rules/guiyang.md). Read by `rules.ruletext`."""

from typing import Final

RULES: Final = """
# cards 牌和座位 | Tiles and seats
- [S2 | seats=4] 四个人打。108 张牌：万、条、筒，一到九，各四张。
+ Four play with 108 tiles: characters, bamboos and dots, one to nine, four of each.
@ deck
- [P | seats=3] 三个人打，还是 108 张牌：万、条、筒，一到九，各四张。去掉一门的，打之前说好。
+ Three play with all 108 tiles: characters, bamboos and dots, one to nine, four of each. A suit left out is agreed before.
@ deck
- [P | seats=2] 两个人打，还是 108 张牌：万、条、筒，一到九，各四张。去掉一门的，打之前说好。
+ Two play with all 108 tiles: characters, bamboos and dots, one to nine, four of each. A suit left out is agreed before.
@ deck
- [S2] 庄家起 14 张，别家 13 张。能碰，能杠，能胡，不能吃。
+ The dealer has 14 tiles, the others 13. Peng, kongs and wins are allowed, chi is not.
- [S2] 头一盘掷骰子定庄。
+ Dice decide the first dealer.
- [S2 | preset=seed] 这一桌各样的数，照通行的打法；单独改过的，照改过的。
+ Values are the common ones, but for what is set apart.
- [O | preset=family_b] 这一桌各样的数，照另一家的打法；单独改过的，照改过的。
+ Values are another family’s, but for what is set apart.

# patterns 牌型 | Patterns
- [S2; 清七对 O | values] 胡什么牌型，值几个：
+ What each pattern is worth:
@ patterns
- [S2] 龙七对、青龙背里四张一样的要捏在手里，杠了就不是。
+ The four alike of dragon seven pairs and one-suit dragon seven pairs have to stay in the hand.
- [ours] 只报牌型、不记牌的，这一盘写着“未验牌”。记了牌，牌型由本子认，能算几种就照最值的算。
+ A pattern named without tiles is marked as unchecked; with the tiles the ledger finds the best one itself.

# win 怎样算胡 | What wins
- [S2] 自摸，什么牌都能胡。
+ Self-drawn, any complete hand wins.
- [S2] 七对要全在手里，开了豆就不是七对；豆也要一色，才算清一色。
+ Seven pairs are all held, so that who made a kong has none; a hand of one suit has its kongs in that suit too.
- [S2] 平胡要胡别人打的牌，自己得有豆。抢杠、热炮、报听的，没有豆也能胡。
+ A plain win wins off a discard only with a kong of one’s own, or by robbing the kong, hot discard or declared ready.
- [S2 | baoting=as_qing] 报听：头一手打牌就报，以后不换牌。胡了，当清一色的算；本来就清的，再加 {bao} 个。
+ Declared ready, announced on the first discard: worth as if all tiles were of one suit; +{bao} where they are.
@ listened
- [S2 | baoting=add] 报听：头一手打牌就报，以后不换牌。胡了，牌型以外再加 {bao} 个。
+ Declared ready, announced on the first discard: +{bao} on top of the pattern.
@ listened
- [S2 | baoting=flat] 报听：头一手打牌就报，以后不换牌。胡了，不管什么牌，通通算 {bao} 个。
+ Declared ready, announced on the first discard: {bao} in all, whatever the pattern.
@ listened
- [O | baoting=none] 报听不另加。
+ Declared ready adds nothing.
@ listened
- [S2] 报听的人打的牌被别人胡，照报听的人自己听的牌算。
+ A win off the discard of a player who declared ready is worth that player’s own hand.
- [S2 | gangkai!=0] 杠上花：开了豆马上自摸，再加 {gangkai} 个。
+ Kong bloom, the draw after a kong: +{gangkai}.
- [O | gangkai=0] 杠上花不另加。
+ Kong bloom adds nothing.
- [O | haidi!=0] 海底捞月：最后一张牌自摸胡的，再加 {haidi} 个，没有牌翻鸡。
+ Won with the last tile of the wall, one’s own draw: +{haidi}, and none is left to turn.
- [O | haidi=0] 海底捞月不另加。
+ The last tile of the wall adds nothing.

# pay 谁付 | Who pays
- [S2 | seats] 自摸：{everybody}。点炮：打的那个人付，别人不付。
+ Self-draw: {everybody}. Discard: whoever discarded the tile pays alone.
@ own
- [S2 | zimo=0] 自摸不另加。
+ A self-draw adds nothing.
- [O | zimo=1] 自摸，每家多付 {zimo} 个。
+ On a self-draw each pays {zimo} more.
- [S2 | seats=3,4] 一炮双响：放炮的人付两家，各照各的牌。
+ Two winners off one discard are each paid for their own hands.
@ two
- [S2 | seats=4 triple_ron=reversed] 一炮三响：输赢倒过来，胡的三家照放炮那人自己的牌付他。
+ Three winners: reversed, each pays the discarder what his own hand is worth.
@ three
- [O | seats=4 triple_ron=plain] 一炮三响：不倒过来，放炮的付三家，各照各的牌。
+ Three winners: each is paid for his own hand, nothing is reversed.
@ three
- [O | maima!=0] 买马：自摸了再翻 {maima} 张，是赢家自己的，一张多收一份。{horses}
+ Horses: after a self-draw {maima} tiles are turned; each that is the winner’s own adds a share. {horses}
@ horses
- [O | maima=0] 不买马。
+ No horses are turned.
- [O | genzhang!=0] 跟章：头一圈大家都跟着庄家打一样的牌，庄家付每家 {genzhang} 个，谁胡都付，黄庄也付。
+ Where all discard in the first round what the dealer did, he pays {genzhang} to each, whoever wins and in a dead deal too.
@ followed
- [O | genzhang=0] 跟章不算。
+ A followed tile costs nothing.
- [S2 | repao=void_dou] 热炮：开了豆，打出来的牌点炮。那个豆不算，炮照付。
+ Hot discard, a kong and then the winning discard: that kong is void and the win is paid.
@ hot
- [O | repao=void_all] 热炮：开了豆，打出来的牌点炮。他的豆和鸡都不算，炮照付。
+ Hot discard, a kong and then the winning discard: all his kongs and chickens are void and the win is paid.
@ hot
- [O | repao=double] 热炮：开了豆，打出来的牌点炮。那个豆不算，炮翻倍付。
+ Hot discard, a kong and then the winning discard: that kong is void and the win is doubled.
@ hot
- [S2 | rob_kong] 抢杠：别人转弯豆的那张，正好要胡。那个豆不算，不用另外记；转弯的人当点炮付。
+ Robbing the kong: the tile of another’s added kong is won; that kong is void by itself and its maker pays.
@ robbed
- [O | rob_kong=burn_ji] 抢杠烧鸡：让人抢了的，他的鸡一张也不算；该付的照付。
+ The chickens of who was robbed count nothing for him; what he owes stands.
- [O | rob_kong=void_all] 让人抢了的，他的鸡和豆都不算；该付的照付。
+ The chickens and kongs of who was robbed count nothing for him; what he owes stands.
- [ours] 他转弯豆记了不止一个，要说抢的是哪一张。
+ Where he has several added kongs, it has to be said which tile was robbed.
- [S2 | seats=4] 包牌：听了牌，别人点炮不胡；自己没摸牌，又有人点炮给别家。这一炮由他付三家，照各家胡牌的个数。
+ Bao: a ready player who lets a win pass, and before drawing again sees another discard won, pays all three for it,
  each by his own hand.
@ bao
- [S2 | seats=3] 包牌：听了牌，别人点炮不胡；自己没摸牌，又有人点炮给别家。这一炮由他付两家，照各家胡牌的个数。
+ Bao: a ready player who lets a win pass, and before drawing again sees another discard won, pays both others for it,
  each by his own hand.
- [ours | seats=3] 包牌时，胡的照胡的牌算；放炮的报自己听的牌值几个，没有叫牌就是 0。
+ The winner is paid what the hand won is worth; the discarder says what his own would have been, 0 if not ready.
- [ours | seats=4] 包牌时，胡的照胡的牌算；没胡的两家，各报自己听的牌值几个，没有叫牌就是 0。
+ The winner is paid what the hand won is worth; the two others say what theirs would have been, 0 if not ready.
- [O | dealer_bonus=0] 庄家胡、庄家付，都不另加。
+ The dealer wins and pays as anybody.
- [O | dealer_bonus=1] 庄家胡、庄家付，每笔多 {dealer_bonus} 个。
+ Each payment of a win to or by the dealer is {dealer_bonus} more.
- [O | lianzhuang=on] 庄家加的这些，乘他连着坐庄的盘数。
+ That bonus is multiplied by the deals in a row that he has dealt.
- [O | lianzhuang=off] 连着坐庄，不另乘。
+ Dealing on multiplies nothing.

# dou 豆 | 豆, the kongs
- [S2 | dou_men] 闷豆：自己摸到四张，每家付 {dou_men} 个。
+ Concealed kong, four drawn: {dou_men} from each.
- [S2 | dou_zhuanwan] 转弯豆：碰了又摸到第四张，每家付 {dou_zhuanwan} 个。
+ Added kong, a peng and the fourth tile drawn: {dou_zhuanwan} from each.
- [S2 | dou_dian] 点豆：手里三张，杠别人打的，打的人付 {dou_dian} 个。
+ Claimed kong, three held and another’s discard: {dou_dian} from whoever discarded it.
@ dou
- [S2] 几个豆一起算，各算各的。黄庄了，豆都不算。
+ Every kong counts by itself; in a dead deal none does.
- [O | ready_only=off] 叫没叫牌，豆和鸡都照收。
+ Ready or not, everybody is paid for kongs and chickens.
- [O | ready_only=on] 叫牌才算：叫了牌的才收豆和鸡；没叫的不收，照样付。
+ Only ready players are paid for kongs and chickens; the others pay all the same.
- [O | bao_dou=off] 没叫牌的，自己的豆不用倒付。
+ Who is not ready owes nothing for his own kongs.
- [O | bao_dou=wins] 包豆：没叫牌的，闷豆、转弯豆付给叫了牌的每家，点豆付给打的人（他叫了才付）。有人胡才包。
+ Who is not ready pays each who is for his concealed and added kongs, and the discarder of a claimed one if he is; after a
  win only.
- [O | bao_dou=always] 包豆：没叫牌的，闷豆、转弯豆付给叫了牌的每家，点豆付给打的人（他叫了才付）。黄庄也包。
+ Who is not ready pays each who is for his concealed and added kongs, and the discarder of a claimed one if he is; after a
  dead deal too.

# ji 捉鸡 | 捉鸡, turning a tile
- [S2 | ji_next=up] 胡了以后还有牌，翻一张，后一张是鸡；翻到九，一是鸡。
+ After a win a tile is turned, and the next number of its suit is chicken (after nine, one).
- [O | ji_next=down] 胡了以后还有牌，翻一张，前一张是鸡；翻到一，九是鸡。
+ After a win a tile is turned, and the number before it is chicken (before one, nine).
- [O | ji_next=both] 胡了以后还有牌，翻一张，前后两张都是鸡，一和九接着。
+ After a win a tile is turned, and both its neighbours are chicken, in a circle.
- [S2 | ji_next ben_ji wugu] 比如翻到五万，鸡就是{ji}。
+ With 5 characters turned these are chickens: {ji}.
- [O | ben_ji=on] 本鸡：翻到的那种牌，自己也是鸡。
+ Own chicken: the turned tile’s own kind is chicken too.
- [O | ben_ji=off] 翻到的那种牌，自己不是鸡。
+ The turned tile’s own kind is no chicken.
- [S2 | neiwai_ji=off] 手里、桌上有一张鸡，每家付 1 个；打掉的不算。
+ Each chicken held or laid down: 1 from each other player; discarded ones count nothing.
- [O | neiwai_ji=yaoji wugu=0] 手里、桌上有一张鸡，每家付 1 个；打掉的幺鸡也算，不翻倍，别的打掉不算。
+ Each chicken held or laid down: 1 from each other player; a discarded 1 bamboo counts too, never doubled, others do not.
- [O | neiwai_ji=yaoji wugu!=0] 手里、桌上有一张鸡，每家付 1 个；打掉的幺鸡、八筒也算，不翻倍，别的打掉不算。
+ Each chicken held or laid down: 1 from each other player; discarded 1 bamboo and 8 dots count too, never doubled, others
  do not.
- [O | neiwai_ji=all] 内外鸡：手里、桌上有一张鸡，每家付 1 个；打掉的鸡也照算。冲锋鸡、责任鸡那张不在里面。
+ Each chicken held, laid down or discarded: 1 from each other player. The first and the liable chicken are none of them.
- [S2] 幺鸡：一条总是鸡，没有牌翻了也是。翻到的正好指着一条，一张算两个，叫金鸡。
+ 1 bamboo always is chicken; where the turned tile points at it, it counts 2 (golden).
@ ji
- [S2] 满鸡：四张鸡都在自己手里，或者开了闷豆，算 {full} 个，不算 4 个。
+ Full chicken: all four concealed count {full} instead of 4.
@ most
- [open S2] 金鸡又满鸡，书上没说；这里算 {double} 个。
+ Full chicken of golden is not in the sources: {double}.
- [O | wugu!=0] 乌骨鸡：八筒总是鸡，一张算 {wugu} 个；翻到七筒就翻倍。
+ 8 dots always is chicken, worth {wugu}; doubled when 7 dots is turned.
- [O | wugu=0] 不算乌骨鸡。
+ 8 dots is no standing chicken.
- [O | chongfeng!=0] 冲锋鸡：头一个打出一条的，每家付他 {chongfeng} 个，金鸡翻倍。
+ First chicken: whoever discards the first 1 bamboo gets {chongfeng} from each, double when golden.
- [O | chongfeng=0] 不算冲锋鸡。
+ No first chicken.
- [O | zeren!=0] 责任鸡：打出的头一张一条被碰、被杠，打的人付他 {zeren} 个，冲锋鸡就不算。
+ Liable chicken: where that 1 bamboo is claimed, its discarder pays {zeren} to the claimant instead.
- [O | zeren=0] 不算责任鸡。
+ No liable chicken.
- [O | bao_ji=off] 没叫牌的，打掉、亮着的鸡不用倒付。
+ Who is not ready owes nothing for chickens discarded or laid.
- [O | bao_ji=wins wugu=0] 包鸡：没叫牌的，打掉的、亮着的幺鸡，付给叫了牌的每家。有人胡才包。
+ Who is not ready pays each who is for 1 bamboo that he discarded or laid; after a win only.
- [O | bao_ji=wins wugu!=0] 包鸡：没叫牌的，打掉的、亮着的幺鸡、八筒，付给叫了牌的每家。有人胡才包。
+ Who is not ready pays each who is for 1 bamboo and 8 dots that he discarded or laid; after a win only.
- [O | bao_ji=always wugu=0] 包鸡：没叫牌的，打掉的、亮着的幺鸡，付给叫了牌的每家。黄庄也包。
+ Who is not ready pays each who is for 1 bamboo that he discarded or laid; after a dead deal too.
- [O | bao_ji=always wugu!=0] 包鸡：没叫牌的，打掉的、亮着的幺鸡、八筒，付给叫了牌的每家。黄庄也包。
+ Who is not ready pays each who is for 1 bamboo and 8 dots that he discarded or laid; after a dead deal too.

# else 黄庄查叫 | Dead deals
- [S2] 牌摸完了没有人胡，叫黄庄：豆和鸡都不算，要查叫。
+ A deal nobody wins: no kongs and no chickens count; then it is checked who was ready.
- [S2] 没有人叫牌，或者都叫了，谁也不付。有叫有不叫的：没叫的付给每个叫了的，照他能胡的最大的牌。
+ Nobody ready, or everybody: no payment. Else each who is not pays each who is the greatest value of that hand.
@ dead
- [S2] 相公：多牌少牌的，这一盘陪着打，不能胡，查叫算没叫。
+ Dead hand, a player with a tile too many or too few: plays on, cannot win, and counts as not ready.
- [open S2] 别的犯规，赔多少桌上商定，当场记下。庄家不变。
+ Other fouls pay what the table agrees on; the dealer stays.
@ foul

# next 下一盘谁坐庄 | Who deals next
- [S2 | seats=4] 谁胡，下一盘谁坐庄。一炮三响，放炮的坐庄。
+ The winner deals next; after three wins off one discard, the discarder.
- [S2 | seats=2,3] 谁胡，下一盘谁坐庄。
+ The winner deals next.
- [O | seats=3,4] 一炮双响：从庄家逆时针数，先数到的坐庄，庄家自己也算。
+ Of two winners the first counter-clockwise from the dealer, the dealer included.
- [S2 | chajiao_dealer=seed seats=2,3] 黄庄：没有人叫、都叫、庄家叫了，庄家连庄；庄家没叫，离他最近的下家里叫了的坐庄。
+ Dead deal: the dealer stays if nobody, everybody or he was ready; else the nearest ready player deals.
- [S2 | chajiao_dealer=seed seats=4] 黄庄：没有人叫、都叫、庄家叫了，庄家连庄；庄家没叫，离他最近的下家里叫了的坐庄；
  只有一家没叫，那家坐庄。
+ Dead deal: the dealer stays if nobody, everybody or he was ready; else the nearest ready player deals. Exactly one not
  ready deals himself.
- [O | chajiao_dealer=stays] 黄庄：庄家连庄。
+ Dead deal: the dealer stays.
"""
