"""What the program asks can be left at any moment, and then nothing has changed."""

import asyncio
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.errors import StoreError
from tableside.rules.turns.counts import CountsOrder
from tests.screens.table import Table, campaign_of, opened
from tests.thorough import covering

QUESTIONS = {
    "hurt": ("c", "minus", "4"),
    "condition": ("c", "k", "p"),
    "note": ("w", "x"),
    "foes": ("c", "N", "g"),
    "new": ("c", "n"),
    "cell": ("c", "right", "down", "down", "enter", "9"),
    "kind": ("c", "right", "right", "right", "enter"),
    "faces": ("f8", "r", "p", "l", "a", "enter", "3"),
    "input": ("r", "h", "u", "r", "t", "enter", "1"),
    "retitle": ("g", "e", "x"),
}


@pytest.mark.parametrize(("question", "leaving"), covering(QUESTIONS, ["escape", "f4"], strength=1))
async def test_a_question_that_is_left_changes_nothing(tmp_path: Path, question: str, leaving: str) -> None:
    async with opened(tmp_path) as table:
        entries = table.campaign.length
        await table.keys(*QUESTIONS[question])
        assert table.app.main_screen.ask.is_asking
        await table.keys(leaving)
        assert not table.app.main_screen.ask.is_asking
        assert table.campaign.length == entries


async def test_undo_at_a_question_takes_back_the_question_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        entries = table.campaign.length
        await table.keys(*QUESTIONS["faces"], "u")
        assert table.campaign.length == entries
        assert "left: nothing has changed, and the faces typed so far stand there" in table.text()
        await table.keys("u")
        assert table.campaign.length == entries + 1


@pytest.mark.parametrize("size", [(80, 24), (50, 14)])
async def test_a_number_out_of_range_is_refused_with_what_would_do(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with opened(tmp_path, size=size) as table:
        entries = table.campaign.length
        await table.keys("c", "N", *"zombie", "enter")
        told = " ".join(table.text().split())
        assert "'zombie' is no foe of this game" in told
        assert "manticore, dragon" in told
        await table.keys("ctrl+u", *"9999 goblins", "enter")
        assert "1 to 50 come at once" in " ".join(table.text().split())
        assert table.campaign.length == entries


async def test_a_face_that_the_die_does_not_have_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        entries = table.campaign.length
        await table.keys(*QUESTIONS["faces"], "9", "0")
        assert "a d6 has no face 0" in table.text()
        assert "[3][_]" in table.text()
        assert table.campaign.length == entries


async def test_a_cell_left_as_it_was_is_no_change(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        entries = table.campaign.length
        await table.keys("c", "right", "enter", "enter", "right", "enter", "enter")
        await table.keys("end", "enter", "enter")
        assert table.campaign.length == entries


@pytest.mark.parametrize(
    ("game", "line", "asked"),
    [
        ("d20", "hurt bram", "Lose hit points · Bram Odder,"),
        ("d20", "hurt", "Lose hit points · Tamsin Rook, hit points:"),
        ("wandered", "harm dag", "Harm · Dag Ironmouth, how bad:"),
    ],
)
async def test_a_question_says_whom_it_is_about_and_nothing_twice(
    tmp_path: Path, game: str, line: str, asked: str
) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game)) as table:
        await table.keys("colon")
        await table.write(line)
        await table.keys("enter")
        assert asked in table.text()
        await table.keys("escape")


async def test_luck_is_asked_for_with_its_number_and_its_chance(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(60, 20)) as table:
        await table.keys("x", "enter")
        assert "1 no  2 yes, Luck 9: 83 %" in table.text()


async def test_options_that_do_not_fit_beside_the_question_stand_under_it(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(50, 20)) as table:
        await table.keys("c", "n")
        assert "5 blank henchman" in table.text()


async def test_a_complaint_is_over_on_another_view_and_is_shown_whole(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale"), (50, 20)) as table:
        table.app.main_screen.complain("word " * 15 + "cure")
        await table.pilot.pause()
        assert "cure" in table.text()
        await table.keys("i")
        assert "cure" not in table.text()


async def test_a_question_over_a_question_gives_the_keys_back_to_the_list(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys(*QUESTIONS["faces"], "j")
        assert "no face" in table.text()  # a letter hit by mistake drops nothing
        table.app.main_screen.action_write()
        await table.pilot.pause()
        await table.keys(*"Kept.", "enter")
        assert "¶ Kept." in table.text()
        focused = table.app.focused
        assert focused is not None
        assert focused.id == "roll-form"


async def test_a_question_in_the_place_of_another_of_its_kind_can_be_answered(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        ask = table.app.main_screen.ask
        first = asyncio.create_task(ask.text("First:"))
        await table.pilot.pause()
        second = asyncio.create_task(ask.text("Second:"))
        await table.pilot.pause()
        assert "Second:" in table.text()
        await table.keys("x", "enter")
        assert first.done() and second.done()
        assert (first.result(), second.result()) == (None, "x")


async def test_foes_are_one_line(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale")) as table:
        await table.keys("c", "N", "3", "space", *"gob", "enter")
        assert len(table.campaign.table.characters) == 3


@pytest.mark.parametrize(
    ("typed", "condition", "rounds"),
    [("drow", "drowning", None), ("pr 3", "prone", 3), ("sad 2", "sad", 2)],
)
async def test_a_condition_is_known_by_how_it_begins(
    tmp_path: Path, typed: str, condition: str, rounds: int | None
) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        await (await table.keys("k")).write(typed)
        await table.keys("enter")
        (found,) = table.campaign.table.characters[1].conditions
        assert (found.name, found.rounds) == (condition, rounds)


async def test_the_beginning_of_several_conditions_is_none_of_them(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        await table.keys("k", "p", "enter")
        assert "could be any of" in table.text()
        await table.keys("r", "enter")
        assert [each.name for each in table.campaign.table.characters[1].conditions] == ["prone"]


async def test_who_will_not_do_for_a_key_is_told_so(tmp_path: Path) -> None:
    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        await table.keys("c", "k", *"dead", "enter")
        entries = table.campaign.length
        await table.keys("plus")
        assert "Ana is dead: nothing more" in table.text()
        await table.keys("2", "enter", "escape")
        assert table.campaign.length == entries


WAYS = [f"way {number}" for number in range(1, 14)]


def at_options(table: Table, *labels: str) -> asyncio.Task[int | None]:
    return asyncio.create_task(table.app.main_screen.ask.option("Which?", labels or WAYS))


@pytest.mark.parametrize(("keys", "place"), [("7", 6), ("13", 12), ("12", 11)])
async def test_of_more_than_nine_options_each_is_taken_by_its_number(
    tmp_path: Path, keys: str, place: int
) -> None:
    async with opened(tmp_path) as table:
        asked = at_options(table)
        await table.pilot.pause()
        await table.keys(*keys)
        assert asked.done() and await asked == place


async def test_a_digit_that_could_be_the_first_of_two_waits_for_the_second_or_enter(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        asked = at_options(table)
        await table.pilot.pause()
        await table.keys("down", "1")
        assert not asked.done()
        await table.keys("enter")
        assert await asked == 0


async def test_a_key_that_is_none_of_the_options_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        asked = at_options(table, "yes", "no")
        await table.pilot.pause()
        for key in "x0":
            await table.keys(key)
            assert f"! '{key}' is none of 1 to 2" in table.text()
        await table.keys("down")
        assert "is none of" not in table.text()
        await table.keys("y", "enter")
        assert await asked == 0


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ((*"end",), None),
        ((*"end", "enter"), 1),
        ((*"end", "space", *"fi", "enter"), 2),
        (("space",), None),
        (("x", "enter"), 0),
        (("x", "x", "enter"), None),
        (("e", "2"), 1),
        (("down", "enter"), 1),
    ],
)
async def test_an_answer_is_enter_or_a_digit_and_never_a_letter_of_a_word(
    tmp_path: Path, keys: tuple[str, ...], place: int | None
) -> None:
    async with opened(tmp_path) as table:
        asked = at_options(table, "not yet", "end it", "end fight too")
        await table.pilot.pause()
        await table.keys(*keys)
        assert asked.done() == (place is not None)
        await table.keys("escape")
        assert await asked == place


async def test_why_a_key_is_refused_is_told_in_whole_words_on_a_narrow_screen(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(60, 20)) as table:
        asking = table.app.main_screen.ask.option("Ottoline Vash has acted this turn. Attack again?", ["no"])
        asked = asyncio.create_task(asking)
        await table.pilot.pause()
        await table.keys("x")
        assert "! 'x' is no option: press 1" in " ".join(table.text().split())
        await table.keys("escape")
        assert await asked is None


async def test_prose_typed_ahead_answers_no_question(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        asked = at_options(table, "no", "yes")
        await table.pilot.pause()
        await table.keys(*"half", "space", *"any", "enter")
        assert not asked.done()
        await table.keys("2")
        assert await asked == 1


async def test_a_letter_that_several_options_begin_with_goes_from_one_to_the_next(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        asked = at_options(table, "by the rules", "blank player character", "other", "blank NPC")
        await table.pilot.pause()
        await table.keys(*"bbb", "enter")
        assert await asked == 3


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (50, 14)])
async def test_no_option_is_torn_apart_and_the_one_under_the_cursor_is_in_view(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    labels = [f"option number {number} of many" for number in range(1, 14)]
    async with opened(tmp_path, size=size) as table:
        asked = at_options(table, *labels)
        await table.pilot.pause()
        for number, label in enumerate(labels, 1):
            assert f"{number} {label}" in table.text()
            await table.keys("right")
        await table.keys("escape")
        assert await asked is None


async def test_what_a_full_disk_refused_need_not_be_typed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Campaign, *rest: object) -> Entry:
        raise StoreError("nothing was changed: No space left on device")

    async with opened(tmp_path, campaign_of(tmp_path, "Vale", Ana="pc")) as table:
        with monkeypatch.context() as disk:
            disk.setattr(Campaign, "record", full)
            await (await table.keys("k")).write("soaked to the bone 3")
            await table.keys("enter")
            assert "No space left on device" in table.text()
        await table.keys("k")
        assert "soaked to the bone 3" in table.lines()[-2]
        await table.keys("enter")
        assert table.campaign.table[1].has("soaked to the bone")
        await table.keys("k")
        assert "soaked" not in table.lines()[-2], "it is kept now"


async def test_nobody_is_offered_as_their_own_target(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("colon", *"fight", "enter")
        assert "against:" in table.text()
        assert "Ottoline" not in " ".join(table.lines()[-3:])


async def test_conditions_are_named_as_they_are_typed(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "k")
        assert "dead, out of action, aiming" in " ".join(table.text().split())
        await (await table.write("out of action")).keys("enter")
        assert "OUT OF ACTION" in table.text()


@pytest.mark.parametrize(
    ("place", "key", "told"),
    [
        (3, "minus", "Root pit is the GM's and takes no harm"),
        (0, "plus", "Hesper Lune has no wound to treat"),
        (1, "plus", "Dag Ironmouth is treated"),
    ],
)
async def test_a_choice_that_the_rule_does_not_leave_is_not_asked(
    tmp_path: Path, place: int, key: str, told: str
) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), "wandered")) as table:
        await table.keys("c", "home", *["down"] * place, key)
        assert told in " ".join(table.text().split()) and not table.app.main_screen.ask.is_asking


@pytest.mark.parametrize(
    ("keys", "taken"),
    [
        (("4", "space", "5", "comma", "6", "enter"), ("Brine sentry 1", "Brine sentry 2", "The keeper")),
        (("8", "enter"), ("Brine sentry 1", "Brine sentry 2", "The keeper")),
        (("8", "1", "8", "enter"), ("Ysolde Fenn",)),
        (("right", "space", "right", "space", "space", "enter"), ("Bram Odder",)),
        (("right", "enter"), ("Bram Odder",)),
        (("escape",), ()),
    ],
)
@pytest.mark.parametrize("begun", [("colon", *"surprise", "enter"), ("r", *"surprise", "enter")])
async def test_of_those_who_are_surprised_several_are_marked_before_it_begins(
    tmp_path: Path, begun: tuple[str, ...], keys: tuple[str, ...], taken: tuple[str, ...]
) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), "d20")) as table:
        await table.keys("i", "f", "2", *begun)
        await table.keys(*keys)
        order = table.campaign.table.order
        places = order.places if isinstance(order, CountsOrder) else ()
        unaware = [each.key for each in places if not each.aware]
        assert tuple(table.campaign.table[key].name for key in unaware) == taken


@pytest.mark.parametrize(
    ("keys", "taken"),
    [
        (("1", "comma", "space", "1", "2", "enter"), (0, 11)),
        (("1", "2", "space", "2", "enter"), (11, 1)),
        (("4", "1", "enter"), (3, 0)),
        (("1", "enter"), (0,)),
        (("1", "space", "1", "space", "3", "enter"), (2,)),
        (("1", "right", "space", "enter"), (1,)),
    ],
)
async def test_of_ten_and_more_several_are_marked_by_their_numbers_too(
    tmp_path: Path, keys: tuple[str, ...], taken: tuple[int, ...]
) -> None:
    """They had to be typed by name."""
    async with opened(tmp_path, place_demo(Library(tmp_path), "d20")) as table:
        await table.keys("N", *"8 orc", "enter", "i", "f", "2", "colon", *"surprise", "enter")
        at_hand = [each.key for each in table.campaign.table.in_play()]
        assert len(at_hand) > 10
        await table.keys(*keys)
        order = table.campaign.table.order
        places = order.places if isinstance(order, CountsOrder) else ()
        assert {each.key for each in places if not each.aware} == {at_hand[place] for place in taken}
