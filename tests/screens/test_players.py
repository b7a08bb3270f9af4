"""S: the campaign on players' phones, served by the program that it is played in."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from tableside.errors import RuleError
from tableside.rules.table import Permission
from tableside.share import guard, hosting
from tableside.views.sharing import Player, Shared, sharing_rows
from tests.idle import PATIENCE
from tests.screens.phones import WHO, browser, where
from tests.screens.table import Table, campaign_of, opened


@pytest.fixture(autouse=True)
def any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests run side by side."""
    monkeypatch.setattr("tableside.share.hosting.PORT", 0)


@asynccontextmanager
async def shared(folder: Path) -> AsyncIterator[Table]:
    """The demo, and where its page is."""
    async with opened(folder) as table:
        await table.keys("S")
        await table.until("this machine")
        yield table
        await table.app._sharer.end()


def code_of(table: Table, name: str) -> str:
    line = next(each for each in table.lines() if name in each and "look on" in each)
    return line.partition("look on")[2].split()[0]


async def seen(client: aiohttp.ClientSession) -> str:
    async with client.get("/") as answer:
        return await answer.text()


async def enter(client: aiohttp.ClientSession, code: str) -> int:
    async with client.post("/enter", data={"code": code}) as answer:
        return answer.status


async def comes(client: aiohttp.ClientSession, text: str) -> None:
    """Wait until the page says so."""
    async with asyncio.timeout(PATIENCE):
        while text not in await seen(client):
            await asyncio.sleep(0.02)


async def test_s_shows_where_and_a_code_for_each_and_the_page_follows_every_key(tmp_path: Path) -> None:
    async with shared(tmp_path) as table, browser(table) as client:
        assert await enter(client, code_of(table, WHO)) == 200
        assert f'<h2 id="whose">{WHO}</h2>' in await seen(client)
        await table.keys("enter", "c", "w")
        await table.write("not for them")
        await table.keys("enter", "minus", "3", "enter")
        await comes(client, "loses 3")
        await table.keys("u")
        async with asyncio.timeout(PATIENCE):
            while "loses 3" in await seen(client):
                await asyncio.sleep(0.02)


async def test_it_is_among_the_commands_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("colon", *"share", "enter")
        await table.until("this machine")


async def test_closing_the_panel_goes_on_sharing_and_the_title_says_so(tmp_path: Path) -> None:
    async with shared(tmp_path) as table, browser(table) as client:
        for key in ("enter", "S", "escape", "S", "S"):
            await table.keys(key)
        assert table.page == "" or "Sharing" not in table.lines()[0]
        assert "shared" in table.lines()[0]
        async with client.get("/events"):
            await table.until("shared: 1")
        await table.until("shared")
        assert "What happened" in await seen(client)


async def test_who_looks_on_stands_beside_their_name(tmp_path: Path) -> None:
    async with shared(tmp_path) as table, browser(table) as ana, browser(table) as stranger:
        await enter(ana, code_of(table, WHO))
        async with ana.get("/events"), stranger.get("/events"):
            await table.until("1 screen without a code")
            line = next(each for each in table.lines() if WHO in each and "look on" in each)
            assert line.endswith("1 screen")


async def test_a_code_that_is_taken_back_opens_nothing_and_closes_what_it_opened(tmp_path: Path) -> None:
    async with shared(tmp_path) as table, browser(table) as client:
        code = code_of(table, WHO)
        await enter(client, code)
        await table.keys("C")
        assert "pick a player first" in table.text() and code_of(table, WHO) == code
        await table.keys(*["down"] * 4, "C")
        await table.until("has a new code")
        assert WHO in table.text() and code_of(table, WHO) != code
        assert "Your code" in await seen(client)
        assert await enter(client, code) == 403
        assert await enter(client, code_of(table, WHO)) == 200


async def test_how_hurt_foes_look_is_the_gms_to_show(tmp_path: Path) -> None:
    async with shared(tmp_path) as table, browser(table) as client:
        assert ">unhurt<" in await seen(client)
        await table.keys("down", "right")
        await table.until("their names alone")
        text = await seen(client)
        assert ">unhurt<" not in text and "Tide warden 1" in text
        await table.keys("left")
        await comes(client, ">unhurt<")


async def test_a_name_that_the_gm_gives_is_answered_to_as_behind_a_tunnel(tmp_path: Path) -> None:
    async with shared(tmp_path) as table, browser(table) as client:
        headers = {"Host": "Table.example"}
        async with client.get("/", headers=headers) as answer:
            assert answer.status == 421
        await table.keys("down", "down", "e")
        await table.write("no name")
        await table.keys("enter")
        await table.until("is no name of a machine")
        await table.keys(*["backspace"] * 7)
        await table.write("table.example")
        await table.keys("enter")
        await table.until("Also at    table.example")
        async with client.get("/", headers=headers) as answer:
            assert answer.status == 200


async def test_the_network_is_a_choice_and_then_there_is_a_code_for_cameras(tmp_path: Path) -> None:
    async with shared(tmp_path) as table:
        assert "127.0.0.1" in where(table) and "█" not in table.text()
        code = code_of(table, WHO)
        await table.keys("right")
        await table.until("this network")
        rows = hosting.qr_code_rows(where(table))
        assert [row for row in rows if not any(row.strip() in line for line in table.lines())] == []
        assert code_of(table, WHO) == code
        async with browser(table) as client:
            assert "What happened" in await seen(client)
        await table.keys("left")
        await table.until("this machine")
        assert "127.0.0.1" in where(table)


@pytest.mark.parametrize("end", ["Q", "another campaign", "ctrl+q"])
async def test_serving_ends_with_a_key_with_the_campaign_and_with_the_program(
    tmp_path: Path, end: str
) -> None:
    campaign_of(tmp_path, "Other", Ana="pc")
    async with shared(tmp_path) as table, browser(table) as client:
        assert "What happened" in await seen(client)
        if end == "another campaign":
            await table.keys("g", "home")
            await table.keys(*(() if "> Other" in table.text() else ("down",)), "enter")
            await table.until("Nothing is shared any more")
        else:
            await table.keys(end)
        with pytest.raises(aiohttp.ClientError):
            async with asyncio.timeout(PATIENCE):
                while True:
                    await seen(client)
        if end == "Q":
            await table.until("Nothing is shared any more")
            assert "shared" not in table.lines()[0]
            await table.keys("S")
            await table.until("this machine")


async def test_without_what_it_needs_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "find_spec", lambda name: None)
    async with opened(tmp_path) as table:
        page = table.page
        await table.keys("S")
        await table.until("sharing needs aiohttp, segno: pip install 'tableside[share]'")
        assert table.page == page and "shared" not in table.lines()[0]


@pytest.mark.parametrize(
    ("left", "install"),
    [
        ("pipx_metadata.json", "pipx inject tableside aiohttp segno"),
        ("uv-receipt.toml", "uv tool install 'tableside[share]'"),
    ],
)
def test_a_tool_of_pipx_or_uv_is_told_how_these_install(
    left: str, install: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / left).write_text("")
    with pytest.raises(RuleError) as refused:
        guard.check_sharing_installed()
    assert str(refused.value) == f"sharing needs aiohttp, segno: {install}"


def test_no_label_is_cut_to_the_width_of_short_names() -> None:
    player = Player(1, "Hale", "12-34", "look")
    rows = sharing_rows(Shared("http://here/", is_lan=False, usual="look", players=(player,)))
    assert any(row.text.startswith("Usually  ") for row in rows)


async def test_what_players_may_do_is_set_with_one_key_and_undone_like_anything(tmp_path: Path) -> None:
    async with shared(tmp_path) as table:
        may = table.campaign.table.may
        assert may.usual == Permission.LOOK and "Usually" in table.text()
        await table.keys(*["down"] * 3, "right")
        assert table.campaign.table.may.usual == Permission.ASK
        assert sum("ask first" in line for line in table.lines()) == 5
        await table.keys("down", "right")
        ottoline = next(each for each in table.campaign.table.in_play() if each.name == WHO)
        assert table.campaign.table.may.of(ottoline.key) == Permission.ACT
        await table.keys("u", "u")
        assert table.campaign.table.may == may
        await table.keys("left")
        assert table.campaign.table.may.of(ottoline.key) == Permission.ACT


async def test_the_code_for_cameras_is_light_on_dark_in_every_theme_and_not_drawn_without_blocks(
    tmp_path: Path,
) -> None:
    async with shared(tmp_path) as table:
        await table.keys("right")
        await table.until("this network")
        dark = [line for line in table.lines() if "██" in line]
        await table.keys("ctrl+t")
        table.app.app_state.show()
        await table.pilot.pause()
        light = [line for line in table.lines() if "██" in line]
        assert not table.app.current_theme.dark and dark and light and {*dark}.isdisjoint(light)
        await table.pilot.resize_terminal(60, 20)
        await table.pilot.pause()
        assert "██" not in table.text() and len(code_of(table, WHO)) == 6, "where there is no room for both"
        await table.pilot.resize_terminal(80, 24)
        await table.pilot.pause()
        assert "██" in table.text()
        table.app._sharer._draws_codes = False
        table.app.app_state.show()
        await table.pilot.pause()
        assert "█" not in table.text() and "this network" in table.text()
