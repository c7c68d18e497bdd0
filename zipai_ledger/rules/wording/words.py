"""Single words: kinds of groups, sources, marks, why somebody pays, and what shape a value should have."""

from collections.abc import Mapping

from ..options import Words

MARKS: Mapping[str, Words] = {
    "tianhu": Words("天胡", "heavenly hu"),
    "dihu": Words("地胡", "earthly hu"),
    "sanlong": Words("三笼", "three quads"),
    "wukan": Words("五坎", "five triples"),
    "sanlongwukan": Words("三笼五坎", "three quads or five triples"),
    "honghu": Words("红胡", "red hu"),
    "manyuanhua": Words("满园花", "full garden"),
    "piaohu": Words("飘胡", "floating hu"),
    "wuhu": Words("乌胡", "black hu"),
    "dianhong": Words("点红", "one red"),
}

SOURCES: Mapping[str, Words] = {
    "self_draw": Words("自摸", "self-draw"),
    "other_draw": Words("翻", "another’s draw"),
    "discard": Words("点炮", "discard"),
    "dealt": Words("起手", "dealt"),
}
"""Where the winning card came from. 字牌 hands are written with the same words (`rules.zipai.words`)."""

KINDS: Mapping[str, Words] = {
    "chi": Words("吃", "chi"),
    "shun": Words("顺子", "run"),
    "peng": Words("碰", "peng"),
    "kan": Words("坎", "kan"),
    "sao": Words("扫", "sao"),
    "kaiduo": Words("开舵", "kaiduo"),
    "saochuan": Words("扫穿", "saochuan"),
    "pair": Words("眼", "pair"),
    "rest": Words("散牌", "loose"),
}
"""Kinds of groups as 桂林 calls them; `rules.zipai.words` has what other places say."""

CODE_WORDS: Mapping[str, Words] = {**MARKS, **SOURCES, **KINDS}
"""Codes that stand among a wording's params and are read out as words."""

REASONS: Mapping[str, Words] = {
    "discard": Words("点炮", "Discarded"),
    "sitting_xing": Words("下醒归坐醒", "Lower xing goes to the seat sitting out"),
    "foul": Words("诈胡", "Foul"),
}
"""What stands before a payment that not everybody makes."""

SHAPES: Mapping[str, Words] = {
    "integer": Words(
        "要 {least} 到 {greatest} 的整数，写的是 {got}",
        "Expected a whole number {least}–{greatest}, got {got}",
    ),
    "boolean": Words("要 true 或 false，写的是 {got}", "Expected true or false, got {got}"),
    "text": Words("要文字，写的是 {got}", "Expected text, got {got}"),
    "object": Words("要一组“名：值”，写的是 {got}", "Expected an object, got {got}"),
    "list": Words("要一个列表，写的是 {got}", "Expected a list, got {got}"),
    "choice": Words("只能是 {choices}，写的是 {got}", "Expected one of {choices}, got {got}"),
    "not_an_object": Words("要一组“名：值”", "Expected an object"),
    "unknown_key": Words("不认得“{key}”这一项", "“{key}” is unknown here"),
    "surrogate": Words("有一个字写坏了：{got}", "A broken character: {got}"),
    "not_finite": Words("数字要是有限的", "Numbers must be finite"),
    "missing": Words("这一项不能少", "This is required"),
}
"""Wordings of a wrong shape, shared by ``bad_json`` and ``bad_deal``."""
