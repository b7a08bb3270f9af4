"""Saving throws (D20-X-save): d20 and the sheet's bonus against a DC; a natural 20 always saves, a natural 1
never.
"""

from fractions import Fraction
from typing import Final

from tableside.frozen import frozen
from tableside.games.d20.conditions import Reason, on_checks, total
from tableside.games.d20.sheet import sheet_of
from tableside.rules.inputs import Choice, Number, Who, asked
from tableside.rules.odds import Odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import check_lives, lives
from tableside.rules.table import Character, Table

D20: Final = 20
SAVES: Final = ("fortitude", "reflex", "will")
FORTITUDE: Final = SAVES[0]
PASSED: Final = "success"
FAILED: Final = "failure"


def bonus_of(who: Character, save: str) -> int:
    """What the sheet adds to a save."""
    sheet = sheet_of(who)
    return {"fortitude": sheet.fortitude, "reflex": sheet.reflex, "will": sheet.will}[save]


def saves(who: Character, save: str, dc: int, play: Play, modifier: int = 0) -> bool:
    """Whether somebody saves. Rolls d20, as their own die."""
    added = bonus_of(who, save) + modifier + total(on_checks(who))
    tell_reasons(who, on_checks(who), play)
    (face,) = play.roll(D20, why="save", who=who.name)
    held = is_enough(face, added, dc)
    values: dict[str, FactValue] = {"who": who.name, "option": save, "total": face + added, "target": dc}
    if held == (face + added >= dc):
        play.tell("save-made" if held else "save-failed", "D20-X-save", values)
    else:
        play.tell("save-made-by-20" if held else "save-failed-by-1", "D20-X-save", values)
    return held


def is_enough(face: int, added: int, target: int) -> bool:
    """Whether a die of an attack or a save reaches this: 20 always does, 1 never."""
    return face == D20 or (face != 1 and face + added >= target)


def chance_of(added: int, target: int) -> Fraction:
    """The chance of that."""
    return Fraction(sum(is_enough(face, added, target) for face in range(1, D20 + 1)), D20)


def save_chance(who: Character, save: str, dc: int, modifier: int = 0) -> Fraction:
    """The chance that somebody saves."""
    return chance_of(bonus_of(who, save) + modifier + total(on_checks(who)), dc)


def tell_reasons(who: Character, reasons: tuple[Reason, ...], play: Play) -> None:
    """Tell what one's own conditions add to a roll."""
    for condition, amount in reasons:
        values: dict[str, FactValue] = {"who": who.name, "condition": condition, "amount": f"{amount:+d}"}
        play.tell("counts-condition", "D20-X-condition", values)


MODIFIER: Final = Number("modifier", 0, -20, 20, worth=(1,))


@frozen
class Save:
    """What `d20.save` asks for."""

    who: int = asked(Who(fits=lives))
    save: str = asked(Choice(options=lambda table, given: SAVES))
    dc: int = asked(Number(default=15, highest=99))
    modifier: int = asked(MODIFIER)


def _save(table: Table, form: Save, play: Play) -> Outcome:
    check_lives(table[form.who])
    held = saves(table[form.who], form.save, form.dc, play, form.modifier)
    return Outcome(PASSED if held else FAILED, table=table)


def _save_odds(table: Table, form: Save) -> Odds:
    check_lives(table[form.who])
    chance = save_chance(table[form.who], form.save, form.dc, form.modifier)
    return Odds({PASSED: chance, FAILED: 1 - chance})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.save",
        rules=("D20-X-save", "D20-X-condition"),
        form=Save,
        run=_save,
        odds=_save_odds,
        group=Group.ROLL,
        outcomes=(PASSED, FAILED),
        on_table=True,
    ),
)
