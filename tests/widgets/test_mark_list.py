"""Lines of a list are marked one by one or in runs, and shown by a sign."""

from textual.app import App, ComposeResult
from textual.content import Content

from tableside.widgets.base import Line
from tableside.widgets.lists import MarkList


class MarkApp(App[None]):
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        self.list = MarkList()
        self.marks: set[str] = set()
        self.told = 0

    def compose(self) -> ComposeResult:
        yield self.list

    def on_mount(self) -> None:
        lines = [Line(key, Content(f"the {key}"), selectable=key != "-") for key in "ab-cd"]
        self.list.set_lines(lines)
        self.list.show_marks(self.marks)
        self.list.focus()

    def on_mark_list_marked(self) -> None:
        self.told += 1

    def column(self) -> list[str]:
        """What stands before each line."""
        return [self.list.render_line(y).text[:2] for y in range(5)]


async def test_a_star_marks_the_line_under_the_cursor_and_unmarks_it() -> None:
    app = MarkApp()
    async with app.run_test() as pilot:
        await pilot.press("asterisk", "down")
        assert app.marks == {"a"} and app.column()[:2] == [" *", "> "]
        await pilot.press("up", "asterisk")
        assert app.marks == set() and app.column()[0] == "> "
        assert app.told == 2


async def test_a_run_grows_and_shrinks_with_the_cursor_and_passes_over_headings() -> None:
    app = MarkApp()
    async with app.run_test() as pilot:
        await pilot.press("down", "shift+down", "shift+down")
        assert app.marks == {"b", "c", "d"}
        await pilot.press("shift+up")
        assert app.marks == {"b", "c"}
        await pilot.press("shift+up", "shift+up")
        assert app.marks == {"a", "b"}


async def test_a_run_leaves_what_was_marked_before_it() -> None:
    app = MarkApp()
    async with app.run_test() as pilot:
        await pilot.press("asterisk", "down", "down", "shift+down")
        assert app.marks == {"a", "c", "d"}
        await pilot.press("up", "up", "up", "shift+down")
        assert app.marks == {"a", "b", "c", "d"}


async def test_escape_takes_all_marks_away() -> None:
    app = MarkApp()
    async with app.run_test() as pilot:
        await pilot.press("shift+down", "escape")
        assert app.marks == set() and "*" not in "".join(app.column())


async def test_the_marks_belong_to_whoever_shows_the_list() -> None:
    app = MarkApp()
    async with app.run_test() as pilot:
        app.marks |= {"c", "somebody on another list"}
        app.list.show_marks(app.marks)
        assert app.list.marks == {"c"} and app.column()[3] == " *"
        await pilot.press("asterisk")
        assert app.marks == {"a", "c", "somebody on another list"}
