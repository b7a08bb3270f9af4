"""Lines of random sense typed at random tables of all games: how many ended the program, or were answered as
no person would.

    python -m tests.bench.lines [LINES [SEED]]

The same number and seed type the same lines. Prints each line that failed with what came of it, and at the
end the figures; the exit is 1 when any failed.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from pathlib import Path

from tableside.demo import games_with_demo
from tests.views.random_lines import Failure, Talk

AT_A_TABLE, BETWEEN = 500, 25
"""Lines typed at one table, and after how many something happens there besides."""
Sitting = tuple[str, int, int]
"""The game, the seed and the lines of one table."""


def sat(sitting: Sitting) -> tuple[list[Failure], Counter[str]]:
    """What failed at one table, and what became of the lines."""
    game, seed, lines = sitting
    with tempfile.TemporaryDirectory() as folder:
        talk = Talk(Path(folder), game, seed)
        failed: list[Failure] = []
        talk.play_on(seed % 40)
        for start in range(0, lines, BETWEEN):
            talk.play_on(1)
            failed += talk.failures(min(BETWEEN, lines - start))
        talk.close()
    return failed, talk.counted


def sittings(lines: int, seed: int) -> Iterator[Sitting]:
    for n, game in enumerate(islice(cycle(games_with_demo()), -(-lines // AT_A_TABLE))):
        yield game, seed * 1_000_003 + n, min(AT_A_TABLE, lines - n * AT_A_TABLE)


def main(lines: int, seed: int) -> int:
    counted: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    with ProcessPoolExecutor() as pool:
        for failed, count in pool.map(sat, sittings(lines, seed)):
            counted += count
            for each in failed:
                kinds[each.what] += 1
                print(f"{each.game}: {each.line!r}: {each.what}", flush=True)
    told = ", ".join(f"{count:,} {what}" for what, count in counted.most_common())
    print(f"{lines:,} lines: {told}; {kinds.total():,} failed in {len(kinds)} ways")
    return 1 if kinds else 0


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:]]
    sys.exit(main(*(numbers + [100_000, 1][len(numbers) :])))
