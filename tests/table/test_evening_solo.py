"""Two evenings alone of forty entries and more, played through the real program on a real terminal: the story
is written, and the game is asked in the middle of it, in as few keys as README.md says.

From `tableside new` to the recap; killed in the middle of a line, which is there again; then taken out as a
page, as Markdown and as JSON, and put back in.
"""

import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tests.table.terminal import Terminal
from tests.table.test_evening import Evening

PROSE, ORACLE, LOOP = 1, 3, 8
"""Keys besides prose, for a line, a question, and for a question, a test and a line."""
NAMED = 4
"""Keys besides prose: out of the line, the answer made somebody, its line, back to writing."""
LEAST = 40
"""Entries of an evening."""


@dataclass(frozen=True, slots=True)
class Story:
    """One evening: the game, what the character is made with, and what is tried over and over."""

    game: str
    made: tuple[tuple[str, str], ...]
    """Keys behind the name, by what is asked."""
    tried: str
    """What is typed behind the slash."""
    told: str
    """What the line says before it is done."""
    procedure: str
    danger: tuple[tuple[str, str], ...]
    """What is typed of a danger or a fight, each with what the journal says of it then."""


FIGHT = (
    ("1 goblin", "Goblin appears"),
    ("begin a fight", "The stack is made"),
    ("end fight", "fight is over"),
)
TROIKA = Story("troika", (), "lu", "Test Luck · Ana", "troika.test-luck", FIGHT)
MADE = (("playbook?", "7"), ("Defiance go?", "1"), ("Defiance go?", "2"))
ROCKFALL = (("danger rockfall: stones, dust", "Rockfall comes in"), ("1 pain", "Pain"))
WANDERED = Story("wandered", MADE, "kn", "Knots", "wandered.roll-it", ROCKFALL)
QUESTIONS = (
    ("is it locked", "The door of the lamp house groans. #lantern"),
    ("is anybody there", "@keeper stands on the stair, wet to the knees."),
    ("does he know me", "He calls me by my mother's name."),
    ("is it a lie", "He looks at the water as he says it."),
    ("is there a way up", "The ladder holds for as long as I am on it."),
    ("has the bell rung", "Salt stands on the rope to the height of a man."),
    ("was it cut", "Somebody has cut it clean, below the knot."),
    ("is the knife here", "There is a knife in the sill with my initials."),
    ("do they follow", "Two lights come round the quay. ~Ford"),
    ("is it high water", "The lowest step has gone."),
)


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


@pytest.mark.parametrize("story", [TROIKA, WANDERED], ids=lambda story: story.game)
def test_an_evening_alone(story: Story, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    assert shell(saves, "new", "Iron Vale", "--rules", story.game) == b"iron-vale\n"
    command = [sys.executable, "-m", "tableside", "--saves", str(saves)]
    with Terminal(command) as terminal:
        pen = Pen(terminal)
        a_character_by_the_rules(pen, story)
        around_and_around(pen, story)
        what_else_there_is_to_do(pen, story)
        scenes_people_and_danger(pen, story)
        pen.write("The bell was never ").see("The bell was never")
        terminal.settle().kill(signal.SIGKILL)
        terminal.wait_gone()
    with Terminal(command) as terminal:
        pen = Pen(terminal)
        on_with_the_line(pen)
        looked_back_and_ended(pen)
        pen.press("f10")
        terminal.wait_gone()
    campaign = Library(saves).open("iron-vale")
    everything_is_there(campaign, story)
    campaign.close()
    taken_out_and_in(saves, tmp_path)


def a_character_by_the_rules(pen: Pen, story: Story) -> None:
    pen.see("Nobody yet").press("n").see("by the rules").press("1").see("Name:").write("Ana").press("enter")
    for asked, key in story.made:
        pen.see(asked).press(key).terminal.settle()
    if story is WANDERED:
        pen.see("Ana comes into play").press("right")
        Evening(pen.terminal).go_to("⏎ add")
        pen.press("enter").see("Add to Approaches").write("Knots").press("enter").see("gets Knots").press(
            "escape"
        )
    pen.see("Ana comes into play").press("b").see("Session 1 begins")


def around_and_around(pen: Pen, story: Story) -> None:
    """Ask, test, write."""
    pen.press("j", "w").see("Note:").write("## The quay").press("enter").see("§ The quay")
    for question, line in QUESTIONS:
        begun = pen.keys
        pen.ask(question)
        assert pen.keys - begun <= ORACLE
        pen.press("/", *story.tried).see(story.told).press("enter")
        before = pen.keys
        pen.line(line)
        assert pen.keys - before <= PROSE
        assert pen.keys - begun <= LOOP
    for _, line in QUESTIONS[:4]:
        pen.line(f"{line} Again.")


def scenes_people_and_danger(pen: Pen, story: Story) -> None:
    """A scene check and what the end of a scene does to the tension, a danger, and an answer that is somebody
    from then on: four keys besides their words.
    """
    for command, told in (
        ("scene", "Scene check: "),
        ("end scene wilder", "tension 6 of 9"),
        *story.danger,
        ("track find the knife hard", "find the knife begins"),
        ("find the knife +1", "find the knife: 2 of 10"),
        ("stranger", "A stranger: "),
    ):
        pen.press("/").write(command).press("enter").see(told)
    begun = pen.keys
    pen.press("escape", "@").see("Note: The @[").write("comes up the ladder.").press("enter")
    pen.see("comes up the ladder.").press("w").see("Note:")
    assert pen.keys - begun == NAMED


def what_else_there_is_to_do(pen: Pen, story: Story) -> None:
    """A table, a clock, a meter, and the wrong thing taken back, without leaving the line; then a page."""
    pen.press(*"/weather", "enter").see("The weather: ")
    pen.press(*"/clock", "enter").see("name:").write("flood").press("enter").see("steps:").press("4", "enter")
    pen.see("flood").press(*"/tick", "enter").see("flood: 1 of 4")
    if story is TROIKA:
        before = pen.keys
        pen.press("/", "-", "3", "enter").see("Ana loses 3 Stamina")
        assert pen.keys - before == 4
        pen.press("ctrl+z").see("(taken back)")
    pen.press("escape", "W").see("Writing").write("We climbed.").press("enter").write("The lamp was cold.")
    pen.press("ctrl+d").see("Journal").press("w").see("Note:")


def on_with_the_line(pen: Pen) -> None:
    """What was typed when it was killed is there again."""
    pen.see("comes up the ladder.").see("Note: The bell was never")
    pen.write("rung again.").press("enter").see("¶ The bell was never rung again.").press("escape")


def looked_back_and_ended(pen: Pen) -> None:
    pen.press("#").see("Threads").see("lantern  ").press("escape")
    pen.press("/").see("Find").write("lantern").see("lamp house").press("enter", "escape")
    pen.press("p").see("Previously").see("The bell was never rung again.")
    pen.press("B", "2").see("Session 1 ends")


def everything_is_there(campaign: Campaign, story: Story) -> None:
    did = [each.procedure for each in campaign.entries()]
    assert len(did) >= LEAST
    done = did.count("oracle.ask"), did.count(story.procedure), did.count("table.roll")
    assert done == (len(QUESTIONS), len(QUESTIONS), 3)
    notes = [str(each.given["text"]) for each in campaign.entries() if each.procedure == "campaign.note"]
    assert notes[0] == "The bell was never rung again." and notes[2] == "We climbed.\nThe lamp was cold."
    assert notes[1].startswith("The @[") and notes[1].endswith("comes up the ladder.")
    assert {each.name: each.far for each in campaign.table.clocks} == {
        "flood": (1, 4),
        "Tension": (6, 9),
        "find the knife": (2, 10),
    }
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
