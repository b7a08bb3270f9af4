"""Keeps a campaign of each game as this schema has it, for every later Tableside to open.

    python -m tests.campaign.keep

What is in `kept/` for a schema that has been released is never made anew: a change that cannot read it needs
a migration, and a rule that comes to something else on it needs its own reading.
"""

import shutil
import tempfile
from pathlib import Path

from tableside.campaign.store.basefile import SCHEMA
from tableside.campaign.store.lock import LOCK
from tableside.games import BUNDLED
from tests.campaign.random_play import Evening

KEPT = Path(__file__).parent / "kept"
OPERATIONS = 40


def main() -> None:
    for game in BUNDLED:
        with tempfile.TemporaryDirectory() as folder:
            evening = Evening(Path(folder), game, seed=1)
            for _ in range(OPERATIONS):
                evening.operate()
            evening.prove()
            evening.campaign._db.fold()
            for _ in range(5):  # what is in the log alone
                evening.act()
            target = KEPT / str(SCHEMA) / game
            shutil.rmtree(target, ignore_errors=True)
            source = evening.library.folder / evening.campaign.id
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(LOCK, ".gitignore"))
            evening.campaign.close()


if __name__ == "__main__":
    main()
