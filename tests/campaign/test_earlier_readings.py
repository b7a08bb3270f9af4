"""A rule that is corrected makes no old entry false: an entry says by which reading it was made."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tableside.campaign import campaign as campaign_module
from tableside.campaign.amendment import amendment_history
from tableside.campaign.audit import AuditFault, EarlierReading, audit, audit_by_replay
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.campaign.entries import read_entry
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.campaign.replay import earlier_readings_in_replay
from tableside.campaign.session_entries import session_entries_of
from tableside.cli import main
from tableside.frozen import frozen
from tableside.games import load_game
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.inputs import Number, input_field, inputs_field
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome
from tableside.rules.table import Table
from tableside.views.opened_entry import opened_entry_rows
from tests.campaign.people import do, note

Correct = Callable[[], None]
RULE, REVISION = "TRO-3.1", 99


@pytest.fixture
def correct(monkeypatch: pytest.MonkeyPatch) -> Iterator[Correct]:
    """Corrects TRO-3.1 from now on: a test of Luck asked for by itself costs 2."""
    game = load_game("troika")
    tests = game.procedure("troika.test-luck")

    def dearer(table: Table, form: Any, play: Play) -> Outcome:  # Any: whatever a test of Luck asks for
        outcome = tests.run(table, form, play)
        assert outcome.table is not None
        spent = [
            replace(each, sheet=replace(each.sheet, luck=TroikaSheet.of(each).luck.lose(1)))
            for each in outcome.table.in_play()
        ]
        return replace(outcome, table=outcome.table.put(*spent))

    corrected = tuple(replace(each, run=dearer) if each is tests else each for each in game.procedures)
    rules = replace(game, load=lambda: corrected, revisions={**game.revisions, RULE: REVISION})
    yield lambda: monkeypatch.setattr(campaign_module, "load_game", lambda id: rules)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A campaign in which Luck was tested by the first reading, as the next start finds it."""
    library = Library(tmp_path / "saves", lambda: 1.8e9)
    campaign = library.open(library.new("Vale", "troika"))
    do(campaign, "troika.create", name="Ana")
    do(campaign, "campaign.begin-session")
    do(campaign, "troika.test-luck", who="Ana")
    note(campaign, "It rains")
    campaign.close()
    return library


def opened(library: Library) -> Campaign:
    return library.open("vale")


def test_without_a_word_of_the_correction_it_is_a_fault(library: Library, correct: Correct) -> None:
    correct()
    campaign = opened(library)
    campaign.rules = replace(campaign.rules, revisions=load_game("troika").revisions)
    assert [str(each.where) for each in audit(campaign)] == ["journal/0002.json entry 3"]
    campaign.close()


def test_check_calls_it_an_earlier_reading_and_no_fault(
    library: Library, correct: Correct, capsys: pytest.CaptureFixture[str]
) -> None:
    correct()
    campaign = opened(library)
    (earlier,) = audit_by_replay(campaign)
    assert isinstance(earlier, EarlierReading)
    assert (str(earlier.where), earlier.rules) == ("journal/0002.json entry 3", ("TRO-3.1",))
    assert list(audit(campaign)) == []
    campaign.close()
    assert main(["--saves", str(library.folder), "check", "vale"]) == 0
    out = capsys.readouterr().out
    assert out == "journal/0002.json entry 3: made by an earlier reading of TRO-3.1\nsound\n"


def test_it_is_undone_redone_and_exported_as_what_it_is(
    library: Library, correct: Correct, tmp_path: Path
) -> None:
    correct()
    campaign = opened(library)
    last = documents(campaign.table)
    campaign.undo(4)
    assert documents(campaign.table) == documents(campaign.first_table)
    campaign.redo(4)
    assert documents(campaign.table) == last and list(audit(campaign)) == []
    (tmp_path / "whole.json").write_bytes(export_json(campaign))
    campaign.close()
    again = library.open(import_json(library, tmp_path / "whole.json"))
    assert documents(again.table) == last and list(audit(again)) == []
    again.close()


def test_a_new_entry_says_by_which_reading_it_was_made(library: Library, correct: Correct) -> None:
    correct()
    campaign = opened(library)
    old, new = campaign.entry(3), do(campaign, "troika.test-luck", who="Ana")
    assert old.revisions.get(RULE, 0) < new.revisions[RULE] == REVISION
    assert earlier_readings_in_replay(old, campaign.rules) == (RULE,) and not earlier_readings_in_replay(
        new, campaign.rules
    )
    assert read_entry(new.number, new.document()) == new
    assert "revisions" not in campaign.entry(4).document()  # a note, of which no rule was corrected
    old_rows, new_rows = (opened_entry_rows(each, campaign, 80) for each in (old, new))
    assert any("made by an earlier reading of TRO-3.1" in row.text for row in old_rows)
    assert not any("earlier" in row.text for row in new_rows)
    campaign.close()


@pytest.mark.parametrize(
    ("game", "id", "times"),
    [
        ("troika", "troika.rest", 2),
        ("troika", "troika.train", 2),
        ("troika", "troika.learn", 2),
        ("troika", "campaign.edit", 5),
        ("fell", "campaign.begin-session", 3),
        ("fell", "fell.rest", 3),
        ("galejatra", "galejatra.rest", 1),
        ("d20", "d20.add-foe", 3),
    ],
)
def test_what_any_campaign_adds_to_a_rule_is_corrected_on_top_of_what_the_game_does(
    game: str, id: str, times: int
) -> None:
    rules = campaign_rules(load_game(game))
    assert rules.revisions_of(rules.procedure(id))[id] == times


def test_a_false_entry_of_todays_reading_is_still_a_fault(
    library: Library, correct: Correct, monkeypatch: pytest.MonkeyPatch
) -> None:
    correct()
    campaign = opened(library)
    new = do(campaign, "troika.test-luck", who="Ana")
    false = {5: replace(new, result="failure" if new.result == "success" else "success")}
    monkeypatch.setattr(campaign, "entry", lambda number: false.get(number) or campaign.journal.entry(number))
    assert [type(each) for each in audit_by_replay(campaign)] == [EarlierReading, AuditFault]
    campaign.close()


def test_amending_what_came_before_it_leaves_it_as_it_was(library: Library, correct: Correct) -> None:
    correct()
    campaign = opened(library)
    left = campaign.entry(3).amounts
    amendment = campaign.amending(4)
    campaign.amend(amendment.with_given({**amendment.given, "text": "It pours"}))
    first = campaign.amending(2)
    assert first.later[0].entry.number == 3 and first.comes_to().table.characters == campaign.table.characters
    session = session_entries_of(campaign, 1)
    assert [each.number for each in session.entries] == [2, 3, 4]
    assert session.entries[1].amounts == left and session.after == documents(campaign.table)
    assert list(audit(campaign)) == []
    campaign.close()


def test_amending_it_goes_by_todays_reading_and_the_recap_goes_on(library: Library, correct: Correct) -> None:
    campaign = opened(library)
    amendment = campaign.amending(3)
    campaign.amend(amendment.in_secret(True))
    campaign.close()
    correct()
    campaign = opened(library)
    assert [type(each) for each in audit_by_replay(campaign)] == [EarlierReading, EarlierReading]
    session = session_entries_of(campaign, 1)
    assert [each.number for each in session.entries] == [2, 3, 4, 5]  # as it was done, amendment and all
    assert session.after == documents(campaign.table)
    held = documents(campaign.table)
    assert amendment_history(campaign.entry, campaign.rules, held, campaign.length, 2)[1] == held
    amendment = campaign.amending(3)
    campaign.amend(amendment.in_secret(False))
    assert campaign.last is not None and campaign.last.revisions[RULE] == REVISION
    assert [each.number for each in session_entries_of(campaign, 1).entries] == [2, 3, 4]
    campaign.close()


def test_an_input_that_a_rule_has_come_to_take_since_is_its_default(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game("troika")
    tests = game.procedure("troika.test-luck")
    weathers: list[object] = []

    @frozen
    class InWeather:
        """A test of Luck in some weather."""

        luck: Any = inputs_field(tests.form)
        weather: int = input_field(Number(default=7))

    @frozen
    class InAnyWeather:
        """The same, where the weather must be said."""

        luck: Any = inputs_field(tests.form)
        weather: int = input_field(Number())

    def noted(table: Table, form: InWeather | InAnyWeather, play: Play) -> Outcome:
        weathers.append(form.weather)
        return tests.run(table, form.luck, play)

    wider = replace(tests, form=InWeather, run=noted)
    widened = tuple(wider if each is tests else each for each in game.procedures)
    rules = replace(game, load=lambda: widened)
    monkeypatch.setattr(campaign_module, "load_game", lambda id: rules)
    campaign = opened(library)
    assert list(audit_by_replay(campaign)) == [] and weathers[0] == 7
    assert campaign.amending(3).given["weather"] == 7
    campaign.close()
    needed = replace(wider, form=InAnyWeather)
    needing = tuple(needed if each is tests else each for each in game.procedures)
    monkeypatch.setattr(campaign_module, "load_game", lambda id: replace(game, load=lambda: needing))
    campaign = opened(library)
    (fault,) = audit_by_replay(campaign)
    assert isinstance(fault, AuditFault) and "does not say weather" in str(fault.what)
    campaign.close()
