"""Wording of pledges, the cap, an evening of so many deals and its closing, whatever is played."""

from collections.abc import Mapping

from ..options import Words

HOUSE_ITEMS: Mapping[str, Words] = {
    "pledge": Words(
        "加锤：{player}付{payee} {units} × {n} = {paid}",
        "Pledges: {player} pays {payee} {units} × {n} = {paid}",
    ),
    "pledge.add": Words(
        "加锤：{player}付{payee} {units} + {n} = {paid}",
        "Pledges: {player} pays {payee} {units} + {n} = {paid}",
    ),
    "cap": Words(
        "封顶：{player}付{payee} {paid}，不是 {units}", "Capped: {player} pays {payee} {paid}, not {units}"
    ),
    "close": Words("收场", "The stage is closed"),
    "close.low": Words(
        "收场：{player}赢了 {units}，不到 {least}，算 {paid}",
        "Closed: {player} has won {units}, less than {least}; it counts as {paid}",
    ),
}

HOUSE_FLOWS: Mapping[str, Words] = {"close": Words("收场补的", "Added on closing")}

HOUSE_PROBLEMS: Mapping[str, Words] = {
    "evening_over": Words("说好打 {deals} 盘，已经打满了", "The {deals} deals of this evening are played"),
    "bad_deal.pledges": Words(
        "锤要写 {expected} 家的，写了 {got} 家", "Expected {expected} pledges, got {got}"
    ),
    "bad_deal.pledges_off": Words("这桌不加锤", "This table plays without pledges"),
    "bad_deal.pledges_most": Words(
        "一家最多锤 {most} 个，写的是 {got}", "At most {most} are pledged, not {got}"
    ),
    "bad_deal.pledges_sits": Words("这一盘不打的不能加锤", "Who sits the deal out pledges nothing"),
    "bad_deal.closed": Words("这一段已经收场了，后面不能再记", "This stage is closed: nothing may follow"),
    "bad_deal.close_two": Words(
        "两个人打才这样收场，这里坐了 {seats} 个", "A stage is closed between two; {seats} sit here"
    ),
    "bad_deal.close_round": Words(
        "还有一轮没结：先结了或者不算了，再收场",
        "A round is open: settle or drop it, then close the stage",
    ),
}
