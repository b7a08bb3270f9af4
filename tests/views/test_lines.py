"""Lines of the journal with commands in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.views.notes import NoteAndCommand, note_and_command


@pytest.mark.parametrize(
    ("text", "prose", "command"),
    [
        ("The door groans.", "The door groans.", ""),
        ("/luck bram", "", "luck bram"),
        ("The door groans. /oracle is it locked?", "The door groans.", "oracle is it locked?"),
        ("/? likely", "", "? likely"),
        ("and/or, 1/2, https://example.org/x", "and/or, 1/2, https://example.org/x", ""),
        ("either / or", "either / or", ""),
        ("//not a command", "/not a command", ""),
        ("The road /the old one/ goes down.", "The road /the old one/ goes down.", ""),
        ("/The old road/, she says, /or/ worse. /luck", "/The old road/, she says, /or/ worse.", "luck"),
        ("3/4 of it and /or/ worse, in /usr/bin", "3/4 of it and /or/ worse, in /usr/bin", ""),
        ("/? is it here /or/ there", "", "? is it here /or/ there"),
        ("/hurt ana 2 and/or bram", "", "hurt ana 2 and/or bram"),
        ("//the old one// and// so//on", "/the old one/ and/ so/on", ""),
        ("he //she or /ana luck", "he /she or", "ana luck"),
        ("first /luck /sword", "first", "luck /sword"),
        ("", "", ""),
    ],
)
def test_prose_and_what_is_to_be_done(text: str, prose: str, command: str) -> None:
    assert note_and_command(text) == NoteAndCommand(prose, command)


@pytest.mark.parametrize(
    ("text", "prose", "command", "rest"),
    [
        ("Someone whispers /who is there/ and I run.", "Someone whispers", "who is there", "and I run."),
        ("/hunger +1/ The bread is gone.\nNext", "", "hunger +1", "The bread is gone.\nNext"),
        ("The /old one/ asks /who is there/.", "The /old one/ asks", "who is there", ""),
        ("/who is there/", "", "who is there", ""),
        ("Down. /luck\n/who is there/", "Down.", "luck", "/who is there/"),
        ("/luck\nas /who is there/ x", "", "luck", "as /who is there/ x"),
        ("One /who is there/ two /luck", "One", "who is there", "two /luck"),
    ],
)
def test_a_closing_slash_ends_a_command(text: str, prose: str, command: str, rest: str) -> None:
    acts = ("who is there", "hunger +1")
    assert note_and_command(text, acts.__contains__) == NoteAndCommand(prose, command, rest)


def test_another_scene_begins_an_entry_of_its_own() -> None:
    text = "\n## One\nIt is.\n## Two\nIt was. /luck\nSo"
    assert note_and_command(text) == NoteAndCommand("## One\nIt is.", rest="## Two\nIt was. /luck\nSo")
    assert note_and_command(note_and_command(text).behind_prose) == NoteAndCommand(
        "## Two\nIt was.", "luck", "So"
    )


@given(st.text(max_size=40))
def test_without_a_slash_it_is_what_was_typed(text: str) -> None:
    bare = text.replace("/", "")
    assert note_and_command(bare) == NoteAndCommand(bare.strip())
