"""How far something long has come: on the terminal that standard error is, and nowhere else."""

import io
import sys

import pytest

from tableside.shell import text_output as bars
from tableside.shell.safe_output import cleaned
from tableside.shell.text_output import bar_text, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, total: int = 1_000) -> str:
    monkeypatch.setattr(bars, "PATIENCE", 0)
    monkeypatch.setattr(bars, "BETWEEN_DRAWINGS", 0)
    monkeypatch.setattr(sys, "stderr", stream)
    with cleaned(), progress("check", total) as count:
        for done in range(1, total + 1):
            count(done)
    return stream.getvalue()


def test_a_terminal_shows_how_far_it_has_come_and_the_line_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    text = drawn(Terminal(), monkeypatch)
    assert "\r\x1b[K[############............] 51 % checked" in text
    assert text.endswith("\r\x1b[K") and "\n" not in text


def test_a_file_holds_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(io.StringIO(), monkeypatch) == ""


def test_what_is_soon_done_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars, "PATIENCE", 60)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress("check", 1_000) as count:
        for done in range(1, 1_001):
            count(done)
    assert terminal.getvalue() == ""


@pytest.mark.parametrize(
    ("done", "text"), [(0, "[........................] 0 %"), (7, f"[{'#' * 24}] 100 %")]
)
def test_the_bar_is_never_more_than_full(done: int, text: str) -> None:
    assert bar_text("export", done, 6 if done else 7).startswith(text)
