"""How far something long has come: on the terminal that standard error is, and nowhere else."""

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from tableside.shell import output as bars
from tableside.shell.output import progress_output, progress_output_text
from tableside.shell.safe_output import SafeOutput
from tests.shell.test_contract import done


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, total: int = 1_000) -> str:
    monkeypatch.setattr(bars, "PATIENCE", 0)
    monkeypatch.setattr(bars, "BETWEEN_DRAWINGS", 0)
    monkeypatch.setattr(sys, "stderr", stream)
    with SafeOutput.standing_in(), progress_output("check", total) as count:
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
    with progress_output("check", 1_000) as count:
        for done in range(1, 1_001):
            count(done)
    assert terminal.getvalue() == ""


@pytest.mark.parametrize(
    ("done", "text"), [(0, "[........................] 0 %"), (7, f"[{'#' * 24}] 100 %")]
)
def test_the_bar_is_never_more_than_full(done: int, text: str) -> None:
    assert progress_output_text("export", done, 6 if done else 7).startswith(text)


TOP = Path(__file__).parents[2]
DOCUMENTS = (TOP / "README.md", *sorted((TOP / "docs").glob("*.md")))


def commands(path: Path) -> list[list[str]]:
    """The arguments of each `tableside` of the shell blocks, without what becomes of its output."""
    blocks = re.findall(r"^```sh\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    listed = (shlex.split(line, comments=True) for block in blocks for line in block.splitlines())
    told = (words[: words.index(">")] if ">" in words else words for words in listed)
    return [words[1:] for words in told if words[:1] == ["tableside"]]


@pytest.mark.parametrize("name", ["README.md", "shell.md", "tables.md"])
def test_the_commands_of_a_document_work_in_their_order(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = commands(next(each for each in DOCUMENTS if each.name == name))
    assert shown
    if not any(words[:1] == ["new"] for words in shown):
        done(tmp_path / "saves", "new", "Iron Vale", "--rules", "troika")
    for words in shown:
        done(tmp_path / "saves", *words)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_links_to_is_there(path: Path) -> None:
    linked = re.findall(r"\]\(([^):]+)\)", path.read_text(encoding="utf-8"))
    assert [each for each in linked if not (path.parent / each).exists()] == []


def test_what_uv_leaves_behind_is_no_change_of_the_checkout() -> None:
    ignored = (Path(__file__).parents[2] / ".gitignore").read_text(encoding="utf-8").split()
    assert {"uv.lock", ".venv/"} <= {*ignored}
