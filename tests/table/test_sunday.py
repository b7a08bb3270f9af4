"""Next Sunday's adventure: an encounter of seven prepared on Thursday evening, begun and played on Sunday, by
the keyboard alone, through the real program on a real terminal of 80 by 24.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.rules.table import Kind
from tests.table.budgets import FULL, HARDY, README, made, party
from tests.table.terminal import Terminal
from tests.table.test_evening import Evening

FOES = {
    "troika": "3 goblins, 2 orcs, harpy, troll",
    "d20": "3 orcs hp 5 ac 13 axe +2 1d8/x3, 3 wolves hp 11 ac 13 bite +1 1d6, ogre hp 20 club +6 1d8+4",
}
LATER = {"troika": "round 2: goblin", "d20": "round 2: kobold hp 4 spear +1 1d6"}
PEOPLE = {
    "troika": party(HARDY, FULL)[:-1],
    "d20": party({"hit_points": "30/30", "armour_class": "18", "attacks": "sword +5 1d8"})[:-1],
}
KEYS = {
    "besides its text": 5,
    "begin the session and the fight": 5,
    "a turn with its attack": 3,
    "end the fight and the session": 2,
}
"""Keys besides text, as README.md says."""


@dataclass
class Sunday(Evening):
    """A GM at the keyboard whose keys are counted; what is written is none."""

    terminal: Terminal
    count: int = field(default=0)

    def keys(self, *keys: str) -> "Sunday":
        self.count += len(keys)
        super().keys(*keys)
        return self


@pytest.mark.parametrize("game", FOES)
def test_an_encounter_is_prepared_begun_played_and_over(tmp_path: Path, game: str) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    id = made(saves, game, *PEOPLE[game])
    command = [sys.executable, "-m", "tableside", "--saves", str(saves)]
    with Terminal(command) as terminal:
        assert prepare(Sunday(terminal), game) == KEYS["besides its text"]
        terminal.press("f10").wait_gone()
    with Terminal(command) as terminal:
        sunday = Sunday(terminal)
        assert begin(sunday) == KEYS["begin the session and the fight"]
        rounds = play(sunday)
        assert end(sunday) == KEYS["end the fight and the session"]
        terminal.press("f10").wait_gone()
    campaign = Library(saves).open(id)
    everything_is_there(campaign, game, rounds)
    campaign.close()


def prepare(sunday: Sunday, game: str) -> int:
    """On Thursday: foes, what is read aloud, notes, who comes later."""
    sunday.see("? Help").keys("F").see("Encounter (name").write(f"bridge: {FOES[game]}")
    sunday.keys("enter").see("To be read aloud").write("Rain drums on the planks.")
    sunday.keys("enter").see("Your notes").write("The big one sleeps.")
    sunday.keys("enter").see("Who comes later").write(LATER[game])
    sunday.keys("enter").see("bridge is prepared")
    return sunday.count


def begin(sunday: Sunday) -> int:
    """The session, then the encounter and its fight."""
    sunday.see("? Help").keys("b").see("Who is missing?").keys("enter").see("Session 1 begins")
    sunday.keys("F").see("Encounter (name").keys("enter").see("bridge begins").keys("space").see("Round 1")
    sunday.see("The big one sleeps").see("Rain drums")
    return sunday.count


def play(sunday: Sunday) -> int:
    """Turns with an attack each, until the second round has begun; how many rounds."""
    for _ in range(40):
        before = sunday.count
        sunday.keys("space").terminal.settle()
        title = re.sub(" +", " ", sunday.terminal.lines()[0])
        if title.strip().startswith("Round 2"):
            return 2
        if "nobody" in title or "surprise" in title.casefold():
            continue
        sunday.keys("x").terminal.settle()
        if "> who" in re.sub(" +", " ", sunday.terminal.text()):  # whoever lies there attacks nobody
            sunday.keys("enter").terminal.settle()
            assert sunday.count - before == KEYS["a turn with its attack"]
    raise AssertionError("no second round")


def end(sunday: Sunday) -> int:
    """The fight is over, and so is the session."""
    before = sunday.count
    sunday.keys("B").see("A fight is on").keys("3").see("Session 1 is over")
    return sunday.count - before


def everything_is_there(campaign: Campaign, game: str, rounds: int) -> None:
    assert rounds == 2 and list(audit(campaign)) == []
    foes = [each.name for each in campaign.table.characters.values() if each.kind == Kind.ENEMY]
    assert len(foes) == 8 and foes[-1] == {"troika": "Goblin 4", "d20": "Kobold"}[game]
    assert not campaign.table.session_is_on and campaign.table.order is None
    assert not campaign.table.encounter and not campaign.table.coming
    readme = " ".join(README.read_text(encoding="utf-8").split())
    for what, count in KEYS.items():
        assert f"{what}: {count}" in readme
