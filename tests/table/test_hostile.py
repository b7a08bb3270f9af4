"""Bad input and bad luck, at the real program on a real terminal."""

import os
import random
import re
import signal
import sys
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tests.screens.table import campaign_of
from tests.table.terminal import Terminal, key_bytes

VIEWS = {"f2": "Characters", "f3": "Roll", "f4": "Initiative", "f5": "Advancement", "f6": "Journal"}
COLOUR = re.compile(rb"\x1b\[(?:[0-9;:]*[;:])?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:[;:][0-9;:]*)?m")
REVERSED = re.compile(rb"\x1b\[(?:[0-9]+;)*7[;m]")

LETTERS = "criajg?wuUbB[].nNfzxXkKdmolvteL123456789+-= "
OTHERS = ("enter", "escape", "up", "down", "left", "right", "tab", "backspace", "delete", "home", "end")
KEYS = (*LETTERS, *OTHERS * 2, "pagedown", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "ctrl+p", "ctrl+l")


def command(saves: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "tableside", "--saves", str(saves), *more]


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def demo(saves: Path) -> str:
    """The demo as the campaign that was open last; its id."""
    saves.mkdir()
    library = Library(saves)
    id = place_demo(library)
    library.remember(id)
    return id


def faults(saves: Path, id: str) -> set[str]:
    """Where a campaign's journal, played again, comes to something else."""
    campaign = Library(saves).open(id, read_only=True)
    try:
        return {str(each.where) for each in audit(campaign)}
    finally:
        campaign.close()


def test_no_name_is_ever_an_order_to_the_terminal(saves: Path) -> None:
    saves.mkdir()
    orders = ("\x1b]0;title\x07", "\x1b[2Jclear", "\x1b]52;c;eA==\x07", "\x9b31mred", "\u202ekcab", "\x7fdel")
    Library(saves).remember(campaign_of(saves, "\x1b[5mVale\u202e", **dict.fromkeys(orders, "pc")))
    with Terminal(command(saves)) as terminal:
        terminal.wait_for("[2Jclear")
        for key, title in VIEWS.items():
            terminal.press(key).wait_for(title)
        terminal.press("f4").wait_for("Press space").press("space").wait_for("GM only")
        terminal.press("space").wait_for(lambda t: "acts" in t.text() or "End of round" in t.text()).press(
            "-"
        ).wait_for("Hurt ").press("escape")
        terminal.press("f7").wait_for("Campaigns").settle()
        for order in (*orders, "\x1b[5m"):
            assert order.encode()[:4] not in terminal.raw.replace(b"\x1b[2J\x1b[H", b"")
        for forbidden in ("\x9b", "\u202e", "\x7f"):
            assert forbidden.encode() not in terminal.raw


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_keys_are_pressed_it_lives_and_its_books_are_right(
    saves: Path, demo: str, seed: int
) -> None:
    known = faults(saves, demo)
    dice = random.Random(seed)
    with Terminal(command(saves)) as terminal:
        terminal.wait_for("? Help")
        for _ in range(16):
            for _ in range(8):
                terminal.press(*((key,) if (key := dice.choice(KEYS)) != "escape" else ("tab",)))
            terminal.press("escape")
        terminal.press("escape", "f4").wait_for("Initiative").press("f10")
        terminal.wait_gone()
        assert terminal.process.returncode == 0
    assert faults(saves, demo) == known


def test_no_colour_is_sent_where_none_is_wanted(saves: Path, demo: str) -> None:
    with Terminal(command(saves), env={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for("? Help")
        for key, title in VIEWS.items():
            terminal.press(key).wait_for(title)
        terminal.press("f4", "-", "x", "enter").wait_for("is not a whole number").press("escape")
        assert REVERSED.search(terminal.raw)
        assert COLOUR.findall(bytes(terminal.raw)) == []


def test_without_colours_whose_turn_it_is_and_how_a_roll_went_still_fill_their_cells(
    saves: Path, demo: str
) -> None:
    with Terminal(command(saves), env={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for("? Help").press("f4").wait_for("Initiative").settle()
        assert is_reversed(terminal, "Round 2")
        terminal.press("down").settle()
        assert is_reversed(terminal, "Ottoline Vash", row=2)
        terminal.press("f3", "enter").wait_for(lambda seen: VERDICT.search(seen.text()))
        assert is_reversed(terminal, VERDICT.findall(terminal.text())[0])


VERDICT = re.compile("PASSED|FAILED")


def is_reversed(terminal: Terminal, words: str, row: int | None = None) -> bool:
    """Whether these words, on that row or wherever they stand first, are drawn reversed."""
    rows = terminal.text().splitlines()
    y = row if row is not None else next(n for n, line in enumerate(rows) if words in line)
    x = rows[y].index(words)
    return all(terminal.screen.buffer[y][x + n].reverse for n in range(len(words)))


def test_keys_typed_ahead_do_what_they_would_have_done_typed_slowly(saves: Path, demo: str) -> None:
    with Terminal(command(saves)) as terminal:
        terminal.wait_for("? Help")
        terminal.send(b"i\x1b[H-12\rwNone of it [lost].\rcr")
        terminal.wait_for("Roll").wait_for("loses 12 Stamina").wait_for("¶ None of it [lost].")


@pytest.mark.parametrize("first", [b"", b"\x1b"], ids=["before the terminal is raw", "before the screen"])
def test_keys_typed_before_the_first_screen_wait_for_it(saves: Path, demo: str, first: bytes) -> None:
    """A terminal that is not raw yet turns an enter into a line feed."""
    with Terminal(command(saves)) as terminal:
        terminal.wait_for(lambda seen: first in seen.raw)
        terminal.send(key_bytes("end") + b"-12\r")
        terminal.wait_for("The keeper is dying")


def test_page_down_in_a_palette_that_is_not_filled_yet_is_no_fault(saves: Path, demo: str) -> None:
    with Terminal(command(saves)) as terminal:
        terminal.wait_for("? Help")
        for _ in range(3):
            terminal.send(b"\x10\x1b[6~\x1b[6~\x1b[5~")
            terminal.wait_for("Search for commands").press("escape")
            terminal.wait_for(lambda seen: "Search for commands" not in seen.text())
        terminal.press("f10").wait_gone()
        assert terminal.process.returncode == 0


def test_a_long_paste_is_one_line(saves: Path, demo: str) -> None:
    with Terminal(command(saves)) as terminal:
        terminal.wait_for("? Help").press("w").wait_for("Note:")
        terminal.paste("one\ntwo " + "x" * 50_000)
        terminal.wait_for("xxxx").press("enter").wait_for("u takes back: one two xx")
        terminal.press("u").wait_for("taken back: one two")


def test_windows_of_any_size_come_and_go(saves: Path, demo: str) -> None:
    dice = random.Random(5)
    with Terminal(command(saves)) as terminal:
        terminal.wait_for("? Help")
        for rows, columns in [(1, 1), (5, 20), (12, 40), (50, 200)] + [
            (dice.randint(1, 60), dice.randint(1, 200)) for _ in range(15)
        ]:
            terminal.resize(rows, columns)
            terminal.press(dice.choice("criaj"))
            terminal.read()
        terminal.resize(12, 40)
        terminal.wait_for("Needs 50 by 14")
        terminal.resize(24, 80)
        terminal.press("f4").wait_for("Initiative").wait_for("Moss").wait_for("? Help")


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_killed_at_a_question_it_is_as_if_it_had_not_been_asked(saves: Path, demo: str, end: int) -> None:
    with Terminal(command(saves)) as terminal:
        terminal.wait_for("? Help").press("w").wait_for("Note:").type("Kept.").press("enter").wait_for(
            "¶ Kept."
        )
        terminal.press("f8", "f3").type("pla").press("enter").wait_for("[_]").press("3").wait_for("[3]")
        terminal.kill(end)
        terminal.wait_gone()
    with Terminal(command(saves)) as again:
        again.wait_for("u takes back: Kept.").press("u").wait_for("taken back: Kept.")


def test_a_second_program_is_told_who_has_the_campaign(saves: Path, demo: str) -> None:
    with Terminal(command(saves)) as first:
        first.wait_for("? Help")
        with Terminal(command(saves)) as second:
            second.wait_for(f"already open: pid {first.process.pid}").press("2").wait_for("READ ONLY")
            first.press("w").wait_for("Note:").type("Seen by both.").press("enter")
            second.wait_for("Seen by both.")
            second.press("g").wait_for("Campaigns").press("n").wait_for("is called:").type("Mine")
            second.press("enter").wait_for("Which game?").press("1").wait_for("Characters")


@pytest.mark.parametrize("redirected", ["</dev/null", "2>/dev/null"])
def test_without_a_terminal_it_is_one_clear_line(saves: Path, redirected: str) -> None:
    line = " ".join(command(saves)) + f" {redirected}"
    with Terminal(["sh", "-c", line], columns=200) as terminal:
        terminal.wait_for("is not a terminal)").wait_gone()
        assert terminal.process.returncode == 2
        assert len([line for line in terminal.lines() if line]) == 1


@pytest.mark.parametrize("more", [(), ("demo",), ("list",)])
def test_a_saves_folder_that_cannot_be_one_is_one_clear_line(tmp_path: Path, more: tuple[str, ...]) -> None:
    (tmp_path / "file").write_text("")
    saves = tmp_path / "file" / "saves"
    with Terminal(command(saves, *more), columns=200) as terminal:
        terminal.wait_gone()
        told = [line for line in terminal.lines() if line]
        assert len(told) == 1
        assert "fault of ours" not in told[0]
        assert os.fspath(saves) in told[0] or "no campaigns yet" in told[0]


def test_a_page_goes_through_the_editor_of_the_environment(saves: Path, demo: str, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "Somebody sings below." >> "$1"\n')
    editor.chmod(0o700)
    with Terminal(command(saves), env={"EDITOR": str(editor), "VISUAL": None}) as terminal:
        terminal.wait_for("acts")
        terminal.press("W").wait_for("Writing ·")
        terminal.type("The lamp is cold.").press("enter", "ctrl+g").wait_for("Somebody sings below.")
        terminal.press("ctrl+d").wait_for("Initiative")
        terminal.press("f10").wait_gone()
    campaign = Library(saves).open(demo, read_only=True)
    assert campaign.last is not None
    assert campaign.last.given["text"] == "The lamp is cold.\nSomebody sings below."
    campaign.close()
