"""拼音首字母: what a Chinese keyboard types first of each character."""

import pytest

from zipai_ledger.formats.initials import initials
from zipai_ledger.rules import registry


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("邵阳字牌", "syzp"),
        ("桂林字牌", "glzp"),
        ("衡阳六胡抢", "hylhq"),
        ("永州扯胡子", "yzchz"),
        ("郴州毛胡子", "czmhz"),
        ("怀化红拐弯 234", "hhhgw234"),
        ("常德全名堂", "cdqmt"),
        ("耒阳字牌", "lyzp"),
        ("娄底放炮罚", "ldfpf"),
        ("大冶字牌", "dyzp"),
        ("湘乡告胡子", "xxghz"),
        ("打坨子", "dtz"),
        ("剥皮", "bp"),
        ("贵阳捉鸡麻将", "gyzjmj"),
        ("A 桌", "az"),
        ("♥", ""),
    ],
)
def test_letters(text: str, letters: str):
    assert initials(text) == letters


def test_every_name_of_a_game_has_a_letter_for_each_character():
    for ruleset in registry.all_rulesets().values():
        for preset in ruleset.presets_named:
            for text in (
                ruleset.name.zh,
                preset.name.zh,
                *preset.aliases,
                *(each.zh for each in preset.regions),
            ):
                plain = [char for char in text if char.isalnum()]
                assert len(initials(text)) == len(plain), text
