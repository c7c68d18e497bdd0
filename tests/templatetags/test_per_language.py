"""`{% per_language %}`: rendered once for each language, whoever reads it."""

from django.template import Context, Template
from django.utils import translation

WORD = Template(
    "{% load i18n zipai %}{% per_language %}{% translate '记一盘' %}{{ name }}{% endper_language %} {{ name }}"
)


def rendered(language: str, name: str) -> str:
    with translation.override(language):
        return WORD.render(Context({"name": name}))


def test_each_language_has_its_own_words() -> None:
    assert [rendered(each, "") for each in ("zh-hans", "en", "zh-hans")] == ["记一盘 ", "Record ", "记一盘 "]


def test_nothing_of_one_page_stays_for_another() -> None:
    assert rendered("zh-hant", "老王").endswith(" 老王")
    assert rendered("zh-hant", "小李") == "記一盤 小李"
