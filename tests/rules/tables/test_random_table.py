"""What a table may have besides its rows: likelihoods, a clock that shifts its dice, doubles, and decks."""

import random
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers, dice_thrown_in_replay
from tableside.campaign.table_files import (
    SHIPPED,
    book_of_campaign_table_files,
    book_of_table_files,
    inputs_from_table_files,
)
from tableside.errors import RuleError
from tableside.rules.clocks import HOW, PROCEDURES, settled_clock_track
from tableside.rules.inputs import Given
from tableside.rules.odds import every_roll
from tableside.rules.play import DiceAsked, Performed, Step, play_rule
from tableside.rules.procedure import Procedure, read_procedure_inputs
from tableside.rules.table import Table, TableClock
from tableside.rules.tables.procedures import ORACLE, ROLL_TABLE, decoded_random_tables
from tableside.rules.tables.procedures import PROCEDURES as TABLE_PROCEDURES
from tableside.rules.tables.random_table import encoded_random_tables
from tableside.rules.tables.table_rolls import (
    example_of_table_roll,
    table_roll_chances_now,
    table_roll_row_id,
    table_roll_row_text,
    table_roll_text,
)
from tableside.rules.tables.written_tables import read_table_written
from tableside.views.chances import row_name_in_chances
from tableside.wording.facts import fact_text
from tests.campaign.people import do

ROLL = next(each for each in TABLE_PROCEDURES if each.id == ROLL_TABLE)
END, _, ADD_TRACK, SETTLE = PROCEDURES[-4:]
OWN = """
[oracle]
title = "Bones"
dice = "2d6"
asks = { unlikely = -2, even = 0, likely = 2 }
adds = { clock = "tension", start = 3, lowest = 1, highest = 5 }
doubles = "omen"

[oracle.rows]
1-8 = "no"
9-10 = "yes, at a price"
11-19 = "yes"

[omen]
rows = ["a crow", "a bell"]
"""


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    library = Library(tmp_path, lambda: 1.8e9)
    campaign = library.open(library.new("Salt", "troika"))
    (campaign.folder / "tables").mkdir()
    (campaign.folder / "tables" / "own.toml").write_text(OWN)
    return campaign


def perform(campaign: Campaign, procedure: Procedure, given: Given, seed: int = 1) -> str:
    ready = inputs_from_table_files(procedure, given, campaign.table, book_of_campaign_table_files(campaign))
    entry = campaign.perform(procedure, ready, ReplayAnswers(random.Random(seed)))
    return " · ".join(str(each.values.get("text", each.values.get("answer"))) for each in entry.facts)


@pytest.mark.parametrize("tension", range(1, 10))
def test_tension_shifts_the_scene_check_as_it_says(tension: int) -> None:
    table = book_of_table_files((SHIPPED,)).tables["scene-check"]
    state = Table(clocks=(TableClock("Tension", 9, tension),))
    chances = {row.text.partition(".")[0]: chance for row, chance in table_roll_chances_now(table, state)}
    changed, interrupted = "Changed", "Interrupted"
    assert chances["As you expected"] == Fraction(10 - tension, 10)
    assert chances[changed] == Fraction(min(3, tension), 10)
    assert chances[interrupted] == Fraction(max(0, tension - 3), 10)


def test_without_the_clock_it_is_in_the_middle() -> None:
    table = book_of_table_files((SHIPPED,)).tables["scene-check"]
    state = Table(clocks=(TableClock("Tension", 9, 5),))
    assert table_roll_chances_now(table, Table()) == table_roll_chances_now(table, state)


@pytest.mark.parametrize("likelihood", ["unlikely", "even", "likely"])
@pytest.mark.parametrize("tension", [None, 1, 5])
def test_the_odds_of_an_own_oracle_are_those_of_every_roll(
    campaign: Campaign, likelihood: str, tension: int | None
) -> None:
    state = Table(clocks=() if tension is None else (TableClock("Tension", 9, tension),))
    given = inputs_from_table_files(
        ORACLE,
        {"question": "", "likelihood": likelihood, "secret": False},
        state,
        book_of_campaign_table_files(campaign),
    )
    rule = ORACLE.perform(state, given)
    odds = ORACLE.chances(state, given).chances
    assert odds == every_roll(lambda play: rule(play).result) and sum(odds.values()) == 1


def test_an_own_oracle_is_a_file_and_is_undone_amended_and_played_again(campaign: Campaign) -> None:
    start = campaign.length
    said = {perform(campaign, ORACLE, asked("likely"), seed) for seed in range(40)}
    assert {each.partition(" · ")[0] for each in said} <= {"no", "yes", "yes, at a price"}
    assert any(each.endswith(("A crow", "A bell")) for each in said), "doubles led to an omen"
    with pytest.raises(RuleError, match="choose one of unlikely, even, likely"):
        perform(campaign, ORACLE, asked("certain"))
    (campaign.folder / "tables" / "own.toml").unlink()
    perform(campaign, ORACLE, asked("even"))
    campaign.amend(campaign.amending(start + 3).with_given({"likelihood": "unlikely"}))
    campaign.undo(5)
    assert list(audit(campaign)) == []


def asked(likelihood: str) -> Given:
    return {"question": "is it lit", "likelihood": likelihood, "secret": False}


def rolled(table: str) -> Given:
    return {"table": table, "times": 1, "modifier": 0, "who": 0, "secret": False}


def test_a_double_brings_an_event_that_rolls_itself(campaign: Campaign) -> None:
    (campaign.folder / "tables" / "own.toml").unlink()
    do(campaign, "campaign.house-rule", rule="ORA-3", option="twist-on-doubles")
    facts = Counter[tuple[str, ...]]()
    for seed in range(60):
        perform(campaign, ORACLE, asked("even"), seed)
        assert campaign.last is not None
        facts[tuple(each.id for each in campaign.last.facts)] += 1
    assert set(facts) == {("oracle-answered",), ("oracle-answered", "oracle-twist", "table-rolled")}
    assert list(audit(campaign)) == []


def test_a_deck_gives_no_card_twice_until_it_is_empty_and_remembers(campaign: Campaign) -> None:
    cards = [perform(campaign, ROLL, rolled("playing-cards"), seed) for seed in range(52)]
    assert len({*cards}) == 52 and len(campaign.table.decks["playing-cards"]) == 52
    again = perform(campaign, ROLL, rolled("playing-cards"))
    assert again in cards and len(campaign.table.decks["playing-cards"]) == 1
    campaign.undo(3)
    left = {*cards[50:]}
    given = inputs_from_table_files(
        ROLL, rolled("playing-cards"), campaign.table, book_of_campaign_table_files(campaign)
    )
    odds = ROLL.chances(campaign.table, given).chances
    assert {each.partition(" ")[2].partition(" ")[2].partition(" ")[2] for each in odds} == left
    assert set(odds.values()) == {Fraction(1, 2)}
    rule = ROLL.perform(campaign.table, given)
    assert odds == every_roll(lambda play: rule(play).result)
    do(campaign, "table.shuffle", deck="playing-cards")
    assert "playing-cards" not in campaign.table.decks and list(audit(campaign)) == []
    id, library = campaign.id, Library(campaign.folder.parent)
    campaign.undo()
    campaign.close()
    again_opened = library.open(id)
    assert len(again_opened.table.decks["playing-cards"]) == 50
    again_opened.close()


def test_what_a_table_is_written_as_is_read_as_it_was() -> None:
    tables = book_of_table_files((SHIPPED,)).tables
    assert {each.id: each for each in decoded_random_tables(encoded_random_tables(tables.values()))} == tables


JARRING = re.compile(r"\b1 [a-z]+s\b|[,.;:]{2}|[.,]$|\ba (?!one-)[aeio]|:.*:|\(", re.IGNORECASE)
"""What is no sentence to be read aloud, of a table's title and what it came to."""


@pytest.mark.long
def test_whatever_a_table_comes_to_reads_aloud_behind_its_title() -> None:
    book, dice = book_of_table_files((SHIPPED,)), random.Random(1)
    said: set[str] = set()
    for id in (id for id, each in book.found.items() if not each.game):
        rule = ROLL.perform(
            Table(), inputs_from_table_files(ROLL, {**rolled(id), "times": 20}, Table(), book)
        )
        steps: tuple[Step, ...] = ()
        while isinstance(asked := play_rule(rule, steps), DiceAsked):
            steps += (dice_thrown_in_replay(asked, dice),)
        assert isinstance(asked, Performed)
        said |= {fact_text(each) for each in asked.facts}
    assert sorted(filter(JARRING.search, said)) == []


def test_a_question_that_is_asked_of_a_table_stays_a_question(campaign: Campaign) -> None:
    perform(campaign, ROLL, {**rolled("reason"), "question": "why did Old Fum lie"})
    assert campaign.last is not None
    (told,) = map(fact_text, campaign.last.facts)
    assert re.fullmatch(r"Why did Old Fum lie\? (To|Because of|Out of|For the sake of) .+[^?]", told)


def test_of_a_row_that_leads_on_its_kind_is_foretold_or_an_example() -> None:
    tables = book_of_table_files((SHIPPED,)).tables
    scene, who = (
        [table_roll_row_id(tables[id], row, tables) for row in tables[id].rows]
        for id in ("scene-check", "who-is-it")
    )
    assert list(map(table_roll_row_text, scene)) == ["As you expected", "Changed", "Interrupted"]
    assert row_name_in_chances(who[2]) == "5 e.g. somebody new, who is always early"


@pytest.mark.parametrize("id", ["deed", "subject", "description", "character", "place"])
def test_there_are_a_hundred_words_to_think_with(id: str) -> None:
    rows = book_of_table_files((SHIPPED,)).tables[f"word-{id}"].rows
    assert len({each.text.casefold() for each in rows}) == len(rows) == 100


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"asks": {"perhaps": 1}}, "its asks cannot be read"),
        ({"asks": {}}, "its asks cannot be read"),
        ({"asks": {"even": "x"}}, "its asks cannot be read"),
        ({"adds": "tension"}, "its adds cannot be read"),
        ({"adds": {"clock": "tension", "start": 9, "lowest": 1, "highest": 5}}, "its adds cannot be read"),
        ({"doubles": "Not a name"}, "its doubles is no table's name"),
        ({"deck": True}, "is a deck, and has d6"),
        ({"deck": 1}, "its deck is neither true nor false"),
        ({"asks": {"even": 0, "likely": 1}}, "nothing for 7 of d6"),
        ({"dice": "d66", "asks": {"even": 0}}, "takes no modifier"),
    ],
)
def test_what_is_wrong_with_a_rule_is_said(rules: dict[str, object], why: str) -> None:
    written = {"dice": "d6", "rows": {"1-6": "a"}, **rules}
    if rules.get("dice") == "d66":
        written["rows"] = {"11-66": "a"}
    assert why in " ".join(str(each.what) for each in read_table_written("bones", written).faults)


def test_rules_of_dice_need_dice() -> None:
    written = {"rows": ["a"], "doubles": "omen"}
    assert "has doubles, but no dice" in str(read_table_written("bones", written).faults[0].what)


# Scenes and tracks


@pytest.mark.parametrize("how", HOW)
def test_a_scene_that_ends_moves_the_tension_and_never_off_its_ends(campaign: Campaign, how: str) -> None:
    for _ in range(10):
        do(campaign, "scene.end", how=how)
    (tension,) = campaign.table.clocks
    assert (tension.marked, tension.steps) == ({"calmer": 1, "as-it-was": 5, "wilder": 9}[how], 9)
    campaign.undo(10)
    assert campaign.table.clocks == () and list(audit(campaign)) == []


def test_a_track_fills_the_slower_the_harder_it_is(campaign: Campaign) -> None:
    for difficulty, boxes in (("simple", 6), ("hard", 4), ("grim", 2), ("dire", 1), ("endless", 0)):
        do(campaign, "campaign.add-track", name=difficulty, difficulty=difficulty)
        do(campaign, "campaign.tick-clock", clock=difficulty, steps="2")
        assert campaign.table.clocks[-1].boxes == boxes
    with pytest.raises(RuleError, match="is a clock, not a track"):
        do(campaign, "campaign.add-clock", name="Flood", steps="4")
        SETTLE.perform(campaign.table, {"track": "flood"})(None)  # type: ignore[arg-type]
    assert list(audit(campaign)) == []


@pytest.mark.parametrize("boxes", range(11))
def test_the_odds_of_a_track_are_those_of_every_roll(boxes: int) -> None:
    state = Table(clocks=(TableClock("Tower", 40, boxes * 4, pace=4),))
    rule = SETTLE.perform(state, {"track": "tower"})
    odds = SETTLE.chances(state, {"track": "tower"}).chances
    assert odds == every_roll(lambda play: rule(play).result)
    assert odds.get("strong-hit", 0) == Fraction(max(0, boxes - 1), 10) ** 2


@pytest.mark.parametrize(("boxes", "stands"), [(10, False), (0, True)])
def test_a_hit_ends_a_track_and_a_miss_leaves_it(campaign: Campaign, boxes: int, stands: bool) -> None:
    do(campaign, "campaign.add-track", name="Tower", difficulty="hard")
    if boxes:
        do(campaign, "campaign.tick-clock", clock="tower", steps=str(boxes // 2))
    do(campaign, "campaign.settle-track", track="tower")
    assert bool(campaign.table.clocks) == stands and list(audit(campaign)) == []
    campaign.undo()
    assert len(campaign.table.clocks) == 1


def test_of_a_track_no_quarters_of_boxes_are_foretold() -> None:
    tick = next(each for each in PROCEDURES if each.id == "campaign.tick-clock")
    for clock, foretold in (
        (TableClock("Tower", 40, 4, pace=4), []),
        (TableClock("Tower", 6, 4), ["marked"]),
    ):
        table = Table(clocks=(clock,))
        given = read_procedure_inputs(tick, {"clock": "tower"}, table)
        assert [*tick.chances(table, given).amounts] == foretold


def test_what_is_as_high_as_a_die_does_not_beat_it() -> None:
    assert settled_clock_track((5, 5), 5) == "miss" and settled_clock_track((4, 5), 5) == "weak-hit"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["He sees ", "A crow", ", and ", "Somebody new", "."], "He sees a crow, and somebody new."),
        (["It is lit. ", "a crow", " waits"], "It is lit. A crow waits"),
        (["They send ", "Aldis", "."], "They send Aldis."),
        (["Told: ", "It ends.", ", and how"], "Told: it ends, and how"),
        (["Told: ", "It ends.", "."], "Told: it ends."),
        (["A crow"], "A crow"),
        ([], ""),
    ],
)
def test_what_tables_lead_to_reads_as_one_sentence(parts: list[str], text: str) -> None:
    assert table_roll_text(parts) == text


def test_what_could_come_is_shown_and_no_braces() -> None:
    tables = book_of_table_files((SHIPPED,)).tables
    for table in tables.values():
        for row in table.rows:
            assert "{" not in example_of_table_roll(row.text, tables).replace("{who", "")
    assert example_of_table_roll("{meaning}", tables) == "abandoning an ally"
