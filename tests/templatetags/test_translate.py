"""`{% translate %}`: a text of a template is translated once for each language."""

from unittest.mock import Mock

import pytest
from django.template import Context, Template
from django.utils import translation

from zipai_ledger.templatetags.zipai import WordsNode


def rendered(template: Template, language: str, **values: object) -> str:
    with translation.override(language):
        return template.render(Context(values))


def test_each_language_has_its_own_words() -> None:
    template = Template('{% load i18n zipai %}{% translate "记一盘" %}')
    words = [rendered(template, each) for each in ("zh-hans", "en", "zh-hant", "zh-hans")]
    assert words == ["记一盘", "Record", "記一盤", "记一盘"]


def test_words_can_have_a_name() -> None:
    template = Template('{% load i18n zipai %}{% translate "记一盘" as act %}<{{ act }}>')
    assert [rendered(template, each) for each in ("en", "zh-hant", "en")] == [
        "<Record>",
        "<記一盤>",
        "<Record>",
    ]


def test_what_a_variable_holds_is_translated_each_time() -> None:
    template = Template("{% load i18n zipai %}{% translate words %}")
    assert [rendered(template, "en", words=each) for each in ("记一盘", "<b>", "记一盘")] == [
        "Record",
        "&lt;b&gt;",
        "Record",
    ]


def test_it_is_translated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    template = Template('{% load i18n zipai %}{% translate "记一盘" %}')
    (node,) = template.nodelist.get_nodes_by_type(WordsNode)
    assert isinstance(node, WordsNode)
    render = Mock(wraps=node.node.render)
    monkeypatch.setattr(node.node, "render", render)
    for language in ("en", "zh-hant", "en"):
        rendered(template, language)
    assert render.call_count == 2
