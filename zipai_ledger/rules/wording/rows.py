"""What is wrong with a table of rows: conditions, values, names (`rules.rowtable`)."""

from collections.abc import Mapping

from ..options import Words

ROW_PROBLEMS: Mapping[str, Words] = {
    "bad_option.rows": Words(
        "“{option}”最多 {most} 行：{got}", "“{option}” takes up to {most} rows, not {got}"
    ),
    "bad_option.row_twice": Words("“{row}”写了两次", "“{row}” is there twice"),
    "bad_option.row_missing_zh": Words("“{row}”还没有名字", "“{row}” has no name"),
    "bad_option.row_missing_when": Words(
        "“{row}”还没写什么时候算，比如 red>=10", "“{row}” has no condition, as red>=10"
    ),
    "bad_option.row_missing_value": Words("“{row}”还没写算多少，比如 x2", "“{row}” has no value, as x2"),
    "bad_option.row_key": Words(
        "“{row}”里没有“{got}”这一项，有：{known}", "“{row}” has no “{got}”; there are: {known}"
    ),
    "bad_option.row_code": Words(
        "“{row}”的代号要 1 到 24 个小写字母、数字、下划线",
        "“{row}”: a code has 1 to 24 lower-case letters, digits and underscores",
    ),
    "bad_option.row_name": Words(
        "“{row}”的名字要 1 到 {most} 个字，写的是“{got}”",
        "“{row}”: a name has 1 to {most} characters, not “{got}”",
    ),
    "bad_option.row_group": Words(
        "“{row}”的组名要 1 到 24 个小写字母、数字、下划线，写的是 {got}",
        "“{row}”: a group has 1 to 24 lower-case letters, digits and underscores, not {got}",
    ),
    "bad_option.row_flag": Words(
        "“{row}”里，{key} 要 true 或 false，写的是 {got}", "“{row}”: {key} is true or false, not {got}"
    ),
    "bad_option.row_last": Words(
        "“{row}”：最后再乘的，要写成 x 几，写的是 {got}", "“{row}”: only a factor is applied last, not {got}"
    ),
    "bad_option.row_value": Words(
        "“{row}”算多少看不懂：{got}；要写 x2、+1、hu=15、hux2、hu+10 或 worth=100",
        "“{row}”: {got} is no value; write x2, +1, hu=15, hux2, hu+10 or worth=100",
    ),
    "bad_option.row_value_missing": Words(
        "“{row}”还没写算多少", "“{row}”: what it is worth is still missing"
    ),
    "bad_option.row_min": Words(
        "“{row}”的起胡要 0 到 {most}，写的是 {got}", "“{row}”: its minimum is 0 to {most}, not {got}"
    ),
    "bad_option.row_each": Words(
        "“{row}”每多一个加多少看不懂：{got}；要写成 of、over、add：数什么、超过几、每个加几",
        "“{row}”: {got} does not say what is added for each; write of, over and add",
    ),
    "bad_option.row_each_number": Words(
        "“{row}”每多一个加多少：{key} 要 0 到 {most} 的整数，写的是 {got}",
        "“{row}”: {key} of what is added for each is a whole number from 0 to {most}, not {got}",
    ),
    "bad_option.row_units": Words(
        "“{row}”：这里记胡，不算囤，{got} 用不上", "“{row}”: hu are tallied here, {got} has no use"
    ),
    "bad_option.row_kinds": Words(
        "“{row}”和同一组“{got}”别的名堂算法不一样",
        "“{row}” counts otherwise than the others of its group “{got}”",
    ),
    "bad_option.when": Words(
        "“{row}”什么时候算看不懂：{got}；要写成 red>=10 and red<13，数从 0 到 99",
        "“{row}”: {got} is no condition; write red>=10 and red<13, with numbers from 0 to 99",
    ),
    "bad_option.when_missing": Words("“{row}”还没说什么时候算", "“{row}”: when it counts is still missing"),
    "bad_option.when_name": Words(
        "“{row}”里没有“{got}”这种数，有：{known}", "“{row}”: there is no number “{got}”; there are: {known}"
    ),
}
