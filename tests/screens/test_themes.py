"""Every theme can be read: 4.5 to 1 in every cell, and nothing is told by a colour alone."""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem
from rich.segment import Segment

from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.screens import painting
from tableside.screens.painting import STYLES, THEMES
from tableside.themes import next_theme, theme_colours
from tableside.views.rows import Row, Tone
from tests.screens.table import Table, opened
from tests.thorough import THOROUGH

LEAST, LEAST_OF_SIXTEEN = 4.5, 3
"""What the sixteen colours look like is for the terminal to say: of those there is one guess."""
LOOKS: tuple[tuple[str, ...], ...] = (
    *(("c",), ("enter",), ("r",), (*"swim",), ("enter",), ("tab", "e"), ("f4",), ("space",), ("k",)),
    *(("-", "x", "enter"), ("escape", "w"), ("escape", "a"), ("right",), ("j", "up", "enter"), ("g",)),
    *(("c", "n"), ("escape", "f1"), ("ctrl+p",)),
)
"""Keys, and a look at the screen after each lot: every view, a result, questions, a mistake, the palette."""
DECORATION = range(0x2500, 0x25A0)
"""Lines and blocks, which say nothing."""


def luminance(color: Color) -> float:
    """Relative luminance after WCAG 2."""
    parts = (part / 255 for part in color.get_truecolor())
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def pieces(table: Table) -> Iterator[Segment]:
    """What is on the screen and says something."""
    for strip in table.app.screen._compositor.render_strips():
        yield from (piece for piece in strip if {*piece.text} - {" ", *map(chr, DECORATION)})


def pairs(table: Table) -> set[tuple[Color, Color, str]]:
    found = set()
    for piece in pieces(table):
        style = piece.style
        assert style is not None and style.color is not None and style.bgcolor is not None, piece
        assert not style.dim, piece
        found.add((style.color, style.bgcolor, piece.text.strip()[:20]))
    return found


@pytest.mark.parametrize("system", ["truecolor", "standard"])
@pytest.mark.parametrize("theme", THEMES)
async def test_every_cell_of_every_view_can_be_read(
    tmp_path: Path, theme: str, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", system)
    faint, alike, seen = {}, {}, set()
    async with opened(tmp_path, size=(120, 30)) as table:
        table.app.theme = theme
        for keys in LOOKS:
            await table.keys(*keys)
            for color, ground, text in pairs(table):
                seen.add((color, ground))
                if (found := contrast(color, ground)) < LEAST:
                    faint[color.name, ground.name] = (round(found, 2), text)
                of_sixteen = (each.downgrade(ColorSystem.STANDARD) for each in (color, ground))
                if system == "standard" and (found := contrast(*of_sixteen)) < LEAST_OF_SIXTEEN:
                    alike[color.name, ground.name] = (round(found, 2), text)
    assert not faint
    assert not alike, "on a terminal of 16 colours"
    assert len(seen) > 4


@pytest.mark.parametrize("theme", THEMES)
def test_with_sixteen_colours_sides_and_what_was_won_or_lost_have_a_hue_each(theme: str) -> None:
    colours = theme_colours(theme, "standard")
    told = (colours.party, colours.enemies, colours.success, colours.error)
    assert Color.parse(colours.success).downgrade(ColorSystem.STANDARD).number not in (0, 7, 8, 15), "a grey"
    assert len({Color.parse(each).downgrade(ColorSystem.STANDARD) for each in told}) == len(told)


@pytest.mark.parametrize("theme", THEMES)
async def test_it_begins_in_a_theme_as_it_goes_on_in_it(tmp_path: Path, theme: str) -> None:
    seen = []
    for name, first in (("begun", theme), ("worn", next_theme(theme))):
        folder = tmp_path / name
        folder.mkdir()
        Library(folder).settings["theme"] = first
        async with opened(folder) as table:
            table.app.theme = theme
            await table.pilot.pause()
            classes = {each for each in table.app.classes if not each.startswith("-theme-")}
            seen.append((table.app.screen._compositor.render_strips(), classes, table.app.theme_variables))
    begun, worn = seen
    assert begun == worn


WEIGHTY = ("bold", "underline", "strike")


def test_a_tone_that_means_something_has_a_weight_besides_its_colour() -> None:
    drawn = {Tone.MOST, Tone.HALF, Tone.LITTLE}  # in bars, whose cells are lower the less is left
    sides = {Tone.PARTY, Tone.HENCHMEN, Tone.ENEMIES, Tone.OTHERS}  # under a heading with their name
    for tone in {*Tone} - {Tone.PLAIN, Tone.DIM} - drawn - sides:
        assert any(weight in STYLES[tone] for weight in WEIGHTY), tone


async def test_no_word_means_one_thing_in_one_colour_and_another_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[Tone, set[str]] = {tone: set() for tone in Tone}
    paint = painting.painted

    def listening(row: Row) -> object:
        first = row.spans[0][0]
        is_headline = re.match(r"\d\d:\d\d |  ", first) or row.key.startswith("verdict")
        for text, tone in () if is_headline else row.spans:
            said[tone] |= {text.strip()} - {""}
        return paint(row)

    monkeypatch.setattr(painting, "painted", listening)
    for game in games_with_demo() if THOROUGH else ("troika", "galejatra"):
        library = Library(tmp_path / game)
        async with opened(tmp_path / game, place_demo(library, game), size=(120, 40)) as table:
            for keys in LOOKS:
                await table.keys(*keys)
    assert said[Tone.BAD] and said[Tone.ACCENT] and said[Tone.GOOD]
    for one, other in combinations((Tone.GOOD, Tone.BAD, Tone.ACCENT), 2):
        assert not said[one] & said[other], (one, other)


async def test_a_theme_is_chosen_with_a_key_and_remembered(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        first = table.app.theme
        await table.keys("ctrl+t")
        assert table.app.theme == next_theme(first) != first
        assert f"theme: {next_theme(first)}" in table.text()
        id = table.campaign.id
    async with opened(tmp_path, id) as table:
        assert table.app.theme == next_theme(first)


async def test_a_theme_is_found_in_the_palette(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("ctrl+p", *"light", "enter")
        assert table.app.theme == "light"


@pytest.mark.parametrize("damage", [b"theme", b"\xff\xfe=", b"theme=mauve\n", b"=\n==\n"])
async def test_damaged_settings_stop_nothing(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / ".settings").write_bytes(damage)
    async with opened(tmp_path) as table:
        assert table.app.theme == "dark"
        await table.keys("ctrl+t", "ctrl+t", "ctrl+t")
        assert Library(tmp_path).settings["theme"] == "dark"


async def test_settings_that_cannot_be_kept_hold_until_the_end(tmp_path: Path) -> None:
    (tmp_path / ".settings").mkdir()
    async with opened(tmp_path) as table:
        await table.keys("ctrl+t")
        assert table.app.theme == "light"


async def test_where_panes_have_no_tint_of_their_own_lines_part_them(tmp_path: Path) -> None:
    """The list, what stands beside it and the journal below were one black."""
    async with opened(tmp_path) as table:
        await table.keys("i")
        assert not any("│" in line or line.startswith("─" * 80) for line in table.lines())
        while table.app.theme != "high-contrast":
            await table.keys("ctrl+t")
        rows = table.lines()
        rule = rows.index("─" * 80)
        assert all("│" in line for line in rows[1:rule]) and len(rows[rule + 1 : -2]) == 3
        await table.keys("j")
        assert table.lines()[-4] == "─" * 80, "the line that is told something has a rule above it too"
