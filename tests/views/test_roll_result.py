"""The moment of a roll: a verdict first, then the dice, then little of the reasons."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.in_progress import ProcedureInProgress
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.errors import RuleError
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.play import Chosen, DiceAsked, Play, PlayStopped, Rolled
from tableside.rules.procedure import Group, read_procedure_inputs
from tableside.text import width
from tableside.views.fact_headlines import BETWEEN, Headline, headline_of
from tableside.views.large_roll_result import large_roll_result_rows
from tableside.views.roll_result import (
    RollResultThrows,
    result_so_far_rows,
    roll_result_next_rows,
    roll_result_rows,
    roll_result_step_rows,
    verdict_rows,
)
from tableside.views.rows import Tone
from tests.campaign.people import do
from tests.games.answers import answers

BADGES = {Tone.GOOD_BADGE, Tone.BAD_BADGE, Tone.TURN}
ROOM = 99
"""Rows in which every moment has room."""
UNDECIDED = {"troika.round", "d20.order", "galejatra.pool"}
"""Rolls that nobody wins or loses: what comes of them is their headline."""


@pytest.fixture(scope="module", params=games_with_demo())
def campaign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    library = Library(Path(tmp_path_factory.mktemp("saves")))
    made = library.open(place_demo(library, request.param))
    yield made
    made.close()


def played(form: Form, campaign: Campaign, seed: int) -> Play:
    """A procedure done with random dice, and each decision as it is proposed."""
    throw, run = random.Random(seed), form.procedure.perform(campaign.table, form.given)
    steps: list[Rolled | Chosen] = []
    while True:
        play = Play(tuple(steps))
        try:
            run(play)
            return play
        except PlayStopped as stopped:
            asked = stopped.asked
            if isinstance(asked, DiceAsked):
                steps.append(asked.answered(tuple(throw.randint(1, sides) for sides in asked.sides)))
            else:
                steps.append(Chosen(asked.question, asked.default, asked.who))


def test_every_roll_has_a_verdict(campaign: Campaign) -> None:
    tried = set()
    rolls = [each for each in campaign.rules.procedures if each.group == Group.ROLL]
    for procedure in rolls:
        for who in list(campaign.table.characters)[:4]:
            form = filled_form(procedure, campaign.table, who)
            if form.missing or procedure.problems(campaign.table):
                continue
            for seed in range(4):
                try:
                    facts = [fact for fact in played(form, campaign, seed).facts if not fact.secret]
                except RuleError:
                    continue
                tried.add(procedure.id)
                assert headline_of(facts).verdict or procedure.id in UNDECIDED, (procedure.id, facts)
    assert tried


def test_a_moment_fits_its_cells_and_begins_with_the_verdict(campaign: Campaign) -> None:
    for entry in campaign.entries():
        for cells in (30, 46):
            rows = roll_result_rows(entry, campaign.table, campaign.rules, cells, ROOM)
            assert all(width(row.text.rstrip()) <= cells for row in rows), entry.procedure
            if rows and headline_of(entry.facts).verdict and not any(fact.secret for fact in entry.facts):
                assert rows[0].spans[0][1] in BADGES


def test_a_verdict_of_several_rows_has_one_hue() -> None:
    for tone in (Tone.GOOD, Tone.BAD):
        hit = Headline("Ottoline Vash strikes with Sword Fighting", tone, verdict="HIT")
        rows = [*verdict_rows(hit, 40)]
        assert len(rows) > 1 and {row.spans[-1][1] for row in rows} == {tone}


def test_the_reasons_take_the_rows_that_there_are(campaign: Campaign) -> None:
    """They were cut to four rows however much room there was, and within a sentence."""
    for entry in campaign.entries():
        whole = roll_result_rows(entry, campaign.table, campaign.rules, 46, ROOM)
        assert not any(row.key == "how-more" for row in whole)
        least = sum(not row.key.startswith("how") for row in whole) + 2
        for rows in range(least, len(whole)):
            cut = roll_result_rows(entry, campaign.table, campaign.rules, 46, rows)
            begun = len(cut) - 1
            assert len(cut) <= rows and cut[:begun] == whole[:begun] and "journal" in cut[-1].text
            assert whole[begun].key.endswith(" 0"), "each sentence is whole"


def test_the_dice_stand_apart_from_the_verdict_where_their_arithmetic_has_room(campaign: Campaign) -> None:
    """All stood row on row, and the next roll right below: nothing was found at a glance."""
    for entry in campaign.entries():
        for rows in (ROOM, 9, 5):
            shown = roll_result_rows(entry, campaign.table, campaign.rules, 46, rows)
            keys = [row.key.split()[0] for row in shown]
            if "dice" not in keys:
                assert "air" not in keys
            elif "air" in keys:
                assert keys.count("air") == 1 and keys[keys.index("air") + 1] == "dice" and len(keys) <= rows
            else:
                assert keys.count("verdict") + keys.count("came") + keys.count("dice") + 2 >= rows


def test_the_arithmetic_does_not_repeat_the_verdict(campaign: Campaign) -> None:
    for entry in campaign.entries():
        loud, *rest = [
            row.text.strip() for row in roll_result_rows(entry, campaign.table, campaign.rules, 80, ROOM)
        ] or [""]
        verdict = headline_of(entry.facts).verdict
        words = loud.removeprefix(verdict).strip().partition(BETWEEN)[0]
        assert not any(line.startswith(f"{words}:") for line in rest if words), (words, rest)


ACTS = {
    "troika": {"troika.draw": "NEXT", "troika.rest": "NEW DAY", "troika.assemble-stack": "FIGHT"},
    "fell": {"turn.next": "NEXT", "turn.has-acted": "DONE", "turn.end": "FIGHT OVER"},
    "galejatra": {"turn.next": "NEXT", "galejatra.rest": "NEW DAY", "turn.has-acted": "DONE"},
    "wandered": {"turn.next": "NEXT", "wandered.rest": "REST", "campaign.pass-days": "NEW DAY"},
    "d20": {"turn.next": "NEXT", "d20.delay": "DELAYS", "d20.begin-battle": "FIGHT"},
}
"""The badge of what happens where nothing is won or lost, by its procedure."""


def test_what_happens_has_its_moment_too(campaign: Campaign) -> None:
    badges: dict[str, set[str]] = {}
    for entry in campaign.entries():
        rows = roll_result_rows(entry, campaign.table, campaign.rules, 46, ROOM)
        if rows and rows[0].spans[0][1] in BADGES:
            badges.setdefault(entry.procedure, set()).add(rows[0].spans[0][0].strip())
    for procedure, badge in ACTS[campaign.rules.id].items():
        assert badge in badges[procedure], procedure
    if campaign.rules.id in ("troika", "fell", "galejatra"):
        ends = badges["troika.draw" if campaign.rules.id == "troika" else "turn.next"]
        assert "ROUND OVER" in ends


def test_a_long_name_before_dice_is_whole_where_there_is_room(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "wandered"), read_only=True)
    pim = next(each for each in demo.table.in_play() if each.name == "Pim of the Ferries")
    step = Rolled((6,), (5,), "pool", pim.name)
    throws = RollResultThrows((step,), (), demo.table, demo.rules)
    shown = [next(iter(roll_result_step_rows(throws, 0, cells))).text for cells in (46, 22)]
    assert shown[0].startswith("Pim of the Ferries [5]") and shown[1].startswith("Pim of the Ferri… [5]")
    demo.close()


def test_dice_that_are_nobodys_have_their_reason_before_them_and_how_they_fell_behind(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "galejatra"), read_only=True)
    step = Rolled((6,), (5,), "opposition", typed=(True,))
    throws = RollResultThrows((step,), (), demo.table, demo.rules)
    assert next(iter(roll_result_step_rows(throws, 0, 46))).text.split() == ["opposition", "[5]", "typed"]
    demo.close()


def test_what_happens_without_a_verdict_is_told_with_what_is_left(tmp_path: Path) -> None:
    library = Library(tmp_path)
    made = library.open(place_demo(library, "d20"))
    hurt = next(each for each in made.table.in_play() if each.name == "Tamsin Rook")
    do(made, "d20.heal", who=hurt.name, hit_points="2")
    rows = roll_result_rows(made.entry(made.length), made.table, made.rules, 60, ROOM)
    assert "8 now" in rows[0].text
    made.close()


def test_what_stands_under_a_result_says_whose_roll_it_is(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "fell"), read_only=True)
    hob = next(each for each in demo.table.in_play() if each.name == "Old Hob")
    attack = filled_form(demo.rules.procedure("fell.attack-foe"), demo.table, hob.key)
    written = filled_form(demo.rules.procedure("campaign.note"), demo.table, hob.key)
    for form, below in ((attack, ["", "Next roll: Old Hob"]), (written, [""]), (None, [""])):
        assert [each.text for each in roll_result_next_rows(form, demo.table)] == below
    demo.close()


def test_a_die_that_another_replaces_is_struck(tmp_path: Path) -> None:
    """Of two dice that show their highest, the one whose next die up was rolled; kept ones count."""
    library = Library(tmp_path)
    made = library.open(place_demo(library, "fell"), read_only=True)
    steps = (
        Rolled((4, 6), (4, 6), "test", "Maud Sallow"),
        Chosen("step-up", "no", "Maud Sallow"),
        Chosen("step-up", "yes", "Maud Sallow"),
        Rolled((8,), (8,), "step-up", "Maud Sallow"),
        Rolled((10,), (3,), "step-up", "Maud Sallow"),
    )
    throws = RollResultThrows(steps, (), made.table, made.rules)
    rows = [row for n in range(len(steps)) for row in roll_result_step_rows(throws, n, 60)]
    faces = [(text, tone == Tone.STRUCK) for row in rows for text, tone in row.spans if text.startswith("[")]
    assert faces == [("[4]", False), ("[6]", True), ("[8]", True), ("[3]", False)]
    made.close()


def test_a_die_that_was_turned_lies_as_it_counts_and_what_was_paid_is_told(tmp_path: Path) -> None:
    """It still showed what it fell on beside the count, and nobody saw what the success had cost."""
    library = Library(tmp_path)
    made = library.open(place_demo(library, "galejatra"))
    procedure = made.rules.procedure("galejatra.attempt")
    tried = {"who": "aino", "skill": "climbing", "against": "ringers", "matter": "the ledge"}
    for faces, choices, paid, dice, counted in (
        ((3, 6, 6, 3, 1, 6), ("yes",), "pays 1 reserve", "Aino [3→6] [6]", "2 left against 2"),
        ((2, 2, 6, 3, 1, 1), ("yes", "sprain"), "Sprain is worse", "Aino [2→6] [2]", "1 left against 1"),
    ):
        given = read_procedure_inputs(procedure, tried, made.table)
        entry = made.perform(procedure, given, answers(*faces, choices=choices))
        headline = headline_of(entry.facts)
        assert paid in headline.words and counted in headline.detail
        shown = [row.text for row in roll_result_rows(entry, made.table, made.rules, 60, ROOM)]
        assert any(paid in line for line in shown) and counted in shown
        assert any(" ".join(line.split()).startswith(dice) for line in shown)
        large = [row.text for row in large_roll_result_rows(entry, made.table, made.rules, 80, ROOM)]
        assert any(paid in line for line in large)
        assert any(f"own dice{BETWEEN}{dice[6:9]}" in line for line in large)
    made.close()


@pytest.mark.parametrize(
    ("game", "id", "texts", "faces", "row"),
    [
        (
            "galejatra",
            "galejatra.attempt",
            {"who": "aino", "skill": "climbing", "against": "ringers"},
            ((4, 1), (5, 6, 1, 2)),
            "Aino [4] [1]  Ringers in iron masks [5] [6] [1] [2]  Reserve 1/1",
        ),
        (
            "fell",
            "fell.attack-foe",
            {"who": "maud", "against": "keeper 2"},
            ((4, 5), (3,)),
            "Maud Sallow d4 [4] d6 [5]  Toll keeper 2 d6 [3]",
        ),
        (
            "fell",
            "fell.create",
            {"name": "Maren"},
            ((3, 1, 3), (2,)),
            "BOD, INT, WIL d8 [3] d8 [1] d8 [3]  number of spells d4 [2]",
        ),
    ],
)
def test_the_dice_of_both_sides_and_what_is_left_to_pay_with_stand_above_a_question(
    tmp_path: Path, game: str, id: str, texts: dict[str, str], faces: tuple[tuple[int, ...], ...], row: str
) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    procedure = campaign.rules.procedure(id)
    roll = ProcedureInProgress(
        procedure, read_procedure_inputs(procedure, texts, campaign.table), campaign.table
    )
    for each in faces:
        asked = roll.state()
        assert isinstance(asked, DiceAsked)
        roll = roll.answered(asked.answered(each))
    assert result_so_far_rows(roll, campaign.rules, 80, ROOM)[-1].text.strip() == row


def test_what_is_typed_stays_in_sight_where_there_are_few_rows(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "d20"))
    do(campaign, "turn.end")
    begin = campaign.rules.procedure("d20.begin-battle")
    sentries = tuple(each.key for each in campaign.table.in_play() if "sentry" in each.name)
    given = {"aware": (), "unaware": sentries}
    roll = ProcedureInProgress(begin, given, campaign.table)
    for face in (7, 18):
        asked = roll.state()
        assert isinstance(asked, DiceAsked)
        roll = roll.answered(asked.answered((face,)))
    rows = result_so_far_rows(roll, campaign.rules, 80, 3)
    assert len(rows) == 3 and rows[-1].text.strip().endswith("d20 [18]")
