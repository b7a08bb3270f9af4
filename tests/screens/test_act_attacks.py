"""What comes of a player, or somebody who is none, sending what no page of ours sends."""

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from tableside.campaign.audit import audit
from tableside.rules.table import Permission
from tableside.share import acts, guard
from tableside.share.server import LONGEST_BODY
from tests.screens.phones import WHO, Phone, at_the_table, browser, entered, key_of, perform, word_of
from tests.screens.table import Table
from tests.thorough import often

SWORD = "troika.test sword-fighting"


@pytest.fixture(autouse=True)
def any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests run side by side."""
    monkeypatch.setattr("tableside.share.hosting.PORT", 0)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it came over an hour."""
    for name, value in (("A_SECOND", 1e6), ("AT_ONCE", 1e6)):
        monkeypatch.setattr(acts, name, value)
        monkeypatch.setattr(guard, name, value)


async def said(phone: Phone, path: str, **body: object) -> str:
    status, sent = await phone.sends(path, **body)
    assert status == 422, (status, sent)
    return sent["said"]


async def test_who_only_looks_on_or_is_a_stranger_does_nothing(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        word = word_of(await phone.form(SWORD))
        perform(table, "campaign.may", may=Permission.LOOK, who=(key_of(table, WHO),))
        await table.keys("S")
        length = table.campaign.length
        async with browser(table) as client:
            for each, line in ((phone, "you only look on"), (Phone(table, client), "type your code first")):
                for do in (SWORD, "note", "thing"):
                    given = {"text": "mine", "path": "provisions", "was": "5"}
                    assert line in await said(each, "/form", do=do)
                    assert line in await said(each, "/act", do=do, word=word, given=given)
                assert line in await said(each, "/answer", question="", choice="yes")
        assert table.campaign.length == length


async def test_a_campaign_that_is_only_shown_takes_nothing(tmp_path: Path) -> None:
    """As `tableside share` does beside the program: there is nobody who would do it."""
    async with at_the_table(tmp_path) as (table, phone):
        sharing = table.app._sharer._hosting
        assert sharing is not None
        sharing.sharing._acts = None
        sharing.sharing._own.clear()
        assert "What you can do" not in await phone.page()


async def test_nobody_acts_for_another(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        length, moss = table.campaign.length, key_of(table, "Moss")
        for given in ({"who": "Moss"}, {"who": f"#{moss}"}, {"secret": "yes"}, {"cells": "stamina=99"}):
            word = word_of(await phone.form(SWORD))
            assert "is not yours to choose" in await said(phone, "/act", do=SWORD, word=word, given=given)
        word = word_of(await phone.form(SWORD))
        for do in ("campaign.edit", "troika.hurt", "turn.next", "troika.test bow-fighting", "campaign.may"):
            assert "that cannot be done now" in await said(phone, "/act", do=do, word=word)
        for path in ("characters/4/sheet", "../provisions", "notes=x;name", "provisions=1;name"):
            assert "is not yours to choose" in (await phone.acts("thing", path=path, was="", text="9"))[1]
        assert table.campaign.length == length


async def test_nobody_acts_on_one_whom_they_do_not_see(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        perform(table, "campaign.add-character", name="Lurker", kind="enemy", cells=("stamina.maximum=971",))
        form = await phone.form("troika.fight")
        assert "Tide warden 1" in form and "Lurker" not in form and "971" not in form
        length = table.campaign.length
        lines = [await phone.acts("troika.fight", against=name) for name in ("Lurker", "Nobody at all")]
        assert lines[0] == lines[1] and "against cannot be that: choose Tide warden 1" in lines[0][1]
        assert table.campaign.length == length


async def test_what_is_sent_again_or_was_made_up_is_not_done(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        perform(table, "campaign.may", may=Permission.ACT, who=())
        await table.keys("S")
        async with entered(table, "Moss") as moss:
            word, theirs = word_of(await phone.form(SWORD)), word_of(await moss.form("troika.test-luck"))
            assert (await phone.sends("/act", do=SWORD, word=word))[0] == 200
            length = table.campaign.length
            for each in (word, theirs, "", "x" * 12):
                assert "was sent before" in await said(phone, "/act", do=SWORD, word=each)
        assert table.campaign.length == length


async def test_a_code_that_is_taken_back_does_nothing_any_more(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        word, length = word_of(await phone.form(SWORD)), table.campaign.length
        await table.keys("S", "home", *["down"] * 4, "C")
        await table.until("has a new code")
        assert "type your code first" in await said(phone, "/act", do=SWORD, word=word)
        assert table.campaign.length == length


async def test_two_at_once_are_done_one_after_the_other_and_one_sent_twice_is_done_once(
    tmp_path: Path,
) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        perform(table, "campaign.may", may=Permission.ACT, who=())
        await table.keys("S")
        async with entered(table, "Moss") as moss:
            length = table.campaign.length
            given = {"path": "items.new", "was": ""}
            forms = [word_of(await each.form("thing")) for each in (phone, moss, moss)]
            sent = [
                phone.sends("/act", do="thing", word=forms[0], given={**given, "text": "rope"}),
                moss.sends("/act", do="thing", word=forms[1], given={**given, "text": "lamp"}),
                moss.sends("/act", do="thing", word=forms[1], given={**given, "text": "lamp"}),
                moss.sends("/act", do="thing", word=forms[2], given={**given, "text": "nails"}),
            ]
            statuses = [status for status, _ in await asyncio.gather(*sent)]
        assert sorted(statuses) == [200, 200, 200, 422]
        assert table.campaign.length == length + 3
        names = {
            item.name
            for who in (WHO, "Moss")
            for item in table.campaign.table[key_of(table, who)].sheet.items.items  # type: ignore[attr-defined]
        }
        assert {"rope", "lamp", "nails"} <= names
        assert [*audit(table.campaign)] == []


async def test_a_script_in_every_name_is_text(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        hostile = "<script>alert(1)</script>\"'><img src onerror>"
        who = key_of(table, WHO)
        skill, foe = f"skills.new={hostile[:50]} 3", key_of(table, "Tide warden 1")
        perform(table, "campaign.edit", who=foe, cells=(f"name={hostile[:50]}",))
        perform(table, "campaign.edit", who=who, cells=(skill, f"items.new={hostile[:50]}"))
        perform(table, "campaign.edit", who=who, cells=(f"notes={hostile}", f"name={hostile[:55]}"))
        await phone.shows("alert(1)")
        forms = [await raw_form(phone, do) for do in ("troika.fight", "thing", SWORD)]
        async with phone.client.get("/") as answer:
            page = await answer.text()
        assert "alert(1)" in page and "alert(1)" in forms[0] and "alert(1)" in forms[1]
        for text in (*forms, page):
            assert text.count("<script") == (1 if text is page else 0) and "<img" not in text


async def raw_form(phone: Phone, do: str) -> str:
    _, sent = await phone.sends("/form", do=do)
    return sent["html"]


async def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        length = table.campaign.length
        assert (await phone.sends("/act", do="note", given={"text": "x" * LONGEST_BODY}))[0] == 413
        status, line = await phone.acts("note", text="x" * 1_001)
        assert status == 422 and "1001" in line
        many = {f"input-{n}": "x" for n in range(100)}
        assert (await phone.sends("/form", do=SWORD, given=many))[0] == 400
        status, line = await phone.acts("thing", path="items.new", was="", text="x" * 3_000)
        assert status == 422
        assert (await phone.sends("/answer", question="", faces=[1] * 500))[0] == 400
        assert table.campaign.length == length


async def test_another_page_sends_nothing(tmp_path: Path) -> None:
    async with at_the_table(tmp_path) as (table, phone):
        word, length = word_of(await phone.form(SWORD)), table.campaign.length
        body = json.dumps({"do": SWORD, "word": word}).encode()
        for headers, status in (
            ({"Origin": "http://evil.example", "Content-Type": "application/json"}, 403),
            ({"Sec-Fetch-Site": "cross-site", "Content-Type": "application/json"}, 403),
            ({"Host": "evil.example", "Content-Type": "application/json"}, 421),
            ({"Content-Type": "text/plain"}, 415),
            ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ):
            async with phone.client.post("/act", data=body, headers=headers) as answer:
                assert answer.status == status, headers
        assert table.campaign.length == length


async def test_a_flood_is_turned_away_and_the_gms_keys_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "A_SECOND", 0.0)
    async with at_the_table(tmp_path) as (table, phone):
        lines = [(await phone.sends("/form", do="note"))[1].get("said") for _ in range(40)]
        assert lines.count("too much at once: wait a moment") == 40 - int(acts.AT_ONCE)
        await table.keys("w", *"ok", "enter")
        entry = table.campaign.last
        assert entry is not None and entry.given["text"] == "ok"


SCRAPS: tuple[object, ...] = (
    *(
        "",
        "note",
        "thing",
        SWORD,
        "troika.fight",
        "troika.eat",
        "yes",
        "no",
        "-1",
        "99999999999999999999",
        "\0",
    ),
    *(
        "who",
        "against",
        "modifier",
        "path",
        "was",
        "text",
        "provisions",
        "items.new",
        "Moss",
        "\ud800",
        "#gm",
    ),
    *(0, -1, 1.5, 10**30, True, None, [], {}, [1, 2], {"a": {}}, "x" * 300, "items.1", "4", "Tide warden 1"),
)


def scrap(dice: Random, depth: int = 0) -> object:
    """Something that a form might hold, or not."""
    if depth < 2 and dice.random() < 0.25:
        return {str(dice.choice(SCRAPS)): scrap(dice, depth + 1) for _ in range(dice.randint(0, 4))}
    return dice.choice(SCRAPS)


def message(dice: Random, do: str, word: str, question: str) -> dict[str, object]:
    keys = ("do", "word", "given", "typed", "question", "choice", "faces", "more")
    whole: dict[str, object] = {
        "do": do,
        "word": word,
        "given": {
            str(dice.choice(SCRAPS)): str(dice.choice(SCRAPS)) for _ in range(dice.choice((0, 0, 1, 3)))
        },
        "typed": dice.random() < 0.1,
        "question": question,
        "choice": dice.choice(("yes", "no", "")),
        "faces": [dice.randint(0, 7) for _ in range(dice.randint(0, 3))],
    }
    sent = {key: whole[key] for key in ("do", "word", "given", "typed")}
    if not word and dice.random() < 0.5:
        sent = {key: whole[key] for key in ("question", "choice", "faces")}
    for _ in range(dice.randint(0, 2) if dice.random() < 0.6 else 0):
        sent[dice.choice(keys)] = scrap(dice)
    return sent


async def test_random_messages_end_nothing_and_leave_what_the_rules_allow(
    tmp_path: Path, unhurried: None, caplog: pytest.LogCaptureFixture
) -> None:
    dice, statuses = Random(17), []
    async with at_the_table(tmp_path) as (table, phone):
        begun = table.campaign.length
        for turn in range(often(8_000)):
            do = dice.choice(("note", "thing", SWORD, "troika.fight", "troika.eat", "troika.test-luck"))
            word = await _word(phone, do) if turn % 2 == 0 else ""
            question = await phone.question() if table.app.app_state.waiting is not None else "x"
            path = "/act" if word else dice.choice(("/act", "/form", "/answer"))
            body = json.dumps(message(dice, do, word, question)).encode()
            if dice.random() < 0.1:
                body = body[: dice.randint(0, len(body))] + dice.choice((b"", b"\xff", b"[" * 2_000))
            headers = {"Content-Type": "application/json"}
            async with phone.client.post(path, data=body, headers=headers) as answer:
                statuses.append(answer.status)
                assert answer.status in (200, 400, 413, 422), (answer.status, body)
            if table.app.app_state.waiting is not None and dice.random() < 0.5:
                await table.keys("u")
            if "D no:" in table.text():
                await table.keys(dice.choice("YD"))
        assert {200, 400, 422} <= {*statuses}
        assert table.campaign.length > begun + 20
        assert "fault" not in table.text() and [*audit(table.campaign)] == []
        assert [each for each in caplog.records if each.levelname in ("ERROR", "CRITICAL")] == []
        _undo_all(table)


async def _word(phone: Phone, do: str) -> str:
    status, sent = await phone.sends("/form", do=do)
    return word_of(sent["html"]) if status == 200 else ""


def _undo_all(table: Table) -> None:
    while table.campaign.undoable is not None:
        table.campaign.undo()
    assert not table.campaign.table.characters
