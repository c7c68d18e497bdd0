"""Wordings of what can be wrong with a file that leaves or comes in."""

from collections.abc import Mapping

from zipai_ledger.rules.options import Words

TEXTS: Mapping[str, Words] = {
    "bad_json.encoding": Words(
        "这不是 UTF-8 文字（从第 {got} 个字节起），另存一次再试",
        "This is not UTF-8 text (from byte {got} on)",
    ),
    "bad_file": Words("读写不了 {got}：{what}", "Cannot read or write {got}: {what}"),
    "unknown_session": Words("没有这一桌：{got}", "There is no session {got}"),
    "damaged": Words("账本对不上，没有导出：{what}", "The ledger is damaged, nothing was exported: {what}"),
}
