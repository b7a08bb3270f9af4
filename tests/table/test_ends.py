"""However the program ends while something is written, what stood on its screen is there again."""

import signal
from pathlib import Path

import pytest

from tableside.campaign.drafts import COMMAND
from tableside.campaign.library import Library
from tests.bench.ends import ENDS, ends
from tests.bench.kills import ID, made, notes
from tests.table.terminal import PROGRAM, Terminal


def test_nothing_that_was_shown_is_missing_however_it_ends() -> None:
    seen, wrong = ends(len(ENDS) * 2)
    assert not wrong
    assert seen["entries"] > 2 * len(ENDS)


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    saves = made(tmp_path / "saves")
    Library(saves).remember(ID)
    return saves


@pytest.mark.parametrize("end", ["f10", "KILL", "TERM", "closed"])
@pytest.mark.parametrize("begun", [("f6", "w"), ("f2", "w"), ("f2", "W")], ids=["journal", "line", "page"])
def test_writing_goes_on_where_it_was(saves: Path, begun: tuple[str, str], end: str) -> None:
    with Terminal([*PROGRAM, "--saves", str(saves)]) as terminal:
        terminal.wait_for("? Help").press(*begun).type("The rope h").wait_for("The rope h").settle()
        if end == "f10":
            terminal.press("f10").wait_for("Quit in the middle").press("2")
        elif end == "closed":
            terminal.hang_up()
        else:
            terminal.kill(signal.Signals[f"SIG{end}"])
        terminal.wait_gone(reading=end != "closed")
    with Terminal([*PROGRAM, "--saves", str(saves)]) as terminal:
        terminal.wait_for("The rope h").settle().type("olds, n, u.")
        terminal.press("ctrl+d" if begun[1] == "W" else "enter").wait_for("¶ The rope holds, n, u.").settle()
    assert notes(saves)[1:] == ["The rope holds, n, u."]


def test_writing_that_was_left_is_not_gone_on_with(saves: Path) -> None:
    with Terminal([*PROGRAM, "--saves", str(saves)]) as terminal:
        terminal.wait_for("? Help").press("f6", "w").type("Half").press("escape", "f10").wait_gone()
    with Terminal([*PROGRAM, "--saves", str(saves)]) as terminal:
        terminal.wait_for("? Help").settle().press("f2").wait_for("Characters")
        terminal.press("w").wait_for("Note: Half")


def test_a_command_half_typed_is_there_again_after_a_kill(saves: Path) -> None:
    with Terminal([*PROGRAM, "--saves", str(saves)]) as terminal:
        terminal.wait_for("? Help").press(":").type("luck an").wait_for(": luck an").settle()
        terminal.kill(signal.SIGKILL)
        terminal.wait_gone()
    campaign = Library(saves).open(ID, read_only=True)
    assert campaign.draft_of(COMMAND) == "luck an"
    campaign.close()
    with Terminal([*PROGRAM, "--saves", str(saves)]) as terminal:
        terminal.wait_for("? Help").settle().press(":").wait_for(": luck an").press("escape", ":")
        terminal.settle()
        assert "luck an" not in terminal.text()
