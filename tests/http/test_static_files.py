"""Addresses of collected files, and what phones are sent of the scripts."""

import json
from pathlib import Path

import pytest
from django.conf import settings as project
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import Comment, Whitespace

from zipai_ledger.http.static_files import CollectedFiles, collect_static, without_comments

SCRIPTS = sorted((Path(project.BASE_DIR) / "static" / "js").glob("*.js"))


@pytest.fixture
def files(tmp_path: Path) -> CollectedFiles:
    manifest = {"version": "1.1", "paths": {"css/base.css": "css/base.0123.css"}, "hash": ""}
    (tmp_path / "staticfiles.json").write_text(json.dumps(manifest))
    return CollectedFiles(tmp_path, "/static/")


def test_a_file_is_named_by_its_content(files: CollectedFiles):
    assert [files.url("css/base.css") for _ in range(2)] == ["/static/css/base.0123.css"] * 2


def test_one_that_was_not_collected_has_no_address(files: CollectedFiles):
    for _ in range(2):
        with pytest.raises(ValueError, match=r"nothing\.css"):
            files.url("css/nothing.css")


def test_with_debugging_a_file_keeps_its_name(files: CollectedFiles, settings):
    settings.DEBUG = True
    assert files.url("css/base.css") == "/static/css/base.css"
    assert files.url("css/base.css", force=True) == "/static/css/base.0123.css"


@pytest.mark.parametrize(
    ("script", "sent"),
    [
        ("// @ts-check\n\nrun();\n", "\n\nrun();\n"),
        ("a();\n  // Why.\n  b();", "a();\n\n  b();"),
        ("/** @type {Row} */\nconst a = 1;", "\nconst a = 1;"),
        ("/**\n * @param {Row} a\n */\nf(a);", "\n\n\nf(a);"),
        ("/** @type {Row} */ (a).b();\n/** @type {Row} */\nc();", "/** @type {Row} */ (a).b();\n\nc();"),
    ],
)
def test_a_script_is_sent_without_its_comments_and_line_by_line(script: str, sent: str):
    assert without_comments(script) == sent


@pytest.mark.parametrize(
    "script",
    [
        'const a = "http://b"; // Where.',
        "const a = '/** b */';\nconst c = [\n  \"// d\",\n];",
        "const a = `// ${b ? `/** ${c} */` : ``}`;",
        "const a = /\\/\\/[\"'`]/.exec(b); // Of two.\nconst c = d\n  / /\\/\\*\\*/.exec(e).index;",
    ],
    ids=["comment beside code", "strings", "templates", "regular expressions"],
)
def test_nothing_but_a_comment_is_taken_for_one(script: str):
    assert without_comments(script) == script


def code_of(script: str) -> list[str]:
    """Everything in a script but its comments and blanks, as a program that knows the language reads it."""
    read = JavascriptLexer(stripnl=False).get_tokens(script)
    return [text for kind, text in read if kind not in Comment and kind not in Whitespace]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_of_a_script_all_but_its_comments_is_sent(script: Path):
    written = script.read_text("utf-8")
    sent = without_comments(written)
    assert code_of(sent) == code_of(written)
    assert len(sent) < len(written)


def test_a_text_over_several_lines_that_looks_like_a_comment_would_be_found():
    """`without_comments` looks at lines: it would take one out of such a text, and the test above would say so."""
    script = "const a = `\n// b\n`;"
    assert code_of(without_comments(script)) != code_of(script)


def test_under_both_names_and_packed_a_script_is_collected_without_its_comments(tmp_path: Path, settings):
    (tmp_path / "source" / "js").mkdir(parents=True)
    (tmp_path / "source" / "js" / "a.js").write_text("// Why.\nrun();\n")
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STORAGES = {"staticfiles": {"BACKEND": "zipai_ledger.http.static_files.CollectedFiles"}}
    collect_static()
    found = [path.read_text() for path in (tmp_path / "collected" / "js").glob("*.js")]
    assert found == ["\nrun();\n"] * 2
