"""What can be typed after `tableside`: told in full when it is asked for, though a start learns little."""

from collections.abc import Iterable

import pytest

from tableside import cli
from tableside.shell.grammar import COMMANDS, GrammarParser, parsed_by_grammar, parser
from tableside.wording import TEXTS


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit):
        parsed_by_grammar(arguments)
    out, err = capsys.readouterr()
    return out + err


def test_every_command_has_its_function() -> None:
    assert {*COMMANDS} == {*cli.COMMANDS, "demo"}


@pytest.mark.parametrize("arguments", [("--help",), ("fo",), ("fo", "demo"), ("--saves", "there", "fo")])
def test_help_and_a_mistake_name_every_command(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = told(capsys, *arguments)
    assert [name for name in COMMANDS if name not in text] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_takes_the_same_wherever_it_stands(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, name, "--help") == told(capsys, "--saves", "there", name, "--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_what_it_is_for_and_what_each_argument_is(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = GrammarParser(prog=name)
    for argument in COMMANDS[name]:
        argument(command)
    assert [each.dest for each in command._actions if not each.help] == []
    assert TEXTS[f"command.{name}"] in " ".join(told(capsys, name, "--help").split())


def test_help_is_as_wide_as_the_terminal_is_said_to_be(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = told(capsys, "--help").splitlines()
    monkeypatch.setenv("COLUMNS", "120")
    assert max(map(len, narrow)) <= 40
    assert len(told(capsys, "--help").splitlines()) < len(narrow)


@pytest.mark.parametrize("arguments", [(), ("--theme", "light")])
def test_without_a_command_the_app_is_meant(arguments: tuple[str, ...]) -> None:
    assert parsed_by_grammar(arguments).command in (None, "open")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["saves", "backups", "tables", "theme"])
def test_an_option_of_all_commands_stands_before_the_command_or_behind_it(name: str, option: str) -> None:
    needed = NEEDED.get(name, ())
    before, behind = ((f"--{option}", "there"), (name, *needed))
    found = parsed_by_grammar([*before, *behind])
    assert getattr(found, option) == "there"
    assert parsed_by_grammar([*behind, *before]) == found
    assert parsed_by_grammar([name, *before, *needed]) == found
    assert getattr(parsed_by_grammar(behind), option) is None


def test_of_an_option_given_twice_the_one_behind_the_command_counts() -> None:
    assert parsed_by_grammar(["--saves", "one", "list", "--saves", "two"]).saves == "two"


def test_inputs_stand_around_options() -> None:
    found = parsed_by_grammar(["roll", "troika.luck", "--tables", "there", "luck=7", "--seed", "3"])
    assert (found.inputs, found.tables, found.seed) == (["luck=7"], "there", 3)


NEEDED = {
    "new": ("Vale", "--rules", "troika"),
    "why": ("TRO-1",),
    "roll": ("troika.luck", "luck=7"),
    "odds": ("troika.luck", "luck=7"),
    "do": ("vale", "troika.eat"),
    "say": ("vale", "rest"),
    "write": ("vale",),
    "restore": ("vale", "3"),
    "sheet": ("vale", "ana"),
    "tables": ("list",),
    "packs": ("list",),
    "bring": ("vale", "there.json"),
    "import": ("there.json",),
    **{
        name: ("vale",)
        for name in (
            "amend",
            "undo",
            "redo",
            "history",
            "show",
            "recap",
            "names",
            "check",
            "export",
            "backup",
        )
    },
}
"""What each command must be given."""


@pytest.mark.parametrize(
    ("arguments", "commands"),
    [
        (["--saves", "there"], set()),
        (["--saves", "check", "--theme=light", "demo"], {"demo"}),
        (["--saves", "there", "fo"], COMMANDS),
    ],
)
def test_a_start_is_told_of_no_command_but_its_own(arguments: list[str], commands: Iterable[str]) -> None:
    known = parser(arguments).format_help()
    assert {name for name in COMMANDS if f"\n    {name} " in known} == {*commands}


@pytest.mark.parametrize("arguments", [("--versio",), ("list", "--versio"), ("list", "--save=there")])
def test_an_option_is_its_whole_name(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert arguments[-1] in told(capsys, *arguments)
