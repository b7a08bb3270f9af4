"""A shared campaign under load: how long a change takes to a phone, and what phones cost the GM's keys.

    python -m tests.bench.share [SECONDS [CLIENTS [CHANGES A SECOND]]]

A minute, 50 and 20 unless given. Two programs stand side by side, each with the same fight, and get the same
keys in turn; one of them shares with so many pages, half of them with a player's code. A key's time is from
the key to the end of the first frame behind it; a change's, from the key to the event at a page. Last, how
soon a page on a slow phone's network has something on the screen, where there is a Chromium.
"""

import asyncio
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from tableside.campaign.library import Library
from tests.campaign.people import do
from tests.share.browsing import LACKING, PHONE, chromium
from tests.table.terminal import Terminal

PROGRAM = [sys.executable, "-m", "tableside"]
HERE = "127.0.0.1"
PARTY = ("Ana", "Bram", "Cora", "Dov", "Eli")
FRAME = b"\x1b[?2026l"
"""The end of a frame."""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 204_800, "uploadThroughput": 96_000}
"""A phone with few bars, as Lighthouse takes it: milliseconds, and bytes a second (1.6 Mbit/s)."""
SLOWER = 4
"""Its processor."""


# The table


def fight(saves: Path) -> None:
    """A fight of six in a list, in which nobody has acted yet."""
    library = Library(saves)
    campaign = library.open(library.new("Salt", "d20"))
    for name in PARTY:
        do(campaign, "d20.create", name=name, hit_points="19")
    do(campaign, "d20.add-foe", name="Goblin", hit_points="9")
    do(campaign, "turn.begin-list", who=", ".join((*PARTY, "Goblin")))
    campaign.close()
    library.remember(campaign.id)


@contextmanager
def playing(saves: Path) -> Iterator[Terminal]:
    fight(saves)
    with Terminal([*PROGRAM, "--saves", str(saves)]) as terminal:
        yield terminal.marking_frames().wait_for("? Help").settle()


def share(terminal: Terminal) -> tuple[int, list[str]]:
    """Share it from within: the port, and the codes."""
    text = terminal.press("S").wait_for(lambda now: re.search(r"http://\S+:\d+/", now.text())).text()
    port = re.search(r"http://\S+:(\d+)/", text)
    assert port is not None
    codes = re.findall(r"^  \w+ +\w+ \w+ +([a-z2-9]{6})$", text, re.MULTILINE)
    assert len(codes) == len(PARTY), text
    terminal.press("escape").settle()
    return int(port[1]), codes


def pressed(terminal: Terminal, key: bytes) -> tuple[float, float]:
    """When a key was pressed, and how many seconds later its first frame was whole."""
    began = time.monotonic()
    os.write(terminal.fd, key)
    data = b""
    while FRAME not in data:
        assert select.select([terminal.fd], [], [], 10)[0], "no frame within ten seconds"
        data += os.read(terminal.fd, 65_536)
    return began, time.monotonic() - began


def drained(terminal: Terminal) -> None:
    while select.select([terminal.fd], [], [], 0)[0]:
        os.read(terminal.fd, 65_536)


# The pages


async def look_on(port: int, count: int, codes: Sequence[str]) -> None:
    """So many pages, in a program of their own; when its input ends, when each saw which change."""
    seen: list[list[tuple[float, int]]] = [[] for _ in range(count)]
    cookies = [await _enter(port, codes[n % len(codes)]) if n % 2 else "" for n in range(count)]
    pages = [asyncio.create_task(_page(port, cookies[n], seen[n])) for n in range(count)]
    while not all(seen):
        await asyncio.sleep(0.05)
    print("all are there", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for each in pages:
        each.cancel()
    print(json.dumps(seen))


async def _enter(port: int, code: str) -> str:
    reader, writer = await asyncio.open_connection(HERE, port)
    body = f"code={code}"
    head = f"POST /enter HTTP/1.1\r\nHost: {HERE}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write((head + body).encode())
    answer = (await reader.read()).decode()
    writer.close()
    kept = re.search("Set-Cookie: ([^;]+)", answer)
    assert kept is not None, answer
    return kept[1]


async def _page(port: int, cookie: str, seen: list[tuple[float, int]]) -> None:
    reader, writer = await asyncio.open_connection(HERE, port, limit=1 << 20)
    writer.write(f"GET /events HTTP/1.1\r\nHost: {HERE}\r\nCookie: {cookie}\r\n\r\n".encode())
    async for line in reader:
        if (change := change_in(line.decode())) is not None:
            seen.append((time.monotonic(), change))


def change_in(event: str) -> int | None:
    """Which turn it is, counted from the first: 0 before it."""
    turn = re.search(r"Round (\d+)</small> <strong>(\w+) acts", event)
    if turn is None:
        return 0 if "nobody has acted yet" in event else None
    return (int(turn[1]) - 1) * (len(PARTY) + 1) + (*PARTY, "Goblin").index(turn[2]) + 1


# What is measured


def main(seconds: int, clients: int, rate: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        alone, shared = Path(folder) / "alone", Path(folder) / "shared"
        with playing(alone) as without, playing(shared) as with_pages:
            port, codes = share(with_pages)
            command = [sys.executable, "-m", "tests.bench.share", "pages", str(port), str(clients), *codes]
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as pages:
                assert pages.stdout is not None
                assert pages.stdout.readline() == "all are there\n"
                keys = press_in_turn([without, with_pages], seconds * rate, 1 / rate)
                time.sleep(1)
                seen = json.loads(pages.communicate()[0])
    report(keys, seen)
    if LACKING:
        print(f"first content was not measured: {LACKING}")
    else:
        asyncio.run(first_content())


def press_in_turn(
    terminals: Sequence[Terminal], times: int, every: float
) -> tuple[list[list[float]], list[float]]:
    """Press the next turn in all of them, the first one first or last in turn: how long each frame took of
    each, and when it was pressed in the last.
    """
    took: list[list[float]] = [[] for _ in terminals]
    at: list[float] = []
    for n in range(times):
        began = time.monotonic()
        for place in (0, 1) if n % 2 else (1, 0):
            drained(terminals[place])
            then, seconds = pressed(terminals[place], b" ")
            took[place].append(seconds)
            if place:
                at.append(then)
        time.sleep(max(0.0, began + every - time.monotonic()))
    return took, at


def report(keys: tuple[list[list[float]], list[float]], seen: list[list[tuple[float, int]]]) -> None:
    (without, with_pages), at = keys
    lasted = at[-1] - at[0]
    print(f"{len(at)} changes in {lasted:.0f} s ({len(at) / lasted:.1f} a second), {len(seen)} pages")
    late = [when - at[change - 1] for when, change in each_first(seen, len(at))]
    missing = sum(max(change for _, change in page) != len(at) for page in seen)
    print(f"change to page: {told(late)}; pages that never saw the last change: {missing}")
    print(f"key to frame, alone:      {told(without)}")
    print(f"key to frame, with pages: {told(with_pages)}")
    ratios = [two / one for one, two in zip(without, with_pages, strict=True)]
    p95 = quantiles(with_pages, n=20)[-1] / quantiles(without, n=20)[-1]
    print(f"with pages to alone: {median(ratios):.2f} (median of the pairs), p95 to p95 {p95:.2f}")


def each_first(seen: list[list[tuple[float, int]]], changes: int) -> Iterator[tuple[float, int]]:
    """When each page first showed a change, or one behind it."""
    for page in seen:
        shown = iter(sorted(page))
        then = next(shown)
        for change in range(1, changes + 1):
            while then[1] < change and (following := next(shown, None)) is not None:
                then = following
            if then[1] >= change:
                yield then[0], change


def told(seconds: list[float]) -> str:
    hundred = quantiles(seconds, n=100)
    return (
        ", ".join(
            f"{name} {1_000 * value:.0f}"
            for name, value in (("p50", hundred[49]), ("p95", hundred[94]), ("most", max(seconds)))
        )
        + " ms"
    )


async def first_content() -> None:
    """How soon something stands on a phone with few bars."""
    with tempfile.TemporaryDirectory() as folder, playing(Path(folder)) as terminal:
        port, _ = share(terminal)
        async with chromium() as browser:
            context = await browser.new_context(**PHONE)
            page = await context.new_page()
            devtools = await context.new_cdp_session(page)
            await devtools.send("Network.enable")
            await devtools.send("Network.emulateNetworkConditions", SLOW)
            await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            times = []
            for _ in range(5):
                await page.goto(f"http://{HERE}:{port}/")
                paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
                await page.wait_for_function(paint)
                times.append(float(await page.evaluate(paint)))
            print(f"first content on a slow phone: {', '.join(f'{each:.0f}' for each in sorted(times))} ms")


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["pages"]:
        asyncio.run(look_on(int(words[1]), int(words[2]), words[3:]))
    else:
        given = [*map(int, words)]
        main(*[*given, *(60, 50, 20)[len(given) :]])
