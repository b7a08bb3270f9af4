"""Escape is escape, whatever comes with it."""

import pytest

from tableside.terminal.reading import ESCAPE_KEY, Escapes

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
    ],
)
def test_an_escape_that_begins_no_sequence_was_pressed(read: str, means: str) -> None:
    assert Escapes().read(read) == means


def test_an_escape_at_the_end_waits_for_what_comes() -> None:
    escapes = Escapes()
    assert escapes.read(f"a{ESC}") == "a"
    assert escapes.read("[A") == f"{ESC}[A"
    assert escapes.read(ESC) == ""
    assert escapes.read("j") == f"{ESCAPE_KEY}j"
    assert escapes.read(ESC) == ""
    assert escapes.waited() == ESCAPE_KEY
    assert escapes.waited() == ""
