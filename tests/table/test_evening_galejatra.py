"""A whole evening of Galejatra, played through the real program on a real terminal of 80 by 24.

Modules switched on, attempts of every kind, a secret roll, ailments and their care, turns, clocks and growth;
then the process is killed, and everything is there. All faces are typed.
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
from tableside.games.galejatra.procedures import PROCEDURES
from tableside.games.galejatra.sheet import GalejatraSheet
from tableside.rules.inputs import Choice, Words
from tableside.views.markdown import markdown_log
from tableside.wording import label
from tests.table.terminal import Terminal
from tests.table.test_evening import Evening

PARTY = {
    "Aino": "Climbing 2, Metalwork 3",
    "Brita": "Metalwork 4, Healing 2",
    "Cyr": "Sneaking 3, Metalwork 1",
}
INPUTS = {each.id: {input.id: input for input in each.inputs} for each in PROCEDURES}
SHORT = 0.07
"""Seconds without output after which an answer counts as taken."""
ATTEMPT, TOGETHER, TREAT = "galejatra.attempt", "galejatra.group-attempt", "galejatra.treat"
CHANGED = "galejatra.changed"


class Hand(Evening):
    """A GM at the keyboard, with dice on the table."""

    def form(self, what: str, procedure: str = "", **values: str) -> "Hand":
        """Find a roll by its first letters, go to its form and type these inputs: a choice by its number, or
        by its word and Enter.
        """
        self.keys("f3").see("FIND").write(what).terminal.settle(SHORT)
        self.keys("tab")
        for id, text in values.items():
            input = INPUTS[procedure][id.replace("_", "-")]
            place = [*INPUTS[procedure]].index(input.id)
            opens = "right" if isinstance(input, Words) else "e"  # on an empty line of words `e` is a letter
            self.keys("home", *["down"] * place, opens).see("esc Cancel").write(text)
            is_picked = isinstance(input, Choice) and not input.many and text.isdecimal()
            (self if is_picked else self.keys("enter")).terminal.settle(SHORT)
        return self

    def below(self, text: str) -> "Hand":
        """Page down in what stands under the form until this is seen."""
        self.terminal.settle()
        for _ in range(3):
            if text in re.sub(" +", " ", self.terminal.text()):
                break
            self.keys("pagedown").terminal.settle()
        self.see(text)
        return self

    def now(self, *answers: str) -> "Hand":
        """Enter, then each answer behind what it waits for: `question>keys`, or `own>faces` for dice."""
        self.keys("enter")
        for each in answers:
            asked, _, keys = each.partition(">")
            dice = {"own": "own dice", "luck": "luck dice", "opposition": "opposition"}.get(asked)
            self.see(f"{dice}: {len(keys)}d6 [_]" if dice else asked).write(keys)
            (self.keys("enter") if keys.isalpha() else self).terminal.settle(SHORT)
        return self


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    return [sys.executable, "-m", "tableside", "--saves", str(tmp_path / "saves")]


@pytest.fixture
def hand(command: list[str]) -> Iterator[Hand]:
    with Terminal(command) as terminal:
        yield Hand(terminal)


def test_an_evening_from_the_modules_to_growth(hand: Hand, command: list[str], tmp_path: Path) -> None:
    make_the_party(hand)
    helping_luck_and_groups(hand)
    in_secret(hand)
    the_cliff(hand)
    ailments_and_rest(hand)
    sides_and_clocks(hand)
    they_grow(hand)

    hand.terminal.kill(signal.SIGKILL)
    hand.terminal.wait_gone()

    with Terminal(command) as again:
        again.wait_for("Session 1 ends").press("f10")
        again.wait_gone()
    campaign = Library(tmp_path / "saves").open("kaarna")
    everything_is_there(campaign)
    campaign.close()


def make_the_party(hand: Hand) -> None:
    hand.see("No campaign yet").keys("n").see("campaign is called").write("Kaarna").keys("enter")
    hand.see("Which game").keys("3").see("Nobody yet").keys("f8").see("real dice")
    hand.form("house")
    for step, module in ((8, "HEI-AMB-9"), (3, "HEI-X-onni"), (1, "HEI-X-vaiva")):
        hand.keys("home", *["right"] * step, "down", "right", "enter").see(f"{label('rule', module)} yes")
    for name, skills in PARTY.items():
        hand.form("create a ch", "galejatra.create", skills=skills).now("name:>" + name).keys("enter")
        hand.see(f"{name} comes into play")
    hand.keys("f2", "N").see("Foes (").write("Bell cliff").keys("enter").see("aspects:")
    hand.write("Slippery 3, Steep 2").keys("enter").see("challenging")
    hand.keys("b").see("who is there?").keys("enter").see("Session 1 begins on")


def the_cliff(hand: Hand) -> None:
    """Aino is warned, fails and may not try again until the situation has changed."""
    hand.form(
        "aino cl", ATTEMPT, opposition="", against="bell", bypass="slip", danger="a fall", secret="no"
    ).below("Opposition 2d6: easy")
    hand.now("want to roll?>y", "own>123", "opposition>45", "Pay 1 reserve>n", "price?>1").see(
        "nobody rolls for it until things have"
    )
    hand.form("aino cl", ATTEMPT, against="bell", bypass="").below("has failed in")
    hand.form("things", CHANGED).now().see("say which has changed, or everything")
    hand.form("things", CHANGED, matter="everything").now().below("Open again: Climbing: Bell")
    hand.form("aino cl", ATTEMPT, against="bell", bypass="", danger="").below("Aino tries").keys(
        "pagedown"
    ).see("Opposition 3d6: challenging")
    hand.now("own>661", "opposition>511").see("Aino succeeds at Climbing 2 left against 1")


def helping_luck_and_groups(hand: Hand) -> None:
    metal = "aino-metalwork brita-metalwork"
    hand.form("cyr me", ATTEMPT, opposition="2", helpers="Aino Brita", help_with=metal)
    hand.below("Cyr tries Metal")
    hand.below("only the best counts")
    hand.now("own>4111", "opposition>41").see("1 left against 1")
    hand.form("cyr me", ATTEMPT, opposition="", everyone="yes").below("In the way, the hardest first")
    hand.form("cyr me", ATTEMPT, opposition="2", helpers="Aino Brita", help_with=metal, everyone="yes")
    hand.below("Metalwork: 6d6")
    hand.form("cyr no", ATTEMPT, opposition="1", luck_dice="1", helpers="", everyone="no").below("+1: luck")
    hand.now("own>1", "luck>5", "opposition>6").see("0 luck dice left")
    hand.form("attempt to", TOGETHER, skill="4", opposition="1", danger="").below("the whole party")
    hand.now("own>1", "opposition>1", "own>1", "opposition>1", "own>4444", "opposition>1").see(
        "The group succeeds 3 of 3"
    )
    hand.form("attempt to", TOGETHER, skill="4", opposition="1", results="2")
    hand.now(
        "own>1",
        "opposition>6",
        "Pay 1>n",
        "ailment?>n",
        "price?>1",
        "own>1",
        "opposition>1",
        "own>4444",
        "opposition>1",
    ).see("2 of 3 succeed")


def in_secret(hand: Hand) -> None:
    """Brita exerts and pushes; what players may see says nothing of the opposition."""
    hand.form("brita he", ATTEMPT, opposition="2", secret="yes").now(
        "own>112", "opposition>66", "Pay 1>y", "ailment?>y"
    )
    hand.see("where it hits").write("34").see("Which ailment?").write("6")
    hand.see("How bad is it?").write("1").see("gets Sprain 1")
    hand.keys("j").see("Journal").see("gets Sprain 1").terminal.settle()
    _, _, shown = hand.terminal.text().partition("Brita succeeds")
    assert "at Healing · pays 1 reserve" in shown
    assert not any(each in shown for each in ("Opposition", "left against", "[6]"))
    hand.keys("end", "enter").see("own dice").keys("pagedown").see("Opposition 2d6")


def ailments_and_rest(hand: Hand) -> None:
    hand.keys("f2").go_to("Aino").keys("-").see("where it hits").write("22").see("Which ailment?").write("1")
    hand.keys("enter").see("Aino gets Sore 1").keys("+").see("Aino: Sore is over")
    hand.keys("u").see("taken back: Aino: Sore is over").keys("U").see("restored: Aino: Sore is over").keys(
        "u"
    ).see("taken back")
    hand.form("treat", TREAT, who="Aino", healer="Brita", skill="2").below("success")
    hand.now("own>64", "opposition>1").see("Aino: Sore is over")
    hand.keys("f2").see("Characters").keys("z").see("Day 2").see("Brita has 1 reserve again")


def sides_and_clocks(hand: Hand) -> None:
    snow = ("Snow", "4", "everything", "2 it slides", "Snow begins")
    bell = ("Bell", "3", "nothing", "", "Add a clock (secret)")
    for name, steps, sight, milestone, told in (snow, bell):
        hand.form("add a cl").keys("home", "down", "down", "right").see("milestones:").write(milestone)
        hand.keys("enter").see("players see").keys("down").terminal.settle(SHORT)
        while sight not in hand.terminal.text():
            hand.keys("right").terminal.settle()
        hand.now(f"name:>{name}").keys("enter").see("steps:").write(steps).keys("enter").see(told)
    hand.keys("f4").see("Press space").keys("space").see("nobody has acted yet").keys("space").see(
        "party act"
    )
    hand.go_to("Brita").keys("M").see("√ Brita").keys("backspace").see("is taken back")
    for clock, seen in (("1", "Snow: 1 of 4"), ("1", "2 of 4 · it slides"), ("2", "Bell ■□□ 1/3")):
        hand.keys("t").see("clock:").write(clock).see(seen)
    hand.keys("h").see("Snow").terminal.settle()
    assert "1/3" not in hand.terminal.text()
    hand.keys("h").see("Bell ■□□ 1/3").keys("f").see("End the fight?").keys("2").see("The fight is over")


def they_grow(hand: Hand) -> None:
    hand.keys("B", "2").see("Session 1 ends: 3 to go").keys("space", "enter").see("Climbing is 3 now")


def everything_is_there(campaign: Campaign) -> None:
    by_name = {each.name: each.sheet for each in campaign.table.characters.values()}
    aino, brita, cyr = by_name["Aino"], by_name["Brita"], by_name["Cyr"]
    assert (
        isinstance(aino, GalejatraSheet)
        and isinstance(brita, GalejatraSheet)
        and isinstance(cyr, GalejatraSheet)
    )
    assert {row.name: row.rank for row in aino.skills.rows} == {"Climbing": 3, "Metalwork": 3}
    assert [row.name for row in brita.ailments.rows] == ["Sprain"]
    assert (aino.ailments.rows, aino.spent.names, cyr.luck.current) == ((), (), 1)
    assert [(each.name, each.marked) for each in campaign.table.clocks] == [("Snow", 2), ("Bell", 1)]
    secret = next(line for line in markdown_log(campaign).splitlines() if "hidden" in line)
    assert "pposition" not in secret and "6 6" not in secret
    assert list(audit(campaign)) == []
