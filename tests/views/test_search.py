"""Finding entries: what a search may say, an index read a little at a time, and what no longer stands."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.undo_and_redo import numbers_taken_back
from tableside.demo import place_demo
from tableside.views.journal_rows import journal_entry_in_a_line
from tableside.views.search import FILTERS, SearchIndex, SearchQuery, search_hints, search_query
from tests.campaign.people import note

MOST = 1_000


def numbers(index: SearchIndex, text: str, most: int = MOST) -> list[int]:
    return [line.entry.number for line in index.search(search_query(text), most)]


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    library = Library(tmp_path)
    return library.open(place_demo(library))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Owl  king", SearchQuery(("owl", "king"))),
        ('"old king" owl', SearchQuery(("old king", "owl"))),
        ('"old ki', SearchQuery(("old ki",))),
        ("who:Ana session:3", SearchQuery((), (("who", "ana"), ("session", "3")))),
        ("at 10:30", SearchQuery(("at", "10:30"))),
        ("", SearchQuery()),
    ],
)
def test_what_is_typed_is_words_and_filters(text: str, found: SearchQuery) -> None:
    assert search_query(text) == found


@given(st.text(max_size=30))
def test_every_text_is_a_search(text: str) -> None:
    assert search_query(text).narrows(search_query(text))


def test_all_words_must_occur_and_the_newest_is_first(campaign: Campaign) -> None:
    for text in ("The owl waits.", "An owl of brass", "Brass and bone"):
        note(campaign, text)
    index, last = SearchIndex(campaign), campaign.length
    index.read(MOST)
    assert index.is_whole
    assert numbers(index, "owl") == [last - 1, last - 2]
    assert numbers(index, "BRASS owl") == [last - 1]
    assert numbers(index, '"owl of brass"') == [last - 1]
    assert numbers(index, "kind:note", 2) == [last, last - 1]
    assert numbers(index, "brass kind:roll") == []
    assert set(numbers(index, "session:0")) < set(numbers(index, "")) == set(range(1, last + 1))


def test_typing_on_finds_what_a_new_search_finds(campaign: Campaign) -> None:
    index = SearchIndex(campaign)
    index.read(MOST)
    for text in ("m", "mo", "mos", "moss", "moss s", "moss session:1", "mos", "sw who:moss"):
        fresh = SearchIndex(campaign)
        fresh.read(MOST)
        assert numbers(index, text, 5) == numbers(fresh, text, 5)
        assert numbers(index, text) == numbers(fresh, text)


def test_it_is_read_a_little_at_a_time_and_catches_up(campaign: Campaign) -> None:
    index, before = SearchIndex(campaign), campaign.length
    index.read(3)
    assert index.size == 3 and not index.is_whole
    assert numbers(index, "") == [before, before - 1, before - 2]
    note(campaign, "Something new")
    index.catch_up()
    assert numbers(index, "new")[0] == before + 1
    while not index.is_whole:
        index.read(7)
    assert numbers(index, "") == list(range(before + 1, 0, -1))


def test_what_was_taken_back_is_known_before_and_after_an_undo(campaign: Campaign) -> None:
    index = SearchIndex(campaign)
    index.read(MOST)
    for step in ("note", "undo", "undo", "redo", "note"):
        if step == "note":
            note(campaign, "Once more")
        else:
            campaign.undo() if step == "undo" else campaign.redo()
        index.catch_up()
        entries = [campaign.entry(n) for n in range(1, campaign.length + 1)]
        assert index.taken_back([each.number for each in entries]) == numbers_taken_back(entries)
        assert index.taken_back([campaign.length]) == numbers_taken_back(entries) & {campaign.length}


def test_a_note_for_the_gm_is_found_as_secret(campaign: Campaign) -> None:
    before = SearchIndex(campaign)
    before.read(MOST)
    note(campaign, "#gm The keeper lies.")
    after = SearchIndex(campaign)
    after.read(MOST)
    assert numbers(after, "is:secret") == [campaign.length, *numbers(before, "is:secret")]


@pytest.mark.parametrize("typed", ["tag:#old-mill", "tag:old-mill", "tag:MILL", "tag:@vash"])
def test_what_is_named_is_found_with_and_without_its_sign(campaign: Campaign, typed: str) -> None:
    note(campaign, "#Old-Mill, where @Vash was born; a mill")
    note(campaign, "the mill, vash")
    index = SearchIndex(campaign)
    index.read(MOST)
    assert numbers(index, typed) == [campaign.length - 1]


def test_a_name_with_its_sign_is_no_part_of_another(campaign: Campaign) -> None:
    note(campaign, "#bellows")
    index = SearchIndex(campaign)
    index.read(MOST)
    assert numbers(index, "tag:bell") and not numbers(index, "tag:#bell")


def test_every_filter_is_told_until_something_is_found() -> None:
    examples, kinds = search_hints(search_query(""), 50)
    assert all(f"{name}:" in examples for name in FILTERS) and "repair" in kinds
    assert (
        search_hints(search_query("kind:fite"), 0) == (examples, kinds)
        and search_hints(search_query("owl"), 1) == ()
    )


def test_secret_entries_are_found_as_such(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "galejatra"))
    index = SearchIndex(campaign)
    index.read(MOST)
    found = numbers(index, "is:secret")
    assert found and all(any(fact.secret for fact in campaign.entry(n).facts) for n in found)


def test_the_line_of_an_entry_holds_its_headline(campaign: Campaign) -> None:
    index = SearchIndex(campaign)
    index.read(MOST)
    for line in index.search(SearchQuery(), MOST):
        assert journal_entry_in_a_line(campaign.entry(line.entry.number)).casefold() in line.text
