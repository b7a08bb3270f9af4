"""Everything that players are shown, over random evenings of all games with secrets planted everywhere.

    python -m tests.bench.secrets [OUTPUTS [SEED]]

Each text is searched for the planted words and numbers. OUTPUTS is 10,000 unless given.
"""

import sys
import tempfile
import time
from collections import Counter
from itertools import count, cycle
from pathlib import Path

from tableside.demo import games
from tests.secrets import Planted

STEPS = 120
"""What is done in an evening."""
LOOK = 20
"""After how much of it everything is looked at."""


def evening(game: str, seed: int, folder: Path, steps: int = STEPS) -> tuple[int, int, list[str]]:
    """How many texts were searched for how many words, and the leaks."""
    planted, outputs, leaks = Planted(folder, game, seed), 0, []
    for step in range(1, steps + 1):
        planted.operate()
        if step % LOOK == 0:
            leaks += [f"{game}, seed {seed}, step {step}: {leak}" for leak in planted.leaks()]
            outputs += planted.outputs
    planted.campaign.close()
    return outputs, len(planted.words), leaks


def main(wanted: int, seed: int) -> int:
    began, outputs, words = time.monotonic(), 0, 0
    leaks: list[str] = []
    played: Counter[str] = Counter()
    for game, number in zip(cycle(games()), count(seed), strict=False):
        with tempfile.TemporaryDirectory() as folder:
            searched, planted, found = evening(game, number, Path(folder))
        outputs, words, leaks = outputs + searched, words + planted, leaks + found
        played[game] += 1
        if outputs >= wanted:
            break
    told = ", ".join(f"{game} {times}" for game, times in sorted(played.items()))
    print(f"{outputs} texts for players, {words} words planted, evenings: {told}")
    print(f"{len(leaks)} leaks; {time.monotonic() - began:.0f} s")
    for leak in leaks[:20]:
        print(f"  {leak}")
    return 1 if leaks else 0


if __name__ == "__main__":
    given = [*map(int, sys.argv[1:])]
    sys.exit(main(*[*given, *(10_000, 1)[len(given) :]]))
