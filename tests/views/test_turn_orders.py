"""What the screen says of turn orders other than the stack, and of clocks."""

from dataclasses import replace
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.games import load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.table import Character, Condition, Kind, Table, TableClock, TableClockSight
from tableside.rules.turns.counts import CountsOrder, PlaceInCounts
from tableside.rules.turns.listed import ListedOrder
from tableside.rules.turns.stack import StackOrder
from tableside.views import fight, meters, turn_orders
from tableside.views.rows import row_name_column
from tests.rules.turns.test_turns import after, people
from tests.views.test_views import words

RULES = campaign_rules(load_game("troika"))


def test_sides_are_shown_in_their_order_with_the_one_that_acts() -> None:
    on = after(after(people(), "turn.begin-sides"), "turn.next")
    assert turn_orders.turn_order_text(on) == "Round 1: The party acts"
    assert "▶ The party: Ana, Bram" in words(turn_orders.turn_order_rows(on))
    marked = [row.text[0] for row in fight.fight_member_rows(on, RULES) if row.selectable]
    assert marked == ["▶", "▶", " "]


def test_whose_turn_comes_next_is_told_where_it_is_certain() -> None:
    def coming(table: Table) -> str:
        return words(turn_orders.turn_order_next_row(table, RULES.turns))

    sides = after(after(people(), "turn.begin-sides"), "turn.next")
    assert coming(sides) == "Next: The foes"
    assert coming(after(sides, "turn.next")) == "Next: The party, Round 2"
    listed = after(after(people(), "turn.begin-list"), "turn.next")
    assert coming(listed) == "Next: Bram"
    assert coming(after(listed, "campaign.condition", who="Bram", condition="unconscious")) == "Next: Orc"
    popcorn = after(after(people(), "turn.begin-popcorn"), "turn.next")
    assert coming(popcorn) == coming(people()) == ""
    assert coming(after(people(), "turn.begin-sides")) == "Next: The party", "before the first turn too"


def test_who_has_fallen_is_not_named_among_those_who_act() -> None:
    on = after(after(people(), "turn.begin-sides"), "turn.next")
    assert "The foes: Orc" in words(turn_orders.turn_order_rows(on)) and not turn_orders.turn_order_won_rows(
        on
    )
    over = after(on, "campaign.condition", who="Orc", condition="dead")
    assert "The foes: nobody left standing" in words(turn_orders.turn_order_rows(over))
    assert "f ends the fight" in words(turn_orders.turn_order_won_rows(over))


def test_a_list_shows_who_is_still_to_act() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    assert words(turn_orders.turn_order_rows(on)).splitlines()[-2:] == ["Bram", "Orc"]


def test_a_battle_shows_why_everybody_stands_where_they_do() -> None:
    on = after(after(people(), "d20.begin-battle"), "turn.next")
    assert "Why in this order" in words(turn_orders.turn_order_rows(on))


def test_why_somebody_stands_there_fits_beside_the_name_where_there_is_little_room(tmp_path: Path) -> None:
    library = Library(tmp_path)
    demo = library.open(place_demo(library, "d20"), read_only=True)
    shown = [row.text for row in turn_orders.turn_order_rows(demo.table, room=29)]
    assert any(each.endswith("roll-off") for each in shown) and max(map(len, shown)) <= 29


def test_there_is_a_word_before_a_condition_ends_and_before_whose_turn() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    on = after(on, "campaign.condition", who="Orc", condition="blinded", rounds="1")
    assert "Orc  blinded, before Ana acts" in words(fight.fight_reminder_rows(on, RULES))


def test_where_sides_act_a_condition_ends_before_a_side_and_not_before_one_of_it() -> None:
    on = after(after(people(), "turn.begin-sides"), "turn.next")
    (orc,) = on.in_play(Kind.ENEMY)
    ana = on.in_play(Kind.PC)[0].with_condition(Condition("blinded", rounds=1, before=orc.key))
    assert "Ana  blinded, before the foes act" in words(fight.fight_reminder_rows(on.put(ana), RULES))


def test_a_clock_shows_its_steps_and_what_it_will_bring() -> None:
    flood = TableClock("The flood", 4, 1, ((3, "the cellar is full"),))
    doom = TableClock("Doom", 6, 2, sight=TableClockSight.SECRET)
    on = Table(clocks=(flood, doom, TableClock("Rumour", 3, 1, sight=TableClockSight.HIDDEN)))
    shown = words(meters.clock_rows(on))
    assert "■□□□ 1/4" in shown and "at 3: the cellar is full" in shown and "Doom" in shown
    players = words(meters.clock_rows(on, hidden=True))
    assert (
        "Doom" not in players and "the cellar" not in players and "Rumour" in players and "1/3" not in players
    )


def test_somebody_with_a_condition_that_nobody_counts_is_reminded_at_the_rounds_end() -> None:
    who = Character(1, "Ana", Kind.PC, RULES.blank(Kind.PC), (Condition("blinded", rounds=1),))
    assert "When the round ends" in words(fight.fight_reminder_rows(Table().put(who), RULES))


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Brine sentry 2", "Brine se… 2"), ("Orc 12", "Orc 12"), ("Sister Ottoline", "Sister Ott…")],
)
def test_the_number_that_tells_foes_apart_is_never_cut_off(name: str, shown: str) -> None:
    assert row_name_column(name, 11).rstrip() == shown


@pytest.mark.parametrize(
    ("game", "condition", "told"),
    [
        ("troika", Condition("dying"), "When the round ends\nAna dies unless healed"),
        ("troika", Condition("fire", 2), "When the round ends\nAna test, or burns 2d6"),
        ("troika", Condition("drowning", 2), "When the round ends\nAna Swim, or loses 3d6"),
        ("fell", Condition("dying", rounds=1), "When the round ends\nAna dies unless treated"),
        ("fell", Condition("dying", rounds=3), "In rounds to come\nAna dies in 3 rounds unless treated"),
        (
            "d20",
            Condition("dying"),
            "When the round ends\nAna 10 % to become stable, else loses a hit point",
        ),
        ("galejatra", Condition("dying"), ""),
        ("troika", Condition("prone", rounds=1), "When the round ends\nAna prone ends"),
        ("troika", Condition("prone", rounds=2), ""),
    ],
)
def test_the_reminder_is_that_of_the_game(game: str, condition: Condition, told: str) -> None:
    rules = campaign_rules(load_game(game))
    on = Table().put(Character(1, "Ana", Kind.PC, rules.blank(Kind.PC), (condition,)))
    shown = words(fight.fight_reminder_rows(replace(on, order=ListedOrder((1,))), rules))
    assert shown.startswith(told) if told else shown == ""


def test_those_who_are_dying_share_a_row_and_the_stable_are_in_none() -> None:
    rules = campaign_rules(load_game("d20"))
    ails = {"Ada": ("dying",), "Orc": ("dying", "stable"), "Wolf": ("dying",)}
    people = [
        Character(key, name, Kind.PC, rules.blank(Kind.PC), tuple(map(Condition, ails[name])))
        for key, name in enumerate(ails, 1)
    ]
    shown = words(
        fight.fight_reminder_rows(replace(Table().put(*people), order=ListedOrder((1, 2, 3))), rules)
    )
    assert shown.splitlines()[1:] == ["Ada, Wolf: 10 % each to become stable, else lose a hit point"]


@pytest.mark.parametrize("condition", ["dying", "fire"])
def test_who_is_in_no_fight_is_told_of_no_end_of_a_round(condition: str) -> None:
    """`dies unless healed` of the last session's fight."""
    orc = Character(1, "Orc", Kind.ENEMY, RULES.blank(Kind.ENEMY), (Condition(condition),))
    ana = Character(2, "Ana", Kind.PC, RULES.blank(Kind.PC))
    assert words(fight.fight_reminder_rows(Table().put(orc, ana), RULES)) == ""
    assert (
        words(fight.fight_reminder_rows(replace(Table().put(orc, ana), order=ListedOrder((2,))), RULES)) == ""
    )


def test_what_counts_rounds_is_told_as_in_a_fight_when_that_is_over() -> None:
    """Not `dying ends`, which sounds like good news."""
    rules = campaign_rules(load_game("fell"))
    ana = Character(1, "Ana", Kind.PC, rules.blank(Kind.PC), (Condition("dying", rounds=1),))
    assert (
        words(fight.fight_reminder_rows(Table().put(ana), rules))
        == "When the round ends\nAna dies unless treated"
    )


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_what_each_end_of_a_round_brings_is_told_however_many_rounds_it_lasts(rounds: int) -> None:
    ana = Character(1, "Ana", Kind.PC, RULES.blank(Kind.PC), (Condition("fire", rounds=rounds),))
    on = replace(Table().put(ana), order=ListedOrder((1,)))
    assert words(fight.fight_reminder_rows(on, RULES)) == "When the round ends\nAna test, or burns 1d6"


def test_whoever_acts_is_shown_with_what_ails_them() -> None:
    on = after(people(), "campaign.condition", who="Ana", condition="fire", amount="1")
    on = after(after(on, "turn.begin-list"), "turn.next")
    assert turn_orders.turn_order_parts(on) == ("Round 1", "Ana")
    assert words(tuple(turn_orders.turn_order_plight(on))).splitlines() == ["This turn", "Ana: on fire"]
    reminders = fight.fight_reminder_rows(on, RULES)
    assert not turn_orders.turn_order_plight(on, reminders), "what is reminded of is told there"


@pytest.mark.parametrize(
    ("condition", "amount", "shown"),
    [
        ("drowning", 1, "drowning 2d6"),
        ("bleeding", 1, "bleeding"),
        ("bleeding", 2, "bleeding 2d6"),
        ("own", 2, "own 2"),
    ],
)
def test_a_peril_tells_what_the_next_failure_costs(condition: str, amount: int, shown: str) -> None:
    """Where it is more than the usual 1d6: failures count for the drowning, dice for others (TRO-7.9)."""
    on = after(people(), "campaign.condition", who="Ana", condition=condition, amount=str(amount))
    on = after(after(on, "turn.begin-list"), "turn.next")
    assert words(tuple(turn_orders.turn_order_plight(on))).splitlines() == ["This turn", f"Ana: {shown}"]


def test_those_who_are_not_in_the_fight_stand_below_it() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.leave", who="Orc")
    shown = words(fight.fight_member_rows(on, RULES)).splitlines()
    assert shown[-2].startswith("Not in the fight") and shown[-1].startswith("  ◆Orc")


def signs(on: Table) -> list[str]:
    """What stands before each fighter, in the order of their keys."""
    rows = {row.key: row.text[:2] for row in fight.fight_member_rows(on, RULES) if row.selectable}
    return [rows[key] for key in sorted(rows)]


def test_who_has_acted_is_shown_in_every_order() -> None:
    listed = after(after(after(people(), "turn.begin-list"), "turn.next"), "turn.next")
    assert signs(listed) == ["√ ", "▶ ", "  "]
    sides = after(after(people(), "turn.begin-sides"), "turn.next")
    assert signs(after(sides, "turn.has-acted", who="Ana")) == ["√ ", "▶ ", "  "]
    assert signs(after(sides, "turn.next")) == ["√ ", "√ ", "▶ "]
    counts = after(after(after(people(), "d20.begin-battle"), "turn.next"), "turn.next")
    assert sorted(signs(counts)) == ["  ", "√ ", "▶ "]


def test_who_has_attacked_has_the_sign_of_who_has_acted_where_several_act_in_one_turn() -> None:
    """One of the party had the sign, another the word for the same."""
    sides = after(after(people(), "turn.begin-sides"), "turn.next")
    rows = {row.key: row.text for row in fight.fight_member_rows(sides, RULES, attacked={1})}
    assert rows["1"].startswith("√ ") and not rows["1"].endswith(" acted")
    assert rows["2"].startswith("▶ ")
    listed = after(after(people(), "turn.begin-list"), "turn.next")
    rows = {row.key: row.text for row in fight.fight_member_rows(listed, RULES, attacked={1})}
    assert rows["1"].startswith("▶ ") and rows["1"].endswith(" acted")


def test_why_in_order_stands_after_the_first_round_for_those_who_have_equals() -> None:
    places = (
        PlaceInCounts(1, 15, 2, 17),
        PlaceInCounts(2, 9, 0, 9, (12,), reason="roll-off", against=3),
        PlaceInCounts(3, 9, 0, 9, (4,), reason="lost-roll-off", against=2),
    )
    for round, told in ((1, 4), (2, 3)):
        on = replace(people(), order=CountsOrder(places=places, round=round))
        assert len(turn_orders.turn_order_rows(on)) == told
    alone = replace(people(), order=CountsOrder(places=places[:1], round=2))
    assert not turn_orders.turn_order_rows(alone)


def test_who_has_acted_twice_in_a_stack_is_shown_so() -> None:
    stack = StackOrder(characters=(1, 2), enemies=(3,), acted=(1, 1, 2), acting=2, turn="2", drawn=("2",))
    assert signs(replace(people(), order=stack)) == ["2 ", "▶ ", "  "]


def test_the_reminders_stand_in_a_column_of_names_that_one_row_has_room_for() -> None:
    """`Sister Quill: a test, or bleeds` went on in a second row for three letters."""
    ails = {"Moss": "drowning", "Sister Quill": "bleeding"}
    names = [*ails, "Ottoline Vash"]
    people = [
        Character(key, name, Kind.PC, RULES.blank(Kind.PC), (Condition(ails[name]),) if name in ails else ())
        for key, name in enumerate(names, 1)
    ]
    rows = fight.fight_reminder_rows(replace(Table().put(*people), order=ListedOrder((1, 2, 3))), RULES)
    assert [row.text for row in rows][1:] == [
        "Moss          Swim, or loses 1d6",
        "Sister Quill  test, or bleeds 1d6",
    ]
