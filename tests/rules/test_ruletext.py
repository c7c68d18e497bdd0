"""The text that rules are written in: what is filled in, what holds where, and how sections come together."""

from zipai_ledger.rules.options import Value
from zipai_ledger.rules.rulebook import Grid, Section, merged
from zipai_ledger.rules.ruletext import Reader


def read(text: str, options: dict[str, Value] | None = None) -> tuple[Section, ...]:
    return Reader(options or {}, {"tea": "茶"}, {"grid": Grid((), ())}).sections(text)


def test_a_rule_fills_in_options_and_says_which():
    (section,) = read(
        "# a 甲 | A\n- [S1; P] 起胡 {min_hu} 胡，喝{tea}。\n+ At least {min_hu}.", {"min_hu": 12}
    )
    (rule,) = section.statements
    assert (rule.text.zh, rule.text.en) == ("起胡 12 胡，喝茶。", "At least 12.")
    assert rule.of == ("min_hu",)
    assert rule.sources == ("S1", "P")


def test_a_rule_holds_where_its_conditions_do():
    text = "# a 甲 | A\n- [S1 | seats=3,4 xing!=none] 有\n+ yes\n@ grid"
    (section,) = read(text, {"seats": 4, "xing": "flip"})
    assert section.statements[0].of == ("seats", "xing")
    assert section.statements[0].figures == (Grid((), ()),)
    assert read(text, {"seats": 2, "xing": "flip"})[0].statements == ()
    assert read(text, {"seats": 3, "xing": "none"})[0].statements == ()


def test_a_rule_goes_on_over_lines():
    (section,) = read("# a 甲 | A\n- [open S4] 一，\n二。\n+ One\n  and two.")
    assert section.statements[0].text.zh == "一，二。"
    assert section.statements[0].text.en == "One and two."
    assert section.statements[0].standing == "open"
    assert section.statements[0].source == "S4"


def test_sections_of_one_code_are_one_and_empty_ones_are_left_out():
    found = read("# a 甲 | A\n- [S1] 一\n+ one\n# b 乙 | B\n# a\n- [S1] 二\n+ two")
    (section,) = merged(*found)
    assert section.title.zh == "甲"
    assert [each.text.zh for each in section.statements] == ["一", "二"]
