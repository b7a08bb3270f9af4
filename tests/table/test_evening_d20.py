"""A whole evening of d20 battles, played through the real program on a real terminal of 80 by 24.

A surprise round, a tie settled by new checks, a delay, a readied action, a stunned foe, a late comer; then
the process is killed, and everything is there. Faces are typed as from real dice.
"""

import signal
import sys
from pathlib import Path

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.rules.turns.counts import CountsOrder
from tests.table.terminal import Terminal
from tests.table.test_evening import Evening


def test_an_evening_of_battles_by_count(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path / "saves")]
    with Terminal(command) as terminal:
        evening = Evening(terminal)
        make_the_party(evening)
        they_are_surprised(evening)
        the_first_round(evening)
        somebody_waits_and_somebody_comes(evening)
        terminal.kill(signal.SIGKILL)
        terminal.wait_gone()
    with Terminal(command) as again:
        again.wait_for("Round 2  Cleo").press("f10").wait_gone()
    campaign = Library(tmp_path / "saves").open("salt-gate")
    everything_is_there(campaign)
    campaign.close()


def make_the_party(evening: Evening) -> None:
    evening.see("No campaign yet").keys("n").see("is called").write("Salt Gate").keys("enter")
    evening.see("d20").keys("5").see("Nobody yet").keys("f8").see("real dice")
    for name, dexterity in (("Ana", "14"), ("Bram", "14")):
        evening.keys("n").see("by the rules").keys("1").see("Name:").write(name).keys("enter")
        evening.see(f"> {name}").terminal.settle()
        evening.keys("right", "down", "down", "right", "enter").see("Dexterity").write(dexterity)
        evening.keys("enter").see("10 12 +2 +0").see("14 (+2)").keys("escape")
    evening.keys("N").see("Foes (how many").write("2 orcs").keys("enter")
    evening.see("Orc 2").keys("b").see("who is there?").keys("enter").see("Session 1 begins on")


def they_are_surprised(evening: Evening) -> None:
    """Ana and the first orc know of each other; the others are flat-footed until they act."""
    evening.keys("f3").see("FIND").write("begin by").see("aware").keys("tab", "e").see("aware:")
    evening.write("Ana, Orc 1").keys("enter").see("aware Ana, Orc 1").keys("down", "e").see("unaware:")
    evening.write("Bram, Orc 2").keys("enter").see("unaware Bram, Orc 2").keys("enter")
    evening.see("Ana, initiative").write("15").see("Orc 1, initiative").write("03").see("Initiative:")
    evening.keys("f4").see("not rolled yet").keys("space").see("Surprise round Ana")
    evening.go_to("Bram").keys("-").see("Damage to Bram").write("3").keys("enter").see("5/8")
    evening.keys("space").see("Surprise round Orc 1")


def the_first_round(evening: Evening) -> None:
    """After it the unaware roll; Ana and Bram tie on 17 and settle it by new checks."""
    evening.keys("space").see("Bram, initiative").write("15").see("Orc 2, initiative").write("20")
    evening.see("Ana, ").write("07").see("Bram, ").write("13").see("Round 1 Orc 2")
    evening.see("roll-off").see("15+2").see("flat-footed")
    evening.keys("space").see("Round 1 Bram").keys("d").see("delays")
    evening.see("Round 1 Ana").keys("y").see("trigger:").write("an orc moves").keys("enter")
    evening.see("an orc moves").see("Round 1 Orc 1")


def somebody_waits_and_somebody_comes(evening: Evening) -> None:
    """One who delayed comes in, a readied action fires, one is stunned, one comes late."""
    evening.go_to("Bram").keys("M").see("Round 1 Bram").see("delayed")
    evening.keys("backspace").see("Round 1 Orc 1").go_to("Bram").keys("M").see("Round 1 Bram")
    evening.keys("space").see("Round 2 Orc 2").go_to("Ana").keys("M").see("readied")
    evening.go_to("Orc 2").keys("k").see("its rounds").write("stunned 1").keys("enter").see("STUNNED")
    evening.keys("f2", "n").see("by the rules").keys("1").see("Name:").write("Cleo").keys("enter").see(
        "> Cleo"
    )
    evening.keys("f4", "o")
    evening.see("Cleo, initiative").write("18").keys("f4").see(" 18 Cleo").keys("space")
    evening.see("Round 2 Cleo").terminal.settle()


def everything_is_there(campaign: Campaign) -> None:
    order, by_name = campaign.table.order, {each.name: each for each in campaign.table.characters.values()}
    assert isinstance(order, CountsOrder)
    counts = [(campaign.table[each.key].name, each.count) for each in order.places]
    assert counts == [("Ana", 20), ("Orc 2", 20), ("Cleo", 18), ("Orc 1", 3), ("Bram", 3)]
    assert not any(each.flat_footed for each in order.places)
    assert by_name["Orc 2"].has("stunned")
    assert list(audit(campaign)) == []
