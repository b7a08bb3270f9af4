"""Falling, and lying on the floor (TRO-7.8)."""

from typing import Final

from tableside.frozen import frozen
from tableside.games.troika.house import OF_LUCK, House, house_of
from tableside.games.troika.stamina import to_each, wound
from tableside.games.troika.states import PRONE, STATES
from tableside.rules.inputs import Number, Who, asked
from tableside.rules.play import D6, Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.states import can_act, check_can_act, lives
from tableside.rules.table import Character, Condition, Table

FURTHEST_FALL: Final = 200
"""Metres."""


def fall_dice(metres: int, house: House) -> int:
    """The dice of a fall: one for each 2 m (TRO-7.8.1), odd lengths as TRO-AMB-20 says."""
    return (metres + 1) // 2 if house.odd_falls == "round-up" else metres // 2


def fall(who: Character, metres: int, table: Table, play: Play) -> Character:
    """Fall (TRO-7.8.1): rolls 1d6 of harm for each 2 m, all at once. Not checked: where they land."""
    dice = fall_dice(metres, house_of(table))
    harm = sum(play.roll(*(D6,) * dice, why="fall", who=who.name)) if dice else 0
    play.tell("fallen", "TRO-7.8.1", {"who": who.name, "metres": metres, "harm": harm})
    return wound(who, harm, table, play)


def knock_down(who: Character, play: Play) -> Character:
    """They are on the floor (TRO-7.8)."""
    play.tell("knocked-down", "TRO-7.8", {"who": who.name})
    return who.with_condition(Condition(PRONE))


def stand(who: Character, play: Play) -> Character:
    """Get up, which takes a turn (TRO-7.8). Not checked: whether it is their turn.

    Raises `RuleError` for the helpless.
    """
    check_can_act(who)
    play.tell("stood-up", "TRO-7.8", {"who": who.name})
    return who.without(PRONE)


def _can_stand(table: Table, who: Character) -> bool:
    return who.has(PRONE) and can_act(who)


@frozen
class Fall:
    """What `troika.fall` asks for."""

    who: tuple[int, ...] = asked(Who(many=True, fits=lives))
    metres: int = asked(Number(lowest=1, highest=FURTHEST_FALL))


def _fall(table: Table, form: Fall, play: Play) -> Outcome:
    return to_each(table, form.who, lambda each: fall(each, form.metres, table, play))


@frozen
class Stand:
    """What `troika.stand` asks for."""

    who: tuple[int, ...] = asked(Who(many=True, fits=_can_stand))


def _stand(table: Table, form: Stand, play: Play) -> Outcome:
    return to_each(table, form.who, lambda each: stand(each, play))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.fall",
        rules=("TRO-7.8.1", "TRO-AMB-20", *OF_LUCK),
        form=Fall,
        run=_fall,
        group=Group.CARE,
        outcomes=STATES,
        amounts=STATES,
        on_table=True,
    ),
    Procedure(
        id="troika.stand",
        rules=("TRO-7.8",),
        form=Stand,
        run=_stand,
        group=Group.FIGHT,
        outcomes=STATES,
        amounts=STATES,
        on_table=True,
        problems=lambda table: (
            () if any(_can_stand(table, each) for each in table.in_play()) else ("nobody-is-prone",)
        ),
    ),
)
