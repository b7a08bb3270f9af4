"""What the tests of rolls and fights share: two fighters, rows, and proofs over every roll."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import TypeVar

from tableside.games.troika import casting, fights, procedures, skill_tests
from tableside.games.troika.exchange import Exchange
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.inputs import Given
from tableside.rules.odds import Odds, odds_of_dice_sum
from tableside.rules.play import (
    ChoiceAsked,
    Chosen,
    DiceAsked,
    Performed,
    Play,
    Rolled,
    Step,
    default_choice,
    play_rule,
)
from tableside.rules.procedure import Outcome, Procedure, read_procedure_inputs
from tableside.rules.sheet import Item, Meter, Skill, Skills, Slots
from tableside.rules.table import Character, Condition, Kind, Table
from tests.games.answers import cases, perform

T = TypeVar("T")

rows = cases("troika_rolls")
WITHOUT_SHEET = tuple(each for each in procedures.PROCEDURES if not each.on_table)
CHAPTERS = (*skill_tests.PROCEDURES, *fights.PROCEDURES, *casting.PROCEDURES)
PROCEDURES: dict[str, Procedure] = {each.id: each for each in (*WITHOUT_SHEET, *CHAPTERS)}

Blows = tuple[str, int, int]
"""What an exchange came to: result, damage dealt, damage taken."""


def anna(
    *,
    kind: Kind = Kind.PC,
    luck: int = 9,
    skill: int = 5,
    stamina: int = 14,
    weapon: str = "unarmed",
    armour: int = 0,
    shield: bool = False,
    items: tuple[Item, ...] = (),
    conditions: tuple[Condition, ...] = (),
) -> Character:
    sheet = TroikaSheet(
        skill=skill,
        stamina=Meter(stamina, 20),
        luck=Meter(luck, 12),
        weapon=weapon,
        armour=armour,
        shield=shield,
        items=Slots(items),
        skills=Skills(
            (
                Skill("Fencing", 2),
                Skill("Brawl", 3),
                Skill("Mastery", 8),
                Skill("Wrestling", 1),
                Skill("Swim", 2),
            )
        ),
        spells=Skills((Skill("Jolt", 3, cost=3), Skill("Light", 1))),
    )
    return Character(1, "Anna", kind, sheet, conditions)


def brok(
    *,
    kind: Kind = Kind.ENEMY,
    skill: int = 6,
    luck: int = 0,
    weapon: str = "spear",
    armour: int = 0,
    shield: bool = False,
    items: tuple[Item, ...] = (),
    conditions: tuple[Condition, ...] = (),
    skills: tuple[Skill, ...] = (),
) -> Character:
    sheet = TroikaSheet(
        skill=skill,
        stamina=Meter(12, 12),
        luck=Meter(luck, 12),
        weapon=weapon,
        armour=armour,
        shield=shield,
        items=Slots(items),
        skills=Skills(skills),
    )
    return Character(2, "Brok", kind, sheet, conditions)


def table(*people: Character, **house: str) -> Table:
    """These on a table, with house rules by their ids; `_` stands for `-`."""
    rules = {id.replace("_", "-"): answer for id, answer in house.items()}
    return Table(characters={each.key: each for each in people}, house=rules)


def given(procedure: str, on: Table, inputs: Mapping[str, str]) -> Given:
    return read_procedure_inputs(PROCEDURES[procedure], inputs, on)


def run(
    procedure: str, on: Table, *faces: int, inputs: Mapping[str, str], choices: tuple[str, ...] = ()
) -> Performed[Outcome]:
    """Perform a procedure as the shell does, from texts. Every face and every choice must be used."""
    return perform(PROCEDURES[procedure], on, faces, choices, inputs)


def asked(done: Performed[T]) -> list[str]:
    """The questions that were asked."""
    return [step.question for step in done.steps if isinstance(step, Chosen)]


def every_sum(
    rule: Callable[[Play], T], choose: Callable[[ChoiceAsked], str] = default_choice, most_luck: int = 12
) -> dict[T, Fraction]:
    """As `every_roll`, but a pair of d6 is tried once for each sum, with that sum's chance.

    It proves the odds of rules that read 2d6 by their sum alone; whole enumerations prove that some do. Where
    nobody has more Luck than `most_luck`, all sums above it fail alike, 12 aside: one of them is tried.
    """
    ways: dict[tuple[T, int], int] = {}
    """In how many ways each result came out of throws that are so many in all."""

    def walk(steps: tuple[Step, ...], count: int, among: int) -> None:
        state = play_rule(rule, steps)
        if isinstance(state, Performed):
            ways[state.result, among] = ways.get((state.result, among), 0) + count
        elif isinstance(state, ChoiceAsked):
            walk((*steps, Chosen(state.question, choose(state), state.who)), count, among)
        else:
            throws = _throws(state, most_luck)
            of = among * sum(throws.values())
            for faces, each in throws.items():
                walk((*steps, Rolled(state.sides, faces, state.why, state.who)), count * each, of)

    walk((), 1, 1)
    chances: dict[T, Fraction] = {}
    for (result, among), count in ways.items():
        chances[result] = chances.get(result, Fraction(0)) + Fraction(count, among)
    return chances


def _throws(asked: DiceAsked, most_luck: int) -> dict[tuple[int, ...], int]:
    """The faces to try, and for how many throws they stand."""
    if asked.sides == (6, 6) and asked.why != "oops":
        throws: dict[tuple[int, ...], int] = {}
        for total, chance in odds_of_dice_sum(2).items():
            tried = 11 if asked.why == "luck" and most_luck < total < 12 else total
            faces = (tried // 2, tried - tried // 2)
            throws[faces] = throws.get(faces, 0) + int(chance * 36)
        return throws
    return dict.fromkeys(product(*(range(1, sides + 1) for sides in asked.sides)), 1)


def blows_of(exchange: Exchange) -> Blows:
    return str(exchange.result), exchange.dealt, exchange.taken


def outcome_of(outcome: Outcome) -> Blows:
    return outcome.result, outcome.amounts["damage-dealt"], outcome.amounts["damage-taken"]


Margins = tuple[dict[str, Fraction], dict[int, Fraction], dict[int, Fraction]]


def margins(chances: Mapping[Blows, Fraction]) -> Margins:
    """The chances of the outcomes and of each amount."""
    results: dict[str, Fraction] = {}
    dealt: dict[int, Fraction] = {}
    taken: dict[int, Fraction] = {}
    for (result, hurt, hurt_back), chance in chances.items():
        results[result] = results.get(result, Fraction(0)) + chance
        dealt[hurt] = dealt.get(hurt, Fraction(0)) + chance
        taken[hurt_back] = taken.get(hurt_back, Fraction(0)) + chance
    return results, dealt, taken


def same_odds(odds: Odds, chances: Mapping[Blows, Fraction]) -> bool:
    """Whether the odds are those that an enumeration found."""
    return margins(chances) == (
        dict(odds.chances),
        dict(odds.amounts["damage-dealt"]),
        dict(odds.amounts["damage-taken"]),
    )


def always(asked: ChoiceAsked) -> str:
    """The choice of somebody who trusts to Luck in a fight, and otherwise presses Enter."""
    return "yes" if asked.question in ("luck-breaks-tie", "luck-for-damage") else asked.default
