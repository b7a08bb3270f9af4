"""The sheet in a battle: Armour Class while flat-footed, checks, hit points, foes, and who may do what; and
attacks as stat blocks write them (D20-X-line).
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games.d20 import RULESET
from tableside.games.d20.hit_points import STATES
from tableside.games.d20.sheet import D20Sheet, D20SheetAttack, D20SheetDice
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.cells import cells, with_edited_cell
from tableside.rules.foe_lines import form_of_foe_line
from tableside.rules.inputs import Value
from tableside.rules.odds import every_roll
from tableside.rules.play import Play
from tableside.rules.procedure import read_procedure_inputs
from tableside.rules.sheet import Meter, Tags, sheet_parts
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.listed import ListedOrder
from tableside.views.printed_sheet import printed_sheet_to_edit
from tableside.views.sheet_rows import sheet_rows
from tests.games.answers import table_after
from tests.games.d20.people import PROCEDURES, acting, begun, following, key, order_of, people, rows, run
from tests.games.d20.test_attacks import fought

Row = dict[str, Any]  # Any: a row's values are whatever its columns hold


def guarded(row: Row) -> Table:
    sheet = D20Sheet(
        dexterity=row["dexterity"],
        armour_class=row["armour_class"],
        uncanny_dodge=row.get("dodge", False),
        immobilised=row.get("immobilised", False),
    )
    return Table(characters={1: Character(1, "A", Kind.PC, sheet)}, house=row.get("house", {}))


@pytest.mark.parametrize("row", rows("guard"), ids=lambda row: row["id"])
def test_the_flat_footed_are_easier_to_hit(row: Row) -> None:
    on = guarded(row)
    calm = run("d20.defence", on, who="A")
    assert (calm.result.result, calm.result.amounts["armour-class"]) == ("on-guard", row["armour_class"])
    on = begun(on, 10)
    caught = run("d20.defence", on, who="A").result
    assert caught.result == "flat-footed"
    assert caught.amounts == {"armour-class": row["number"], "attacks-of-opportunity": row["strikes"]}
    assert RULESET.derived(on, on[1])["armour_class"] == ("now", row["number"])
    assert dict(RULESET.vitals(on, on[1]))["armour_class"] == str(row["number"])
    assert run("d20.defence", following(on), who="A").result.result == "on-guard"


def test_dexterity_adds_one_for_two_points() -> None:
    assert [D20Sheet(dexterity=score).dexterity_modifier for score in (1, 8, 9, 10, 11, 12, 18)] == [
        *(-5, -1, -1, 0, 0, 1, 4)
    ]


def test_improved_initiative_adds_to_dexterity() -> None:
    """D20-X-mod."""
    assert (
        D20Sheet.initiative_modifier_of(
            Character(1, "A", Kind.PC, D20Sheet(dexterity=14, initiative_bonus=4))
        )
        == 6
    )
    with pytest.raises(RuleError, match="no sheet of this game"):
        D20Sheet.of(Character(1, "A", Kind.PC, TroikaSheet()))


@pytest.mark.parametrize("kind", Kind)
def test_a_blank_sheet_has_a_cell_for_every_part(kind: Kind) -> None:
    sheet = RULESET.blank(kind)
    assert all(cells(sheet, each) for each in sheet_parts(sheet, kind))


@pytest.mark.parametrize("check", ["spot", "listen", "dexterity", "initiative"])
def test_a_check_is_foretold(check: str) -> None:
    on = people({"A": 2})
    on = on.put(replace(on[1], sheet=replace(D20Sheet.of(on[1]), spot=5, listen=-3, dexterity=14)))
    for dc in ("0", "8", "15", "40"):
        given = read_procedure_inputs(
            PROCEDURES["d20.check"], {"who": "A", "check": check, "dc": dc, "modifier": "1"}, on
        )
        rule = PROCEDURES["d20.check"].perform(on, given)
        found = every_roll(lambda play, rule=rule: rule(play).result)  # type: ignore[misc]
        odds = PROCEDURES["d20.check"].chances(on, given).chances
        assert {id: chance for id, chance in odds.items() if chance} == found


def test_as_much_as_the_dc_is_enough() -> None:
    on = people({"A": 0})
    for face, result in ((10, "success"), (9, "failure")):
        assert run("d20.check", on, face, who="A", check="spot", dc="10").result.result == result


@pytest.mark.parametrize(
    ("damage", "state", "conditions"),
    [(7, "up", []), (8, "disabled", []), (9, "dying", ["dying"]), (18, "dead", ["dead"])],
)
def test_hit_points_fall_to_death(damage: int, state: str, conditions: list[str]) -> None:
    on = people({"A": 0})
    done = run("d20.hurt", on, who="A", hit_points=str(damage))
    assert (done.result.result, [each.name for each in table_after(done)[1].conditions]) == (
        state,
        conditions,
    )
    assert done.result.amounts == {each: int(each == state) for each in STATES}
    if state == "dead":
        with pytest.raises(RuleError):
            run("d20.heal", table_after(done), who="A", hit_points="5")
        return
    healed = run("d20.heal", table_after(done), who="A", hit_points="99")
    assert healed.result.result == "up"
    assert D20Sheet.of(table_after(healed)[1]).hit_points == Meter(8, 8)
    assert not table_after(healed)[1].conditions


def test_foes_come_in_numbers() -> None:
    on = table_after(run("d20.add-foe", people({}), name="Goblin", count="3", modifier="1", hit_points="4"))
    on = table_after(run("d20.add-foe", on, name="Goblin", modifier="-6"))
    assert [each.name for each in on.in_play()] == ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]
    assert [D20Sheet.initiative_modifier_of(each) for each in on.in_play()] == [1, 1, 1, -6]
    on = table_after(run("d20.create", on, name="Anna", dexterity="16", armour_class="15"))
    assert D20Sheet.initiative_modifier_of(on[5]) == 3
    with pytest.raises(RuleError, match="called anna already"):
        run("d20.create", on, name="anna")


@pytest.mark.parametrize(("touch", "shown"), [(0, "Touch 13 10 and Dexterity"), (11, "Touch 11")])
def test_against_a_touch_counts_what_the_sheet_says_or_the_usual(touch: int, shown: str) -> None:
    who = Character(1, "Anna", Kind.PC, D20Sheet(dexterity=16, touch=touch))
    told = next(each.text for each in sheet_rows(who, Table().put(who), RULESET) if each.key == "touch")
    assert " ".join(told.split()) == shown


def test_nobody_named_is_everybody_in_play() -> None:
    on = people({"A": 2, "G": 0})
    assert order_of(table_after(run("d20.begin-battle", on, 10, 10))).members == (1, 2)
    surprised = table_after(run("d20.begin-battle", on, 10, unaware="G"))
    assert order_of(surprised).round == 0
    nobody = table_after(run("d20.begin-battle", on, 10, 10, unaware="A,G"))
    assert order_of(nobody).round == 1


def test_a_battle_from_begin_to_fire() -> None:
    on = table_after(run("d20.begin-battle", people({"A": 2, "B": 1, "G": 0}), 10, 10, 10))
    on = table_after(run("d20.ready", following(on), trigger="the goblin moves"))
    on = table_after(run("d20.delay", following(on)))
    on = following(on)
    assert acting(on) == "G"
    on = table_after(run("d20.come-in", on, who="A"))
    assert [each.key for each in order_of(on).places] == [2, 1, 3]
    on = table_after(run("d20.come-in", on, who="B"))
    assert (acting(on), [each.key for each in order_of(on).places]) == ("B", [1, 3, 2])


def test_what_cannot_be_done_is_greyed_out() -> None:
    calm = people({"A": 0, "B": 0})
    listed = replace(calm, order=ListedOrder((1, 2)))
    fight = begun(calm, 10, 5)
    of = {
        id: PROCEDURES[f"d20.{id}"].problems for id in ("begin-battle", "delay", "ready", "come-in", "fire")
    }
    for id in ("delay", "ready", "come-in", "fire"):
        assert (of[id](calm), of[id](listed)) == (("no-fight",), ("other-order",))
    assert (of["begin-battle"](calm), of["begin-battle"](fight)) == ((), ("fight-is-on",))
    assert of["begin-battle"](Table()) == ("nobody-to-fight",)
    assert of["delay"](fight) == ("nobodys-turn",)
    assert of["delay"](following(fight)) == ()
    assert of["come-in"](fight) == ("nobody-has-put-off",)
    readied = table_after(run("d20.ready", following(fight)))
    assert (of["fire"](readied), of["come-in"](readied)) == ((), ())
    assert key(readied, "A") in {each.key for each in PROCEDURES["d20.fire"].inputs[0].candidates(readied)}  # type: ignore[union-attr]


def test_the_gm_may_note_for_the_dying_what_they_lose() -> None:
    """D20-AMB-12: whoever is dying is told of at the end of each round, and no die is thrown."""
    on = Table(characters={1: Character(1, "Ana", Kind.PC, D20Sheet(), (Condition("dying"),))})
    on = replace(on.put(Character(2, "Bram", Kind.PC, D20Sheet())), house={"D20-AMB-12": "gm-notes-them"})
    play = Play()
    assert RULESET.turns.round_ends(on, (1, 2), play) == on
    assert [(each.id, each.values["who"]) for each in play.facts] == [("still-bleeds", "Ana")]


RULES = campaign_rules(RULESET)


def boxed(who: Character) -> str:
    return "\n".join(each.text for each in printed_sheet_to_edit(who, Table().put(who), RULES, 76))


def test_a_sheet_reads_as_a_printed_one() -> None:
    """`TOUCH 0 now 12` and `INIT BONUS 4 (+7)` stood there, and `Uncanny dodge no AoO: yes`."""
    sheet = replace(D20Sheet(), dexterity=16, initiative_bonus=4, reflex=3, will=-1, uncanny_dodge=True)
    titles, numbers = boxed(Character(1, "Ana", Kind.PC, sheet)).splitlines()[1:3]
    assert titles.split() == ["HP", "AC", "TOUCH", "INIT", "FORT", "REF", "WILL"]
    assert numbers.split()[2:] == ["10", "13", "+7", "+0", "+3", "-1"]
    text = boxed(Character(1, "Ana", Kind.PC, replace(sheet, touch=9), (Condition("prone"),)))
    assert "■ Uncanny dodge" in text and "□ Immune to criticals" in text
    assert "10 now 6" in text and "9 now 5" in text
    helped = with_edited_cell(sheet, "skills.new", "Climb 4")
    assert "Climb +4" in boxed(Character(1, "Ana", Kind.PC, helped))


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
    assert D20SheetAttack.text_of(typed) == written == D20SheetAttack.text_of(written)


@pytest.mark.parametrize(
    "typed", ["", "bite", "bite 4 1d6", "bite +4", "+4 1d6", "bite +4 1d6 2d6", "<b> +1 1d6("]
)
def test_what_is_no_attack_is_named(typed: str) -> None:
    with pytest.raises(RuleError, match="is no attack: write it like"):
        D20SheetAttack.parse(typed)


@pytest.mark.parametrize(
    "typed",
    ["13 claws +4 1d4", "bite +4 1d1", "bite +4 21d6", "0 bites +4 1d6", "bite +4 1d6/x9", "bite +4 1d6+200"],
)
def test_numbers_that_no_attack_has_are_refused(typed: str) -> None:
    with pytest.raises(RuleError, match="numbers that no attack has"):
        D20SheetAttack.parse(typed)


LINES = st.builds(
    D20SheetAttack,
    name=st.sampled_from(("bite", "+1 spear", "tail slap", "Møllehjul")),
    bonuses=st.lists(st.integers(-9, 40), min_size=1, max_size=3).map(tuple),
    damage=st.builds(
        D20SheetDice, st.integers(1, 9), st.sampled_from((2, 3, 4, 6, 8, 10, 12, 20)), st.integers(-5, 30)
    ),
    extra=st.lists(st.builds(D20SheetDice, st.integers(1, 5), st.sampled_from((4, 6, 8))), max_size=2).map(
        tuple
    ),
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
def test_what_is_written_is_read_as_it_was(line: D20SheetAttack) -> None:
    assert D20SheetAttack.parse(line.text) == line


@examples(st.text(alphabet="bite claws+-/d()1246x or,plus", max_size=60))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        written = D20SheetAttack.text_of(text)
    except RuleError:
        return
    assert D20SheetAttack.text_of(written) == written


def test_a_line_of_several_is_parted() -> None:
    assert D20SheetAttack.rows_of("2 claws +6 1d4+3 and bite +1 1d6+1, or bow +4 ranged 1d8") == (
        *("2 claws +6 1d4+3", "bite +1 1d6+1"),
        "or bow +4 ranged 1d8",
    )


def test_the_sheet_writes_what_is_typed_and_refuses_what_is_none() -> None:
    sheet = with_edited_cell(D20Sheet(), "attacks", "2 claws +6 melee (1d4+3), bite +1 1d6+1")
    assert sheet.attacks == Tags(("2 claws +6 1d4+3", "bite +1 1d6+1"))
    assert [each.text for each in cells(sheet, "attacks")] == ["2 claws +6 1d4+3", "bite +1 1d6+1", ""]
    with pytest.raises(RuleError, match="'bite 4 1d6' is no attack"):
        with_edited_cell(sheet, "attacks.new", "bite 4 1d6")


def put_down(line: str, on: Table | None = None) -> Table:
    form, _ = form_of_foe_line(RULES, on or Table(), line)
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
    people = {each.name: [*D20Sheet.of(each).attacks.names] for each in put_down(line).in_play()}
    assert {name: people[name] for name in foes} == foes


def test_more_of_those_who_are_here_attack_as_they_do() -> None:
    on = put_down("2 wolves hp 11 bite +4 1d6+1")
    more = put_down("wolf", on).in_play()[-1]
    assert (more.name, D20Sheet.of(more).attacks.names) == ("Wolf 3", ("bite +4 1d6+1",))
    other = put_down("wolf claw +2 1d4", on).in_play()[-1]
    assert D20Sheet.of(other).attacks.names == ("claw +2 1d4",)


def test_an_attack_on_numbers_is_foretold() -> None:
    """D20-X-attack, D20-X-threat."""
    fought(Table(), "d20.strike", weapon="axe +5 1d4+1/19-20/x3", armour_class="14")
    given: dict[str, Value] = {"weapon": "axe +5 1d8", "armour-class": 16, "modifier": 0}
    odds = PROCEDURES["d20.strike"].chances(Table(), given)
    assert odds.chances["miss"] == Fraction(1, 2)
    assert run("d20.strike", Table(), 11, 8, weapon="axe +5 1d8", armour_class="16").result.amounts == {
        "damage": 8
    }
