"""Random tables: how they are written, their exact odds, and what a roll on them comes to."""

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableside.campaign.replay import ReplayAnswers
from tableside.errors import RuleError
from tableside.games import load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.inputs import Value
from tableside.rules.odds import every_roll
from tableside.rules.play import Performed, play_to_end
from tableside.rules.procedure import Outcome, read_procedure_inputs
from tableside.rules.table import Character, Kind, Table
from tableside.rules.tables.procedures import (
    PROCEDURES,
    ROLL_TABLE,
    decoded_random_tables,
    with_random_tables_of_procedure,
)
from tableside.rules.tables.random_table import RandomTable, encoded_random_tables
from tableside.rules.tables.table_rolls import table_roll_chances, tables_rolled_on
from tableside.rules.tables.written_tables import MOST_DRAWS, faults_of_written_tables, read_table_written
from tableside.rules.typed import typed_dice
from tests.thorough import often

ROLL = next(each for each in PROCEDURES if each.id == ROLL_TABLE)
TROIKA = campaign_rules(load_game("troika"))


def made(**written: object) -> tuple[RandomTable, ...]:
    """Tables as they are written; an underscore stands for a hyphen."""
    found = [read_table_written(id.replace("_", "-"), each) for id, each in written.items()]
    assert [fault for each in found for fault in each.faults] == []
    return tuple(each.table for each in found if each.table)


def faults(written: object, id: str = "weather") -> list[tuple[int | None, str]]:
    return [(each.row, str(each.what)) for each in read_table_written(id, written).faults]


def inputs(tables: tuple[RandomTable, ...], **more: Value) -> dict[str, Value]:
    start: dict[str, Value] = {"times": 1, "modifier": 0, "who": 0, "secret": False}
    return {"table": tables[0].id, **start, "definition": encoded_random_tables(tables), **more}


def rolled(
    tables: tuple[RandomTable, ...], faces: list[int] | None, table: Table | None = None, **more: Value
) -> Performed[Outcome]:
    answers = ReplayAnswers(random.Random(3), faces)
    done = play_to_end(ROLL.perform(table or Table(), inputs(tables, **more)), answers)
    answers.check_all_used()
    return done


def texts(done: Performed[Outcome]) -> list[str]:
    return [str(fact.values["text"]) for fact in done.facts]


# How a table is written

WEATHER = {"dice": "2d6", "rows": {"2": "Storm", "3-11": "Grey", "12": "Sun"}}


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ({"rows": []}, [(None, "has no rows: write rows = [ … ], or what is rolled under [….rows]")]),
        (3, [(None, "is no table: write [weather] on a line, then dice and rows")]),
        ({"rows": ["a"], "dize": "d6"}, [(None, "has 'dize', which no table has: did you mean dice?")]),
        ({"rows": ["a", 3]}, [(1, "row 2 is no text in quotes")]),
        ({"rows": ["a", " "]}, [(1, "row 2 is empty")]),
        ({"dice": "d6", "rows": ["a"] * 5}, [(None, "nothing for 6 of d6")]),
        ({"dice": "d6", "rows": ["a"] * 7}, [(6, "has 7 rows, but d6 comes to 6 results")]),
        (
            {"dice": "2d6", "rows": {"2-5": "a", "5-7": "b", "9-12": "c"}},
            [(1, "5 stands in row 1 already"), (None, "nothing for 8 of 2d6")],
        ),
        (
            {"dice": "d66", "rows": {"11-16": "a", "17": "b", "21-66": "c"}},
            [(1, "d66 has no 17: it goes from 11 to 66")],
        ),
        ({"dice": "2d6", "rows": {"1-12": "a"}}, [(0, "2d6 has no 1: it goes from 2 to 12")]),
        ({"dice": "d6", "rows": {"6-1": "a"}}, [(0, "row 6-1 runs backwards: write 1-6")]),
        (
            {"dice": "d6", "rows": {"one": "a"}},
            [(0, "row 'one' does not say what is rolled: write 7 or 3-5")],
        ),
        (
            {"rows": {"1": "a"}},
            [(None, "has rows by what is rolled, but no dice: write dice = 'd6' or the like")],
        ),
        (
            {"dice": "d7d", "rows": ["a"]},
            [(None, "'d7d' is no dice: write them like d6, 2d6, d6+d8, 2d6+1, d66 or d666")],
        ),
        (
            {"dice": "9d99", "rows": ["a"]},
            [(None, "9d99 has 891 faces: several dice have at most 400")],
        ),
        (
            {"rows": [{"weight": 0, "text": "a"}]},
            [(0, "row 1 has weight 0: a whole number from 1 to 1000000")],
        ),
        (
            {"rows": [{"weight": -3, "text": "a"}]},
            [(0, "row 1 has weight -3: a whole number from 1 to 1000000")],
        ),
        (
            {"rows": ["a", {"weight": 1_000_001, "text": "a"}]},
            [(1, "row 2 has weight 1000001: a whole number from 1 to 1000000")],
        ),
        (
            {"rows": [{"weight": True, "text": "a"}]},
            [(0, "row 1 has weight True: a whole number from 1 to 1000000")],
        ),
        (
            {"dice": "d6", "rows": [{"weight": 2, "text": "a"}]},
            [(0, "row 1 has a weight, but d6 decides: leave one out")],
        ),
        ({"rows": ["{omen"]}, [(0, "a brace has no other in '{omen': write {a-table}, or no brace")]),
        (
            {"rows": ["{!}"]},
            [(0, "{!} is no reference: write {a-table}, {2 a-table}, {2d6} or {who.luck}")],
        ),
        ({"rows": ["{99 omen}"]}, [(0, "{99 omen} rolls 99 times: give 1 to 20")]),
        (
            {"dise": "d6", "title": 3, "game": 4, "rows": ["a"]},
            [
                (None, "has 'dise', which no table has: did you mean dice?"),
                (None, "its title is no short text in quotes"),
                (None, "its game is no short text in quotes"),
            ],
        ),
        (
            {"rows": [{"weight": 0, "text": "a"}, "b", 7, {"weight": 1.5, "text": "c"}]},
            [
                (0, "row 1 has weight 0: a whole number from 1 to 1000000"),
                (2, "row 3 is no text in quotes"),
                (3, "row 4 has weight 1.5: a whole number from 1 to 1000000"),
            ],
        ),
        (
            {"dice": "d6", "rows": {"1-x": "a", "3-2": "b", "4": 4}},
            [
                (0, "row '1-x' does not say what is rolled: write 7 or 3-5"),
                (1, "row 3-2 runs backwards: write 2-3"),
                (2, "row 3 is no text in quotes"),
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_table_is_named(written: object, wrong: list[tuple[int | None, str]]) -> None:
    assert faults(written) == wrong


@pytest.mark.parametrize("id", ["Weather", "d6", "2d6", "who", "7", "road trouble", "a" * 61, "", "ö"])
def test_a_table_has_a_name_that_can_stand_in_braces(id: str) -> None:
    assert "cannot be a table's name" in faults(WEATHER, id)[0][1]


def test_a_missing_table_is_named_with_the_nearest() -> None:
    tables = {each.id: each for each in made(rain={"rows": ["a", "{stom}"]}, storm={"rows": ["b"]})}
    (fault,) = faults_of_written_tables(tables)
    assert (fault.table, fault.row, str(fault.what)) == ("rain", 1, "no table 'stom': did you mean storm?")


def test_a_loop_is_named_as_a_whole() -> None:
    listed = made(a={"rows": ["x", "{b}"]}, b={"rows": ["{c}"]}, c={"rows": ["{a}"]}, d={"rows": ["{a}"]})
    (fault,) = faults_of_written_tables({each.id: each for each in listed})
    assert (fault.table, fault.row, str(fault.what)) == ("a", 1, "leads back to itself: a → b → c → a")


def test_a_table_that_leads_to_a_million_rolls_is_refused_at_the_one_that_is_too_much() -> None:
    chain = {f"t{n}": {"rows": [f"{{2 t{n + 1}}}"]} for n in range(20)}
    listed = made(**chain, t20={"rows": ["end"]})
    (fault,) = faults_of_written_tables({each.id: each for each in listed})
    assert fault.table == "t13"
    assert str(fault.what) == f"leads to 255 rolls at once: at most {MOST_DRAWS} are made"


def test_a_loop_hides_no_table_that_leads_to_too_many_rolls() -> None:
    chain = {f"t{n}": {"rows": [f"{{2 t{n + 1}}}"]} for n in range(9)}
    loop = {"a": {"rows": ["{b}", "{t0}"]}, "b": {"rows": ["{a}"]}, "c": {"rows": ["{b}", "{20 t0}"]}}
    listed = made(**loop, **chain, t9={"rows": ["end"]})
    found = [
        (each.table, str(each.what).partition(":")[0])
        for each in faults_of_written_tables({t.id: t for t in listed})
    ]
    assert found == [("a", "leads back to itself"), ("t2", "leads to 255 rolls at once")]


@pytest.mark.long
def test_a_chain_of_ten_thousand_tables_is_refused_and_breaks_nothing() -> None:
    chain = {f"t{n}": {"rows": [f"{{t{n + 1}}}"]} for n in range(10_000)}
    listed = made(**chain, t10000={"rows": ["end"]})
    assert len(list(faults_of_written_tables({each.id: each for each in listed}))) == 1


@pytest.mark.parametrize(
    ("written", "values", "rolls"),
    [
        ("d6", 6, 6),
        ("2d6+1", 11, 36),
        ("d6+d8", 13, 48),
        ("d66", 36, 36),
        ("d666", 216, 216),
        ("d88", 64, 64),
        ("3d6-2", 16, 216),
    ],
)
def test_dice_are_read_as_they_are_written(written: str, values: int, rolls: int) -> None:
    dice = typed_dice(written)
    assert len(dice.values) == values and sum(dice.chances.values()) == 1
    assert min(dice.chances.values()) == Fraction(1, rolls)


# Rolling


def test_a_d66_is_two_dice_read_as_tens_and_ones() -> None:
    (table,) = made(name={"dice": "d66", "rows": [f"name {n}" for n in range(36)]})
    done = rolled((table,), [2, 3])
    assert texts(done) == ["Name 8"] and done.dice[0].sides == (6, 6)


def test_a_row_leads_to_other_tables_dice_and_sheets_from_left_to_right() -> None:
    tables = made(
        meet={"dice": "d6", "rows": {"1-3": "nobody", "4-6": "{2d6} {2 beast}, {who} has luck {who.luck}"}},
        beast={"dice": "d4", "rows": ["wolf", "bear", "{colour} cat", "owl"]},
        colour={"rows": ["red", "grey"]},
    )
    sheet = TROIKA.blank(Kind.PC)
    table = Table(characters={1: Character(1, "Ana", Kind.PC, sheet)})
    done = rolled(tables, [5, 3, 4, 3, 2, 1], table, who=1)
    assert texts(done) == ["7 grey cat, wolf, Ana has luck 7"]
    assert [step.why for step in done.dice] == ["meet", "meet", "beast", "colour", "beast"]


def test_a_name_is_called_for_as_a_part_of_the_sheet_would_be() -> None:
    table = Table(characters={1: Character(1, "Ana", Kind.PC, TROIKA.blank(Kind.PC))})
    assert texts(rolled(made(a={"rows": ["{who.name} and {who}"]}), [], table, who=1)) == ["Ana and Ana"]


def test_several_rolls_are_a_fact_each() -> None:
    (table,) = made(coin={"rows": ["heads", "tails"]})
    assert texts(rolled((table,), [1, 2, 2], times=3)) == ["Heads", "Tails", "Tails"]


def test_so_many_equal_chances_as_a_die_has_are_thrown_and_others_drawn() -> None:
    (six,) = made(a={"rows": list("abcdef")})
    (seven,) = made(a={"rows": list("abcdefg")})
    (sure,) = made(a={"rows": ["always"]})
    assert rolled((six,), [6]).dice[0].sides == (6,)
    assert rolled((seven,), [7]).dice[0].sides == (7,)
    assert rolled((sure,), []).dice == ()


def test_a_modifier_never_leads_off_the_table() -> None:
    (table,) = made(weather=WEATHER)
    assert texts(rolled((table,), [6, 6], modifier=3)) == ["Sun"]
    assert texts(rolled((table,), [1, 1], modifier=1)) == ["Grey"]


@pytest.mark.parametrize("written", [{"rows": list("abcdef")}, {"dice": "d66", "rows": {"11-66": "a"}}])
def test_a_table_whose_dice_are_not_summed_takes_no_modifier(written: object) -> None:
    with pytest.raises(RuleError, match="takes no modifier"):
        rolled(made(a=written), None, modifier=1)


def test_secret_rolls_are_secret_with_every_die_and_fact() -> None:
    done = rolled(made(a={"dice": "d6", "rows": ["{b}"] * 6}, b={"rows": list("abc")}), None, secret=True)
    assert all(step.secret for step in done.dice) and all(fact.secret for fact in done.facts)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{who.luck}", r"\{who.luck\} needs somebody: say who="),
        ("{ghost.luck}", "nobody is called 'ghost'"),
    ],
)
def test_what_a_sheet_must_say_is_known_before_the_dice_fall(text: str, wrong: str) -> None:
    with pytest.raises(RuleError, match=wrong):
        rolled(made(a={"rows": [text, "b"]}), [])


def test_a_part_that_a_sheet_lacks_is_named() -> None:
    table = Table(characters={1: Character(1, "Ana", Kind.PC, TROIKA.blank(Kind.PC))})
    with pytest.raises(RuleError, match="Ana's sheet has no 'lucky'"):
        rolled(made(a={"rows": ["{ana.lucky}", "b"]}), [], table)


# What is held


def test_a_table_that_has_been_rolled_on_is_held_and_rolled_on_again_without_its_file() -> None:
    (table,) = made(weather=WEATHER)
    after = rolled((table,), [1, 1]).result.table
    assert after is not None and tables_rolled_on(after) == {"weather": table}
    again = play_to_end(
        ROLL.perform(after, inputs((table,), definition="")), ReplayAnswers(random.Random(1), [6, 6])
    )
    assert texts(again) == ["Sun"] and again.result.table is None


def test_a_changed_table_takes_the_place_of_the_old_one() -> None:
    (old,), (new,) = made(a={"rows": ["x"]}), made(a={"rows": ["y"]})
    table = with_random_tables_of_procedure(
        with_random_tables_of_procedure(Table(), encoded_random_tables([old])), encoded_random_tables([new])
    )
    assert table.tables == {1: new}


@pytest.mark.parametrize("text", ["[]", "nonsense", '{"a":3}', '{"a":{"rows":["{a}"]}}', "[" * 100_000])
def test_a_definition_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RuleError):
        with_random_tables_of_procedure(Table(), text)


# Odds


@pytest.mark.parametrize(
    "written",
    [
        WEATHER,
        {"dice": "d66", "rows": {"11-14": "a", "15-32": "b", "33-66": "c"}},
        {"rows": ["a", {"weight": 4, "text": "b"}, "c"]},
        {"dice": "d6+d4-2", "rows": {"0-3": "a", "4": "b", "5-8": "c"}},
    ],
)
@pytest.mark.parametrize("modifier", [0, 2, -3])
def test_the_odds_are_those_of_the_rule(written: Mapping[str, object], modifier: int) -> None:
    tables = made(a=written)
    given = inputs(tables, modifier=modifier)
    if modifier and written.get("dice") in (None, "d66"):
        pytest.skip("takes no modifier")
    rule = ROLL.perform(Table(), given)
    found = {id: chance for id, chance in ROLL.chances(Table(), given).chances.items() if chance}
    assert found == every_roll(lambda play: rule(play).result)


words = st.text("abc ", min_size=1, max_size=6).filter(str.strip)
texts_of_rows = st.one_of(words, words.map(lambda text: f"{text} {{d6}}"), st.just("{inner}, {2 inner}"))
weighed = st.builds(lambda weight, text: {"weight": weight, "text": text}, st.integers(1, 50), texts_of_rows)
tables_by_weight = st.lists(st.one_of(texts_of_rows, weighed), min_size=1, max_size=8)


@st.composite
def tables_by_dice(draw: st.DrawFn) -> Mapping[str, object]:
    dice = draw(st.sampled_from(["d6", "2d6", "d66", "d88", "3d4+2", "d20"]))
    values = typed_dice(dice).values
    starts = sorted({0, *draw(st.sets(st.integers(1, len(values) - 1), max_size=6))})
    ends = [*(start - 1 for start in starts[1:]), len(values) - 1]
    rows = {
        f"{values[one]}-{values[other]}": draw(texts_of_rows) for one, other in zip(starts, ends, strict=True)
    }
    return {"dice": dice, "rows": rows}


@settings(max_examples=often(60), deadline=None)
@given(st.one_of(tables_by_weight.map(lambda rows: {"rows": rows}), tables_by_dice()), st.integers(0, 999))
def test_the_chances_sum_to_one_and_every_roll_ends(written: Mapping[str, object], seed: int) -> None:
    tables = made(outer=written, inner={"rows": ["x", "y", "z"]})
    assert sum(chance for _, chance in table_roll_chances(tables[0])) == 1
    done = play_to_end(ROLL.perform(Table(), inputs(tables, times=3)), ReplayAnswers(random.Random(seed)))
    assert len(texts(done)) == 3 and not any("{" in text for text in texts(done))
    assert {*decoded_random_tables(encoded_random_tables(tables))} == {*tables}


def test_a_text_in_the_shell_is_read_as_a_table_whose_file_may_still_have_to_be_read() -> None:
    assert read_procedure_inputs(ROLL, {"table": "weather"}, Table())["table"] == "weather"
    with pytest.raises(RuleError, match="no table 'weather'"):
        play_to_end(
            ROLL.perform(Table(), read_procedure_inputs(ROLL, {"table": "weather"}, Table())),
            ReplayAnswers(random.Random(1)),
        )
