"""What is said of things whose names stand on the sheet too: a weapon and the skill with it, a condition and
the spell that brings it; and conditions by the names that the screen has for them.
"""

from dataclasses import replace

import pytest

from tableside.errors import RuleError
from tableside.games.troika import RULESET as TROIKA
from tableside.games.troika.sheet import sheet_of
from tableside.language.echo import summary
from tableside.language.understand import understood_at
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.conditions import PUT
from tableside.rules.ruleset import BUNDLED, ruleset
from tableside.rules.sheet import Skill
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.wording import label


def troika() -> Table:
    """Quill, who knows Bow and Fire Bolt and has a knife in hand, and a troll."""
    sheet = sheet_of(Character(1, "Quill", Kind.PC, TROIKA.blank(Kind.PC)))
    known = replace(
        sheet,
        weapon="knife",
        skills=sheet.skills.put(Skill("Bow", 2)),
        spells=sheet.spells.put(Skill("Fire Bolt", 6)),
    )
    table = Table().put(Character(1, "Quill", Kind.PC, known))
    foes = enumerate(("Troll", "Orc", "Goblin"), 2)
    return table.put(*(Character(key, name, Kind.ENEMY, TROIKA.blank(Kind.ENEMY)) for key, name in foes))


def said(line: str, table: Table) -> str:
    try:
        return summary(understood_at(line, table, campaign_rules(TROIKA), 1), table)
    except RuleError as error:
        return f"! {error}"


def test_with_a_bow_means_the_bow_and_the_skill_with_it() -> None:
    """The knife in hand decides no damage of a shot that was said to be made with a bow (TRO-6.2)."""
    for line in (
        "quill shoots troll with bow",
        "shoot troll with bow",
        "quill shoots troll with bow among orc, goblin",
    ):
        form = understood_at(line, troika(), campaign_rules(TROIKA), 1).form
        assert form is not None
        assert (form.given["skill"], form.given["weapon"]) == ("bow", ("bow",)), line


def test_who_gets_a_thing_makes_no_test_of_the_skill_called_so() -> None:
    assert said("quill gets bow", troika()) == "Edit a sheet · Quill · Carried + bow"
    assert said("quill finds a bow", troika()) == "Edit a sheet · Quill · Carried + bow"
    assert said("quill bow", troika()).startswith("Test a skill · Quill · Bow")


@pytest.mark.parametrize("line", ["troll is on fire", "troll on fire", "troll is burning"])
def test_who_is_on_fire_is_no_target_of_a_fire_bolt(line: str) -> None:
    assert said(line, troika()) == "Put a condition · Troll · fire"


def test_a_spell_of_two_words_is_cast_at_whoever_is_named_behind_it() -> None:
    assert said("fire bolt troll", troika()) == "Cast a spell · Quill · Fire Bolt · against Troll"


def test_a_condition_ends_by_what_the_screen_calls_it() -> None:
    table = troika()
    burning = table.put(table[2].with_condition(Condition("poison")))
    assert said("troll no longer poisoned", burning) == "End a condition · Troll · poison"


@pytest.mark.parametrize("game", BUNDLED)
def test_each_condition_is_known_by_what_the_screen_calls_it(game: str) -> None:
    """Else the same words on the screen would be a condition of the table's own, which does nothing."""
    rules = ruleset(game)
    condition = campaign_rules(rules).procedure(PUT).input("condition")
    for id in rules.conditions:
        assert condition.read(label("condition", id), Table(), {}) == id
        assert condition.read(label("condition", id).upper(), Table(), {}) == id
