"""Every line that can be explained is: sheets, people in a fight, forms, entries."""

from pathlib import Path
from random import Random

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.user_files import SharedFolders
from tableside.demo import place_demo
from tableside.games import BUNDLED
from tableside.rules.foe_lines import form_of_foe_line
from tableside.rules.form_filling import filled_form
from tableside.views.help import (
    RULE_ID,
    LineHelp,
    help_of_cell,
    help_of_character,
    help_of_entry,
    help_of_form,
    help_of_input,
    help_of_rule,
    help_of_turn,
    line_help_rows,
)
from tableside.views.sheet_rows import sheet_rows


@pytest.fixture(params=BUNDLED)
def demo(request: pytest.FixtureRequest, tmp_path: Path) -> Campaign:
    library = Library(tmp_path)
    return library.open(place_demo(library, request.param), read_only=True)


def test_every_line_of_every_sheet_is_explained(demo: Campaign) -> None:
    table, rules = demo.table, demo.rules
    for who in table.characters.values():
        for row in sheet_rows(who, table, rules):
            if row.selectable:
                why = help_of_cell(who, row.key, table, rules)
                assert why.title and why.texts and all(why.texts), (who.name, row.key)
                assert "{" not in "".join(why.texts), row.key


def test_everybody_is_explained_with_what_holds_for_them(demo: Campaign) -> None:
    table, rules = demo.table, demo.rules
    for who in table.in_play():
        assert len(help_of_character(who, table, rules).texts) >= len(who.conditions)
        assert len(help_of_turn(who, table, rules).texts) >= len(who.conditions) + (table.order is not None)


def test_every_input_of_every_form_is_explained_with_its_rules(demo: Campaign) -> None:
    table, rules = demo.table, demo.rules
    for procedure in rules.procedures:
        form = filled_form(procedure, table, next(iter(table.characters)))
        assert help_of_form(form, table, rules).texts
        for each in procedure.inputs:
            why = help_of_input(form, each.id, table, rules)
            assert len(why.texts) >= 2, (procedure.id, each.id)
            assert all(len(help_of_rule(id, table, rules)) > len(id) + 5 for id in why.rules)


def test_every_entry_names_the_rules_behind_it(demo: Campaign) -> None:
    for entry in demo.entries():
        why = help_of_entry(entry, demo.rules)
        assert why.texts
        assert {id for text in why.texts for id in RULE_ID.findall(text) if f"[{id}]" in text} <= {*why.rules}


PACK = """
game = "troika"

[spells.frost]
text = "Freezes what is wet."

[items.great-tent]
text = "Sleeps eight."

[foes.marsh-troll]
skill = 8
spells = ["Frost 2"]
items = ["Great tent"]
text = "Sleeps by day."
"""


@pytest.fixture
def with_a_pack(tmp_path: Path) -> Campaign:
    (tmp_path / "own.toml").write_text(PACK, encoding="utf-8")
    library = Library(tmp_path / "saves", shared=SharedFolders(packs=tmp_path))
    campaign = library.open(library.new("Sunday", "troika"))
    form, _ = form_of_foe_line(campaign.rules, campaign.table, "marsh troll")
    campaign.perform(form.procedure, form.given, ReplayAnswers(Random(1)))
    return campaign


def test_what_a_pack_says_of_somebody_and_of_what_they_have_is_read_on_them(with_a_pack: Campaign) -> None:
    table, rules = with_a_pack.table, with_a_pack.rules
    assert help_of_character(table[1], table, rules).texts[0] == "Sleeps by day."
    assert help_of_cell(table[1], "spells.1", table, rules).texts[0] == "Freezes what is wet."
    assert help_of_cell(table[1], "items.1", table, rules).texts[0] == "Sleeps eight."
    for path in ("spells.new", "items.new"):
        assert not {"Freezes what is wet.", "Sleeps eight."} & {
            *help_of_cell(table[1], path, table, rules).texts
        }


def test_what_a_pack_says_is_read_where_it_is_chosen(with_a_pack: Campaign) -> None:
    table, rules = with_a_pack.table, with_a_pack.rules
    form = filled_form(rules.procedure("troika.cast"), table, 1, {"spell": "frost"})
    assert help_of_input(form, "spell", table, rules).texts[0] == "Freezes what is wet."


def test_what_is_wrong_with_a_pack_is_read_where_its_text_would_be(
    with_a_pack: Campaign, tmp_path: Path
) -> None:
    (tmp_path / "own.toml").write_text(PACK.replace('text = "Sleeps eight."', "slots = -"), encoding="utf-8")
    table, rules = with_a_pack.table, with_a_pack.rules
    assert "own.toml" in help_of_cell(table[1], "items.1", table, rules).texts[0]


def test_somebody_of_whom_there_is_nothing_to_say_has_no_empty_heading() -> None:
    assert line_help_rows(LineHelp("Iris Corrow", (), ()), 60) == ()
    assert [row.key for row in line_help_rows(LineHelp("Iris Corrow", ("Acts now.",), ()), 60)][1:] == [
        "why 0"
    ]


def test_the_help_of_a_form_has_its_chances_as_fractions(tmp_path: Path) -> None:
    """Where they did not fit under the bar they stood nowhere."""
    library = Library(tmp_path)
    troika = library.open(place_demo(library, "troika"), read_only=True)
    moss = next(each for each in troika.table.in_play() if each.name == "Moss")
    fight = filled_form(troika.rules.procedure("troika.fight"), troika.table, moss.key)
    told = help_of_form(fight, troika.table, troika.rules).texts[1]
    odds = fight.procedure.chances(troika.table, fight.given).chances
    assert all(str(chance) in told for chance in odds.values() if chance)
    troika.close()
