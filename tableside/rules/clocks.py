"""Clocks that fill up step by step, with events on the way (HEI-X-mittari). Those of a story played alone are
clocks too: the tension, which moves as a scene ends, and tracks of progress.

Steps are counted from 1. A milestone fires as soon as it and all steps before it are marked. Tension is a
clock of 9 steps, from 1 to 9; a table's `adds` names it. A track is a clock of ten boxes of four steps each,
and its difficulty sets how many steps a tick marks. It is settled by two d10 against its full boxes.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Final

from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Choice, Given, Number, Words, input_field
from tableside.rules.odds import Odds, mapped_odds, uniform_odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.table import STEPS_OF_A_BOX, Table, TableClock, TableClockSight
from tableside.rules.typed import NAME_LENGTH, typed_short, typed_slug

MOST_STEPS: Final = 100
RULE: Final = "HEI-X-mittari"
BOXES: Final = 10
PACES: Final[Mapping[str, int]] = {"simple": 12, "hard": 8, "grim": 4, "dire": 2, "endless": 1}
"""The steps of a track per tick, by difficulty: three boxes, two, one, half of one, a quarter."""
NO_DIE: Final = "none"
DICE: Final = (NO_DIE, "d4", "d6", "d8", "d10", "d12", "d20")
TICKED, FULL, DONE = "ticked", "full", "done"
_MILESTONE = re.compile(r"(?P<step>\d{1,3})\s*[:.]?\s+(?P<text>\S.*)")
TENSION: Final = "Tension"
CALMEST, USUAL, WILDEST = 1, 5, 9
HOW: Final[Mapping[str, int]] = {"calmer": -1, "as-it-was": 0, "wilder": 1}
"""The ways a scene ends, with the change in tension."""
STRONG, WEAK, MISS = "strong-hit", "weak-hit", "miss"
ADD_CLOCK: Final = "campaign.add-clock"
ADD_TRACK: Final = "campaign.add-track"
DROP_CLOCK: Final = "campaign.drop-clock"
CLOSE_NAME: Final = "campaign.close-name"
END_SCENE: Final = "scene.end"


def _milestones_typed(text: str, steps: int) -> tuple[tuple[int, str], ...]:
    """Parse typed milestones, `3 the alarm; 6 the gate falls`, and sort them by step.

    Raises `RuleError` for one without a step or words, or beyond the last step.
    """
    milestones = []
    for each in text.split(";"):
        if not each.strip():
            continue
        match = _MILESTONE.fullmatch(each.strip())
        if match is None:
            raise RuleError.of_input("milestones", "clocks.no-milestone", text=each.strip())
        step = match["step"]
        if not 1 <= int(step) <= steps:
            raise RuleError.of_input("milestones", "clocks.milestone-outside", step=step, steps=steps)
        milestones.append((int(step), typed_short(match["text"].strip(), NAME_LENGTH)))
    return tuple(sorted(milestones, key=lambda each: each[0]))


def _clock_id(clock: TableClock) -> str:
    """Return the id of a clock in inputs."""
    return typed_slug(clock.name) or clock.name


def clock_of(table: Table, id: str) -> TableClock:
    """Return the clock of this id. Raises `RuleError` when there is none."""
    clock = next((each for each in table.clocks if _clock_id(each) == id), None)
    if clock is None:
        raise RuleError("clocks.no-such", clock=id, known=[_clock_id(each) for each in table.clocks])
    return clock


def tell_clock_milestones(clock: TableClock, marked: int, play: Play) -> None:
    """Report the milestones reached when `marked` steps are marked."""
    for step, text in clock.milestones:
        if clock.marked < step <= marked:
            _tell(clock, "milestone", play, {"step": step, "text": text})


def _marked(clock: TableClock, steps: int) -> int:
    """Return how many steps are marked after `steps` more, or fewer if negative."""
    return max(0, min(clock.marked + steps, clock.steps))


def _check_moves(clock: TableClock, steps: int) -> None:
    if not steps:
        raise RuleError("clocks.no-steps")
    if _marked(clock, steps) == clock.marked:
        full = Message("clocks.full", marked=clock.marked, steps=clock.steps)
        state = full if steps > 0 else Message("clocks.not-marked")
        raise RuleError("clocks.will-not-move", clock=clock.name, state=state)


QUARTERS: Final = ("none", "quarter", "half", "three-quarters")


def _progress(clock: TableClock) -> dict[str, FactValue]:
    """Return how far the clock has come; for a track the full boxes, and the part of the next."""
    marked, steps = clock.far
    further = {"further": QUARTERS[clock.marked % STEPS_OF_A_BOX]} if clock.is_track else {}
    return {"marked": marked, "steps": steps, **further}


def _tell(clock: TableClock, id: str, play: Play, values: dict[str, FactValue] | None = None) -> None:
    """Report a fact about a clock, for the GM alone unless it is open."""
    play.tell(id, RULE, {"clock": clock.name, **(values or {})}, secret=clock.sight != TableClockSight.OPEN)


def _tell_of(clock: TableClock, id: str, play: Play) -> None:
    """Report to everybody a fact about a clock of which players know only that it exists."""
    if clock.sight == TableClockSight.HIDDEN:
        play.tell(id, RULE, {"clock": clock.name})


def _clocks(table: Table, given: Given) -> tuple[str, ...]:
    return tuple(_clock_id(each) for each in table.clocks)


def _none(table: Table) -> tuple[str, ...]:
    return () if table.clocks else ("no-clocks",)


def _check_name(table: Table, clock: TableClock) -> None:
    """Raise `RuleError` for an empty name, or that of another clock."""
    if not _clock_id(clock):
        raise RuleError("naming.needed")
    if _clock_id(clock) in {_clock_id(each) for each in table.clocks}:
        raise RuleError("clocks.there-already", clock=clock.name)


@frozen
class AddClock:
    name: str = input_field(Words())
    steps: int = input_field(Number(lowest=1, highest=MOST_STEPS))
    milestones: str = input_field(Words(default="", long=True))
    sight: str = input_field(
        Choice(options=lambda table, given: tuple(map(str, TableClockSight)), default=TableClockSight.OPEN)
    )
    marked: int = input_field(Number(default=0, lowest=0, highest=MOST_STEPS))


def _add(table: Table, form: AddClock, play: Play) -> Outcome:
    """Put a clock on the table, with some steps marked already. Raises `RuleError` for an empty name, that of
    another clock, or more marked steps than it has.
    """
    if form.marked > form.steps:
        raise RuleError.of_input("marked", "clocks.more-marked", marked=form.marked, steps=form.steps)
    clock = TableClock(
        form.name.strip(),
        form.steps,
        form.marked,
        milestones=_milestones_typed(form.milestones, form.steps),
        sight=TableClockSight(form.sight),
    )
    _check_name(table, clock)
    _tell_of(clock, "clock-known", play)
    _tell(clock, "clock-added", play, {"steps": form.steps})
    if form.marked:
        _tell(clock, "clock-ticked", play, _progress(clock))
    return Outcome(DONE, table=replace(table, clocks=(*table.clocks, clock)))


@frozen
class TickClock:
    clock: str = input_field(Choice(options=_clocks))
    steps: int = input_field(Number(default=1, lowest=-MOST_STEPS, highest=MOST_STEPS))
    die: str = input_field(Choice(options=lambda table, given: DICE, default=NO_DIE))


def _tick(table: Table, form: TickClock, play: Play) -> Outcome:
    """Mark steps, or unmark some with a negative number, multiplied by a roll of `die` if given. Milestones
    fire in order.

    Raises `RuleError` for a clock that is already full, or empty.
    """
    clock = clock_of(table, form.clock)
    steps = form.steps * (clock.pace or 1)
    _check_moves(clock, steps)
    if form.die != NO_DIE:
        sides = int(form.die.removeprefix("d"))
        steps *= play.roll(sides, why="progress", secret=clock.sight != TableClockSight.OPEN)[0]
    marked = _marked(clock, steps)
    ticked = replace(clock, marked=marked)
    _tell_of(ticked, "clock-moves-on" if steps > 0 else "clock-moves-back", play)
    kind = "track" if clock.is_track else "clock"
    _tell(ticked, f"{kind}-ticked" if steps > 0 else f"{kind}-wound-back", play, _progress(ticked))
    tell_clock_milestones(clock, marked, play)
    if marked == clock.steps:
        _tell(ticked, "clock-full", play)
    clocks = tuple(ticked if each is clock else each for each in table.clocks)
    amounts = {"marked": marked} if clock.sight == TableClockSight.OPEN else {}
    return Outcome(FULL if marked == clock.steps else TICKED, amounts, replace(table, clocks=clocks))


def _tick_odds(table: Table, form: TickClock) -> Odds:
    """Return the chance that it fills, and the chances of each number of marked steps. Raises `RuleError` as
    `_tick` does, and for a clock that players may not see.
    """
    clock = clock_of(table, form.clock)
    _check_moves(clock, form.steps)
    if clock.sight != TableClockSight.OPEN:
        raise RuleError("clocks.hidden", clock=clock.name)
    faces = range(1, int(form.die.removeprefix("d")) + 1) if form.die != NO_DIE else (1,)
    marked = uniform_odds(_marked(clock, form.steps * (clock.pace or 1) * face) for face in faces)
    full = marked.get(clock.steps, Fraction(0))
    counted = {} if clock.is_track else {"marked": marked}  # nobody counts the quarters of its boxes
    return Odds({FULL: full, TICKED: 1 - full}, counted)


@frozen
class DropClock:
    clock: str = input_field(Choice(options=_clocks))


def _drop(table: Table, form: DropClock, play: Play) -> Outcome:
    """Take a clock off the table."""
    clock = clock_of(table, form.clock)
    _tell_of(clock, "clock-gone", play)
    _tell(clock, "track-dropped" if clock.is_track else "clock-dropped", play, _progress(clock))
    return Outcome(DONE, table=_without_clock(table, clock))


def _without_clock(table: Table, clock: TableClock) -> Table:
    return replace(table, clocks=tuple(each for each in table.clocks if each is not clock))


@frozen
class EndScene:
    """How a scene ends."""

    how: str = input_field(Choice(options=lambda table, given: tuple(HOW), default="as-it-was"))


def _end_scene(table: Table, form: EndScene, play: Play) -> Outcome:
    """End the scene: the tension falls, stays or rises, which shifts the next one."""
    tension = next((each for each in table.clocks if _clock_id(each) == "tension"), None)
    clock = tension or TableClock(TENSION, WILDEST, USUAL)
    marked = max(CALMEST, min(WILDEST, clock.marked + HOW[form.how]))
    play.tell("scene-ended", "", {"how": form.how})
    play.tell("scene-tension", "", {"marked": marked, "steps": WILDEST})
    now = replace(clock, marked=marked)
    clocks = tuple(now if each is tension else each for each in table.clocks)
    return Outcome(DONE, {"marked": marked}, replace(table, clocks=clocks if tension else (*clocks, now)))


@frozen
class AddTrack:
    """The goal, its difficulty, and the steps already marked."""

    name: str = input_field(Words())
    difficulty: str = input_field(Choice(options=lambda table, given: tuple(PACES), default="grim"))
    marked: int = input_field(Number(default=0, lowest=0, highest=BOXES * STEPS_OF_A_BOX))


def _add_track(table: Table, form: AddTrack, play: Play) -> Outcome:
    """Put a track on the table. Raises `RuleError` for an empty name, or that of another clock."""
    track = TableClock(form.name.strip(), BOXES * STEPS_OF_A_BOX, form.marked, pace=PACES[form.difficulty])
    _check_name(table, track)
    play.tell("track-added", "", {"clock": track.name, "difficulty": form.difficulty, "pace": track.pace})
    if form.marked:
        _tell(track, "track-ticked", play, _progress(track))
    return Outcome(DONE, table=replace(table, clocks=(*table.clocks, track)))


@frozen
class CloseName:
    """What is over, as written in a note."""

    name: str = input_field(Words())


def _close_name(table: Table, form: CloseName, play: Play) -> Outcome:
    """Close a thread, a person, a place or a scene; one that is closed is opened again."""
    name = " ".join(form.name.split())
    id = name.casefold()
    if not id:
        raise RuleError("naming.needed")
    is_over = id in table.closed
    play.tell("name-reopened" if is_over else "name-closed", "", {"name": name})
    closed = tuple(each for each in table.closed if each != id) if is_over else (*table.closed, id)
    return Outcome(DONE, table=replace(table, closed=closed))


def _tracks(table: Table, given: Given) -> tuple[str, ...]:
    return tuple(_clock_id(each) for each in table.clocks if each.is_track)


@frozen
class Settle:
    """Which track is settled."""

    track: str = input_field(Choice(options=_tracks))


def settled_clock_track(faces: tuple[int, ...], boxes: int) -> str:
    """Return the result of two d10 against these full boxes: more than both, than one, or than neither."""
    return (MISS, WEAK, STRONG)[sum(boxes > face for face in faces)]


def _settle(table: Table, form: Settle, play: Play) -> Outcome:
    """Settle a track: rolls 2d10 against its full boxes. A hit ends it; a miss leaves it."""
    track = _track(table, form.track)
    faces = play.roll(10, 10, why="track")
    result, boxes = settled_clock_track(faces, track.boxes), track.boxes
    play.tell(
        f"track-{result}", "", {"clock": track.name, "boxes": boxes, "faces": ", ".join(map(str, faces))}
    )
    if result == MISS:
        return Outcome(result)
    play.tell("track-over", "", {"clock": track.name})
    return Outcome(result, table=_without_clock(table, track))


def _settle_odds(table: Table, form: Settle) -> Odds:
    """Return the chances of the three results."""
    boxes = _track(table, form.track).boxes
    rolls = uniform_odds(product(range(1, 11), repeat=2))
    return Odds(mapped_odds(rolls, lambda faces: settled_clock_track(faces, boxes)))


def _track(table: Table, id: str) -> TableClock:
    track = clock_of(table, id)
    if not track.is_track:
        raise RuleError("clocks.no-track", clock=track.name)
    return track


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(id=ADD_CLOCK, rules=(RULE,), run=_add, group=Group.SESSION, outcomes=(DONE,)),
    Procedure(
        id="campaign.tick-clock",
        rules=(RULE,),
        run=_tick,
        odds=_tick_odds,
        group=Group.SESSION,
        outcomes=(TICKED, FULL),
        amounts=("marked",),
        role=Role.TICK,
        problems=_none,
    ),
    Procedure(id=DROP_CLOCK, rules=(RULE,), run=_drop, group=Group.SESSION, outcomes=(DONE,), problems=_none),
    Procedure(id=END_SCENE, run=_end_scene, group=Group.SESSION, outcomes=(DONE,), amounts=("marked",)),
    Procedure(id=CLOSE_NAME, run=_close_name, group=Group.SESSION, outcomes=(DONE,)),
    Procedure(id=ADD_TRACK, run=_add_track, group=Group.SESSION, outcomes=(DONE,)),
    Procedure(
        id="campaign.settle-track",
        run=_settle,
        odds=_settle_odds,
        outcomes=(STRONG, WEAK, MISS),
        problems=lambda table: () if _tracks(table, {}) else ("no-tracks",),
    ),
)


def clock_named(table: Table, name: str) -> TableClock | None:
    return next((each for each in table.clocks if each.name.casefold() == name.casefold()), None)
