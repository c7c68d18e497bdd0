"""Which font of the host a PDF is set in."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from zipai_ledger.exports import fonts
from zipai_ledger.exports.fonts import Font, Missing


@pytest.fixture
def known():
    """The font of this host."""
    return fonts.chinese() or pytest.skip("needs a Chinese font")


@pytest.fixture
def looked_for_anew():
    fonts.chinese.cache_clear()
    yield
    fonts.chinese.cache_clear()


def test_the_font_has_the_characters_of_a_table_and_may_be_put_into_a_file(known):
    assert fonts._serves(known)
    assert known.path.is_file()


def test_without_fontconfig_and_without_fonts_there_is_none(looked_for_anew, monkeypatch, tmp_path):
    monkeypatch.setattr(fonts.shutil, "which", lambda name: None)
    monkeypatch.setattr(fonts, "FOLDERS", (str(tmp_path), str(tmp_path / "missing")))
    assert fonts.chinese() is None


def test_without_fontconfig_fonts_are_found_where_systems_keep_them(
    known, looked_for_anew, monkeypatch, tmp_path
):
    (tmp_path / "truetype").mkdir()
    kept = tmp_path / "truetype" / "NotoSansCJK-Regular.ttc"
    kept.symlink_to(known.path)
    monkeypatch.setattr(fonts.shutil, "which", lambda name: None)
    monkeypatch.setattr(fonts, "FOLDERS", (str(tmp_path),))
    assert fonts.chinese().path == kept


def test_a_font_that_is_none_and_one_that_is_gone_are_passed_over(tmp_path):
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    assert not fonts._serves(Font(broken))
    assert not fonts._serves(Font(tmp_path / "gone.ttc"))


def test_a_fontconfig_that_fails_is_as_good_as_none(monkeypatch):
    def fail(*_arguments, **_more):
        raise OSError("no such program")

    monkeypatch.setattr(fonts.subprocess, "run", fail)
    assert list(fonts._listed_fonts(":lang=zh-cn")) == []


def test_a_pdf_needs_both_packages_and_then_a_font(monkeypatch):
    there = {"fpdf": object(), "fontTools": object()}
    monkeypatch.setattr(fonts, "find_spec", there.get)
    monkeypatch.setattr(fonts, "chinese", lambda: None)
    assert fonts.missing() == Missing.FONT
    monkeypatch.setattr(fonts, "chinese", lambda: Font(Path("some.ttc")))
    assert fonts.missing() is None
    for package in there:
        monkeypatch.setattr(fonts, "find_spec", {**there, package: None}.get)
        assert fonts.missing() == Missing.PACKAGES


def test_where_fontconfig_lists_nothing_folders_are_looked_through(looked_for_anew, monkeypatch, tmp_path):
    kept = tmp_path / fonts.NAMES[0]
    kept.write_bytes(b"a font")
    monkeypatch.setattr(fonts.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(fonts.subprocess, "run", lambda *_given, **_more: SimpleNamespace(stdout=""))
    monkeypatch.setattr(fonts, "FOLDERS", (str(tmp_path),))
    monkeypatch.setattr(fonts, "_serves", lambda font: True)
    assert fonts.chinese() == Font(kept)


def test_a_font_of_fontconfig_is_the_one_of_several_in_its_file(monkeypatch):
    listing = "/fonts/b.ttc\t2\n/fonts/a.ttc\t65538\n/fonts/c.ttf\t\n"
    monkeypatch.setattr(fonts.subprocess, "run", lambda *_given, **_more: SimpleNamespace(stdout=listing))
    found = [(font.path.name, font.number) for font in fonts._listed_fonts(":lang=zh-cn")]
    assert found == [("a.ttc", 2), ("b.ttc", 2), ("c.ttf", 0)]
