"""跑胡子的打法 (paohuzi de dafa): what each place plays, as presets of the two rulesets (docs/rules/paohuzi.md#presets).

A row of 名堂 is a line: whether it is on, its code and name, its name in English, when it holds, what it is worth, and what
else there is of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..options import RowValue, Value, Words
from ..presets import NamedPreset


@dataclass(frozen=True, slots=True)
class Preset:
    """One game: its name, the options that it has otherwise than all of them, and its rows, whole."""

    named: NamedPreset
    options: Mapping[str, Value]
    rows: tuple[RowValue, ...]

    @property
    def code(self) -> str:
        """The value of the option ``preset``."""
        return self.named.code

    @property
    def defaults(self) -> dict[str, Value]:
        """What is as usual where it is chosen."""
        return {**self.options, "patterns": [*self.rows]}


def preset(
    code: str,
    name: tuple[str, str],
    options: Mapping[str, Value],
    rows: str,
    *,
    regions: tuple[tuple[str, str], ...],
    aliases: str,
) -> Preset:
    """A preset with its rows as lines, and other names with blanks between them."""
    named = NamedPreset(code, Words(*name), tuple(Words(*words) for words in regions), tuple(aliases.split()))
    return Preset(named, options, tuple(_row(line) for line in map(str.strip, rows.splitlines()) if line))


def _row(line: str) -> RowValue:
    head, en, when, value, *more = line.split(" | ")
    sign, code, zh = head.split(" ", 2)
    row: RowValue = {"code": code, "zh": zh, "en": en, "when": when, "value": value, "on": sign == "+"}
    for extra in more[0].split() if more else ():
        name, _, rest = extra.partition("=")
        row |= _extra(name, rest)
    return row


def _extra(name: str, rest: str) -> RowValue:
    if name == "each":
        of, _, numbers = rest.partition(">")
        over, _, add = numbers.partition("+")
        return {"each": {"of": of, "over": int(over), "add": int(add)}}
    if name == "min":
        return {"min": int(rest)}
    return {name: rest or True}


UNITS: Final = (
    preset(
        "shaoyang",
        ("邵阳字牌", "Shaoyang Zipai"),
        {"min_hu": 10, "base_units": 2, "hu_per_unit": 5, "discard": "no"},
        """
        + zimo 自摸 | own draw | own=1 | +1
        - honghu 红胡 | red hand | red>=10 | x2 | group=red
        - heihu 黑胡 | all black | red=0 | x2 | group=red
        """,
        regions=(
            ("邵阳", "Shaoyang"),
            ("隆回", "Longhui"),
            ("洞口", "Dongkou"),
            ("新邵", "Xinshao"),
            ("邵东", "Shaodong"),
        ),
        aliases="宝庆字牌 邵阳跑胡子 打字牌",
    ),
    preset(
        "liuhuqiang",
        ("衡阳六胡抢", "Hengyang Six-hu"),
        {"seats": 4, "hand": 14, "min_hu": 6},
        """
        + zimo 自摸 | own draw | own=1 | x2
        + tianhu 天胡 | heavenly win | dealt=1 | x2
        + dihu 地胡 | earthly win | dihu=1 | x2
        + xiaohong 小红 | small red | red>=8 and red<10 | x2 | group=red
        + dahong 大红 | great red | red>=10 | x4 | group=red
        + dianhong 一点红 | one red | red=1 | x3 | group=red
        + heihu 黑胡 | all black | red=0 | x5 | group=red
        - haidi 海底胡 | last card | haidi=1 | x2
        - pengpeng 碰碰胡 | all pairs | runs=0 | x2
        - piaohu 飘胡 | no points | hu=0 | hu=6 | min=0
        """,
        regions=(
            ("衡阳", "Hengyang"),
            ("衡南", "Hengnan"),
            ("衡东", "Hengdong"),
            ("衡山", "Hengshan"),
        ),
        aliases="六胡抢 六壶抢 21张 十四张",
    ),
    preset(
        "shihuka",
        ("衡阳十胡卡", "Hengyang Ten-hu"),
        {"min_hu": 10, "ladder_points": [[10, 1], [12, 2]], "discard_multiple": 3},
        """
        + ka10 10胡卡 | exactly 10 | hu=10 | hu=15
        + zimo 自摸 | own draw | own=1 | x2
        + tianhu 天胡 | heavenly win | dealt=1 | x2
        + dihu 地胡 | earthly win | dihu=1 | x2
        + xiaohong 小红 | small red | red>=10 and red<13 | x3 | group=red
        + dahong 大红 | great red | red>=13 | x5 | group=red
        + dianhong 一点红 | one red | red=1 | x4 | group=red
        + heihu 黑胡 | all black | red=0 | x5 | group=red
        - duohong 多红加胡 | more for red | red>10 | hu+0 | each=red>10+3
        - haidi 海底胡 | last card | haidi=1 | x2
        - piaohu 飘胡 | no points | hu=0 | hu=15 | min=0
        """,
        regions=(
            ("衡阳", "Hengyang"),
            ("祁东", "Qidong"),
            ("常宁", "Changning"),
        ),
        aliases="十胡卡 十壶卡 衡阳红黑 红黑胡",
    ),
    preset(
        "shiwuhu",
        ("衡阳十五胡", "Hengyang Fifteen-hu"),
        {"min_hu": 15, "discard_multiple": 2},
        """
        + zimo 自摸 | own draw | own=1 | x2
        + honghu 红胡 | red hand | red>=10 | x2 | group=red
        + dianhu 点胡 | one red | red=1 | x3 | group=red
        + heihu 黑胡 | all black | red=0 | x3 | group=red min=10
        """,
        regions=(
            ("衡阳", "Hengyang"),
            ("衡阳县", "Hengyang County"),
        ),
        aliases="十五胡 衡阳跑胡子",
    ),
    preset(
        "yongzhou",
        ("永州扯胡子", "Yongzhou Che Huzi"),
        {"min_hu": 15, "base_units": 2, "discard": "no", "xing": "follow"},
        """
        + zimo 自摸 | own draw | own=1 | x2 | group=draw
        + wangdiao 王钓 | joker wait | wangdiao=1 | x4 | group=draw
        + wangdiaowang 王钓王 | joker wait, joker drawn | wangdiaowang=1 | x8 | group=draw
        + wangchuang 王闯 | joker rush | wangchuang=1 | x8 | group=draw
        + wangchuangwang 王闯王 | joker rush, joker drawn | wangchuangwang=1 | x16 | group=draw
        + wangzha 王炸 | joker bomb | wangzha=1 | x16 | group=draw
        + wangzhawang 王炸王 | joker bomb, joker drawn | wangzhawang=1 | x32 | group=draw
        + dianhu 点胡 | one red | red=1 | x3 | group=red
        + honghu 红胡 | red hand | red>=10 | x2 | group=red
        + heihu 黑胡 | all black | red=0 | x4 | group=red
        - hongzhuandian 红转点 | red as one red | red>=13 and red<=15 | x3 | group=red
        - hongzhuanhei 红转黑 | red as black | red>15 | x4 | group=red
        """,
        regions=(
            ("永州", "Yongzhou"),
            ("全州", "Quanzhou"),
            ("道县", "Daoxian"),
            ("祁阳", "Qiyang"),
            ("东安", "Dong’an"),
            ("零陵", "Lingling"),
        ),
        aliases="扯胡子 全州字牌 零陵字牌 扯壶子",
    ),
    preset(
        "chenzhou",
        ("郴州毛胡子", "Chenzhou Mao Huzi"),
        {"min_hu": 9, "discard_multiple": "players"},
        """
        + maohu 毛胡 | no points | hu=0 | hu=15 | min=0
        + zimo 自摸 | own draw | own=1 | x2
        - dianhong 一点红 | one red | red=1 | x4 | group=red
        - xiaohong 小红胡 | small red | red>=10 and red<13 | x3 | group=red
        - dahong 大红胡 | great red | red>=13 | x5 | group=red
        - heihu 黑胡 | all black | red=0 | x5 | group=red
        """,
        regions=(
            ("郴州", "Chenzhou"),
            ("桂阳", "Guiyang County"),
            ("资兴", "Zixing"),
            ("永兴", "Yongxing"),
        ),
        aliases="毛胡子 郴州字牌 毛壶子",
    ),
    preset(
        "huaihua",
        ("怀化红拐弯", "Huaihua Hongguaiwan"),
        {"min_hu": 18, "ladder_from": 15, "multipliers": "sum", "after_dead_deal": "dealer_stays"},
        """
        + zimo 自摸 | own draw | own=1 | +1
        - zimo15 15胡可自摸 | 15 by own draw | own=1 | +0 | min=15
        + tianhu 天胡 | heavenly win | dealt=1 | x4 | min=15
        + dihu 地胡 | earthly win | dihu=1 | x3 | min=15
        + haidi 海底胡 | last card | haidi=1 | x2 | min=15
        + honghu 红胡 | red hand | red>=10 | x2 | group=red min=15 each=red>10+1
        + dianhu 点胡 | one red | red=1 | x3 | group=red min=15
        + wuhu 乌胡 | all black | red=0 | x5 | group=red min=15
        + pengpeng 碰碰胡 | all pairs | runs=0 | x4 | min=15
        + da18 十八大 | eighteen big | big>=18 | x4 | min=15 each=big>18+1
        + xiao16 十六小 | sixteen small | small>=16 | x4 | min=15 each=small>16+1
        """,
        regions=(
            ("怀化", "Huaihua"),
            ("溆浦", "Xupu"),
            ("洪江", "Hongjiang"),
        ),
        aliases="红拐弯 红拐弯234 怀化跑胡子",
    ),
    preset(
        "huaihua_468",
        ("怀化红拐弯 468", "Huaihua Hongguaiwan 4-6-8"),
        {"min_hu": 18, "ladder_from": 15, "multipliers": "sum", "after_dead_deal": "dealer_stays"},
        """
        + zimo 自摸 | own draw | own=1 | +1
        - zimo15 15胡可自摸 | 15 by own draw | own=1 | +0 | min=15
        + tianhu 天胡 | heavenly win | dealt=1 | x8 | min=15
        + dihu 地胡 | earthly win | dihu=1 | x6 | min=15
        + haidi 海底胡 | last card | haidi=1 | x6 | min=15
        + honghu 红胡 | red hand | red>=10 | x4 | group=red min=15 each=red>10+1
        + dianhu 点胡 | one red | red=1 | x6 | group=red min=15
        + wuhu 乌胡 | all black | red=0 | x8 | group=red min=15
        + pengpeng 碰碰胡 | all pairs | runs=0 | x8 | min=15
        + da18 十八大 | eighteen big | big>=18 | x8 | min=15 each=big>18+1
        + xiao16 十六小 | sixteen small | small>=16 | x8 | min=15 each=small>16+1
        """,
        regions=(
            ("怀化", "Huaihua"),
            ("溆浦", "Xupu"),
        ),
        aliases="红拐弯468",
    ),
    preset(
        "changde",
        ("常德全名堂", "Changde, All Patterns"),
        {"min_hu": 15, "multipliers": "sum", "discard": "all_pay", "after_dead_deal": "dealer_stays"},
        """
        + zimo 自摸 | own draw | own=1 | +1
        + tianhu 天胡 | heavenly win | dealt=1 | x6
        + dihu 地胡 | earthly win | dihu=1 | x6
        + haidi 海胡 | last card | haidi=1 | x6
        + honghu 红胡 | red hand | red>=10 | x3 | group=red each=red>10+1
        + dianhu 点胡 | one red | red=1 | x6 | group=red
        + wuhu 乌胡 | all black | red=0 | x8 | group=red
        - siqihong 四七红 | four or seven red | red=4 or red=7 | x2 | group=red
        + dahu 大胡 | big hand | big>=18 | x8 | each=big>18+1
        + xiaohu 小胡 | small hand | small>=16 | x10 | each=small>16+1
        + duizi 对子胡 | all pairs | runs=0 | x8
        - tinghu 听胡 | dealt ready | tinghu=1 or dealt=1 or dihu=1 | x6
        - shuahou 耍猴 | last single | held=1 | x8
        - tuanyuan 大团圆 | twin quads | twins>=1 | x8 | each=twins>1+8
        - hanghang 行行息 | every group scores | dull=0 | x8 | group=hang
        - jiahang 假行行 | all but the pair score | dull=1 and pairs=1 | x4 | group=hang
        """,
        regions=(
            ("常德", "Changde"),
            ("桃源", "Taoyuan"),
            ("汉寿", "Hanshou"),
            ("津市", "Jinshi"),
            ("澧县", "Lixian"),
        ),
        aliases="常德跑胡子 全名堂 常德名堂",
    ),
    preset(
        "changde_small",
        ("常德全名堂 6–8番", "Changde, Small Values"),
        {"min_hu": 15, "multipliers": "sum", "discard": "all_pay", "after_dead_deal": "dealer_stays"},
        """
        + zimo 自摸 | own draw | own=1 | +1
        + tianhu 天胡 | heavenly win | dealt=1 | x4
        + dihu 地胡 | earthly win | dihu=1 | x4
        + haidi 海胡 | last card | haidi=1 | x4
        + honghu 红胡 | red hand | red>=10 | x2 | group=red each=red>10+1
        + dianhu 点胡 | one red | red=1 | x4 | group=red
        + wuhu 乌胡 | all black | red=0 | x6 | group=red
        - siqihong 四七红 | four or seven red | red=4 or red=7 | x2 | group=red
        + dahu 大胡 | big hand | big>=18 | x6 | each=big>18+1
        + xiaohu 小胡 | small hand | small>=16 | x8 | each=small>16+1
        + duizi 对子胡 | all pairs | runs=0 | x6
        - tinghu 听胡 | dealt ready | tinghu=1 or dealt=1 or dihu=1 | x4
        - shuahou 耍猴 | last single | held=1 | x6
        - tuanyuan 大团圆 | twin quads | twins>=1 | x8 | each=twins>1+8
        - hanghang 行行息 | every group scores | dull=0 | x8 | group=hang
        - jiahang 假行行 | all but the pair score | dull=1 and pairs=1 | x4 | group=hang
        """,
        regions=(
            ("常德", "Changde"),
            ("汉寿", "Hanshou"),
        ),
        aliases="多红多番 多红对",
    ),
    preset(
        "changde_red",
        ("常德红黑点", "Changde, Red and Black"),
        {"min_hu": 15, "multipliers": "sum", "discard": "all_pay", "after_dead_deal": "dealer_stays"},
        """
        + zimo 自摸 | own draw | own=1 | +1
        + honghu 红胡 | red hand | red>=10 and red<13 | x2 | group=red
        + hongwu 红乌 | red as black | red>=13 | x4 | group=red
        + dianhu 点胡 | one red | red=1 | x3 | group=red
        + wuhu 乌胡 | all black | red=0 | x5 | group=red
        - duizi 对子胡 | all pairs | runs=0 | x4
        """,
        regions=(
            ("常德", "Changde"),
            ("桃源", "Taoyuan"),
        ),
        aliases="红黑点 常德跑胡子",
    ),
    preset(
        "leiyang",
        ("耒阳字牌", "Leiyang Zipai"),
        {"min_hu": 10, "ladder_points": [[11, 1], [16, 2], [21, 3]], "quad_pay": [2, 1]},
        """
        + wuxi 无胡 | no points | hu=0 | hu=21 | min=0
        + xiaoka 小卡胡 | exactly 10 | hu=10 | hu=16
        + daka 大卡胡 | exactly 20 | hu=20 | hu=24
        + tianhu 天胡 | heavenly win | dealt=1 | hux2
        + jushou 举手 | untouched hand | jushou=1 | hux2
        + dianhong 一点红 | one red | red=1 | hux2 | group=red
        + honghu 红胡 | red hand | red>=13 | hux2 | group=red
        + heihu 黑胡 | all black | red=0 | hux2 | group=red
        + zimo 自摸 | own draw | own=1 | x2
        """,
        regions=(
            ("耒阳", "Leiyang"),
            ("安仁", "Anren"),
        ),
        aliases="耒阳跑胡子 耒阳胡子",
    ),
)
"""The presets of paohuzi, each with the options that differ from the common ones."""

TALLY: Final = (
    preset(
        "loudi",
        ("娄底放炮罚", "Loudi Fangpaofa"),
        {},
        """
        + tianhu 天胡 | heavenly win | dealt=1 | worth=100 | alone
        + dihu 地胡 | earthly win | dihu=1 | worth=100 | alone
        - piaohu 飘胡 | no points | hu=0 | hu=30 | min=0
        + shisanhong 十三红 | thirteen red | red>=13 | worth=100 | group=red
        + wuhu 乌胡 | all black | red=0 | worth=100 | group=red
        + ka30 30卡 | exactly 30 | hu=30 | worth=100
        + shihong 十红 | ten red | red>=10 and red<13 | hux2
        + dianzhu 一点朱 | one red | red=1 | hux2
        + kuaibian 一块匾 | one red group | red_groups=1 and red>=2 and red<=4 | hux2
        + haidi 海底捞 | last card | haidi=1 | hux2
        + ka20 20卡 | exactly 20 | hu=20 | hux2
        + zimo 自摸 | own draw | own=1 | hux2
        """,
        regions=(
            ("娄底", "Loudi"),
            ("新化", "Xinhua"),
            ("涟源", "Lianyuan"),
            ("双峰", "Shuangfeng"),
            ("冷水江", "Lengshuijiang"),
        ),
        aliases="放炮罚 娄底跑胡子 娄底字牌",
    ),
    preset(
        "daye",
        ("大冶字牌", "Daye Zipai"),
        {"discard_cap_winner": 0},
        """
        + tianhu 天胡 | heavenly win | dealt=1 | worth=100 | alone
        + dihu 地胡 | earthly win | dihu=1 | worth=100 | alone
        - piaohu 飘胡 | no points | hu=0 | hu=30 | min=0
        + shisanhong 十三红 | thirteen red | red>=13 | worth=100 | group=red
        + wuhu 乌胡 | all black | red=0 | worth=100 | group=red
        + ka30 30卡 | exactly 30 | hu=30 | worth=100
        + shihong 十红 | ten red | red>=10 and red<13 | hux2
        + dianzhu 一点朱 | one red | red=1 | hux2
        + kuaibian 一块匾 | one red group | red_groups=1 and red>=2 and red<=4 | hux2
        + haidi 海底捞 | last card | haidi=1 | hux2
        + ka20 20卡 | exactly 20 | hu=20 | hux2
        + zimo 自摸 | own draw | own=1 | hux2
        """,
        regions=(
            ("大冶", "Daye"),
            ("黄石", "Huangshi"),
            ("阳新", "Yangxin"),
        ),
        aliases="大冶打字牌 字牌满百",
    ),
    preset(
        "xiangxiang",
        ("湘乡告胡子", "Xiangxiang Gao Huzi"),
        {},
        """
        + tianhu 天胡 | heavenly win | dealt=1 | worth=100
        + dihu 地胡 | earthly win | dihu=1 | worth=100
        + hongwu 红乌 | red as black | red>=13 and hu<30 | worth=100
        + heihu 黑胡 | all black | red=0 | worth=100
        + shihong30 30胡十红 | thirty with ten red | hu>=30 and red>=10 | worth=100
        + hu30 30胡 | thirty | hu>=30 and red<10 | hux2
        + honghu 红胡 | red hand | red>=10 and red<13 and hu<30 | hux2
        - dianhong 一点红 | one red | red=1 | hux2
        + zimo 自摸 | own draw | own=1 | hu+10
        + fangpao 放炮 | off a discard | discard=1 | hu+10
        """,
        regions=(
            ("湘乡", "Xiangxiang"),
            ("湘潭", "Xiangtan"),
            ("韶山", "Shaoshan"),
        ),
        aliases="告胡子 湘乡字牌 告壶子",
    ),
)
"""The presets of paohuzi_tally, each with the options that differ from the common ones."""
