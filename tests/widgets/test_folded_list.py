"""What is too long for a row goes on in the next; over a title there is air where there is room."""

from textual.app import App, ComposeResult
from textual.content import Content

from tableside.widgets.base import Line
from tableside.widgets.lists import FoldedList, folded_list_line


def rows(text: str, cells: int) -> list[str]:
    return [row.content.plain for row in folded_list_line(Line("a", Content(text), False), cells)]


def test_what_fits_is_one_row() -> None:
    assert rows("bleeds 1d6 harm", 15) == ["bleeds 1d6 harm"]


def test_the_rest_hangs_further_in() -> None:
    assert rows("  Moss: swims, or loses more", 18) == ["  Moss: swims, or", "    loses more"]


def test_nothing_is_lost() -> None:
    text = "a word or two " * 9
    assert "".join(rows(text, 20)).split() == text.split()


def test_what_counts_a_condition_stays_with_it() -> None:
    assert rows("    Cy  -4/8 DYING bl (2)", 21) == ["    Cy  -4/8 DYING", "      bl (2)"]
    assert rows("▶ Cy 6 4 3 in the cold river (2)", 29) == ["▶ Cy 6 4 3 in the cold", "  river (2)"]


def test_a_word_longer_than_a_row_is_cut_at_its_edge() -> None:
    assert rows("a" * 25, 10) == ["a" * 10, "  " + "a" * 8, "  " + "a" * 7]
    assert rows("名" * 9, 10) == ["名" * 5, "  " + "名" * 4]


def test_the_cursor_stands_on_the_first_row_of_a_line_and_on_no_other() -> None:
    found = list(folded_list_line(Line("k", Content("word " * 9), True), 20))
    assert len(found) > 1 and "".join(row.content.plain for row in found).split() == ["word"] * 9
    assert [(row.key == "k", row.selectable) for row in found] == [(True, True)] + [(False, False)] * (
        len(found) - 1
    )


def test_keys_stay_unique() -> None:
    keys = [row.key for row in folded_list_line(Line("a", Content("word " * 20), selectable=False), 20)]
    assert len(keys) == len(set(keys)) > 3


def test_a_piece_that_fits_in_the_next_row_is_not_cut_in_two() -> None:
    text, cells = "  Corin  6 4 3 knee-deep in the river", 28
    spans = ((0, "  Corin"), (7, "  6 4 3"), (14, " knee-deep in the river"))
    pieces = tuple(start + len(words) for start, words in spans)
    line = Line("a", Content(text), hangs=4, pieces=pieces)
    assert [row.content.plain for row in folded_list_line(line, cells)] == [
        "  Corin  6 4 3",
        "    knee-deep in the river",
    ]
    narrow = [row.content.plain for row in folded_list_line(line, 22)]
    assert narrow == ["  Corin  6 4 3", "    knee-deep in the", "    river"] or narrow[0].endswith(
        "knee-deep"
    )
    assert "".join(narrow).split() == text.split()


class ListApp(App[None]):
    def compose(self) -> ComposeResult:
        yield FoldedList(show_cursor=False)

    def drawn(self) -> str:
        """The first letter of each row."""
        return "".join(line.content.plain[:1] or "." for line in self.query_one(FoldedList).lines)


async def test_there_is_air_over_titles_as_long_as_rows_are_free() -> None:
    """Four blocks stood without a row between them where two were free, and three were needed."""
    app = ListApp()
    async with app.run_test(size=(20, 6)) as pilot:
        await pilot.pause()
        titled = [Line(letter, Content(letter), False, has_rule=letter.isupper()) for letter in "AaBbC"]
        app.query_one(FoldedList).set_lines(titled)
        assert app.drawn() == "Aa.BbC"
        await pilot.resize_terminal(20, 9)
        await pilot.pause()
        assert app.drawn() == "Aa.Bb.C"
        await pilot.resize_terminal(20, 5)
        await pilot.pause()
        assert app.drawn() == "AaBbC"


async def test_lists_side_by_side_have_as_much_air_as_the_longest_has_room_for() -> None:
    app = ListApp()
    async with app.run_test(size=(20, 9)) as pilot:
        await pilot.pause()
        titled = [Line(letter, Content(letter), False, has_rule=letter.isupper()) for letter in "AaBbC"]
        folded_list = app.query_one(FoldedList)
        folded_list.set_lines(titled)
        folded_list.have_air(1)
        assert app.drawn() == "Aa.BbC" and folded_list.rows_left_of(9) == 4


async def test_there_is_no_more_air_where_a_row_is_free_already() -> None:
    app = ListApp()
    async with app.run_test(size=(20, 20)):
        lines = [Line("a", Content("a"), False), Line("gap", Content(""), False)]
        app.query_one(FoldedList).set_lines([*lines, Line("B", Content("B"), False, has_rule=True)])
        assert app.drawn() == "a.B"
