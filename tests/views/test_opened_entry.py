"""An opened entry: what it came to and its dice first, what it changed in columns, then the reasons."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import TABLE, Change
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.text import width
from tableside.views import past_rolls
from tableside.views.journal_rows import journal_entry_in_a_line, journal_run_rows
from tableside.views.opened_entry import (
    ChangeInOpenedEntry,
    opened_entry_change_rows,
    opened_entry_change_texts,
    opened_entry_in_place,
    opened_entry_outcome_rows,
    opened_entry_readings,
    opened_entry_rows,
)
from tableside.views.past_rolls import past_roll_odds_rows
from tableside.views.rows import Tone
from tableside.wording import label
from tests.campaign.people import do
from tests.screens.table import opened as at_the_screen


@pytest.fixture(scope="module", params=games_with_demo())
def campaign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    library = Library(Path(tmp_path_factory.mktemp("saves")))
    made = library.open(place_demo(library, request.param))
    yield made
    made.close()


@pytest.mark.parametrize("cells", [24, 38, 70])
def test_no_row_is_wider_than_there_is_room(campaign: Campaign, cells: int) -> None:
    for entry in campaign.entries():
        for row in opened_entry_rows(entry, campaign, cells):
            assert width(row.text) <= cells, row.text


def test_its_rows_have_a_key_each_and_only_the_first_can_be_chosen(campaign: Campaign) -> None:
    for entry in campaign.entries():
        rows = opened_entry_in_place(entry, campaign, 70)
        assert len({row.key for row in rows}) == len(rows)
        assert [row.key for row in rows if row.selectable] == [str(entry.number)]


def test_what_could_have_come_of_a_roll_stands_in_it_with_what_came_marked(campaign: Campaign) -> None:
    told = set()
    for entry in campaign.entries():
        rows = past_roll_odds_rows(entry, campaign, 60)
        told |= {entry.procedure} if rows else set()
        came = [text for row in rows for text, tone in row.spans if tone == Tone.STRONG]
        amounts = [text.strip() for text in came if text.strip().isdecimal()]
        assert {*amounts} <= {*map(str, entry.amounts.values())}
        outcomes = [text for text in came if "%" in text]
        assert len(outcomes) <= 1 and all(
            re.search(r"(%|<1 %|>99 %) \(\d+/\d+\)$", text) for text in outcomes
        )
        opened = [row.text for row in opened_entry_rows(entry, campaign, 60)]
        assert (label("entry", "odds") in opened) == bool(rows)
        assert label("entry", "odds") not in [
            row.text for row in opened_entry_rows(entry, campaign, 60, odds=False)
        ]
    assert told


def test_nobody_counts_what_could_have_come_far_back(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolls = [each for each in campaign.entries() if past_roll_odds_rows(each, campaign, 60)]
    monkeypatch.setattr(past_rolls, "MOST_ENTRIES", campaign.length - rolls[-1].number)
    assert past_roll_odds_rows(rolls[-1], campaign, 60)
    monkeypatch.setattr(past_rolls, "MOST_ENTRIES", campaign.length - rolls[-1].number - 1)
    assert past_roll_odds_rows(rolls[-1], campaign, 60) == ()


def test_what_was_taken_back_is_said_as_the_journal_says_it(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "d20"))
    campaign.undo()
    undo = campaign.last
    assert undo is not None
    (listed,) = journal_run_rows((undo,), campaign, 80)
    first, second, *_ = opened_entry_rows(undo, campaign, 80)
    assert first.text in listed.text and first.text.startswith("Taken back: ")
    assert second.text == journal_entry_in_a_line(undo)


def test_in_short_it_ends_before_the_reasons(campaign: Campaign) -> None:
    for entry in campaign.entries():
        short = opened_entry_outcome_rows(entry, campaign, 70)
        whole = opened_entry_rows(entry, campaign, 70)
        assert whole[: len(short)] == short
        assert f"Entry {entry.number}, " in " ".join(row.text for row in whole[len(short) :])


def test_verdict_dice_changes_and_reasons_stand_in_this_order(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "troika"))
    entry = next(each for each in campaign.entries() if each.procedure == "troika.fight" and each.changes)
    rows = opened_entry_rows(entry, campaign, 60)
    assert rows[0].spans[0][1] in (Tone.GOOD_BADGE, Tone.BAD_BADGE)
    texts = [row.text for row in rows]
    places = [
        next(n for n, text in enumerate(texts) if sign in text)
        for sign in ("] [", "Stamina  ", "[TRO-", "Entry ", "read as usual")
    ]
    assert places == sorted(places)
    campaign.close()


@pytest.mark.parametrize(
    ("game", "procedure", "once"),
    [
        ("troika", "troika.fight", "13 left"),
        ("fell", "fell.attack-foe", "1 BOD left"),
        ("d20", "d20.attack", "22 against 15"),
    ],
)
def test_what_came_of_a_roll_is_told_once_and_its_odds_stand_behind_the_arithmetic(
    tmp_path: Path, game: str, procedure: str, once: str
) -> None:
    """The verdict, the detail and the reasons each told it."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    texts = next(
        texts
        for each in campaign.entries()
        if each.procedure == procedure
        and once in "\n".join(texts := [row.text for row in opened_entry_rows(each, campaign, 70)])
    )
    assert sum(once in each for each in texts) == 1, texts
    last_rule = max(n for n, each in enumerate(texts) if each.endswith("]") and "-" in each)
    assert last_rule < texts.index(label("entry", "odds"))
    campaign.close()


def test_changes_stand_in_columns_and_a_name_once() -> None:
    changes = [
        ChangeInOpenedEntry("Ana", "Stamina", "8", "2"),
        ChangeInOpenedEntry("Ana", "Luck", "7", "6"),
        ChangeInOpenedEntry("Tide warden 1", "Stamina", "8", "0"),
        ChangeInOpenedEntry("", "Order of turns"),
    ]
    assert [row.text for row in opened_entry_change_rows(changes, 60)] == [
        "Ana            Stamina  8 → 2",
        "               Luck     7 → 6",
        "Tide warden 1  Stamina  8 → 0",
        "Order of turns",
    ]


def test_how_far_a_clock_is_reads_as_a_count_and_not_as_its_place() -> None:
    ticked = Change(TABLE, ("clocks", 0, "marked"), 3, 4)
    assert opened_entry_change_texts([ticked], {}, "troika") == ("Clock 3 \N{RIGHTWARDS ARROW} 4",)


def test_what_changed_is_called_by_its_name(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "troika"))
    improved = next(each for each in campaign.entries() if each.procedure == "troika.improve")
    told = [row.text for row in opened_entry_outcome_rows(improved, campaign, 70)]
    assert any("Bow Fighting ticked  yes → no" in each for each in told)
    assert not any("Advanced Skills" in each for each in told)
    campaign.close()


def test_a_condition_that_counts_is_named_and_the_order_goes_on_unsaid(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "troika"))
    do(campaign, "campaign.condition", who="brannoch", condition="prone", rounds="3")
    ends = next(
        each
        for each in (do(campaign, "turn.next", seed) for seed in range(60))
        if any(fact.id == "end-of-round" for fact in each.facts)
    )
    texts = [" ".join(row.text.split()) for row in opened_entry_outcome_rows(ends, campaign, 70)]
    assert any(each.endswith("prone, rounds left 3 → 2") for each in texts), texts
    assert "The turn order changes" not in texts
    campaign.close()


def test_a_change_too_long_for_its_columns_has_rows_of_its_own() -> None:
    rows = [
        *opened_entry_change_rows([ChangeInOpenedEntry("Ana", "Notes", "-", "owes the keeper a lamp")], 24)
    ]
    assert all(width(row.text) <= 24 for row in rows)
    assert " ".join(" ".join(row.text for row in rows).split()) == "Ana Notes - → owes the keeper a lamp"


async def test_what_is_opened_is_scrolled_into_view(tmp_path: Path) -> None:
    async with at_the_screen(tmp_path) as table:
        await table.keys("j", "enter")
        last = table.campaign.length
        assert f"Entry {last}, " in table.text() and "Draw a token" in table.text()


async def test_on_a_wide_terminal_it_is_opened_beside_the_list(tmp_path: Path) -> None:
    async with at_the_screen(tmp_path, size=(120, 40)) as table:
        await table.keys("j")
        await table.until("token drawn   ")
        listed = [line[:78].rstrip() for line in table.lines()]
        assert "Entry " not in table.text()
        await table.keys("enter")
        assert f"Entry {table.campaign.length}" in table.text()
        assert [line[:78].rstrip() for line in table.lines()] == listed


@pytest.mark.long
async def test_what_is_opened_in_the_list_is_not_told_beside_it_too(tmp_path: Path) -> None:
    async with at_the_screen(tmp_path, size=(120, 24)) as table:
        await table.keys("x", "enter", "2", "j")
        await table.until("their attack")
        await table.keys("enter")
        assert table.text().count("Tide warden 1  [") == 1


@pytest.mark.long
async def test_where_the_journal_is_in_front_the_last_lines_are_told_once(tmp_path: Path) -> None:
    for size in ((80, 24), (120, 40), (200, 50)):
        async with at_the_screen(tmp_path / f"{size[0]}", size=size) as table:
            for view in ("j", "i"):
                await table.keys(view)
                told = [line for line in table.lines() if "The hanging water comes down" in line]
                assert len(told) == 1, (size, view, table.text())


@pytest.mark.long
async def test_what_a_typed_command_would_do_has_room_on_the_journal_too(tmp_path: Path) -> None:
    async with at_the_screen(tmp_path) as table:
        await table.keys("j", "colon")
        await table.write("moss loses 3")
        assert "Hurt" in table.text() and "loses 3 Stamina" in table.lines()[-3]
        await table.keys("escape")
        assert "15:16 • Ottoline Vash acts" in table.lines()[20]


def test_of_the_open_questions_those_are_told_that_this_table_answers_in_its_own_way(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "galejatra"))
    entry = next(each for each in campaign.entries() if each.procedure == "galejatra.attempt")
    usual = {each.id: each.default for each in campaign.rules.open_questions}
    own = {id: option for id, option in entry.house.items() if option != usual[id]}
    assert [*opened_entry_readings(entry, campaign.rules)] == [
        *(f"{label('rule', id)} {label('option', option)}" for id, option in own.items()),
        f"{len(entry.house) - len(own)} open questions of the rules, read as usual (? tells them)",
    ]
    (ailments,) = [each for each in opened_entry_readings(entry, campaign.rules) if "ailment" in each]
    assert ailments.endswith("? yes, and a part hurt already gets worse")
    campaign.close()
