"""Newcomers: characters made by the rules (FELL-X-create), foes and other people (FELL-X-npc), and hirelings
who work for wages (FELL-X-hire).
Backgrounds, traits and spells are not part of Tableside: their dice are rolled and noted, and the book says
what they mean.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.casting import roll_fell_spell
from tableside.games.fell.dice import bigger_die
from tableside.games.fell.sheet import ABILITIES, HIT_LADDER, SKILLS, Ability, FellSheet
from tableside.rules.campaign_kinds import campaign_kinds_kept
from tableside.rules.cells import die_cell_text
from tableside.rules.inputs import Choice, Given, Number, Who, Words, input_field, person_given_by_input
from tableside.rules.life_states import lives
from tableside.rules.names import free_name, numbered_newcomers
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sessions import put_in_play_in_session
from tableside.rules.sheet import LADDER, Die, Item, Meter, Slots, Tags
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_slug

HIT_DIE: Final = 4
WAGE: Final = 5
"""Coin per day at first, and what each improvement adds to it."""
BIGGER_DIE: Final = "bigger-die"


class CreationDiceSource(StrEnum):
    """How the ability dice are determined."""

    ROLLED = "rolled"
    ONE_SMALL = "d4-d6-d6"
    ONE_BIG = "d4-d4-d8"


D8: Final = 8
D10: Final = 10
D20: Final = 20
TRAITS: Final = 10
"""The number of tables of traits, each rolled on with a d10."""
RATIONS: Final = 3
KIT: Final = (Item("Torch"),)
BACKGROUNDS: Final = "backgrounds"
"""The section of the campaign's own backgrounds."""
SKILL_OF_BACKGROUND: Final = "of-the-background"
ROLLED_SKILL: Final = "rolled-skill"
NOT_YET: Final = "not-yet"
"""The skill will be written on the sheet later."""


def creation_die(face: int) -> int:
    """The ability die that a roll of the d8 gives (FELL-X-create): d4 up to 4, d6 up to 6, otherwise d8."""
    return 4 if face <= 4 else 6 if face <= 6 else 8


def fell_creation_spells(face: int) -> int:
    """The spells at the start by the WIL die (FELL-X-spell): none up to 4, one up to 6, otherwise two."""
    return 0 if face <= 4 else 1 if face <= 6 else 2


def roll_fell_creation_dice(play: Play, who: str = "") -> Mapping[Ability, int]:
    """The ability dice by the table: rolls 3d8 for BOD, INT and WIL."""
    faces = play.roll(D8, D8, D8, why="fell-abilities", who=who)
    return dict(zip(ABILITIES, map(creation_die, faces), strict=True))


def choose_creation_dice(scores: CreationDiceSource, play: Play, who: str = "") -> Mapping[Ability, int]:
    """The ability dice by choice (FELL-X-create): asks which ability has the die that differs."""
    one, others = (4, 6) if scores == CreationDiceSource.ONE_SMALL else (8, 4)
    odd = play.choose(f"which-has-d{one}", *ABILITIES, default=ABILITIES[0], who=who)
    return {each: one if each == odd else others for each in ABILITIES}


def _create_sheet(
    scores: CreationDiceSource, skill: str, background: str, play: Play, who: str = ""
) -> FellSheet:
    """A new sheet (FELL-X-create).
    Rolls 3d8 for the abilities unless they are chosen; the WIL die for the number of spells, and d100 for
    each; d20 for the background unless one is given, whose skill is asked for; d8 for the skill if that is
    wanted; 2d20 for the age; ten d10 for traits; 3d6 for coin.
    """
    rolled = scores == CreationDiceSource.ROLLED
    dice = roll_fell_creation_dice(play, who) if rolled else choose_creation_dice(scores, play, who)
    sheet = FellSheet()
    for ability, sides in dice.items():
        sheet = sheet.with_new_die(ability, Die(sides), refilled=True)
    values = {str(ability): die_cell_text(sides) for ability, sides in dice.items()}
    play.tell("fell-created", "FELL-X-create", {"who": who, **values})
    sheet = replace(sheet, spells=_first_spells(sheet.die(Ability.WIL).sides, play, who))
    sheet = _with_past(sheet, skill, background.strip(), play, who)
    coin = play.total(D6, D6, D6, why="fell-coin", who=who)
    play.tell("fell-coin", "FELL-X-create", {"who": who, "coin": coin})
    return replace(sheet, coin=coin, rations=RATIONS, items=Slots(KIT))


def _first_spells(wil: int, play: Play, who: str) -> Tags:
    (face,) = play.roll(wil, why="fell-spells-known", who=who)
    spells: tuple[str, ...] = ()
    for _ in range(fell_creation_spells(face)):
        spells = (*spells, roll_fell_spell(spells, play, who))
    play.tell("fell-spells-known", "FELL-X-spell", {"who": who, "count": len(spells)})
    return Tags(spells)


def _with_past(sheet: FellSheet, skill: str, background: str, play: Play, who: str) -> FellSheet:
    """The sheet with background, skill, age and traits, in this order."""
    if not background:
        (number,) = play.roll(D20, why="creation-background", who=who)
        play.tell("fell-background", "FELL-X-create", {"who": who, "number": number})
        background = str(number)
    if skill == ROLLED_SKILL:
        (face,) = play.roll(D8, why="fell-skill", who=who)
        skill = SKILLS[face - 1]
    if skill == SKILL_OF_BACKGROUND:
        skill = play.choose("skill-of-background", NOT_YET, *SKILLS, default=NOT_YET, who=who)
    skills = () if skill == NOT_YET else (skill,)
    age = play.total(D20, D20, why="fell-age", who=who) + 10
    traits = " ".join(map(str, play.roll(*(D10,) * TRAITS, why="fell-traits", who=who)))
    play.tell("fell-past", "FELL-X-create", {"who": who, "age": age, "traits": traits})
    return replace(sheet, skills=Tags(skills), background=background, age=age, traits=traits)


def _skills(table: Table, given: Given) -> tuple[str, ...]:
    return (SKILL_OF_BACKGROUND, ROLLED_SKILL, *SKILLS)


@frozen
class Create:
    name: str = input_field(Words())
    scores: str = input_field(
        Choice(options=lambda table, given: tuple(CreationDiceSource), default=CreationDiceSource.ROLLED)
    )
    skill: str = input_field(Choice(options=_skills, default=SKILL_OF_BACKGROUND))
    background: str = input_field(Words(default=""))


def _skill_wanted(table: Table, form: Create) -> str:
    """The skill that is asked for; none if one of the campaign's own backgrounds gives its own."""
    known = campaign_kinds_kept(table, BACKGROUNDS).get(typed_slug(form.background))
    gives_it = known is not None and bool(known.value("skills.new"))
    return NOT_YET if gives_it and form.skill == SKILL_OF_BACKGROUND else form.skill


def _create(table: Table, form: Create, play: Play) -> Outcome:
    name, scores = free_name(form.name, table), CreationDiceSource(form.scores)
    sheet = _create_sheet(scores, _skill_wanted(table, form), form.background, play, name)
    amounts = {str(ability): sheet.die(ability).sides for ability in ABILITIES}
    created = Character(table.next_key, name, Kind.PC, sheet)
    return Outcome("created", {**amounts, "coin": sheet.coin}, put_in_play_in_session(table, created))


MOST_AT_ONCE: Final = 50
NAMELESS: Final = "Foe"


@frozen
class AddFoe:
    die: str = input_field(Choice(options=lambda table, given: tuple(map(die_cell_text, HIT_LADDER))))
    count: int = input_field(Number(default=1, lowest=1, highest=MOST_AT_ONCE))
    name: str = input_field(Words(default=""))
    protection: int = input_field(Number(default=0, highest=9))
    kind: str = input_field(Choice(options=lambda table, given: (Kind.ENEMY, Kind.NPC), default=Kind.ENEMY))


def _add_foe(table: Table, form: AddFoe, play: Play) -> Outcome:
    """Add one or more foes of a kind (FELL-X-npc). Rolls nothing; they do not join a fight by this."""
    sides = int(form.die.removeprefix("d"))
    name = form.name.strip() or f"{NAMELESS} {die_cell_text(sides)}"
    sheet = FellSheet(hit_die=Die(sides), hit_points=Meter(sides, sides), hide=form.protection)
    added = numbered_newcomers(table, Character(0, name, Kind(form.kind), sheet), form.count)
    for one in added:
        play.tell("foe-added", "FELL-X-npc", {"who": one.name})
    return Outcome("added", {"count": form.count}, table.put(*added))


class HirelingPay(StrEnum):
    """Whether a hireling has been paid for today."""

    IN_ADVANCE = "paid-in-advance"
    UNPAID = "not-paid"


def _pay_wages(table: Table, key: int, days: int, payer: int, play: Play) -> tuple[Table, Character]:
    """Pay wages for some days in advance from the payer's coin; with `payer` 0, they come from elsewhere.
    Raises `RuleError` if the payer does not have enough.
    """
    who = table[key]
    if not days:
        return table, who
    cost = FellSheet.of(who).wage * days
    table = _spent(table, payer, cost) if payer else table
    play.tell("fell-paid", "FELL-X-hire", {"who": who.name, "coin": cost, "days": days})
    sheet = replace(FellSheet.of(who), days_paid=FellSheet.of(who).days_paid + days)
    paid = replace(table[key], sheet=sheet)
    return table.put(paid), paid


def _spent(table: Table, payer: int, cost: int) -> Table:
    sheet = FellSheet.of(table[payer])
    if sheet.coin < cost:
        raise RuleError("fell.coin", who=table[payer].name, coin=sheet.coin, cost=cost)
    return table.put(replace(table[payer], sheet=replace(sheet, coin=sheet.coin - cost)))


def _improve_hireling(who: Character, what: str, play: Play) -> Character:
    """Improve a hireling: a bigger hit die or another skill; the wage rises by 5 (FELL-X-hire).
    Raises `RuleError` when a d12 is to grow, and for a skill that is already known.
    """
    sheet = FellSheet.of(who)
    if what == BIGGER_DIE:
        if sheet.hit_die.sides >= LADDER[-1]:
            raise RuleError("fell.hit-die", who=who.name, die=die_cell_text(sheet.hit_die.sides))
        sides = bigger_die(sheet.hit_die.sides)
        current = min(sheet.hit_points.current, sides)
        improved = replace(sheet, hit_die=Die(sides), hit_points=Meter(current, sides))
    elif sheet.skills.has(what):
        raise RuleError("fell.knows-it", who=who.name, skill=what)
    else:
        improved = replace(sheet, skills=Tags((*sheet.skills.names, what)))
    wage = sheet.wage + WAGE
    play.tell("fell-hireling-improved", "FELL-X-hire", {"who": who.name, "option": what, "coin": wage})
    return replace(who, sheet=replace(improved, wage=wage))


def _standing(who: Character) -> str:
    """Whether today is paid for: otherwise facing danger requires a WIL contest (FELL-X-hire)."""
    return HirelingPay.IN_ADVANCE if FellSheet.of(who).days_paid > 0 else HirelingPay.UNPAID


def _improvements(table: Table, given: Given) -> tuple[str, ...]:
    known = person_given_by_input(table, given)
    return (BIGGER_DIE, *(FellSheet.of(known).unknown_skills if known else SKILLS))


def _nobody_hired(table: Table) -> tuple[str, ...]:
    return () if table.in_play(Kind.HENCHMAN) else ("nobody-hired",)


def _can_pay(table: Table, given: Given, who: Character) -> bool:
    hired = person_given_by_input(table, given)
    return FellSheet.of(who).coin >= (FellSheet.of(hired).wage if hired else WAGE)


PAYER = Who("payer", kinds=(Kind.PC,), optional=True, proposed=_can_pay)
"""Who pays: the first with enough for a day is proposed. If nobody does, the coin comes from elsewhere."""
HIRELING = Who("who", kinds=(Kind.HENCHMAN,), fits=lives)


@frozen
class Hire:
    name: str = input_field(Words())
    skill: str = input_field(Choice(options=lambda table, given: SKILLS))
    days: int = input_field(Number(default=1, highest=365))
    payer: int = input_field(PAYER)


def _hire(table: Table, form: Hire, play: Play) -> Outcome:
    """Add a new hireling, paid for some days in advance by the payer, if there is one. Rolls nothing."""
    points = Meter(HIT_DIE, HIT_DIE)
    sheet = FellSheet(hit_die=Die(HIT_DIE), hit_points=points, skills=Tags((form.skill,)), wage=WAGE)
    hired = Character(table.next_key, free_name(form.name, table), Kind.HENCHMAN, sheet)
    play.tell("fell-hired", "FELL-X-hire", {"who": hired.name, "skill": form.skill, "coin": WAGE})
    after, hired = _pay_wages(table.put(hired), hired.key, form.days, form.payer, play)
    return Outcome(_standing(hired), {"coin": FellSheet.of(hired).wage * form.days}, after)


@frozen
class PayWages:
    who: int = input_field(HIRELING)
    days: int = input_field(Number(default=1, lowest=1, highest=365))
    payer: int = input_field(PAYER)


def _pay(table: Table, form: PayWages, play: Play) -> Outcome:
    after, paid = _pay_wages(table, form.who, form.days, form.payer, play)
    return Outcome(_standing(paid), {"coin": FellSheet.of(paid).wage * form.days}, after)


@frozen
class ImproveHireling:
    who: int = input_field(HIRELING)
    improvement: str = input_field(Choice(options=_improvements))


def _improve(table: Table, form: ImproveHireling, play: Play) -> Outcome:
    improved = _improve_hireling(table[form.who], form.improvement, play)
    return Outcome("improved", {"wage": FellSheet.of(improved).wage}, table.put(improved))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.create",
        rules=("FELL-X-create", "FELL-X-abil", "FELL-X-skill", "FELL-X-spell"),
        run=_create,
        group=Group.SHEET,
        outcomes=("created",),
        amounts=(*ABILITIES, "coin"),
        role=Role.CREATE,
    ),
    Procedure(
        id="fell.add-foe",
        rules=("FELL-X-npc", "FELL-X-armour"),
        run=_add_foe,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        role=Role.FOE,
    ),
    Procedure(
        id="fell.hire",
        rules=("FELL-X-hire", "FELL-X-skill"),
        run=_hire,
        group=Group.SHEET,
        outcomes=tuple(HirelingPay),
        amounts=("coin",),
    ),
    Procedure(
        id="fell.pay-wages",
        rules=("FELL-X-hire",),
        run=_pay,
        group=Group.SHEET,
        outcomes=tuple(HirelingPay),
        amounts=("coin",),
        problems=_nobody_hired,
    ),
    Procedure(
        id="fell.improve-hireling",
        rules=("FELL-X-hire",),
        run=_improve,
        group=Group.GROWTH,
        outcomes=("improved",),
        amounts=("wage",),
        problems=_nobody_hired,
    ),
)
