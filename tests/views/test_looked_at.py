"""Every page there is, by the URLconf and by the templates, is among those that axe looks at (`tests/browser/states.py`)."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tests.browser.states import PATHS, SEEN_AT, STATES

from .addresses import of_circle, of_table
from .conftest import Ring, Table

TABLES = ("played", "empty", "closed", "circled", "rounds", "openings", "tiles", "bands", "pair")
SOMEWHERE = {
    **dict.fromkeys(TABLES, "/t/a/"),
    "circle": "/c/a/",
    "device": "4",
    "own": "/own-rules/a/",
    "keys": ("1", "2", "3"),
}
FRAMES = {
    "bare.html",
    "base.html",
    "components/deal_page.html",
    "components/page.html",
    "deal_entry/result.html",
    "own_rules/base.html",
}
TAP = "a POST; what it may answer with is among the states"
PART = "a part of a page, for its script"
FILE = "a file"
UNSEEN = {
    **dict.fromkeys(("payments:tick", "closing:reopen", "table:answer", "table:ask"), TAP),
    **dict.fromkeys(("table:speak", "table:renew_invitation", "circle:renew_invitation"), TAP),
    **dict.fromkeys(("deal_entry:save", "disputes:resolve", "disputes:take_back"), TAP),
    **dict.fromkeys(("board:invite", "circle:look", "circle:take_out"), TAP),
    **dict.fromkeys(("table:hold_out", "circle:hold_out", "table:later", "circle:later"), TAP),
    **dict.fromkeys(("own_rules:examples", "own_rules:preset"), PART),
    **dict.fromkeys(
        ("own_rules:copy", "own_rules:remove"), "a POST; leads to the page of rules or to their list"
    ),
    **dict.fromkeys(("new_table:examples", "new_table:games", "new_table:rules", "live:news"), PART),
    **dict.fromkeys(
        ("deal_entry:preview", "deal_entry:hear", "deal_entry:dead_preview", "deal_entry:foul_preview"), PART
    ),
    **dict.fromkeys(
        (
            "exports:csv",
            "exports:xlsx",
            "exports:json",
            "exports:archive",
            "sharing:picture",
            "circle:archive",
        ),
        FILE,
    ),
    **dict.fromkeys(("trust:certificate", "trust:profile"), FILE),
    **dict.fromkeys(("worker", "live:stream"), "for scripts alone"),
    **dict.fromkeys(("alive", "ready", "metrics"), "for programs alone"),
    "samples:begin": "a POST of a phone at no table yet; what it leads to is among the states",
    "joining:join": "the page of access:paste; the state `joining` opens it by its link",
    "circle:revoke_phone": "the state `circle_phone_sent_away` opens it for a phone that came meanwhile",
    "circle:promote": "the page of table:promote, for a circle",
    "circle:revoke_invitation": "the state `circle_invitation_taken_back` opens it for one that a phone came by",
    "table:revoke_invitation": "the same page at a table",
    "corrections:replace": "leads to the entry with the deal in it",
    "corrections:insert": "leads to the entry",
}


def names() -> set[str]:
    """Of every address, with their spaces."""
    found: set[str] = set()
    pending: list[tuple[str, URLPattern | URLResolver]] = [("", get_resolver())]
    while pending:
        space, entry = pending.pop()
        if isinstance(entry, URLResolver):
            inner = f"{space}{entry.namespace}:" if entry.namespace else space
            pending += [(inner, each) for each in entry.url_patterns]
        else:
            found.add(f"{space}{entry.name}")
    return found


def looked_at() -> set[str]:
    paths = (path.format(**SOMEWHERE).partition("?")[0] for path in PATHS.values())
    return {resolve(path).view_name for path in paths if path != "/t/nowhere/"}


def page_templates() -> set[str]:
    """Those that make a whole page; what begins with an underscore is a part of one, whatever it extends."""
    folder = Path(settings.BASE_DIR) / "templates"
    whole = (
        file
        for file in folder.rglob("[!_]*.html")
        if re.match(r"\{% extends |(.|\n)*<!doctype", file.read_text("utf-8"))
    )
    return {file.relative_to(folder).as_posix() for file in whole} - FRAMES


def test_every_address_is_looked_at_or_says_why_not():
    unseen = names() - looked_at()
    assert unseen - UNSEEN.keys() == set(), (
        "say where it is: PATHS in tests/browser/states.py; or here why not"
    )
    assert UNSEEN.keys() - unseen == set(), "no address any more, or looked at"


def test_every_template_of_a_page_is_seen_somewhere():
    templates = page_templates()
    assert templates - SEEN_AT.keys() == set(), "say what shows it: SEEN_AT in tests/browser/states.py"
    assert SEEN_AT.keys() - templates == set(), "no template of a page any more"
    assert set(SEEN_AT.values()) <= {*PATHS, *(state.__name__ for state in STATES)}


@pytest.mark.django_db
def test_what_is_said_to_be_a_tap_is_no_page(alice: Client, table: Table, ring: Ring):
    taps = {name for name, why in UNSEEN.items() if why == TAP}
    every = [*of_table(table).items(), *of_circle(ring).items()]
    urls = [url for address, url in every if address.name in taps]
    assert len(urls) == len(taps)
    assert {url: alice.get(url).status_code for url in urls} == dict.fromkeys(urls, 405)


def test_large_type_changes_no_colour_and_nothing_about_what_scrolls():
    """So that contrast is looked at in small type alone: of larger letters no more is asked."""
    sheets = [
        sheet.read_text(encoding="utf-8") for sheet in (settings.BASE_DIR / "static" / "css").glob("*.css")
    ]
    found = [
        body
        for sheet in sheets
        for _selector, body in re.findall(r"([^{}]*\[data-type[^{}\]]*\][^{}]*)\{([^{}]*)\}", sheet)
    ]
    assert found
    changes = re.compile(r"color|background|opacity|filter|shadow|blend|overflow(?!-wrap)|--")
    assert [body for body in found if changes.search(body)] == []
