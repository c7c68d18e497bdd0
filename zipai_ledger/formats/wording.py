"""Wordings of what can be wrong around the deals: sessions, stages, stakes, names, notes, what an entry builds on."""

from collections.abc import Mapping

from zipai_ledger.rules.options import Words

PROBLEMS: Mapping[str, Words] = {
    "bad_deal.unknown": Words("没有这一盘（{got}）", "There is no such deal ({got})"),
    "bad_deal.void": Words("第 {deal} 盘已经作废了", "Deal {deal} is void"),
    "bad_deal.not_void": Words("第 {deal} 盘没有作废", "Deal {deal} is not void"),
    "bad_deal.disputed": Words("第 {deal} 盘已经有人说不对了", "Deal {deal} is in dispute already"),
    "bad_deal.not_disputed": Words("第 {deal} 盘没有人说不对", "Deal {deal} is not in dispute"),
    "bad_deal.others_dispute": Words(
        "对第 {deal} 盘有异议的还有别的手机，要由提的人收回，或者由记分的来说",
        "Another phone doubts deal {deal}: whoever raised it may take it back, or a scorekeeper settles it",
    ),
    "bad_deal.time": Words("看不懂这个时间：{got}", "This is not a time: {got}"),
    "bad_deal.too_many_deals": Words(
        "一桌最多 {most} 盘，另开一桌吧", "A table holds at most {most} deals; open another table"
    ),
    "bad_deal.offender_missing": Words("先点是谁", "Choose who it was"),
    "bad_deal.how_missing": Words("这一轮怎么收？", "How does the round end?"),
    "bad_deal.deltas_empty": Words("先点谁给谁", "Choose who gives whom"),
    "bad_deal.gives_missing": Words("谁给？", "Who gives?"),
    "bad_deal.gets_missing": Words("谁收？", "Who gets it?"),
    "bad_deal.gives_himself": Words("自己给自己，不用记", "That is one and the same player"),
    "bad_entry.client_id": Words(
        "这一盘的编号写坏了，回到这一桌重新记",
        "This entry is damaged: go back to the table and record it again",
    ),
    "bad_entry.base": Words(
        "不知道这一盘接着哪一盘，回到这一桌重新记",
        "It is unclear which deal this follows: go back to the table and record it again",
    ),
    "bad_name.text": Words("名字要写成文字，写的是 {got}", "A name must be text, not {got}"),
    "bad_name.long": Words(
        "名字最多 {longest} 个字，写了 {got} 个", "A name has at most {longest} characters, not {got}"
    ),
    "bad_name.empty": Words("名字不能空着", "A name cannot be empty"),
    "bad_name": Words(
        "名字第 {place} 个字（{got}）不能用", "Character {place} of the name ({got}) cannot be used"
    ),
    "bad_name.taken": Words("“{got}”已经有人叫了，换一个分得清的", "“{got}” is taken; choose another"),
    "bad_name.same": Words("“{got}”有两个，分不清，换一个", "“{got}” is there twice; choose another name"),
    "bad_name.rules_same": Words("已经有一套规矩叫“{got}”了", "There are house rules called “{got}” already"),
    "bad_link.cut": Words(
        "这条链接不全，多半是转发的时候断了。请人重新发一次，或者扫一扫。",
        "This link is not whole: it was probably cut on the way. Ask for it again, or scan the code.",
    ),
    "bad_link.foreign": Words("这条链接里不是规矩", "There are no house rules in this link"),
    "bad_note.long": Words(
        "附注最多 {longest} 个字，写了 {got} 个", "A note has at most {longest} characters, not {got}"
    ),
    "bad_note.control": Words(
        "附注第 {place} 个字（{got}）不能用", "Character {place} of the note ({got}) cannot be used"
    ),
    "bad_payment.player": Words(
        "没有第 {got} 号，一共 {count} 个人", "There is no player {got}; there are {count}"
    ),
    "bad_payment.self": Words("自己不用付给自己", "Nobody pays themselves"),
    "bad_payment.currency": Words("这一桌没有用这种钱（{got}）", "This table keeps no money in {got}"),
    "bad_payment.range": Words(
        "付多少要大于 0，最多 {greatest} 分；写的是 {got}",
        "A payment is more than 0 and at most {greatest} cents, not {got}",
    ),
    "bad_payment.nothing_owed": Words(
        "没有要带过去的，都结清了", "Nothing is owed that could be carried over"
    ),
    "bad_payment.not_there": Words(
        "{player}不在新的那一桌，账带不过去", "{player} is not at the new table: nothing can be carried there"
    ),
    "bad_payment.same_twice": Words("两个人的账不能带给同一个人", "Two accounts cannot become one"),
    "bad_payment.unknown": Words("没有这一笔付款（{got}）", "There is no such payment ({got})"),
    "bad_payment.cancelled": Words("这一笔已经取消了", "This payment is cancelled already"),
    "bad_stage.circle": Words("这一桌已经在别的牌友圈里", "This table is in another circle"),
    "bad_stage.rules_full": Words(
        "最多存 {greatest} 套规矩，先删掉不用的",
        "At most {greatest} sets of rules are kept: let go of one first",
    ),
    "bad_stage.rules_long": Words("这套规矩太长，存不下", "These rules are too long to be kept"),
    "bad_stage.people": Words("一个圈里最多 {greatest} 个牌友", "A circle has at most {greatest} people"),
    "bad_stage.person": Words("圈里没有这个牌友", "There is no such person in the circle"),
    "bad_stage.same_person": Words(
        "两个座位认成了同一个牌友：{got}", "Two players would be the same person: {got}"
    ),
    "bad_stage.disputed": Words(
        "第 {deal} 盘还有人说不对，先说清楚再收", "Deal {deal} is in dispute: settle that before closing"
    ),
    "bad_stage.not_seated": Words("没坐着的人不用别人替", "A player without a seat needs nobody to stand in"),
    "bad_stage.plays_already": Words("这个人自己在打，替不了", "Somebody already playing cannot stand in"),
    "bad_stage.plays_himself": Words("本来就是自己在打", "This player is playing already: nobody stands in"),
    "bad_stage.other_stage": Words(
        "那一盘不在现在这一段里", "That deal belongs to another part of the evening"
    ),
    "bad_stage.owed_gone": Words(
        "上一桌刚被删掉，没付清的带不过来了。新桌还没开，再点一下就开",
        "The other table has just been deleted, so nothing owed there can be brought along. Nothing was opened; tap once more",
    ),
    "bad_stage.person_gone": Words(
        "有一位牌友刚被别的手机抹掉了，名字没有改",
        "Somebody was just erased on another phone, and not renamed",
    ),
    "bad_stage.owed_without_stake": Words(
        "这一桌不算钱，上次没付清的带不进来。选一个彩头，或者先不带",
        "This table keeps no money, so what is still owed cannot come along. Choose a stake, or leave it there",
    ),
    "bad_stage.large_stake": Words(
        "这个数大了。看一看上面的话；还是要这么打，就再点一次",
        "This is a high stake. Read the words above; if you still want it, tap once more",
    ),
    "bad_stage.scored_today": Words("都是照现在的规矩算的", "Everything is scored by today’s rules"),
    "bad_stage.not_closed": Words("这一桌没有收，不用再打开", "This table is not closed"),
    "bad_stage.numbers": Words("座位要写人的编号", "Seats are player numbers"),
    "bad_stage.open_round": Words("这一轮还没打完，先结这一轮", "A round is still open: settle it first"),
    "bad_stage.player": Words(
        "没有第 {got} 号，一共 {count} 个人", "There is no player {got}; there are {count}"
    ),
    "bad_stage.players": Words(
        "一桌 {least} 到 {greatest} 个人，现在是 {got} 个",
        "A table has {least} to {greatest} players, not {got}",
    ),
    "bad_stage.time_zone": Words("没有这个时区：{got}", "There is no time zone {got}"),
    "bad_stage.too_many_stages": Words(
        "一桌最多换 {most} 段，另开一桌吧", "A table has at most {most} stages; open another table"
    ),
    "bad_stage.twice": Words("一个人不能坐两个座位", "Nobody can sit in two seats"),
    "bad_stake.currency": Words("货币写三个大写字母，比如 CNY", "A currency is three capitals, such as CNY"),
    "bad_stake.range": Words(
        "彩头要 {least} 分到 {greatest} 分，写成元最多两位小数，比如 0.30；写的是 {got}",
        "The stake is {least} to {greatest} cents, at most two decimals, such as 0.30; not {got}",
    ),
}
