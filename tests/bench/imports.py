"""Random and mutated documents taken in: each is refused in a line, or sound in every command.

    python -m tests.bench.imports [COUNT] [SEED]

COUNT documents (2,000 unless given): exports of evenings of every game, and of the demos, with values
replaced, moved, taken away and doubled, bytes changed, and now and then what is no export at all. What is
taken in is then looked at on every screen, shown, listed, told, exported, checked, undone, redone and
amended. Nothing may end in a fault of ours, print what a terminal would obey, or take more than SECONDS of
the processor; and no more than MEMORY bytes may be asked for on the way, which Python counts for one
document in TRACED.
"""

import asyncio
import contextlib
import copy
import io
import json
import os
import random
import resource
import shutil
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tableside.campaign.json_export import export_json
from tableside.campaign.library import Library
from tableside.cli import main as tableside
from tableside.demo import games_with_demo, place_demo
from tests import conftest  # noqa: F401 - sets up what is waited for, before it is taken from there
from tests.bench.calls import spent
from tests.campaign.random_play import campaign_of
from tests.orders import orders_in
from tests.table.looking import look

SECONDS = 2.0
MEMORY = 200 * 1024 * 1024
TRACED = 20
Values = Any  # Any: JSON values
NASTY: tuple[Values, ...] = (
    *(0, -1, 1, 2, 99, 9_999, 10_000, 999_999_999, -999_999_999, 10**9 + 1, 10**400, 1e18, -1e18, 0.5),
    *(
        "",
        " ",
        "x" * 300,
        "x" * 30_000,
        "\x1b[5m",
        "\u202e",
        "a\nb",
        "#1",
        "yes",
        "bazooka",
        "{0} %s",
        "undo",
    ),
    *(None, True, False, [], {}, [[]], [0], {"a": 1}, "campaign.house-rule", "table/1", "characters/99"),
)
SOUND = (
    ["list"],
    ["show"],
    ["show", "#1"],
    ["history"],
    ["recap", "--length", "whole"],
    ["recap", "--players"],
    ["watch"],
    ["export"],
    ["export", "--secrets", "--format", "html"],
    ["export", "--format", "json"],
    ["tables", "list"],
    ["check"],
    ["amend", "modifier=1"],
    ["amend", "7"],
    ["do", "campaign.note", "text=On we go"],
    ["do", "turn.next"],
    ["do", "turn.back"],
    ["say", "hurt #1 1"],
    ["undo"],
    ["undo", "9"],
    ["redo"],
    ["restore", "3"],
)
"""What is done with what has been taken in; the campaign's id comes behind the command."""


def sources(folder: Path) -> list[bytes]:
    """Sound exports: of an evening of each game, and of the demos."""
    found = []
    for number, game in enumerate(games_with_demo()):
        campaign = campaign_of(folder / game, game, number, 45)
        found.append(export_json(campaign))
        campaign.close()
        library = Library(folder / "demos")
        library.folder.mkdir(exist_ok=True)
        demo = library.open(place_demo(library, game), read_only=True)
        found.append(export_json(demo))
        demo.close()
    return found


def mutated(sound: bytes, dice: random.Random) -> bytes:
    """Another document."""
    chance = dice.random()
    if chance < 0.1:
        return _bytes_changed(sound, dice)
    if chance < 0.13:
        return json.dumps(_random(dice, 4)).encode()
    found = json.loads(sound)
    if chance < 0.55:
        return json.dumps(_alike(found, dice)).encode()
    for _ in range(dice.choice([1, 1, 2, 5])):
        _changed(found, dice)
    return json.dumps(found).encode()


def _bytes_changed(data: bytes, dice: random.Random) -> bytes:
    place, end = sorted(dice.randrange(len(data)) for _ in range(2))
    way = dice.randrange(5)
    if way == 0:
        return data[:place]
    if way == 1:
        return data[:place] + data[min(end, place + 40) :]
    if way == 2:
        return data[:place] + bytes([data[place] ^ 1 << dice.randrange(8)]) + data[place + 1 :]
    return data[:place] + data[place : place + 200] * (1 if way == 3 else 40) + data[place:]


def _random(dice: random.Random, depth: int) -> Values:
    if depth and dice.random() < 0.6:
        if dice.random() < 0.5:
            return [_random(dice, depth - 1) for _ in range(dice.randrange(4))]
        names = ("tableside", "ruleset", "documents", "entries", "volumes", "title", "a")
        return {dice.choice(names): _random(dice, depth - 1) for _ in range(dice.randrange(5))}
    return dice.choice(NASTY)


def _places(value: Values) -> Iterator[tuple[Values, Values]]:
    """Every container with every key in it."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


def _changed(found: Values, dice: random.Random) -> None:
    """Change one thing, whatever hangs on it."""
    holder, key = dice.choice(list(_places(found)))
    way = dice.randrange(6)
    if way == 0:
        del holder[key]
    elif way == 1:
        other, place = dice.choice(list(_places(found)))
        holder[key] = copy.deepcopy(other[place])
    elif way == 2 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif way == 3 and isinstance(holder[key], int | float):
        holder[key] = holder[key] * dice.choice([-1, 2, 10, 1_000, 10**6]) + dice.choice([-1, 0, 1])
    else:
        holder[key] = dice.choice(NASTY)


def _alike(found: Values, dice: random.Random) -> Values:
    """Another value in the place of one wherever it stands, so that the journal still leads to the table."""
    leaves = [holder[key] for holder, key in _places(found) if not isinstance(holder[key], dict | list)]
    old, new = dice.choice(leaves), dice.choice(NASTY)
    near = [part for holder, key in _places(found) if holder[key] == old for part in [key]]
    name = dice.choice(near)
    return _swapped(found, old, new, name)


def _swapped(value: Values, old: Values, new: Values, name: Values) -> Values:
    if isinstance(value, dict):
        return {
            key: new if key == name and _is(inner, old) else _swapped(inner, old, new, name)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        leads = len(value) == 4 and isinstance(value[1], list) and value[1][-1:] == [name]
        return [
            new if (leads or place == name) and _is(each, old) else _swapped(each, old, new, name)
            for place, each in enumerate(value)
        ]
    return value


def _is(one: Values, other: Values) -> bool:
    return type(one) is type(other) and bool(one == other)


def called(saves: Path, call: list[str]) -> tuple[int, str, str, float]:
    """The exit status, what was printed to both streams, what was complained of, and the seconds it took."""
    out, err = io.StringIO(), io.StringIO()
    began = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = tableside([call[0], "--saves", str(saves), *call[1:]])
        except SystemExit as left:
            status = int(str(left.code))
    return status, out.getvalue() + err.getvalue(), err.getvalue(), time.process_time() - began


def wrong(saves: Path, call: list[str]) -> str:
    """What is wrong about a call, or nothing."""
    try:
        status, printed, told, took = called(saves, call)
    except BaseException as error:
        return f"{call}: {type(error).__name__}: {error}"
    if orders_in(printed):
        return f"{call}: prints {orders_in(printed)}"
    if "fault of ours" in printed or "Traceback" in printed:
        return f"{call}: {told[:300]}"
    if took > SECONDS:
        return f"{call}: took {took:.1f} s"
    return "" if status in (0, 1, 2) else f"{call}: exit {status}"


def taken_in(saves: Path, path: Path, *, is_traced: bool) -> tuple[str, str]:
    """The id of what was made of a document, or nothing; and what is wrong about that."""
    if is_traced:
        tracemalloc.start()
    try:
        status, printed, told, took = called(saves, ["import", str(path)])
        used = tracemalloc.get_traced_memory()[1] if is_traced else 0
    except BaseException as error:
        return "", f"import: {type(error).__name__}: {error}"
    finally:
        tracemalloc.stop()
    if "fault of ours" in printed or orders_in(printed) or status not in (0, 1, 2):
        return "", f"import: exit {status} {told[:300]}"
    if status and (told.count("\n") != 1 or len(told) > 2_200):
        return "", f"import: {told[:300]!r}"
    if used > MEMORY or (took > SECONDS and not is_traced):
        return "", f"import: {took:.1f} s, {used:,} bytes"
    return (printed.split("\n")[0] if status == 0 else ""), ""


def wrong_on_screens(saves: Path, id: str) -> str:
    """What is wrong about a campaign on the screens, or nothing. In a process of its own, as the app is."""
    read, given = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(given, _looked_at(saves, id).encode(errors="replace")[:4_000])
        finally:
            os._exit(0)
    os.close(given)
    with os.fdopen(read, errors="replace") as file:
        told = file.read()
    os.waitpid(pid, 0)
    return "" if told == "right" else told or "on the screens: it ended"


def _looked_at(saves: Path, id: str) -> str:
    """`right`, or what is not."""
    began, before = time.process_time(), _memory()
    try:
        asyncio.run(look(Library(saves), id))
    except BaseException as error:
        return f"on the screens: {type(error).__name__}: {error}"
    took, more = time.process_time() - began, _memory() - before
    return f"on the screens: {took:.1f} s, {more:,} bytes" if took > SECONDS or more > MEMORY else "right"


def _memory() -> int:
    """Bytes that this process has in use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def troubles(saves: Path, id: str) -> Iterator[str]:
    """What is wrong about what was taken in; nothing for all that is right."""
    yield wrong_on_screens(saves, id)
    for each in SOUND:
        call = ["tables", "list", id] if each[0] == "tables" else [each[0], id, *each[1:]]
        yield wrong(saves, each if each[0] == "list" else call)


def imports(count: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """So many documents: what came of them, and what was wrong."""
    dice, found, bad = random.Random(seed), Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sound = sources(folder)
        saves, path = folder / "saves", folder / "document.json"
        for number in range(count):
            shutil.rmtree(saves, ignore_errors=True)
            saves.mkdir()
            path.write_bytes(mutated(dice.choice(sound), dice))
            id, trouble = taken_in(saves, path, is_traced=number % TRACED == 0)
            if not trouble:
                found["taken in" if id else "refused"] += 1
                trouble = next(filter(None, troubles(saves, id)), "") if id else ""
            if trouble:
                found["bad"] += 1
                bad.append(f"{number}: {trouble}")
                if keep := os.environ.get("TABLESIDE_KEEP"):
                    shutil.copy(path, Path(keep) / f"{seed}-{number}.json")
    return found, bad


def main(count: int, seed: int) -> int:
    with tempfile.TemporaryDirectory() as logs:
        os.environ["XDG_STATE_HOME"] = logs
        found, bad = imports(count, seed)
    print(f"{count:,} documents: {dict(found)}; {spent()}")
    for line in bad[:30]:
        print(line)
    return 1 if bad else 0


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    sys.exit(main(*(given + [2_000, 1][len(given) :])))
