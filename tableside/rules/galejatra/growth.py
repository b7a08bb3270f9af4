"""Growth is the GM's ruling: the rulebook has no advancement, so nothing is rolled."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.galejatra.inputs import of_people
from tableside.rules.galejatra.sheet import MOST_DICE, PEOPLE, level_of, sheet_of, skill_ids
from tableside.rules.inputs import Choice, Who
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Skill
from tableside.rules.states import check_lives, is_dead
from tableside.rules.table import Character, Table
from tableside.rules.typed import slug

IMPROVED: Final = "improved"


def grow(who: Character, skills: tuple[str, ...], play: Play) -> Character:
    """Raise each of these skills by 1; one that is not on the sheet is learnt at level 1. Rolls nothing."""
    check_lives(who)
    if not skills:
        raise RuleError("no skill is named: say which grow")
    for name in skills:
        row = level_of(who, slug(name))
        grown = replace(row, rank=row.rank + 1) if row else Skill(name.strip(), 1)
        if grown.rank > MOST_DICE or not grown.name:
            raise RuleError(f"{name!r} cannot grow: a skill has a name and a level of 1 to {MOST_DICE}")
        fact = "skill-grown" if row else "skill-new"
        play.tell(fact, "HEI-2-taito", {"who": who.name, "skill": grown.name, "level": grown.rank})
        sheet = sheet_of(who)
        who = replace(who, sheet=replace(sheet, skills=sheet.skills.put(grown)))
    return who


def _ids(who: Character) -> tuple[str, ...]:
    return skill_ids(sheet_of(who))


@frozen
class Grow:
    """What `galejatra.grow` asks for."""

    who: int = asked(Who(kinds=PEOPLE, fits=lambda table, who: not is_dead(who)))
    skills: tuple[str, ...] = asked(Choice(options=of_people(_ids), many=True, free=True))


def _grow(table: Table, form: Grow, play: Play) -> Outcome:
    grown = grow(table[form.who], form.skills, play)
    return Outcome(IMPROVED, {IMPROVED: len(form.skills)}, table.put(grown))


def _odds(table: Table, form: Grow) -> Odds:
    """It is certain: no dice decide it. Raises `RuleError` as `grow` does."""
    grow(table[form.who], form.skills, Play())
    return Odds({IMPROVED: Fraction(1)}, {IMPROVED: {len(form.skills): Fraction(1)}})


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.grow",
        rules=("HEI-2-taito",),
        form=Grow,
        run=_grow,
        odds=_odds,
        group=Group.GROWTH,
        outcomes=(IMPROVED,),
        amounts=(IMPROVED,),
        role=Role.IMPROVE,
        on_table=True,
    ),
)
