"""What was amended is struck through and says by what; what came of later entries is told anew."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.campaign.session_entries import last_roll_in_session_entries, session_entries_of
from tableside.demo import games_with_demo, place_demo
from tableside.errors import RuleError
from tableside.views.amend import amend_row_stepped, amend_rows, to_amend
from tableside.views.fight_summary import fight_summary, fight_summary_entries
from tableside.views.journal_rows import (
    AS_TOLD,
    is_journal_row_of_story,
    journal_entry_fates,
    journal_entry_in_a_line,
    journal_entry_rows,
    journal_headline_with_secrets,
)
from tableside.views.markdown import markdown_log
from tableside.views.recap_parts import RecapParts
from tableside.views.rows import Tone
from tableside.views.search import SearchIndex
from tableside.views.side_panes import pane_of_entry, pane_of_latest_entries, pane_of_recent_events
from tableside.views.story import story_chapters
from tests.campaign.people import do, note
from tests.campaign.test_amendment import amend


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    library = Library(tmp_path, lambda: 1.8e9)
    opened = library.open(library.new("Salt", "d20"))
    do(opened, "d20.create", name="Ana", dexterity="30", hit_points="20")
    do(opened, "d20.add-foe", name="Goblin", count="2", modifier="-5")
    do(opened, "d20.begin-battle")
    yield opened
    opened.close()


def rows_of(campaign: Campaign, entry: Entry) -> tuple[str, set[Tone]]:
    told = journal_entry_fates((), [each for each in reversed([*campaign.entries()]) if each.amends])
    rows = journal_entry_rows(entry, 80, told.get(entry.number, AS_TOLD))
    return " ".join(row.text.strip() for row in rows), {row.spans[-1][1] for row in rows}


def test_the_journal_strikes_the_old_line_through(campaign: Campaign) -> None:
    wrong = do(campaign, "d20.hurt", who="Goblin 1", hit_points="4")
    right = amend(campaign, wrong.number, hit_points="14")
    text, tones = rows_of(campaign, wrong)
    assert text.endswith(f"(amended by {right.number})") and tones == {Tone.STRUCK}
    assert journal_entry_in_a_line(right).endswith(f"(amends {wrong.number})")
    assert rows_of(campaign, right)[1] == {Tone.DIM}
    latest = amend(campaign, wrong.number, hit_points="5")
    for old in (wrong, right):
        assert f"(amended by {latest.number})" in rows_of(campaign, old)[0]


def test_an_amendment_is_headed_by_what_was_amended(campaign: Campaign) -> None:
    wrong = do(campaign, "d20.hurt", who="Goblin 1", hit_points="4")
    later = do(campaign, "d20.hurt", who="Goblin 1", hit_points="1")
    right = amend(campaign, wrong.number, hit_points="3")
    glance = journal_headline_with_secrets(right)
    assert glance.words == f"Goblin 1 loses 3 hit points (amends {wrong.number})"
    assert glance.detail.endswith(f"also changes {later.number}")


def test_the_session_log_tells_what_stands_where_it_happened(campaign: Campaign) -> None:
    do(campaign, "campaign.note", text="Before.")
    wrong = do(campaign, "d20.hurt", who="Goblin 1", hit_points="4")
    do(campaign, "campaign.note", text="Between.")
    do(campaign, "d20.heal", who="Goblin 1", hit_points="1")
    amend(campaign, wrong.number, hit_points="3")
    log = markdown_log(campaign, secrets=True)
    assert "loses 4" not in log and "loses 3" in log
    assert log.index("Before.") < log.index("loses 3") < log.index("Between.")
    campaign.undo()
    assert "loses 4" in markdown_log(campaign, secrets=True)


def test_a_line_that_an_amendment_tells_anew_says_so(campaign: Campaign) -> None:
    wrong = do(campaign, "d20.hurt", who="Goblin 1", hit_points="4")
    later = do(campaign, "d20.heal", who="Goblin 1", hit_points="9")
    right = amend(campaign, wrong.number, hit_points="3")
    text, tones = rows_of(campaign, later)
    assert text.endswith(f"(corrected by {right.number})") and Tone.STRUCK not in tones


def test_what_was_turned_secret_is_not_told_by_the_old_line(campaign: Campaign) -> None:
    rolled = do(campaign, "d20.defence", who="Ana")
    assert "Ana" in journal_entry_in_a_line(rolled)
    campaign.amend(campaign.amending(rolled.number).in_secret(True))
    assert "Ana" not in rows_of(campaign, rolled)[0]
    assert journal_entry_in_a_line(rolled) not in markdown_log(campaign)


def test_the_story_is_told_as_it_should_have_been(campaign: Campaign) -> None:
    begun = note(campaign, "The goblins dance")
    note(campaign, "It rains")
    amend(campaign, begun.number, text="The goblins sleep")
    told = [each.text for chapter in story_chapters(campaign) for each in chapter.told if each.is_prose]
    assert told == ["The goblins sleep", "It rains"]


def test_the_journal_shows_a_note_where_it_was_written_as_it_is_now(campaign: Campaign) -> None:
    begun = note(campaign, "The goblins dance")
    right = amend(campaign, begun.number, text="The goblins sleep")
    text, tones = rows_of(campaign, begun)
    assert text.endswith(f"¶ The goblins sleep (amended by {right.number})") and Tone.STRUCK not in tones
    assert (
        "sleep" not in rows_of(campaign, right)[0]
        and not is_journal_row_of_story(right)
        and is_journal_row_of_story(begun)
    )


def test_a_note_that_became_secret_is_not_shown(campaign: Campaign) -> None:
    begun = note(campaign, "The goblins dance")
    campaign.amend(campaign.amending(begun.number).with_given({"text": "They lie"}).in_secret(True))
    assert "dance" not in rows_of(campaign, begun)[0] and "lie" not in rows_of(campaign, begun)[0]


def test_again_is_the_last_roll_though_an_earlier_one_was_amended_since(campaign: Campaign) -> None:
    first, second = (do(campaign, "d20.check", who="Ana", check="spot", modifier=each) for each in "12")
    amend(campaign, first.number, modifier="3")
    assert last_roll_in_session_entries(campaign) == second
    right = amend(campaign, second.number, modifier="4")
    assert last_roll_in_session_entries(campaign) == right


def test_the_search_knows_what_was_amended(campaign: Campaign) -> None:
    wrong = do(campaign, "d20.hurt", who="Goblin 1", hit_points="4")
    right = amend(campaign, wrong.number, hit_points="5")
    index = SearchIndex(campaign)
    index.read(99)
    assert index.amendments() == [right.number]
    campaign.undo()
    index.catch_up()
    assert index.amendments() == []


def test_a_fight_is_counted_as_it_should_have_been(campaign: Campaign) -> None:
    do(campaign, "turn.next")
    wrong = do(campaign, "d20.hurt", who="Goblin 1", hit_points="9")
    amend(campaign, wrong.number, hit_points="2", who="Goblin 2")
    do(campaign, "turn.end")
    fight = fight_summary(fight_summary_entries(campaign, campaign.length), campaign.table, campaign.rules)
    taken = {each.name: each.taken for each in fight.fighters}
    assert taken == {"Ana": 0, "Goblin 1": 0, "Goblin 2": 2}
    assert not any(each.fell for each in fight.fighters)


def test_a_session_is_told_as_it_should_have_been(campaign: Campaign) -> None:
    do(campaign, "turn.end")
    begun = do(campaign, "campaign.begin-session")
    wrong = do(campaign, "d20.hurt", who="Goblin 1", hit_points="9")
    said = note(campaign, "The goblin dies")
    amend(campaign, wrong.number, hit_points="1")
    amend(campaign, said.number, text="The goblin limps away")
    session = session_entries_of(campaign, 1)
    assert [each.number for each in session.entries] == [begun.number, wrong.number, said.number]
    material = RecapParts(campaign, 1)
    assert [each.text for each in material.notes] == ["The goblin limps away"] and not material.fallen
    assert documents(material.before) == documents(campaign.table_at(begun.number - 1))


def test_what_became_secret_is_told_on_no_pane(campaign: Campaign) -> None:
    wrong = do(campaign, "d20.hurt", who="Goblin 1", hit_points="4")
    goblin = next(each for each in campaign.table.in_play() if each.name == "Goblin 1")

    def panes() -> str:
        rows = (
            *pane_of_latest_entries(campaign, 9, 80),
            *pane_of_recent_events(goblin, campaign, 80, 20),
            *pane_of_entry(campaign, wrong.number, 80),
        )
        return "\n".join(each.text for each in rows)

    assert "loses 4" in panes()
    campaign.amend(campaign.amending(wrong.number).in_secret(True))
    assert "loses 4" not in panes() and f"amended by {wrong.number + 1}" in panes()
    campaign.undo()
    assert "loses 4" in panes()


@pytest.mark.long
@pytest.mark.parametrize("game", games_with_demo())
def test_every_line_of_every_amendment_takes_another_value(tmp_path: Path, game: str) -> None:
    """Fell and The Wandered call an input a die, as dice are called."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    changed = set()
    for entry in campaign.entries():
        with suppress(RuleError):  # a move in time, or taken back: there is nothing to amend
            amendment = campaign.amending(entry.number)
            changed |= {
                each.key
                for each in amend_rows(amendment)
                if amend_row_stepped(amendment, each.key, 1) != amendment
            }
    assert {"who", "die 0 0"} <= changed
    campaign.close()


def test_the_last_growth_is_amended_as_the_last_roll_is(tmp_path: Path) -> None:
    library = Library(tmp_path, lambda: 1.8e9)
    opened = library.open(library.new("Salt", "galejatra"))
    do(opened, "campaign.add-character", name="Irja")
    do(opened, "galejatra.grow", who="irja", skills="climb")
    note(opened, "She is quick.")
    assert to_amend(opened, None).procedure.id == "galejatra.grow"
    opened.close()


def test_what_befell_somebody_stands_in_the_order_of_the_journal_under_its_days(campaign: Campaign) -> None:
    """The newest stood first and without its day, among lines that named only others."""
    for _ in range(3):
        do(campaign, "d20.hurt", who="Goblin 1", hit_points="1")
    do(campaign, "d20.hurt", who="Ana", hit_points="1")
    goblin = next(each for each in campaign.table.in_play() if each.name == "Goblin 1")
    told = [row.text for row in pane_of_recent_events(goblin, campaign, 80, 20)]
    assert told[0] == "Lately: Goblin 1" and "day 1" in told
    assert [line[8:].split("  ")[0] for line in told[-3:]] == ["Goblin 1 loses 1 hit point"] * 3
    assert not any("Ana loses" in line for line in told)
    short = [row.text for row in pane_of_recent_events(goblin, campaign, 80, 4)]
    assert short == [told[0], *told[-3:]], "the end of it"
