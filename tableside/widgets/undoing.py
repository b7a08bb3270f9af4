"""What was typed into one line before: taken back in runs of letters, and put back."""

from typing import Final

MOST_STEPS: Final = 200


class Typed:
    """The values that a line had, as somebody types it."""

    def __init__(self) -> None:
        self._before: list[str] = []
        self._after: list[str] = []
        self._run = ""
        """What the last change was: a letter more or less goes on with a run of them."""

    def forget(self) -> None:
        """The line begins anew."""
        self._before.clear()
        self._after.clear()
        self._run = ""

    def changed(self, before: str, now: str) -> None:
        """Somebody has changed it. A word is one step, and so is a run of letters taken away."""
        step = len(now) - len(before)
        run = {1: "typed", -1: "taken"}.get(step, "")
        if not run or run != self._run:
            self._before = [*self._before[1 - MOST_STEPS :], before]
        is_blank = step == 1 and now.startswith(before) and now.endswith(" ")
        self._run = "" if is_blank else run
        self._after.clear()

    def back(self, now: str) -> str | None:
        """The value before the last step. None: there is none."""
        return self._step(self._before, self._after, now)

    def forth(self, now: str) -> str | None:
        """The value that was taken back last. None: there is none."""
        return self._step(self._after, self._before, now)

    def _step(self, whence: list[str], whither: list[str], now: str) -> str | None:
        if not whence:
            return None
        whither.append(now)
        self._run = ""
        return whence.pop()
