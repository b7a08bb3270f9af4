"""Clocks of any campaign: what fills up step by step, and what happens on the way (HEI-X-mittari).

Steps are counted from 1. A milestone fires as soon as it and all steps before it are marked.
"""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Choice, Given, Number, Words
from tableside.rules.odds import Odds, uniform
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.table import Clock, Sight, Table
from tableside.rules.typed import NAME_LENGTH, short, slug

MOST_STEPS: Final = 100
RULE: Final = "HEI-X-mittari"
NO_DIE: Final = "none"
DICE: Final = (NO_DIE, "d4", "d6", "d8", "d10", "d12", "d20")
TICKED, FULL, DONE = "ticked", "full", "done"
_MILESTONE = re.compile(r"(?P<step>\d{1,3})\s*[:.]?\s+(?P<text>\S.*)")


def milestones_typed(text: str, steps: int) -> tuple[tuple[int, str], ...]:
    """Milestones as they are typed: `3 the alarm; 6 the gate falls`, in the order of their steps.

    Raises `RuleError` for one without step or words, or beyond the last step.
    """
    found = []
    for each in text.split(";"):
        if not each.strip():
            continue
        match = _MILESTONE.fullmatch(each.strip())
        if match is None:
            raise RuleError(
                f"milestones: {each.strip()!r} is none: type its step and what happens, like '3 the alarm'"
            )
        if not 1 <= int(match["step"]) <= steps:
            raise RuleError(f"milestones: step {match['step']} is out of range: the clock has 1 to {steps}")
        found.append((int(match["step"]), short(match["text"].strip(), NAME_LENGTH)))
    return tuple(sorted(found, key=lambda each: each[0]))


def clock_id(clock: Clock) -> str:
    """How a clock is named in inputs."""
    return slug(clock.name) or clock.name


def clock_of(table: Table, id: str) -> Clock:
    """The clock of this id. Raises `RuleError` when there is none."""
    found = next((each for each in table.clocks if clock_id(each) == id), None)
    if found is None:
        known = ", ".join(clock_id(each) for each in table.clocks) or "none"
        raise RuleError(f"no clock {id!r} on this table: there is {known}")
    return found


def fired(clock: Clock, marked: int) -> tuple[tuple[int, str], ...]:
    """The milestones that fire when so many steps are marked now."""
    return tuple((step, text) for step, text in clock.milestones if clock.marked < step <= marked)


def tell_fired(clock: Clock, marked: int, play: Play) -> None:
    """Tell what happens when so many steps are marked now."""
    for step, text in fired(clock, marked):
        _tell(clock, "milestone", play, {"step": step, "text": text})


def _marked(clock: Clock, steps: int) -> int:
    """How many steps are marked after so many more, or fewer."""
    return max(0, min(clock.marked + steps, clock.steps))


def _check_moves(clock: Clock, steps: int) -> None:
    if not steps:
        raise RuleError("0 steps change nothing: give 1 or more, or less than 0 to take some back")
    if _marked(clock, steps) == clock.marked:
        state = f"full: {clock.marked} of {clock.steps}" if steps > 0 else "not marked at all"
        raise RuleError(f"{clock.name} is {state}: tick another clock, drop it, or give other steps")


def _progress(clock: Clock) -> dict[str, FactValue]:
    return {"marked": clock.marked, "steps": clock.steps}


def _tell(clock: Clock, id: str, play: Play, values: dict[str, FactValue] | None = None) -> None:
    """Tell it: of a clock that is not open, the GM alone."""
    play.tell(id, RULE, {"clock": clock.name, **(values or {})}, secret=clock.sight != Sight.OPEN)


def _tell_of(clock: Clock, id: str, play: Play) -> None:
    """Tell everybody what they may know of a clock of which they know no more than that it is there."""
    if clock.sight == Sight.HIDDEN:
        play.tell(id, RULE, {"clock": clock.name})


def _clocks(table: Table, given: Given) -> tuple[str, ...]:
    return tuple(clock_id(each) for each in table.clocks)


def _none(table: Table) -> tuple[str, ...]:
    return () if table.clocks else ("no-clocks",)


@frozen
class AddClock:
    """What `campaign.add-clock` asks for."""

    name: str = asked(Words())
    steps: int = asked(Number(lowest=1, highest=MOST_STEPS))
    milestones: str = asked(Words(default="", long=True))
    sight: str = asked(Choice(options=lambda table, given: tuple(map(str, Sight)), default=Sight.OPEN))


def add_clock(table: Table, form: AddClock, play: Play) -> Outcome:
    """Put a clock on the table. Raises `RuleError` for an empty name, and for that of another clock."""
    clock = Clock(
        form.name.strip(),
        form.steps,
        milestones=milestones_typed(form.milestones, form.steps),
        sight=Sight(form.sight),
    )
    if not clock_id(clock):
        raise RuleError("a name is needed: type at least one letter")
    if clock_id(clock) in {clock_id(each) for each in table.clocks}:
        raise RuleError(f"a clock is called {clock.name} already: choose another name")
    _tell_of(clock, "clock-known", play)
    _tell(clock, "clock-added", play, {"steps": form.steps})
    return Outcome(DONE, table=replace(table, clocks=(*table.clocks, clock)))


@frozen
class TickClock:
    """What `campaign.tick-clock` asks for."""

    clock: str = asked(Choice(options=_clocks))
    steps: int = asked(Number(default=1, lowest=-MOST_STEPS, highest=MOST_STEPS))
    die: str = asked(Choice(options=lambda table, given: DICE, default=NO_DIE))


def tick_clock(table: Table, form: TickClock, play: Play) -> Outcome:
    """Mark steps, or with a negative number unmark some; so many times what a `die` shows, where one is
    rolled. Milestones fire in their order.

    Raises `RuleError` for a clock that is full, or empty, already.
    """
    steps = form.steps
    found = clock_of(table, form.clock)
    _check_moves(found, steps)
    if form.die != NO_DIE:
        sides = int(form.die.removeprefix("d"))
        steps *= play.roll(sides, why="progress", secret=found.sight != Sight.OPEN)[0]
    marked = _marked(found, steps)
    ticked = replace(found, marked=marked)
    _tell_of(ticked, "clock-moves-on" if steps > 0 else "clock-moves-back", play)
    _tell(ticked, "clock-ticked" if steps > 0 else "clock-wound-back", play, _progress(ticked))
    tell_fired(found, marked, play)
    if marked == found.steps:
        _tell(ticked, "clock-full", play)
    clocks = tuple(ticked if each is found else each for each in table.clocks)
    amounts = {"marked": marked} if found.sight == Sight.OPEN else {}
    return Outcome(FULL if marked == found.steps else TICKED, amounts, replace(table, clocks=clocks))


def tick_odds(table: Table, form: TickClock) -> Odds:
    """The chances that it fills, and of how many steps are marked then. Raises `RuleError` as `tick_clock`
    does, and for a clock that players may not see.
    """
    found = clock_of(table, form.clock)
    _check_moves(found, form.steps)
    if found.sight != Sight.OPEN:
        raise RuleError(f"{found.name} is hidden: what a roll will mark is not foretold")
    faces = range(1, int(form.die.removeprefix("d")) + 1) if form.die != NO_DIE else (1,)
    marked = uniform(_marked(found, form.steps * face) for face in faces)
    full = marked.get(found.steps, Fraction(0))
    return Odds({FULL: full, TICKED: 1 - full}, {"marked": marked})


@frozen
class DropClock:
    """What `campaign.drop-clock` asks for."""

    clock: str = asked(Choice(options=_clocks))


def drop_clock(table: Table, form: DropClock, play: Play) -> Outcome:
    """Take a clock off the table."""
    found = clock_of(table, form.clock)
    _tell_of(found, "clock-gone", play)
    _tell(found, "clock-dropped", play, _progress(found))
    return Outcome(
        DONE, table=replace(table, clocks=tuple(each for each in table.clocks if each is not found))
    )


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="campaign.add-clock",
        rules=(RULE,),
        form=AddClock,
        run=add_clock,
        group=Group.SESSION,
        outcomes=(DONE,),
        on_table=True,
    ),
    Procedure(
        id="campaign.tick-clock",
        rules=(RULE,),
        form=TickClock,
        run=tick_clock,
        odds=tick_odds,
        group=Group.SESSION,
        outcomes=(TICKED, FULL),
        amounts=("marked",),
        role=Role.TICK,
        on_table=True,
        problems=_none,
    ),
    Procedure(
        id="campaign.drop-clock",
        rules=(RULE,),
        form=DropClock,
        run=drop_clock,
        group=Group.SESSION,
        outcomes=(DONE,),
        on_table=True,
        problems=_none,
    ),
)
