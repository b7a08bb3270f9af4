"""Creating a character or an obstacle (HEI-3-worst), and growth as the GM rules. Nothing is rolled."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.galejatra.pool import opposition_band
from tableside.games.galejatra.sheet import MOST_DICE, OBSTACLES, PEOPLE, GalejatraSheet
from tableside.rules.cells import parse_skill_cell, parse_trait_cell
from tableside.rules.inputs import Choice, Number, Who, Words, input_field, input_options_of_people
from tableside.rules.life_states import check_lives, is_dead
from tableside.rules.names import free_name, numbered_newcomers
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sessions import put_in_play_in_session
from tableside.rules.sheet import Meter, Skill, Skills, Traits
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_list, typed_slug

IMPROVED: Final = "improved"


def _raise_skills(who: Character, skills: tuple[str, ...], play: Play) -> Character:
    """Raise each of these skills by 1; one that is not on the sheet is learnt at level 1. Rolls nothing."""
    check_lives(who)
    if not skills:
        raise RuleError("galejatra.nothing-grows")
    for name in skills:
        row = GalejatraSheet.skill_of(who, typed_slug(name))
        grown = replace(row, rank=row.rank + 1) if row else Skill(name.strip(), 1)
        if grown.rank > MOST_DICE or not grown.name:
            raise RuleError("galejatra.cannot-grow", skill=name, most=MOST_DICE)
        fact = "skill-grown" if row else "skill-new"
        play.tell(fact, "HEI-2-taito", {"who": who.name, "skill": grown.name, "level": grown.rank})
        sheet = GalejatraSheet.of(who)
        who = replace(who, sheet=replace(sheet, skills=sheet.skills.put(grown)))
    return who


@frozen
class Grow:
    who: int = input_field(Who(kinds=PEOPLE, fits=lambda table, who: not is_dead(who)))
    skills: tuple[str, ...] = input_field(
        Choice(options=input_options_of_people(GalejatraSheet.skill_ids_of), many=True, free=True)
    )


def _grow(table: Table, form: Grow, play: Play) -> Outcome:
    grown = _raise_skills(table[form.who], form.skills, play)
    return Outcome(IMPROVED, {IMPROVED: len(form.skills)}, table.put(grown))


def _odds(table: Table, form: Grow) -> Odds:
    """The certain result, without dice. Raises `RuleError` like `_raise_skills`."""
    _raise_skills(table[form.who], form.skills, Play())
    return Odds({IMPROVED: Fraction(1)}, {IMPROVED: {len(form.skills): Fraction(1)}})


MOST_AT_ONCE = 50
_AND = re.compile(r"(?<=\d),?\s+and\s+", re.IGNORECASE)
_NEXT = re.compile(r"(?<=[^\W\d_]\s)(\d+)\s+(?=[^\W\d_])")
"""A number between two words, after which the next skill or aspect begins."""


def _each_typed(text: str) -> list[str]:
    """Names with their numbers, separated by commas or not."""
    return typed_list(_NEXT.sub(r"\1, ", _AND.sub(", ", text)))


def _skills_typed(text: str) -> Skills:
    """Skills as typed: `Climb 2, Sneak 1`, also without the comma.

    Raises `RuleError` for an invalid skill, or one that comes twice.
    """
    skills = Skills()
    for each in _each_typed(text):
        skill = parse_skill_cell(each, 1, MOST_DICE)
        if skills.named(skill.name):
            raise RuleError.of_input("skills", "galejatra.skill-twice", skill=skill.name)
        skills = skills.put(skill)
    return skills


def _aspects_typed(text: str) -> Traits:
    """Aspects as typed: `Slippery 3, Steep 2`.

    Raises `RuleError` for none at all, for one without its dice, or named twice.
    """
    aspects = Traits()
    for each in _each_typed(text):
        aspect = parse_trait_cell(each, ("dice",), 1, MOST_DICE)
        if not aspect.number:
            raise RuleError.of_input("aspects", "galejatra.aspect-without-dice", aspect=each)
        if aspects.named(aspect.name):
            raise RuleError.of_input("aspects", "galejatra.aspect-twice", aspect=aspect.name)
        aspects = aspects.put(aspect)
    if not aspects.rows:
        raise RuleError.of_input("aspects", "galejatra.no-aspect")
    return aspects


@frozen
class Create:
    name: str = input_field(Words())
    skills: str = input_field(Words(default="", long=True))
    concept: str = input_field(Words(default=""))
    kind: str = input_field(Choice(options=lambda table, given: tuple(map(str, PEOPLE)), default=Kind.PC))
    reserve: int = input_field(Number(default=1, highest=MOST_DICE))
    luck_dice: int = input_field(Number(default=1, highest=MOST_DICE))


def _create(table: Table, form: Create, play: Play) -> Outcome:
    """Create a character with these skills, who attends a running session."""
    name = free_name(form.name, table)
    sheet = GalejatraSheet(
        concept=form.concept.strip(),
        skills=_skills_typed(form.skills),
        reserve=Meter(form.reserve, form.reserve),
        luck=Meter(form.luck_dice, form.luck_dice),
    )
    known = ", ".join(f"{row.name} {row.rank}" for row in sheet.skills.rows)
    fact = "comes-into-play-with" if known else "comes-into-play"
    play.tell(fact, "HEI-2-taito", {"who": name, "skills": known})
    created = Character(table.next_key, name, Kind(form.kind), sheet)
    return Outcome("created", table=put_in_play_in_session(table, created))


@frozen
class Obstacle:
    name: str = input_field(Words())
    aspects: str = input_field(Words(long=True))
    kind: str = input_field(
        Choice(options=lambda table, given: tuple(map(str, OBSTACLES)), default=Kind.ENEMY)
    )
    count: int = input_field(Number(default=1, lowest=1, highest=MOST_AT_ONCE))


def _obstacle(table: Table, form: Obstacle, play: Play) -> Outcome:
    """Put an obstacle, or several alike, on the table: its aspects hamper those who try it (HEI-3-worst)."""
    sheet = GalejatraSheet(aspects=_aspects_typed(form.aspects), reserve=Meter(0, 0), luck=Meter(0, 0))
    most = sheet.most_opposing
    added = numbered_newcomers(table, Character(0, form.name, Kind(form.kind), sheet), form.count)
    for one in added:
        play.tell(f"obstacle-{opposition_band(most)}", "HEI-3-worst", {"who": one.name, "dice": most})
    return Outcome("added", {"count": form.count}, table.put(*added))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.grow",
        rules=("HEI-2-taito",),
        run=_grow,
        odds=_odds,
        group=Group.GROWTH,
        outcomes=(IMPROVED,),
        amounts=(IMPROVED,),
        role=Role.IMPROVE,
    ),
    Procedure(
        id="galejatra.create",
        rules=("HEI-1", "HEI-2-taito"),
        run=_create,
        group=Group.SHEET,
        outcomes=("created",),
        role=Role.CREATE,
    ),
    Procedure(
        id="galejatra.obstacle",
        rules=("HEI-3-worst", "HEI-0-bands"),
        run=_obstacle,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        role=Role.FOE,
    ),
)
