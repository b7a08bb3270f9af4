"""Attempts on the table: pools with their reasons, obstacles, warnings, prices, secrets, flips, matters."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.galejatra.opposed_rolls import opposed_roll_success_chance
from tableside.rules.cells import with_edited_cell
from tableside.rules.play import Chosen, Rolled
from tableside.rules.procedure import Role, procedure_gains
from tests.games.answers import fact_ids
from tests.games.galejatra.people import (
    ALL_ON,
    PROCEDURES,
    ailment,
    cliff,
    given,
    odds,
    person,
    proved,
    rows,
    run,
    sheet,
    table,
)
from tests.thorough import covering

ATTEMPT = "galejatra.attempt"
Row = Mapping[str, Any]  # Any: a row's values are whatever its columns hold
MIRA = person(skills={"Climb": 3, "Sneak": 2}, items={"Pitons": 1, "Rope": 2})
BROK = person(2, "Brok", skills={"Climb": 4})
CATO = person(3, "Cato", skills={"Climb": 2})


@pytest.mark.parametrize("row", rows("against"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_obstacles(row: Row) -> None:
    on = table(person(), cliff(), house=row.get("house", {}))
    faces = [6] + [1] * row["opposition"] if row["opposition"] else []
    done = run(ATTEMPT, on, *faces, who="Mira", skill="no-skill", against="Cliff", **row["inputs"])
    told = [fact.values["dice"] for fact in done.facts if fact.id.startswith("opposed-")]
    assert told == ([row["opposition"]] if row["opposition"] else [])
    assert done.result.result == "success"


def test_every_die_is_told_with_its_reason_before_the_roll() -> None:
    """HEI-1, HEI-2."""
    mira = person(skills={"Climb": 2}, items={"Rope": 2, "Pitons": 1}, ailments=(ailment("Sprain"),))
    done = run(
        ATTEMPT,
        table(mira, BROK, CATO),
        *[4] * 7,
        1,
        who="Mira",
        skill="climb",
        opposition="1",
        helpers="Brok Cato",
        item="rope pitons",
        edge="1",
    )
    assert fact_ids(done)[:8] == [
        "tries",
        "dice-base-skill",
        "dice-help",
        "dice-help-beaten",
        "dice-item",
        "dice-item-beaten",
        "dice-edge",
        "dice-ailment",
    ]
    assert done.facts[0].values["dice"] == 1 + 2 + 2 + 2 + 1 - 1  # H19


@pytest.mark.parametrize(
    ("inputs", "dice"),
    [
        ({"skill": "climb"}, 4),
        ({"skill": "climb", "patch": "yes"}, 3),
        ({"skill": "climb", "helpers": "Brok Cato"}, 6),
        ({"skill": "climb", "helpers": "Brok Cato", "everyone": "yes"}, 7),
        ({"skill": "climb", "item": "rope pitons"}, 6),
        ({"skill": "climb", "item": "rope pitons", "every-item": "yes"}, 7),
        ({"skill": "no-skill", "helpers": "Brok", "help-with": "climb"}, 3),
        ({"skill": "no-skill", "help": "2"}, 2),
    ],
)
def test_pools_on_the_table(inputs: dict[str, str], dice: int) -> None:
    done = run(ATTEMPT, table(MIRA, BROK, CATO), *[6] * dice, 1, who="Mira", opposition="1", **inputs)
    assert done.result.amounts["player-left"] == dice


def test_house_rules_of_the_pool() -> None:
    two = table(MIRA, house={"HEI-AMB-2": "best-two-skills"})
    done = run(ATTEMPT, two, *[6] * 6, 1, who="Mira", skill="climb", second="sneak", opposition="1")
    assert done.result.amounts["player-left"] == 1 + 3 + 2
    done = run(ATTEMPT, two, *[6] * 5, 1, who="Mira", skill="climb", second="sneak-in-part", opposition="1")
    assert done.result.amounts["player-left"] == 1 + 3 + 1
    patching = table(MIRA, BROK, CATO, house={"HEI-AMB-3": "helpers-may-patch"})
    inputs = {"who": "Mira", "skill": "no-skill", "opposition": "1", "helpers": "Brok"}
    done = run(ATTEMPT, patching, 6, 6, 1, **inputs, help_with="climb-in-part")  # level 4 counts as 2
    assert done.result.amounts["player-left"] == 2


@pytest.mark.parametrize(
    ("inputs", "what"),
    [
        ({"helpers": "Dora"}, "Dora has no skill to help with"),
        ({"helpers": "Mira"}, "cannot help themselves"),
        ({"helpers": "Brok", "help-with": "sneak"}, "sneak"),
        ({"skill": "no-skill", "patch": "yes"}, "a patch needs a skill of Mira, such as Climb"),
        ({"luck-dice": "1"}, "HEI-X-onni"),
        ({"exert": "ask", "edge": "3"}, "HEI-AMB-4"),
        ({"hindrance": "3"}, "HEI-AMB-4"),
        ({"second": "sneak"}, "not known"),
        ({"exert": "to-succeed"}, "not known"),
    ],
)
def test_what_cannot_be_is_refused(inputs: dict[str, str], what: str) -> None:
    on = table(MIRA, BROK, person(4, "Dora"))
    with pytest.raises(RuleError, match=what):
        run(ATTEMPT, on, **{"who": "Mira", "skill": "climb", "opposition": "1", **inputs})


def test_nobody_without_consent_rolls_into_danger() -> None:
    """HEI-0-warn before the dice; HEI-0-consent; a reaction is not asked (HEI-0-reaction)."""
    inputs = {"who": "Mira", "skill": "no-skill", "opposition": "1"}
    done = run(ATTEMPT, table(MIRA), choices="no", **inputs, danger="a long fall")
    assert (done.result.result, done.result.table, fact_ids(done)[-2:]) == (
        "declined",
        None,
        ["warned-of", "declined"],
    )
    agreed = run(ATTEMPT, table(MIRA), 6, 1, choices="yes", **inputs, danger="yes")
    assert fact_ids(agreed)[-2:] == ["warned", "survivors-success"]
    forced = run(ATTEMPT, table(MIRA), 6, 1, **inputs, danger="yes", reaction="yes")
    assert not [step for step in forced.steps if isinstance(step, Chosen)]
    assert fact_ids(forced)[-3:] == ["reaction", "warned", "survivors-success"]
    assert "warned" not in fact_ids(run(ATTEMPT, table(MIRA), 6, 1, **inputs, danger="no"))


@pytest.mark.parametrize("price", ["time", "resource", "ailment", "twist"])
def test_failing_has_a_price(price: str) -> None:
    """HEI-5-fail."""
    more = {"ailment": " sprain severity-3"}.get(price, "")
    inputs = {"who": "Brok", "skill": "no-skill", "opposition": "1"}
    done = run(ATTEMPT, table(BROK), 1, 6, choices=price + more, **inputs)
    assert done.result.result == "failure"
    assert f"price-{price}" in fact_ids(done)
    assert sheet(done, 2).ailments.rows == ((ailment("Sprain", 3),) if more else ())


@pytest.mark.parametrize(("lost", "left"), [("rope", ["Pitons"]), ("not-listed", ["Pitons", "Rope"])])
def test_the_price_names_the_thing_that_leaves_the_sheet(lost: str, left: list[str]) -> None:
    """HEI-5-fail: a thing, or one that stands on no sheet."""
    inputs = {"who": "Mira", "skill": "no-skill", "opposition": "1"}
    done = run(ATTEMPT, table(MIRA), 1, 6, choices=f"resource {lost}", **inputs)
    assert [row.name for row in sheet(done).items.rows] == left
    assert ("thing-lost" in fact_ids(done)) == (lost != "not-listed")


@pytest.mark.parametrize(
    ("helpers", "said", "choices", "dice"),
    [
        ("Väinö", "", "strength", 6),
        ("Väinö", "", "brewing", 5),
        ("Väinö", "brewing", "", 5),
        ("Väinö Kaisa", "", "brewing healing", 6),
        ("Väinö Kaisa", "strength", "", 6),
        ("Väinö Kaisa", "väinö-brewing,kaisa-strength", "", 5),
        ("Väinö Kaisa", "kaisa-healing", "strength", 6),
        ("Kaisa Dora", "", "strength", 5),
    ],
)
def test_each_helper_helps_with_a_skill_of_their_own(
    helpers: str, said: str, choices: str, dice: int
) -> None:
    """HEI-2-apu: with the best one, unless another is said or answered."""
    vaino = person(5, "Väinö", skills={"Brewing": 2, "Strength": 4})
    on = table(MIRA, vaino, person(6, "Kaisa", skills={"Strength": 1, "Healing": 3}), person(4, "Dora"))
    inputs = {"who": "Mira", "skill": "climb", "opposition": "1", "helpers": helpers, "help_with": said}
    done = run(ATTEMPT, on, *[6] * dice, 1, choices=choices, **inputs)
    assert done.result.amounts["player-left"] == dice
    assert ("helps-without-skill" in fact_ids(done)) == ("Dora" in helpers)
    by_default = dice if said and not choices else 6
    assert odds(ATTEMPT, on, **inputs).chances["success"] == opposed_roll_success_chance(by_default, 1)


def test_a_success_has_no_price() -> None:
    """HEI-5-ok: nothing is asked, nothing is lost, and the matter stays open."""
    done = run(ATTEMPT, table(MIRA, cliff(Wet=1)), 4, 1, who="Mira", skill="no-skill", against="Cliff")
    assert (done.result.result, [type(step) for step in done.steps]) == ("success", [Rolled, Rolled])
    assert sheet(done) == MIRA.sheet


def test_gear_gives_two_dice_at_most() -> None:
    """HEI-X-gear, HEI-2-esine."""
    assert with_edited_cell(MIRA.sheet, "items.1", "Pitons 2") != MIRA.sheet
    with pytest.raises(RuleError, match="0 to 2"):
        with_edited_cell(MIRA.sheet, "items.1", "Pitons 3")


def test_the_price_may_go_on_to_an_ailment() -> None:
    on = table(MIRA, house={"HEI-X-vaiva": "ailments-in-play"})
    inputs = {"who": "Mira", "skill": "no-skill", "opposition": "1"}
    done = run(ATTEMPT, on, 1, 6, 4, 4, choices="ailment sprain severity-2", **inputs)
    assert sheet(done).ailments.rows == (ailment("Sprain", 2, "right arm"),)


SECRET = {"who": "Mira", "skill": "no-skill", "edge": "1", "opposition": "2", "secret": "yes"}


def test_of_a_secret_roll_the_result_alone_is_announced() -> None:
    """HEI-S-secret: every factor is named, no number is."""
    done = run(ATTEMPT, table(MIRA), 1, 2, 4, 6, **SECRET, hindrance="0")
    assert [rolled.secret for rolled in done.dice] == [False, True]
    public = [fact for fact in done.facts if not fact.secret]
    told = ["opposes-unnumbered", "announced-failure", "price-time", "matter-spent"]
    assert [fact.id for fact in public][-4:] == told
    assert {fact.id for fact in done.facts if fact.secret} == {"opposed-easy", "survivors-failure"}
    assert "opposition-left" not in done.result.amounts
    named = run(
        ATTEMPT, table(MIRA, cliff()), *[6] * 4, 1, 1, 1, 1,
        who="Mira", skill="climb", against="Cliff", hindrance="1", secret="yes",
    )  # fmt: skip
    assert "hampers-unnumbered" in fact_ids(named) and "hindered-unnumbered" in fact_ids(named)


def test_of_a_secret_failure_one_may_exert_in_vain() -> None:
    """HEI-AMB-8: nobody says whether it will be enough."""
    on = table(MIRA, house={"HEI-AMB-9": "reserve-in-play"})
    done = run(ATTEMPT, on, 1, 2, 4, 6, choices="yes no", **SECRET)
    assert (done.result.result, sheet(done).reserve.current) == ("failure", 0)
    assert [fact.id for fact in done.facts if not fact.secret and "failed" in fact.id] == ["failed-so-far"]


def flipping(*choices: str, faces: tuple[int, ...], dice: int = 2, **inputs: str) -> Any:  # Any: Performed
    on = table(person(skills={"Climb": 1}), house=ALL_ON)
    skill = "climb" if dice == 2 else "no-skill"
    return run(
        ATTEMPT, on, *faces, choices=" ".join(choices), who="Mira", skill=skill, opposition="2", **inputs
    )


def test_exerting_costs_the_reserve() -> None:
    """H14."""
    done = flipping("yes", faces=(6, 2, 5, 4))
    assert (done.result.result, sheet(done).reserve.current, sheet(done).ailments.rows) == ("success", 0, ())


def test_nothing_to_turn_is_not_charged() -> None:
    """H15, HEI-AMB-7."""
    done = flipping("time", faces=(6, 4, 5), dice=1)
    assert (done.result.result, sheet(done).reserve.current) == ("failure", 1)
    assert "nothing-to-flip" in fact_ids(done)


def test_pushing_gives_an_ailment() -> None:
    """H16."""
    done = flipping("yes", "yes", "fear", faces=(1, 2, 4, 6, 1, 1))
    assert (done.result.result, sheet(done).reserve.current) == ("success", 0)
    assert sheet(done).ailments.rows == (ailment("Fear", 1, "head"),)


def test_pushing_may_worsen_an_old_ailment() -> None:
    """HEI-X-puskea."""
    on = table(person(ailments=(ailment("Fear"),)), house=ALL_ON)
    done = run(ATTEMPT, on, 1, 6, choices="no yes fear", who="Mira", skill="no-skill", opposition="1")
    assert sheet(done).ailments.rows == (ailment("Fear", 2),)


def test_nobody_is_asked_for_what_cannot_be_enough() -> None:
    done = run(
        ATTEMPT, table(MIRA, house=ALL_ON), 1, 2, 3, 1, 6, 6, 6,
        who="Mira", skill="climb", opposition="3",
    )  # fmt: skip
    assert [step.question for step in done.steps if isinstance(step, Chosen)] == ["price"]


def test_an_empty_reserve_leaves_the_push() -> None:
    on = table(person(reserve=0), house=ALL_ON)
    done = run(ATTEMPT, on, 1, 6, choices="no", who="Mira", skill="no-skill", opposition="1")
    assert [step.question for step in done.steps if isinstance(step, Chosen)] == ["push", "price"]


def test_declaring_before_the_reveal() -> None:
    """HEI-AMB-8: dice are turned before the opposition is thrown."""
    on = table(MIRA, house={**ALL_ON, "HEI-AMB-8": "before-the-reveal"})
    done = run(ATTEMPT, on, 1, 1, choices="yes", who="Mira", skill="no-skill", opposition="1")
    assert [type(step).__name__ for step in done.steps[:3]] == ["Rolled", "Chosen", "Rolled"]
    assert (done.result.amounts["player-left"], sheet(done).reserve.current) == (1, 0)


def test_luck_dice_without_a_skill() -> None:
    """H18: spent by being thrown, whatever they show."""
    on = table(person(luck=2), house=ALL_ON)
    done = run(ATTEMPT, on, 6, 1, 1, who="Mira", skill="no-skill", opposition="1", luck_dice="1")
    assert [rolled.why for rolled in done.dice] == ["player-dice", "luck-dice", "opposition-dice"]
    assert sheet(done).luck.current == 1
    with pytest.raises(RuleError, match="no-skill"):
        run(ATTEMPT, table(MIRA, house=ALL_ON), who="Mira", skill="climb", luck_dice="1")
    both = table(MIRA, house={**ALL_ON, "HEI-AMB-2": "best-two-skills"})
    with pytest.raises(RuleError, match="no-skill"):
        run(ATTEMPT, both, who="Mira", skill="no-skill", second="climb", luck_dice="1")
    with pytest.raises(RuleError, match="2 luck dice left"):
        run(ATTEMPT, on, who="Mira", skill="no-skill", luck_dice="3")


def test_too_many_ailments() -> None:
    """HEI-AMB-11."""
    mira = person(ailments=(ailment("Sprain", 2),))
    inputs = {"who": "Mira", "skill": "no-skill", "opposition": "1"}
    assert run(ATTEMPT, table(mira), 6, 1, **inputs).result.result == "success"
    failing = table(mira, house={"HEI-AMB-11": "fails-at-once"})
    done = run(ATTEMPT, failing, **inputs)
    assert (done.result.result, "too-hurt" in fact_ids(done)) == ("failure", True)
    assert sheet(done).spent.names == (), "nothing was rolled"
    assert odds(ATTEMPT, failing, **inputs).chances["failure"] == 1
    assert run(ATTEMPT, failing, 6, 1, **inputs, spared="sprain").result.result == "success"


@pytest.mark.long
@pytest.mark.parametrize("house", [{}, ALL_ON, {**ALL_ON, "HEI-AMB-8": "before-the-reveal"}])
@pytest.mark.parametrize(
    "inputs",
    [
        {"skill": "climb"},
        {"skill": "no-skill", "secret": "yes", "danger": "yes"},
        {"skill": "no-skill", "against": "Cliff", "edge": "1"},
        {"skill": "no-skill", "opposition": "0", "against": "Cliff", "bypass": "steep wet"},
    ],
)
def test_the_odds_on_the_table(inputs: dict[str, str], house: dict[str, str]) -> None:
    on = table(person(skills={"Climb": 1}), cliff(Steep=2, Wet=1), house=house)
    assert proved(ATTEMPT, on, **{"who": "Mira", "opposition": "2", **inputs})


@pytest.mark.long
@pytest.mark.parametrize(
    ("plans", "secret", "time"),
    covering(
        [("to-succeed", "never"), ("never", "to-succeed"), ("to-succeed", "ask")],
        ["yes", "no"],
        ["after-the-roll", "before-the-reveal"],
    ),
)
def test_the_odds_of_exerting_and_pushing(plans: tuple[str, str], secret: str, time: str) -> None:
    house = {"HEI-AMB-9": "reserve-in-play", "HEI-AMB-8": time}
    on = table(person(skills={"Climb": 1}), house=house)
    inputs = {"exert": plans[0], "push": plans[1], "secret": secret, "opposition": "2"}
    assert proved(ATTEMPT, on, who="Mira", skill="climb", **inputs)


@pytest.mark.long
def test_the_odds_of_exerting_and_pushing_both() -> None:
    on = table(person(skills={"Climb": 1}), house={"HEI-AMB-9": "reserve-in-play"})
    inputs = {"exert": "to-succeed", "push": "to-succeed", "opposition": "3"}
    assert proved(ATTEMPT, on, who="Mira", skill="climb", **inputs)


def test_what_help_and_exerting_are_worth() -> None:
    on = table(person(luck=1), house=ALL_ON)
    values = given(ATTEMPT, on, who="Mira", skill="no-skill", opposition="2")
    plain = odds(ATTEMPT, on, who="Mira", skill="no-skill", opposition="2").chances["success"]
    better = {
        (gain.input, gain.value)
        for gain in procedure_gains(PROCEDURES[ATTEMPT], on, values)
        if gain.odds.chances["success"] > plain
    }
    assert {
        ("edge", 1),
        ("help", 1),
        ("help", 3),
        ("luck-dice", 1),
        ("exert", "to-succeed"),
        ("push", "to-succeed"),
    } == better


def test_a_group_with_one_result() -> None:
    on = table(MIRA, BROK, CATO)
    together = {"members": "Mira Brok", "skill": "no-skill", "opposition": "1"}
    done = run("galejatra.group-attempt", on, 6, 1, 1, 6, **together)
    assert (done.result.result, done.result.amounts) == ("success", {"successes": 1})
    failed = run("galejatra.group-attempt", on, 1, 6, 1, 6, choices="twist", **together)
    assert (failed.result.result, fact_ids(failed)[-1]) == ("failure", "matter-spent")
    assert "price-twist" in fact_ids(failed)
    declined = run("galejatra.group-attempt", on, choices="no no", **together, danger="yes")
    assert declined.result.result == "declined"


@pytest.mark.long
def test_a_group_each_for_themselves() -> None:
    on = table(MIRA, BROK)
    together = {"members": "Mira Brok", "skill": "no-skill", "opposition": "1"}
    apart = {**together, "results": "each-for-themselves"}
    assert run("galejatra.group-attempt", on, 6, 1, 1, 6, **apart).result.result == "mixed"
    assert proved("galejatra.group-attempt", on, **apart)
    assert proved("galejatra.group-attempt", on, **together)


def test_an_attempt_is_what_the_roll_screen_lists_by_skill() -> None:
    procedure = PROCEDURES[ATTEMPT]
    assert procedure.role == Role.TEST
    skill = procedure.input("skill")
    assert skill.default is None
    assert skill.options(table(MIRA), {"who": 1}) == ("climb", "sneak", "no-skill")  # type: ignore[union-attr]  # a Choice


def test_a_group_of_nobody_named_is_the_whole_party_that_can_act() -> None:
    faces = (6, 6, 6, 6, 1, 6, 6, 6, 6, 6, 1)  # 1 + 3 and 1 + 4 dice, each against 1
    done = run("galejatra.group-attempt", table(MIRA, BROK, cliff()), *faces, skill="climb", opposition="1")
    assert done.facts[0].values == {"skill": "Climb", "names": "Mira, Brok"}
    assert done.result.amounts == {"successes": 2}
    without_brok = replace(table(MIRA, BROK, cliff()), session=1, session_is_on=True, attending=(MIRA.key,))
    alone = run("galejatra.group-attempt", without_brok, *faces[:5], skill="climb", opposition="1")
    assert alone.facts[0].values == {"skill": "Climb", "names": "Mira"}
    with pytest.raises(RuleError, match="nobody is named"):
        run("galejatra.group-attempt", table(cliff()), skill="no-skill", opposition="1")
