"""What a campaign that is shared sends: every byte of every answer, to strangers and to each of the party."""

import asyncio
import re

from tableside.campaign.campaign import Campaign
from tableside.share.server import Sharing, listening
from tableside.share.way import Way

HERE = "127.0.0.1"
FOR_ALL = ("GET /", "GET /table", "GET /recap", "GET /recap/1", "GET /events", "POST /enter")
OF_THEIR_OWN = ("GET /", "GET /table", "GET /events")


def on_the_wire(campaign: Campaign, way: Way) -> list[tuple[str, str]]:
    """Every answer, heads and all, each with to whom and to what."""
    return asyncio.run(_all(campaign, way))


async def _all(campaign: Campaign, way: Way) -> list[tuple[str, str]]:
    codes: dict[str, str] = {}
    sharing = Sharing(campaign, way, codes.update, lambda trouble: None)
    runner, opened = await listening(sharing, HERE, 0)
    port = opened.sockets[0].getsockname()[1]
    try:
        found = [(f"{asked} of a stranger", await _answer(port, asked)) for asked in FOR_ALL]
        for name, code in codes.items():
            entered = await _answer(port, "POST /enter", body=f"code={code}")
            kept = re.search("Set-Cookie: ([^;]+)", entered)
            assert kept is not None, entered
            found.append((f"POST /enter of {name}", entered))
            found += [(f"{asked} of {name}", await _answer(port, asked, kept[1])) for asked in OF_THEIR_OWN]
        return found
    finally:
        opened.close()
        sharing.end()
        await runner.cleanup()


async def _answer(port: int, asked: str, cookie: str = "", body: str = "") -> str:
    """All that comes back; of events, the first."""
    reader, writer = await asyncio.open_connection(HERE, port)
    head = f"{asked} HTTP/1.1\r\nHost: {HERE}\r\nConnection: close\r\nCookie: {cookie}\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    async with asyncio.timeout(20):
        if asked.endswith("/events"):
            answer = await reader.readuntil(b"data: ") + await reader.readuntil(b"\n\n")
        else:
            answer = await reader.read()
    writer.close()
    return answer.decode()
