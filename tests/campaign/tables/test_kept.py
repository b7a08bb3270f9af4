"""What was rolled on is part of the campaign: it can be played again whatever becomes of the files."""

import json
import random
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.user_files import SharedFolders
from tableside.errors import RuleError, StoreError
from tableside.rules.inputs import Given
from tableside.rules.procedure import Role, read_procedure_inputs
from tableside.rules.tables.table_rolls import tables_rolled_on
from tableside.views.amend import amend_inputs
from tableside.views.journal_rows import journal_entry_in_a_line
from tableside.views.rollable_tables import (
    RollableTableOrigin,
    all_rollable_tables,
    given_with_rollable_tables,
)
from tests.campaign.people import do

FIRST = '[sky]\nrows = ["rain of {stones}", "more rain of {stones}"]\n[stones]\nrows = ["pearls", "frogs"]\n'
SECOND = '[sky]\nrows = ["sun", "more sun"]\n'


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    library = Library(tmp_path / "saves", lambda: 1.8e9, shared=SharedFolders(tables=tmp_path / "shared"))
    (tmp_path / "shared").mkdir()
    return library.open(library.new("Iron Vale", "troika"))


def write(campaign: Campaign, text: str) -> Path:
    path = campaign.folder / "tables" / "own.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def roll(campaign: Campaign, faces: list[int] | None = None, **texts: str) -> Entry:
    procedure = campaign.rules.procedure("table.roll")
    given = given_with_rollable_tables(
        campaign, procedure, read_procedure_inputs(procedure, texts, campaign.table)
    )
    return campaign.perform(procedure, given, ReplayAnswers(random.Random(1), faces))


def sound(campaign: Campaign) -> bool:
    return [f"{each.where}: {each.what}" for each in audit(campaign)] == []


def test_an_entry_takes_in_what_it_rolls_on_and_the_next_one_nothing(campaign: Campaign) -> None:
    write(campaign, FIRST)
    first, second = roll(campaign, [1, 2], table="sky"), roll(campaign, [2, 1], table="sky")
    assert [journal_entry_in_a_line(each) for each in (first, second)] == [
        "Sky: Rain of frogs",
        "Sky: More rain of pearls",
    ]
    assert {change.what for change in first.changes} == {"tables/1", "tables/2"}
    assert second.changes == () and second.given["definition"] == ""
    assert {*tables_rolled_on(campaign.table)} == {"sky", "stones"}


def test_every_roll_can_be_played_again_when_its_file_has_changed_or_gone(campaign: Campaign) -> None:
    path = write(campaign, FIRST)
    roll(campaign, table="sky")
    path.write_text(SECOND)
    assert journal_entry_in_a_line(roll(campaign, [1], table="sky")) == "Sky: Sun"
    assert sound(campaign)
    path.unlink()
    assert sound(campaign)
    assert journal_entry_in_a_line(roll(campaign, [2], table="sky")) == "Sky: More sun"
    assert sound(campaign)


def test_undo_gives_back_the_table_as_it_was_and_redo_the_new_one(campaign: Campaign) -> None:
    path = write(campaign, FIRST)
    roll(campaign, table="sky")
    before = tables_rolled_on(campaign.table)
    path.write_text(SECOND)
    roll(campaign, table="sky")
    after = tables_rolled_on(campaign.table)
    campaign.undo()
    assert tables_rolled_on(campaign.table) == before != after
    campaign.redo()
    assert tables_rolled_on(campaign.table) == after
    campaign.undo(2)
    assert tables_rolled_on(campaign.table) == {} and sound(campaign)


def test_an_export_holds_what_was_rolled_on(campaign: Campaign, tmp_path: Path) -> None:
    write(campaign, FIRST)
    roll(campaign, table="sky", times="3", secret="yes")
    exported = tmp_path / "out.json"
    exported.write_bytes(export_json(campaign))
    other = Library(tmp_path / "elsewhere")
    copy = other.open(import_json(other, exported))
    assert export_json(copy) == exported.read_bytes() and sound(copy)
    assert [each.origin for each in all_rollable_tables(copy) if each.id == "stones"] == [
        RollableTableOrigin.KEPT
    ]
    assert journal_entry_in_a_line(roll(copy, [1, 1], table="sky")) == "Sky: Rain of pearls"
    copy.close()


def test_a_loop_that_was_put_into_an_export_does_no_more_harm_than_a_refusal(
    campaign: Campaign, tmp_path: Path
) -> None:
    write(campaign, FIRST)
    roll(campaign, [1, 1], table="sky")
    document = json.loads(export_json(campaign).decode().replace('"pearls"', '"{sky}"'))
    path = tmp_path / "loop.json"
    path.write_text(json.dumps(document))
    other = Library(tmp_path / "elsewhere")
    try:
        copy = other.open(import_json(other, path))
    except StoreError:
        return
    assert not sound(copy)
    with pytest.raises(RuleError, match="leads to more than 200 rolls at once"):
        roll(copy, [1] * 500, table="sky")
    copy.close()


def test_it_is_all_there_after_the_campaign_was_closed(campaign: Campaign, tmp_path: Path) -> None:
    write(campaign, FIRST)
    roll(campaign, table="sky")
    before = campaign.table
    campaign.close()
    again = Library(tmp_path / "saves").open(campaign.id)
    assert again.table == before and sound(again)
    again.close()


def test_a_campaigns_own_table_stands_before_a_shared_one_and_that_before_one_shipped(
    campaign: Campaign, tmp_path: Path
) -> None:
    def origin() -> RollableTableOrigin:
        return next(each.origin for each in all_rollable_tables(campaign) if each.id == "weather")

    assert origin() == RollableTableOrigin.SHIPPED
    (tmp_path / "shared" / "a.toml").write_text('[weather]\nrows = ["shared"]')
    assert origin() == RollableTableOrigin.SHARED
    write(campaign, '[weather]\nrows = ["own"]')
    assert origin() == RollableTableOrigin.CAMPAIGN
    assert journal_entry_in_a_line(roll(campaign, table="weather")) == "Weather: Own"


def test_tables_of_another_game_are_not_listed_and_the_games_own_are(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for game, has, lacks in (("troika", "oops", "fell.reaction"), ("fell", "fell.reaction", "oops")):
        campaign = library.open(library.new(game, game))
        ids = {each.id for each in all_rollable_tables(campaign)}
        assert has in ids and lacks not in ids
        campaign.close()


@pytest.mark.parametrize(
    ("text", "table", "wrong"),
    [
        (FIRST, "skye", "'skye' is not known: did you mean sky?"),
        (FIRST.replace("{stones}", "{stone}"), "sky", "own.toml:2: sky: no table 'stone'"),
        (FIRST.replace('"frogs"', '"{sky}"'), "stones", "leads back to itself"),
    ],
)
def test_a_table_that_cannot_be_rolled_on_says_why_and_nothing_changes(
    campaign: Campaign, text: str, table: str, wrong: str
) -> None:
    write(campaign, text)
    with pytest.raises(RuleError, match=wrong):
        roll(campaign, table=table)
    assert campaign.length == 0


def test_a_name_may_be_typed_by_its_start(campaign: Campaign) -> None:
    write(campaign, FIRST)
    assert roll(campaign, table="stone").given["table"] == "stones"


def test_an_amended_roll_is_made_on_what_it_was_made_on_and_another_table_is_read_now(
    campaign: Campaign,
) -> None:
    path = write(campaign, FIRST)
    roll(campaign, [1, 2], table="sky")
    path.write_text(SECOND + '[road]\nrows = ["north"]\n')
    amendment = campaign.amending(1)
    again = amend_inputs(campaign, amendment, {**amendment.given, "secret": True})
    assert again == {**amendment.given, "secret": True}
    other = amend_inputs(campaign, amendment, {**amendment.given, "table": "road"})
    assert "north" in str(other["definition"]) and "rain" not in str(other["definition"])
    campaign.amend(amendment.with_given(again))
    assert sound(campaign)


def test_scenes_of_the_notes_are_rolled_on(tmp_path: Path) -> None:
    library = Library(tmp_path, lambda: 1.8e9)
    campaign = library.open(library.new("Salt", "troika"))
    roll = campaign.rules.role(Role.TABLE)
    assert roll is not None
    write(campaign, '[back]\nrows = ["back to {scene}"]\n')
    given: Given = {"table": "back", "times": 1, "modifier": 0, "who": 0, "secret": False}

    def drawn() -> str:
        done = campaign.perform(
            roll, given_with_rollable_tables(campaign, roll, given), ReplayAnswers(random.Random(1))
        )
        return str(done.facts[0].values["text"])

    assert drawn() == "Back to where it all began"
    for text in ("## The lamp room", "## The Salt Stair\nDown."):
        do(campaign, "campaign.note", text=text)
    assert drawn() in ("Back to the lamp room", "Back to the Salt Stair")
    do(campaign, "campaign.close-name", name="scene the lamp room")
    assert drawn() == "Back to the Salt Stair"
    assert sound(campaign)


@pytest.mark.parametrize(
    ("face", "told"),
    [(8, "The bell moves on"), (10, "The bell is in danger"), (12, "The bell comes to its end")],
)
def test_an_event_begins_with_the_thread_that_it_is_about(campaign: Campaign, face: int, told: str) -> None:
    """It was put as a riddle: 'What moves on is the bell'."""
    do(campaign, "campaign.note", text="The #bell rings.")
    assert roll(campaign, [face, 1], table="event-focus").facts[0].values["text"] == told


def test_threads_and_people_of_the_notes_are_rolled_on_by_how_often_they_are_named(tmp_path: Path) -> None:
    library = Library(tmp_path, lambda: 1.8e9)
    campaign = library.open(library.new("Salt", "troika"))
    roll = campaign.rules.role(Role.TABLE)
    assert roll is not None
    given: Given = {"table": "thread", "times": 1, "modifier": 0, "who": 0, "secret": False}

    def chances() -> dict[str, Fraction]:
        ready = given_with_rollable_tables(campaign, roll, given)
        return {id.rpartition(" of ")[2].partition(" ")[2]: chance for id, chance in odds_of(ready).items()}

    def odds_of(ready: Given) -> Mapping[str, Fraction]:
        assert roll is not None
        return roll.chances(campaign.table, ready).chances

    assert [*chances()] == ["and advice …"]
    for text in ("#bell rings", "The #bell, and #[old debt]", "#gm #bell {curly} #[a {brace}]"):
        do(campaign, "campaign.note", text=text)
    assert chances() == {"the bell": Fraction(3, 4), "old debt": Fraction(1, 4)}
    campaign.perform(roll, given_with_rollable_tables(campaign, roll, given), ReplayAnswers(random.Random(1)))
    do(campaign, "campaign.close-name", name="#bell")
    assert chances() == {"old debt": Fraction(1)}
    campaign.undo()
    assert len(chances()) == 2 and list(audit(campaign)) == []
    campaign.close()
