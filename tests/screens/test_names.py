"""A name is shown as it was typed, whatever it looks like to somebody else's parser."""

from pathlib import Path

import pytest

from tableside.text import masked_text, width
from tableside.widgets.line_list import LineList
from tests.screens.table import Table, campaign_of, opened

CORPUS = (
    "[/]",
    "[red]x[/red]",
    "a\\[b",
    "2d20[kh1]",
    "[b=c]",
    "[@click=quit]x",
    "'\"`${}%s {0}",
    "竜の騎士",
    "🐉 wyrm",
    "#1",
    "*",
    "\x1b[2Jcls",
    "\x1b]0;title\x07",
    "\x9b31mred",
    "\u202ekcab",
)
NAMES = {name: "enemy" if place % 2 else "pc" for place, name in enumerate(CORPUS)}
TALL = (120, 60)


def shows_all(table: Table, names: tuple[str, ...] = CORPUS) -> bool:
    return all(masked_text(name).strip() in table.text() for name in names)


@pytest.mark.parametrize("key", ["c", "i", "j"])
async def test_every_name_is_shown_as_it_is(tmp_path: Path, key: str) -> None:
    id = campaign_of(tmp_path, "[b]Vale[/b] {0}", **NAMES)
    async with opened(tmp_path, id, TALL) as table:
        await table.keys(key)
        assert shows_all(table)
        assert "[b]Vale[/b] {0}" in table.lines()[0]


async def test_those_who_can_improve_are_shown_as_they_are(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", **NAMES), TALL) as table:
        await table.keys("a")
        assert shows_all(table, CORPUS[::2])


async def test_a_title_is_shown_as_it_is_on_the_shelf(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "[/] [red]Vale {0}"), TALL) as table:
        await table.keys("g")
        assert any("[/] [red]Vale {0}" in line for line in table.lines()[1:])


async def test_campaigns_of_one_title_are_told_apart_and_the_open_one_alone_is_put_away(
    tmp_path: Path,
) -> None:
    first, second = (campaign_of(tmp_path, "Vale") for _ in range(2))
    campaign_of(tmp_path, "Iron Gate")
    async with opened(tmp_path, first) as table:
        await table.keys("g")
        assert f"Vale ({first})" in table.text() and f"Vale ({second})" in table.text()
        assert "Iron Gate (" not in table.text()
        shelf = table.app.screen.query_one("#shelf", LineList)
        await table.keys(*["down"] * [line.key for line in shelf.lines].index(second))
        await table.keys("X")
        assert "Vale is not open: Enter opens it first" in table.text()
        await table.keys("e", "escape")
        assert not table.campaign.table.archived
        await table.keys("home", *["down"] * [line.key for line in shelf.lines].index(first), "X")
        assert table.campaign.table.archived


@pytest.mark.parametrize("name", CORPUS[::3])
async def test_one_is_cared_for_by_any_name(tmp_path: Path, name: str) -> None:
    """Asked about, hurt, given a condition, told of in the journal, taken back: always by the same name."""
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", **{name: "pc"})) as table:
        shown = masked_text(name).strip()
        await table.keys("minus")
        assert f"Damage to {shown}" in table.text()
        await table.keys("3", "enter")
        assert f"{shown} loses 3 Stamina" in table.text()
        await table.keys("r")
        assert shown in table.text()
        await table.keys("f4", "u")
        assert f"taken back: {shown} loses 3" in table.text()


async def test_names_of_wide_letters_keep_the_columns_straight(tmp_path: Path) -> None:
    names = {"竜の騎士ドラゴン丸と仲間たち": "pc", "Ana": "pc", "A" * 200: "pc"}
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", **names)) as table:
        ends = {width(line[: line.index("14/14")]) for line in table.lines() if "14/14" in line}
        assert len(ends) == 1


async def test_what_is_asked_stays_in_view_behind_a_long_name(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", **{"A" * 200: "pc"})) as table:
        await table.keys("minus")
        assert "Damage to AAA" in table.text() and ":" in table.lines()[-2]
        await table.keys("7")
        assert any(line.rstrip().endswith("7") for line in table.lines()[-3:])
        await table.keys("escape", "k")
        assert "then its rounds):" in table.text()


async def test_asked_for_the_names_twice_it_says_how_to_leave_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "number_sign", "number_sign")
        assert "Escape leads back to the entries" in table.text()
