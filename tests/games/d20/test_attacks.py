"""Attacks and what they do: rows by rule, and odds that are those of every roll."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.d20 import RULESET, attack_rolls, checks
from tableside.games.d20.sheet import D20Sheet
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.cells import with_edited_cell
from tableside.rules.odds import every_roll
from tableside.rules.play import Play, play_to_end
from tableside.rules.procedure import Outcome, read_procedure_inputs
from tableside.rules.sheet import Tags
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.wording.facts import fact_text
from tests.games.answers import answers, table_after
from tests.games.d20.people import PROCEDURES, begun, following, order_of, rows, run

Row = dict[str, Any]  # Any: a row's values are whatever its columns hold


def somebody(key: int, name: str, cells: dict[str, Any], conditions: list[str]) -> Character:
    """One with 20 hit points and Armour Class 10, but for what is said."""
    sheet = D20Sheet()
    for path, value in {"hit_points": "20/20", **cells}.items():
        text = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        sheet = with_edited_cell(sheet, path, text)
    kind = Kind.ENEMY if name == "G" else Kind.PC
    return Character(key, name, kind, sheet, tuple(Condition(each) for each in conditions))


def two(row: Row) -> Table:
    """A, of whom a row tells, and G, who is attacked."""
    own = dict(row.get("sheet", {}))
    if "line" in row:
        own["attacks"] = row["line"]
    people = (
        somebody(1, "A", own, row.get("conditions", [])),
        somebody(2, "G", row.get("theirs", {}), row.get("theirs_conditions", [])),
    )
    return Table(characters={each.key: each for each in people}, house=row.get("house", {}))


@pytest.mark.parametrize("row", rows("attack"), ids=lambda row: f"{row['rules'][0]} {row['sentence']}")
def test_an_attack(row: Row) -> None:
    done = run("d20.attack", two(row), *row["faces"], who="A", against="G", **row.get("inputs", {}))
    sheet = D20Sheet.of(table_after(done)[2])
    assert (done.result.result, sheet.hit_points.current) == (row["result"], row["left"])
    assert sheet.nonlethal == row.get("nonlethal", 0)
    if "own" in row:
        assert table_after(done)[1].has(row["own"])


@pytest.mark.parametrize("row", rows("check"), ids=lambda row: row["sentence"])
def test_a_check(row: Row) -> None:
    assert run("d20.check", two(row), *row["faces"], who="A", **row["inputs"]).result.result == row["result"]


@pytest.mark.parametrize("row", rows("save"), ids=lambda row: row["sentence"])
def test_a_save(row: Row) -> None:
    assert run("d20.save", two(row), *row["faces"], who="A", **row["inputs"]).result.result == row["result"]


@pytest.mark.parametrize("row", rows("opposed"), ids=lambda row: row["sentence"])
def test_an_opposed_check(row: Row) -> None:
    on, faces = two(row), row["faces"]
    done = run("d20.oppose", on, *faces, who="A", against="G", check="strength", their_check="strength")
    assert done.result.result == row["result"]


@pytest.mark.parametrize("row", rows("wound"), ids=lambda row: row["sentence"])
def test_a_wound(row: Row) -> None:
    act = row.get("act", "d20.hurt")
    done = run(act, two(row), *row.get("faces", []), who="A", **row["inputs"])
    held = [each.name for each in table_after(done)[1].conditions]
    assert done.result.result == row["result"]
    assert held == [row["result"]] * (row["result"] in ("dead", "dying", "unconscious"))


@pytest.mark.parametrize("row", rows("dying"), ids=lambda row: row["sentence"])
def test_a_round_of_dying(row: Row) -> None:
    on = two({"sheet": {"hit_points": f"={row['left']}"}, "conditions": ["dying"]})
    done = run("d20.dying-round", on, *row["faces"], who="A")
    one = table_after(done)[1]
    assert ([each.name for each in one.conditions], D20Sheet.of(one).hit_points.current) == (
        row["conditions"],
        row["after"],
    )
    assert done.result.result == row["conditions"][0]


def fought(on: Table, procedure: str, **inputs: str) -> None:
    """Holds the odds of a procedure against every roll: of its result, and of each amount."""
    found = PROCEDURES[procedure]
    given = read_procedure_inputs(found, {id.replace("_", "-"): text for id, text in inputs.items()}, on)
    rule = found.perform(on, given)

    def outcome(play: Play) -> tuple[str, tuple[tuple[str, int], ...]]:
        done: Outcome = rule(play)
        return done.result, tuple(sorted(done.amounts.items()))

    every, odds = every_roll(outcome), found.chances(on, given)
    results: dict[str, Any] = {}
    amounts: dict[str, dict[int, Any]] = {id: {} for id in odds.amounts}
    for (result, counted), chance in every.items():
        results[result] = results.get(result, 0) + chance
        for id, value in counted:
            if id in amounts:
                amounts[id][value] = amounts[id].get(value, 0) + chance
    assert {id: chance for id, chance in odds.chances.items() if chance} == results
    for id, chances in odds.amounts.items():
        assert {value: chance for value, chance in chances.items() if chance} == amounts[id], id


@pytest.mark.parametrize(
    ("line", "own", "theirs", "inputs"),
    [
        ("sword +5 1d6+2/19-20", [], [], {}),
        ("axe +1 1d4-1/x3", ["prone"], ["stunned"], {"flanking": "yes", "modifier": "1"}),
        ("knife +3 1d3-3/17-20", ["sickened"], ["prone"], {"cover": "2", "charge": "yes"}),
        ("bow +2 ranged 1d4/x3", ["shaken"], [], {"into_melee": "yes"}),
        ("club +6 1d4", [], ["helpless"], {"nonlethal": "yes", "more_damage": "17"}),
        ("maul +9 1d3+49", [], [], {}),
        ("dart +9 ranged 1d2", [], [], {"sneak": "1", "defensively": "yes"}),
    ],
)
def test_the_odds_of_an_attack_are_those_of_every_roll(
    line: str, own: list[str], theirs: list[str], inputs: dict[str, str]
) -> None:
    row = {"line": line, "conditions": own, "theirs_conditions": theirs}
    for sheet in ({"armour_class": 15, "dexterity": 14}, {"damage_reduction": 2, "no_criticals": True}):
        fought(
            two({**row, "theirs": {"hit_points": "5/60", **sheet}}),
            "d20.attack",
            who="A",
            against="G",
            **inputs,
        )


@pytest.mark.long
def test_a_blow_that_may_kill_by_itself_is_foretold() -> None:
    """D20-X-massive."""
    on = two({"line": "maul +9 1d3+49", "theirs": {"hit_points": "90/90", "fortitude": 3}})
    fought(on, "d20.attack", who="A", against="G")
    fought(replace(on, house={"D20-AMB-11": "points-alone"}), "d20.attack", who="A", against="G")


def test_each_roll_of_a_critical_may_do_1_at_least() -> None:
    """D20-AMB-13."""
    on = two({"line": "bite +5 1d3-2", "house": {"D20-AMB-13": "one-for-each-roll"}})
    fought(on, "d20.attack", who="A", against="G")


@pytest.mark.long
@pytest.mark.parametrize("unseen", ["20", "50"])
def test_what_is_concealed_is_missed_as_often_as_foretold(unseen: str) -> None:
    """D20-X-conceal."""
    on = two({"line": "club +5 3"})
    fought(on, "d20.attack", who="A", against="G", concealed=unseen)


@pytest.fixture
def a_die_of_four(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In the place of each d20: 4 always hits and 1 never. What one attack does with a d20 is held above."""
    for module in (checks, attack_rolls):
        monkeypatch.setattr(module, "D20", 4)
    attack_rolls.attack_roll_chances.cache_clear()
    yield
    attack_rolls.attack_roll_chances.cache_clear()


@pytest.mark.long
@pytest.mark.parametrize(
    "lines", ["2 claws +6 2/3-20, bite +1 1d2/4-20", "sword +7/+5 1d2+1/4-20", "2 fists +6 nonlethal 4"]
)
def test_the_odds_of_a_full_attack_are_those_of_every_roll(lines: str, a_die_of_four: None) -> None:
    """D20-X-full: at one target, and each attack at its own."""
    for points in ("3/20", "1/20"):
        on = two({"line": lines, "theirs": {"armour_class": 9, "hit_points": points}})
        other = somebody(3, "H", {"armour_class": 8, "hit_points": "2/20"}, [])
        on = on.put(replace(other, kind=Kind.ENEMY))
        fought(on, "d20.full-attack", who="A", against="G")
        fought(on, "d20.full-attack", who="A", against="G, H")


def test_a_full_attack_makes_every_attack_at_its_own_target() -> None:
    on = two({"line": "2 claws +6 1d4+3, bite +1 1d6+1, or tail +4 1d8"})
    on = on.put(somebody(3, "H", {}, []), somebody(4, "I", {}, []))
    done = run("d20.full-attack", on, 10, 1, 10, 2, 15, 3, who="A", against="G, H")
    left = [D20Sheet.of(table_after(done)[key]).hit_points.current for key in (2, 3, 4)]
    assert (left, done.result.amounts) == ([16, 11, 20], {"damage": 13, "hits": 3, "down": 0})
    tail = run("d20.full-attack", on, 10, 8, who="A", against="I", weapon="tail")
    assert D20Sheet.of(table_after(tail)[4]).hit_points.current == 12


def test_an_attack_on_who_is_down_already_is_held_back() -> None:
    on = two({"line": "3 claws +6 1d4+3", "theirs": {"hit_points": "4/20"}})
    done = run("d20.full-attack", on, 10, 4, who="A", against="G")
    assert [each.id for each in done.facts].count("holds-back") == 2
    assert (done.result.amounts["down"], table_after(done)[2].has("dying")) == (1, True)


def test_what_is_left_of_a_full_attack_goes_at_another_who_stands() -> None:
    """Where the target had gone down the other attacks were lost, whoever else stood there."""
    on = two({"line": "3 claws +6 1d4+3", "theirs": {"hit_points": "4/20"}})
    on = on.put(replace(somebody(3, "H", {}, []), kind=Kind.ENEMY), somebody(4, "B", {}, []))
    done = run("d20.full-attack", on, 10, 4, 10, 2, 10, 1, choices=("H",), who="A", against="G")
    assert [D20Sheet.of(table_after(done)[key]).hit_points.current for key in (2, 3)] == [-3, 11]
    assert done.result.amounts == {"damage": 16, "hits": 3, "down": 1}
    left = run("d20.full-attack", on, 10, 4, choices=("nobody",), who="A", against="G")
    assert [each.id for each in left.facts].count("holds-back") == 2, "asked once for both"


def test_a_full_attack_keeps_to_the_way_of_its_first_line() -> None:
    on = two({"line": "sword +6/+1 1d8, longbow +5 ranged 1d8/x3"})
    assert len(run("d20.full-attack", on, 1, 1, who="A", against="G").dice) == 2
    assert len(run("d20.full-attack", on, 1, who="A", against="G", weapon="longbow").dice) == 1


@pytest.mark.long
@pytest.mark.parametrize("fortitude", [0, 12, 40])
def test_the_end_of_the_helpless_is_foretold(fortitude: int) -> None:
    """D20-X-coup, D20-X-helpless."""
    theirs = {"hit_points": "14/20", "fortitude": fortitude}
    on = two({"line": "axe +1 1d4+1/x3", "theirs": theirs, "theirs_conditions": ["paralysed"]})
    fought(on, "d20.coup-de-grace", who="A", against="G")


def test_only_the_helpless_are_ended_so() -> None:
    on = two({"line": "axe +1 1d4+1/x3"})
    with pytest.raises(RuleError):
        run("d20.coup-de-grace", on, who="A", against="G")
    on = on.put(on[2].with_condition(Condition("helpless")))
    done = run("d20.coup-de-grace", on, 4, 4, 4, 24 - 10, who="A", against="G")
    assert (done.result.result, D20Sheet.of(table_after(done)[2]).hit_points.current) == ("slain", 5)
    undead = on.put(replace(on[2], sheet=replace(D20Sheet.of(on[2]), no_criticals=True)))
    with pytest.raises(RuleError, match="who can take critical hits"):
        run("d20.coup-de-grace", undead, who="A", against="G")


def test_checks_saves_and_aid_are_foretold() -> None:
    """D20-X-opposed, D20-X-save, D20-X-aid, D20-X-take."""
    on = two({"sheet": {"skills": "Heal 4", "strength": 14, "reflex": 3}, "theirs": {"hit_points": "=-4"}})
    on = on.put(on[2].with_condition(Condition("dying")))
    for modifier in ("0", "-3"):
        fought(on, "d20.first-aid", who="A", patient="G", modifier=modifier)
        fought(on, "d20.save", who="A", save="reflex", dc="14", modifier=modifier)
        for take in ("take-10", "take-20"):
            fought(on, "d20.check", who="A", check="heal", dc="14", modifier=modifier, take=take)
        fought(
            on,
            "d20.oppose",
            who="A",
            against="G",
            check="strength",
            their_check="dexterity",
            modifier=modifier,
        )
    fought(on, "d20.dying-round", who="G")
    dying = on.put(replace(on[2], sheet=with_edited_cell(D20Sheet.of(on[2]), "hit_points", "=-9")))
    fought(dying, "d20.dying-round", who="G")
    even = PROCEDURES["d20.oppose"]
    given = read_procedure_inputs(
        even, {"who": "A", "against": "G", "check": "wisdom", "their-check": "wisdom"}, on
    )
    assert even.chances(on, given).chances["success"] * 2 == 1


def test_help_and_healing_stop_the_dying() -> None:
    """D20-X-aid: the stable lose no more, and a new wound makes them dying again."""
    on = two({"sheet": {"skills": "Heal 5"}, "theirs": {"hit_points": "=-4"}, "theirs_conditions": ["dying"]})
    failed = run("d20.first-aid", on, 9, who="A", patient="G")
    assert not table_after(failed)[2].has("stable")
    assert fact_text(failed.facts[-1]) == "A fails to stabilise G: 14 against 15"
    stable = table_after(run("d20.first-aid", on, 10, who="A", patient="G"))
    assert stable[2].has("stable") and stable[2].has("dying")
    assert table_after(run("d20.heal", on, who="G", hit_points="1"))[2].has("stable")
    again = table_after(run("d20.hurt", stable, who="G", hit_points="1"))
    assert again[2].has("dying") and not again[2].has("stable")
    whole = table_after(run("d20.heal", stable, who="G", hit_points="10"))
    assert not whole[2].conditions
    with pytest.raises(RuleError):
        run("d20.first-aid", stable, who="A", patient="#2")


def test_who_is_stable_is_told_as_stable_alone_when_the_fight_ends() -> None:
    on = begun(two({"theirs": {"hit_points": "=-4"}, "theirs_conditions": ["dying", "stable"]}), 10, 5)
    ended = campaign_rules(RULESET).procedure("turn.end").perform(on, {})
    facts = play_to_end(ended, answers()).facts
    assert [each.values["condition"] for each in facts if each.id == "condition-stays"] == ["stable"]


def test_the_dying_roll_when_the_round_ends() -> None:
    """D20-X-stable."""
    on = two({"sheet": {"hit_points": "=-4"}, "conditions": ["dying"]})
    lost = play_to_end(lambda play: RULESET.turns.round_ends(on, (1, 2), play), answers(11)).result
    assert D20Sheet.of(lost[1]).hit_points.current == -5
    stable = play_to_end(lambda play: RULESET.turns.round_ends(lost, (1, 2), play), answers(10)).result
    assert stable[1].has("stable")
    assert (
        play_to_end(lambda play: RULESET.turns.round_ends(stable, (1, 2), play), answers()).result == stable
    )


def test_a_charge_and_a_defence_last_until_the_next_turn() -> None:
    """D20-X-charge, D20-X-defend: 2 less and 2 more Armour Class; outside a fight nothing would end it."""
    calm = two({"line": "lance +0 1d8"})
    done = run("d20.attack", calm, 2, who="A", against="G", charge="yes", defensively="yes")
    assert not table_after(done)[1].conditions
    on = following(begun(calm, 15, 5))
    on = table_after(run("d20.attack", on, 2, who="A", against="G", charge="yes"))
    assert run("d20.defence", on, who="A").result.amounts["armour-class"] == 8
    assert order_of(on).acting == 1
    on = table_after(run("d20.attack", on, 2, who="A", against="G", defensively="yes"))
    assert run("d20.defence", on, who="A").result.amounts["armour-class"] == 10


@pytest.mark.parametrize("condition", ["helpless", "paralysed", "cowering", "stunned", "dying"])
def test_who_cannot_act_does_not_attack(condition: str) -> None:
    on = two({"line": "sword +1 1d6", "conditions": [condition]})
    with pytest.raises(RuleError):
        run("d20.attack", on, 10, who="A", against="G")


def test_what_is_attacked_with_is_named_in_any_way() -> None:
    on = two({"line": "2 claws +6 1d4+3, or longbow +4 ranged 1d8/x3"})
    assert run("d20.attack", on, 4, 1, who="A", against="G").result.result == "hit"
    for weapon in ("claws", "claw", "cl"):
        assert run("d20.attack", on, 4, 1, who="A", against="G", weapon=weapon).result.result == "hit"
    with pytest.raises(RuleError, match="claws, longbow"):
        run("d20.attack", on, who="A", against="G", weapon="spear")
    with pytest.raises(RuleError, match="no attack on the sheet"):
        run("d20.attack", on, who="G", against="A")
    foreign = on.put(replace(on[1], sheet=replace(D20Sheet.of(on[1]), attacks=Tags(("<b>", "bite +4 1d6")))))
    assert run("d20.attack", foreign, 6, 1, who="A", against="G").result.result == "hit"
