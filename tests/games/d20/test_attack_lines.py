"""Attacks as stat blocks write them (D20-X-line): read, written, refused, and put down with foes."""

from fractions import Fraction

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games.d20 import RULESET
from tableside.games.d20.attack_lines import AttackLine, Dice, attack_line, attack_text, attack_texts
from tableside.games.d20.sheet import Srd, sheet_of
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.cells import cells, edited
from tableside.rules.foe_lines import from_line
from tableside.rules.inputs import Value
from tableside.rules.play import Play
from tableside.rules.sheet import Tags
from tableside.rules.table import Table
from tests.games.d20.people import PROCEDURES, run
from tests.games.d20.test_attacks import fought

RULES = campaign_rules(RULESET)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("bite +4 1d6+1", "bite +4 1d6+1"),
        ("2 claws +6 1d4+3", "2 claws +6 1d4+3"),
        ("Longsword +6/+1 melee (1d8+3/19-20)", "Longsword +6/+1 1d8+3/19-20"),
        ("longbow +5 ranged 1d8/\N{MULTIPLICATION SIGN}3", "longbow +5 ranged 1d8/x3"),
        ("ray +3 ranged touch 2d6", "ray +3 ranged touch 2d6"),
        ("+1 greatsword +11/+6 2d6+7/17-20/x2", "+1 greatsword +11/+6 2d6+7/17-20"),
        ("fist +1 nonlethal 1d3\N{MINUS SIGN}1", "fist +1 nonlethal 1d3-1"),
        ("bite +3 melee (1d6+1 plus poison)", "bite +3 1d6+1 plus poison"),
        ("flame touch +5 touch 1d8 plus 1d6 fire", "flame touch +5 touch 1d8+1d6 plus fire"),
        ("or  tail slap  -1  d8", "or tail slap -1 1d8"),
        ("rat +2 1", "rat +2 1"),
    ],
)
def test_an_attack_is_read_as_it_is_printed(typed: str, written: str) -> None:
    assert attack_text(typed) == written == attack_text(written)


@pytest.mark.parametrize(
    "typed", ["", "bite", "bite 4 1d6", "bite +4", "+4 1d6", "bite +4 1d6 2d6", "<b> +1 1d6("]
)
def test_what_is_no_attack_is_named(typed: str) -> None:
    with pytest.raises(RuleError, match="is no attack: write it like"):
        attack_line(typed)


@pytest.mark.parametrize(
    "typed",
    ["13 claws +4 1d4", "bite +4 1d1", "bite +4 21d6", "0 bites +4 1d6", "bite +4 1d6/x9", "bite +4 1d6+200"],
)
def test_numbers_that_no_attack_has_are_refused(typed: str) -> None:
    with pytest.raises(RuleError, match="numbers that no attack has"):
        attack_line(typed)


LINES = st.builds(
    AttackLine,
    name=st.sampled_from(("bite", "+1 spear", "tail slap", "Møllehjul")),
    bonuses=st.lists(st.integers(-9, 40), min_size=1, max_size=3).map(tuple),
    damage=st.builds(
        Dice, st.integers(1, 9), st.sampled_from((2, 3, 4, 6, 8, 10, 12, 20)), st.integers(-5, 30)
    ),
    extra=st.lists(st.builds(Dice, st.integers(1, 5), st.sampled_from((4, 6, 8))), max_size=2).map(tuple),
    count=st.integers(1, 4),
    threat=st.integers(12, 20),
    multiplier=st.integers(1, 5),
    is_ranged=st.booleans(),
    is_touch=st.booleans(),
    is_nonlethal=st.booleans(),
    is_choice=st.booleans(),
    note=st.sampled_from(("", "poison", "wounding and trip")),
)


@examples(LINES)
def test_what_is_written_is_read_as_it_was(line: AttackLine) -> None:
    assert attack_line(line.text) == line


@examples(st.text(alphabet="bite claws+-/d()1246x or,plus", max_size=60))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        written = attack_text(text)
    except RuleError:
        return
    assert attack_text(written) == written


def test_a_line_of_several_is_parted() -> None:
    assert attack_texts("2 claws +6 1d4+3 and bite +1 1d6+1, or bow +4 ranged 1d8") == (
        *("2 claws +6 1d4+3", "bite +1 1d6+1"),
        "or bow +4 ranged 1d8",
    )


def test_the_sheet_writes_what_is_typed_and_refuses_what_is_none() -> None:
    sheet = edited(Srd(), "attacks", "2 claws +6 melee (1d4+3), bite +1 1d6+1")
    assert sheet.attacks == Tags(("2 claws +6 1d4+3", "bite +1 1d6+1"))
    assert [each.text for each in cells(sheet, "attacks")] == ["2 claws +6 1d4+3", "bite +1 1d6+1", ""]
    with pytest.raises(RuleError, match="'bite 4 1d6' is no attack"):
        edited(sheet, "attacks.new", "bite 4 1d6")


def put_down(line: str, on: Table | None = None) -> Table:
    form, _ = from_line(RULES, on or Table(), line)
    table = form.procedure.perform(on or Table(), form.given)(Play()).table
    assert table is not None
    return table


@pytest.mark.parametrize(
    ("line", "foes"),
    [
        ("3 wolves hp 11 ac 13 bite +4 1d6+1", {"Wolf 1": ["bite +4 1d6+1"], "Wolf 3": ["bite +4 1d6+1"]}),
        ("bear hp 20 2 claws +6 1d4+3, bite +1 1d6+1", {"Bear": ["2 claws +6 1d4+3", "bite +1 1d6+1"]}),
        ("rat bite +4 1d3-4", {"Rat": ["bite +4 1d3-4"]}),
        (
            "2 hags hp 9 tail slap +3 1d8 and bite +2 1d4, imp hp 3",
            {"Hag 2": ["tail slap +3 1d8", "bite +2 1d4"], "Imp": []},
        ),
        (
            "orc hp 5 +1 axe +2 1d8/x3 2 wolves bite +1 1d6",
            {"Orc": ["axe +2 1d8/x3"], "Wolf 2": ["bite +1 1d6"]},
        ),
        ("wolf hp 9", {"Wolf": []}),
        ("orc bite +4 1d6, 2 wolves bite +1 1d6", {"Orc": ["bite +4 1d6"], "Wolf 2": ["bite +1 1d6"]}),
        (
            "orc bite +4 1d6, 1 dire wolf bite +1 1d6, 2 claws +2 1d4",
            {"Dire wolf": ["bite +1 1d6", "2 claws +2 1d4"]},
        ),
        ("lion bite +4 1d6, 2 claws +1 1d4", {"Lion": ["bite +4 1d6", "2 claws +1 1d4"]}),
        ("orc bite +4 1d6, 2 short swords +1 1d6", {"Orc": ["bite +4 1d6", "2 short swords +1 1d6"]}),
    ],
)
def test_foes_come_with_their_attacks_behind_their_numbers(line: str, foes: dict[str, list[str]]) -> None:
    people = {each.name: [*sheet_of(each).attacks.names] for each in put_down(line).in_play()}
    assert {name: people[name] for name in foes} == foes


def test_more_of_those_who_are_here_attack_as_they_do() -> None:
    on = put_down("2 wolves hp 11 bite +4 1d6+1")
    more = put_down("wolf", on).in_play()[-1]
    assert (more.name, sheet_of(more).attacks.names) == ("Wolf 3", ("bite +4 1d6+1",))
    other = put_down("wolf claw +2 1d4", on).in_play()[-1]
    assert sheet_of(other).attacks.names == ("claw +2 1d4",)


def test_an_attack_on_numbers_is_foretold() -> None:
    """D20-X-attack, D20-X-threat."""
    fought(Table(), "d20.strike", weapon="axe +5 1d4+1/19-20/x3", armour_class="14")
    given: dict[str, Value] = {"weapon": "axe +5 1d8", "armour-class": 16, "modifier": 0}
    odds = PROCEDURES["d20.strike"].chances(Table(), given)
    assert odds.chances["miss"] == Fraction(1, 2)
    assert run("d20.strike", Table(), 11, 8, weapon="axe +5 1d8", armour_class="16").result.amounts == {
        "damage": 8
    }
