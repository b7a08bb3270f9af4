"""The recap that is read aloud: five sentences in the order of the evening, and what is open."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.views import recap
from tableside.views.recap import RecapLength
from tableside.views.recap_parts import RecapParts
from tableside.views.recap_prose import (
    SENTENCES,
    RecapSentencesHeard,
    first_recap_sentence,
    note_in_recap_sentences,
    recap_sentence_asks,
    recap_sentence_of_threads,
    recap_sentences,
    threads_for_recap_sentence,
)
from tableside.wording.facts import fact_text
from tests.campaign.people import ask, do, note, roll_on


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Campaign]:
    library = Library(tmp_path)
    campaign = library.open(library.new("Evenings", "troika"))
    for name, kind in (("Ana", "pc"), ("Gob", "enemy"), ("Hob", "enemy")):
        do(campaign, "campaign.add-character", name=name, kind=kind)
    do(campaign, "campaign.begin-session")
    yield campaign
    campaign.close()


def lines(campaign: Campaign, *, public: bool = False) -> list[str]:
    told = recap.session_recap(RecapParts(campaign, 1), RecapLength.SHORT, public=public, surprises=None)
    return recap.recap_lines(told)[2:]


def played(campaign: Campaign) -> None:
    note(campaign, "## The stair\n@Ana goes down to ~[The Ford]. It is cold. #drowned-bell")
    note(campaign, "Nobody says a word.")
    do(campaign, "oracle.ask", 3, question="is the door locked", likelihood="likely")
    do(campaign, "campaign.add-clock", name="The tide", steps="1")
    do(campaign, "campaign.tick-clock", clock="the-tide")
    note(campaign, "## The bell\nIt *rings*, and #keeper wakes.")
    do(campaign, "turn.begin-list", who="Ana, Gob, Hob")
    for foe in ("Gob", "Hob"):
        do(campaign, "campaign.condition", who=foe, condition="dead")
    do(campaign, "turn.end")
    do(campaign, "campaign.edit", who="Ana", **{"items.new": "Ring"})
    note(campaign, "Who rang it? #drowned-bell")
    note(campaign, "Is it over?")
    do(campaign, "oracle.ask", 1, question="Is it over?")


@pytest.mark.parametrize("public", [False, True])
def test_five_sentences_tell_the_evening_in_its_order(evening: Campaign, public: bool) -> None:
    played(evening)
    assert lines(evening, public=public)[1:] == [
        "The story",
        '  Ana goes down to The Ford. The clock "The tide" ran out. It rings, and keeper wakes. '
        "Gob and Hob were beaten. Is it over? No. Ana came away with the Ring. "
        "Drowned bell and keeper are still open.",
        "",
        "Loose ends",
        "  Who rang it?",
    ]


def test_where_little_else_came_of_it_the_notes_tell_how_it_went_on(evening: Campaign) -> None:
    for text in ("One. More of it.", "Two", "Three!", "Four", "Five", "Six", "Seven"):
        note(evening, text)
    assert lines(evening)[2] == "  One. Two. Four. Five. Seven."


def test_of_many_scenes_the_first_and_the_last_are_told() -> None:
    notes = [(f"## Scene {n}\nIt was {n}.", n) for n in range(1, 12)]
    told = recap_sentences(RecapSentencesHeard(notes, filled=[("The tide", 20)]))
    assert told == (("It was 1.", 1), ("It was 4.", 4), ("It was 8.", 8), ("It was 11.", 11), told[-1])
    assert told[-1] == ('The clock "The tide" ran out.', 20) and len(told) == SENTENCES


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("## Only a title", ""),
        ("#bell @Vash", ""),
        ("@[A burner]", ""),
        ("He has:\n- a lamp\n- a rope\nHe nods", "He has: a lamp, a rope."),
        ("the **lantern** goes out; @[Old Fum] laughs", "The lantern goes out; Old Fum laughs."),
        ('She asks: "Who?" Nobody knows.', 'She asks: "Who?"'),
        ("They lie. #gm", "They lie."),
        ("They lie #gm", "They lie #gm."),
        ("> quoted\n- and listed", "Quoted and listed."),
        (
            "## The stair\n(note: Scene check)\nd: 2d6 [3 4] -> lucky\n? Is it he?\n-> no\nIt rains.",
            "It rains.",
        ),
        ("There is ... nothing here. Or is there?", "There is ... nothing here."),
        ('"Who?" she asks. Nobody knows.', '"Who?" she asks.'),
        ("(note: Scene check)\n[E:The tide 3/4]", ""),
        ("It is for the #drowned-bell.", "It is for the drowned bell."),
    ],
)
def test_a_sentence_is_what_is_read_aloud(text: str, said: str) -> None:
    assert first_recap_sentence(text) == said


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Why?", True),
        ("Why? #gm", True),
        ("The #keeper owes us", False),
        ("C# is a note", False),
        ("?", True),
    ],
)
def test_a_question_ends_as_one(text: str, is_one: bool) -> None:
    assert recap_sentence_asks(text) is is_one


def test_an_answered_question_is_no_loose_end(evening: Campaign) -> None:
    note(evening, "Who is it?")
    note(evening, "Is it locked?")
    do(evening, "oracle.ask", 1)
    note(evening, "Is it *late*?")
    note(evening, "They wait.")
    do(evening, "oracle.ask", 1, question="is it late")
    note(evening, "Who is it?")
    assert lines(evening)[-2:] == ["Loose ends", "  Who is it?"]


def test_an_oracle_of_ones_own_answers_in_its_own_words(evening: Campaign) -> None:
    (evening.folder / "tables").mkdir()
    own = '[oracle]\nrows = ["yes, at a price"]\n'
    (evening.folder / "tables" / "own.toml").write_text(own, encoding="utf-8")
    note(evening, "It is dark.")
    ask(evening, "is the door locked")
    assert lines(evening)[2] == "  It is dark. Is the door locked? Yes, at a price."


def test_threads_are_named_by_what_came_last() -> None:
    assert threads_for_recap_sentence(["#one-two", "#Three", "#gm #ONE-two"], ()) == ("one two", "Three")


def test_a_thread_is_told_with_the_article_that_it_has_in_the_prose() -> None:
    assert threads_for_recap_sentence(["The #ledger is gone.", "#ledger #[the lamp]"], ()) == (
        "the lamp",
        "the ledger",
    )
    assert recap_sentence_of_threads(("the lamp", "the ledger")) == "The lamp and the ledger are still open."
    assert recap_sentence_of_threads(("Kaarna",)) == "Kaarna is still open."


@pytest.mark.parametrize("public", [False, True])
def test_in_the_middle_length_scenes_and_names_are_told_without_their_signs(
    evening: Campaign, public: bool
) -> None:
    note(evening, "## The ~Ford\n@[Old Fum] wades to ~[The Stair].\nIt rains. #[the drowned bell] #keeper")
    note(evening, "## The stair")
    note(evening, "It holds:\n- a lamp\n- a rope\n\nNo more.")
    material = RecapParts(evening, 1)
    told = recap.session_recap(material, RecapLength.MIDDLE, public=public, surprises=None)
    story = next(each for each in told if each.id == "story")
    assert [each.text for each in story.lines] == [
        "\N{SECTION SIGN} The Ford",
        "Old Fum wades to The Stair. It rains.",
        "\N{SECTION SIGN} The stair",
        "It holds: a lamp, a rope. No more.",
    ]


@pytest.mark.parametrize("public", [False, True])
def test_a_longer_recap_tells_what_was_answered_and_found_where_it_was(
    evening: Campaign, public: bool
) -> None:
    note(evening, f"{'A sentence of some length. ' * 12}\n## The bell\nIt *rings* for @[Old Fum].")
    do(evening, "oracle.ask", 3, question="Is @[Old Fum] here?")
    do(evening, "oracle.ask", 3)
    found = fact_text(roll_on(evening, "weather").facts[-1])
    do(evening, "oracle.ask", 3, question="Is it a lie?", secret="yes")
    note(evening, "Who comes?")
    material = RecapParts(evening, 1)
    for length in (RecapLength.MIDDLE, RecapLength.WHOLE):
        told = recap.session_recap(material, length, public=public, surprises=())
        first, *rest = next(
            [each.text for each in chapter.lines] for chapter in told if chapter.id == "story"
        )
        assert first.endswith("length. …" if length == RecapLength.MIDDLE else "length.")
        assert rest == [
            "\N{SECTION SIGN} The bell",
            "It rings for Old Fum.",
            "Is Old Fum here? No.",
            "The oracle (even): no",
            found,
            *([] if public else ["Is it a lie? No."]),
            "Who comes?",
        ]


def test_an_answer_about_her_stands_behind_the_sentence_that_says_who() -> None:
    notes = [("## The lamps\nNine lamps. She has my mother's voice.", 1), ("Then it was dark.", 5)]
    told = recap_sentences(RecapSentencesHeard(notes, answers=[("Is it her? Yes.", 2)]))
    assert [text for text, _ in told] == [
        "Nine lamps.",
        "She has my mother's voice. Is it her? Yes.",
        "Then it was dark.",
    ]


@pytest.mark.parametrize("public", [False, True])
def test_a_thread_that_is_over_is_told_no_more(evening: Campaign, public: bool) -> None:
    note(evening, "The bell rings, and the keeper wakes. #Drowned-Bell #keeper")
    do(evening, "campaign.close-name", name="#drowned-bell")
    assert lines(evening, public=public)[-1].endswith(" Keeper is still open.")


def test_nothing_for_the_gm_is_read_to_players(evening: Campaign) -> None:
    note(evening, "The keeper lies. #gm")
    do(evening, "oracle.ask", 1, question="Does he know?", secret="yes")
    do(evening, "campaign.add-clock", name="The plan", steps="1", sight="secret")
    do(evening, "campaign.tick-clock", clock="the-plan")
    assert "keeper" in "".join(lines(evening)) and "plan" in "".join(lines(evening))
    told = "".join(lines(evening, public=True))
    assert not [each for each in ("keeper", "know", "plan") if each in told]


@pytest.mark.parametrize(
    ("beaten", "told"),
    [
        (["Gremlin 1", "Gremlin 2", "Gremlin 4"], "Gremlin 1, 2 and 4 were beaten."),
        (["Gremlin 1", "Owl 2"], "Gremlin 1 and Owl 2 were beaten."),
        (["Gob 3", "Orc 1", "Gob 1"], "Gob 1, 3 and Orc 1 were beaten."),
        (["1", "2"], "1 and 2 were beaten."),
        (["Gob", "Gob the Second"], "Gob and Gob the Second were beaten."),
        (["Drowned carrier"], "The drowned carrier was beaten."),
        (["Old Fum", "Drowned carrier"], "Old Fum and the drowned carrier were beaten."),
    ],
)
def test_several_of_a_name_are_told_by_their_numbers(beaten: list[str], told: str) -> None:
    assert (
        recap_sentences(RecapSentencesHeard((), beaten=[(name, n) for n, name in enumerate(beaten)]))[0][0]
        == told
    )


def test_what_somebody_came_to_is_said_as_one_says_it() -> None:
    won = (("learnt", "Swim"), ("got", "Rope"), ("got", "Lamp"), ("learnt", "Lore"))
    told = recap_sentences(RecapSentencesHeard((), won=[("Ana", won)]))
    assert told[0][0] == "Ana learnt Swim and Lore and came away with the Rope and the Lamp."


def test_an_injury_is_nothing_won(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", "galejatra"))
    do(campaign, "campaign.add-character", name="Aino", kind="pc")
    do(campaign, "campaign.begin-session")
    do(campaign, "campaign.edit", who="Aino", **{"ailments.new": "Sprain 1", "skills.new": "Climbing 1"})
    assert lines(campaign)[-1] == "  Aino learnt Climbing."
    campaign.close()


@pytest.mark.parametrize(
    ("note", "read"),
    [
        ("@[threadbare miller]", []),
        ("## The mill\n@[threadbare miller]", ["§ The mill"]),
        ("@[threadbare miller] nods", ["threadbare miller nods"]),
    ],
)
def test_a_name_alone_is_no_sentence_of_the_story(note: str, read: list[str]) -> None:
    assert [*note_in_recap_sentences(note, 230)] == read
