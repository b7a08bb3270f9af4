"""Skills under their names in Swedish (TRO-2): the rules look them up as they do in English."""

import pytest

from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.sheet import Skill
from tests.games.answers import fact_ids
from tests.games.troika.people import enemy, odds, pc, run, table


@pytest.mark.parametrize("swim", ["Swim", "Simma", "Simning"])
@pytest.mark.parametrize("typed", ["", "swim", "simma"])
def test_a_failed_swim_drowns_in_either_language(swim: str, typed: str) -> None:
    on = table(pc(skills=(Skill(swim, 2),)))
    done = run("troika.test", on, 6, 5, 3, who="Anna", skill=typed or swim)
    assert {"sinks", "skill-total"} <= {*fact_ids(done)}
    assert odds("troika.test", on, who="Anna", skill="swim") == odds(
        "troika.test", on, who="Anna", skill=swim
    )


@pytest.mark.parametrize(
    ("english", "swedish", "act", "inputs"),
    [
        ("Sword", "Svärd", "troika.fight", {"weapon": "sword"}),
        ("Sword", "Svärdskonst", "troika.fight", {"weapon": "sword"}),
        ("Axe", "Yxa", "troika.fight", {"weapon": "axe"}),
        ("Fists", "Nävar", "troika.fight", {}),
        ("Bow", "Pilbåge", "troika.shoot", {"weapon": "bow"}),
        ("Wrestling", "Brottning", "troika.grapple", {}),
    ],
)
@pytest.mark.parametrize("prefix", ["", "Skicklig "])
def test_a_skill_counts_under_its_swedish_name(
    english: str, swedish: str, act: str, inputs: dict[str, str], prefix: str
) -> None:
    """W8: 34 % to win instead of 66 %."""
    chances = [
        odds(act, table(pc(skills=(Skill(name, 4),)), enemy(2, "Orc")), who="Anna", against="Orc", **inputs)
        for name in (english, prefix + swedish, "Näverflätning")
    ]
    assert chances[0] == chances[1] != chances[2]


@pytest.mark.parametrize("skill", ["Sköld", "Flykt", "Undvika"])
def test_shield_and_flight_evade_a_shot(skill: str) -> None:
    on = table(pc(skills=(Skill(skill, 4),)), enemy(2, "Orc"))
    assert TroikaSheet.of(on[1]).skills.rows[0].name == skill
    shot = {"who": "Orc", "against": "Anna", "weapon": "bow"}
    bare = odds("troika.shoot", table(pc(), enemy(2, "Orc")), **shot)
    assert odds("troika.shoot", on, **shot)["hit"] < bare["hit"]
