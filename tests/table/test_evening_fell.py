"""A whole evening of Fell, played through the real program on a real terminal of 80 by 24.

From an empty folder to the advancement; then the process is killed, and everything is there. Faces are typed
as from real dice, so the evening goes the same way every time.
"""

import signal
import sys
from pathlib import Path

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.games.fell.sheet import FellSheet
from tests.table.terminal import Terminal
from tests.table.test_evening import Evening

PARTY = {"Ana": ("678", "8", "4277", "12", "4"), "Bram": ("858", "1", "", "13", "2")}
PARTY["Cora"] = ("166", "2", "", "14", "9")
"""Names, and faces: abilities, number of spells, spells, background; then the number of a skill."""
PAST = ("1215", "2345678923", "345")
"""Age, traits and coin of them all."""


def rolls(evening: Evening, what: str, *dice: tuple[str, str], begun: str = "enter") -> Evening:
    """Find something by its first letters, and answer what is asked: what is seen, and what is typed then."""
    if what:
        evening.keys("f3").see("FIND").write(what).see(f"FIND {what}")
    evening.keys(begun)
    for seen, typed in dice:
        evening.see(seen).write(typed)
    return evening


def test_an_evening_of_fell_from_an_empty_folder_to_its_advancement(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path / "saves")]
    with Terminal(command) as terminal:
        evening = Evening(terminal)
        make_the_party(evening)
        what_they_can_do(evening)
        the_first_round(evening)
        two_of_them_are_dying(evening)
        the_foes_think_again(evening)
        they_work_starve_and_rest(evening)
        they_cast_and_come_home(evening)
        terminal.kill(signal.SIGKILL)
        terminal.wait_gone()
    with Terminal(command) as again:
        again.wait_for("Ana learns athletics").press("f10").wait_gone()
    campaign = Library(tmp_path / "saves").open("low-fells")
    everything_is_there(campaign)
    campaign.close()


def make_the_party(evening: Evening) -> None:
    evening.see("No campaign yet").keys("n").see("is called").write("Low Fells").keys("enter")
    evening.see("2 Fell").keys("2").see("Nobody yet").keys("f8").see("real dice")
    for name, (abilities, count, spells, background, skill) in PARTY.items():
        evening.keys("n").see("by the rules").keys("1").see("Name:").write(name).keys("enter")
        evening.see("BOD, INT, WIL: 3d8").write(abilities).see("number of spells").write(count)
        evening.see("1d100" if spells else "1d20").write(spells)
        evening.see("background: 1d20").write(background).see("Which skill").write(skill)
        for seen, faces in zip(("age", "traits", "coin: 3d6"), PAST, strict=True):
            evening.see(seen).write(faces)
        evening.see("coin 12").terminal.settle()
    evening.keys("home").see("> Ana").keys("right", *["down"] * 3, "right", "enter").see("Add to Carried")
    evening.write("longsword").keys("enter").see("Ana gets longsword").keys("escape").keys("b")
    evening.see("who is there?").keys("enter").see("Session 1 begins on")
    rolls(evening, "hire", ("Hire, name:", "Wat")).keys("enter", "enter").see("Wat is hired (athletics)")
    evening.keys("f2", "N").see("Foes (").write("3 d6").keys("enter")
    evening.see("Foe d6 3 appear")


def what_they_can_do(evening: Evening) -> None:
    """A reroll that can only lose the hit is not asked about; then + for advantage."""
    rolls(evening, "cora bod", ("test: 1d4", "4")).see("Cora passes")
    evening.keys("f3").write("ana int").see("62 % (5/8)").keys("+").see("70 % (7/10)")
    rolls(evening, "", ("test: 1d10", "9")).see("Ana passes")


def the_first_round(evening: Evening) -> None:
    evening.keys("f4").see("Press space").keys("space").see("nobody has acted yet")
    rolls(evening, "ana who", ("contest: 1d8", "7"), ("their contest: 1d6", "2")).see("side acts first")
    evening.keys("f4", "space").see("Round 1 The party")
    rolls(evening, "ana attack", ("attack: 2d6", "54"), ("their attack: 1d6", "2")).see("Foe d6 1 is beaten")
    evening.see("who Bram").keys("f3").write("ana attack").keys("tab")
    evening.keys("home", "down").see("> against Foe d6 2").keys("down", "right")
    evening.see("helpers:").write("Wat").keys("enter").see("> helpers Wat")
    together = (("attack: 2d6", "31"), ("Wat, attack: 1d4", "2"), ("their attack: 1d6", "5"))
    evening.keys("enter").see("Act again?")
    rolls(evening, "", *together, begun="2").see("Ana takes 5 harm").see("Foe d6 2 takes 3 harm: 3 HP left")


def two_of_them_are_dying(evening: Evening) -> None:
    """One by rounds, one by hours; a turn is taken back; both are treated."""
    evening.keys("f4").go_to("Cora").keys("-").see("Harm to Cora").write("4").keys("enter")
    evening.see("death: 1d4").write("2").see("rounds left: 1d4").write("2").see("DYING (2)")
    evening.go_to("Bram").keys("-").see("Harm to Bram").write("8").keys("enter")
    evening.see("death: 1d4").write("3").see("hours left: 1d4").write("3").see("Bram: dying (3 hours)")
    evening.keys("space").see("Round 1 The foes").keys("space").see("Cora dies unless treated")
    evening.keys("backspace").see("Round 1 The foes").keys("space").see("Round 2 The party")
    evening.go_to("Ana").keys("k").see("its rounds").write("hexed 1").keys("enter")
    evening.see("Ana hexed, before").keys("f3").see("FIND").write("treat").see("Treat the dying:")
    evening.keys("enter").see("Ana treats Bram").keys("enter").see("Act again?").keys("2").see(
        "Ana treats Cora"
    )
    evening.keys("u").see("taken back:").keys("U").see("restored:")
    evening.keys("f4", "space").see("Round 2 The foes").keys("space").see("no longer hexed")


def the_foes_think_again(evening: Evening) -> None:
    rolls(evening, "ana reaction", ("reaction: 1d8", "4")).see("rolls 4")
    rolls(evening, "ana leverage", ("contest: 1d8", "7"), ("their contest: 1d6", "2"))
    evening.see("INDIFFERENT")
    won = (("contest: 1d8", "7"), ("their contest: 1d6", "2"), ("morale: 1d8", "3"))
    rolls(evening, "ana test morale", *won).see("They retreat (3)")
    evening.keys("f4", "f").see("The fight is over")


def they_work_starve_and_rest(evening: Evening) -> None:
    rolls(evening, "bram extended", ("goal:", "dig out")).keys("enter").see("1d8").write("5")
    for face, told in (("6", "2 of 3 hits"), ("7", "done, with 3 hits")):
        rolls(evening, "", ("[_]", face)).see(told)
    evening.keys("f3").write("deprive").see("Deprive:").keys("enter").see("Bram is deprived, day 1 fatigue 0")
    evening.keys("enter").see("Bram is deprived, day 2 fatigue 1")
    evening.keys("f3").write("bram bod").see("Bram is fatigued")
    evening.keys("f2").see("FATIGUED").keys("E").see("is no longer deprived").keys("z").see(
        "How long do you rest?"
    ).keys("1")
    for seen, face in (("Ana, rest", "311"), ("Bram, rest", "411"), ("Cora, rest", "211")):
        evening.see(seen).write(face)
    evening.see("Ana regains 3 BOD").keys("f3").write("rest").see("a few minutes").keys("tab", "down")
    evening.keys("right").see("a comfortable night").keys("enter").see("NEW DAY").see("Bram sleeps well")
    evening.see("session 1, day 2").keys("right").see("a full week").keys("enter").see("session 1, day 9")


def they_cast_and_come_home(evening: Evening) -> None:
    evening.keys("f3").write("ana spell 42").see("Ana casts Spell 42").keys("enter").see("[_]")
    evening.write("53").see("The spell works: Spell 42").keys("B").see("through peril").keys("2")
    evening.see("Session 1 ends: 3 to go").see("Enter rolls").keys("enter")
    rolls(evening, "", ("BOD: 1d6", "6"), ("INT: 1d8", "8"), ("a try for a skill?", "2"), begun="home")
    evening.see("try to learn: 1d8").write("5").see("Which skill").write("1").see("WIL: 1d8").write("1")
    evening.see("Ana learns athletics").see("WIL shrinks")


def everything_is_there(campaign: Campaign) -> None:
    by_name = {each.name: each for each in campaign.table.characters.values()}
    assert [*by_name] == [*PARTY, "Wat", "Foe d6 1", "Foe d6 2", "Foe d6 3"]
    ana, cora = by_name["Ana"].sheet, by_name["Cora"].sheet
    assert isinstance(ana, FellSheet)
    assert isinstance(cora, FellSheet)
    assert (ana.bod.sides, ana.int.sides, ana.wil.sides) == (8, 8, 6)
    assert ana.skills.names == ("lore", "athletics")
    assert (ana.wil_points.current, cora.bod_points.current) == (5, 4)
    assert by_name["Foe d6 1"].has("out-of-action")
    assert not by_name["Cora"].has("dying")
    assert campaign.table.day == 9
    assert list(audit(campaign)) == []
