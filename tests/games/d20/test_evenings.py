"""Whole evenings of whatever can be done in a battle: the order stays sorted, and a round is a turn each."""

import random
from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games.d20 import battle, turns
from tableside.games.d20.house import HOUSE_RULES
from tableside.games.d20.sheet import D20Sheet
from tableside.rules.life_states import can_act
from tableside.rules.play import Asked, Chosen, DiceAsked, Play, Rolled, Step, play_to_end
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns.counts import CountsOrder
from tests.games.d20.people import TURNS, order_of
from tests.thorough import often

ACTS = (
    "next",
    "next",
    "next",
    "next",
    "delay",
    "ready",
    "come-in",
    "fire",
    "join",
    "leave",
    "stun",
    "wake",
    "die",
)


class Evening:
    """A battle, the acts that anybody has taken in each round, and the dice for it."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        house = {each.id: self.dice.choice(each.options) for each in HOUSE_RULES if self.dice.random() < 0.4}
        people = [self.somebody(key) for key in range(1, self.dice.randint(3, 7))]
        self.table = Table(characters={each.key: each for each in people}, house=house)
        unaware = tuple(each.key for each in people if self.dice.random() < 0.3)
        aware = tuple(each.key for each in people if each.key not in unaware)
        self.acts: list[tuple[int, int]] = []
        """Round and key of each turn taken."""
        self.counted: list[tuple[int, int]] = []
        """Round and key of each count that came up."""
        self.excused: set[tuple[int, int]] = set()
        """Round and key of those who put their turn off, came late or were stopped."""
        self.do(
            lambda play: battle.begin_battle(
                self.table, aware, unaware, D20Sheet.initiative_modifier_of, play
            )
        )

    def somebody(self, key: int) -> Character:
        kind = self.dice.choice([Kind.PC, Kind.ENEMY])
        name = f"G {key}" if kind == Kind.ENEMY else f"Somebody {key}"
        return Character(key, name, kind, D20Sheet(initiative_bonus=self.dice.randint(-1, 1)))

    def answer(self, asked: Asked) -> Step:
        if isinstance(asked, DiceAsked):
            face = self.dice.randint(1, 20) if asked.why == "roll-off" else self.dice.choice([1, 2, 3, 20])
            return Rolled(asked.sides, (face,), asked.why, asked.who)
        return Chosen(asked.question, self.dice.choice(asked.options), asked.who)

    def do(self, rule: Callable[[Play], Table]) -> None:
        aging = "age_conditions_before_turns"
        with patch.object(battle, aging, self.begins), patch.object(turns, aging, self.begins):
            done = play_to_end(rule, self.answer)
        self.table = done.result
        for fact in done.facts:
            if fact.id == "count-begins":
                counted = (int(fact.values["round"]), int(fact.values["key"]))
                assert counted not in self.counted
                self.counted.append(counted)

    @property
    def order(self) -> CountsOrder:
        return order_of(self.table)

    def begins(self, table: Table, keys: tuple[int, ...], play: Play) -> Table:
        for key in keys:
            play.tell("count-begins", "", {"round": order_of(table).round, "key": key})
        return table

    def next(self) -> None:
        before = self.order
        result = ""

        def rule(play: Play) -> Table:
            nonlocal result
            result, after = battle.next_in_battle(self.table, TURNS, play)
            return after

        self.do(rule)
        if self.order.round > before.round:
            self.check_round(before)
        if result == "turn":
            (acting,) = self.order.now
            assert can_act(self.table[acting])
            assert not self.order.place(acting).waits
            self.acts.append((self.order.round, acting))

    def check_round(self, ended: CountsOrder) -> None:
        """Whoever could act had a turn in the round that is over, or put it off, or came too late."""
        for place in ended.places:
            turn = (ended.round, place.key)
            took_part = place.face and (ended.round or place.aware)
            if took_part and can_act(self.table[place.key]) and turn not in self.excused:
                assert turn in self.acts, turn

    def act(self, what: str) -> None:
        order, dice = self.order, self.dice
        members = list(order.members)
        key = dice.choice(members) if members else 0
        match what:
            case "next":
                self.next()
            case "delay" if order.acting and can_act(self.table[order.acting]):
                key = order.acting
                self.do(lambda play: turns.delay_d20_turn(self.table, key, play))
                if (order.round, key) in self.acts:
                    self.acts.remove((order.round, key))
                self.excused.add((order.round, key))
            case "ready" if order.acting and can_act(self.table[order.acting]):
                self.do(lambda play: turns.ready_action(self.table, order.acting or 0, "a noise", play))
            case "come-in" | "fire":
                self.out_of_turn(what)
            case "join":
                new = self.somebody(self.table.next_key)
                self.table = self.table.put(new)
                self.do(
                    lambda play: battle.join_battle(
                        self.table, (new.key,), D20Sheet.initiative_modifier_of, play
                    )
                )
                if new.key in self.order.passed or not self.order.place(new.key).face:
                    self.excused.add((order.round, new.key))
            case "leave" if len(members) > 1:
                self.do(lambda play: battle.leave_battle(self.table, key, play))
            case "stun" | "die" if key:
                name = {"stun": "stunned", "die": "dead"}[what]
                self.table = self.table.put(self.table[key].with_condition(Condition(name)))
                self.excused.add((order.round, key))
            case "wake" if key:
                self.table = self.table.put(replace(self.table[key], conditions=()))
                self.excused.add((order.round, key))

    def out_of_turn(self, what: str) -> None:
        order = self.order
        waits = {"come-in": "delayed", "fire": "readied"}[what]
        able = [each.key for each in order.places if each.waits == waits and can_act(self.table[each.key])]
        if not able:
            return
        key = self.dice.choice(able)
        if what == "come-in":
            self.do(lambda play: turns.take_delayed_turn(self.table, key, play))
            assert self.order.acting == key
        elif order.acting and order.acting != key:
            acting = order.acting
            self.do(lambda play: turns.act_readied(self.table, key, acting, play))
            assert self.order.acting == acting
            assert self.order.index(key) == self.order.index(acting) - 1
            if (order.round, key) in self.acts:
                return
        else:
            return
        self.acts.append((order.round, key))

    def check(self) -> None:
        order = self.order
        counts = [each.count for each in order.places if each.face]
        assert counts == sorted(counts, reverse=True)
        faces = [bool(each.face) for each in order.places]
        assert faces == sorted(faces, reverse=True)
        assert len({*order.members}) == len(order.members)
        assert not {*order.acted} & {*order.passed}
        assert {*order.touched, *order.now} <= {*order.members}
        assert len({*self.acts}) == len(self.acts)
        for each in order.places:
            if each.against:
                assert each.against in order.members
                assert each.reason
            order.reason_values(each.key)


@settings(max_examples=often(150), deadline=None)
@given(st.integers(0, 10**9), st.lists(st.sampled_from(ACTS), min_size=5, max_size=80))
def test_everybody_who_can_act_acts_once_a_round(seed: int, acts: list[str]) -> None:
    evening = Evening(seed)
    evening.check()
    for each in acts:
        before = evening.order
        evening.act(each)
        evening.check()
        back = evening.order.rewound(before)
        assert {*back.members} == {*evening.order.members}
        counts = [place.count for place in back.places if place.face]
        assert counts == sorted(counts, reverse=True)


@settings(max_examples=often(60), deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 40))
def test_without_interruptions_the_order_repeats(seed: int, turns: int) -> None:
    """D20-order."""
    evening = Evening(seed)
    if evening.table.house.get("D20-AMB-10") == "rolled-anew":
        return
    while evening.order.round < 2:
        evening.next()
    order = evening.order.members
    for _ in range(turns):
        evening.next()
    assert evening.order.members == order
    acting = [key for _, key in evening.acts if _ > 1]
    assert acting == [order[number % len(order)] for number in range(len(acting))]


def test_nothing_is_done_out_of_a_battle() -> None:
    table = Table()
    for rule in (
        lambda: turns.delay_d20_turn(table, 1, Play()),
        lambda: battle.leave_battle(table, 1, Play()),
        lambda: battle.next_in_battle(table, TURNS, Play()),
    ):
        try:
            rule()
        except RuleError as error:
            assert "no order of battle" in str(error)
        else:
            raise AssertionError
