"""Players at their phones, at the app that the GM plays in: on real sockets, as a browser would."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any

import aiohttp

from tableside.rules.table import Permission
from tests.idle import PATIENCE
from tests.screens.table import Table, opened
from tests.share.wire import client_at

ADDRESS = re.compile(r"http://[\d.]+:\d+/")
WHO = "Ottoline Vash"


class Phone:
    """A browser, and what it sends."""

    def __init__(self, table: Table, client: aiohttp.ClientSession) -> None:
        self.table, self.client = table, client

    async def page(self) -> str:
        async with self.client.get("/") as answer:
            return unescape(await answer.text())

    async def sends(self, path: str, **body: Any) -> tuple[int, dict[str, str]]:
        async with self.client.post(path, json=body) as answer:
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else {}

    async def form(self, do: str, **given: str) -> str:
        """The form of a deed as HTML."""
        status, sent = await self.sends("/form", do=do, given=given)
        assert status == 200, sent
        return unescape(sent["html"])

    async def acts(self, do: str, *, typed: bool = False, **given: str) -> tuple[int, str]:
        """Open a form and send it; the status, and what is said."""
        word = word_of(await self.form(do))
        status, sent = await self.sends("/act", do=do, word=word, given=given, typed=typed)
        return status, sent.get("said", "")

    async def answers(self, choice: str = "", faces: tuple[int, ...] = ()) -> tuple[int, str]:
        """Answer what stands on the page."""
        status, sent = await self.sends("/answer", question=await self.question(), choice=choice, faces=faces)
        return status, sent.get("said", "")

    async def question(self) -> str:
        """The id of what it is asked; empty where it is asked nothing."""
        found = re.search('data-question="([^"]+)"', await self.page())
        return str(found[1]) if found else ""

    async def shows(self, text: str) -> None:
        """Wait until the page says so."""
        async with asyncio.timeout(PATIENCE):
            while text not in await self.page():
                await self.table.pilot.pause(0.02)

    async def shows_no_more(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while text in await self.page():
                await self.table.pilot.pause(0.02)


def word_of(form: str) -> str:
    found = re.search('data-word="([^"]+)"', form)
    assert found is not None, form
    return str(found[1])


def where(table: Table) -> str:
    found = ADDRESS.search(table.text())
    assert found is not None, table.text()
    return found[0]


def code_of(table: Table, name: str) -> str:
    """The code that stands on the panel."""
    line = next(each for each in table.lines() if name in each and re.search(r"  [a-z2-9]{6}\b", each))
    return str(re.findall(r"  ([a-z2-9]{6})\b", line)[-1])


def key_of(table: Table, name: str) -> int:
    return next(each.key for each in table.campaign.table.in_play() if each.name == name)


def browser(table: Table) -> aiohttp.ClientSession:
    return client_at(where(table))


@asynccontextmanager
async def entered(table: Table, name: str) -> AsyncIterator[Phone]:
    """A phone with the code of this one; the panel is in front."""
    async with browser(table) as client:
        async with client.post("/enter", data={"code": code_of(table, name)}) as answer:
            assert answer.status == 200
        yield Phone(table, client)


@asynccontextmanager
async def at_the_table(
    folder: Path, may: str = Permission.ACT, who: str = WHO
) -> AsyncIterator[tuple[Table, Phone]]:
    """The demo's GM at the characters, and a player of whom this is allowed."""
    async with opened(folder) as table:
        perform(table, "campaign.may", may=may, who=(key_of(table, who),))
        await table.keys("S")
        await table.until("this machine")
        async with entered(table, who) as phone:
            await table.keys("enter", "c")
            yield table, phone


def perform(table: Table, id: str, **given: Any) -> None:
    """Have a procedure performed that asks nothing."""
    campaign = table.campaign
    campaign.perform(campaign.rules.procedure(id), given, lambda asked: 1 / 0)  # type: ignore[arg-type,return-value]
    table.app.app_state.show()
