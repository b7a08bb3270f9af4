"""The least likely results of a session: the exact chance of each roll's outcome, on the table of that time.

A roll counts when its odds are known at once and its questions were answered as proposed, for of these the
odds speak. Counting them takes some milliseconds a roll: it is for a worker.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from tableside.campaign.documents import Documents, safe_table
from tableside.campaign.entries import Entry, given_for
from tableside.campaign.replay import earlier_readings
from tableside.campaign.sessions import Session, backwards
from tableside.errors import RuleError, StoreError
from tableside.frozen import frozen
from tableside.rules.inputs import Given, Who
from tableside.rules.play import ChoiceAsked, Chosen, Rolled, Step, attempt
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Kind, Table
from tableside.views.players import is_secret

LIKELY = Fraction(1, 3)
"""From this chance on a result is nothing to tell of."""
OPEN = (Kind.PC, Kind.HENCHMAN)
"""Kinds whose chances players may know."""


@frozen
class Unlikely:
    """A result, and what its chance was."""

    entry: Entry
    chance: Fraction
    for_players: bool
    """Whether it tells nothing that only the GM may know."""


Thrown = tuple[Entry, Documents]
"""A roll, and the documents before it."""


def thrown(session: Session) -> tuple[Thrown, ...]:
    """The entries of a session that dice decided, the last first."""
    return tuple(each for each in backwards(session) if _has_dice(each[0]))


def _has_dice(entry: Entry) -> bool:
    return entry.is_of_a_rule and any(isinstance(step, Rolled) for step in entry.steps)


def unlikely(rolls: Iterable[Thrown], rules: Ruleset) -> tuple[Unlikely, ...]:
    """Those of these rolls whose results were unlikely, the least likely first."""
    found = [each for each in _all(rolls, rules) if each.chance < LIKELY]
    return tuple(sorted(found, key=lambda each: (each.chance, each.entry.number)))


def _all(rolls: Iterable[Thrown], rules: Ruleset) -> Iterator[Unlikely]:
    for entry, before in rolls:
        procedure = rules.procedure(entry.procedure)
        if procedure.odds is None or procedure.group == Group.FIGHT or procedure.role == Role.TABLE:
            continue  # whose turn comes is no result, and a table has nothing but unlikely ones
        if earlier_readings(entry, rules):
            continue  # today's rules would say something else of it
        try:
            table, given = safe_table(before, rules), given_for(procedure, entry)
            chance = chance_of(procedure, table, given, entry)
        except (RuleError, StoreError):
            continue  # the same, of what was made before entries said by which reading
        except (ArithmeticError, LookupError, TypeError, ValueError):
            continue  # an entry that came from elsewhere may hold what its procedure does not take
        if chance:
            yield Unlikely(entry, chance, _is_open(procedure, table, given, entry))


def chance_of(procedure: Procedure, table: Table, given: Given, entry: Entry) -> Fraction | None:
    """The exact chance of an entry's outcome on the table before it; of the oracle, that of its yes or no,
    whatever it adds. None: it cannot be told at once.

    Raises `RuleError` when the procedure could not have been carried out.
    """
    if procedure.takes_long(table, given) or not _as_proposed(procedure, table, given, entry.steps):
        return None
    chances = procedure.chances(table, given).chances
    if procedure.role == Role.ORACLE:
        alike = (each for each in chances if _side(each) == _side(entry.result))
        return sum((chances[each] for each in alike), Fraction(0))
    return chances.get(entry.result)


def _side(answer: str) -> str:
    """Yes or no."""
    return answer.partition("-")[0]


def _as_proposed(procedure: Procedure, table: Table, given: Given, steps: tuple[Step, ...]) -> bool:
    """Whether every question was answered as was proposed."""
    rule = procedure.perform(table, given)
    for place, step in enumerate(steps):
        if isinstance(step, Chosen):
            asked = attempt(rule, steps[:place])
            if not isinstance(asked, ChoiceAsked) or asked.default != step.choice:
                return False
    return True


def _is_open(procedure: Procedure, table: Table, given: Given, entry: Entry) -> bool:
    """Whether nothing went into it that players do not know: an enemy's numbers, a difficulty kept secret."""
    named: list[int] = []
    for each in procedure.inputs:
        value = given.get(each.id)
        if isinstance(each, Who):
            named += [int(key) for key in value] if isinstance(value, tuple) else [int(value or 0)]
    kinds = {table[key].kind for key in named if key in table.characters}
    is_hidden = is_secret(entry) or bool(given.get("secret"))
    return bool(kinds) and kinds <= {*OPEN} and not is_hidden
