"""Fights on the table: what they take from the sheets, and what they do to them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.troika import RULESET
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Value, Who
from tableside.rules.odds import every_roll
from tableside.rules.play import Performed, Play, play_rule, play_to_end
from tableside.rules.procedure import Outcome
from tableside.rules.sheet import Item, Skill, Skills
from tableside.rules.table import Character, Condition, Kind, Table
from tests.games.answers import answers, fact_ids
from tests.games.troika.fighting import (
    PROCEDURES,
    anna,
    asked,
    brok,
    every_sum,
    given,
    outcome_of,
    rows,
    run,
    same_odds,
    table,
)
from tests.games.troika.people import stamina_of
from tests.thorough import covering

BOTH: Mapping[str, str] = {"who": "Anna", "against": "Brok"}
SWORD: Mapping[str, str] = {**BOTH, "skill": "fencing", "weapon": "sword", "luck": "never"}
SHOT: Mapping[str, str] = {**BOTH, "skill": "brawl", "weapon": "bow", "luck": "never"}
PRONE = (Condition("prone"),)
LOADED = tuple(Item(f"thing {number}") for number in range(13))
JOLT = Skills((Skill("Jolt", 0, cost=3),))
SWAMPED = tuple(Item(f"thing {number}") for number in range(18))


def fought(
    on: Table, *faces: int, procedure: str = "troika.fight", inputs: Mapping[str, str] = SWORD
) -> tuple[Performed[Outcome], Character, Character]:
    """A fight, and both fighters afterwards."""
    done = run(procedure, on, *faces, inputs=inputs)
    assert done.result.table is not None
    return done, done.result.table[1], done.result.table[2]


@pytest.mark.parametrize("row", rows("fight"), ids=lambda row: f"{row['id']}: {row['sentence']}")
def test_the_rows_of_the_rulebook(row: dict[str, Any]) -> None:  # Any: a row's values
    on = table(anna(skill=6), brok(skill=7)) if row["id"] == "T06" else table(anna(), brok())
    done = run(
        "troika.fight",
        on,
        *row["faces"],
        inputs={**BOTH, **row["inputs"]},
        choices=tuple(row.get("choices", ())),
    )
    after = done.result.table
    assert after is not None
    assert (done.result.result, TroikaSheet.of(after[1]).luck.current) == (row["outcome"], row["luck"])
    assert (stamina_of(after[2]), stamina_of(after[1])) == (row["left"], row["own"])


@pytest.mark.parametrize("row", rows("cover"), ids=lambda row: row["sentence"])
def test_cover_counts_in_every_attack(row: dict[str, Any]) -> None:
    on = table(anna(skill=6), brok(skill=6, skills=()))
    on = on.put(replace(on[1], sheet=replace(TroikaSheet.of(on[1]), skills=Skills(), spells=JOLT)))
    inputs = {
        **BOTH,
        "luck": "never",
        **(
            {"spell": "jolt", "reach": "by-touch", "row": "no-damage"}
            if row["procedure"] == "troika.cast"
            else {"weapon": "bow"}
            if row["procedure"] == "troika.shoot"
            else {}
        ),
    }
    for cover, outcome in (("0", row["without"]), ("1", row["with"])):
        rule = PROCEDURES[row["procedure"]].perform(
            on, given(row["procedure"], on, {**inputs, "cover": cover})
        )
        assert play_to_end(rule, answers(4, 4, 4, 3, 1)).result.result == outcome


def test_the_winner_ticks_the_skill_and_the_loser_by_house_rule() -> None:
    """TRO-2.1.1, TRO-X-house-tick."""
    won = (4, 4, 3, 3, 1)
    _, own, _ = fought(table(anna(), brok()), *won)
    assert [row.name for row in TroikaSheet.of(own).skills.ticked] == ["Fencing"]
    _, own, _ = fought(table(anna(), brok(), TRO_X_house_tick="on-failure"), *won)
    assert TroikaSheet.of(own).skills.ticked == ()
    rival = brok(kind=Kind.PC, skills=(Skill("Spear Fighting", 3),))
    _, own, theirs = fought(table(anna(), rival), 3, 3, 4, 4, 1)
    assert TroikaSheet.of(own).skills.ticked == ()
    assert [row.name for row in TroikaSheet.of(theirs).skills.ticked] == ["Spear Fighting"]


def test_neither_ticks_on_a_tie_or_in_a_clinch() -> None:
    for faces in ((4, 3, 4, 4), (6, 6, 6, 6)):
        _, own, _ = fought(table(anna(), brok()), *faces)
        assert TroikaSheet.of(own).skills.ticked == ()


def test_the_best_skill_that_suits_the_weapon_is_the_default() -> None:
    armed = anna(weapon="sword")
    skills = (*TroikaSheet.of(armed).skills.rows, Skill("Sword Fighting", 4), Skill("Sword Lore", 2))
    sheet = type(TroikaSheet.of(armed))(
        skill=5, weapon="sword", skills=type(TroikaSheet.of(armed).skills)(skills)
    )
    done, _, _ = fought(
        table(Character(1, "Anna", Kind.PC, sheet), brok()), 4, 4, 2, 2, 1, inputs={**BOTH, "luck": "never"}
    )
    assert done.facts[0].id == "skill-total" and done.facts[0].values["skill"] == "Sword Fighting"


def test_a_clinch_breaks_both_weapons() -> None:
    """TRO-7.4: the item is gone, and the hand is empty."""
    armed = anna(
        weapon="sword", items=(Item("rope"), Item("heirloom", weapon="sword"), Item("sword", weapon="sword"))
    )
    done, own, theirs = fought(table(armed, brok(weapon="shield", shield=True)), 6, 6, 6, 6)
    assert done.result.result == "clinch"
    assert [item.name for item in TroikaSheet.of(own).items.items] == ["rope", "sword"]
    assert (TroikaSheet.of(own).weapon, TroikaSheet.of(theirs).weapon) == ("unarmed", "unarmed")
    assert not TroikaSheet.of(theirs).shield
    _, own, _ = fought(table(anna(), brok()), 6, 6, 6, 6, 3, inputs={**BOTH, "luck": "never"})
    assert stamina_of(own) == 11 and TroikaSheet.of(own).weapon == "unarmed"


def test_lying_down_weighs_on_roll_and_damage() -> None:
    """TRO-7.8, T24: against those standing."""
    prone = table(anna(conditions=PRONE), brok())
    done, _, theirs = fought(prone, 6, 5, 3, 3, 1, inputs={**SWORD, "weapon": "greatsword"})
    weighed = [fact.values["amount"] for fact in done.facts if fact.id == "reason-prone"]
    assert weighed == [-2, -2] and stamina_of(theirs) == 10
    both = table(anna(conditions=PRONE), brok(conditions=PRONE))
    done, _, _ = fought(both, 6, 5, 3, 3, 1)
    assert "reason-prone" not in fact_ids(done)


def test_a_burden_weighs_on_roll_and_damage() -> None:
    """TRO-10.4, TRO-AMB-18."""
    loaded = (anna(items=LOADED), brok())
    done, _, theirs = fought(table(*loaded), 6, 5, 3, 2, 6)
    assert fact_ids(done).count("reason-overburdened") == 2 and stamina_of(theirs) == 12 - 6
    done, _, theirs = fought(table(*loaded, TRO_AMB_18="tests-only"), 6, 5, 3, 2, 6)
    assert fact_ids(done).count("reason-overburdened") == 1 and stamina_of(theirs) == 12 - 8


def test_an_enemy_has_no_luck_to_trust_to_whatever_its_sheet_says() -> None:
    """TRO-X-enemy."""
    done = run("troika.fight", table(anna(), brok(luck=9)), 2, 3, 4, 4, 1, inputs={**SWORD, "luck": "ask"})
    assert asked(done) == []


def test_an_enemys_hide_and_hoard_are_no_burden() -> None:
    """TRO-10.4, TRO-X-enemy."""
    done, _, _ = fought(table(anna(kind=Kind.ENEMY, items=SWAMPED, armour=3), brok()), 3, 3, 4, 4, 1)
    assert "reason-overburdened" not in fact_ids(done)
    hoarder = brok(items=SWAMPED, armour=4)
    assert "counts-as-unaware" not in fact_ids(fought(table(anna(), hoarder), 5, 5, 2, 2, 1)[0])


def test_who_is_swamped_or_helpless_is_taken_unawares() -> None:
    """TRO-10.4, TRO-7.3."""
    swamped = brok(kind=Kind.PC, items=SWAMPED)
    for target in (
        swamped,
        brok(conditions=(Condition("unconscious"),)),
        brok(conditions=(Condition("unaware"),)),
    ):
        done, _, theirs = fought(table(anna(), target), 3, 4, 1)
        assert done.result.result == "hit" and stamina_of(theirs) == 12 - 6
        assert "reason-unaware" in fact_ids(done)
    hide = brok(armour=9)
    assert fought(table(anna(), hide), 4, 4, 2, 2, 1)[0].result.result == "win"


def test_the_unaware_earn_no_tick() -> None:
    rival = brok(kind=Kind.PC, skills=(Skill("Spear", 3),))
    _, _, theirs = fought(table(anna(), rival), 6, 5, inputs={**SWORD, "unaware": "yes"})
    assert TroikaSheet.of(theirs).skills.ticked == ()


def test_the_dying_and_the_dead_follow_from_the_blow() -> None:
    """TRO-4.1, TRO-4.3."""
    _, own, _ = fought(table(anna(stamina=4), brok()), 2, 3, 4, 4, 1)
    assert own.has("dying")
    done = run("troika.fight", table(anna(stamina=3), brok()), 2, 3, 4, 4, 1, inputs=SWORD)
    assert asked(done) == ["luck-instead-of-death"]
    assert done.result.table is not None and done.result.table[1].has("dead")


def test_cover_adds_to_the_targets_roll() -> None:
    """TRO-7.1."""
    on = table(anna(), brok())
    assert fought(on, 4, 4, 4, 4, 1, procedure="troika.shoot", inputs=SHOT)[0].result.result == "hit"
    hidden = fought(on, 4, 4, 4, 4, procedure="troika.shoot", inputs={**SHOT, "cover": "3"})[0]
    assert hidden.result.result == "miss" and "reason-cover" in fact_ids(hidden)


@pytest.mark.parametrize("name", ["Shield", "Flight", "Dodge", "Evade arrows"])
def test_a_target_evades_with_a_skill_for_it(name: str) -> None:
    """TRO-6.2: shield and flight are the rulebook's own."""
    nimble = table(anna(), brok(skills=(Skill("Spear Fighting", 5), Skill(name, 2))))
    assert fought(nimble, 4, 4, 4, 4, procedure="troika.shoot", inputs=SHOT)[0].result.result == "tie"


def test_an_aimed_shot_keeps_the_better_throw() -> None:
    """TRO-6.2.2: by the input, or because an aim was held."""
    faces = (1, 1, 5, 5, 4, 4, 3)
    on = table(anna(), brok())
    assert (
        fought(on, *faces, procedure="troika.shoot", inputs={**SHOT, "aimed": "yes"})[0].result.result
        == "hit"
    )
    held = table(anna(conditions=(Condition("aimed"),)), brok())
    done, own, _ = fought(held, *faces, procedure="troika.shoot", inputs=SHOT)
    assert done.result.result == "hit" and not own.has("aimed")


def test_a_target_in_reach_may_answer_by_house_rule() -> None:
    """TRO-AMB-6."""
    on = table(anna(), brok(), TRO_AMB_6="target-answers")
    done, own, _ = fought(on, 3, 2, 4, 4, 1, procedure="troika.shoot", inputs={**SHOT, "in-reach": "yes"})
    assert done.result.result == "answered" and stamina_of(own) == 10
    assert fought(on, 3, 2, 4, 4, procedure="troika.shoot", inputs=SHOT)[0].result.result == "miss"


def test_a_shot_into_a_melee_hits_anybody_in_it() -> None:
    """TRO-6.2.1: numbered in the order given, the target first; armour is that of whoever is hit."""
    cato = Character(3, "Cato", Kind.PC, TroikaSheet.of(brok(kind=Kind.PC, armour=2)))
    on = table(anna(), brok(), cato)
    done = run("troika.shoot-into-melee", on, 4, 4, 4, 4, 2, 6, inputs={**SHOT, "among": "Cato Brok"})
    after = done.result.table
    assert after is not None and done.result.amounts["damage-dealt"] == 8
    assert (stamina_of(after[2]), stamina_of(after[3])) == (12, 4)
    assert "victim" in fact_ids(done)
    first = run("troika.shoot-into-melee", on, 4, 4, 4, 4, 1, 6, inputs={**SHOT, "among": "Cato"})
    assert first.result.table is not None and stamina_of(first.result.table[2]) == 2


@pytest.mark.long
def test_who_lies_down_hurts_the_standing_less_whoever_was_aimed_at() -> None:
    """TRO-7.8, TRO-6.2.1: Brok lies down too, Cato stands and is hit; with armour 2 a 6 is read as a 2."""
    cato = Character(3, "Cato", Kind.PC, TroikaSheet.of(brok(kind=Kind.PC, armour=2)))
    on = table(anna(conditions=PRONE), brok(conditions=PRONE), cato)
    melee = {**SHOT, "among": "Cato"}
    done = run("troika.shoot-into-melee", on, 4, 4, 4, 3, 2, 6, inputs=melee)
    assert done.result.amounts["damage-dealt"] == 4
    assert run("troika.shoot-into-melee", on, 4, 4, 4, 3, 1, 6, inputs=melee).result.amounts == {
        **done.result.amounts,
        "damage-dealt": 10,
    }
    filled = given("troika.shoot-into-melee", on, melee)
    rule = PROCEDURES["troika.shoot-into-melee"].perform(on, filled)
    found = every_sum(lambda play: outcome_of(rule(play)))
    assert same_odds(PROCEDURES["troika.shoot-into-melee"].chances(on, filled), found)


def test_nobody_shoots_themselves_in_a_melee() -> None:
    """TRO-6.2.1: the shooter is not among those who may be hit, neither offered nor understood."""
    cato = replace(brok(), key=3, name="Cato")
    on, procedure = table(anna(), brok(), cato), PROCEDURES["troika.shoot-into-melee"]
    assert "among" in [each.id for each in filled_form(procedure, on, 1).missing]
    two = filled_form(procedure, table(anna(), brok()), 1)
    assert two.given["against"] == 2 and two.given["among"] == (2,)
    pick = procedure.input("among")
    assert isinstance(pick, Who)
    assert [each.name for each in pick.candidates(on, {"who": 1})] == ["Brok", "Cato"]
    with pytest.raises(RuleError, match="among: Anna is doing it and cannot be named here too"):
        run("troika.shoot-into-melee", on, inputs={**SHOT, "among": "Anna Cato"})
    both: dict[str, Value] = {"who": 1, "against": 2, "among": (1, 3), "skill": "best", "their-skill": "best"}
    assert [*procedure.chances(on, {**both, "weapon": ("bow",)}).struck] == ["Brok", "Cato"]


@pytest.mark.parametrize("procedure", ["troika.shoot", "troika.shoot-into-melee"])
def test_a_shot_is_made_with_what_is_shot_or_said(procedure: str) -> None:
    """TRO-6.2: neither by itself nor foretold with a sword in hand; what is thrown is named."""
    on = table(replace(anna(), sheet=replace(TroikaSheet.of(anna()), weapon="sword")), brok())
    inputs: dict[str, Value] = {"who": 1, "against": 2, "skill": "best", "their-skill": "best"}
    inputs |= {"among": (2,)} if procedure == "troika.shoot-into-melee" else {}
    for refused in (
        lambda: play_rule(PROCEDURES[procedure].perform(on, inputs), ()),
        lambda: PROCEDURES[procedure].chances(on, inputs),
    ):
        with pytest.raises(RuleError, match=r"Anna cannot shoot with what is in hand \(sword\)"):
            refused()
    assert PROCEDURES[procedure].chances(on, {**inputs, "weapon": ("knife",)}).chances


@pytest.mark.long
@pytest.mark.parametrize(("unaware", "aimed"), covering(["no", "yes"], ["no", "yes"], strength=1))
def test_who_is_hit_in_a_melee_is_foretold_by_name(unaware: str, aimed: str) -> None:
    """TRO-6.2.1: each as likely as any other."""
    cato, dora = replace(brok(armour=1), key=3, name="Cato"), replace(brok(), key=4, name="Dora")
    inputs = {**SHOT, "among": "Cato Dora", "unaware": unaware, "aimed": aimed}
    on, procedure = table(anna(), brok(), cato, dora), PROCEDURES["troika.shoot-into-melee"]
    filled = given("troika.shoot-into-melee", on, inputs)

    def victim(play: Play) -> str:
        outcome = procedure.perform(on, filled)(play)
        told = next((str(each.values["who"]) for each in play.facts if each.id == "victim"), "")
        return told if outcome.result == "hit" else ""

    found = every_sum(victim)
    struck = procedure.chances(on, filled).struck
    assert {"": 1 - sum(struck.values()), **struck} == found
    assert [*struck] == ["Brok", "Cato", "Dora"]
    assert not PROCEDURES["troika.shoot"].chances(on, given("troika.shoot", on, SHOT)).struck


def test_nobody_fights_themselves_or_the_dead() -> None:
    with pytest.raises(RuleError, match="themselves"):
        run("troika.fight", table(anna()), inputs={"who": "Anna", "against": "Anna"})
    with pytest.raises(RuleError, match="Brok is dead, and nobody else can be chosen"):
        run("troika.fight", table(anna(), brok(conditions=(Condition("dead"),))), inputs=BOTH)
    with pytest.raises(RuleError, match="skill"):
        run("troika.fight", table(anna(), brok()), inputs={**BOTH, "skill": "dancing"})


def test_a_misspelt_weapon_is_told() -> None:
    with pytest.raises(RuleError, match="did you mean sword"):
        run("troika.fight", table(anna(), brok()), inputs={**BOTH, "weapon": "swrod"})


PROOFS = {
    "sword": ("troika.fight", SWORD),
    "lucky at the unaware": ("troika.fight", {**SWORD, "unaware": "yes", "luck": "always"}),
    "two weapons": ("troika.fight", {**SWORD, "weapon": "knife axe"}),
    "unaware": ("troika.fight", {**SWORD, "unaware": "yes"}),
    "shot": ("troika.shoot", {**SHOT, "cover": "1"}),
    "aimed at the unaware": ("troika.shoot", {**SHOT, "aimed": "yes", "unaware": "yes"}),
    "into a melee": ("troika.shoot-into-melee", {**SHOT, "among": "Cato"}),
}


@pytest.mark.parametrize(("procedure", "inputs"), PROOFS.values(), ids=[*PROOFS])
def test_the_odds_on_the_table_are_those_of_the_procedure(procedure: str, inputs: Mapping[str, str]) -> None:
    cato = Character(3, "Cato", Kind.PC, TroikaSheet.of(brok(kind=Kind.PC, armour=2)))
    on = table(anna(items=LOADED, armour=1), brok(armour=1, shield=True, conditions=PRONE), cato)
    filled = given(procedure, on, inputs)
    rule = PROCEDURES[procedure].perform(on, filled)
    found = every_sum(lambda play: outcome_of(rule(play)))
    assert same_odds(PROCEDURES[procedure].chances(on, filled), found)


@pytest.mark.long
def test_the_odds_of_a_fight_over_every_face() -> None:
    on = table(anna(), brok(armour=2))
    filled = given("troika.fight", on, SWORD)
    rule = PROCEDURES["troika.fight"].perform(on, filled)
    assert same_odds(
        PROCEDURES["troika.fight"].chances(on, filled), every_roll(lambda play: outcome_of(rule(play)))
    )


@pytest.mark.parametrize("state", ["dead", "dying", "unconscious", "out-of-action"])
@pytest.mark.parametrize("procedure", ["troika.fight", "troika.shoot", "troika.grapple", "troika.cast"])
def test_the_helpless_attack_nobody(procedure: str, state: str) -> None:
    """TRO-4.1, TRO-4.3: neither by name, nor by whoever names them otherwise; nor is it foretold."""
    on = table(anna(), brok(conditions=(Condition(state),)))
    inputs: dict[str, Value] = {"who": 2, "against": 1, "skill": "best", "their-skill": "best"}
    if procedure == "troika.cast":
        del inputs["skill"]
        inputs |= {"spell": "jolt", "modifier": 0, "luck": "never"}
    for refused in (
        lambda: play_rule(PROCEDURES[procedure].perform(on, inputs), ()),
        lambda: PROCEDURES[procedure].chances(on, inputs),
    ):
        with pytest.raises(RuleError, match=f"Brok is {state.replace('-', ' ')} and cannot act"):
            refused()
    assert filled_form(PROCEDURES[procedure], on, 2).given.get("who") != 2


def test_the_dead_are_left_alone() -> None:
    cato = Character(3, "Cato", Kind.PC, TroikaSheet.of(brok(kind=Kind.PC)), (Condition("dead"),))
    on = table(anna(), brok(), cato)
    plain: dict[str, Value] = {"who": 1, "skill": "best", "their-skill": "best"}
    for procedure, inputs in (
        ("troika.fight", {**plain, "against": 3}),
        ("troika.shoot-into-melee", {**plain, "against": 2, "among": (3,), "weapon": ("bow",)}),
    ):
        with pytest.raises(RuleError, match="Cato is dead"):
            play_rule(PROCEDURES[procedure].perform(on, inputs), ())


@pytest.mark.parametrize("state", ["unconscious", "dying", "out-of-action"])
def test_it_is_told_why_somebody_counts_as_unaware(state: str) -> None:
    """TRO-7.3, TRO-10.4."""
    done, _, _ = fought(table(anna(), brok(conditions=(Condition(state),))), 3, 4, 1)
    assert [fact.values["condition"] for fact in done.facts if fact.id == "counts-as-unaware"] == [state]
    done, _, _ = fought(table(anna(), brok(kind=Kind.PC, items=SWAMPED)), 3, 4, 1)
    assert [fact.values["condition"] for fact in done.facts if fact.id == "counts-as-unaware"] == ["swamped"]
    surprised = table(anna(), brok(conditions=(Condition("unaware"),)))
    for on, inputs in ((surprised, SWORD), (table(anna(), brok()), {**SWORD, "unaware": "yes"})):
        assert "taken-unawares" in fact_ids(fought(on, 3, 4, 1, inputs=inputs)[0])


def test_a_double_6_that_misses_the_unaware_is_told() -> None:
    """TRO-AMB-1, TRO-1.1: 13 would have been enough."""
    inputs = {**SWORD, "skill": "mastery", "unaware": "yes"}
    done, _, _ = fought(table(anna(), brok()), 6, 6, inputs=inputs)
    assert fact_ids(done)[-2:] == ["double-six-fails", "unaware-miss"]
    done, _, _ = fought(table(anna(), brok(), TRO_AMB_1="six-is-mighty"), 6, 6, 1, inputs=inputs)
    assert "double-six-fails" not in fact_ids(done) and "mighty-blow" in fact_ids(done)


def test_a_clinch_leaves_what_was_not_fought_with() -> None:
    """TRO-7.4: the knife breaks, the sword on the sheet does not."""
    armed = anna(weapon="sword", items=(Item("sword", weapon="sword"), Item("knife", weapon="knife")))
    _, own, _ = fought(table(armed, brok()), 6, 6, 6, 6, inputs={**SWORD, "weapon": "knife"})
    assert [item.name for item in TroikaSheet.of(own).items.items] == ["sword"]
    assert TroikaSheet.of(own).weapon == "sword"


@pytest.mark.parametrize(("weapon", "attack"), [("bow", "troika.shoot"), ("sword", "troika.fight")])
def test_who_has_a_bow_in_hand_shoots(weapon: str, attack: str) -> None:
    armed = replace(TroikaSheet.of(anna()), weapon=weapon)
    assert RULESET.attack(replace(anna(), sheet=armed), ()) == attack
