"""Forms: a procedure being filled in, from defaults, presets, keys and typing."""

from dataclasses import replace

import pytest

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games import load_game
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.cells import with_edited_cell
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Cells, Choice, Number, Who, Words, YesNo, always, input_field
from tableside.rules.procedure import Group, Outcome, Procedure, procedure_gains, read_procedure_inputs
from tableside.rules.table import Character, Condition, Kind, Table

SWIMMER = with_edited_cell(
    with_edited_cell(TroikaSheet(skill=6), "skills.new", "Swim 2"), "skills.new", "Climb 1"
)
TABLE = Table(
    characters={
        1: Character(1, "Ana", Kind.PC, SWIMMER),
        2: Character(2, "Bram", Kind.PC, TroikaSheet()),
        3: Character(3, "Goblin 1", Kind.ENEMY, TroikaSheet()),
        4: Character(4, "Goblin 2", Kind.ENEMY, TroikaSheet()),
    }
)
RULES = load_game("troika")
TEST = RULES.procedure("troika.test")
FIGHT = RULES.procedure("troika.fight")
HURT = RULES.procedure("troika.hurt")


def test_a_form_begins_with_everything_that_can_be_filled_in() -> None:
    form = filled_form(TEST, TABLE, 1)
    assert (form.given["who"], form.given["modifier"]) == (1, 0)
    assert form.missing == ()


def test_who_is_cared_for_is_of_ones_own_side() -> None:
    dying = (Condition("dying"),)
    rules = load_game("d20")
    people = (
        Character(1, "Goblin", Kind.ENEMY, rules.blank(Kind.ENEMY), dying),
        Character(2, "Ana", Kind.PC, rules.blank(Kind.PC)),
        Character(3, "Bram", Kind.PC, rules.blank(Kind.PC), dying),
    )
    on = Table(characters={each.key: each for each in people})
    assert filled_form(rules.procedure("d20.first-aid"), on, 2).given["patient"] == 3


def test_no_foe_is_proposed_to_care_for_the_party() -> None:
    rules = load_game("d20")
    foe = Character(1, "Goblin", Kind.ENEMY, rules.blank(Kind.ENEMY))
    ana = Character(2, "Ana", Kind.PC, rules.blank(Kind.PC))
    bram = Character(3, "Bram", Kind.PC, rules.blank(Kind.PC), (Condition("dying"),))
    on = Table(characters={each.key: each for each in (foe, ana, bram)})
    aid = rules.procedure("d20.first-aid")
    assert filled_form(aid, on, 1).given == {"who": 2, "patient": 3, "modifier": 0}
    assert filled_form(aid, on, given={"who": 1}).given["who"] == 1


def test_the_one_attacked_is_on_the_other_side() -> None:
    assert filled_form(FIGHT, TABLE, 1).given["against"] == 3
    assert filled_form(FIGHT, TABLE, 3).given["against"] == 1


def test_of_several_who_may_be_attacked_the_first_is_proposed() -> None:
    form = filled_form(load_game("d20").procedure("d20.full-attack"), TABLE, 1)
    assert form.given["against"] == (3,)


def test_whoever_may_be_nobody_is_nobody_where_nobody_is_there() -> None:
    @frozen
    class Meet:
        """Who is met."""

        against: int = input_field(Who(kinds=(Kind.NPC,), optional=True, proposed=always))

    met = Procedure(id="any.meet", form=Meet, run=lambda table, form, play: Outcome("done"))
    form = filled_form(met, TABLE)
    assert (form.given, form.missing) == ({"against": 0}, ())


def test_what_has_no_default_is_missing_until_it_is_typed() -> None:
    form = filled_form(HURT, TABLE, 1)
    assert [each.id for each in form.missing] == ["damage"]
    assert form.typed(TABLE, "damage", "7").missing == ()
    with pytest.raises(RuleError, match="'seven' is not a whole number"):
        form.typed(TABLE, "damage", "seven")


def test_another_character_has_other_skills() -> None:
    form = filled_form(TEST, TABLE, 1, {"skill": "climb"})
    assert form.with_value(TABLE, "who", 2).given["skill"] != "climb"
    assert form.with_value(TABLE, "modifier", 2).given["skill"] == "climb"


def test_left_and_right_step_through_what_is_possible() -> None:
    form = filled_form(TEST, TABLE, 1, {"skill": "swim"})
    assert form.stepped(TABLE, "skill", 1).given["skill"] == "climb"
    assert form.stepped(TABLE, "modifier", -1).given["modifier"] == -1
    assert form.stepped(TABLE, "who", 1).given["who"] == 2
    at_the_end = form.with_value(TABLE, "modifier", 20)
    assert at_the_end.stepped(TABLE, "modifier", 1) is at_the_end


def test_right_goes_on_from_what_is_meant_without_being_named() -> None:
    rules = load_game("d20")
    armed = with_edited_cell(rules.blank(Kind.PC), "attacks", "hook +7 1d6, lamp oil +6 ranged 1d4")
    on = Table(characters={1: Character(1, "Ana", Kind.PC, armed), 2: Character(2, "Bram", Kind.PC, armed)})
    form = filled_form(rules.procedure("d20.attack"), on, 1)
    named = form.stepped(on, "weapon", 1)
    assert (form.given["weapon"], named.given["weapon"]) == ("", "lamp oil")
    assert named.stepped(on, "weapon", 1).given["weapon"] == "hook"


def test_a_preset_that_is_not_possible_any_more_is_dropped() -> None:
    assert filled_form(FIGHT, TABLE, 1, {"against": 99}).given["against"] == 3


def test_a_preset_beyond_the_limits_of_what_is_typed_is_dropped() -> None:
    assert filled_form(TEST, TABLE, 1, {"modifier": 1_000_000}).given["modifier"] == 0


def test_gains_show_one_changed_input_at_a_time() -> None:
    form = filled_form(TEST, TABLE, 1, {"skill": "swim"})
    found = {(each.input, each.value) for each in procedure_gains(TEST, TABLE, form.given)}
    assert ("modifier", 1) in found


@frozen
class EveryInput:
    """One input of each kind."""

    number: int = input_field(Number(default=0, lowest=-3, highest=3))
    sure: bool = input_field(YesNo())
    text: str = input_field(Words(default=""))
    one: str = input_field(Choice(options=lambda table, given: ("sword", "spear"), default="sword"))
    several: tuple[str, ...] = input_field(
        Choice(options=lambda table, given: ("swim", "climb"), default="", many=True)
    )
    who: tuple[int, ...] = input_field(Who(kinds=(Kind.PC,), many=True, optional=True))
    cells: tuple[str, ...] = input_field(Cells())


INPUTS = Procedure(
    id="test.inputs",
    form=EveryInput,
    run=lambda table, form, play: Outcome("done"),
    group=Group.SHEET,
)


@pytest.mark.parametrize(
    ("texts", "id", "value"),
    [
        ({"number": "-2"}, "number", -2),
        ({"number": "+3"}, "number", 3),
        ({"sure": "y"}, "sure", True),
        ({"one": "spe"}, "one", "spear"),
        ({"several": "swim climb"}, "several", ("swim", "climb")),
        ({"who": "ana bram"}, "who", (1, 2)),
        ({"who": "#2"}, "who", (2,)),
        ({"who": "Bram, Ana"}, "who", (2, 1)),
        ({"stamina": "3", "name": "X; y"}, "cells", ("stamina=3", "name=X; y")),
    ],
)
def test_inputs_are_read_from_what_is_typed(texts: dict[str, str], id: str, value: object) -> None:
    assert read_procedure_inputs(INPUTS, texts, TABLE)[id] == value


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({"number": "4"}, "number: 4 is out of range: it must be -3 to 3"),
        ({"sure": "perhaps"}, "sure: 'perhaps' is neither yes nor no"),
        ({"one": "sp"}, None),
        ({"one": "axe"}, "one: 'axe' is not known: choose one of sword, spear"),
        ({"one": "sward"}, "one: 'sward' is not known: did you mean sword?"),
        ({"who": "goblin"}, "who: nobody is called 'goblin': there is Ana, Bram"),
    ],
)
def test_inputs_that_will_not_do_are_named(texts: dict[str, str], why: str | None) -> None:
    if why is None:
        assert read_procedure_inputs(INPUTS, texts, TABLE)["one"] == "spear"
        return
    with pytest.raises(RuleError) as error:
        read_procedure_inputs(INPUTS, texts, TABLE)
    assert why in str(error.value)


def test_a_name_that_could_be_two_people_is_refused_with_both() -> None:
    with pytest.raises(RuleError, match="'goblin' could be any of Goblin 1, Goblin 2"):
        read_procedure_inputs(TEST, {"who": "goblin", "skill": "skill"}, TABLE)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("Goblin 1 Goblin 2", (3, 4)),
        ("ana goblin 2 bram", (1, 4, 2)),
        ("Goblin 2, Ana", (4, 1)),
        ("goblin-1 goblin-2", (3, 4)),
        ("#4 br", (4, 2)),
        ("Goblin 1", (3,)),
    ],
)
def test_several_are_named_apart_by_blanks_or_commas(typed: str, keys: tuple[int, ...]) -> None:
    assert read_procedure_inputs(HURT, {"who": typed, "damage": "1"}, TABLE)["who"] == keys


def test_who_is_there_but_will_not_do_is_told_apart_from_nobody() -> None:
    gone = TABLE.put(replace(TABLE[2], retired=True))
    for table, name, why in (
        (TABLE, "Goblin 1", "who: Goblin 1 is a foe: choose Ana, Bram"),
        (gone, "bram", "who: Bram is out of play: choose Ana"),
        (gone, "Carl", "who: nobody is called 'Carl': there is Ana"),
    ):
        with pytest.raises(RuleError) as error:
            read_procedure_inputs(INPUTS, {"who": name}, table)
        assert why in str(error.value)


def test_every_procedure_takes_the_inputs_that_it_declares() -> None:
    for procedure in RULES.procedures:
        form: Form = filled_form(procedure, TABLE, 1)
        assert {*form.given} | {each.id for each in form.missing} == {each.id for each in procedure.inputs}
        assert not form.procedure.problems(TABLE) or procedure.on_table
