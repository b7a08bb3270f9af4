"""`tableside amend`: an entry done over with the same dice, from the shell."""

from pathlib import Path

import pytest

from tests.shell.test_contract import document, done, tableside


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """Ana has hit the first goblin: 2 5 against 1 3, no Luck, damage 1."""
    done(tmp_path, "new", "Iron Vale", "--rules", "troika")
    made = ("campaign.add-character", "name=Ana", "kind=pc", "skill=7", "luck=9", "weapon=sword")
    done(tmp_path, "do", "iron-vale", *made)
    done(tmp_path, "do", "iron-vale", "troika.add-foe", "foe=goblin", "count=2")
    fight = ("troika.fight", "who=ana", "against=goblin 1", "--faces", "2 5 1 3 1")
    done(tmp_path, "do", "iron-vale", *fight)
    return tmp_path


def stamina(saves: Path, name: str) -> object:
    return document(saves, "show", "iron-vale", name)["sheet"]["stamina"]["current"]


def test_the_last_roll_is_amended_with_the_same_dice(saves: Path) -> None:
    found = document(saves, "amend", "iron-vale", "modifier=1", "against=goblin 2")
    assert [each["face"] for each in found["dice"]] == [2, 5, 1, 3, 1]
    assert (found["entry"], found["amends"], found["inputs"]["modifier"]) == (4, 3, 1)
    assert (stamina(saves, "goblin 1"), stamina(saves, "goblin 2")) == (6, 2)
    assert "sound" in done(saves, "check", "iron-vale")


def test_a_decision_is_named_by_its_question(saves: Path) -> None:
    found = document(saves, "amend", "iron-vale", "3", "--choose", "luck-for-damage=yes", "--seed", "1")
    assert "yes" in found["choices"] and [each["why"] for each in found["dice"]].count("luck") == 2


def test_faces_given_stand_for_all_dice(saves: Path) -> None:
    found = document(saves, "amend", "iron-vale", "--faces", "2 5 1 3 6")
    assert found["dice"][-1]["face"] == 6
    assert "typed" in done(saves, "amend", "iron-vale", "--faces", "2 5 1 3 5")


def test_any_roll_is_turned_secret(saves: Path) -> None:
    done(saves, "amend", "iron-vale", "secret=yes")
    assert "Goblin" not in done(saves, "history", "iron-vale", "--last", "1").splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["99"], "the journal has no entry 99"),
        (["3", "wit=1"], "troika.fight has no input 'wit'"),
        (["3", "--choose", "luck-for-damage=maybe"], "'maybe' does not answer 'luck-for-damage'"),
        (["3", "--choose", "reroll=yes"], "nothing in this roll asks reroll"),
        (["3", "--choose", "yes"], "nothing asked for the choice 'yes'"),
        (["3", "--faces", "2 5 1"], "too few faces"),
        (["3", "--faces", "2 5 1 3 1 1"], "too many faces"),
        (["modifier"], "'modifier' is not an input"),
    ],
)
def test_bad_input_changes_nothing(saves: Path, arguments: list[str], why: str) -> None:
    result = tableside(saves, "amend", "iron-vale", *arguments)
    assert result.returncode == 2 and why in result.stderr and result.stderr.count("\n") == 1
    assert document(saves, "show", "iron-vale")["entries"] == 3


def test_a_refusal_names_the_later_entry(saves: Path) -> None:
    done(saves, "do", "iron-vale", "troika.hurt", "who=#3", "damage=1")
    result = tableside(saves, "amend", "iron-vale", "2", "count=1")
    assert result.returncode == 2
    assert "Entry 4, Goblin 2 loses 1 Stamina" in result.stderr and "Undo it first" in result.stderr
