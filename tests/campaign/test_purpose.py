"""What a roll is for: told with it, kept with it whatever becomes of it, and changing nothing."""

from pathlib import Path

import pytest

from tableside.campaign import in_progress
from tableside.campaign.audit import audit
from tableside.campaign.entries import inputs_of_entry
from tableside.campaign.in_progress import ProcedureInProgress
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.errors import RuleError
from tableside.views.fact_headlines import headline_of
from tableside.views.public.entries_told import entry_told_to_players
from tests.campaign.people import do, state

GAMES = {
    "troika": ("troika.test", {"who": "moss", "skill": "sneak"}),
    "fell": ("fell.do-test", {"who": "maud", "ability": "BOD"}),
    "wandered": ("wandered.roll-it", {"who": "dag", "approach": "shoulder first"}),
    "d20": ("d20.check", {"who": "tamsin", "check": "dexterity"}),
}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_told_and_changes_nothing(tmp_path: Path, game: str) -> None:
    procedure, given = GAMES[game]
    plain, told = (
        library.open(place_demo(library, game))
        for library in (Library(tmp_path / "a"), Library(tmp_path / "b"))
    )
    without = do(plain, procedure, 4, **given)
    entry = do(told, procedure, 4, purpose="past the wardens", **given)
    assert entry.facts[0].values == {"text": "past the wardens"} and entry.facts[1:] == without.facts
    assert entry.steps == without.steps and entry.changes == without.changes
    assert headline_of(entry.facts).words.split(" · ")[0].endswith(": past the wardens")
    assert "wardens" not in entry_told_to_players(told, entry)
    assert [*audit(told)] == []
    told.undo()
    told.redo()
    assert state(told) == state(plain)


def test_it_stays_when_the_roll_is_amended_repeated_and_exported(library: Library, tmp_path: Path) -> None:
    procedure, given = GAMES["troika"]
    campaign = library.open(place_demo(library, "troika"))
    entry = do(campaign, procedure, 4, purpose="past the wardens", **given)
    amendment = campaign.amending(entry.number)
    amended = campaign.amend(amendment.with_given({**amendment.given, "modifier": 2}))
    assert amended.given["purpose"] == "past the wardens" and amended.facts[0].id == "purpose"
    again = inputs_of_entry(campaign.rules.procedure(procedure), amended)
    assert again["purpose"] == "past the wardens"
    (there := tmp_path / "there.json").write_bytes(export_json(campaign))
    copy = library.open(import_json(library, there))
    assert copy.entry(amended.number).given["purpose"] == "past the wardens"
    assert [*audit(copy)] == []


def test_it_stays_with_a_roll_that_waits(library: Library) -> None:
    procedure, given = GAMES["troika"]
    campaign = library.open(place_demo(library, "troika"))
    again = inputs_of_entry(
        campaign.rules.procedure(procedure), do(campaign, procedure, purpose="to hide", **given)
    )
    roll = ProcedureInProgress(campaign.rules.procedure(procedure), again, campaign.table)
    in_progress.keep_progress(campaign, roll)
    waiting = in_progress.read_progress(campaign)
    assert isinstance(waiting, ProcedureInProgress) and waiting.given["purpose"] == "to hide"


def test_what_has_a_text_of_its_own_takes_none(library: Library) -> None:
    campaign = library.open(place_demo(library, "galejatra"))
    with pytest.raises(RuleError, match="purpose"):
        do(campaign, "galejatra.attempt", who="aino", purpose="past the dogs")
