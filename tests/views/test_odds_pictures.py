"""The bar of odds: its pieces told apart, and under it what one more would be worth."""

from fractions import Fraction
from pathlib import Path

import pytest

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.odds import Odds
from tableside.rules.procedure import Role
from tableside.rules.tables.procedures import ANSWERS
from tableside.text import width
from tableside.themes import PLAIN
from tableside.views.chances import (
    BAD,
    EVEN,
    GOOD,
    amount_row,
    chance_rows,
    histogram,
    thin_chances_bar,
)
from tableside.views.roll_form import RollFormOutlook, RollFormOutlookRows, roll_form_rows
from tableside.views.rows import Tone, words_row
from tests.screens.table import opened as at_the_screen


def form_of(campaign: Campaign, role: Role) -> Form:
    procedure = campaign.rules.role(role, campaign.table)
    assert procedure is not None
    return filled_form(procedure, campaign.table, campaign.table.in_play()[0].key)


@pytest.mark.parametrize(
    "ids", [("tie", "clinch", "both-fumble"), ("success", "win"), ("failure", "dead"), ANSWERS]
)
def test_each_outcome_is_found_again_in_the_bar(ids: tuple[str, ...]) -> None:
    chances = [(id, Fraction(1, len(ids))) for id in ids]
    for signs in ({}, PLAIN):
        bar, *legend = (row.text.translate(signs) for row in chance_rows(chances, 40, str))
        assert width(bar) == 40
        pieces = [letter for n, letter in enumerate(bar) if letter != " " and letter != bar[n - 1 : n]]
        assert len(pieces) == len({*pieces}) == len(ids)
        told = " ".join(legend)
        assert [told[told.index(f" {id} ") - 1] for id in ids] == pieces, "the legend has the same signs"


def test_the_yes_of_an_oracle_stands_apart_from_its_no() -> None:
    """Six outcomes in two shades of one hue could not be told apart."""
    chances = [(id, Fraction(1, len(ANSWERS))) for id in ANSWERS]
    bar = next(chance_rows(chances, 40, str))
    yes, no = bar.text.split(" ")
    assert len(yes) > 15 < len(no)
    hues = [tone for _, tone in bar.spans]
    assert len({*hues[:3]}) == len({*hues[3:]}) == 1 and hues[0] != hues[3]
    assert " " not in next(chance_rows(chances[:3], 40, str)).text


def test_what_came_alone_stands_out_in_the_bar_and_under_it() -> None:
    chances = [(id, Fraction(1, 3)) for id in ("win", "tie", "lose")]
    bar, *legend = chance_rows(chances, 20, str, "tie")
    assert [tone for _, tone in bar.spans] == [Tone.DIM, EVEN.tone, Tone.DIM]
    loud = [text for row in legend for text, tone in row.spans if tone == Tone.STRONG]
    assert loud == ["tie 33 % (1/3)"] and len(legend) == 3, "fractions too, a row each"
    assert max(width(row.text) for row in legend) <= 20


@pytest.mark.parametrize(
    ("values", "came", "dim"),
    [
        (range(4), 0, ("", "███")),
        (range(4), 3, ("███", "")),
        (range(48), 47, ("█" * 23, "")),
        (range(48), 24, ("█" * 12, "█" * 11)),
        (range(4), None, ()),
        (range(4), 9, ()),
    ],
)
def test_what_an_amount_came_to_is_marked_in_its_histogram(
    values: range, came: int | None, dim: tuple[str, ...]
) -> None:
    odds = Odds({}, {"hits": dict.fromkeys(values, Fraction(1, len(values)))})
    (_, told, _, *picture, _) = amount_row("hits", odds, "7", 80, came).spans
    assert told[0].strip() == "7"
    assert [text for text, tone in picture if tone == Tone.DIM] == [text for text in dim if text]
    assert sum(tone == Tone.ACCENT for _, tone in picture) == 1


def test_a_fraction_too_long_to_be_read_is_left_to_the_opened_entry() -> None:
    chances = [("hit", Fraction(64467, 80000)), ("miss", Fraction(15533, 80000))]
    texts = ["".join(row.text for row in chance_rows(chances, 80, str, came)) for came in ("", "hit")]
    assert ["64467/80000" in text for text in texts] == [False, True]


def test_a_thin_bar_has_the_proportions_of_its_bar() -> None:
    chances = [("failure", Fraction(3, 4)), ("success", Fraction(1, 4))]
    assert [text for text, _ in thin_chances_bar(chances, 8)] == [GOOD.thin * 2, BAD.thin * 6]


@pytest.mark.parametrize("game", games_with_demo())
def test_under_the_odds_of_a_test_stands_what_one_more_would_be_worth(tmp_path: Path, game: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    form = form_of(campaign, Role.TEST)
    rows = RollFormOutlook.of(form, campaign.table, 46).counted().rows
    (place,) = (n for n, row in enumerate(rows) if row.key.startswith("gain") and row.key.endswith("bar"))
    named, first = rows[place - 1].key.split(), next(n for n, row in enumerate(rows) if "gain" in row.key)
    assert rows[place].key.split()[:-1] == named[:-1], "it stands below the change that it is of"
    assert rows[first].key.split()[:-1] == named[:-1], "which is the first of all"
    assert rows[0].key == "odds-bar"
    assert all(row.key.startswith(("odds", "amount", "people", "assumed")) for row in rows[:first])
    assert width(rows[0].text) == width(rows[place].text) == 46
    good = [sum(map(rows[n].text.count, signs)) for n, signs in ((0, GOOD.signs), (place, GOOD.thin))]
    assert good[1] > good[0], "one more is worth something"
    after = [row.key.partition(" ")[0] for row in rows[place + 1 :]]
    gains = after.count("gain")
    assert {*after[:gains]} <= {"gain"}, "all that would change them stands together"
    assert after[gains : gains + 1] in ([], ["air"])
    campaign.close()


def test_who_may_be_next_is_named_and_no_outcome_of_another_game(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "troika"))
    form = form_of(campaign, Role.NEXT)
    told = " ".join(row.text for row in RollFormOutlook.of(form, campaign.table, 60).counted().rows)
    assert "Moss 8 %" in told and "Sister Quill 17 %" in told and "mixed" not in told
    campaign.close()


@pytest.mark.long
async def test_the_thin_bar_changes_with_the_form(tmp_path: Path) -> None:
    async with at_the_screen(tmp_path) as table:
        await table.keys("r")
        before = [line for line in table.lines() if GOOD.thin * 2 in line]
        await table.keys("plus")
        after = [line for line in table.lines() if GOOD.thin * 2 in line]
        assert len(before) == len(after) == 1 and before != after


@pytest.mark.long
async def test_what_one_more_would_be_worth_is_not_cut_off_where_there_is_little_room(tmp_path: Path) -> None:
    campaign = place_demo(Library(tmp_path), "wandered")
    async with at_the_screen(tmp_path, campaign, size=(60, 20)) as table:
        await table.keys("i", "r")
        await table.until("2+: full 11 %")


def test_a_change_is_named_by_what_it_is_and_nothing_is_told_of_what_cannot_come(tmp_path: Path) -> None:
    """`charging: yes hit 50 %, damage 1.5, down never` was cut in two, and `die: take 20 success certain`."""
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "d20"), read_only=True)
    who = campaign.table.in_play()[0].key
    forms = [
        filled_form(campaign.rules.procedure(f"d20.{id}"), campaign.table, who) for id in ("attack", "check")
    ]
    attack, check = (
        [row.text for row in RollFormOutlook.of(form, campaign.table, 46).counted().rows] for form in forms
    )
    assert any(" ".join(each.split()).startswith("charging hit ") for each in attack)
    procedure = campaign.rules.procedure("d20.attack")
    for each in campaign.table.in_play():
        rows = (
            RollFormOutlook.of(filled_form(procedure, campaign.table, each.key), campaign.table, 46)
            .counted()
            .rows
        )
        assert not any("never" in row.text for row in rows)
    assert any(" ".join(each.split()) == "take 20 certain success" for each in check)
    assert [row.text.split() for row in roll_form_rows(forms[0], campaign.table)][2] == ["weapon", "rapier"]
    campaign.close()


def test_what_comes_or_does_not_come_needs_no_histogram() -> None:
    odds = Odds({"pass": Fraction(1)}, {"hits": {0: Fraction(1, 2), 1: Fraction(1, 2)}})
    assert amount_row("hits", odds, "0.5", 60).text.split() == ["hits", "0.5"]


def test_of_a_wide_range_several_values_share_a_column() -> None:
    """What a great weapon deals had no picture, for it has more values than there are columns."""
    values = {value: Fraction(1, 43) for value in range(43)}
    odds = Odds({"win": Fraction(1)}, {"dealt": values})
    for cells in (46, 60):
        text = amount_row("dealt", odds, "21", cells).text
        assert width(text) <= cells and text.endswith(" 0 to 42") and "█" in text
    assert histogram({0: Fraction(1, 2), 24: Fraction(1, 4), 25: Fraction(1, 4)}, 13) == "█           █"
    assert histogram({0: Fraction(1, 2), 2: Fraction(1, 2)}, 3) == "█ █"
    assert histogram({0: Fraction(1, 2), 10_000_000: Fraction(1, 2)}) == "█" + " " * 22 + "█"


def test_hits_of_a_single_die_are_not_counted_beside_its_chance(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "fell"))
    form = form_of(campaign, Role.TEST)
    one, two = (
        "\n".join(row.text for row in RollFormOutlook.of(each, campaign.table, 60).counted().rows)
        for each in (form, form.with_value(campaign.table, "die", "skill-die"))
    )
    campaign.close()
    assert "hits  " not in one and "pass 50 %\n" in one
    assert "hits  " in two


def test_of_two_changes_each_has_a_name_of_its_own(tmp_path: Path) -> None:
    """Exerting and pushing were both `to win`, and `none win 25 %` did not say of what."""
    library = Library(tmp_path)
    for game, names in (("galejatra", ("exert to win", "push to win")), ("fell", ("no second die",))):
        campaign = library.open(place_demo(library, game), read_only=True)
        form = form_of(campaign, Role.TEST)
        if game == "fell":
            form = form.with_value(campaign.table, "die", "skill-die")
        told = [row.text for row in RollFormOutlook.of(form, campaign.table, 60).counted().rows]
        assert all(any(line.lstrip(GOOD.thin).startswith(name) for line in told) for name in names)
        campaign.close()


def test_an_attack_that_nobody_wins_is_told_by_its_hits(tmp_path: Path) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, "fell"), read_only=True)
    told = " ".join(
        row.text
        for row in RollFormOutlook.of(form_of(campaign, Role.FIGHT), campaign.table, 60).counted().rows
    )
    campaign.close()
    assert "ahead 61 %" in told and "even 39 %" in told and "win" not in told


def test_reasons_stand_there_before_all_that_would_change_the_odds() -> None:
    gains = tuple((words_row(f"gain {n}", f"{n}"),) for n in range(5))
    chances, reasons = words_row("chances", "success 58 %"), words_row("reason 0", "Skill 5 + 2 = 7")
    about = RollFormOutlookRows((chances,), gains, (reasons,))
    assert about.fitting(8) == about.rows
    told = [[row.key for row in about.fitting(most)] for most in (7, 5, 1)]
    assert told[0] == ["chances", *(f"gain {n}" for n in range(5)), "reason 0"]
    assert told[1] == ["chances", "gain 0", "gain 1", "gain 2", "reason 0"]
    assert told[2] == ["chances", "gain 0", "gain 1", "reason 0"]


def test_what_would_change_the_odds_stands_there_whole_or_not_at_all() -> None:
    gains = tuple(tuple(words_row(f"gain {n} {m}", "") for m in range(2)) for n in range(3))
    told = [[row.key for row in RollFormOutlookRows((), gains).fitting(most)] for most in (5, 1)]
    assert told == [["gain 0 0", "gain 0 1", "gain 1 0", "gain 1 1"], ["gain 0 0", "gain 0 1"]]
