"""Playing alone: scenes that end, with the tension that shifts the next one, and tracks of progress.

Tension is a clock of 9 steps like any other (`tableside.rules.clocks`), from 1 to 9; a table's `adds` names
it. A track is a clock of ten boxes of four steps each; how hard it is says how many steps a tick marks. It is
settled by two d10 against its full boxes.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.clocks import BOXES, PACES, check_name, clock_id, clock_of
from tableside.rules.inputs import Choice, Given, Words, asked
from tableside.rules.odds import Odds, mapped, uniform
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure
from tableside.rules.table import STEPS_OF_A_BOX, Clock, Table

TENSION: Final = "Tension"
CALMEST, USUAL, WILDEST = 1, 5, 9
HOW: Final[Mapping[str, int]] = {"calmer": -1, "as-it-was": 0, "wilder": 1}
"""How a scene left things, with what that does to the tension."""
STRONG, WEAK, MISS = "strong-hit", "weak-hit", "miss"
DONE: Final = "done"
CLOSE_NAME: Final = "campaign.close-name"


@frozen
class EndScene:
    """How a scene left things."""

    how: str = asked(Choice(options=lambda table, given: tuple(HOW), default="as-it-was"))


def end_scene(table: Table, form: EndScene, play: Play) -> Outcome:
    """End the scene: the tension falls, stays or rises, and shifts the next one."""
    held = next((each for each in table.clocks if clock_id(each) == "tension"), None)
    clock = held or Clock(TENSION, WILDEST, USUAL)
    marked = max(CALMEST, min(WILDEST, clock.marked + HOW[form.how]))
    play.tell("scene-ended", "", {"how": form.how})
    play.tell("scene-tension", "", {"marked": marked, "steps": WILDEST})
    now = replace(clock, marked=marked)
    clocks = tuple(now if each is held else each for each in table.clocks)
    return Outcome(DONE, {"marked": marked}, replace(table, clocks=clocks if held else (*clocks, now)))


@frozen
class AddTrack:
    """What is to be reached, and how hard that is."""

    name: str = asked(Words())
    difficulty: str = asked(Choice(options=lambda table, given: tuple(PACES), default="grim"))


def add_track(table: Table, form: AddTrack, play: Play) -> Outcome:
    """Put a track on the table. Raises `RuleError` for an empty name, and for that of another clock."""
    track = Clock(form.name.strip(), BOXES * STEPS_OF_A_BOX, pace=PACES[form.difficulty])
    check_name(table, track)
    play.tell("track-added", "", {"clock": track.name, "difficulty": form.difficulty, "pace": track.pace})
    return Outcome(DONE, table=replace(table, clocks=(*table.clocks, track)))


@frozen
class CloseName:
    """What is over, as it is written in a note."""

    name: str = asked(Words())


def close_name(table: Table, form: CloseName, play: Play) -> Outcome:
    """Close a thread, a place, a scene or what somebody is part of; what is over is opened again."""
    name = " ".join(form.name.split())
    id = name.casefold()
    if not id:
        raise RuleError("naming.needed")
    is_over = id in table.closed
    play.tell("name-reopened" if is_over else "name-closed", "", {"name": name})
    closed = tuple(each for each in table.closed if each != id) if is_over else (*table.closed, id)
    return Outcome(DONE, table=replace(table, closed=closed))


def _tracks(table: Table, given: Given) -> tuple[str, ...]:
    return tuple(clock_id(each) for each in table.clocks if each.is_track)


@frozen
class Settle:
    """Which track is settled."""

    track: str = asked(Choice(options=_tracks))


def settled(faces: tuple[int, ...], boxes: int) -> str:
    """What two d10 say of so many full boxes: more than both, than one, than neither."""
    return (MISS, WEAK, STRONG)[sum(boxes > face for face in faces)]


def settle(table: Table, form: Settle, play: Play) -> Outcome:
    """Settle a track: rolls 2d10 against its full boxes."""
    track = _track(table, form.track)
    faces = play.roll(10, 10, why="track")
    result, boxes = settled(faces, track.boxes), track.boxes
    play.tell(
        f"track-{result}", "", {"clock": track.name, "boxes": boxes, "faces": ", ".join(map(str, faces))}
    )
    return Outcome(result)


def settle_odds(table: Table, form: Settle) -> Odds:
    """The chances of the three results."""
    boxes = _track(table, form.track).boxes
    return Odds(mapped(uniform(product(range(1, 11), repeat=2)), lambda faces: settled(faces, boxes)))


def _track(table: Table, id: str) -> Clock:
    track = clock_of(table, id)
    if not track.is_track:
        raise RuleError("clocks.no-track", clock=track.name)
    return track


PROCEDURES: Final[tuple[Procedure, ...]] = (
    Procedure(
        id="scene.end",
        rules=(),
        form=EndScene,
        run=end_scene,
        group=Group.SESSION,
        outcomes=(DONE,),
        amounts=("marked",),
        on_table=True,
    ),
    Procedure(
        id=CLOSE_NAME,
        rules=(),
        form=CloseName,
        run=close_name,
        group=Group.SESSION,
        outcomes=(DONE,),
        on_table=True,
    ),
    Procedure(
        id="campaign.add-track",
        rules=(),
        form=AddTrack,
        run=add_track,
        group=Group.SESSION,
        outcomes=(DONE,),
        on_table=True,
    ),
    Procedure(
        id="campaign.settle-track",
        rules=(),
        form=Settle,
        run=settle,
        odds=settle_odds,
        group=Group.ROLL,
        outcomes=(STRONG, WEAK, MISS),
        on_table=True,
        problems=lambda table: () if _tracks(table, {}) else ("no-tracks",),
    ),
)
