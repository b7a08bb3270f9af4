"""A campaign that the GM has open, and the same shared: on a real socket, with a code for each."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest
import pytest_asyncio

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.share.guard import SharingWay
from tableside.share.server import SharingServer, listening_server
from tests.campaign.people import do, note
from tests.share.browsing import chromium
from tests.share.wire import Doing, client_at

if TYPE_CHECKING:
    from playwright.async_api import Browser

HERE = "127.0.0.1"


@dataclass
class Shared:
    """A campaign that is shared."""

    sharing: SharingServer
    port: int
    codes: dict[str, str]
    troubles: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://{HERE}:{self.port}"

    def client(self) -> aiohttp.ClientSession:
        return client_at(self.url)

    async def entered(self, name: str) -> aiohttp.ClientSession:
        """A browser in which the code of this one of the party was typed."""
        client = self.client()
        async with client.post("/enter", data={"code": self.codes[name]}) as answer:
            assert answer.status == 200
        return client


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[Campaign]:
    """A fight in which Ana acts, with a foe who is hurt, a note, and somebody whom nobody has met."""
    library = Library(tmp_path / "saves", lambda: 1.8e9)
    opened = library.open(library.new("Salt", "d20"))
    do(opened, "d20.create", name="Ana", dexterity="30", hit_points="20")
    do(opened, "d20.create", name="Bram", dexterity="1", hit_points="9")
    do(opened, "campaign.edit", who="Bram", notes="fears the sea")
    do(opened, "d20.add-foe", name="Goblin", count="2", modifier="-5", hit_points="971")
    do(opened, "d20.begin-battle")
    do(opened, "turn.next")
    do(opened, "d20.hurt", who="Goblin 1", hit_points="4")
    do(opened, "campaign.add-character", name="Lurker", kind="enemy")
    note(opened, "The keeper is the thief")
    yield opened
    opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator["Browser"]:
    """One for all tests."""
    async with chromium() as opened:
        yield opened


Share = Callable[[SharingWay], AbstractAsyncContextManager[Shared]]


@asynccontextmanager
async def shared_in(
    library: Library, id: str, way: SharingWay, doing: Callable[[Campaign], Doing] | None = None
) -> AsyncIterator[Shared]:
    """A campaign, shared; `doing`: by whom what players want is done."""
    campaign = library.open(id, read_only=doing is None)
    codes: dict[str, str] = {}
    troubles: list[str] = []
    program = doing(campaign) if doing is not None else None
    sharing = SharingServer(campaign, way, codes.update, troubles.append, program=program)
    runner, opened = await listening_server(sharing, HERE, 0)
    try:
        yield Shared(sharing, opened.sockets[0].getsockname()[1], codes, troubles)
    finally:
        opened.close()
        sharing.end()
        await runner.cleanup()
        campaign.close()


@pytest.fixture
def share(gm: Campaign, tmp_path: Path) -> Share:
    return lambda way: shared_in(Library(tmp_path / "saves"), gm.id, way)
