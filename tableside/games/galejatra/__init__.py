"""Galejatra: the ruleset that the app loads, with a character's values for the GM's lists."""

from tableside.games.galejatra import explained, facts, labels, procedures
from tableside.games.galejatra.house import HOUSE_RULES, REVISIONS, GalejatraHouse
from tableside.games.galejatra.pool import FLIPPED, SURVIVES, opposition_band
from tableside.games.galejatra.sheet import BAND, HEAD, OBSTACLES, WORST, GalejatraSheet
from tableside.rules.life_states import HELPLESS
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Kind, Table


def _blank(kind: Kind) -> GalejatraSheet:
    """A blank sheet; one point of reserve and one luck die are the recommended start."""
    return GalejatraSheet(reserve=Meter(0, 0), luck=Meter(0, 0)) if kind == Kind.ENEMY else GalejatraSheet()


def _vitals(table: Table, who: Character) -> tuple[tuple[str, str], ...]:
    """An obstacle's opposition; for others the worst ailment, then reserve and luck if they are in play."""
    sheet, house = GalejatraSheet.of(who), GalejatraHouse.of(table)
    if who.kind in OBSTACLES and sheet.aspects.rows:
        return (("aspects", str(sheet.most_opposing)),)
    values = [("ailments", f"\N{MINUS SIGN}{sheet.dice_lost}" if sheet.dice_lost else "0")]
    if house.reserve_is_on:
        values.append(("reserve", sheet.reserve.text))
    if house.luck_is_on:
        values.append(("luck", sheet.luck.text))
    return tuple(values)


def _at_a_glance(who: Character) -> tuple[str, int]:
    """The dice that all ailments take; for an obstacle, its opposition dice."""
    sheet = GalejatraSheet.of(who)
    if who.kind in OBSTACLES and sheet.aspects.rows:
        return "galejatra.opposes", sheet.most_opposing
    return ("galejatra.hurt", sheet.dice_lost) if sheet.dice_lost else ("galejatra.unhurt", 0)


def _meters(who: Character) -> tuple[Meter, ...]:
    """What the worst ailment leaves of its five steps (HEI-X-vaiva-make); nothing for an obstacle."""
    sheet = GalejatraSheet.of(who)
    if who.kind in OBSTACLES and sheet.aspects.rows:
        return ()
    worst = max((row.number for row in sheet.ailments.rows), default=0)
    return (Meter(WORST - worst, WORST),)


def _state(table: Table, who: Character) -> tuple[str, ...]:
    return tuple(each for each in HELPLESS if who.has(each))


def _derived(table: Table, who: Character) -> dict[str, tuple[str, int]]:
    """The pool from each skill, the dice that ailments take, and how hard an obstacle is."""
    sheet = GalejatraSheet.of(who)
    values = {f"skills.{place}": ("pool", 1 + row.rank) for place, row in enumerate(sheet.skills.rows, 1)}
    if sheet.dice_lost:
        values["ailments"] = ("dice-lost", sheet.dice_lost)
    most = sheet.most_opposing
    return values | {"aspects": (f"band-{opposition_band(most)}", most)} if most else values


RULESET = Ruleset(
    id="galejatra",
    name="Galejatra",
    blank=_blank,
    load=lambda: procedures.PROCEDURES,
    house_rules=HOUSE_RULES,
    vitals=_vitals,
    meters=_meters,
    at_a_glance=_at_a_glance,
    counts_from=dict.fromkeys(("player-dice", "luck-dice", "opposition-dice"), SURVIVES),
    turned_to=dict.fromkeys(("exerts", "pushes"), FLIPPED),
    spends={"exert": "reserve"},
    derived=_derived,
    state=_state,
    conditions=HELPLESS,
    is_obstacle=GalejatraSheet.is_obstacle,
    harms=dict.fromkeys(("ailment-given", "ailment-nowhere", "ailment-worse", "bleeds-on"), ""),
    heals=dict.fromkeys(("ailment-eased", "ailment-gone"), ""),
    attacks=("galejatra.attempt",),
    turns=Turns(begin="turn.begin-sides"),
    revisions=REVISIONS,
    texts=lambda: {**labels.TEXTS, **facts.TEXTS},
    explained=lambda: explained.EXPLAINED,
    told=lambda: explained.TOLD,
    head=HEAD,
    band=BAND,
    own_parts=("items", "notes"),
    demo=f"{__path__[0]}/demo",
)
