"""Hosting: sharing a campaign from within the program in which it is played, and the address of its page."""

import asyncio
import socket
from collections.abc import Callable

import segno
from aiohttp import web

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.share.acts import ProgramForActs
from tableside.share.guard import SharingWay
from tableside.share.server import SharingServer, listening_server
from tableside.views.character_list import OURS
from tableside.views.sharing import Player, Shared

LONGEST_END = 1.0
"""Seconds that open pages get to close at the end."""
HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PORT = 8_765
"""The port that is tried first."""
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Two dots of a QR code, one above the other; light dots are drawn, since most terminals are dark."""
ELSEWHERE = "192.0.2.1"
"""An address of nobody (RFC 5737), to find out which of our own addresses others reach; nothing is sent."""


def qr_code_rows(text: str) -> tuple[str, ...]:
    """A text as a QR code of half blocks with a quiet border, for a dark terminal; scanners read it on a
    light one too. The address of a machine in a network takes 29 cells and 15 rows.
    """
    light = [
        [not dot for dot in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)
    ]
    rows = [*light, [True] * len(light[0])] if len(light) % 2 else light
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple("".join(HALVES[dots] for dots in zip(*pair, strict=True)) for pair in pairs)


def own_network_address() -> str:
    """The address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE, 9))
        except OSError:
            return HERE
        return str(asking.getsockname()[0])


class Hosting:
    """Serves one campaign until closed; the codes last as long."""

    def __init__(
        self,
        campaign: Campaign,
        trouble: Callable[[str], None],
        moved: Callable[[], None],
        program: ProgramForActs,
    ) -> None:
        """`trouble` gets the reason if something cannot be shown; `moved` is called when a screen comes or
        goes; `program` performs what players do.
        """
        self.campaign = campaign
        self.sharing = SharingServer(campaign, SharingWay(), lambda codes: None, trouble, moved, program)
        self.is_lan = False
        self._serving: tuple[web.AppRunner, asyncio.Server] | None = None
        self._address = ""
        self._qr: tuple[str, ...] = ()

    async def open(self, *, is_lan: bool) -> None:
        """Serve at this machine's address alone, or in its network too. Raises `RuleError` when no port is
        available.
        """
        await self.close()
        host = EVERYWHERE if is_lan else HERE
        try:
            self._serving = await self._listen(host)
        except OSError as error:
            raise RuleError("share.nowhere", why=error.strerror or str(error)) from None
        port = self._serving[1].sockets[0].getsockname()[1]
        self.is_lan = is_lan
        self._address = f"http://{own_network_address() if is_lan else HERE}:{port}/"
        self._qr = qr_code_rows(self._address) if is_lan else ()

    async def _listen(self, host: str) -> tuple[web.AppRunner, asyncio.Server]:
        """Listen on the usual port, else on any free one."""
        self.sharing.begin()
        try:
            return await listening_server(self.sharing, host, PORT)
        except OSError:
            return await listening_server(self.sharing, host, 0)

    async def close(self) -> None:
        """Stop serving and close every page; it may be opened again."""
        if self._serving is None:
            return
        (runner, server), self._serving = self._serving, None
        server.close()
        self.sharing.end()
        try:
            await asyncio.wait_for(runner.cleanup(), LONGEST_END)
        except TimeoutError:
            return  # a page that takes nothing is closed with the program

    def shared(self, asks: tuple[str, ...], awaited: int) -> Shared:
        """The state of sharing for the GM; `asks`: waiting wishes, `awaited`: the key of who is asked."""
        table, looking, codes = self.campaign.table, self.sharing.looking(), self.sharing.codes
        ours = [each for kind in OURS for each in table.in_play(kind)]
        players = tuple(
            Player(each.key, each.name, codes.of(each.key), table.may.of(each.key), looking[each.key])
            for each in ours
        )
        strangers = looking.total() - sum(each.screens for each in players)
        return Shared(
            address=self._address,
            is_lan=self.is_lan,
            usual=table.may.usual,
            players=players,
            looks=self.sharing.way.looks,
            name=next(iter(self.sharing.way.names), ""),
            strangers=strangers,
            qr=self._qr,
            asks=asks,
            awaited=awaited,
        )
