"""d20 SRD 3.5: the ruleset that the app loads, with a character's values for the GM's lists."""

from dataclasses import replace
from typing import Final

from tableside.games.d20 import explained, facts, labels, other_tools, procedures
from tableside.games.d20.armour_class import armour_class_against_attack
from tableside.games.d20.checks import ABILITIES
from tableside.games.d20.conditions import CONDITIONS, STABLE
from tableside.games.d20.hit_points import DISABLED, STAGGERED, dying_lose_hit_points, hit_point_state
from tableside.games.d20.house import HOUSE_RULES, REVISIONS
from tableside.games.d20.sheet import BAND, D20Sheet, ability_modifier
from tableside.rules.life_states import DEAD, DYING, HELPLESS
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Kind, Table

KNOWN_AS: Final = {
    "blind": "blinded",
    "paralyzed": "paralysed",
    "grappled": "grappling",
    "bound": "helpless",
    "asleep": "helpless",
    "defensive": "fighting-defensively",
    "total-defense": "total-defence",
    "in total defence": "total-defence",
    "scared": "frightened",
    "sick": "sickened",
}


def _blank(kind: Kind) -> D20Sheet:
    """A blank sheet."""
    return D20Sheet(hit_points=Meter(5, 5)) if kind == Kind.ENEMY else D20Sheet()


def _revived(who: Character) -> Character:
    """The character with at least 1 hit point: below 0 one is dying again."""
    sheet = D20Sheet.of(who)
    least = max(1, sheet.hit_points.current)
    return replace(who, sheet=replace(sheet, hit_points=replace(sheet.hit_points, current=least)))


def _vitals(table: Table, who: Character) -> tuple[tuple[str, str], ...]:
    """Hit points first, then the Armour Class that an attack has to reach now, then initiative."""
    hit_points = D20Sheet.of(who).hit_points
    return (
        ("hit_points", hit_points.text),
        ("armour_class", str(armour_class_against_attack(table, who).number)),
        ("initiative", f"{D20Sheet.initiative_modifier_of(who):+d}"),
    )


def _meters(who: Character) -> tuple[Meter, ...]:
    """Hit points."""
    return (D20Sheet.of(who).hit_points,)


def _counted_against(who: Character) -> tuple[str, int]:
    """Nonlethal damage (D20-X-nonlethal)."""
    points = D20Sheet.of(who).nonlethal
    return ("d20.nonlethal", points) if points else ("", 0)


def _derived(table: Table, who: Character) -> dict[str, tuple[str, int]]:
    """The modifiers, and Armour Class as it is now (D20-ff); and against touch attacks, if the sheet has no
    number of its own, 10 and Dexterity (D20-X-touch).
    """
    own, sheet = armour_class_against_attack(table, who, touch=True).number, D20Sheet.of(who)
    touch = {"touch": ("usual-touch" if not sheet.touch else "touch", own)} if own != sheet.touch else {}
    return {
        **{each: ("modifier", ability_modifier(getattr(sheet, each))) for each in ABILITIES},
        "initiative_bonus": ("initiative", D20Sheet.initiative_modifier_of(who)),
        "armour_class": ("now", armour_class_against_attack(table, who).number),
        **touch,
    }


def _state(table: Table, who: Character) -> tuple[str, ...]:
    """The states that must not be overlooked: being unable to act, or close to it."""
    stable = (DYING,) if who.has(STABLE) else ()
    states = [each for each in HELPLESS if who.has(each) and each not in stable]
    if (now := hit_point_state(D20Sheet.of(who))) in (DISABLED, STAGGERED) and not who.has(DEAD):
        states.append(now)
    return tuple(states)


RULESET = Ruleset(
    id="d20",
    name="d20 SRD 3.5",
    blank=_blank,
    load=lambda: procedures.PROCEDURES,
    house_rules=HOUSE_RULES,
    vitals=_vitals,
    meters=_meters,
    counted_against=_counted_against,
    derived=_derived,
    state=_state,
    conditions=CONDITIONS,
    known_as=KNOWN_AS,
    dyings=(DYING, STABLE),
    eases={STABLE: DYING},
    harms={"loses-hit-points": "points", "takes-nonlethal": "points", "bleeds": "points"},
    heals={"regains-hit-points": "points"},
    revived=_revived,
    revisions={**REVISIONS, "turn.end": 1},  # those who are stable are told only that
    scores=(
        "strength",
        "dexterity",
        "constitution",
        "intelligence",
        "wisdom",
        "charisma",
        "initiative_bonus",
    ),
    attacks=("d20.attack", "d20.full-attack"),
    turns=Turns(
        begin="d20.begin-battle",
        modifier=D20Sheet.initiative_modifier_of,
        round_ends=dying_lose_hit_points,
        round_rules=("D20-X-stable", "D20-AMB-12"),
    ),
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: explained.TOLD,
    other_tools=lambda: other_tools.OTHER_TOOLS,
    band=BAND,
    own_parts=("notes",),
    demo=f"{__path__[0]}/demo",
)
