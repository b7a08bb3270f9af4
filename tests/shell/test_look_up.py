"""`tableside names`: what the notes name."""

import json
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.cli import main
from tableside.games import BUNDLED
from tableside.shell.look_up import look_up_explanation, why_text
from tableside.wording.explained import EXAMPLES
from tests.shell.test_contract import done, tableside


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    saves = tmp_path / "saves"
    Library(saves).new("Vale", "fell")
    return saves


def test_names_are_listed_by_kind_what_is_open_first(saves: Path) -> None:
    assert "Nothing is named yet" in done(saves, "names", "vale")
    for text in ("## The Ford", "#bell and #[old debt]: @Vash", "#bell ~Ford #gm"):
        done(saves, "do", "vale", "campaign.note", f"text={text}")
    done(saves, "do", "vale", "campaign.close-name", "name=#bell")
    rows = [line.split("  ")[0] for line in done(saves, "names", "vale").splitlines()]
    assert rows == ["scene The Ford", "#old debt", "#bell", "@Vash", "~Ford"]
    assert "2 times, before the first session · over" in done(saves, "names", "vale", "thread")
    threads = json.loads(done(saves, "names", "vale", "thread", "--json"))
    assert threads == [
        {"kind": "thread", "name": "#old debt", "over": False, "session": 0, "times": 1},
        {"kind": "thread", "name": "#bell", "over": True, "session": 0, "times": 2},
    ]
    refused = tableside(saves, "names", "vale", "thraed")
    assert refused.returncode == 2 and "did you mean thread?" in refused.stderr


CASES = Path(__file__).parents[1] / "cases"
IDS = {path.stem: path.read_text(encoding="utf-8").split() for path in sorted((CASES / "ids").glob("*.txt"))}
"""The ids of the rules and the open questions of each rulebook."""
ROWS = (CASES / "examples.txt").read_text(encoding="utf-8").split()
"""The ids of their worked examples."""


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["why", *arguments]) == 0
    return capsys.readouterr().out


def test_a_rule_is_explained_with_what_carries_it_out(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "tro-4.1")
    assert told.startswith("TRO-4.1: At exactly 0 Stamina one is dying")
    assert "troika.hurt" in told


def test_an_open_question_tells_the_default_and_the_other_readings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = json.loads(said(capsys, "TRO-AMB-3", "--json"))
    assert document["text"] == (
        "Is a double 6 unlucky even at Luck 12? By default: yes, it fails (or: no, 12 is low enough)."
    )
    assert document["options"] == ["fails", "plain-twelve"]


def test_a_procedure_lists_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(said(capsys, "fell.rest", "--json"))
    assert [each["id"] for each in document["rules"]][:2] == ["FELL-REST", "FELL-DEP"]
    assert all(each["text"] for each in document["rules"])


def test_what_is_neither_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "TRO-4.11"]) == 2
    assert "did you mean TRO-4.1" in capsys.readouterr().err
    assert main(["why", "swordplay"]) == 2
    assert "TRO-4.1 or troika.fight" in capsys.readouterr().err


def test_every_game_has_its_list_of_ids() -> None:
    assert {*IDS} == {*BUNDLED}
    assert {game: len(ids) for game, ids in IDS.items() if len(ids) != len({*ids}) or len(ids) < 25} == {}


@pytest.mark.parametrize(("game", "id"), [(game, id) for game, ids in IDS.items() for id in ids])
def test_every_id_of_a_rulebook_is_answered(game: str, id: str) -> None:
    document = look_up_explanation(id.lower())
    assert document["id"] == id
    assert len(document["text"].split()) >= 4, document
    assert why_text(document).startswith(f"{id}: {document['text']}")
    assert ("-AMB-" in id) <= ("options" in document), f"{id} of {game} is no switch"


@pytest.mark.parametrize("id", ROWS)
def test_every_worked_example_is_told_with_the_rules_that_it_shows(id: str) -> None:
    shown, told = EXAMPLES[id]
    assert len(told.split()) >= 4 and len(told) <= 240
    document = look_up_explanation(id)
    assert (document["text"], [each["id"] for each in document["rules"]]) == (told, [*shown])
    assert f"{id}: {told}\n{shown[0]}: " in why_text(document)
    assert all(each["text"] for each in document["rules"])
    for rule in shown:
        assert {"id": id, "text": told} in look_up_explanation(rule)["examples"]
        assert f"\nFor example ({id}): {told}" in why_text(look_up_explanation(rule))


def test_an_example_is_proved_by_a_row_of_its_id() -> None:
    files = (path for path in CASES.parent.rglob("*") if path.suffix in (".toml", ".py"))
    proved = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert {*EXAMPLES} == {*ROWS}
    assert [id for id in ROWS if id not in proved] == []
