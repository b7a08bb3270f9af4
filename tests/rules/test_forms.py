"""A form declares the inputs of a procedure once: what is asked for, what was given, and of which type."""

from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games import BUNDLED
from tableside.rules.inputs import (
    Given,
    NoInputs,
    Number,
    Who,
    Words,
    YesNo,
    input_field,
    inputs_as_form,
    inputs_field,
    inputs_of,
)
from tableside.rules.play import Play, play_rule
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.table import Table


@frozen
class Light:
    lit: bool = input_field(YesNo())
    how_long: int = input_field(Number(default=6, highest=12))


@frozen
class Search:
    what: str = input_field(Words())
    light: Light = inputs_field(Light)
    risk: int = input_field(Number(lowest=1))


def search(table: Table, form: Search, play: Play) -> Outcome:
    return Outcome(form.what, {"risk": form.risk, "light": form.light.how_long})


SEARCH = Procedure("sixth.search", search, group=Group.ROLL)


def test_inputs_stand_in_the_order_of_the_fields_named_by_them() -> None:
    assert [each.id for each in inputs_of(Search)] == ["what", "lit", "how-long", "risk"]
    assert [each.default for each in SEARCH.inputs] == [None, False, 6, None]
    assert inputs_of(NoInputs) == ()


def test_a_form_is_filled_with_those_that_it_holds() -> None:
    form = inputs_as_form(Search, {"what": "door", "lit": True, "how-long": 3, "risk": 2})
    assert form == Search("door", Light(True, 3), risk=2)


def test_a_field_of_which_nothing_is_said_has_the_default_of_its_input() -> None:
    assert Light() == Light(False, 6)


def test_a_procedure_is_performed_with_its_form() -> None:
    given: Given = {"what": "door", "lit": True, "how-long": 3, "risk": 2}
    performed = play_rule(SEARCH.perform(Table(), given), ())
    assert getattr(performed, "result", None) == Outcome("door", {"risk": 2, "light": 3})
    with pytest.raises(RuleError, match=r"sixth\.search needs risk"):
        SEARCH.perform(Table(), {"what": "door", "lit": True, "how-long": 3})


@pytest.mark.parametrize("game", BUNDLED)
def test_what_cannot_be_rolled_is_not_counted_for_long(tmp_path: Path, game: str) -> None:
    """Nobody named, somebody who is not there, dice that nobody has."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    somebody = min(campaign.table.characters)
    for procedure in campaign.rules.procedures:
        known = {each.id: each.default for each in procedure.inputs if each.default is not None}
        people = [each for each in procedure.inputs if isinstance(each, Who)]
        nobody_there = {each.id: (99,) if each.many else 99 for each in people}
        unknown = {each.id: "d7" for each in procedure.inputs} | nobody_there
        nobody = {**unknown, **{each.id: () if each.many else somebody for each in people}}
        for given in ({}, known, {**nobody, **known}, {**unknown, **known}):
            assert not procedure.takes_long(campaign.table, given), procedure.id
    campaign.close()
