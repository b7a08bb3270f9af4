"""Dice that were seen stay thrown: the roll waits, and is finished, or taken back with a trace."""

import shutil
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import UNDO, Entry
from tableside.campaign.in_progress import NAME, ProcedureInProgress, read_progress
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.errors import RuleError, StoreError
from tableside.rules.inputs import Value
from tableside.rules.play import Chosen, Rolled
from tableside.screens.messages import ProcedureWanted
from tableside.widgets.bars import LogBar
from tableside.widgets.line_list import LineList
from tableside.wording import label
from tests.campaign.people import do
from tests.screens.table import Table, last, opened

SEEN = (5, 4, 1, 2)
"""Ottoline hits, and may test Luck for the damage: so the dice were seen, and something is asked."""
AT_LUCK = ("x", "equals_sign", *"54", *"12")
TITLE = "A ROLL WAITS"


def faces(entry: Entry) -> tuple[int, ...]:
    return tuple(face for step in entry.steps if isinstance(step, Rolled) for face in step.faces)


def file_of(table: Table) -> Path:
    return table.campaign.folder / NAME


async def seen(table: Table) -> int:
    """At the question behind the dice; how long the journal is."""
    length = table.campaign.length
    await table.keys(*AT_LUCK)
    assert "Luck" in table.lines()[-2] and table.app.main_screen.ask.is_asking
    assert table.campaign.length == length and file_of(table).exists()
    return length


@pytest.mark.parametrize("leaving", ["escape", "f4", "f2"])
async def test_a_roll_that_is_left_waits_and_goes_on_with_its_dice(tmp_path: Path, leaving: str) -> None:
    async with opened(tmp_path) as table:
        length = await seen(table)
        await table.keys(leaving)
        assert not table.app.main_screen.ask.is_asking and table.campaign.length == length
        assert TITLE in table.lines()[0] and ". goes on, u takes back: Fight" in table.lines()[-2]
        await table.keys("full_stop")
        assert "Luck" in table.lines()[-2]
        await table.keys("1", *"6")
        assert table.campaign.length == length + 1 and faces(last(table)) == (*SEEN, 6)
        assert TITLE not in table.text() and not file_of(table).exists()


async def test_the_same_roll_wanted_again_is_the_one_that_waits(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = await seen(table)
        await table.keys("escape", "enter")
        assert "Luck" in table.lines()[-2], "no die is thrown anew"
        await table.keys("1", *"6")
        assert table.campaign.length == length + 1 and faces(last(table)) == (*SEEN, 6)


async def test_a_forgotten_modifier_is_amended_and_never_rolled_anew(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = await seen(table)
        await table.keys("escape", "plus", "enter", "1", *"6")
        assert (table.campaign.length, last(table).given["modifier"]) == (length + 1, 0)
        await table.keys("A", "plus", "enter")
        assert last(table).given["modifier"] == 1 and faces(last(table))[:4] == SEEN


async def test_whatever_else_is_done_the_roll_comes_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = await seen(table)
        await table.keys("escape", "i", "minus", "3", "enter")
        assert "Luck" in table.lines()[-2] and table.campaign.length == length
        await table.keys("1", *"6")
        assert [table.campaign.entry(length + n).procedure for n in (1, 2)] == ["troika.fight", "troika.hurt"]


async def test_its_result_is_seen_before_the_next_turn(tmp_path: Path) -> None:
    """The foes acted in the moment in which somebody died of it."""
    async with opened(tmp_path) as table:
        length = await seen(table)
        await table.keys("escape", "i", "space", "1", *"6")
        assert last(table).procedure == "troika.fight" and table.campaign.length == length + 1
        await table.keys("space")
        assert table.campaign.length == length + 2


async def test_what_else_is_done_is_not_done_while_the_roll_is_left_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = await seen(table)
        await table.keys("escape", "j", "w", *"Rain.", "enter")
        assert "Luck" in table.lines()[-2]
        await table.keys("escape", "escape")
        assert table.campaign.length == length and table.campaign.draft == "Rain."
        await table.keys("w", "enter", "1", *"6")
        assert table.campaign.entry(length + 1).procedure == "troika.fight"
        assert last(table).given == {"text": "Rain."}


async def test_its_dice_cannot_be_seen_large_yet_which_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await seen(table)
        await table.keys("escape", "r", "escape", "v")
        assert label("waiting", "left") in table.text()


@pytest.mark.parametrize("keys", [("minus", "1", "enter"), ("k", *"afraid", "enter")])
async def test_what_was_put_off_with_the_roll_is_told(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with opened(tmp_path) as table:
        length = await seen(table)
        await table.keys("escape", "i", *keys, "escape")
        assert label("waiting", "put-off") in table.text() and table.campaign.length == length


async def test_a_line_that_was_put_off_stands_there_when_one_is_typed_next(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = await seen(table)
        await table.keys("escape", "colon", *"hurt", "space", *"moss", "space", "1", "enter", "escape")
        await table.keys("full_stop", "1", *"6", "colon")
        assert table.lines()[-2].startswith(": hurt moss 1")
        await table.keys("enter")
        assert table.campaign.length == length + 2 and last(table).procedure == "troika.hurt"


@pytest.mark.parametrize("keys", [(), ("escape", "u", "u"), ("f6", "u", "u")])
async def test_taken_back_it_leaves_a_trace(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with opened(tmp_path) as table:
        length = await seen(table)
        if not keys:  # every letter is an answer there: u comes from the palette, or a second terminal
            for _ in "uu":
                table.app.action_undo()
                await table.pilot.pause()
        else:
            await table.keys(*keys)
        rolled, undo = (table.campaign.entry(length + n) for n in (1, 2))
        assert (table.campaign.length, rolled.procedure) == (length + 2, "troika.fight")
        assert faces(rolled)[:4] == SEEN and (undo.procedure, undo.target) == (UNDO, rolled.number)
        assert Chosen("luck-for-damage", "no", "Ottoline Vash") in rolled.steps
        assert "taken back: Ottoline Vash" in table.text() and TITLE not in table.text()
        assert not table.app.main_screen.ask.is_asking and not file_of(table).exists()
        assert not [*audit(table.campaign)]


async def test_real_dice_still_to_come_are_told_before_it_is_taken_back(tmp_path: Path) -> None:
    """What nobody has thrown is in no journal unless that is meant; what lies there half typed is."""
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys("x", "equals_sign", *"665", "u")
        assert "real dice are still to come: u again rolls them" in table.lines()[-3]
        assert "[5][_]" in table.lines()[-2] and table.campaign.length == length
        await table.keys("u")
        rolled = table.campaign.entry(length + 1)
        assert faces(rolled)[:3] == (6, 6, 5) and last(table).target == rolled.number
        typed = [one for step in rolled.steps if isinstance(step, Rolled) for one in step.typed]
        assert typed[:4] == [True, True, True, False]


async def test_undo_at_another_question_takes_back_that_question_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = await seen(table)
        await table.keys("escape", "c", "n")
        table.app.action_undo()
        await table.pilot.pause()
        assert table.campaign.length == length and TITLE in table.lines()[0]
        await table.keys("u", "u")
        assert last(table).procedure == UNDO and table.campaign.length == length + 2


@pytest.mark.parametrize("keys", [("U",), ("j", "home", "R")])
async def test_no_other_time_is_gone_to_while_it_waits(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "minus", "1", "enter", "u", "i")
        length = await seen(table)
        await table.keys("escape", *keys)
        assert table.campaign.length == length and TITLE in table.lines()[0]
        assert "wait" in " ".join(table.lines()[-5:]) and not table.app.main_screen.ask.is_asking


async def test_it_waits_for_the_next_start_after_a_kill_too(tmp_path: Path) -> None:
    """A copy of the files while the question is open is what a kill leaves."""
    async with opened(tmp_path / "live") as table:
        await seen(table)
        id = table.campaign.id
        shutil.copytree(tmp_path / "live", tmp_path / "killed")
        await table.keys("escape")
    for saves in ("live", "killed"):
        async with opened(tmp_path / saves, id) as table:
            length = table.campaign.length
            assert TITLE in table.lines()[0] and not table.app.main_screen.ask.is_asking
            await table.keys("full_stop", "1", *"6")
            assert table.campaign.length == length + 1 and faces(last(table)) == (*SEEN, 6)


async def test_it_waits_in_its_own_campaign(tmp_path: Path) -> None:
    other = Library(tmp_path).new("Vale", "fell")
    async with opened(tmp_path) as table:
        id = table.campaign.id
        await seen(table)
        await table.app._campaigns.open(other)
        await table.keys("c")
        assert TITLE not in table.text()
        await table.app._campaigns.open(id)
        await table.keys("full_stop", "1", *"6")
        assert faces(last(table)) == (*SEEN, 6)


async def test_a_question_before_any_die_is_left_as_ever(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys("x", "equals_sign", "5", "escape")
        assert table.campaign.length == length and "left: nothing has changed" in table.text()
        assert TITLE not in table.text() and not file_of(table).exists()


async def test_dice_that_the_program_threw_are_thrown_as_well(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        fight = table.campaign.rules.procedure("troika.fight")
        given: dict[str, Value] = {
            "who": 1,
            "against": 7,
            "skill": "best",
            "their-skill": "best",
            "weapon": "",
            "modifier": 0,
        }
        given |= {"unaware": False, "luck": "ask"}
        while not table.app.main_screen.ask.is_asking:
            table.app.post_message(ProcedureWanted(fight, given))
            await table.pilot.pause()
        waiting = table.app.app_state.waiting
        assert isinstance(waiting, ProcedureInProgress)
        thrown = waiting.steps
        await table.keys("escape", "full_stop", "enter")
        while table.app.main_screen.ask.is_asking:
            await table.keys("enter")
        assert last(table).steps[: len(thrown)] == thrown


async def test_a_disk_that_is_full_gives_no_other_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Campaign, *rest: object) -> Entry:
        raise StoreError("nothing was changed: No space left on device")

    async with opened(tmp_path) as table:
        await seen(table)
        with monkeypatch.context() as disk:
            disk.setattr(Campaign, "record", full)
            await table.keys("1", *"6")
            assert "No space left on device" in table.text()
        await table.keys("full_stop", *"6")
        assert faces(last(table)) == (*SEEN, 6)


LOST = ("x", "equals_sign", *"52", *"34", "1")
"""With two points more she would have hit."""


async def amended_to_the_damage(table: Table) -> Entry:
    """A blow that missed, amended into a hit: Luck is tested with new dice, and the damage asked for."""
    await table.keys(*LOST)
    missed = last(table)
    assert faces(missed) == (5, 2, 3, 4, 1)
    await table.keys("A", "plus", "plus", "equals_sign", "2", *"34")
    assert "damage" in table.lines()[-2] and table.campaign.length == missed.number
    return missed


async def test_dice_of_an_amendment_stay_thrown(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        missed = await amended_to_the_damage(table)
        await table.keys("escape")
        assert TITLE in table.lines()[0] and table.campaign.length == missed.number
        await table.keys("enter", "6")
        assert last(table).amends == missed.number and faces(last(table)) == (5, 2, 3, 4, 3, 4, 6)
        assert TITLE not in table.text() and not file_of(table).exists()


async def test_dice_of_an_amendment_stay_thrown_through_the_next_start(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        missed = await amended_to_the_damage(table)
        id = table.campaign.id
    async with opened(tmp_path, id) as table:
        assert TITLE in table.lines()[0]
        await table.keys("u", "u")
        amended, undo = (table.campaign.entry(missed.number + n) for n in (1, 2))
        assert amended.amends == missed.number and faces(amended)[:6] == (5, 2, 3, 4, 3, 4)
        assert undo.target == amended.number and not [*audit(table.campaign)]


async def test_an_amendment_that_is_refused_keeps_its_dice_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(self: Campaign, amendment: object) -> Entry:
        raise RuleError("something since forbids it")

    async with opened(tmp_path) as table:
        missed = await amended_to_the_damage(table)
        with monkeypatch.context() as rules:
            rules.setattr(Campaign, "amend", refused)
            await table.keys("6")
            assert "something since forbids it" in table.text() and TITLE not in table.text()
        await table.keys("enter")
        assert last(table).amends == missed.number and faces(last(table)) == (5, 2, 3, 4, 3, 4, 6)


async def test_what_was_kept_before_the_program_ended_waits_no_longer(tmp_path: Path) -> None:
    """The kill came between the entry and forgetting the roll."""
    async with opened(tmp_path) as table:
        await seen(table)
        kept, id = file_of(table).read_bytes(), table.campaign.id
        await table.keys("1", *"6")
        file_of(table).write_bytes(kept)
    async with opened(tmp_path, id) as table:
        assert TITLE not in table.text() and not file_of(table).exists()


async def test_what_was_done_in_a_shell_meanwhile_is_reckoned_with(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await seen(table)
        id = table.campaign.id
    campaign = Library(tmp_path).open(id)
    do(campaign, "troika.hurt", who="Ottoline", damage="2")
    campaign.close()
    async with opened(tmp_path, id) as table:
        assert TITLE in table.lines()[0]
        await table.keys("full_stop", "1", *"6")
        assert faces(last(table)) == (*SEEN, 6) and not [*audit(table.campaign)]


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"\xff", b'{"length":1,"procedure":"x","given":{},"steps":[]}']
)
async def test_a_file_that_is_none_of_ours_is_told_and_gone(tmp_path: Path, content: bytes) -> None:
    async with opened(tmp_path) as table:
        file_of(table).write_bytes(content)
        with pytest.raises(RuleError):
            read_progress(table.campaign)
        assert not file_of(table).exists() and read_progress(table.campaign) is None


async def test_what_can_no_longer_be_done_is_told_with_its_dice(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await seen(table)
        id = table.campaign.id
    campaign = Library(tmp_path).open(id)
    do(campaign, "campaign.condition", who="Ottoline", condition="dead")
    campaign.close()
    async with opened(tmp_path, id) as table:
        told = " ".join(table.text().split())
        assert "its dice were 5 4 1 2" in told and "dead" in told and TITLE not in told


async def test_in_the_middle_of_writing_the_line_goes_on_with_its_dice(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys("f8", "j", "w")
        await table.write("He strikes. /ottoline attacks tide warden 1")
        await table.keys("enter", *"54", *"12", "escape", "escape")
        assert TITLE in table.lines()[0] and table.campaign.length == length + 1
        await table.keys("w")
        assert "/ottoline attacks tide warden 1" in table.lines()[-2]
        await table.keys("enter", "1", *"6")
        assert faces(last(table)) == (*SEEN, 6) and TITLE not in table.text()
        assert table.campaign.length == length + 2 and table.campaign.draft == ""


async def test_a_line_of_the_bar_goes_on_with_its_dice(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        length = table.campaign.length
        await table.keys("f8", "colon")
        await table.write("ottoline attacks tide warden 1")
        await table.keys("enter", *"54", *"12", "escape", "colon")
        await table.write("hurt moss 2")
        await table.keys("enter", "1", *"6")
        assert [table.campaign.entry(length + n).procedure for n in (1, 2)] == ["troika.fight", "troika.hurt"]
        assert faces(table.campaign.entry(length + 1)) == (*SEEN, 6)


async def test_where_no_die_is_thrown_a_question_is_left_as_ever(tmp_path: Path) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), "fell")) as table:
        await table.keys("i", "f", "2")
        do(table.campaign, "turn.begin-popcorn")
        table.app.app_state.show()
        length = table.campaign.length
        await table.keys("space", "escape")
        assert table.campaign.length == length and TITLE not in table.text()


async def test_escape_says_what_it_does(tmp_path: Path) -> None:
    """Before any die is seen it cancels; behind seen dice it lets the roll wait, whatever is asked for."""
    async with opened(tmp_path) as table:
        await table.keys(*AT_LUCK[:2])
        assert "esc Cancel" in table.lines()[-1]
        await table.keys(*AT_LUCK[2:4])
        assert "esc Let it wait" in table.lines()[-1]
        await table.keys(*AT_LUCK[4:])
        assert "esc Let it wait" in table.lines()[-1] and "Cancel" not in table.lines()[-1]


async def test_what_is_seen_of_a_roll_stays_when_the_terminal_gets_another_size(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await seen(table)
        strip = "against "
        assert strip in " ".join(table.lines()[-6:-2])
        await table.pilot.resize_terminal(100, 30)
        await table.pilot.resize_terminal(80, 24)
        assert strip in " ".join(table.lines()[-6:-2])
        await table.keys("1", *"6")
        await table.pilot.resize_terminal(100, 30)
        assert "HIT Ottoline Vash strikes" in " ".join(table.text().split())


async def test_a_roll_taken_back_is_told_by_what_it_came_to(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await seen(table)
        await table.keys("1", *"6", "u")
        told = " ".join(" ".join(table.lines()[-5:-2]).split())
        assert "= taken back: Ottoline Vash strikes" in told and "9 + 7" not in told


async def test_a_question_that_goes_away_with_the_screen_blames_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w")
        asking = table.app.main_screen.ask
        assert asking.is_asking
        await asking.remove()
        table.app.workers.cancel_all()
        await table.pilot.pause()
        assert table.app.is_running and not table.app.return_code


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_verdict_stands_first_while_a_question_waits(tmp_path: Path, size: tuple[int, int]) -> None:
    """Three lines of one weight told of every hit, the verdict last, under odds in full colour."""
    async with opened(tmp_path, size=size) as table:
        await table.keys(*AT_LUCK[:1])
        odds = table.app.main_screen.query_one("#roll-odds", LineList)
        before = [*odds.lines]
        assert "success" in str(before[0].content.spans)
        await table.keys(*AT_LUCK[1:])
        lines = table.app.main_screen.query_one(LogBar)._instead
        assert lines[0].plain == " HIT  Ottoline Vash strikes   9 + 7 = 16 against 3 + 8 = 11"
        assert "[5] [4]" in lines[1].plain and "[1] [2]" in lines[1].plain
        assert {span.style for line in lines[2:] for span in line.spans} <= {"$text-muted", ""}
        assert all(row.plain.rstrip() in table.text() for row in lines[:2])
        assert {span.style for line in odds.lines for span in line.content.spans} == {"$text-muted"}
        await table.keys("1", "6")
        assert "success" in str(odds.lines[0].content.spans), "the next roll's are in full colour"


async def test_the_odds_of_the_next_roll_are_in_full_colour_where_the_program_throws(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("x", "enter", "enter")
        assert not table.app.main_screen.ask.is_asking
        odds = table.app.main_screen.query_one("#roll-odds", LineList)
        assert "success" in str(odds.lines[0].content.spans)


async def test_a_question_leaves_the_newest_lines_of_the_journal(tmp_path: Path) -> None:
    """Twelve of them went for one line of a question."""
    async with opened(tmp_path, size=(120, 40)) as table:
        newest = [line for line in table.lines()[-15:-2] if line][-8:]
        for keys in (AT_LUCK, ("escape", "colon", *"moss"), ("escape", "k")):
            await table.keys(*keys)
            shown = table.lines()
            place = shown.index(newest[-1])
            assert shown[place - 7 : place + 1] == newest and any(shown[place + 1 : -2])
        await table.keys("escape")
        assert table.lines()[-3] == newest[-1]
