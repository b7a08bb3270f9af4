"""Everything that players are shown, over random evenings of all games with secrets planted everywhere.

    python -m tests.bench.secrets [OUTPUTS [SEED]]

Each text is searched for the planted words and numbers: what is shown on screens, exported and told, and
every byte that `share` sends. OUTPUTS is how many of these last there are at least, 10,000 unless given.
"""

import sys
import tempfile
import time
from collections import Counter
from itertools import count, cycle
from pathlib import Path

from tableside.demo import games_with_demo
from tests.secrets import Planted

STEPS = 120
"""What is done in an evening."""
LOOK = 20
"""After how much of it everything is looked at."""


def evening(game: str, seed: int, folder: Path, steps: int = STEPS) -> tuple[int, int, int, list[str]]:
    """How many texts, how many of them sent, were searched for how many words, and the leaks."""
    planted, outputs, wired = Planted(folder, game, seed), 0, 0
    leaks: list[str] = []
    for step in range(1, steps + 1):
        planted.operate()
        if step % LOOK == 0:
            leaks += [f"{game}, seed {seed}, step {step}: {leak}" for leak in planted.leaks()]
            outputs, wired = outputs + planted.outputs, wired + planted.wired
    planted.campaign.close()
    return outputs, wired, len(planted.words), leaks


def main(wanted: int, seed: int) -> int:
    began, outputs, wired, words = time.monotonic(), 0, 0, 0
    leaks: list[str] = []
    played: Counter[str] = Counter()
    for game, number in zip(cycle(games_with_demo()), count(seed), strict=False):
        with tempfile.TemporaryDirectory() as folder:
            searched, sent, planted, found = evening(game, number, Path(folder))
        outputs, wired, words, leaks = outputs + searched, wired + sent, words + planted, leaks + found
        played[game] += 1
        if wired >= wanted:
            break
    told = ", ".join(f"{game} {times}" for game, times in sorted(played.items()))
    print(f"{outputs} texts for players, {wired} of them sent, {words} words planted, evenings: {told}")
    print(f"{len(leaks)} leaks; {time.monotonic() - began:.0f} s")
    for leak in leaks[:20]:
        print(f"  {leak}")
    return 1 if leaks else 0


if __name__ == "__main__":
    given = [*map(int, sys.argv[1:])]
    sys.exit(main(*[*given, *(10_000, 1)[len(given) :]]))
