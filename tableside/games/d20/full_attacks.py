"""All attacks that a round allows (D20-X-full): each in turn, at its own target, in one entry."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.attack_rolls import (
    MISS,
    OUTCOMES,
    RESULTS,
    WEAPON,
    Assault,
    Circumstances,
    Struck,
    added,
    blow_at,
    chances,
    check_may_attack,
    may_attack,
)
from tableside.games.d20.attacks import DAMAGE_DONE, DOWN, RULES, Move, afterwards, made
from tableside.games.d20.hit_points import fall_chance, wounded
from tableside.games.d20.house import House, house_of
from tableside.games.d20.sheet import line_named, lines_of, sheet_of
from tableside.rules.inputs import Who, asked, nested_form, part_of
from tableside.rules.odds import Odds, collect, mapped
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import lives
from tableside.rules.table import Character, Table

HITS: Final = "hits"
QUICK: Final = 4
"""Attacks whose odds are counted within a key press."""


@frozen
class FullAttack:
    """Who attacks whom with all that they have: the first attack at the first who is named, and so on."""

    who: int = asked(Who(fits=may_attack))
    against: tuple[int, ...] = asked(Who(many=True, fits=lives, apart=("who",)))
    weapon: str = asked(WEAPON)
    circumstances: Circumstances = nested_form(Circumstances)

    @property
    def assault(self) -> Assault:
        return part_of(self.circumstances, Assault, who=self.who)


def moves_of(table: Table, form: FullAttack) -> tuple[Move, ...]:
    """All attacks of a round, each with its target: the first at the first who is named, and so on; what is
    left goes at the last.

    With no line named, all lines that are made in the way of the first and are no other choice. Raises
    `RuleError` for nobody named, and where there is no attack.
    """
    who = table[form.who]
    if not form.against:
        raise RuleError("inputs.nobody-named")
    targets = tuple(dict.fromkeys(form.against))
    for key in targets:
        check_may_attack(who, table[key])
    first = line_named(who, form.weapon)
    together = (each for each in lines_of(who) if each.is_ranged == first.is_ranged and not each.is_choice)
    lines = (first,) if form.weapon or first.is_choice else tuple(together)
    attacks = [(line, bonus) for line in lines for bonus in line.each]
    return tuple(
        (line, bonus, targets[min(place, len(targets) - 1)]) for place, (line, bonus) in enumerate(attacks)
    )


def _full_attack(table: Table, form: FullAttack, play: Play) -> Outcome:
    """Each attack in turn; one whose target has gone down meanwhile is held back."""
    assault, moves = form.assault, moves_of(table, form)
    damage = hits = 0
    results, down = {MISS}, set[int]()
    for move in moves:
        line, _, key = move
        if key in down:
            play.tell("holds-back", "D20-X-full", {"who": table[key].name, "name": line.name})
            continue
        table, struck, falls = made(table, assault, move, play)
        results.add(struck.result)
        damage += struck.points
        hits += struck.result != MISS
        down |= {key} if falls else set()
    id = "full-attack-hits" if hits else "full-attack-misses"
    play.tell(id, "D20-X-full", {"who": table[form.who].name, "hits": hits, "of": len(moves)})
    table = afterwards(table, assault, moves[0][0], play)
    result = next(each for each in RESULTS if each in results)
    return Outcome(result, {DAMAGE_DONE: damage, HITS: hits, DOWN: len(down)}, table)


@frozen
class Course:
    """How the attacks on one target have gone so far."""

    damage: int = 0
    nonlethal: int = 0
    hits: int = 0
    best: str = MISS
    down: bool = False


Courses = Mapping[Course, Fraction]


def _full_attack_odds(table: Table, form: FullAttack) -> Odds:
    """Targets have nothing to do with each other: the chances of each are counted, and put together."""
    assault, moves = form.assault, moves_of(table, form)
    by_target = [
        _courses(table, assault, [each for each in moves if each[2] == key])
        for key in dict.fromkeys(key for _, _, key in moves)
    ]
    none_better = [
        prod((_chance_of(each, RESULTS[place:]) for each in by_target), start=Fraction(1))
        for place in range(len(RESULTS))
    ]
    shares = zip(none_better, (*none_better[1:], Fraction(0)), strict=True)
    return Odds(
        dict(zip(RESULTS, (more - less for more, less in shares), strict=True)),
        {
            DAMAGE_DONE: added(*(mapped(each, lambda one: one.damage + one.nonlethal) for each in by_target)),
            HITS: added(*(mapped(each, lambda one: one.hits) for each in by_target)),
            DOWN: added(*(mapped(each, lambda one: int(one.down)) for each in by_target)),
        },
        events=(DOWN,) if len(by_target) == 1 else (),
    )


def _chance_of(courses: Courses, results: Collection[str]) -> Fraction:
    """The chance that the best attack on a target comes to one of these."""
    return sum((chance for each, chance in courses.items() if each.best in results), Fraction(0))


def _courses(table: Table, assault: Assault, moves: list[Move]) -> Courses:
    """The chances of all ways in which these attacks on one target may go, one after the other."""
    courses: Courses = {Course(): Fraction(1)}
    for line, bonus, key in moves:
        struck = chances(blow_at(table, assault, line, bonus, key))
        soft = assault.is_nonlethal(line)
        courses = collect(_gone_on(courses, struck, table[key], soft, house_of(table)))
    return courses


def _gone_on(
    courses: Courses, struck: Mapping[Struck, Fraction], target: Character, soft: bool, house: House
) -> Iterator[tuple[Course, Fraction]]:
    """The courses after one attack more; who is down is not attacked again."""
    falling: dict[tuple[int, int, int], Fraction] = {}
    for course, before in courses.items():
        if course.down:
            yield course, before
            continue
        for one, chance in struck.items():
            after = _after(course, one, soft)
            at = (course.damage, course.nonlethal, one.points)
            if at not in falling:
                hurt = wounded(sheet_of(target), course.damage)
                hurt = wounded(hurt, course.nonlethal, nonlethal=True)
                falling[at] = fall_chance(replace(target, sheet=hurt), one.points, soft, house)
            falls = falling[at]
            if falls:
                yield replace(after, down=True), before * chance * falls
            if falls < 1:
                yield after, before * chance * (1 - falls)


def _after(course: Course, struck: Struck, soft: bool) -> Course:
    """With what one attack has come to."""
    return Course(
        course.damage + (0 if soft else struck.points),
        course.nonlethal + (struck.points if soft else 0),
        course.hits + (struck.result != MISS),
        min(course.best, struck.result, key=RESULTS.index),
    )


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.full-attack",
        rules=("D20-X-full", *RULES),
        form=FullAttack,
        run=_full_attack,
        odds=_full_attack_odds,
        is_heavy=lambda table, form: len(moves_of(table, form)) > QUICK,
        group=Group.ROLL,
        outcomes=OUTCOMES,
        amounts=(DAMAGE_DONE, HITS, DOWN),
        is_rare=True,
        on_table=True,
    ),
)
