"""`tableside why`: what a rule says, and which rules a procedure carries out."""

import json
from pathlib import Path

import pytest

from tableside.cli import main
from tableside.rules.ruleset import BUNDLED
from tableside.shell.explaining import text, why

IDS = {
    path.stem: path.read_text(encoding="utf-8").split()
    for path in sorted((Path(__file__).parents[1] / "cases" / "ids").glob("*.txt"))
}
"""The ids of the rules and the open questions of each rulebook."""


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
    document = why(id.lower())
    assert document["id"] == id
    assert len(document["text"].split()) >= 4, document
    assert text(document).startswith(f"{id}: {document['text']}")
    assert ("-AMB-" in id) <= ("options" in document), f"{id} of {game} is no switch"
