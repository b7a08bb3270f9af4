"""Time that passes: `two hours pass`, `a week later`, in what the game counts it in."""

from tableside.language.echo import Said
from tableside.language.idioms import UNITS
from tableside.language.listener import Listener
from tableside.language.tokens import called, refused
from tableside.rules.form import new_form
from tableside.rules.inputs import Choice, Number, Value
from tableside.rules.procedure import Group, Procedure
from tableside.wording.results import either

DAYS, WEEKS = "days", "weeks"
DAYS_OF_A_WEEK = 7
PASS_DAYS = "campaign.pass-days"


def time_said(listener: Listener, text: str) -> Said | None:
    """So much time as passes. None: none does. Raises `RuleError` naming what this game counts."""
    counted = _counted(text)
    if counted is None:
        return None
    count, unit = counted
    if unit == WEEKS:
        count, unit = count * DAYS_OF_A_WEEK, DAYS
    procedure = _passing(listener, unit)
    if procedure is None:
        known = [called(f"unit.{each}")[1] for each in UNITS if _passing(listener, each)]
        raise refused("no-such-time", unit=called(f"unit.{unit}")[1], known=either(known))
    given: dict[str, Value] = {each.id: unit for each in procedure.inputs if isinstance(each, Choice)}
    for each in procedure.inputs:
        if isinstance(each, Number):
            given[each.id] = each.read(str(count), listener.table, given)
    form = new_form(procedure, listener.table, None, given)
    return Said(listener.command(procedure.id), form, (), tuple(given))


def _passing(listener: Listener, unit: str) -> Procedure | None:
    """What lets time pass that is counted so. None: this game does not count it."""
    if unit in (DAYS, WEEKS):
        return listener.rules.procedure(PASS_DAYS)
    sessions = (each for each in listener.rules.procedures if each.group == Group.SESSION)
    fitting = (each for each in sessions if any(_counts_in(one, unit, listener) for one in each.inputs))
    return next(fitting, None)


def _counts_in(input: object, unit: str, listener: Listener) -> bool:
    return isinstance(input, Choice) and unit in input.options(listener.table, {})


def _counted(text: str) -> tuple[int, str] | None:
    """How much of what passes; None where a line says something else."""
    line = text.strip().casefold().rstrip(".!")
    verb = max((each for each in called("time-passes") if line.endswith(f" {each}")), key=len, default="")
    words = line.removesuffix(verb).split()
    if not verb or len(words) != 2:
        return None
    count, unit = _number(words[0]), next((each for each in UNITS if words[1] in called(f"unit.{each}")), "")
    return (count, unit) if count and unit else None


def _number(word: str) -> int:
    """What a word counts; 0 where it counts nothing."""
    if word.isdecimal() and len(word) <= MOST_DIGITS:
        return int(word)
    if word in called("articles"):
        return 1
    numbers = called("numbers")
    return numbers.index(word) if word in numbers else 0


MOST_DIGITS = 6
"""Of how much time passes: more is no number here."""
