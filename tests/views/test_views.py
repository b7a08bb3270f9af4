"""Views are words: what each screen says of a table, without a terminal."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.in_progress import ProcedureInProgress
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.luck import luck_odds
from tableside.language.listener import Listener
from tableside.rules.characters import character_after_edits
from tableside.rules.form_filling import filled_form
from tableside.rules.play import ChoiceAsked, Fact, Rolled
from tableside.rules.procedure import Role
from tableside.rules.table import Condition, Kind
from tableside.screens import questions
from tableside.text import signed, width, wrapped
from tableside.views import (
    character_list,
    fight,
    improvements,
    journal_rows,
    roll_form,
    sheet_rows,
    turn_orders,
)
from tableside.views.improvements import advancement_roster
from tableside.views.journal_rows import journal_entry_fates
from tableside.views.notes import is_note
from tableside.views.opened_entry import opened_entry_rows
from tableside.views.rows import Row, Tone
from tableside.wording import label
from tableside.wording.dice_and_chance_texts import chance_text, dice_text, exact_chance_text
from tableside.wording.facts import fact_text


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    library = Library(Path(tmp_path_factory.mktemp("saves")))
    campaign = library.open(place_demo(library))
    yield campaign
    campaign.close()


def words(rows: tuple[Row, ...]) -> str:
    return "\n".join(row.text for row in rows)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "never"),
        (Fraction(1), "certain"),
        (Fraction(1, 1296), "<1 %"),
        (Fraction(1295, 1296), ">99 %"),
        (Fraction(7, 12), "58 %"),
    ],
)
def test_never_and_certain_are_said_of_exactly_0_and_1_alone(value: Fraction, text: str) -> None:
    assert chance_text(value) == text


def test_a_chance_is_shown_with_its_fraction() -> None:
    assert exact_chance_text(Fraction(7, 12)) == "58 % (7/12)"
    assert (signed(1), signed(-4), signed(0)) == ("+1", "\N{MINUS SIGN}4", "0")


def test_dice_say_whose_they_are_why_and_whether_they_were_typed() -> None:
    assert dice_text(Rolled((6, 6), (3, 4), "luck", "Ana", (True, True))) == "Ana, Luck, typed: 2d6 [3 4]"


def test_what_a_person_typed_is_no_template() -> None:
    assert fact_text(Fact("note", "", {"text": "{who} {0} %s [b]"})) == "{who} {0} %s [b]"
    assert fact_text(Fact("nothing-known", "", {"n": -1})) == "nothing known: n \N{MINUS SIGN}1"


def test_the_roster_shows_everybody_by_kind_and_who_is_in_danger(demo: Campaign) -> None:
    text = words(character_list.character_list_rows(demo.table, demo.rules))
    assert text.index("The party") < text.index("Ottoline Vash") < text.index("Foes")
    assert "BLEEDING" in text and "DROWNING" in text


def test_the_sheet_shows_totals_slots_and_ticks(demo: Campaign) -> None:
    text = words(sheet_rows.sheet_rows(demo.table[1], demo.table, demo.rules))
    assert re.search(r"√ Canal Lore +4 +9", text) and "total" in text
    assert " 1 Sword" in text and "8/12 slots, 2 worn" in text


def test_what_somebody_dies_of_stands_beside_its_title(demo: Campaign) -> None:
    dying = replace(demo.table[1], conditions=(Condition("dying"),))
    (line,) = (
        each.text for each in sheet_rows.sheet_rows(dying, demo.table, demo.rules) if "DYING" in each.text
    )
    assert line.split() == ["Conditions", "DYING"]


def test_a_row_with_words_behind_its_numbers_is_told_whole(tmp_path: Path) -> None:
    campaign = Library(tmp_path).open(place_demo(Library(tmp_path), "wandered"))
    hesper = next(each for each in campaign.table.in_play() if each.name == "Hesper Lune")
    text = words(sheet_rows.sheet_rows(hesper, campaign.table, campaign.rules))
    assert "Letter of passage durability 1 worth 2" in text
    assert "Star lamp 2 refresh 3 (trimmed at dusk)" in text
    campaign.close()


def test_what_a_number_comes_to_now_is_told_where_that_is_another(tmp_path: Path) -> None:
    campaign = Library(tmp_path).open(place_demo(Library(tmp_path), "d20"))
    for each in campaign.table.in_play(Kind.PC):
        rows = sheet_rows.sheet_rows(each, campaign.table, campaign.rules)
        (armour,) = (row.text for row in rows if row.key == "armour_class")
        told = [int(number) for number in re.findall(r"\d+", armour)]
        assert len({*told}) == len(told), armour
    campaign.close()


def test_the_fight_says_whose_turn_it_is_and_what_the_end_will_bring(demo: Campaign) -> None:
    order = demo.table.order
    assert order is not None
    acting = demo.table[order.now[0]].name
    assert turn_orders.turn_order_text(demo.table) == f"Round {order.round}: {acting} acts"
    (row,) = (row for row in fight.fight_member_rows(demo.table, demo.rules) if row.text.startswith("▶"))
    assert acting in row.text
    assert "test, or bleeds 1d6" in words(fight.fight_reminder_rows(demo.table, demo.rules))


def test_the_stack_can_be_hidden_from_those_who_look_over_the_shoulder(demo: Campaign) -> None:
    assert "END" in words(turn_orders.turn_order_rows(demo.table))
    assert "END" not in words(turn_orders.turn_order_rows(demo.table, hidden=True))


def test_the_first_letters_find_the_roll(demo: Campaign) -> None:
    def first(text: str, who: int = 1) -> str:
        return Listener(demo.table, demo.rules, who).found(text)[0].label

    assert first("sw") == "Sword Fighting"
    assert first("ca") == "Canal Lore"
    assert first("luck") == "Test Luck"
    assert first("moss sn") == "Sneak"
    assert Listener(demo.table, demo.rules, 1).found("xyzzy") == ()


def test_the_odds_of_a_form_name_the_reasons_and_what_more_would_be_worth(demo: Campaign) -> None:
    form = filled_form(demo.rules.procedure("troika.test"), demo.table, 1, {"skill": "sword-fighting"})
    assert "Skill 5 + 2 = 7" in words(roll_form.roll_form_reason_rows(form, demo.table, 60))
    text = words(roll_form.RollFormOutlook.of(form, demo.table, 46).counted().rows)
    assert "58 % (7/12)" in text and "modifier +1" in text and "72 %" in text


def test_the_odds_of_a_spell_name_no_mean_row_and_those_of_a_shot_each_who_may_be_hit(demo: Campaign) -> None:
    spell = filled_form(demo.rules.procedure("troika.cast"), demo.table, 3, {"spell": "jolt"})
    text = words(roll_form.RollFormOutlook.of(spell, demo.table, 60).counted().rows)
    assert "Stamina paid   " in text and "number" not in text
    shot = filled_form(
        demo.rules.procedure("troika.shoot-into-melee"), demo.table, 4, {"against": 9, "among": (1, 2)}
    )
    text = words(roll_form.RollFormOutlook.of(shot, demo.table, 60).counted().rows)
    assert "hits The keeper " in text and "hits Ottoline Vash " in text and "hits Brannoch Pike " in text


def test_advancement_shows_who_ticked_what_with_its_chance(demo: Campaign) -> None:
    at_rest = replace(demo.table, order=None)
    picks = improvements.best_improvements(at_rest, demo.rules, 1)
    assert picks == ("canal-lore",)
    assert "[x] Canal Lore" in words(improvements.improvement_pick_rows(at_rest, demo.rules, 1, picks, 40))
    assert improvements.improvement_pick_rows(at_rest, demo.rules, 1, picks, 40)[0].text.endswith(
        " 17 % (1/6)"
    )


def test_nobody_improves_in_the_middle_of_a_fight(demo: Campaign) -> None:
    assert improvements.best_improvements(demo.table, demo.rules, 1) == ()
    first, *why = [
        each.text for each in improvements.improvement_pick_rows(demo.table, demo.rules, 1, (), 36)
    ]
    assert first.strip() == "[ ] Canal Lore" and "a fight is on" in " ".join(why)


def test_the_journal_wraps_to_the_cells_there_are(demo: Campaign) -> None:
    for entry in demo.entries():
        for cells in (40, 80):
            assert all(width(row.text) <= cells for row in journal_rows.journal_entry_rows(entry, cells))


def test_an_entry_that_was_taken_back_is_struck_through(demo: Campaign) -> None:
    entry = next(each for each in demo.entries() if is_note(each))
    rows = journal_rows.journal_entry_rows(entry, 80, journal_entry_fates({entry.number}, ())[entry.number])
    assert "(taken back)" in " ".join(words(rows).split())
    assert {tone for row in rows for text, tone in row.spans if "Moss" in text} == {Tone.STRUCK}


def test_an_opened_entry_shows_every_die_and_every_change(demo: Campaign) -> None:
    entry = next(each for each in demo.entries() if each.procedure == "troika.fight")
    text = words(opened_entry_rows(entry, demo, 80))
    assert "] [" in text and "→" in text and "TRO-" in text


@pytest.mark.parametrize("game", games_with_demo())
def test_an_opened_entry_tells_its_changes_in_the_words_of_the_screens(tmp_path: Path, game: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    found = [row.text for each in campaign.entries() for row in opened_entry_rows(each, campaign, 80)]
    assert [line for line in found if re.search(r"[a-z]/\d|[a-z]_[a-z]|[{}]|\ball:", line)] == []
    first = next(each.name for each in campaign.table.in_play())
    assert f"{first} is there" in found
    assert any(re.fullmatch(r" *Session +0 → 1", line) for line in found)
    campaign.close()


@pytest.mark.parametrize("text", ["龍" * 50, "a" * 200, "", " ", "x  y", "wort " * 40])
def test_wrapping_loses_no_letter(text: str) -> None:
    lines = wrapped(text, 20)
    assert all(width(line) <= 20 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_an_id_without_a_text_is_shown_as_its_own_words() -> None:
    assert label("option", "grandmother-s-sword") == "grandmother s sword"


@pytest.mark.parametrize(("cells", "rows_each"), [(80, 1), (46, 1), (34, 2), (26, 3)])
def test_what_would_change_a_roll_is_told_whole(tmp_path: Path, cells: int, rows_each: int) -> None:
    """46 cells are what 80 columns leave."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "fell"))
    maud, foe = campaign.table.in_play(Kind.PC)[0], campaign.table.in_play(Kind.ENEMY)[-1]
    attack = campaign.rules.role(Role.FIGHT)
    assert attack is not None
    form = filled_form(attack, campaign.table, maud.key, {"against": foe.key})
    told = [
        each.text
        for each in roll_form.RollFormOutlook.of(form, campaign.table, cells).counted().rows
        if each.key.startswith("gain ") and not each.key.endswith(" bar")
    ]
    assert all(width(each) <= cells for each in told)
    assert sum("ahead" in each for each in told) * rows_each == len(told) > 0
    assert sum("takes" in each for each in told) * rows_each == len(told)
    campaign.close()


@pytest.mark.parametrize("luck", range(2, 13))
def test_an_answer_that_is_rolled_for_tells_its_number_and_its_chance(demo: Campaign, luck: int) -> None:
    who, hurt = demo.table[2], demo.rules.procedure("troika.hurt")
    table = demo.table.put(character_after_edits(who, (f"luck={luck}", "stamina=1")))
    roll = ProcedureInProgress(hurt, filled_form(hurt, table, None, {"who": (2,), "damage": 20}).given, table)
    asked = roll.state()
    assert isinstance(asked, ChoiceAsked)
    chance = luck_odds(luck, TroikaHouse()).chances["success"]
    found = questions.question_answers_with_chances(asked, roll, ("no", "yes"))
    assert found == ("no", f"yes, Luck {luck}: {chance_text(chance)}")


def test_a_try_for_a_spell_tells_its_chance_though_dice_say_which(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "fell"))
    advance = campaign.rules.procedure("fell.return-with-treasure")
    table = replace(campaign.table, order=None)
    thrown = tuple(
        Rolled((sides,), (face,), f"fell-advance-{ability}", "Corin Vetch")
        for ability, sides, face in (("bod", 6, 2), ("int", 4, 2), ("wil", 4, 4))
    )
    roll = ProcedureInProgress(advance, {"who": 2}, table, thrown)
    asked = roll.state()
    assert isinstance(asked, ChoiceAsked)
    assert questions.question_answers_with_chances(asked, roll, ("raise", "try")) == ("raise", "try: 75 %"), (
        "he knows one"
    )
    rows = words(advancement_roster(table, campaign.rules, {2})).splitlines()
    assert rows[:2] == ["Maud Sallow Enter rolls", "Corin Vetch has advanced"]
    campaign.close()


def test_an_answer_that_nothing_is_rolled_for_stands_alone(demo: Campaign) -> None:
    drop = demo.rules.procedure("troika.drop")
    given = filled_form(drop, demo.table, None, {"who": 1}).given
    roll = ProcedureInProgress(drop, given, demo.table, (Rolled((6,), (3,), "drop", "Ottoline Vash"),))
    asked = roll.state()
    assert isinstance(asked, ChoiceAsked)
    assert questions.question_answers_with_chances(asked, roll, asked.options) == asked.options
