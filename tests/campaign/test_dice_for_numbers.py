"""Dice that are given for a number: thrown before the rule begins, told, kept, and taken back."""

from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.limit_checks import input_beyond_limits
from tableside.demo import place_demo
from tableside.errors import RuleError
from tableside.rules.characters import EDIT
from tableside.rules.form_filling import filled_form, form_filling_trouble
from tableside.rules.harm_lines import form_of_harm_line, input_of_harm_line
from tableside.rules.play import Performed, Rolled, play_rule
from tableside.rules.procedure import Procedure, Role, read_procedure_inputs
from tableside.views.chances import chances_line
from tests.campaign.people import do, state

GAMES = ("troika", "fell", "d20")


@pytest.fixture(params=GAMES)
def campaign(request: pytest.FixtureRequest, tmp_path: Path) -> Campaign:
    library = Library(tmp_path)
    return library.open(place_demo(library, request.param))


def care(campaign: Campaign, role: Role) -> Procedure:
    found = campaign.rules.role(role, campaign.table)
    assert found is not None
    return found


@pytest.mark.parametrize("role", [Role.HURT, Role.HEAL])
def test_they_are_thrown_kept_played_again_and_taken_back(campaign: Campaign, role: Role) -> None:
    procedure, before = care(campaign, role), state(campaign)
    amount = input_of_harm_line(procedure)
    assert amount is not None
    entry = do(campaign, procedure.id, who="#1", **{amount.id.replace("-", "_"): "2d6 + 1"})
    (thrown,) = (each for each in entry.steps if isinstance(each, Rolled) and each.why == "amount")
    assert entry.given[amount.id] == "2d6+1" and len(thrown.faces) == 2
    told = next(each for each in entry.facts if each.id == "amount-thrown")
    assert told.values == {"dice": "2d6+1", "total": sum(thrown.faces) + 1}
    assert [*audit(campaign)] == []
    campaign.undo()
    assert state(campaign) == before


def test_a_sign_turns_them_round_and_words_stand_behind_them(campaign: Campaign) -> None:
    hurt, heal = care(campaign, Role.HURT), care(campaign, Role.HEAL)
    form = form_of_harm_line(hurt, heal, campaign.table, (1,), "+1d8 + 1")
    assert form.procedure is heal and "1d8+1" in form.given.values()
    assert chances_line(form, campaign.table).endswith("1d8+1: 2 to 9, mean 5.5")


def test_no_die_falls_for_what_is_refused(tmp_path: Path) -> None:
    library = Library(tmp_path)
    fell = library.open(place_demo(library, "fell"))
    do(fell, EDIT, who="#1", days_deprived="1")
    form = filled_form(care(fell, Role.HEAL), fell.table, None, {"who": (1,), "points": "1d6"})
    assert (form_filling_trouble(form, fell.table) or "").startswith("Maud Sallow is deprived")
    with pytest.raises(RuleError):
        play_rule(form.procedure.perform(fell.table, form.given), ())


def test_what_they_come_to_is_held_to_what_may_be_typed(campaign: Campaign) -> None:
    heal = care(campaign, Role.HEAL)
    amount = input_of_harm_line(heal)
    assert amount is not None
    given = read_procedure_inputs(heal, {"who": "#1", amount.id: "1d4-9"}, campaign.table)
    done = play_rule(heal.perform(campaign.table, given), (Rolled((4,), (1,), "amount"),))
    least = play_rule(heal.perform(campaign.table, {**given, amount.id: amount.lowest}), ())
    assert isinstance(done, Performed) and isinstance(least, Performed)
    assert done.result.table == least.result.table


@pytest.mark.parametrize(("dice", "fits"), [("2d6", True), ("99d6", False), ("two", False), (7, True)])
def test_what_comes_in_is_dice_or_a_number(campaign: Campaign, dice: str | int, fits: bool) -> None:
    hurt = care(campaign, Role.HURT)
    amount = input_of_harm_line(hurt)
    assert amount is not None
    trouble = input_beyond_limits(hurt, campaign.table, {"who": (1,), amount.id: dice})
    assert (trouble is None) is fits
