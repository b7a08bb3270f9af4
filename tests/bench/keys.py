"""Random keys on the demos of all games: no crash, a sound campaign, and everything can be undone.

    python -m tests.bench.keys [SEED [KEYS [GAME...]]]

The keys are shared out among all games. Prints what was done. The same seed presses the same keys.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tableside.demo import games
from tableside.terminal import environment
from tests.table.random_keys import press_at_random


def main(seed: int, keys: int, *wanted: str) -> None:
    environment.prepare()
    began = time.monotonic()
    for game in wanted or games():
        with tempfile.TemporaryDirectory() as folder:
            monkey = asyncio.run(press_at_random(Path(folder), game, seed, keys // len(games())))
        done = f"{len(monkey.pressed)} keys, {monkey.did.total()} entries"
        print(f"{game}, seed {seed}: {done}, all sound and undone")
        print(f"  on {', '.join(f'{view} {count}' for view, count in monkey.views.most_common())}")
        print(f"  {', '.join(f'{id} {count}' for id, count in monkey.did.most_common())}", flush=True)
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    seed, keys, *wanted = [*sys.argv[1:], *("1", "10000")[len(sys.argv) - 1 :]]
    main(int(seed), int(keys), *wanted)
