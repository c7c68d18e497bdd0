"""Secrets: how they are made and how they are read."""

import re

import pytest

from zipai_ledger.access import tokens


def test_a_token_has_256_bits_and_is_recognised():
    made = {tokens.new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(tokens.is_token(token) for token in made)


@pytest.mark.parametrize("text", ["", "abc", "x" * 44, "x" * 42 + "!", "钥" * 43])
def test_anything_else_is_no_token(text: str):
    assert not tokens.is_token(text)


def test_a_code_has_at_least_eighty_bits_and_comes_by_fours():
    code = tokens.new_code()
    assert tokens.CODE_LENGTH * 5 >= 80
    assert [len(group) for group in code.split("-")] == [4] * 5
    assert set(code.replace("-", "")) <= set(tokens.CROCKFORD)


def test_what_we_issue_bears_a_mark_that_nothing_else_has(settings):
    issued = tokens.issued_token()
    assert tokens.is_token(issued)
    assert tokens.is_issued(issued)
    assert not tokens.is_issued(("B" if issued[0] == "A" else "A") + issued[1:])
    assert not any(tokens.is_issued(text) for text in ("", "F" * 43, "x" * 44, tokens.new_token()))
    settings.SECRET_KEY = "another"
    assert not tokens.is_issued(issued)


def test_what_grows_from_a_seed_needs_the_secret_key(settings):
    grown = tokens.sown("seed")
    assert tokens.is_token(grown)
    assert tokens.sown("seed") == grown != tokens.sown("other")
    settings.SECRET_KEY = "another"
    assert tokens.sown("seed") != grown


CODE = "01AB-C1D0-EFGH-JKMN-PQRS"


@pytest.mark.parametrize(
    "typed",
    [
        "01ABC1D0EFGHJKMNPQRS",
        "01ab-c1d0-efgh-jkmn-pqrs",
        "  o1ab clDO efgh jkmn pqrs ",
        "OIAB–CID0—EFGH_JKMN.PQRS",
        "０１ＡＢ－Ｃ１Ｄ０ ＥＦＧＨ ＪＫＭＮ ＰＱＲＳ",
    ],
)
def test_case_spaces_hyphens_width_and_lookalikes_do_not_matter(typed: str):
    assert tokens.read_code(typed) == CODE


@pytest.mark.parametrize("typed", ["", "0", CODE[:-1], CODE + "0", "U" * 20, "恢复码", "1" * 10_000])
def test_what_cannot_be_a_code_is_none(typed: str):
    assert tokens.read_code(typed) == ""


def test_digits_to_be_spoken_are_eight_by_fours():
    made = {tokens.new_digits() for _ in range(200)}
    assert len(made) > 190
    assert all(re.fullmatch(r"[0-9]{4}-[0-9]{4}", digits) for digits in made)
    assert any(digits.startswith("0") for digits in made)


@pytest.mark.parametrize(
    "typed",
    [
        "04719358",
        " 0471 9358\n",
        "0471–9358",
        "０４７１　９３５８",
        "０４７１－９３５８",
        "0 4 7 1, 9 3 5 8.",
    ],
)
def test_digits_are_read_however_they_are_typed(typed: str):
    assert tokens.read_digits(typed) == "0471-9358"


@pytest.mark.parametrize(
    "typed", ["", "0471935", "047193580", "O4719358", "0471-935八", "٠٤٧١٩٣٥٨", "1" * 10_000]
)
def test_what_cannot_be_such_digits_is_none(typed: str):
    assert tokens.read_digits(typed) == ""


def test_a_secret_is_found_in_the_whole_link_too():
    secret = tokens.new_token()
    assert tokens.read_secret(f" {secret}\n") == secret
    assert tokens.read_secret(f"https://example.org/j/abc#{secret}") == secret
    assert tokens.read_secret("https://example.org/j/abc") == ""
    assert tokens.read_secret("x" * 100_000) == ""


def test_only_a_digest_is_kept():
    assert tokens.digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
