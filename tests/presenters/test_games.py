"""What a new table may play, and by which words a game is found."""

import pytest

from zipai_ledger.forms.game_choice import GameChoice
from zipai_ledger.models import Stage
from zipai_ledger.presenters.games import games_part
from zipai_ledger.rules import registry
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.presets import NamedPreset

USUAL = GameChoice("guilin")


def stage(slug: str, options: str = "{}") -> Stage:
    return Stage(ruleset=slug, options=options)


def named(find: str, *, lately: tuple[Stage, ...] = (stage("guilin"),)) -> list[str]:
    return [game.name for game in games_part(USUAL, lately=lately, find=find).far]


def test_a_phone_that_played_nothing_has_every_game_at_hand():
    part = games_part(USUAL)
    whole = [
        slug
        for slug, ruleset in registry.all_rulesets().items()
        if not any(p.code for p in ruleset.presets_named)
    ]
    assert [game.value for game in part.near] == whole


def test_what_was_played_last_comes_first_and_the_others_are_to_be_found():
    part = games_part(USUAL, lately=[stage("dalin"), stage("guiyang"), stage("dalin"), stage("gone")])
    assert [game.value for game in part.near][:2] == ["dalin", "guiyang"]
    assert {game.value for game in part.near} == {"dalin", "guiyang", "guilin"}
    assert "bopi" in {game.value for game in part.far}


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("贵州", "贵阳捉鸡麻将"),
        ("捉鸡", "贵阳捉鸡麻将"),
        ("捉雞", "贵阳捉鸡麻将"),
        ("gyzj", "贵阳捉鸡麻将"),
        ("ＧＹ", "贵阳捉鸡麻将"),
        ("guiyang", "贵阳捉鸡麻将"),
        ("幺鸡", "贵阳捉鸡麻将"),
        ("洪洞", "打林"),
        ("sxhd", "打林"),
        ("山西 打林", "打林"),
        ("塔子", "打坨子"),
        ("天地红飘乌", "花式字牌"),
        ("死罩", "大字牌"),
    ],
)
def test_a_game_is_found_by_its_names_places_words_and_letters(typed: str, game: str):
    assert game in named(typed)


def test_a_few_places_lead_to_the_games_of_their_own_each_once():
    part = games_part(USUAL)
    places = part.places.split("、")
    assert len(places) == len(set(places)) == 3
    for place in places:
        assert named(place)


def test_what_nothing_is_called_finds_nothing():
    assert named("麻将 洪洞") == []
    assert named("火星") == []


def test_a_preset_with_a_name_is_a_game_by_itself(monkeypatch: pytest.MonkeyPatch):
    ruleset = registry.get("guiyang")
    presets = (
        NamedPreset("seed", Words("贵阳", "Guiyang"), (Words("贵州", "Guizhou"),)),
        NamedPreset("family_b", Words("遵义麻将", "Zunyi"), (Words("遵义", "Zunyi"),), ("黔北",)),
    )
    monkeypatch.setattr(type(ruleset), "presets_named", presets)
    part = games_part(GameChoice("guilin"), lately=[stage("guiyang", '{"preset":"family_b"}')])
    assert [(game.value, game.line) for game in part.near] == [
        ("guiyang:family_b", "遵义"),
        ("guilin", "按舵算，翻醒"),
    ]
    assert ("guiyang:seed", "贵阳") in {(game.value, game.name) for game in part.far}


def test_of_a_preset_without_a_name_nothing_is_offered():
    assert {game.value for game in games_part(USUAL).near if game.value.startswith("guiyang")} == {"guiyang"}


def test_other_games_are_found_once_there_are_others(monkeypatch: pytest.MonkeyPatch):
    every = registry.all_rulesets()
    with monkeypatch.context() as patch:
        patch.setattr(registry, "all_rulesets", lambda: {"bopi": every["bopi"]})
        assert [game.value for game in games_part(GameChoice("bopi")).near] == ["bopi"]
    assert "guilin" in {game.value for game in games_part(USUAL).near}
