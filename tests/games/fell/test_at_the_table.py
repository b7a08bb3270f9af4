"""What a GM in a hurry asked of Fell's rolls: names, what + means, what a reroll is decided by."""

from dataclasses import replace

from tableside.games.fell import RULESET
from tableside.games.fell.procedures import PROCEDURES
from tableside.games.fell.sheet import FellSheet
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.form_filling import form_for_people
from tableside.rules.harm_lines import extras_of_harm_line
from tableside.rules.inputs import Number
from tableside.rules.play import Performed, play_to_end
from tableside.rules.procedure import Outcome, read_procedure_inputs
from tableside.rules.table import Character, Table
from tableside.rules.turns.sides import Side, SidesOrder
from tableside.wording import has_wording
from tests.games.answers import answers
from tests.games.fell.lives import foe, pc, table

TRAITS = (1,) * 10
BY_ID = {each.id: each for each in PROCEDURES}


def run(id: str, on: Table, *faces: int, choices: tuple[str, ...] = (), **inputs: str) -> Performed[Outcome]:
    return play_to_end(
        BY_ID[id].perform(on, read_procedure_inputs(BY_ID[id], inputs, on)), answers(*faces, choices=choices)
    )


def test_a_spell_is_called_as_on_the_sheet_however_it_was_typed() -> None:
    on = table(pc(spells=("Still Water",)))
    done = run("fell.cast", on, 4, 3, who="Anna", spell="still-water", dn="4")
    named = {fact.values["spell"] for fact in done.facts if "spell" in fact.values}
    assert named == {"Still Water"}


def test_a_step_on_a_roll_is_a_step_of_advantage() -> None:
    for id in ("fell.do-test", "fell.work-on"):
        worth = [each.id for each in BY_ID[id].inputs if isinstance(each, Number) and each.worth]
        assert worth[0] == "advantage"


def test_what_everybody_shows_is_told_before_a_reroll_is_asked_for() -> None:
    done = run(
        "fell.contest-with", table(pc(dice=(6, 6, 8)), foe()), 8, 6, who="Anna", against="Wolf", ability="wil"
    )
    told = [(fact.id, fact.values.get("dice")) for fact in done.facts]
    assert ("fell-thrown", "d8:8") in told
    assert ("fell-thrown", "d6:6") in told
    assert [id for id, _ in told].index("fell-thrown") < [id for id, _ in told].index("highest-number")


def test_dice_that_cannot_rise_are_not_told_twice() -> None:
    done = run("fell.contest-with", table(pc(), foe()), 5, 2, who="Anna", against="Wolf", ability="wil")
    assert "fell-thrown" not in [fact.id for fact in done.facts]


def test_the_skill_of_a_background_is_asked_for_when_it_is_known() -> None:
    faces = (1, 8, 1, 1, 12, 1, 1, *TRAITS, 1, 1, 1)
    made = run("fell.create", Table(), *faces, choices=("lore",), name="Anna")
    assert made.result.table is not None
    assert FellSheet.of(made.result.table[1]).skills.names == ("lore",)


def test_who_lacks_nothing_rolls_nothing_in_a_short_rest() -> None:
    done = run("fell.rest", table(pc(points=(1, 6, 6)), pc(2, "Bo")), 4, 3, 2)
    assert [(rolled.who, rolled.why) for rolled in done.dice] == [("Anna", "fell-rest-abilities")]
    assert done.facts[-1].id == "fell-full"


def test_who_has_no_die_left_is_told_so() -> None:
    tired = table(pc(dice=(4, 4, 4), deprived=2))
    told = [fact.id for fact in run("fell.do-test", tired, who="Anna", ability="bod", dn="4").facts]
    assert told[:3] == ["die-bod", "fatigue-weighs", "rolls-nothing"]
    assert has_wording("fact", "rolls-nothing")


def test_who_wins_the_first_move_acts_first_when_sides_have_just_formed() -> None:
    on = table(pc(), foe())
    sides = SidesOrder((Side("party", (1,)), Side("enemies", (2,))))
    lost = run("fell.who-first", replace(on, order=sides), 2, 3, who="Anna", against="Wolf")
    assert lost.result.table is not None
    order = lost.result.table.order
    assert isinstance(order, SidesOrder)
    assert [side.name for side in order.sides] == ["enemies", "party"]
    begun = replace(sides, turn=0)
    late = run("fell.who-first", replace(on, order=begun), 2, 3, who="Anna", against="Wolf")
    assert late.result.table is not None and late.result.table.order == begun


def fighting(*enemies: Character) -> Table:
    on = table(pc(), *enemies)
    sides = (Side("party", (1,)), Side("enemies", tuple(each.key for each in enemies)))
    return replace(on, order=SidesOrder(sides, turn=0))


def test_morale_is_due_too_when_foes_are_put_down_by_hand() -> None:
    """FELL-MOR: `kill wolf 2 and wolf 3`, or hit points written on a sheet."""
    rules = campaign_rules(RULESET)
    on = fighting(*(replace(foe(), key=key, name=f"Wolf {key}") for key in (2, 3, 4)))
    for id, inputs in (
        ("campaign.condition", {"who": "Wolf 2, Wolf 3", "condition": "dead"}),
        ("campaign.edit", {"who": "Wolf 2", "kind": "npc"}),
    ):
        procedure = rules.procedure(id)
        done = play_to_end(procedure.perform(on, read_procedure_inputs(procedure, inputs, on)), answers())
        told = [each.values["who"] for each in done.facts if each.id == "fell-foes-halved"]
        assert told == (["Wolf 4"] if id == "campaign.condition" else [])


def test_a_foe_has_no_abilities_to_be_hurt_in() -> None:
    """FELL-X-npc: hit points alone."""
    on = table(pc(), foe())
    for id in ("fell.harm", "fell.heal"):
        procedure = BY_ID[id]
        asked = [
            tuple(e.id for e in extras_of_harm_line(form_for_people(procedure, on, (key,)), on))
            for key in (1, 2)
        ]
        assert asked == [("ability",), ()]


def told(id: str, on: Table, **inputs: str) -> list[str]:
    done = play_to_end(
        BY_ID["fell.harm"].perform(on, read_procedure_inputs(BY_ID["fell.harm"], inputs, on)), answers()
    )
    return [str(each.values["who"]) for each in done.facts if each.id == id]


def test_morale_is_due_when_half_of_the_foes_are_down_and_told_once() -> None:
    """FELL-MOR, FELL-AMB-12."""
    wolves = [replace(foe(), key=key, name=f"Wolf {key}") for key in (2, 3, 4)]
    on = fighting(*wolves)
    assert told("fell-foes-halved", on, who="Wolf 2", points="3") == []
    for name, due in (("Wolf 2", []), ("Wolf 3", ["Wolf 4"]), ("Wolf 4", [])):
        assert told("fell-foes-halved", on, who=name, points="99") == due
        on = run("fell.harm", on, who=name, points="99").result.table or on


def test_morale_is_due_when_a_lone_foe_has_half_the_points_left() -> None:
    """FELL-MOR, FELL-AMB-12."""
    on = fighting(foe())
    left = FellSheet.points_of(on[2], "bod").maximum
    assert told("fell-lone-foe-halved", on, who="Wolf", points=str(left // 2 - 1)) == []
    assert told("fell-lone-foe-halved", on, who="Wolf", points=str(left - left // 2)) == ["Wolf"]
    assert told("fell-lone-foe-halved", on, who="Wolf", points="99") == [], "beaten"
    assert told("fell-lone-foe-halved", replace(on, order=None), who="Wolf", points="3") == [], (
        "no fight is on"
    )
