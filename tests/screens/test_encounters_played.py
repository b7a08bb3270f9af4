"""An encounter on the screen: its table is rolled with a key, and who comes when a clock is full comes."""

from pathlib import Path

from tableside.campaign import pack_files
from tableside.campaign.library import Library
from tableside.rules.campaign_kinds import campaign_kinds_kept
from tests.campaign.people import do
from tests.screens.table import opened

PACK = """
[encounters.lock-house]
foes = ["2 goblins"]
coming = ["clock The bell: ogre"]
table = "rain"
notes = "They bargain."
"""
RAIN = '[rain]\ntitle = "Rain"\ndice = "d2"\nrows = ["Drizzle", "Cloudburst"]\n'


def lock_house(folder: Path) -> str:
    library = Library(folder)
    id = library.new("Rats", "troika")
    for place, text in (("packs", PACK), ("tables", RAIN)):
        (folder / id / place).mkdir(exist_ok=True)
        (folder / id / place / "own.toml").write_text(text, encoding="utf-8")
    campaign = library.open(id)
    do(campaign, "campaign.add-character", name="Ana")
    do(campaign, "campaign.add-clock", name="The bell", steps="2")
    campaign.close()
    return id


async def test_a_key_rolls_on_the_table_of_the_encounter(tmp_path: Path) -> None:
    async with opened(tmp_path, lock_house(tmp_path)) as table:
        await table.keys("i", "V")
        assert "the encounter has none" in table.text()
        await table.keys("F", "enter", "space")
        assert "V rolls on rain" in table.text()
        await table.keys("V")
        assert "Drizzle" in table.text() or "Cloudburst" in table.text()
        last = table.campaign.last
        assert last is not None and last.procedure == "table.roll" and last.given["who"] == 0


async def test_who_waits_for_a_clock_comes_when_it_is_full_and_goes_with_it(tmp_path: Path) -> None:
    async with opened(tmp_path, lock_house(tmp_path)) as table:
        await table.keys("i", "F", "enter", "space")
        assert "When The bell is full: ogre" in table.text()
        await table.keys("t")
        assert "Ogre" not in [each.name for each in table.campaign.table.in_play()]
        await table.keys("t")
        assert "Ogre" in table.text() and "When The bell is full" not in table.text()
        order = table.campaign.table.order
        assert order is not None and len(order.members) == 4
        await table.keys("u")
        assert "When The bell is full: ogre" in table.text()


def was_read() -> bool:
    return pack_files.read_pack_file.cache_info().currsize > 0


async def test_ten_thousand_foes_are_read_before_the_key_that_lists_them(tmp_path: Path) -> None:
    id = lock_house(tmp_path)
    many = "".join(f"[foes.beast-{n}]\nskill = 6\nstamina = 7\n\n" for n in range(10_000))
    (tmp_path / id / "packs" / "many.toml").write_text(many, encoding="utf-8")
    pack_files.read_pack_file.cache_clear()
    async with opened(tmp_path, id) as table:
        while not was_read() or any(each.group == "loading" for each in table.app.workers):
            await table.pilot.pause(0.01)
        read = pack_files.read_pack_file.cache_info().misses
        await table.keys("i", "N")
        await table.write("beast")
        assert "Beast 7" in table.text()
        assert pack_files.read_pack_file.cache_info().misses == read


async def test_one_prepared_on_the_screen_is_given_a_table_where_there_are_any(tmp_path: Path) -> None:
    async with opened(tmp_path, lock_house(tmp_path)) as table:
        await table.keys("F")
        await table.write("bridge: 2 orcs")
        await table.keys(*["enter"] * 4)
        assert "1 none" in table.text() and "2 Rain" in table.text()
        await table.keys("2")
        kept = campaign_kinds_kept(table.campaign.table, "encounters")["bridge"]
        assert kept.value("table") == "rain"
        await table.keys("u", "F")
        await table.write("bridge: 2 orcs")
        await table.keys(*["enter"] * 5)
        assert campaign_kinds_kept(table.campaign.table, "encounters")["bridge"].value("table") == ""


async def test_escape_in_a_later_question_of_an_encounter_leads_back_to_its_line(tmp_path: Path) -> None:
    async with opened(tmp_path, lock_house(tmp_path)) as table:
        length = table.campaign.length
        await table.keys("F")
        await table.write("wharf: 3 goblins")
        await table.keys("enter")
        await table.write("They wait.")
        await table.keys("enter", "escape")
        assert "wharf: 3 goblins" in table.text() and table.campaign.length == length
        await table.keys("enter")
        assert "They wait." in table.text()
        await table.keys("enter", "enter", "enter")
        assert "Its table:" in table.text()
        await table.keys("escape")
        assert "wharf: 3 goblins" in table.text() and table.campaign.length == length
        await table.keys("escape")
        assert table.campaign.length == length
        await table.keys("F")
        await table.write("wharf: 3 goblins")
        await table.keys("enter", "enter", "enter", "enter", "enter")
        assert table.campaign.length == length + 1


async def test_the_key_bar_says_that_tab_goes_on_to_the_next_turn(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "minus")
        assert "tab Enter, next turn" in table.lines()[-1]
        await table.keys("escape", "c", "n", "2")
        assert "next turn" not in table.lines()[-1] and "tab Enter, next line" in table.lines()[-1]


async def test_an_encounter_with_nothing_to_tell_takes_no_rows_beside_the_fight(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "F")
        await table.write("wharf: 2 goblins")
        await table.keys("enter", "enter", "enter", "enter")
        await table.keys("F", "enter")
        beside = [line[46:].strip() for line in table.lines()]
        assert "wharf" not in " ".join(beside) and "Goblin 2" in table.text()


async def test_nothing_is_left_to_be_read_of_the_dead(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("i", "colon")
        await table.write("kill the keeper")
        await table.keys("enter")
        dead = next(line for line in table.lines() if "DEAD" in line)
        assert "keeper" in dead and "/12" not in dead
