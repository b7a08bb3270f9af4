"""If We Wandered Here Long Enough: the ruleset that the app loads, with values for the GM's lists."""

from functools import cache

from tableside.games.wandered import creation, dangers, harm, resources, rolls, words
from tableside.games.wandered.sheet import (
    BAND,
    CONDITIONS,
    HEAD,
    HOUSE_RULES,
    LOWEST_HIT,
    MOST_CONDITIONS,
    PLAYERS,
    REVISIONS,
    TRAP_SIDES,
    Resource,
    WanderedSheet,
    towards_limits,
)
from tableside.rules.life_states import DEAD, HELPLESS
from tableside.rules.play import Play
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset, Turns
from tableside.rules.sheet import Meter
from tableside.rules.table import Character, Kind, Table


def _blank(kind: Kind) -> WanderedSheet:
    """A blank sheet."""
    return WanderedSheet()


def _vitals(table: Table, who: Character) -> tuple[tuple[str, str], ...]:
    """A player's injuries as Pains, Wounds and Breaks, then their conditions; a danger's resources first.

    For a trap without resources its dice come first.
    """
    sheet = WanderedSheet.of(who)
    if who.kind not in PLAYERS:
        values = [("resources", str(len(sheet.resources.rows)))]
        values.append(("escalations", str(len(sheet.escalations.names))))
        trap = [("trap", f"{sheet.trap.current}d{TRAP_SIDES}")] if sheet.trap.maximum else []
        return (*values, *trap) if sheet.resources.rows else (*trap, *values)
    injuries = f"{sheet.pains.marked}/{sheet.wounds.marked}/{sheet.breaks.marked}"
    return (
        ("injuries", injuries),
        ("conditions", f"{len(towards_limits(who))}/{MOST_CONDITIONS}"),
        ("experience", str(sheet.experience)),
    )


def _at_a_glance(who: Character) -> tuple[str, int]:
    """The worst injury of a player; the resources that keep a danger going, or the dice of a trap."""
    sheet = WanderedSheet.of(who)
    if who.kind not in PLAYERS:
        if not sheet.resources.rows:
            return ("", 0) if sheet.trap.maximum else ("wandered.holds-nothing", 0)
        return "wandered.holds", len(sheet.resources.rows)
    tracks = (("break", sheet.breaks), ("wound", sheet.wounds), ("pain", sheet.pains))
    worst = next((id for id, track in tracks if track.marked), "unhurt")
    return f"wandered.{worst}", 0


def _meters(who: Character) -> tuple[Meter, ...]:
    """A player's unmarked boxes of all boxes (PBT-X-harm); nothing for a danger."""
    if who.kind not in PLAYERS:
        return ()
    sheet = WanderedSheet.of(who)
    tracks = (sheet.pains, sheet.wounds, sheet.breaks)
    boxes = sum(each.boxes for each in tracks)
    return (Meter(boxes - sum(each.marked for each in tracks), boxes),)


def _state(table: Table, who: Character) -> tuple[str, ...]:
    """States not to be overlooked: out of it, broken, or one condition from breaking their limits."""
    states = [each for each in HELPLESS if who.has(each)]
    if who.kind not in PLAYERS or who.has(DEAD):
        return tuple(states)
    sheet = WanderedSheet.of(who)
    states += ["broken"] if sheet.breaks.marked else []
    states += ["at-the-limit"] if len(towards_limits(who)) >= MOST_CONDITIONS else []
    return tuple(states)


def _derived(table: Table, who: Character) -> dict[str, tuple[str, int]]:
    """The supply boxes in all (PBT-X-supply); resources that are spent (their refresh) or past their day."""
    sheet = WanderedSheet.of(who)
    values = {"supplies": ("boxes-carried", sheet.boxes)} if who.kind in PLAYERS else {}
    for place, each in enumerate(map(Resource.of, sheet.resources.rows), 1):
        if each.is_expired(table.day):
            values[f"resources.{place}"] = ("expired-on-day", table.day)
        elif each.is_spent:
            values[f"resources.{place}"] = ("uses-left", 0)
    return values


def _session_begins(table: Table, play: Play) -> Table:
    """Hand out an attention token to everybody present (PBT-X-token)."""
    return creation.hand_out(table, play) if creation.holders(table) else table


@cache
def _procedures() -> tuple[Procedure, ...]:
    """All rules of the game in their order on the screens, those on bare numbers last."""
    return (
        *rolls.PROCEDURES,
        *harm.INJURIES,
        *harm.DEFYING,
        *resources.PROCEDURES,
        *dangers.PROCEDURES,
        *creation.PROCEDURES,
        rolls.roll,
        dangers.check_bare_trap,
    )


RULESET = Ruleset(
    id="wandered",
    name="If We Wandered Here Long Enough",
    blank=_blank,
    load=_procedures,
    house_rules=HOUSE_RULES,
    vitals=_vitals,
    meters=_meters,
    at_a_glance=_at_a_glance,
    counts_from={"pool": LOWEST_HIT},
    derived=_derived,
    state=_state,
    conditions=CONDITIONS,
    harms=dict.fromkeys(
        ("marked-pain", "marked-wound", "marked-break", "harm-is-fatal", "resource-removed"), ""
    ),
    turns=Turns(),
    settled=lambda before, after: resources.settle(before, after),
    session_begins=_session_begins,
    comes_late=lambda table, key, play: creation.hand_out_late(table, key, play),
    texts=lambda: words.TEXTS,
    explained=lambda: words.EXPLAINED,
    told=lambda: words.TOLD,
    head=HEAD,
    band=BAND,
    own_parts=("supplies", "notes"),
    demo=f"{__path__[0]}/demo",
    revisions=REVISIONS,
)
