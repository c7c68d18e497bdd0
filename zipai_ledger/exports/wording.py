"""Words of the table, and wordings of what can be wrong with a file that leaves or comes in."""

from collections.abc import Mapping

from zipai_ledger.rules.options import Words
from zipai_ledger.rules.speaker import Common

TEXTS: Mapping[str, Words] = {
    "bad_json.encoding": Words(
        "这不是 UTF-8 文字（从第 {got} 个字节起），另存一次再试",
        "This is not UTF-8 text (from byte {got} on)",
    ),
    "nothing": Words("选一个文件，或者贴上文字", "Choose a file or paste a text"),
    "too_much": Words("太大了，最多 {most} KiB", "Too large, at most {most} KiB"),
    "bad_file": Words("读写不了 {got}：{what}", "Cannot read or write {got}: {what}"),
    "needs_file": Words("{got} 不是文字，写明 --output", "{got} is no text: name a file with --output"),
    "unknown_session": Words("没有这一桌：{got}", "There is no session {got}"),
    "agreed_deal": Words(
        "第 {deal} 盘是商定留下的，胡数别的账本算不出来：请导出存档",
        "Deal {deal} was kept as agreed and its running hu cannot be told here: export the archive",
    ),
    "bad_archive": Words(
        "存档坏了，没有导入。账本要是还在，从那里再导出一份试试",
        "This archive is damaged and nothing was imported. If its table still opens, export it again and try that",
    ),
    "bad_archive.version": Words("不认得存档的版本 {got}", "Archive version {got} is unknown"),
    "damaged": Words(
        "账本对不上，没有导出。请从备份恢复",
        "The ledger does not add up; nothing was exported. Restore a backup",
    ),
}

FILES = Common(TEXTS)
"""The words about files."""

COLUMNS = (
    Words("盘次", "No."),
    Words("时间", "Time"),
    Words("打法", "Game"),
    Words("结果", "Result"),
    Words("胡的人", "Winner"),
    Words("来路", "Source"),
    Words("谁打出或翻出", "From"),
    Words("胡数", "Hu"),
    Words("计分", "Units"),
    Words("醒", "Xing"),
    Words("名目", "Marks"),
    Words("牌", "Hand"),
    Words("验牌", "Checked"),
    Words("作废", "Void"),
    Words("附注", "Note"),
    Words("怎么算的", "How it was worked out"),
    Words("单位", "Unit"),
)
"""What stands before the players' columns."""

TABLE: Mapping[str, Words] = {
    "running": Words("{name} 累计", "{name} running"),
    "tally": Words("{name} 这一轮", "{name} this round"),
    "carried": Words("带进来没打完的一轮", "round carried in"),
    "round_over": Words("一轮结了", "round settled"),
    "and": Words("，", ", "),
    "list": Words("、", ", "),
    "then": Words("；", "; "),
    "void": Words("作废", "void"),
    "agreed": Words("商定", "kept as agreed"),
    "total": Words("合计", "Total"),
    "money": Words("合计（钱）", "Total in money"),
    "owed": Words("还没付清的", "Still to be paid"),
    "pays": Words("付", "Pays"),
    "paid": Words("付过", "Paid"),
    "cancelled": Words("付过，又取消了", "Paid, then cancelled"),
    "carried_in": Words("上次带来的", "Carried in"),
    "carried_out": Words("带到下次的", "Carried out"),
    "rules": Words("规矩", "Rules"),
    "head": Words("账首", "Ledger head"),
}

SHEETS: Mapping[str, Words] = {
    "totals": Words("总账", "Totals"),
    "deals": Words("每盘", "Deals"),
    "payments": Words("付款", "Payments"),
    "rules": Words("规矩", "Rules"),
    "what": Words("事由", "What"),
    "payer": Words("谁付", "Payer"),
    "payee": Words("付给谁", "Payee"),
    "amount": Words("金额", "Amount"),
    "currency": Words("币种", "Currency"),
    "time": Words("时间", "Time"),
    "code": Words("规矩码", "Code"),
    "stake": Words("彩头", "Stake"),
    "changed": Words("改过的", "changed"),
}
"""Sheets of a workbook, and what stands at the head of their columns and rows."""

RESULTS: Mapping[str, Words] = {
    "win": Words("胡", "win"),
    "adjust": Words("商定", "adjustment"),
    "end_round": Words("一轮结束", "round ended"),
    "close": Words("收场", "closed"),
}
"""How a deal ended, by the result of its fact, where games have no words of their own for it."""

CHECKED: Mapping[str, Words] = {
    "cards": Words("验牌", "by cards"),
    "groups": Words("部分验牌", "by groups"),
    "hu": Words("未验牌", "unchecked"),
}
