"""The moment of a roll, large: each letter and face has its shape, a word is as broad as there is room."""

from tableside.themes import PLAIN
from tableside.views.roll_result import (
    LETTER_BLOCKS,
    LETTER_ROWS,
    LETTERS,
    PIPS,
    WIDE,
    block_letters,
    face_lines,
)


def test_every_letter_has_five_rows_of_as_many_blocks_as_it_is_wide() -> None:
    for letter, rows in LETTERS.items():
        assert len(rows) == LETTER_ROWS
        assert {len(line) for line in block_letters(letter, 6)} == {WIDE.get(letter, LETTER_BLOCKS)}
    drawn = [rows for letter, rows in LETTERS.items() if letter not in "O0S5"]
    assert len(drawn) == len({*drawn}), "no two look alike, but for O and 0, S and 5"


def test_a_w_is_read_as_one_and_not_as_an_h() -> None:
    drawn = ["".join("#" if each != " " else "." for each in line) for line in block_letters("W", 6)]
    assert drawn == ["#...#", "#...#", "#.#.#", "#.#.#", ".#.#."]


def test_a_word_is_as_broad_as_there_is_room_for() -> None:
    assert [max(map(len, block_letters("HIT", cells))) for cells in (60, 20)] == [22, 11]
    assert block_letters("HIT", 5) == ()
    assert block_letters("ÄH", 60) == ()
    assert block_letters("", 60) == ()


def test_a_face_has_its_pips_or_its_number() -> None:
    assert [sum(line.count("●") for line in PIPS[face]) for face in PIPS] == [*PIPS]
    assert all(len(line) == 5 for sides in (6, 20, 1000) for line in face_lines(4, sides))
    assert "17" in "".join(face_lines(17, 20))


def test_all_of_it_has_plain_signs() -> None:
    drawn = {*"".join(block_letters("HIT", 60)), *"".join(line for face in PIPS.values() for line in face)}
    assert "".join(drawn).translate(PLAIN).isascii()
