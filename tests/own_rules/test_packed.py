"""The text of a link that carries house rules: what comes out of it, and what is refused."""

import base64
import json
import zlib

import pytest

from zipai_ledger import own_rules
from zipai_ledger.own_rules import HouseRules, packed
from zipai_ledger.rules import registry
from zipai_ledger.rules.problems import Refused

RULESETS = registry.all_rulesets()


def written(*parts: object) -> str:
    squeezed = zlib.compress(json.dumps(parts).encode())
    return base64.urlsafe_b64encode(squeezed).decode().rstrip("=")


def rules_of(slug: str, **changed: object) -> HouseRules:
    return own_rules.resolved(registry.get(slug), changed)


@pytest.mark.parametrize("slug", RULESETS)
def test_rules_come_out_of_a_link_as_they_went_in(slug: str):
    rules = rules_of(slug)
    came = own_rules.unpack(own_rules.pack("永福规矩", rules))
    assert (came.name, came.rules.code, bool(came.unread)) == ("永福规矩", rules.code, False)


@pytest.mark.parametrize(
    ("slug", "changed"),
    [
        ("guilin", {"min_hu": 15, "xing_kinds": ["上", "下"], "seats": 4}),
        ("guiyang", {"preset": "family_b", "values": {"daduizi": 6}}),
        ("dalin", {"bands": [[20, -5], [50, 5], [640, 10]]}),
    ],
)
def test_what_is_changed_comes_along(slug: str, changed: dict):
    known = {code: value for code, value in changed.items() if code in registry.get(slug).options.by_code}
    assert known
    rules = rules_of(slug, **known)
    came = own_rules.unpack(own_rules.pack("自家", rules))
    assert came.rules.options == rules.options


def test_a_link_is_short_enough_to_be_scanned():
    assert len(own_rules.pack("永福规矩", rules_of("guilin", min_hu=15, self_draw="double"))) < 150


def test_unknown_options_and_values_are_named_and_the_others_taken_over():
    came = own_rules.unpack(written("guilin", 99, "新", {"min_hu": 15, "moon": 1, "self_draw": "thrice"}))
    assert came.rules.options["min_hu"] == 15
    assert came.rules.options["self_draw"] == RULESETS["guilin"].options.by_code["self_draw"].default
    assert came.unread.unknown == ("moon",)
    assert [problem.field for problem in came.unread.problems] == ["self_draw"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "bad_link.cut"),
        ("!!", "bad_link.cut"),
        ("A" * (packed.LONGEST + 1), "bad_link.cut"),
        (written("guilin", 1, "永福", {})[:-4], "bad_link.cut"),
        (base64.urlsafe_b64encode(zlib.compress(b"[" * 9000)).decode(), "bad_link.foreign"),
        (base64.urlsafe_b64encode(zlib.compress(b" " * 40_000)).decode(), "bad_link.cut"),
        (written("guilin", 1, "永福"), "bad_link.foreign"),
        (written("guilin", "1", "永福", {}), "bad_link.foreign"),
        (written("guilin", 1, "永福", []), "bad_link.foreign"),
        (written("guilin", 1, "永福", {str(i): 1 for i in range(999)}), "bad_link.foreign"),
        (written("nowhere", 1, "永福", {}), "unknown_ruleset"),
        (written("guilin", 1, "", {}), "bad_name.empty"),
        (written("guilin", 1, "李\u202e", {}), "bad_name.invisible"),
        (written("guilin", 1, "名" * 25, {}), "bad_name.long"),
    ],
)
def test_what_is_no_link_of_ours_is_refused(text: str, key: str):
    with pytest.raises(Refused) as refused:
        own_rules.unpack(text)
    assert [problem.key for problem in refused.value.problems] == [key]


def test_what_is_usual_stays_what_it_was_in_the_version_of_the_link():
    """A default that changes later changes no rules that were sent before."""
    for ruleset in RULESETS.values():
        for version, defaults in ruleset.usual_before.items():
            former = [one for one in ruleset.former if one < version]
            if not former:
                continue
            came = own_rules.unpack(written(ruleset.slug, former[-1], "老规矩", {}))
            assert {code: came.rules.options[code] for code in defaults} == dict(defaults)
