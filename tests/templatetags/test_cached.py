"""`{% cached %}`: rendered once for the same values in each language, whoever reads it."""

from unittest.mock import MagicMock

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation
from django.utils.safestring import mark_safe

from zipai_ledger.templatetags import zipai

WORD = Template(
    "{% load i18n zipai %}{% cached %}{% translate '记一盘' %}{{ name }}{% endcached %} {{ name }}"
)
NUMBER = "{% load zipai %}{% cached n=number %}{{ n }}{{ number }}{% endcached %}"


def rendered(language: str, name: str) -> str:
    with translation.override(language):
        return WORD.render(Context({"name": name}))


def numbers(*values: object) -> list[str]:
    template = Template(NUMBER)
    return [template.render(Context({"number": value})) for value in values]


def test_each_language_has_its_own_words() -> None:
    assert [rendered(each, "") for each in ("zh-hans", "en", "zh-hans")] == ["记一盘 ", "Record ", "记一盘 "]


def test_nothing_of_one_page_stays_for_another() -> None:
    assert rendered("zh-hant", "老王").endswith(" 老王")
    assert rendered("zh-hant", "小李") == "記一盤 小李"


def test_each_value_has_what_is_its_own() -> None:
    assert numbers("甲", "乙", "甲") == ["甲", "乙", "甲"]
    assert numbers(1, True, 1.0, "<", mark_safe("<")) == ["1", "True", "1.0", "&lt;", "<"]


def test_the_same_value_is_rendered_once() -> None:
    word = MagicMock(__str__=MagicMock(return_value="记"))
    assert numbers(word, "2", word) == ["记", "2", "记"]
    word.__str__.assert_called_once()


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipai, "KEPT", 2)
    template = Template(NUMBER)
    for number in range(5):
        assert template.render(Context({"number": number})) == str(number)
    (node,) = template.nodelist.get_nodes_by_type(zipai.CachedNode)
    assert isinstance(node, zipai.CachedNode)
    assert len(node._rendered) <= 2


def test_it_takes_names_with_values_alone() -> None:
    with pytest.raises(TemplateSyntaxError):
        Template("{% load zipai %}{% cached number %}{% endcached %}")
