"""`python -m tests.table.started COMMAND`: an installed program shows the demo, far from its sources, and
leaves.
"""

import os
import sys
import tempfile

from tests.table.terminal import Terminal


def main(command: str) -> None:
    with tempfile.TemporaryDirectory() as home:
        os.chdir(home)
        changes = {"HOME": home, "XDG_DATA_HOME": f"{home}/data", "TABLESIDE_SAVES": None}
        with Terminal([command, "demo"], env=changes) as terminal:
            terminal.wait_for("? Help")
            print("\n".join(terminal.lines()))
            terminal.press("f10")
            terminal.wait_gone()
    print("started")


if __name__ == "__main__":
    main(sys.argv[1])
