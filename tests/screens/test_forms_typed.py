"""Forms of the roll screen: what is typed is typed, and stays until it is done."""

from pathlib import Path

from tableside.campaign.library import Library
from tableside.screens.roll import RollPage
from tests.campaign.people import do
from tests.screens.table import Table, opened
from tests.screens.test_fight_keys import battle


def ana(folder: Path, title: str = "Salt", game: str = "troika") -> str:
    library = Library(folder)
    id = library.new(title, game)
    campaign = library.open(id)
    do(campaign, "campaign.add-character", name="Ana")
    campaign.close()
    return id


async def palette(table: Table, words: str) -> None:
    await table.keys("ctrl+p")
    await table.write(words)
    await table.keys("enter")


def given(table: Table, id: str) -> object:
    form = table.app.screen.query_one(RollPage).form
    assert form is not None
    return form.given.get(id)


async def test_letters_on_a_line_to_be_typed_begin_it_and_nothing_else(tmp_path: Path) -> None:
    async with opened(tmp_path, ana(tmp_path)) as table:
        length = table.campaign.length
        for name in ("Sump", "under it", "elm", "bridge pub"):
            await palette(table, "prepare")
            await table.write(name)
            await table.keys("enter")
            assert given(table, "name") == name, name
            await table.keys("up", "up", "end", "home", "right", "ctrl+u", "escape")
            table.app.screen.query_one(RollPage)._begun = None
        assert table.campaign.length == length and not table.app.app_state.shared()


async def test_a_form_half_filled_survives_every_look_elsewhere(tmp_path: Path) -> None:
    id = ana(tmp_path)
    async with opened(tmp_path, id) as table:
        await table.keys("r", *"prepare", "escape")
        await table.write("Sump")
        await table.keys("enter")
        await table.write("2 goblins")
        await table.keys("enter")
        for look in (("f2", "f3"), ("f2", "f3", *"prepare"), ("f1", "escape"), ("f4", "f6", "f3")):
            await table.keys(*look)
            assert (given(table, "name"), given(table, "foes")) == ("Sump", "2 goblins"), look
        await table.keys("f3", *"luck")
        form = table.app.screen.query_one(RollPage).form
        assert form is not None and form.procedure.id == "troika.test-luck"
        await table.keys("f2", "f3", "escape", *["enter"] * 4)
        last = table.campaign.last
        assert last is not None and last.procedure == "campaign.prepare" and last.given["foes"] == "2 goblins"
        await table.keys("c", "r")
        assert given(table, "name") is None


async def test_after_its_roll_a_form_leaves_letters_their_keys(tmp_path: Path) -> None:
    async with opened(tmp_path, ana(tmp_path)) as table:
        await table.keys("r", *"oracle", "tab")
        await table.write("is it locked")
        await table.keys("enter", "enter", "i")
        assert "Initiative" in table.lines()[0]


async def test_the_roll_screen_of_another_campaign_remembers_nothing(tmp_path: Path) -> None:
    first = battle(tmp_path, "d20.begin-battle", "turn.next")
    second = ana(tmp_path, "Vale")
    async with opened(tmp_path, first) as table:
        await table.keys("r", *"pre", "tab", "escape")
        await table.write("Sump")
        await table.keys("enter", "g", "end", "home")
        await table.app._campaigns.open(second)
        await table.keys("r")
        page = table.app.screen.query_one(RollPage)
        assert page.form is not None and page._offers[0].procedure is page.form.procedure
        await table.keys(*"prepare")
        assert given(table, "name") is None


async def test_an_encounter_is_prepared_line_by_line_and_its_footer_says_how(tmp_path: Path) -> None:
    async with opened(tmp_path, ana(tmp_path)) as table:
        await palette(table, "prepare")
        await table.keys("escape")
        assert "⏎ Type it" in table.lines()[-1]
        await table.keys("enter")
        await table.write("Sump")
        await table.keys("enter")  # goes on to the foes, since there must be some
        await table.write("3 blorks")
        await table.keys("enter")
        assert "'blorks' is no foe" in table.text() and given(table, "foes") is None
        await table.keys("ctrl+u")
        await table.write("3 goblins")
        await table.keys("tab", "enter")  # nobody comes later
        await table.write("Water drips")
        await table.keys("enter")
        assert given(table, "read") == "Water drips" and "⏎ Next line" in table.lines()[-1]
        await table.keys("tab")
        assert "⏎ Do it" in table.lines()[-1]
        await table.keys("enter")
        last = table.campaign.last
        assert last is not None and last.procedure == "campaign.prepare"
        assert (last.given["foes"], last.given["read"]) == ("3 goblins", "Water drips")
        assert "its name prepares it anew" in table.text()
        await table.keys("enter")
        await table.write("Sump")
        await table.keys("enter")
        assert (given(table, "foes"), given(table, "read")) == ("3 goblins", "Water drips")
