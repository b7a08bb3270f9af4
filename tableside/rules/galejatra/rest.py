"""Uninterrupted rest (HEI-X-reservi, HEI-X-onni): once a day what was spent returns."""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.galejatra.efforts import with_meters
from tableside.rules.galejatra.sheet import PEOPLE, sheet_of
from tableside.rules.inputs import Who
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.states import check_lives, is_dead
from tableside.rules.table import Character, Kind, Table


def rest(who: Character, play: Play) -> Character:
    """Reserve and luck dice return, up to their maximum. Rolls nothing. Raises `RuleError` for the dead."""
    check_lives(who)
    sheet = sheet_of(who)
    reserve, luck = sheet.reserve.regain(sheet.reserve.maximum), sheet.luck.regain(sheet.luck.maximum)
    if reserve != sheet.reserve:
        play.tell("reserve-returns", "HEI-X-reservi", {"who": who.name, "left": reserve.current})
    if luck != sheet.luck:
        play.tell("luck-dice-return", "HEI-X-onni", {"who": who.name, "left": luck.current})
    return with_meters(who, luck=luck, reserve=reserve)


def _fights(table: Table) -> tuple[str, ...]:
    return ("fight-is-on",) if table.order is not None else ()


@frozen
class Rest:
    """What `galejatra.rest` asks for."""

    who: tuple[int, ...] = asked(Who(kinds=PEOPLE, many=True, optional=True))


def _rest(table: Table, form: Rest, play: Play) -> Outcome:
    """The day's rest; nobody named: all players' characters and henchmen. A new day begins."""
    if _fights(table):
        raise RuleError("nobody rests in a fight: finish it first (HEI-X-reservi)")
    sleepers = [table[key] for key in dict.fromkeys(form.who)] or [
        each for each in table.in_play(Kind.PC, Kind.HENCHMAN) if not is_dead(each)
    ]
    after = table.put(*(rest(each, play) for each in sleepers))
    play.tell("new-day", "HEI-X-turns", {"day": table.day + 1})
    return Outcome("rested", {"day": table.day + 1}, replace(after, day=table.day + 1))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.rest",
        rules=("HEI-X-reservi", "HEI-X-onni", "HEI-X-heal", "HEI-X-turns"),
        form=Rest,
        run=_rest,
        group=Group.CARE,
        outcomes=("rested",),
        amounts=("day",),
        role=Role.REST,
        on_table=True,
        problems=_fights,
    ),
)
