"""What cannot last: dying and burning when hours go by, and who was left dying by the last session."""

from dataclasses import replace

import pytest

from tableside.errors import RuleError
from tableside.games.troika import RULESET
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.stack import StackOrder
from tests.games.troika.people import after, enemy, pc, run, stamina_of, table

DYING = (Condition("dying"),)
DEAD = Condition("dead")


def left_dying(**house: str) -> Table:
    """After a session whose fight is over: Anna and an Orc lie dying, an Elk lies dead."""
    return table(
        pc(1, stamina=0, luck=0, conditions=DYING),
        pc(2, "Bo"),
        replace(enemy(3, "Orc", stamina=0), conditions=DYING),
        enemy(4, "Elk").with_condition(DEAD),
        **house,
    )


@pytest.mark.parametrize(
    ("choices", "conditions", "stamina"),
    [((), ["dying"], 0), (("healed",), [], 1), (("died",), ["dead"], 0)],
)
def test_the_next_session_asks_what_became_of_those_who_were_dying(
    choices: tuple[str, ...], conditions: list[str], stamina: int
) -> None:
    """TRO-4.1: outside a fight friends have one attempt; nobody dies of its End token any more."""
    begun = run("campaign.begin-session", left_dying(), choices=choices)
    assert [(each.question, each.who) for each in begun.steps] == [("since-then", "Anna")]  # type: ignore[union-attr]
    assert begun.result.table is not None
    anna = begun.result.table[1]
    assert ([each.name for each in anna.conditions], stamina_of(anna)) == (conditions, stamina)


def test_foes_left_dying_are_dead_and_the_dead_are_gone() -> None:
    begun = run("campaign.begin-session", left_dying())
    assert begun.result.table is not None
    orc, elk = begun.result.table[3], begun.result.table[4]
    assert orc.has("dead") and not orc.has("dying")
    assert orc.retired and elk.retired
    assert [each.id for each in begun.facts][-3:] == ["died", "put-away", "put-away"]


def test_a_fight_that_goes_on_is_left_as_it_is() -> None:
    on = replace(left_dying(), order=StackOrder((1, 2), (), (3, 4)))
    begun = run("campaign.begin-session", on)
    assert begun.steps == () and begun.result.table is not None
    assert begun.result.table.characters == on.characters


@pytest.mark.parametrize("passing", ["rest", "days", "weeks"])
def test_hours_later_the_dying_are_dead_and_nothing_burns(passing: str) -> None:
    """TRO-4.1, TRO-7.9: neither lasts so long."""
    burning = pc(2, "Bo", conditions=(Condition("fire", 2), Condition("drowning", 1), Condition("cursed")))
    on = left_dying().put(burning, pc(5, "Cy", skill=9))
    match passing:
        case "rest":
            later = after("troika.rest", on, *(1,) * 4, who="Bo")
        case "days":
            later = after("campaign.pass-days", on, days="2")
        case _:
            later = after("troika.learn", on, 1, 1, who="Bo", skill="Ride", teacher_total="12")
    assert later[1].has("dead") and later[3].has("dead")
    assert [each.name for each in later[2].conditions] == ["cursed"]


def test_luck_may_still_save_a_character_from_dying_so() -> None:
    on = left_dying().put(pc(1, stamina=0, luck=7, conditions=DYING))
    saved = after("campaign.pass-days", on, 3, 3, choices=("yes",))
    assert [each.name for each in saved[1].conditions] == ["out-of-action"]


def test_the_dead_are_only_dead() -> None:
    """Never `DEAD DYING`, however a journal of old has it."""
    orc = replace(enemy(1, "Orc"), conditions=(*DYING, Condition("fire"), DEAD))
    on = table(orc)
    assert RULESET.state(on, on[1]) == ("dead",)


def test_nobody_is_dead_for_some_rounds() -> None:
    with pytest.raises(RuleError, match="nobody is dead for 3 rounds"):
        run("campaign.condition", table(pc()), who="Anna", condition="dead", rounds="3")


def numbered(on: Table) -> list[str]:
    return [each.name for each in on.in_play(Kind.ENEMY)]


def test_foes_are_numbered_anew_when_those_before_are_gone() -> None:
    on = after("troika.add-foe", table(pc()), 4, foe="goblin", count="2")
    more = after("troika.add-foe", on, 4, foe="goblin", count="2")
    assert numbered(more) == ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]
    dead = on.put(*(each.with_condition(DEAD) for each in on.in_play(Kind.ENEMY)))
    gone = after("campaign.begin-session", dead)
    again = after("troika.add-foe", gone, 4, foe="goblin", count="2")
    assert numbered(again) == ["Goblin 1", "Goblin 2"]
    assert after("troika.hurt", again, who="Goblin 1", damage="1")[4].sheet != again[4].sheet
    edited = after("campaign.edit", again, who="Goblin 1", notes="here")
    assert (TroikaSheet.of(edited[4]).notes, TroikaSheet.of(edited[2]).notes) == ("here", "")


def test_who_comes_back_under_a_name_that_is_taken_gets_a_number_of_their_own() -> None:
    first = Character(1, "Goblin 1", Kind.ENEMY, enemy(1).sheet, retired=True)
    on = table(first, enemy(2, "Goblin 1"), enemy(3, "Goblin 2"))
    back = run("campaign.call-back", on, who="#1")
    assert back.result.table is not None and back.result.table[1].name == "Goblin 3"
    assert [each.id for each in back.facts] == ["called-back", "told-apart"]
    alone = after("campaign.call-back", table(first), who="Goblin 1")
    assert alone[1].name == "Goblin 1"
