"""Wordings of what can be wrong around the deals: sessions, stages, stakes, names, notes, what an entry builds on."""

from collections.abc import Mapping

from .options import Words

TABLE_PROBLEMS: Mapping[str, Words] = {
    "bad_deal.unknown": Words("没有这一盘（{got}）", "There is no such deal ({got})"),
    "bad_deal.void": Words("第 {deal} 盘已经作废了", "Deal {deal} is void"),
    "bad_deal.not_void": Words("第 {deal} 盘没有作废", "Deal {deal} is not void"),
    "bad_deal.time": Words("看不懂这个时间：{got}", "This is no time: {got}"),
    "bad_deal.too_many_deals": Words(
        "一桌最多 {most} 盘，另开一桌吧", "A table holds {most} deals; open another"
    ),
    "bad_deal.offender_missing": Words("谁诈胡了？", "Who fouled?"),
    "bad_deal.how_missing": Words("这一轮怎么收？", "How shall the round end?"),
    "bad_deal.deltas_empty": Words(
        "填上谁加谁减，加起来是 0", "Fill in who wins and who loses; it sums to 0"
    ),
    "bad_entry.client_id": Words(
        "这一盘的编号写坏了，回到这一桌重新记", "The id of this entry is damaged; start again"
    ),
    "bad_entry.base": Words(
        "不知道这一盘接着哪一盘，回到这一桌重新记", "It is unclear what this entry builds on"
    ),
    "bad_name.same": Words("“{got}”有两个，分不清，换一个", "“{got}” is there twice; choose another name"),
    "bad_note.long": Words("最多 {longest} 个字，写了 {got} 个", "At most {longest} characters, not {got}"),
    "bad_stage.not_closed": Words("这一桌没有收，不用再打开", "This table is not closed"),
    "bad_stage.numbers": Words("座位要写人的编号", "Seats are player numbers"),
    "bad_stage.open_round": Words("这一轮还没打完，先结这一轮", "A round is still open: settle it first"),
    "bad_stage.open_round_before": Words(
        "前面一段打到第 {deal} 盘，有一轮没结：先在那里补记这一轮怎么收",
        "A round is still open after deal {deal}: note there how it ended",
    ),
    "bad_stage.player": Words(
        "没有第 {got} 号，一共 {count} 个人", "There is no player {got}; there are {count}"
    ),
    "bad_stage.players": Words(
        "一桌 {least} 到 {greatest} 个人，现在是 {got} 个",
        "A table has {least} to {greatest} players, not {got}",
    ),
    "bad_stage.time_zone": Words("没有这个时区：{got}", "There is no time zone {got}"),
    "bad_stage.twice": Words("一个人不能坐两个座位", "Nobody sits on two seats"),
    "bad_stake.currency": Words("货币写三个大写字母，比如 CNY", "A currency is three capitals, such as CNY"),
    "bad_stake.range": Words(
        "彩头要 {least} 分到 {greatest} 分，写成元最多两位小数，比如 0.30；写的是 {got}",
        "The stake is {least} to {greatest} cents, at most two decimals, such as 0.30; not {got}",
    ),
}
