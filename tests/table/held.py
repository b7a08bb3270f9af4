"""A start that waits where the heavy part of it begins: `python -m tests.table.held FIFO [ARGUMENT...]`.

What is written into the FIFO is run as Python, then the start goes on.
"""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

from tableside import late
from tableside.cli import main

HEAVY = (
    "textual",
    "rich",
    "asyncio",
    "tinydb",
    "msgspec",
    "tableside.campaign.library",
    "tableside.campaign.store",
)


class Barrier:
    """The first import of anything heavy waits."""

    def __init__(self, fifo: str) -> None:
        self.fifo = fifo

    def find_spec(self, name: str, _path: object, _target: ModuleType | None = None) -> ModuleSpec | None:
        waits = late.is_late(name) and not late.is_running(name)
        if name.startswith(HEAVY) and not waits and self in sys.meta_path:
            sys.meta_path.remove(self)
            with open(self.fifo, encoding="utf-8") as wanted:
                exec(wanted.read(), {})
        return None


if __name__ == "__main__":
    assert not [name for name in sys.modules if name.startswith(HEAVY) and late.is_loaded(name)]
    sys.meta_path.insert(0, Barrier(sys.argv.pop(1)))
    sys.exit(main(sys.argv[1:]))
