"""What players are never told: one test for each way in which something was, once."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.rules.play import Rolled, play_to_end
from tableside.rules.procedure import read_procedure_inputs
from tableside.rules.table import Kind
from tableside.share.page import page_parts_of_own
from tableside.views.html import campaign_html_page
from tableside.views.html_sheet import html_sheet_page
from tableside.views.lonelog import lonelog_parts
from tableside.views.markdown import markdown_by_session, markdown_log
from tableside.views.notes import has_gm_tag, without_gm_tag
from tableside.views.public import seen_table
from tableside.views.public.deeds import deeds_of
from tableside.views.public.entries_told import entries_told
from tableside.views.public.player_forms import filled_player_form, player_form_fields
from tableside.views.public.seen_table import sheet_as_seen
from tableside.views.recap import RecapLength, recap_lines, session_recap
from tableside.views.recap_parts import RecapParts
from tableside.views.rollable_tables import given_with_rollable_tables
from tableside.views.sessions import next_session_line
from tableside.views.story import Telling
from tests.campaign.people import do, note
from tests.shell.test_contract import done

NUMBERS = {"skill": "28", "armour": "3", "initiative": "7"}


def opened(folder: Path, game: str) -> Campaign:
    library = Library(folder, lambda: 1.8e9)
    return library.open(library.new("Vale", game))


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    """A party of two, one goblin in the fight that is on, and whom nobody has met."""
    made = opened(tmp_path, "troika")
    do(made, "campaign.begin-session")
    for name in ("Ana", "Bram"):
        do(made, "campaign.add-character", name=name, kind="pc")
    do(made, "campaign.add-character", name="Goblin 1", kind="enemy", **NUMBERS, stamina="37")
    do(made, "troika.assemble-stack", characters="Ana, Bram", enemies="Goblin 1")
    do(made, "campaign.add-character", name="Traitor", kind="npc", notes="works for the guild")
    do(made, "campaign.add-character", name="Goblin 2", kind="enemy")
    yield made
    made.close()


def exports(campaign: Campaign) -> dict[str, str]:
    return {
        "page": campaign_html_page(campaign),
        "log": markdown_log(campaign),
        **markdown_by_session(campaign),
    }


def watched(campaign: Campaign) -> str:
    """What `tableside watch` prints."""
    return done(campaign.folder.parent, "watch", campaign.id)


def recapped(campaign: Campaign) -> str:
    material = RecapParts(campaign, campaign.table.session)
    told = session_recap(material, RecapLength.WHOLE, public=True, surprises=material.surprises())
    return "\n".join(recap_lines(told))


NO_WORDS = re.compile(
    r"<!--.*?-->|^---\n.*?^---$|<style>.*</style>|sha256-[^']*|\d\d:\d\d|\d{4}-\d\d-\d\d",
    re.DOTALL | re.MULTILINE,
)
"""Marks, times and styles, in which any number may stand."""


def everything(campaign: Campaign) -> dict[str, str]:
    """The words of all that players are shown."""
    shown = {**exports(campaign), "watch": watched(campaign), "recap": recapped(campaign)}
    return {name: NO_WORDS.sub("", text) for name, text in shown.items()}


def betraying(campaign: Campaign, *secrets: str) -> list[str]:
    """Which of what players are shown holds one of these."""
    return [
        f"{name}: {secret}"
        for name, text in everything(campaign).items()
        for secret in secrets
        if secret in text
    ]


# People


def test_nobody_whom_they_have_not_met_is_named(campaign: Campaign) -> None:
    do(campaign, "campaign.edit", who="Traitor", notes="has the key")
    do(campaign, "troika.hurt", who="Goblin 2", damage="2")
    do(campaign, "campaign.retire", who="Traitor")
    assert betraying(campaign, "Traitor", "Goblin 2", "guild", "key") == []
    assert "Traitor" in campaign_html_page(campaign, secrets=True)


def test_a_condition_does_not_name_whom_they_have_not_met(campaign: Campaign) -> None:
    do(campaign, "campaign.condition", who="Goblin 2", condition="prone")
    do(campaign, "campaign.condition", who="Traitor", condition="hunted", rounds="1")
    do(campaign, "turn.next")
    assert betraying(campaign, "Goblin 2", "Traitor", "hunted") == []


def test_of_those_in_the_fight_they_see_how_hurt_they_look_and_no_number(campaign: Campaign) -> None:
    for damage, look in (("0", "unhurt"), ("6", "hurt"), ("14", "badly hurt"), ("40", "down")):
        do(campaign, "troika.hurt", who="Goblin 1", damage=damage) if damage != "0" else None
        assert f"Goblin 1 {look}\n" in watched(campaign)
    assert "Goblin 1 is hurt" in markdown_log(campaign) and "Goblin 1 is down" in markdown_log(campaign)
    assert betraying(campaign, "37", "31", "17", "-23", "\N{MINUS SIGN}23") == []


def test_own_words_of_the_gm_on_a_foe_are_not_told(campaign: Campaign) -> None:
    do(campaign, "campaign.condition", who="Goblin 1", condition="in league with Bram")
    do(campaign, "campaign.condition", who="Goblin 1", condition="prone", rounds="3")
    assert betraying(campaign, "league", "rounds left: 3") == []
    assert "Goblin 1: prone" in markdown_log(campaign)


def test_edits_of_their_sheets_are_not_told_and_their_sheets_are_not_there(campaign: Campaign) -> None:
    do(campaign, "campaign.edit", who="Goblin 1", **{"notes": "paid in gold", "items.new": "Signet"})
    assert betraying(campaign, "gold", "Signet", "Armour 3") == []
    assert "Signet" in campaign_html_page(campaign, secrets=True)


def test_what_a_fight_came_to_says_of_others_only_that_they_fell(campaign: Campaign) -> None:
    do(campaign, "troika.hurt", who="Ana", damage="3")
    do(campaign, "troika.hurt", who="Goblin 1", damage="60")
    do(campaign, "turn.end")
    told = markdown_log(campaign)
    assert "Goblin 1  down in round 1" in told and "Ana       took 3" in told
    assert "60" not in told and "dealt" not in told and "entries" not in told
    assert "Goblin 1 down" in recapped(campaign) and "Goblin 1 was beaten" in recapped(campaign)


def test_one_who_bears_the_name_of_another_is_taken_for_nobody_they_know(campaign: Campaign) -> None:
    do(campaign, "campaign.add-character", name="Bram", kind="enemy", stamina="29")
    do(campaign, "campaign.condition", who="#6", condition="on fire inside")
    assert betraying(campaign, "on fire inside") == []


# Rolls


@pytest.mark.long
def test_no_roll_tells_the_strength_of_a_foe_or_how_many_tokens_are_left(campaign: Campaign) -> None:
    for turn in range(3):
        do(campaign, "turn.next", turn)
    for seed in range(12):
        do(campaign, "troika.fight", seed, who="Ana", against="Goblin 1", luck="never")
        do(campaign, "troika.fight", seed, who="Goblin 1", against="Bram", luck="never")
        do(campaign, "troika.shoot", seed, who="Ana", against="Goblin 1", weapon="bow", luck="never")
        do(campaign, "troika.hurt", who="Ana", damage="1")
        do(campaign, "troika.heal", who="Ana", points="30")
        do(campaign, "troika.heal", who="Bram", points="30")
    told = everything(campaign)
    for name, text in told.items():
        assert not re.search(r"tokens? left|Armour: |Armour\W+3|and End", text), name
        assert not re.search(r"\b(2[89]|3\d|40)\b", text), name
    assert re.search(r"Ana (wins|loses): \d+ \+ \d+ = \d+ against \d+ \+ \?", told["log"])
    assert "Goblin 1, their attack: [" in told["log"]


@pytest.mark.parametrize(
    ("who", "against", "read"),
    [
        ("Ana", "Goblin 1", "Ana ties: 10 + 26 = 36 against 8 + ?"),
        ("Goblin 1", "Ana", "Goblin 1 ties: 8 + ? against 10 + 26 = 36"),
        ("Ana", "Bram", "Ana ties: 10 + 26 = 36 against 8 + 28 = 36"),
    ],
)
def test_a_verdict_is_read_with_the_totals_of_the_party_and_says_that_more_is_added(
    campaign: Campaign, who: str, against: str, read: str
) -> None:
    """Of the foe the dice alone would read as a total: 36 against 8, and a tie."""
    do(campaign, "campaign.edit", who="Ana", skill="26")
    do(campaign, "campaign.edit", who="Bram", skill="28")
    fight = campaign.rules.procedure("troika.fight")
    given = read_procedure_inputs(fight, {"who": who, "against": against, "luck": "never"}, campaign.table)
    faces = {"Ana": (4, 6), "Goblin 1": (2, 6), "Bram": (2, 6)}
    entry = campaign.perform(fight, given, ReplayAnswers(Random(1), (*faces[who], *faces[against])))
    assert any(fact.id == "versus-tie" and fact.values["total"] == 36 for fact in entry.facts)
    (line,) = (each.line for each in entries_told([entry], campaign))
    assert read in line.words


def test_the_die_of_a_foe_in_fell_and_how_it_feels_are_not_told(tmp_path: Path) -> None:
    made = opened(tmp_path, "fell")
    hardy = {part: "80" for part in ("bod_points", "int_points", "wil_points")}
    do(made, "campaign.add-character", name="Ana", kind="pc", **hardy)
    do(made, "campaign.add-character", name="Ogre", kind="enemy", hit_die="d12", hit_points="12")
    do(made, "turn.begin-sides")
    for seed in range(6):
        do(made, "fell.attack-foe", seed, who="Ogre", against="Ana")
        do(made, "fell.leverage", seed, who="Ana", against="Ogre", reaction="hostile")
    assert betraying(made, "d12", "hostile", "wary", "indifferent", "friendly", "helpful", "12/12") == []
    assert "Ogre, attack: [" in markdown_log(made) and "Ogre, their contest: [" in markdown_log(made)
    made.close()


# What the GM writes


@pytest.mark.parametrize(
    "mark", ["#gm", "#GM", "#gm-only", "#gms", "#Gm_later", "(#gm)", "#gm:", "x#gm", "##gm", "#gm2"]
)
def test_a_note_for_the_gm_is_known_however_it_is_marked(campaign: Campaign, mark: str) -> None:
    assert has_gm_tag(f"The keeper lies {mark}") and has_gm_tag(f"{mark} The keeper lies")
    note(campaign, f"The keeper lies {mark}")
    assert betraying(campaign, "keeper") == [] and "keeper" not in next_session_line(campaign)


def test_the_last_note_is_read_aloud_where_the_next_session_begins(campaign: Campaign) -> None:
    do(campaign, "campaign.end-session")
    note(campaign, "## The milestone\nAsh falls on @Bell")
    assert next_session_line(campaign).endswith("previously: The milestone Ash falls on Bell")


def test_what_is_marked_on_a_sheet_of_the_party_is_on_no_sheet_of_theirs(campaign: Campaign) -> None:
    marked = {"notes": "born by the sea\nheir to the throne #gm", "items.new": "Ring #gm-only"}
    do(campaign, "campaign.edit", who="Ana", **marked)
    do(campaign, "campaign.edit", who="Ana", **{"items.1": "Cursed ring #gm", "skills.new": "Spying #gm 4"})
    do(campaign, "campaign.condition", who="Ana", condition="doomed #gm")
    assert betraying(campaign, "throne", "ing #gm", "Ring", "Spying", "doomed") == []
    do(campaign, "campaign.edit", who="Ana", notes="born by the sea")
    own = html_sheet_page(campaign, sheet_as_seen(campaign.table.in_play(Kind.PC)[0], campaign.rules))
    assert betraying(campaign, "throne") == [] and "born by the sea" in own


def test_of_secret_opposition_players_read_every_factor_and_no_number(tmp_path: Path) -> None:
    """HEI-S-secret: what hampers is described, and only the number of dice is hidden."""
    campaign = opened(tmp_path, "galejatra")
    do(campaign, "campaign.begin-session")
    do(campaign, "galejatra.create", name="Aino", skills="climbing 3")
    do(campaign, "galejatra.obstacle", name="Cliff", aspects="slippery 37, steep 29, sheer 23")
    assert betraying(campaign, "Cliff", "slippery") == []
    given = {"who": "Aino", "skill": "climbing", "against": "Cliff", "bypass": "sheer", "hindrance": "1"}
    do(campaign, "galejatra.attempt", **given, secret="yes")
    log, watch = exports(campaign)["log"], watched(campaign)
    assert "at climbing" in watch
    for factor in ("slippery hampers", "steep hampers", "Bad circumstances", "against Cliff", "sheer"):
        assert factor in log
    assert betraying(campaign, "37", "38", "29", "23", "hard") == []
    campaign.close()


# What the oracle and the tables tell (ORA-4)


@pytest.mark.parametrize("id", ["oracle.ask", "table.roll"])
def test_what_the_gm_asked_is_told_to_nobody_unless_in_the_open(campaign: Campaign, id: str) -> None:
    """`watch` kept it, and the recap and the exports gave it away."""
    given = {"table": "weather"} if id == "table.roll" else {}

    def asked(question: str, **more: str) -> Entry:
        inputs = {**given, **more}
        if id == "oracle.ask":
            return do(campaign, id, question=question, **inputs)
        procedure = campaign.rules.procedure(id)
        read = {**read_procedure_inputs(procedure, inputs, campaign.table), "question": question}
        whole = given_with_rollable_tables(campaign, procedure, read)
        return campaign.perform(procedure, whole, ReplayAnswers(Random(1)))

    asked("Does the toad betray them?")
    asked("Is the keeper a spy?", secret="yes")
    assert betraying(campaign, "toad", "spy") == []
    entry = asked("Is the gate shut?", open="yes")
    told = {name for name, text in everything(campaign).items() if "Is the gate shut?" in text}
    assert told >= {"page", "log", "watch", "recap"}
    campaign.amend(campaign.amending(entry.number).in_secret(True))
    assert betraying(campaign, "gate") == []


@pytest.mark.parametrize(
    ("party", "house", "is_told"),
    [
        (0, "", False),
        (1, "", True),
        (2, "", False),
        (1, "the-gm-alone", False),
        (2, "everybody", True),
        (0, "everybody", True),
    ],
)
def test_whoever_plays_alone_has_all_in_the_open(
    tmp_path: Path, party: int, house: str, is_told: bool
) -> None:
    made = opened(tmp_path, "troika")
    for number in range(party):
        do(made, "campaign.add-character", name=f"Ana {number}", kind="pc")
    if house:
        do(made, "campaign.house-rule", rule="ORA-4", option=house)
    do(made, "oracle.ask", question="Does the toad betray them?")
    told = {name for name, text in everything(made).items() if "toad" in text}
    assert told >= {"page", "log", "watch", "recap"} if is_told else told == set()
    made.close()


def test_a_question_that_only_the_gm_has_answered_stays_a_loose_end(campaign: Campaign) -> None:
    note(campaign, "Who betrays them?")
    do(campaign, "oracle.ask", question="the toad")
    assert "Who betrays them?" in recapped(campaign).partition("Loose ends")[2]


# What players keep to themselves


def next_session(campaign: Campaign) -> None:
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")


def by_player(campaign: Campaign, who: str, **cells: str) -> None:
    """What a player notes on a screen of their own."""
    procedure = campaign.rules.procedure("campaign.edit")
    texts = {"who": who, **{name.replace("_", "-"): text for name, text in cells.items()}}
    given = read_procedure_inputs(procedure, texts, campaign.table)
    performed = play_to_end(procedure.perform(campaign.table, given), ReplayAnswers(Random(1)))
    campaign.record(procedure, given, performed, by=who)


def test_what_stands_on_one_players_page_alone_is_in_no_common_paper(campaign: Campaign) -> None:
    next_session(campaign)
    by_player(campaign, "Ana", notes="I am the traitor.")
    by_player(campaign, "Ana", **{"items.new": "poisoned comb"})
    assert betraying(campaign, "I am the traitor", "poisoned comb") == []
    for key in (None, *(each.key for each in campaign.table.in_play(Kind.PC))):
        page = "".join(each.html for each in page_parts_of_own(campaign, key).values())
        assert ("I am the traitor" in page) == ("comb" in page) == (key == 1)
    gm = markdown_log(campaign, secrets=True)
    assert "I am the traitor." in gm and "comb" in gm and "comb" in campaign_html_page(campaign, secrets=True)
    by_player(campaign, "Ana", **{"items.1": ""})
    assert betraying(campaign, "poisoned comb") == []


def test_what_the_gm_gives_is_told_and_notes_on_a_sheet_are_not(campaign: Campaign) -> None:
    next_session(campaign)
    do(campaign, "campaign.edit", who="Ana", **{"items.new": "silver crown"})
    do(campaign, "campaign.edit", who="Ana", notes="heir to the throne")
    told = {name for name, text in everything(campaign).items() if "silver crown" in text}
    assert told >= {"page", "log", "recap"} and betraying(campaign, "heir") == []


def test_what_a_player_noted_stays_theirs_when_the_gm_amends_it(campaign: Campaign) -> None:
    by_player(campaign, "Ana", **{"items.new": "poisoned comb"})
    amendment = campaign.amending(campaign.length)
    campaign.amend(amendment.with_given({**amendment.given, "cells": ("items.new=poisoned combs",)}))
    assert [text for text in (markdown_log(campaign),) if "poisoned" in text] == []


# The mark itself


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("They owe the toad a favour #gm.", "They owe the toad a favour."),
        ("#gm The keeper lies", "The keeper lies"),
        ("#GM: The keeper lies", "The keeper lies"),
        ("The keeper #gm-only lies", "The keeper lies"),
        ("The keeper lies\n#gm", "The keeper lies"),
        ("The keeper lies (#gm)", "The keeper lies"),
        ("The keeper lies (in part #Gm)", "The keeper lies (in part)"),
        ("The keeper lies#gm_later", "The keeper lies"),
        ("Nothing", "Nothing"),
    ],
)
def test_the_gm_reads_a_text_without_its_mark(written: str, read: str) -> None:
    assert without_gm_tag(written) == read


def test_the_mark_for_the_gm_is_printed_nowhere(campaign: Campaign) -> None:
    note(campaign, "They owe the toad a favour #gm.")
    do(campaign, "campaign.edit", who="Ana", **{"items.new": "Ring #gm"})
    do(campaign, "campaign.condition", who="Ana", condition="doomed #gm")
    do(campaign, "campaign.add-clock", name="The tide #gm", steps="4")
    do(campaign, "oracle.ask", question="is it #gm over", secret="yes")
    material = RecapParts(campaign, campaign.table.session)
    texts = [markdown_log(campaign, secrets=True), campaign_html_page(campaign, secrets=True)]
    texts += ["".join(lonelog_parts(campaign, Telling(secrets=True)))]
    texts += [
        "\n".join(recap_lines(session_recap(material, length, public=False, surprises=())))
        for length in RecapLength
    ]
    assert all("owe the toad a favour." in text for text in texts)
    assert [text for text in texts if "#gm" in text.casefold()] == []
    assert betraying(campaign, "#gm", "toad", "Ring", "doomed", "tide") == []


def test_pages_that_are_edited_keep_the_mark(campaign: Campaign) -> None:
    note(campaign, "They owe the toad a favour #gm.")
    pages = "".join(markdown_by_session(campaign, Telling(secrets=True)).values())
    assert "They owe the toad a favour #gm." in pages


def test_an_id_made_of_what_is_marked_names_it_no_more_than_the_name(campaign: Campaign) -> None:
    for thing in (*(f"Stone {number}" for number in range(16)), "Ring #gm"):
        do(campaign, "campaign.edit", who="Bram", **{"items.new": thing})
    do(campaign, "troika.drop", 3, who="Bram", careful="no")
    assert "ring-gm" in str([each.facts for each in campaign.entries()])
    assert betraying(campaign, "ring-gm", "Ring") == []


def test_a_note_turned_secret_is_not_what_happened_last(campaign: Campaign) -> None:
    do(campaign, "campaign.end-session")
    told = note(campaign, "The keeper lies.")
    assert "The keeper lies." in next_session_line(campaign)
    campaign.amend(campaign.amending(told.number).in_secret(True))
    assert "keeper" not in next_session_line(campaign)


# Numbers that count what is hidden


def test_no_gap_in_the_numbers_of_lines_shows_that_something_is_hidden(campaign: Campaign) -> None:
    for text in ("One", "A secret #gm", "Two", "Another #gm", "Three"):
        note(campaign, text)
    first, *_ = (each for each in campaign.entries() if each.given.get("text") == "One")
    campaign.amend(campaign.amending(first.number).with_given({"text": "One again"}))
    for kind in "ne":
        ids = [int(each) for each in re.findall(rf'id="{kind}(\d+)"', campaign_html_page(campaign))]
        assert ids == [*range(1, len(ids) + 1)] and ids
    pages = "".join(markdown_by_session(campaign).values())
    notes = [int(each) for each in re.findall(r"<!-- note (\d+) ", pages)]
    assert notes == [1, 2, 3]
    assert "amended" not in watched(campaign) and "entry" not in watched(campaign)
    assert '"entry"' not in done(campaign.folder.parent, "recap", "vale", "--players", "--json")
    assert '"entry"' in done(campaign.folder.parent, "recap", "vale", "--json")


def test_an_amended_line_is_told_as_it_should_have_been_and_no_more(campaign: Campaign) -> None:
    hurt = do(campaign, "troika.hurt", who="Ana", damage="4")
    given = {**campaign.amending(hurt.number).given, "damage": 2}
    campaign.amend(campaign.amending(hurt.number).with_given(given))
    told = watched(campaign)
    assert told.count("Ana loses") == 1 and "Ana loses 2 Stamina" in told


def test_what_foes_throw_for_their_place_in_the_order_is_covered(tmp_path: Path) -> None:
    made = opened(tmp_path, "d20")
    do(made, "campaign.begin-session")
    do(made, "campaign.add-character", name="Ana", kind="pc")
    do(made, "d20.add-foe", name="Orc", count="2")
    do(made, "d20.begin-battle")
    thrown = {step.who for step in made.entry(made.length).steps if isinstance(step, Rolled)}
    assert thrown >= {"Ana", "Orc 1", "Orc 2"}
    (line,) = (each.line for each in entries_told([made.entry(made.length)], made))
    assert {each.who for each in line.throws} == {"Ana"}
    made.close()


# What they may do


def offered(campaign: Campaign, name: str) -> str:
    """All that stands on the forms of what one of the party may do."""
    who = next(each.key for each in campaign.table.in_play() if each.name == name)
    scene = seen_table.table_seen_by_player(campaign, who)
    forms = ((each, filled_player_form(scene, each, {})) for each in deeds_of(scene))
    return "\n".join(
        f"{deed.id} {form.given} {player_form_fields(scene, deed, form)}" for deed, form in forms
    )


def test_no_clock_is_offered_that_they_know_nothing_of(tmp_path: Path) -> None:
    made = opened(tmp_path, "fell")
    do(made, "campaign.add-character", name="Ana", kind="pc")
    for name, sight in (("The tide", "open"), ("The traitor", "secret"), ("The keeper #gm", "open")):
        do(made, "campaign.add-clock", name=name, steps="4", sight=sight)
    forms = offered(made, "Ana")
    assert "The tide" in forms and "The traitor" not in forms and "The keeper" not in forms
    made.close()


def test_nothing_is_offered_that_only_somebody_whom_they_do_not_see_could_answer(tmp_path: Path) -> None:
    """Nobody is their own other side: the only one left would stand in the form."""
    made = opened(tmp_path, "d20")
    do(made, "campaign.add-character", name="Ana", kind="pc")
    do(made, "campaign.add-character", name="Lurker", kind="enemy")
    forms = offered(made, "Ana")
    assert "d20.check" in forms and "d20.oppose" not in forms and "Lurker" not in forms
    do(made, "campaign.add-character", name="Bram", kind="pc")
    forms = offered(made, "Ana")
    assert "d20.oppose" in forms and "Bram" in forms and "Lurker" not in forms
    made.close()
