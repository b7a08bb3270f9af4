"""Text from people: nothing a terminal would obey gets in, and widths are the screen's own."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content
from wcwidth import wcwidth

from tableside.text import (
    BIDI,
    clean_text,
    clip,
    clip_text_pieces,
    clip_words,
    drawn_text,
    masked_text,
    pad,
    width,
    wrapped,
)

TROUBLE = "\x00\t\n\r\x1b\x7f\x85\x9b\xad\u0301\u200b\u200d\u2028\u202e\u2066\ud800\ufe0f「龍🐉⚔👍🏽…aB[/]\\"
SIGNS = "a ö👩🚀❤⚔☠👍🏽🏿🇫🇮🏴\u200d\ufe0f\ufe0e\U000e0067\U000e007f龍"
ANY_TEXT = st.text(st.one_of(st.sampled_from(TROUBLE), st.characters(exclude_categories=())), max_size=40)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Grima the Grey", "Grima the Grey"),
        ("[/] 2d20[kh1] [@click=app.quit]x[/]", "[/] 2d20[kh1] [@click=app.quit]x[/]"),
        ("\x1b]52;c;aGk=\x07", "]52;c;aGk="),
        ("\x1b[2J\x9b2J\x7f", "[2J2J"),
        ("abc\u202egfe\u2066", "abcgfe"),
        ("a\ud800b", "ab"),
        ("⚔\ufe0f", "⚔"),
        ("one\r\ntwo\tthree\rfour\u2028five", "one two three four five"),
        ("é龍🐉", "é龍🐉"),
    ],
)
def test_a_name_keeps_its_letters_and_nothing_a_terminal_obeys(typed: str, kept: str) -> None:
    assert clean_text(typed) == kept


def test_a_note_keeps_its_lines_and_tabs() -> None:
    assert clean_text("one\r\ntwo\tthree\rfour\u2029five\x0b", lines=True) == "one\ntwo\tthree\nfour\nfive"


@given(ANY_TEXT, st.booleans())
def test_clean_text_is_harmless_and_stays_as_it_is(text: str, lines: bool) -> None:
    cleaned = clean_text(text, lines=lines)
    assert clean_text(cleaned, lines=lines) == cleaned
    assert not any(_harmful(character, lines) for character in cleaned)
    cleaned.encode()


@given(ANY_TEXT)
def test_masking_keeps_every_place(text: str) -> None:
    shown = masked_text(text)
    assert len(shown) == len(text)
    assert not any(_harmful(character, lines=False) for character in shown)
    assert all(new == old for new, old in zip(shown, text, strict=True) if clean_text(old) == old)


@given(ANY_TEXT)
def test_width_is_what_the_screen_counts(text: str) -> None:
    text = clean_text(text)
    assert width(text) == Content(drawn_text(text)).cell_length


@given(st.text(st.sampled_from(SIGNS), max_size=12))
def test_what_is_shown_is_as_wide_as_its_characters(text: str) -> None:
    drawn = drawn_text(text)
    assert drawn_text(drawn) == drawn
    assert width(text) == width(drawn) == sum(map(wcwidth, drawn))


@given(ANY_TEXT, st.integers(-1, 30))
def test_clipping_fits_and_says_that_it_clipped(text: str, cells: int) -> None:
    text = clean_text(text)
    clipped = clip(text, cells)
    assert width(clipped) <= max(0, cells)
    if width(text) <= cells:
        assert clipped == text
    elif cells > 0:
        assert clipped.endswith("…")
        assert text.startswith(clipped[:-1])
        assert width(clipped) >= cells - 1, "a wide character leaves one cell at most"


@pytest.mark.parametrize(
    ("cells", "clipped"),
    [(22, "swim, ana luck, attack"), (21, "swim, ana luck…"), (12, "swim, ana…"), (4, "")],
)
def test_no_word_is_cut_where_words_are_kept_whole(cells: int, clipped: str) -> None:
    assert clip_words("swim, ana luck, attack", cells) == clipped


@pytest.mark.parametrize(
    ("cells", "clipped"),
    [(10, "one: aaaa…"), (6, "one…"), (36, "one: " + "a" * 30 + "…")],
)
def test_a_word_that_fits_nowhere_is_cut_behind_the_others(cells: int, clipped: str) -> None:
    assert clip_words("one: " + "a" * 60 + " two", cells) == clipped


@pytest.mark.parametrize(
    ("text", "cells", "clipped"),
    [
        ("10 against 11 · 13 left · spear", 31, "10 against 11 · 13 left · spear"),
        ("10 against 11 · 13 left · spear", 30, "10 against 11 · 13 left"),
        ("10 against 11 · 13 left · spear", 22, "10 against 11"),
        ("10 against 11 · 13 left · spear", 12, ""),
        ("Ana, Bram, Cato", 14, "Ana, Bram…"),
        ("Ana, Bram, Cato", 4, "Ana…"),
        ("Ana, Bram, Cato", 3, ""),
    ],
)
def test_what_is_told_in_pieces_is_cut_between_them(text: str, cells: int, clipped: str) -> None:
    assert clip_text_pieces(text, cells, " · ") == clipped


@given(ANY_TEXT, st.integers(0, 30))
def test_padding_fills_exactly(text: str, cells: int) -> None:
    assert width(pad(clean_text(text), cells)) == cells


@pytest.mark.parametrize(
    ("text", "cells", "clipped"),
    [
        ("龍龍龍", 5, "龍龍…"),
        ("龍龍龍", 4, "龍…"),
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("abc", 0, ""),
        ("e\u0301x", 2, "e\u0301x"),
    ],
)
def test_a_wide_character_is_never_cut_in_half(text: str, cells: int, clipped: str) -> None:
    assert clip(text, cells) == clipped


def _harmful(character: str, lines: bool) -> bool:
    if lines and character in "\n\t":
        return False
    kind = unicodedata.category(character)
    return kind in ("Cc", "Cs", "Zl", "Zp") or ord(character) in BIDI or character == "\ufe0f"


def test_a_sum_stays_on_one_line_where_it_fits() -> None:
    assert wrapped("uses Sword Fighting: Skill 5 + 2 = 7", 31) == ["uses Sword Fighting: Skill", "5 + 2 = 7"]
    assert wrapped("5 + 2 = 7", 5) == ["5 + 2", "= 7"]
    assert wrapped("a - b", 2) == ["a", "-", "b"]


def test_a_line_neither_begins_nor_ends_with_the_dot_between_two_things() -> None:
    """`· In hand spear` stood at the beginning of a line."""
    told = "Skill 8 · Armour 2 · In hand spear · Mien 6"
    assert wrapped(told, 18) == ["Skill 8 · Armour 2", "In hand spear", "Mien 6"]
    assert wrapped(told, 20) == ["Skill 8 · Armour 2", "In hand spear · Mien", "6"]
    assert wrapped("· all of it", 6) == ["· all", "of it"]
