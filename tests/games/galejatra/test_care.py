"""Ailments, treatment, rest, growth, and what is put on the table."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tableside.errors import RuleError
from tableside.games.galejatra import RULESET
from tableside.games.galejatra.ailments import ailment_location_odds
from tableside.games.galejatra.sheet import GalejatraSheet
from tableside.rules.odds import every_roll
from tableside.rules.procedure import Role
from tableside.rules.sheet import Meter, Skill
from tableside.rules.table import Kind
from tableside.rules.turns.sides import SidesOrder
from tableside.views.fact_headlines import headline_of
from tests.games.answers import fact_ids, table_after
from tests.games.galejatra.people import ALL_ON, PROCEDURES, ailment, cliff, person, proved, run, sheet, table

AIL, TREAT = "galejatra.ail", "galejatra.treat"
LEG = ailment("Sprain", 1, "left leg")


@pytest.mark.parametrize(
    ("faces", "location"),
    [
        ((1, 1), "head"),
        ((1, 2), "left arm"),
        ((1, 3), "left leg"),
        ((2, 3), "left leg"),
        ((3, 3), "left arm"),
        ((3, 4), "torso"),
        ((4, 4), "right arm"),
        ((4, 5), "right leg"),
        ((5, 5), "right leg"),
        ((5, 6), "right arm"),
        ((6, 6), "head"),
    ],
)
def test_where_it_hits(faces: tuple[int, int], location: str) -> None:
    """HEI-X-loc."""
    done = run(AIL, table(person()), *faces, choices="fear", who="Mira")
    assert sheet(done).ailments.rows == (ailment("Fear", 1, location),)


def test_the_odds_of_locations() -> None:
    limb = Fraction(7, 36)
    assert ailment_location_odds() == {
        "head": Fraction(1, 18),
        "torso": Fraction(1, 6),
        **{f"{side}-{part}": limb for side in ("left", "right") for part in ("arm", "leg")},
    }
    rule = PROCEDURES[AIL].perform(
        table(person()), {"who": (1,), "ailment": "fear", "location": "roll", "severity": 1, "drawback": ""}
    )

    def hit(note: str) -> str:
        return note.replace(" ", "-")

    found = every_roll(lambda play: hit(GalejatraSheet.of(rule(play).table[1]).ailments.rows[0].note))  # type: ignore[index]  # it changes the table
    assert found == ailment_location_odds()


def test_a_part_that_is_hurt_gets_worse_instead() -> None:
    """HEI-X-vaiva-make."""
    done = run(AIL, table(person(ailments=(LEG,))), 1, 3, who="Mira")
    assert (done.result.result, sheet(done).ailments.rows) == (
        "worsened",
        (ailment("Sprain", 2, "left leg"),),
    )
    worst = person(ailments=(ailment("Sprain", 5, "left leg: limps"),))
    done = run(AIL, table(worst), who="Mira", location="left-leg")
    assert (sheet(done).ailments.rows[0].values, fact_ids(done)[-1]) == ((5,), "ailment-at-worst")


def test_the_fourth_ailment_worsens_one_that_is_low() -> None:
    three = (LEG, ailment("Fear", 3), ailment("Curse", 2))
    done = run(AIL, table(person(ailments=three)), choices="curse", who="Mira", location="mind")
    assert [row.values[0] for row in sheet(done).ailments.rows] == [1, 3, 3]
    grave = tuple(replace(row, values=(3,)) for row in three)
    done = run(AIL, table(person(ailments=grave)), who="Mira", location="mind", ailment="amnesia")
    assert (done.result.result, len(sheet(done).ailments.rows)) == ("ailing", 4)
    worst = tuple(ailment(f"Curse {number}", 5) for number in range(6))
    done = run(AIL, table(person(ailments=worst)), who="Mira", location="mind", ailment="amnesia")
    assert len(sheet(done).ailments.rows) == 7, "none of them can get any worse"


def test_an_ailment_may_be_rolled_named_or_ones_own() -> None:
    on = table(person())
    done = run(AIL, on, 12, who="Mira", location="torso", ailment="roll")
    assert sheet(done).ailments.rows == (ailment("Bleeding", 0, "torso"),)
    seven = run(AIL, on, 8, who="Mira", location="torso", ailment="roll")
    assert sheet(seven).ailments.rows[0].name == "Fear"  # number 9: a burn is never rolled
    own = run(AIL, on, who="Mira", location="nowhere", ailment="Love-sick", severity="2", drawback="sighs")
    assert sheet(own).ailments.rows == (ailment("Love-sick", 2, "sighs"),)


def test_two_of_a_kind_have_two_names() -> None:
    on = table(person(ailments=(LEG,)))
    done = run(AIL, on, who="Mira", location="right-arm", ailment="sprain")
    assert [row.name for row in sheet(done).ailments.rows] == ["Sprain", "Sprain right arm"]


def test_several_are_hurt_at_once() -> None:
    on = table(person(), person(2, "Brok"))
    done = run(AIL, on, 1, 1, 6, 6, who="Mira Brok", ailment="sore")
    assert (len(sheet(done).ailments.rows), len(sheet(done, 2).ailments.rows)) == (1, 1)


def test_what_only_stands_in_the_way_takes_no_ailment() -> None:
    foe = replace(cliff(), kind=Kind.ENEMY)
    with pytest.raises(RuleError, match="takes no ailment"):
        run("galejatra.ail", table(person(), foe), who="Mira, Cliff", location="head", ailment="fear")
    assert sheet(run("galejatra.ail", table(cliff()), who="Cliff", location="head", ailment="fear"), 9)


def test_worse_and_milder_by_hand() -> None:
    on = table(person(ailments=(LEG, ailment("Fear", 3))))
    assert sheet(run("galejatra.worsen", on, who="Mira")).ailments.rows[1].values == (4,)
    eased = run("galejatra.ease", on, who="Mira", ailment="fear", points="2")
    assert (eased.result.result, sheet(eased).ailments.rows[1].values) == ("eased", (1,))
    gone = run("galejatra.ease", on, who="Mira", ailment="sprain")
    assert (gone.result.result, len(sheet(gone).ailments.rows)) == ("gone", 1)
    with pytest.raises(RuleError, match="Mira has no ailment"):
        run("galejatra.ease", table(person()), who="Mira")


def test_bleeding_grows_after_each_roll_out_of_danger() -> None:
    """HEI-X-list."""
    on = table(person(ailments=(ailment("Bleeding", 0),)))
    inputs = {"who": "Mira", "skill": "no-skill", "opposition": "1"}
    done = run("galejatra.attempt", on, 6, 1, **inputs)
    assert sheet(done).ailments.rows == (ailment("Bleeding", 1),)
    fighting = replace(on, order=SidesOrder())
    assert sheet(run("galejatra.attempt", fighting, 6, 1, **inputs)).ailments.rows[0].values == (0,)
    unrolled = run("galejatra.attempt", on, **{**inputs, "opposition": "0"})
    assert sheet(unrolled).ailments.rows[0].values == (0,)
    assert table_after(run(TREAT, on, who="Mira"))[1].sheet == person().sheet  # severity 0: certain success


def test_treating_ends_an_ailment() -> None:
    """HEI-X-heal: opposition is severity and circumstances."""
    on = table(person(ailments=(ailment("Fear", 2),)), person(2, "Brok", skills={"Heal": 2}))
    inputs = {"who": "Mira", "healer": "Brok", "skill": "heal", "circumstances": "1"}
    done = run(TREAT, on, 6, 6, 6, 4, 4, 4, **inputs)
    assert (done.result.result, sheet(done).ailments.rows) == ("success", ())
    assert headline_of(done.facts).words.startswith("Brok succeeds at Heal · treats Mira: Fear")


def test_each_ailment_is_treated_once_a_day() -> None:
    on = table(person(ailments=(LEG, ailment("Fear", 1))))
    failed = run(TREAT, on, 1, 4, who="Mira", ailment="sprain", spared="sprain fear")
    with pytest.raises(RuleError, match="once a day"):
        run(TREAT, table_after(failed), who="Mira", ailment="sprain")
    other = run(TREAT, table_after(failed), 1, 4, who="Mira", spared="sprain fear")
    assert other.facts[0].values["name"] == "Fear"
    with pytest.raises(RuleError, match="once a day"):
        run(TREAT, table_after(other), who="Mira")
    rested = table_after(run("galejatra.rest", table_after(other)))
    assert run(TREAT, rested, 6, 4, who="Mira", ailment="sprain").result.result == "success"


def test_nobody_is_treated_in_a_fight() -> None:
    on = replace(table(person(ailments=(LEG,))), order=SidesOrder())
    assert PROCEDURES[TREAT].problems(on) == ("fight-is-on",)
    with pytest.raises(RuleError, match="fight"):
        run(TREAT, on, who="Mira")
    assert PROCEDURES[TREAT].problems(table(person())) == ("nobody-ails",)


@pytest.mark.long
@pytest.mark.parametrize("house", [{}, ALL_ON])
def test_the_odds_of_treating(house: dict[str, str]) -> None:
    on = table(person(ailments=(LEG,)), person(2, "Brok", skills={"Heal": 1}), house=house)
    assert proved(TREAT, on, who="Mira", healer="Brok", skill="heal", circumstances="1")


def test_rest_brings_back_what_was_spent() -> None:
    """HEI-X-reservi, HEI-X-onni."""
    on = table(person(reserve=0, luck=1), person(2, "Brok", reserve=2, luck=2))
    done = run("galejatra.rest", on)
    assert (sheet(done).reserve, sheet(done).luck) == (Meter(2, 2), Meter(2, 2))
    assert (table_after(done).day, fact_ids(done)) == (2, ["reserve-returns", "luck-dice-return", "new-day"])
    with pytest.raises(RuleError, match="fight"):
        run("galejatra.rest", replace(on, order=SidesOrder()))


def test_growth_is_the_gms_ruling() -> None:
    on = table(person(skills={"Climb": 2}))
    done = run("galejatra.grow", on, who="Mira", skills="climb Sailing")
    assert sheet(done).skills.rows == (Skill("Climb", 3), Skill("Sailing", 1))
    assert PROCEDURES["galejatra.grow"].chances(on, {"who": 1, "skills": ("climb",)}).chances == {
        "improved": 1
    }


def test_a_character_is_typed() -> None:
    done = run("galejatra.create", table(), name="Anna", concept="a smith", skills="Forge 3, Iron will 1")
    assert sheet(done).skills.rows == (Skill("Forge", 3), Skill("Iron will", 1))
    with pytest.raises(RuleError, match="Forge"):
        run("galejatra.create", table(), name="Anna", skills="Forge")
    with pytest.raises(RuleError, match="mira"):
        run("galejatra.create", table(person()), name="mira")


def test_an_obstacle_is_a_name_and_aspects() -> None:
    done = run("galejatra.obstacle", table(), name="Cliff", aspects="Slippery 3, Steep 2", kind="npc")
    assert (table_after(done)[1].kind, sheet(done)) == (
        Kind.NPC,
        replace(GalejatraSheet.of(cliff()), reserve=Meter(0, 0), luck=Meter(0, 0)),
    )
    two = table_after(run("galejatra.obstacle", table_after(done), name="Cliff", aspects="Wet 1", count="2"))
    assert [each.name for each in two.in_play()] == ["Cliff", "Cliff 2", "Cliff 3"]
    for aspects in ("", "Slippery", "Wet 1, wet 2"):
        with pytest.raises(RuleError, match="aspects"):
            run("galejatra.obstacle", table(), name="Cliff", aspects=aspects)


def test_what_is_seen_at_a_glance() -> None:
    mira = person(skills={"Climb": 3}, ailments=(ailment("Fear", 2),))
    on = table(mira, cliff(), house=ALL_ON)
    assert RULESET.vitals(on, mira) == (("ailments", "\N{MINUS SIGN}2"), ("reserve", "1/2"), ("luck", "1/2"))
    assert RULESET.vitals(on, on[9]) == (("aspects", "3"),)
    assert RULESET.derived(on, mira) == {"skills.1": ("pool", 4), "ailments": ("dice-lost", 2)}
    assert RULESET.derived(on, on[9]) == {"aspects": ("band-challenging", 3)}
    for kind in Kind:
        assert RULESET.vitals(on, replace(mira, kind=kind, sheet=RULESET.blank(kind)))


def test_the_roles_are_played() -> None:
    roles = (Role.TEST, Role.HURT, Role.HEAL, Role.REST, Role.CREATE, Role.FOE, Role.IMPROVE)
    found = [procedure.id if (procedure := RULESET.role(role)) else "" for role in roles]
    names = ("attempt", "ail", "ease", "rest", "create", "obstacle", "grow")
    assert found == [f"galejatra.{name}" for name in names]


def test_skills_need_no_commas_between_them() -> None:
    done = run("galejatra.create", table(), name="Anna", skills="Forge 3 Iron will 1 Kung fu 2")
    assert sheet(done).skills.rows == (Skill("Forge", 3), Skill("Iron will", 1), Skill("Kung fu", 2))
