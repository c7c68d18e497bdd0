"""The shape of the house, beside what import-linter holds (pyproject.toml)."""

import ast
import functools
import importlib
import inspect
import re
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from zipai_ledger.rules import registry

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "zipai_ledger"
TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if "migrations" not in path.parts]
SLUGS = [path.stem for path in sorted((PACKAGE / "rules" / "games").glob("[a-z]*.py"))]
METHOD_DECORATORS = {"require_POST", "require_GET", "require_safe", "require_http_methods"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@functools.cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@functools.cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module, which is read once."""
    return tuple(ast.walk(ast.parse(text_of(path), str(path))))


@pytest.fixture(scope="module", autouse=True)
def trees_are_not_kept() -> Iterator[None]:
    yield
    nodes_of.cache_clear()


def modules_under(*places: str) -> list[Path]:
    """Modules of packages and single modules, whichever of both a place is."""
    roots = [PACKAGE / place for place in places]
    found = [
        path
        for path in MODULES
        if any(root in path.parents or root.with_suffix(".py") == path for root in roots)
    ]
    assert found, f"nothing lies in {places}"
    return found


def functions(path: Path) -> Iterator[Function]:
    return (node for node in nodes_of(path) if isinstance(node, Function))


def imported(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def documentation(path: Path) -> set[int]:
    """Identities of the docstring nodes."""
    owners = [node for node in nodes_of(path) if isinstance(node, ast.Module | ast.ClassDef | Function)]
    return {id(node.body[0].value) for node in owners if node.body and isinstance(node.body[0], ast.Expr)}


def texts(path: Path) -> Iterator[str]:
    """String literals other than docstrings, parts of f-strings included."""
    skipped = documentation(path)
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.value


def games_in(text: str) -> list[str]:
    return re.findall(rf"\b({'|'.join(SLUGS)})\b", text)


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def views() -> Iterator[Callable[..., object]]:
    """Every view of this project that an address leads to."""
    pending: list[URLPattern | URLResolver] = [get_resolver()]
    while pending:
        entry = pending.pop()
        if isinstance(entry, URLResolver):
            pending.extend(entry.url_patterns)
        elif entry.callback.__module__.startswith("zipai_ledger."):
            yield entry.callback


def full_name(view: Callable[..., object]) -> str:
    return f"{view.__module__}.{view.__name__}"


def declared_action(view: Callable[..., object]) -> str:
    """The action a view declares, as the access decorator leaves it on the function."""
    return getattr(view, "action", "")


def source_of(view: Callable[..., object]) -> Function:
    path = Path(importlib.import_module(view.__module__).__file__ or "")
    found = [node for node in functions(path) if node.name == view.__name__]
    assert len(found) == 1, f"{full_name(view)} is no plain function of its module"
    return found[0]


def decorators(function: Function) -> set[str]:
    """Names of decorators, without their arguments and modules."""
    calls = [node.func if isinstance(node, ast.Call) else node for node in function.decorator_list]
    return {node.attr if isinstance(node, ast.Attribute) else ast.unparse(node) for node in calls}


def test_the_rules_know_nothing_of_django_nor_of_the_site():
    foreign = [
        f"{name_of(path)}: {name}"
        for path in modules_under("rules")
        for name in imported(path)
        if name.split(".")[0] == "django"
        or (name.split(".")[0] == "zipai_ledger" and name.split(".")[1:2] != ["rules"])
    ]
    assert foreign == []


def test_a_game_imports_no_other_game():
    others = [
        f"{name_of(path)}: {name}"
        for path in modules_under("rules/games")
        for name in imported(path)
        if name.startswith("zipai_ledger.rules.games.")
    ]
    assert others == []


def test_no_model_entry_or_view_names_a_game():
    named = [
        f"{name_of(path)}: {text!r}"
        for path in modules_under("models", "entries", "forms", "presenters", "views")
        for text in texts(path)
        if games_in(text)
    ]
    assert named == []


def test_no_template_or_script_names_a_game():
    files = [*TEMPLATES.rglob("*.*"), *STATIC.rglob("*.js")]
    named = [
        f"{name_of(path)}: {slug}"
        for path in files
        if path.is_file() and "vendor" not in path.parts
        for slug in games_in(text_of(path))
    ]
    assert named == []


def test_only_posting_folds_deals_outside_the_rules():
    inside = {*modules_under("rules", "ledger/posting")}
    folding = [
        f"{name_of(path)}:{node.lineno}"
        for path in MODULES
        if path not in inside
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "play"
    ]
    assert folding == []


def test_no_template_carries_a_script_or_a_style_inline():
    inline = re.compile(
        r"<script(?![^>]*\bsrc=)|<style\b|\sstyle=|\son[a-z]+=|javascript:|\bhx-on\b", re.IGNORECASE
    )
    found = [
        f"{name_of(path)}: {match.group()}"
        for path in TEMPLATES.rglob("*.html")
        for match in inline.finditer(text_of(path))
    ]
    assert found == [], "scripts lie in static/js, styles in static/css"


START_OF_BLOCK = re.compile(
    r"<(?:address|article|aside|blockquote|body|caption|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer"
    r"|form|h[1-6]|head|header|hr|html|legend|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b"
)
WIDEST = 120
"""Characters of a line of a template."""


def test_a_line_of_a_template_is_short_and_begins_one_block_element_at_most():
    crowded = [
        f"{name_of(path)}:{number}: {len(line)} characters, {blocks} blocks"
        for path in TEMPLATES.rglob("*.html")
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if (blocks := len(START_OF_BLOCK.findall(line))) > 1 or len(line) > WIDEST
    ]
    assert crowded == [], (
        f"at most {WIDEST} characters and one block; {{% blocktranslate trimmed %}} takes lines"
    )


CLASS = re.compile(r'\bclass="((?:[^"{]|\{%.*?%\}|\{\{.*?\}\})*)"', re.S)
"""In a template, with its tags and variables."""


def test_every_class_of_a_template_has_a_rule_or_somebody_who_looks_for_it():
    sheets = "".join(map(text_of, STATIC.rglob("*.css")))
    scripts = "".join(text_of(path) for path in STATIC.rglob("*.js") if "vendor" not in path.parts)
    tests = "".join(text_of(path) for path in (ROOT / "tests").rglob("*.py"))
    sought = {
        *re.findall(r"\.([a-z][\w-]*)", sheets),
        *re.findall(r"""["' ]\.([a-z][\w-]*)""", scripts + tests),
        *re.findall(r'class="([a-z][\w-]*)"', tests),
    }
    unsought = [
        f"{name_of(path)}: {name}"
        for path in TEMPLATES.rglob("*.html")
        for words in CLASS.findall(text_of(path))
        for name in re.sub(
            r"\{%.*?%\}", " ", re.sub(r"\{\{.*?\}\}", "{", words, flags=re.S), flags=re.S
        ).split()
        if "{" not in name and name not in sought
    ]
    assert unsought == []


UNIVERSAL = re.compile(r":has\(.*[ >+~](?:\*|:(?!is|where))[^ >+~]*$", re.S)
"""A selector whose subject may be any element, behind what another element holds."""


def test_no_sheet_of_a_phone_styles_all_elements_by_what_another_holds():
    """A browser would style the whole page anew whenever a script puts anything into it: half of what a tap on the pad cost."""
    found = [
        f"{path.name}: {selector.strip()}"
        for path in (STATIC / "css").glob("*.css")
        if path.name != "wide.css"
        for selectors in re.findall(r"([^{};]*)\{", re.sub(r"/\*.*?\*/", "", text_of(path), flags=re.S))
        for selector in re.split(r",(?![^(]*\))", selectors)
        if UNIVERSAL.search(selector.strip())
    ]
    assert found == []


def test_what_is_wrong_with_a_field_is_marked_up_in_one_place():
    """Elsewhere `field_aria` ties an input to it."""
    marked = re.compile(r"aria-invalid|\bfield-error\b")
    found = [name_of(path) for path in TEMPLATES.rglob("*.html") if marked.search(text_of(path))]
    assert found == ["templates/components/field_error.html"]


HTML_OF_TEXT = re.compile(
    r"\b(?:innerHTML|insertAdjacentHTML|createContextualFragment|document\.write|setHTMLUnsafe)\b|\.outerHTML\s*="
)
"""What makes elements of a text in a script."""


def test_no_script_makes_elements_of_a_text_but_the_one_that_shows_a_kept_page():
    found = {name_of(path) for path in STATIC.rglob("*.js") if HTML_OF_TEXT.search(text_of(path))}
    assert found == {"static/js/kept.js"}


THROUGH_TWO_NAMES = re.compile(r"\]\s*\[[^\]\n]*\]\s*=(?![=>])|\bfor \((?:const|let|var) \w+ in\b|__proto__")


def test_no_script_writes_through_two_names_that_others_may_choose():
    """`a[b][c] = d`, or copying by ``for … in``, could reach the prototype that all objects share."""
    assert [name_of(path) for path in STATIC.rglob("*.js") if THROUGH_TWO_NAMES.search(text_of(path))] == []


UNESCAPED = re.compile(
    r"\|\s*safe\b|\bsafeseq\b|\bautoescape off\b|\bmark_safe\(|\bSafeString\(|\bhtml_safe\b"
)


def test_nothing_goes_unescaped_into_a_page_but_what_is_drawn_here():
    """A chart escapes the names in it by itself; symbols come from a file of ours."""
    sources = [*TEMPLATES.rglob("*.*"), *MODULES]
    found = {name_of(path) for path in sources if UNESCAPED.search(text_of(path))}
    assert found == {"zipai_ledger/templatetags/charts.py", "zipai_ledger/templatetags/picture.py"}


def test_an_address_is_named_after_the_module_of_its_view():
    """But those below a table or a circle, which are named after what is there."""
    spaces = [entry for entry in get_resolver().url_patterns if isinstance(entry, URLResolver)]
    elsewhere = [
        f"{space.namespace}:{each.name} is {full_name(each.callback)}"
        for space in spaces
        if space.namespace not in {"table", "circle"}
        for each in space.url_patterns
        if isinstance(each, URLPattern)
        and each.callback.__module__ != f"zipai_ledger.views.{space.namespace}"
    ]
    assert elsewhere == []


def test_templates_lie_in_the_folder_of_their_view():
    """But what several pages have in common, and the forms of each kind of entry."""
    modules = {path.stem for path in modules_under("views")}
    folders = {path.name for path in TEMPLATES.iterdir() if path.is_dir()}
    assert folders - modules == {"components", "entries"}


def test_every_view_declares_its_action():
    undeclared = [full_name(view) for view in views() if not declared_action(view)]
    assert undeclared == [], (
        "guard each by @for_table, @for_circle, @for_place or @public of zipai_ledger.access"
    )


def test_every_view_says_which_methods_it_answers():
    silent = [full_name(view) for view in views() if not METHOD_DECORATORS & decorators(source_of(view))]
    assert silent == [], "above the guard: @require_safe, @require_POST or @require_http_methods"


def test_every_view_that_writes_says_that_it_takes_posts():
    writing = [
        full_name(view)
        for view in views()
        if re.search(r"\brequest\.(POST|FILES)\b|\brecord\.", ast.unparse(source_of(view)))
        and not {"require_POST", "require_http_methods"} & decorators(source_of(view))
    ]
    assert writing == [], "@require_POST or @require_http_methods"


def test_a_ruleset_is_put_together_instead_of_inheriting():
    """It stands on two classes at most, and none of them does everything."""
    for ruleset in registry.all_rulesets().values():
        for each in (ruleset, *map(ruleset.as_of, range(1, ruleset.version))):
            ancestors = [cls for cls in type(each).__mro__ if cls is not object]
            assert len(ancestors) <= 3, ancestors
            for cls in ancestors:
                methods = [name for name, value in vars(cls).items() if inspect.isfunction(value)]
                assert len(methods) <= 15, (cls, methods)


def test_whatever_the_rules_handle_has_a_type():
    """Options reach a game as a dataclass, JSON is what JSON has, and nothing is cast."""
    untyped = [
        name_of(path)
        for path in modules_under("rules")
        if re.search(r"\bcast\(|# type: ignore|\bAny\b", text_of(path))
    ]
    assert untyped == []


def test_the_rules_speak_of_no_phone_no_circle_and_no_page():
    """But the dictionary of characters, which holds whatever word there is."""
    spoken_of = [
        f"{name_of(path)}: {text}"
        for path in modules_under("rules")
        if path.stem != "traditional"
        for text in texts(path)
        if re.search("手机|牌友圈|网页|屏幕|浏览器|[Pp]hone|[Bb]rowser", text)
    ]
    assert spoken_of == []


STORYTELLING = {"told", "said", "shown", "asked", "heard"}
TELLING = re.compile("|".join(STORYTELLING), re.IGNORECASE)
TELLING_NAME = re.compile(rf"\w*(?:{TELLING.pattern})\w*", re.IGNORECASE)
TESTS_NAMED_PLAINLY = (
    "access",
    "charts",
    "entries",
    "exports",
    "formats",
    "forms",
    "http",
    "keeping",
    "ledger",
    "live",
    "presenters",
    "rules",
    "templatetags",
    "views",
)
"""Folders of tests in which only the names of tests themselves are sentences."""
FORM_FIELD = "a field of a form: drafts and entries that wait in phones carry it"
PARTICIPLES_THAT_STAND = {
    ("zipai_ledger/forms/corrections.py", "shown"): FORM_FIELD,
    ("zipai_ledger/forms/own_rules.py", "shown"): FORM_FIELD,
    ("zipai_ledger/forms/stages.py", "shown"): FORM_FIELD,
    ("zipai_ledger/forms/zipai_hand.py", "said"): FORM_FIELD,
    ("tests/forms/test_stages.py", "shown"): FORM_FIELD,
    ("tests/views/test_deal_entry.py", "said"): FORM_FIELD,
}
"""Module and name → why it cannot be another: whoever keeps one says what it would break."""
NOT_CODE = re.compile(r"""/\*.*?\*/|//[^\n]*|"[^"\n]*"|'[^'\n]*'""", re.S)
"""Comments and texts of scripts and sheets."""
NAME_OF_SHEET = re.compile(r"\.[a-z][\w-]*|\[[a-z][\w-]*")
"""A class, or an attribute that a rule looks for."""
NAME_OF_SCRIPT = re.compile(r"[A-Za-z_$][\w$]*")
NOT_PYTHON = re.compile(r'''"""(?:[^\\]|\\.)*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*''', re.S)
"""Texts and comments of a module; one that stands between three single quotes is written by nobody here."""


def names_in(path: Path) -> set[str]:
    """All names in a module that have a telling word somewhere in them."""
    if not TELLING.search(text_of(path)):
        return set()
    return set(TELLING_NAME.findall(NOT_PYTHON.sub("", text_of(path))))


def is_telling(name: str) -> bool:
    """Whether one of its words is a storyteller's, in any of the ways in which names are written here."""
    return not STORYTELLING.isdisjoint(word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name))


def test_names_say_what_a_value_is_instead_of_what_became_of_it():
    """``declared``, ``request``, ``visible``: a participle of telling names any value, and so none."""
    tests = [path for folder in TESTS_NAMED_PLAINLY for path in (ROOT / "tests" / folder).rglob("*.py")]
    telling = {
        (name_of(path), name)
        for path in [*MODULES, *tests]
        if "migrations" not in path.parts
        for name in names_in(path)
        if is_telling(name) and not name.startswith("test_")
    }
    assert telling == PARTICIPLES_THAT_STAND.keys()


def test_so_do_names_of_scripts_and_sheets():
    telling = [
        f"{name_of(path)}: {name}"
        for pattern, ending in ((NAME_OF_SCRIPT, "js"), (NAME_OF_SHEET, "css"))
        for path in STATIC.rglob(f"*.{ending}")
        if "vendor" not in path.parts
        for name in pattern.findall(NOT_CODE.sub("", text_of(path)))
        if is_telling(name)
    ]
    assert telling == []


def test_functions_stay_under_40_lines():
    long = [
        f"{name_of(path)}: {node.name}, {length(node)} lines"
        for path in MODULES
        for node in functions(path)
        if length(node) >= 40
    ]
    assert long == []


def test_the_median_function_is_short():
    lengths = [length(node) for path in MODULES for node in functions(path)]
    assert statistics.median(lengths) <= 11


WRITES = {"create", "bulk_create", "get_or_create", "update", "update_or_create", "delete"}
WHO_MAY_COME = re.compile(
    r"\b(grants|circle_grants|links|(Circle)?(Grant|Link)\.objects|RecoveryCode\.objects)\b"
)
ENDED_OR_GIVEN = re.compile(
    r"\b(revoke|end)\(|\b(grants|links|(Circle)?(Grant|Link)\.objects)\.create\("
    r"|\.update\([^)]*\b(revoked_at|role|player)=|\b(looks|grants|links)\b.*\.delete\("
)
WRITTEN_DOWN = re.compile(r"\baudit\.\w+\(|\b(give|new_recovery_code|invite)\(")
PART_OF_A_WHOLE = {
    "revoke",  # whoever calls it says why
    "end",  # the same of links
    "make",  # a recovery code: of a phone that opens, comes back, renews it or sends everybody away
    "_examined",  # wrong spoken codes: their link counts them, and its record shows that
}


def test_only_access_changes_who_may_come():
    inside = {*modules_under("access")}
    found = [
        f"{name_of(path)}:{node.lineno}"
        for path in MODULES
        if path not in inside
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and node.attr in WRITES and WHO_MAY_COME.search(ast.unparse(node))
    ]
    assert found == []


def test_whatever_changes_who_may_come_is_written_down():
    silent = [
        f"{name_of(path)}: {node.name}"
        for path in modules_under("access")
        for node in functions(path)
        if ENDED_OR_GIVEN.search(ast.unparse(node))
        and not WRITTEN_DOWN.search(ast.unparse(node))
        and node.name not in PART_OF_A_WHOLE
    ]
    assert silent == []


def test_the_page_of_the_house_names_every_package():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    named = set(re.findall(r"`(\w+)/`", page))
    assert packages - {"management", "migrations", "locale"} <= named


def test_browser_tests_wait_for_functions_and_not_for_sentences_of_script():
    """A browser takes a string that is true at once; where it has to ask again, the content policy of a page refuses it."""
    waits = re.compile(r"""wait_for_function\(\s*f?"(?!"|[^"]*=>)""")
    found = [path.name for path in (ROOT / "tests").rglob("*.py") if waits.search(text_of(path))]
    assert found == []
