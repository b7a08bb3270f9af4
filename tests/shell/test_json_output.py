"""Every command that the documents show works as it stands there, one after the other."""

import re
import shlex
from pathlib import Path

import pytest

from tests.shell.test_contract import done

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
