"""Checks besides initiative: a d20 and a modifier against a DC, such as Spot and Listen (D20-surp)."""

from fractions import Fraction
from typing import Final

from tableside.rules.d20.checks import DIE
from tableside.rules.d20.sheet import dexterity_modifier, initiative_modifier, sheet_of
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


def _check(table: Table, who: int, check: str, dc: int, modifier: int, *, play: Play) -> Outcome:
    """Roll d20 and add the modifier; as much as the DC is enough. A 20 or 1 is nothing special."""
    one = table[who]
    check_lives(one)
    added = modifier_of(one, check) + modifier
    play.tell("check-modifier", "D20-surp", {"who": one.name, "option": check, "amount": f"{added:+d}"})
    (face,) = play.roll(DIE, why="check", who=one.name)
    passed = face + added >= dc
    values: dict[str, int | str | bool] = {"who": one.name, "total": face + added, "target": dc}
    play.tell("check-passed" if passed else "check-failed", "D20-surp", values)
    return Outcome("success" if passed else "failure", table=table)


def _check_odds(table: Table, who: int, check: str, dc: int, modifier: int) -> Odds:
    check_lives(table[who])
    needed = dc - modifier_of(table[who], check) - modifier
    chance = Fraction(max(0, min(DIE, DIE + 1 - needed)), DIE)
    return Odds({"success": chance, "failure": 1 - chance})


PROCEDURES = (
    Procedure(
        id="d20.check",
        rules=("D20-surp",),
        inputs=(
            Who("who", fits=lives),
            Choice("check", lambda table, given: CHECKS),
            Number("dc", 10, 0, 99),
            Number("modifier", 0, -20, 20, worth=(2,)),
        ),
        run=_check,
        odds=_check_odds,
        group=Group.ROLL,
        outcomes=("success", "failure"),
        role=Role.TEST,
        on_table=True,
    ),
)
