"""What the screen says of turn orders other than the stack, and of clocks."""

import pytest

from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.ruleset import ruleset
from tableside.rules.table import Character, Clock, Condition, Kind, Sight, Table
from tableside.views import fight
from tableside.views.rows import name_column
from tests.rules.turns.test_turns import after, people
from tests.views.test_views import words

RULES = campaign_rules(ruleset("troika"))


def test_sides_are_shown_in_their_order_with_the_one_that_acts() -> None:
    on = after(after(people(), "turn.begin-sides"), "turn.next")
    assert fight.turn_text(on) == "Round 1: The party act"
    assert "▶ The party: Ana, Bram" in words(fight.order_rows(on))
    marked = [row.text[0] for row in fight.members(on, RULES)]
    assert marked == ["▶", "▶", " "]


def test_a_list_shows_who_is_still_to_act() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    assert words(fight.order_rows(on)).splitlines()[-2:] == ["Bram", "Orc"]


def test_a_battle_shows_why_everybody_stands_where_they_do() -> None:
    on = after(after(people(), "d20.begin-battle"), "turn.next")
    assert "Why in this order" in words(fight.order_rows(on))


def test_there_is_a_word_before_a_condition_ends_and_before_whose_turn() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    on = after(on, "campaign.condition", who="Orc", condition="blinded", rounds="1")
    assert "Ana: Orc, blinded" in words(fight.reminders(on))


def test_a_clock_shows_its_steps_and_what_it_will_bring() -> None:
    flood = Clock("The flood", 4, 1, ((3, "the cellar is full"),))
    doom = Clock("Doom", 6, 2, sight=Sight.SECRET)
    on = Table(clocks=(flood, doom, Clock("Rumour", 3, 1, sight=Sight.HIDDEN)))
    shown = words(fight.clock_rows(on))
    assert "■□□□ 1 of 4" in shown and "at 3: the cellar is full" in shown and "Doom" in shown
    players = words(fight.clock_rows(on, hidden=True))
    assert (
        "Doom" not in players
        and "the cellar" not in players
        and "Rumour" in players
        and "1 of 3" not in players
    )


def test_somebody_with_a_condition_that_nobody_counts_is_reminded_at_the_rounds_end() -> None:
    who = Character(1, "Ana", Kind.PC, RULES.blank(Kind.PC), (Condition("blinded", rounds=1),))
    assert "When the round ends" in words(fight.reminders(Table().put(who)))


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Brine sentry 2", "Brine se… 2"), ("Orc 12", "Orc 12"), ("Sister Ottoline", "Sister Ott…")],
)
def test_the_number_that_tells_foes_apart_is_never_cut_off(name: str, shown: str) -> None:
    assert name_column(name, 11).rstrip() == shown
