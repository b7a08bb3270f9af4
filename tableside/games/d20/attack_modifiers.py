"""An attack as it is meant, made into numbers: the line on the sheet, what conditions and circumstances add,
and the Armour Class that it meets.
"""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.armour_class import guard, tell_conditions
from tableside.games.d20.attack_lines import AttackLine, Dice, attack_line
from tableside.games.d20.attack_rolls import Blow
from tableside.games.d20.conditions import (
    BLINDED,
    CHARGING,
    DEFENSIVE,
    INVISIBLE,
    Reason,
    effects_on,
    is_helpless,
    on_attack,
    on_damage,
    total,
)
from tableside.games.d20.house import house_of
from tableside.games.d20.saves import MODIFIER, tell_reasons
from tableside.games.d20.sheet import sheet_of
from tableside.rules.inputs import Choice, Given, Number, YesNo, asked
from tableside.rules.play import FactValue, Play
from tableside.rules.states import can_act, check_can_act, check_lives
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns.procedures import counting_turns

FLANKING: Final = ("flanking", 2)
CHARGE: Final = ("charge", 2)
DEFENSIVELY: Final = ("defensively", -4)
INTO_MELEE: Final = ("into-melee", -4)
WITH_RESTRAINT: Final = ("nonlethal", -4)
TOTALLY_UNSEEN: Final = 50
"""Percent of hits that miss whoever cannot be seen at all."""
SNEAK_DIE: Final = 6
COWERING: Final = "cowering"


def given_line(table: Table, given: Given) -> AttackLine | None:
    """The attack that a form names so far. None: it names none that can be made."""
    key, text = given.get("who"), given.get("weapon", "")
    if not isinstance(key, int) or key not in table.characters or not isinstance(text, str):
        return None
    try:
        return line_named(table[key], text)
    except RuleError:
        return None


def is_ranged(table: Table, given: Given) -> bool:
    line = given_line(table, given)
    return line is not None and line.is_ranged


def is_melee(table: Table, given: Given) -> bool:
    return not is_ranged(table, given)


def _meets_reduction(table: Table, given: Given) -> bool:
    against = given.get("against")
    keys = against if isinstance(against, tuple) else (against,)
    people = [table[key] for key in keys if isinstance(key, int) and key in table.characters]
    return any(sheet_of(each).damage_reduction for each in people)


def _attacks(table: Table, given: Given) -> tuple[str, ...]:
    key = given.get("who")
    return names_of_lines(table[key]) if isinstance(key, int) and key in table.characters else ()


WEAPON: Final = Choice(options=_attacks, default="", worth=True)
CHARGES: Final = YesNo(matters=is_melee)
MORE_DAMAGE: Final = Number(default=0, lowest=-20, highest=99)
SNEAK: Final = Number(default=0, highest=20)
OVERCOMES: Final = YesNo(matters=_meets_reduction)


@frozen
class Circumstances:
    """What makes an attack easier or harder, and what more it does, as every attack's form asks for it."""

    modifier: int = asked(MODIFIER)
    flanking: bool = asked(YesNo(matters=is_melee))
    into_melee: bool = asked(YesNo(matters=is_ranged))
    cover: int = asked(Number(default=0, highest=20))
    concealed: int = asked(Number(default=0, highest=100))
    defensively: bool = asked(YesNo())
    more_damage: int = asked(MORE_DAMAGE)
    sneak: int = asked(SNEAK)
    nonlethal: bool = asked(YesNo(worth=False))
    overcomes: bool = asked(OVERCOMES)


@frozen
class Assault:
    """An attack, as it is meant: what its procedure's form says, and of all else the usual."""

    who: int
    modifier: int = 0
    flanking: bool = False
    charge: bool = False
    defensively: bool = False
    into_melee: bool = False
    cover: int = 0
    """Added to the Armour Class of the one attacked (D20-X-cover)."""
    concealed: int = 0
    """Percent (D20-X-conceal)."""
    more_damage: int = 0
    sneak: int = 0
    """Dice of a sneak attack."""
    nonlethal: bool = False
    overcomes: bool = False
    """Whether the weapon gets through damage reduction."""

    def is_nonlethal(self, line: AttackLine) -> bool:
        return self.nonlethal or line.is_nonlethal


def lines_of(who: Character) -> tuple[AttackLine, ...]:
    """The attacks on somebody's sheet that can be read."""
    found = []
    for text in sheet_of(who).attacks.names:
        try:
            found.append(attack_line(text))
        except RuleError:
            continue  # it came from elsewhere so: the sheet shows it, and nothing is rolled by it
    return tuple(found)


def names_of_lines(who: Character) -> tuple[str, ...]:
    """What each is called; the whole line where two have one name."""
    lines = lines_of(who)
    names = [each.name.casefold() for each in lines]
    return tuple(
        each.name if names.count(name) == 1 else each.text for each, name in zip(lines, names, strict=True)
    )


def line_named(who: Character, name: str) -> AttackLine:
    """The attack of this name on somebody's sheet; the first for none.

    Raises `RuleError` naming what there is.
    """
    lines, names = lines_of(who), names_of_lines(who)
    if not lines:
        raise RuleError("d20.no-attacks", who=who.name)
    if name and name not in names:
        raise RuleError("d20.no-such-attack", who=who.name, text=name, known=names)
    return lines[names.index(name)] if name else lines[0]


def may_attack(table: Table, who: Character) -> bool:
    """Whether somebody can attack at all."""
    return can_act(who) and not is_helpless(who) and not who.has(COWERING)


def check_may_attack(who: Character, against: Character) -> None:
    """Raises `RuleError` unless one who can attack is up against somebody else who lives."""
    if who.key == against.key:
        raise RuleError("inputs.against-themselves", who=who.name)
    check_can_act(who)
    for condition, effect in effects_on(who):
        if effect.is_helpless or condition == COWERING:
            raise RuleError("states.cannot-act", who=who.name, condition=condition)
    check_lives(against)


def options_of(assault: Assault, line: AttackLine) -> tuple[Reason, ...]:
    """What the circumstances add to an attack."""
    melee = not line.is_ranged
    given = (
        (FLANKING, assault.flanking and melee),
        (CHARGE, assault.charge and melee),
        (DEFENSIVELY, assault.defensively),
        (INTO_MELEE, assault.into_melee and line.is_ranged),
        (WITH_RESTRAINT, assault.nonlethal and not line.is_nonlethal),
        (("modifier", assault.modifier), bool(assault.modifier)),
    )
    return tuple(reason for reason, holds in given if holds)


def blow_at(table: Table, assault: Assault, line: AttackLine, bonus: int, against: int) -> Blow:
    """The numbers of one attack with this bonus on somebody."""
    who, target, house = table[assault.who], table[against], house_of(table)
    theirs = sheet_of(target)
    meets = guard(table, target, ranged=line.is_ranged, touch=line.is_touch, unseen=who.has(INVISIBLE))
    blind = who.has(BLINDED) or target.has(INVISIBLE)
    added = total(on_attack(who, ranged=line.is_ranged)) + total(options_of(assault, line))
    sneak = (Dice(assault.sneak, SNEAK_DIE),) if assault.sneak else ()
    return Blow(
        bonus=bonus + added,
        target=meets.number + assault.cover,
        damage=replace(line.damage, plus=line.damage.plus + assault.more_damage + on_damage(who)),
        extra=(*line.extra, *sneak),
        threat=line.threat,
        multiplier=line.multiplier,
        unseen=max(assault.concealed, TOTALLY_UNSEEN if blind else 0),
        no_criticals=theirs.no_criticals,
        reduction=0 if assault.overcomes else theirs.damage_reduction,
        each_roll_harms=house.least_damage == "one-for-each-roll",
    )


def tell_blow(table: Table, assault: Assault, line: AttackLine, bonus: int, against: int, play: Play) -> None:
    """Tell what an attack is made of, and the Armour Class that it meets."""
    who, target = table[assault.who], table[against]
    values: dict[str, FactValue] = {"who": who.name, "name": line.name, "amount": f"{bonus:+d}"}
    play.tell("attacks-with", "D20-X-line", values)
    tell_reasons(who, on_attack(who, ranged=line.is_ranged), play)
    for option, amount in options_of(assault, line):
        play.tell(
            "counts-option", "D20-X-attack", {"who": who.name, "option": option, "amount": f"{amount:+d}"}
        )
    meets = guard(table, target, ranged=line.is_ranged, touch=line.is_touch, unseen=who.has(INVISIBLE))
    tell_conditions(target, meets.reasons, play)
    if meets.without_dexterity:
        play.tell("dexterity-counts-not", "D20-ff", {"who": target.name, "amount": meets.lost})
    if assault.cover:
        play.tell("has-cover", "D20-X-cover", {"who": target.name, "amount": f"{assault.cover:+d}"})


def with_posture(table: Table, assault: Assault, line: AttackLine, play: Play) -> Table:
    """With what a charge or a defensive fight does to the attacker's own Armour Class until their next turn.

    Outside a fight whose turns count rounds nothing would end it, and it is left out.
    """
    if assault.who not in counting_turns(table.order):
        return table
    charges = assault.charge and not line.is_ranged
    for condition, holds in ((CHARGING, charges), (DEFENSIVE, assault.defensively)):
        if holds:
            held = Condition(condition, rounds=1, before=assault.who)
            table = table.put(table[assault.who].with_condition(held))
            play.tell(
                "until-next-turn", "D20-X-condition", {"who": table[assault.who].name, "condition": condition}
            )
    return table
