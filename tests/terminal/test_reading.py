"""Escape is escape whatever comes with it, and enter is enter however early it comes."""

import pytest

from tableside.terminal.keys import ESCAPE_KEY, KeySpelling

ESC = "\x1b"


@pytest.mark.parametrize(
    ("read", "means"),
    [
        ("a", "a"),
        (f"{ESC}1", f"{ESCAPE_KEY}1"),
        (f"{ESC}\r", f"{ESCAPE_KEY}\r"),
        (f"x{ESC} y", f"x{ESCAPE_KEY} y"),
        (f"{ESC}[A", f"{ESC}[A"),
        (f"{ESC}OP", f"{ESC}OP"),
        (f"{ESC}{ESC}[A", f"{ESCAPE_KEY}{ESC}[A"),
        (f"{ESC}{ESC}q", f"{ESCAPE_KEY}{ESCAPE_KEY}q"),
        (f"{ESC}[200~{ESC}x{ESC}[201~{ESC}x", f"{ESC}[200~{ESC}x{ESC}[201~{ESCAPE_KEY}x"),
        (f"{ESC}{'x' * 40}", f"{ESCAPE_KEY}{'x' * 40}"),
        ("-12\n", "-12\r"),
        (f"{ESC}[200~a\nb{ESC}[201~\n", f"{ESC}[200~a\nb{ESC}[201~\r"),
    ],
)
def test_every_key_is_the_one_that_was_pressed(read: str, means: str) -> None:
    assert KeySpelling().read(read) == means


def test_an_escape_at_the_end_waits_for_what_comes() -> None:
    spelling = KeySpelling()
    assert spelling.read(f"a{ESC}") == "a"
    assert spelling.read("[A") == f"{ESC}[A"
    assert spelling.read(ESC) == ""
    assert spelling.read("j") == f"{ESCAPE_KEY}j"
    assert spelling.read(ESC) == ""
    assert spelling.waited() == ESCAPE_KEY
    assert spelling.waited() == ""
