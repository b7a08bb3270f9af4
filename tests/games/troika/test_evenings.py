"""Whole evenings of whatever can be done, on whatever lies on the table: what must hold all the same."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import document_json, documents
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.errors import RuleError
from tableside.games.troika.conditions import PERILS, troika_conditions_allow_self_help
from tableside.games.troika.damage import WEAPONS
from tableside.games.troika.house import HOUSE_RULES
from tableside.games.troika.procedures import PROCEDURES
from tableside.games.troika.sheet import TroikaSheet
from tableside.games.troika.token_stack import full_token_counts
from tableside.rules.inputs import Choice, Filled, Input, Number, Value, Who, YesNo
from tableside.rules.life_states import helplessness, is_dead, is_gone
from tableside.rules.play import Asked, Chosen, DiceAsked, Rolled, Step
from tableside.rules.procedure import Procedure
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.stack import END, StackOrder
from tableside.rules.typed import typed_slug
from tests.thorough import often
from tests.words import TEXTS

pytestmark = pytest.mark.long

NAMES = ("Swim", "Fencing", "Wrestling", "Dodge", "Jolt", "Second Sight", "\N{DRAGON} Lore")
ACTS = (
    *(each.id for each in PROCEDURES if each.on_table),
    *("troika.draw",) * 12,
    *("troika.fight", "troika.shoot", "troika.grapple", "troika.cast", "troika.aim") * 2,
    *("campaign.condition", "turn.back") * 2,
    *("troika.train", "troika.learn", "troika.cast") * 3,
    *("troika.hand-token",) * 8,
    *("troika.assemble-stack", *("turn.end",) * 4, "campaign.retire", "campaign.call-back"),
)
REACHED = {
    *("troika.cast", "troika.train", "troika.learn", "troika.hand-token", "troika.improve", "troika.grapple"),
    *("troika.retrieve-item", "troika.aim", "troika.eat", "troika.rest"),
}
"""What evenings after a few seeds have done, whatever else they have."""
LEAST, MOST = often(12), 24
"""How many evenings there are: they go on for what is rare, since it hangs on the dice alone."""
KEEPS_TOKENS = {
    "troika.assemble-stack",
    "turn.join",
    "turn.leave",
    "turn.end",
    "troika.draw",
    "turn.next",
    "turn.back",
    "campaign.retire",
}
"""Whatever is none of these neither makes nor takes a token."""
ACTING = {
    *("troika.fight", "troika.shoot", "troika.shoot-into-melee", "troika.grapple", "troika.cast"),
    *("troika.retrieve-item", "troika.drop", "troika.hand-token"),
}
"""For those who can act."""
LIVING = {"troika.eat", "troika.save-from", "troika.help-dying", "troika.improve"}
"""For those who live."""
FOR_THEMSELVES = {"troika.test", "troika.test-luck", "troika.train", "troika.learn"}
"""For those who are neither dying nor unconscious (TRO-AMB-28)."""
PERIL_TESTS = {"troika.suffer", "troika.save-from"}
"""Outside a fight: in one the End token alone brings them (TRO-7.9.2)."""
CALLED_OFF = {"turn.back", "campaign.relieve", "campaign.call-back"}
"""With these a GM takes back what has become of somebody."""


def somebody(dice: random.Random) -> tuple[str, ...]:
    """The cells of a character armed, burdened and learned as it comes."""
    stamina, luck, weapon = dice.randint(1, 20), dice.randint(0, 12), dice.choice([*WEAPONS])
    learned = [name for name in NAMES if dice.random() < 0.5]
    return (
        f"skill={dice.randint(0, 12)}",
        *(f"stamina.maximum={stamina}", f"stamina={dice.randint(1, stamina)}"),
        *(f"luck.maximum={luck}", f"luck={dice.randint(0, luck)}"),
        *(f"initiative={dice.randint(0, 3)}", f"armour={dice.randint(0, 4)}", f"weapon={weapon}"),
        *(f"shield={dice.choice(['yes', 'no'])}", f"provisions={dice.randint(0, 4)}", f"items.new={weapon}"),
        *("items.new=thing",) * dice.choice([0, 0, 9, 19]),
        *(f"skills.new={name} {dice.randint(0, 9)}" for name in learned),
        *(f"skills.{typed_slug(name)}.ticked=yes" for name in learned if dice.random() < 0.5),
        *(f"spells.new={name} {dice.randint(0, 9)} ({dice.randint(1, 5)})" for name in learned[::2]),
    )


def gather(campaign: Campaign, dice: random.Random) -> None:
    """Put some people on the table, read some rules otherwise than by default, and begin a fight."""
    for number in range(dice.randint(2, 6)):
        kind = dice.choice([Kind.PC, Kind.PC, Kind.ENEMY, Kind.ENEMY, Kind.HENCHMAN, Kind.NPC])
        cells: dict[str, Value] = {"name": f"Somebody {number}", "kind": kind, "cells": somebody(dice)}
        do(campaign, "campaign.add-character", cells, dice)
    for each in HOUSE_RULES:
        if dice.random() < 0.3:
            chosen: dict[str, Value] = {"rule": each.id, "option": dice.choice(each.options)}
            do(campaign, "campaign.house-rule", chosen, dice)
    if campaign.table.in_play(Kind.PC, Kind.ENEMY, Kind.HENCHMAN):
        do(campaign, "troika.assemble-stack", {"characters": (), "enemies": ()}, dice)


def do(campaign: Campaign, id: str, given: Mapping[str, Value], dice: random.Random) -> Entry:
    return campaign.perform(campaign.rules.procedure(id), given, lambda asked: answered(asked, dice))


def value_for(each: Input, table: Table, taken: dict[str, Value], dice: random.Random) -> Value:
    """Something that the input takes; now and then a character who is not offered."""
    match each:
        case Who():
            offered = [who.key for who in each.candidates(table)]
            keys = [*table.characters] if dice.random() < 0.2 or not offered else offered
            if each.many:
                return tuple(dice.sample(keys, dice.randint(0, min(3, len(keys)))))
            return 0 if each.optional and dice.random() < 0.5 else dice.choice(keys)
        case Choice():
            options = each.options(table, taken) or ("nothing",)
            if each.many:
                return tuple(dice.choices(options, k=dice.randint(0, 3)))
            return dice.choice(options)
        case Number():
            return dice.randint(each.lowest, min(each.highest, each.lowest + 25))
        case YesNo():
            return dice.random() < 0.5
        case Filled():
            return ""
    return dice.choice(NAMES)


def answered(asked: Asked, dice: random.Random) -> Step:
    if isinstance(asked, DiceAsked):
        faces = tuple(dice.randint(1, sides) for sides in asked.sides)
        return Rolled(asked.sides, faces, asked.why, asked.who)
    return Chosen(asked.question, dice.choice(asked.options), asked.who)


def act(campaign: Campaign, id: str, seed: int) -> Entry:
    """Do this with inputs and answers as they come."""
    dice, procedure = random.Random(seed), campaign.rules.procedure(id)
    inputs: dict[str, Value] = {}
    for each in procedure.inputs:
        inputs[each.id] = value_for(each, campaign.table, inputs, dice)
    if procedure.odds is not None and campaign.table.characters:
        check_odds(procedure, campaign.table, inputs)
    return do(campaign, id, inputs, dice)


def check_odds(procedure: Procedure, table: Table, inputs: dict[str, Value]) -> None:
    odds = procedure.chances(table, inputs)
    listed = [[*odds.chances.values()], *([*chances.values()] for chances in odds.amounts.values())]
    for chances in listed:
        assert sum(chances) == 1 and min(chances) >= 0
    assert {*odds.amounts} <= {*procedure.amounts}


def check(was: Table, now: Table, entry: Entry) -> None:
    check_facts(entry)
    for who in now.characters.values():
        check_sheet(who)
    if entry.procedure not in CALLED_OFF:
        assert all(is_dead(now[key]) for key, who in was.characters.items() if is_dead(who))
    if isinstance(was.order, StackOrder) and isinstance(now.order, StackOrder):
        check_tokens(was.order, now, now.order, entry)
    if entry.procedure in ("troika.draw", "turn.next") and now.order is not None:
        assert not any(is_gone(now[key]) for key in now.order.now if key not in now.order.acted[:-1])
    key = entry.given.get("who")
    if entry.procedure in ACTING and isinstance(key, int):
        assert not helplessness(was[key])
    if entry.procedure in LIVING and isinstance(key, int):
        assert not is_dead(was[key])
    if entry.procedure in FOR_THEMSELVES and isinstance(key, int):
        assert troika_conditions_allow_self_help(was[key])
    if entry.procedure in PERIL_TESTS and was.order is not None:
        keys = (key,) if isinstance(key, int) else key if isinstance(key, tuple) else ()
        assert not {*keys} & {*was.order.members}
    if (
        isinstance(was.order, StackOrder)
        and isinstance(now.order, StackOrder)
        and now.order.round > was.order.round
    ):
        check_perils(was, was.order, entry)


def check_perils(was: Table, order: StackOrder, entry: Entry) -> None:
    """The End token leaves out nobody in the fight who lives and is in a peril, and tests each once."""
    dying = [key for key in order.members if was[key].has("dying")]
    for key in order.members:
        who = was[key]
        if is_gone(who) or key in dying or sum(each.name == who.name for each in was.characters.values()) > 1:
            continue
        told = [each.id for each in entry.facts if each.values.get("who") == who.name]
        for peril in PERILS:
            in_water = ("sinks", "swims", "keeps-afloat") if peril == "drowning" else ()
            ends = (f"fails-{peril}", f"saved-from-{peril}", *in_water)
            assert sum(id in ends for id in told) == who.has(peril) or "died" in told, (who, peril, told)


def check_facts(entry: Entry) -> None:
    """Each has a text, and every value that its text shows."""
    for fact in entry.facts:
        assert f"fact.{fact.id}" in TEXTS
        shown = {field for _, field, _, _ in Formatter().parse(TEXTS[f"fact.{fact.id}"]) if field}
        assert shown - {"counted"} <= {*fact.values}, fact


def check_sheet(who: Character) -> None:
    sheet = TroikaSheet.of(who)
    assert sheet.stamina.current <= sheet.stamina.maximum
    assert 0 <= sheet.luck.current <= sheet.luck.maximum
    assert sheet.provisions >= 0 and sheet.eaten_today <= 3


def check_tokens(was: StackOrder, table: Table, now: StackOrder, entry: Entry) -> None:
    assert now.count(END) == 1
    assert now.acting is None or (now.acting in now.members and now.turn == now.drawn[-1])
    if entry.procedure not in KEEPS_TOKENS:
        assert totals(now) == totals(was)
    if now.round > was.round:
        counts = full_token_counts(table, now, now.cap)
        assert totals(now) == {owner: count for owner, count in counts.items() if count}


def totals(stack: StackOrder) -> dict[str, int]:
    owners = {owner for owner, _ in stack.left} | {*stack.drawn, *stack.held}
    return {owner: stack.total(owner) for owner in owners}


def evening(campaign: Campaign, seed: int, acts: Iterable[tuple[str, int]]) -> Counter[str]:
    """Play it, and prove what must hold; what was done, and how often."""
    gather(campaign, random.Random(seed))
    done = Counter[str]()
    for id, dice in acts:
        was = campaign.table
        try:
            entry = act(campaign, id, dice)
        except RuleError:
            assert campaign.table is was
            continue
        check(was, campaign.table, entry)
        done[id] += 1
    last, standing = state(campaign), 0
    while campaign.undoable is not None:
        campaign.undo()
        standing += 1
    assert not campaign.table.characters
    for _ in range(standing):
        campaign.redo()
    assert state(campaign) == last
    assert list(audit(campaign)) == []
    return done


def state(campaign: Campaign) -> object:
    return document_json(documents(campaign.table))


@settings(max_examples=often(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10**6),
    acts=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 10**6)), max_size=40),
)
def test_whatever_happens_the_rules_hold(
    tmp_path_factory: pytest.TempPathFactory, seed: int, acts: list[tuple[str, int]]
) -> None:
    library = Library(tmp_path_factory.mktemp("saves"), lambda: 1.8e9)
    campaign = library.open(library.new("Evening", "troika"))
    evening(campaign, seed, acts)
    campaign.close()


def test_evenings_reach_what_is_rarely_done(tmp_path: Path) -> None:
    done = Counter[str]()
    library = Library(tmp_path, lambda: 1.8e9)
    for seed in range(MOST):
        if seed >= LEAST and {*done} >= REACHED:
            break
        dice = random.Random(seed)
        campaign = library.open(library.new(f"Evening {seed}", "troika"))
        acts = [(dice.choice(ACTS), dice.randrange(10**6)) for _ in range(300)]
        done += evening(campaign, seed, acts)
        campaign.close()
    assert sorted(REACHED - {*done}) == [], sorted(done.items())
