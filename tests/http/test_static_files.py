"""Addresses of collected files, and what phones are sent of scripts and sheets."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment

from zipai_ledger.http.static_files import JOINED, CollectedFiles, collect_static, without_comments

STATIC = Path(project.BASE_DIR) / "static"
OWN = sorted((*STATIC.glob("js/*.js"), *STATIC.glob("css/*.css")))


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
    ("text", "sent"),
    [
        ("// @ts-check\n\nrun();\n", "\n\nrun();\n"),
        ("a();\n  // Why.\n  b();", "a();\n\n  b();"),
        ("/** @type {Row} */\nconst a = 1;", "\nconst a = 1;"),
        ("/**\n * @param {Row} a\n */\nf(a);", "\n\n\nf(a);"),
        ("/** @type {Row} */ (a).b();\n/** @type {Row} */\nc();", "/** @type {Row} */ (a).b();\n\nc();"),
        (
            "/* Why,\n   and how. */\na {\n  /* Then. */\n  b: 1; /* Or. */\n}",
            "\n\na {\n\n  b: 1; /* Or. */\n}",
        ),
    ],
)
def test_what_is_ours_is_sent_without_its_comments_and_line_by_line(text: str, sent: str):
    assert without_comments(text) == sent


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


def code_of(text: str, name: str = "a.js") -> list[str]:
    """Everything in a file but its comments and blanks, as a program that knows the language reads it."""
    read = get_lexer_for_filename(name, stripnl=False).get_tokens(text)
    return [each for kind, each in read if kind not in Comment and each.strip()]


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.name)
def test_all_but_its_comments_is_sent_of_what_is_ours(file: Path):
    written = file.read_text("utf-8")
    sent = without_comments(written)
    assert code_of(sent, file.name) == code_of(written, file.name)
    assert len(sent) < len(written)


def test_a_text_over_several_lines_that_looks_like_a_comment_would_be_found():
    """`without_comments` looks at lines: it would take one out of such a text, and the test above would say so."""
    script = "const a = `\n// b\n`;"
    assert code_of(without_comments(script)) != code_of(script)


def collect(tmp_path: Path, settings: Any, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / name).write_text(text)
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STORAGES = {"staticfiles": {"BACKEND": "zipai_ledger.http.static_files.CollectedFiles"}}
    collect_static()
    return tmp_path / "collected"


@pytest.mark.parametrize("name", JOINED)
def test_what_pages_have_together_is_one_file_of_its_parts_in_their_order(
    tmp_path: Path, settings: Any, name: str
):
    texts = {part: f"/* Why. */\n{part[-6]}{{}}\n" for part in JOINED[name]}
    folder = collect(tmp_path, settings, texts)
    joined = "".join(f"\n{part[-6]}{{}}\n" for part in JOINED[name])
    found = folder.glob(name.replace(".", ".*"))
    assert {path.read_text() for path in found if path.suffix != ".gz" and path.suffix != ".br"} == {joined}


def test_every_part_of_what_is_joined_is_there():
    parts = {part for each in JOINED.values() for part in each}
    assert [part for part in parts if not (STATIC / part).exists()] == []


def test_no_page_asks_for_a_part_of_what_every_page_has():
    parts = [part for name, each in JOINED.items() for part in each if "every-page" in name]
    templates = (Path(project.BASE_DIR) / "templates").rglob("*.html")
    pages = {path.name: path.read_text("utf-8") for path in templates if path.name != "bare.html"}
    assert [name for name, text in pages.items() if any(f'"{part}"' in text for part in parts)] == []


def test_under_both_names_and_packed_what_is_ours_is_collected_without_its_comments(tmp_path: Path, settings):
    folder = collect(tmp_path, settings, {"js/a.js": "// Why.\nrun();\n", "css/a.css": "/* Why. */\na {}\n"})
    found = [[path.read_text() for path in folder.glob(names)] for names in ("js/*.js", "css/*.css")]
    assert found == [["\nrun();\n"] * 2, ["\na {}\n"] * 2]
