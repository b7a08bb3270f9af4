"""The moment of a roll, large: each letter and face has its shape, a word is as broad as there is room."""

import re
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.rules.play import Rolled
from tableside.themes import PLAIN
from tableside.views.large_roll_result import (
    FACE_ROWS,
    LARGE_FACE_CELLS,
    LETTER_BLOCKS,
    LETTER_ROWS,
    LETTERS,
    PIPS,
    WIDE,
    block_letters,
    face_lines,
    large_face_lines,
    large_roll_result_rows,
)
from tests.screens.table import opened as at_the_screen


def test_every_letter_has_five_rows_of_as_many_blocks_as_it_is_wide() -> None:
    for letter, rows in LETTERS.items():
        assert len(rows) == LETTER_ROWS
        blocks = WIDE.get(letter, LETTER_BLOCKS)
        assert {len(line) for line in block_letters(letter, blocks)} == {blocks}
    drawn = [rows for letter, rows in LETTERS.items() if letter not in "O0S5"]
    assert len(drawn) == len({*drawn}), "no two look alike, but for O and 0, S and 5"


def test_a_w_is_read_as_one_and_not_as_an_h() -> None:
    drawn = ["".join("#" if each != " " else "." for each in line) for line in block_letters("W", 6)]
    assert drawn == ["#...#", "#...#", "#.#.#", "#.#.#", ".#.#."]


def test_an_n_is_read_as_one_and_not_as_a_gate() -> None:
    drawn = ["".join("#" if each != " " else "." for each in line) for line in block_letters("N", 6)]
    assert drawn == ["#..#", "##.#", "#.##", "#..#", "#..#"]


def test_a_word_is_as_large_as_there_is_room_for() -> None:
    def drawn(cells: int, rows: int) -> tuple[int, int]:
        letters = block_letters("HIT", cells, rows)
        return max(map(len, letters)), len(letters)

    rooms = ((200, 40), (60, 12), (60, 9), (60, 0), (20, 40))
    assert [drawn(*room) for room in rooms] == [(66, 15), (44, 10), (22, 5), (22, 5), (11, 5)]
    assert block_letters("HIT", 5) == ()
    assert block_letters("ÄH", 60) == ()
    assert block_letters("", 60) == ()


def test_a_face_has_its_pips_or_its_number() -> None:
    assert [sum(line.count("●") for line in PIPS[face]) for face in PIPS] == [*PIPS]
    assert all(len(line) == 5 for sides in (6, 20, 1000) for line in face_lines(4, sides))
    assert "17" in "".join(face_lines(17, 20))


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "letters"), [((60, 20), 5), ((80, 24), 5), ((120, 40), 10), ((200, 50), 10)]
)
async def test_a_result_shown_large_has_the_room_that_there_is(
    tmp_path: Path, size: tuple[int, int], letters: int
) -> None:
    async with at_the_screen(tmp_path, size=size) as table:
        await table.keys("r", "enter")
        await table.keys("v")
        await table.until("esc Back")
        blocks = [line for line in table.lines() if "█" in line and "%" not in line and "[ " not in line]
        assert len(blocks) == letters
        assert not any("Advanced Skills" in line for line in table.lines()), "no sheet beside it"
        await table.keys("x")
        await table.until("success")


def test_a_large_face_is_a_small_one_twice_as_wide_or_its_number_in_digits() -> None:
    for face, small in PIPS.items():
        _, *lines, _ = large_face_lines(face, 6)
        assert [line.strip() for line in lines[::2]] == [
            "".join("██" if sign == "●" else "  " for sign in line).strip() for line in small
        ]
    for face, sides in ((4, 6), (4, 4), (17, 20), (1000, 1000)):
        assert [len(line) for line in large_face_lines(face, sides)] == [LARGE_FACE_CELLS] * 7
    assert large_face_lines(17, 20)[0].startswith("d20")
    assert "1000" in "".join(large_face_lines(1000, 1000)), "as it is where it is too long for digits"


@pytest.mark.long
@pytest.mark.parametrize(("size", "rows"), [((80, 24), 3), ((120, 40), 7), ((200, 50), 7)])
async def test_faces_are_large_where_the_verdict_stays_as_large(
    tmp_path: Path, size: tuple[int, int], rows: int
) -> None:
    async with at_the_screen(tmp_path, size=size) as table:
        await table.keys("x", "enter", "enter", "v")
        await table.until("esc Back")
        assert sum(" [" in line and "] " in f"{line} " for line in table.lines()) == rows


FACE = re.compile(r"[\[(] [ ●]{5} [\])]")


@pytest.mark.long
async def test_no_face_is_cut_off_where_there_is_little_room(tmp_path: Path) -> None:
    campaign = place_demo(Library(tmp_path), "galejatra")
    async with at_the_screen(tmp_path, campaign, size=(60, 20)) as table:
        await table.keys("r", "enter", "1", "v")
        await table.until("esc Back")
        faces = [line for line in table.lines() if FACE.search(line)]
        assert len(faces) == 2 * FACE_ROWS


@pytest.mark.long
async def test_nothing_of_it_is_cut_off_and_no_throw_touches_another(tmp_path: Path) -> None:
    """The die of the damage was under the edge, and three dice were one grey block without colours."""
    async with at_the_screen(tmp_path, size=(60, 20)) as table:
        await table.keys("x", "enter", "enter", "v")
        await table.until("esc Back")
        faces = [FACE.findall(line) for line in table.lines() if FACE.search(line)]
        assert [len(each) for each in faces] == [5, 5, 5]
        throws = [
            re.split(r"\s{3,}", FACE.sub("#", line.strip())) for line in table.lines() if FACE.search(line)
        ]
        assert throws == [["# #", "# #", "#"]] * FACE_ROWS


@pytest.fixture(scope="module")
def rolls_of_demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Campaign, list[Entry]]:
    """The demo of Troika, and its short entries with rolls."""
    library = Library(tmp_path_factory.mktemp("large"))
    demo = library.open(place_demo(library, "troika"), read_only=True)
    entries = map(demo.entry, range(1, demo.length + 1))
    rolls = [each for each in entries if any(isinstance(step, Rolled) for step in each.steps)]
    demo.close()
    return demo, [each for each in rolls if len(each.facts) < 4]


@pytest.mark.parametrize("rows", range(8, 40))
def test_letters_give_way_to_a_badge_and_faces_to_their_numbers(
    rolls_of_demo: tuple[Campaign, list[Entry]], rows: int
) -> None:
    demo, rolls = rolls_of_demo
    for entry in rolls:
        told = large_roll_result_rows(entry, demo.table, demo.rules, 56, rows)
        assert len(told) <= rows, "\n".join(row.text for row in told)


def test_all_of_it_has_plain_signs() -> None:
    drawn = {*"".join(block_letters("HIT", 60)), *"".join(line for face in PIPS.values() for line in face)}
    assert "".join(drawn).translate(PLAIN).isascii()


def test_a_name_is_whole_above_its_dice_where_there_is_room(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "galejatra"), read_only=True)
    rolls = [
        entry
        for entry in map(demo.entry, range(1, demo.length + 1))
        if any(isinstance(step, Rolled) and step.who == "Ringers in iron masks" for step in entry.steps)
    ]
    for cells in (100, 56):
        told = [row.text for row in large_roll_result_rows(rolls[0], demo.table, demo.rules, cells, 20)]
        assert any("Ringers in iron masks" in line for line in told)
    demo.close()
