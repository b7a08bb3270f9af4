"""Checks of skills and abilities: against a DC (D20-X-dc), against somebody (D20-X-opposed) or without a die
(D20-X-take); and saving throws (D20-X-save), where a natural 20 always saves, a natural 1 never.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Final

from tableside.frozen import frozen
from tableside.games.d20.conditions import (
    HELPLESS,
    HELPLESS_DEXTERITY,
    Reason,
    d20_conditions_on_checks,
    is_helpless,
    tell_d20_conditions,
    total_of_d20_conditions,
)
from tableside.games.d20.sheet import D20Sheet, ability_modifier
from tableside.rules.inputs import Choice, Given, Number, Who, people_given_by_input
from tableside.rules.life_states import check_lives, lives
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug

ABILITIES: Final = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
SENSES: Final = ("spot", "listen")
INITIATIVE: Final = "initiative"
ROLLED: Final = "rolled"
TAKEN: Final[Mapping[str, int]] = {"take-10": 10, "take-20": 20}
"""What counts instead of the die if it is not rolled."""
D20: Final = 20
SAVES: Final = ("fortitude", "reflex", "will")
FORTITUDE, REFLEX, _ = SAVES
PASSED: Final = "success"
FAILED: Final = "failure"


def _added_to_save(who: Character, save: str, modifier: int) -> int:
    """Everything that is added to a save: from the sheet, by the GM, and by conditions."""
    sheet = D20Sheet.of(who)
    bonus = {"fortitude": sheet.fortitude, "reflex": sheet.reflex, "will": sheet.will}[save]
    return bonus + modifier + total_of_d20_conditions(_on_saves(who, save))


def roll_saving_throw(who: Character, save: str, dc: int, play: Play, modifier: int = 0) -> bool:
    """Whether somebody saves. Rolls their d20."""
    added = _added_to_save(who, save, modifier)
    tell_d20_conditions(who, _on_saves(who, save), play)
    (face,) = play.roll(D20, why="save", who=who.name)
    held = d20_check_passes(face, added, dc)
    values: dict[str, FactValue] = {"who": who.name, "option": save, "total": face + added, "target": dc}
    if held == (face + added >= dc):
        play.tell("save-made" if held else "save-failed", "D20-X-save", values)
    else:
        play.tell("save-made-by-20" if held else "save-failed-by-1", "D20-X-save", values)
    return held


def d20_check_passes(face: int, added: int, target: int) -> bool:
    """Whether the die of an attack or a save reaches this: 20 always does, 1 never."""
    return face == D20 or (face != 1 and face + added >= target)


def d20_check_chance(added: int, target: int) -> Fraction:
    """The chance that it does."""
    return Fraction(sum(d20_check_passes(face, added, target) for face in range(1, D20 + 1)), D20)


def saving_throw_chance(who: Character, save: str, dc: int, modifier: int = 0) -> Fraction:
    """The chance that somebody saves."""
    return d20_check_chance(_added_to_save(who, save, modifier), dc)


def _on_saves(who: Character, save: str) -> tuple[Reason, ...]:
    """What conditions add to a save; for the helpless, Dexterity counts as 0 (D20-X-helpless)."""
    lost = D20Sheet.of(who).dexterity_modifier - HELPLESS_DEXTERITY
    caught = save == REFLEX and is_helpless(who) and lost > 0
    return (*d20_conditions_on_checks(who), *(((HELPLESS, -lost),) if caught else ()))


MODIFIER: Final = Number("modifier", 0, -20, 20, worth=(1,))


@rule(
    "d20.save",
    *("D20-X-save", "D20-X-condition", "D20-X-helpless"),
    shows_odds=True,
    outcomes=(PASSED, FAILED),
    role=Role.SAVE,
)
def saving_throw(
    table: Table,
    play: Play,
    who: Annotated[int, Who(fits=lives)],
    save: Annotated[str, Choice(options=lambda table, given: SAVES)],
    dc: Annotated[int, Number(highest=99)] = 15,
    modifier: Annotated[int, MODIFIER] = 0,
) -> Outcome:
    check_lives(table[who])
    held = roll_saving_throw(table[who], save, dc, play, modifier)
    return Outcome(PASSED if held else FAILED, table=table)


def skill_check_modifier(who: Character, check: str) -> int:
    """What the sheet adds to a check."""
    sheet = D20Sheet.of(who)
    if check == INITIATIVE:
        return D20Sheet.initiative_modifier_of(who)
    if check in SENSES:
        return sheet.spot if check == "spot" else sheet.listen
    if check in ABILITIES:
        return ability_modifier(getattr(sheet, check))
    return next((each.rank for each in sheet.skills.rows if typed_slug(each.name) == check), 0)


def _checks_of(table: Table, given: Given, who: str) -> tuple[str, ...]:
    """The skills that everybody has, one's own, abilities, and last initiative, which fights roll."""
    people = people_given_by_input(table, given, who)
    own = (typed_slug(each.name) for person in people for each in D20Sheet.of(person).skills.rows)
    return tuple(dict.fromkeys((*SENSES, *filter(None, own), *ABILITIES, INITIATIVE)))


Own = Annotated[str, Choice(options=lambda table, given: _checks_of(table, given, "who"))]
Take = Annotated[str, Choice(options=lambda table, given: (ROLLED, *TAKEN), worth=True)]
Modifier = Annotated[int, Number(lowest=-20, highest=20, worth=(2,))]


@frozen
class CheckRoll:
    """A check before its roll."""

    who: Character
    check: str
    modifier: int = 0
    """The modifier by the GM."""
    take: str = ROLLED
    why: str = "check"
    """The reason for throwing the die."""

    @property
    def added(self) -> int:
        """Everything that is added to the die: from the sheet, by the GM, and by conditions."""
        by_conditions = total_of_d20_conditions(d20_conditions_on_checks(self.who))
        return skill_check_modifier(self.who, self.check) + self.modifier + by_conditions

    def roll(self, play: Play) -> int:
        """The result; rolls d20 unless 10 or 20 is taken."""
        who = self.who.name
        tell_d20_conditions(self.who, d20_conditions_on_checks(self.who), play)
        values = {"who": who, "option": self.check, "amount": f"{self.added:+d}"}
        play.tell("check-modifier", "D20-X-dc", values)
        if self.take in TAKEN:
            play.tell("taken", "D20-X-take", {"who": who, "face": TAKEN[self.take]})
            return TAKEN[self.take] + self.added
        return self.roll_again(play)

    def roll_again(self, play: Play) -> int:
        """The result of rolling the die again, without anything else."""
        return play.roll(D20, why=self.why, who=self.who.name)[0] + self.added


@rule(
    "d20.check",
    *("D20-surp", "D20-X-dc", "D20-X-take", "D20-X-condition"),
    shows_odds=True,
    outcomes=(PASSED, FAILED),
    role=Role.TEST,
)
def skill_check(
    table: Table,
    play: Play,
    who: Annotated[int, Who(fits=lives)],
    check: Own,
    dc: Annotated[int, Number(highest=99)] = 10,
    modifier: Modifier = 0,
    take: Take = ROLLED,
) -> Outcome:
    """A check succeeds if it reaches the DC; a 20 or 1 is nothing special. The dead are refused."""
    check_lives(table[who])
    reached = CheckRoll(table[who], check, modifier, take).roll(play)
    passed = reached >= dc
    values: dict[str, FactValue] = {"who": table[who].name, "total": reached, "target": dc}
    play.tell("check-passed" if passed else "check-failed", "D20-X-dc", values)
    return Outcome(PASSED if passed else FAILED, table=table)


@rule(
    "d20.oppose",
    *("D20-X-opposed", "D20-X-dc", "D20-X-take", "D20-X-condition"),
    shows_odds=True,
    outcomes=(PASSED, FAILED),
)
def oppose(
    table: Table,
    play: Play,
    who: Annotated[int, Who(fits=lives)],
    check: Own,
    against: Annotated[int, Who(fits=lives, apart=("who",))],
    their_check: Annotated[str, Choice(options=lambda table, given: _checks_of(table, given, "against"))],
    modifier: Modifier = 0,
    take: Take = ROLLED,
) -> Outcome:
    """Both roll; the higher wins, of equals the higher modifier, and those equal in both roll again.

    Raises `RuleError` for the dead.
    """
    for each in table.named((who, against)):
        check_lives(each)
    own = CheckRoll(table[who], check, modifier, take)
    their = CheckRoll(table[against], their_check, why="their-check")
    won = play.part(_contest, own, their, False)
    if won is None:
        won = play.until(_is_decided, _contest, own, their, True)
    return Outcome(PASSED if won else FAILED, table=table)


def _contest(own: CheckRoll, their: CheckRoll, again: bool, play: Play) -> bool | None:
    """Whether the first wins. None: they are equal in totals and modifiers."""
    total, their_total = (each.roll_again(play) if again else each.roll(play) for each in (own, their))
    names: dict[str, FactValue] = {"who": own.who.name, "other": their.who.name, "total": total}
    if total == their_total and own.added == their.added:
        play.tell("opposed-tied", "D20-X-opposed", names)
        return None
    won = (total, own.added) > (their_total, their.added)
    values = {**names, "target": their_total}
    play.tell("opposed-won" if won else "opposed-lost", "D20-X-opposed", values)
    return won


def _is_decided(won: bool | None) -> bool:
    return won is not None


PROCEDURES: tuple[Procedure, ...] = (skill_check, oppose, saving_throw)
