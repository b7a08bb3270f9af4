"""From checks to places in the order of battle: who stands where, when somebody rolls or comes later."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.rules.d20.checks import Check, Modifier, checks_for, rolled, settled
from tableside.rules.d20.house import house_of
from tableside.rules.order.counts import READIED, Counts, Place
from tableside.rules.play import Play
from tableside.rules.states import is_gone
from tableside.rules.table import Table

ONE_ROLL: Final = "one-roll"
TurnBegins = Callable[[Table, int, Play], Table]
"""What happens just before the turn of the one of this key begins."""


def running(table: Table) -> Counts:
    """The order of battle that is running. Raises `RuleError` when there is none."""
    if not isinstance(table.order, Counts):
        raise RuleError("no order of battle is running: begin one first")
    return table.order


def check_is_in(table: Table, key: int) -> None:
    """Raises `RuleError` for one who is not in the battle."""
    if key not in running(table).members:
        raise RuleError(f"{table[key].name} is not in the battle")


def roll_in(table: Table, keys: Iterable[int], modifier: Modifier, play: Play) -> Table:
    """Roll initiative for these members, and put them in their places.

    Rolls one d20 for each (for a group of foes one, D20-AMB-8) in the order of their keys, then the
    roll-offs, the highest count first. The dead and those out of play do not roll.
    """
    order, house = running(table), house_of(table)
    rolling = [key for key in keys if not is_gone(table[key])]
    new = rolled(checks_for((table[key] for key in rolling), modifier, house), play)
    standing = [each for each in order.places if each.face and each.key not in rolling]
    checks = settled((*_checks_of(standing, table), *new), house, play)
    places = {each.key: each for each in order.places}
    by_check = [place for check in checks for place in _places_of(check, places)]
    moved = [each for each in standing if each.is_moved]
    unrolled = [each for each in order.places if not each.face and each.key not in rolling]
    return replace(table, order=order.arranged((*_with_moved(by_check, moved, standing), *unrolled)))


def _checks_of(standing: Iterable[Place], table: Table) -> list[Check]:
    """The checks by which these stand where they do, with the place that each has among its equals."""
    found: list[Check] = []
    for rank, each in enumerate(place for place in standing if not place.is_moved):
        name, is_pc = table[each.key].name, table[each.key].kind == "pc"
        if found and (last := found[-1]).pick == ONE_ROLL and _is_of(last, each):
            found[-1] = replace(last, keys=(*last.keys, each.key), pick=each.pick)
        else:
            check = Check((each.key,), name, is_pc, each.modifier, each.face, each.roll_offs, each.pick, rank)
            found.append(check)
    return found


def _is_of(check: Check, place: Place) -> bool:
    """Whether a place can be of this check."""
    return (check.face, check.modifier, check.roll_offs) == (place.face, place.modifier, place.roll_offs)


def _places_of(check: Check, places: Mapping[int, Place]) -> list[Place]:
    """The places of those who act on a check, one behind the other."""
    last = len(check.keys) - 1
    return [
        replace(
            places[key],
            face=check.face,
            modifier=check.modifier,
            count=check.total,
            roll_offs=check.roll_offs,
            pick=check.pick if number == last else ONE_ROLL,
            reason="",
        )
        for number, key in enumerate(check.keys)
    ]


def _with_moved(by_check: list[Place], moved: list[Place], standing: list[Place]) -> list[Place]:
    """With those who acted out of turn where they did: by count, and beside the same one as before."""
    found, keys = list(by_check), [each.key for each in standing]
    for each in moved:
        before = {key for key in keys[: keys.index(each.key)]}
        found.insert(_slot(found, each, before), each)
    return found


def _slot(found: list[Place], moved: Place, before: set[int]) -> int:
    """Where one belongs who acted out of turn: behind whoever of that count stood before them, and just
    ahead of the one whose act they forestalled.
    """
    equal = [index for index, each in enumerate(found) if each.count == moved.count]
    ahead_of = [index for index in equal if found[index].key == moved.against]
    if moved.reason == READIED and ahead_of:
        return ahead_of[0]
    higher = sum(each.count > moved.count for each in found)
    return max((index + 1 for index in equal if found[index].key in before), default=higher)
