"""The players' document in words."""

from tableside.views.public.document import ClockSeen, Throw
from tableside.views.rows import progress
from tableside.wording.results import faces_text


def throw_text(throw: Throw) -> str:
    """Dice with their faces, and whether they lay on the real table."""
    return faces_text(throw, f"{throw.why}{', typed' if any(throw.typed) else ''}")


def clock_text(clock: ClockSeen) -> str:
    """A clock, as far as they know it."""
    if clock.marked is None or clock.steps is None:
        return f"{clock.name} ?"
    boxes = progress(clock.marked, clock.steps)
    return " ".join(filter(None, (clock.name, boxes, f"{clock.marked} of {clock.steps}")))
