"""A form of Fell shows what can make a difference, and says whose it is."""

from tableside.rules.form_filling import Form, filled_form
from tableside.rules.table import Condition, Table
from tableside.views.roll_form import roll_form_rows
from tests.games.fell.rolling import PROCEDURES, foe, hero, table

ANNA, BRAM = hero(), hero(2, "Bram", weapon="firebomb")
ALONE = table(ANNA, BRAM, foe())
SEVERAL = table(ANNA, BRAM, foe(), foe(4, "Goblin", weapon="dagger"))


def attack(on: Table, who: int = 1, **given: int | str | tuple[int, ...]) -> Form:
    values = {id.replace("_", "-"): value for id, value in given.items()}
    return filled_form(PROCEDURES["fell.attack-foe"], on, who, values)


def shown(form: Form, on: Table) -> set[str]:
    return {each.id for each in form.shown(on)}


def test_of_one_foe_with_a_hit_die_its_advantage_alone_is_asked() -> None:
    assert {id for id in shown(attack(ALONE), ALONE) if id.startswith("their-")} == {"their-advantage"}


def test_who_has_three_abilities_and_a_weapon_is_asked_for_both() -> None:
    assert {"their-ability", "their-die"} <= shown(attack(ALONE, against=2), ALONE)


def test_a_foe_who_is_not_alone_may_be_helped() -> None:
    assert "their-helpers" in shown(attack(SEVERAL), SEVERAL)
    assert "their-die" in shown(attack(SEVERAL, against=4), SEVERAL)


def test_who_cannot_act_helps_nobody() -> None:
    beaten = table(ANNA, BRAM, foe(), foe(4, "Goblin").with_condition(Condition("out-of-action")))
    assert "their-helpers" not in shown(attack(beaten), beaten)


def test_what_helpers_roll_is_asked_once_somebody_helps() -> None:
    assert "help-die" not in shown(attack(ALONE), ALONE)
    assert "help-die" in shown(attack(ALONE, helpers=(2,)), ALONE)


def test_a_blast_is_asked_of_what_bursts() -> None:
    assert "blast" not in shown(attack(ALONE, 2), ALONE)
    assert "blast" in shown(attack(ALONE, 2, die="firebomb"), ALONE)


def test_what_was_changed_is_shown_although_it_makes_no_difference_now() -> None:
    assert "help-die" in shown(attack(ALONE, help_die="steel"), ALONE)


def test_the_rows_say_whose_dice_they_are() -> None:
    form = attack(SEVERAL, helpers=(2,))
    names = [each.text for each in roll_form_rows(form, SEVERAL)]
    assert [each for each in names if each.startswith("helpers' die")]
    assert "foe's advantage  0" in names
    assert not [each for each in names if "they" in each or "their" in each or "…" in each]


def test_how_many_are_left_is_asked_only_where_the_table_does_not_see_it() -> None:
    morale = PROCEDURES["fell.check-morale"]
    by_hand = shown(filled_form(morale, SEVERAL, 1, {"trigger": "force-halved"}), SEVERAL)
    assert {"left", "of"} <= by_hand
    assert not {"left", "of"} & shown(filled_form(morale, SEVERAL, 1, {"trigger": "leader-beaten"}), SEVERAL)
