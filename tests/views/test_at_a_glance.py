"""Who is worst off, and what stands beside a fight: seen, not read."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.rules.life_states import is_fallen
from tableside.rules.sheet import Meter
from tableside.text import width
from tableside.themes import PLAIN
from tableside.views import character_list, fight
from tableside.views.meters import WANING, meter_bars
from tableside.views.rows import Tone
from tableside.views.side_panes import pane_of_fight_sheets
from tests.campaign.people import do
from tests.idle import PATIENCE
from tests.screens.table import opened as at_the_screen

BARS = re.compile("[▆▄▂·]+")


@pytest.fixture(params=games_with_demo())
def campaign(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Campaign]:
    library = Library(tmp_path)
    made = library.open(place_demo(library, request.param))
    yield made
    made.close()


def members(campaign: Campaign) -> dict[str, str]:
    """The rows of a fight by the names in them."""
    rows = fight.fight_member_rows(campaign.table, campaign.rules, 42)
    people = {str(each.key): each.name for each in campaign.table.in_play()}
    return {people[row.key]: row.text for row in rows if row.key in people}


def test_behind_a_full_bar_a_mark_says_who_will_lose_more(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "troika"))
    rows = members(campaign)
    assert [name for name, text in rows.items() if WANING in text] == ["Sister Quill", "Moss"]
    assert "▆▼ 17/17" in rows["Sister Quill"]
    do(campaign, "campaign.relieve", who="Sister Quill", condition="bleeding")
    assert [name for name, text in members(campaign).items() if WANING in text] == ["Moss"]
    roster = character_list.character_list_rows(campaign.table, campaign.rules, 36)
    assert sum(WANING in row.text for row in roster) == 1
    assert WANING.translate(PLAIN).isascii()
    campaign.close()


def test_the_mark_costs_no_cell(campaign: Campaign) -> None:
    assert all(width(text) <= 64 for text in members(campaign).values())
    assert campaign.rules.id == "troika" or not any(WANING in text for text in members(campaign).values())


def test_how_people_are_is_a_word_where_a_number_tells_nobody(tmp_path: Path) -> None:
    library = Library(tmp_path)
    told: dict[str, str] = {}
    for game in ("galejatra", "wandered"):
        campaign = library.open(place_demo(library, game))
        told |= members(campaign)
        campaign.close()
    assert " hurt 1" in told["Aino"] and " unhurt" in told["Sister Irja"]
    assert " wound" in told["Dag Ironmouth"] and " unhurt" in told["Hesper Lune"]
    assert " 1 left" in told["The Gardener"] and " 3 dice" in told["The bell cliff"]


def test_nonlethal_damage_stands_on_the_row_of_whom_it_is_counted_against(tmp_path: Path) -> None:
    """The bar was full, and one blow more knocked them out."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "d20"))
    do(campaign, "d20.bruise", who="Brine sentry 1", **{"hit-points": "3"})
    assert "nonlethal 3" in members(campaign)["Brine sentry 1"]
    rows = character_list.character_list_rows(campaign.table, campaign.rules, 42)
    assert sum("nonlethal 3" in each.text for each in rows) == 1


def test_no_name_is_cut_off_in_a_fight_and_every_bar_tells_at_a_glance(campaign: Campaign) -> None:
    rows = members(campaign)
    assert [name for name, text in rows.items() if name not in text] == []
    drawn = {name: [*map(len, BARS.findall(text))] for name, text in rows.items() if BARS.search(text)}
    of_one = {name: cells for name, cells in drawn.items() if len(cells) == 1}
    assert drawn and all(min(cells) >= 5 for cells in of_one.values()), drawn


def test_what_somebody_waits_for_stands_behind_them_where_a_shorter_bar_leaves_room(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "d20"))
    row = members(campaign)["Ysolde Fenn"]
    assert row.endswith(" delays") and width(row) <= 42
    campaign.close()


def test_who_has_fallen_is_never_as_loud_as_who_is_worst_off(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "fell"))
    rows = {row.key: row for row in fight.fight_member_rows(campaign.table, campaign.rules, 42)}
    people = {each.name: rows[str(each.key)] for each in campaign.table.in_play()}
    loud = {Tone.BAD, Tone.ALARM, Tone.LITTLE}
    assert loud & {tone for text, tone in people["Old Hob"].spans if text.strip()}
    assert not loud & {tone for text, tone in people["Toll keeper 1"].spans if text.strip()}
    assert "OUT OF ACTION" in people["Toll keeper 1"].text
    campaign.close()


def test_three_bars_stand_where_each_has_a_cell_or_none_does() -> None:
    three = (Meter(1, 4),) * 3
    assert all(sum(width(text) for text, _ in meter_bars(three, cells)) == cells for cells in range(3, 12))


def test_beside_a_fight_stands_the_sheet_of_whoever_acts_with_bars(campaign: Campaign) -> None:
    order = campaign.table.order
    assert order is not None
    others = [key for key in order.members if key not in order.now]
    rows = pane_of_fight_sheets(campaign.table, campaign.rules, others[0], 38)
    assert len({row.key for row in rows}) == len(rows)
    names = {each.name for each in campaign.table.in_play()}
    headings = [row.spans[0][0] for row in rows if row.spans[0][0] in names]
    assert headings == [campaign.table[order.now[0]].name, campaign.table[others[0]].name]
    alone = pane_of_fight_sheets(campaign.table, campaign.rules, order.now[0], 38)
    assert len(alone) < len(rows)


@pytest.mark.long
@pytest.mark.parametrize("size", [(120, 40), (200, 50)])
async def test_wide_terminals_show_the_sheet_with_its_bars_beside(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with at_the_screen(tmp_path, size=size) as table:
        await table.keys("i")
        await table.until("Sword Fighting")
        assert any("13/19 ▆" in line and "9/9 ▆" in line for line in table.lines())


@pytest.mark.long
async def test_under_an_entry_stands_the_sheet_of_whom_it_is_about(tmp_path: Path) -> None:
    entry = "Sister Quill is bleeding"
    for size, has_room in (((120, 40), True), ((120, 24), False)):
        async with at_the_screen(tmp_path / str(size[1]), size=size) as table:
            await table.keys("j", "up", "up")
            await table.until(entry)
            beside = [line[80:].strip() for line in table.lines()]
            assert ("Sister Quill ────" in beside) == has_room


@pytest.mark.long
async def test_on_the_widest_terminal_the_opened_entry_has_half_of_it(tmp_path: Path) -> None:
    async with at_the_screen(tmp_path, size=(200, 50)) as table:
        await table.keys("j")
        await table.until("token drawn   ")
        await table.keys("enter")
        assert any(line[100:].strip().startswith("Entry ") for line in table.lines())


@pytest.mark.long
async def test_a_large_terminal_shows_the_sheets_of_the_rest_under_the_fight(tmp_path: Path) -> None:
    for size, has_room in (((200, 50), True), ((200, 30), False), ((160, 50), False)):
        async with at_the_screen(tmp_path / "x".join(map(str, size)), size=size) as table:
            await table.keys("i")
            below = "".join(line[:100] for line in table.lines())
            assert below.count("Advanced Skills") == (3 if has_room else 0), size
            if has_room:
                names = next(line for line in table.lines() if line[:16].strip() == "Brannoch Pike ──")
                assert "Sister Quill ────" in names and "Moss  Gardener of statues ────" in names
                await table.keys("r")
                assert not any("Brannoch Pike ──" in line[:100] for line in table.lines())


@pytest.mark.long
async def test_who_has_no_sheet_under_a_view_is_named_as_not_shown(tmp_path: Path) -> None:
    """`Sister Quill  +1: Moss` read as a bonus of hers."""
    async with at_the_screen(tmp_path, size=(200, 50)) as table:
        await table.keys("p")
        assert any("Sister Quill  (not shown: Moss)" in line for line in table.lines())


@pytest.mark.long
async def test_one_more_sheet_under_a_fight_takes_no_air_from_the_others(tmp_path: Path) -> None:
    """What was hidden had no rows yet, so none were left for air in any."""
    async with at_the_screen(tmp_path, place_demo(Library(tmp_path), "galejatra"), size=(200, 50)) as table:
        await table.keys("i", "space")
        (gear,) = (n for n, line in enumerate(table.lines()) if line.startswith("Gear ────"))
        assert not table.lines()[gear - 1][:33].strip(), table.text()


@pytest.mark.long
@pytest.mark.parametrize("game", games_with_demo())
async def test_advancement_shows_a_sheet_once(tmp_path: Path, game: str) -> None:
    """Where there was nothing to pick the sheet stood in both panes, side by side."""
    library = Library(tmp_path)
    async with at_the_screen(tmp_path, place_demo(library, game), size=(120, 40)) as table:
        await table.keys("a")
        assert sum(line.count("Conditions") for line in table.lines()[:26]) == 1


@pytest.mark.parametrize("game", games_with_demo())
async def test_on_a_narrow_terminal_every_name_in_the_list_is_whole_and_whoever_has_points_has_a_bar(
    tmp_path: Path, game: str
) -> None:
    """Nobody had one, and names were cut beside the blank cells of a bar that foes do not have."""
    async with at_the_screen(tmp_path, place_demo(Library(tmp_path), game), size=(60, 20)) as table:
        await table.keys("c")
        standing = [each for each in table.campaign.table.in_play() if not is_fallen(each)]
        for each in standing:
            (line,) = (line[:38] for line in table.lines()[:15] if line[2:].startswith(each.name))
            assert bool(BARS.search(line)) == bool(table.campaign.rules.meters(each)), line


@pytest.mark.parametrize(("rows", "lines"), [(24, 3), (30, 7), (40, 12), (50, 20)])
async def test_a_taller_terminal_shows_more_of_the_journal(tmp_path: Path, rows: int, lines: int) -> None:
    async with at_the_screen(tmp_path, size=(100, rows)) as table:
        times = [line for line in table.lines() if line[2:3] == ":" and line[:2].isdecimal()]
        assert len(times) in range(lines - 2, lines + 1) and "Ottoline Vash acts" in times[-1]


@pytest.mark.long
async def test_beside_the_list_of_campaigns_stands_the_one_under_the_cursor(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for game in ("fell", "wandered"):
        damaged = tmp_path / place_demo(library, game) / "campaign.json"
    damaged.write_text("{", encoding="utf-8")
    wanted = {
        "The Drowned Lantern": "Brannoch Pike",
        "The Toll": "Maud Sallow",
        "demo-wandered": "campaign.json",
    }
    async with at_the_screen(tmp_path, size=(120, 40)) as table:
        await table.keys("g", "home")
        while wanted:
            (chosen,) = (line for line in table.lines() if line.startswith("> "))
            name = next(name for name in wanted if name in chosen)
            limit = time.monotonic() + PATIENCE
            while wanted[name] not in "\n".join(line[80:] for line in table.lines()[:24]):
                assert time.monotonic() < limit, table.text()
                await table.pilot.pause(0.01)
            del wanted[name]
            await table.keys("down")


def test_over_the_points_of_fell_stands_whose_they_are(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "fell"))
    for rows in (
        character_list.character_list_rows(campaign.table, campaign.rules, 46),
        fight.fight_member_rows(campaign.table, campaign.rules, 46),
    ):
        texts = [each.text for each in rows]
        over = next(text for text in texts if "B I W" in text)
        below = next(text for text in texts if "4 8 4" in text)
        assert over.startswith("The party") and over.index("B I W") == below.index("4 8 4")
    campaign.close()


def test_a_heading_stands_apart_from_what_is_over_the_points_of_short_names(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Fells", "fell"))
    do(campaign, "fell.create", name="Bo")
    heading, bo = (each.text for each in character_list.character_list_rows(campaign.table, campaign.rules))
    assert heading == "The party  B I W" and len(bo) == len(heading)
    campaign.close()


def test_of_several_numbers_those_are_marked_of_which_little_is_left(tmp_path: Path) -> None:
    library = Library(tmp_path)
    made = library.open(place_demo(library, "fell"))
    (hob,) = (row for row in fight.fight_member_rows(made.table, made.rules, 42) if "Old Hob" in row.text)
    tones = {text.strip(): tone for text, tone in hob.spans if text.strip().isdigit()}
    made.close()
    assert (tones["1"], tones["6"], tones["4"]) == (Tone.LITTLE, Tone.PLAIN, Tone.PLAIN)
