"""Delve, a sixth game of our own: roll a d100, not above your skill. All of it is in this file."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from tableside.frozen import frozen
from tableside.rules.inputs import Choice, Given, NoInputs, Number, Who, input_field
from tableside.rules.life_states import can_act
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import House, Ruleset, Turns, house_question, house_rules
from tableside.rules.sheet import Meter, Skill, Skills, sheet_part
from tableside.rules.table import GameSheet, Kind, Table
from tableside.rules.turns.order import Order
from tableside.rules.turns.running_order import Method, running_order_as
from tableside.rules.typed import typed_slug


@frozen
class Delve(GameSheet):
    """A delver's sheet."""

    wits: int = sheet_part(10, rule="DLV-2", lowest=1, highest=20)
    health: Meter = sheet_part(Meter(10, 10), rule="DLV-3")
    skills: Skills = sheet_part(Skills((Skill("Climb", 40), Skill("Listen", 55))), rule="DLV-1", highest=100)
    notes: str = sheet_part("", long=True)


@frozen
class DelveHouse(House):
    """The open questions."""

    hundred: str = house_question("DLV-AMB-1", "always-fails", "counts-as-rolled")


def skill_of(table: Table, who: int, id: str) -> Skill:
    return next(row for row in Delve.of(table[who]).skills.rows if typed_slug(row.name) == id)


def succeeds(face: int, target: int, house: DelveHouse) -> bool:
    """Not above the target (DLV-1); 100 fails whatever the target (DLV-AMB-1)."""
    return face <= target and (face < 100 or house.hundred == "counts-as-rolled")


def rows_of(*, ticked: bool) -> Callable[[Table, Given], tuple[str, ...]]:
    def options(table: Table, given: Given) -> tuple[str, ...]:
        rows = Delve.of(table[int(str(given["who"]))]).skills.rows
        return tuple(typed_slug(row.name) for row in rows if row.ticked or not ticked)

    return options


@frozen
class Test:
    """Who tests which skill."""

    who: int = input_field(Who())
    skill: str = input_field(Choice(options=rows_of(ticked=False)))
    modifier: int = input_field(Number(default=0, lowest=-99, highest=99, worth=(-10, 10)))


def test(table: Table, form: Test, play: Play) -> Outcome:
    """Test a skill (DLV-1). Rolls d100. A success ticks the skill."""
    who, row = table[form.who], skill_of(table, form.who, form.skill)
    play.tell("delve-target", "DLV-1", {"skill": row.name, "target": row.rank + form.modifier})
    (face,) = play.roll(100, why="delve-test", who=who.name)
    passed = succeeds(face, row.rank + form.modifier, DelveHouse.of(table))
    play.tell("delve-passed" if passed else "delve-failed", "DLV-1", {"face": face})
    sheet = Delve.of(who)
    ticked = sheet.skills.tick(row.name) if passed else sheet.skills
    after = table.put(replace(who, sheet=replace(sheet, skills=ticked)))
    return Outcome("success" if passed else "failure", table=after)


def test_odds(table: Table, form: Test) -> Odds:
    target, house = skill_of(table, form.who, form.skill).rank + form.modifier, DelveHouse.of(table)
    good = Fraction(sum(succeeds(face, target, house) for face in range(1, 101)), 100)
    return Odds({"success": good, "failure": 1 - good})


@frozen
class Improve:
    """Whose ticked skills may rise."""

    who: int = input_field(Who())
    skills: tuple[str, ...] = input_field(Choice(options=rows_of(ticked=True), many=True))


def improve(table: Table, form: Improve, play: Play) -> Outcome:
    """Each ticked skill rises by d6 when a d100 is above it (DLV-4). Rolls d100 each, and d6."""
    for id in form.skills:
        who, row = table[form.who], skill_of(table, form.who, id)
        (face,) = play.roll(100, why="delve-improve", who=who.name)
        gain = play.roll(6, why="delve-gain", who=who.name)[0] if face > row.rank else 0
        changed = replace(row, rank=min(100, row.rank + gain), ticked=False)
        sheet = replace(Delve.of(who), skills=Delve.of(who).skills.put(changed))
        table = table.put(replace(who, sheet=sheet))
        play.tell("delve-rose", "DLV-4", {"skill": row.name, "gain": gain})
    return Outcome("done", table=table)


@frozen
class Lots(Order):
    """Whoever is drawn acts next, until all have acted (DLV-5)."""

    method: ClassVar[str] = "lots"
    rules_in: ClassVar[str] = "delve"
    members: tuple[int, ...] = ()
    acted: tuple[int, ...] = ()
    acting: int | None = None
    round: int = 1

    def rewound(self, before: Order) -> "Lots":
        return replace(self, acted=before.acted, acting=before.acting, round=before.round)


def begin(table: Table, form: NoInputs, play: Play) -> Outcome:
    """All who can act are in it (DLV-5). Rolls nothing."""
    able = tuple(each.key for each in table.in_play() if can_act(each))
    return Outcome("begun", table=replace(table, order=Lots(able), turns={}))


def next_turn(table: Table, turns: Turns, play: Play) -> tuple[str, Table]:
    """The next who is drawn (DLV-5). Rolls a die with a side for each who is still to act."""
    order = lots(table)
    waiting = [key for key in order.members if key not in order.acted and can_act(table[key])]
    if not waiting:
        play.tell("round-over", "", {"round": order.round})
        return "nobody", replace(table, order=replace(order, acted=(), acting=None, round=order.round + 1))
    key = waiting[play.roll(len(waiting), why="delve-lot")[0] - 1]
    play.tell("acts-now", "DLV-5", {"who": table[key].name, "round": order.round})
    return "turn", replace(table, order=replace(order, acted=(*order.acted, key), acting=key))


def lots(table: Table) -> Lots:
    return running_order_as(Lots, table, "no lots are drawn")


def join(table: Table, keys: tuple[int, ...], side: str, turns: Turns, play: Play) -> Table:
    return replace(table, order=replace(lots(table), members=(*lots(table).members, *keys)))


def leave(table: Table, key: int, play: Play) -> Table:
    return replace(table, order=replace(lots(table), members=tuple(set(lots(table).members) - {key})))


METHOD = Method(next_turn, join, leave, rules=("DLV-5",), join_rules=("DLV-5",))


@frozen
class Hurt:
    """Who is hurt, and how badly."""

    who: tuple[int, ...] = input_field(Who(many=True))
    damage: int = input_field(Number(dice=True))


def hurt(table: Table, form: Hurt, play: Play) -> Outcome:
    """Lose health (DLV-3)."""
    for who in map(table.__getitem__, form.who):
        sheet = Delve.of(who)
        table = table.put(replace(who, sheet=replace(sheet, health=sheet.health.lose(form.damage))))
        play.tell("delve-hurt", "DLV-3", {"who": who.name, "damage": form.damage})
    return Outcome("done", table=table)


PASS = ("success", "failure")
PROCEDURES: tuple[Procedure, ...] = (
    Procedure("delve.test", test, ("DLV-1", "DLV-AMB-1"), Group.ROLL, test_odds, PASS, (), Role.TEST),
    Procedure("delve.improve", improve, ("DLV-4",), Group.GROWTH, role=Role.IMPROVE),
    Procedure("delve.begin", begin, ("DLV-5",), Group.FIGHT, role=Role.ASSEMBLE),
    Procedure("delve.hurt", hurt, ("DLV-3",), Group.CARE, role=Role.HURT),
)
TEXTS = {
    "procedure.delve.test": "Test a skill",
    "fact.delve-rose": "{skill} rises by {gain}",
    "part.delve.health": "Health",
    "order.lots": "Whoever is drawn acts next (DLV-5).",
}
RULESET = Ruleset(
    id="delve",
    name="Delve",
    blank=lambda kind: Delve(health=Meter(6, 6)) if kind == Kind.ENEMY else Delve(),
    load=lambda: PROCEDURES,
    house_rules=house_rules(DelveHouse),
    meters=lambda who: (Delve.of(who).health,),
    vitals=lambda table, who: (("health", str(Delve.of(who).health.current)),),
    turns=Turns(begin="delve.begin", modifier=lambda who: Delve.of(who).wits - 10),
    texts=lambda: TEXTS,
    told=lambda: {"delve-hurt": ("{who} loses {damage} health", "{who} is hurt")},
)
