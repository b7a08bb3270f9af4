"""Turn orders of any campaign: lists and sides, taking turns and taking them back, what ends before whose."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableside.campaign.documents import documents, table_from_documents
from tableside.campaign.replay import ReplayAnswers
from tableside.errors import RuleError
from tableside.games import load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.play import ChoiceAsked, Chosen, Performed, play_rule, play_to_end
from tableside.rules.procedure import Outcome, read_procedure_inputs
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.listed import ListedOrder
from tableside.rules.turns.sides import SidesOrder
from tests.thorough import often

RULES = campaign_rules(load_game("troika"))
ORDERS = (
    "turn.begin-list",
    "turn.begin-popcorn",
    "turn.begin-sides",
    "troika.assemble-stack",
    "d20.begin-battle",
)


def person(key: int, name: str, kind: Kind = Kind.PC, *conditions: Condition) -> Character:
    return Character(key, name, kind, RULES.blank(kind), conditions)


def people() -> Table:
    return Table().put(person(1, "Ana"), person(2, "Bram"), person(3, "Orc", Kind.ENEMY))


def run_in(rules: Ruleset, on: Table, procedure: str, texts: Mapping[str, str]) -> Performed[Outcome]:
    found = rules.procedure(procedure)
    return play_to_end(
        found.perform(on, read_procedure_inputs(found, texts, on)), ReplayAnswers(random.Random(7))
    )


def run(on: Table, procedure: str, **texts: str) -> Performed[Outcome]:
    return run_in(RULES, on, procedure, texts)


def after(on: Table, procedure: str, **texts: str) -> Table:
    table = run(on, procedure, **texts).result.table
    assert table is not None
    return table


def acting(on: Table) -> list[str]:
    assert on.order is not None
    return [on[key].name for key in on.order.now]


def turns_of(on: Table, count: int) -> list[str]:
    names = []
    for _ in range(count):
        on = after(on, "turn.next")
        names.append("+".join(acting(on)))
    return names


# The GM's own order


def test_a_list_goes_from_the_first_to_the_last_and_begins_again() -> None:
    on = after(people(), "turn.begin-list", who="Orc Ana Bram")
    assert turns_of(on, 5) == ["Orc", "Ana", "Bram", "Orc", "Ana"]


def test_nobody_named_is_everybody_in_play() -> None:
    assert turns_of(after(people(), "turn.begin-list"), 3) == ["Ana", "Bram", "Orc"]


def test_the_turn_can_be_handed_to_anybody_and_the_rest_still_act_once() -> None:
    on = after(people(), "turn.begin-list")
    on = after(on, "turn.hand", who="Orc")
    assert acting(on) == ["Orc"]
    assert turns_of(on, 3) == ["Ana", "Bram", "Ana"]


def test_who_puts_their_turn_off_acts_when_the_others_have() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    on = after(on, "turn.put-off")
    assert acting(on) == []
    assert turns_of(on, 4) == ["Bram", "Orc", "Ana", "Bram"]


@pytest.mark.parametrize(
    ("who", "says"),
    [("Ana", "it is Ana's turn already"), ("Bram", "Bram is stunned"), ("Moss", "Moss is not in the fight")],
)
def test_the_turn_goes_to_nobody_who_cannot_take_it(who: str, says: str) -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next").put(person(4, "Moss"))
    on = on.put(person(2, "Bram", Kind.PC, Condition("stunned")))
    key = next(each.key for each in on.characters.values() if each.name == who)
    hand = RULES.procedure("turn.hand")
    with pytest.raises(RuleError, match=says):
        play_to_end(hand.perform(on, {"who": key}), ReplayAnswers(random.Random(7)))


@pytest.mark.parametrize(
    "steps",
    [
        [("turn.hand", {"who": "Bram"}), ("turn.hand", {"who": "Ana"}), ("turn.next", {})],
        [("turn.put-off", {}), ("turn.next", {}), ("turn.next", {}), ("turn.next", {})],
    ],
    ids=["handed twice", "put off"],
)
def test_what_a_turn_counts_is_a_round_older_once_a_round(steps: list[tuple[str, dict[str, str]]]) -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    on = on.put(person(2, "Bram", Kind.PC, Condition("dazzled", rounds=3, before=1)))
    for procedure, texts in steps:
        on = after(on, procedure, **texts)
    assert on.order is not None and on.order.round == 1
    assert [each.rounds for each in on[2].conditions] == [3]


def test_what_the_turn_of_a_beaten_one_counts_still_ends() -> None:
    for order in ("turn.begin-list", "turn.begin-sides"):
        on = after(after(people(), order), "turn.next")
        on = on.put(person(3, "Orc", Kind.ENEMY, Condition("dead")))
        on = on.put(person(2, "Bram", Kind.PC, Condition("dazzled", rounds=1, before=3)))
        for _ in range(3):
            on = after(on, "turn.next")
        assert not on[2].has("dazzled"), order


@pytest.mark.parametrize("order", ["turn.begin-list", "d20.begin-battle"])
def test_who_leaves_and_comes_back_has_no_second_turn_this_round(order: str) -> None:
    on = after(after(people(), order), "turn.next")
    (name,) = acting(on)
    on = after(after(on, "turn.leave", who=name), "turn.join", who=name)
    assert name not in turns_of(on, 2)


def test_a_place_in_the_list_can_be_changed() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.move", who="Orc", place="1")
    assert turns_of(on, 3) == ["Orc", "Ana", "Bram"]


def test_who_cannot_act_is_passed_by_and_it_is_told() -> None:
    on = people().put(person(2, "Bram", Kind.PC, Condition("unconscious")))
    on = after(after(on, "turn.begin-list"), "turn.next")
    passed = run(on, "turn.next")
    assert [fact.id for fact in passed.facts] == ["turn-passed", "acts-now"]
    assert passed.result.table is not None and acting(passed.result.table) == ["Orc"]


def test_when_nobody_can_act_the_round_still_ends() -> None:
    on = Table().put(person(1, "Ana", Kind.PC, Condition("unconscious", rounds=1)))
    on = after(on, "turn.begin-list")
    performed = run(on, "turn.next")
    assert performed.result.result == "turn"
    assert performed.result.table is not None
    assert performed.result.table.order == ListedOrder((1,), acting=1, acted=(1,), begun=(1,), round=2)


# Sides (FELL-TURN, HEI-X-turns)


def test_the_party_acts_together_and_then_the_enemies() -> None:
    on = after(people(), "turn.begin-sides")
    assert turns_of(on, 3) == ["Ana+Bram", "Orc", "Ana+Bram"]


def test_the_enemies_may_be_first() -> None:
    assert turns_of(after(people(), "turn.begin-sides", first="enemies"), 2) == ["Orc", "Ana+Bram"]


def test_one_of_a_side_can_be_marked_as_having_acted_and_unmarked() -> None:
    on = after(after(people(), "turn.begin-sides"), "turn.next")
    marked = after(on, "turn.has-acted", who="Ana")
    assert acting(marked) == ["Bram"]
    assert after(marked, "turn.has-acted", who="Ana").order == on.order
    assert after(marked, "turn.back") == on
    with pytest.raises(RuleError):
        run(on, "turn.has-acted", who="Orc")


def test_a_side_that_cannot_act_is_passed_over() -> None:
    on = people().put(person(3, "Orc", Kind.ENEMY, Condition("dead")))
    on = after(people(), "turn.begin-sides").put(on[3])
    assert turns_of(on, 3) == ["Ana+Bram", "Ana+Bram", "Ana+Bram"]


def test_nobody_is_on_two_sides() -> None:
    with pytest.raises(RuleError, match="two sides"):
        run(people(), "turn.begin-sides", party="Ana", enemies="Ana")


# Coming and going


@pytest.mark.parametrize("order", ORDERS)
def test_whoever_joins_gets_turns_and_whoever_leaves_gets_none(order: str) -> None:
    on = after(people(), order)
    on = after(on.put(person(4, "Cleo")), "turn.join", who="Cleo")
    assert on.order is not None and 4 in on.order.members
    seen = {name for turn in turns_of(on, 40) for name in turn.split("+")}
    assert {"Ana", "Bram", "Orc", "Cleo"} <= seen
    on = after(on, "turn.leave", who="Cleo")
    assert "Cleo" not in {name for turn in turns_of(on, 40) for name in turn.split("+")}


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_ends_and_another_may_begin(order: str) -> None:
    on = after(people(), order)
    assert RULES.procedure("turn.begin-list").problems(on) == ("fight-is-on",)
    on = after(after(on, "turn.next"), "turn.end")
    assert on.order is None and not on.turns
    assert after(on, "turn.begin-list").order is not None


@pytest.mark.parametrize("game", ["troika", "fell", "galejatra", "wandered", "d20"])
@pytest.mark.parametrize("order", ORDERS)
def test_every_order_runs_in_a_campaign_of_every_game(game: str, order: str) -> None:
    rules = campaign_rules(load_game(game))
    on = Table()
    for key, kind in ((1, Kind.PC), (2, Kind.HENCHMAN), (3, Kind.ENEMY)):
        on = on.put(Character(key, f"N{key}", kind, rules.blank(kind)))
    for procedure in (order, *["turn.next"] * 12, "turn.back", "turn.next", "turn.end"):
        performed = run_in(rules, on, procedure, {})
        assert performed.result.table is not None
        on = performed.result.table
        assert table_from_documents(documents(on), rules) == on


@pytest.mark.parametrize("game", ["troika", "fell", "galejatra", "wandered", "d20"])
@pytest.mark.parametrize("order", ORDERS)
def test_a_foe_of_every_game_joins_every_order(game: str, order: str) -> None:
    rules = campaign_rules(load_game(game))
    on = Table()
    for key, kind in ((1, Kind.PC), (2, Kind.ENEMY)):
        on = on.put(Character(key, f"N{key}", kind, rules.blank(kind)))
    begun = run_in(rules, on, order, {}).result.table
    assert begun is not None
    begun = begun.put(Character(3, "N3", Kind.ENEMY, rules.blank(Kind.ENEMY)))
    joined = run_in(rules, begun, "turn.join", {"who": "N3"}).result.table
    assert joined is not None and joined.order is not None and 3 in joined.order.members


# Conditions and their time


def test_a_condition_for_rounds_ends_just_before_the_turn_that_it_began_in() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    on = after(on, "campaign.condition", who="Orc", condition="blinded", rounds="2")
    assert on[3].condition("blinded") == Condition("blinded", rounds=2, before=1)
    for left in (2, 2, 1, 1, 1):
        on = after(on, "turn.next")
        assert (found := on[3].condition("blinded")) is not None and found.rounds == left
    performed = run(on, "turn.next")
    assert [fact.id for fact in performed.facts] == ["round-over", "condition-ended", "acts-now"]
    assert performed.result.table is not None and not performed.result.table[3].conditions


def test_there_is_a_word_before_a_condition_ends() -> None:
    on = after(after(people(), "turn.begin-list", who="Ana"), "turn.next")
    on = after(on, "campaign.condition", who="Ana", condition="blinded", rounds="2")
    assert "condition-last-round" in {fact.id for fact in run(on, "turn.next").facts}


def test_a_condition_put_outside_anybodys_turn_ends_with_the_round() -> None:
    on = after(people(), "turn.begin-list")
    on = after(on, "campaign.condition", who="Ana", condition="blinded", rounds="1")
    for _ in range(3):
        on = after(on, "turn.next")
        assert on[1].has("blinded")
    assert not after(on, "turn.next")[1].conditions


def test_when_the_one_who_counts_it_leaves_the_round_counts() -> None:
    on = after(after(people(), "turn.begin-list", who="Ana Bram"), "turn.next")
    on = after(on, "campaign.condition", who="Bram", condition="blinded", rounds="1")
    on = after(on, "turn.leave", who="Ana")
    on = after(on, "turn.next")
    assert on[2].has("blinded")
    assert not after(on, "turn.next")[2].has("blinded")


@pytest.mark.parametrize("order", [each for each in ORDERS if each != "troika.assemble-stack"])
def test_who_is_helpless_on_their_own_turn_wakes_when_the_rounds_are_over(order: str) -> None:
    """What is counted by a turn goes on although nobody takes that turn."""
    on = after(after(people(), order), "turn.next")
    now = acting(on)
    on = after(on, "campaign.condition", who=" ".join(now), condition="stunned", rounds="2")
    turns = turns_of(on, 12)
    assert now[0] not in "".join(turns[:2])
    assert "+".join(now) in turns


@pytest.mark.parametrize("order", ORDERS)
def test_when_all_are_helpless_they_all_wake(order: str) -> None:
    on = after(after(people(), order), "turn.next")
    on = after(on, "campaign.condition", who="Ana Bram Orc", condition="stunned", rounds="3")
    for _ in range(30):
        on = after(on, "turn.next")
    assert not any(each.conditions for each in on.characters.values())


def test_whose_turn_has_been_passed_by_is_not_passed_by_again_in_the_round() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    on = after(on, "campaign.condition", who="Bram", condition="stunned")
    on = after(on, "turn.next")
    assert [fact.id for fact in run(on, "turn.next").facts] == ["round-over", "acts-now"]


def test_a_condition_counted_by_a_turn_is_counted_by_the_end_token_in_a_stack() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    on = after(on, "campaign.condition", who="Orc", condition="blinded", rounds="2")
    on = after(after(on, "turn.end"), "troika.assemble-stack")
    for _ in range(60):
        on = after(on, "turn.next")
    assert not on[3].conditions


# Taking a turn back


@pytest.mark.parametrize("order", ORDERS)
@settings(max_examples=often(15), deadline=None)
@given(steps=st.integers(1, 25))
def test_taking_all_turns_back_leaves_the_table_as_it_was(order: str, steps: int) -> None:
    start = people().put(
        person(1, "Ana", Kind.PC, Condition("blinded", rounds=3), Condition("prone")),
        person(2, "Bram", Kind.PC, Condition("bleeding", 1)),
    )
    start = on = after(start, order)
    for _ in range(steps):
        on = after(on, "turn.next")
    for _ in range(steps):
        on = after(on, "turn.back")
    assert on == start
    with pytest.raises(RuleError, match="none to take back"):
        run(on, "turn.back")


def test_wounds_dealt_since_stay_when_a_turn_is_taken_back() -> None:
    on = after(after(people(), "turn.begin-list"), "turn.next")
    on = after(on, "campaign.edit", who="Orc", stamina="-2")
    back = after(on, "turn.back")
    assert back[3] == on[3] and acting(back) == []


def test_harm_that_the_end_of_the_round_did_is_taken_back_with_it() -> None:
    on = people().put(person(1, "Ana", Kind.PC, Condition("bleeding", 1)))
    on = after(after(on, "turn.begin-list", who="Ana"), "turn.next")
    ended = after(on, "turn.next")
    assert ended[1].sheet != on[1].sheet
    hurt = after(ended, "campaign.edit", who="Ana", stamina="-1")
    back = after(hurt, "turn.back")
    assert back[1] == after(on, "campaign.edit", who="Ana", stamina="-1")[1]


def test_a_condition_ended_by_hand_since_stays_ended() -> None:
    on = after(after(people(), "turn.begin-list", who="Ana"), "turn.next")
    on = after(on, "campaign.condition", who="Ana Bram", condition="blinded", rounds="3")
    on = after(on, "turn.next")
    on = after(on, "campaign.relieve", who="Ana", condition="blinded")
    on = after(on, "campaign.condition", who="Ana", condition="prone")
    back = after(on, "turn.back")
    assert [each.name for each in back[1].conditions] == ["prone"]
    assert (bram := back[2].condition("blinded")) is not None and bram.rounds == 3


def test_who_has_joined_since_stays_when_a_turn_is_taken_back() -> None:
    on = after(after(people(), "turn.begin-sides", party="Ana", enemies="Orc"), "turn.next")
    back = after(after(on, "turn.join", who="Bram"), "turn.back")
    assert isinstance(back.order, SidesOrder) and back.order.members == (1, 2, 3) and back.order.turn == -1


def test_only_so_many_turns_are_remembered() -> None:
    on = after(people(), "turn.begin-list")
    for _ in range(70):
        on = after(on, "turn.next")
    assert len(on.turns) == 60 and max(on.turns) == 70
    assert replace(on, turns={}).order == on.order


@pytest.mark.parametrize(
    ("begin", "own", "others"),
    [
        ("troika.assemble-stack", "TRO-AMB-12", "D20-"),
        ("d20.begin-battle", "D20-AMB-10", "TRO-"),
        ("turn.begin-sides", "FELL-TURN", "-AMB-"),
        ("turn.begin-list", "", "-"),
    ],
)
def test_a_turn_goes_by_the_rules_of_its_own_order(begin: str, own: str, others: str) -> None:
    """An entry carries the open questions that were decided, and none of another order."""
    on = after(people(), begin)
    procedure = RULES.procedure("turn.next")
    assert own in ("", *procedure.rules_on(on))
    of_the_game = RULES.turns.round_rules
    assert {*of_the_game} <= {*procedure.rules_on(on)}
    assert not [id for id in procedure.rules_on(on) if others in id and id not in of_the_game]
    assert {*RULES.readings(procedure, on)} == {
        id for id in procedure.rules_on(on) if id in {each.id for each in RULES.open_questions}
    }


def test_to_set_one_house_rule_decides_no_other() -> None:
    assert RULES.readings(RULES.procedure("campaign.house-rule"), people()) == {}


@pytest.mark.parametrize("begin", ["d20.begin-battle", "turn.begin-sides", "turn.begin-list"])
def test_tokens_are_drawn_from_a_stack_alone(begin: str) -> None:
    with pytest.raises(RuleError, match="no stack is in use"):
        run(after(people(), begin), "troika.draw")


# Turns that are handed on


def named(on: Table, *names: str) -> Table:
    """The next turn, with these answers to who acts next."""
    steps = tuple(Chosen("hands-turn-to", name) for name in names)
    done = play_rule(RULES.procedure("turn.next").perform(on, {}), steps)
    assert isinstance(done, Performed) and done.result.table is not None
    return done.result.table


def test_whoever_has_acted_names_who_acts_next() -> None:
    on = after(people(), "turn.begin-popcorn")
    on = named(on, "Bram")
    assert acting(on) == ["Bram"]
    asked = play_rule(RULES.procedure("turn.next").perform(on, {}), ())
    assert isinstance(asked, ChoiceAsked) and asked.who == "Bram" and asked.options == ("Ana", "Orc")
    on = named(on, "Orc")
    on = named(on)
    assert acting(on) == ["Ana"], "the last who has not acted need not be named"


def test_the_last_of_a_round_names_who_begins_the_next_be_it_themself() -> None:
    on = named(named(named(after(people(), "turn.begin-popcorn"), "Bram"), "Orc"))
    on = named(on, "Ana")
    assert acting(on) == ["Ana"] and on.order is not None and on.order.round == 2
    assert acting(after(on, "turn.back")) == ["Ana"]


def test_the_turn_may_be_handed_by_a_key_too_and_the_helpless_are_not_named() -> None:
    on = after(people(), "turn.begin-popcorn")
    on = after(on, "turn.hand", who="Orc")
    on = after(on, "campaign.condition", who="Ana", condition="unconscious")
    on = named(on)
    assert acting(on) == ["Bram"]


def test_the_end_of_a_fight_says_what_stays_with_whom() -> None:
    on = after(people(), "turn.begin-list")
    on = after(on, "campaign.condition", who="Ana", condition="prone", rounds="3")
    on = after(on, "campaign.condition", who="Orc", condition="dead")
    told = [
        (fact.id, fact.values.get("who"), fact.values.get("condition")) for fact in run(on, "turn.end").facts
    ]
    assert told[1:] == [("condition-stays-for-rounds", "Ana", "prone"), ("put-away", "Orc", None)]
