"""What a campaign that is shared sends: every byte of every answer, to strangers and to each of the party;
and a program that does what players want at once.
"""

import asyncio
import json
import re
from random import Random

import aiohttp

from tableside.campaign.campaign import Campaign
from tableside.campaign.replay import ReplayAnswers
from tableside.share.guard import SharingWay
from tableside.share.server import SharingServer, listening_server
from tableside.views.character_list import OURS
from tableside.views.public import seen_table
from tableside.views.public.deeds import NOTE, THING, DeedQuestion, DeedWish, deeds_of
from tests.idle import PATIENCE

HERE = "127.0.0.1"
FORMS = 8
"""Of so much that one of the party may do, the form is asked for."""
FOR_ALL = ("GET /", "GET /table", "GET /recap", "GET /recap/1", "GET /events", "POST /enter")
OF_THEIR_OWN = ("GET /", "GET /table", "GET /events")


def client_at(address: str) -> aiohttp.ClientSession:
    """A browser of its own. It keeps no connection: on a busy machine one is ended just as it asks again."""
    jar = aiohttp.CookieJar(unsafe=True)  # numbers have cookies too
    return aiohttp.ClientSession(address, cookie_jar=jar, connector=aiohttp.TCPConnector(force_close=True))


class Doing:
    """Does what players want at once, with dice at random."""

    def __init__(self, campaign: Campaign, dice: Random) -> None:
        self._campaign, self._dice = campaign, dice
        self.done = 0

    def asking(self, key: int) -> DeedQuestion | None:
        return None

    def told(self, key: int) -> str:
        return ""

    def act(self, wish: DeedWish) -> str:
        self._campaign.perform(wish.procedure, wish.given, ReplayAnswers(self._dice))
        self.done += 1
        return wish.words

    def answer(self, key: int, question: str, choice: str, faces: tuple[int, ...]) -> str:
        return ""


def on_the_wire(campaign: Campaign, way: SharingWay) -> list[tuple[str, str]]:
    """Every answer, heads and all, each with to whom and to what."""
    return asyncio.run(_all(campaign, way))


async def _all(campaign: Campaign, way: SharingWay) -> list[tuple[str, str]]:
    codes: dict[str, str] = {}
    doing = Doing(campaign, Random(1))
    sharing = SharingServer(campaign, way, codes.update, lambda trouble: None, program=doing)
    runner, opened = await listening_server(sharing, HERE, 0)
    port = opened.sockets[0].getsockname()[1]
    try:
        found = [(f"{asked} of a stranger", await _answer(port, asked)) for asked in FOR_ALL]
        keys = {each.name: each.key for each in campaign.table.in_play(*OURS)}
        for name, code in codes.items():
            entered = await _answer(port, "POST /enter", body=f"code={code}")
            kept = re.search("Set-Cookie: ([^;]+)", entered)
            assert kept is not None, entered
            found.append((f"POST /enter of {name}", entered))
            found += [(f"{asked} of {name}", await _answer(port, asked, kept[1])) for asked in OF_THEIR_OWN]
            deeds = [each.id for each in deeds_of(seen_table.table_seen_by_player(campaign, keys[name]))]
            for do in (NOTE, THING, *Random(len(deeds)).sample(deeds, min(FORMS, len(deeds)))):
                wanted = json.dumps({"do": do})
                found.append((f"the form {do} of {name}", await _answer(port, "POST /form", kept[1], wanted)))
        return found
    finally:
        opened.close()
        sharing.end()
        await runner.cleanup()


async def _answer(port: int, asked: str, cookie: str = "", body: str = "") -> str:
    """All that comes back; of events, the first."""
    reader, writer = await asyncio.open_connection(HERE, port)
    head = f"{asked} HTTP/1.1\r\nHost: {HERE}\r\nConnection: close\r\nCookie: {cookie}\r\n"
    head += f"Content-Type: application/{'json' if body[:1] == '{' else 'x-www-form-urlencoded'}\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    async with asyncio.timeout(PATIENCE):
        if asked.endswith("/events"):
            answer = await reader.readuntil(b"data: ") + await reader.readuntil(b"\n\n")
        else:
            answer = await reader.read()
    writer.close()
    return answer.decode()
