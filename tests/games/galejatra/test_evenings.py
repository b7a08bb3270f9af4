"""Whole evenings of whatever can be done: nothing is rolled for twice, nothing is paid that is not there, and
all that the rules have is reached.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest

from tableside.errors import RuleError
from tableside.games.galejatra import RULESET
from tableside.games.galejatra.house import HOUSE_RULES
from tableside.games.galejatra.sheet import WORST, GalejatraSheet
from tableside.rules.inputs import Value
from tableside.rules.play import Chosen, Fact, Performed, play_to_end
from tableside.rules.procedure import Outcome
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.sides import SidesOrder
from tests.campaign.random_play import answered, check_odds, value_for
from tests.games.galejatra.people import PROCEDURES, ailment, cliff, person, table
from tests.thorough import often

pytestmark = pytest.mark.long

ATTEMPT, TOGETHER, TREAT = "galejatra.attempt", "galejatra.group-attempt", "galejatra.treat"
CHANGED, REST, AIL = "galejatra.changed", "galejatra.rest", "galejatra.ail"
ACTS: Final = (*[ATTEMPT] * 4, *[TOGETHER] * 4, *[TREAT] * 4, CHANGED, REST, AIL, AIL)
EVENINGS = often(120)
LENGTH = 60
TAKEN = ("item", "helpers", "patch", "spared", "every-item", "everyone", "help")
REACHED = {
    *(f"{id} {part}" for id in (ATTEMPT, TOGETHER, TREAT) for part in TAKEN),
    *(f"{id} {fact}" for id in (ATTEMPT, TOGETHER, TREAT) for fact in ("exerts", "pushes")),
    *(f"{id} {result}" for id in (ATTEMPT, TOGETHER, TREAT) for result in ("success", "failure")),
    *(f"{id} {fact}" for id in (ATTEMPT, TOGETHER) for fact in ("may-oppose", "matter-spent", "matter-open")),
    *(f"{id} again" for id in (ATTEMPT, TOGETHER)),
    *("mixed", "declined", "absent", "luck-dice-thrown", "bleeds-on", "matter-open", "in a fight"),
}
"""What the evenings together must have come to."""
NOT_SAID: dict[str, Value] = {
    "reaction": False,
    "secret": False,
    "luck-dice": 0,
    "opposition": 0,
    "second": "no-skill",
    "help-with": (),
}
Matter = tuple[str, str, str]
"""Words, skill and obstacle of something that was rolled for."""


def somebody(key: int, dice: random.Random) -> Character:
    skills = {id: dice.randint(1, 4) for id in ("Climb", "Sneak", "Heal") if dice.random() < 0.6}
    items = {id: dice.randint(1, 2) for id in ("Rope", "Herbs") if dice.random() < 0.6}
    hurt = (ailment("Bleeding", 0), ailment("Sprain", 2, "left leg"))
    ailments = tuple(each for each in hurt if dice.random() < 0.3)
    return person(key, f"Somebody {key}", skills=skills, items=items, ailments=ailments, reserve=2, luck=1)


class Evening:
    """A table, what was failed in, and what has been reached."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        people = [somebody(key, self.dice) for key in range(1, 5)]
        obstacles = [cliff(8, Steep=2), replace(cliff(9, Slippery=3, Deep=1), name="River")]
        there = [each for each in obstacles if self.dice.random() < 0.6]
        house = {each.id: self.dice.choice(each.options) for each in HOUSE_RULES if self.dice.random() < 0.3}
        modules = {"HEI-AMB-9": "reserve-in-play", "HEI-X-onni": "luck-in-play"}
        house |= {id: option for id, option in modules.items() if self.dice.random() < 0.8}
        attending = tuple(each.key for each in people if self.dice.random() < 0.8)
        self.table = replace(
            table(*people, *there, house=house), session=1, session_is_on=bool(attending), attending=attending
        )
        self.failed: list[Matter] = []
        """What was failed in and is not open again."""
        self.reached: Counter[str] = Counter()

    def act(self) -> None:
        """One thing at random, if the rules allow it."""
        if self.dice.random() < 0.05:
            order = None if self.table.order else SidesOrder()
            self.table = replace(self.table, order=order)
        procedure = PROCEDURES[self.dice.choice(ACTS)]
        if procedure.problems(self.table):
            return
        given: dict[str, Value] = {}
        for each in procedure.inputs:
            given[each.id] = self.value(each.id, value_for(each, RULESET, self.table, given, self.dice))
        try:
            check_odds(procedure, self.table, given)
            rule = procedure.perform(self.table, given)
            done = play_to_end(rule, lambda asked: answered(asked, self.dice))
        except RuleError as error:
            if "HEI-5-once" in str(error):
                assert self.is_closed(given), error
                self.reached[f"{procedure.id} again"] += 1
            return
        self.check(procedure.id, given, done)
        self.table = done.result.table or self.table

    def value(self, id: str, value: Value) -> Value:
        """Most inputs as they come; seldom those that stop nearly everything, and words out of a few."""
        match id:
            case "matter":
                return self.dice.choice(["", "", "", "the old lock"])
            case "danger":
                return self.dice.choice(["", "", "a fall"])
            case "edge" | "hindrance" | "circumstances":
                return self.dice.choice([0, 0, 1, 2])
            case "helpers" if isinstance(value, tuple):
                return value[: self.dice.choice([0, 0, 1])]
            case "changed":
                return value if self.dice.random() < 0.6 else False
            case "reaction" | "secret" | "luck-dice" | "opposition" | "second" | "help-with":
                return value if self.dice.random() < 0.3 else NOT_SAID[id]
        return value

    # What must hold

    def check(self, id: str, given: Mapping[str, Value], done: Performed[Outcome]) -> None:
        self.note(id, given, done)
        if id in (ATTEMPT, TOGETHER):
            self.check_once(given, done)
            self.check_opposition(given, done)
        if id == TOGETHER and not given["members"]:
            self.check_absent(done)
        if done.result.table is not None:
            self.check_paid(done.facts, done.result.table)
        if id == CHANGED and not given["who"] and given["matter"] == "every-matter":
            self.failed.clear()
        elif id == CHANGED:
            self.failed = [each for each in self.failed if self.is_held(done.result.table, each)]

    def note(self, id: str, given: Mapping[str, Value], done: Performed[Outcome]) -> None:
        facts = {fact.id for fact in done.facts}
        found = {
            done.result.result,
            f"{id} {done.result.result}",
            *facts,
            *(f"{id} {fact}" for fact in facts),
        }
        found |= {f"{id} {part}" for part in TAKEN if given.get(part)}
        found |= {"in a fight"} if self.table.order is not None and id == TOGETHER else set()
        self.reached.update(found)

    def matter(self, given: Mapping[str, Value], against: str, *, skilled: bool = True) -> Matter:
        key = given["against"]
        obstacle = self.table[key].name if isinstance(key, int) and key else against
        return str(given["matter"]), str(given["skill"]) if skilled else "no-skill", obstacle

    def is_closed(self, given: Mapping[str, Value]) -> bool:
        """Whether somebody has failed in this, or might have, whatever opposes."""
        obstacles = ["", *(each.name for each in self.table.in_play(Kind.NPC))]
        meant = [self.matter(given, name, skilled=each) for name in obstacles for each in (True, False)]
        return any(same(failed, each) for failed in self.failed for each in meant)

    def check_once(self, given: Mapping[str, Value], done: Performed[Outcome]) -> None:
        """HEI-5-once, kept beside the table by other means."""
        told = {fact.id: fact.values for fact in done.facts}
        if not any(each.why == "opposition-dice" for each in done.dice):
            if given["changed"] and "matter-open" in told:
                self.failed = [each for each in self.failed if self.is_held(done.result.table, each)]
            return
        against = str(told["against"]["against"]) if "against" in told else ""
        matter = self.matter(given, against, skilled="group-tries-unskilled" not in told)
        if not matter[0] and (given["reaction"] or self.table.order is not None):
            return
        if given["changed"]:
            self.failed = [each for each in self.failed if not same(each, matter)]
        assert not any(same(each, matter) for each in self.failed), (matter, self.failed)
        assert ("matter-spent" in told) == (done.result.result != "success") or "too-hurt" in told
        self.failed += [matter] if "matter-spent" in told else []

    def is_held(self, now: Table | None, matter: Matter) -> bool:
        """Whether a matter still stands on some sheet."""
        people = (now or self.table).in_play()
        held = {name.casefold() for each in people for name in GalejatraSheet.of(each).spent.names}
        words, skill, obstacle = matter
        known = f"{skill}: {obstacle}" if obstacle else skill
        return (words or known.replace("no-skill", "no skill")).casefold() in held

    def check_opposition(self, given: Mapping[str, Value], done: Performed[Outcome]) -> None:
        """Where nothing opposes, somebody has said so, or there is nothing that could."""
        if "nothing-opposes" in {fact.id for fact in done.facts} and not given["against"]:
            choices = [each.choice for each in done.steps if isinstance(each, Chosen)]
            members = given.get("members")
            rolling = {*members} if isinstance(members, tuple) else {given["who"]}
            there = (each for each in self.table.in_play(Kind.NPC) if each.key not in rolling)
            assert "nothing-hampers" in choices or not any(
                GalejatraSheet.of(each).aspects.rows for each in there
            )

    def check_absent(self, done: Performed[Outcome]) -> None:
        (names,) = (str(fact.values["names"]) for fact in done.facts if fact.id.startswith("group-tries"))
        absent = [each.name for each in self.table.in_play(Kind.PC) if self.table.is_absent(each)]
        assert not {*absent} & {*names.split(", ")}
        self.reached["absent"] += bool(absent)

    def check_paid(self, facts: tuple[Fact, ...], after: Table) -> None:
        """Each exertion costs its one point, and nothing goes below nothing."""
        exerted = Counter(str(fact.values["who"]) for fact in facts if fact.id == "exerts")
        rested = any(fact.id == "new-day" for fact in facts)
        for each in after.in_play(Kind.PC):
            sheet, before = GalejatraSheet.of(each), GalejatraSheet.of(self.table[each.key])
            assert rested or sheet.reserve.current == before.reserve.current - exerted[each.name]
            assert min(sheet.reserve.current, sheet.luck.current) >= 0
            assert all(0 <= row.values[0] <= WORST for row in sheet.ailments.rows)
            assert len({row.name for row in sheet.ailments.rows}) == len(sheet.ailments.rows)


def same(one: Matter, other: Matter) -> bool:
    """Whether two are one matter: by words; else by the skill and, where both have one, the obstacle, with
    which the skill does not matter if one had none.
    """
    if one[0] or other[0]:
        return one[0] == other[0]
    if not (one[2] and other[2]):
        return one[1] == other[1]
    return one[2] == other[2] and (one[1] == other[1] or "no-skill" in (one[1], other[1]))


@pytest.fixture(scope="module")
def evenings() -> list[Evening]:
    found = [Evening(seed) for seed in range(EVENINGS)]
    for each in found:
        for _ in range(LENGTH):
            each.act()
    return found


def test_evenings_reach_all_that_there_is(evenings: list[Evening]) -> None:
    """And while they are played, all that is checked holds."""
    reached = sum((each.reached for each in evenings), Counter[str]())
    assert sorted(REACHED - {*reached}) == []
