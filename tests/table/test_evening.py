"""A whole evening of Troika!, played through the real program on a real terminal of 80 by 24.

From an empty folder to the advancement at the evening's end; then the process is killed, and everything is
there. Faces are typed as from real dice, so the evening goes the same way every time; only the stack is
drawn by the program.
"""

import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.games.troika.sheet import TroikaSheet
from tests.table.terminal import Terminal

PARTY = {"Ana": "5 44 3 35 46", "Bram": "3 55 2 11 12", "Cora": "1 61 6 24 33", "Dov": "2 33 4 56 65"}
"""Names, and the faces of their creation: Skill, Stamina, Luck, silver, background."""


class Evening:
    """A GM at the keyboard."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def keys(self, *keys: str) -> "Evening":
        self.terminal.press(*keys)
        return self

    def write(self, text: str) -> "Evening":
        self.terminal.type(text)
        return self

    def see(self, text: str) -> "Evening":
        """Wait until this is on the screen, however wide the columns are."""
        self.terminal.wait_for(lambda terminal: text in re.sub(r"\s+", " ", terminal.text()))
        return self

    def line(self) -> str:
        """The line that the cursor of the list in focus is on."""
        self.terminal.settle()
        cursor = self.terminal.screen.cursor
        return self.terminal.lines()[cursor.y][cursor.x : cursor.x + 38]

    def go_to(self, text: str) -> "Evening":
        """Walk down a list to the line with this text, as a hand on the arrow key does: once more where a
        busy machine showed the top too late.
        """
        for _ in range(2):
            self.keys("home")
            for _ in range(60):
                if text in self.line():
                    return self
                self.keys("down")
        raise AssertionError(f"no line with {text!r} in:\n{self.terminal.text()}")

    def roll(self, what: str, faces: str) -> "Evening":
        """Roll something by its first letters, with these faces."""
        return self.keys("f3").write(what).keys("enter").see("[_]").write(faces)

    def say(self, line: str) -> "Evening":
        """Have something done in the words of the command bar."""
        return self.keys(":").see("tab Complete").write(line).keys("enter")


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    return [sys.executable, "-m", "tableside", "--saves", str(tmp_path / "saves")]


@pytest.fixture
def evening(command: list[str]) -> Iterator[Evening]:
    with Terminal(command) as terminal:
        yield Evening(terminal)


def test_an_evening_from_an_empty_folder_to_its_advancement(
    evening: Evening, command: list[str], tmp_path: Path
) -> None:
    make_the_party(evening)
    ana_tests_what_she_can(evening)
    three_goblins_come(evening)
    the_round_ends_badly(evening)
    they_rest_and_improve(evening)
    evening.keys("w").see("Note:").write("Bram [is] dead; {the river} keeps him.").keys("enter")
    evening.see("the river} keeps him").terminal.settle()
    last = evening.terminal.text()

    evening.terminal.kill(signal.SIGKILL)
    evening.terminal.wait_gone()

    with Terminal(command) as again:
        again.wait_for("keeps him")
        assert "Bram [is] dead; {the river} keeps him." in last
        Evening(again).keys("j").see("Journal").keys("home").see("Session 1 begins")
        again.press("f10")
        again.wait_gone()
    campaign = Library(tmp_path / "saves").open("iron-vale")
    everything_is_there(campaign)
    campaign.close()


def make_the_party(evening: Evening) -> None:
    evening.see("No campaign yet").keys("n").see("campaign is called").write("Iron Vale").keys("enter")
    evening.see("Which game?").keys("1")
    evening.see("Nobody yet").keys("f8").see("real dice")
    for name, faces in PARTY.items():
        evening.keys("n").see("by the rules").keys("1").see("Name:").write(name).keys("enter").see(
            "Skill: 1d6"
        )
        evening.write(faces.replace(" ", "")).see(f"{name} comes into play")
    evening.keys("home").see("Ana").keys("right").go_to("⏎ add").keys("enter")
    evening.see("Add to Advanced Skills").write("Swim 3").keys("enter").see("Ana gets Swim 3")
    for skill in ("Climb 1", "Sneak 2", "Sword Fighting 2"):
        evening.go_to("⏎ add").keys("enter").see("Add to Advanced Skills").write(skill).keys("enter").see(
            f"Ana gets {skill}"
        )
    evening.keys("escape").keys("b").see("who is there?").keys("enter").see("Session 1 begins on")


def ana_tests_what_she_can(evening: Evening) -> None:
    """Three tests that succeed and so tick; one Luck."""
    evening.keys("r").see("FIND").write("cl").see("58 % (7/12)")  # Climb: 6 + 1 = 7
    evening.keys("enter").see("[_]").write("34").see("with Climb 7 against 7 · ticked")
    evening.roll("sn", "26").see("with Sneak 8 against 8 · ticked")
    evening.roll("swo", "11").see("with Sword Fighting 2 against 8 · ticked")
    evening.roll("test l", "65").see("Luck now 8")
    evening.say("2d6+1").see("[_]").write("34").see("2d6+1: 8 3, 4")


def three_goblins_come(evening: Evening) -> None:
    evening.keys("f2").keys("N").see("Foes (how many").write("3 gob").keys("enter")
    evening.see("mien: 1d6").write("4").see("Goblin 3")
    evening.keys("i").see("Press space").keys("space").see("Round 1 nobody")
    evening.keys("space").terminal.settle()
    evening.keys("f3").see("FIND").write("ana fight").see("against").keys("enter")
    evening.see("all the same").keys("2").see("[_]")
    evening.write("54").see("[_]").write("12").see("Luck")  # 9 + 6 = 15 against 3 + 5 = 8
    evening.keys("2").see("Luck: 2d6").write("33").see("damage: 1d6").write("6")  # 6 + 2 - 1 = 7: ten points
    evening.see("Goblin 1 dies")


def the_round_ends_badly(evening: Evening) -> None:
    """Bram dies in the water, Cora is brought back from dying, Dov keeps his head up."""
    evening.keys("i").go_to("Goblin 2").keys("shift+down").see("2 marked").keys("-").see(
        "Damage to 2: Goblin 2"
    )
    evening.write("3").keys("enter").see("Goblin 3 lose 3 Stamina").say("goblin 3 -1").see("2/6")
    evening.go_to("Dov").keys("k").see("its rounds").write("drowning").keys("enter").see("Dov is drowning")
    evening.go_to("Bram").keys("k").see("its rounds").write("drowning").keys("enter").see("Bram is drowning")
    evening.keys("-").see("Damage to Bram").write("20").keys("enter").see("2/22")
    evening.keys("A").see("Amending entry").go_to("Stamina lost").keys("right", "enter").see("1/22")
    evening.go_to("Cora").keys("-").see("Damage to Cora").write("19").keys("enter").see("DYING")
    evening.keys("+").see("Healing for Cora").write("4").keys("enter").see("4/19")
    evening.keys("f8").see("the program rolls").keys("f8").see("type the faces")
    for _ in range(40):
        evening.keys("space").terminal.settle()
        if "swim" in evening.terminal.lines()[22].casefold() or "[_]" in evening.terminal.text():
            break
    evening.see("Bram, ").write("66").see("1d6").write("5").see("instead").keys("1")
    evening.see("Dov, ").write("11").see("Bram dies · goes under")
    evening.see("DEAD")


def they_rest_and_improve(evening: Evening) -> None:
    evening.keys("f").see("End the fight?").keys("2").see("The fight is over").keys("f8").see(
        "the program rolls"
    )
    evening.keys("c").see("The party").keys("z").see("Foes still stand there. Rest all the same?").keys("2")
    evening.see("Day 2")
    evening.keys("f8").see("type the faces").keys("a").see("3 waiting").keys("enter")
    evening.see("advance: 2d6").write("66").see("[_]").write("65").see("[_]").write("64").see(
        "improves Sword Fighting"
    )
    evening.keys("f8").see("the program rolls").keys("B", "2").see("Session 1 ends").keys("p").see(
        "Previously"
    ).keys("3")
    evening.see("Sneak 2 \N{RIGHTWARDS ARROW} 3").keys("c")


def everything_is_there(campaign: Campaign) -> None:
    by_name = {each.name: each for each in campaign.table.characters.values()}
    assert {*PARTY} <= {*by_name}
    ana, bram = by_name["Ana"].sheet, by_name["Bram"]
    assert isinstance(ana, TroikaSheet)
    assert {row.name: row.rank for row in ana.skills.rows} == {
        "Swim": 3,
        "Climb": 2,
        "Sneak": 3,
        "Sword Fighting": 3,
    }
    assert not ana.skills.ticked
    assert bram.has("dead")
    assert not by_name["Cora"].has("dying")
    assert any(
        fact.values.get("text", "") == "Bram [is] dead; {the river} keeps him."
        for entry in campaign.entries()
        for fact in entry.facts
    )
    assert list(audit(campaign)) == []
