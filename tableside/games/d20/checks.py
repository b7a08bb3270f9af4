"""Checks of skills and abilities: against a DC (D20-X-dc), against somebody (D20-X-opposed) or without a die
(D20-X-take); and saving throws (D20-X-save), where a natural 20 always saves, a natural 1 never.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

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
from tableside.rules.inputs import Choice, Given, Number, Who, input_field, people_given_by_input
from tableside.rules.life_states import check_lives, lives
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Outcome, Procedure, Role
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


@frozen
class Save:
    who: int = input_field(Who(fits=lives))
    save: str = input_field(Choice(options=lambda table, given: SAVES))
    dc: int = input_field(Number(default=15, highest=99))
    modifier: int = input_field(MODIFIER)


def _save(table: Table, form: Save, play: Play) -> Outcome:
    check_lives(table[form.who])
    held = roll_saving_throw(table[form.who], form.save, form.dc, play, form.modifier)
    return Outcome(PASSED if held else FAILED, table=table)


def _save_odds(table: Table, form: Save) -> Odds:
    check_lives(table[form.who])
    chance = saving_throw_chance(table[form.who], form.save, form.dc, form.modifier)
    return Odds({PASSED: chance, FAILED: 1 - chance})


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


OWN: Final = Choice(options=lambda table, given: _checks_of(table, given, "who"))
THEIRS: Final = Choice(options=lambda table, given: _checks_of(table, given, "against"))
TAKE: Final = Choice(options=lambda table, given: (ROLLED, *TAKEN), default=ROLLED, worth=True)


@frozen
class SkillCheck:
    who: int = input_field(Who(fits=lives))
    check: str = input_field(OWN)
    dc: int = input_field(Number(default=10, highest=99))
    modifier: int = input_field(Number(default=0, lowest=-20, highest=20, worth=(2,)))
    take: str = input_field(TAKE)


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

    @property
    def faces(self) -> tuple[int, ...]:
        """The possible faces of the die; what is taken, if 10 or 20 is."""
        return (TAKEN[self.take],) if self.take in TAKEN else tuple(range(1, D20 + 1))

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


def _check_made(table: Table, form: "SkillCheck | Opposed") -> CheckRoll:
    """The check of whoever tries. Raises `RuleError` for the dead."""
    check_lives(table[form.who])
    return CheckRoll(table[form.who], form.check, form.modifier, form.take)


def _check(table: Table, form: SkillCheck, play: Play) -> Outcome:
    """A check succeeds if it reaches the DC. A 20 or 1 is nothing special."""
    check = _check_made(table, form)
    reached = check.roll(play)
    values: dict[str, FactValue] = {"who": check.who.name, "total": reached, "target": form.dc}
    passed = reached >= form.dc
    play.tell("check-passed" if passed else "check-failed", "D20-X-dc", values)
    return Outcome(PASSED if passed else FAILED, table=table)


def _check_odds(table: Table, form: SkillCheck) -> Odds:
    check = _check_made(table, form)
    added, faces = check.added, check.faces
    chance = Fraction(sum(face + added >= form.dc for face in faces), len(faces))
    return Odds({PASSED: chance, FAILED: 1 - chance})


@frozen
class Opposed:
    who: int = input_field(Who(fits=lives))
    check: str = input_field(OWN)
    against: int = input_field(Who(fits=lives, apart=("who",)))
    their_check: str = input_field(THEIRS)
    modifier: int = input_field(Number(default=0, lowest=-20, highest=20, worth=(2,)))
    take: str = input_field(TAKE)


def _their_check(table: Table, form: Opposed) -> CheckRoll:
    """The opposing check. Raises `RuleError` for the dead."""
    check_lives(table[form.against])
    return CheckRoll(table[form.against], form.their_check, why="their-check")


def _oppose(table: Table, form: Opposed, play: Play) -> Outcome:
    """Both roll; the higher wins, of equals the higher modifier, and those equal in both roll again."""
    own, their = _check_made(table, form), _their_check(table, form)
    names = {"who": own.who.name, "other": their.who.name}
    total, their_total = own.roll(play), their.roll(play)
    while total == their_total and own.added == their.added:
        play.tell("opposed-tied", "D20-X-opposed", {**names, "total": total})
        total, their_total = own.roll_again(play), their.roll_again(play)
    won = (total, own.added) > (their_total, their.added)
    values: dict[str, FactValue] = {**names, "total": total, "target": their_total}
    play.tell("opposed-won" if won else "opposed-lost", "D20-X-opposed", values)
    return Outcome(PASSED if won else FAILED, table=table)


def _oppose_odds(table: Table, form: Opposed) -> Odds:
    """The odds, in which those with equal totals and modifiers roll again with equal chances."""
    check, against = _check_made(table, form), _their_check(table, form)
    added, theirs = check.added, against.added
    pairs = [(face + added, their + theirs) for face in check.faces for their in against.faces]
    wins = sum((own, added) > (their, theirs) for own, their in pairs)
    again = sum(own == their and added == theirs for own, their in pairs)
    chance = (wins + Fraction(again, 2)) / len(pairs)
    return Odds({PASSED: chance, FAILED: 1 - chance})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.check",
        rules=("D20-surp", "D20-X-dc", "D20-X-take", "D20-X-condition"),
        run=_check,
        odds=_check_odds,
        outcomes=(PASSED, FAILED),
        role=Role.TEST,
    ),
    Procedure(
        id="d20.oppose",
        rules=("D20-X-opposed", "D20-X-dc", "D20-X-take", "D20-X-condition"),
        run=_oppose,
        odds=_oppose_odds,
        outcomes=(PASSED, FAILED),
    ),
    Procedure(
        id="d20.save",
        rules=("D20-X-save", "D20-X-condition", "D20-X-helpless"),
        run=_save,
        odds=_save_odds,
        outcomes=(PASSED, FAILED),
        role=Role.SAVE,
    ),
)
