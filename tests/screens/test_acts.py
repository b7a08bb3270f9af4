"""What players do on their phones: at once, or once the GM says so; and what a rule asks them."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tableside.campaign.in_progress import read_progress
from tableside.rules.play import Rolled
from tableside.rules.table import Permission
from tableside.share.page import shared_page_script, shared_page_style
from tests.idle import PATIENCE
from tests.screens.phones import WHO, at_the_table, entered, key_of, perform, word_of
from tests.screens.table import Table
from tests.screens.test_full_disk import Disk

SWORD, LUCK = "troika.test sword-fighting", "troika.test-luck"


@pytest.fixture(autouse=True)
def any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests run side by side."""
    monkeypatch.setattr("tableside.share.hosting.PORT", 0)


def last(table: Table) -> str:
    entry = table.campaign.last
    return f"{entry.procedure} by {entry.by}" if entry is not None else ""


async def test_who_only_looks_on_is_offered_nothing(tmp_path: Path) -> None:
    async with at_the_table(tmp_path, Permission.LOOK) as (table, phone):
        assert "What you can do" not in await phone.page()
        perform(table, "campaign.may", may=Permission.ACT, who=())
        assert "What you can do" not in await phone.page(), "what is settled for one stays"
        perform(table, "campaign.may", may=Permission.ACT, who=(key_of(table, WHO),))
        await phone.shows("What you can do")


async def test_a_roll_of_ones_own_has_its_odds_and_is_an_entry_like_the_gms(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        page = await phone.page()
        assert "Sword Fighting" in page
        form = await phone.form(SWORD)
        assert "success 58 % (7/12)" in form and "failure 42 % (5/12)" in form
        assert "success 72 % (13/18)" in await phone.form(SWORD, modifier="1")
        sizes = len(page.encode()) + len(form.encode()) + len(shared_page_style()) + len(shared_page_script())
        assert sizes < 60_000, "all that a phone is sent for it"
        length = table.campaign.length
        status, said = await phone.acts(SWORD, modifier="1")
        assert status == 200 and f"{WHO} " in said and "Sword Fighting" in said
        entry = table.campaign.last
        assert entry is not None and table.campaign.length == length + 1
        assert last(table) == f"troika.test by {WHO}" and entry.given["modifier"] == 1
        await table.until("with Sword Fighting")
        await phone.shows(said)
        await table.keys("j", "enter")
        await table.until(f"by {WHO}")
        await table.keys("A", "plus", "enter")
        amended = table.campaign.last
        assert amended is not None and amended.amends == entry.number and amended.steps == entry.steps
        await table.keys("u", "u")
        assert [each.number for each in table.campaign.undoing()] == [entry.number - 1]


async def test_what_is_typed_goes_on_while_a_player_acts(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        await table.keys("w")
        await table.write("The tide ")
        assert (await phone.acts(SWORD))[0] == 200
        assert last(table) == f"troika.test by {WHO}"
        await table.write("turns.")
        await table.keys("enter")
        entry = table.campaign.last
        assert entry is not None and entry.given["text"] == "The tide turns." and entry.by != WHO


async def test_what_one_player_does_waits_until_the_gms_roll_is_finished(tmp_path: Path) -> None:
    """For that ends on the table on which it began."""
    async with at_the_table(tmp_path) as (table, phone):
        perform(table, "campaign.real-dice", typed=True, who=())
        await table.keys("r", *"brannoch", "enter")
        await table.until("2d6")
        length = table.campaign.length
        status, said = await phone.acts("note", text="I wait.")
        assert status == 200 and "as soon as your GM has finished" in said
        await table.keys("3", "4")
        async with asyncio.timeout(PATIENCE):
            while table.campaign.length < length + 2:
                await table.pilot.pause(0.02)
        done = [table.campaign.entry(n) for n in range(length + 1, table.campaign.length + 1)]
        assert [each.procedure for each in done] == ["troika.test", "campaign.note"]
        assert done[1].by == WHO


async def test_in_ask_it_waits_for_one_key_of_the_gm_or_is_declined(tmp_path: Path) -> None:
    async with at_the_table(tmp_path, Permission.ASK) as (table, phone):
        length = table.campaign.length
        assert "Your GM says yes or no" in await phone.page()
        assert await phone.acts(SWORD, modifier="2") == (200, "Your GM is asked.")
        await table.until(f"Y yes, D no: {WHO}: Sword Fighting · modifier 2")
        assert "1 player asks" in table.lines()[0] and table.campaign.length == length
        assert (await phone.acts(LUCK))[1].startswith("something of yours waits")
        await table.keys("D")
        assert table.campaign.length == length
        await phone.shows("Your GM declines: Sword Fighting")
        assert (await phone.acts(LUCK))[0] == 200
        await table.until(f"Y yes, D no: {WHO}: Test Luck")
        await table.keys("Y")
        assert last(table) == f"troika.test-luck by {WHO}"
        await phone.shows("Test Luck")
        await table.keys("Y")
        await table.until("no player asks for anything")


async def test_what_was_refused_may_be_sent_again_from_the_same_form(tmp_path: Path) -> None:
    async with at_the_table(tmp_path, Permission.ASK) as (table, phone):
        assert (await phone.acts(SWORD))[0] == 200
        word = word_of(await phone.form("note"))
        line = {"do": "note", "word": word, "given": {"text": "The bell is cracked."}}
        status, sent = await phone.sends("/act", **line)
        assert status == 422 and "waits for your GM" in sent["said"]
        await table.keys("Y")
        assert last(table) == f"troika.test by {WHO}"
        assert (await phone.sends("/act", **line))[0] == 200
        status, sent = await phone.sends("/act", **line)
        assert status == 422


async def test_what_waits_stands_on_the_panel_where_enter_allows_it(tmp_path: Path) -> None:
    async with at_the_table(tmp_path, Permission.ASK) as (table, phone):
        await phone.acts(SWORD)
        await table.until("Y yes")
        await table.keys("S", "home", "enter")
        assert last(table) == f"troika.test by {WHO}"


async def test_real_dice_are_thrown_on_the_table_and_typed_on_the_phone(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        length = table.campaign.length
        status, said = await phone.acts(SWORD, typed=True)
        assert status == 200 and "when what is asked is answered" in said
        await phone.shows("These dice")
        assert (await phone.answers(faces=(7, 1)))[0] == 422
        assert (await phone.answers(faces=(1,)))[0] == 422
        assert table.campaign.length == length
        assert (await phone.answers(faces=(2, 3)))[0] == 200
        entry = table.campaign.last
        assert entry is not None and last(table) == f"troika.test by {WHO}"
        (thrown,) = [step for step in entry.steps if isinstance(step, Rolled)]
        assert (thrown.faces, thrown.typed) == ((2, 3), (True, True))
        await phone.shows_no_more("These dice")


async def test_the_things_of_ones_own_are_marked_and_a_line_is_written(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        who = key_of(table, WHO)
        assert (await phone.acts("thing", path="provisions", was="5", text="-1"))[0] == 200
        assert table.campaign.table[who].sheet.provisions == 4  # type: ignore[attr-defined]
        status, said = await phone.acts("thing", path="provisions", was="5", text="9")
        assert status == 422 and "has changed since you looked" in said
        assert (await phone.acts("thing", path="items.new", was="", text="silver key"))[0] == 200
        await phone.shows("silver key")
        assert (await phone.acts("note", text="I count the steps. #drowned-bell"))[0] == 200
        assert last(table) == f"campaign.note by {WHO}"
        assert (await phone.acts("note", text="   "))[0] == 422
        for path in ("stamina", "luck.maximum", "skills.1", "name", "kind", "items.99"):
            status, said = await phone.acts("thing", path=path, was="", text="99")
            assert status == 422 and "is not yours to choose" in said, path


# What a rule asks them


async def asked(table: Table) -> None:
    """The GM has Ottoline fight, who may test Luck for damage when she hits."""
    for _ in range(20):
        await table.keys("r", *"fight", "enter")
        await table.app.worked_off()
        if table.app.main_screen.ask.is_asking:
            return
        await table.keys("u")
    raise AssertionError("she never hits")


async def test_a_question_of_a_rule_is_answered_on_the_phone(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        async with phone.client.get("/events"):
            await asked(table)
            await table.until(f"{WHO} is asked")
        await phone.shows("data-choice")
        length = table.campaign.length
        assert await phone.answers("no") == (200, "Done.")
        await table.until(f"{WHO} answers: no")
        assert not table.app.main_screen.ask.is_asking and table.campaign.length == length + 1
        await phone.shows_no_more("data-choice")


async def test_the_first_answer_wins_and_the_other_is_told(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        await asked(table)
        await phone.shows("data-choice")
        question = await phone.question()
        await table.keys("enter")
        length = table.campaign.length
        status, sent = await phone.sends("/answer", question=question, choice="yes")
        assert (status, sent["said"]) == (422, "that was answered already")
        assert table.campaign.length == length


async def test_where_the_gm_is_asked_an_answer_only_stands_there_for_enter(tmp_path: Path) -> None:
    async with at_the_table(tmp_path, Permission.ASK) as (table, phone):
        await asked(table)
        await phone.shows("data-choice")
        assert (await phone.answers("yes"))[1] == "Your GM sees your answer."
        await table.until(f"{WHO} would answer: yes")
        assert table.app.main_screen.ask.is_asking
        await table.keys("enter")
        entry = table.campaign.last
        assert entry is not None
        assert "yes" in [getattr(step, "choice", "") for step in entry.steps]


async def test_a_question_is_for_whom_it_asks_and_for_nobody_else(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        perform(table, "campaign.may", may=Permission.ACT, who=())
        await table.keys("S")
        async with entered(table, "Moss") as moss:
            await table.keys("escape")
            await asked(table)
            await phone.shows("data-choice")
            assert await moss.question() == ""
            status, _ = await moss.sends("/answer", question=await phone.question(), choice="no")
            assert status == 422 and table.app.main_screen.ask.is_asking


async def test_of_what_is_rolled_in_secret_nobody_is_asked_on_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        await asked(table)
        await phone.shows("data-choice")
        question = table.app._controller.question
        assert question is not None
        facts = [replace(fact, secret=True) for fact in question.roll.facts()]
        monkeypatch.setattr(type(question.roll), "facts", lambda roll: facts)
        status, _ = await phone.sends("/answer", question=await phone.question(), choice="no")
        assert status == 422 and table.app.main_screen.ask.is_asking


async def test_a_players_own_roll_waits_for_their_answer_and_the_gm_may_give_it(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        for _ in range(20):
            length = table.campaign.length
            status, said = await phone.acts("troika.fight", against="Tide warden 1")
            if "answered" in said:
                break
            assert status == 200 and table.campaign.length == length + 1
            await table.keys("u")
        assert table.app.app_state.waiting is not None
        await phone.shows("data-choice")
        waits = read_progress(table.campaign)
        assert waits is not None and waits.by == WHO, "it would wait for her if the program were killed"
        await table.keys("full_stop")
        assert table.app.main_screen.ask.is_asking, "the GM answers for her"
        await table.keys("enter")
        assert last(table) == f"troika.fight by {WHO}"
        await phone.shows_no_more("data-choice")


async def test_what_the_program_would_ask_about_first_waits_for_the_gm_though_they_may_act(
    tmp_path: Path,
) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        for luck in ("never", "always"):
            status, said = await phone.acts("troika.fight", against="Tide warden 1", luck=luck)
            assert status == 200
        assert said == "Your GM is asked."
        await table.until(f"Luck always: {WHO} has acted this")
        length = table.campaign.length
        await table.keys("D")
        assert table.campaign.length == length


async def test_an_answer_to_a_roll_that_waits_stands_there_when_the_gm_goes_on_with_it(
    tmp_path: Path,
) -> None:
    async with at_the_table(tmp_path, Permission.ASK) as (table, phone):
        for _ in range(20):
            assert (await phone.acts("troika.fight", against="Tide warden 1"))[1] == "Your GM is asked."
            await table.until("Y yes")
            await table.keys("Y")
            if table.app.app_state.waiting is not None:
                break
            await table.keys("u")
        await phone.shows("data-choice")
        assert (await phone.answers("yes"))[1] == "Your GM sees your answer."
        await table.keys("full_stop")
        await table.pilot.pause()
        await table.keys("enter")
        entry = table.campaign.last
        assert entry is not None and entry.by == WHO
        assert "yes" in [getattr(step, "choice", "") for step in entry.steps]


async def test_on_a_full_disk_nothing_is_lost_and_both_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    async with at_the_table(tmp_path) as (table, phone):
        length = table.campaign.length
        disk.fill()
        word, given = word_of(await phone.form("note")), {"text": "I count the steps."}
        for _ in range(2):
            status, sent = await phone.sends("/act", do="note", word=word, given=given)
            assert (status, sent["said"]) == (503, "it could not be saved: tell your GM")
        await table.until("No space left")
        assert (await phone.acts(SWORD))[1] == "It is thrown, and could not be saved yet: tell your GM."
        waiting = table.app.app_state.waiting
        assert waiting is not None and waiting.has_thrown and table.campaign.length == length
        disk.free()
        await table.keys("full_stop")
        assert last(table) == f"troika.test by {WHO}" and table.campaign.length == length + 1
        status, _ = await phone.sends("/act", do="note", word=word, given=given)
        assert status == 200 and last(table) == f"campaign.note by {WHO}"
