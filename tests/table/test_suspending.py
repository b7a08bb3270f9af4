"""Ctrl+Z: aside to the shell where one waits for it, and back to the same screen; else nothing stops."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.table.terminal import PROGRAM, Terminal

SHELL = shutil.which("bash") or ""
PROMPT = "waiting$ "
WRAPPED = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))"
"""As `uv run`: a program in between, in the same job."""

pytestmark = pytest.mark.skipif(not SHELL, reason="the shell with job control is bash here")


def command(saves: Path, *before: str) -> str:
    return " ".join(f"'{each}'" for each in (*before, *PROGRAM, "--saves", str(saves), "demo", "troika"))


@pytest.mark.parametrize("before", [(), (sys.executable, "-c", WRAPPED)])
def test_it_stops_for_the_shell_and_comes_back_as_it_was(tmp_path: Path, before: tuple[str, ...]) -> None:
    with Terminal([SHELL, "--norc", "-i"], env={"PS1": PROMPT}) as terminal:
        terminal.wait_for(PROMPT.strip()).type(f"{command(tmp_path, *before)}\n")
        terminal.wait_for("? Help").press("c", "-", "1", "ctrl+z")  # what is typed is taken back
        terminal.wait_for(lambda seen: "Damage to" in seen.text()).press("escape", "ctrl+z")
        terminal.wait_for("Stopped").type("echo $((40 + 2)) rows\n").wait_for("42 rows")
        terminal.type("fg\n").wait_for("? Help").wait_for("Characters").press("i").wait_for("Initiative")
        terminal.press("f10").wait_for(PROMPT.strip()).type("exit\n").wait_gone()


def test_without_a_shell_to_bring_it_back_it_goes_on(tmp_path: Path) -> None:
    with Terminal([*PROGRAM, "--saves", str(tmp_path), "demo", "troika"]) as terminal:
        terminal.wait_for("? Help").press("ctrl+z").wait_for("there is no shell to go back to")
        terminal.press("i").wait_for("Initiative").press("f10").wait_gone()
