"""What comes of those who mean harm: what does not stand in `test_server.py` already."""

import asyncio
import gzip
import re
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.share.guard import SharingWay
from tableside.share.server import COOKIE
from tests.campaign.people import do, note
from tests.idle import PATIENCE
from tests.share.conftest import HERE, Share, Shared
from tests.share.fuzz import Messages, lift_limits
from tests.share.test_server import files, raw
from tests.thorough import often

PLAIN = SharingWay()


def routes_of(shared: Shared) -> list[tuple[str, str]]:
    """What may be asked of it."""
    routes = shared.sharing.application().router.routes()
    return [(each.method, each.resource.canonical) for each in routes if each.resource is not None]


@pytest.mark.long
async def test_messages_of_all_kinds_end_nothing_write_nothing_and_are_no_fault_of_ours(
    share: Share,
    gm: Campaign,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    lift_limits(monkeypatch)
    before = files(tmp_path)
    async with share(PLAIN) as shared, await shared.entered("Ana") as client:
        cookies = [f"{each.key}={each.value}" for each in client.cookie_jar]
        messages = Messages(Random(17), routes_of(shared), cookies, [*shared.codes.values()])
        for _ in range(often(3_000)):
            await messages.send(shared.port)
        async with await shared.entered("Ana") as again, again.get("/") as answer:
            assert answer.status == 200 and "Your turn" in await answer.text()
        assert shared.troubles == []
        assert {"200", "303", "400", "403", "404"} <= {*messages.statuses}
        assert not {each for each in messages.statuses if each.startswith("5") or each == "101"}
    assert files(tmp_path) == before and [*audit(gm)] == []
    assert [each for each in caplog.records if each.levelname in ("ERROR", "CRITICAL")] == []


@pytest.mark.long
async def test_a_body_that_unpacks_to_a_hundred_megabytes_is_not_unpacked(share: Share) -> None:
    packed = gzip.compress(b"code=" + bytes(100_000_000))
    head = (
        f"POST /enter HTTP/1.1\r\nHost: {HERE}\r\nContent-Encoding: gzip\r\nContent-Length: {len(packed)}\r\n"
    )
    async with share(PLAIN) as shared:
        tracemalloc.start()
        answer = await raw(shared, f"{head}Connection: close\r\n\r\n".encode() + packed)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert answer.split(b" ")[1:2] in ([], [b"400"], [b"413"], [b"415"])
    assert most < 10_000_000


@pytest.mark.parametrize(
    "packed",
    [b"no gzip at all", gzip.compress(b"code=")[:-4], gzip.compress(b"x" * 30)[9:]],
    ids=["none at all", "cut short", "without its head"],
)
async def test_what_cannot_be_unpacked_is_no_fault_of_ours(share: Share, packed: bytes) -> None:
    head = (
        f"POST /enter HTTP/1.1\r\nHost: {HERE}\r\nContent-Encoding: gzip\r\nContent-Length: {len(packed)}\r\n"
    )
    async with share(PLAIN) as shared:
        answer = await raw(shared, f"{head}Connection: close\r\n\r\n".encode() + packed)
        assert answer.split(b" ")[1] in (b"400", b"403") and shared.troubles == []


@pytest.mark.parametrize("asked", ["POST /enter", "POST /leave", "GET /", "GET /events", "PUT /nowhere"])
async def test_a_body_in_pieces_without_end_is_not_taken(share: Share, asked: str) -> None:
    head = f"{asked} HTTP/1.1\r\nHost: {HERE}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    piece = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    async with share(PLAIN) as shared, shared.client() as client:
        _, writer = await asyncio.open_connection(HERE, shared.port)
        sent = 0
        try:
            writer.write(head)
            async with asyncio.timeout(1):
                while sent < 100_000_000:
                    writer.write(piece)
                    await writer.drain()
                    sent += len(piece)
        except (ConnectionError, TimeoutError):
            pass
        writer.transport.abort()
        assert sent < 20_000_000
        async with client.get("/") as answer:
            assert answer.status == 200


async def test_no_request_becomes_a_websocket(share: Share) -> None:
    asks = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    async with share(PLAIN) as shared:
        for path in ("/", "/recap", "/nowhere", "/page.js"):
            request = f"GET {path} HTTP/1.1\r\nHost: {HERE}\r\n{asks}{key}\r\n"
            _, writer = connected = await asyncio.open_connection(HERE, shared.port)
            writer.write(request.encode())
            async with asyncio.timeout(PATIENCE):
                first = await connected[0].readline()
            assert first.split(b" ")[1] in (b"200", b"400", b"404"), path
            writer.transport.abort()


@pytest.mark.parametrize(
    "lengths",
    [
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Content-Length: 0\r\nContent-Length: 60",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "Content-Length: +5",
    ],
)
async def test_no_second_request_is_hidden_in_the_body_of_the_first(share: Share, lengths: str) -> None:
    hidden = f"GET /table HTTP/1.1\r\nHost: {HERE}\r\n\r\n"
    request = f"POST /leave HTTP/1.1\r\nHost: {HERE}\r\n{lengths}\r\n\r\n0\r\n\r\n{hidden}"
    async with share(PLAIN) as shared:
        answer = await raw(shared, request.encode())
        assert answer.split(b" ")[1] == b"400" and b"Ana" not in answer
        assert (
            answer.endswith(b"\r\n\r\n400") and b"default-src 'none'" in answer and b"aiohttp" not in answer
        )


async def test_who_has_put_the_sheet_away_does_not_open_it_with_the_cookie_of_before(share: Share) -> None:
    async with share(PLAIN) as shared, await shared.entered("Bram") as client:
        cookie = "; ".join(f"{each.key}={each.value}" for each in client.cookie_jar)
        async with client.post("/leave") as answer:
            assert "fears the sea" not in await answer.text()
        for path in ("/", "/events"):
            request = f"GET {path} HTTP/1.1\r\nHost: {HERE}\r\nCookie: {cookie}\r\n\r\n"
            reader, writer = await asyncio.open_connection(HERE, shared.port)
            writer.write(request.encode())
            async with asyncio.timeout(PATIENCE):
                answered = await reader.readuntil(b"door")
                answered += await reader.read(200_000)
            writer.transport.abort()
            assert b"Your code" in answered and b"fears the sea" not in answered


@pytest.mark.parametrize(
    "asked",
    [
        *("/?who=2", "/?key=2", "/?as=Bram", "/sheet/2", "/sheet?who=Bram", "/events?own=2", "/recap?who=2"),
        *("/table?who=2", "/#2", "/2", "/Bram"),
    ],
)
async def test_nobody_sees_the_sheet_of_another(share: Share, asked: str) -> None:
    async with share(PLAIN) as shared, await shared.entered("Ana") as ana:
        cookie = "; ".join(f"{each.key}={each.value}" for each in ana.cookie_jar)
        for kept in (cookie, f"{cookie}; {COOKIE}=2", f"{COOKIE}=2; {cookie}", f"who=2; {cookie}"):
            request = f"GET {asked} HTTP/1.1\r\nHost: {HERE}\r\nCookie: {kept}\r\nX-Player: 2\r\n\r\n"
            reader, writer = await asyncio.open_connection(HERE, shared.port)
            writer.write(request.encode())
            async with asyncio.timeout(PATIENCE):
                answered = await reader.readuntil(b"\r\n\r\n")
                answered += await (
                    reader.readuntil(b"\n\n") if b"event-" in answered else reader.read(100_000)
                )
            writer.transport.abort()
            assert b"fears the sea" not in answered and b'id="whose">Bram' not in answered


async def test_a_hundred_who_send_next_to_nothing_keep_nobody_out(share: Share) -> None:
    async with share(PLAIN) as shared:
        begun = [await asyncio.open_connection(HERE, shared.port) for _ in range(100)]
        for n, (_, writer) in enumerate(begun):
            writer.write((b"G", b"GET / HTTP/1.1\r\nX: ", b"POST /enter HTTP/1.1\r\n")[n % 3])
        async with await shared.entered("Ana") as client, client.get("/") as answer:
            assert "Your turn" in await answer.text()
        for _, writer in begun:
            writer.transport.abort()


async def test_a_script_in_whatever_has_a_name_is_text_everywhere(share: Share, gm: Campaign) -> None:
    hostile = "</title></script><svg onload=alert(1)><a href=javascript:alert(2)>\"'`"
    do(gm, "campaign.begin-session")
    do(gm, "campaign.edit", who="Ana", notes=hostile)
    do(gm, "campaign.condition", who="Ana", condition=hostile[:40])
    do(gm, "campaign.edit", who="Ana", name=hostile[:40])
    do(gm, "campaign.edit", who="Goblin 1", name=hostile[20:58])
    do(gm, "campaign.add-clock", name=hostile[:40], steps="4", sight="open")
    do(gm, "campaign.rename", title=hostile[:40])
    note(gm, hostile)
    do(gm, "turn.next")
    texts = []
    async with share(PLAIN) as shared, await shared.entered(min({*shared.codes} - {"Bram"})) as client:
        for path in ("/", "/table", "/recap"):
            async with client.get(path) as answer:
                texts.append(await answer.text())
        async with client.get("/events") as answer:
            texts.append((await answer.content.readuntil(b"\n\n")).decode().replace('\\"', '"'))
    for text in texts:
        tags = re.findall(r"<[^>]*>", text)
        assert "alert(1)" in text and not [each for each in tags if "alert" in each or "onload" in each]
