"""一副牌值多少: what cards come to by themselves, and where nobody knows which groups were laid."""

import pytest

from zipai_ledger.rules import registry
from zipai_ledger.rules.zipai.game import ZipaiGame
from zipai_ledger.rules.zipai.notation import parse_hand
from zipai_ledger.rules.zipai.valuing import Valuing


def valuing(slug: str, **options: object) -> Valuing:
    ruleset = registry.get(slug)
    return ruleset.game(ruleset.options.resolve(options)).of_kind(ZipaiGame).valuing


TWELVE = "碰壹壹壹 扫贰贰贰 手一二三四五六七八九六七八肆伍 胡陆 翻"
K = "偎伍伍伍 偎玖玖玖 碰八八八 碰四四四 手六六六陆陆陆拾拾 胡拾 自摸"
"""K of 怀化: read without a run it has fewer 胡, and pays four times as much (docs/rules/paohuzi.md, worked hands)."""


@pytest.mark.parametrize(
    ("slug", "options", "text", "worth"),
    [
        ("guilin", {}, TWELVE, (0, 12)),
        ("guilin", {"min_hu": 15}, TWELVE, (0, 12)),
        ("paohuzi", {"preset": "huaihua"}, K, (24, 29)),
        ("paohuzi", {"preset": "shaoyang", "min_hu": 30}, K, (0, 29)),
    ],
)
def test_cards_come_to_something_whatever_the_minimum(slug: str, options: dict, text: str, worth: tuple):
    found = valuing(slug, **options).worth(parse_hand(text))
    assert found is not None
    assert found[:2] == worth
    assert found.reading.hu == worth[1]


@pytest.mark.parametrize("text", [TWELVE.replace("胡陆", "胡十"), TWELVE.replace("肆伍", "肆")])
def test_cards_that_do_not_win_come_to_nothing(text: str):
    assert valuing("guilin").worth(parse_hand(text)) is None


SINGLE = "提壹壹壹壹 碰贰贰贰 碰伍伍伍 碰玖玖玖 吃一二三 吃四五六 手七 胡七 自摸"


def test_where_nobody_knows_what_was_laid_no_row_counts_that_depends_on_it():
    """耍猴, one card held, is worth 8 times as much (docs/rules/paohuzi.md, 常德)."""
    on, off = (
        valuing("paohuzi", preset="changde", patterns=[{"code": "shuahou", "on": on}]) for on in (True, False)
    )
    found = [each.worth(parse_hand(SINGLE)) for each in (on, on.by_groups, off)]
    assert [worth and worth.units for worth in found] == [40, 5, 5]


@pytest.mark.parametrize("slug", ["guilin", "huashi", "paohuzi_tally"])
def test_where_no_row_depends_on_what_was_laid_the_look_is_the_same(slug: str):
    look = valuing(slug)
    assert look.by_groups is look
