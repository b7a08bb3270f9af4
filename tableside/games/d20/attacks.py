"""The procedures of attacks: a single one (D20-X-attack), all that a round allows, each with its own target
in one entry (D20-X-full), and the coup de grace (D20-X-coup).
Not checked: whose turn it is, how far away the target is, and whether there is an arrow.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain, repeat
from math import prod
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.attack_rolls import (
    CHARGES,
    MISS,
    MORE_DAMAGE,
    OUTCOMES,
    OVERCOMES,
    RESULTS,
    SNEAK,
    WEAPON,
    AttackRoll,
    AttackRollTerms,
    Circumstances,
    Move,
    RolledAttack,
    attack_roll_at,
    attack_roll_chances,
    attack_roll_damage_chances,
    check_may_roll_attack,
    may_roll_d20_attack,
    roll_d20_attack,
    with_attack_roll_posture,
)
from tableside.games.d20.battle import doubt_of_whole_round_in_battle
from tableside.games.d20.checks import FORTITUDE, roll_saving_throw, saving_throw_chance
from tableside.games.d20.conditions import is_helpless
from tableside.games.d20.hit_points import (
    DISABLED,
    MASSIVE_DC,
    chance_out_of_hit_points,
    die_despite_hit_points,
    hit_point_state,
    hit_point_state_now,
    is_massive_hit_point_loss,
    is_worse_hit_point_state,
    lose_hit_points,
    lose_nonlethal_hit_points,
    with_hit_points_lost,
)
from tableside.games.d20.house import D20House
from tableside.games.d20.sheet import D20Sheet, D20SheetAttack
from tableside.rules.inputs import Who, always, input_field, inputs_field, inputs_narrowed_to
from tableside.rules.life_states import DEAD, is_dead, lives, stands
from tableside.rules.odds import Odds, added_odds, collect_odds, mapped_odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.table import Character, Table

RULES: Final = (
    *("D20-X-attack", "D20-X-threat", "D20-X-multiply", "D20-X-damage", "D20-X-line", "D20-X-touch"),
    *("D20-X-melee", "D20-X-cover", "D20-X-conceal", "D20-X-flank", "D20-X-charge", "D20-X-defend"),
    *("D20-X-condition", "D20-X-helpless", "D20-X-reduction", "D20-X-nonlethal", "D20-X-strain"),
    *("D20-X-hp", "D20-X-massive", "D20-ff", "D20-ud", "D20-AMB-4", "D20-AMB-7", "D20-AMB-11", "D20-AMB-13"),
)
DAMAGE_DONE: Final = "damage"
DOWN: Final = "down"
SLAIN: Final = "slain"
SURVIVES: Final = "survives"
COUP_DC: Final = 10
"""The base, to which the damage is added."""
HITS: Final = "hits"
NOBODY: Final = "nobody"
QUICK: Final = 4
"""The most attacks whose odds can be counted within a key press."""


@frozen
class Attack:
    """Who attacks whom, with what, and how."""

    who: int = input_field(Who(fits=may_roll_d20_attack))
    against: int = input_field(Who(fits=lives, apart=("who",)))
    weapon: str = input_field(WEAPON)
    charge: bool = input_field(CHARGES)
    circumstances: Circumstances = inputs_field(Circumstances)

    @property
    def terms(self) -> AttackRollTerms:
        return AttackRollTerms(self.who, self.circumstances, self.charge)


def _attack(table: Table, form: Attack, play: Play) -> Outcome:
    """An attack, and its effect on the target."""
    check_may_roll_attack(table[form.who], table[form.against])
    terms, line = form.terms, D20Sheet.attack_of(table[form.who], form.weapon)
    table, struck, falls = _make_attack(table, terms, (line, line.bonuses[0], form.against), play)
    table = _after_attacking(table, terms, line, play)
    return Outcome(struck.result, {DAMAGE_DONE: struck.points, DOWN: int(falls)}, table)


def _make_attack(
    table: Table, terms: AttackRollTerms, move: Move, play: Play
) -> tuple[Table, RolledAttack, bool]:
    """The table after one attack, its result, and whether its target went down or died of it."""
    line, _, key = move
    who, target = table[terms.who], table[key]
    terms.tell(table, move, play)
    struck = roll_d20_attack(attack_roll_at(table, terms, move), who.name, target.name, play)
    if struck.result != MISS:
        if line.note:
            play.tell("also", "D20-X-line", {"who": target.name, "text": line.note})
        if struck.points:
            if terms.is_nonlethal(line):
                hit = lose_nonlethal_hit_points(target, struck.points, play)
            else:
                hit = lose_hit_points(target, struck.points, D20House.of(table), play)
            table = table.put(hit)
    before, now = hit_point_state_now(target), hit_point_state_now(table[key])
    return table, struck, is_worse_hit_point_state(before, now)


def _after_attacking(table: Table, terms: AttackRollTerms, line: D20SheetAttack, play: Play) -> Table:
    """The effect of attacking on the attacker: a posture, and strain for the disabled (D20-X-strain)."""
    table = with_attack_roll_posture(table, terms, line, play)
    who = table[terms.who]
    if hit_point_state_now(who) != DISABLED:
        return table
    play.tell("overexerts", "D20-X-strain", {"who": who.name})
    return table.put(lose_hit_points(who, 1, D20House.of(table), play))


def _attack_odds(table: Table, form: Attack) -> Odds:
    check_may_roll_attack(table[form.who], table[form.against])
    terms, line = form.terms, D20Sheet.attack_of(table[form.who], form.weapon)
    target, nonlethal, house = table[form.against], terms.is_nonlethal(line), D20House.of(table)
    chances = attack_roll_chances(attack_roll_at(table, terms, (line, line.bonuses[0], form.against)))
    falls = (
        chance * chance_out_of_hit_points(target, struck.points, nonlethal, house)
        for struck, chance in chances.items()
    )
    down = sum(falls, Fraction(0))
    return Odds(
        mapped_odds(chances, lambda struck: struck.result),
        {DAMAGE_DONE: mapped_odds(chances, lambda struck: struck.points), DOWN: {0: 1 - down, 1: down}},
        events=(DOWN,),
    )


def _is_at_mercy(table: Table, who: Character) -> bool:
    return not is_dead(who) and is_helpless(who)


@frozen
class Coup:
    """Who gives a coup de grace to whom, and with what."""

    who: int = input_field(Who(fits=may_roll_d20_attack))
    against: int = input_field(Who(fits=_is_at_mercy, apart=("who",)))
    weapon: str = input_field(WEAPON)
    more_damage: int = input_field(MORE_DAMAGE)
    sneak: int = input_field(SNEAK)
    overcomes: bool = input_field(OVERCOMES)

    @property
    def terms(self) -> AttackRollTerms:
        return AttackRollTerms(self.who, inputs_narrowed_to(self, Circumstances))


def _coup_blow(table: Table, form: Coup) -> AttackRoll:
    """Its numbers. Raises `RuleError` if the target is not helpless, or is immune to criticals."""
    who, target = table[form.who], table[form.against]
    check_may_roll_attack(who, target)
    if not is_helpless(target) or D20Sheet.of(target).no_criticals:
        raise RuleError("d20.not-at-mercy", who=target.name)
    line = D20Sheet.attack_of(who, form.weapon)
    return attack_roll_at(table, form.terms, (line, line.bonuses[0], form.against))


def _coup(table: Table, form: Coup, play: Play) -> Outcome:
    """A hit and a critical without a roll; a survivor makes a Fortitude save against the damage."""
    attack, who, target = _coup_blow(table, form), table[form.who], table[form.against]
    play.tell("ends-the-helpless", "D20-X-coup", {"who": who.name, "other": target.name})
    points = attack.roll_damage(attack.multiplier, who.name, target.name, play)
    struck = lose_hit_points(target, points, D20House.of(table), play)
    if not is_dead(struck) and not roll_saving_throw(struck, FORTITUDE, COUP_DC + points, play):
        struck = die_despite_hit_points(struck, play)
    line = D20Sheet.attack_of(who, form.weapon)
    table = _after_attacking(table.put(struck), form.terms, line, play)
    return Outcome(SLAIN if is_dead(struck) else SURVIVES, {DAMAGE_DONE: points}, table)


def _coup_odds(table: Table, form: Coup) -> Odds:
    attack, target, house = _coup_blow(table, form), table[form.against], D20House.of(table)
    damage = attack_roll_damage_chances(attack, attack.multiplier)
    slain = Fraction(0)
    for points, chance in damage.items():
        lives_on = Fraction(hit_point_state(with_hit_points_lost(D20Sheet.of(target), points)) != DEAD)
        for dc in (COUP_DC + points, *((MASSIVE_DC,) if is_massive_hit_point_loss(points, house) else ())):
            lives_on *= saving_throw_chance(target, FORTITUDE, dc)
        slain += chance * (1 - lives_on)
    return Odds({SLAIN: slain, SURVIVES: 1 - slain}, {DAMAGE_DONE: damage})


ALL_THAT_GO_TOGETHER: Final = replace(WEAPON, stands_for=lambda table, given: "all-attacks")


@frozen
class FullAttack:
    """Who attacks whom with everything they have: the first attack goes to the first target, and so on."""

    who: int = input_field(Who(fits=may_roll_d20_attack))
    against: tuple[int, ...] = input_field(Who(many=True, proposed=always, fits=lives, apart=("who",)))
    weapon: str = input_field(ALL_THAT_GO_TOGETHER)
    circumstances: Circumstances = inputs_field(Circumstances)

    @property
    def terms(self) -> AttackRollTerms:
        return AttackRollTerms(self.who, self.circumstances)


def _moves_of(table: Table, form: FullAttack) -> tuple[Move, ...]:
    """All attacks of a round, each with its target: the first goes to the first who is named, and so on;
    those left over go to the last.
    If no line is named, these are all lines of the same kind as the first that are not alternatives. Raises
    `RuleError` if nobody is named, and if there is no attack.
    """
    who, targets = table[form.who], table.named(form.against)
    for each in targets:
        check_may_roll_attack(who, each)
    first = D20Sheet.attack_of(who, form.weapon)
    together = (
        each for each in D20Sheet.attacks_of(who) if each.is_ranged == first.is_ranged and not each.is_choice
    )
    lines = (first,) if form.weapon or first.is_choice else tuple(together)
    attacks = [(line, bonus) for line in lines for bonus in line.each]
    keys = (each.key for each in chain(targets, repeat(targets[-1])))
    return tuple((*attack, key) for attack, key in zip(attacks, keys, strict=False))


def _next_target(table: Table, who: int, play: Play) -> int:
    """Who of the other side is attacked instead of somebody who has gone down; 0: nobody."""
    there = table.present() if table.order is None else table.named(table.order.members)
    others = {each.name: each.key for each in there if table.are_opposed(who, each.key) and stands(each)}
    if not others:
        return 0
    return others.get(play.choose("next-target", NOBODY, *others, default=NOBODY, who=table[who].name), 0)


def _full_attack(table: Table, form: FullAttack, play: Play) -> Outcome:
    """Each attack in turn; if its target has gone down meanwhile, it goes to another, or is held back."""
    terms, moves = form.terms, _moves_of(table, form)
    damage = hits = 0
    results, down, instead = {MISS}, set[int](), dict[int, int]()
    for line, bonus, named in moves:
        key = named
        while key in down:
            instead[key] = instead[key] if key in instead else _next_target(table, form.who, play)
            key = instead[key]
        if not key:
            play.tell("holds-back", "D20-X-full", {"who": table[named].name, "name": line.name})
            continue
        table, struck, falls = _make_attack(table, terms, (line, bonus, key), play)
        results.add(struck.result)
        damage += struck.points
        hits += struck.result != MISS
        down |= {key} if falls else set()
    id = "full-attack-hits" if hits else "full-attack-misses"
    play.tell(id, "D20-X-full", {"who": table[form.who].name, "hits": hits, "of": len(moves)})
    table = _after_attacking(table, terms, moves[0][0], play)
    result = next(each for each in RESULTS if each in results)
    return Outcome(result, {DAMAGE_DONE: damage, HITS: hits, DOWN: len(down)}, table)


@frozen
class AttackCourse:
    """The state of the attacks on one target so far."""

    damage: int = 0
    nonlethal: int = 0
    hits: int = 0
    best: str = MISS
    down: bool = False


Courses = Mapping[AttackCourse, Fraction]


def _full_attack_odds(table: Table, form: FullAttack) -> Odds:
    """The attacks on different targets are independent: the odds of each target are counted, and combined."""
    terms, moves = form.terms, _moves_of(table, form)
    by_target = [
        _courses(table, terms, [each for each in moves if each[2] == key])
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
            DAMAGE_DONE: added_odds(
                *(mapped_odds(each, lambda one: one.damage + one.nonlethal) for each in by_target)
            ),
            HITS: added_odds(*(mapped_odds(each, lambda one: one.hits) for each in by_target)),
            DOWN: added_odds(*(mapped_odds(each, lambda one: int(one.down)) for each in by_target)),
        },
        events=(DOWN,) if len(by_target) == 1 else (),
    )


def _chance_of(courses: Courses, results: Collection[str]) -> Fraction:
    """The chance that the best attack on a target has one of these results."""
    return sum((chance for each, chance in courses.items() if each.best in results), Fraction(0))


def _courses(table: Table, terms: AttackRollTerms, moves: list[Move]) -> Courses:
    """The odds of all courses of these attacks on one target, in their order."""
    courses: Courses = {AttackCourse(): Fraction(1)}
    for move in moves:
        line, _, key = move
        struck = attack_roll_chances(attack_roll_at(table, terms, move))
        soft = terms.is_nonlethal(line)
        courses = collect_odds(_gone_on(courses, struck, table[key], soft, D20House.of(table)))
    return courses


def _gone_on(
    courses: Courses, struck: Mapping[RolledAttack, Fraction], target: Character, soft: bool, house: D20House
) -> Iterator[tuple[AttackCourse, Fraction]]:
    """The courses after one more attack; those who are down are not attacked again."""
    falling: dict[tuple[int, int, int], Fraction] = {}
    for course, before in courses.items():
        if course.down:
            yield course, before
            continue
        for one, chance in struck.items():
            after = _after(course, one, soft)
            at = (course.damage, course.nonlethal, one.points)
            if at not in falling:
                hurt = with_hit_points_lost(D20Sheet.of(target), course.damage)
                hurt = with_hit_points_lost(hurt, course.nonlethal, nonlethal=True)
                falling[at] = chance_out_of_hit_points(replace(target, sheet=hurt), one.points, soft, house)
            falls = falling[at]
            if falls:
                yield replace(after, down=True), before * chance * falls
            if falls < 1:
                yield after, before * chance * (1 - falls)


def _after(course: AttackCourse, struck: RolledAttack, soft: bool) -> AttackCourse:
    """The course with the result of one more attack."""
    return AttackCourse(
        course.damage + (0 if soft else struck.points),
        course.nonlethal + (struck.points if soft else 0),
        course.hits + (struck.result != MISS),
        min(course.best, struck.result, key=RESULTS.index),
    )


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.attack",
        rules=RULES,
        run=_attack,
        odds=_attack_odds,
        outcomes=OUTCOMES,
        amounts=(DAMAGE_DONE, DOWN),
        role=Role.FIGHT,
        takes_turn=True,
    ),
    Procedure(
        id="d20.coup-de-grace",
        rules=("D20-X-coup", "D20-X-helpless", "D20-X-save", *RULES),
        run=_coup,
        odds=_coup_odds,
        doubts=lambda table, form: doubt_of_whole_round_in_battle(table, form.who),
        outcomes=(SLAIN, SURVIVES),
        amounts=(DAMAGE_DONE,),
        takes_turn=True,
        is_rare=True,
        problems=procedure_needs_somebody(_is_at_mercy, "nobody-is-helpless"),
    ),
    Procedure(
        id="d20.full-attack",
        rules=("D20-X-full", *RULES),
        run=_full_attack,
        odds=_full_attack_odds,
        doubts=lambda table, form: doubt_of_whole_round_in_battle(table, form.who),
        is_heavy=lambda table, form: len(_moves_of(table, form)) > QUICK,
        outcomes=OUTCOMES,
        amounts=(DAMAGE_DONE, HITS, DOWN),
        takes_turn=True,
        is_rare=True,
    ),
)
