"""Random calls of the shell: none ends in a fault of ours, and no byte of any is an order to the terminal.

    python -m tests.bench.calls [COUNT] [SEED]

COUNT calls (5,000 unless given) in this process, on a demo of each game and on one whose names hold escapes,
with inputs that will do, with others, and with what nobody should type. Now and then one of the
files is spoilt first. What is printed to either stream is searched; the exit status must be 0, 1 or 2, a
complaint must be whole lines of its own, and no call may take longer than PATIENCE seconds of the processor.
"""

import contextlib
import gc
import io
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tinydb.table import Document

from tableside.campaign.library import Library
from tableside.campaign.store.database import CampaignDB
from tableside.cli import main as tableside
from tableside.demo import games_with_demo, place_demo
from tableside.games import load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.inputs import Choice, Input, Number, Who, YesNo
from tableside.rules.procedure import Procedure
from tableside.rules.table import Table
from tableside.shell.grammar import COMMANDS
from tests.orders import orders_in
from tests.table.words_typed import CELLS, HOSTILE, LINES, PEOPLE, PROSE

PATIENCE = 10.0
"""Seconds of the processor for a call. The exact odds of the heaviest rolls take a good part of one."""
FRESH = 120
"""Calls after which the campaigns are made anew."""
ORDERS = "\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\u202e\u2066"
NASTY = (
    *HOSTILE,
    *("9" * 5_000, "-" + "9" * 30, "1e999", "NaN", "\udcff\udc80", "a\x00b", ORDERS, "x" * 100_000, "٣", "½"),
    *(
        "--",
        "-x",
        "=",
        "a=",
        "../../etc/passwd",
        "~nobody-here/x",
        "~",
        ".",
        "/dev/zero",
        "{who.notes}",
        "%n",
    ),
)
OPTIONS = {
    "do": ("--json", "--seed", "--faces", "--choose"),
    "roll": ("--json", "--seed", "--faces", "--choose"),
    "say": ("--json", "--seed", "--faces", "--choose", "--dry-run"),
    "amend": ("--json", "--faces", "--choose"),
    "history": ("--json", "--last"),
    "show": ("--json", "--at"),
    "recap": ("--json", "--session", "--length", "--players"),
    "check": ("--json", "--accept", "--repair", "--without"),
    "export": ("--format", "--secrets", "--to", "--shared"),
    "import": ("--into",),
    "undo": ("--dry-run",),
    "redo": ("--dry-run",),
    "restore": ("--dry-run",),
    "odds": ("--json",),
    "list": ("--json",),
    "rules": ("--json",),
    "why": ("--json",),
    "tables": ("--json",),
    "new": ("--rules",),
}
BARE = frozenset(
    {"--json", "--dry-run", "--players", "--accept", "--repair", "--without", "--secrets", "--shared"}
)
"""Options without a value."""
VALUES = {
    "--format": ("markdown", "html", "json"),
    "--length": ("short", "middle", "whole"),
    "--rules": (*games_with_demo(), "troyka"),
    "--choose": ("yes", "no", "take", "strike"),
    "--faces": ("3 4", "6 6", "1", "2 3 4 5", "20"),
}
OFTEN = ("do",) * 5 + ("say",) * 3 + ("show", "history", "undo")
WITHOUT_END = frozenset({"share"})
"""Commands that go on until somebody ends them."""
SELDOM = frozenset({"rules", "demo", "watch", "backup", "import", "new"})


@dataclass
class Caller:
    """Somebody at the shell, on campaigns in `saves`."""

    saves: Path
    dice: random.Random
    tables: dict[str, Table] = field(default_factory=dict)
    """What stands on each campaign's table when it is fresh, by its id."""
    games: dict[str, str] = field(default_factory=dict)

    def refresh(self) -> None:
        """Make the campaigns anew."""
        shutil.rmtree(self.saves, ignore_errors=True)
        self.saves.mkdir()
        library = Library(self.saves)
        for game in games_with_demo():
            id = place_demo(library, game)
            self._note(library, id, game)
        spoil_names(self.saves / "demo", self.saves / "orders")
        self._note(library, "orders", "troika")

    def _note(self, library: Library, id: str, game: str) -> None:
        campaign = library.open(id, read_only=True)
        self.tables[id], self.games[id] = campaign.table, game
        campaign.close()

    def call(self) -> list[str]:
        command = self.dice.choice([*COMMANDS, *OFTEN])
        opens_the_app = command == "demo" and os.isatty(0)
        goes_on = command in WITHOUT_END
        if opens_the_app or goes_on or (command in SELDOM and self.dice.random() < 0.7):
            command = "do"
        id = self.dice.choice([*self.tables])
        words = [*self._words(command, id), *self._options(command)]
        if self.dice.random() < 0.06:
            words.insert(self.dice.randint(0, len(words)), self.dice.choice(NASTY))
        return [command, *words]

    def _words(self, command: str, id: str) -> list[str]:
        dice = self.dice
        campaign = dice.choice(NASTY) if dice.random() < 0.03 else id
        names = [f"#{key}" for key in self.tables[id].characters] + [
            each.name for each in self.tables[id].characters.values()
        ]
        match command:
            case "do":
                procedure = self._procedure(id)
                return [campaign, procedure.id, *self._inputs(procedure, self.tables[id])]
            case "roll" | "odds":
                procedure = self._procedure(id, on_table=False)
                return [procedure.id, *self._inputs(procedure, Table())]
            case "say":
                more = dice.choice([dice.choice(names), dice.choice(CELLS), dice.choice(PROSE), ""])
                return [
                    campaign,
                    *dice.sample([dice.choice(LINES), more, dice.choice(NASTY)], dice.randint(1, 2)),
                ]
            case "write":
                return [campaign]
            case "amend":
                return [campaign, *dice.sample([str(dice.randint(0, 60)), "modifier=1", "damage=3"], 1)]
            case "undo" | "redo" | "restore":
                return [campaign, str(dice.choice([1, 1, 2, 0, 5, -1, 999]))]
            case "show":
                return [campaign, *dice.sample([*names, dice.choice(NASTY)], dice.randint(0, 1))]
            case "new":
                return [dice.choice([*PEOPLE, *NASTY])]
            case "rules" | "demo":
                return dice.sample([*games_with_demo(), dice.choice(NASTY)], 1)
            case "why":
                return [dice.choice(["TRO-4.1", "FELL-MAX", self._procedure(id).id, dice.choice(NASTY)])]
            case "tables":
                return [dice.choice(["list", "check"]), *dice.sample([campaign, dice.choice(NASTY)], 1)]
            case "import":
                return [dice.choice([str(self.saves / id / "campaign.json"), str(self.saves), *NASTY])]
            case "backup":
                return [campaign, dice.choice([str(self.saves.parent / "backups"), dice.choice(NASTY)])]
            case "list":
                return []
        return [campaign]

    def _procedure(self, id: str, on_table: bool = True) -> Procedure:
        found = campaign_rules(load_game(self.games[id])).procedures
        return self.dice.choice([each for each in found if each.on_table == on_table])

    def _inputs(self, procedure: Procedure, table: Table) -> list[str]:
        found = []
        for each in procedure.inputs:
            if each.default is not None and self.dice.random() < 0.5:
                continue
            text = self._text(each, table)
            found.append(f"{each.id}={self.dice.choice(NASTY) if self.dice.random() < 0.05 else text}")
        return found if self.dice.random() < 0.95 else found[1:]

    def _text(self, each: Input, table: Table) -> str:
        dice = self.dice
        match each:
            case Number():
                return str(
                    dice.choice([each.lowest, each.highest, dice.randint(each.lowest, each.lowest + 9)])
                )
            case YesNo():
                return dice.choice(["yes", "no"])
            case Who():
                keys = [f"#{who.key}" for who in each.candidates(table)] or ["#1"]
                return " ".join(dice.sample(keys, dice.randint(1, min(3, len(keys))) if each.many else 1))
            case Choice():
                options: tuple[str, ...] = ()
                with contextlib.suppress(KeyError):  # some hang on the inputs before
                    options = each.options(table, {})
                options = options or ("nothing",)
                return " ".join(dice.choices(options, k=dice.randint(1, 2) if each.many else 1))
        return dice.choice([*PROSE, *PEOPLE, "3 the alarm; 4 the gate", "d6 d4", "2v2 3v1", "name=Zed"])

    def _options(self, command: str) -> list[str]:
        dice = self.dice
        found = []
        for option in OPTIONS.get(command, ()):
            if command == "new" or dice.random() < 0.3:
                value = str(dice.choice([1, 3, 12, -2, *VALUES.get(option, ())]))
                if option in VALUES and dice.random() < 0.9:
                    value = dice.choice(VALUES[option])
                if option == "--to":
                    value = str(
                        self.saves.parent / dice.choice(["out.json", "pages", "out.md", "no/where/x"])
                    )
                found += [option] if option in BARE else [option, value]
        return found

    def spoil(self) -> None:
        """Damage a file of a campaign, in whatever way."""
        files = [path for path in sorted(self.saves.rglob("*")) if path.is_file()]
        path = self.dice.choice(files)
        data = bytearray(path.read_bytes())
        for _ in range(self.dice.randint(1, 3)):
            place = self.dice.randrange(len(data) + 1)
            data[place : place + self.dice.randint(0, 4)] = self.dice.choice([b"\x1b[5m", b"\xff", b"", b"9"])
        path.write_bytes(bytes(data[: self.dice.choice([len(data), len(data), len(data) // 2])]))


def spoil_names(source: Path, target: Path) -> None:
    """A copy of a campaign in which every text holds orders to the terminal, with right checksums."""
    shutil.copytree(source, target)
    db = CampaignDB(target)
    with db.transaction(f"spoilt {ORDERS}"):
        for name in sorted({*db.tables(), *db.session_tables()} - {"about", "volumes"}):
            for document in db.table(name).all():
                db.table(name).upsert(Document(_spoilt(document), doc_id=document.doc_id))
    db.close()


def _spoilt(found: Any) -> Any:  # Any: JSON values
    own = {"name", "title", "text", "note", "by"}
    if isinstance(found, dict):
        return {
            key: f"{value}{ORDERS}" if key in own and isinstance(value, str) else _spoilt(value)
            for key, value in found.items()
        }
    return [_spoilt(each) for each in found] if isinstance(found, list) else found


@dataclass
class Result:
    """What came of calls."""

    came: Counter[str] = field(default_factory=Counter)
    """How often each command came to which status."""
    bad: list[str] = field(default_factory=list)
    printed: int = 0
    """Characters, all of which were searched."""


def wrong(call: Sequence[str], saves: Path, result: Result) -> str:
    """What is wrong about a call, or nothing."""
    out, err = io.StringIO(), io.StringIO()
    began = time.process_time()
    typed = io.TextIOWrapper(io.BytesIO(b"The door groans. /luck\n/undo\n\xff\n"))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), patch("sys.stdin", typed):
        try:
            status = tableside([call[0], "--saves", str(saves), *call[1:]])
        except SystemExit as left:
            status = int(str(left.code))
        except BaseException as error:
            return f"{type(error).__name__}: {error}"
        finally:
            gc.enable()  # a start of the app does without, until it is painted
    took = time.process_time() - began
    result.came[f"{call[0]} {status}"] += 1
    printed = out.getvalue() + err.getvalue()
    result.printed += len(printed)
    if strange := orders_in(printed):
        return f"prints {strange}"
    if "fault of ours" in printed or "Traceback" in printed:
        return err.getvalue()[:300]
    if status not in (0, 1, 2):
        return f"exit {status}"
    is_told = err.getvalue() or '"faults": [' in out.getvalue()
    if (status == 2 and not is_told) or (err.getvalue() and not err.getvalue().endswith("\n")):
        return f"exit {status} with the complaint {err.getvalue()!r}"
    return f"took {took:.1f} s" if took > PATIENCE else ""


def calls(count: int, seed: int = 1) -> Result:
    """So many calls."""
    result, before = Result(), Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            caller = Caller(Path(name) / "saves", random.Random(seed))
            for number in range(count):
                if number % FRESH == 0:
                    caller.refresh()
                if caller.dice.random() < 0.03:
                    caller.spoil()
                call = caller.call()
                if trouble := wrong(call, caller.saves, result):
                    result.bad.append(f"{number} {[each[:80] for each in call]}: {trouble}")
        finally:
            os.chdir(before)
    return result


def main(count: int, seed: int) -> int:
    with tempfile.TemporaryDirectory() as logs:
        os.environ["XDG_STATE_HOME"] = logs
        result = calls(count, seed)
    by_command: dict[str, dict[str, int]] = {}
    for came, times in sorted(result.came.items()):
        command, status = came.split(" ")
        by_command.setdefault(command, {})[status] = times
    for command, statuses in by_command.items():
        print(f"{command:>8}  " + ", ".join(f"exit {status}: {times}" for status, times in statuses.items()))
    searched = f"{result.printed:,} characters printed and searched"
    print(f"{result.came.total():,} calls, {searched}, {len(result.bad)} bad; {spent()}")
    for line in result.bad[:30]:
        print(line)
    return 1 if result.bad else 0


def spent() -> str:
    """What this process has taken, and those that it has started."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    took = own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
    return f"{took:.0f} s of the processor, {max(own.ru_maxrss, others.ru_maxrss) / 1000:.0f} MB at most"


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    sys.exit(main(*(given + [5_000, 1][len(given) :])))
