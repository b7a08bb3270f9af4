"""How much is tried. Without a word of it: all that needs no whole program, in a minute and a half. Named
files and folders are tried whole. TABLESIDE_TESTS=whole tries everything, as `.ci/run` does;
TABLESIDE_TESTS=thorough also ten times as many examples of what could be tried without end.
"""

import os
from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

AMOUNT = os.environ.get("TABLESIDE_TESTS", "")
THOROUGH = AMOUNT == "thorough"
WHOLE = THOROUGH or AMOUNT == "whole"
SHORT = "short"
"""What AMOUNT is where nothing was named; pytest finds that out later than this is read."""


def is_short() -> bool:
    """Whether only what takes a moment is tried."""
    return os.environ.get("TABLESIDE_TESTS") == SHORT


def often(times: int) -> int:
    """How many of so many examples are tried here: all of them, or a tenth."""
    return times if THOROUGH else -(-times // 10)


def covering(*axes: Iterable[Any], strength: int = 2) -> list[tuple[Any, ...]]:
    """Cases, each with a value of every axis: all there are, or so many that any values of `strength` axes
    meet in one of them. The same ones every time. Any: whatever a test takes.
    """
    listed = [list(axis) for axis in axes]
    every = [*product(*(range(len(axis)) for axis in listed))]
    if not THOROUGH:
        every = _covering(every, [*combinations(range(len(listed)), strength)])
    return [tuple(axis[place] for axis, place in zip(listed, places, strict=True)) for places in every]


def _covering(every: list[tuple[int, ...]], meetings: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Of these cases so many that whatever meets in one of them meets in one that is kept."""
    met = {case: {(axes, tuple(case[axis] for axis in axes)) for axes in meetings} for case in every}
    left = {meeting for case in every for meeting in met[case]}
    kept: list[tuple[int, ...]] = []
    while left:
        best = max(every, key=lambda case: len(met[case] & left))
        kept.append(best)
        left -= met[best]
    return kept
