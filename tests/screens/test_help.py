"""Help for this moment: what the line means, what each key would do, and why another would not."""

from pathlib import Path

import pytest

from tableside.rules.procedure import Role
from tableside.screens.help import HelpPage, _acts
from tableside.screens.page import Page
from tableside.views.help import help_of_act_impossible
from tableside.widgets.line_list import LineList
from tests.screens.table import Table, campaign_of, opened
from tests.words import TEXTS

VIEWS = "criajg"


def told(at: Table) -> str:
    """All of the help that is shown, also what is below the edge, on one line."""
    rows = at.app.main_screen.query_one("#help-lines", LineList).lines
    return " ".join(" ".join(row.content.plain for row in rows).split())


async def test_the_line_under_the_cursor_is_explained_first(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("c", "enter")
        assert at.app.main_screen.query_one("#sheet", LineList).go_to("luck")
        await at.keys("question_mark")
        said = told(at)
        assert said.startswith("Ana: Luck The target of Luck tests, and each test takes 1")
        assert "TRO-3.1: Testing Luck is a 2d6 roll under the Luck that is left." in said
        await at.keys("question_mark")
        assert at.app.main_screen.view is not None and at.app.main_screen.view.id == "characters"


async def test_what_is_used_most_in_a_fight_stands_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as at:
        await at.keys("i", "question_mark")
        view = at.app.main_screen.query_one("#initiative", Page)
        assert [each.key for each in _acts(view, None) if not each.obstacle][:3] == ["space", "x", "-"]


async def test_a_derived_number_is_told_as_the_sum_that_it_is(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("c", "enter")
        assert at.app.main_screen.query_one("#sheet", LineList).go_to("skills.1")
        await at.keys("f1")
        assert "Total 7 = Skill 4 + rank 3 (TRO-2)" in told(at)


async def test_help_says_what_cannot_be_done_and_why(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("i", "question_mark")
        now, _, not_now = told(at).partition("Not now")
        assert "space Assemble the stack (1 in play): Begins a fight" in now
        assert f"End the fight: {TEXTS['problem.no-fight']}" in not_now
        await at.keys("escape", "space", "question_mark")
        assert "space Next turn (3 left in the stack)" in told(at).partition("Not now")[0]


async def test_the_rolls_form_explains_its_line_and_its_rules(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("r", *"luck", "tab", "question_mark")
        said = told(at)
        assert said.startswith("Test Luck, who: Ana")
        assert "The chances are exact" in said and "TRO-3.1: Testing Luck" in said


async def test_while_letters_are_typed_the_question_mark_still_helps(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("r", *"luck", "question_mark")
        assert isinstance(at.app.main_screen.view, HelpPage) and told(at).startswith("Test Luck")


async def test_an_entry_tells_the_rule_behind_each_fact(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("minus", "3", "enter", "j", "question_mark")
        said = told(at)
        assert "Ana loses 3 Stamina: 11 left [TRO-4.1]" in said
        assert "TRO-4.1: At exactly 0 Stamina one is dying" in said


async def test_a_condition_says_what_it_does_and_when_it_ends(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("k", *"poison", "enter", "i", "space", "question_mark")
        said = told(at)
        assert "Poisoned: Each turn, in a fight at the End token, a related skill or Luck ends it" in said
        assert "A token drawn blindly says who acts" in said


async def test_the_question_mark_says_how_to_choose_and_chooses_nothing(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("n", "question_mark")
        assert "a number or Enter picks" in at.text() and "by the rules" in at.text()
        await at.keys("escape")
        assert not at.app.main_screen.ask.is_asking


async def test_help_does_not_drop_what_is_half_typed(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        await at.keys("w", *"half", "f1")
        assert isinstance(at.app.main_screen.view, HelpPage) and told(at).startswith("Writing: now")
        await at.keys("escape", "full_stop")
        assert at.app.main_screen.ask.is_asking and "half." in at.text()


async def test_an_empty_campaign_says_what_makes_it_playable(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale")) as at:
        assert "n makes a character, N brings foes" in at.text()
        await at.keys("n", "2", *"Ana", "enter")
        assert "n makes a character" not in at.text()


@pytest.mark.parametrize("width", [60, 80])
async def test_nothing_is_cut_off(tmp_path: Path, width: int) -> None:
    async with opened(tmp_path, size=(width, 24)) as at:
        for key in VIEWS:
            await at.keys("f2", key, "f1")
            lines = at.app.main_screen.query_one("#help-lines", LineList)
            assert len(lines.lines) > 20, key
            assert max(line.content.cell_length for line in lines.lines) <= lines.content_cells, key
            await at.keys("escape")


@pytest.mark.parametrize("key", "ciraj")
@pytest.mark.parametrize("before", [(), ("i", "space")])
async def test_what_is_said_to_be_possible_is_what_the_rules_allow(
    tmp_path: Path, key: str, before: tuple[str, ...]
) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc", Orc="enemy")) as at:
        await at.keys(*before, "f2", key)
        view = at.app.main_screen.view
        assert isinstance(view, Page) and view.shown is not None
        for act in _acts(view, at.app.main_screen.focused):
            assert act.what
        for action, role in view.ROLES.items():
            allowed = not help_of_act_impossible(
                view.role_of(action) or role, view.shown.table, view.shown.rules
            )
            assert allowed or view.obstacle(action)


async def test_every_key_of_a_view_acts_by_the_role_that_help_tells(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as at:
        for key in "ciraj":
            await at.keys("f2", key)
            view = at.app.main_screen.view
            assert view is not None
            bound = {
                each.action.partition("(")[0]
                for widget in (view, *view.query("*"))
                for listed in widget._bindings.key_to_bindings.values()
                for each in listed
            }
            assert {*view.ROLES} <= bound
            assert all(isinstance(role, Role) for role in view.ROLES.values())
