"""The page over a real socket: what players get, how it follows the GM, and what comes of attacks."""

import asyncio
import json
import re
import socket
import struct
import time
from collections.abc import AsyncIterator
from hashlib import sha256
from html import unescape
from pathlib import Path
from random import Random

import aiohttp
import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.share import guard, server
from tableside.share.guard import AT_ONCE, SharingWay
from tableside.share.page import REST, SharedRecapPage
from tableside.share.server import COOKIE, LONGEST_BODY
from tableside.views.recap import RecapLength, recap_lines, session_recap
from tableside.views.recap_parts import RecapParts
from tests.campaign.people import do, note
from tests.idle import PATIENCE
from tests.share.conftest import HERE, Share, Shared, shared_in
from tests.share.wire import Doing

PLAIN = SharingWay()
SECRETS = ("971", "967", "lurker", "keeper is the thief")
"""What the GM alone knows; the numbers of foes."""


async def parts(answer: aiohttp.ClientResponse) -> AsyncIterator[dict[str, str]]:
    """What differs, each time that something does."""
    async for line in answer.content:
        if line.startswith(b"data: {"):
            yield {id: html for id, (_, html) in json.loads(line[6:]).items()}


async def raw(shared: Shared, data: bytes) -> bytes:
    """What comes back for these bytes, until the connection is ended."""
    reader, writer = await asyncio.open_connection(HERE, shared.port)
    try:
        writer.write(data)
        await writer.drain()
        async with asyncio.timeout(PATIENCE):
            return await reader.read(100_000)
    except ConnectionError:
        return b""
    finally:
        writer.close()


def files(folder: Path) -> dict[str, str]:
    return {
        str(each.relative_to(folder)): sha256(each.read_bytes()).hexdigest()
        for each in sorted(folder.rglob("*"))
        if each.is_file()
    }


# What players get


async def test_a_stranger_sees_the_table_and_no_secret_and_is_given_no_cookie(share: Share) -> None:
    async with share(PLAIN) as shared, shared.client() as client:
        for path in ("/", "/table"):
            async with client.get(path) as answer:
                text = re.sub('data-mark="[^"]*"', "", await answer.text())
                assert answer.status == 200 and "Set-Cookie" not in answer.headers
            assert "Ana acts" in text and "20/20" in text and "Goblin 1" in text and ">hurt<" in text
            assert [each for each in SECRETS if each in text.casefold()] == []
            assert "fears the sea" not in text and "Your turn" not in text
            assert (path == "/") == ("Your code" in text)


async def test_who_enters_a_code_sees_their_own_sheet_and_nobody_elses(share: Share) -> None:
    async with share(PLAIN) as shared:
        async with await shared.entered("Ana") as ana, ana.get("/") as answer:
            text = await answer.text()
            assert "Your turn" in text and '<h2 id="whose">Ana</h2>' in text and "fears the sea" not in text
        async with await shared.entered("Bram") as bram:
            async with bram.get("/") as answer:
                text = await answer.text()
                assert "Your turn" not in text and "fears the sea" in text
            async with bram.get("/table") as answer:
                assert "fears the sea" not in await answer.text()
            async with bram.post("/leave") as answer:
                assert "fears the sea" not in await answer.text()


async def test_a_cookie_is_for_this_page_alone_and_no_script_reads_it(share: Share) -> None:
    async with share(PLAIN) as shared, shared.client() as client:
        code = {"code": shared.codes["Ana"]}
        async with client.post("/enter", data=code, allow_redirects=False) as answer:
            cookie = answer.headers["Set-Cookie"]
            assert answer.status == 303 and answer.headers["Location"] == "/"
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie
    assert (
        shared.codes["Ana"] not in cookie and "Max-Age" not in cookie and "expires" not in cookie.casefold()
    )


async def test_every_page_follows_the_gm_and_says_only_what_differs(share: Share, gm: Campaign) -> None:
    async with share(PLAIN) as shared, await shared.entered("Ana") as client, client.get("/events") as answer:
        following = asyncio.create_task(shared.sharing.follow())
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        said = parts(answer)
        first = await anext(said)
        assert "Your turn" in first["own"] and "Ana acts" in first["turn"]
        do(gm, "d20.hurt", who="Ana", hit_points="5")
        async with asyncio.timeout(PATIENCE):
            then = await anext(said)
            assert "15/20" in then["people"] and "Ana loses 5" in then["log"] and "turn" not in then
            assert "Ana loses 5" in then["news"] and "15" in then["sheet"]
            gm.undo()
            assert "20/20" in (await anext(said))["people"]
            do(gm, "campaign.retire", who="Ana")
            assert "Your code" in (await anext(said))["door"]
        following.cancel()


async def test_one_who_joins_has_a_code_at_once(share: Share, gm: Campaign) -> None:
    async with share(PLAIN) as shared:
        following = asyncio.create_task(shared.sharing.follow())
        do(gm, "d20.create", name="Cora")
        async with asyncio.timeout(PATIENCE):
            while "Cora" not in shared.codes:
                await asyncio.sleep(0.02)
        async with await shared.entered("Cora") as client, client.get("/") as answer:
            assert '<h2 id="whose">Cora</h2>' in await answer.text()
        following.cancel()


async def test_where_the_gm_says_so_nobody_sees_how_hurt_a_foe_is(share: Share, gm: Campaign) -> None:
    do(gm, "d20.hurt", who="Goblin 2", hit_points="999")
    async with share(SharingWay(looks=False)) as shared, shared.client() as client, client.get("/") as answer:
        text = await answer.text()
    seats = text.partition("What happened")[0]
    assert 'class="look down"' in seats and seats.count('class="look') == 1 and "Goblin 1" in seats


async def test_a_campaign_that_cannot_be_read_is_told_once_and_shown_as_it_was(
    share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "FOLLOWING", 0.01)
    async with share(PLAIN) as shared, shared.client() as client:

        def refuse() -> bool:
            raise OSError("the disk is gone")

        monkeypatch.setattr(shared.sharing._campaign, "follow", refuse)
        following = asyncio.create_task(shared.sharing.follow())
        async with asyncio.timeout(PATIENCE):
            while not shared.troubles:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        async with client.get("/") as answer:
            assert "Ana acts" in await answer.text()
        assert shared.troubles == ["the disk is gone"]
        following.cancel()


@pytest.mark.parametrize("game", games_with_demo())
async def test_all_that_is_sent_for_a_page_is_small_and_comes_from_here(tmp_path: Path, game: str) -> None:
    library = Library(tmp_path)
    id = place_demo(library, game)
    campaign = library.open(id)
    do(campaign, "campaign.may", may="act")
    campaign.close()
    acting = shared_in(library, id, PLAIN, lambda each: Doing(each, Random(1)))
    async with acting as shared, await shared.entered(min(shared.codes)) as client:
        sent = [await body_of(client, path) for path in ("/", "/page.css", "/page.js")]
        sent.append(await first_event(client, had(sent[0])))
    assert b"What you can do" in sent[0] and sum(map(len, sent)) < 60_000
    assert not any(each in body for body in sent for each in (b"http:", b"https:", b"url(", b"@import"))


async def test_a_page_is_sent_what_it_has_not_and_nothing_twice(share: Share, gm: Campaign) -> None:
    async with share(PLAIN) as shared, await shared.entered("Ana") as client:
        has = had(await body_of(client, "/"))
        assert {*json.loads(await first_event(client, has))} == {"news"}
        do(gm, "d20.hurt", who="Bram", hit_points="1")
        shared.sharing._campaign.follow()
        shared.sharing.make()
        assert {*json.loads(await first_event(client, has))} == {"people", "log", "news"}
        assert len(json.loads(await first_event(client, "~.~x"))) == 13, "whatever it says it has"


async def body_of(client: aiohttp.ClientSession, path: str) -> bytes:
    async with client.get(path) as answer:
        return await answer.read()


def had(page: bytes) -> str:
    """What a page has, as it says it."""
    marks = re.findall(r'id="(\w+)" data-mark="(\w+)"', page.decode())
    return "~".join(f"{id}.{mark}" for id, mark in marks)


async def first_event(client: aiohttp.ClientSession, has: str) -> bytes:
    """What a page that has this hears first."""
    async with client.get("/events", params={"had": has}) as answer:
        async for line in answer.content:
            if line.startswith(b"data: {"):
                return line[6:]
    return b"{}"


# What happened before


async def test_the_recap_tells_what_the_recap_for_players_tells(share: Share, gm: Campaign) -> None:
    do(gm, "campaign.begin-session")
    note(gm, "They came to the harbour.\nIs the tide *turning*?")
    note(gm, "The keeper knows #gm")
    do(gm, "campaign.end-session")
    do(gm, "campaign.begin-session")
    note(gm, "They sailed on.")
    async with share(PLAIN) as shared, shared.client() as client:
        async with client.get("/") as answer:
            assert 'href="/recap"' in await answer.text()
        async with client.get("/recap") as answer:
            text = unescape(re.sub("<[^>]*>", "\n", await answer.text()))
    now, before = text.index("Session 2"), text.index("Session 1")
    assert text.index("They sailed on.") > now and text.index("They came to the harbour.") > before > now
    assert [each for each in (*SECRETS, "keeper") if each in text.casefold()] == []
    words = {" ".join(each.split()) for each in text.split("\n")}
    for session in (1, 2):
        told = session_recap(RecapParts(gm, session), RecapLength.MIDDLE, public=True, surprises=())
        lines = {" ".join(each.split()) for each in recap_lines(told)}
        assert lines - words - {""} == set(), session


async def test_a_recap_is_made_anew_for_what_is_new_and_not_more_often_than_now_and_then(
    share: Share, gm: Campaign
) -> None:
    async with share(PLAIN) as shared:
        recap = SharedRecapPage(shared.sharing._campaign)
        first = recap.page(100)
        assert recap.page(100 + 10 * REST) is first
        note(gm, "They sailed on.")
        shared.sharing._campaign.follow()
        assert "They sailed on." in recap.page(200)
        note(gm, "They came back.")
        shared.sharing._campaign.follow()
        assert "They came back." not in recap.page(200.1)
        assert "They came back." in recap.page(200 + REST)


# Attacks


async def test_every_answer_forbids_scripts_frames_and_keeping(share: Share) -> None:
    async with share(PLAIN) as shared, shared.client() as client:
        for path in ("/", "/table", "/recap", "/page.js", "/page.css", "/events", "/nowhere", "/favicon.ico"):
            async with client.get(path) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy and "unsafe" not in policy, path
                assert "frame-ancestors 'none'" in policy and answer.headers["Cache-Control"] == "no-store"
                assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "a@127.0.0.1"])
async def test_a_name_that_is_made_to_lead_here_is_refused(share: Share, host: str) -> None:
    async with share(PLAIN) as shared, shared.client() as client:
        async with client.get("/", headers={"Host": host}) as answer:
            assert answer.status == 421 and "Ana" not in await answer.text()
        two = f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        assert b"Ana" not in await raw(shared, two.encode())


async def test_a_name_that_the_gm_gave_is_taken(share: Share) -> None:
    way, headers = SharingWay(frozenset({"salt.example"})), {"Host": "Salt.example"}
    async with share(way) as shared, shared.client() as client, client.get("/", headers=headers) as answer:
        assert answer.status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_another_page_reads_and_sends_nothing(share: Share, headers: dict[str, str]) -> None:
    async with share(PLAIN) as shared, await shared.entered("Ana") as client:
        for path in ("/enter", "/leave"):
            async with client.post(path, data={"code": shared.codes["Bram"]}, headers=headers) as answer:
                assert answer.status == 403 and "Set-Cookie" not in answer.headers
        async with client.get("/events", headers=headers) as answer:
            assert answer.status == 403
        async with client.get("/") as answer:
            assert "Your turn" in await answer.text()


async def test_a_link_from_anywhere_leads_to_the_page(share: Share) -> None:
    async with share(PLAIN) as shared, shared.client() as client:
        visit = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        async with client.get("/", headers=visit) as answer:
            assert answer.status == 200


async def test_wrong_codes_are_refused_then_slowed_and_never_repeated(
    share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter = guard.GuardedCodes.enter

    def at_once(codes: guard.GuardedCodes, code: str, address: str, now: float, kept: str) -> str:
        """As if they came so, however slow the machine."""
        return enter(codes, code, address, 0.0, kept)

    monkeypatch.setattr(guard.GuardedCodes, "enter", at_once)
    async with share(PLAIN) as shared, shared.client() as client:
        seen = []
        for _ in range(6):
            async with client.post("/enter", data={"code": "<script>alert(1)"}) as answer:
                text = await answer.text()
                seen.append("too many wrong codes" in text)
                assert answer.status == 403 and "Set-Cookie" not in answer.headers and "alert(" not in text
        assert seen == [False] * 3 + [True] * 3
        async with client.post("/enter", data={"code": shared.codes["Ana"]}) as answer:
            assert answer.status == 403


async def test_why_a_code_was_refused_stays_on_the_page(share: Share) -> None:
    """The first that the page hears of the table does not take it away."""
    async with share(PLAIN) as shared, shared.client() as client:
        async with client.post("/enter", data={"code": "wrong"}) as answer:
            text = await answer.text()
            mark = re.search(r'id="door" data-mark="(\w+)"', text)
            assert "that code opens no sheet" in text and mark is not None
        async with client.get("/events") as answer:
            async for line in answer.content:
                if line.startswith(b"data: {"):
                    assert json.loads(line[6:])["door"][0] == mark[1]
                    break
        async with client.get("/enter") as answer:
            assert answer.status == 200 and answer.url.path == "/"


async def test_a_cookie_that_is_made_up_or_from_before_opens_nothing(share: Share) -> None:
    async with share(PLAIN) as before, await before.entered("Ana") as client:
        kept = next(each.value for each in client.cookie_jar)
    async with share(PLAIN) as shared, shared.client() as client:
        for value in (kept, "1", "", "x" * 3_000, shared.codes["Ana"]):
            async with client.get("/", headers={"Cookie": f"{COOKIE}={value}"}) as answer:
                assert "Your turn" not in await answer.text()


async def test_a_huge_body_is_refused_and_not_read(share: Share) -> None:
    async with share(PLAIN) as shared, shared.client() as client:
        async with client.post("/enter", data=b"code=" + b"x" * LONGEST_BODY) as answer:
            assert answer.status == 413
        head = b"POST /enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000000\r\n\r\n"
        sent = 0
        reader, writer = await asyncio.open_connection(HERE, shared.port)
        writer.write(head)
        try:
            async with asyncio.timeout(PATIENCE):
                while sent < 100_000_000 and not reader.at_eof():
                    writer.write(b"x" * 65_536)
                    await writer.drain()
                    sent += 65_536
                    await asyncio.sleep(0)
        except ConnectionError:
            pass
        writer.close()
        assert sent < 20_000_000
        async with client.get("/") as answer:
            assert answer.status == 200


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
        b"POST /enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nco",
    ],
)
async def test_a_request_that_never_comes_to_its_end_is_ended(
    share: Share, begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    async with share(PLAIN) as shared:
        reader, writer = await asyncio.open_connection(HERE, shared.port)
        writer.write(begun)
        async with asyncio.timeout(PATIENCE):
            assert b"200 OK" not in await reader.read()
        writer.close()


@pytest.mark.parametrize(
    "path",
    [
        *("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/page.css/../campaign.json"),
        *(
            "/campaign.json",
            "/changes.log",
            "/page.js%00",
            "/salt/campaign.json",
            "/.settings",
            "/..\\x",
            "*",
        ),
    ],
)
async def test_no_path_leads_to_a_file(share: Share, path: str) -> None:
    async with share(PLAIN) as shared:
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        answer = await raw(shared, request.encode())
        assert answer.split(b" ")[1] in (b"404", b"400", b"405") and b"root:" not in answer
        assert b"Ana" not in answer


async def test_a_flood_from_one_address_is_turned_away(share: Share, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "A_SECOND", 0.0)  # as if it came all at once, however slow the machine
    async with share(PLAIN) as shared, shared.client() as client:
        statuses = []
        for _ in range(int(AT_ONCE) + 100):
            async with client.get("/favicon.ico") as answer:
                statuses.append(answer.status)
        assert statuses == [204] * int(AT_ONCE) + [429] * 100


async def test_there_are_so_many_open_pages_and_no_more(
    share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_PAGES", 3)
    async with share(PLAIN) as shared:
        clients = [shared.client() for _ in range(4)]
        answers = [await client.get("/events") for client in clients]
        assert [each.status for each in answers] == [200, 200, 200, 503]
        await clients[0].close()
        async with asyncio.timeout(PATIENCE):
            while await _status(clients[3]) != 200:
                shared.sharing.stir()
                await asyncio.sleep(0.05)
        for answer in answers:
            answer.close()
        for each in clients:
            await each.close()


async def _status(client: aiohttp.ClientSession) -> int:
    """Of one more page that is opened."""
    async with client.get("/events") as answer:
        return answer.status


async def test_there_are_so_many_connections_and_no_more(
    share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "MOST_CONNECTIONS", 5)
    async with share(PLAIN) as shared, shared.client() as client:
        held = [await asyncio.open_connection(HERE, shared.port) for _ in range(8)]
        for _, writer in held:
            writer.write(f"GET / HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            ends = await asyncio.gather(*(_ended(reader) for reader, _ in held))
        assert ends.count(True) == 3
        for _, writer in held:
            writer.close()
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with client.get("/") as answer:
                        assert answer.status == 200
                        break
                except aiohttp.ClientError:
                    await asyncio.sleep(0.05)


async def _ended(reader: asyncio.StreamReader) -> bool:
    """Whether the other side ends a connection and answers nothing."""
    try:
        return await reader.read(1) == b""
    except ConnectionError:
        return True


@pytest.mark.long
async def test_a_page_that_takes_nothing_is_let_go_and_the_others_go_on(
    share: Share, gm: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STALLED", 0.5)
    async with share(PLAIN) as shared, shared.client() as client:
        with socket.socket() as stalled:
            stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            stalled.connect((HERE, shared.port))
            stalled.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            async with client.get("/events") as answer:
                said = parts(answer)
                await anext(said)
                async with asyncio.timeout(PATIENCE):
                    while len(shared.sharing._pages) and shared.sharing._pages[HERE] > 1:
                        do(gm, "campaign.edit", who="Ana", name=f"Ana {'x' * 60}{time.monotonic_ns()}")
                        shared.sharing._campaign.follow()
                        shared.sharing.make()
                        shared.sharing.stir()
                        await anext(said)
        assert shared.sharing._pages[HERE] <= 1


async def test_a_script_in_every_name_is_text(share: Share, gm: Campaign) -> None:
    hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
    do(gm, "campaign.edit", who="Ana", name=hostile[:60], notes=hostile)
    do(gm, "campaign.add-clock", name=hostile[:60], steps="4", sight="open")
    do(gm, "campaign.condition", who="Bram", condition=hostile[:40])
    do(gm, "campaign.rename", title=hostile[:60])
    async with share(PLAIN) as shared:
        name = next(each for each in shared.codes if each != "Bram")
        async with await shared.entered(name) as client:
            async with client.get("/") as answer:
                text = await answer.text()
            async with client.get("/events") as answer:
                text += "".join((await anext(parts(answer))).values())
    assert "alert(1)" in text and text.count("<script") == 1 and "<img" not in text


@pytest.mark.long
async def test_random_bytes_end_nothing_and_reach_no_file(
    share: Share, gm: Campaign, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    dice = Random(5)
    before, length = files(tmp_path), gm.length
    words = [
        b"GET",
        b"POST",
        b"/enter",
        b"/events",
        b"/",
        b"HTTP/1.1",
        b"\r\n",
        b"Host: 127.0.0.1",
        b"Cookie: tableside=",
    ]
    words += [
        b"Content-Length: 5",
        b"Transfer-Encoding: chunked",
        b"\x00\xff",
        b"code=%FF%00",
        b"\r\n\r\n",
        b" ",
        b"-1",
    ]
    words += [
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Content-Type: text/plain; charset=nonsense",
        b"x" * 9_000,
    ]
    async with share(PLAIN) as shared, shared.client() as client:
        for _ in range(250):
            data = b"".join(dice.choices(words, k=dice.randint(1, 14)))
            reader, writer = await asyncio.open_connection(HERE, shared.port)
            try:
                writer.write(data)
                writer.write_eof()
                async with asyncio.timeout(0.02):
                    await reader.read(1_000)
            except (ConnectionError, OSError, TimeoutError):
                pass
            sock = writer.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.close()
        for body in (b"code=%FF", b"&" * 500, b"code", b"=", b"\xff\xfe"):
            headers = {"Content-Type": "application/x-www-form-urlencoded; charset=nonsense"}
            async with client.post("/enter", data=body, headers=headers) as answer:
                assert answer.status in (400, 403, 429)
        await asyncio.sleep(1)
        async with client.get("/") as answer:
            assert answer.status == 200
    assert files(tmp_path) == before and gm.length == length
    assert [each for each in caplog.records if each.levelname in ("ERROR", "CRITICAL")] == []
