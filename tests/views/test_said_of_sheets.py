"""What is said of things whose names stand on the sheet too: a weapon and the skill with it, a condition and
the spell that brings it; and conditions by the names that the screen has for them.
"""

from dataclasses import replace

import pytest

from tableside.errors import RuleError
from tableside.games import BUNDLED, load_game
from tableside.games.d20.sheet import D20Sheet
from tableside.games.troika import RULESET as TROIKA
from tableside.games.troika.sheet import TroikaSheet
from tableside.games.wandered import RULESET as WANDERED
from tableside.games.wandered.sheet import Resource, WanderedSheet
from tableside.language.feedback import feedback_summary
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.conditions import PUT
from tableside.rules.play import Play
from tableside.rules.sheet import Meter, Skill, Tags, Traits
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.wording import label
from tests.understood import understood_at


def troika() -> Table:
    """Quill, who knows Bow and Fire Bolt and has a knife in hand, and a troll."""
    sheet = TroikaSheet.of(Character(1, "Quill", Kind.PC, TROIKA.blank(Kind.PC)))
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
        return feedback_summary(understood_at(line, table, campaign_rules(TROIKA), 1), table)
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
    assert said(line, troika()) == "Give a condition · Troll · fire"


def test_a_spell_of_two_words_is_cast_at_whoever_is_named_behind_it() -> None:
    assert said("fire bolt troll", troika()) == "Cast a spell · Quill · Fire Bolt · against Troll"


def test_a_condition_ends_by_what_the_screen_calls_it() -> None:
    table = troika()
    burning = table.put(table[2].with_condition(Condition("poison")))
    assert said("troll no longer poisoned", burning) == "End a condition · Troll · poison"


@pytest.mark.parametrize("game", BUNDLED)
def test_each_condition_is_known_by_what_the_screen_calls_it(game: str) -> None:
    """Else the same words on the screen would be a condition of the table's own, which does nothing."""
    rules = load_game(game)
    condition = campaign_rules(rules).procedure(PUT).input("condition")
    for id in rules.conditions:
        assert condition.read(label("condition", id), Table(), {}) == id
        assert condition.read(label("condition", id).upper(), Table(), {}) == id


def d20_said(line: str, table: Table) -> Table | str:
    """The table after a line, or why it will not do."""
    try:
        form = understood_at(line, table, campaign_rules(load_game("d20")), None).form
    except RuleError as error:
        return str(error)
    assert form is not None
    return form.procedure.perform(table, form.given)(Play()).table or table


def test_several_numbers_and_attacks_are_one_line_of_a_sheet() -> None:
    table = d20_said("create Dara hp 12", Table())
    assert isinstance(table, Table)
    after = d20_said("dara hp 24/30, ac 17 dex 14, sword +6/+1 1d8+2, bow +3 1d6", table)
    assert isinstance(after, Table)
    sheet = after[1].sheet
    assert isinstance(sheet, D20Sheet)
    assert (sheet.hit_points, sheet.armour_class, sheet.dexterity) == (Meter(24, 30), 17, 14)
    assert sheet.attacks.names == ("sword +6/+1 1d8+2", "bow +3 1d6")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dara ac 300 hp 3", "armour class: 300 is out of range: it must be 0 to 99"),
        ("dara ac 17 hp 3 frobs 2", "Dara's sheet has no frobs: it has Hit points"),
    ],
)
def test_a_line_of_a_sheet_with_something_that_will_not_do_changes_nothing(line: str, why: str) -> None:
    table = d20_said("create Dara hp 12", Table())
    assert isinstance(table, Table)
    told = d20_said(line, table)
    assert isinstance(told, str) and why in told


@pytest.mark.parametrize(
    ("line", "name", "attacks"),
    [
        ("create Brin hp 18 dexterity 16 bow +5 1d8", "Brin", ("bow +5 1d8",)),
        ("create Brin bow +5 1d8, sword +3 1d6", "Brin", ("bow +5 1d8", "sword +3 1d6")),
        ("create Brin the Fair, attacks bow +5/+1 1d8", "Brin the Fair", ("bow +5/+1 1d8",)),
        ("create Brin the Fair", "Brin the Fair", ()),
    ],
)
def test_somebody_new_comes_with_the_attacks_of_the_line(
    line: str, name: str, attacks: tuple[str, ...]
) -> None:
    table = d20_said(line, Table())
    assert isinstance(table, Table)
    sheet = table[1].sheet
    assert isinstance(sheet, D20Sheet)
    assert (table[1].name, sheet.attacks.names) == (name, attacks)


def test_a_wound_of_whom_nobody_knows_says_so() -> None:
    refused = "! Hurt: nobody here is called dragon: add dragon brings one"
    assert said("hurt dragons 2", troika()).startswith(refused)
    assert said("hurt goblins 2", troika()) == said("hurt goblin 2", troika())


def test_a_word_that_begins_a_thing_leaves_it_to_the_words_that_name_it() -> None:
    """The lock was the lockpicks, and these were not understood."""
    rules = campaign_rules(WANDERED)
    sheet = WanderedSheet(approaches=Tags(("Quick hands",)), resources=Traits((Resource("lockpicks").row,)))
    table = Table().put(Character(1, "Rue", Kind.PC, sheet))
    for line in (
        "rue picks the lock with lockpicks and quick hands",
        "rue picks the lock with quick hands and lockpicks",
    ):
        meant = feedback_summary(understood_at(line, table, rules, 1), table)
        assert meant == "Roll it · Rue · Quick hands · lockpicks · picks the lock"
