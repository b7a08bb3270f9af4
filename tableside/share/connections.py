"""How many connections there may be, on the whole and from one address, before anything is read from them."""

import asyncio
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address

MOST = 256
MOST_OF_ONE = 32
"""From one address: a phone has up to six. Behind a proxy on this machine all have the same, so that one may
have as many as there may be.
"""


class Doorway:
    """Lets connections in as long as there are few enough."""

    def __init__(self, inside: Callable[[], asyncio.Protocol]) -> None:
        self._inside = inside
        self._open: Counter[str] = Counter()

    def __call__(self) -> asyncio.Protocol:
        return _Arriving(self)

    def admit(self, transport: asyncio.BaseTransport) -> asyncio.Protocol | None:
        """What is to serve a connection. None: there are too many."""
        address = address_of(transport)
        most = MOST if _is_here(address) else MOST_OF_ONE
        if self._open.total() >= MOST or self._open[address] >= most:
            return None
        self._open[address] += 1
        return self._inside()

    def left(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class _Arriving(asyncio.Protocol):
    """A connection: served by what is inside, or ended."""

    def __init__(self, doorway: Doorway) -> None:
        self._doorway = doorway
        self._served: asyncio.Protocol | None = None
        self._address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._address = address_of(transport)
        self._served = self._doorway.admit(transport)
        if self._served is None:
            transport.abort()
        else:
            self._served.connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._served is not None:
            self._served.connection_lost(error)
            self._doorway.left(self._address)

    def data_received(self, data: bytes) -> None:
        if self._served is not None:
            self._served.data_received(data)

    def eof_received(self) -> bool | None:
        return self._served.eof_received() if self._served is not None else None

    def pause_writing(self) -> None:
        if self._served is not None:
            self._served.pause_writing()

    def resume_writing(self) -> None:
        if self._served is not None:
            self._served.resume_writing()


def address_of(transport: asyncio.BaseTransport | None) -> str:
    """The address that a connection comes from; empty where it is gone already."""
    peer = transport.get_extra_info("peername") if transport is not None else None
    return str(peer[0]) if peer else ""


def _is_here(address: str) -> bool:
    """Whether it is this machine."""
    return bool(address) and ip_address(address).is_loopback
