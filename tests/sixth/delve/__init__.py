"""Delve, a sixth game of our own: roll a d100, not above your skill. All of it is in this file."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from tableside.errors import RuleError
from tableside.rules.house import house_rules, question, readings
from tableside.rules.inputs import Choice, Given, Input, Number, Who
from tableside.rules.odds import Odds
from tableside.rules.order import Listed
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.sheet import Meter, Skill, Skills, part
from tableside.rules.states import can_act
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import slug


@dataclass(frozen=True, slots=True)
class Delve:
    """A delver's sheet."""

    wits: int = part(10, rule="DLV-2", lowest=1, highest=20)
    health: Meter = part(Meter(10, 10), rule="DLV-3")
    skills: Skills = part(Skills((Skill("Climb", 40), Skill("Listen", 55))), rule="DLV-1", highest=100)
    notes: str = part("", long=True)


@dataclass(frozen=True, slots=True)
class House:
    """The open questions."""

    hundred: str = question("DLV-AMB-1", "always-fails", "counts-as-rolled")


def sheet_of(who: Character) -> Delve:
    if not isinstance(who.sheet, Delve):
        raise RuleError(f"{who.name} has no Delve sheet")
    return who.sheet


def skill_of(table: Table, who: int, id: str) -> Skill:
    return next(row for row in sheet_of(table[who]).skills.rows if slug(row.name) == id)


def succeeds(face: int, target: int, house: House) -> bool:
    """Not above the target (DLV-1); 100 fails whatever the target (DLV-AMB-1)."""
    return face <= target and (face < 100 or house.hundred == "counts-as-rolled")


def test(table: Table, who: int, skill: str, modifier: int, *, play: Play) -> Outcome:
    """Test a skill (DLV-1). Rolls d100. A success ticks the skill."""
    row = skill_of(table, who, skill)
    play.tell("delve-target", "DLV-1", {"skill": row.name, "target": row.rank + modifier})
    (face,) = play.roll(100, why="delve-test", who=table[who].name)
    passed = succeeds(face, row.rank + modifier, readings(House, table))
    play.tell("delve-passed" if passed else "delve-failed", "DLV-1", {"face": face})
    sheet = sheet_of(table[who])
    ticked = sheet.skills.tick(row.name) if passed else sheet.skills
    after = table.put(replace(table[who], sheet=replace(sheet, skills=ticked)))
    return Outcome("success" if passed else "failure", table=after)


def test_odds(table: Table, who: int, skill: str, modifier: int) -> Odds:
    target, house = skill_of(table, who, skill).rank + modifier, readings(House, table)
    good = Fraction(sum(succeeds(face, target, house) for face in range(1, 101)), 100)
    return Odds({"success": good, "failure": 1 - good})


def improve(table: Table, who: int, skills: tuple[str, ...], *, play: Play) -> Outcome:
    """Each ticked skill rises by d6 when a d100 is above it (DLV-4). Rolls d100 each, and d6."""
    best = 0
    for id in skills:
        row, sheet = skill_of(table, who, id), sheet_of(table[who])
        (face,) = play.roll(100, why="delve-improve", who=table[who].name)
        gain = play.roll(6, why="delve-gain", who=table[who].name)[0] if face > row.rank else 0
        best = max(best, gain)
        changed = replace(row, rank=min(100, row.rank + gain), ticked=False)
        table = table.put(replace(table[who], sheet=replace(sheet, skills=sheet.skills.put(changed))))
        play.tell("delve-rose", "DLV-4", {"skill": row.name, "gain": gain})
    return Outcome("improved" if best else "unchanged", table=table)


def improve_odds(table: Table, who: int, skills: tuple[str, ...]) -> Odds:
    none = Fraction(1)
    for id in skills:
        none *= Fraction(skill_of(table, who, id).rank, 100)
    return Odds({"improved": 1 - none, "unchanged": none})


def begin(table: Table, *, play: Play) -> Outcome:
    """The sharpest acts first (DLV-5). Rolls nothing."""
    people = sorted(
        (each for each in table.in_play() if can_act(each)), key=lambda each: -sheet_of(each).wits
    )
    return Outcome("begun", table=replace(table, order=Listed(tuple(each.key for each in people)), turns={}))


def hurt(table: Table, who: tuple[int, ...], damage: int, *, play: Play) -> Outcome:
    """Lose health (DLV-3)."""
    for key in who:
        sheet = sheet_of(table[key])
        table = table.put(replace(table[key], sheet=replace(sheet, health=sheet.health.lose(damage))))
        play.tell("delve-hurt", "DLV-3", {"who": table[key].name, "damage": damage})
    return Outcome("done", table=table)


def rows_of(*, ticked: bool) -> Callable[[Table, Given], tuple[str, ...]]:
    def options(table: Table, given: Given) -> tuple[str, ...]:
        rows = sheet_of(table[int(str(given["who"]))]).skills.rows
        return tuple(slug(row.name) for row in rows if row.ticked or not ticked)

    return options


def made(id: str, rule: str, inputs: tuple[Input, ...], run: Callable[..., Outcome], role: Role) -> Procedure:
    group = {Role.TEST: Group.ROLL, Role.ASSEMBLE: Group.FIGHT, Role.IMPROVE: Group.GROWTH}.get(role)
    odds, outcomes = FORETOLD.get(id, (None, ("done",)))
    rules = (rule, "DLV-AMB-1") if odds is test_odds else (rule,)
    return Procedure(id, rules, inputs, run, group or Group.CARE, odds, outcomes, (), role, True)


FORETOLD: dict[str, tuple[Callable[..., Odds], tuple[str, ...]]] = {
    "delve.test": (test_odds, ("success", "failure")),
    "delve.improve": (improve_odds, ("improved", "unchanged")),
}
SKILL, TICKED = Choice("skill", rows_of(ticked=False)), Choice("skills", rows_of(ticked=True), many=True)
TESTED = (Who("who"), SKILL, Number("modifier", 0, -99, 99, worth=(-10, 10)))
PROCEDURES = (
    made("delve.test", "DLV-1", TESTED, test, Role.TEST),
    made("delve.improve", "DLV-4", (Who("who"), TICKED), improve, Role.IMPROVE),
    made("delve.begin", "DLV-5", (), begin, Role.ASSEMBLE),
    made("delve.hurt", "DLV-3", (Who("who", many=True), Number("damage")), hurt, Role.HURT),
)
RULESET = Ruleset(
    id="delve",
    name="Delve",
    blank=lambda kind: Delve(health=Meter(6, 6)) if kind == Kind.ENEMY else Delve(),
    load=lambda: PROCEDURES,
    house_rules=house_rules(House),
    vitals=lambda table, who: (("health", str(sheet_of(who).health.current)),),
    turns=Turns(begin="delve.begin", modifier=lambda who: sheet_of(who).wits - 10),
)
TEXTS = {
    "procedure.delve.test": "Test a skill",
    "fact.delve-rose": "{skill} rises by {gain}",
    "ours.delve-hurt": "{who} loses {damage} health",
    "others.delve-hurt": "{who} is hurt",
    "part.delve.health": "Health",
}
