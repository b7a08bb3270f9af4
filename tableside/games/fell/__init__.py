"""Fell: the ruleset that the app loads, with a character's values for the GM's lists."""

from dataclasses import replace

from tableside.games.fell import explained, facts, labels, procedures
from tableside.games.fell.harm import DYINGS
from tableside.games.fell.house import HOUSE_RULES, REVISIONS, FellHouse
from tableside.games.fell.morale import GIVING_WAY, with_morale_reminder
from tableside.games.fell.sheet import ABILITIES, BAND, HEAD, SKILLS, FellSheet
from tableside.games.fell.time import pass_fell_days, pass_fell_round, pass_fell_time_between_sessions
from tableside.rules.cells import die_cell_text
from tableside.rules.life_states import DEAD, OUT_OF_ACTION, UNCONSCIOUS, is_dead
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Kind, Table

PACES = ("encounter", "dungeon", "wild")
"""Lengths of a round: about 10 seconds, 10 minutes, an hour (FELL-TURN)."""

ALARMING = (DEAD, *DYINGS, OUT_OF_ACTION, UNCONSCIOUS)
DEPRIVED = "deprived"
FATIGUED = "fatigued"
OVERBURDENED = "overburdened"


def _blank(kind: Kind) -> FellSheet:
    """A blank sheet with the smallest dice."""
    return FellSheet()


def _revived(who: Character) -> Character:
    """The character with at least 1 point in everything: 0 is dying or beaten (FELL-DEATH, FELL-X-npc)."""
    for ability in ABILITIES:
        points = FellSheet.points_of(who, ability)
        who = FellSheet.with_points_of(who, ability, replace(points, current=max(1, points.current)))
    return who


def _vitals(table: Table, who: Character) -> tuple[tuple[str, str], ...]:
    """The points left of BOD, INT and WIL, none of which may reach 0; or hit points and the hit die."""
    sheet = FellSheet.of(who)
    if FellSheet.has_ability_dice(who):
        return (("points", " ".join(str(FellSheet.points_of(who, each).current) for each in ABILITIES)),)
    die = ("hit_die", die_cell_text(sheet.hit_die.sides))
    wages = (("days_paid", str(sheet.days_paid)),) if who.kind == Kind.HENCHMAN else ()
    return (("hit_points", _left(who, ABILITIES[0])), die, *wages)


def _meters(who: Character) -> tuple[Meter, ...]:
    """The points of BOD, INT and WIL, or hit points: none may reach 0 (FELL-DEATH, FELL-X-npc)."""
    abilities = ABILITIES if FellSheet.has_ability_dice(who) else ABILITIES[:1]
    return tuple(FellSheet.points_of(who, each) for each in abilities)


def _left(who: Character, ability: str) -> str:
    return FellSheet.points_of(who, ability).text


def _state(table: Table, who: Character) -> tuple[str, ...]:
    """States not to be overlooked: death and what leads to it, fatigue, deprivation, too heavy a load."""
    sheet = FellSheet.of(who)
    states = [DEAD] if is_dead(who) else [each for each in ALARMING if who.has(each)]
    states += [FATIGUED] if sheet.fatigue(FellHouse.of(table)) else []
    states += [DEPRIVED] if sheet.is_deprived else []
    states += [OVERBURDENED] if FellSheet.is_overburdened(who) else []
    return tuple(states)


def _derived(table: Table, who: Character) -> dict[str, tuple[str, int]]:
    """Slots (FELL-X-slots), protection (FELL-X-armour), the skill die (FELL-X-skill), fatigue (FELL-DEP)."""
    sheet = FellSheet.of(who)
    values = {
        "items": ("slots-free", FellSheet.slots_of(who) - sheet.slots_used),
        "armour": ("protection", sheet.protection),
    }
    if FellSheet.coin_slots(sheet.coin):
        values["coin"] = ("slots-used", FellSheet.coin_slots(sheet.coin))
    if FellSheet.skill_die_of(who):
        values["skills"] = ("skill-die", FellSheet.skill_die_of(who))
    if level := sheet.fatigue(FellHouse.of(table)):
        values["days_deprived"] = ("fatigue", level)
    return values


RULESET = Ruleset(
    id="fell",
    name="Fell",
    blank=_blank,
    load=lambda: procedures.PROCEDURES,
    house_rules=HOUSE_RULES,
    vitals=_vitals,
    meters=_meters,
    derived=_derived,
    state=_state,
    conditions=(*DYINGS, DEAD, OUT_OF_ACTION, UNCONSCIOUS, *GIVING_WAY.values()),
    dyings=DYINGS,
    replacing=lambda table: "step-up" if FellHouse.of(table).step_up in ("replaces", "one-step") else "",
    harms={"fell-harmed": "points"},
    heals={"fell-healed": "points"},
    costs={"fell-spell-paid": "points"},
    deals={"fell-dealt": "points"},
    settled=FellSheet.settle_points,
    revived=_revived,
    session_begins=pass_fell_time_between_sessions,
    days_pass=pass_fell_days,
    revisions=REVISIONS,
    attacks=("fell.attack-foe",),
    reminds=with_morale_reminder,
    turns=Turns(
        begin="turn.begin-sides", paces=PACES, round_ends=pass_fell_round, round_rules=("FELL-DEATH",)
    ),
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: explained.TOLD,
    head=HEAD,
    band=BAND,
    own_parts=("rations", "items", "notes"),
    known_rows={"skills": SKILLS},
    demo=f"{__path__[0]}/demo",
)
