"""What is settled before Textual is there: its settings, whether this terminal will do, mouse and colours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyte
import pytest

from tableside.terminal import environment
from tests.table.terminal import Terminal, key_bytes

SAMPLE = [sys.executable, "-m", "tests.widgets.sample"]
SAYING = """
from tableside import late_imports, wording
from tableside.terminal.environment import why_terminal_unusable
late_imports.run_late_import(wording)
"""
REFUSE = f"{SAYING}print('refused:', why_terminal_unusable())"


def test_it_is_settled_without_textual_and_kept_when_the_user_has_set_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in environment.SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ESCDELAY", "200")
    environment.prepare_environment()
    import os

    assert os.environ["TEXTUAL_ANIMATIONS"] == "none"
    assert os.environ["ESCDELAY"] == "200"


def test_asking_loads_neither_textual_nor_rich() -> None:
    code = (
        "from tableside import late_imports; from tableside.terminal import environment as e;"
        "e.prepare_environment(); e.why_terminal_unusable(); e.is_mouse_wanted();"
        "names = ('textual', 'rich', 'asyncio', 'importlib.metadata');"
        "print([name for name in names if late_imports.is_late_import_loaded(name)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_terminal_will_do() -> None:
    with Terminal([sys.executable, "-c", REFUSE]) as terminal:
        terminal.wait_for("refused: None")


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ({"TERM": "dumb"}, "a terminal of kind 'dumb' cannot be drawn on"),
        ({"TERM": None}, "a terminal of kind '' cannot be drawn on"),
        ({"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "encoding is"),
    ],
)
def test_an_unfit_terminal_is_refused_with_the_reason(setting: dict[str, str | None], reason: str) -> None:
    with Terminal([sys.executable, "-c", REFUSE], env=setting, columns=200) as terminal:
        terminal.wait_for(reason)


@pytest.mark.parametrize(
    ("redirection", "reason"),
    [
        ("</dev/null", "the keyboard is not connected"),
        ("2>/dev/null", "the screen is not connected"),
        ("<&-", "the keyboard is not connected"),
        (">/dev/null 2>&1 <&2", "not connected"),
    ],
)
def test_a_redirected_terminal_is_refused(redirection: str, reason: str) -> None:
    code = f"{SAYING}import os; os.write(9, str(why_terminal_unusable()).encode())"
    shell = f"exec 9>&1; exec '{sys.executable}' -c '{code}' {redirection}"
    with Terminal(["/bin/sh", "-c", shell], columns=200) as terminal:
        terminal.wait_for(reason)


@pytest.mark.parametrize(
    ("variables", "wanted"), [({}, True), ({"SSH_CONNECTION": "10.0.0.1 5 10.0.0.2 22"}, False)]
)
def test_the_mouse_is_off_over_ssh(variables: dict[str, str], wanted: bool) -> None:
    assert environment.is_mouse_wanted(variables) is wanted
    with Terminal(SAMPLE, env=variables) as terminal:
        terminal.wait_for("q Quit").settle()
        assert (b"\x1b[?1003h" in terminal.raw) is wanted


@pytest.mark.parametrize(
    ("variables", "wanted"), [({}, False), ({"NO_COLOR": ""}, False), ({"NO_COLOR": "1"}, True)]
)
def test_no_color_is_asked_for_by_a_value(variables: dict[str, str], wanted: bool) -> None:
    assert environment.no_colour(variables) is wanted


@pytest.mark.parametrize("term", ["xterm-256color", "linux"])
def test_without_colours_none_are_sent_and_the_cursor_is_seen(term: str) -> None:
    with Terminal(SAMPLE, env={"NO_COLOR": "1", "TERM": term, "COLORTERM": "truecolor"}) as terminal:
        terminal.wait_for("q Quit").press("down").wait_for("> line 000001").settle()
        assert colours(terminal.screen) == {("default", "default")}
        row = terminal.row_of(">")
        assert terminal.screen.buffer[row][10].reverse
        assert not terminal.screen.buffer[row + 1][10].reverse
        terminal.press("3").wait_for("esc Cancel").press("a").wait_for(lambda t: t.lines()[1] == "a")
        terminal.settle()
        assert colours(terminal.screen) == {("default", "default")}
        assert terminal.screen.buffer[1][1].reverse, "the field's cursor"


@pytest.mark.parametrize("term", ["xterm-256color", "xterm"])
def test_with_colours_no_text_has_the_colour_of_its_ground(term: str) -> None:
    with Terminal(SAMPLE, env={"TERM": term}) as terminal:
        terminal.wait_for("q Quit").settle()
        assert all(front != ground for front, ground in colours(terminal.screen))


def colours(screen: pyte.Screen) -> set[tuple[str, str]]:
    cells = [screen.buffer[row][column] for row in range(screen.lines) for column in range(screen.columns)]
    return {(cell.fg, cell.bg) for cell in cells if cell.data.strip()}


@pytest.mark.parametrize(
    ("key", "sent"),
    [
        ("a", b"a"),
        ("é", "é".encode()),
        ("down", b"\x1b[B"),
        ("ctrl+p", b"\x10"),
        ("alt+x", b"\x1bx"),
        ("shift+tab", b"\x1b[Z"),
        ("ctrl+shift+left", b"\x1b[1;6D"),
        ("pagedown", b"\x1b[6~"),
        ("f10", b"\x1b[21~"),
    ],
)
def test_keys_are_sent_as_a_plain_terminal_sends_them(key: str, sent: bytes) -> None:
    assert key_bytes(key) == sent


@pytest.mark.parametrize(
    ("variable", "value", "named"),
    [
        ("TEXTUAL_COLOR_SYSTEM", "nonsense", "auto, standard, 256"),
        ("TEXTUAL_COLOR_SYSTEM", "windows", "truecolor"),
        ("TEXTUAL_DRIVER", "no.such:Driver", "no driver"),
        ("TEXTUAL_DRIVER", "nonsense", "no driver"),
        ("TEXTUAL_DRIVER", "os:path", "no driver"),
        ("TEXTUAL_DRIVER", ":", "no driver"),
        ("TEXTUAL_DRIVER", "textual.app:App", "no driver"),
    ],
)
def test_a_setting_of_textuals_that_names_nothing_is_refused_in_a_line(
    variable: str, value: str, named: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path)]
    with Terminal(command, columns=200, env={variable: value}) as terminal:
        terminal.wait_gone()
        (line,) = filter(None, terminal.lines())
    assert line.startswith("tableside: ") and variable in line and value in line and named in line
    assert terminal.process.returncode == 2
