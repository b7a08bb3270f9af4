"""An evening alone, played through the real program on a real terminal: the story is written, and the game is
asked in the middle of it.

From `tableside new` to the recap; killed in the middle of a line, which is there again; then taken out as a
page, as Markdown and as JSON, and put back in.
"""

import signal
import subprocess
import sys
from pathlib import Path

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tests.table.terminal import Terminal

LOOP = 8
"""Keys besides prose, for a question, a test and a line."""


class Pen:
    """Somebody who plays alone and writes it down."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.prose = 0
        """Key presses that were text of the story."""

    @property
    def keys(self) -> int:
        """Key presses besides the story."""
        return self.terminal.key_presses - self.prose

    def press(self, *keys: str) -> "Pen":
        self.terminal.press(*keys)
        return self

    def write(self, text: str) -> "Pen":
        self.prose += len(text)
        self.terminal.type(text)
        return self

    def see(self, text: str) -> "Pen":
        self.terminal.wait_for(text)
        return self

    def ask(self, question: str) -> "Pen":
        """The oracle, in the text."""
        return self.press("/", "?").write(question).press("enter").see(f"{question[1:]}? ")

    def line(self, text: str) -> "Pen":
        return self.write(text).press("enter").see(f"¶ {text}")


def shell(saves: Path, *command: str) -> bytes:
    """What the program says to a command."""
    run = [sys.executable, "-m", "tableside", "--saves", str(saves), *command]
    return subprocess.run(run, capture_output=True, check=True).stdout


def test_an_evening_alone(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    assert shell(saves, "new", "Iron Vale", "--rules", "troika") == b"iron-vale\n"
    command = [sys.executable, "-m", "tableside", "--saves", str(saves)]
    with Terminal(command, patience=20) as terminal:
        pen = Pen(terminal)
        a_character_by_the_rules(pen)
        three_times_around(pen)
        what_else_there_is_to_do(pen)
        pen.write("The bell was never ").see("The bell was never")
        terminal.settle().kill(signal.SIGKILL)
        terminal.wait_gone()
    with Terminal(command, patience=20) as terminal:
        pen = Pen(terminal)
        on_with_the_line(pen)
        looked_back_and_ended(pen)
        pen.press("f10")
        terminal.wait_gone()
    campaign = Library(saves).open("iron-vale")
    everything_is_there(campaign)
    campaign.close()
    taken_out_and_in(saves, tmp_path)


def a_character_by_the_rules(pen: Pen) -> None:
    pen.see("Nobody yet").press("n").see("by the rules").press("1").see("Name:").write("Ana").press("enter")
    pen.see("Ana is made").press("b").see("Session 1 begins")


def three_times_around(pen: Pen) -> None:
    """Ask, test, write."""
    pen.press("j", "w").see("Note:").write("## The quay").press("enter").see("§ The quay")
    before, loops = pen.keys, 3
    for question, line in (
        ("is it locked", "The door of the lamp house groans. #lantern"),
        ("is anybody there", "@keeper stands on the stair, wet to the knees."),
        ("does he know me", "He calls me by my mother's name."),
    ):
        pen.ask(question)
        pen.press("/", "l", "u", "enter").see("against").line(line)
    assert pen.keys - before <= LOOP * loops


def what_else_there_is_to_do(pen: Pen) -> None:
    """A table, a clock, a meter, and the wrong thing taken back, without leaving the line; then a page."""
    pen.press(*"/weather", "enter").see("The weather: ")
    pen.press(*"/clock", "enter").see("name:").write("flood").press("enter").see("steps:").press("4", "enter")
    pen.see("flood").press(*"/tick", "enter").see("flood: 1 of 4")
    before = pen.keys
    pen.press("/", "-", "3", "enter").see("Ana loses 3 Stamina")
    assert pen.keys - before == 4
    pen.press("ctrl+z").see("(taken back)")
    pen.press("escape", "W").see("Writing").write("We climbed.").press("enter").write("The lamp was cold.")
    pen.press("ctrl+d").see("Journal").press("w").see("Note:")


def on_with_the_line(pen: Pen) -> None:
    """What was typed when it was killed is there again."""
    pen.see("The lamp was cold.").press("j").see("Journal").press("w").see("Note: The bell was never")
    pen.write("rung again.").press("enter").see("¶ The bell was never rung again.").press("escape")


def looked_back_and_ended(pen: Pen) -> None:
    pen.press("#").see("#lantern").press("escape")
    pen.press("/").see("Find").write("lantern").see("lamp house").press("enter", "escape")
    pen.press("p").see("Previously").see("The bell was never rung again.")
    pen.press("B", "2").see("Session 1 ends")


def everything_is_there(campaign: Campaign) -> None:
    did = [each.procedure for each in campaign.entries()]
    assert (did.count("oracle.ask"), did.count("troika.test-luck"), did.count("table.roll")) == (3, 3, 1)
    notes = [str(each.given["text"]) for each in campaign.entries() if each.procedure == "campaign.note"]
    assert notes[:2] == ["The bell was never rung again.", "We climbed.\nThe lamp was cold."]
    assert [(each.name, each.marked, each.steps) for each in campaign.table.clocks] == [("flood", 1, 4)]
    assert not campaign.table.session_is_on and campaign.draft == ""
    assert list(audit(campaign)) == []


def taken_out_and_in(saves: Path, folder: Path) -> None:
    """The story as others read it; and the whole campaign, put back in as it was."""
    for form in ("html", "markdown"):
        told = shell(saves, "export", "iron-vale", "--format", form).decode()
        assert "wet to the knees" in told and "The bell was never rung again." in told
    exported = shell(saves, "export", "iron-vale", "--format", "json")
    (folder / "vale.json").write_bytes(exported)
    assert shell(folder / "others", "import", str(folder / "vale.json")).split()[-1] == b"iron-vale"
    assert shell(folder / "others", "export", "iron-vale", "--format", "json") == exported
