"""What is said of an evening of Fell that the demo's table does not hold: the dying, a bomb, the beaten."""

from dataclasses import replace
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.errors import RuleError
from tableside.games.fell import RULESET
from tableside.games.fell.harm import DYING_IN_HOURS
from tableside.games.fell.sheet import FellSheet
from tableside.language.feedback import feedback_summary
from tableside.language.listener import Listener
from tableside.language.understand import understood_in_campaign
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.form_filling import filled_form
from tableside.rules.sheet import Item
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.sides import Side, SidesOrder
from tableside.views.chances import chances_line
from tests.campaign.people import do
from tests.games.fell.lives import foe, pc, table
from tests.understood import understood_at

DOWN = (Condition("out-of-action"),)


def said(on: Table, line: str, who: int = 1) -> str:
    return feedback_summary(understood_at(line, on, RULESET, who), on)


def orcs(*down: bool) -> tuple[Character, ...]:
    return tuple(
        replace(foe(key, f"Orc {key - 1}"), conditions=DOWN if is_down else ())
        for key, is_down in enumerate(down, 2)
    )


def fighting(*people: Character) -> Table:
    enemies = tuple(each.key for each in people[1:])
    return replace(table(*people), order=SidesOrder((Side("party", (1,)), Side("enemies", enemies))))


def trigger(on: Table) -> object:
    return filled_form(RULESET.procedure("fell.check-morale"), on, 1).given["trigger"]


def test_whoever_treats_the_dying_may_be_named() -> None:
    on = table(pc(), pc(2, "Bo", conditions=(Condition(DYING_IN_HOURS, 3),)))
    assert said(on, "anna treats bo") == "Treat the dying · Bo · healer Anna"
    assert said(on, "treat bo") == "Treat the dying · Bo · healer Anna"


def test_foes_named_with_the_one_bombed_are_in_the_blast_and_help_nobody() -> None:
    on = table(
        pc(items=(Item("firebomb", 1, "firebomb"), Item("mace", 1, "mace"))), *orcs(False, False, False)
    )
    blast = "Attack · Anna · Orc 1 · firebomb · also in the blast Orc 2, Orc 3"
    assert said(on, "anna attacks orc 1, orc 2, orc 3 with firebomb") == blast
    two = "Attack · Anna · Orc 1 · firebomb · also in the blast Orc 2"
    assert said(on, "anna attacks orc 1, orc 2 with firebomb") == two
    for line in ("also orc 2, orc 3", "also in the blast orc 2 and orc 3", "blast orc 2, orc 3"):
        assert said(on, f"anna attacks orc 1 with firebomb, {line}") == blast
    for line in (
        "attacks the orcs with firebomb",
        "throws a firebomb at the orcs",
        "hurls a firebomb at all orcs",
    ):
        assert said(on, f"anna {line}") == blast
    with pytest.raises(RuleError, match="one at a time"):
        said(on, "anna attacks the orcs with mace")
    assert (
        said(on, "anna attacks orc 1, orc 2 with mace")
        == "Attack · Anna · Orc 1 · mace · foe's helpers Orc 2"
    )


@pytest.mark.parametrize(
    ("down", "meant"),
    [
        ((False, False, False), "leader-beaten"),
        ((True, False, False), "leader-beaten"),
        ((True, True, False), "force-halved"),
        ((True, False), "force-halved"),
        ((False,), "leader-beaten"),
    ],
)
def test_morale_is_tested_for_what_the_fight_shows(down: tuple[bool, ...], meant: str) -> None:
    """FELL-MOR: nobody's leader is beaten where half of the foes are down."""
    assert trigger(fighting(pc(), *orcs(*down))) == meant


def test_a_lone_foe_with_half_its_points_gone_is_tested_for_that() -> None:
    """FELL-MOR."""
    assert trigger(fighting(pc(), foe(2, "Ogre", left=4))) == "leader-beaten"
    assert trigger(fighting(pc(), foe(2, "Ogre", left=3))) == "alone-and-halved"


def test_without_a_fight_the_gm_says_why_morale_is_tested() -> None:
    assert trigger(table(pc(), *orcs(True, False))) == "leader-beaten"


def test_what_harm_comes_to_is_told_once() -> None:
    hurt = understood_at("hurt 9", table(pc()), RULESET, 1).form
    assert hurt is not None and chances_line(hurt, table(pc())) == "dead 25 % (1/4) · dying 75 % (3/4)"


def test_who_has_acted_is_not_said_to_act_again(tmp_path: Path) -> None:
    """A sentence is no switch, as the key is."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "fell"))
    do(campaign, "turn.has-acted", who="Maud Sallow")
    with pytest.raises(RuleError, match="Maud Sallow has acted already"):
        understood_in_campaign(campaign, Listener(campaign.table, campaign.rules, None), "maud acts")
    campaign.close()


@pytest.mark.parametrize(
    "line",
    [
        "anna bod die = d8",
        "anna bod die d8",
        "set anna bod die to d8",
        "anna bod becomes d8",
        "anna bod = d8",
    ],
)
def test_the_die_of_an_ability_is_set_by_its_name(line: str) -> None:
    """It was a foe called `Anna bod die =`, or a test."""
    on = table(pc(), pc(2, "Bo"))
    meant = understood_at(line, on, campaign_rules(RULESET), 1)
    assert feedback_summary(meant, on) == "Edit a sheet · Anna · BOD die d6 → d8"


def test_a_bonus_die_is_none_of_the_sheet() -> None:
    assert said(table(pc(), pc(2, "Bo")), "anna bod d8") == "Test an ability · Anna · BOD · d8"


def test_morale_and_reaction_are_those_of_a_group() -> None:
    """FELL-MOR, FELL-REACT: one of them had to be named."""
    on = table(pc(), *orcs(False, False))
    assert said(on, "morale of the orcs") == "Test morale · Anna · Orc 1, Orc 2"
    assert said(on, "reaction of the orcs to anna") == "Reaction · Anna · against Orc 1, Orc 2"


def test_leverage_goes_on_from_the_reaction_that_is_known() -> None:
    """FELL-LEV: hostile was proposed whatever had been rolled."""
    met = replace(foe(), sheet=replace(FellSheet.of(foe()), reaction="friendly"))
    assert said(table(pc(), met), "anna uses leverage on wolf") == "Use leverage · Anna · Wolf · friendly"
    assert said(table(pc(), foe()), "anna uses leverage on wolf").endswith("reaction now ?")
