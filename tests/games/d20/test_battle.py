"""The order of battle, row by row: who stands where and why, who acts when, and who puts it off."""

from dataclasses import replace
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.d20 import battle
from tableside.games.d20.sheet import D20Sheet
from tableside.games.troika.sheet import TroikaSheet
from tableside.rules.play import Play, play_to_end
from tableside.rules.table import Character, Condition, Kind, Table
from tests.games.answers import answers
from tests.games.d20.people import (
    TURNS,
    act,
    acting,
    begun,
    following,
    key,
    keys,
    names,
    order_of,
    people,
    rows,
    until,
)

Row = dict[str, Any]  # Any: a row's values are whatever its columns hold


def counts(on: Table) -> dict[str, int]:
    return {on[each.key].name: each.count for each in order_of(on).places}


def turns(on: Table, count: int) -> list[str]:
    """Who acts next, and next."""
    found = []
    for _ in range(count):
        on = following(on)
        found.append(acting(on))
    return found


@pytest.mark.parametrize("row", rows("order"), ids=lambda row: row["id"])
def test_they_act_in_the_order_of_their_numbers(row: Row) -> None:
    on = people(row["people"], row.get("house"))
    on = begun(on, *row["faces"], choices=tuple(row.get("choices", ())))
    assert names(on) == row["order"], row["sentence"]
    assert [each.count for each in order_of(on).places] == row["counts"]
    reasons = [each.reason for each in order_of(on).places]
    assert reasons == row.get("reasons", [""] * len(reasons))


@pytest.mark.parametrize(
    "row", [each for each in rows("order") if "facts" in each], ids=lambda row: row["id"]
)
def test_what_is_told_of_their_order(row: Row) -> None:
    on = people(row["people"], row.get("house"))
    done = play_to_end(
        lambda play: battle.begin_battle(on, tuple(on.characters), (), D20Sheet.initiative_modifier_of, play),
        answers(*row["faces"]),
    )
    facts = [[each.id, each.values.get("who")] for each in done.facts]
    assert all(each in facts for each in row["facts"]), row["sentence"]


@pytest.mark.parametrize("row", rows("surprise"), ids=lambda row: row["id"])
def test_some_but_not_all_aware_makes_a_surprise_round(row: Row) -> None:
    everybody = sorted((*row["aware"], *row["unaware"]))
    on = people({name: -number for number, name in enumerate(everybody)})
    rolling = row["acting"] or everybody
    done = play_to_end(
        lambda play: battle.begin_battle(
            on, keys(on, row["aware"]), keys(on, row["unaware"]), D20Sheet.initiative_modifier_of, play
        ),
        answers(*[10] * len(rolling)),
    )
    on = done.result
    assert row["fact"] in [fact.id for fact in done.facts]
    assert order_of(on).round == (0 if row["acting"] else 1)
    assert all(each.flat_footed for each in order_of(on).places)
    for name in row["acting"]:
        on = following(on)
        assert (acting(on), order_of(on).round) == (name, 0)
        assert not order_of(on).place(key(on, name)).flat_footed
    if row["acting"]:
        on = following(on, *[20] * len(row["unaware"]))
        assert order_of(on).round == 1
        assert sorted(names(on)) == everybody
        assert all(each.face for each in order_of(on).places)


def test_the_numbers_of_the_reason_are_at_hand() -> None:
    on = begun(people({"A": 4, "B": 1, "C": 1}), 13, 16, 16, 13, 7)
    first, second, third = (order_of(on).reason_values(each) for each in order_of(on).members)
    assert (first["count"], first["modifier"], first["other_modifier"]) == (17, 4, 1)
    assert (second["roll_off"], second["other_roll_off"]) == ("13", "7")
    assert (third["roll_off"], third["other_roll_off"]) == ("7", "13")


def three(*faces: int, **house: str) -> Table:
    """A 18, B 12, C 9, and an enemy on 7."""
    rules = {id.replace("_", "-"): option for id, option in house.items()}
    return begun(people({"A": 0, "B": 0, "C": 0, "G": 0}, rules), *(faces or (18, 12, 9, 7)))


@pytest.mark.parametrize("row", rows("course"), ids=lambda row: f"{row['id']} {row['sentence']}")
def test_the_course_of_a_battle(row: Row) -> None:
    on = people(row["people"])
    for name, rounds in row.get("stunned", {}).items():
        who = on[key(on, name)]
        on = on.put(replace(who, conditions=(Condition("stunned", rounds=rounds),)))
    on = begun(on, *row["faces"])
    for what, name, *more in row["acts"]:
        on = until(on, name) if what == "until" else act(on, what, name, *more)
    assert (names(on), list(counts(on).values())) == (row["order"], row["counts"])
    assert acting(on) == row["acting"]
    assert turns_with_rounds(on, len(row["turns"])) == row["turns"]


def turns_with_rounds(on: Table, count: int) -> list[str]:
    """Who acts next, and next, while conditions run out round by round."""
    found = []
    for _ in range(count):
        _, on = battle.next_in_battle(on, TURNS, Play())
        found.append(acting(on))
    return found


def test_a_delayed_action_is_lost_when_the_next_turn_comes() -> None:
    """D20-X-delay: and one may delay again."""
    on = act(until(three(), "A"), "delay", "A")
    on = until(until(until(on, "B"), "G"), "A")
    assert (counts(on)["A"], order_of(on).place(1).waits) == (18, "")
    assert order_of(act(on, "delay", "A")).place(1).waits == "delayed"


def test_coming_in_next_round_forfeits_the_regular_turn() -> None:
    """D20-X-delay: the count rises to that point."""
    on = act(until(three(), "B"), "delay", "B")
    on = until(on, "A")
    on = act(on, "come-in", "B")
    assert (names(on), counts(on)["B"]) == (["A", "B", "C", "G"], 18)
    assert acting(following(on)) == "C"


def test_to_delay_and_come_in_at_once_changes_nothing() -> None:
    on = act(act(until(three(), "B"), "delay", "B"), "come-in", "B")
    assert (acting(on), counts(on)["B"], acting(following(on))) == ("B", 12, "C")


def test_a_readied_action_says_what_it_waits_for() -> None:
    on = act(until(three(), "B"), "ready", "B", "the goblin moves")
    assert order_of(on).place(2).trigger == "the goblin moves"
    on = act(until(on, "G"), "fire", "B", "G")
    assert order_of(on).place(2).reason == "readied"


def test_a_readied_action_in_the_next_round_takes_the_place_of_the_turn() -> None:
    """D20-X-ready."""
    on = act(until(three(), "G"), "ready", "G")
    on = act(until(on, "B"), "fire", "G", "B")
    assert names(on) == ["A", "G", "B", "C"]
    assert turns(on, 3) == ["C", "A", "G"]


def test_a_readied_action_is_lost_when_the_next_turn_comes() -> None:
    on = act(until(three(), "B"), "ready", "B")
    on = until(until(on, "A"), "B")
    assert order_of(on).place(2).waits == ""
    with pytest.raises(RuleError, match="has not readied"):
        act(until(on, "G"), "fire", "B", "G")


def test_only_the_one_whose_turn_it_is_puts_it_off() -> None:
    on = until(three(), "B")
    for what in ("delay", "ready"):
        with pytest.raises(RuleError, match="not A's turn but B's"):
            act(on, what, "A")
    with pytest.raises(RuleError, match="breaks into another's turn"):
        act(act(on, "ready", "B"), "fire", "B", "B")


def test_nobody_can_act() -> None:
    on = people({"A": 0, "B": 0})
    on = begun(on.put(*(replace(each, conditions=(Condition("stunned"),)) for each in on.in_play())), 17, 4)
    result, on = battle.next_in_battle(on, TURNS, Play())
    assert (result, order_of(on).round, order_of(on).now) == ("nobody", 2, ())


def test_the_clock_is_called_once_for_every_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for the helpless, and for who takes a turn ahead of its count."""
    calls: list[int] = []

    def begins(table: Table, keys: tuple[int, ...], play: Play) -> Table:
        calls.extend(keys)
        return table

    def ends(table: Table, members: tuple[int, ...], play: Play) -> Table:
        calls.append(0)
        return table

    on = three()
    on = on.put(replace(on[2], conditions=(Condition("stunned"),)))
    monkeypatch.setattr(battle, "age_conditions_before_turns", begins)
    for _ in range(5):
        _, on = battle.next_in_battle(on, replace(TURNS, round_ends=ends), Play())
    assert calls == [1, 2, 3, 4, 0, 1, 2, 3]


def test_who_acted_in_surprise_may_stay_flat_footed() -> None:
    """D20-AMB-7."""
    for option, stays in (("ready-once-acted", False), ("until-regular-turn", True)):
        on = people({"A": 0, "G": 0}, {"D20-AMB-7": option})
        on = following(begun(on, 10, unaware=("G",)))
        assert order_of(on).place(1).flat_footed is stays
        on = following(on, 5)
        assert (acting(on), order_of(on).place(1).flat_footed) == ("A", False)


def late(on: Table, *faces: int, name: str = "D") -> Table:
    on = on.put(Character(on.next_key, name, Kind.PC, D20Sheet()))
    who = key(on, name)
    return play_to_end(
        lambda play: battle.join_battle(on, (who,), D20Sheet.initiative_modifier_of, play), answers(*faces)
    ).result


def test_a_latecomer_acts_from_the_next_count_of_theirs() -> None:
    """D20-AMB-9."""
    on = late(until(three(), "B"), 10)
    assert names(on) == ["A", "B", "D", "C", "G"]
    assert order_of(on).place(5).flat_footed
    assert acting(following(on)) == "D"
    on = late(until(three(), "B"), 15)
    assert turns(on, 4) == ["C", "G", "A", "D"]


def test_a_latecomer_may_wait_for_the_end_of_the_round() -> None:
    """D20-AMB-9."""
    on = late(until(three(D20_AMB_9="at-end-of-round"), "B"))
    on = until(on, "G")
    on = following(on, 20)
    assert (acting(on), order_of(on).round) == ("D", 2)


def test_a_latecomer_ties_with_those_who_stand_there() -> None:
    """D20-tie."""
    on = late(until(three(), "A"), 9, 4, 15)
    assert (names(on), counts(on)["D"]) == (["A", "B", "D", "C", "G"], 9)
    place = order_of(on).place(5)
    assert (place.reason, place.against) == ("roll-off", 3)


def test_a_latecomer_does_not_part_who_readied_from_whom() -> None:
    on = act(until(three(), "B"), "ready", "B")
    on = act(until(on, "G"), "fire", "B", "G")
    on = late(on, 7, 3, 12)
    assert names(on) == ["A", "C", "D", "B", "G"]


def test_initiative_may_be_rolled_anew_each_round() -> None:
    """D20-AMB-10."""
    on = until(three(D20_AMB_10="rolled-anew"), "G")
    on = following(on, 1, 2, 3, 4)
    assert (names(on), acting(on)) == (["G", "C", "B", "A"], "G")


def test_who_comes_back_has_the_number_rolled_before() -> None:
    """One roll per combatant (D20-check), and who has acted is not flat-footed again (D20-X-seq)."""
    on = following(begun(people({"A": 2, "B": 2, "C": 0}), 10, 10, 15, 7, 13))
    before = order_of(on).places
    for name in ("A", "B", "C"):
        on = battle.leave_battle(on, key(on, name), Play())
        on = battle.join_battle(on, (key(on, name),), lambda _: 9, Play())
    assert order_of(on).places == before and order_of(on).left == ()


def test_who_comes_back_too_late_acts_next_round() -> None:
    on = following(begun(people({"A": 0, "B": 0, "C": 0}), 15, 10, 5))
    on = battle.leave_battle(on, 2, Play())
    on = following(on)
    assert acting(on) == "C"
    on = battle.join_battle(on, (2,), lambda _: 0, Play())
    assert turns(on, 2) == ["A", "B"]


def test_the_unaware_who_come_back_are_unaware_still() -> None:
    on = play_to_end(
        lambda play: battle.begin_battle(people({"A": 0, "B": 0}), (1,), (2,), lambda _: 0, play), answers(12)
    ).result
    on = battle.join_battle(battle.leave_battle(on, 2, Play()), (2,), lambda _: 0, Play())
    assert order_of(on).waiting == (1,) and order_of(on).place(2).face == 0


def test_who_leaves_takes_their_place_along() -> None:
    on = until(three(), "B")
    on = battle.leave_battle(battle.leave_battle(on, 2, Play()), 3, Play())
    assert (names(on), acting(on), acting(following(on))) == (["A", "G"], "", "G")


def test_a_battle_has_everybody_once_and_alive() -> None:
    on = people({"A": 0, "B": 0})
    dead = on.put(replace(on[2], conditions=(Condition("dead"),)))
    for table, aware, unaware, what in (
        (on, (), (), "nobody to fight"),
        (on, (1,), (1,), "named twice"),
        (dead, (1, 2), (), "B is dead"),
        (three(), (1,), (), "on already"),
    ):
        with pytest.raises(RuleError, match=what):
            battle.begin_battle(table, aware, unaware, D20Sheet.initiative_modifier_of, Play())


def test_any_game_may_run_it() -> None:
    """The modifier is an argument: no d20 sheet is asked for."""
    listed = [Character(number, f"T{number}", Kind.PC, TroikaSheet(skill=number)) for number in (1, 2)]
    on = Table(characters={each.key: each for each in listed})
    begun = play_to_end(
        lambda play: battle.begin_battle(on, (1, 2), (), lambda who: who.key, play), answers(10, 10)
    )
    assert names(begun.result) == ["T2", "T1"]


def test_taken_back_across_the_surprise_round_the_checks_stay() -> None:
    on = begun(people({"A": 0, "B": 0, "G": 0}), 10, 8, unaware=("G",))
    before = following(following(on))
    after = following(before, 9)
    back = order_of(after).rewound(order_of(before))
    assert (back.round, back.acting, back.acted) == (0, 2, (1, 2))
    assert [each.key for each in back.places] == [1, 3, 2]
    again = following(replace(after, order=back))
    assert order_of(again).round == 1
