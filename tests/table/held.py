"""A start that waits where the heavy part of it begins: `python -m tests.table.held FIFO [ARGUMENT...]`.

What is written into the FIFO, up to its end sign, is run as Python, then the start goes on.
"""

import os
import sys
import time
from importlib.machinery import ModuleSpec
from types import ModuleType

from tableside import late_imports
from tableside.cli import main

END = b"\x04"
"""The sign that ends what is written."""
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
        waits = late_imports.is_late_import(name) and not late_imports.is_late_import_running(name)
        if name.startswith(HEAVY) and not waits and self in sys.meta_path:
            sys.meta_path.remove(self)
            exec(self._heard(), {})
        return None

    def _heard(self) -> str:
        """What is written into the FIFO. It is looked for again and again: a signal that came just before a
        wait without end would be heeded by nobody.
        """
        reads = os.open(self.fifo, os.O_RDONLY | os.O_NONBLOCK)
        heard = b""
        while not heard.endswith(END):
            time.sleep(0.01)
            try:
                heard += os.read(reads, 65_536)
            except BlockingIOError:
                continue
        os.close(reads)
        return heard.removesuffix(END).decode()


if __name__ == "__main__":
    assert not [
        name for name in sys.modules if name.startswith(HEAVY) and late_imports.is_late_import_loaded(name)
    ]
    sys.meta_path.insert(0, Barrier(sys.argv.pop(1)))
    sys.exit(main(sys.argv[1:]))
