"""Random tables at the table: a few letters of a table's name, Enter, and the result is in the journal."""

from pathlib import Path

import pytest

from tableside.views.journal_rows import journal_entry_in_a_line
from tests.campaign.people import do
from tests.screens.table import campaign_of, opened


async def test_a_table_is_found_by_its_name_and_rolled_with_one_key_more(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        await table.keys("r")
        await table.write("weath")
        assert "4\N{EN DASH}5 Rain, steady and cold" in table.text() and "7/36" in table.text()
        await table.keys("enter")
        last = table.campaign.last
        assert last is not None and journal_entry_in_a_line(last).startswith("The weather: ")
        assert "definition" not in table.text()


async def test_the_faces_of_real_dice_are_taken_a_throw_at_a_time(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        await table.keys("r")
        await table.write("weath")
        await table.keys("equals_sign", "6", "6", "3")
        last = table.campaign.last
        assert last is not None
        assert journal_entry_in_a_line(last) == "The weather: Wrong. Hail falls as big as eggs, one by one"


async def test_the_oracle_answers_at_once_after_its_name(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        await table.keys("r", "o", "r", "a", "equals_sign", "4", "2")
        last = table.campaign.last
        assert last is not None and journal_entry_in_a_line(last) == "The oracle (even): yes"


async def test_a_table_of_the_campaign_is_there_as_soon_as_its_file_is(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        own = table.campaign.folder / "tables"
        own.mkdir()
        (own / "own.toml").write_text('[flying-things]\ntitle = "Zeppelins"\nrows = ["one over {who}"]\n')
        await table.keys("r")
        await table.write("flying")
        await table.keys("enter")
        last = table.campaign.last
        assert last is not None and journal_entry_in_a_line(last) == "Zeppelins: One over Ana"
        (own / "own.toml").write_text('[flying-things]\nrows = ["one over {nowhere}"]\n')
        await table.keys("full_stop")
        told = "".join(table.text().split())  # the folder's name may break the line anywhere
        assert "own.toml:2:flying-things:notable" in told and table.campaign.last == last


async def test_a_table_that_is_missed_is_told_with_its_fault(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        own = table.campaign.folder / "tables"
        own.mkdir()
        (own / "own.toml").write_text('[bones]\ndice = "2d6"\n[bones.rows]\n2-7 = "no"\n9-12 = "yes"\n')
        await table.keys("r")
        await table.write("bones")
        await table.keys("enter")
        assert "own.toml:1:bones:nothingfor8of2d6" in "".join(table.text().split())


@pytest.mark.parametrize("name", ["The weather", "A portent in a dream"])
async def test_the_palette_finds_a_table(name: str, tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        await table.keys("ctrl+p")
        await table.write(name)
        await table.until("Rolls its dice, and on any table that the row leads to.")
        await table.keys("enter")
        await table.until(f"> {name}")
        await table.until("times")


async def test_the_command_bar_rolls_on_a_table_and_asks_the_oracle(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        await table.keys("colon")
        await table.write("weather")
        await table.keys("enter")
        last = table.campaign.last
        assert last is not None and journal_entry_in_a_line(last).startswith("The weather: ")
        await table.keys("colon")
        await table.write("oracle likely is the gate shut")
        await table.keys("enter")
        last = table.campaign.last
        assert last is not None and journal_entry_in_a_line(last).startswith("Is the gate shut? (likely): ")


async def test_any_dice_are_thrown_from_the_letters_of_the_roll_view(tmp_path: Path) -> None:
    async with opened(tmp_path) as at:
        await at.keys("f3")
        await at.write("d20+5")
        assert "d20+5" in at.lines()[1]
        await at.keys("enter")
        assert "d20+5: " in at.text()
        assert at.campaign.last is not None and at.campaign.last.procedure == "dice.throw"


OWN = """
[oracle]
title = "The cards' oracle"
dice = "2d6"
asks = { unlikely = -2, even = 0, likely = 2 }

[oracle.rows]
0-6 = "no"
7-14 = "yes"

[omens]
title = "Omens"
rows = ["a crow falls"]

[cups]
title = "Cups"
deck = true
rows = ["the knave", "the queen"]
"""


async def test_a_percentage_is_the_nearest_that_the_own_oracle_has(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        own = table.campaign.folder / "tables"
        own.mkdir()
        (own / "own.toml").write_text(OWN)
        for chance, meant in (("90%", "likely"), ("45%", "even"), ("2%", "unlikely")):
            await table.keys("colon")
            await table.write(f"? {chance} is it far")
            await table.keys("enter")
            last = table.campaign.last
            assert last is not None and journal_entry_in_a_line(last).startswith(f"Is it far? ({meant}): ")


async def test_among_the_names_own_tables_the_own_oracle_decks_and_tracks_are_used(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        do(table.campaign, "campaign.add-track", name="Find him", difficulty="hard")
        own = table.campaign.folder / "tables"
        own.mkdir()
        (own / "own.toml").write_text(OWN)
        await table.keys("j", "number_sign")
        listed = [each.strip("> ") for each in table.lines() if each.strip("> ")]
        for text in (
            "Find him",
            "Your tables and decks",
            "The cards' oracle asked with /?",
            "Cups 2 of 2 left",
        ):
            assert any(each.startswith(text) for each in listed), table.text()
        said = {}
        for steps in range(4):
            await table.keys("home", *["down"] * steps, "enter")
            if "question" in table.text().casefold():
                await table.write("is it far")
                await table.keys("enter")
            last = table.campaign.last
            assert last is not None
            said[last.procedure] = journal_entry_in_a_line(last)
        assert {*said} == {"campaign.tick-clock", "oracle.ask", "table.roll"}
        assert said["oracle.ask"].startswith("Is it far? (even): ")
        assert table.campaign.table.clocks[0].marked and "Cups 1 of 2 left" in table.text()
        await table.keys("space")
        assert "nothing that is named stands here" in table.text()
        (own / "own.toml").write_text(OWN.replace("a crow falls", "{nobody} falls"))
        await table.keys("j", "number_sign")
        assert "own.toml:13: omens: no table" in table.text() and "Cups 1 of 2 left" in table.text()
