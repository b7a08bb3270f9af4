"""An attack in numbers, from the line on the sheet, conditions and circumstances; and its roll: whether it
hits (D20-X-attack), whether it is a critical (D20-X-threat), and what damage it does (D20-X-multiply,
D20-X-damage).
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.armour_class import (
    ArmourClassToReach,
    armour_class_against_attack,
    tell_armour_class_conditions,
)
from tableside.games.d20.checks import D20, MODIFIER, d20_check_chance, d20_check_passes
from tableside.games.d20.conditions import (
    BLINDED,
    CHARGING,
    DEFENSIVE,
    INVISIBLE,
    Reason,
    d20_condition_effects,
    d20_conditions_on_attack,
    d20_conditions_on_damage,
    is_helpless,
    tell_d20_conditions,
    total_of_d20_conditions,
)
from tableside.games.d20.house import D20House
from tableside.games.d20.sheet import D20Sheet, D20SheetAttack, D20SheetDice
from tableside.rules.conditions import turns_that_age_conditions
from tableside.rules.inputs import (
    Choice,
    Given,
    Number,
    YesNo,
    input_field,
    input_options_of_people,
    people_given_by_input,
    person_given_by_input,
)
from tableside.rules.life_states import can_act, check_can_act, check_lives
from tableside.rules.odds import added_odds, collect_odds, mapped_odds, odds_of_dice_sum
from tableside.rules.play import FactValue, Play
from tableside.rules.table import Character, Condition, Table

MISS: Final = "miss"
HIT: Final = "hit"
CRITICAL: Final = "critical"
RESULTS: Final = (CRITICAL, HIT, MISS)
"""Best first."""
OUTCOMES: Final = (HIT, CRITICAL, MISS)
"""In the order of lists."""
PERCENT: Final = 100
Damage = Mapping[int, Fraction]
"""The chances of each number of points."""
FLANKING: Final = ("flanking", 2)
CHARGE: Final = ("charge", 2)
DEFENSIVELY: Final = ("defensively", -4)
INTO_MELEE: Final = ("into-melee", -4)
WITH_RESTRAINT: Final = ("nonlethal", -4)
TOTALLY_UNSEEN: Final = 50
"""The percentage of hits that miss somebody who cannot be seen at all."""
SNEAK_DIE: Final = 6
COWERING: Final = "cowering"


Move = tuple[D20SheetAttack, int, int]
"""An attack: its line, its bonus, and the key of its target."""


@frozen
class AttackRoll:
    """An attack before its roll."""

    bonus: int
    target: int
    """The Armour Class that it has to reach."""
    damage: D20SheetDice
    """Including everything that is added, which a critical multiplies too."""
    extra: tuple[D20SheetDice, ...] = ()
    threat: int = D20
    multiplier: int = 2
    unseen: int = 0
    """The percentage of hits that strike where the target is not (D20-X-conceal)."""
    no_criticals: bool = False
    reduction: int = 0
    each_roll_harms: bool = False
    """Whether each roll of a critical does at least 1, instead of only the total (D20-AMB-13)."""

    def threatens(self, face: int) -> bool:
        """Whether a hit with this natural number may be a critical."""
        return face >= self.threat and self.multiplier > 1 and not self.no_criticals

    def roll_damage(self, times: int, who: str, other: str, play: Play) -> int:
        """The points of a hit whose damage is multiplied by this. Rolls all dice at once."""
        of_weapon = (self.damage.sides,) * (self.damage.count * times)
        of_extra = tuple(each.sides for each in self.extra for _ in range(each.count))
        faces = play.roll(*of_weapon, *of_extra, why="damage", who=who) if of_weapon or of_extra else ()
        own, more = faces[: len(of_weapon)], faces[len(of_weapon) :]
        if self.each_roll_harms:
            size = self.damage.count
            rolls = (sum(own[n * size : (n + 1) * size]) + self.damage.plus for n in range(times))
            dealt = sum(max(1, each) for each in rolls) + sum(more)
        else:
            dealt = max(1, sum(own) + times * self.damage.plus + sum(more))
        written = "+".join(map(str, faces)) or "0"
        plus = f"{times * self.damage.plus:+d}" if self.damage.plus else ""
        play.tell("damage-rolled", "D20-X-damage", {"who": who, "faces": written + plus, "points": dealt})
        if self.reduction:
            kept = min(dealt, self.reduction)
            play.tell("damage-reduced", "D20-X-reduction", {"who": other, "points": kept})
            dealt -= kept
        return dealt


@frozen
class RolledAttack:
    """The result of an attack."""

    result: str
    points: int = 0
    """Damage, after damage reduction."""


def roll_d20_attack(attack: AttackRoll, who: str, other: str, play: Play) -> RolledAttack:
    """Roll an attack: d20; d% on a hit against somebody concealed; d20 again to confirm a critical; then all
    damage dice.
    `who` and `other` are the names for telling it.
    """
    (face,) = play.roll(D20, why="attack", who=who)
    total, target = face + attack.bonus, attack.target
    values: dict[str, FactValue] = {"who": who, "other": other, "total": total, "target": target}
    by_number = total >= target
    if not d20_check_passes(face, attack.bonus, target):
        play.tell("misses-by-1" if by_number else "misses", "D20-X-attack", values)
        return RolledAttack(MISS)
    if attack.unseen and not _finds(attack.unseen, who, other, play):
        return RolledAttack(MISS)
    play.tell("hits" if by_number else "hits-by-20", "D20-X-attack", values)
    times = 1
    if attack.threatens(face):
        times = attack.multiplier if _is_confirmed(attack, face, who, play) else 1
    elif face >= attack.threat and attack.no_criticals:
        play.tell("takes-no-criticals", "D20-X-threat", {"who": other})
    return RolledAttack(CRITICAL if times > 1 else HIT, attack.roll_damage(times, who, other, play))


def _finds(unseen: int, who: str, other: str, play: Play) -> bool:
    """Whether a hit is not lost to concealment by darkness or fog (D20-X-conceal)."""
    (face,) = play.roll(PERCENT, why="concealment", who=who)
    if face > unseen:
        return True
    values: dict[str, FactValue] = {"who": who, "other": other, "face": face, "of": unseen}
    play.tell("strikes-nothing", "D20-X-conceal", values)
    return False


def _is_confirmed(attack: AttackRoll, face: int, who: str, play: Play) -> bool:
    """Whether a threat becomes a critical: a second attack roll has to hit."""
    play.tell("threatens", "D20-X-threat", {"who": who, "face": face})
    (again,) = play.roll(D20, why="confirm", who=who)
    confirmed = d20_check_passes(again, attack.bonus, attack.target)
    values: dict[str, FactValue] = {"who": who, "total": again + attack.bonus, "target": attack.target}
    if confirmed:
        play.tell("is-critical", "D20-X-multiply", {**values, "times": attack.multiplier})
    else:
        play.tell("is-no-critical", "D20-X-threat", values)
    return confirmed


def attack_roll_damage_chances(attack: AttackRoll, times: int) -> Damage:
    """The odds of the points of a hit whose damage is multiplied by this."""
    own = odds_of_dice_sum(attack.damage.count * times, attack.damage.sides)
    plus = times * attack.damage.plus
    if attack.each_roll_harms:
        once = mapped_odds(
            odds_of_dice_sum(attack.damage.count, attack.damage.sides),
            lambda pips: max(1, pips + attack.damage.plus),
        )
        own, plus = added_odds(*[once] * times), 0
    whole = added_odds(own, *(odds_of_dice_sum(each.count, each.sides) for each in attack.extra))
    return mapped_odds(whole, lambda pips: max(0, max(1, pips + plus) - attack.reduction))


@lru_cache(maxsize=512)
def attack_roll_chances(attack: AttackRoll) -> Mapping[RolledAttack, Fraction]:
    """The odds of all results of an attack."""
    return collect_odds(_chances(attack))


def _chances(attack: AttackRoll) -> Iterable[tuple[RolledAttack, Fraction]]:
    seen = 1 - Fraction(attack.unseen, PERCENT)
    faces = [face for face in range(1, D20 + 1) if d20_check_passes(face, attack.bonus, attack.target)]
    hits = seen * Fraction(len(faces), D20)
    threats = seen * Fraction(sum(map(attack.threatens, faces)), D20)
    criticals = threats * d20_check_chance(attack.bonus, attack.target)
    yield RolledAttack(MISS), 1 - hits
    for points, chance in attack_roll_damage_chances(attack, 1).items():
        yield RolledAttack(HIT, points), chance * (hits - criticals)
    if criticals:
        for points, chance in attack_roll_damage_chances(attack, attack.multiplier).items():
            yield RolledAttack(CRITICAL, points), chance * criticals


def _given_line(table: Table, given: Given) -> D20SheetAttack | None:
    """The attack that a form names so far. None: it names none that can be made."""
    who = person_given_by_input(table, given)
    with suppress(RuleError):
        return D20Sheet.attack_of(who, str(given.get("weapon", ""))) if who else None
    return None


def _is_ranged(table: Table, given: Given) -> bool:
    line = _given_line(table, given)
    return line is not None and line.is_ranged


def _is_melee(table: Table, given: Given) -> bool:
    return not _is_ranged(table, given)


def _meets_reduction(table: Table, given: Given) -> bool:
    return any(D20Sheet.of(each).damage_reduction for each in people_given_by_input(table, given, "against"))


_attacks = input_options_of_people(D20Sheet.attack_names_of)


WEAPON: Final = Choice(
    options=_attacks,
    default="",
    worth=True,
    stands_for=lambda table, given: next(iter(_attacks(table, given)), ""),
)
CHARGES: Final = YesNo(matters=_is_melee)
MORE_DAMAGE: Final = Number(default=0, lowest=-20, highest=99)
SNEAK: Final = Number(default=0, highest=20)
OVERCOMES: Final = YesNo(matters=_meets_reduction)


@frozen
class Circumstances:
    """What makes an attack easier or harder, or adds to its damage: inputs of every attack."""

    modifier: int = input_field(MODIFIER)
    flanking: bool = input_field(YesNo(matters=_is_melee))
    into_melee: bool = input_field(YesNo(matters=_is_ranged))
    cover: int = input_field(Number(default=0, highest=20))
    """Added to the target's Armour Class (D20-X-cover)."""
    concealed: int = input_field(Number(default=0, highest=100))
    """As a percentage (D20-X-conceal)."""
    defensively: bool = input_field(YesNo())
    more_damage: int = input_field(MORE_DAMAGE)
    sneak: int = input_field(SNEAK)
    """The dice of a sneak attack."""
    nonlethal: bool = input_field(YesNo(worth=False))
    overcomes: bool = input_field(OVERCOMES)
    """Whether the weapon overcomes damage reduction."""


@frozen
class AttackRollTerms:
    """An attack as planned: what the form of its procedure says, and otherwise the defaults."""

    who: int
    given: Circumstances = Circumstances()
    charge: bool = False

    def is_nonlethal(self, line: D20SheetAttack) -> bool:
        return self.given.nonlethal or line.is_nonlethal

    def armour_class_met(self, table: Table, move: "Move") -> ArmourClassToReach:
        """The Armour Class that the attack has to reach, without cover."""
        line, _, against = move
        unseen = table[self.who].has(INVISIBLE)
        return armour_class_against_attack(
            table, table[against], ranged=line.is_ranged, touch=line.is_touch, unseen=unseen
        )

    def tell(self, table: Table, move: "Move", play: Play) -> None:
        """Tell what an attack is made up of, and the Armour Class against it."""
        line, bonus, against = move
        who, target = table[self.who], table[against]
        values: dict[str, FactValue] = {"who": who.name, "name": line.name, "amount": f"{bonus:+d}"}
        play.tell("attacks-with", "D20-X-line", values)
        tell_d20_conditions(who, d20_conditions_on_attack(who, ranged=line.is_ranged), play)
        for option, amount in _options_of(self, line):
            counted = {"who": who.name, "option": option, "amount": f"{amount:+d}"}
            play.tell("counts-option", "D20-X-attack", counted)
        meets = self.armour_class_met(table, move)
        tell_armour_class_conditions(target, meets.reasons, play)
        if meets.without_dexterity:
            play.tell("dexterity-counts-not", "D20-ff", {"who": target.name, "amount": meets.lost})
        if cover := self.given.cover:
            play.tell("has-cover", "D20-X-cover", {"who": target.name, "amount": f"{cover:+d}"})


def may_roll_d20_attack(table: Table, who: Character) -> bool:
    """Whether somebody can attack at all."""
    return can_act(who) and not is_helpless(who) and not who.has(COWERING)


def check_may_roll_attack(who: Character, against: Character) -> None:
    """Raises `RuleError` unless the attacker can attack, and the target is somebody else who is alive."""
    if who.key == against.key:
        raise RuleError("inputs.against-themselves", who=who.name)
    check_can_act(who)
    for condition, effect in d20_condition_effects(who):
        if effect.is_helpless or condition == COWERING:
            raise RuleError("states.cannot-act", who=who.name, condition=condition)
    check_lives(against)


def _options_of(terms: AttackRollTerms, line: D20SheetAttack) -> tuple[Reason, ...]:
    """What the circumstances add to an attack."""
    melee, given = not line.is_ranged, terms.given
    options = (
        (FLANKING, given.flanking and melee),
        (CHARGE, terms.charge and melee),
        (DEFENSIVELY, given.defensively),
        (INTO_MELEE, given.into_melee and line.is_ranged),
        (WITH_RESTRAINT, given.nonlethal and not line.is_nonlethal),
        (("modifier", given.modifier), bool(given.modifier)),
    )
    return tuple(reason for reason, holds in options if holds)


def attack_roll_at(table: Table, terms: AttackRollTerms, move: Move) -> AttackRoll:
    """The numbers of one attack."""
    line, bonus, against = move
    who, target, given = table[terms.who], table[against], terms.given
    theirs = D20Sheet.of(target)
    blind = who.has(BLINDED) or target.has(INVISIBLE)
    added = (*d20_conditions_on_attack(who, ranged=line.is_ranged), *_options_of(terms, line))
    sneak = (D20SheetDice(given.sneak, SNEAK_DIE),) if given.sneak else ()
    more_damage = given.more_damage + d20_conditions_on_damage(who)
    return AttackRoll(
        bonus=bonus + total_of_d20_conditions(added),
        target=terms.armour_class_met(table, move).number + given.cover,
        damage=replace(line.damage, plus=line.damage.plus + more_damage),
        extra=(*line.extra, *sneak),
        threat=line.threat,
        multiplier=line.multiplier,
        unseen=max(given.concealed, TOTALLY_UNSEEN if blind else 0),
        no_criticals=theirs.no_criticals,
        reduction=0 if given.overcomes else theirs.damage_reduction,
        each_roll_harms=D20House.of(table).least_damage == "one-for-each-roll",
    )


def with_attack_roll_posture(table: Table, terms: AttackRollTerms, line: D20SheetAttack, play: Play) -> Table:
    """The table after a charge or defensive fighting has changed the attacker's own Armour Class until their
    next turn.
    Without a fight whose turns count rounds nothing would end the change, so it is left out.
    """
    if terms.who not in turns_that_age_conditions(table.order):
        return table
    charges = terms.charge and not line.is_ranged
    for condition, holds in ((CHARGING, charges), (DEFENSIVE, terms.given.defensively)):
        if holds:
            who = table[terms.who].with_condition(Condition(condition, rounds=1, before=terms.who))
            table = table.put(who)
            play.tell("until-next-turn", "D20-X-condition", {"who": who.name, "condition": condition})
    return table
