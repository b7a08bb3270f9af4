"""A campaign: every change is an entry, and undo and redo have no end."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import document_json, documents
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.errors import RuleError, StoreError
from tableside.games.troika.sheet import TroikaSheet
from tests.campaign.people import do
from tests.thorough import often

CLOCK = iter(range(1_800_000_000, 1_900_000_000))


def clock() -> float:
    return float(next(CLOCK))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path, clock, by="gm")


@pytest.fixture
def campaign(library: Library) -> Iterator[Campaign]:
    opened = library.open(library.new("Iron Vale", "troika"))
    yield opened
    opened.close()


def state(campaign: Campaign) -> object:
    return document_json(documents(campaign.table))


def test_what_is_done_is_an_entry_with_its_changes(campaign: Campaign) -> None:
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    entry = do(campaign, "campaign.edit", who="ana", stamina="-3")
    assert entry.number == 2
    (change,) = entry.changes
    assert (change.what, change.field) == ("characters/1", ("sheet", "stamina", "current"))
    assert (change.before, change.after) == (14, 11)


def test_several_sheets_are_changed_in_one_entry_and_taken_back_in_one(campaign: Campaign) -> None:
    do(campaign, "campaign.add-character", name="Ana", kind="pc")
    do(campaign, "campaign.add-character", name="Ben", kind="pc")
    before = state(campaign)
    entry = do(campaign, "campaign.edit-several", who="ana, ben", silver="+10")
    assert [(each.what, each.field, each.after) for each in entry.changes] == [
        ("characters/1", ("sheet", "silver"), 10),
        ("characters/2", ("sheet", "silver"), 10),
    ]
    campaign.undo()
    assert state(campaign) == before


def test_what_changes_hands_leaves_one_sheet_and_comes_to_the_other_in_one_entry(campaign: Campaign) -> None:
    do(campaign, "campaign.add-character", name="Ana", silver="5", **{"items.new": "rope"})
    do(campaign, "campaign.add-character", name="Ben")
    before = state(campaign)
    entry = do(campaign, "campaign.transfer", who="ana", to="ben", **{"silver": "-3", "items.1": ""})
    ana, ben = (TroikaSheet.of(campaign.table[key]) for key in (1, 2))
    assert (ana.silver, len(ana.items.items)) == (2, 0)
    assert (ben.silver, [each.name for each in ben.items.items]) == (3, ["rope"])
    assert [each.id for each in entry.facts] == ["edited", "row-removed", "edited", "row-added"]
    campaign.undo()
    assert state(campaign) == before


def test_some_of_a_row_change_hands_by_what_is_left_of_it(campaign: Campaign) -> None:
    do(campaign, "campaign.add-character", name="Ana", **{"items.new": "3 candles"})
    do(campaign, "campaign.add-character", name="Ben")
    do(campaign, "campaign.transfer", who="ana", to="ben", **{"items.1": "1 candle"})
    assert [[one.name for one in TroikaSheet.of(campaign.table[key]).items.items] for key in (1, 2)] == [
        ["1 candle"],
        ["2 candles"],
    ]


@pytest.mark.parametrize(
    "cell",
    [
        {"silver": "-6"},
        {"silver": "3"},
        {"silver": "+3"},
        {"name": "Bo"},
        {"items.7": ""},
        {"items.1": "4 candles"},
        {"items.1": "1 torch"},
        {"items.1": "0 candles"},
    ],
)
def test_nothing_changes_hands_that_is_not_there(campaign: Campaign, cell: dict[str, str]) -> None:
    do(campaign, "campaign.add-character", name="Ana", silver="5", **{"items.new": "3 candles"})
    do(campaign, "campaign.add-character", name="Ben")
    with pytest.raises(RuleError):
        do(campaign, "campaign.transfer", who="ana", to="ben", **cell)


def test_an_entry_is_there_after_opening_again(library: Library, campaign: Campaign) -> None:
    do(campaign, "troika.create", name="Ana")
    entry = do(campaign, "campaign.note", text="It [/] rains")
    campaign.close()
    again = library.open("iron-vale")
    assert again.entry(2) == entry
    assert again.table[1].name == "Ana"
    again.close()


def test_undo_takes_back_the_last_change_that_stands(campaign: Campaign) -> None:
    first = state(campaign)
    do(campaign, "troika.create", name="Ana")
    second = state(campaign)
    do(campaign, "campaign.edit", who="ana", silver="77")
    campaign.undo()
    assert state(campaign) == second
    campaign.undo()
    assert state(campaign) == first
    with pytest.raises(RuleError, match="nothing to undo"):
        campaign.undo()


def test_redo_restores_until_something_new_is_done(campaign: Campaign) -> None:
    do(campaign, "troika.create", name="Ana")
    do(campaign, "troika.create", 2, name="Bram")
    third = state(campaign)
    campaign.undo()
    campaign.undo()
    campaign.redo()
    campaign.redo()
    assert state(campaign) == third
    campaign.undo()
    do(campaign, "campaign.note", text="another way")
    with pytest.raises(RuleError, match="nothing to redo"):
        campaign.redo()


def test_undo_goes_on_after_opening_again(library: Library, campaign: Campaign) -> None:
    first = state(campaign)
    do(campaign, "troika.create", name="Ana")
    do(campaign, "troika.create", name="Bram")
    campaign.undo()
    campaign.close()
    again = library.open("iron-vale")
    assert again.undoable is not None and again.undoable.number == 1
    again.undo()
    assert state(again) == first
    again.redo()
    again.redo()
    assert [each.name for each in again.table.in_play()] == ["Ana", "Bram"]
    again.close()


def test_a_refused_act_changes_nothing(campaign: Campaign) -> None:
    do(campaign, "troika.create", name="Ana")
    before, length = state(campaign), campaign.length
    with pytest.raises(RuleError, match="31 is out of range"):
        do(campaign, "campaign.edit", who="ana", skill="31")
    assert (state(campaign), campaign.length) == (before, length)


def test_a_second_writer_is_told_who_holds_it(library: Library, campaign: Campaign) -> None:
    with pytest.raises(StoreError, match="already open: pid"):
        library.open(campaign.id)


def test_undo_and_redo_stand_in_the_session_that_they_lead_to(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    assert (campaign.undo().session, campaign.redo().session) == (0, 1)


def test_each_session_has_a_journal_file(campaign: Campaign) -> None:
    do(campaign, "troika.create", name="Ana")
    do(campaign, "campaign.begin-session")
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")
    assert campaign.journal.volumes == (1, 2, 4)
    assert [each.session for each in map(campaign.entry, range(1, 5))] == [0, 1, 1, 2]


ACTS: list[Callable[[Campaign, int], object]] = [
    lambda campaign, n: do(campaign, "troika.create", n, name=f"Hero {n}"),
    lambda campaign, n: do(campaign, "troika.add-foe", n, foe="goblin", count="2"),
    lambda campaign, n: do(campaign, "campaign.edit", n, who="#1", stamina=f"={n % 15}", name=f"[/] {n} 龍"),
    lambda campaign, n: do(campaign, "campaign.edit", n, who="#1", **{"skills.new": f"Skill{n} {n % 9}"}),
    lambda campaign, n: do(campaign, "campaign.note", n, text=f"{{note}} {n} \N{DRAGON}"),
    lambda campaign, n: do(campaign, "troika.rest", n),
    lambda campaign, n: do(campaign, "troika.assemble-stack", n),
    lambda campaign, n: do(campaign, "troika.draw", n),
    lambda campaign, n: do(campaign, "troika.delay", n),
    lambda campaign, n: do(campaign, "turn.end", n),
    lambda campaign, n: do(campaign, "campaign.begin-session", n),
    lambda campaign, n: do(campaign, "campaign.end-session", n),
    lambda campaign, n: do(campaign, "campaign.retire", n, who="#1"),
    lambda campaign, n: do(campaign, "campaign.house-rule", n, rule="TRO-AMB-3", option="plain-twelve"),
    lambda campaign, n: campaign.undo(),
    lambda campaign, n: campaign.redo(),
]


@settings(max_examples=often(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 999)), max_size=25))
def test_undo_all_gives_the_first_state_and_redo_all_the_last(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[Callable[[Campaign, int], object], int]]
) -> None:
    library = Library(tmp_path_factory.mktemp("saves"), clock)
    campaign = library.open(library.new("Iron Vale", "troika"))
    first = state(campaign)
    for act, seed in acts:
        try:
            act(campaign, seed)
        except RuleError:
            continue
    last, standing = state(campaign), 0
    while campaign.undoable is not None:
        campaign.undo()
        standing += 1
    assert state(campaign) == first
    for _ in range(standing):
        campaign.redo()
    assert state(campaign) == last
    assert list(audit(campaign)) == []
    campaign.close()
    again = library.open(campaign.id)
    assert state(again) == last
    again.close()


def test_export_import_export_gives_the_same_bytes(
    library: Library, campaign: Campaign, tmp_path: Path
) -> None:
    do(campaign, "troika.create", name="[b]Ána[/b] \N{DRAGON}")
    do(campaign, "campaign.begin-session")
    do(campaign, "campaign.note", text="x" * 500)
    campaign.undo()
    first = export_json(campaign)
    path = tmp_path / "out.json"
    path.write_bytes(first)
    copy = library.open(import_json(library, path))
    assert copy.id == "iron-vale-2"
    assert export_json(copy) == first
    assert list(audit(copy)) == []
    copy.close()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"tableside": 1}', '{"tableside": 99}', "[" * 100_000])
def test_an_import_that_cannot_be_read_makes_nothing(library: Library, tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(StoreError, match=r"broken\.json"):
        import_json(library, path)
    assert library.shelf() == []


def test_the_audit_finds_a_changed_die(campaign: Campaign) -> None:
    do(campaign, "troika.create", name="Ana")
    table = campaign._db.table("journal/0001")  # the files, behind the campaign's back
    document = dict(table.get(doc_id=1) or {})
    document["steps"][1]["faces"] = [1, 2]
    table.update(document, doc_ids=[1])
    assert [str(fault.where) for fault in audit(campaign)] == ["journal/0001.json entry 1"]


def test_a_new_character_starts_full(campaign: Campaign) -> None:
    do(campaign, "campaign.add-character", name="Ana", kind="pc", skill="6", stamina="20", luck="9")
    sheet = document_json(campaign.table[1].sheet)
    assert sheet["stamina"] == {"current": 20, "maximum": 20}
    assert (sheet["skill"], sheet["luck"]["maximum"]) == (6, 9)
