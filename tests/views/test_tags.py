"""Scenes, threads, people and places in what somebody writes."""

import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import place_demo
from tableside.errors import RuleError
from tableside.language.listener import Listener
from tableside.language.understand import understood_in_campaign
from tableside.views.journal_rows import (
    journal_entry_in_a_line,
    journal_entry_rows,
    journal_headline_in_brief,
)
from tableside.views.names_in_notes import (
    names_in_notes_bracketed,
    note_name_in_brackets,
    note_names_as_written,
)
from tableside.views.notes import NoteTag, TagKind, has_gm_tag, is_note, note_lines, tags_in_note
from tableside.views.offers import offer_row, offers
from tableside.views.rollable_tables import (
    all_rollable_tables,
    form_of_rollable_row,
    given_with_rollable_tables,
    rollable_names,
)
from tableside.views.search import SearchIndex, search_occurrences, search_query, search_tag_rows
from tests.bench.long import make
from tests.calls import calls_counted
from tests.campaign.people import do
from tests.screens.table import opened


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The #drowned-bell rings for @Vash at ~Harbour.", ["#drowned-bell", "@vash", "~harbour"]),
        ("## The lamp room\nDark.\n### Below ##", ["scene the lamp room", "scene below"]),
        ("@Vash's lamp, @Vash-'s key", ["@vash"]),
        ("a@b.org, goblin #1, ~5 miles, C#, ##no-scene", []),
        ("#Lantern and #lantern", ["#lantern"]),
        ("@Ähtäri @李明", ["@ähtäri", "@李明"]),
        ("# A title is no scene", []),
        (
            "@[Old Fum] of ~[The  Ford], #[the drowned bell] rings",
            ["#the drowned bell", "@old fum", "~the ford"],
        ),
        ("@[] ~[ ] [Old Fum](x) @[1]", ["@1"]),
        ("#gm #GM-only the keeper lies, #lamp", ["#lamp"]),
    ],
)
def test_names_are_found_as_they_are_written(text: str, found: list[str]) -> None:
    assert sorted(each.id for each in tags_in_note(text)) == sorted(found)


@given(st.from_regex(r"[^\W_][\w' -]{0,20}", fullmatch=True))
def test_a_name_is_read_as_it_is_written(name: str) -> None:
    tag = NoteTag(TagKind.PERSON, " ".join(name.split()))
    said = note_name_in_brackets(tag.kind, tag.name)
    assert has_gm_tag(tag.id) or tag.name.rstrip("-_") != tag.name or tags_in_note(f"Ask {said}.") == (tag,)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("why did old fum lie", "why did Old Fum lie"),
        ("does she like maud?", "does she like Maud?"),
        ("is MAUD here", "is Maud here"),
        ("are the maudlin there", "are the maudlin there"),
    ],
)
def test_who_is_known_from_notes_keeps_their_capitals_in_a_question(typed: str, written: str) -> None:
    assert note_names_as_written(typed, ("Fum", "Maud", "Old Fum")) == written
    assert note_names_as_written(typed, ()) == typed


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Who is on the ferry?", "Who is on the ferry?"),
        ("Does the gardener see the lamp room?", "Does the Gardener see the lamp room?"),
        ("Is The ferry late?", "Is The ferry late?"),
    ],
)
def test_a_name_in_a_question_begins_as_it_was_typed_where_its_article_does(typed: str, written: str) -> None:
    assert note_names_as_written(typed, ("The ferry", "The Gardener", "Lamp room")) == written


def looks(text: str, cells: int = 40) -> list[list[tuple[str, str]]]:
    return [[(words, str(tone)) for words, tone in line] for line in note_lines(text, cells)]


def test_titles_look_like_titles_and_names_like_links() -> None:
    assert looks("## The mill\n@[Old Fum] waits.\n### Below") == [
        [("The mill", "heading")],
        [("@Old Fum", "link"), (" waits.", "")],
        [("§ Below", "heading")],
    ]
    assert looks("He saw ~[The Ford] now", 12) == [
        [("He saw ", ""), ("~The", "link")],
        [("Ford", "link"), (" now", "")],
    ]


@given(st.text(), st.integers(8, 40))
def test_no_text_loses_a_word_by_its_looks(text: str, cells: int) -> None:
    plain = text.replace("#", "").replace("@", "").replace("~", "")
    drawn = "".join("".join(words for words, _ in line) for line in note_lines(plain, cells))
    assert "".join(drawn.split()) == "".join(plain.split())


@given(st.text())
def test_no_text_has_a_name_without_letters(text: str) -> None:
    assert all(each.name.strip() for each in tags_in_note(text))


def test_scenes_of_a_session_are_listed_as_they_were_played() -> None:
    scenes = [(NoteTag(TagKind.SCENE, name), session) for name, session in (("C", 1), ("B", 2), ("A", 2))]
    assert [each.tag.name for each in search_occurrences(scenes)] == ["B", "A", "C"]


def test_they_are_counted_and_found_and_forgotten_when_taken_back(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library))
    note = campaign.rules.procedure("campaign.note")
    for text in ("@Vash opens #door.", "#Door again", "#door once too often"):
        campaign.perform(note, {"text": text}, ReplayAnswers(random.Random(1)))
    campaign.undo()
    index = SearchIndex(campaign)
    index.read(1_000)
    rows = [each.text for each in search_tag_rows(index.named())]
    assert rows[0] == "Threads" and rows[1].split() == ["Door", "2", "times,", "last", "in", "session", "3"]
    assert rows[2] == "People" and "once" in rows[3]
    assert [line.entry.number for line in index.search(search_query("tag:#door"), 9)][1:] == [
        campaign.length - 2,
        campaign.length - 3,
    ]


@pytest.mark.long
async def test_the_journal_lists_them_and_enter_finds_where_they_occur(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        for text in ("Moss hears #bell.", "Nothing here", "The #bell stops."):
            await table.keys("w")
            await table.write(text)
            await table.keys("enter")
        await table.keys("j", "#")
        assert "Threads" in table.text() and "2 times" in table.text()
        await table.keys("enter")
        assert "2 found" in table.text() and "Nothing here" not in "\n".join(table.lines()[1:18])
        await table.keys("escape")
        assert "2 times" in table.text()
        await table.keys("escape")
        assert "Nothing here" in table.text()


async def test_the_cursor_is_on_the_first_name_and_not_on_a_clock_below(tmp_path: Path) -> None:
    library = Library(tmp_path)
    async with opened(tmp_path, place_demo(library, "solo")) as table:
        await table.keys("j", "number_sign")
        assert any(each.startswith("> The counting house") for each in table.lines()), table.text()


@pytest.mark.long
async def test_what_is_over_stands_last_and_enter_on_a_scene_shows_the_scene(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        for text in ("## The mill", "#bell rings.", "## The ford", "#lamp, @[Old Fum]", "#lamp again"):
            await table.keys("w")
            await table.write(text)
            await table.keys("enter")
        await table.keys("j", "A", *"!", "enter", "number_sign")
        lamp = next(each for each in table.lines() if "lamp " in each)
        assert "2 times" in lamp, "a note that was rewritten is counted once"
        await table.keys("home", "down", "down", "down", "space")
        assert "#lamp" in table.campaign.table.closed or "#bell" in table.campaign.table.closed
        names = [each.split()[0].strip(">") for each in table.lines()[1:19] if "last in" in each]
        over = next(each for each in table.lines() if "· over" in each)
        threads = [each for each in table.lines()[1:19] if "bell" in each or "lamp" in each]
        assert threads[-1] == over and names
        await table.keys("space")
        assert table.campaign.table.closed == () and "· over" not in table.text()
        await table.keys("home", "enter")
        shown = "\n".join(table.lines()[1:19])
        assert ("The mill" in shown) != ("The ford" in shown), "one scene and no other"
        await table.keys("escape", "u", "u")
        assert table.campaign.table.closed == ()


def test_decks_stand_below_the_names_with_what_is_left(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "solo"))
    rows = [each.text for each in rollable_names((), campaign)]
    assert "Find the ledger ■■■■□□□□□□ 4/10" in rows and rows[-1] == "The deck of lamps 20 of 21 left"
    offered = offers(campaign.table, campaign.rules, None, all_rollable_tables(campaign))
    deck = next(each for each in offered if each.label == "The deck of lamps")
    assert offer_row(deck, campaign.table, None).text.rstrip() == "The deck of lamps  20 left"
    do(campaign, "table.shuffle", deck="lamp-deck")
    assert rollable_names((), campaign)[-1].text.startswith("The tide")
    campaign.close()


def test_the_names_tell_the_gm_how_far_hidden_clocks_are(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "solo"))
    do(campaign, "campaign.add-clock", name="The wolf", steps="4", sight="hidden")
    do(campaign, "campaign.add-clock", name="The flood", steps="6", sight="secret")
    rows = {each.text: each.key for each in rollable_names((), campaign)}
    assert "The wolf        □□□□ 0/4 (half hidden)" in rows
    form = form_of_rollable_row(campaign, rows["The flood       □□□□□□ 0/6 (secret)"])
    assert form is not None and form.given["clock"] == "the-flood"
    campaign.close()


def test_what_is_asked_and_taken_back_is_told_without_the_signs_of_tags(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "solo"))
    asked = do(campaign, "oracle.ask", question="Does @[Old Fum] know #the-lamp?", likelihood="likely")
    assert (
        journal_entry_rows(asked, 80)[0].text.split(maxsplit=2)[2].startswith("Does Old Fum know the lamp? ")
    )
    scene = do(campaign, "campaign.note", text="## The last step")
    assert journal_headline_in_brief(scene) == "The last step"
    note = do(campaign, "campaign.note", text="@[Old Fum] waits at ~Harbour. #ledger")
    assert journal_headline_in_brief(note) == "Old Fum waits at Harbour. ledger"
    campaign.close()


# What is over


@pytest.fixture
def solo(tmp_path: Path) -> Campaign:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "solo"))
    for text in (
        "#[the ash coins] are gone, says @[Old Fum].",
        "~[Old Fum] is an inn, too.",
        "## The ash pit",
    ):
        do(campaign, "campaign.note", text=text)
    return campaign


def closing(campaign: Campaign, line: str) -> str:
    """What a line that closes something means, and what came of it."""
    try:
        said = understood_in_campaign(campaign, Listener(campaign.table, campaign.rules, None), line)
        assert said.form is not None
        given = given_with_rollable_tables(campaign, said.form.procedure, said.form.given)
    except RuleError as error:
        return f"! {error}"
    do(campaign, said.form.procedure.id, **{id: str(value) for id, value in given.items()})
    assert campaign.last is not None
    return journal_entry_in_a_line(campaign.last)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("close the ash coins", "#the ash coins is over"),
        ("/close #[the ash coins]", "#the ash coins is over"),
        ("close ash pit", "scene The ash pit is over"),
        ("close @Old Fum", "@Old Fum is over"),
        ("close old fum", "! @[Old Fum] or ~[Old Fum]? type its sign too"),
        ("close the tide", "The tide is removed"),
        ("close find the ledger", "Find the ledger is removed"),
        ("close", "! which one? #ledger, #[the ash coins], #[the lamp below]"),
        ("close nonsense", "! nothing that is open is called 'nonsense': "),
        ("reopen the ash coins", "! nothing is over: close and a name closes it"),
    ],
)
def test_what_is_meant_is_closed_and_nothing_else(solo: Campaign, line: str, told: str) -> None:
    assert closing(solo, line).startswith(told)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("@Old Fum's lamp, @old fum.", "@[Old Fum]'s lamp, @[old fum]."),
        ("@Old Fumbler, @Old, x@Old Fum, @[Old Fum]", "@Old Fumbler, @Old, x@Old Fum, @[Old Fum]"),
        ("~Old Fum and #the ash coins", "~[Old Fum] and #[the ash coins]"),
    ],
)
def test_a_known_name_of_several_words_gets_its_brackets(solo: Campaign, typed: str, written: str) -> None:
    assert names_in_notes_bracketed(solo, typed) == written


def test_what_is_over_is_opened_again_and_not_closed_twice(solo: Campaign) -> None:
    assert closing(solo, "close the ash coins") == "#the ash coins is over"
    assert closing(solo, "close the ash coins").startswith("! nothing that is open is called")
    assert closing(solo, "reopen ash coins") == "#the ash coins is open again"


def test_a_clock_and_a_track_that_were_closed_are_opened_again_as_they_stood(solo: Campaign) -> None:
    before = {each.name: each for each in solo.table.clocks}
    for line in ("close the tide", "close find the ledger", "reopen the tide", "reopen Find the ledger"):
        closing(solo, line)
    assert {each.name: each for each in solo.table.clocks} == before
    assert closing(solo, "reopen the tide").startswith("! nothing is over")


def test_a_scene_is_told_from_what_is_called_so_too(solo: Campaign) -> None:
    assert closing(solo, "close the salt stair") == "~The Salt Stair is over"
    which = "! ## The Salt Stair or ~[The Salt Stair]? type its sign too"
    assert closing(solo, "reopen the salt stair") == which
    for line in ("reopen ## the salt stair", "reopen scene the salt stair"):
        assert closing(solo, line).startswith(
            "! The Salt Stair has ended: ## The Salt Stair in a note begins"
        )
    assert closing(solo, "reopen ~the salt stair") == "~The Salt Stair is open again"


def test_a_scene_that_is_over_does_not_end_again(solo: Campaign) -> None:
    listener = Listener(solo.table, solo.rules, None)
    assert understood_in_campaign(solo, listener, "end scene wilder").form is not None
    do(solo, "scene.end", how="wilder")
    with pytest.raises(RuleError, match="the scene has ended already"):
        understood_in_campaign(solo, Listener(solo.table, solo.rules, None), "end scene wilder")
    do(solo, "campaign.note", text="On the road.")
    with pytest.raises(RuleError, match="the scene has ended already"):
        understood_in_campaign(solo, Listener(solo.table, solo.rules, None), "end scene")
    do(solo, "campaign.note", text="## The road")
    assert understood_in_campaign(solo, Listener(solo.table, solo.rules, None), "end scene").form is not None


def scenes(campaign: Campaign) -> list[tuple[str, bool]]:
    """The scenes that the notes name, and whether each is over, as they are listed."""
    index = SearchIndex(campaign)
    index.read(1_000)
    return [(each.tag.name, each.is_over) for each in index.named() if each.tag.kind == TagKind.SCENE]


def test_a_scene_that_has_ended_is_over_until_it_is_begun_again(solo: Campaign) -> None:
    before = [("The counting house", True), ("The Salt Stair", True)]
    assert scenes(solo) == [("The ash pit", False), *before], "the demo ends both"
    do(solo, "scene.end")
    assert [over for _, over in scenes(solo)] == [True] * 3
    assert (
        closing(solo, "reopen ash pit") == "! The ash pit has ended: ## The ash pit in a note begins it again"
    )
    assert closing(solo, "close the salt stair") == "~The Salt Stair is over"
    do(solo, "campaign.note", text="## The Ash Pit")
    assert scenes(solo)[0] == ("The Ash Pit", False)
    solo.undo(3)
    assert scenes(solo) == [("The ash pit", False), *before]


def test_an_end_of_a_scene_that_was_amended_later_ends_the_scene_of_then(solo: Campaign) -> None:
    ended = do(solo, "scene.end").number
    do(solo, "campaign.note", text="## The rope")
    solo.amend(solo.amending(ended).with_given({"how": "wilder"}))
    assert ("The rope", False) in scenes(solo) and ("The ash pit", True) in scenes(solo)


def test_a_note_that_names_somebody_costs_the_same_in_a_long_journal(tmp_path: Path) -> None:
    counts = []
    for entries in (100, 2_000):
        library = Library(tmp_path / str(entries))
        campaign = library.open(make(tmp_path / str(entries), entries, "played"))
        do(campaign, "campaign.note", text=names_in_notes_bracketed(campaign, "@Vash waits"))
        with calls_counted() as calls:
            for number in range(60):
                do(campaign, "campaign.note", text=names_in_notes_bracketed(campaign, f"@Vash goes {number}"))
        counts.append(calls.count)
        campaign.close()
    assert counts[1] < counts[0] * 1.05


def test_names_counted_as_they_come_are_those_of_the_whole_journal(solo: Campaign) -> None:
    kept = SearchIndex(solo)
    kept.read(solo.length)
    chance = random.Random(4)
    texts = ("## The ford", "@Vash at ~Harbour", "@vash and #lamp", "## Below", "nobody", "~Harbour burns")

    def written() -> None:
        do(solo, "campaign.note", text=chance.choice(texts))

    def amended() -> None:
        amendment = solo.amending(chance.choice([each.number for each in solo.entries() if is_note(each)]))
        solo.amend(amendment.with_given({"text": chance.choice(texts)}))

    acts = (written, written, written, solo.undo, solo.redo, amended, lambda: do(solo, "scene.end"))
    for _ in range(60):
        with suppress(RuleError):
            chance.choice(acts)()
        kept.catch_up()
        anew = SearchIndex(solo)
        anew.read(solo.length)
        assert kept.named() == anew.named()
