"""`tableside odds`: of bare numbers, and of what needs a campaign, which is read and never written."""

import json
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.games import BUNDLED
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Input, Value, Who, YesNo
from tableside.rules.procedure import Procedure
from tableside.rules.table import Kind, Table
from tableside.text import width
from tests.shell.test_contract import document, done, tableside

ATTEMPT = ("galejatra.attempt", "who=mira", "skill=climb", "opposition=3")


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    folder = tmp_path / "saves"
    folder.mkdir()
    for title, game in (("Grey Coast", "galejatra"), ("troika.luck", "troika")):
        done(folder, "new", title, "--rules", game)
    done(folder, "do", "grey-coast", "galejatra.create", "name=Mira", "skills=Climb 2")
    return folder


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in files}


def test_the_chances_on_a_campaign_are_those_of_its_table(saves: Path) -> None:
    found = document(saves, "odds", "grey-coast", *ATTEMPT)
    assert [*found] == ["procedure", "inputs", "chances", "amounts"]
    assert found["procedure"] == "galejatra.attempt" and found["inputs"]["who"] == 1
    assert found["chances"] == {"success": "21/32", "failure": "11/32"}
    assert found["amounts"]["player-left"]["mean"] == "3/2"
    assert "success: 66 % (21/32)" in done(saves, "odds", "Grey Coast", *ATTEMPT)


def test_the_house_rules_of_the_campaign_decide(saves: Path) -> None:
    bare = ("galejatra.pool", "patch=3")
    assert document(saves, "odds", *bare)["amounts"]["player"]["mean"] == "3"
    done(saves, "do", "grey", "campaign.house-rule", "rule=HEI-AMB-1", "option=patch-is-the-pool")
    assert document(saves, "odds", "grey", *bare)["amounts"]["player"]["mean"] == "2"
    assert document(saves, "odds", *bare)["amounts"]["player"]["mean"] == "3"


def test_a_campaign_is_not_written_for_its_odds(saves: Path) -> None:
    before = digests(saves)
    done(saves, "odds", "grey-coast", *ATTEMPT)
    assert digests(saves) == before


def test_the_number_of_a_row_has_chances_and_no_mean(tmp_path: Path) -> None:
    """TRO-X-oops: `Oops! number 1.1` says nothing."""
    id = place_demo(Library(tmp_path), "troika")
    cast = ("odds", id, "troika.cast", "who=quill", "spell=jolt")
    amounts = document(tmp_path, *cast)["amounts"]
    assert [*amounts["oops"]] == ["chances"] and amounts["oops"]["chances"]["42"] == "1/1296"
    assert [*amounts["cost"]] == ["mean", "chances"]
    (line,) = (each for each in done(tmp_path, *cast).splitlines() if each.startswith("Oops! number"))
    assert line.startswith("Oops! number: (0: 97 % (35/36), 11: ")


def test_whose_turn_may_come_stands_there_by_name(tmp_path: Path) -> None:
    id = place_demo(Library(tmp_path), "troika")
    told = done(tmp_path, "odds", id, "turn.next")
    assert told.startswith("Ottoline Vash: 8 % (1/12)\nBrannoch Pike: 17 %")


def test_who_may_be_hit_in_a_melee_stands_there_by_name(tmp_path: Path) -> None:
    """TRO-6.2.1."""
    id = place_demo(Library(tmp_path), "troika")
    shot = ("odds", id, "troika.shoot-into-melee", "who=moss", "against=keeper", "among=ottoline brannoch")
    found = document(tmp_path, *shot)
    assert [*found["struck"]] == ["The keeper", "Ottoline Vash", "Brannoch Pike"]
    assert sum(map(Fraction, found["struck"].values())) == Fraction(found["chances"]["hit"])
    assert "hits Ottoline Vash: " in done(tmp_path, *shot)


@pytest.mark.parametrize("game", BUNDLED)
def test_whatever_a_table_can_foretell_the_shell_foretells(tmp_path: Path, game: str) -> None:
    """Every procedure of a game that has odds, filled in as its form begins: they add up to 1, exactly."""
    id = place_demo(Library(tmp_path), game)
    campaign = Library(tmp_path).open(id, read_only=True)
    foretold = [each for each in campaign.rules.procedures if each.odds is not None and each.on_table]
    asked = {each.id: inputs_of(each, campaign.table) for each in foretold}
    campaign.close()
    told = {
        procedure: tableside(tmp_path, "odds", id, procedure, *inputs, "--json")
        for procedure, inputs in asked.items()
    }
    good = {procedure: json.loads(each.stdout) for procedure, each in told.items() if each.returncode == 0}
    assert good
    assert [id for id, each in good.items() if sum(map(Fraction, each["chances"].values())) != 1] == []
    refused = {procedure: each for procedure, each in told.items() if procedure not in good}
    assert [id for id, each in refused.items() if (each.returncode, each.stderr.count("\n")) != (2, 1)] == []


# As pictures


@pytest.fixture
def at_80_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")


ATTACK = ("odds", "troika.attack", "bonus=7", "opposing=6", "weapon=sword", "armour=1")


@pytest.mark.usefixtures("at_80_cells")
def test_below_the_lines_they_are_drawn(tmp_path: Path) -> None:
    lines = done(tmp_path, *ATTACK)
    assert done(tmp_path, *ATTACK, "--plot").removeprefix(lines).splitlines() == [
        "",
        "██████████████████████████████████████████|▓▓▓▓▓▓▓|▒|▚|░░░░░░░░░░░░░░░░░░░░░░░░░",
        "█ win 55 %  ▓ tie 10 %  ▒ clinch <1 %  ▚ both fumble <1 %  ░ lose 34 %",
        "damage dealt    3.1  █▁▁▁▃▁▆ ▁   ▁   ▁ 0 to 16",
        "damage taken    0.6  █▂▁▁▁ ▁ ▁ 0 to 8",
    ]


def test_the_chances_are_listed_as_they_are_drawn_by_mere_numbers_and_on_a_table(tmp_path: Path) -> None:
    id = place_demo(Library(tmp_path), "troika")
    on_table = ("odds", id, "troika.fight", "who=Ottoline", "against=Tide warden 1", "--plot")
    for asked in ((*ATTACK, "--plot"), on_table):
        listed, drawn = done(tmp_path, *asked).split("\n\n")
        names = [line.partition(":")[0] for line in listed.splitlines() if "damage" not in line]
        assert names == ["win", "tie", "clinch", "both fumble", "lose"]
        legend = drawn.splitlines()[1]
        assert sorted(names, key=legend.index) == names


@pytest.mark.usefixtures("at_80_cells")
def test_what_a_terminal_cannot_show_is_drawn_in_ascii(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = done(tmp_path, *ATTACK, "--plot", "--signs", "ascii")
    assert drawn.isascii() and "###|=======|~|*|------" in drawn
    monkeypatch.setenv("TERM", "linux")
    assert done(tmp_path, *ATTACK, "--plot") == drawn
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("tableside.shell.output.output_can_show", lambda text: False)
    assert done(tmp_path, *ATTACK, "--plot") == drawn


def test_signs_that_there_are_none_of_are_told(tmp_path: Path) -> None:
    result = tableside(tmp_path, *ATTACK, "--plot", "--signs", "runes")
    assert (result.returncode, result.stdout) == (2, "") and "unicode, ascii" in result.stderr


def test_a_document_holds_no_picture(tmp_path: Path) -> None:
    assert done(tmp_path, *ATTACK, "--plot", "--json") == done(tmp_path, *ATTACK, "--json")


@pytest.mark.parametrize("columns", [20, 60, 200])
@pytest.mark.parametrize(
    "asked",
    [
        ("d20.order", "modifiers=4 1 1"),
        ("fell.contest", "dice=d8 d6", "against=d10 d4"),
        ("galejatra.roll", "player=5", "opposition=4"),
        ("wandered.roll", "dice=3"),
        ("troika.round", "own=2", "others=5"),
    ],
)
def test_a_bar_is_as_wide_as_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int, asked: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = done(tmp_path, "odds", *asked, "--plot").split("\n\n")[1].splitlines()
    assert width(lines[0]) == columns and {*lines[0]} <= {*"█▊▓▒▚░▎|"}


def inputs_of(procedure: Procedure, table: Table) -> list[str]:
    """What a form of it begins with, as it is typed."""
    who = table.in_play(Kind.PC)[0].key
    given = filled_form(procedure, table, who).given
    return [f"{each.id}={text(each, given[each.id])}" for each in procedure.inputs if each.id in given]


def text(input: Input, value: Value) -> str:
    match input, value:
        case Who(), tuple():
            return " ".join(f"#{key}" for key in value)
        case Who(), _:
            return f"#{value}" if value else ""
        case YesNo(), _:
            return "yes" if value else "no"
        case _, tuple():
            return " ".join(map(str, value))
    return str(value)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("grey-coast",),
            "grey-coast is a campaign: name the procedure too: tableside odds grey-coast PROCEDURE",
        ),
        (("gray-coast", *ATTEMPT), "no campaign 'gray-coast': did you mean grey-coast?"),
        (("gray-coast",), "'gray-coast' is no procedure: did you mean grey-coast?"),
        (
            ("galejatra.attempt", "grey-coast", "who=mira"),
            "the campaign comes first: tableside odds grey-coast galejatra.attempt",
        ),
        (
            ("galejatra.attempt", "who=mira"),
            "galejatra.attempt needs a campaign: tableside odds CAMPAIGN galejatra.attempt",
        ),
        (("galejatra.roll", "player", "2"), "'player' is not an input: write it as name=value"),
        (
            ("grey", "galejatra.attemp", "who=mira"),
            "'galejatra.attemp' is not known: did you mean galejatra.attempt?",
        ),
        (("grey", "galejatra.attempt", "mira"), "'mira' is not an input: write it as name=value"),
        (("grey", "campaign.note", "text=x"), "campaign.note has no odds"),
        (("4d6k3",), "'4d6k3' is no dice: write them like d6, 2d6, d6+d8, 2d6+1, d66 or d666"),
        (("100d100",), "100d100 is 100 dice: give 1 to 20"),
        (("zzz",), "'zzz' is no procedure: tableside rules lists all procedures"),
    ],
)
def test_what_cannot_be_foretold_is_one_line(saves: Path, arguments: tuple[str, ...], complaint: str) -> None:
    result = tableside(saves, "odds", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert complaint in result.stderr and result.stderr.count("\n") == 1


def test_a_campaign_called_like_a_procedure_needs_its_procedure_behind_it(saves: Path) -> None:
    assert document(saves, "odds", "troika.luck", "luck=7")["chances"]["success"] == "7/12"
    assert document(saves, "odds", "troika.luck", "troika.luck", "luck=7")["chances"]["success"] == "7/12"


@pytest.mark.parametrize("command", [("roll",), ("odds",), ("do", "grey-coast")])
def test_the_beginning_of_an_id_ends_nothing(saves: Path, command: tuple[str, ...]) -> None:
    """`dice` alone is the beginning of `dice.throw`."""
    result = tableside(saves, *command, "dice")
    assert result.returncode == 2 and result.stderr.count("\n") == 1
    assert "dice.throw" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("2d4",),
        ("dice.throw", "dice=2d4"),
        ("grey-coast", "2d4"),
        ("2d4", "--plot"),
        ("2d4 + 0",),
        ("2d4", "+", "0"),
    ],
)
def test_the_odds_of_mere_dice_are_what_they_may_come_to(saves: Path, arguments: tuple[str, ...]) -> None:
    result = tableside(saves, "odds", *arguments)
    assert result.returncode == 0
    assert result.stdout.startswith("total: 5 expected (2: 6 % (1/16), 3: ")
