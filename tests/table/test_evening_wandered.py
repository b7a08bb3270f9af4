"""A whole evening of If We Wandered Here Long Enough, through the real program on a terminal of 80 by 24.

From an empty folder to the end of a session; then the process is killed, and everything is there. Faces are
typed as from real dice, so the evening goes the same way every time.
"""

import signal
import sys
from pathlib import Path

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.games.wandered.sheet import WanderedSheet
from tests.table.terminal import Terminal
from tests.table.test_evening import Evening

LAST = "Dag [still] holds the {gate}."


def test_an_evening_from_an_empty_folder_to_the_end_of_a_session(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path / "saves")]
    with Terminal(command) as terminal:
        evening = Evening(terminal)
        make_hesper_and_dag(evening)
        the_gardener_and_a_pit_come(evening)
        hesper_rolls(evening)
        dag_is_hurt_and_cared_for(evening)
        a_fifth_condition_breaks_limits(evening)
        they_take_turns(evening)
        supplies_and_a_clock(evening)
        evening.keys("f5").see("No rule says what XP buys").keys("B", "2").see("Session 1 ends")
        evening.keys("w").see("Note:").write(LAST).keys("enter").see("holds the {gate}.")
        terminal.settle()
        terminal.kill(signal.SIGKILL)
        terminal.wait_gone()
    with Terminal(command) as again:
        again.wait_for("holds the {gate}.")
        Evening(again).keys("j").see("Journal").keys("home").see("Hesper comes into play")
        again.press("f10")
        again.wait_gone()
    campaign = Library(tmp_path / "saves").open("long-walk")
    everything_is_there(campaign)
    campaign.close()


def do(evening: Evening, what: str) -> Evening:
    """Find something on the roll screen by its first letters; go to its form."""
    find(evening, what).keys("tab").see("◂▸ Change").terminal.settle()
    return evening


def find(evening: Evening, what: str) -> Evening:
    """Find something on the roll screen by its first letters."""
    evening.keys("f3").see("read room, harm").terminal.settle()
    return evening.write(what)


def make_hesper_and_dag(evening: Evening) -> None:
    evening.see("No campaign yet").keys("n").see("campaign is called").write("Long Walk").keys("enter")
    evening.see("Which game?").keys("4").see("Nobody yet")
    for name, playbook, first, second in (("Hesper", "3", "3", "4"), ("Dag", "1", "1", "2")):
        evening.keys("n").see("by the rules").keys("1").see("Name:").write(name).keys("enter")
        evening.see("Which playbook?").keys(playbook).see("point of Defiance").keys(first)
        evening.terminal.settle()
        evening.keys(second).see(f"{name} comes into play")
    evening.keys("home").see("Wizard").keys("right").go_to("⏎ add")
    for approach in ("By lamplight", "Star debts"):
        evening.keys("enter").see("Add to Approaches").write(approach).keys("enter").see(f"gets {approach}")
    evening.keys("right").terminal.settle()
    for resource in ("Star lamp 3 refresh 3", "Rope 1", "Coat 1 saves 1"):
        evening.keys("enter").see("Add to Resources").write(resource).keys("enter").see(f"gets {resource}")
    evening.keys(*["down"] * 4).see("> Supplies")
    evening.keys("enter").see("Add to Supplies").write("Lamp oil 2").keys("enter").see("is a resource")
    evening.keys("escape", "escape").keys("b").see("who is there?")
    evening.keys("enter").see("Session 1 begins on").keys("f2").see("The party")


def the_gardener_and_a_pit_come(evening: Evening) -> None:
    evening.keys("N").see("Foes (").write("Gardener").keys("enter")
    evening.see("resources:").write("Long shears, Bees").keys("enter").see("Gardener comes in")
    evening.go_to("Gardener").keys("right").keys("down", "down", "right", "enter").see(
        "Add to Escalations"
    ).write("The trees close in").keys("enter")
    evening.see("can escalate: The trees").keys("escape")
    do(evening, "add a danger").go_to("trap dice").keys("4").see("trap dice: 4").keys("enter").keys("enter")
    evening.see("foe:").write("Pit").keys("enter").see("resources:").keys("enter").see("Next line").keys(
        "enter"
    ).see("Do it").keys("enter").see("Pit comes in")


def hesper_rolls(evening: Evening) -> None:
    """Her approach and the lamp; then with a count, then N dice; then two moves."""
    evening.keys("f2", "home").see("Wizard")
    do(evening, "star").go_to("resource").keys("right").see("26 %").keys("=").see("[_]").write("561")
    evening.see("Star lamp: 2 left").see("SUCCESS Hesper gets a full success")
    find(evening, "").keys("+").see("No modifier for difficulty (PBT-nodiff)")
    do(evening, "roll with").go_to("how many").keys("2").see("how many: 2").keys("enter").keys("=").see("[_]")
    evening.write("141").see("The worst: the move's 0 and 1-").see("On every miss: 3")
    find(evening, "roll n").keys("=").see("dice:").write("2").keys("enter").see("[_]")
    evening.write("15").see("Mixed success: the move's 1 and 1-")
    evening.keys("f8").see("real dice")
    do(evening, "by l").go_to("resource").keys("e").see("1 none").keys("1").terminal.settle()
    evening.go_to("move").keys("e").see("6 Dig").keys("6").see("Dig Up a Secret").terminal.settle()
    evening.go_to("any yes").keys("right").terminal.settle()  # its odds are counted beside the screen
    evening.keys("pagedown").see("Advantage +1").keys("enter").see("[_]")
    evening.write("51").see("Full success: the move's 2+").see("finds the secret")
    evening.keys("f8").see("the program rolls")


def dag_is_hurt_and_cared_for(evening: Evening) -> None:
    """The third Pain is a Wound; no Wound is treated before a Pain has cleared."""
    evening.keys("f2").go_to("Dag")
    for told in ("a Pain 1 of 2", "a Pain 2 of 2", "a Wound 1 of 2"):
        evening.keys("-").see("Hurt Dag").keys("1").see(told)
    evening.keys("+").see("no pain box of Dag is free")
    evening.keys("z").see("Foes still stand there. Rest all the same?").keys("2")
    evening.see("Dag rests Dag Pains cleared 1").keys("+").see("■■ □□ □")
    evening.keys("u").see("taken back").see("■□ ■□ □").keys("U").see("■■ □□ □")
    find(evening, "defy").keys("enter").see("Dag defies the consequence by Force")
    find(evening, "refresh your").keys("enter").see("is refreshed")


def a_fifth_condition_breaks_limits(evening: Evening) -> None:
    evening.keys("f2").go_to("Hesper")
    for typed, told in (("af", "Afraid"), ("we", "Weary"), ("dis", "Distracted"), ("hungry", "hungry")):
        evening.keys("k").see("its rounds").write(typed).keys("enter").see(f"Hesper is {told} now")
    evening.see("AT THE LIMIT").keys("k").see("its rounds").write("reck").keys("enter")
    evening.see("which one stays?").keys("5").see("4 conditions erased").see("Reckless")


def they_take_turns(evening: Evening) -> None:
    """The GM's own order: on, back, handed over; and what a danger loses and does in it."""
    evening.keys("i").see("Press space").keys("space").see("nobody has acted yet").keys("space")
    evening.see("Round 1 Hesper").keys("space").see("Round 1 Dag")
    evening.keys("backspace").see("Round 1 Hesper")
    evening.go_to("Gardener").keys("M").see("Round 1 Gardener").keys("k").see("its rounds").write(
        "dazzled 2"
    ).keys("enter")
    evening.see("dazzled (2").keys("-").see("is the GM's")
    find(evening, "remove").see("Long shears").keys("enter").see("loses Long shears 1 left")
    find(evening, "escalate").see("The trees close in").keys("enter").see("escalates: The trees close in")
    find(evening, "check a trap").see("springs 32 %").keys("=").see("[_]").write("4121").see(
        "Pit loses 3 dice, 1 left"
    ).see("keeps its fours: dice left 1")
    evening.keys("i").see("Initiative").keys("f").see("End the fight?").keys("2").see("The fight is over")


def supplies_and_a_clock(evening: Evening) -> None:
    evening.keys("f2").go_to("Dag")
    do(evening, "pack").go_to("supplies").keys("right").see("cooking").go_to("how many").keys("3")
    evening.see("how many: 3").keys("enter").see("how many 3").terminal.settle()
    evening.keys("enter").see("Dag packs 3 cooking supplies")
    find(evening, "produce").keys("enter").see("name:").write("Soup").keys("enter")
    evening.see("Dag produces Soup out of cooking supplies")
    find(evening, "hand out").keys("enter").see("one a player 2")
    find(evening, "spend a").keys("enter").see("Dag spends an attention token")
    find(evening, "add a clock").keys("enter").see("name:").write("Dusk").keys("enter").see("steps:")
    evening.write("4").keys("enter").see("A clock begins: Dusk")
    find(evening, "tick").keys("enter").see("Dusk: 1 of 4")


def everything_is_there(campaign: Campaign) -> None:
    by_name = {each.name: each for each in campaign.table.characters.values()}
    hesper, dag = WanderedSheet.of(by_name["Hesper"]), WanderedSheet.of(by_name["Dag"])
    assert (hesper.playbook, hesper.approaches.names) == ("Wizard", ("By lamplight", "Star debts"))
    assert [row.name for row in hesper.resources.rows] == ["Star lamp", "Rope", "Coat"]
    assert hesper.resources.rows[0].values[0] == 2
    assert (hesper.experience, [each.name for each in by_name["Hesper"].conditions]) == (1, ["reckless"])
    assert (dag.pains.marked, dag.wounds.marked, dag.force.current) == (2, 0, 1)
    assert [row.name for row in dag.resources.rows] == ["Soup"]
    assert WanderedSheet.of(by_name["Pit"]).trap.current == 1
    assert [row.name for row in WanderedSheet.of(by_name["Gardener"]).resources.rows] == ["Bees"]
    assert any(fact.values.get("text") == LAST for entry in campaign.entries() for fact in entry.facts)
    assert list(audit(campaign)) == []
