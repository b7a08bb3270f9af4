"""Checks besides initiative: a d20 and a modifier against a DC, such as Spot and Listen (D20-surp)."""

from fractions import Fraction
from typing import Final

from tableside.frozen import frozen
from tableside.rules.d20.checks import DIE
from tableside.rules.d20.sheet import dexterity_modifier, initiative_modifier, sheet_of
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Number, Who
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import check_lives, lives
from tableside.rules.table import Character, Table

CHECKS: Final = ("spot", "listen", "dexterity", "initiative")


def modifier_of(who: Character, check: str) -> int:
    """What the sheet adds to a check."""
    sheet = sheet_of(who)
    match check:
        case "spot":
            return sheet.spot
        case "listen":
            return sheet.listen
        case "initiative":
            return initiative_modifier(who)
    return dexterity_modifier(sheet)


@frozen
class Check:
    """What `d20.check` asks for."""

    who: int = asked(Who(fits=lives))
    check: str = asked(Choice(options=lambda table, given: CHECKS))
    dc: int = asked(Number(default=10, highest=99))
    modifier: int = asked(Number(default=0, lowest=-20, highest=20, worth=(2,)))


def _check(table: Table, form: Check, play: Play) -> Outcome:
    """Roll d20 and add the modifier; as much as the DC is enough. A 20 or 1 is nothing special."""
    one = table[form.who]
    check_lives(one)
    added = modifier_of(one, form.check) + form.modifier
    play.tell("check-modifier", "D20-surp", {"who": one.name, "option": form.check, "amount": f"{added:+d}"})
    (face,) = play.roll(DIE, why="check", who=one.name)
    passed = face + added >= form.dc
    values: dict[str, int | str | bool] = {"who": one.name, "total": face + added, "target": form.dc}
    play.tell("check-passed" if passed else "check-failed", "D20-surp", values)
    return Outcome("success" if passed else "failure", table=table)


def _check_odds(table: Table, form: Check) -> Odds:
    check_lives(table[form.who])
    needed = form.dc - modifier_of(table[form.who], form.check) - form.modifier
    chance = Fraction(max(0, min(DIE, DIE + 1 - needed)), DIE)
    return Odds({"success": chance, "failure": 1 - chance})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="d20.check",
        rules=("D20-surp",),
        form=Check,
        run=_check,
        odds=_check_odds,
        group=Group.ROLL,
        outcomes=("success", "failure"),
        role=Role.TEST,
        on_table=True,
    ),
)
