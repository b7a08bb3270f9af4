"""The recap: what stands of a session, told in three lengths, and to players without secrets."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import Document, documents, order_from_document
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.session_entries import documents_before_session, session_entries_of
from tableside.demo import games_with_demo, place_demo
from tableside.errors import RuleError
from tableside.rules.odds import every_roll
from tableside.rules.play import Play
from tableside.rules.procedure import Procedure, read_procedure_inputs
from tableside.rules.table import Kind, Table, TableClockSight
from tableside.rules.turns.order import order_member_fields
from tableside.views import recap
from tableside.views.past_rolls import past_roll_entries, rolls_with_odds
from tableside.views.recap import MOST_FIGHTS, RecapChapter, RecapLength
from tableside.views.recap_parts import RecapParts
from tableside.wording.facts import fact_text
from tests.calls import calls_counted
from tests.campaign.people import do, note, roll_on
from tests.campaign.random_play import Evening
from tests.thorough import THOROUGH, often

FOUR = {"Ana": "pc", "Bram": "pc", "Cid": "pc", "Gob": "enemy"}


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    library = Library(tmp_path)
    campaign = library.open(library.new("Evenings", "troika"))
    for name, kind in FOUR.items():
        do(campaign, "campaign.add-character", name=name, kind=kind)
    yield campaign
    campaign.close()


def chapters(
    campaign: Campaign,
    session: int | None = None,
    length: RecapLength = RecapLength.WHOLE,
    *,
    public: bool = False,
) -> tuple[RecapChapter, ...]:
    material = RecapParts(campaign, campaign.table.session if session is None else session)
    return recap.session_recap(material, length, public=public, surprises=material.surprises())


def chapter(campaign: Campaign, id: str, **how: object) -> list[str]:
    found = chapters(campaign, **how)  # type: ignore[arg-type]  # of the tests' own
    return [line.text for each in found if each.id == id for line in each.lines]


def test_it_says_who_was_there_and_who_was_missing(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session", who="Ana, Cid")
    do(campaign, "campaign.add-character", name="Dot", kind="pc")
    assert chapter(campaign, "head")[1:] == ["There: Ana, Cid, Dot", "Missing: Bram"]


def test_it_says_the_day_in_the_game(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    assert chapter(campaign, "head")[0].endswith(", day 1")
    do(campaign, "campaign.pass-days", days="2")
    assert chapter(campaign, "head")[0].endswith(", days 1 to 3")


def test_the_story_is_in_the_gms_own_words(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    for text in ("One", "Two", "Three", "Four"):
        note(campaign, text)
    assert chapter(campaign, "story") == ["One", "Two", "Three", "Four"]
    assert chapter(campaign, "story", length=RecapLength.SHORT) == ["One.", "Two.", "Three.", "Four."]


def test_what_was_taken_back_is_not_told(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    note(campaign, "kept")
    note(campaign, "taken back")
    campaign.undo()
    assert chapter(campaign, "story") == ["kept"]
    campaign.redo()
    assert chapter(campaign, "story") == ["kept", "taken back"]


def test_what_was_amended_is_told_as_it_should_have_been(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    misspelt = note(campaign, "The gaet is open.").number
    note(campaign, "And so it stays.")
    amendment = campaign.amending(misspelt)
    campaign.amend(amendment.with_given({"text": "The gate is open."}))
    assert chapter(campaign, "story") == ["The gate is open.", "And so it stays."]
    assert chapter(campaign, "head")[1] == "There: Ana, Bram, Cid"


def test_what_was_amended_in_a_later_session_is_told_as_it_should_have_been(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    wound = do(campaign, "troika.hurt", who="Gob", damage="99").number
    misspelt = note(campaign, "The gaet is open.").number
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")
    note(campaign, "Another evening.")
    campaign.amend(campaign.amending(misspelt).with_given({"text": "The gate is open."}))
    amendment = campaign.amending(wound)
    campaign.amend(amendment.with_given({**amendment.given, "damage": 1}))
    assert chapter(campaign, "story", session=1) == ["The gate is open."]
    assert chapter(campaign, "losses", session=1) == []
    assert chapter(campaign, "story", session=2) == ["Another evening."]
    campaign.undo(2)
    assert chapter(campaign, "story", session=1) == ["The gaet is open."]
    assert chapter(campaign, "losses", session=1) == ["Gob was beaten."]
    campaign.redo()
    assert chapter(campaign, "story", session=1) == ["The gate is open."]
    assert chapter(campaign, "losses", session=1) == ["Gob was beaten."]
    assert [*audit(campaign)] == []


def test_what_was_done_before_an_amended_entry_and_since_its_amendment_is_not_played_again(
    campaign: Campaign,
) -> None:
    do(campaign, "campaign.begin-session")
    note(campaign, "It begins.")
    wound = do(campaign, "troika.hurt", who="Gob", damage="99").number
    note(campaign, "And so it stays.")
    amendment = campaign.amending(wound)
    campaign.amend(amendment.with_given({**amendment.given, "damage": 1}))
    do(campaign, "troika.hurt", who="Ana", damage="2")
    session = session_entries_of(campaign, 1)
    played = [each.procedure for each in session.glances if isinstance(each, Entry)]
    assert played == ["troika.hurt", "campaign.note"]
    assert [each.procedure for each in session.glances][-1] == "troika.hurt" and len(session.glances) == 5
    assert session.after == documents(campaign.table)
    assert chapter(campaign, "losses") == []


def test_a_later_amendment_is_found_without_reading_what_lies_between(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    misspelt = note(campaign, "The gaet is open.").number
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")
    between = [note(campaign, "So it goes on.").number for _ in range(20)]
    campaign.amend(campaign.amending(misspelt).with_given({"text": "The gate is open."}))
    read: list[int] = []

    def look(number: int) -> Entry:
        read.append(number)
        return campaign.entry(number)

    assert RecapParts(campaign, 1, look).notes[0].text == "The gate is open."
    assert not {*read} & {*between[:-1]}


def test_a_session_that_was_begun_too_early_and_taken_back_is_no_other_session(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    note(campaign, "before")
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")
    campaign.undo()
    note(campaign, "after")
    do(campaign, "campaign.begin-session")
    note(campaign, "the second")
    assert chapter(campaign, "story", session=1) == ["before", "after"]
    assert chapter(campaign, "story", session=2) == ["the second"]


def test_a_restored_table_tells_what_led_to_it(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    note(campaign, "first")
    there = campaign.length
    do(campaign, "campaign.begin-session") if not campaign.table.session_is_on else None
    note(campaign, "a way not taken")
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")
    note(campaign, "in a session that is gone")
    campaign.restore(there)
    note(campaign, "second")
    assert chapter(campaign, "story", session=1) == ["first", "second"]


def test_a_fight_is_told_by_round_with_who_went_down(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session", who="Ana, Bram")
    do(campaign, "turn.begin-list", who="Ana, Bram, Gob")
    do(campaign, "turn.next")
    do(campaign, "campaign.condition", who="Gob", condition="dead")
    told = chapter(campaign, "fights")
    assert told == ["Everybody against Gob, in round 1, not over yet", "  Round 1: Gob dead"]
    do(campaign, "turn.end")
    assert chapter(campaign, "fights", length=RecapLength.SHORT) == []
    assert chapter(campaign, "story", length=RecapLength.SHORT) == ["Gob was beaten."]
    assert chapter(campaign, "losses") == ["Gob was beaten."]


def test_a_fight_that_began_the_session_before_is_told_whole(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    do(campaign, "turn.begin-list", who="Ana, Gob")
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")
    do(campaign, "turn.end")
    assert chapter(campaign, "fights") == ["Ana against Gob, 1 round"]


@pytest.mark.parametrize("public", [False, True])
def test_the_middle_recap_tells_the_last_fights_of_very_many(campaign: Campaign, public: bool) -> None:
    most = MOST_FIGHTS[RecapLength.MIDDLE]
    do(campaign, "campaign.begin-session")
    for _ in range(most + 3):
        do(campaign, "turn.begin-list", who="Ana, Bram, Cid")
        do(campaign, "turn.end")
    told = chapter(campaign, "fights", length=RecapLength.MIDDLE, public=public)
    assert told[0] == "(3 before these)" and len(told) == most + 1
    assert len(chapter(campaign, "fights", length=RecapLength.WHOLE, public=public)) == most + 3


@pytest.mark.parametrize("public", [False, True])
def test_of_the_dead_the_party_is_named_first_and_is_not_there_again(
    campaign: Campaign, public: bool
) -> None:
    """An ally of a goblin was named before the one whom everybody mourned."""
    do(campaign, "campaign.begin-session")
    do(campaign, "campaign.add-character", name="Ally", kind="npc")
    do(campaign, "turn.begin-list", who="Ana, Bram, Ally")
    for who in ("Ally", "Bram"):
        do(campaign, "campaign.condition", who=who, condition="dead")
    assert chapter(campaign, "losses", public=public)[:2] == ["Bram is dead", "Ally is dead"]
    do(campaign, "turn.end")
    do(campaign, "campaign.end-session")
    do(campaign, "campaign.begin-session")
    note(campaign, "And on.")
    there = "\n".join(chapter(campaign, "head", public=public))
    assert "Ana" in there and "Bram" not in there


def test_the_dead_are_named(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    do(campaign, "campaign.condition", who="Bram", condition="dead")
    do(campaign, "campaign.retire", who="Bram")
    do(campaign, "campaign.retire", who="Cid")
    assert chapter(campaign, "losses") == ["Bram is dead", "Cid left play"]


def test_what_was_learnt_won_and_lost_is_told_and_wounds_are_not_among_it(campaign: Campaign) -> None:
    for cells in ("skills.new=Swim 2", "items.new=Rope"):
        path, text = cells.split("=")
        do(campaign, "campaign.edit", who="Ana", **{path: text})
    do(campaign, "campaign.begin-session")
    for path, text in (
        ("skills.1", "Swim 3"),
        ("items.new", "Ring"),
        ("items.1", ""),
        ("silver", "20"),
        ("stamina.current", "3"),
        ("stamina.maximum", "16"),
    ):
        do(campaign, "campaign.edit", who="Ana", **{path: text})
    (told,) = chapter(campaign, "gained")
    assert told == "Ana: Stamina at most 14 → 16, Swim 2 → 3, got Ring, lost Rope, Silver 0 → 20"
    assert "Ana: Stamina 3/16, " in chapter(campaign, "standing")[0]
    assert chapter(campaign, "gained", length=RecapLength.MIDDLE) == ["Ana: Ring"]
    assert chapter(campaign, "standing", length=RecapLength.MIDDLE) == []


def test_what_play_alone_counts_is_neither_won_nor_lost(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Kaarna", "galejatra"))
    do(campaign, "galejatra.create", name="Bo", skills="sneaking 1")
    do(campaign, "campaign.begin-session")
    while not campaign.table[1].sheet.spent.names:  # type: ignore[attr-defined]  # a Galejatra sheet
        do(campaign, "galejatra.attempt", who="Bo", skill="sneaking", opposition="40")
    assert chapter(campaign, "gained") == []


def test_loose_ends_are_questions_clocks_and_conditions(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    note(campaign, "Who rang the bell?")
    note(campaign, "All is well.")
    do(campaign, "campaign.add-clock", name="The tide", steps="4")
    do(campaign, "campaign.condition", who="Ana", condition="hunted")
    assert chapter(campaign, "loose") == ["Who rang the bell?", "The tide: 0 of 4", "Ana: hunted"]


def test_a_loose_end_tells_names_without_their_signs(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    note(campaign, "It snows, but @Irja pulls @[Old Otso] up. Who set the wolves on us?")
    assert chapter(campaign, "loose") == ["It snows, but Irja pulls Old Otso up. Who set the wolves on us?"]


@pytest.mark.parametrize("public", [False, True])
def test_a_track_is_filled_and_a_clock_runs_out(campaign: Campaign, public: bool) -> None:
    do(campaign, "campaign.begin-session")
    do(campaign, "campaign.add-track", name="Find the mule", difficulty="hard")
    do(campaign, "campaign.add-clock", name="The tide", steps="4")
    do(campaign, "campaign.tick-clock", clock="The tide", steps="4")
    do(campaign, "campaign.tick-clock", clock="Find the mule", steps="10")
    told = chapter(campaign, "story", length=RecapLength.SHORT, public=public)
    assert told == ['The clock "The tide" ran out.', 'Every box of "Find the mule" is filled.']


@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize(
    ("seed", "came"), [(1, "succeeded, at a price"), (2, "succeeded"), (9, "failed, for now")]
)
def test_what_became_of_a_track_is_told_beside_the_last_answer(
    campaign: Campaign, seed: int, came: str, public: bool
) -> None:
    do(campaign, "campaign.house-rule", rule="ORA-4", option="everybody")
    do(campaign, "campaign.begin-session")
    do(campaign, "campaign.add-track", name="Cross the weir", difficulty="hard")
    do(campaign, "campaign.tick-clock", clock="cross-the-weir", steps="3")
    do(campaign, "campaign.settle-track", seed, track="cross-the-weir")
    do(campaign, "oracle.ask", 3, question="Is it his coat?")
    for length in (RecapLength.SHORT, RecapLength.MIDDLE):
        told = chapter(campaign, "story", length=length, public=public)
        assert told == [f'"Cross the weir" {came}.', "Is it his coat? No."]


def test_players_see_no_secret_clock_and_no_note_for_the_gm(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    note(campaign, "The keeper lies. #gm")
    for sight in TableClockSight:
        do(campaign, "campaign.add-clock", name=f"A {sight} clock", steps="4", sight=sight)
    assert chapter(campaign, "story", public=True) == []
    assert chapter(campaign, "loose", public=True) == [
        "A open clock: 0 of 4",
        "A hidden clock: how far is hidden",
    ]
    assert "A secret clock: 0 of 4 (secret)" in chapter(campaign, "loose")


def test_the_oracle_surprises_with_yes_or_no_and_a_table_with_nothing(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    for seed in range(30):
        do(campaign, "oracle.ask", seed, question="Is it locked?", likelihood="unlikely")
        roll_on(campaign, "weather", seed)
    said = {each.result for each in session_entries_of(campaign, 1).entries if each.procedure == "oracle.ask"}
    assert {"yes-and", "no-but"} <= said
    for seed in range(30):
        do(campaign, "oracle.ask", seed, question="Is it open?", likelihood="very-unlikely")
    assert chapter(campaign, "unlikely") == []
    for seed in range(99):
        do(campaign, "oracle.ask", seed, question="Is it open?", likelihood="impossible")
    told = chapter(campaign, "unlikely")
    assert told and all("(1/36): Is it open? (nearly impossible): yes" in each for each in told)


def test_a_secret_surprise_is_told_to_the_gm_whole_and_to_players_not_at_all(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    for seed in range(20):
        do(campaign, "oracle.ask", seed, question="Is it locked?", likelihood="certain", secret="yes")
    told = chapter(campaign, "unlikely")
    assert told and all("Is it locked?" in each and each.endswith("(secret)") for each in told)
    assert chapter(campaign, "unlikely", public=True) == []


def test_a_note_that_was_turned_secret_since_is_not_told_to_players(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    told = note(campaign, "The keeper lies.").number
    note(campaign, "All is well.")
    campaign.amend(replace(campaign.amending(told), is_secret=True))
    assert chapter(campaign, "story") == ["The keeper lies.", "All is well."]
    assert chapter(campaign, "story", public=True) == ["All is well."]


def test_there_is_no_recap_of_a_session_that_never_was(campaign: Campaign) -> None:
    with pytest.raises(RuleError, match="no session 1: give 0 to 0"):
        RecapParts(campaign, 1)
    assert chapter(campaign, "head", session=0) == ["Before the first session"]


# The odds


def outcome_of(procedure: Procedure, table: Table, entry: Entry) -> Callable[[Play], str]:
    rule = procedure.perform(table, entry.given)
    return lambda play: rule(play).result


@pytest.mark.long
@pytest.mark.parametrize("game", ["troika", "fell", "wandered"])
def test_the_chance_told_is_that_of_every_roll_there_is(game: str, tmp_path: Path) -> None:
    """Of each procedure a roll of a demo with few enough dice to go through, on the table before it, or all
    rolls where everything is tried.
    """
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    checked: set[object] = set()
    for session in range(campaign.table.session + 1):
        material = RecapParts(campaign, session)
        for roll in rolls_with_odds(past_roll_entries(material.session), campaign.rules):
            entry = roll.entry
            sides = [side for step in entry.steps for side in getattr(step, "sides", ())]
            case = entry.number if THOROUGH else roll.procedure.id
            if len(sides) > 4 or max(sides) > 12 or case in checked:
                continue
            table = campaign.table_at(entry.number - 1)
            proven = every_roll(outcome_of(roll.procedure, table, entry))
            assert roll.chance == proven.get(entry.result, Fraction(0)), entry
            checked.add(case)
    campaign.close()
    assert checked


def test_the_least_likely_result_comes_first_with_its_fraction(campaign: Campaign) -> None:
    """Luck 11 fails on 12 alone."""
    do(campaign, "campaign.edit", who="Ana", **{"luck.maximum": "11"})
    do(campaign, "campaign.edit", who="Ana", **{"luck.current": "11"})
    do(campaign, "campaign.edit", who="Bram", **{"luck.current": "2"})
    do(campaign, "campaign.begin-session")
    procedure = campaign.rules.procedure("troika.test-luck")
    for name, faces in (("Bram", (1, 1)), ("Ana", (6, 6)), ("Cid", (1, 2))):
        given = read_procedure_inputs(procedure, {"who": name}, campaign.table)
        campaign.perform(procedure, given, ReplayAnswers(random.Random(1), faces))
    first, second = chapter(campaign, "unlikely")
    assert first.startswith("3 % (1/36): Bram")
    assert second.startswith("3 % (1/36): Ana")
    assert chapter(campaign, "unlikely", length=RecapLength.MIDDLE) == []


def test_whose_turn_came_is_no_result(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library))
    assert not any("acts (round" in text for text in chapter(campaign, "unlikely", session=2))
    campaign.close()


def test_players_are_told_no_chance_that_an_enemy_had_a_part_in(campaign: Campaign) -> None:
    do(campaign, "campaign.edit", who="Gob", skill="2")
    do(campaign, "campaign.begin-session")
    procedure = campaign.rules.procedure("troika.test")
    given = read_procedure_inputs(procedure, {"who": "Gob", "skill": "skill"}, campaign.table)
    campaign.perform(procedure, given, ReplayAnswers(random.Random(1), (1, 1)))
    assert any("Gob" in text for text in chapter(campaign, "unlikely"))
    assert chapter(campaign, "unlikely", public=True) == []


# Every game


@pytest.mark.parametrize("game", games_with_demo())
@pytest.mark.parametrize("length", RecapLength)
def test_every_session_of_every_demo_can_be_told(game: str, length: RecapLength, tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    names = [each.name for each in campaign.table.in_play(Kind.PC)]
    for session in range(1, campaign.table.session + 1):
        told = "\n".join(recap.recap_lines(chapters(campaign, session, length)))
        assert told.startswith(f"Session {session}, ")
        assert all(name in told for name in names)
        assert session_entries_of(campaign, session).entries[0].procedure == "campaign.begin-session"
    campaign.close()


@settings(max_examples=often(6), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), game=st.sampled_from(games_with_demo()))
def test_no_secret_is_ever_told_to_players(
    seed: int, game: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Over evenings of whatever can be done: no text of a secret fact, and every length can be told."""
    evening = Evening(tmp_path_factory.mktemp("evening"), game, seed)
    for _ in range(30):
        evening.operate()
    campaign = evening.campaign
    for session in range(campaign.table.session + 1):
        material = RecapParts(campaign, session)
        secrets = {fact_text(fact) for each in material.session.entries for fact in each.facts if fact.secret}
        open_ones = {fact_text(f) for each in material.session.entries for f in each.facts if not f.secret}
        for length in RecapLength:
            told = recap.session_recap(material, length, public=True, surprises=material.surprises())
            text = "\n".join(recap.recap_lines(told))
            assert not [each for each in secrets - open_ones if each and each in text]
            recap.session_recap(material, length, public=False, surprises=None)
            assert recap.recap_rows(told, 60)
    campaign.close()


@settings(max_examples=often(6), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), game=st.sampled_from(games_with_demo()))
def test_a_glance_at_entries_tells_what_all_of_them_read_whole_do(
    seed: int, game: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    evening = Evening(tmp_path_factory.mktemp("evening"), game, seed)
    for _ in range(30):
        evening.operate()
    campaign = evening.campaign
    for number in range(campaign.table.session + 1):
        ways = [RecapParts(campaign, number), RecapParts(campaign, number, campaign.entry)]
        for length, public in product(RecapLength, (False, True)):
            told = [recap.session_recap(each, length, public=public, surprises=()) for each in ways]
            assert told[0] == told[1]
        session = ways[0].session
        then = [session.after, *(before for _, before in session.backwards())]
        assert documents_before_session(session) == then[-1]
        assert all(map(says_who_is_in_it, (each["table/1"]["order"] for each in then)))
    campaign.close()


def says_who_is_in_it(order: Document | None) -> bool:
    """Whether the fields that an order's method names are enough to know its members."""
    if order is None:
        return True
    least = {name: value for name, value in order.items() if name in ("method", *order_member_fields())}
    whole, some = order_from_document("table/1", order), order_from_document("table/1", least)
    return whole is not None and some is not None and whole.members == some.members


def test_of_a_long_session_hardly_an_entry_is_read_whole(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(campaign, "campaign.begin-session")
    for number in range(40):
        note(campaign, f"note {number}")
        do(campaign, "oracle.ask", question="Is it locked?", likelihood="likely")
        do(campaign, "troika.test-luck", who="Ana")
    read: list[int] = []

    as_ever = Entry.decoded

    def decoded(number: int, document: bytes) -> Entry:
        read.append(number)
        return as_ever(number, document)

    monkeypatch.setattr(Entry, "decoded", decoded)
    campaign.reload()
    for public in (False, True):
        material = RecapParts(campaign, 1)
        recap.session_recap(material, RecapLength.MIDDLE, public=public, surprises=())
    assert len({*read}) < 8, "of what has dice, who was met and what Luck was before them"


def test_a_long_session_is_told_in_an_instant(campaign: Campaign) -> None:
    do(campaign, "campaign.begin-session")
    for number in range(300):
        note(campaign, f"note {number}")
    with calls_counted() as calls:
        chapters(campaign, length=RecapLength.SHORT)
    assert calls.count < 100_000, calls


def test_who_got_up_again_in_a_fight_is_told_so(tmp_path: Path) -> None:
    """To the GM and to players: a foe who was beaten, and is back on their feet, is not left lying there, and
    who was treated is not left dying.
    """
    library = Library(tmp_path, lambda: 1.8e9)
    opened = library.open(library.new("Fells", "fell"))
    do(opened, "fell.create", name="Anna")
    do(opened, "fell.add-foe", name="Goblin", die="d6", count="2")
    do(opened, "campaign.begin-session")
    do(opened, "turn.begin-sides")
    do(opened, "fell.harm", who="Goblin 1", points="9")
    do(opened, "fell.harm", who="Goblin 2", points="9")
    do(opened, "fell.heal", who="Goblin 2", points="9")
    do(opened, "campaign.condition", who="Anna", condition="dying-in-days", amount="2")
    do(opened, "fell.treat", who="Anna")
    do(opened, "turn.end")
    for public, word in ((False, "out of action"), (True, "down")):
        material = RecapParts(opened, 1)
        told = "\n".join(
            recap.recap_lines(recap.session_recap(material, RecapLength.MIDDLE, public=public, surprises=()))
        )
        assert f"Goblin 1 {word}, Goblin 2 {word} (up again)" in told
        assert "Anna dying in days (up again), " in told and "Goblin 1 was beaten." in told
    opened.close()
