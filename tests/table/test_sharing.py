"""`tableside share` as a GM runs it: beside the program that is played in, until Ctrl+C."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.campaign.user_files import LAST
from tableside.share import guard
from tests.idle import PATIENCE
from tests.shell.test_contract import done, tableside
from tests.table.terminal import Terminal

PROGRAM = [sys.executable, "-m", "tableside"]


@contextmanager
def sharing(saves: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, dict[str, str]]]:
    """The program, its address, and the codes that it prints."""
    port = () if "--port" in arguments else ("--port", "0")
    command = [*PROGRAM, "--saves", str(saves), "share", *port, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        address = re.search(r"http://\S+", first)
        assert address is not None, first
        codes = {}
        for line in process.stdout:
            if found := re.match(r"  (.+?)  +([a-z2-9]{6})$", line):
                codes[found[1]] = found[2]
            if len(codes) == 4:
                break
        yield process, address[0], codes
    finally:
        process.kill()
        process.communicate()


def test_players_follow_what_the_gm_does_and_a_gm_who_starts_again(tmp_path: Path) -> None:
    gm = [*PROGRAM, "--saves", str(tmp_path)]
    with Terminal([*gm, "demo"]) as terminal:
        # its first screen stands before it is there, and nothing says then which campaign is open
        terminal.wait_for(lambda _: (tmp_path / LAST).exists())
        with sharing(tmp_path) as (process, address, codes):
            assert {*codes} == {"Ottoline Vash", "Brannoch Pike", "Sister Quill", "Moss"}
            with urllib.request.urlopen(f"{address}events", timeout=PATIENCE) as page:
                assert "13/19" in changed(page)["people"]
                terminal.press("home", "-", "5", "enter").wait_for("loses 5 Stamina")
                assert " <b>8/19" in changed(page)["people"]
                os.kill(terminal.process.pid, signal.SIGKILL)
                with Terminal(gm) as again:
                    again.wait_for("? Help").press("u").wait_for("13/19")
                    assert " <b>13/19" in changed(page)["people"]
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0


def changed(page: HTTPResponse) -> dict[str, str]:
    """What differs, as soon as the people do."""
    while True:
        line = page.readline()
        if line.startswith(b"data: {"):
            parts = {id: html for id, (_, html) in json.loads(line[6:]).items()}
            if "people" in parts:
                return parts


def test_who_shares_while_the_program_starts_shares_what_is_being_opened(tmp_path: Path) -> None:
    done(tmp_path, "new", "Salt", "--rules", "d20")
    done(tmp_path, "new", "Ash", "--rules", "troika")
    library = Library(tmp_path)
    library.remember("salt")
    library.begin_to_open("ash")
    command = [*PROGRAM, "--saves", str(tmp_path), "share", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Ash")
        process.terminate()


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    done(tmp_path, "new", "Salt", "--rules", "d20")
    done(tmp_path, "do", "salt", "d20.create", "name=Ana")
    command = [*PROGRAM, "--saves", str(tmp_path), "share", "salt", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        port = re.search(r":(\d+)/", first.stdout.readline())
        assert port is not None
        refused = tableside(tmp_path, "share", "salt", "--port", port[1])
        first.terminate()
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1
    assert f"port {port[1]} cannot be had" in refused.stderr and "--port" in refused.stderr


def test_what_it_needs_and_a_port_that_there_is_not_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "70000 is no port" in tableside(tmp_path, "share", "--port", "70000").stderr
    assert "no campaign was open last" in tableside(tmp_path, "share").stderr
    monkeypatch.setattr(guard, "find_spec", lambda name: None)
    refused = tableside(tmp_path, "share")
    assert refused.returncode == 2
    assert "sharing needs aiohttp, segno: pip install 'tableside[share]'" in refused.stderr
