"""A sixth game, installed beside Tableside: every screen and the shell serve it, and nothing of ours knows
of it.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from tableside import games
from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games import game_ids, load_game
from tableside.rules.campaign_rules import MADE, campaign_rules
from tableside.rules.inputs import Who, input_field
from tableside.rules.odds import every_roll
from tableside.rules.procedure import read_procedure_inputs
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.order import METHODS
from tableside.views.offers import offers
from tableside.wording import explained, told_to_players
from tableside.wording.games import wordings_of_games
from tests.screens.table import opened
from tests.shell.test_contract import tableside

SIXTH = Path(__file__).parent / "sixth"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(SIXTH))
    order = import_module("delve").Lots
    METHODS.pop(order.method, None)  # it has put itself in, and is to be there no longer than it is installed
    monkeypatch.setitem(METHODS, order.method, order)
    _forget_what_is_installed()
    yield
    _forget_what_is_installed()


def _forget_what_is_installed() -> None:
    games._entry_points.cache_clear()
    games._installed.cache_clear()
    games._in_use.cache_clear()
    MADE.clear()
    for remembered in (
        wordings_of_games,
        told_to_players.told_players_in_games,
        explained.explained_in_games,
    ):
        remembered.cache_clear()


def shell(folder: Path, *arguments: str) -> str:
    """The command in this process; `from_outside` runs it in one of its own."""
    done = tableside(folder, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def from_outside(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tableside", "--saves", str(folder), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SIXTH)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_a_small_package_of_its_own() -> None:
    lines = (SIXTH / "delve" / "__init__.py").read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 150
    assert "delve" in game_ids()


@pytest.mark.long
def test_the_shell_serves_it(tmp_path: Path) -> None:
    assert "delve.test" in from_outside(tmp_path, "rules", "delve")
    id = shell(tmp_path, "new", "Down", "--rules", "delve").strip()
    shell(tmp_path, "do", id, "campaign.add-character", "name=Ana", "wits=14")
    done = json.loads(
        shell(tmp_path, "do", id, "delve.test", "who=ana", "skill=climb", "--faces", "40", "--json")
    )
    assert done["outcome"] == "success"
    assert [each["field"] for each in done["changes"]] == ["sheet.skills.rows.0.ticked"]
    assert "Health" in shell(tmp_path, "show", id, "ana")
    assert "Health" in shell(tmp_path, "sheet", id, "ana")
    assert "undone" in shell(tmp_path, "undo", id)
    assert shell(tmp_path, "check", id).strip() == "sound"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (
            "import nowhere_to_be_found",
            "does not load: ModuleNotFoundError: No module",
        ),
        ("RULESET = 3", "is int, no Ruleset"),
        ("from delve import RULESET", "is delve, no Ruleset of this id"),
        ("def (", "does not load: SyntaxError"),
        ("x = 1", "does not load: AttributeError"),
    ],
)
def test_a_broken_game_is_named_and_the_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, why: str
) -> None:
    (tmp_path / "ruin.py").write_text(source, encoding="utf-8")
    info = tmp_path / "ruin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ruin\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[tableside.rulesets]\nruin = ruin:RULESET\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "ruin", raising=False)
    _forget_what_is_installed()
    assert "ruin" not in game_ids() and "delve" in game_ids()
    with pytest.raises(RuleError, match=r"'ruin'.*at ruin:RULESET") as error:
        load_game("ruin")
    assert why in str(error.value)
    listed = tableside(tmp_path / "saves", "rules")
    assert listed.returncode == 0 and why in listed.stderr and "Delve" in listed.stdout
    refused = tableside(tmp_path / "saves", "new", "Sunday", "--rules", "ruin")
    assert refused.returncode != 0 and why in refused.stderr
    assert shell(tmp_path / "saves", "why", "DLV-1") and shell(
        tmp_path / "saves", "new", "Down", "--rules", "delve"
    )


def test_a_check_that_picks_nothing_is_listed_as_one_line() -> None:
    rules = campaign_rules(load_game("delve"))

    @frozen
    class Plain:
        who: int = input_field(Who())

    check = replace(rules.procedure("delve.test"), id="delve.check", form=Plain)
    table = Table().put(Character(1, "Ana", Kind.PC, rules.blank(Kind.PC)))
    listed = offers(table, replace(rules, load=lambda: (check, *rules.procedures)), 1, ())
    assert [each.presets for each in listed if each.procedure is check] == [{"who": 1}]


PACK = """
game = "delve"

[foes.cave-rat]
wits = 4
health = 3

[encounters.shaft]
foes = ["3 cave rats", "mole health 9"]
coming = ["round 2: cave rat"]
notes = "Blind."
"""


def test_packs_and_encounters_serve_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "own.toml").write_text(PACK, encoding="utf-8")
    monkeypatch.setenv("TABLESIDE_PACKS", str(packs))
    saves = tmp_path / "saves"
    id = shell(saves, "new", "Down", "--rules", "delve").strip()
    assert "sound" in shell(saves, "packs", "check", id)
    shell(saves, "do", id, "campaign.add-character", "name=Ana")
    shell(saves, "say", id, "shaft x2")
    shell(saves, "say", id, "2 cave rats")
    shell(saves, "do", id, "delve.begin")
    (packs / "own.toml").unlink()
    shell(saves, "do", id, "campaign.keep-kind", "who=mole 1", "name=Old mole")
    shell(saves, "say", id, "2 old moles")
    campaign = Library(saves).open(id)
    health = [each.sheet.health.maximum for each in campaign.table.in_play(Kind.ENEMY)]  # type: ignore[attr-defined]
    assert health == [3] * 6 + [9] * 2 + [3] * 2 + [9] * 2
    assert not [*audit(campaign)]
    campaign.close()


def test_players_are_told_of_it_what_its_own_list_says_and_nothing_else(tmp_path: Path) -> None:
    id = shell(tmp_path, "new", "Down", "--rules", "delve").strip()
    for name, kind in (("Ana", "pc"), ("Rat", "enemy")):
        shell(tmp_path, "do", id, "campaign.add-character", f"name={name}", f"kind={kind}")
    shell(tmp_path, "do", id, "delve.begin")
    for name in ("ana", "rat"):
        shell(tmp_path, "do", id, "delve.hurt", f"who={name}", "damage=4")
    shell(tmp_path, "do", id, "delve.test", "who=ana", "skill=climb")
    told = shell(tmp_path, "watch", id)
    assert "Ana loses 4 health" in told and "Rat is hurt" in told and "delve" not in told
    assert "Rat  badly hurt" in told.replace("Rat badly", "Rat  badly")


def test_its_turns_are_taken_by_a_method_of_its_own(tmp_path: Path) -> None:
    id = shell(tmp_path, "new", "Down", "--rules", "delve").strip()
    for name in ("Ana", "Bram", "Cato"):
        shell(tmp_path, "do", id, "campaign.add-character", f"name={name}")
    shell(tmp_path, "do", id, "delve.begin")
    acted = [shell(tmp_path, "do", id, "turn.next", "--seed", str(seed)) for seed in range(3)]
    assert sorted(name for text in acted for name in ("Ana", "Bram", "Cato") if name in text) == [
        *("Ana", "Bram", "Cato")
    ]
    shell(tmp_path, "do", id, "turn.back")
    shell(tmp_path, "do", id, "campaign.add-character", "name=Dora")
    shell(tmp_path, "do", id, "turn.join", "who=dora")
    shell(tmp_path, "do", id, "turn.leave", "who=ana")
    campaign = Library(tmp_path).open(id)
    order = campaign.table.order
    assert order is not None and order.method == "lots"
    assert sorted(campaign.table[key].name for key in order.members) == ["Bram", "Cato", "Dora"]
    campaign.close()
    shell(tmp_path, "do", id, "turn.end")
    for _ in range(11):
        shell(tmp_path, "undo", id)
    assert shell(tmp_path, "check", id).strip() == "sound"


def test_its_odds_are_those_of_its_rule() -> None:
    rules = campaign_rules(load_game("delve"))
    on = Table().put(Character(1, "Ana", Kind.PC, rules.blank(Kind.PC)))
    procedure = rules.procedure("delve.test")
    given = read_procedure_inputs(procedure, {"who": "ana", "skill": "listen", "modifier": "60"}, on)
    rule = procedure.perform(on, given)
    assert procedure.chances(on, given).chances == every_roll(lambda play: rule(play).result)
    assert procedure.chances(on, given).chances["success"] == Fraction(99, 100)


@pytest.mark.long
async def test_every_screen_serves_it(tmp_path: Path) -> None:
    library = Library(tmp_path)
    id = library.new("Down", "delve")
    async with opened(tmp_path, id) as gm:
        for name, kind in (("Ana", "pc"), ("Bram", "pc"), ("Troll", "enemy")):
            await gm.keys("c", "n")
            await gm.keys(*{"pc": ("1",), "enemy": ("3",)}[kind])
            await gm.write(name)
            await gm.keys("enter")
        await gm.keys("c", "left_square_bracket", "home")
        assert "Troll" in gm.text() and re.search(r"Climb +40", gm.text()) and "HEALTH" in gm.text()
        await gm.keys("r")
        await gm.write("ana climb")
        assert "40 % (2/5)" in gm.text() and "modifier +10" in gm.text()
        await gm.keys("enter")
        assert gm.campaign.last is not None and gm.campaign.last.procedure == "delve.test"
        await gm.keys("i", "space", "space")
        assert "Round 1  Troll" in gm.lines()[0]
        await gm.keys("minus")
        await gm.write("3")
        await gm.keys("enter")
        assert "damage 3" in gm.text() or "3" in gm.text()
        await gm.keys("a")
        assert "waiting" in gm.text() or "nothing waits" in gm.text()
        await gm.keys("j")
        assert "Climb" in gm.text()
        while gm.campaign.undoable is not None:
            await gm.keys("u")
        assert gm.campaign.table == gm.campaign.first_table
        assert not list(audit(gm.campaign))


@pytest.mark.long
async def test_nobody_looks_for_it_while_another_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty modules and a look at every package that is installed, before the first paint."""

    def looked(**_: str) -> None:
        raise AssertionError("nothing but our own games is played")

    monkeypatch.setattr("importlib.metadata.entry_points", looked)
    async with opened(tmp_path) as gm:
        await gm.keys("c", "r", "escape", "j", "i")
        assert "Initiative" in gm.text()
