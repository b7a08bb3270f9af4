"""Amending on the screen: the same dice, three keys, and what it comes to beforehand."""

from pathlib import Path

from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.wording import label
from tests.campaign.people import do, note
from tests.screens.table import Table, last, opened


def salt(folder: Path) -> str:
    """A campaign in which Ana and two goblins stand on the table; its id."""
    library = Library(folder)
    campaign = library.open(library.new("Salt", "troika"))
    do(campaign, "campaign.add-character", name="Ana", kind="pc", skill="7", luck="9", weapon="sword")
    do(campaign, "troika.add-foe", foe="goblin", count="2")
    id = campaign.id
    campaign.close()
    return id


async def fought(table: Table, seed: int = 1) -> Entry:
    """Ana hits the first goblin for four points, and the views know it."""
    entry = do(table.campaign, "troika.fight", seed, who="ana", against="goblin 1")
    table.app.app_state.show()
    await table.pilot.pause()
    return entry


async def test_a_forgotten_bonus_takes_three_keys(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        rolled = await fought(table)
        await table.keys("A", "+", "enter")
        amended = last(table)
        assert (amended.amends, amended.given["modifier"]) == (rolled.number, 1)
        assert amended.steps == rolled.steps
        assert "Characters" in table.lines()[0]
        assert f"(amends {rolled.number})" in " ".join(table.text().split())
        await table.keys("u")
        assert (
            last(table).procedure == "undo" and table.campaign.amending(rolled.number).given["modifier"] == 0
        )


async def test_what_it_comes_to_is_shown_before_it_is_done(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        rolled = await fought(table)
        await table.keys("A", "down", "right")
        assert f"Amending entry {rolled.number}: same dice" in table.text()
        assert "Goblin 1: Stamina 2 → 6" in table.text() and "Goblin 2: Stamina 6 → 2" in table.text()
        assert table.campaign.last == rolled
        await table.keys("escape")
        assert table.campaign.last == rolled and "Characters" in table.lines()[0]


async def test_the_roll_screen_goes_on_where_it_was_with_the_new_result(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        await table.keys("r", *"fight", "enter")
        while table.app.main_screen.ask.is_asking:
            await table.keys("enter")
        rolled = last(table)
        await table.keys("A", "+", "enter")
        while table.app.main_screen.ask.is_asking:
            await table.keys("enter")
        assert last(table).amends == rolled.number
        assert table.page == "Roll" and "[" in table.text()
        await table.keys("A")
        assert table.page == "Amend"


async def test_a_question_while_amending_tells_no_chance_of_dice_that_lie_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("x", "equals_sign", *"1254", "2", "escape", "A", *["plus"] * 10, "enter")
        assert "Test Luck" in table.text() and "certain" not in table.text()
        await table.keys("escape")


async def test_the_command_bar_amends_too(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        rolled = await fought(table)
        await table.keys(":", *"amend", "enter")
        assert f"Amending entry {rolled.number}" in table.text()


async def test_luck_is_spent_after_all(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        await fought(table)
        await table.keys("A")
        rows = [line[:40] for line in table.lines()]
        place = next(n for n, row in enumerate(rows) if "Luck" in row and row.rstrip().endswith("no")) - 1
        await table.keys(*["down"] * place, "right")
        assert "Enter throws" in table.text()
        await table.keys("enter")
        assert any(getattr(step, "choice", "") == "yes" for step in last(table).steps)


async def test_a_misread_face_is_typed(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        await fought(table)
        await table.keys("A", "end", "up", "6")
        assert "6 (typed)" in table.text()
        await table.keys("enter")
        thrown = last(table).steps[-1]
        assert getattr(thrown, "faces", ()) == (6,) and getattr(thrown, "typed", ()) == (True,)


async def test_a_face_that_the_die_does_not_have_is_refused_and_asked_for_again(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        await fought(table)
        await table.keys("A", "end", "up", "e", "9", "enter")
        assert table.app.main_screen.ask.is_asking and "a d6 has no face 9" in table.text()
        await table.keys("backspace", "6", "enter")
        assert not table.app.main_screen.ask.is_asking and "6 (typed)" in table.text()


async def test_the_journal_amends_the_entry_under_the_cursor(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        first = await fought(table)
        do(table.campaign, "troika.heal", who="goblin 1", points="1")
        table.app.app_state.show()
        await table.keys("j", "up", "A", "+", "enter")
        assert last(table).amends == first.number
        assert f"(amended by {last(table).number})" in " ".join(table.text().split())
        view = table.app.main_screen.view
        assert view is not None and view.entry == last(table).number, (
            "on what it came to, not the struck line"
        )


async def test_a_complaint_goes_when_the_cursor_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        await table.keys("r", "tab", "v")
        assert label("problem", "nothing-rolled") in table.text()
        await table.keys("down")
        assert label("problem", "nothing-rolled") not in table.text()


async def test_what_takes_no_modifier_is_offered_none_and_the_sign_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        await fought(table)
        assert "+ +1" in (await table.keys("A")).text()
        await table.keys("escape")
        do(table.campaign, "troika.heal", who="goblin 1", points="1")
        table.app.app_state.show()
        assert "+ +1" not in (await table.keys("j", "A")).text()
        assert "takes no modifier" in (await table.keys("+")).text()


async def test_what_could_not_have_followed_refuses_it_by_name(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        foes = table.campaign.length
        hurt = do(table.campaign, "troika.hurt", who="#3", damage="1")
        table.app.app_state.show()
        await table.keys("j", "up", "A", "down", "left", "enter")
        told = " ".join(table.text().split())
        assert table.campaign.last == hurt and table.campaign.length == foes + 1
        assert f"Entry {hurt.number}, Goblin 2 loses 1 Stamina" in told and "Undo it first" in told


async def test_undo_takes_back_what_was_filled_in_and_nothing_else(tmp_path: Path) -> None:
    """It took back the entry before, and the amendment with it."""
    async with opened(tmp_path, salt(tmp_path)) as table:
        await fought(table)
        length = table.campaign.length
        before = (await table.keys("A")).text()
        await table.keys("+", "+", "u", "u")
        assert table.text() == before and table.campaign.length == length
        await table.keys("u")
        assert "nothing is changed here yet" in table.text() and table.campaign.length == length


async def test_enter_without_a_change_makes_no_entry(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        rolled = await fought(table)
        await table.keys("A", "enter")
        assert "nothing to amend" in table.text() and last(table) == rolled


async def test_to_name_the_weapon_that_was_meant_changes_nothing(tmp_path: Path) -> None:
    library = Library(tmp_path)
    async with opened(tmp_path, place_demo(library, "d20")) as table:
        rolled = do(table.campaign, "d20.attack", who="keeper", against="tamsin")
        table.app.app_state.show()
        await table.keys("A", "down", "down", "right", "left", "enter")
        assert "nothing to amend" in table.text() and last(table) == rolled


async def test_a_note_is_written_anew_from_what_it_said(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        note(table.campaign, "The gobin")
        table.app.app_state.show()
        await table.keys("j", "A", "backspace", "backspace", *"lin", "enter", "enter")
        assert last(table).facts[0].values["text"] == "The goblin"


async def test_a_note_that_is_emptied_is_struck(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        written = note(table.campaign, "The gobin")
        table.app.app_state.show()
        await table.keys("j", "A", "ctrl+u", "enter", "enter")
        assert last(table).facts[0].id == "note-struck" and last(table).amends == written.number
        assert f"The gobin (struck by {last(table).number})" in table.text()
        await table.keys("u")
        assert f"Taken back: Entry {written.number} was struck" in table.text()


async def test_an_entry_without_a_form_cannot_be_amended(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        do(table.campaign, "troika.assemble-stack")
        ended = do(table.campaign, "turn.end")
        table.app.app_state.show()
        await table.keys("j", "A")
        assert f"entry {ended.number} has no input, no decision and no die" in table.text()


async def test_nothing_to_amend_is_said(tmp_path: Path) -> None:
    library = Library(tmp_path)
    async with opened(tmp_path, library.new("Empty", "troika")) as table:
        await table.keys("A")
        assert "nothing has been rolled yet" in table.text()


async def test_an_amendment_is_given_up_when_something_else_happens(tmp_path: Path) -> None:
    async with opened(tmp_path, salt(tmp_path)) as table:
        await fought(table)
        await table.keys("A", "colon", *"hurt ana 1", "enter")
        assert last(table).procedure == "troika.hurt" and "Amend" not in table.lines()[0]
