"""What people type in a hurry is understood, or told why not; nothing that they type is a crash or a wait."""

import random
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from tableside import errors, wording
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.demo import games_with_demo, place_demo
from tableside.errors import RuleError
from tableside.language import listener as listening
from tableside.language.commands import commands_at_table
from tableside.language.complete import completed_line as completion
from tableside.language.feedback import feedback_on_input, feedback_summary
from tableside.language.listener import Listener
from tableside.language.understand import understood
from tableside.language.words import without_small_words, words_in_name
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Value
from tableside.rules.play import Play
from tableside.rules.procedure import Role
from tableside.rules.ruleset import OTHER_ORDER
from tableside.views.chances import chances_line, odds_lines
from tableside.views.offers import Offer, offers
from tableside.views.rollable_tables import all_rollable_tables
from tableside.wording import label
from tests.calls import calls_counted
from tests.campaign.people import do
from tests.thorough import often
from tests.understood import understood_at
from tests.words import TEXTS

ROWS = tomllib.loads((Path(__file__).parents[1] / "cases" / "sayings.toml").read_text(encoding="utf-8"))
PLACES = {"journal": ("Journal", "j"), "roll": ("Roll", "r")}


@pytest.fixture(autouse=True)
def on_the_command_bar() -> None:
    errors.say_errors_with(wording.worded_on_screen)


@pytest.fixture(scope="module")
def listeners(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Listener]]:
    library = Library(tmp_path_factory.mktemp("sayings"))
    found = {}
    for game in games_with_demo():
        campaign = library.open(place_demo(library, game))
        who, tables = campaign.table.in_play()[0].key, all_rollable_tables(campaign)
        found[game] = Listener(campaign.table, campaign.rules, who, PLACES, tables)
        campaign.close()
    yield found


def answer(listener: Listener, line: str) -> str:
    """What the bar shows of a line."""
    try:
        return feedback_summary(understood(listener, line), listener.table)
    except RuleError as error:
        return f"! {error}"


@pytest.mark.parametrize(
    ("game", "line", "meant"), [(game, *row) for game, rows in ROWS.items() for row in rows]
)
def test_a_line_means(listeners: dict[str, Listener], game: str, line: str, meant: str) -> None:
    found = answer(listeners[game], line)
    if meant.startswith("! "):
        assert found.startswith(meant)
    else:
        assert found == meant


@pytest.mark.parametrize(
    ("begun", "completed"),
    [
        ("sw", "sword fighting"),
        ("hu", "hurt"),
        ("hurt mo", "hurt moss"),
        ("moss sn", "moss sneak"),
        ("fight tide w", "fight tide warden 1"),
        ("fight ti", "fight tide warden 1"),
        ("und", "undo"),
        ("note sw", "note sw"),
        ("luck", "luck"),
        ("att", "attack"),
        ("reaction", "reaction"),
        ("3 gob", "3 goblin"),
        ("3 goblins, 2 ti", "3 goblins, 2 tide warden"),
        ("add 2 liz", "add 2 lizard man"),
        ("where does the stair go", "where does the stair go"),
        ("how long does it take", "how long does it take"),
        ("2 rounds pass", "2 rounds pass"),
        ("who is at the door with mo", "who is at the door with mo"),
        ("", ""),
    ],
)
def test_the_last_word_is_completed_to_what_is_likeliest(
    listeners: dict[str, Listener], begun: str, completed: str
) -> None:
    assert completion(listeners["troika"], begun) == completed


@pytest.mark.parametrize(
    ("game", "line", "input", "told"),
    [
        ("wandered", "hesper separates", "approach", "approach (none, By lamplight, What the stars owe me)"),
        ("galejatra", "irja treats aino", "skill", "skill (Lore, Healing, no skill)"),
    ],
)
def test_what_has_to_be_said_too_is_named_with_what_there_is_to_choose_from(
    listeners: dict[str, Listener], game: str, line: str, input: str, told: str
) -> None:
    listener = listeners[game]
    said = understood(listener, line)
    assert said.form is not None and said.missing == (input,)
    assert feedback_on_input(said.form.procedure.input(input), said.form, listener.table) == told


def test_what_cannot_be_done_now_is_understood_with_why(listeners: dict[str, Listener]) -> None:
    command = understood(listeners["troika"], "rest").command
    assert command is not None and command.why_not == TEXTS["problem.fight-is-on"]


def test_the_chances_are_those_of_the_rule(listeners: dict[str, Listener]) -> None:
    troika = listeners["troika"]
    form = understood(troika, "sword +1").form
    assert form is not None
    assert chances_line(form, troika.table) == "success 72 % (13/18) · failure 28 % (5/18)"


def test_whose_turn_may_come_is_said_by_name(listeners: dict[str, Listener]) -> None:
    troika = listeners["troika"]
    form = understood(troika, "next").form
    assert form is not None
    assert chances_line(form, troika.table).startswith("Ottoline Vash 8 % (1/12) · Brannoch Pike 17 % (1/6)")


@pytest.mark.parametrize(
    ("cells", "lines"),
    [
        (
            80,
            (
                "yes, and 8 % (1/12) · yes 33 % (1/3) · yes, but 8 % (1/12) · no, but 8 % (1/12)",
                "no 33 % (1/3) · no, and 8 % (1/12)",
            ),
        ),
        (50, ("yes, and 8 % · yes 33 % · yes, but 8 %", "no, but 8 % · no 33 % · no, and 8 %")),
        (24, ("yes, and 8 % · yes 33 %", "and 4 more")),
    ],
)
def test_the_chances_stand_in_two_lines_as_exactly_as_they_fit(
    listeners: dict[str, Listener], cells: int, lines: tuple[str, ...]
) -> None:
    troika = listeners["troika"]
    form = understood(troika, "oracle is it locked?").form
    assert form is not None and odds_lines(form, troika.table, cells) == lines


@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        ("troika", "moss loses 16", "is dying · loses 16 Stamina: 0 left"),
        ("troika", "moss loses 3", "loses 3 Stamina · 13 left"),
        ("fell", "harm hob wil 1", "takes 1 harm · 3 WIL left"),
        ("d20", "bruise tamsin 2", "takes 2 nonlethal damage · 2 now"),
    ],
)
def test_what_hurts_tells_before_it_is_done_what_it_comes_to(
    listeners: dict[str, Listener], game: str, line: str, told: str
) -> None:
    form = understood(listeners[game], line).form
    assert form is not None and " ".join(odds_lines(form, listeners[game].table, 80)) == told


@pytest.mark.parametrize("line", ["rename moss", "rename campaign", "title"])
def test_no_name_is_longer_than_a_name_may_be(listeners: dict[str, Listener], line: str) -> None:
    assert (
        answer(listeners["troika"], f"{line} {'a' * 201}") == "! it is 201 characters long: at most 200 fit"
    )
    assert "a" * 200 in answer(listeners["troika"], f"{line} {'a' * 200}")


def test_whoever_may_be_meant_is_told_and_never_guessed(listeners: dict[str, Listener]) -> None:
    with pytest.raises(RuleError, match="Tide warden 1 or Tide warden 2"):
        understood_at("hurt warden 3", listeners["troika"].table, listeners["troika"].rules, 1)


def test_of_two_that_may_be_meant_the_one_that_a_line_begins_with_is(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Kaarna", "galejatra"))
    do(campaign, "galejatra.create", name="Aino", skills="Climbing 1")
    do(campaign, "galejatra.attempt", who="Aino", skill="climbing", opposition="40")
    for line, id in (("changed climbing", "galejatra.changed"), ("climbing changed", "galejatra.attempt")):
        form = understood_at(line, campaign.table, campaign.rules, 1).form
        assert form is not None and form.procedure.id == id


@pytest.mark.parametrize(
    ("line", "move"), [("roll it", "no-move"), ("roll it research", "research-the-world")]
)
def test_what_is_named_in_full_is_meant_where_there_is_one_way_to_do_it_too(
    tmp_path: Path, line: str, move: str
) -> None:
    library = Library(tmp_path)
    campaign = library.open(library.new("Weir", "wandered"))
    do(campaign, "campaign.add-character", name="Sela", kind="pc")
    tables = all_rollable_tables(campaign)
    said = understood(Listener(campaign.table, campaign.rules, 1, PLACES, tables), line)
    assert said.form is not None and said.form.procedure.id == "wandered.roll-it" and not said.missing
    assert said.form.given["move"] == move


def test_what_can_be_rolled_is_listed_once_for_all_letters(
    listeners: dict[str, Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[object] = []

    def counting(*given: Any) -> tuple[Offer, ...]:
        counted.append(given)
        return offers(*given)

    monkeypatch.setattr(listening, "offers", counting)
    known = listeners["troika"]
    listener = Listener(known.table, known.rules, known.who)
    assert all(listener.found(text) for text in ("s", "sw", "swo"))
    assert len(counted) == 1


def test_the_letters_of_the_roll_view_are_understood_the_same_way(listeners: dict[str, Listener]) -> None:
    troika, fell = listeners["troika"], listeners["fell"]
    assert [each.label for each in troika.found("s")][:2] == ["Sword Fighting", "Swim"]
    assert troika.found("c")[0].label == "Canal Lore"
    assert troika.found("moss sn")[0].presets["who"] == 4
    assert troika.found("fight warden 2")[0].presets["against"] == 8
    survival = fell.found("survival")
    assert [each.label for each in survival][:3] == ["BOD", "INT", "WIL"]
    assert {each.presets["die"] for each in survival[:3]} == {"skill-die"}
    assert {each.label for each in troika.found("")} >= {"Sword Fighting", "Hurt", "Write a note"}


@pytest.mark.parametrize(
    ("game", "typed", "who", "offered"),
    [
        ("troika", "test l", 1, "Test Luck"),
        ("troika", "moss sn", 4, "Sneak"),
        ("fell", "corin bod", 2, "BOD"),
        ("d20", "begin by", None, "Begin by initiative"),
        ("galejatra", "create a ch", None, "Create a character"),
        ("wandered", "add a d", None, "Add a danger"),
        ("d20", "2d6+3", None, "Throw dice"),
    ],
)
def test_the_first_letters_of_what_a_roll_is_called_find_it_before_all_else(
    listeners: dict[str, Listener], game: str, typed: str, who: int | None, offered: str
) -> None:
    first = listeners[game].found(typed)[0]
    assert first.label.startswith(offered)
    assert first.presets.get("who") == who


def test_the_small_words_of_a_name_are_nobodys(listeners: dict[str, Listener]) -> None:
    said = understood(listeners["wandered"], "add a danger")
    assert said.command is not None and said.command.label == "Add a danger"
    assert said.told == ()


def test_no_procedure_is_left_out_of_the_list(listeners: dict[str, Listener]) -> None:
    for each in listeners.values():
        listed = commands_at_table(each.table, each.rules, each.who, PLACES)
        offered = {one.target.procedure.id for one in listed if isinstance(one.target, Offer)}
        assert offered == {procedure.id for procedure in each.rules.procedures}


def leads_to(listener: Listener, line: str) -> str:
    """What the procedure is called that a line leads to, or all that it could mean."""
    try:
        command = understood(listener, line).command
    except RuleError as error:
        return str(error)
    return (
        label("procedure", command.target.procedure.id)
        if command and isinstance(command.target, Offer)
        else ""
    )


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(ROWS))
def test_every_procedure_is_reached_by_its_own_name(listeners: dict[str, Listener], game: str) -> None:
    for procedure in listeners[game].rules.procedures:
        title = label("procedure", procedure.id)
        for line in (title, title.lower(), " ".join(without_small_words(words_in_name(title)))):
            assert leads_to(listeners[game], line) == title, line


@pytest.mark.parametrize("game", sorted(ROWS))
def test_every_procedure_of_a_campaign_is_reached_by_its_id(
    listeners: dict[str, Listener], game: str
) -> None:
    table = listeners[game].table
    for procedure in listeners[game].rules.procedures:
        words = " ".join(words_in_name(procedure.id.partition(".")[2]))
        gives_way = OTHER_ORDER in procedure.problems(table)
        if procedure.on_table and words != Role.HAND and not gives_way:
            assert label("procedure", procedure.id) in leads_to(listeners[game], words), words


def test_handing_on_is_what_the_running_order_has(listeners: dict[str, Listener]) -> None:
    assert leads_to(listeners["troika"], "hand") == "Hand the token on"
    assert leads_to(listeners["d20"], "hand") == "Act now"


@pytest.mark.parametrize("line", ["changed", "changed metalwork", "changed cliff"])
def test_a_line_that_begins_with_what_cannot_be_done_now_is_nothing_else(
    listeners: dict[str, Listener], line: str
) -> None:
    """Neither the attempt that has it among its inputs nor the table in whose name it stands."""
    galejatra = listeners["galejatra"]
    opens = understood(galejatra, "changed").form
    assert opens is not None
    table = opens.procedure.perform(galejatra.table, opens.given)(Play()).table
    assert table is not None
    after = Listener(table, galejatra.rules, galejatra.who, PLACES, galejatra.tables)
    assert leads_to(after, line) in (
        "Things have changed",
        f"Things have changed: {TEXTS['problem.nothing-spent']}",
    )


def test_the_list_tells_the_key_of_a_command_or_why_it_cannot_be_done(listeners: dict[str, Listener]) -> None:
    troika = listeners["troika"]
    listed = {each.title: each for each in commands_at_table(troika.table, troika.rules, 1, PLACES)}
    assert listed["Hurt"].key == "-"
    assert (listed["Rest 8 hours"].key, listed["Go to Journal"].key) == ("c z", "j")
    assert listed["Rest 8 hours"].about.startswith("a fight is on")
    assert "Sword Fighting · Test a skill" in listed


def test_what_is_said_is_what_is_done(listeners: dict[str, Listener]) -> None:
    troika = listeners["troika"]
    meant = understood(troika, "hurt wardens 3")
    assert meant.form is not None and meant.missing == ()
    assert meant.form.given == {"who": (7, 8), "damage": 3}


WORDS = some.sampled_from(
    [
        "hurt",
        "ana",
        "moss",
        "all",
        "the",
        "#3",
        "x=",
        "who=",
        "+1",
        "-2",
        "7",
        "goblins",
        "no",
        '"',
        "fight",
        "s",
        "*",
    ]
)


@pytest.mark.long
@settings(max_examples=often(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    game=some.sampled_from(sorted(ROWS)),
    line=some.one_of(some.text(max_size=60), some.lists(WORDS).map(" ".join)),
)
def test_no_line_does_worse_than_being_refused(listeners: dict[str, Listener], game: str, line: str) -> None:
    with calls_counted() as calls:
        answer(listeners[game], line)
        try:
            assert completion(listeners[game], line).startswith(line)
        except RuleError as error:
            assert str(error)
    assert calls.count < 200_000, calls


@pytest.mark.parametrize(
    ("line", "given"), [("flood", {}), ("flood 2", {"steps": 2}), ("flood d6", {"die": "d6"})]
)
def test_a_clock_is_ticked_by_its_name_alone(tmp_path: Path, line: str, given: dict[str, object]) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library))
    clock = campaign.rules.procedure("campaign.add-clock")
    given_to_add = filled_form(clock, campaign.table, None, {"name": "Flood", "steps": 6}).given
    campaign.perform(clock, given_to_add, ReplayAnswers(random.Random(1)))
    form = understood_at(line, campaign.table, campaign.rules, None).form
    assert form is not None and form.procedure.role == Role.TICK
    assert {**form.given, **given} == form.given and str(form.given["clock"]).casefold() == "flood"


@pytest.mark.parametrize(
    ("line", "comes"),
    [
        ("find him +1", "Find him: 2 of 10 boxes"),
        ("find him +5", "Find him: 10 of 10 boxes · full"),
        ("find him d20", "ticked 20 % (1/5) · full 80 % (4/5)"),
    ],
)
def test_a_tick_without_a_die_says_before_it_how_far_it_comes(tmp_path: Path, line: str, comes: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "solo"))
    do(campaign, "campaign.add-track", name="Find him", difficulty="hard")
    form = understood_at(line, campaign.table, campaign.rules, None).form
    assert form is not None and chances_line(form, campaign.table) == comes


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("next", "Next turn"),
        ("fight", "Fight · Ottoline Vash · against ?"),
        ("begin fight", "Assemble the stack"),
        ("doom +1", "Tick a clock · Doom · steps 1"),
        ("/doom 2", "Tick a clock · Doom · steps 2"),
        ("doom d6", "Tick a clock · Doom · d6"),
        ("join moss", "! Moss: here already, and no fight is on"),
        ("warden 1 leaves", "Take out of play · Tide warden 1"),
        ("warden 1 flees", "Take out of play · Tide warden 1"),
        ("the wardens are gone", "Take out of play · Tide warden 1, Tide warden 2"),
        ("the wardens leave", "Take out of play · Tide warden 1, Tide warden 2"),
        ("moss leaves", "Leave the table · Moss"),
        ("moss flees", "! Leave the fight: no fight is on"),
    ],
)
def test_what_is_meant_while_nobody_fights(tmp_path: Path, line: str, meant: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library))
    clock: dict[str, Value] = {"name": "Doom", "steps": 6}
    for id in ("turn.end", "campaign.add-clock"):
        procedure = campaign.rules.procedure(id)
        form = filled_form(procedure, campaign.table, None, clock if procedure.inputs else {})
        campaign.perform(procedure, form.given, ReplayAnswers(random.Random(1)))
    found = answer(Listener(campaign.table, campaign.rules, 1, PLACES, all_rollable_tables(campaign)), line)
    assert found.startswith(meant) if meant.startswith("! ") else found == meant
    campaign.close()


def test_the_round_that_a_battle_begins_with_is_no_chance(listeners: dict[str, Listener]) -> None:
    """As in the form of the roll: a surprise round was `round 0.0` among the odds."""
    listener = listeners["d20"]
    procedure = next(each for each in listener.rules.procedures if each.role == Role.ASSEMBLE)
    table = replace(listener.table, order=None)
    line = chances_line(filled_form(procedure, table, None, {}), table)
    assert "%" in line and "round" not in line
