"""Troika! Numinous Edition: the ruleset that the app loads, with a character's values for the GM's lists."""

from collections.abc import Sequence
from dataclasses import replace

from tableside.games.troika import explained, facts, labels, other_tools, procedures, sheet, time
from tableside.games.troika.conditions import CONDITIONS, KNOWN_AS
from tableside.games.troika.damage import OF_SPELLS, SLOTS_OF_WEAPON, WEAPONS
from tableside.games.troika.house import HOUSE_RULES, OF_TESTS, REVISIONS, REVISIONS_OF_SHEETS, TroikaHouse
from tableside.games.troika.inventory import (
    KEPT_AS_NUMBERS,
    inventory_burden,
    inventory_slot_rows,
    inventory_slots_used,
    is_swamped_by_inventory,
)
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.life_states import is_dead
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.sheet import Meter, Skills
from tableside.rules.table import Character, Kind, Table

ALARMING = ("dead", "dying", "out-of-action", "unconscious", "drowning", "fire", "poison", "bleeding")


def _blank(kind: Kind) -> TroikaSheet:
    """A blank sheet with the lowest numbers of creation (TRO-X-create)."""
    if kind == Kind.ENEMY:
        return TroikaSheet(skill=5, stamina=Meter(6, 6), luck=Meter(0, 0))
    return TroikaSheet()


def _revived(who: Character) -> Character:
    """The character with at least 1 Stamina, to which the dying are healed too (TRO-4.1, TRO-4.3)."""
    sheet = TroikaSheet.of(who)
    least = max(1, sheet.stamina.current)
    return replace(who, sheet=replace(sheet, stamina=replace(sheet.stamina, current=least)))


def _vitals(table: Table, who: Character) -> tuple[tuple[str, str], ...]:
    """Stamina first, then the other numbers that are spent."""
    sheet = TroikaSheet.of(who)
    values = [("stamina", sheet.stamina.text), ("skill", str(sheet.skill))]
    if who.kind == Kind.ENEMY:
        values.append(("initiative", str(sheet.initiative)))
    else:
        values.append(("luck", str(sheet.luck.current)))
    return tuple(values)


def _meters(who: Character) -> tuple[Meter, ...]:
    """The Stamina meter; at 0 one is dying (TRO-4.3)."""
    return (TroikaSheet.of(who).stamina,)


def _attack_with(who: Character, weapons: Sequence[str]) -> str:
    """The procedure for an attack: shooting with a weapon that is shot, named or in hand (TRO-6.2)."""
    is_shot = any(WEAPONS[each].shot for each in weapons or (TroikaSheet.of(who).weapon,))
    return "troika.shoot" if is_shot else "troika.fight"


def _state(table: Table, who: Character) -> tuple[str, ...]:
    """The states that must not be overlooked: death and what leads to it, and too heavy a load."""
    house = TroikaHouse.of(table)
    sheet = TroikaSheet.of(who)
    states = ["dead"] if is_dead(who) else [each for each in ALARMING if who.has(each)]
    if who.kind == Kind.ENEMY:
        return tuple(states)
    if is_swamped_by_inventory(sheet, house):
        return (*states, "swamped")
    return (*states, "overburdened") if inventory_burden(sheet, house) else tuple(states)


def _derived(table: Table, who: Character) -> dict[str, tuple[str, int]]:
    """Skill totals (TRO-2), slots filled (TRO-10), and positions in the inventory (TRO-6.6)."""
    sheet = TroikaSheet.of(who)
    house = TroikaHouse.of(table)
    values = {
        **_totals("skills", sheet.skills, sheet.skill),
        **_totals("spells", sheet.spells, sheet.skill),
        "items": ("slots-of-12", inventory_slots_used(sheet, house)),
    }
    rows = inventory_slot_rows(sheet, house)
    if worn := sum(row.slots for row in rows if not row.place and row.id not in KEPT_AS_NUMBERS):
        values["items.worn"] = ("slots-worn", worn)
    for row in rows:
        if row.place:
            values[f"items.{row.place}"] = ("slot", row.reach)
        elif row.id in KEPT_AS_NUMBERS and row.slots:
            values[row.id] = ("slot", row.reach)
    return values


def _totals(part: str, skills: Skills, skill: int) -> dict[str, tuple[str, int]]:
    return {f"{part}.{number}": ("total", skill + row.rank) for number, row in enumerate(skills.rows, 1)}


RULESET = Ruleset(
    id="troika",
    name="Troika! Numinous Edition",
    blank=_blank,
    load=lambda: procedures.PROCEDURES,
    house_rules=HOUSE_RULES,
    vitals=_vitals,
    meters=_meters,
    derived=_derived,
    state=_state,
    conditions=CONDITIONS,
    known_as=KNOWN_AS,
    attack=_attack_with,
    harms={"wounded": "points"},
    heals={"healed": "points"},
    costs={"spell-paid": "points"},
    settled=sheet.TroikaSheet.settle_gear,
    revived=_revived,
    session_begins=lambda table, play: time.pass_troika_time_between_sessions(table, play),
    days_pass=lambda table, days, play: time.pass_troika_days(table, 0, play),
    revisions={**REVISIONS, **REVISIONS_OF_SHEETS},
    turns=Turns(
        begin="troika.assemble-stack",
        round_ends=lambda table, members, play: time.pass_troika_round(table, members, play),
        round_rules=("TRO-4.1", "TRO-3.4", "TRO-7.9", "TRO-7.9.1", "TRO-7.9.2", "TRO-AMB-26", *OF_TESTS),
    ),
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: explained.TOLD,
    thing_fields={"spells": {"damage": SLOTS_OF_WEAPON, "touch": ("yes", "no")}},
    known_rows={"spells": OF_SPELLS},
    pack=__name__,
    other_tools=lambda: other_tools.OTHER_TOOLS,
    head=sheet.HEAD,
    band=sheet.BAND,
    own_parts=("provisions", "items", "notes"),
    demo=f"{__path__[0]}/demo",
)
