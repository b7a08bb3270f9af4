"""Defiances (PBT-X-save): spending one on a consequence, and Refresh Yourself; attention tokens
(PBT-X-token), one a player at the session's start, of which two spent are an XP.
"""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.wandered.resources import is_usable, use
from tableside.games.wandered.sheet import (
    BY_DEFIANCE,
    DEFIANCES,
    PLAYERS,
    Wandered,
    check_player,
    number_of,
    row_of,
    sheet_of,
)
from tableside.rules.inputs import Choice, Given, Nothing, Who, asked, person_given
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.sheet import Meter
from tableside.rules.states import check_lives, lives
from tableside.rules.table import Character, Table
from tableside.rules.typed import slug

TOKENS_FOR_EXPERIENCE: Final = 2


def defiances(sheet: Wandered) -> dict[str, Meter]:
    """The four Defiances by id."""
    meters = (sheet.force, sheet.skill, sheet.charm, sheet.intuition)
    return dict(zip(DEFIANCES, meters, strict=True))


def with_defiances(sheet: Wandered, meters: dict[str, Meter]) -> Wandered:
    return replace(
        sheet,
        force=meters["force"],
        skill=meters["skill"],
        charm=meters["charm"],
        intuition=meters["intuition"],
    )


def ways_to_defy(who: Character, day: int) -> tuple[str, ...]:
    """What a consequence can be defied with: Defiances with points left, then resources that save."""
    sheet = sheet_of(who)
    meters = defiances(sheet)
    possible = [way for way, id in BY_DEFIANCE.items() if meters[id].current > 0]
    saves = (row for row in sheet.resources.rows if number_of(row, "saves") and is_usable(row, day))
    return (*possible, *(slug(row.name) for row in saves if slug(row.name) not in BY_DEFIANCE))


def defy(who: Character, way: str, day: int, play: Play) -> Character:
    """Defy a consequence (PBT-X-save): a point of a Defiance, or a use of a resource such as armour.

    It undoes the consequence, never what happened in the fiction. Not checked: whether it can be defied;
    sacrifices and escalations cannot. Raises `RuleError` when nothing is left of it.
    """
    check_player(who)
    check_lives(who)
    if way not in ways_to_defy(who, day):
        raise RuleError("wandered.cannot-defy", who=who.name, way=way, left=ways_to_defy(who, day))
    if way in BY_DEFIANCE:
        meters = defiances(sheet_of(who))
        spent = meters[BY_DEFIANCE[way]].lose(1)
        play.tell("defied", "PBT-X-save", {"who": who.name, "option": way, "left": spent.current})
        return replace(who, sheet=with_defiances(sheet_of(who), {**meters, BY_DEFIANCE[way]: spent}))
    name = row_of(who, sheet_of(who).resources, way).name
    play.tell("defied-by-resource", "PBT-X-save", {"who": who.name, "name": name})
    return use(who, way, day, play)


def refresh_yourself(who: Character, play: Play) -> Character:
    """Refresh Yourself (PBT-X-save): every Defiance is back at its points."""
    check_player(who)
    check_lives(who)
    meters = defiances(sheet_of(who))
    points = sum(max(0, meter.maximum - meter.current) for meter in meters.values())
    play.tell("refreshed-oneself", "PBT-X-save", {"who": who.name, "points": points})
    full = {id: meter.regain(meter.maximum) for id, meter in meters.items()}
    return replace(who, sheet=with_defiances(sheet_of(who), full))


def _ways(table: Table, given: Given) -> tuple[str, ...]:
    who = person_given(table, given)
    return ways_to_defy(who, table.day) if who else ()


def _can_defy(table: Table, who: Character) -> bool:
    return lives(table, who) and bool(ways_to_defy(who, table.day))


@frozen
class Defy:
    """What `wandered.defy` asks for."""

    who: int = asked(Who(kinds=PLAYERS, fits=_can_defy))
    way: str = asked(Choice(options=_ways))


def _defy(table: Table, form: Defy, play: Play) -> Outcome:
    return Outcome("defied", table=table.put(defy(table[form.who], form.way, table.day, play)))


@frozen
class Refresh:
    """What `wandered.refresh` asks for."""

    who: tuple[int, ...] = asked(Who(kinds=PLAYERS, many=True, fits=lives))


def _refresh(table: Table, form: Refresh, play: Play) -> Outcome:
    return Outcome("refreshed", table=table.with_each(form.who, lambda each: refresh_yourself(each, play)))


def token_holders(table: Table) -> tuple[Character, ...]:
    """Those who have tokens: who attends the session that is on; without one, every player's character."""
    in_play = table.in_play(*PLAYERS)
    if not table.session_is_on:
        return in_play
    return tuple(each for each in in_play if each.key in table.attending) or in_play


def hand_out(table: Table, play: Play) -> Table:
    """Everybody holds one token (PBT-X-token). Raises `RuleError` without players."""
    held = token_holders(table)
    if not held:
        raise RuleError("wandered.no-player")
    play.tell("tokens-handed-out", "PBT-X-token", {"count": len(held)})
    return table.put(*(replace(each, sheet=replace(sheet_of(each), attention=1)) for each in held))


def hand_one(table: Table, key: int, play: Play) -> Table:
    """A token for one who comes late (PBT-X-token): their player's first this session."""
    play.tell("token-handed-late", "PBT-X-token", {"who": table[key].name})
    return table.put(replace(table[key], sheet=replace(sheet_of(table[key]), attention=1)))


def spend_token(table: Table, who: Character, play: Play) -> Table:
    """Spend a token (PBT-X-token): every second one is an XP. When all are spent, all are handed back.

    Raises `RuleError` when they hold none.
    """
    sheet = sheet_of(who)
    if sheet.attention < 1:
        raise RuleError("wandered.no-attention", who=who.name)
    spent = sheet.attention_spent + 1
    gained, left = divmod(spent, TOKENS_FOR_EXPERIENCE)
    experience = sheet.experience + gained
    play.tell("token-spent", "PBT-X-token", {"who": who.name, "left": sheet.attention - 1})
    if gained:
        play.tell("experience-for-tokens", "PBT-X-token", {"who": who.name, "experience": experience})
    changed = replace(sheet, attention=sheet.attention - 1, attention_spent=left, experience=experience)
    table = table.put(replace(who, sheet=changed))
    return table if any(sheet_of(each).attention for each in token_holders(table)) else hand_out(table, play)


def _holds_one(table: Table, who: Character) -> bool:
    return sheet_of(who).attention > 0


def _hand_out(table: Table, form: Nothing, play: Play) -> Outcome:
    return Outcome("handed-out", table=hand_out(table, play))


@frozen
class SpendToken:
    """What `wandered.spend-token` asks for."""

    who: int = asked(Who(kinds=PLAYERS, fits=_holds_one))


def _spend(table: Table, form: SpendToken, play: Play) -> Outcome:
    after = spend_token(table, table[form.who], play)
    return Outcome("spent", {"experience": sheet_of(after[form.who]).experience}, after)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.defy",
        rules=("PBT-X-save", "PBT-X-resource"),
        form=Defy,
        run=_defy,
        group=Group.CARE,
        outcomes=("defied",),
        problems=lambda table: (
            () if any(_can_defy(table, each) for each in table.in_play(*PLAYERS)) else ("nobody-can-defy",)
        ),
    ),
    Procedure(
        id="wandered.refresh",
        rules=("PBT-X-save",),
        form=Refresh,
        run=_refresh,
        group=Group.CARE,
        outcomes=("refreshed",),
    ),
    Procedure(
        id="wandered.hand-out-tokens",
        rules=("PBT-X-token",),
        form=Nothing,
        run=_hand_out,
        group=Group.SESSION,
        outcomes=("handed-out",),
        problems=lambda table: () if table.in_play(*PLAYERS) else ("no-players",),
    ),
    Procedure(
        id="wandered.spend-token",
        rules=("PBT-X-token",),
        form=SpendToken,
        run=_spend,
        group=Group.GROWTH,
        outcomes=("spent",),
        amounts=("experience",),
        problems=lambda table: (
            () if any(_holds_one(table, each) for each in table.in_play(*PLAYERS)) else ("no-tokens",)
        ),
    ),
)
