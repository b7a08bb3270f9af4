"""Who was there in a session, as the recap tells it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.session_entries import session_entries_of
from tableside.rules.procedure import Role
from tableside.views import improvements
from tableside.views.sessions import SessionAttendance, session_attendance
from tests.campaign.people import do


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    library = Library(tmp_path, lambda: 1.8e9)
    made = library.open(library.new("Salt", "troika"))
    for name in ("Ana", "Bram", "Cato"):
        do(made, "campaign.add-character", name=name, **{"skills.new": "Swim 2", "skills.1.ticked": "yes"})
    yield made
    made.close()


def told(campaign: Campaign) -> SessionAttendance:
    return session_attendance(session_entries_of(campaign, 1).entries, campaign.table)


def test_from_the_beginning_late_early_and_not_at_all(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session", who="Ana Bram")
    assert told(campaign) == SessionAttendance("Ana, Bram", "Cato")
    do(campaign, "campaign.arrive", who="Cato")
    do(campaign, "campaign.depart", who="Bram")
    assert told(campaign) == SessionAttendance("Ana, Bram (left early), Cato (came late)", "")
    do(campaign, "campaign.arrive", who="Bram")
    do(campaign, "campaign.depart", who="Cato")
    assert told(campaign) == SessionAttendance("Ana, Bram, Cato (left early)", "")
    campaign.undo(4)
    assert told(campaign) == SessionAttendance("Ana, Bram", "Cato")


def test_somebody_new_was_there(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session", who="Ana")
    do(campaign, "campaign.add-character", name="Dot")
    assert told(campaign) == SessionAttendance("Ana, Dot", "Bram, Cato")


def test_who_left_early_has_advancement_to_come_and_who_missed_it_has_not(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session", who="Ana Bram")
    do(campaign, "campaign.depart", who="Bram")
    do(campaign, "campaign.end-session")
    assert campaign.rules.role(Role.IMPROVE) is not None
    assert [each.name for each in improvements.waiting_to_improve(campaign.table, campaign.rules, ())] == [
        "Ana",
        "Bram",
    ]


def test_of_those_who_may_be_told_alone(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session", who="Ana Bram")
    entries = session_entries_of(campaign, 1).entries
    assert session_attendance(entries, campaign.table, {"Ana"}.__contains__) == SessionAttendance("Ana", "")
