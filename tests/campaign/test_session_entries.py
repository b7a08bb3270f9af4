"""What stands, gone through without holding it: a long journal is not read into memory."""

import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tableside.campaign import records
from tableside.campaign.audit import audit_by_replay
from tableside.campaign.campaign import Campaign
from tableside.campaign.json_export import json_export_parts
from tableside.campaign.library import Library
from tableside.campaign.session_entries import StandingEntries
from tableside.views.markdown import markdown_log_parts
from tableside.views.story import PASSES, Telling
from tests.bench import long
from tests.campaign.people import note

pytestmark = pytest.mark.long

LONG, KEPT = 2_500, 250
"""Entries, and how many of them are kept as they were read: a tenth."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    saves = tmp_path_factory.mktemp("long")
    long.make(saves, LONG, "played")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(records, "ENTRIES_KEPT", KEPT)
        return Library(saves).open("long", read_only=True)


def test_it_is_what_stands_with_amended_notes_in_their_places(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", "troika"))
    first = note(campaign, "One").number
    for text in ("Two", "gone"):
        note(campaign, text)
    campaign.undo()
    campaign.amend(campaign.amending(first).with_given({"text": "First"}))
    standing = StandingEntries(campaign)
    assert [each.number for each in standing] == [1, 2, 5] and len(standing) == 3
    assert [each.number for each in reversed(standing)] == [5, 2, 1] and standing[1:][0].number == 2
    stands = [place.as_it_stands for place in standing.places()]
    assert [(each.number, each.given["text"]) for each in stands] == [(1, "First"), (2, "Two")]
    campaign.close()


def peak(act: Callable[[], object]) -> int:
    """Bytes that something takes at most."""
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.fixture(scope="module")
def entries(played: Campaign) -> int:
    """Bytes that all entries take when they are held at once."""
    return peak(lambda: [played.journal._read(number) for number in range(1, played.length + 1)])


def gone_through(parts: Iterable[object]) -> None:
    for _ in parts:
        pass


@pytest.mark.parametrize("secrets", [False, True])
def test_a_log_takes_a_fraction_of_what_its_entries_do(played: Campaign, entries: int, secrets: bool) -> None:
    read: list[int] = []
    telling = Telling(secrets, seen=read.append)
    log = peak(lambda: gone_through(markdown_log_parts(played, telling)))
    assert read == [*range(1, len(read) + 1)] and len(read) <= PASSES[secrets] * played.length
    assert log < 0.75 * entries


def test_a_check_and_a_copy_hold_no_more_than_the_entries_read_last(played: Campaign, entries: int) -> None:
    read: list[int] = []
    assert peak(lambda: gone_through(audit_by_replay(played, read.append))) < 0.5 * entries
    assert read == [*range(1, played.length + 1)]
    assert peak(lambda: gone_through(json_export_parts(played))) < 0.5 * entries
