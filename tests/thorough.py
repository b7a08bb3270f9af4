"""How much is tried. Without a word of it what needs no whole program and takes not long, in a minute and a
half; of files and folders that are named what does not take long; and every test that is named itself.
TABLESIDE_TESTS=whole tries everything, as `.ci/run` does; TABLESIDE_TESTS=thorough also ten times as many
examples of what could be tried without end.
"""

import os
from collections.abc import Iterable
from itertools import combinations, product
from typing import Any


def amount() -> str:
    """How much is asked for now."""
    return os.environ.get("TABLESIDE_TESTS", "")


THOROUGH = amount() == "thorough"
WHOLE = THOROUGH or amount() == "whole"
SHORT, NAMED = "short", "named"
"""What pytest sets where nothing is named, and where only files and folders are, before workers read it."""


def is_short() -> bool:
    """Whether long tests are left out."""
    return amount() in (SHORT, NAMED)


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
