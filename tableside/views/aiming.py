"""Whom whoever acts would aim at: their foes, and which of them was hurt last."""

from collections.abc import Collection, Iterable
from itertools import islice

from tableside.campaign.entries import Entry
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import can_act, is_gone
from tableside.rules.table import Kind, Table

LOOKED_BACK = 40
"""Entries in which one who was aimed at is looked for."""


def next_target(table: Table, rules: Ruleset, entries: Iterable[Entry], selected: int | None) -> int | None:
    """The foe to go to, with these entries, the newest first: the next one when a foe is selected, else the
    one aimed at last, else the first who can act. None: there is no foe.
    """
    listed = foes(table)
    if selected in listed:
        return listed[(listed.index(selected) + 1) % len(listed)]
    last = aimed_at(listed, rules, entries)
    if last is not None and can_act(table[last]):
        return last
    return next(iter(listed), None)


def foes(table: Table) -> tuple[int, ...]:
    """The keys of those on the other side of whoever acts, as the fight lists them, the helpless last; the
    enemies while nobody acts.
    """
    order = table.order
    in_order = order.members if order else tuple(each.key for each in table.in_play())
    acts = order.now[0] if order and order.now else None
    is_enemy_turn = acts is not None and table[acts].kind == Kind.ENEMY
    others = [
        table[key]
        for key in in_order
        if key in table.characters and (table[key].kind == Kind.ENEMY) != is_enemy_turn
    ]
    present = (each for each in others if not is_gone(each))
    return tuple(each.key for each in sorted(present, key=lambda each: not can_act(each)))


def aimed_at(wanted: Collection[int], rules: Ruleset, entries: Iterable[Entry]) -> int | None:
    """Which of the wanted was attacked or hurt last."""
    wounds = {each.id for each in rules.procedures if each.role == Role.HURT}
    for entry in islice(entries, LOOKED_BACK):
        hit = entry.given.get("who" if entry.procedure in wounds else "against")
        keys = hit if isinstance(hit, tuple) else (hit,)
        found = next((key for key in keys if key in wanted), None)
        if isinstance(found, int):
            return found
    return None
