"""Evenings of random sense at the keyboard of all games: no crash, nothing lost, and all can be undone.

    python -m tests.bench.keys [SEED [STEPS [GAME...]]]
    python -m tests.bench.keys replay FILE

The same seed presses the same keys. Prints what was done and what never was. What does not hold is made as
short as two minutes allow and kept in a file, to be replayed.
"""

import asyncio
import sys
import tempfile
import textwrap
import time
from pathlib import Path

from tableside.demo import games_with_demo
from tableside.games import load_game
from tableside.rules.campaign_rules import campaign_rules
from tests import conftest  # noqa: F401 - sets up what is waited for, before it is taken from there
from tests.campaign.random_play import is_played
from tests.table.keyboard import Keyboard
from tests.table.random_keys import Failed, kind_of, play, read, replay, shortest, written

LONGEST_SHORTENING = 120.0
"""Seconds."""
LONGEST_FAULT = 1_500
"""Characters that are printed of what does not hold."""
MOST_STEPS = 12
"""Steps that are printed of what leads there."""


def main(seed: int, steps: int, *wanted: str) -> int:
    began, failures = time.monotonic(), 0
    for game in wanted or games_with_demo():
        try:
            tell(game, seed, asyncio.run(play(game, seed, steps)))
        except Failed as failed:
            failures += 1
            keep(game, seed, failed)
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if failures else 0


def tell(game: str, seed: int, keyboard: Keyboard) -> None:
    did = keyboard.did
    print(f"{game}, seed {seed}: {keyboard.pressed:,} keys, {keyboard.sent:,} characters sent and searched")
    print(f"  {did.total()} entries, all sound, undone and redone, told without secrets")
    listed = [each.id for each in campaign_rules(load_game(game)).procedures if is_played(each)]
    print(f"  {sum(bool(did[id]) for id in listed)} of {len(listed)} procedures on the table")
    told = ", ".join(f"{id} {count}" for id, count in did.most_common())
    never = ", ".join(id for id in listed if not did[id]) or "nothing"
    for line in (told, f"never done: {never}"):
        print(textwrap.fill(line, 110, initial_indent="  ", subsequent_indent="  "), flush=True)


def keep(game: str, seed: int, failed: Failed) -> None:
    """Say what does not hold, and keep the fewest steps to it."""
    print(f"{game}, seed {seed}: {kind_of(failed.error)} after {len(failed.steps)} steps")
    print(textwrap.shorten(f"  {failed.error}", LONGEST_FAULT), flush=True)
    path = Path(tempfile.gettempdir()) / f"{game}-{seed}.keys"
    path.write_text(f"{game} {seed}\n{written(failed.steps)}")
    steps = asyncio.run(shortest(game, seed, failed, LONGEST_SHORTENING))
    path.write_text(f"{game} {seed}\n{written(steps)}")
    print(f"  {len(steps)} of {len(failed.steps)} steps do it: {path}, the last of them")
    print(written(steps[-MOST_STEPS:]), flush=True)


def again(path: Path) -> int:
    head, _, steps = path.read_text().partition("\n")
    game, seed = head.split()
    asyncio.run(replay(game, int(seed), read(steps)))
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["replay"]:
        sys.exit(again(Path(sys.argv[2])))
    seed, steps, *wanted = [*sys.argv[1:], *("1", "2000")[len(sys.argv) - 1 :]]
    sys.exit(main(int(seed), int(steps), *wanted))
